//! The embedded engines behind the protocol: what each value, error and graph comes back as.

use super::*;

fn host(name: &str) -> Box<dyn Host> {
    find(name).expect("the engine is built in").open().unwrap()
}

fn request(op: &str, text: &str) -> String {
    serde_json::json!({"op": op, "text": text, "rows": 3}).to_string()
}

/// Runs the statements on an empty database and gives the last reply.
fn run(name: &str, statements: &[&str]) -> String {
    let requests: Vec<_> = statements.iter().map(|text| request("query", text)).collect();
    let replies = talk(&mut *host(name), &requests.join("\n"));
    replies.lines().last().unwrap_or_default().to_owned()
}

fn run_on_both(statements: &[&str], expected: &str) {
    for name in ["marsdb", "graphdblite"] {
        assert_eq!(run(name, statements), expected, "{name}: {statements:?}");
    }
}

#[test]
fn every_engine_says_who_it_is_and_can_be_emptied() {
    let mut engines = vec![("marsdb", "cypher"), ("graphdblite", "cypher"), ("oxigraph", "sparql")];
    if cfg!(feature = "graphersal") {
        engines.push(("graphersal", "gremlin"));
    }
    for (name, language) in &engines {
        let hello = format!(r#"{{"op":"hello","protocol":1,"language":"{language}"}}"#);
        let replies = talk(&mut *host(name), &format!("{hello}\n{{\"op\":\"reset\"}}\n"));
        assert!(replies.starts_with(r#"{"protocol":1,"name":"echo","version":"1","ops":["#), "{replies}");
        assert!(replies.ends_with(r#"{"ok":true}"#), "{replies}");
    }
    assert!(find("unknown").is_none());
    assert_eq!(embedded().len(), engines.len());
}

#[test]
fn cypher_values_keep_their_types() {
    let cases = [
        ("RETURN 7 AS x", "7"),
        ("RETURN 7.0 AS x", "7.0"),
        ("RETURN -9223372036854775808 AS x", "-9223372036854775808"),
        ("RETURN 1e300 AS x", "1e300"),
        ("RETURN 0.0 / 0.0 AS x", r#"{"f64":"NaN"}"#),
        ("RETURN [true, null, 'a\"ü'] AS x", r#"[true,null,"a\"ü"]"#),
        ("RETURN {b: 1, a: {c: []}} AS x", r#"{"map":[["a",{"map":[["c",[]]]}],["b",1]]}"#),
        ("RETURN date('2020-01-02') AS x", r#"{"date":"2020-01-02"}"#),
        ("RETURN localdatetime('2020-01-02T03:04') AS x", r#"{"localdatetime":"2020-01-02T03:04:00"}"#),
        (
            "RETURN datetime('2020-07-02T03:04:05.600[Europe/Oslo]') AS x",
            r#"{"datetime":"2020-07-02T03:04:05.6+02:00[Europe/Oslo]"}"#,
        ),
        ("RETURN duration('P1Y2DT3.5S') AS x", r#"{"duration":[12,2,3,500000000]}"#),
    ];
    for (text, value) in cases {
        run_on_both(&[text], &format!(r#"{{"columns":["x"],"rows":[[{value}]]}}"#));
    }
}

#[test]
fn elements_are_their_native_ids() {
    let create = "CREATE (:A {k: 1})-[:T]->(:B)";
    let read = "MATCH p = (a)-[r]->(b) RETURN a, b, id(a) AS i, [x IN nodes(p) | id(x)] AS n";
    run_on_both(
        &[create, read],
        r#"{"columns":["a","b","i","n"],"rows":[[{"vertex":1},{"vertex":2},1,[1,2]]]}"#,
    );
    let path = "MATCH p = ()-[r]->() RETURN r, p";
    let expected = |edge| {
        format!(
            r#"{{"columns":["r","p"],"rows":[[{{"edge":{edge}}},{{"path":[{{"vertex":1}},{{"edge":{edge}}},{{"vertex":2}}]}}]]}}"#
        )
    };
    assert_eq!(run("marsdb", &[create, path]), expected(1));
    assert_eq!(run("graphdblite", &[create, path]), expected(0));
}

#[test]
fn more_rows_than_asked_for_are_an_error() {
    let error = r#"{"error":{"phase":"run","class":"RowLimit","message":"the answer has more than 3 rows"}}"#;
    run_on_both(&["UNWIND range(1, 4) AS x RETURN x"], error);
    run_on_both(&["UNWIND range(1, 3) AS x RETURN x"], r#"{"columns":["x"],"rows":[[1],[2],[3]]}"#);
    assert_eq!(run("oxigraph", &["SELECT * { VALUES ?x { 1 2 3 4 } }"]), error);
}

#[test]
fn an_answer_nested_too_deep_is_an_error() {
    let text = format!("RETURN {}1{} AS x", "[".repeat(140), "]".repeat(140));
    let reply = run("graphdblite", &[&text]);
    assert!(reply.contains("DepthLimit"), "{reply}");
}

#[test]
fn errors_keep_the_engines_phase_and_class() {
    let cases = [
        ("marsdb", "RETURN", r#""phase":"parse","class":"Syntax""#, r#""at":[1,7]"#),
        ("marsdb", "RETURN x", r#""phase":"compile","class":"Semantic""#, ""),
        ("graphdblite", "RETURN", r#""phase":"parse","class":"SyntaxError""#, r#""at":[1,7]"#),
        ("graphdblite", "RETURN x", r#""class":"SyntaxError""#, r#""detail":"UndefinedVariable""#),
        ("graphdblite", "RETURN 1 / 0 AS x", r#""phase":"run","class":"ArithmeticError""#, ""),
        ("oxigraph", "SELECT * { ?s ?p", r#""phase":"parse","class":"SyntaxError""#, r#""at":[1,17]"#),
        ("oxigraph", "INSERT DATA {", r#""phase":"parse","class":"SyntaxError""#, r#""at":[1,14]"#),
        ("oxigraph", "SELECT (<e:f>() AS ?x) {}", r#""class":"UnsupportedCustomFunction""#, ""),
    ];
    for (name, text, class, more) in cases {
        let reply = run(name, &[text]);
        assert!(reply.contains(class) && reply.contains(more), "{name}: {text}: {reply}");
    }
}

#[test]
fn a_dump_holds_the_whole_property_graph() {
    let expected = |kind: &str, edges: [u64; 2]| {
        let [first, second] = edges;
        format!(
            r#"{{"graph":{{"vertices":[{{"id":1,"labels":["A","B"],"properties":{{"k":1,"z":[1.0]}}}},{{"id":2,"labels":[],"properties":{{}}}}],"edges":[{{"label":"T","id":{first},"source":1,"target":2,"properties":{{"w":"x"}}}},{{"label":"T","id":{second},"source":1,"target":2,"properties":{{}}}}],"indexes":[{{"on":"vertex","label":"A","kind":"{kind}","keys":["k"]}}]}}}}"#
        )
    };
    let create = request("query", "CREATE (a:A:B {z: [1.0], k: 1})-[:T {w: 'x'}]->(b), (a)-[:T]->(b)");
    let index = request("query", "CREATE INDEX ON :A(k)");
    for (name, edges) in [("marsdb", [1, 2]), ("graphdblite", [0, 1])] {
        let replies = talk(&mut *host(name), &format!("{create}\n{index}\n{{\"op\":\"dump\"}}"));
        assert_eq!(replies.lines().last(), Some(expected("range", edges).as_str()), "{name}");
    }
}

#[test]
fn a_dataset_is_replaced_by_the_loaded_one_with_its_blank_nodes() {
    let load = |nquads: &str| serde_json::json!({"op": "load", "graph": {"nquads": nquads}}).to_string();
    let first = load("<e:a> <e:b> <e:c> .\n");
    let second = load("_:b0 <e:p> \"a\\n\"@en <e:g> .\n_:b0 <e:p> \"01\"^^<e:d> .\n");
    let broken = load("<e:a> <e:b>");
    let select = request("query", "SELECT ?s ?o ?n { ?s ?p ?o }");
    let construct = request("query", "CONSTRUCT WHERE { ?s ?p ?o }");
    let ask = request("query", "ASK { GRAPH <e:g> { ?s ?p 'a\\n'@en } }");
    let requests =
        [&first, &second, &select, &construct, &ask, &broken, r#"{"op":"dump"}"#].map(AsRef::<str>::as_ref);
    let replies = talk(&mut *host("oxigraph"), &requests.join("\n"));
    let replies: Vec<_> = replies.lines().collect();
    assert_eq!(
        replies[..5],
        [
            r#"{"ok":true}"#,
            r#"{"ok":true}"#,
            r#"{"columns":["s","o","n"],"rows":[["_:b0","\"01\"^^<e:d>",null]]}"#,
            r#"{"triples":[["_:b0","<e:p>","\"01\"^^<e:d>"]]}"#,
            r#"{"boolean":true}"#,
        ]
    );
    assert!(replies[5].contains(r#""phase":"parse","class":"RdfParseError""#), "{}", replies[5]);
    assert!(replies[6].contains(r#"_:b0 <e:p> \"a\\n\"@en <e:g> .\n"#), "{}", replies[6]);
}

#[test]
fn the_optimizer_can_be_switched_off() {
    let hello = |value: &str| format!(r#"{{"op":"hello","protocol":1,"options":{{"optimizer":"{value}"}}}}"#);
    let text = request("query", "SELECT * { VALUES ?x { 1 2 } FILTER(?x = 2) }");
    for value in ["on", "off"] {
        let replies = talk(&mut *host("oxigraph"), &format!("{}\n{text}", hello(value)));
        assert!(replies.ends_with(r##""rows":[["\"2\"^^<http://www.w3.org/2001/XMLSchema#integer>"]]}"##));
    }
    assert!(talk(&mut *host("oxigraph"), &hello("maybe")).contains("BadRequest"));
}

#[cfg(feature = "graphersal")]
#[test]
fn gremlin_values_keep_their_types_and_elements_are_their_ids() {
    let made = r#"g.addV("A").property(T.id, "7").property("k", [1, 0.5])"#;
    for (text, value) in [
        ("g.inject(-7)", "-7"),
        ("g.inject(7.0)", "7.0"),
        ("g.inject((), true)", "null],[true"),
        (r#"g.inject(#{"a": [1]})"#, r#"{"map":[["a",[1]]]}"#),
        ("g.inject(1, 1).groupCount()", r#"{"map":[[1,2]]}"#),
        (r#"g.inject(datetime("2020-01-02T03:04:00Z"))"#, r#"{"datetime":"2020-01-02T03:04:00Z"}"#),
        ("g.V()", r#"{"vertex":"7"}"#),
        ("g.V().path()", r#"[{"vertex":"7"}]"#),
        (r#"g.V().properties("k")"#, "[1,0.5]"),
    ] {
        let expected = format!(r#"{{"columns":["value"],"rows":[[{value}]]}}"#);
        assert_eq!(run("graphersal", &[made, text]), expected, "{text}");
    }
}

#[cfg(feature = "graphersal")]
#[test]
fn a_script_reaches_nothing_but_the_graph() {
    for (text, class) in [
        (r#"import "a" as a; g.V()"#, "Error"),
        (r#"GraphSource::file("/etc/passwd").V()"#, "NotFound"),
        ("g.V(", "SyntaxError"),
        ("g.wing()", "NotFound"),
    ] {
        let reply = run("graphersal", &[text]);
        assert!(reply.starts_with(r#"{"error":"#) && reply.contains(class), "{text}: {reply}");
    }
}
