//! The end of a query: its `RETURN`, and the few queries that raise or find nothing on purpose.

use super::build;
use super::draft::{Draft, Drafted, Rejected};
use super::kind::Kind;
use super::scope::{Leaf, Variable};
use super::write::is_updating;
use crate::ast::{
    BinaryOperator, Clause, Create, Expression, NodePattern, PathPattern, Projection, SortItem, With,
};
use crate::evaluate::{State, Value};

/// How often the `RETURN` is tried before it just returns what is in scope.
const TRIES: usize = 8;

impl Draft<'_> {
    /// Writes the `RETURN`.
    pub(super) fn finish(&mut self, columns: Option<&[Variable]>) {
        for _ in 0..TRIES {
            let Some((projection, variables)) = self.projection(true, false, columns) else { continue };
            let drafted = Drafted::new(Clause::Return(projection), variables);
            if let Ok(state) = self.judged_last(&drafted.clause) {
                return self.conclude(drafted, state);
            }
        }
        let (projection, variables) = self.everything(columns);
        let drafted = Drafted::new(Clause::Return(projection), variables);
        let state = self.judged_last(&drafted.clause).ok().flatten();
        self.conclude(drafted, state);
    }

    /// What the `RETURN` gives, where that is of interest: not to one who looks at a row no further.
    fn judged_last(&mut self, clause: &Clause) -> Result<Option<State>, Rejected> {
        match self.is_full() || self.inner {
            true => self.judged(clause),
            false => Ok(None),
        }
    }

    /// All variables in scope; constants where another branch of the union has fixed the columns.
    fn everything(&self, columns: Option<&[Variable]>) -> (Projection, Vec<Variable>) {
        let one = |name: &str| (build::item(build::integer(1), name), Variable::new(name, Kind::Integer));
        let items: Vec<_> = match columns {
            Some(columns) => columns.iter().map(|column| one(&column.name)).collect(),
            None if self.variables.is_empty() => vec![one("a0")],
            None => {
                let item = |variable: &Variable| build::item(build::variable(&variable.name), &variable.name);
                self.variables.iter().map(|variable| (item(variable), variable.clone())).collect()
            }
        };
        let (items, variables) = items.into_iter().unzip();
        (Projection { items, ..Projection::default() }, variables)
    }

    /// Ends the query with what raises, whatever order things are evaluated in: while it runs, or before.
    pub(super) fn finish_raising(&mut self) -> bool {
        let clauses = match self.choices.chance(40) {
            true => self.rejected(),
            false => {
                self.raising().and_then(|raising| self.raising_clause(raising)).map(|clause| vec![clause])
            }
        };
        let Some(clauses) = clauses else {
            return false;
        };
        self.clauses.extend(clauses);
        self.variables.clear();
        self.state = None;
        true
    }

    /// A `RETURN` with one more item that raises; or, where the query writes already, now and then a clause that
    /// writes for some rows and raises for another.
    fn raising_clause(&mut self, raising: Expression) -> Option<Clause> {
        let writes = self.clauses.iter().any(is_updating) && self.setting.features.allow("create");
        if writes && self.setting.features.allow("pattern.property-map") && self.choices.chance(50) {
            let key = self.choices.pick(self.view.keys(Kind::Node))?.0.to_string();
            let start = NodePattern { properties: vec![(key, raising)], ..NodePattern::default() };
            let patterns = vec![PathPattern { start, ..PathPattern::default() }];
            return Some(Clause::Create(Create { patterns }));
        }
        let (mut projection, _) = self.projection(true, false, None)?;
        let name = self.names.fresh(Kind::Any);
        projection.items.push(build::item(raising, &name));
        Some(Clause::Return(projection))
    }

    /// A projection that a compiler rejects: it speaks of what is no longer in scope, takes together what cannot be, or
    /// names two columns alike.
    fn rejected(&mut self) -> Option<Vec<Clause>> {
        let leaf = self.writer().leaf_where(|leaf| leaf.kind.is_sortable()).cloned()?;
        let other = self.writer().leaf_where(|other| !other.is_of(&leaf) && other.kind.is_sortable());
        let (read, other) = (leaf.expression(), other.map(Leaf::expression));
        let name = self.names.fresh(Kind::Any);
        let one = |expression| vec![build::item(expression, &name)];
        let by = |expression| vec![SortItem { expression, descending: false }];
        let features = &self.setting.features;
        let (distinct, order) = (features.allow("distinct"), features.allow("order-by"));
        let counted = features.allow("aggregate.count-star");
        let plain = Projection::default();
        let projection = match self.choices.below(6) {
            0 | 1 if distinct && order => {
                Projection { distinct, items: one(read), order: by(other?), ..plain }
            }
            2 if counted && order => {
                Projection { items: one(Expression::CountStar), order: by(read), ..plain }
            }
            3 if counted => {
                Projection { items: one(build::call("count", vec![Expression::CountStar])), ..plain }
            }
            4 => {
                let items = vec![build::item(read, &name), build::item(build::integer(1), &name)];
                Projection { items, ..plain }
            }
            _ => Projection { items: one(build::variable(&self.names.fresh(Kind::Node))), ..plain },
        };
        if features.allow("with") && self.choices.chance(50) {
            let returned = Projection { items: one(build::variable(&name)), ..Projection::default() };
            return Some(vec![Clause::With(With { projection, condition: None }), Clause::Return(returned)]);
        }
        Some(vec![Clause::Return(projection)])
    }

    /// An expression that raises on the chosen row: arithmetic without a result, or an operand that no rule
    /// accepts.
    fn raising(&mut self) -> Option<Expression> {
        let mut writer = self.writer();
        let positive = |value: &Value| matches!(value, Value::Integer(number) if *number > 0);
        let known = |value: Option<&Value>| value.is_some_and(|value| !value.is_null());
        let large = |value: &Value| matches!(value, Value::Integer(number) if *number > 1);
        let form = writer.choices.below(8);
        let (kind, feature) = match form {
            0 => (Kind::Integer, "operator.divide"),
            1 => (Kind::Integer, "operator.modulo"),
            2 => (Kind::Integer, "operator.add"),
            3 => (Kind::String, "function.abs"),
            4 => (Kind::Integer, "operator.subtract"),
            5 | 6 => (Kind::Integer, "operator.multiply"),
            _ => (Kind::Integer, "function.toupper"),
        };
        if !writer.allow(feature) {
            return None;
        }
        let leaf = writer.leaf_where(|leaf| {
            let first = leaf.values.first();
            let fits = match form {
                2 | 4 => first.is_some_and(positive),
                5 | 6 => first.is_some_and(large),
                _ => true,
            };
            leaf.kind == kind && known(first) && fits
        })?;
        let read = leaf.expression();
        Some(match form {
            0 => build::binary(BinaryOperator::Divide, read, build::integer(0)),
            1 => build::binary(BinaryOperator::Modulo, read, build::integer(0)),
            2 => build::binary(BinaryOperator::Add, build::integer(i64::MAX), read),
            3 => build::call("abs", vec![read]),
            4 => build::binary(BinaryOperator::Subtract, build::integer(i64::MIN), read),
            5 | 6 => build::binary(BinaryOperator::Multiply, read, build::integer(i64::MAX)),
            _ => build::call("toUpper", vec![read]),
        })
    }

    /// Writes a `RETURN` of which no row is left: what was written before it stays written.
    fn finish_cut(&mut self) -> bool {
        let Some((projection, variables)) = self.projection(true, false, None) else {
            return false;
        };
        if !self.setting.features.allow("limit") {
            return false;
        }
        let projection = Projection { skip: None, limit: Some(build::integer(0)), ..projection };
        self.clauses.push(Clause::Return(projection));
        (self.variables, self.state) = (variables, None);
        true
    }

    /// Writes a condition that no row satisfies, and a `RETURN` that says so.
    pub(super) fn finish_empty(&mut self) -> bool {
        let features = &self.setting.features;
        let Some(state) = self.state.clone() else {
            return false;
        };
        if !["with", "star", "where", "where.with"].iter().all(|feature| features.allow(feature)) {
            return false;
        }
        if self.clauses.iter().any(is_updating) {
            return self.finish_cut();
        }
        let facts = self.leaves.clone();
        for _ in 0..TRIES {
            let row = Some((&state, self.chosen));
            let Some(condition) = self.condition(&facts, row, false) else { continue };
            let projection = Projection { star: true, ..Projection::default() };
            let clause = Clause::With(With { projection, condition: Some(condition) });
            let after = self.evaluator.clause(&clause, &state);
            if after.is_ok_and(|after| after.table.rows.is_empty() && after.open.is_none() && !after.raises) {
                self.clauses.push(clause);
                let Some((projection, variables)) = self.projection(true, false, None) else { continue };
                self.clauses.push(Clause::Return(projection));
                self.variables = variables;
                self.state = None;
                return true;
            }
        }
        false
    }
}
