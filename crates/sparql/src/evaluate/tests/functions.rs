//! Functions and casts: sections 17.4 and 17.5.

use super::{check, check_values};

#[test]
fn functions_on_terms() {
    check_values(&[
        ("isIRI(:a)", "true"),
        ("isIRI(\"a\")", "false"),
        ("isBlank(BNODE())", "true"),
        ("isLiteral(1)", "true"),
        ("isLiteral(:a)", "false"),
        ("isNumeric(1.5)", "true"),
        ("isNumeric(\"1\")", "false"),
        ("isNumeric(\"300\"^^xsd:byte)", "false"),
        ("isNumeric(?u)", "error"),
        ("STR(:a)", "\"http://e/a\""),
        ("STR(01)", "\"01\""),
        ("STR(\"a\"@en)", "\"a\""),
        ("STR(BNODE())", "error"),
        ("LANG(\"a\"@en-GB)", "\"en-GB\""),
        ("LANG(\"a\")", "\"\""),
        ("LANG(1)", "\"\""),
        ("LANG(:a)", "error"),
        ("DATATYPE(1)", "<http://www.w3.org/2001/XMLSchema#integer>"),
        ("DATATYPE(\"a\")", "<http://www.w3.org/2001/XMLSchema#string>"),
        ("DATATYPE(\"a\"@en)", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>"),
        ("DATATYPE(:a)", "error"),
        ("IRI(\"http://e/x\")", ":x"),
        ("IRI(:a)", ":a"),
        ("IRI(1)", "error"),
        ("IRI(\"a b\")", "open: IRI of a text that is no IRI"),
        ("STRDT(\"1\", xsd:integer)", "1"),
        ("STRDT(\"a\"@en, xsd:integer)", "error"),
        ("STRLANG(\"a\", \"en\")", "\"a\"@en"),
        ("STRLANG(\"a\"@en, \"fr\")", "error"),
        ("STRLANG(\"a\", \"en-GB\")", "\"a\"@en-GB"),
        ("STRLANG(\"a\", \"a\")", "open: STRLANG with a tag that is not well-formed"),
        ("LANGMATCHES(\"en-GB\", \"EN\")", "true"),
        ("LANGMATCHES(\"en\", \"en-GB\")", "false"),
        ("LANGMATCHES(\"eng\", \"en\")", "false"),
        ("LANGMATCHES(\"\", \"*\")", "false"),
        ("LANGMATCHES(\"en\", \"*\")", "true"),
    ]);
    check(&[
        ("", "SELECT (BNODE() AS ?a) (BNODE() AS ?b) {}", "(_:new0,_:new1)"),
        (
            "",
            "SELECT (BNODE(?x) AS ?a) (BNODE(?x) AS ?b) { VALUES ?x { \"a\" \"a\" } }",
            "(_:new0,_:new0) (_:new1,_:new1)",
        ),
        (
            "_:new0 :p 1",
            "SELECT (isBlank(?s) AS ?b) (sameTerm(?s, BNODE()) AS ?c) { ?s :p 1 }",
            "(true,false)",
        ),
        ("", "BASE <http://e/x/y> SELECT (IRI(\"z\") AS ?a) {}", "(:x/z)"),
    ]);
}

#[test]
fn functions_on_strings_keep_the_language() {
    check_values(&[
        ("STRLEN(\"😀é\")", "2"),
        ("STRLEN(1)", "error"),
        ("UCASE(\"straße\"@de)", "\"STRASSE\"@de"),
        ("LCASE(\"É\")", "\"é\""),
        ("SUBSTR(\"foobar\", 4)", "\"bar\""),
        ("SUBSTR(\"foobar\"@en, 4, 1)", "\"b\"@en"),
        ("SUBSTR(\"😀ab\", 2, 1)", "\"a\""),
        ("SUBSTR(\"foobar\", 0, 2)", "\"f\""),
        ("SUBSTR(\"foobar\", -5, 99999999999999999999)", "\"foobar\""),
        ("SUBSTR(\"foobar\", 1.5)", "error"),
        ("STRBEFORE(\"abc\"@en, \"b\")", "\"a\"@en"),
        ("STRBEFORE(\"abc\"@en, \"z\")", "\"\""),
        ("STRBEFORE(\"abc\"@en, \"\")", "\"\"@en"),
        ("STRAFTER(\"abc\"@en, \"b\"@en)", "\"c\"@en"),
        ("STRAFTER(\"abc\"@en, \"\")", "\"abc\"@en"),
        ("STRAFTER(\"abc\"@en, \"b\"@fr)", "error"),
        ("STRAFTER(\"abc\", \"b\"@en)", "error"),
        ("CONTAINS(\"abc\", \"b\")", "true"),
        ("CONTAINS(\"abc\"@en, \"b\"@en)", "true"),
        ("CONTAINS(\"abc\", \"b\"@en)", "error"),
        ("CONTAINS(1, \"1\")", "error"),
        ("STRSTARTS(\"abc\", \"\")", "true"),
        ("STRENDS(\"abc\", \"ab\")", "false"),
        ("CONCAT(\"a\"@en, \"b\"@en)", "\"ab\"@en"),
        ("CONCAT(\"a\"@en, \"b\")", "\"ab\""),
        ("CONCAT(\"a\"@en, \"b\"@fr)", "\"ab\""),
        ("CONCAT()", "\"\""),
        ("CONCAT(\"a\", 1)", "error"),
        ("ENCODE_FOR_URI(\"a é/~\"@fr)", "\"a%20%C3%A9%2F~\""),
        ("REGEX(\"abc\", \"^B\", \"i\")", "false"),
        ("REGEX(\"abc\"@en, \"b\")", "true"),
        ("REGEX(1, \"1\")", "error"),
        ("REGEX(\"a\", \"(\")", "error"),
        ("REPLACE(\"abcb\"@en, \"b\", \"Z\")", "\"aZcZ\"@en"),
        ("REPLACE(\"abab\", \"(a)(b)\", \"$2$1\\\\$\")", "\"ba$ba$\""),
        ("REPLACE(\"a\", \"(a)\", \"$12\")", "\"a2\""),
        ("REPLACE(\"abc\", \"x*\", \"y\")", "error"),
        ("REPLACE(\"abc\", \"b\", \"$\")", "error"),
        ("MD5(\"abc\")", "\"900150983cd24fb0d6963f7d28e17f72\""),
        ("SHA1(\"abc\")", "\"a9993e364706816aba3e25717850c26c9cd0d89d\""),
        ("SHA256(\"\")", "\"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\""),
        ("SHA256(\"a\"@en)", "error"),
    ]);
}

#[test]
fn functions_on_numbers_keep_the_type() {
    check_values(&[
        ("ABS(-1)", "1"),
        ("ABS(-1.50)", "1.5^decimal"),
        ("ABS(-0.0e0)", "0.0E0^double"),
        ("CEIL(1.2)", "2^decimal"),
        ("FLOOR(-1.2e0)", "-2.0E0^double"),
        ("ROUND(2.5)", "3^decimal"),
        ("ROUND(-1.5)", "-1^decimal"),
        ("ROUND(-2.5e0)", "-2.0E0^double"),
        ("ROUND(\"7\"^^xsd:byte)", "7"),
        ("ROUND(\"a\")", "error"),
    ]);
}

#[test]
fn functions_on_times() {
    const TIME: &str = "\"2011-01-10T14:45:13.815-05:00\"^^xsd:dateTime";
    for (function, value) in [
        ("YEAR", "2011"),
        ("MONTH", "1"),
        ("DAY", "10"),
        ("HOURS", "14"),
        ("MINUTES", "45"),
        ("SECONDS", "13.815^decimal"),
        ("TIMEZONE", "-PT5H^dayTimeDuration"),
        ("TZ", "\"-05:00\""),
    ] {
        check_values(&[(&format!("{function}({TIME})"), value)]);
    }
    check_values(&[
        ("TZ(\"2011-01-10T14:45:13Z\"^^xsd:dateTime)", "\"Z\""),
        ("TZ(\"2011-01-10T14:45:13\"^^xsd:dateTime)", "\"\""),
        ("TIMEZONE(\"2011-01-10T14:45:13Z\"^^xsd:dateTime)", "PT0S^dayTimeDuration"),
        ("TIMEZONE(\"2011-01-10T14:45:13\"^^xsd:dateTime)", "error"),
        ("YEAR(\"2011\")", "error"),
        ("YEAR(NOW())", "open: NOW"),
    ]);
}

#[test]
fn casts_follow_xpath() {
    check_values(&[
        ("xsd:integer(\" 01 \")", "1"),
        ("xsd:integer(\"1.5\")", "error"),
        ("xsd:integer(-1.9)", "-1"),
        ("xsd:integer(1.9e0)", "1"),
        ("xsd:integer(\"NaN\"^^xsd:double)", "error"),
        ("xsd:integer(true)", "1"),
        ("xsd:integer(:a)", "error"),
        ("xsd:integer(\"1\"@en)", "open: a cast that the table of casts does not list"),
        ("xsd:integer(\"1\"@en) = \"NaN\"^^xsd:double", "open: a cast that the table of casts does not list"),
        ("xsd:decimal(\"1.50\")", "1.5^decimal"),
        ("xsd:decimal(\"1e0\")", "error"),
        ("xsd:decimal(0.5e0)", "0.5^decimal"),
        ("xsd:double(\"1\")", "1.0E0^double"),
        ("xsd:double(\"inf\")", "error"),
        ("xsd:float(1.5)", "1.5E0^float"),
        ("xsd:boolean(\"1\")", "true"),
        ("xsd:boolean(\"TRUE\")", "error"),
        ("xsd:boolean(0.0)", "false"),
        ("xsd:boolean(\"NaN\"^^xsd:float)", "false"),
        ("xsd:string(:a)", "\"http://e/a\""),
        ("xsd:string(1.0e0)", "\"1\""),
        ("xsd:string(1e6)", "\"1.0E6\""),
        ("xsd:string(01)", "\"1\""),
        ("xsd:string(\"a\"@en)", "open: a cast that the table of casts does not list"),
        ("xsd:string(BNODE())", "error"),
        ("xsd:dateTime(\"2020-01-01T00:00:00\")", "2020-01-01T00:00:00^dateTime"),
        ("xsd:dateTime(\"2020-01-01\")", "error"),
        ("xsd:byte(1)", "the function <http://www.w3.org/2001/XMLSchema#byte> is not modelled"),
        (":f(1)", "the function <http://e/f> is not modelled"),
    ]);
}
