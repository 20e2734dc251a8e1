//! Functions.

use crate::{check, check_values};

/// TCK TypeConversion1-TypeConversion4; Cypher Manual 5, scalar and string functions.
#[test]
fn conversions() {
    check_values(&[
        ("toInteger('1.7')", "1"),
        ("toInteger(-1.9)", "-1"),
        ("toInteger('9223372036854775807')", "9223372036854775807"),
        ("toInteger('abc')", "null"),
        ("toInteger('')", "null"),
        ("toInteger('.')", "null"),
        ("toInteger('-')", "null"),
        ("toInteger(true)", "1"),
        ("toInteger([1])", "TypeError InvalidArgumentValue"),
        ("toFloat('1e3')", "1000.0"),
        ("toFloat('1e')", "null"),
        ("toFloat(1)", "1.0"),
        ("toFloat(true)", "TypeError InvalidArgumentValue"),
        ("toBoolean('TRUE')", "true"),
        ("toBoolean('yes')", "null"),
        ("toBoolean(0)", "false"),
        ("toBoolean(1.0)", "TypeError InvalidArgumentValue"),
        ("toString(1.0)", "\"1.0\""),
        ("toString(1e-7)", "\"1.0E-7\""),
        ("toString(12345678.9)", "\"1.23456789E7\""),
        ("toString(-0.0)", "\"-0.0\""),
        ("toString(true)", "\"true\""),
        ("toString([])", "TypeError InvalidArgumentValue"),
    ]);
}

/// Cypher Manual 5, mathematical functions.
#[test]
fn numbers() {
    check_values(&[
        ("abs(-3)", "3"),
        ("abs(-3.5)", "3.5"),
        ("sign(-0.5)", "-1"),
        ("sign(0.0)", "0"),
        ("floor(-1.5)", "-2.0"),
        ("ceil(1)", "1.0"),
        ("round(1.5)", "2.0"),
        ("round(-1.5)", "-1.0"),
        ("round(-1.6)", "-2.0"),
        ("round(0.49999999999999994)", "0.0"),
        ("ceil(-0.5)", r#"{"near":0.0}"#),
        ("ceil(ceil(-0.5))", r#"{"near":0.0}"#),
        ("sin(ceil(-0.5))", r#"{"near":0.0}"#),
        ("sqrt(ceil(-0.5))", r#"{"near":0.0}"#),
        ("cos(ceil(-0.5))", "1.0"),
        ("sqrt(-1)", r#"{"f64":"NaN"}"#),
        ("sqrt(2.25)", "1.5"),
        ("log(0)", r#"{"f64":"-Infinity"}"#),
        ("exp(0)", "1.0"),
        ("exp(1)", r#"{"near":2.718281828459045}"#),
        ("pi() > 3.14", "true"),
        ("sin(null)", "null"),
        ("abs(true)", "SyntaxError InvalidArgumentType"),
        ("sin(1, 2)", "SyntaxError InvalidNumberOfArguments"),
        ("nothing(1)", "SyntaxError UnknownFunction"),
    ]);
}

/// Cypher Manual 5, string functions; TCK String1-String5.
#[test]
fn strings() {
    check_values(&[
        ("substring('hello', 1, 3)", "\"ell\""),
        ("substring('héllo', 1)", "\"éllo\""),
        ("substring('a', 5, 9223372036854775807)", "\"\""),
        ("substring('a', -1)", "ArgumentError NegativeIntegerArgument"),
        ("substring(null, 1)", "null"),
        ("left('abc', 2)", "\"ab\""),
        ("left('abc', 9)", "\"abc\""),
        ("right('abc', 2)", "\"bc\""),
        ("toUpper('straße')", "\"STRASSE\""),
        ("trim('  a ')", "\"a\""),
        ("lTrim(' a ')", "\"a \""),
        ("rTrim(' a ')", "\" a\""),
        ("replace('aaa', 'aa', 'b')", "\"ba\""),
        ("split('a,b,', ',')", r#"["a","b",""]"#),
        ("reverse('añb')", "\"bña\""),
        ("size('😀a')", "2"),
    ]);
}

/// TCK List6-List11.
#[test]
fn lists() {
    check_values(&[
        ("size([1, null])", "2"),
        ("head([])", "null"),
        ("last([1, 2])", "2"),
        ("tail([1])", "[]"),
        ("tail([])", "[]"),
        ("reverse([1, 2])", "[2,1]"),
        ("range(1, 7, 3)", "[1,4,7]"),
        ("range(3, 1)", "[]"),
        ("range(3, 1, -1)", "[3,2,1]"),
        ("range(1, 2, 0)", "ArgumentError NumberOutOfRange"),
        ("range(1.0, 2)", "ArgumentError InvalidArgumentType"),
        ("range(9223372036854775806, 9223372036854775807)", "[9223372036854775806,9223372036854775807]"),
        ("isEmpty({})", "true"),
        ("keys({a: null})", "[\"a\"]"),
    ]);
}

/// TCK Graph3-Graph9, Path1-Path3.
#[test]
fn elements() {
    check(
        "(a:A {v: 1})-[:T {w: 2}]->(b:B:C)",
        &[
            (
                "MATCH ()-[r]->() RETURN type(r) AS t, startNode(r) AS s, endNode(r) AS e",
                r#"[["T",{"vertex":1},{"vertex":2}]]"#,
            ),
            ("MATCH (n:B) RETURN labels(n) AS l", r#"[[{"bag":["B","C"]}]]"#),
            ("MATCH (n:A) RETURN labels(n) AS l, keys(n) AS k", r#"[[["A"],["v"]]]"#),
            ("MATCH ()-[r]->() RETURN properties(r) AS p, r['w'] AS w", r#"[[{"map":[["w",2]]},2]]"#),
            (
                "MATCH p = (:A)-->() RETURN length(p) AS l, nodes(p) AS n, relationships(p) AS r",
                r#"[[1,[{"vertex":1},{"vertex":2}],[{"edge":1}]]]"#,
            ),
            ("MATCH p = (:B)<--() RETURN p", r#"[[{"path":[{"vertex":2},{"edge":1},{"vertex":1}]}]]"#),
            ("OPTIONAL MATCH p = (:X)-->() RETURN length(p) AS l, nodes(p) AS n", "[[null,null]]"),
            ("MATCH (n:A) RETURN id(n) AS i", r#"[[{"open":"id"}]]"#),
            ("MATCH (n) RETURN type(n) AS t", "SyntaxError InvalidArgumentType"),
            ("MATCH (n:A) WITH [n, 1] AS l RETURN labels(l[1]) AS l", "TypeError InvalidArgumentValue"),
        ],
    );
}
