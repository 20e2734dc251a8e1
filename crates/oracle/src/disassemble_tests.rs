//! Queries that are taken apart: each of the oracles sees a fault that it is there for, and leaves alone what the
//! language leaves open.

use std::sync::Arc;

use quarrel_case::answer::{Answer, Outcome};
use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::execute::{Actor, Cast, execute};
use quarrel_case::graph::{Graph, Index};
use quarrel_case::language::{Budget, Guidance, Language, Session, Setting};
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
    "<u:a> <u:p> \"1\" .\n<u:a> <u:q> \"x\" .\n<u:b> <u:p> \"2\" .\n<u:b> <u:q> <u:a> .\n<u:c> <u:r> _:x .\n";

fn language(name: &str) -> (&'static dyn Language, &'static str) {
    match name {
        "gremlin" => (&Gremlin, GREMLIN),
        "cypher" => (&Cypher, GREMLIN),
        _ => (&Sparql, SPARQL),
    }
}

/// The check that an oracle makes of a case, what it says of the reference with a fault, and the texts that were sent.
fn run(
    oracle: &str,
    language: &dyn Language,
    case: Case,
    fault: Option<&str>,
) -> (Result<Check, Unfit>, Verdict, Vec<String>) {
    let (profile, dialect, features) = (Profile::default(), Dialect::default(), Features::default());
    let scene = Scene {
        language,
        target: Side { profile: &profile, dialect: &dialect, features: &features, plans: &[] },
        peer: None,
        budget: Budget::default(),
        known: None,
        known_of_peer: None,
    };
    let check = find(oracle).unwrap().check(&case, &scene);
    let faulty = Profile { fault: fault.map(ToOwned::to_owned), ..Profile::default() };
    let identity = Identity::new("backwards", "1");
    let mut engine = Backwards { identity, language, profile: faulty, session: None, texts: Vec::new() };
    let verdict = match &check {
        Ok(made) => {
            let target = Actor { engine: &mut engine, dialect: &dialect, profile: &profile };
            let mut cast = Cast { target, peer: None };
            execute(made, &case.graph, language, &mut cast, &Limits::default()).verdict
        }
        Err(Unfit(why)) => Verdict::Inconclusive(why.clone()),
    };
    (check, verdict, engine.texts)
}

/// The same in a word, for the text of a query on a graph of three vertices or a few triples.
fn judge(
    oracle: &str,
    name: &str,
    text: &str,
    fault: Option<&str>,
) -> (Result<Check, Unfit>, String, Vec<String>) {
    let (language, graph) = language(name);
    let graph = Arc::new(Graph::from_text(graph, language.model()).unwrap());
    let (check, verdict, texts) =
        run(oracle, language, Case::new(graph, language.parse(text).unwrap()), fault);
    let word = match verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated(violation) => violation.kind.to_string(),
        nothing => nothing.inconclusive().unwrap_or_default().to_owned(),
    };
    (check, word, texts)
}

fn word(oracle: &str, name: &str, text: &str, fault: Option<&str>) -> String {
    judge(oracle, name, text, fault).1
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
        "SELECT ?a ?c { ?a <u:r> ?b OPTIONAL { ?a <u:q> ?c } } ORDER BY ?a",
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
    assert_eq!(texts[1..], ["g.V()", "g.V(1L, 2L, 3L).out()", "g.V(2L, 3L, 2L).values(\"k\").out()"]);
}

#[test]
fn the_vertices_of_a_table_are_gone_in_the_end() {
    let (_, word, texts) = judge("disassemble-table", "gremlin", "g.V().outE(\"T\").count()", None);
    assert_eq!((word.as_str(), texts.len()), ("holds", 8));
    assert!(texts[3].contains(".V().as(") && texts[6].contains(".E().as("), "{texts:?}");
    assert!(texts[4].ends_with(".drop()") && texts[7].ends_with(".drop()"), "{texts:?}");
}

/// What the oracles say of generated queries on the reference, perhaps with a fault: how many hold, and the first that is
/// violated.
fn soak(name: &str, fault: Option<&str>, cases: u64) -> (usize, Option<String>) {
    let (language, _) = language(name);
    let mut held = 0;
    for number in 0..cases {
        let choices = Choices::new(7).numbered("round", number / 20);
        let sizes = quarrel_graph::Sizes::default();
        let features = Features::default();
        let graph =
            Arc::new(quarrel_graph::generate(language, sizes, &features, &mut choices.stream("graph")));
        let setting = Setting {
            graph: Arc::clone(&graph),
            profile: Profile::default(),
            features,
            length: language.default_length(),
            patterns: 3,
            depth: 3,
            guidance: Guidance::Full,
            budget: Budget { rows: 5_000, steps: 200_000 },
        };
        let mut generator = language.generator(&setting).unwrap();
        let tree = generator.next(&mut choices.numbered("case", number)).tree;
        let text = language.print(&tree, &Dialect::default());
        for oracle in ["disassemble-parameters", "disassemble-table", "disassemble-barrier"] {
            if !find(oracle).unwrap().speaks(language) {
                continue;
            }
            let case = Case::new(Arc::clone(&graph), tree.clone());
            match run(oracle, language, case, fault) {
                (Ok(_), Verdict::Holds, _) => held += 1,
                (Ok(_), Verdict::Violated(violation), texts) => {
                    let told =
                        format!("{number} {oracle} {} {text} {texts:#?} {violation:?}", violation.kind);
                    return (held, Some(told));
                }
                _ => {}
            }
        }
    }
    (held, None)
}

#[test]
fn generated_queries_hold_on_the_reference() {
    let cases = 100;
    for name in ["gremlin", "cypher", "sparql"] {
        let (held, violated) = soak(name, None, cases);
        assert!(held as u64 > cases / 20, "{name}: {held}");
        assert_eq!(violated, None, "{name}");
    }
}
