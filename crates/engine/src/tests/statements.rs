//! Names and values reach the texts as the language writes them.

use std::collections::BTreeMap;

use quarrel_case::graph::{Graph, Index, IndexKind, Model, PropertyGraph};
use quarrel_case::profile::Dialect;
use quarrel_case::value::Element;

use super::{Small, TEXTS, entry};
use crate::catalogue::{Catalogue, Speech};
use crate::statements::{Statements, Unsaid, Writer};

fn speech(lines: &str) -> Speech {
    let catalogue = Catalogue::from_texts([("alpha", entry(lines).as_str())]).unwrap();
    catalogue.entries()[0].language["small"].clone()
}

fn property_graph(text: &str) -> PropertyGraph {
    match Graph::from_text(text, Model::Property).unwrap() {
        Graph::Property(graph) => graph,
        Graph::Rdf(_) => panic!("the model is property"),
    }
}

#[test]
fn awkward_names_and_values_are_escaped_by_the_language_alone() {
    let statements = Statements::new(&speech(TEXTS)).unwrap();
    let dialect = Dialect::default();
    let writer = Writer { language: &Small(Model::Property), dialect: &dialect };
    let graph = property_graph(
        r#"{"vertices":[{"id":1,"labels":["A b","c`d","{{ x }}"],"properties":{"k-1":"a'b\\","é":"<&\"{% %}\n","n":-7}}],
            "edges":[{"id":1,"label":"T T","source":1,"target":1,"properties":{"w":1}}]}"#,
    );
    assert_eq!(
        statements.vertex(&graph.vertices[0], writer).unwrap(),
        "VERTEX :`A b` :`c``d` :`{{ x }}` `k-1`='a\\'b\\\\' n=-7 `é`='<&\"{% %}\n'"
    );
    let ends = ("7".to_owned(), "'x'".to_owned());
    assert_eq!(statements.edge(&graph.edges[0], ends, writer).unwrap(), "EDGE 7 'x' :`T T` w=1");
}

#[test]
fn what_cannot_be_said_is_told() {
    let speech = speech(TEXTS);
    let statements = Statements::new(&speech).unwrap();
    let dialect = Dialect::default();
    let writer = Writer { language: &Small(Model::Property), dialect: &dialect };
    let graph = property_graph(r#"{"vertices":[{"id":1,"properties":{"k":1.5}}]}"#);
    assert_eq!(statements.vertex(&graph.vertices[0], writer), Err(Unsaid::Literal("1.5".to_owned())));
    assert_eq!(
        statements.graph(&PropertyGraph::default(), writer),
        Err(Unsaid::Template("create a graph".to_owned()))
    );
    for (on, kind, keys, drop, text) in [
        (Element::Vertex, IndexKind::Range, 2, false, "INDEX A k0 k1"),
        (Element::Vertex, IndexKind::Range, 1, true, "UNINDEX A"),
        (Element::Vertex, IndexKind::Unique, 1, false, "UNIQUE A k0"),
        (
            Element::Vertex,
            IndexKind::Unique,
            1,
            true,
            "the catalogue does not say how to drop a unique index on vertex",
        ),
        (
            Element::Vertex,
            IndexKind::Range,
            3,
            false,
            "the catalogue does not say how to create a range index on vertex",
        ),
        (
            Element::Edge,
            IndexKind::Text,
            1,
            false,
            "the catalogue does not say how to create a text index on edge",
        ),
    ] {
        let index =
            Index { on, label: "A".to_owned(), keys: (0..keys).map(|key| format!("k{key}")).collect(), kind };
        let said = statements.index(&speech, &index, drop, writer);
        assert_eq!(said.unwrap_or_else(|unsaid| unsaid.to_string()), text);
    }
}

#[test]
fn a_template_that_names_what_there_is_not_does_not_render() {
    let speech = speech("[language.small.load]\nvertex = \"{{ lables }}\"\nedge = \"\"");
    let statements = Statements::new(&speech).unwrap();
    let dialect = Dialect::default();
    let writer = Writer { language: &Small(Model::Property), dialect: &dialect };
    let graph = property_graph(r#"{"vertices":[{"id":1}]}"#);
    let error = statements.vertex(&graph.vertices[0], writer).unwrap_err();
    assert!(matches!(error, Unsaid::Broken(_)), "{error}");
}

#[test]
fn the_shipped_property_engines_make_a_graph_in_one_text() {
    for entry in Catalogue::builtin().unwrap().entries() {
        let Some(speech) = entry.language.get("cypher") else {
            continue;
        };
        let statements = Statements::new(speech).unwrap();
        let dialect = Dialect::default();
        let writer = Writer { language: &Small(Model::Property), dialect: &dialect };
        let graph = property_graph(
            r#"{"vertices":[{"id":1,"labels":["A","B"],"properties":{"k":1,"s":"x"}},{"id":2}],
                "edges":[{"id":1,"label":"T","source":1,"target":2,"properties":{"w":1}},{"id":2,"label":"T","source":2,"target":2}]}"#,
        );
        assert_eq!(
            statements.graph(&graph, writer).unwrap(),
            "CREATE (v0:A:B {k: 1, s: 'x'}), (v1), (v0)-[e0:T {w: 1}]->(v1), (v1)-[e1:T]->(v1) RETURN v0, v1, e0, e1"
        );
        assert_eq!(
            statements.vertex(&graph.vertices[0], writer).unwrap(),
            "CREATE (v:A:B {k: 1, s: 'x'}) RETURN v"
        );
        let ends = ("4".to_owned(), "5".to_owned());
        assert_eq!(
            statements.edge(&graph.edges[0], ends, writer).unwrap(),
            "MATCH (s), (t) WHERE id(s) = 4 AND id(t) = 5 CREATE (s)-[e:T {w: 1}]->(t) RETURN e"
        );
    }
}

#[test]
fn a_plan_is_asked_for_by_the_text_of_its_name() {
    let block = |names: &str, text: &str| {
        format!(
            "[[language.small.plan]]\nnames = {names}\nabout = \"x\"\nsource = \"url\"\ntext = {text:?}\n"
        )
    };
    let plans = block("[\"fast\", \"slow\"]", "USE {{ plan }} {{ query }}")
        + &block("[\"A, B\"]", "g.without({{ plan }}).{{ query[2:] }}");
    let speech = speech(&plans);
    assert_eq!(speech.plans(), ["fast", "slow", "A, B"]);
    let statements = Statements::new(&speech).unwrap();
    let asked = |setting: &str, plan: &str, query: &str| {
        let settings = BTreeMap::from([(setting.to_owned(), plan.to_owned())]);
        statements.planned(&speech, &settings, query).map(Result::unwrap)
    };
    assert_eq!(asked("plan", "slow", "x < '{{ y }}'").unwrap(), "USE slow x < '{{ y }}'");
    assert_eq!(asked("plan", "A, B", "g.V()").unwrap(), "g.without(A, B).V()");
    assert_eq!((asked("plan", "none", "x"), asked("planner", "slow", "x")), (None, None));
}
