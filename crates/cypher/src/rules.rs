//! What says what a feature means: for the reports, so that a maintainer can look it up.

use quarrel_case::rules::{self, Rules};
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

/// Names of features, and the rule of each and of what is named after it (`case` and `case.subject`); the first that
/// fits counts. What openCypher 9 does not have is cited from the manual of the engine that brought it.
const RULES: &Rules = &[
    // Clauses.
    (&["match.after-optional"], "openCypher 9, MATCH: a variable bound to null matches nothing (TCK Match7)"),
    (
        &["match"],
        "openCypher 9, MATCH: every embedding, no relationship twice in one clause (TCK Match1 to Match9)",
    ),
    (
        &["optional-match"],
        "openCypher 9, OPTIONAL MATCH: all of its patterns match, or all its new variables are null (TCK Match7)",
    ),
    (
        &["where.optional-match"],
        "openCypher 9, OPTIONAL MATCH: its WHERE is a part of the match; a row for which nothing is left is kept \
         with null (TCK MatchWhere6)",
    ),
    (
        &["where.with"],
        "openCypher 9, WITH: its WHERE filters last, after its ORDER BY, SKIP and LIMIT (TCK WithWhere1 to WithWhere7)",
    ),
    (&["where"], "openCypher 9, WHERE: keeps the rows for which the condition is true (TCK MatchWhere1)"),
    (&["with"], "openCypher 9, WITH: only what it names is in scope after it (TCK With1 to With7)"),
    (&["star"], "openCypher 9, WITH and RETURN: * is all variables in scope (TCK Return7)"),
    (&["distinct"], "openCypher 9, RETURN DISTINCT: equivalent rows once, null equivalent to null"),
    (
        &["order-by"],
        "openCypher 9, ORDER BY; CIP2016-06-14, orderability: null is the largest (TCK ReturnOrderBy1)",
    ),
    (&["skip"], "openCypher 9, SKIP (TCK ReturnSkipLimit1)"),
    (
        &["limit"],
        "openCypher 9, LIMIT: of the rows of the result, after an aggregation (TCK ReturnSkipLimit2)",
    ),
    (
        &["unwind"],
        "openCypher 9, UNWIND: a row per element, none for null and for the empty list (TCK Unwind1)",
    ),
    (&["union-all"], "openCypher 9, UNION ALL: the rows of both (TCK Union2)"),
    (&["union"], "openCypher 9, UNION: the rows of both, each once (TCK Union1)"),
    (&["create"], "openCypher 9, CREATE: makes the whole pattern once for each row (TCK Create1 to Create6)"),
    (
        &["merge"],
        "openCypher 9, MERGE: matches the whole pattern, or creates all of it (TCK Merge1 to Merge9)",
    ),
    (&["set"], "openCypher 9, SET: = replaces all properties, += adds, null removes (TCK Set1 to Set6)"),
    (&["remove"], "openCypher 9, REMOVE (TCK Remove1 to Remove3)"),
    (&["delete"], "openCypher 9, DELETE: a node only without its relationships (TCK Delete1, Delete2)"),
    (&["detach-delete"], "openCypher 9, DETACH DELETE: nodes with their relationships (TCK Delete1)"),
    (
        &["foreach"],
        "Cypher Manual 5, FOREACH: its clauses run for each element; what they bind is not seen after it",
    ),
    (&["finish"], "Cypher Manual 5, FINISH: a query without a result"),
    (&["hint"], "Cypher Manual 5, index hints: a hint changes the plan, and not the result"),
    (&["call-procedure"], "openCypher 9, CALL (TCK Call1 to Call6)"),
    (
        &["call-subquery.updating"],
        "Cypher Manual 5, CALL subqueries: what one run writes the next one sees, and none needs to return rows",
    ),
    (&["call-subquery"], "Cypher Manual 5, CALL subqueries: run once for each row, with what they import"),
    // Patterns.
    (
        &["path-variable"],
        "openCypher 9, patterns, path variables: the nodes and relationships of its own pattern (TCK Match6)",
    ),
    (
        &["pattern.bound-relationship"],
        "openCypher 9, patterns: a relationship that is bound before matches itself alone (TCK Match4)",
    ),
    (
        &["pattern.inline-where"],
        "Cypher Manual 5, WHERE inside of a node or relationship pattern: as after it",
    ),
    (&["pattern.path-where"], "Cypher Manual 5, quantified path patterns: WHERE filters each repetition"),
    (&["pattern.parameter"], "openCypher 9, parameters: a map stands for the properties of a pattern"),
    (
        &["pattern.property-map"],
        "openCypher 9, patterns: each property equals the value given, so null never (TCK Match1)",
    ),
    (
        &["pattern.quantified"],
        "Cypher Manual 5, quantified path patterns: GQL, a path for each number of repetitions",
    ),
    (
        &["pattern.several"],
        "openCypher 9, MATCH: the patterns of one clause share relationship uniqueness (TCK Match3)",
    ),
    (&["pattern.several-labels"], "openCypher 9, patterns: the node has all labels (TCK Match1)"),
    (
        &["pattern.all-shortest", "pattern.any", "pattern.shortest", "pattern.shortest-groups"],
        "Cypher Manual 5, SHORTEST paths: of each pair of ends, as many paths or lengths as are asked for",
    ),
    (
        &["pattern.shortest-path", "pattern.all-shortest-paths"],
        "Cypher Manual 5, shortestPath() and allShortestPaths(): one, or all, of the shortest of each pair of ends",
    ),
    (&["pattern.type-alternatives"], "openCypher 9, patterns: one of the types (TCK Match2)"),
    (&["pattern.undirected"], "openCypher 9, patterns: either direction, a loop once (TCK Match2, Match3)"),
    (&["pattern.var-length"], "openCypher 9, variable length: one row per trail (TCK Match4, Match5)"),
    (
        &["pattern-comprehension"],
        "openCypher 9, pattern comprehension: a list element per match (TCK Pattern2)",
    ),
    (&["pattern-predicate"], "openCypher 9, pattern expressions: true when there is a match (TCK Pattern1)"),
    (
        &["label-predicate"],
        "openCypher 9, label expressions: whether a node has all labels, null for null (TCK Graph5)",
    ),
    (&["label-expression"], "Cypher Manual 5, label expressions: &, |, ! and % of labels and types"),
    // Aggregation.
    (
        &["aggregate.count-star"],
        "openCypher 9, count(*): the number of rows; without a key one row, 0 over none (TCK Aggregation1)",
    ),
    (
        &["aggregate.count", "aggregate.count-distinct"],
        "openCypher 9, count(): the values that are not null (TCK Aggregation1)",
    ),
    (
        &["aggregate.collect", "aggregate.collect-distinct"],
        "openCypher 9, collect(): skips null (TCK Aggregation5)",
    ),
    (
        &["aggregate.sum", "aggregate.sum-distinct"],
        "openCypher 9, sum(): skips null and is 0 over no value (TCK Aggregation3)",
    ),
    (
        &["aggregate.min", "aggregate.min-distinct", "aggregate.max", "aggregate.max-distinct"],
        "openCypher 9, min() and max(): by orderability, null skipped (TCK Aggregation2)",
    ),
    (
        &[
            "aggregate.percentilecont",
            "aggregate.percentilecont-distinct",
            "aggregate.percentiledisc",
            "aggregate.percentiledisc-distinct",
        ],
        "openCypher 9, percentileCont() and percentileDisc() (TCK Aggregation6)",
    ),
    (&["aggregate"], "openCypher 9, aggregating functions: over the rows of a group, null skipped"),
    // Expressions.
    (
        &["case"],
        "openCypher 9, CASE: the first WHEN that is true, or equal to the subject; null equals nothing (TCK Conditional2)",
    ),
    (&["chained-comparison"], "openCypher 9, comparison: `a < b < c` is `a < b AND b < c` (TCK Comparison3)"),
    (
        &["comparison.variables"],
        "openCypher 9, comparison: of values of all types, those of variables too (TCK Comparison1)",
    ),
    (
        &["list-comprehension"],
        "openCypher 9, list comprehension: the elements for which WHERE is true (TCK List12)",
    ),
    (&["literal.float"], "openCypher 9, numbers: IEEE 754 doubles (TCK Literals5)"),
    (&["literal.list"], "openCypher 9, lists (TCK Literals7)"),
    (&["literal.map"], "openCypher 9, maps (TCK Literals8)"),
    (&["literal.null"], "openCypher 9, working with null: an unknown value (TCK Literals1)"),
    (&["map-projection"], "Cypher Manual 5, map projection: the entries that are named; null of null"),
    (&["operator.and"], "openCypher 9, three-valued logic; TCK Boolean1"),
    (&["operator.or"], "openCypher 9, three-valued logic; TCK Boolean2"),
    (&["operator.xor"], "openCypher 9, three-valued logic: null if an operand is null (TCK Boolean3)"),
    (&["operator.not"], "openCypher 9, three-valued logic; TCK Boolean4"),
    (
        &["operator.equal", "operator.not-equal"],
        "CIP2016-06-14, equality: null if an operand is null, not equal across types (TCK Comparison1)",
    ),
    (
        &["operator.less", "operator.less-equal", "operator.greater", "operator.greater-equal"],
        "CIP2016-06-14, comparability: null across types, false with NaN (TCK Comparison2)",
    ),
    (&["operator.in"], "openCypher 9, IN: null when not found and an element is null (TCK List5)"),
    (
        &["operator.is-null", "operator.is-not-null"],
        "openCypher 9, IS NULL and IS NOT NULL: never null (TCK Null1, Null2)",
    ),
    (
        &["operator.contains", "operator.ends-with", "operator.starts-with"],
        "openCypher 9, string operators: by the letters, null of what is no string (TCK String8 to String11)",
    ),
    (&["operator.regex"], "openCypher 9, =~: the whole string matches; null of null"),
    (
        &["operator.add", "operator.concatenate"],
        "openCypher 9, + of numbers, strings and lists: null if an operand is null (TCK List4, Mathematical2)",
    ),
    (
        &[
            "operator.divide",
            "operator.modulo",
            "operator.multiply",
            "operator.negate",
            "operator.plus",
            "operator.power",
            "operator.subtract",
        ],
        "openCypher 9, mathematical operators: 64-bit integers, floats are IEEE 754 doubles, null of null",
    ),
    (&["parameter"], "openCypher 9, parameters: the value that is given"),
    (
        &["property"],
        "openCypher 9, property access: null for a key that is not there and of null (TCK Graph6, Map1)",
    ),
    (&["quantifier"], "openCypher 9, list predicates: three-valued (TCK Quantifier1 to Quantifier12)"),
    (&["reduce"], "Cypher Manual 5, reduce(): the accumulator goes through the elements in their order"),
    (&["slice"], "openCypher 9, list slicing: null if the list or a bound is null (TCK List2)"),
    (
        &["subscript"],
        "openCypher 9, dynamic access: null beyond the end, for no such key and of null (TCK List1, Map2)",
    ),
    (&["subquery.collect"], "Cypher Manual 5, COLLECT subqueries: the list of the column's values, null too"),
    (&["subquery.count"], "Cypher Manual 5, COUNT subqueries: the number of rows"),
    (
        &["subquery.exists"],
        "openCypher 9, existential subqueries: true when there is a row (TCK ExistentialSubquery1)",
    ),
    (
        &["subquery.full"],
        "openCypher 9, existential subqueries: the rows of the whole query (TCK ExistentialSubquery2)",
    ),
    (
        &["type-predicate"],
        "Cypher Manual 5, type predicate expressions: null is of every type unless it says NOT NULL",
    ),
    // Functions.
    (
        &["function.abs", "function.sign"],
        "openCypher 9, abs() and sign(): of a zero 0, of null null (TCK Mathematical11)",
    ),
    (&["function.ceil", "function.floor"], "openCypher 9, ceil() and floor(): a float; null of null"),
    (
        &["function.round"],
        "openCypher 9, round(): to the nearest; Cypher Manual 5, round(): ties towards positive infinity",
    ),
    (&["function.sqrt"], "openCypher 9, sqrt(): IEEE 754, null of null (TCK Mathematical13)"),
    (
        &["function.rand", "function.randomuuid", "function.timestamp"],
        "openCypher 9, rand() and timestamp(); Cypher Manual 5, randomUUID()",
    ),
    (
        &["function.e", "function.exp", "function.log", "function.log10"],
        "openCypher 9, logarithmic functions: doubles, null of null",
    ),
    (
        &[
            "function.acos",
            "function.asin",
            "function.atan",
            "function.atan2",
            "function.cos",
            "function.cot",
            "function.degrees",
            "function.haversin",
            "function.pi",
            "function.radians",
            "function.sin",
            "function.tan",
        ],
        "openCypher 9, trigonometric functions: doubles, null of null",
    ),
    (&["function.coalesce"], "openCypher 9, coalesce(): the first value that is not null (TCK Conditional1)"),
    (
        &["function.elementid", "function.id"],
        "openCypher 9, id(); Cypher Manual 5, elementId(): null of null",
    ),
    (
        &["function.startnode", "function.endnode"],
        "openCypher 9, startNode() and endNode(): null of null (TCK Merge5)",
    ),
    (&["function.exists"], "openCypher 9, exists(): whether the property or the match is there"),
    (
        &["function.head", "function.last"],
        "openCypher 9, head() and last(): null of the empty list and of null",
    ),
    (&["function.tail"], "openCypher 9, tail(): all but the first (TCK List9)"),
    (&["function.isempty"], "Cypher Manual 5, isEmpty(): of a list, a map or a string; null of null"),
    (
        &["function.keys"],
        "openCypher 9, keys(): of a node, a relationship or a map; null of null (TCK Graph8, Map3)",
    ),
    (&["function.labels"], "openCypher 9, labels(): null of null (TCK Graph3)"),
    (&["function.type"], "openCypher 9, type(): null of null (TCK Graph4)"),
    (&["function.length"], "openCypher 9, length() of a path: its relationships (TCK Path3)"),
    (&["function.nodes"], "openCypher 9, nodes() of a path, in its order (TCK Path1)"),
    (&["function.relationships"], "openCypher 9, relationships() of a path, in its order (TCK Path2)"),
    (&["function.properties"], "openCypher 9, properties(): as a map; null of null (TCK Graph9)"),
    (&["function.range"], "openCypher 9, range(): both ends included (TCK List11)"),
    (&["function.reverse"], "openCypher 9, reverse() of a list or a string (TCK String3)"),
    (
        &["function.size", "function.char_length", "function.character_length"],
        "openCypher 9, size() of a list or a string; Cypher Manual 5, char_length() (TCK List6)",
    ),
    (
        &["function.left", "function.right", "function.substring"],
        "openCypher 9, left(), right() and substring(): from 0, as far as there are letters (TCK String1)",
    ),
    (
        &["function.ltrim", "function.rtrim", "function.trim", "function.btrim"],
        "openCypher 9, lTrim(), rTrim() and trim(); Cypher Manual 5, btrim(): null of null",
    ),
    (&["function.replace"], "openCypher 9, replace(): every occurrence; null if an argument is null"),
    (&["function.split"], "openCypher 9, split(): null if an argument is null (TCK String4)"),
    (
        &["function.tolower", "function.toupper", "function.lower", "function.upper"],
        "openCypher 9, toLower() and toUpper(); Cypher Manual 5, lower() and upper(): null of null",
    ),
    (
        &["function.normalize"],
        "Cypher Manual 5, normalize(): the Unicode normal form, NFC when none is named",
    ),
    (
        &["function.toboolean"],
        "openCypher 9, toBoolean(): null of a string that is no boolean (TCK TypeConversion1)",
    ),
    (
        &["function.tointeger"],
        "openCypher 9, toInteger(): null of a string that is no number (TCK TypeConversion2)",
    ),
    (
        &["function.tofloat"],
        "openCypher 9, toFloat(): null of a string that is no number (TCK TypeConversion3)",
    ),
    (&["function.tostring"], "openCypher 9, toString(): a float with its point (TCK TypeConversion4)"),
    (
        &[
            "function.tobooleanornull",
            "function.tofloatornull",
            "function.tointegerornull",
            "function.tostringornull",
        ],
        "Cypher Manual 5, scalar functions: as toBoolean() and its like, but null of another type",
    ),
    (
        &[
            "function.tobooleanlist",
            "function.tofloatlist",
            "function.tointegerlist",
            "function.tostringlist",
        ],
        "Cypher Manual 5, list functions: each element converted, or null",
    ),
    (&["function.nullif"], "Cypher Manual 5, nullIf(): null when the two are equal, else the first"),
    (&["function.isnan"], "Cypher Manual 5, isNaN(): null of null"),
    (&["function.valuetype"], "Cypher Manual 5, valueType(): the most precise type, with NOT NULL"),
    // Dates, times, durations and points.
    (
        &[
            "function.date.truncate",
            "function.datetime.truncate",
            "function.localdatetime.truncate",
            "function.localtime.truncate",
            "function.time.truncate",
        ],
        "openCypher 9, truncating temporal values: down to the unit, then the given components (TCK Temporal9)",
    ),
    (
        &["function.datetime.fromepoch", "function.datetime.fromepochmillis"],
        "Cypher Manual 5, datetime.fromEpoch() and datetime.fromEpochMillis(): in UTC",
    ),
    (
        &[
            "function.duration.between",
            "function.duration.indays",
            "function.duration.inmonths",
            "function.duration.inseconds",
        ],
        "openCypher 9, durations between temporal values: in months, days and seconds, or in one of them (TCK Temporal10)",
    ),
    (
        &["function.duration"],
        "openCypher 9, duration(): months, days, seconds and nanoseconds are kept apart (TCK Temporal1, Temporal2)",
    ),
    (
        &[
            "function.date",
            "function.datetime",
            "function.localdatetime",
            "function.localtime",
            "function.time",
        ],
        "openCypher 9, creating and selecting temporal values (TCK Temporal1 to Temporal4)",
    ),
    (
        &["function.point.distance", "function.distance"],
        "Cypher Manual 5, point.distance(): null of points in unlike systems",
    ),
    (&["function.point.withinbbox"], "Cypher Manual 5, point.withinBBox(): the borders belong to the box"),
    (&["function.point"], "Cypher Manual 5, point(): the system follows from the keys unless it is named"),
    (&["function.other"], "openCypher 9, functions: one that is not known is an error"),
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
            ("operator.not", "Boolean4"),
            ("operator.not-equal", "equality"),
            ("case.subject", "CASE"),
            ("union-all", "UNION ALL"),
            ("aggregate.count-star", "count(*)"),
        ] {
            assert!(rule(feature).unwrap().contains(part), "{feature}");
        }
        assert_eq!(rule("cases"), None);
    }

    #[test]
    fn what_no_suite_covers_is_said_of_features() {
        assert!(UNCOVERED.iter().all(|(feature, _)| ALL.contains(feature)));
    }
}
