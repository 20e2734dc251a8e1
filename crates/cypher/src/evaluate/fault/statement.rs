//! Faults of whole statements: what is counted elsewhere, what is left out, what is kept from the first row.

use super::Fault;
use super::plan::parts;
use super::trail::Trail;
use crate::ast::{Clause, Expression, Literal, Match, Projection, ProjectionItem, Query, SingleQuery};
use crate::evaluate::context::{Context, Scope};
use crate::evaluate::project::column_name;
use crate::evaluate::table::{Column, Table, position};
use crate::evaluate::value::Value;
use crate::evaluate::walk::rewrite;
use crate::walk::pattern_expressions_mut;

/// `MATCH (n:L) RETURN count(n)` with the number that the counter of the label has.
pub(super) fn count_by_counter(query: &Query, trail: &Trail) -> Option<Query> {
    let [Clause::Match(clause), Clause::Return(projection)] = query.first.clauses.as_slice() else {
        return None;
    };
    let ([pattern], [item]) = (clause.patterns.as_slice(), projection.items.as_slice()) else { return None };
    let ([label], true) = (pattern.start.labels.as_slice(), pattern.steps.is_empty()) else { return None };
    let node = &pattern.start;
    let is_bare = !clause.optional
        && clause.condition.is_none()
        && query.unions.is_empty()
        && !projection.star
        && (pattern.selector.is_none() && pattern.condition.is_none())
        && (node.is_plain() && node.properties.is_empty());
    if !is_bare || !counts(&item.expression, node.variable.as_deref()) {
        return None;
    }
    let number = trail.counters.get(label.as_str()).copied().unwrap_or_default();
    let alias = Some(column_name(item).into_owned());
    let item = ProjectionItem { expression: Expression::Literal(Literal::Integer(number)), alias };
    let projection = Projection { items: vec![item], ..projection.clone() };
    let first = SingleQuery { clauses: vec![Clause::Return(projection)] };
    Some(Query { first, ..query.clone() })
}

/// Whether this is `count(*)`, or `count(n)` of this variable.
fn counts(expression: &Expression, variable: Option<&str>) -> bool {
    match expression {
        Expression::CountStar => true,
        Expression::Function { name, distinct: false, arguments } if name.eq_ignore_ascii_case("count") => {
            matches!(arguments.as_slice(), [Expression::Variable(name)] if Some(name.as_str()) == variable)
        }
        _ => false,
    }
}

/// Whether a statement ends in `LIMIT 0`.
pub(super) fn gives_nothing(context: &Context<'_>, query: &Query) -> bool {
    let (Some(Clause::Return(Projection { limit: Some(limit), .. })), true) =
        (query.first.clauses.last(), query.unions.is_empty())
    else {
        return false;
    };
    matches!(context.evaluate(limit, &Scope::new(&[], &[])), Ok(Value::Integer(0)))
}

/// The variables of `UNWIND` in parts that read with several `MATCH` and then create.
pub(super) fn kept_variables(query: &Query) -> Vec<String> {
    let mut kept = Vec::new();
    for (clauses, _) in parts(query, &vec![Vec::new(); query.unions.len() + 1]) {
        let creates = clauses.iter().rposition(|clause| matches!(clause, Clause::Create(_)));
        let read = clauses.get(..creates.unwrap_or(0)).unwrap_or_default();
        if read.iter().filter(|clause| matches!(clause, Clause::Match(_))).count() > 1 {
            kept.extend(clauses.iter().filter_map(|clause| match clause {
                Clause::Unwind(unwind) => Some(unwind.variable.clone()),
                _ => None,
            }));
        }
    }
    kept
}

impl<'g> Context<'g> {
    /// A `MATCH` whose conditions compare with the values that variables of `UNWIND` have in the first row; none if
    /// it has no such conditions.
    pub(in crate::evaluate) fn with_first_row(
        &self,
        clause: &Match,
        table: &Table,
    ) -> Option<(Match, Context<'g>)> {
        let first = table.rows.first().filter(|_| self.has(Fault::FirstRowKept))?;
        let mut kept: Vec<(String, Value)> = Vec::new();
        let names = self.trail.borrow().kept.clone();
        let mut replace = |name: &str| {
            let place = position(&table.columns, name).filter(|_| names.iter().any(|known| known == name))?;
            let hidden = format!("\0{name}");
            kept.push((hidden.clone(), first.get(place)?.clone()));
            Some(Expression::Parameter(hidden))
        };
        let mut clause = clause.clone();
        if let Some(condition) = &mut clause.condition {
            *condition = with_operands(condition, &mut replace);
        }
        for value in clause.patterns.iter_mut().flat_map(pattern_expressions_mut) {
            let other = match &*value {
                Expression::Variable(name) => replace(name),
                other => Some(with_operands(other, &mut replace)),
            };
            other.into_iter().for_each(|other| *value = other);
        }
        if kept.is_empty() {
            return None;
        }
        let parameters =
            self.parameters.iter().map(|(name, value)| (name.clone(), value.clone())).chain(kept);
        Some((clause, self.with(parameters.collect())))
    }
}

/// The expression with other operands of comparisons.
fn with_operands(expression: &Expression, replace: &mut dyn FnMut(&str) -> Option<Expression>) -> Expression {
    rewrite(expression, &[], &mut |part, locals| {
        let Expression::Comparison { first, rest } = part else { return None };
        let mut operand = |operand: &Expression| match operand {
            Expression::Variable(name) if !locals.contains(&name.as_str()) => replace(name),
            _ => None,
        };
        let mut any = false;
        let mut other = |old: &Expression| {
            let new = operand(old);
            any = any || new.is_some();
            new.unwrap_or_else(|| old.clone())
        };
        let first = Box::new(other(first));
        let rest = rest.iter().map(|(operator, operand)| (*operator, other(operand))).collect();
        any.then_some(Expression::Comparison { first, rest })
    })
}

/// A subquery in whose conditions properties of what these columns hold are null.
pub(in crate::evaluate) fn without_outer_properties(query: &Query, outer: &[Column]) -> Query {
    let mut query = query.clone();
    for clause in crate::walk::clauses_mut(&mut query) {
        let condition = match clause {
            Clause::Match(clause) => &mut clause.condition,
            Clause::With(with) => &mut with.condition,
            _ => continue,
        };
        if let Some(condition) = condition {
            *condition = rewrite(condition, &[], &mut |part, locals| {
                let Expression::Property { subject, .. } = part else { return None };
                let Expression::Variable(name) = &**subject else { return None };
                let is_outer = !locals.contains(&name.as_str()) && position(outer, name).is_some();
                is_outer.then_some(Expression::Literal(Literal::Null))
            });
        }
    }
    query
}
