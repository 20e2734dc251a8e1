use super::*;

/// The candidates' texts.
fn candidates(text: &str) -> Vec<String> {
    let query = parse(text).unwrap();
    shrink(&query).iter().map(|candidate| print(candidate, &Spelling::default())).collect()
}

#[test]
fn a_query_is_cut_at_every_place() {
    for (text, expected) in [
        ("SELECT ?s WHERE { ?s <http://e/p> ?o FILTER (?o > 1) }", "SELECT ?s WHERE { ?s <http://e/p> ?o }"),
        ("SELECT * WHERE { OPTIONAL { ?s <http://e/p> ?o } }", "SELECT * WHERE { ?s <http://e/p> ?o }"),
        ("SELECT * WHERE { { ?s ?p ?o } UNION { ?o ?p ?s } }", "SELECT * WHERE { ?o ?p ?s }"),
        (
            "SELECT * WHERE { ?s ?p ?o FILTER(?s = 1 && ?o = 2) }",
            "SELECT * WHERE { ?s ?p ?o FILTER (?o = 2) }",
        ),
        ("SELECT ?s ?o WHERE { ?s ?p ?o }", "SELECT ?o WHERE { ?s ?p ?o }"),
        ("SELECT ?s WHERE { ?s ?p ?o } ORDER BY ?o", "SELECT ?s WHERE { ?s ?p ?o }"),
        ("SELECT ?s WHERE { VALUES ?s { 1 2 } }", "SELECT ?s WHERE { VALUES (?s) { (2) } }"),
        ("SELECT ?s (COUNT(*) AS ?c) WHERE { ?s ?p ?o } GROUP BY ?s", "SELECT ?s WHERE { ?s ?p ?o }"),
        (
            "SELECT ?o WHERE { VALUES ?s { <http://e/a> } ?s ?p ?o }",
            "SELECT ?o WHERE { VALUES (?s) { (<http://e/a>) } <http://e/a> ?p ?o }",
        ),
        ("SELECT ?s WHERE { ?s ?p ?o } LIMIT 5 OFFSET 1", "SELECT ?s WHERE { ?s ?p ?o } OFFSET 1"),
    ] {
        let found = candidates(text);
        let expected = print(&parse(expected).unwrap(), &Spelling::default());
        assert!(found.contains(&expected), "{expected}\nnot in\n{}", found.join("\n"));
    }
}

#[test]
fn a_cut_that_breaks_a_rule_is_not_offered() {
    for text in candidates(
        "SELECT ?s (SUM(?o) AS ?n) WHERE { ?s ?p ?o BIND(1 AS ?b) } GROUP BY ?s HAVING (COUNT(*) > 1)",
    ) {
        assert!(parse(&text).is_ok(), "{text}");
    }
}

#[test]
fn cutting_ends() {
    let text = "SELECT DISTINCT ?s (STRLEN(?x) AS ?n) WHERE { ?s ?p ?o OPTIONAL { ?o ?q ?x FILTER(?x IN (1, ?s)) } } \
                ORDER BY DESC(?n) LIMIT 3";
    let mut query = parse(text).unwrap();
    for _ in 0..200 {
        match shrink(&query).pop() {
            Some(smaller) => {
                assert!(size(&smaller) < size(&query));
                query = smaller;
            }
            None => break,
        }
    }
    assert!(shrink(&query).is_empty(), "{}", print(&query, &Spelling::default()));
}
