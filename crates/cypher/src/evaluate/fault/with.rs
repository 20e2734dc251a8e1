//! Wrong rewritings around `WITH` and `RETURN`.

use super::plan::{Scopes, before, parts_mut};
use crate::ast::{BinaryOperator, Clause, Expression, Literal, Projection, ProjectionItem, Query, With};
use crate::evaluate::project::{column_name, expand};
use crate::evaluate::table::{Column, Columns, position};
use crate::evaluate::walk::{conjuncts, each_variable, has_aggregate, mentions, rewrite};

fn aggregates(projection: &Projection) -> bool {
    projection.items.iter().any(|item| has_aggregate(&item.expression))
}

/// The conjunction of conditions.
fn all_of(conditions: impl Iterator<Item = Expression>) -> Option<Expression> {
    conditions.reduce(|left, right| Expression::Binary {
        operator: BinaryOperator::And,
        left: Box::new(left),
        right: Box::new(right),
    })
}

/// After an aggregation, keys of `ORDER BY` that are no returned item and no alias become constant.
pub(super) fn ignore_keys(query: &mut Query, scopes: &Scopes) {
    for (clauses, scopes) in parts_mut(query, scopes) {
        for (place, clause) in clauses.iter_mut().enumerate() {
            let (Clause::With(With { projection, .. }) | Clause::Return(projection)) = clause else {
                continue;
            };
            if !aggregates(projection) {
                continue;
            }
            let items = expand(projection, before(scopes, place)).into_owned();
            for sort in &mut projection.order {
                let named = |item: &ProjectionItem| {
                    item.expression == sort.expression
                        || matches!(&sort.expression, Expression::Variable(name) if *name == column_name(item))
                };
                if !items.iter().any(named) {
                    sort.expression = Expression::Literal(Literal::Null);
                }
            }
        }
    }
}

/// What a `WITH .. WHERE` asks of the variables of the `OPTIONAL MATCH` before it alone becomes part of that.
pub(super) fn filter_into_optional(query: &mut Query, scopes: &Scopes) {
    for (clauses, scopes) in parts_mut(query, scopes) {
        for place in 1..clauses.len() {
            let own = new_variables(scopes, place - 1);
            let (head, tail) = clauses.split_at_mut(place);
            let (Some(Clause::Match(optional)), Some(Clause::With(with))) =
                (head.last_mut(), tail.first_mut())
            else {
                continue;
            };
            if !optional.optional || aggregates(&with.projection) || with.projection.is_sliced() {
                continue;
            }
            let Some(condition) = with.condition.take() else { continue };
            let mut parts = Vec::new();
            conjuncts(&condition, &mut parts);
            let (moved, kept): (Vec<&Expression>, Vec<&Expression>) =
                parts.into_iter().partition(|part| is_about(part, &own, &with.projection));
            with.condition = all_of(kept.into_iter().cloned());
            optional.condition =
                all_of(optional.condition.take().into_iter().chain(moved.into_iter().cloned()));
        }
    }
}

/// The variables that a clause binds.
fn new_variables(scopes: &[Columns], place: usize) -> Vec<&str> {
    let known = before(scopes, place);
    let after = scopes.get(place).map_or(&[][..], |columns| columns);
    let is_new = |column: &&Column| position(known, &column.name).is_none();
    after.iter().filter(is_new).map(|column| &*column.name).collect()
}

/// Whether a condition behind a projection mentions only these variables of before it, and one at least.
fn is_about(condition: &Expression, own: &[&str], projection: &Projection) -> bool {
    let (mut any, mut only) = (false, true);
    each_variable(condition, &mut |name| {
        let is_redefined = |item: &ProjectionItem| {
            column_name(item) == name
                && !matches!(&item.expression, Expression::Variable(same) if same == name)
        };
        any = true;
        only = only && own.contains(&name) && !projection.items.iter().any(is_redefined);
    });
    any && only
}

/// The WHERE of a `WITH` behind a `WITH` with a slice is applied before that one.
pub(super) fn filter_below_slice(query: &mut Query, scopes: &Scopes) {
    for (clauses, scopes) in parts_mut(query, scopes) {
        let places = 1..clauses.len();
        let moved = |place| Some((place - 1, filter_through(clauses, scopes, place)?));
        let filters: Vec<(usize, Clause)> = places.filter_map(moved).collect();
        // From the end, so that the places before it stay.
        filters.into_iter().rev().for_each(|(place, filter)| clauses.insert(place, filter));
    }
}

/// Takes the condition out of the `WITH` at `place`; gives the clause that applies it before the slice.
fn filter_through(clauses: &mut [Clause], scopes: &[Columns], place: usize) -> Option<Clause> {
    let (head, tail) = clauses.split_at_mut(place);
    let (Some(Clause::With(sliced)), Some(Clause::With(with))) = (head.last(), tail.first_mut()) else {
        return None;
    };
    if !sliced.projection.is_sliced() || aggregates(&sliced.projection) || aggregates(&with.projection) {
        return None;
    }
    let scope = before(scopes, place - 1);
    let condition = unprojected(with.condition.as_ref()?, &expand(&with.projection, before(scopes, place)))?;
    let condition = unprojected(&condition, &expand(&sliced.projection, scope))?;
    with.condition = None;
    let projection = if scope.is_empty() {
        // `*` wants a variable.
        let hidden =
            ProjectionItem { expression: Expression::Literal(Literal::Null), alias: Some("\0".to_owned()) };
        Projection { items: vec![hidden], ..Projection::default() }
    } else {
        Projection { star: true, ..Projection::default() }
    };
    Some(Clause::With(With { projection, condition: Some(condition) }))
}

/// What a condition behind a projection means before it; none where a variable would be caught.
fn unprojected(condition: &Expression, items: &[ProjectionItem]) -> Option<Expression> {
    let mut caught = false;
    let result = rewrite(condition, &[], &mut |part, locals| {
        let Expression::Variable(name) = part else { return None };
        let item = items.iter().find(|item| column_name(item) == *name);
        let item = item.filter(|_| !locals.contains(&name.as_str()))?;
        caught = caught || mentions(&item.expression, locals);
        Some(item.expression.clone())
    });
    (!caught).then_some(result)
}
