//! The driver against real servers: `cargo test -p quarrel-engine -- --ignored`, with `QUARREL_TEST_SERVER` the version
//! of an engine of the catalogue that is a server over Bolt (`NAME@VERSION`), installed if need be, and
//! `QUARREL_TEST_ENDPOINT` that of one over HTTP, `QUARREL_TEST_GREMLIN` that of one of Gremlin.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use quarrel_case::answer::Outcome;
use quarrel_case::engine::{Identity, Limits, Request};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::value::Value;

use super::{Small, small};
use crate::bolt::Bolt;
use crate::catalogue::Speech;
use crate::gremlin::{Gremlin, Manner};
use crate::install::Cache;
use crate::sparql::Sparql;
use crate::station::Station;
use crate::{Catalogue, Launcher, Servers, Spec};

fn launcher() -> Launcher {
    Launcher {
        program: "false".into(),
        args: Vec::new(),
        hosts: Vec::new(),
        cache: Cache::of_user(),
        servers: Servers::default(),
    }
}

#[test]
#[ignore = "needs a server"]
fn a_real_server_takes_a_graph_and_gives_it_back() {
    let spec = std::env::var("QUARREL_TEST_SERVER").expect("QUARREL_TEST_SERVER names a server");
    let spec: Spec = spec.parse().unwrap();
    let catalogue = Catalogue::builtin().unwrap();
    let Spec::Catalogue { name, version, .. } = &spec else { panic!("{spec} is not of the catalogue") };
    let (entry, version) = catalogue.find(name, version.as_deref()).unwrap();
    let launcher = launcher();
    let server = crate::start(&spec, &catalogue, &launcher).unwrap();
    // A language that writes the few literals of this graph; the texts are those of the entry's first language.
    let speech = entry.language.values().next().unwrap().at(&version);
    let bolt = Station::<Bolt>::connect_to(&launcher.servers, &server.url(), ()).unwrap();
    let identity = Identity::new(&entry.name, version.as_str());
    let mut driver = crate::driver::Driver::new(bolt, identity, small(), speech).unwrap();
    let engine: &mut dyn quarrel_case::engine::Engine = &mut driver;
    let graph = Graph::from_text(
        r#"{"vertices":[{"id":10,"labels":["A"],"properties":{"k":1}},{"id":20,"properties":{"k":"x'y"}}],
            "edges":[{"id":30,"label":"T","source":10,"target":20,"properties":{"k":3}}]}"#,
        Model::Property,
    );
    let (graph, limits) = (Arc::new(graph.unwrap()), Limits { timeout: Duration::from_secs(60), rows: 2 });
    for _ in 0..2 {
        assert_eq!(engine.load(&graph, &limits), Outcome::done());
        assert_eq!(engine.dump(&limits).unwrap().to_json(), graph.to_json());
    }
    let mut run = |text: &str| {
        let request = Request { text, writes: false, settings: &BTreeMap::new() };
        engine.run(&request, &limits)
    };
    let Outcome::Answered(reply) = run("MATCH p = (a)-[r]->(b) RETURN a, r, p, 1, 1.0") else {
        panic!("no answer")
    };
    let path = vec![Value::Vertex(10), Value::Edge(30), Value::Vertex(20)];
    let row = vec![Value::Vertex(10), Value::Edge(30), Value::Path(path), Value::Int(1), Value::Float(1.0)];
    assert_eq!(reply.answer.table().unwrap().rows, [row]);
    for (text, class) in [
        ("RETURN 1/0", "ArithmeticError"),
        ("RETURN", "SyntaxError"),
        ("UNWIND range(1, 100000) AS x RETURN x", "RowLimit"),
    ] {
        let outcome = run(text);
        assert!(matches!(&outcome, Outcome::Rejected(error) if error.class == class), "{text}: {outcome:?}");
    }
    assert_eq!(run("RETURN 1").word(), "answered");
}

#[test]
#[ignore = "needs a server"]
fn a_real_endpoint_takes_a_dataset_and_gives_it_back() {
    let spec = std::env::var("QUARREL_TEST_ENDPOINT").expect("QUARREL_TEST_ENDPOINT names a server");
    let spec: Spec = spec.parse().unwrap();
    let (catalogue, launcher) = (Catalogue::builtin().unwrap(), launcher());
    let Spec::Catalogue { name, version, .. } = &spec else { panic!("{spec} is not of the catalogue") };
    let (entry, version) = catalogue.find(name, version.as_deref()).unwrap();
    let server = crate::start(&spec, &catalogue, &launcher).unwrap();
    let speech = entry.language["sparql"].at(&version);
    let station =
        Station::<Sparql>::connect_to(&launcher.servers, &server.url(), entry.endpoint.clone()).unwrap();
    let identity = Identity::new(&entry.name, version.as_str());
    let language = Arc::new(Small(Model::Rdf));
    let mut driver = crate::driver::Driver::new(station, identity, language, speech).unwrap();
    let engine: &mut dyn quarrel_case::engine::Engine = &mut driver;
    let text =
        "<http://e/a> <http://e/p> \"x\\n\\\"\" .\n<http://e/a> <http://e/p> \"y\"@en <http://e/g> .\n";
    let graph = Arc::new(Graph::from_text(text, Model::Rdf).unwrap());
    let limits = Limits { timeout: Duration::from_secs(60), rows: 2 };
    for _ in 0..2 {
        assert_eq!(engine.load(&graph, &limits), Outcome::done());
        let dump = engine.dump(&limits).unwrap().to_text();
        let mut lines: Vec<&str> = dump.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines, text.lines().collect::<Vec<_>>());
    }
    let mut run = |text: &str, writes: bool| {
        let outcome = engine.run(&Request { text, writes, settings: &BTreeMap::new() }, &limits);
        format!("{} {}", outcome.word(), outcome.to_json())
    };
    for (text, writes, expected) in [
        (
            "SELECT (\"01\" AS ?x) ?y {}",
            false,
            r#"answered {"columns":["x","y"],"order":null,"rows":[["\"01\"",null]]}"#,
        ),
        ("ASK { <http://e/a> ?p ?o }", false, r#"answered {"boolean":true}"#),
        (
            "CONSTRUCT { ?s ?p <http://e/b> } { ?s ?p ?o }",
            false,
            r#"answered {"triples":[["<http://e/a>","<http://e/p>","<http://e/b>"]]}"#,
        ),
        ("INSERT DATA { <http://e/b> <http://e/p> 1, 2 }", true, "answered"),
        ("SELECT ?o { ?s ?p ?o }", false, r#"rejected {"error":{"class":"RowLimit""#),
        ("SELECT ?x {", false, r#"rejected {"error":{"at":["#),
        ("DELETE {", true, r#"rejected {"error":{"at":["#),
    ] {
        let outcome = run(text, writes);
        assert!(outcome.starts_with(expected), "{text}: {outcome}");
    }
}

#[test]
#[ignore = "needs a server"]
fn a_real_gremlin_server_answers_in_every_type_by_both_ways_and_as_its_profile_says() {
    let spec = std::env::var("QUARREL_TEST_GREMLIN").expect("QUARREL_TEST_GREMLIN names a server");
    let spec: Spec = spec.parse().unwrap();
    let (catalogue, launcher) = (Catalogue::builtin().unwrap(), launcher());
    let Spec::Catalogue { name, version, .. } = &spec else { panic!("{spec} is not of the catalogue") };
    let (entry, version) = catalogue.find(name, version.as_deref()).unwrap();
    let server = crate::start(&spec, &catalogue, &launcher).unwrap();
    let speech = entry.language["gremlin"].at(&version);
    for scheme in ["ws", "http"] {
        let manner = Manner { endpoint: entry.endpoint.clone(), posts: scheme == "http" };
        let url = server.url().replacen("ws", scheme, 1);
        let mut station = Station::<Gremlin>::connect_to(&launcher.servers, &url, manner).unwrap();
        let mut ask = |text: &str| match station.ask(text) {
            Ok(table) => table.to_json()["rows"].to_string(),
            Err(why) => why,
        };
        for (text, rows) in [
            ("g.inject(1, 2L, 2.5d, \"a\", true)", "[[\"a\"],[2.5],[2],[true],[{\"i32\":1}]]"),
            ("g.inject(1L).union(__.count(), __.count()).aggregate(\"x\").cap(\"x\")", "[[{\"bag\":[1,1]}]]"),
            ("g.inject(1L).as(\"a\").path()", "[[{\"path\":{\"labels\":[[\"a\"]],\"objects\":[1]}}]]"),
            ("g.inject(1).repeat(__.identity()).times(200).limit(0)", "[]"),
        ] {
            assert_eq!(ask(text), rows, "{text}");
        }
        for (text, class) in
            [("g.nosuch()", "GremlinParserException"), ("g.inject(\"a\").sum()", "ClassCastException")]
        {
            let said = ask(text);
            assert!(said.contains(class), "{text}: {said}");
        }
        let settings = speech.profile.iter().filter(|setting| setting.versions.hold(&version));
        for setting in settings {
            speech.reset.iter().for_each(|text| assert_eq!(ask(text), "[[null]]"));
            if setting.probe.graph != "{}" {
                ask("g.addV(\"A\").property(T.id, 256L).property(\"k\", 1L)");
            }
            let Some(expected) = setting.probe.expected(Model::Property).unwrap() else { continue };
            let rows = expected.to_json()["rows"].to_string();
            assert_eq!(ask(&setting.probe.query), rows, "{}", setting.switch);
        }
        speech.reset.iter().for_each(|text| assert_eq!(ask(text), "[[null]]"));
    }
}

/// What the catalogue says of Gremlin, for a language whose names are not written as strings.
fn quoted(mut speech: Speech) -> Speech {
    let quote = |text: &mut String| {
        for name in ["label", "e.label", "p.key", "keys[0]"] {
            *text = text.replace(&format!("{{{{ {name} }}}}"), &format!("\"{{{{ {name} }}}}\""));
        }
    };
    let load = speech.load.as_mut().unwrap();
    load.graph.iter_mut().chain([&mut load.vertex, &mut load.edge]).for_each(quote);
    speech.index.iter_mut().for_each(|index| quote(&mut index.create));
    speech
}

#[test]
#[ignore = "needs a server"]
fn a_real_gremlin_server_takes_a_graph_and_gives_it_back() {
    let spec = std::env::var("QUARREL_TEST_GREMLIN").expect("QUARREL_TEST_GREMLIN names a server");
    let spec: Spec = spec.parse().unwrap();
    let (catalogue, launcher) = (Catalogue::builtin().unwrap(), launcher());
    let Spec::Catalogue { name, version, .. } = &spec else { panic!("{spec} is not of the catalogue") };
    let (entry, version) = catalogue.find(name, version.as_deref()).unwrap();
    let server = crate::start(&spec, &catalogue, &launcher).unwrap();
    let mut speech = quoted(entry.language["gremlin"].at(&version));
    let indexes = match speech.index.is_empty() {
        true => "",
        false => r#""indexes":[{"on":"vertex","label":"A","keys":["k"],"kind":"range"}],"#,
    };
    for at_most in [400, 0] {
        speech.load.as_mut().unwrap().at_most = at_most;
        let text = r#""vertices":[{"id":10,"labels":["A"],"properties":{"k":"x'y"}},{"id":20,"labels":["B"]}],
            "edges":[{"id":30,"label":"T","source":10,"target":20,"properties":{"m":"z"}}]"#;
        let graph = Arc::new(Graph::from_text(&format!("{{{indexes}{text}}}"), Model::Property).unwrap());
        let plain = Graph::from_text(&format!("{{{text}}}"), Model::Property).unwrap().to_json();
        let station = Station::<Gremlin>::connect_to(
            &launcher.servers,
            &server.url(),
            Manner { endpoint: entry.endpoint.clone(), posts: false },
        );
        let identity = Identity::new(&entry.name, version.as_str());
        let mut driver =
            crate::driver::Driver::new(station.unwrap(), identity, small(), speech.clone()).unwrap();
        let engine: &mut dyn quarrel_case::engine::Engine = &mut driver;
        let limits = Limits { timeout: Duration::from_secs(60), rows: 10 };
        for _ in 0..2 {
            assert_eq!(engine.load(&graph, &limits), Outcome::done());
            let mut dump = engine.dump(&limits).unwrap().to_json();
            dump["vertices"].as_array_mut().unwrap().sort_by_key(|vertex| vertex["id"].as_i64());
            assert_eq!(dump, plain);
        }
        let mut run = |text: &str, writes: bool| {
            let outcome = engine.run(&Request { text, writes, settings: &BTreeMap::new() }, &limits);
            outcome.to_json()["rows"].to_string()
        };
        for (text, writes, rows) in [
            ("g.V().has(\"k\", \"x'y\")", false, r#"[[{"vertex":10}]]"#),
            ("g.E()", false, r#"[[{"edge":30}]]"#),
            (
                "g.V().has(\"A\", \"k\", \"x'y\").as(\"a\").addE(\"T\").to(\"a\").property(\"m\", \"n\")",
                true,
                r#"[[{"edge":{"labels":["T"],"new":0,"properties":{"m":"n"}}}]]"#,
            ),
            ("g.V().has(\"k\", \"x'y\").outE(\"T\").count()", false, "[[2]]"),
        ] {
            assert_eq!(run(text, writes), rows, "{text}");
        }
    }
}
