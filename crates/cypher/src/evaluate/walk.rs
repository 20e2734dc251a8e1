//! Which expressions aggregate, and what a condition joins.

use crate::ast::{BinaryOperator, Expression};
pub(super) use crate::walk::{each_child, each_variable, mentions, rewrite};

/// The aggregating functions (openCypher 9, aggregating functions), in lower case.
const AGGREGATES: [&str; 10] =
    ["avg", "collect", "count", "max", "min", "percentilecont", "percentiledisc", "stdev", "stdevp", "sum"];

/// Whether a function aggregates rows.
pub(super) fn is_aggregating(name: &str) -> bool {
    AGGREGATES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Whether the expression itself is a call of an aggregating function.
pub(super) fn is_aggregate(expression: &Expression) -> bool {
    match expression {
        Expression::CountStar => true,
        Expression::Function { name, .. } => is_aggregating(name),
        _ => false,
    }
}

/// Whether an aggregating function is called anywhere in the expression. What a subquery aggregates are its own
/// rows.
pub(super) fn has_aggregate(expression: &Expression) -> bool {
    if matches!(expression, Expression::Subquery(_)) {
        return false;
    }
    let mut found = is_aggregate(expression);
    each_child(expression, &mut |child, _| found = found || has_aggregate(child));
    found
}

/// The expressions that a condition joins with `AND`.
pub(super) fn conjuncts<'e>(condition: &'e Expression, found: &mut Vec<&'e Expression>) {
    match condition {
        Expression::Binary { operator: BinaryOperator::And, left, right } => {
            conjuncts(left, found);
            conjuncts(right, found);
        }
        other => found.push(other),
    }
}
