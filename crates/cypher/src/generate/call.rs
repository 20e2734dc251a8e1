//! `CALL { ... }`: a query within the query, written like the query itself from what one row imports.

use std::sync::Arc;

use super::build;
use super::draft::{Draft, Drafted};
use super::kind::Kind;
use super::scope::Variable;
use super::skeleton;
use super::write::is_updating;
use crate::ast::{Clause, Imports, Projection, Query, SingleQuery, SubqueryCall, UnionKind, With};
use crate::evaluate::State;

impl Draft<'_> {
    /// `CALL`, with the variables that it imports in either form; of a query that writes, if that is wanted.
    pub(super) fn calling(&mut self, updating: bool) -> Option<(Drafted, Option<State>)> {
        let features = &self.setting.features;
        let newer = features.allow("call-subquery.imports");
        let optional = features.allow("call-subquery.optional");
        let mut imported = self.variables.clone();
        self.choices.shuffle(&mut imported);
        imported.sort_by_key(|variable| !variable.kind.is_element());
        imported.truncate(self.choices.weighted(&[12, 48, 28, 12]));
        let newer = newer && self.choices.chance(60);
        if !newer && !imported.is_empty() && !features.allow("with") {
            return None;
        }
        let form = Form { newer, updating };
        let (first, columns, row) = self.inner(&imported, form, None);
        if updating && !first.iter().any(is_updating) {
            return None;
        }
        let mut query = Query::single(first);
        let all = features.allow("union-all");
        if !updating && (all || features.allow("union")) && self.choices.chance(15) {
            let (clauses, ..) = self.inner(&imported, form, Some(&columns));
            let kind = match features.allow("union") && (!all || self.choices.chance(55)) {
                true => UnionKind::Distinct,
                false => UnionKind::All,
            };
            query.unions.push((kind, SingleQuery { clauses }));
        }
        let names = imported.iter().map(|variable| variable.name.to_string()).collect();
        let clause = Clause::Subquery(SubqueryCall {
            optional: optional && self.choices.chance(20),
            imports: newer.then_some(Imports::Variables(names)),
            query,
        });
        let state = match self.joined(&columns, row) {
            Some(joined) => Some(joined),
            None => self.judged(&clause).ok()?,
        };
        // A node that is left with relationships is an error when the query ends.
        let whole = |state: &State| self.evaluator.finish(state).result.is_ok();
        if updating && self.is_full() && !state.as_ref().is_some_and(whole) {
            return None;
        }
        let variables = self.and(columns);
        let facts = self.extended(&variables, state.as_ref());
        Some((Drafted { clause, variables, facts }, state))
    }

    /// The clauses of one part of the subquery, the columns that it returns, and what they hold.
    fn inner(
        &mut self,
        imported: &[Variable],
        form: Form,
        columns: Option<&[Variable]>,
    ) -> (Vec<Clause>, Vec<Variable>, Option<State>) {
        let slots = if form.updating {
            skeleton::updating_subquery(&self.setting.features, self.choices)
        } else {
            let length = 1 + self.choices.weighted(&[5, 50, 35, 10]);
            skeleton::skeleton(length, &self.setting.features, self.choices)
        };
        let state = self.state.as_ref().map(|state| one_row(state, self.chosen, imported));
        let mut inner = Draft {
            setting: self.setting,
            view: Arc::clone(&self.view),
            evaluator: self.evaluator,
            choices: &mut *self.choices,
            names: std::mem::take(&mut self.names),
            variables: imported.to_vec(),
            clauses: Vec::new(),
            state,
            gone: Vec::new(),
            leaves: Vec::new(),
            chosen: 0,
            inner: true,
            may_raise: self.may_raise,
        };
        inner.look();
        slots.into_iter().for_each(|slot| inner.fill(slot));
        let writes = inner.clauses.last().is_some_and(is_updating);
        if form.updating && writes && inner.choices.chance(45) {
            inner.variables.clear();
        } else {
            inner.finish(columns);
        }
        let (mut clauses, mut returned, state) = (inner.clauses, inner.variables, inner.state);
        self.names = inner.names;
        if let Some(Clause::Return(projection)) = clauses.last_mut() {
            self.rename(projection, &mut returned);
        }
        if !form.newer && !imported.is_empty() {
            clauses.insert(0, importing(imported));
        }
        (clauses, returned, state)
    }

    /// Gives new names to what is returned under a name that is in scope outside.
    fn rename(&mut self, projection: &mut Projection, returned: &mut [Variable]) {
        for (item, variable) in projection.items.iter_mut().zip(returned) {
            if !self.is_in_scope(&variable.name) {
                continue;
            }
            let name = self.names.fresh(Kind::Any);
            for key in &mut projection.order {
                if key.expression == build::variable(&variable.name) {
                    key.expression = build::variable(&name);
                }
            }
            item.alias = Some(name.clone());
            variable.name = Arc::from(name);
        }
    }

    fn is_in_scope(&self, name: &str) -> bool {
        let columns = self.state.as_ref().map_or(&[][..], |state| &state.table.columns);
        columns.iter().any(|column| *column.name == *name)
            || self.variables.iter().any(|variable| *variable.name == *name)
    }
}

/// What a subquery is like.
#[derive(Clone, Copy)]
struct Form {
    /// Whether it imports variables in the newer form.
    newer: bool,
    /// Whether it writes.
    updating: bool,
}

/// `WITH a, b` at the beginning of a subquery.
fn importing(imported: &[Variable]) -> Clause {
    let item = |variable: &Variable| build::item(build::variable(&variable.name), &variable.name);
    let projection = Projection { items: imported.iter().map(item).collect(), ..Projection::default() };
    Clause::With(With { projection, condition: None })
}

/// The chosen row with the imported columns alone.
fn one_row(state: &State, chosen: usize, imported: &[Variable]) -> State {
    let wanted = |name: &str| imported.iter().any(|variable| *variable.name == *name);
    let places: Vec<usize> = (state.table.columns.iter().enumerate())
        .filter(|(_, column)| wanted(&column.name))
        .map(|(place, _)| place)
        .collect();
    let mut begin = State::start();
    begin.table.columns =
        places.iter().filter_map(|place| state.table.columns.get(*place).cloned()).collect();
    begin.table.rows = (state.table.rows.get(chosen).into_iter())
        .map(|row| places.iter().filter_map(|place| row.get(*place).cloned()).collect())
        .collect();
    begin.domains = vec![None; places.len()];
    begin.graph.clone_from(&state.graph);
    begin
}
