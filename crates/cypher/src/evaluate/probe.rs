//! Whether an expression raises somewhere that the answer does not show.
//!
//! An engine may evaluate a condition before other conditions, labels or joins have dropped a row: a property
//! of a node is read on every node. So an expression that may raise at all is tried on all that its variables
//! could hold: every element of the graph, and the values that a variable had where it came into being. If
//! that is too much, we say that it may raise (design, "verdict").

use super::check::{Check, pattern_columns};
use super::context::{Context, Scope};
use super::functions;
use super::pattern::is_old_form;
use super::table::{Column, Columns, Domain, Kind, Row, Type, position};
use super::value::Value;
use super::walk::{conjuncts, each_child, each_variable, has_aggregate, looks_at_graph};
use crate::ast::{BinaryOperator, Clause, Expression, Hop, PathPattern, Query, UnaryOperator, With};
use crate::walk;

/// How many combinations of values an expression is tried on.
const MAX_TRIES: usize = 1_024;

/// How many combinations are tried only to learn which values come out.
const MAX_LEARNT: usize = 144;

/// How many values are kept for a variable.
const MAX_VALUES: usize = 64;

/// The variables in scope where an expression stands, and what they could hold.
pub(super) struct Probe<'p> {
    pub(super) columns: &'p [Column],
    /// For each column, as far as there are any.
    pub(super) domains: &'p [Domain],
}

/// The values, each once; none when they are too many.
pub(super) fn domain<'v>(values: impl IntoIterator<Item = &'v Value>) -> Domain {
    let mut kept: Vec<Value> = Vec::new();
    for value in values {
        if !kept.contains(value) {
            kept.push(value.clone());
        }
        if kept.len() > MAX_VALUES {
            return None;
        }
    }
    Some(kept.into())
}

impl Context<'_> {
    /// Notices if some part of a condition raises where it may be evaluated.
    pub(super) fn probe_condition(&self, condition: &Expression, probe: &Probe<'_>) {
        let mut parts = Vec::new();
        conjuncts(condition, &mut parts);
        parts.into_iter().for_each(|part| self.probe(part, probe));
    }

    /// The same for one expression.
    pub(super) fn probe(&self, expression: &Expression, probe: &Probe<'_>) {
        if self.raises.get()
            || self.quiet.get()
            || has_aggregate(expression)
            || never_raises(expression, self, probe.columns)
        {
            return;
        }
        // What is inside a pattern or a subquery has values of its own.
        if looks_at_graph(expression) || self.tries(expression, probe, MAX_TRIES).is_none() {
            self.may_raise();
        }
    }

    /// The values of an expression, if they are few. Nothing hangs on them once an error is possible anyway.
    pub(super) fn learn(&self, expression: &Expression, probe: &Probe<'_>) -> Option<Vec<Value>> {
        if self.raises.get() || self.quiet.get() || looks_at_graph(expression) {
            return None;
        }
        self.tries(expression, probe, MAX_LEARNT)
    }

    /// Tries an expression on all that its variables could hold; none if it raises or that is too much.
    fn tries(&self, expression: &Expression, probe: &Probe<'_>, most: usize) -> Option<Vec<Value>> {
        let mut names: Vec<&str> = Vec::new();
        each_variable(expression, &mut |name| {
            if !names.contains(&name) {
                names.push(name);
            }
        });
        let columns: Vec<Column> = names
            .iter()
            .map(|name| Some(probe.columns[position(probe.columns, name)?].clone()))
            .collect::<Option<_>>()?;
        let mut rows: Vec<Row> = vec![Vec::new()];
        for column in &columns {
            rows = spread(&rows, &self.candidates(column, probe)?, most)?;
        }
        let (steps, open, raises) = (self.steps(), self.open.get(), self.raises.get());
        let values = rows.iter().map(|row| self.evaluate(expression, &Scope::new(&columns, row)).ok());
        let values = values.collect::<Option<Vec<Value>>>();
        self.set_steps(steps);
        self.open.set(open);
        let raised = self.raises.replace(raises);
        values.filter(|_| !raised || raises)
    }

    /// What a variable could hold.
    fn candidates(&self, column: &Column, probe: &Probe<'_>) -> Option<Vec<Value>> {
        let graph = self.graph;
        match column.kind.kind {
            Kind::Node => {
                let nodes = graph.nodes().iter().map(|node| node.id);
                let nodes = nodes.chain(graph.deleted.nodes.iter().copied()).map(Value::Node);
                Some(nodes.chain([Value::Null]).collect())
            }
            Kind::Relationship => {
                let found = graph.relationships().iter().map(|found| found.id);
                let found = found.chain(graph.deleted.relationships.keys().copied()).map(Value::Relationship);
                Some(found.chain([Value::Null]).collect())
            }
            _ => {
                let place = position(probe.columns, &column.name)?;
                probe.domains.get(place)?.as_ref().map(|values| values.to_vec())
            }
        }
    }

    /// Constants that no row reaches may still be folded before anything runs.
    pub(super) fn probe_constants(&self, expression: &Expression) {
        let mut constant = true;
        each_variable(expression, &mut |_| constant = false);
        if constant {
            return self.probe(expression, &Probe { columns: &[], domains: &[] });
        }
        each_child(expression, &mut |child, locals| {
            if locals.is_empty() {
                self.probe_constants(child);
            }
        });
    }
}

/// Every row extended by every value; none when they are too many.
fn spread(rows: &[Row], values: &[Value], most: usize) -> Option<Vec<Row>> {
    if rows.len().saturating_mul(values.len()) > most {
        return None;
    }
    let with = |row: &Row, value: &Value| row.iter().chain([value]).cloned().collect();
    Some(rows.iter().flat_map(|row| values.iter().map(move |value| with(row, value))).collect())
}

/// Whether no value of the variables makes the expression raise; true is sure, false is not.
fn never_raises(expression: &Expression, context: &Context<'_>, columns: &[Column]) -> bool {
    let safe = |part: &Expression| never_raises(part, context, columns);
    let kind = |part: &Expression| {
        let check = Check::new(&context.parameters, context.semantics);
        check.expression(part, columns).unwrap_or(Type::ANY)
    };
    let is = |part: &Expression, kinds: &[Kind]| {
        let found = kind(part).kind;
        found == Kind::Null || kinds.contains(&found)
    };
    match expression {
        Expression::Literal(_)
        | Expression::Variable(_)
        | Expression::Parameter(_)
        | Expression::CountStar => true,
        Expression::List(_)
        | Expression::Map(_)
        | Expression::IsNull { .. }
        | Expression::IsTyped { .. }
        | Expression::Case(_) => all_children(expression, &safe) && conditions_fit(expression, &is),
        Expression::MapProjection(projection) => {
            let subject = Expression::Variable(projection.variable.clone());
            is(&subject, &[Kind::Node, Kind::Relationship, Kind::Map]) && all_children(expression, &safe)
        }
        Expression::Pattern(pattern) => {
            pattern.selector.is_none() && pattern_never_raises(pattern, context, columns, columns)
        }
        Expression::PatternComprehension(inner) => {
            let after = pattern_columns(std::slice::from_ref(&inner.pattern), columns);
            pattern_never_raises(&inner.pattern, context, &after, columns)
                && inner
                    .condition
                    .iter()
                    .chain([&inner.projection])
                    .all(|part| never_raises(part, context, &after))
        }
        Expression::Subquery(inner) => query_never_raises(&inner.query, context, columns),
        Expression::Comparison { .. } => {
            context.semantics.cross_type_comparison == 0 && all_children(expression, &safe)
        }
        Expression::Property { subject, .. } => {
            is(subject, &[Kind::Node, Kind::Relationship, Kind::Map]) && safe(subject)
        }
        Expression::HasLabels { subject, .. } | Expression::IsLabeled { subject, .. } => {
            is(subject, &[Kind::Node, Kind::Relationship]) && safe(subject)
        }
        Expression::Unary { operator: UnaryOperator::Not, operand } => {
            is(operand, &[Kind::Boolean]) && safe(operand)
        }
        Expression::Binary { operator, left, right } => {
            let fits = match operator {
                BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor => {
                    is(left, &[Kind::Boolean]) && is(right, &[Kind::Boolean])
                }
                BinaryOperator::In => is(right, &[Kind::List]),
                BinaryOperator::StartsWith | BinaryOperator::EndsWith | BinaryOperator::Contains => true,
                _ => false,
            };
            fits && safe(left) && safe(right)
        }
        Expression::Function { name, arguments, .. } => functions::find(name).is_some_and(|function| {
            let fits = |(place, argument): (usize, &Expression)| {
                function.want(place).kinds().is_none_or(|kinds| is(argument, kinds)) && safe(argument)
            };
            function.total && arguments.iter().enumerate().all(fits)
        }),
        Expression::Quantifier(quantifier) => {
            let element = [Column::new(&quantifier.variable, Type::of(kind(&quantifier.list).element))];
            let inner = [&element, columns].concat();
            let check = Check::new(&context.parameters, context.semantics);
            is(&quantifier.list, &[Kind::List])
                && safe(&quantifier.list)
                && never_raises(&quantifier.condition, context, &inner)
                && check
                    .expression(&quantifier.condition, &inner)
                    .is_ok_and(|found| found.kind == Kind::Boolean)
        }
        _ => false,
    }
}

/// Whether the `WHEN`s of a `CASE` without a subject are truth values.
fn conditions_fit(expression: &Expression, is: &dyn Fn(&Expression, &[Kind]) -> bool) -> bool {
    match expression {
        Expression::Case(case) if case.subject.is_none() => {
            case.branches.iter().all(|(when, _)| is(when, &[Kind::Boolean]))
        }
        _ => true,
    }
}

/// Whether no value makes what is inside a pattern raise, of which these columns are bound after and before it.
fn pattern_never_raises(
    pattern: &PathPattern,
    context: &Context<'_>,
    after: &[Column],
    before: &[Column],
) -> bool {
    let quantified = pattern.steps.iter().filter_map(|step| match &step.hop {
        Hop::Quantified(inner) => Some(&inner.pattern),
        Hop::Relationship(_) => None,
    });
    let mut known = after.to_vec();
    for inner in quantified {
        // Of a repeated path the variables are single inside it.
        let own = pattern_columns(std::slice::from_ref(inner), before);
        known.splice(0..0, own);
    }
    let parts = walk::pattern_expressions(pattern);
    !is_old_form(pattern.selector) && parts.into_iter().all(|part| never_raises(part, context, &known))
}

/// The same for a subquery that sees these columns.
fn query_never_raises(query: &Query, context: &Context<'_>, columns: &[Column]) -> bool {
    let outer = Columns::from(columns);
    let check = Check::new(&context.parameters, context.semantics).with_procedures(context.procedures);
    let Ok(scopes) = check.inner_query(query, &outer, &outer) else { return false };
    let singles = std::iter::once(&query.first).chain(query.unions.iter().map(|(_, single)| single));
    singles.zip(&scopes).all(|(single, scopes)| {
        let before = std::iter::once(&outer).chain(scopes);
        let mut clauses = single.clauses.iter().zip(before).zip(scopes);
        clauses.all(|((clause, before), after)| clause_never_raises(clause, context, before, after))
    })
}

fn clause_never_raises(clause: &Clause, context: &Context<'_>, before: &[Column], after: &[Column]) -> bool {
    let safe = |part: &Expression, columns: &[Column]| never_raises(part, context, columns);
    match clause {
        Clause::Match(inner) => {
            let patterns =
                inner.patterns.iter().all(|pattern| pattern_never_raises(pattern, context, after, before));
            patterns && inner.condition.iter().all(|condition| safe(condition, after))
        }
        Clause::With(With { projection, condition: None }) | Clause::Return(projection) => {
            let counts = projection.skip.is_none() && projection.limit.is_none();
            let items = projection.items.iter().map(|item| &item.expression);
            let keys = projection.order.iter().map(|sort| &sort.expression);
            let joined = [after, before].concat();
            counts
                && items.into_iter().all(|item| safe(item, before))
                && keys.into_iter().all(|key| safe(key, &joined))
        }
        Clause::With(With { projection, condition: Some(condition) }) => {
            let plain = Clause::With(With { projection: projection.clone(), condition: None });
            let joined = [after, before].concat();
            clause_never_raises(&plain, context, before, after) && safe(condition, &joined)
        }
        Clause::Unwind(inner) => {
            let check = Check::new(&context.parameters, context.semantics);
            let kind = check.expression(&inner.list, before).map_or(Kind::Any, |found| found.kind);
            matches!(kind, Kind::List | Kind::Null) && safe(&inner.list, before)
        }
        Clause::Finish => true,
        _ => false,
    }
}

fn all_children(expression: &Expression, safe: &dyn Fn(&Expression) -> bool) -> bool {
    let mut all = true;
    each_child(expression, &mut |child, locals| all = all && locals.is_empty() && safe(child));
    all
}
