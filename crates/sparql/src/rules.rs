//! What says what a feature means: for the reports, so that a maintainer can look it up.

use quarrel_case::rules::{self, Rules};
use quarrel_case::verdict::Kind;

/// What neither the recommendation nor the suites of the W3C settle: whether a negated property set gives a pair once for
/// each triple or once (18.4 has it as a set of solutions; its cardinality is said nowhere).
pub(crate) const UNCOVERED: &[(&str, Kind)] = &[("path.negated", Kind::WrongResult)];

/// Names of features, and the rule of each and of what is named after it (`values` and `values.undef`); the first
/// that fits counts. The sections are those of the recommendation SPARQL 1.1 Query Language.
const RULES: &Rules = &[
    // Forms and modifiers.
    (
        &["ask", "ask.grouped"],
        "SPARQL 1.1, 16.3: whether there is a solution, or a group (grammar [11], [18])",
    ),
    (
        &["construct"],
        "SPARQL 1.1, 16.2: a set of triples; what cannot be one is left out, blank nodes are new for each solution",
    ),
    (&["describe"], "SPARQL 1.1, 16.4: the answer is left open"),
    (
        &["from", "from-named"],
        "SPARQL 1.1, 13.2: the dataset is what FROM and FROM NAMED name and nothing else",
    ),
    (&["sub-select"], "SPARQL 1.1, 12: what it does not show is its own"),
    (
        &["select.expression"],
        "SPARQL 1.1, 16.1.2 and 18.5 (Extend): the variable is unbound when the expression is an error",
    ),
    (&["select"], "SPARQL 1.1, 16.1.1 and 18.5 (Project)"),
    (&["distinct"], "SPARQL 1.1, 18.5 (Distinct): compares terms"),
    (
        &["reduced"],
        "SPARQL 1.1, 18.5 (Reduced): each solution at least once, and at most as often as without",
    ),
    (&["group-by"], "SPARQL 1.1, 11.1 and 18.5.1.1 (ListEval): an error is a key too"),
    (
        &["having", "having.several"],
        "SPARQL 1.1, 11.3: as FILTER, of groups; grammar [21]: one condition or more",
    ),
    (
        &["order-by"],
        "SPARQL 1.1, 15.1: unbound, blank nodes, IRIs, literals by the operator <; the rest is open",
    ),
    (&["limit"], "SPARQL 1.1, 15.5"),
    (&["offset"], "SPARQL 1.1, 15.4"),
    // Groups.
    (&["empty-group"], "SPARQL 1.1, 5.2.1: the empty group has one solution without bindings"),
    (&["group"], "SPARQL 1.1, 5.2 and 18.2.2: a group is evaluated alone, then joined"),
    (
        &["blank-node-pattern"],
        "SPARQL 1.1, 4.1.4: a blank node in a pattern is a variable of its basic graph pattern",
    ),
    (&["variable-predicate"], "SPARQL 1.1, 4.2 and 18.3: a predicate may be a variable"),
    (
        &["literal-subject"],
        "SPARQL 1.1, 18.1.5: a triple pattern may have a literal as subject, which matches no triple of RDF",
    ),
    (
        &["bind"],
        "SPARQL 1.1, 18.2.2.6 and 18.5 (Extend): the variable is unbound when the expression is an error",
    ),
    (&["exists", "not-exists"], "SPARQL 1.1, 8.1 and 18.6: by substitution"),
    (&["filter"], "SPARQL 1.1, 18.2.2.2 and 17.2: of the whole group; an error removes the solution"),
    (&["minus"], "SPARQL 1.1, 8.2 and 18.5 (Minus): removes only solutions that share a variable"),
    (
        &["optional.filter"],
        "SPARQL 1.1, 18.2.2.6 and 18.5 (LeftJoin): its FILTER is the condition, and sees the left side",
    ),
    (
        &["optional"],
        "SPARQL 1.1, 18.2.2.6 and 18.5 (LeftJoin): the left side is kept when nothing is compatible",
    ),
    (&["union"], "SPARQL 1.1, 18.5 (Union): keeps the solutions of both, as often as they come"),
    (&["values"], "SPARQL 1.1, 10.2 and 18.2.4.3: joined; UNDEF is compatible with anything"),
    (&["graph"], "SPARQL 1.1, 13.3 and 18.6: the pattern in one graph, or in each of the named graphs"),
    (&["service"], "SPARQL 1.1 Federated Query"),
    // Paths.
    (&["path.negated"], "SPARQL 1.1, 9.1 and 18.4 (NegatedPropertySet)"),
    (&["path.one-or-more"], "SPARQL 1.1, 18.4 (OneOrMorePath): each pair once"),
    (
        &["path.zero-or-more", "path.zero-or-one"],
        "SPARQL 1.1, 18.4: each pair once, and the path of length zero of a written term or any node",
    ),
    (&["path"], "SPARQL 1.1, 9 and 18.2.2.4: what a sequence or an alternative gives is counted"),
    // Beyond.
    (&["triple-term"], "SPARQL 1.2, triple terms"),
    (
        &[
            "function.triple",
            "function.subject",
            "function.predicate",
            "function.object",
            "function.is-triple",
        ],
        "SPARQL 1.2, functions on triple terms: an error of what is no triple term",
    ),
    (
        &[
            "function.has-lang",
            "function.has-lang-dir",
            "function.lang-dir",
            "function.str-lang-dir",
            "language-direction",
        ],
        "SPARQL 1.2, functions on RDF terms: language tags and base directions",
    ),
    (&["version"], "SPARQL 1.2, version announcement: it changes nothing in the answer"),
    (
        &["update.add", "update.clear", "update.copy", "update.create", "update.drop", "update.move"],
        "SPARQL 1.1 Update, 3.2: the graph named, and no other",
    ),
    (&["update"], "SPARQL 1.1 Update, 3: solutions first, then DELETE, then INSERT"),
    // Aggregates.
    (&["aggregate.count"], "SPARQL 1.1, 18.5.1.2: COUNT counts the values that are no error"),
    (&["aggregate.count-all"], "SPARQL 1.1, 18.5.1.2: COUNT(*) counts the solutions"),
    (&["aggregate.sum"], "SPARQL 1.1, 18.5.1.3: by op:numeric-add, 0 of none, an error with an error"),
    (&["aggregate.avg"], "SPARQL 1.1, 18.5.1.4: 0 of none, an error with an error"),
    (&["aggregate.min"], "SPARQL 1.1, 18.5.1.5: by the order of ORDER BY"),
    (&["aggregate.max"], "SPARQL 1.1, 18.5.1.6: by the order of ORDER BY"),
    (
        &["aggregate.group-concat", "aggregate.separator"],
        "SPARQL 1.1, 18.5.1.7: GROUP_CONCAT, a blank between when no SEPARATOR is given",
    ),
    (&["aggregate.sample"], "SPARQL 1.1, 18.5.1.8: any value of the group"),
    (&["aggregate.distinct"], "SPARQL 1.1, 18.5.1: DISTINCT takes each value once"),
    // Expressions.
    (&["cast"], "SPARQL 1.1, 17.5: the table of casts, with the lexical forms of XPath"),
    (&["operator.in"], "SPARQL 1.1, 17.4.1.9: a disjunction of equalities"),
    (&["operator.not-in"], "SPARQL 1.1, 17.4.1.10: a conjunction of inequalities"),
    (
        &["operator.not"],
        "SPARQL 1.1, 17.2.2 and 17.3: the negation of the effective boolean value, an error of an error",
    ),
    (&["operator.and"], "SPARQL 1.1, 17.2 and 17.4.1.6: false and an error is false"),
    (&["operator.or"], "SPARQL 1.1, 17.2 and 17.4.1.5: true or an error is true"),
    (
        &["operator.equal", "operator.not-equal"],
        "SPARQL 1.1, 17.3 and 17.4.1.7: by value for the types of the operator table, else RDFterm-equal",
    ),
    (
        &["operator.less", "operator.less-equal", "operator.greater", "operator.greater-equal"],
        "SPARQL 1.1, 17.3: numbers, strings, booleans and dateTimes; an error of everything else",
    ),
    (
        &[
            "operator.add",
            "operator.subtract",
            "operator.multiply",
            "operator.divide",
            "operator.plus",
            "operator.minus",
        ],
        "SPARQL 1.1, 17.3: the operator table, with the numeric promotion of XPath",
    ),
    // Functions.
    (&["function.bound"], "SPARQL 1.1, 17.4.1.1: of an unbound variable false, and no error"),
    (&["function.if"], "SPARQL 1.1, 17.4.1.2: evaluates one of its branches"),
    (&["function.coalesce"], "SPARQL 1.1, 17.4.1.3: the first argument that is no error"),
    (&["function.same-term"], "SPARQL 1.1, 17.4.1.8: terms, not values"),
    (
        &[
            "function.is-iri",
            "function.is-uri",
            "function.is-blank",
            "function.is-literal",
            "function.is-numeric",
        ],
        "SPARQL 1.1, 17.4.2.1 to 17.4.2.4: the kind of the term; isNumeric also asks for a valid lexical form",
    ),
    (&["function.str"], "SPARQL 1.1, 17.4.2.5: the lexical form of a literal, the text of an IRI"),
    (&["function.lang"], "SPARQL 1.1, 17.4.2.6: empty without a language tag"),
    (&["function.datatype"], "SPARQL 1.1, 17.4.2.7"),
    (&["function.iri", "function.uri"], "SPARQL 1.1, 17.4.2.8: resolved against the base"),
    (&["function.bnode"], "SPARQL 1.1, 17.4.2.9: one node for a label within a solution"),
    (&["function.strdt", "function.strlang"], "SPARQL 1.1, 17.4.2.10 and 17.4.2.11: of a simple literal"),
    (&["function.uuid", "function.struuid"], "SPARQL 1.1, 17.4.2.12 and 17.4.2.13: a new one each time"),
    (&["function.strlen"], "SPARQL 1.1, 17.4.3.2 (fn:string-length): characters"),
    (&["function.substr"], "SPARQL 1.1, 17.4.3.3 (fn:substring): counts from 1"),
    (
        &["function.ucase", "function.lcase"],
        "SPARQL 1.1, 17.4.3.4 and 17.4.3.5: of a string literal, an error of anything else",
    ),
    (
        &[
            "function.str-starts",
            "function.str-ends",
            "function.contains",
            "function.str-before",
            "function.str-after",
        ],
        "SPARQL 1.1, 17.4.3.1.2 and 17.4.3.6 to 17.4.3.10: the arguments must be compatible",
    ),
    (&["function.encode-for-uri"], "SPARQL 1.1, 17.4.3.11 (fn:encode-for-uri)"),
    (&["function.concat"], "SPARQL 1.1, 17.4.3.12: keeps a language tag that all arguments have"),
    (&["function.lang-matches"], "SPARQL 1.1, 17.4.3.13: basic filtering of RFC 4647"),
    (&["function.regex"], "SPARQL 1.1, 17.4.3.14 (fn:matches): anywhere in the string"),
    (
        &["function.replace"],
        "SPARQL 1.1, 17.4.3.15 (fn:replace): every match; an error when the pattern matches the empty string",
    ),
    (
        &["function.abs", "function.round", "function.ceil", "function.floor"],
        "SPARQL 1.1, 17.4.4.1 to 17.4.4.4: of the argument's type; a tie is rounded up",
    ),
    (&["function.rand"], "SPARQL 1.1, 17.4.4.5: at least 0 and less than 1"),
    (&["function.now"], "SPARQL 1.1, 17.4.5.1: one time for the whole query"),
    (
        &[
            "function.year",
            "function.month",
            "function.day",
            "function.hours",
            "function.minutes",
            "function.seconds",
            "function.timezone",
            "function.tz",
        ],
        "SPARQL 1.1, 17.4.5.2 to 17.4.5.9: of a dateTime as it is written; TIMEZONE is an error without one",
    ),
    (
        &["function.md5", "function.sha1", "function.sha256", "function.sha384", "function.sha512"],
        "SPARQL 1.1, 17.4.6: of the UTF-8 bytes, in lower-case hexadecimal digits",
    ),
    (&["function.extension"], "SPARQL 1.1, 17.6: a function that is not known is an error of the expression"),
];

/// The rule of a feature.
pub(crate) fn rule(feature: &str) -> Option<&'static str> {
    rules::rule(RULES, feature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::ALL;

    #[test]
    fn every_feature_has_a_rule_and_every_rule_a_feature() {
        assert_eq!(rules::unmatched(RULES, ALL), Vec::<&str>::new());
    }

    #[test]
    fn a_rule_is_of_whole_names() {
        for (feature, part) in [
            ("operator.not", "17.2.2"),
            ("operator.not-equal", "17.4.1.7"),
            ("operator.not-in", "17.4.1.10"),
            ("group", "5.2"),
            ("group-by.expression", "11.1"),
            ("function.lang-matches", "17.4.3.13"),
        ] {
            assert!(rule(feature).unwrap().contains(part), "{feature}");
        }
        assert_eq!(rule("groups"), None);
    }
}
