//! Conditions on labels and types.

use quarrel_case::choices::Choices;

use crate::ast::LabelExpression;

/// A condition on some of the names that is none of the plain forms `:A&B` and, for types, `:A|B`.
pub(super) fn expression(choices: &mut Choices, names: &[String], types: bool) -> Option<LabelExpression> {
    let name =
        |choices: &mut Choices| choices.pick(names).map(|name| Box::new(LabelExpression::Name(name.clone())));
    let (left, right) = (name(choices)?, name(choices)?);
    let not = |inner| Box::new(LabelExpression::Not(inner));
    Some(match choices.weighted(&[if types { 0 } else { 5 }, 4, 2, 2, 2, 2]) {
        0 => LabelExpression::Or(left, right),
        1 => LabelExpression::Not(left),
        2 => LabelExpression::Wildcard,
        3 => LabelExpression::And(left, not(right)),
        4 => LabelExpression::Or(left, not(right)),
        _ => LabelExpression::Not(Box::new(LabelExpression::Or(left, right))),
    })
}

/// Whether an element with these labels or this type satisfies the condition.
pub(super) fn holds(expression: &LabelExpression, own: &[String]) -> bool {
    match expression {
        LabelExpression::Name(name) => own.contains(name),
        LabelExpression::Wildcard => !own.is_empty(),
        LabelExpression::Not(inner) => !holds(inner, own),
        LabelExpression::And(left, right) => holds(left, own) && holds(right, own),
        LabelExpression::Or(left, right) => holds(left, own) || holds(right, own),
    }
}
