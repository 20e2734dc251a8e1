use super::*;

#[test]
fn a_query_is_cut_at_every_place() {
    for (text, expected) in [
        ("SELECT ?s { ?s <http://e/v> ?o FILTER (?o > 1) }", "SELECT ?s { ?s <http://e/v> ?o }"),
        ("SELECT * { OPTIONAL { ?s <http://e/v> ?o } }", "SELECT * { ?s <http://e/v> ?o }"),
        ("SELECT * { { ?s ?p ?o } UNION { ?o ?p ?s } }", "SELECT * { ?o ?p ?s }"),
        ("SELECT * { ?s ?p ?o FILTER(?s = 1 && ?o = 2) }", "SELECT * { ?s ?p ?o FILTER (?o = 2) }"),
        ("SELECT ?s ?o { ?s ?p ?o }", "SELECT ?o { ?s ?p ?o }"),
        ("SELECT ?s { ?s ?p ?o } ORDER BY ?o", "SELECT ?s { ?s ?p ?o }"),
        ("SELECT ?s { VALUES ?s { 1 2 } }", "SELECT ?s { VALUES (?s) { (2) } }"),
        ("SELECT ?s (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY ?s", "SELECT ?s { ?s ?p ?o }"),
        ("SELECT ?s { ?s ?p ?o } LIMIT 5 OFFSET 1", "SELECT ?s { ?s ?p ?o } OFFSET 1"),
    ] {
        let found = candidates(text, &data());
        let expected = super::text(&parse(expected).unwrap());
        assert!(found.contains(&expected), "{expected}\nnot in\n{}", found.join("\n"));
    }
}
