//! What says what a feature means: for the reports, so that a maintainer can look it up.

use quarrel_case::verdict::Kind;

/// What the openCypher suite says nothing of: errors of functions of numbers and strings whose argument has another
/// type, and how round() takes a tie.
pub(crate) const UNCOVERED: &[(&str, Kind)] = &[
    ("function.abs", Kind::MissingError),
    ("function.ceil", Kind::MissingError),
    ("function.floor", Kind::MissingError),
    ("function.left", Kind::MissingError),
    ("function.ltrim", Kind::MissingError),
    ("function.replace", Kind::MissingError),
    ("function.right", Kind::MissingError),
    ("function.round", Kind::MissingError),
    ("function.round", Kind::WrongResult),
    ("function.rtrim", Kind::MissingError),
    ("function.sign", Kind::MissingError),
    ("function.sqrt", Kind::MissingError),
    ("function.tolower", Kind::MissingError),
    ("function.toupper", Kind::MissingError),
    ("function.trim", Kind::MissingError),
];

/// Features, by the beginning of their names, and their rules; the first that fits counts.
const RULES: [(&str, &str); 38] = [
    ("aggregate.count", "openCypher 9, Aggregation: count counts the rows, or the values that are not null"),
    ("aggregate.collect", "openCypher 9, Aggregation: collect skips null"),
    ("aggregate.sum", "openCypher 9, Aggregation: sum skips null and is 0 over no value (TCK Aggregation)"),
    ("aggregate.min", "openCypher 9, Aggregation; TCK Aggregation2: by orderability, null skipped"),
    ("aggregate.max", "openCypher 9, Aggregation; TCK Aggregation2: by orderability, null skipped"),
    ("aggregate.percentile", "openCypher 9, Aggregation; TCK Aggregation6"),
    ("aggregate", "openCypher 9, Aggregation: over the rows of a group, null skipped"),
    ("case", "openCypher 9, CASE: the first WHEN that is true, or equal to the subject"),
    ("chained-comparison", "openCypher 9, Comparison: `a < b < c` is `a < b AND b < c`"),
    ("distinct", "openCypher 9, DISTINCT: equivalent rows once, null equivalent to null"),
    ("function.tostring", "openCypher 9, toString; TCK TypeConversion4"),
    ("label-predicate", "openCypher 9, label expression: whether a node has all labels, null for null"),
    ("limit", "openCypher 9, LIMIT; TCK ReturnSkipLimit2"),
    ("list-comprehension", "openCypher 9, list comprehension; TCK List12"),
    ("match.after-optional", "openCypher 9, MATCH: a variable bound to null matches nothing"),
    (
        "match",
        "openCypher 9, MATCH: every embedding, no relationship twice in one clause (TCK Match1 to Match9)",
    ),
    ("operator.and", "openCypher 9, three-valued logic; TCK Boolean1"),
    ("operator.equal", "openCypher 9, CIP2016-06-14 equality: null if an operand is null (TCK Comparison1)"),
    ("operator.in", "openCypher 9, IN: null when not found and an element is null (TCK List5)"),
    ("operator.is-null", "openCypher 9, IS NULL; TCK Null1"),
    ("operator.less", "openCypher 9, CIP2016-06-14 comparability: null across types (TCK Comparison2)"),
    ("operator.greater", "openCypher 9, CIP2016-06-14 comparability: null across types (TCK Comparison2)"),
    ("operator.negate", "openCypher 9, arithmetic: floats are IEEE 754 doubles"),
    ("operator.not", "openCypher 9, three-valued logic; TCK Boolean4"),
    ("operator.or", "openCypher 9, three-valued logic; TCK Boolean2"),
    ("operator.xor", "openCypher 9, three-valued logic: null if an operand is null (TCK Boolean3)"),
    (
        "optional-match",
        "openCypher 9, OPTIONAL MATCH: all of its patterns match, or all its new variables are null",
    ),
    ("order-by", "openCypher 9, ORDER BY and CIP2016-06-14 orderability; TCK WithOrderBy, ReturnOrderBy"),
    (
        "pattern.several",
        "openCypher 9, MATCH: the patterns of one clause share relationship uniqueness (TCK Match3)",
    ),
    ("pattern.undirected", "openCypher 9, patterns: either direction, a loop once (TCK Match2, Match3)"),
    ("pattern.var-length", "openCypher 9, variable length: one row per trail (TCK Match4, Match5)"),
    ("quantifier", "openCypher 9, list predicates: three-valued (TCK Quantifier1 to Quantifier12)"),
    ("skip", "openCypher 9, SKIP; TCK ReturnSkipLimit1"),
    ("slice", "openCypher 9, list slicing: null if the list or a bound is null (TCK List2)"),
    ("star", "openCypher 9, WITH *: all variables in scope (TCK With)"),
    ("union", "openCypher 9, UNION: the rows of both, without ALL each once (TCK Union1 to Union3)"),
    ("unwind", "openCypher 9, UNWIND: a row per element, none for null and for the empty list (TCK Unwind1)"),
    (
        "where",
        "openCypher 9, WHERE: keeps the rows for which the condition is true (TCK MatchWhere, WithWhere)",
    ),
];

/// The rule of a feature.
pub(crate) fn rule(feature: &str) -> Option<&'static str> {
    RULES.iter().find(|(name, _)| feature.starts_with(name)).map(|(_, rule)| *rule)
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_rule_is_of_a_feature_that_exists() {
        for (name, _) in super::RULES {
            assert!(crate::features::ALL.iter().any(|feature| feature.starts_with(name)), "{name}");
        }
    }

    #[test]
    fn what_no_suite_covers_is_said_of_features() {
        assert!(super::UNCOVERED.iter().all(|(feature, _)| crate::features::ALL.contains(feature)));
    }
}
