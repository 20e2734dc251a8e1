//! `WITH`, `RETURN`, `UNWIND`, `UNION`.

use crate::check;

/// TCK ReturnOrderBy1.
#[test]
fn all_values_have_one_order() {
    check(
        "",
        &[
            ("UNWIND [1, null, 2] AS x RETURN x ORDER BY x DESC", "[[null],[2],[1]]"),
            ("UNWIND [3.0, 0.0 / 0.0, 1] AS x RETURN x ORDER BY x", r#"[[1],[3.0],[{"f64":"NaN"}]]"#),
            (
                "UNWIND [true, 1, 'a', [1], {a: 1}, null, false] AS x RETURN x ORDER BY x",
                r#"[[{"map":[["a",1]]}],[[1]],["a"],[false],[true],[1],[null]]"#,
            ),
            (
                "UNWIND [[1, 2], [1], [], [1, null], ['a']] AS x RETURN x ORDER BY x",
                r#"[[[]],[["a"]],[[1]],[[1,2]],[[1,null]]]"#,
            ),
            (
                "UNWIND [9007199254740993, 9007199254740992.0] AS x RETURN x ORDER BY x",
                "[[9007199254740992.0],[9007199254740993]]",
            ),
            (
                "UNWIND [1, 2] AS x UNWIND [3, 4] AS y RETURN x, y ORDER BY x DESC, y",
                "[[2,3],[2,4],[1,3],[1,4]]",
            ),
        ],
    );
}

/// TCK ReturnOrderBy2, WithOrderBy4.
#[test]
fn sort_keys_see_aliases_and_what_was_before() {
    check(
        "(:P {v: 2, w: 1}), (:P {v: 1, w: 2})",
        &[
            ("MATCH (n:P) RETURN n.v AS v ORDER BY n.w", "[[2],[1]]"),
            ("MATCH (n:P) RETURN n.v AS n ORDER BY n", "[[1],[2]]"),
            ("MATCH (n:P) RETURN DISTINCT n.v AS v ORDER BY n.v", "[[1],[2]]"),
            ("MATCH (n:P) WITH n.v AS x WITH x % 2 AS x ORDER BY x LIMIT 1 RETURN x", "[[0]]"),
            ("MATCH (n:P) WITH n ORDER BY n.w LIMIT 1 RETURN n.v AS v", "[[2]]"),
            ("MATCH (n:P) RETURN DISTINCT n.v AS v ORDER BY n.w", "SyntaxError UndefinedVariable"),
            ("MATCH (n:P) WITH DISTINCT n.v AS v ORDER BY n.w RETURN v", "SyntaxError UndefinedVariable"),
            (
                "UNWIND [10, 20, 30] AS x RETURN x AS a, count(*) AS c ORDER BY x + 1 DESC",
                "[[30,1],[20,1],[10,1]]",
            ),
            ("UNWIND [1, 2] AS x RETURN max(x) AS m, toUpper('a') AS s ORDER BY toUpper('a')", "[[2,\"A\"]]"),
            ("UNWIND [1, 1, 2] AS x RETURN x, count(*) AS c ORDER BY count(*) DESC", "[[1,2],[2,1]]"),
            ("UNWIND [1, 2] AS x RETURN x ORDER BY count(*)", "SyntaxError InvalidAggregation"),
            ("UNWIND [1, 2] AS x RETURN count(x) AS c ORDER BY x", "SyntaxError UndefinedVariable"),
        ],
    );
}

/// TCK WithWhere1-WithWhere7, With1-With6.
#[test]
fn with_hides_what_it_does_not_name() {
    check(
        "(:P {v: 2}), (:P {v: 1})",
        &[
            ("MATCH (n:P) WITH n.v AS v WHERE n.v = 1 RETURN v", "[[1]]"),
            ("MATCH (n:P) WITH n.v AS v ORDER BY v LIMIT 1 WHERE v = 2 RETURN v", "[]"),
            ("UNWIND [1, 2, 3] AS x WITH x ORDER BY x LIMIT 2 WITH x WHERE x > 1 RETURN x", "[[2]]"),
            ("MATCH (n:P) WITH *, n.v AS v WITH v RETURN *", "[[1],[2]]"),
            ("WITH 1 AS b, 2 AS a RETURN *", "[[2,1]]"),
            ("WITH * RETURN 1 AS a", "[[1]]"),
            ("WITH 1 AS x WITH x AS y RETURN x", "SyntaxError UndefinedVariable"),
            ("WITH 1 AS x WITH 2 AS x, x AS y RETURN x, y", "[[2,1]]"),
            ("MATCH (n:P) WITH n.v AS v, count(*) AS c WHERE c = 1 AND n.v = 1 RETURN v", "[[1]]"),
            ("MATCH (n:P) WITH max(n.v) AS m WHERE n.v = 1 RETURN m", "SyntaxError UndefinedVariable"),
        ],
    );
}

/// TCK ReturnSkipLimit1-ReturnSkipLimit3, Return5.
#[test]
fn slices_and_distinct() {
    check(
        "",
        &[
            ("UNWIND [3, 1, 2] AS x RETURN x ORDER BY x SKIP 1 LIMIT 1", "[[2]]"),
            ("UNWIND [1, 2] AS x RETURN x ORDER BY x SKIP 5", "[]"),
            ("UNWIND [1, 2] AS x RETURN x ORDER BY x LIMIT 0", "[]"),
            ("UNWIND [1, 2, 3] AS x RETURN x ORDER BY x LIMIT 1 + 1", "[[1],[2]]"),
            ("UNWIND [1, 2] AS x RETURN x SKIP 0 LIMIT 9223372036854775807", "[[1],[2]]"),
            ("UNWIND [1, 2] AS x RETURN x LIMIT -1", "SyntaxError NegativeIntegerArgument"),
            ("UNWIND [1, 2] AS x RETURN x LIMIT 1 - 2", "SyntaxError NegativeIntegerArgument"),
            ("UNWIND [1, 2] AS x RETURN x LIMIT 1.5", "SyntaxError InvalidArgumentType"),
            ("UNWIND [1, 2] AS x RETURN x LIMIT x", "SyntaxError NonConstantExpression"),
            (
                "UNWIND [null, 1, null, 0.0 / 0.0, 0.0 / 0.0] AS x RETURN DISTINCT x",
                r#"[[1],[null],[{"f64":"NaN"}]]"#,
            ),
            ("UNWIND [[1, null], [1, null]] AS x RETURN DISTINCT x", "[[[1,null]]]"),
            (
                "UNWIND [1, 1.0, 2] AS x RETURN DISTINCT x",
                r#"[[2],[{"open":"which of equal values is kept"}]]"#,
            ),
            (
                "UNWIND [{a: 1, b: 2}, {b: 2, a: 1}] AS x RETURN DISTINCT x",
                r#"[[{"map":[["a",1],["b",2]]}]]"#,
            ),
        ],
    );
}

/// TCK Unwind1, Union1, Union2.
#[test]
fn unwind_and_union() {
    check(
        "",
        &[
            ("UNWIND [] AS x RETURN x", "[]"),
            ("UNWIND null AS x RETURN x", "[]"),
            ("UNWIND [[1], [2, 3]] AS l UNWIND l AS x RETURN x", "[[1],[2],[3]]"),
            ("RETURN 1 AS x UNION RETURN 1 AS x", "[[1]]"),
            ("RETURN 1 AS x UNION ALL RETURN 1 AS x", "[[1],[1]]"),
            ("UNWIND [2, 2] AS x RETURN x UNION RETURN 2 AS x", "[[2]]"),
            ("RETURN 1 AS x UNION RETURN 1 AS y", "SyntaxError DifferentColumnsInUnion"),
            ("RETURN 1 AS x, 2 AS y UNION ALL RETURN 3 AS y, 4 AS x", "[[1,2],[4,3]]"),
        ],
    );
}
