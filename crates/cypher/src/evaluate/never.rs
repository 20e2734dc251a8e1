//! Expressions that raise on no value of their variables, as far as their types tell.
//!
//! What they say is sure; that they say nothing is not. Inside a subquery this is all that is asked: its rows are too
//! many to be tried.

use super::check::{Check, pattern_columns};
use super::context::Context;
use super::functions;
use super::pattern::is_old_form;
use super::table::{Column, Columns, Kind, Type};
use super::walk::each_child;
use crate::ast::{BinaryOperator, Clause, Expression, Hop, PathPattern, Query, UnaryOperator, With};
use crate::walk;

/// Whether no value of the variables makes the expression raise; true is sure, false is not.
pub(super) fn never_raises(expression: &Expression, context: &Context<'_>, columns: &[Column]) -> bool {
    let safe = |part: &Expression| never_raises(part, context, columns);
    let kind = |part: &Expression| {
        if matches!(part, Expression::Pattern(pattern) if pattern.selector.is_none()) {
            return Type::of(Kind::Boolean);
        }
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
        Expression::Comparison { .. } => {
            context.semantics.cross_type_comparison == 0 && all_children(expression, &safe)
        }
        Expression::Property { subject, .. } => {
            is(subject, &[Kind::Node, Kind::Relationship, Kind::Map]) && safe(subject)
        }
        Expression::HasLabels { subject, .. } | Expression::IsLabeled { subject, .. } => {
            let kinds: &[Kind] = match context.semantics.relationship_labels {
                0 => &[Kind::Node, Kind::Relationship],
                _ => &[Kind::Node],
            };
            is(subject, kinds) && safe(subject)
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
        Expression::Quantifier(_)
        | Expression::Pattern(_)
        | Expression::PatternComprehension(_)
        | Expression::Subquery(_) => own_scope_never_raises(expression, context, columns),
        _ => false,
    }
}

/// The same for what has variables of its own.
fn own_scope_never_raises(expression: &Expression, context: &Context<'_>, columns: &[Column]) -> bool {
    match expression {
        Expression::Quantifier(quantifier) => {
            let check = Check::new(&context.parameters, context.semantics);
            let list = check.expression(&quantifier.list, columns).unwrap_or(Type::ANY);
            let element = [Column::new(&quantifier.variable, Type::of(list.element))];
            let inner = [&element, columns].concat();
            matches!(list.kind, Kind::List | Kind::Null)
                && never_raises(&quantifier.list, context, columns)
                && never_raises(&quantifier.condition, context, &inner)
                && check
                    .expression(&quantifier.condition, &inner)
                    .is_ok_and(|found| found.kind == Kind::Boolean)
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
pub(super) fn query_never_raises(query: &Query, context: &Context<'_>, columns: &[Column]) -> bool {
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
