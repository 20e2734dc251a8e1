//! What may stand beside an aggregation.
//!
//! In an item that aggregates, everything outside the aggregating functions must be constant, or be a
//! grouping key that is a variable or a property of one (TCK Return6 \[17\]-\[21\], With6 \[6\]-\[9\]). In `ORDER BY`
//! after an aggregation or `DISTINCT` only what is projected is left to sort by (TCK ReturnOrderBy2 \[13\],
//! ReturnOrderBy6, WithOrderBy4 \[13\]-\[20\]).

use super::super::table::{Column, position};
use super::super::walk::{each_child, each_variable, has_aggregate, is_aggregate, mentions};
use super::{Checked, CompileError, undefined};
use crate::ast::{Expression, ProjectionItem};

/// A variable, or a property of one.
fn is_simple(expression: &Expression) -> bool {
    match expression {
        Expression::Variable(_) => true,
        Expression::Property { subject, .. } => is_simple(subject),
        _ => false,
    }
}

fn ambiguous() -> CompileError {
    CompileError::certain(
        "AmbiguousAggregationExpression",
        "what stands beside an aggregation must be constant, or a variable or property that is a grouping key"
            .to_owned(),
    )
}

/// Whether the expression is one of these items, and means the same here as there.
fn is_item(expression: &Expression, items: &[ProjectionItem], locals: &[&str]) -> bool {
    items.iter().any(|item| item.expression == *expression) && !mentions(expression, locals)
}

/// Checks an item that aggregates, where these columns are in scope.
pub(super) fn item(
    expression: &Expression,
    items: &[ProjectionItem],
    columns: &[Column],
    locals: &[&str],
) -> Checked<()> {
    let is_key = |name: &str| {
        items.iter().any(|item| matches!(&item.expression, Expression::Variable(key) if key == name))
    };
    let known = |name: &str| locals.contains(&name) || is_key(name) || position(columns, name).is_none();
    if let Some(closed) = is_closed(expression, &known) {
        return if closed { Ok(()) } else { Err(ambiguous()) };
    }
    if is_aggregate(expression) || (is_simple(expression) && is_item(expression, items, locals)) {
        return Ok(());
    }
    if let Expression::Variable(name) = expression {
        return if locals.contains(&name.as_str()) { Ok(()) } else { Err(ambiguous()) };
    }
    inside(expression, locals, &mut |child, locals| item(child, items, columns, locals))
}

/// Checks a sort key, or a condition of `WITH`, after an aggregation or `DISTINCT`.
pub(super) fn key(
    expression: &Expression,
    items: &[ProjectionItem],
    (before, after): (&[Column], &[Column]),
    locals: &[&str],
) -> Checked<()> {
    key_part(expression, &Key { items, before, after, aggregates: has_aggregate(expression) }, locals)
}

struct Key<'k> {
    items: &'k [ProjectionItem],
    before: &'k [Column],
    after: &'k [Column],
    /// Whether the whole key holds an aggregating function.
    aggregates: bool,
}

fn key_part(expression: &Expression, key: &Key<'_>, locals: &[&str]) -> Checked<()> {
    if is_item(expression, key.items, locals) {
        let plain = !key.aggregates || is_aggregate(expression) || is_simple(expression);
        // An item that aggregates can be named as a whole (TCK WithOrderBy4 [11]).
        return if plain || has_aggregate(expression) { Ok(()) } else { Err(ambiguous()) };
    }
    let known = |name: &str| {
        locals.contains(&name) || position(key.after, name).is_some() || position(key.before, name).is_none()
    };
    if let Some(closed) = is_closed(expression, &known) {
        let message = "a subquery takes a variable that is not projected".to_owned();
        return if closed { Ok(()) } else { Err(CompileError::certain("UndefinedVariable", message)) };
    }
    if let Expression::Variable(name) = expression {
        let known = locals.contains(&name.as_str()) || position(key.after, name).is_some();
        return if known { Ok(()) } else { Err(undefined(name)) };
    }
    if is_aggregate(expression) {
        // What is not projected is not there to be aggregated (TCK WithOrderBy4 [13], [14]).
        inside(expression, locals, &mut |child, locals| key_part(child, key, locals))?;
        return Err(CompileError::certain(
            "UndefinedVariable",
            "an aggregation in ORDER BY must be projected".to_owned(),
        ));
    }
    inside(expression, locals, &mut |child, locals| key_part(child, key, locals))
}

/// Whether an expression that looks at the graph takes from its scope nothing but what may stand there.
fn is_closed(expression: &Expression, known: &dyn Fn(&str) -> bool) -> Option<bool> {
    let looks = matches!(
        expression,
        Expression::Subquery(_) | Expression::Pattern(_) | Expression::PatternComprehension(_)
    );
    looks.then(|| {
        let mut all = true;
        each_variable(expression, &mut |name| all = all && known(name));
        all
    })
}

/// Checks every part of an expression.
fn inside(
    expression: &Expression,
    locals: &[&str],
    check: &mut dyn FnMut(&Expression, &[&str]) -> Checked<()>,
) -> Checked<()> {
    let mut result = Ok(());
    each_child(expression, &mut |child, new| {
        if result.is_ok() {
            result = check(child, &[locals, new].concat());
        }
    });
    result
}
