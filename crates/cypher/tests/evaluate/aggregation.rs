//! Aggregation.

use crate::check;

/// TCK Aggregation1-Aggregation8, Return6.
#[test]
fn aggregates_over_values() {
    check(
        "",
        &[
            (
                "UNWIND [1, null, 2] AS x RETURN count(*) AS a, count(x) AS b, sum(x) AS c, avg(x) AS d",
                "[[3,2,3,1.5]]",
            ),
            ("UNWIND [1, 'a', [1], 0.5, null] AS x RETURN min(x) AS a, max(x) AS b", "[[[1],1]]"),
            ("UNWIND [1, 1.0, 1] AS x RETURN count(DISTINCT x) AS c", "[[1]]"),
            ("UNWIND [2, 2, 3] AS x RETURN sum(DISTINCT x) AS s", "[[5]]"),
            ("UNWIND [1, 2] AS x RETURN collect(x) AS c", r#"[[{"bag":[1,2]}]]"#),
            ("UNWIND [1, 1] AS x RETURN collect(x) AS c, collect(DISTINCT x) AS d", "[[[1,1],[1]]]"),
            ("UNWIND [0.1, 0.2, 0.3] AS x RETURN sum(x) AS s", r#"[[{"near":0.6000000000000001}]]"#),
            ("UNWIND [0.1, 0.2] AS x RETURN sum(x) AS s", "[[0.30000000000000004]]"),
            ("UNWIND [1, 2, 4] AS x RETURN avg(x) AS s", r#"[[{"near":2.3333333333333335}]]"#),
            ("UNWIND [1, 'a'] AS x RETURN sum(x) AS s", "TypeError InvalidArgumentType"),
            ("UNWIND [9223372036854775807, 1] AS x RETURN sum(x) AS s", r#"[[{"open":"not specified"}]]"#),
            (
                "UNWIND [9223372036854775807, 1, -1] AS x RETURN sum(x) AS s",
                r#"[[{"open":"not specified"}]]"#,
            ),
            ("UNWIND [9223372036854775806, 1] AS x RETURN sum(x) AS s", "[[9223372036854775807]]"),
            (
                "UNWIND [1, 2, 3, 4] AS x RETURN percentileDisc(x, 0.5) AS d, percentileCont(x, 0.5) AS c",
                r#"[[2,{"near":2.5}]]"#,
            ),
            ("UNWIND [1, 3] AS x RETURN stDevP(x) AS s", r#"[[{"near":1.0}]]"#),
            ("RETURN stDevP(2.5) AS s", "[[0.0]]"),
            ("RETURN stDevP(1 / 0.0) AS s", r#"[[{"open":"not specified"}]]"#),
            ("UNWIND [-0.0] AS x RETURN avg(x) AS s", r#"[[{"near":-0.0}]]"#),
            (
                "UNWIND [1, 1.0] AS x RETURN percentileDisc(x, 0.5) AS d",
                r#"[[{"open":"which of equal values is kept"}]]"#,
            ),
            ("UNWIND [1] AS x RETURN percentileDisc(x, 2) AS s", "ArgumentError NumberOutOfRange"),
        ],
    );
}

/// TCK Return6 [1], Aggregation5.
#[test]
fn nothing_aggregates_to_zero_null_or_an_empty_list() {
    check(
        "",
        &[
            (
                "MATCH (n) RETURN count(*) AS a, sum(n.v) AS b, avg(n.v) AS c, min(n.v) AS d, collect(n) AS e",
                "[[0,0,null,null,[]]]",
            ),
            ("MATCH (n) RETURN n.v AS v, count(*) AS c", "[]"),
            ("MATCH (n) RETURN count(*) + 1 AS c, 'a' AS k", "[]"),
            ("MATCH (n) RETURN count(*) > 0 AS c", "[[false]]"),
        ],
    );
}

/// TCK Return6 [17]-[21], With6; openCypher 9, grouping keys.
#[test]
fn grouping_keys() {
    check(
        "",
        &[
            ("UNWIND [[1, 2], [2, 1]] AS p RETURN p[0] + p[1] AS s, count(*) AS c", "[[3,2]]"),
            ("UNWIND [null, null, 1] AS x RETURN x, count(*) AS c", "[[1,1],[null,2]]"),
            ("UNWIND [1, 2] AS x RETURN x, x + count(*) AS c", "[[1,2],[2,3]]"),
            (
                "UNWIND [1, 2] AS x RETURN x % 1 AS k, {n: count(x), l: collect(x + 1)} AS m",
                r#"[[0,{"map":[["l",{"bag":[2,3]}],["n",2]]}]]"#,
            ),
            ("UNWIND [1, 2] AS x RETURN [y IN collect(x) | y * 2] AS l", r#"[[{"bag":[2,4]}]]"#),
            ("UNWIND [1, 2] AS x RETURN x + count(*) AS c", "SyntaxError AmbiguousAggregationExpression"),
            (
                "UNWIND [1, 2] AS x RETURN x + 1 AS k, x + 1 + count(*) AS c",
                "SyntaxError AmbiguousAggregationExpression",
            ),
            ("UNWIND [1, 2] AS x RETURN count(count(x)) AS c", "SyntaxError NestedAggregation"),
            ("UNWIND [1, 2] AS x WITH x WHERE count(x) > 1 RETURN x", "SyntaxError InvalidAggregation"),
            ("RETURN [x IN [1] | count(*)] AS l", "SyntaxError InvalidAggregation"),
        ],
    );
}

/// Elements are grouped by what they are, not by how they look.
#[test]
fn elements_are_grouped_by_identity() {
    check(
        "(:P), (:P)",
        &[
            ("MATCH (p:P) RETURN count(DISTINCT p) AS c", "[[2]]"),
            ("MATCH (p:P), (q:P) WITH DISTINCT p RETURN count(*) AS c", "[[2]]"),
            ("MATCH (p:P), (q:P) RETURN p, count(*) AS c", r#"[[{"vertex":1},2],[{"vertex":2},2]]"#),
        ],
    );
}
