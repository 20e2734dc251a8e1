//! Where reduction ends: with the plainest query, the same from every start.

use quarrel_case::choices::Choices;
use quarrel_case::language::{Guidance, Setting};
use quarrel_case::profile::Features;

use super::wrong::{Rewrite, WRONG};
use super::*;
use crate::ast::Column;
use crate::language::Sparql;
use crate::print::print_expression;

/// Whether an engine that answers another query is wrong.
fn is_wrong(query: &Query, rewrite: Rewrite, graph: &Graph) -> bool {
    let mut other = query.clone();
    rewrite(&mut other);
    other != *query && answer(query, graph).is_some_and(|right| answer(&other, graph) != Some(right))
}

#[test]
fn findings_with_one_cause_end_as_one_text() {
    let mut surprises = Vec::new();
    for ((name, rewrite), (expected, starts)) in WRONG.iter().zip(ENDS) {
        for start in *starts {
            let query = parse(&format!("PREFIX : <http://e/> {start}")).unwrap();
            let fails = |query: &Query| is_wrong(query, *rewrite, &data());
            assert!(fails(&query), "{name}: {start}");
            let (end, tried) = reduce(&query, &data(), &fails);
            if text(&end) != *expected || tried >= 250 {
                surprises.push(format!("{name}: {start}\n  {tried} tries to {}", text(&end)));
            }
        }
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n"));
    assert_eq!(WRONG.len(), ENDS.len());
}

/// For every wrong engine the end, and where it starts from.
const ENDS: &[(&str, &[&str])] = &[
    (
        "SELECT (!?x AS ?y) WHERE { }",
        &[
            "SELECT ?s { ?s :v ?o FILTER(!(?o + 1 > ?s)) }",
            "SELECT (COUNT(*) AS ?c) { ?s :p ?o OPTIONAL { ?o :n ?n BIND(!(?n < 3) AS ?b) } FILTER(BOUND(?b)) }",
        ],
    ),
    (
        "SELECT (false || false AS ?x) WHERE { }",
        &[
            "SELECT ?s ?r { ?s :v ?o BIND(?o > 8 || ?o = :c AS ?r) }",
            "ASK { ?s :p ?o . ?o :v ?v FILTER(!(?v < 3 || STRLEN(STR(?v)) > 7)) }",
        ],
    ),
    (
        "SELECT (?x = ?x AS ?y) WHERE { }",
        &[
            "SELECT ?s { ?s :v ?o OPTIONAL { ?s :n ?n } FILTER(?n = ?n) }",
            "SELECT * { VALUES (?a ?b) { (1 UNDEF) } BIND(?b * 2 = ?b * 2 AS ?c) }",
        ],
    ),
    (
        "SELECT (1 < 1 AS ?x) WHERE { }",
        &[
            "SELECT ?s { ?s :v ?o FILTER(?o < 7) } ORDER BY ?s",
            "SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING(COUNT(*) < 2)",
        ],
    ),
    (
        "SELECT (COUNT(*) AS ?x) WHERE { FILTER (false) }",
        &[
            "SELECT (SUM(?o) AS ?t) (MAX(?o) AS ?m) { ?s :p ?o . ?o :p ?s }",
            "SELECT (COUNT(DISTINCT ?o) AS ?t) { ?s :v ?o FILTER(?o > 100) }",
        ],
    ),
    (
        "SELECT (GROUP_CONCAT(\"a\"; SEPARATOR = \",\") AS ?x) WHERE { VALUES (?y) { (1) (1) } }",
        &[
            "SELECT ?p (GROUP_CONCAT(STR(?p); SEPARATOR = \" | \") AS ?t) { ?s ?p ?o } GROUP BY ?p",
            "SELECT (GROUP_CONCAT(STR(?v); SEPARATOR = \"\") AS ?t) { VALUES ?v { \"x\" \"x\" } }",
        ],
    ),
    (
        "SELECT * WHERE { MINUS { } }",
        &[
            "SELECT ?s { ?s :v ?o MINUS { ?x :n ?y } }",
            "SELECT ?s { ?s :p ?o OPTIONAL { ?o :v ?n MINUS { ?a :p ?b FILTER(?b = :b) } } FILTER(BOUND(?n)) }",
        ],
    ),
    (
        "SELECT * WHERE { BIND (1 AS ?x) OPTIONAL { BIND (1 AS ?y) FILTER (?x) } }",
        &[
            "SELECT ?s ?n { ?s :p ?o . ?o :v ?v OPTIONAL { ?s :v ?n FILTER(?n < ?v) } }",
            "SELECT * { VALUES ?x { 1 } OPTIONAL { VALUES ?y { 1 2 } FILTER(?y = ?x) } }",
        ],
    ),
    (
        "SELECT * WHERE { BIND (1 AS ?x) OPTIONAL { { BIND (1 AS ?y) FILTER (?x) } } }",
        &["SELECT ?n { ?s :p ?o . ?o :v ?v OPTIONAL { { ?s :v ?n FILTER(?n < ?v) } } }"],
    ),
    (
        "SELECT * WHERE { OPTIONAL { } FILTER (false) }",
        &[
            "SELECT ?s ?n { ?s :v ?o OPTIONAL { ?s :n ?n } FILTER(?n = \"bob\"@en-GB) }",
            "SELECT * { ?s :p ?o OPTIONAL { ?o :v ?v . ?o :n ?n } FILTER(?v > 10 && STRLEN(?n) = 3) }",
        ],
    ),
    (
        "SELECT * WHERE { { } UNION { } FILTER (false) }",
        &["SELECT ?s { { ?s :p ?o } UNION { ?s :v ?o } FILTER(?s = :a) }"],
    ),
];

#[test]
fn generated_queries_end_there_too() {
    for ((name, rewrite), (expected, _)) in WRONG.iter().zip(ENDS).filter(|((name, _), _)| name.contains('!'))
    {
        let mut reduced = 0;
        for round in 0..3 {
            let mut choices = Choices::new(7).numbered("graph", round);
            let sizes = quarrel_graph::Sizes::default();
            let graph = quarrel_graph::generate(&Sparql, sizes, &Features::default(), &mut choices);
            let setting = Setting {
                graph: std::sync::Arc::new(graph.clone()),
                profile: Profile::default(),
                features: Features::default(),
                length: 6,
                patterns: 4,
                depth: 3,
                guidance: Guidance::Full,
                budget: Budget::default(),
            };
            let mut generator = Sparql.generator(&setting).unwrap();
            for case in 0..20 {
                let candidate = generator.next(&mut Choices::new(7).numbered("case", case));
                let Some(query) = candidate.tree.get::<Query>() else { continue };
                if is_wrong(query, *rewrite, &graph) {
                    let (end, _) = reduce(query, &graph, &|query| is_wrong(query, *rewrite, &graph));
                    assert_eq!(&text(&end), expected, "{name}: {}", text(query));
                    reduced += 1;
                }
            }
        }
        assert!(reduced > 0, "{name}");
    }
}

/// Members of families, what says that one of them is still there, and the end.
const FAMILIES: &[(&[&str], &[&str], &str)] = &[
    (&["?o >= 3", "?o <= 3", "3 < ?o", "3 > ?o"], &["<", ">"], "1 < 1"),
    (&["?o != 3", "3 = ?o"], &["="], "1 = 1"),
    (&["?o - 3", "3 * ?o", "?o / 3"], &[" + ", " - ", " * ", " / "], "1 + 1"),
    (&["?o = 1 || ?s = 2"], &["||", "&&"], "true && true"),
    (
        &["STRENDS(STR(?s), \"b\")", "STRSTARTS(\"abc\", \"b\")"],
        &["CONTAINS", "STRENDS", "STRSTARTS"],
        "CONTAINS(1, 1)",
    ),
    (&["STRAFTER(STR(?s), \"b\")"], &["STRAFTER", "STRBEFORE"], "STRBEFORE(1, 1)"),
    (&["LCASE(STR(?s))", "ENCODE_FOR_URI(\"é\")"], &["CASE", "ENCODE"], "UCASE(1)"),
    (&["SHA512(STR(?s))"], &["SHA", "MD5"], "MD5(1)"),
    (&["ROUND(?o * 2)", "CEIL(1.5)", "FLOOR(?o)"], &["ROUND", "CEIL", "FLOOR", "ABS"], "ABS(1)"),
    (&["MINUTES(NOW())"], &["MINUTES", "YEAR"], "YEAR(1)"),
    (&["isNUMERIC(?o)", "isBLANK(?s)"], &["is"], "isIRI(1)"),
    (&["+?o"], &["+?", "+(", "-?", "-("], "-(1)"),
    (&["(?o > 1) NOT IN (?s, 2)"], &["IN"], "1 IN ()"),
];

#[test]
fn members_of_a_family_end_as_the_first() {
    for (starts, signs, expected) in FAMILIES {
        for start in *starts {
            let query = format!("PREFIX : <http://e/> SELECT ?s {{ ?s :v ?o BIND({start} AS ?r) }}");
            let operation = |query: &Query| match query.columns() {
                [Column::Expression { expression, .. }] => {
                    print_expression(expression, query, &Spelling::default())
                }
                _ => String::new(),
            };
            let is_left = |query: &Query| {
                let column = operation(query);
                signs.iter().any(|sign| column.contains(sign) && !column.contains(&format!("^{sign}")))
            };
            let (end, _) = reduce(&parse(&query).unwrap(), &data(), &is_left);
            assert_eq!(operation(&end), *expected, "{start}");
        }
    }
    for (start, expected) in [("MAX", "MIN"), ("SAMPLE", "MIN"), ("AVG", "SUM")] {
        let query = parse(&format!("SELECT ({start}(?o) AS ?r) {{ ?s <http://e/v> ?o }}")).unwrap();
        let is_left =
            |query: &Query| [start, expected].iter().any(|name| text(query).contains(&format!("({name}(")));
        let (end, _) = reduce(&query, &data(), &is_left);
        assert_eq!(text(&end), format!("SELECT ({expected}(1) AS ?x) WHERE {{ }}"));
    }
}

#[test]
fn what_is_said_in_another_way_ends_the_same() {
    let plainest =
        |start: &str, keeps: &dyn Fn(&Query) -> bool| text(&reduce(&parse(start).unwrap(), &data(), keeps).0);
    let patterns = |query: &Query| text(query).matches(" .").count() == 2 && text(query).contains('?');
    for start in [
        "PREFIX e: <http://e/> SELECT ?b { ?b e:v ?c . ?a e:p ?b }",
        "SELECT ?q { ?r <http://e/p> ?q . ?q <http://e/v> ?s } ORDER BY DESC(?q)",
    ] {
        let joined = |query: &Query| patterns(query) && text(query).matches('?').count() >= 4;
        let end = plainest(start, &joined);
        assert_eq!(end, "SELECT * WHERE { ?x <http://e/p> ?y . ?y <http://e/v> ?z . }", "{start}");
    }
    for start in [
        "SELECT * { VALUES (?b ?a) { (7 \"x\"@fr) (5 2) } }",
        "SELECT * { VALUES (?a ?b) { (9 0) (1.5 3) } }",
    ] {
        let table = |query: &Query| text(query).contains(") (");
        assert_eq!(plainest(start, &table), "SELECT * WHERE { VALUES (?x) { (1) (1) } }", "{start}");
    }
}
