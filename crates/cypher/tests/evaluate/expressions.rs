//! Operators and three-valued logic.

use crate::{check, check_values};

/// TCK Boolean1-Boolean5.
#[test]
fn logic_is_three_valued() {
    check_values(&[
        ("true AND null", "null"),
        ("false AND null", "false"),
        ("null OR true", "true"),
        ("null OR false", "null"),
        ("null XOR true", "null"),
        ("true XOR true", "false"),
        ("NOT null", "null"),
        ("(1 = 1) = true", "true"),
        ("NOT (1.0 > 0.0 / 0.0)", "true"),
        ("NOT (0.0 / 0.0 = 0.0 / 0.0)", "true"),
    ]);
}

/// TCK Comparison1.
#[test]
fn equality_is_recursive_and_three_valued() {
    check_values(&[
        ("1 = 1.0", "true"),
        ("9007199254740993 = 9007199254740992.0", "false"),
        ("9223372036854775807 = 9223372036854775808.0", "false"),
        ("-9223372036854775808 = -9223372036854775808.0", "true"),
        ("0.0 = -0.0", "true"),
        ("'1' = 1", "false"),
        ("null = null", "null"),
        ("null <> 1", "null"),
        ("[1, null] = [1, 2]", "null"),
        ("[1, null] = [2, null]", "false"),
        ("[1, null] = [1]", "false"),
        ("[[null]] = [[1]]", "null"),
        ("{a: 1, b: null} = {b: 2, a: 1}", "null"),
        ("{a: 1} = {b: 1}", "false"),
        ("{a: null} <> {a: null}", "null"),
        ("[0.0 / 0.0] = [0.0 / 0.0]", "false"),
    ]);
}

/// TCK Comparison2-Comparison4.
#[test]
fn comparison_is_null_across_types_and_false_with_nan() {
    check_values(&[
        ("1 < 'a'", "null"),
        ("true < 1", "null"),
        ("false < true", "true"),
        ("1 < 1.5", "true"),
        ("9007199254740993 > 9007199254740992.0", "true"),
        ("9223372036854775807 < 9223372036854775808.0", "true"),
        ("1 < 0.0 / 0.0", "false"),
        ("1 >= 0.0 / 0.0", "false"),
        ("'a' > 0.0 / 0.0", "null"),
        ("[1, 2] >= [1, null]", "null"),
        ("[1, 2] >= [3, null]", "false"),
        ("[1, 2] < [1, 2, 0]", "true"),
        ("[1] < ['a']", "null"),
        ("{a: 1} < {a: 2}", "null"),
        ("1 < 2 <= 2 < 3", "true"),
        ("3 < 2 < null", "false"),
        ("1 < null < 3", "null"),
        ("'a' < 'B'", "false"),
        ("'é' > 'z'", "true"),
    ]);
}

/// TCK List5, Null3 [4].
#[test]
fn membership_is_the_disjunction_of_equalities() {
    check_values(&[
        ("1 IN [2, 1.0]", "true"),
        ("3 IN [1, null]", "null"),
        ("1 IN [1, null]", "true"),
        ("null IN [1]", "null"),
        ("null IN []", "false"),
        ("1 IN null", "null"),
        ("[1] IN [[1, null], [null]]", "null"),
        ("[1, 2] IN [1, 2]", "false"),
        ("1 IN 2", "SyntaxError InvalidArgumentType"),
    ]);
}

/// Cypher Manual 5, mathematical operators; TCK Mathematical8, Precedence1.
#[test]
fn arithmetic_truncates_raises_and_follows_ieee() {
    check_values(&[
        ("7 / 2", "3"),
        ("-7 / 2", "-3"),
        ("-7 % 3", "-1"),
        ("7.0 / 2", "3.5"),
        ("-7.5 % 2", "-1.5"),
        ("2 ^ 3", "8.0"),
        ("2 ^ -1 < 0.6", "true"),
        ("-2 ^ 2", "4.0"),
        ("2 ^ 3 ^ 2", "64.0"),
        ("1.0 / 0", r#"{"f64":"Infinity"}"#),
        ("0.0 / 0.0", r#"{"f64":"NaN"}"#),
        ("1 % 0.0", r#"{"f64":"NaN"}"#),
        ("1 / 0", "ArithmeticError DivisionByZero"),
        ("1 % 0", "ArithmeticError DivisionByZero"),
        ("null / 0", "null"),
        ("9223372036854775807 + 1", "ArithmeticError IntegerOverflow"),
        ("-9223372036854775808 / -1", "ArithmeticError IntegerOverflow"),
        ("-9223372036854775808 % -1", "0"),
        ("-(-9223372036854775808)", "ArithmeticError IntegerOverflow"),
        ("3037000500 * 3037000500", "ArithmeticError IntegerOverflow"),
        ("1 + null", "null"),
        ("-(0.0)", "-0.0"),
        ("1 - 'a'", "SyntaxError InvalidArgumentType"),
        ("[1, 'a'][1] - 1", "TypeError InvalidArgumentType"),
    ]);
}

/// TCK String6, List4; Cypher Manual 5, string and list operators.
#[test]
fn plus_joins_texts_and_lists() {
    check_values(&[
        ("'a' + 'b'", "\"ab\""),
        ("'a' + 1", "\"a1\""),
        ("1.0 + 'a'", "\"1.0a\""),
        ("'a' + null", "null"),
        ("[1] + 2", "[1,2]"),
        ("0 + [1]", "[0,1]"),
        ("[1] + [[2]]", "[1,[2]]"),
        ("'a' + ['b']", "[\"a\",\"b\"]"),
        ("[1] + null", "null"),
        ("true + 1", "SyntaxError InvalidArgumentType"),
    ]);
}

/// TCK String8-String11.
#[test]
fn text_predicates_are_null_on_what_is_no_text() {
    check_values(&[
        ("'abc' STARTS WITH 'a'", "true"),
        ("'abc' ENDS WITH ''", "true"),
        ("'abc' CONTAINS 'd'", "false"),
        ("1 STARTS WITH 'a'", "null"),
        ("'a' CONTAINS null", "null"),
        ("'abc' =~ 'b'", "false"),
        ("'abc' =~ 'a.*'", "true"),
        ("'abc' =~ 'x|abc'", "true"),
        ("null =~ 'a'", "null"),
    ]);
}

/// TCK List1, List2, Map1, Map2.
#[test]
fn parts_of_values() {
    check_values(&[
        ("[1, 2, 3][-1]", "3"),
        ("[1, 2, 3][3]", "null"),
        ("[1, 2, 3][-4]", "null"),
        ("[1][null]", "null"),
        ("null[0]", "null"),
        ("[1, 2, 3][1..]", "[2,3]"),
        ("[1, 2, 3][..-1]", "[1,2]"),
        ("[1, 2, 3][-100..100]", "[1,2,3]"),
        ("[1, 2, 3][2..1]", "[]"),
        ("[1, 2, 3][null..1]", "null"),
        ("[1, 2][-9223372036854775808..9223372036854775807]", "[1,2]"),
        ("{a: 1}.a", "1"),
        ("{a: 1}['b']", "null"),
        ("{a: 1, a: 2}.a", "2"),
        ("null.a", "null"),
        ("{a: 1}[0]", "TypeError MapElementAccessByNonString"),
        ("[1]['a']", "TypeError InvalidArgumentType"),
        ("'abc'[0]", "TypeError InvalidArgumentType"),
        ("[1, 'a'][0].b", "TypeError InvalidArgumentType"),
    ]);
}

/// TCK Conditional1, Conditional2.
#[test]
fn case_takes_the_first_that_fits() {
    check_values(&[
        ("CASE 1 WHEN 1.0 THEN 'a' ELSE 'b' END", "\"a\""),
        ("CASE null WHEN null THEN 'a' ELSE 'b' END", "\"b\""),
        ("CASE WHEN null THEN 1 WHEN true THEN 2 END", "2"),
        ("CASE WHEN false THEN 1 END", "null"),
        ("CASE WHEN true THEN 1 ELSE 1 / 0 END", "1"),
        ("CASE WHEN 1 / 0 = 1 THEN 1 ELSE 2 END", "ArithmeticError DivisionByZero"),
        ("coalesce(null, 2, 1 / 0)", "2"),
    ]);
}

/// TCK Quantifier1-Quantifier4, List12.
#[test]
fn quantifiers_are_three_valued_and_comprehensions_keep_what_is_true() {
    check_values(&[
        ("all(x IN [1, null] WHERE x > 0)", "null"),
        ("all(x IN [0, null] WHERE x > 0)", "false"),
        ("any(x IN [1, null] WHERE x > 0)", "true"),
        ("any(x IN [0, null] WHERE x > 0)", "null"),
        ("none(x IN [] WHERE x)", "true"),
        ("none(x IN [null] WHERE x)", "null"),
        ("single(x IN [1, 2, null] WHERE x > 0)", "false"),
        ("single(x IN [1, null] WHERE x > 0)", "null"),
        ("single(x IN [1, 0] WHERE x > 0)", "true"),
        ("all(x IN null WHERE x)", "null"),
        ("any(x IN [1, 0] WHERE 1 / x = 1)", "true"),
        ("[x IN [1, null, 2] WHERE x > 1 | x * 2]", "[4]"),
        ("[x IN [1, 0] WHERE x > 0 | 1 / x]", "[1]"),
        ("[x IN [3] | [x IN [x, 4] | x + 1]]", "[[4,5]]"),
        ("[x IN null | x]", "null"),
        ("reduce(a = 0, x IN [1, 2] | a * 10 + x)", "12"),
        ("reduce(a = 0, x IN [] | a / 0)", "0"),
        ("reduce(a = 0, x IN null | a)", "null"),
    ]);
}

/// TCK Null1, Null2, Graph5.
#[test]
fn tests_for_null_and_labels() {
    check(
        "(:A:B)-[:T]->()",
        &[
            ("MATCH (n) RETURN n:A:B AS x", "[[false],[true]]"),
            ("MATCH ()-[r]->() RETURN r:T AS x, r:S AS y", "[[true,false]]"),
            (
                "OPTIONAL MATCH (n:C) RETURN n:A AS x, n IS NULL AS y, n.v IS NOT NULL AS z",
                "[[null,true,false]]",
            ),
        ],
    );
}
