//! A query under construction: its clauses so far, what they give, and the next clause.
//!
//! With full guidance every clause is evaluated as it is written, on all rows; one that leaves no rows, too
//! many, may raise, or hangs on what the language leaves open is written anew. With less guidance the rows are
//! one remembered row, or none.

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::language::{Failure, Guidance, Setting};

use super::condition::Conditions;
use super::expression::Writer;
use super::kind::Kind;
use super::pattern::Patterns;
use super::scope::{self, Leaf, Names, Sample, Variable};
use super::skeleton::Slot;
use super::view::{Gone, View};
use super::write::is_updating;
use crate::ast::{Clause, Expression, Hint, Match, NodePattern, PathPattern, Unwind, With};
use crate::evaluate::{Evaluator, State, Value};

/// More rows than this in any table are too many: evaluation would cost more than it shows.
pub(super) const MOST_ROWS: usize = 150;

/// From so many rows on, the next clause is one that makes them fewer.
const MANY_ROWS: usize = 20;

/// How often a clause is tried before it is left out.
const TRIES: usize = 5;

/// A query under construction.
pub(super) struct Draft<'a> {
    pub(super) setting: &'a Setting,
    /// The graph, as the clauses so far have left it.
    pub(super) view: Arc<View>,
    pub(super) evaluator: &'a Evaluator<'a>,
    pub(super) choices: &'a mut Choices,
    pub(super) names: Names,
    pub(super) variables: Vec<Variable>,
    pub(super) clauses: Vec<Clause>,
    /// What the clauses so far give; none where that is not known.
    pub(super) state: Option<State>,
    /// What nodes had before the last updating clauses changed it: a label and a property of such a node.
    pub(super) gone: Vec<Gone>,
    /// What can be read here, the chosen row's values first.
    pub(super) leaves: Vec<Leaf>,
    /// The row that patterns and conditions are made to hold on.
    pub(super) chosen: usize,
    /// Whether this is a subquery; it has none in it.
    pub(super) inner: bool,
    /// Whether clauses are accepted that some order of evaluation may raise in.
    pub(super) may_raise: bool,
}

/// A clause is not to be taken.
pub(super) struct Rejected;

/// A clause with the variables that are in scope after it.
pub(super) struct Drafted {
    pub(super) clause: Clause,
    pub(super) variables: Vec<Variable>,
    /// What can be read after it, where that is known already.
    pub(super) facts: Option<Vec<Leaf>>,
}

impl Drafted {
    pub(super) fn new(clause: Clause, variables: Vec<Variable>) -> Self {
        Self { clause, variables, facts: None }
    }
}

impl<'a> Draft<'a> {
    pub(super) fn new(
        setting: &'a Setting,
        view: &Arc<View>,
        evaluator: &'a Evaluator<'a>,
        choices: &'a mut Choices,
    ) -> Self {
        let state = (setting.guidance != Guidance::Random).then(|| evaluator.start());
        let may_raise = choices.chance(4);
        Self {
            setting,
            view: Arc::clone(view),
            evaluator,
            choices,
            names: Names::default(),
            variables: Vec::new(),
            clauses: Vec::new(),
            state,
            gone: Vec::new(),
            leaves: Vec::new(),
            chosen: 0,
            inner: false,
            may_raise,
        }
    }

    /// The variables in scope and more.
    pub(super) fn and(&self, new: Vec<Variable>) -> Vec<Variable> {
        let mut variables = Vec::with_capacity(self.variables.len() + new.len());
        variables.extend_from_slice(&self.variables);
        variables.extend(new);
        variables
    }

    /// Whether clauses are judged by what they give.
    pub(super) fn is_full(&self) -> bool {
        self.setting.guidance == Guidance::Full
    }

    pub(super) fn rows(&self) -> usize {
        self.state.as_ref().map_or(1, |state| state.table.rows.len())
    }

    /// How deep the next expression may be: mostly shallow.
    pub(super) fn depth(&mut self) -> usize {
        self.choices.weighted(&[25, 42, 25, 8]).min(self.setting.depth)
    }

    /// Writes one clause, or leaves it out if nothing fits.
    pub(super) fn fill(&mut self, slot: Slot) {
        let crowded = self.is_full() && self.rows() > MANY_ROWS && self.setting.features.allow("with");
        let slot = if crowded && slot.reads() { Slot::With } else { slot };
        // A clause that writes is tried on its rows in many orders.
        if crowded && slot.writes() {
            self.fill(Slot::With);
        }
        if slot.reads() && self.clauses.last().is_some_and(is_updating) {
            self.fill(Slot::With);
            if self.clauses.last().is_some_and(is_updating) {
                return;
            }
        }
        for attempt in 0..TRIES {
            let drafted = match slot {
                Slot::Match => self.matching(false, attempt),
                Slot::OptionalMatch => self.matching(true, attempt),
                Slot::Unwind => self.unwind(attempt),
                Slot::With => self.with(crowded),
                Slot::Call | Slot::CallUpdating if self.inner => None,
                Slot::Call => self.calling(false),
                Slot::CallUpdating => self.calling(true),
                _ => self.updating(slot),
            };
            if let Some((drafted, state)) = drafted {
                self.commit(drafted, state);
                return;
            }
        }
    }

    pub(super) fn commit(&mut self, drafted: Drafted, state: Option<State>) {
        let Drafted { clause, variables, facts } = drafted;
        let updating = is_updating(&clause);
        self.clauses.push(clause);
        self.variables = variables;
        self.state = state;
        if updating {
            self.follow();
        }
        match facts {
            Some(facts) if !updating => (self.chosen, self.leaves) = (0, facts),
            _ => self.look(),
        }
    }

    /// Commits the last clause: nothing is written over what can be read after it.
    pub(super) fn conclude(&mut self, drafted: Drafted, state: Option<State>) {
        self.clauses.push(drafted.clause);
        self.variables = drafted.variables;
        self.state = state;
        self.chosen = self.choices.below(self.rows());
    }

    /// Looks at the graph as the last clause has left it: what is deleted is not spoken of again.
    fn follow(&mut self) {
        let Some(state) = &self.state else { return };
        let Some(graph) = &state.graph else { return };
        let view = Arc::new(self.view.after(graph.elements()));
        let is_there = |variable: &Variable| {
            let rows = 0..state.table.rows.len();
            rows.filter_map(|row| state.value(row, &variable.name)).all(|value| view.holds(value))
        };
        self.variables.retain(is_there);
        self.gone.extend(self.view.gone(&view));
        self.view = view;
    }

    /// What writes expressions over what can be read here.
    pub(super) fn writer(&mut self) -> Writer<'_> {
        Writer::new(self.choices, self.setting, &self.leaves, &self.view, &mut self.names)
    }

    /// Chooses a row and reads what is known there.
    pub(super) fn look(&mut self) {
        self.chosen = self.choices.below(self.rows());
        self.leaves = self.facts(&self.variables, self.state.as_ref(), self.chosen);
    }

    pub(super) fn facts(&self, variables: &[Variable], state: Option<&State>, chosen: usize) -> Vec<Leaf> {
        match state {
            Some(state) => {
                let sample = Sample::new(&state.table.columns, &state.table.rows, chosen);
                scope::leaves(variables, Some(&sample), &self.view)
            }
            None => scope::leaves(variables, None, &self.view),
        }
    }

    /// What a clause gives, if it is acceptable and if that is known.
    pub(super) fn judged(&mut self, clause: &Clause) -> Result<Option<State>, Rejected> {
        let Some(before) = &self.state else {
            return Ok(None);
        };
        let after = self.evaluator.clause(clause, before);
        self.accepted(after)
    }

    /// What a clause with a `WHERE` gives, given what it gives without, if that is acceptable and known.
    fn narrowed(&mut self, clause: &Clause, all: Option<&State>) -> Result<Option<State>, Rejected> {
        match all.and_then(|all| self.evaluator.narrowed(clause, all)) {
            Some(after) => self.accepted(after),
            None => self.judged(clause),
        }
    }

    fn accepted(&mut self, after: Result<State, Failure>) -> Result<Option<State>, Rejected> {
        let after = after.ok().filter(|after| !after.table.rows.is_empty());
        if self.is_full() {
            let fits = |after: &State| {
                after.table.rows.len() <= MOST_ROWS
                    && (!after.raises || self.may_raise)
                    && after.open.is_none()
            };
            return after.filter(fits).map(Some).ok_or(Rejected);
        }
        // One row is remembered; where even that is lost, nothing is known from here on.
        Ok(after.map(|mut after| {
            let kept = self.choices.below(after.table.rows.len());
            after.table.rows.swap(0, kept);
            after.table.rows.truncate(1);
            after.order = None;
            after
        }))
    }

    /// `MATCH` or `OPTIONAL MATCH`; later attempts are plainer.
    fn matching(&mut self, optional: bool, attempt: usize) -> Option<(Drafted, Option<State>)> {
        let allow = |feature| self.setting.features.allow(feature);
        let several = allow("pattern.several") && (!optional || allow("optional-match.several"));
        let most = if several { self.setting.patterns.max(1) } else { 1 };
        let count = if attempt > 1 { 1 } else { (1 + self.choices.weighted(&[64, 27, 9])).min(most) };
        let astray = optional && self.choices.chance(50);
        let apart = self.rows() * self.view.graph.vertices.len() <= 40;
        let mut patterns = Patterns::new(
            self.choices,
            &self.setting.features,
            &self.view,
            &mut self.names,
            &self.leaves,
            self.setting.guidance != Guidance::Random,
        );
        patterns.apart = apart;
        patterns.astray = astray;
        let mut made = patterns.patterns(count);
        if optional
            && !self.gone.is_empty()
            && patterns.choices.chance(50)
            && let Some(stale) = patterns.stale(&self.gone)
        {
            made = vec![stale];
        }
        let (new, walked, strayed) = (patterns.new, patterns.walked, patterns.strayed);
        let hints = self.hints(&made, &new);
        let recorded = if strayed { None } else { self.recorded(&new, walked) };
        let variables = self.and(new);
        let clause = Clause::Match(Match { optional, patterns: made, hints, condition: None });
        let state = match recorded {
            Some(recorded) => Some(recorded),
            None => self.judged(&clause).ok()?,
        };
        let facts = self.extended(&variables, state.as_ref());
        let drafted = Drafted { clause, variables, facts };
        let where_feature = if optional { "where.optional-match" } else { "where.match" };
        let wanted = self.choices.chance(if optional { 45 } else { 38 });
        if wanted && self.setting.features.allow("where") && self.setting.features.allow(where_feature) {
            return Some(self.conditioned(drafted, state));
        }
        Some((drafted, state))
    }

    /// Now and then `USING SCAN` for a node of the clause that has a label; not where paths are selected, which are
    /// looked for in another way.
    fn hints(&mut self, patterns: &[PathPattern], new: &[Variable]) -> Vec<Hint> {
        if !self.setting.features.allow("hint") || !self.choices.chance(2) {
            return Vec::new();
        }
        let plain = patterns.iter().filter(|pattern| pattern.selector.is_none());
        let nodes = plain.flat_map(|pattern| {
            std::iter::once(&pattern.start).chain(pattern.steps.iter().map(|step| &step.node))
        });
        let scan = |node: &NodePattern| {
            let variable = node.variable.clone().filter(|name| new.iter().any(|new| *new.name == **name))?;
            Some(Hint::Scan { variable, label: node.labels.first()?.clone() })
        };
        let scans: Vec<Hint> = nodes.filter_map(scan).collect();
        self.choices.pick(&scans).cloned().into_iter().collect()
    }

    /// The clause with a `WHERE` that keeps the row it was made for and drops another, if one is found.
    fn conditioned(&mut self, mut drafted: Drafted, state: Option<State>) -> (Drafted, Option<State>) {
        let rows = state.as_ref().map_or(1, |state| state.table.rows.len());
        let chosen = self.choices.below(rows);
        let facts = match drafted.facts.take() {
            Some(facts) => facts,
            None => self.facts(&drafted.variables, state.as_ref(), chosen),
        };
        for attempt in 0..3 {
            let row = state.as_ref().map(|state| (state, chosen));
            let Some(condition) = self.condition(&facts, row, true) else { continue };
            set_condition(&mut drafted.clause, Some(condition));
            if !self.is_full() {
                // The remembered row is one that it was made for.
                break;
            }
            let Ok(after) = self.narrowed(&drafted.clause, state.as_ref()) else { continue };
            let kept = after.as_ref().map_or(1, |after| after.table.rows.len());
            if kept < rows || rows == 1 || attempt == 2 {
                return (drafted, after);
            }
        }
        if self.is_full() {
            set_condition(&mut drafted.clause, None);
        } else {
            drafted.facts = Some(facts);
        }
        (drafted, state)
    }

    /// A condition over what can be read; where a row is known, `wanted` on it.
    pub(super) fn condition(
        &mut self,
        leaves: &[Leaf],
        row: Option<(&State, usize)>,
        wanted: bool,
    ) -> Option<Expression> {
        let depth = self.depth();
        let mut writer = Writer::new(self.choices, self.setting, leaves, &self.view, &mut self.names);
        let guided = matches!(self.setting.guidance, Guidance::Data | Guidance::Full);
        let Some((state, chosen)) = row.filter(|_| guided) else {
            return writer.expression(Kind::Boolean, depth.max(1));
        };
        let evaluator = self.evaluator;
        let value = |expression: &Expression| -> Option<Value> {
            evaluator.expression(expression, state, chosen).ok()
        };
        Conditions { writer: &mut writer, value: &value }.condition(wanted, depth)
    }

    /// `UNWIND`; later attempts are plainer.
    fn unwind(&mut self, attempt: usize) -> Option<(Drafted, Option<State>)> {
        let depth = self.depth();
        let crowded = self.rows() > MANY_ROWS / 3;
        let mut writer = self.writer();
        let plain = crowded || attempt > 1;
        let read = writer.leaf_where(|leaf| leaf.kind.is_list() && !plain);
        let kinds = [Kind::IntegerList, Kind::IntegerList, Kind::StringList, Kind::StringList, Kind::List];
        let (list, kind) = match (writer.choices.weighted(&[45, 25, 30]), read) {
            (0, Some(leaf)) => (leaf.expression(), leaf.kind),
            (1, _) if !plain => {
                let kind = writer.kind_at_hand(&kinds);
                (writer.expression(kind, depth)?, kind)
            }
            _ => writer.short_list(if plain { 2 } else { 4 })?,
        };
        let item = kind.item().unwrap_or(Kind::Any);
        let name = self.names.fresh(item);
        let variable = Variable::new(&name, item);
        let unwound = self.unwound(&list, &variable.name);
        let clause = Clause::Unwind(Unwind { list, variable: name });
        let state = match unwound {
            Some(unwound) => Some(unwound),
            None => self.judged(&clause).ok()?,
        };
        let variables = self.and(vec![variable]);
        let facts = self.extended(&variables, state.as_ref());
        Some((Drafted { clause, variables, facts }, state))
    }

    /// `WITH`, perhaps with a `WHERE`.
    fn with(&mut self, crowded: bool) -> Option<(Drafted, Option<State>)> {
        let (projection, variables) = self.projection(false, crowded, None)?;
        let projected = self.projected(&projection, &variables);
        let clause = Clause::With(With { projection, condition: None });
        let state = match projected {
            Some(projected) => Some(projected),
            None => self.judged(&clause).ok()?,
        };
        let drafted = Drafted::new(clause, variables);
        let allowed = self.setting.features.allow("where") && self.setting.features.allow("where.with");
        // What was cut is asked about: a condition must not move through a cut.
        let is_cut = matches!(self.clauses.last(), Some(Clause::With(with)) if with.projection.is_sliced());
        let likely = crowded || is_cut;
        if allowed && self.choices.chance(if likely { 75 } else { 40 }) {
            return Some(self.conditioned(drafted, state));
        }
        Some((drafted, state))
    }
}

/// Gives a clause that takes one this `WHERE`.
fn set_condition(clause: &mut Clause, condition: Option<Expression>) {
    match clause {
        Clause::Match(clause) => clause.condition = condition,
        Clause::With(clause) => clause.condition = condition,
        _ => {}
    }
}
