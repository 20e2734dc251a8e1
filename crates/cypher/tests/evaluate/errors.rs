//! What is known of a query's errors (design, "verdict"), its flow, and errors at compile time.

use quarrel_case::answer::Phase;
use quarrel_case::language::Failure;
use quarrel_case::verdict::ErrorStatus::{self, May, Must, Never};

use crate::{check, evaluate};

fn check_status(cases: &[(ErrorStatus, &str)]) {
    for (expected, text) in cases {
        assert_eq!(evaluate("(:P {v: 0, s: 'a'})-[:R]->(:Q {v: 1})", text).errors, *expected, "{text}");
    }
}

#[test]
fn never_means_that_no_part_raises_even_when_all_are_evaluated() {
    check_status(&[
        (Never, "MATCH (n) WHERE n.v > 0 AND n.s STARTS WITH 'a' RETURN n.v AS v"),
        (Never, "MATCH (n) RETURN n.v + 1 AS v"),
        (Never, "MATCH (n) RETURN 1.0 / n.v AS v"),
        (Never, "MATCH (n:P)-->(m) WHERE m.v + n.v > 0 RETURN m"),
        (May, "RETURN CASE WHEN true THEN 1 ELSE 1 / 0 END AS x"),
        (May, "RETURN false AND 1 / 0 = 1 AS x"),
        (May, "RETURN coalesce(1, 1 / 0) AS x"),
        (May, "RETURN any(x IN [1, 0] WHERE 1 / x = 1) AS x"),
        (May, "MATCH (n:Q) WHERE 1 / n.v = 1 RETURN n"),
        (May, "MATCH (n)-->(m) WHERE 1 / m.v = 1 RETURN n"),
        (May, "MATCH (n:X) WHERE n.v + 9223372036854775807 > 0 RETURN n"),
        (May, "MATCH (n) WITH n.v AS v, 1 / n.v AS w WHERE v = 1 RETURN w"),
        (May, "MATCH (n) WITH 1 / n.v AS w, n.v AS v RETURN v"),
        (Never, "MATCH (n) WHERE n.missing AND n.v = 0 RETURN n"),
        (May, "MATCH (n {v: 1}) WHERE n.s AND n.v = 0 RETURN n"),
        (May, "MATCH (n:Q) WITH n.s AS s WHERE s RETURN s"),
        (May, "MATCH (n:X) RETURN 1 / 0 AS x"),
        (May, "MATCH (n:Q) RETURN toUpper(n.s) + (1 / n.v) AS x"),
        (May, "UNWIND [1, 0] AS x RETURN 1 / x AS y ORDER BY x DESC LIMIT 1"),
        (May, "UNWIND [9223372036854775807, 1, -1] AS x RETURN sum(x) AS s"),
        (May, "RETURN abs(-9223372036854775808) AS x"),
        (May, "MATCH (n) RETURN n LIMIT 1"),
    ]);
}

#[test]
fn must_means_that_every_order_of_evaluation_raises() {
    check_status(&[
        (Must, "RETURN 1 / 0 AS x"),
        (Must, "UNWIND [1, 0] AS x RETURN 1 / x AS y"),
        (Must, "UNWIND [1, 0] AS x RETURN x ORDER BY 1 / x"),
        (Must, "RETURN true AND 1 / 0 = 1 AS x"),
        (Must, "UNWIND [1, 0] AS x RETURN sum(1 / x) AS y"),
        (Must, "RETURN CASE WHEN true THEN 1 / 0 ELSE 1 END AS x"),
        (Must, "RETURN x"),
        (Must, "RETURN 1 AND true AS x"),
        (Must, "RETURN 1 AS a UNION ALL RETURN 1 / 0 AS a"),
        (May, "MATCH (n:X) RETURN 1 AND n.v AS x"),
        (May, "RETURN null + 1 / 0 AS x"),
        (May, "UNWIND [1, 0] AS x RETURN 1 / x AS y LIMIT 1"),
        (May, "UNWIND [1, 0] AS x WITH 1 / x AS y RETURN y"),
        (May, "UNWIND [0] AS x RETURN x ORDER BY 1 / x"),
        (May, "MATCH (n) WHERE id(n) = 1 RETURN 1 / 0 AS x"),
    ]);
}

/// TCK Match1-Match6, Return1-Return7, With4, Map1, Graph6, Boolean1.
#[test]
fn names_and_types_are_checked_before_anything_runs() {
    let cases = [
        ("MATCH (n) RETURN m", "SyntaxError UndefinedVariable"),
        ("MATCH (n) UNWIND [1] AS n RETURN n", "SyntaxError VariableAlreadyBound"),
        ("MATCH (n)-[n]->() RETURN n", "SyntaxError VariableTypeConflict"),
        ("MATCH (n) MATCH n = ()-->() RETURN n", "SyntaxError VariableAlreadyBound"),
        ("WITH 1 AS n MATCH (n) RETURN n", "SyntaxError VariableTypeConflict"),
        ("MATCH ()-[r]->()-[r]->() RETURN r", "SyntaxError RelationshipUniquenessViolation"),
        ("MATCH (n) RETURN 1 AS a, 2 AS a", "SyntaxError ColumnNameConflict"),
        ("MATCH (n) WITH n.v RETURN 1 AS x", "SyntaxError NoExpressionAlias"),
        ("MATCH () RETURN *", "SyntaxError NoVariablesInScope"),
        ("MATCH (n) WHERE n RETURN n", "SyntaxError InvalidArgumentType"),
        ("MATCH p = ()-->() RETURN p.v AS x", "SyntaxError InvalidArgumentType"),
        ("WITH 1 AS x RETURN x.v AS y", "TypeError InvalidArgumentType"),
        ("MATCH (n) RETURN size(n) AS x", "SyntaxError InvalidArgumentType"),
        ("RETURN [x IN [1] WHERE y | x] AS l", "SyntaxError UndefinedVariable"),
        ("RETURN [x IN [1] | x] + x AS l", "SyntaxError UndefinedVariable"),
        ("MATCH (n {v: m.v}) RETURN n", "SyntaxError UndefinedVariable"),
        ("UNWIND [1] AS x RETURN count(rand()) AS c", "SyntaxError NonConstantExpression"),
    ];
    check("", &cases);
    for (text, _) in cases {
        match evaluate("", text).result {
            Err(Failure::Query(error)) => assert_eq!(error.phase, Phase::Compile, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn flow_counts_the_rows_after_every_clause() {
    for (text, flow) in [
        ("MATCH (n) WITH n WHERE n.v = 1 RETURN n", vec![2, 1, 1]),
        ("MATCH (n:X) RETURN count(*) AS c", vec![0, 0]),
        ("MATCH (n) RETURN count(*) AS c", vec![2, 2]),
        ("MATCH (n) RETURN n.v AS v, count(*) AS c", vec![2, 2]),
        ("UNWIND [1, 2, 3] AS x RETURN x ORDER BY x LIMIT 2", vec![3, 2]),
        ("RETURN 1 AS x UNION ALL UNWIND [1, 2] AS x RETURN x", vec![1, 2, 2]),
    ] {
        assert_eq!(evaluate("(:P {v: 0})-[:R]->(:Q {v: 1})", text).flow, flow, "{text}");
    }
}

#[test]
fn a_condition_that_an_engine_may_evaluate_earlier_counts() {
    check_status(&[
        // On rows that a pattern drops later.
        (May, "UNWIND [1, 0] AS x MATCH (n {v: x}) WITH n, x WHERE n.s IS NULL AND 1 / x > 0 RETURN x"),
        (Never, "UNWIND [1, 2] AS x MATCH (n {v: x}) WITH n, x WHERE 1 / x > 0 RETURN x"),
        // On nodes that the pattern does not match.
        (May, "MATCH (n:Q)<--(m:Q) WITH n.v AS v MATCH (k) WHERE 1 / v > 0 RETURN k"),
        (May, "MATCH (n:Q) WITH n.v - 1 AS w WHERE w / w = 1 RETURN w"),
        // Nothing is evaluated before the aggregation that it depends on.
        (Never, "MATCH (n) WITH count(*) AS c WHERE 10 / c > 0 RETURN c"),
        (Never, "MATCH p = (n)-[r*]->(m) WHERE length(p) > 0 AND all(x IN r WHERE x.v IS NULL) RETURN n"),
        (Never, "MATCH (n) WITH n.v AS v WHERE v + 1 > 0 RETURN v"),
        (May, "MATCH (n) WITH n.s AS s WHERE s - 1 > 0 RETURN s"),
    ]);
}
