//! The reference evaluator played as an engine: it is fed with text only, perhaps with a planted fault.
//!
//! With it oracles are proven without a server: they must say nothing against it without a fault, under any profile, and
//! something with one. It decides what the language leaves open, as an engine would, and gives rows whose order is open
//! in another order than the reference keeps them, so that a law which leans on an order shows.

use std::sync::Arc;

use crate::answer::{Answer, Outcome, Phase, QueryError, Table, UNSUPPORTED};
use crate::engine::{Engine, Identity, Limits, Request};
use crate::graph::{Graph, Index};
use crate::language::{Budget, Failure, Language, Session};
use crate::profile::{Dialect, Profile};
use crate::value::Value;

/// The reference as an engine.
pub struct Played<'a> {
    language: &'a dyn Language,
    profile: Profile,
    budget: Budget,
    identity: Identity,
    /// The graph that was loaded, and the reference with it.
    loaded: Option<(Arc<Graph>, Box<dyn Session>)>,
    /// Something was written since.
    changed: bool,
    restarts: usize,
}

impl<'a> Played<'a> {
    /// One that answers under a profile, which may have a fault.
    pub fn new(language: &'a dyn Language, profile: Profile, budget: Budget) -> Self {
        let identity = Identity::new("reference", profile.fault.clone().unwrap_or_default());
        Self { language, profile, budget, identity, loaded: None, changed: false, restarts: 0 }
    }

    fn evaluate(&mut self, text: &str) -> Outcome {
        let Some((_, session)) = &mut self.loaded else {
            return Outcome::Broken("no graph is loaded".to_owned());
        };
        let tree = match self.language.parse_under(text, &self.profile) {
            Ok(tree) => tree,
            Err(error) => return Outcome::Rejected(error),
        };
        self.changed |= self.language.writes(&tree);
        match session.run(&tree, &self.budget).result {
            Ok(answer) => Outcome::answer(closed(reversed(answer))),
            Err(failure @ (Failure::Budget(_) | Failure::Unmodelled(_))) => {
                Outcome::Rejected(QueryError::new(Phase::Run, UNSUPPORTED, failure.to_string()))
            }
            Err(failure) => failure.into(),
        }
    }
}

impl Engine for Played<'_> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, graph: &Arc<Graph>, _limits: &Limits) -> Outcome {
        self.changed = false;
        match self.language.session(graph, &self.profile) {
            Ok(session) => self.loaded = Some((Arc::clone(graph), session)),
            Err(error) => return Outcome::Broken(error.to_string()),
        }
        Outcome::done()
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        self.loaded.as_ref().filter(|_| !self.changed).map(|(graph, _)| graph)
    }

    fn forget(&mut self) {
        self.loaded = None;
    }

    fn run(&mut self, request: &Request<'_>, limits: &Limits) -> Outcome {
        let outcome = self.evaluate(request.text);
        if matches!(outcome, Outcome::Crashed(_) | Outcome::TimedOut) {
            self.loaded = None;
            self.restarts += 1;
        }
        match &outcome {
            Outcome::Answered(reply) if reply.answer.len() > limits.rows => {
                let text = format!("more than {} rows", limits.rows);
                Outcome::Rejected(QueryError::new(Phase::Run, crate::answer::ROW_LIMIT, text))
            }
            _ => outcome,
        }
    }

    /// The graph with the index, or without it, loaded anew: what a fault has kept beside it is gone.
    fn index(&mut self, index: &Index, drop: bool, limits: &Limits) -> Outcome {
        let Some((graph, session)) = &self.loaded else {
            return Outcome::Broken("no graph is loaded".to_owned());
        };
        let mut now = session.graph();
        if let Graph::Property(graph) = &mut now {
            graph.indexes.retain(|declared| declared != index);
            graph.indexes.extend((!drop).then(|| index.clone()));
        }
        let before = Arc::clone(graph);
        let outcome = self.load(&Arc::new(now), limits);
        if let Some((graph, _)) = &mut self.loaded {
            *graph = before;
        }
        self.changed = true;
        outcome
    }

    fn dump(&mut self, _limits: &Limits) -> Result<Graph, Box<Outcome>> {
        let none = || Box::new(Outcome::Broken("no graph is loaded".to_owned()));
        self.loaded.as_ref().map(|(_, session)| session.graph()).ok_or_else(none)
    }

    fn native_id(&self, element: &Value) -> Option<String> {
        match element {
            Value::Vertex(id) | Value::Edge(id) => {
                self.language.literal(&Value::Int(*id), &Dialect::default())
            }
            _ => None,
        }
    }

    fn restarts(&self) -> usize {
        self.restarts
    }
}

/// The rows the other way round where their order is open.
fn reversed(mut answer: Answer) -> Answer {
    if let Answer::Table(Table { rows, order: None, .. }) = &mut answer {
        rows.reverse();
    }
    answer
}

/// The answer as an engine would give it: what the language leaves open is decided in some way.
pub fn closed(mut answer: Answer) -> Answer {
    if let Answer::Table(table) = &mut answer {
        table.change(&mut |part| match part {
            Value::Bag(items) | Value::Set(items) => Value::List(items),
            Value::Near(number) => Value::Float(number),
            Value::Open(_) => Value::Null,
            other => other,
        });
    }
    answer
}
