//! Families: operators and functions that can stand in each other's place, the plainest first.
//!
//! A family holds what takes arguments of the same types, as many, and gives the same type. What fails with all
//! of a family is shown by its first.

use crate::ast::{BinaryOperator, ComparisonOperator, Expression, QuantifierKind};

const COMPARISONS: [ComparisonOperator; 6] = [
    ComparisonOperator::Equal,
    ComparisonOperator::Less,
    ComparisonOperator::Greater,
    ComparisonOperator::LessEqual,
    ComparisonOperator::GreaterEqual,
    ComparisonOperator::NotEqual,
];

/// Operators between two operands; a comparison is plainer than the texts'.
const BINARIES: [&[BinaryOperator]; 3] = [
    &[BinaryOperator::And, BinaryOperator::Or, BinaryOperator::Xor],
    &[
        BinaryOperator::Add,
        BinaryOperator::Concatenate,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Modulo,
        BinaryOperator::Power,
    ],
    &TEXTS,
];

const TEXTS: [BinaryOperator; 4] =
    [BinaryOperator::StartsWith, BinaryOperator::EndsWith, BinaryOperator::Contains, BinaryOperator::Matches];

const QUANTIFIERS: [QuantifierKind; 4] =
    [QuantifierKind::Any, QuantifierKind::All, QuantifierKind::None, QuantifierKind::Single];

const FUNCTIONS: [&[&str]; 14] = [
    &["toUpper", "toLower", "trim", "lTrim", "rTrim"],
    &["abs", "sign", "ceil", "floor", "round"],
    &[
        "sqrt", "exp", "log", "log10", "sin", "cos", "tan", "cot", "asin", "acos", "atan", "degrees",
        "radians", "haversin",
    ],
    &["toInteger", "toFloat"],
    &["head", "last"],
    &["tail", "reverse"],
    &["size", "char_length"],
    &["left", "right"],
    &["pi", "e"],
    &["startNode", "endNode"],
    &["keys", "labels"],
    &["nodes", "relationships"],
    &["count", "sum", "min", "max", "avg", "stDev", "stDevP", "collect"],
    &["percentileDisc", "percentileCont"],
];

/// Where a comparison stands in its family.
pub(super) fn comparison_rank(operator: ComparisonOperator) -> usize {
    COMPARISONS.iter().position(|one| *one == operator).unwrap_or_default()
}

/// The comparisons that are plainer.
pub(super) fn plainer_comparisons(operator: ComparisonOperator) -> &'static [ComparisonOperator] {
    before(&COMPARISONS, comparison_rank(operator))
}

/// The comparison that says the same with its operands exchanged.
pub(super) fn turned(operator: ComparisonOperator) -> ComparisonOperator {
    use ComparisonOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
    match operator {
        Equal => Equal,
        NotEqual => NotEqual,
        Less => Greater,
        LessEqual => GreaterEqual,
        Greater => Less,
        GreaterEqual => LessEqual,
    }
}

/// Whether the family is that of the predicates on texts.
pub(super) fn is_on_texts(operator: BinaryOperator) -> bool {
    TEXTS.contains(&operator)
}

fn binary_place(operator: BinaryOperator) -> Option<(&'static [BinaryOperator], usize)> {
    BINARIES.iter().find_map(|family| Some((*family, family.iter().position(|one| *one == operator)?)))
}

/// Where an operator stands in its family; the first predicate on texts comes behind the comparisons.
pub(super) fn binary_rank(operator: BinaryOperator) -> usize {
    let shift = if is_on_texts(operator) { COMPARISONS.len() } else { 0 };
    shift + binary_place(operator).map_or(0, |(_, place)| place)
}

/// The operators that are plainer.
pub(super) fn plainer_binaries(operator: BinaryOperator) -> &'static [BinaryOperator] {
    binary_place(operator).map_or(&[], |(family, place)| before(family, place))
}

/// Where a quantifier stands among all.
pub(super) fn quantifier_rank(kind: QuantifierKind) -> usize {
    QUANTIFIERS.iter().position(|one| *one == kind).unwrap_or_default()
}

/// The quantifiers that are plainer.
pub(super) fn plainer_quantifiers(kind: QuantifierKind) -> &'static [QuantifierKind] {
    before(&QUANTIFIERS, quantifier_rank(kind))
}

fn function_place(name: &str) -> Option<(&'static [&'static str], usize)> {
    FUNCTIONS
        .iter()
        .find_map(|family| Some((*family, family.iter().position(|one| one.eq_ignore_ascii_case(name))?)))
}

/// Where a function stands in its family.
pub(super) fn function_rank(name: &str) -> usize {
    function_place(name).map_or(0, |(_, place)| place)
}

/// The functions that are plainer.
pub(super) fn plainer_functions(name: &str) -> &'static [&'static str] {
    function_place(name).map_or(&[], |(family, place)| before(family, place))
}

fn before<T>(family: &'static [T], place: usize) -> &'static [T] {
    family.get(..place).unwrap_or_default()
}

/// Whether exchanging the operands of an operator leaves its meaning.
pub(super) fn is_commutative(expression: &Expression) -> bool {
    match expression {
        Expression::Binary { operator, .. } => matches!(
            operator,
            BinaryOperator::And
                | BinaryOperator::Or
                | BinaryOperator::Xor
                | BinaryOperator::Add
                | BinaryOperator::Multiply
        ),
        Expression::Comparison { rest, .. } => {
            matches!(rest.as_slice(), [(ComparisonOperator::Equal | ComparisonOperator::NotEqual, _)])
        }
        _ => false,
    }
}
