//! A check in the making, for oracles that ask several queries: what the target is asked, step by step, beside what the
//! reference knows of each.
//!
//! The reference runs along on a session of its own, so that it knows what errors to expect of every step, also after
//! writes, and which of several answers is the wrong one when a law between them is broken. The law itself never looks
//! at what the reference said.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::Answer;
use quarrel_case::check::{Action, Arrangement, Check, PLAN, Step};
use quarrel_case::graph::{Graph, Index};
use quarrel_case::language::{Evaluation, Session, Tree};
use quarrel_case::law::{Law, Relation, Term};
use quarrel_case::phrase::Change;
use quarrel_case::profile::INDEX_DROP;
use quarrel_case::verdict::{ErrorStatus, Role};

use crate::indexes::{unconstrained, unconstrained_change};
use crate::reference::{Expected, expected, is_open};
use crate::relations::parsed;
use crate::{Scene, Unfit};

pub(crate) struct Inquiry<'a> {
    scene: &'a Scene<'a>,
    /// The case's graph.
    graph: Arc<Graph>,
    /// What of it was loaded last.
    loaded: Arc<Graph>,
    /// The reference with the graph as the steps so far leave it; none before it is needed.
    session: Option<Box<dyn Session>>,
    check: Check,
    /// The settings under which the target is asked.
    settings: BTreeMap<String, String>,
    /// What puts things back in the end.
    tidying: Vec<Step>,
}

impl<'a> Inquiry<'a> {
    /// One that has loaded the graph.
    pub(crate) fn new(graph: &Arc<Graph>, scene: &'a Scene<'a>) -> Self {
        let check = Check {
            steps: vec![Step::load(Role::Target)],
            compare: scene.language.compare(),
            ..Check::default()
        };
        let (settings, tidying) = (BTreeMap::new(), Vec::new());
        let (graph, loaded) = (Arc::clone(graph), Arc::clone(graph));
        Self { scene, graph, loaded, session: None, check, settings, tidying }
    }

    /// The case's graph.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    fn session(&mut self) -> Result<&mut Box<dyn Session>, Unfit> {
        match &mut self.session {
            Some(session) => Ok(session),
            none => {
                let session = self.scene.language.session(&self.loaded, self.scene.target.profile);
                Ok(none.insert(session.map_err(|error| Unfit(error.to_string()))?))
            }
        }
    }

    /// Asks a query that reads; the term is its answer.
    pub(crate) fn ask(&mut self, tree: &Tree) -> Result<Term, Unfit> {
        let budget = self.scene.budget;
        let evaluation = self.session()?.run(tree, &budget);
        self.ask_known(tree, evaluation)
    }

    /// Laws are about matches: where an engine counts them otherwise on the graph as it is now, none holds.
    fn counts(&self) -> Result<(), Unfit> {
        let scene = self.scene;
        scene.counts_each(|| {
            self.session.as_ref().map_or(Arc::clone(&self.loaded), |now| Arc::new(now.graph()))
        })
    }

    /// Asks a query that reads of which the reference's answer is known.
    pub(crate) fn ask_known(&mut self, tree: &Tree, evaluation: Evaluation) -> Result<Term, Unfit> {
        let scene = self.scene;
        if !knows(scene, tree) {
            return Err(Unfit("the engine lacks what the relation needs".to_owned()));
        }
        self.counts()?;
        let Expected::Answer(answer, errors) = expected(evaluation)? else {
            return Err(Unfit("a query of the relation must raise".to_owned()));
        };
        if is_open(&answer) {
            return Err(Unfit("the answer is open in part".to_owned()));
        }
        let text = scene.language.print(tree, scene.target.dialect);
        let step = Step::query(Role::Target, text, Some(errors)).knowing(Some(self.check.constants.len()));
        let step = Step { settings: self.settings.clone(), ..step };
        self.check.constants.push(answer);
        Ok(Term::Answer(self.add(step)))
    }

    /// What the reference answered last.
    pub(crate) fn answer(&self) -> Option<&Answer> {
        self.check.constants.last()
    }

    /// What the reference answers to a query that reads and that the target is not asked.
    pub(crate) fn known(&mut self, tree: &Tree) -> Result<Option<Answer>, Unfit> {
        let budget = self.scene.budget;
        Ok(self.session()?.run(tree, &budget).result.ok())
    }

    /// Changes the graph. At the end it is put back.
    pub(crate) fn change(&mut self, change: &Change) -> Result<(), Unfit> {
        let (scene, budget) = (self.scene, self.scene.budget);
        unconstrained_change(&self.loaded, change)?;
        let text = scene.language.phraser().and_then(|phraser| phraser.change(change));
        let tree = &parsed(text, scene.language)?;
        if !knows(scene, tree) {
            return Err(Unfit("the engine lacks what the change needs".to_owned()));
        }
        let errors = match expected(self.session()?.run(tree, &budget))? {
            Expected::Answer(_, errors) => errors,
            // It is undone, and that is all that is known of it.
            Expected::Error if scene.language.undoes_failed_writes() => ErrorStatus::Must,
            Expected::Error => return Err(Unfit("the change must raise".to_owned())),
        };
        let text = scene.language.print(tree, scene.target.dialect);
        self.add(Step::write(Role::Target, text, Some(errors)));
        Ok(())
    }

    /// The graph as the steps so far leave it.
    pub(crate) fn left(&mut self) -> Result<Graph, Unfit> {
        Ok(self.session()?.graph())
    }

    /// Runs a query that writes: the terms are its answer, where the language determines it, and the graph that is left.
    pub(crate) fn write(&mut self, tree: &Tree) -> Result<(Option<Term>, Term), Unfit> {
        let (scene, budget) = (self.scene, self.scene.budget);
        unconstrained(&self.loaded)?;
        if !knows(scene, tree) {
            return Err(Unfit("the engine lacks what the write needs".to_owned()));
        }
        self.counts()?;
        let Expected::Answer(answer, errors) = expected(self.session()?.run(tree, &budget))? else {
            return Err(Unfit("the write must raise".to_owned()));
        };
        self.counts()?;
        let graph = self.session()?.graph();
        let text = scene.language.print(tree, scene.target.dialect);
        let step = Step::write(Role::Target, text, Some(errors));
        let answer = match is_open(&answer) {
            true => {
                self.add(step);
                None
            }
            false => {
                let known = Some(self.check.constants.len());
                self.check.constants.push(answer);
                Some(Term::Answer(self.add(step.knowing(known))))
            }
        };
        let known = Some(self.check.graphs.len());
        self.check.graphs.push(graph);
        Ok((answer, Term::Answer(self.add(Step::dump(Role::Target).knowing(known)))))
    }

    /// Puts the graph back as it was loaded.
    pub(crate) fn restore(&mut self) {
        self.session = None;
        self.add(Step::new(Role::Target, Action::Restore));
    }

    /// Declares an index, which is dropped in the end; where none can be, the graph is loaded anew.
    pub(crate) fn index(&mut self, index: Index) {
        let can_go = self.scene.target.features.allow(INDEX_DROP);
        let back = if can_go { Action::DropIndex(index.clone()) } else { Action::Restore };
        self.add(Step::new(Role::Target, Action::Index(index)));
        self.tidying.push(Step { finally: true, ..Step::new(Role::Target, back) });
    }

    /// Drops an index that the graph has, until it is put back.
    pub(crate) fn drop_index(&mut self, index: Index) {
        self.add(Step::new(Role::Target, Action::DropIndex(index)));
    }

    /// Declares an index again that was dropped, whatever became of what was asked without it.
    pub(crate) fn put_back(&mut self, index: Index) {
        self.add(Step { finally: true, ..Step::new(Role::Target, Action::Index(index)) });
    }

    /// Declares an index and drops it again.
    pub(crate) fn passing_index(&mut self, index: Index) {
        self.add(Step::new(Role::Target, Action::Index(index.clone())));
        self.add(Step::new(Role::Target, Action::DropIndex(index)));
    }

    /// Loads the graph in another arrangement, or a part of it.
    pub(crate) fn load(&mut self, arrangement: Arrangement) {
        self.loaded = Arc::new(arrangement.apply(&self.graph));
        self.session = None;
        self.add(Step::new(Role::Target, Action::Load(arrangement)));
    }

    /// Asks what comes now under one of the target's plans.
    pub(crate) fn under(&mut self, plan: &str) {
        self.settings.insert(PLAN.to_owned(), plan.to_owned());
    }

    fn add(&mut self, step: Step) -> usize {
        self.check.steps.push(step);
        self.check.steps.len() - 1
    }

    /// States what must hold.
    pub(crate) fn law(&mut self, left: Term, relation: Relation, right: Term) {
        self.check.laws.push(Law { left, relation, right });
    }

    /// The check.
    pub(crate) fn done(mut self) -> Check {
        let writes = |step: &Step| matches!(step.action, Action::Write(_));
        self.check.steps.append(&mut self.tidying);
        if self.check.steps.iter().any(writes) {
            self.add(Step { finally: true, ..Step::new(Role::Target, Action::Restore) });
        }
        self.check
    }
}

/// Whether the target knows all that a query uses.
pub(crate) fn knows(scene: &Scene<'_>, tree: &Tree) -> bool {
    let features = scene.target.features;
    features.without.is_empty()
        || scene.language.features(tree).into_iter().all(|feature| features.allow(feature))
}
