//! Queries that are taken apart: each of the oracles sees a fault that it is there for, and leaves alone what the
//! language leaves open.

use std::sync::Arc;

use quarrel_case::answer::{Answer, Outcome};
use quarrel_case::check::Check;
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::execute::{Actor, Cast, execute};
use quarrel_case::graph::{Graph, Index};
use quarrel_case::language::{Budget, Language, Session};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::value::Value;
use quarrel_case::verdict::Verdict;
use quarrel_cypher::language::Cypher;
use quarrel_gremlin::language::Gremlin;
use quarrel_sparql::language::Sparql;

use crate::{Case, Scene, Side, Unfit, find};

/// The reference as an engine, perhaps with a fault, that gives its rows in the opposite order.
struct Backwards<'a> {
    identity: Identity,
    language: &'a dyn Language,
    profile: Profile,
    session: Option<Box<dyn Session>>,
    texts: Vec<String>,
}

impl Engine for Backwards<'_> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, graph: &Arc<Graph>, _: &Limits) -> Outcome {
        self.session = self.language.session(graph, &self.profile).ok();
        Outcome::done()
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        None
    }

    fn forget(&mut self) {}

    fn run(&mut self, request: &Request<'_>, _: &Limits) -> Outcome {
        self.texts.push(request.text.to_owned());
        let tree = self.language.parse(request.text).unwrap();
        let answer = match self.session.as_mut().unwrap().run(&tree, &Budget::default()).result {
            Ok(answer) => answer,
            Err(failure) => return failure.into(),
        };
        let Answer::Table(mut table) = answer else { return Outcome::answer(answer) };
        table.rows.reverse();
        table.order = None;
        Outcome::answer(Answer::Table(table))
    }

    fn index(&mut self, _: &Index, _: bool, _: &Limits) -> Outcome {
        Outcome::done()
    }

    fn dump(&mut self, _: &Limits) -> Result<Graph, Box<Outcome>> {
        Ok(self.session.as_ref().unwrap().graph())
    }

    fn native_id(&self, element: &Value) -> Option<String> {
        match element {
            Value::Vertex(id) | Value::Edge(id) => Some(format!("{id}L")),
            _ => None,
        }
    }

    fn restarts(&self) -> usize {
        0
    }
}

const GREMLIN: &str = r#"{"vertices":[{"id":1,"labels":["A"],"properties":{"k":1}},{"id":2,"labels":["A"]},{"id":3,"labels":["B"],"properties":{"k":2}}],
    "edges":[{"id":7,"label":"T","source":1,"target":2},{"id":8,"label":"T","source":1,"target":2},{"id":9,"label":"S","source":2,"target":3}]}"#;
const SPARQL: &str =
    "<u:a> <u:p> 1 .\n<u:a> <u:q> \"x\" .\n<u:b> <u:p> 2 .\n<u:b> <u:q> <u:a> .\n<u:c> <u:p> _:x .\n";

fn language(name: &str) -> (&'static dyn Language, &'static str) {
    match name {
        "gremlin" => (&Gremlin, GREMLIN),
        "cypher" => (&Cypher, GREMLIN),
        _ => (&Sparql, SPARQL),
    }
}

/// What the oracle says of the reference with a fault, how it came to that, and the texts that were sent.
fn judge(
    oracle: &str,
    name: &str,
    text: &str,
    fault: Option<&str>,
) -> (Result<Check, Unfit>, String, Vec<String>) {
    let (language, graph) = language(name);
    let graph = Arc::new(Graph::from_text(graph, language.model()).unwrap());
    let case = Case { graph: Arc::clone(&graph), tree: language.parse(text).unwrap() };
    let (profile, dialect, features) = (Profile::default(), Dialect::default(), Features::default());
    let scene = Scene {
        language,
        target: Side { profile: &profile, dialect: &dialect, features: &features },
        peer: None,
        budget: Budget::default(),
        known: None,
    };
    let check = find(oracle).unwrap().check(&case, &scene);
    let faulty = Profile { fault: fault.map(ToOwned::to_owned), ..Profile::default() };
    let identity = Identity::new("backwards", "1");
    let mut engine = Backwards { identity, language, profile: faulty, session: None, texts: Vec::new() };
    let Ok(made) = &check else { return (check, String::new(), Vec::new()) };
    let target = Actor { engine: &mut engine, dialect: &dialect, profile: &profile };
    let mut cast = Cast { target, peer: None };
    let run = execute(made, &graph, language, &mut cast, &Limits::default());
    let word = match run.verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated(violation) => violation.kind.to_string(),
        Verdict::Inconclusive(why) => why,
    };
    (check, word, engine.texts)
}

fn word(oracle: &str, name: &str, text: &str, fault: Option<&str>) -> String {
    match judge(oracle, name, text, fault) {
        (Ok(_), word, _) => word,
        (Err(Unfit(why)), _, _) => why,
    }
}

#[test]
fn each_oracle_finds_a_planted_fault_and_nothing_without_it() {
    let ordered = "g.V().order().by(\"k\").count()";
    for (oracle, name, fault, text) in [
        ("disassemble-parameters", "gremlin", "g13", ordered),
        ("disassemble-table", "gremlin", "g13", ordered),
        ("disassemble-barrier", "gremlin", "g13", ordered),
        ("disassemble-barrier", "gremlin", "g01", "g.V().out().out().count()"),
        (
            "disassemble-parameters",
            "sparql",
            "s21",
            "SELECT ?x ?y { ?x <u:p> ?o OPTIONAL { ?x <u:q> ?y } FILTER(?y = \"x\") }",
        ),
        ("disassemble-barrier", "cypher", "c28", "MATCH (x), (y:B)<-[:S]-(x:B) RETURN count(*) AS c"),
        (
            "disassemble-parameters",
            "cypher",
            "c31",
            "UNWIND [1, 2, 3] AS x WITH max(x) AS m UNWIND [1, 2, m] AS y WITH y SKIP 0 LIMIT 3 WITH y WHERE y > 1 RETURN y",
        ),
    ] {
        assert_eq!(word(oracle, name, text, None), "holds", "{oracle} {text}");
        assert_eq!(word(oracle, name, text, Some(fault)), "wrong-result", "{oracle} {fault} {text}");
    }
}

#[test]
fn the_order_of_rows_and_what_comes_twice_are_no_difference() {
    for text in [
        "g.V().both().both().values(\"k\")",
        "g.V().outE().inV().out()",
        "g.E().outV().dedup().count()",
        "g.V().hasLabel(\"none\").out().count()",
        "g.V().both().groupCount().by(T.label)",
        "g.V().both().order().by(\"k\").limit(2)",
    ] {
        for oracle in ["disassemble-parameters", "disassemble-table", "disassemble-barrier"] {
            assert_eq!(word(oracle, "gremlin", text, None), "holds", "{oracle} {text}");
        }
    }
    let (sparql, cypher) = (
        "SELECT ?a ?c { ?a <u:p> ?b . ?a <u:q> ?c } ORDER BY ?a",
        "UNWIND [1, 1] AS x WITH x MATCH (n) RETURN x",
    );
    assert_eq!(word("disassemble-parameters", "cypher", cypher, None), "holds");
    assert_eq!(word("disassemble-barrier", "cypher", cypher, None), "holds");
    let blank = word("disassemble-parameters", "sparql", sparql, None);
    assert_eq!(blank, "a value that has no literal");
}

#[test]
fn what_the_language_leaves_open_is_not_compared() {
    for text in ["g.V().limit(1)", "g.V().out().fold()", "g.V().sample(1)", "g.V().addV(\"A\")"] {
        for oracle in ["disassemble-parameters", "disassemble-table", "disassemble-barrier"] {
            assert!(judge(oracle, "gremlin", text, None).0.is_err(), "{oracle} {text}");
        }
    }
}

#[test]
fn a_part_must_raise_where_the_whole_must() {
    let text = "g.V().out().values(\"k\").out()";
    let (check, word, texts) = judge("disassemble-parameters", "gremlin", text, None);
    assert_eq!((check.unwrap().laws.len(), word.as_str()), (0, "holds"));
    assert_eq!(texts[1..], ["g.V()", "g.V(1L, 2L, 3L).out()", "g.V(2L, 2L, 3L).values(\"k\").out()"]);
}

#[test]
fn the_vertices_of_a_table_are_gone_in_the_end() {
    let (_, word, texts) = judge("disassemble-table", "gremlin", "g.V().outE(\"T\").count()", None);
    assert_eq!((word.as_str(), texts.len()), ("holds", 8));
    assert!(texts[3].contains(".V().as(") && texts[6].contains(".E().as("), "{texts:?}");
    assert!(texts[4].ends_with(".drop()") && texts[7].ends_with(".drop()"), "{texts:?}");
}
