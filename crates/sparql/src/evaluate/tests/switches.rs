//! What each switch changes.

use super::{check_under, check_values_under, evaluate, profile, show};
use crate::evaluate::{SWITCHES, Semantics};
use quarrel_case::profile::Profile;

#[test]
fn a_store_by_value_changes_terms_wherever_they_come_from() {
    let canonical = profile(&[("stored-literals", "canonical")]);
    check_under(
        &canonical,
        &[
            (
                ":a :p 01, \"1\"^^xsd:byte, 1.50, 1e0, \"1\"^^xsd:boolean",
                "SELECT ?o { ?s :p ?o }",
                "(1) (1.0E0^double) (1.5^decimal) (true)",
            ),
            (":a :p \"300\"^^xsd:byte", "SELECT (STR(?o) AS ?x) { ?s :p ?o FILTER(?o = 300) }", "(\"300\")"),
            (":a :p \"abc\"^^xsd:integer", "SELECT ?o { ?s :p ?o }", "(abc)"),
            (":a :p 1", "SELECT ?s { ?s :p 01 }", "(:a)"),
            ("", "SELECT DISTINCT ?x { VALUES ?x { 1 01 +1 } }", "(1)"),
        ],
    );
    check_values_under(
        &canonical,
        &[
            ("sameTerm(1, 01)", "true"),
            ("STR(01)", "\"1\""),
            ("STRDT(\"01\", xsd:integer)", "1"),
            ("STR(\"2020-01-01T00:00:00+00:00\"^^xsd:dateTime)", "\"2020-01-01T00:00:00Z\""),
        ],
    );
}

/// Switch, value, expression, and its value under the standard and under the switch.
const CHANGES: &[[&str; 5]] = &[
    ["double-form", "plain", "1e0 + 0", "1.0E0^double", "1^double"],
    ["double-form", "plain", "-0.0e0 * 1", "-0.0E0^double", "-0^double"],
    ["double-form", "plain", "1e0 / 0", "INF^double", "INF^double"],
    ["language-tags", "formatted", "LANG(\"a\"@EN-gb-LATN)", "\"EN-gb-LATN\"", "\"en-GB-Latn\""],
    ["language-tags", "formatted", "LANG(\"a\"@en-X-gb-Latn)", "\"en-X-gb-Latn\"", "\"en-x-gb-Latn\""],
    ["language-tags", "lower-case", "LANG(\"a\"@en-GB)", "\"en-GB\"", "\"en-gb\""],
    ["integers", "64-bit", "9223372036854775807 + 1", "9223372036854775808", "error"],
    ["integers", "64-bit", "isNumeric(9223372036854775808)", "true", "false"],
    ["integers", "64-bit", "9223372036854775806 + 1", "9223372036854775807", "9223372036854775807"],
    ["decimals", "128-bit", "isNumeric(0.0000000000000000001)", "true", "false"],
    ["decimals", "128-bit", "170141183460469231731.0 + 1", "170141183460469231732^decimal", "error"],
    ["unlike-literals", "false", "1 = \"1\"", "error", "false"],
    ["unlike-literals", "false", "1 != true", "error", "true"],
    ["unlike-literals", "false", "1 = \"1\"^^:t", "error", "error"],
    ["language-string-ebv", "error", "!\"a\"@en", "false", "error"],
    ["ill-typed-ebv", "error", "!\"abc\"^^xsd:integer", "true", "error"],
    ["language-string-order", "same-language", "\"a\"@en < \"b\"@en", "error", "true"],
    ["language-string-order", "same-language", "\"a\"@en < \"b\"@fr", "error", "error"],
    ["dates", "known", "\"2020-01-01\"^^xsd:date < \"2020-01-02\"^^xsd:date", "error", "true"],
    ["dates", "known", "DAY(\"2020-01-02\"^^xsd:date)", "error", "2"],
    ["dates", "known", "TZ(\"2020-01-02+14:00\"^^xsd:date)", "error", "\"+14:00\""],
    ["dates", "known", "TZ(\"2020-01-02\"^^xsd:date)", "error", "\"\""],
    ["dates", "known", "HOURS(\"2020-01-02\"^^xsd:date)", "error", "error"],
    [
        "dates",
        "known",
        "xsd:date(\"2020-01-02T01:00:00Z\"^^xsd:dateTime)",
        "the function <http://www.w3.org/2001/XMLSchema#date> is not modelled",
        "2020-01-02Z^date",
    ],
    [
        "dates",
        "known",
        "NOW() - \"2020-01-02\"^^xsd:date + \"2020-01-02\"^^xsd:date",
        "open: NOW",
        "open: NOW",
    ],
    ["dates", "known", "\"2020-01-02\"^^xsd:date - 1", "error", "open: arithmetic on times"],
    [
        "casts-beyond-table",
        "lexical",
        "xsd:string(\"a\"^^:t)",
        "open: a cast that the table of casts does not list",
        "\"a\"",
    ],
    [
        "casts-beyond-table",
        "lexical",
        "xsd:integer(\"1\"@en)",
        "open: a cast that the table of casts does not list",
        "error",
    ],
    ["equal-terms-order", "equal", ":a <= :a", "error", "true"],
    ["equal-terms-order", "equal", "\"x\"^^xsd:integer < \"x\"^^xsd:integer", "error", "false"],
    ["blank-node-text", "open", "STR(BNODE())", "error", "open: STR of a blank node or a triple term"],
    ["blank-node-text", "open", "IRI(BNODE())", "error", "open: IRI of a blank node"],
    [
        "implicit-timezone",
        "none",
        "\"2020-01-01T00:00:00\"^^xsd:dateTime = \"2020-01-01T00:00:00Z\"^^xsd:dateTime",
        "open: a time without timezone against one with",
        "false",
    ],
];

#[test]
fn each_switch_changes_what_it_says() {
    for [switch, value, expression, standard, switched] in CHANGES {
        check_values_under(&Profile::default(), &[(expression, standard)]);
        check_values_under(&profile(&[(switch, value)]), &[(expression, switched)]);
    }
    check_under(
        &profile(&[("group-concat-language", "common")]),
        &[("", "SELECT (GROUP_CONCAT(?x) AS ?r) { VALUES ?x { \"a\"@en } }", "(\"a\"@en)")],
    );
}

#[test]
fn a_template_has_its_tags_in_the_case_that_the_engine_reads_and_its_literals_as_they_are_written() {
    let query = "CONSTRUCT { :a :p \"a\"@EN, 01 } WHERE { }";
    let switched = profile(&[("language-tags", "lower-case"), ("stored-literals", "canonical")]);
    check_under(&Profile::default(), &[("", query, ":a :p 01 . :a :p \"a\"@EN")]);
    check_under(&switched, &[("", query, ":a :p 01 . :a :p \"a\"@en")]);
}

#[test]
fn a_sum_with_a_limit_is_open_when_the_order_decides_on_overflow() {
    let small = profile(&[("integers", "64-bit")]);
    let overflow = "(open: a sum that overflows in some order)";
    for (values, answer) in [
        ("9223372036854775807 1", "(U)"),
        ("9223372036854775807 1 -1", overflow),
        ("9223372036854775807 1 0.5", overflow),
        ("9223372036854775806 1 0.5", "(9223372036854775807.5^decimal)"),
    ] {
        let query = format!("SELECT (SUM(?x) AS ?r) {{ VALUES ?x {{ {values} }} }}");
        assert_eq!(show(&evaluate(&small, "", &query)), answer, "{values}");
    }
}

#[test]
fn the_standards_profile_is_the_standard_and_unknown_switches_are_refused() {
    assert_eq!(Semantics::new(&Profile::default()), Ok(Semantics::STANDARD));
    for switch in SWITCHES {
        for value in &switch.values[1..] {
            let semantics = Semantics::new(&profile(&[(switch.name, value)]));
            assert!(semantics.is_ok_and(|semantics| semantics != Semantics::STANDARD), "{}", switch.name);
        }
    }
    assert!(Semantics::new(&profile(&[("integers", "8-bit")])).is_err());
}
