//! SPARQL 1.2: triple terms, reified triples and base directions.

use super::{check, check_values};

#[test]
fn triple_terms_are_terms() {
    check_values(&[
        ("TRIPLE(:a, :p, 1)", "<<( :a :p 1 )>>"),
        ("TRIPLE(1, :p, 1)", "error"),
        ("TRIPLE(:a, 1, 1)", "error"),
        ("<<( :a :p <<( :b :q 2 )>> )>>", "<<( :a :p <<( :b :q 2 )>> )>>"),
        ("SUBJECT(<<( :a :p 1 )>>)", ":a"),
        ("PREDICATE(<<( :a :p 1 )>>)", ":p"),
        ("OBJECT(<<( :a :p 1 )>>)", "1"),
        ("OBJECT(:a)", "error"),
        ("isTRIPLE(<<( :a :p 1 )>>)", "true"),
        ("isTRIPLE(:a)", "false"),
        ("<<( :a :p 1 )>> = <<( :a :p 1.0 )>>", "true"),
        ("<<( :a :p 1 )>> = <<( :a :p 2 )>>", "false"),
        ("sameTerm(<<( :a :p 1 )>>, <<( :a :p 1.0 )>>)", "false"),
    ]);
}

#[test]
fn patterns_look_into_triple_terms() {
    check(&[
        ("", "SELECT (OBJECT(?t) AS ?o) { BIND(<<( :a :p 1 )>> AS ?t) }", "(1)"),
        ("", "SELECT ?t { VALUES ?t { <<( :a :p :b )>> } }", "(<<( :a :p :b )>>)"),
        (
            ":a :p 1",
            "CONSTRUCT { << ?s :p ?o ~ :r >> :q 1 } WHERE { ?s :p ?o }",
            ":r :q 1 . :r <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( :a :p 1 )>>",
        ),
        (":a :p 1", "ASK { ?x :p 1 {| :q 2 |} }", "false"),
    ]);
}

#[test]
fn a_base_direction_is_part_of_the_literal() {
    check_values(&[
        ("LANG(\"a\"@ar--rtl)", "\"ar\""),
        ("LANGDIR(\"a\"@ar--rtl)", "\"rtl\""),
        ("LANGDIR(\"a\"@ar)", "\"\""),
        ("LANGDIR(:a)", "error"),
        ("hasLANG(\"a\"@ar--rtl)", "true"),
        ("hasLANG(\"a\")", "false"),
        ("hasLANGDIR(\"a\"@ar--rtl)", "true"),
        ("hasLANGDIR(\"a\"@ar)", "false"),
        ("STRLANGDIR(\"a\", \"ar\", \"rtl\")", "\"a\"@ar--rtl"),
        ("STRLANGDIR(\"a\", \"ar\", \"up\")", "error"),
        ("DATATYPE(\"a\"@ar--rtl)", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString>"),
    ]);
}
