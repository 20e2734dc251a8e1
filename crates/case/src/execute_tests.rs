//! Tests of the executor, on an engine that answers from a script and a language that is never asked.

use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use crate::answer::{Answer, Outcome, Phase, QueryError, UNSUPPORTED};
use crate::check::Check;
use crate::compare::Symptom;
use crate::engine::{Engine, Identity, Limits, Request};
use crate::execute::{Actor, Cast, ENGINE_ABSENT, Run, execute};
use crate::graph::{Graph, Index, Model};
use crate::json::JsonError;
use crate::language::{Generator, Ground, Language, Session, Setting, Size, Tree};
use crate::names::{Names, Renaming};
use crate::profile::{Dialect, Fault, Profile, ProfileError, Switch};
use crate::value::Value;
use crate::verdict::Verdict;

struct Scripted {
    identity: Identity,
    replies: VecDeque<Outcome>,
    held: Option<Arc<Graph>>,
    forgets: bool,
    refuses: bool,
    loads: usize,
}

impl Scripted {
    fn new(replies: &[Json]) -> Self {
        let identity = Identity::new("scripted", "1");
        let replies = replies.iter().map(outcome).collect();
        Self { identity, replies, held: None, forgets: false, refuses: false, loads: 0 }
    }
}

fn outcome(json: &Json) -> Outcome {
    match json.as_str() {
        Some("crash") => Outcome::Crashed("signal 11".to_owned()),
        Some("hang") => Outcome::TimedOut,
        Some("absent") => Outcome::Absent("connection refused".to_owned()),
        Some("garbage") => Outcome::Broken("no JSON".to_owned()),
        Some(class) => Outcome::Rejected(QueryError::new(Phase::Run, class, "an error")),
        None => Outcome::answer(Answer::from_json(json, Model::Property).unwrap()),
    }
}

impl Engine for Scripted {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, graph: &Arc<Graph>, _: &Limits) -> Outcome {
        self.loads += 1;
        if self.refuses {
            return Outcome::Rejected(QueryError::new(Phase::Run, UNSUPPORTED, "no such values"));
        }
        self.held = Some(Arc::clone(graph));
        Outcome::done()
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        self.held.as_ref()
    }

    fn forget(&mut self) {
        self.held = None;
    }

    fn run(&mut self, request: &Request<'_>, _: &Limits) -> Outcome {
        if request.writes {
            self.held = None;
        }
        self.replies.pop_front().unwrap_or_else(Outcome::done)
    }

    fn index(&mut self, _: &Index, _: bool, _: &Limits) -> Outcome {
        Outcome::done()
    }

    fn dump(&mut self, _: &Limits) -> Result<Graph, Box<Outcome>> {
        match &self.held {
            Some(_) if self.forgets => Ok(Graph::empty(Model::Property)),
            Some(graph) => Ok((**graph).clone()),
            None => {
                let error = QueryError::new(Phase::Run, UNSUPPORTED, "no dump");
                Err(Box::new(Outcome::Rejected(error)))
            }
        }
    }

    fn native_id(&self, element: &Value) -> Option<String> {
        match element {
            Value::Vertex(id) => Some(format!("#{id}")),
            _ => None,
        }
    }

    fn restarts(&self) -> usize {
        0
    }
}

struct Mute;

impl Language for Mute {
    fn name(&self) -> &'static str {
        "mute"
    }
    fn model(&self) -> Model {
        Model::Property
    }
    fn default_length(&self) -> usize {
        1
    }
    fn switches(&self) -> &'static [Switch] {
        &[]
    }
    fn spellings(&self) -> &'static [Switch] {
        &[]
    }
    fn faults(&self) -> &'static [Fault] {
        &[]
    }
    fn all_features(&self) -> Vec<&'static str> {
        Vec::new()
    }
    fn features(&self, _: &Tree) -> Vec<&'static str> {
        Vec::new()
    }
    fn parse(&self, _: &str) -> Result<Tree, QueryError> {
        Ok(Tree::new(()))
    }
    fn print(&self, _: &Tree, _: &Dialect) -> String {
        String::new()
    }
    fn tree_to_json(&self, _: &Tree) -> Json {
        Json::Null
    }
    fn tree_from_json(&self, _: &Json) -> Result<Tree, JsonError> {
        Ok(Tree::new(()))
    }
    fn literal(&self, value: &Value, _: &Dialect) -> Option<String> {
        Some(crate::json::write(value).to_string())
    }
    fn identifier(&self, name: &str) -> String {
        name.to_owned()
    }
    fn session(&self, _: &Graph, _: &Profile) -> Result<Box<dyn Session>, ProfileError> {
        Err(ProfileError::UnknownSwitch(String::new()))
    }
    fn generator(&self, _: &Setting) -> Result<Box<dyn Generator>, ProfileError> {
        Err(ProfileError::UnknownSwitch(String::new()))
    }
    fn shrink(&self, _: &Tree, _: &Ground<'_>) -> Vec<Tree> {
        Vec::new()
    }
    fn size(&self, _: &Tree) -> Size {
        Size::default()
    }
    fn names(&self, _: &Tree) -> Names {
        Names::new()
    }
    fn renamed(&self, tree: &Tree, _: &Renaming) -> Tree {
        tree.clone()
    }
}

fn run(check: &Json, engine: &mut Scripted) -> Run {
    let graph = r#"{"vertices":[{"id":1,"labels":["A"]}]}"#;
    let graph = Arc::new(Graph::from_text(graph, Model::Property).unwrap());
    let check = Check::from_json(check, Model::Property).unwrap();
    let (dialect, profile) = (Dialect::default(), Profile::default());
    let mut cast = Cast { target: Actor { engine, dialect: &dialect, profile: &profile }, peer: None };
    execute(&check, &graph, &Mute, &mut cast, &Limits::default())
}

fn words(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Holds => "holds".to_owned(),
        Verdict::Violated(violation) => violation.kind.to_string(),
        nothing => nothing.inconclusive().unwrap_or_default().to_owned(),
    }
}

fn table(rows: &Json) -> Json {
    json!({"columns": ["a"], "rows": rows})
}

fn expecting(rows: &Json, errors: &str) -> Json {
    json!({
        "steps": [
            {"role": "target", "action": {"load": {}}},
            {"role": "target", "action": {"query": "q"}, "errors": errors, "reference": 0},
        ],
        "laws": [{"left": {"constant": 0}, "relation": "order=", "right": {"answer": 1}}],
        "constants": [table(rows)],
    })
}

#[test]
fn every_outcome_of_a_step_has_its_verdict() {
    for (reply, errors, words_expected) in [
        (table(&json!([[1]])), "never", "holds"),
        (table(&json!([[2]])), "never", "wrong-result"),
        (table(&json!([[1]])), "must", "missing-error"),
        (json!("TypeError"), "never", "unexpected-error"),
        (json!("TypeError"), "must", "holds"),
        (json!("TypeError"), "may", "the query may raise"),
        (json!("InternalError"), "must", "internal-error"),
        (json!("Unsupported"), "never", "rejected as unsupported"),
        (json!("RowLimit"), "never", "more rows than the limit"),
        (json!("crash"), "may", "crash"),
        (json!("hang"), "never", "hang"),
        (json!("garbage"), "never", "protocol"),
        (json!("absent"), "never", ENGINE_ABSENT),
        (json!("absent"), "must", ENGINE_ABSENT),
    ] {
        let run = run(&expecting(&json!([[1]]), errors), &mut Scripted::new(std::slice::from_ref(&reply)));
        assert_eq!(words(&run.verdict), words_expected, "{reply} {errors}");
    }
}

#[test]
fn a_plan_that_was_asked_for_may_take_its_time_and_nothing_else() {
    for (reply, words_expected) in [
        (json!("hang"), "no answer in time under another plan"),
        (json!("crash"), "crash"),
        (json!("TypeError"), "unexpected-error"),
    ] {
        let mut check = expecting(&json!([[1]]), "never");
        check["steps"][1]["settings"] = json!({ "plan": "dearest" });
        let run = run(&check, &mut Scripted::new(&[reply]));
        assert_eq!(words(&run.verdict), words_expected);
    }
}

#[test]
fn a_graph_that_comes_back_otherwise_is_a_finding_of_its_own() {
    let mut engine = Scripted::new(&[]);
    engine.forgets = true;
    assert_eq!(words(&run(&expecting(&json!([]), "never"), &mut engine).verdict), "load");
    // It is not taken for loaded the next time.
    assert_eq!(words(&run(&expecting(&json!([]), "never"), &mut engine).verdict), "load");
}

#[test]
fn of_an_engine_that_refuses_the_graph_nothing_is_said_but_that() {
    let mut engine = Scripted::new(&[table(&json!([[2]]))]);
    engine.refuses = true;
    let run = run(&expecting(&json!([[1]]), "never"), &mut engine);
    assert_eq!(words(&run.verdict), "the engine does not take the graph");
}

#[test]
fn an_engine_that_is_absent_accuses_nobody_and_is_not_asked_on() {
    for laws in [json!([]), json!([{"left": {"answer": 0}, "relation": "bag=", "right": {"answer": 1}}])] {
        let step = json!({"role": "target", "action": {"query": "q"}});
        let check = json!({"steps": [step, step, step], "laws": laws});
        let run = run(&check, &mut Scripted::new(&[table(&json!([[1]])), json!("absent")]));
        assert_eq!(words(&run.verdict), ENGINE_ABSENT, "{laws}");
        assert!(run.steps[2].outcome.is_none());
    }
}

#[test]
fn a_graph_that_is_still_held_is_not_loaded_again_and_one_that_was_written_to_is() {
    let mut engine = Scripted::new(&[table(&json!([[1]])), table(&json!([[1]]))]);
    let check = expecting(&json!([[1]]), "never");
    run(&check, &mut engine);
    run(&check, &mut engine);
    assert_eq!(engine.loads, 1);
    let write = json!({"steps": [
        {"role": "target", "action": {"load": {}}},
        {"role": "target", "action": {"write": "w"}},
        {"role": "target", "action": "restore", "finally": true},
    ]});
    run(&write, &mut engine);
    assert_eq!(engine.loads, 2);
}

#[test]
fn holes_are_filled_from_the_answers_of_this_run() {
    let ids =
        table(&json!([[{"vertex": 2}], [{"vertex": 1}], [{"vertex": 2}], [{"vertex": 1}], [{"vertex": 2}]]));
    let hole = |more: Json| {
        let mut hole = json!({"step": 0, "column": "a", "form": "native-id", "none": "null"});
        hole.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        hole
    };
    for (reply, text, sent) in [
        (&ids, json!(["V(", hole(json!({})), ")"]), "V(#1, #2, #1, #2, #2)"),
        (&ids, json!(["V(", hole(json!({"distinct": true})), ")"]), "V(#1, #2)"),
        (&ids, json!(["V(", hole(json!({"form": "count"})), ")"]), "V(5)"),
        (&ids, json!(["V(", hole(json!({"at_most": 2})), ")"]), "more values than a hole may take"),
        (&table(&json!([])), json!(["V(", hole(json!({})), ")"]), "V(null)"),
        (&table(&json!([[7]])), json!([hole(json!({"form": "value"}))]), "7"),
        (&table(&json!([[7]])), json!([hole(json!({}))]), "a value that has no literal"),
    ] {
        let check = json!({"steps": [
            {"role": "target", "action": {"query": "q"}},
            {"role": "target", "action": {"query": text}},
        ]});
        let run = run(&check, &mut Scripted::new(std::slice::from_ref(reply)));
        let got = run.steps[1].texts.first().cloned().unwrap_or_else(|| words(&run.verdict));
        assert_eq!(got, sent);
    }
}

#[test]
fn an_element_wise_text_becomes_a_query_per_value_and_its_rows_are_repeated() {
    let hole = json!({"step": 0, "column": "a", "form": "native-id"});
    let check = json!({
        "steps": [
            {"role": "target", "action": {"query": "q"}},
            {"role": "target", "action": {"query": {"element_wise": true, "parts": ["V(", hole, ")"]}}},
        ],
        "laws": [{"left": {"count": {"answer": 1}}, "relation": "=", "right": {"number": 5}}],
    });
    let ids = table(&json!([[{"vertex": 2}], [{"vertex": 1}], [{"vertex": 2}]]));
    let replies = [ids, table(&json!([["x"]])), table(&json!([["y"], ["z"]]))];
    let run = run(&check, &mut Scripted::new(&replies));
    assert_eq!(run.steps[1].texts, ["V(#1)", "V(#2)"]);
    assert_eq!(words(&run.verdict), "holds");
}

#[test]
fn a_finally_step_runs_after_a_violation_and_the_first_verdict_stays() {
    let check = json!({"steps": [
        {"role": "target", "action": {"query": "q"}, "errors": "never"},
        {"role": "target", "action": {"query": "skipped"}},
        {"role": "target", "action": {"query": "tidy"}, "finally": true},
    ]});
    let run = run(&check, &mut Scripted::new(&[json!("TypeError"), json!("crash")]));
    assert_eq!(words(&run.verdict), "unexpected-error");
    assert!(run.steps[1].texts.is_empty() && run.steps[2].texts == ["tidy"]);
}

#[test]
fn what_a_finally_step_cannot_do_hides_no_law_that_is_broken() {
    let check = json!({
        "steps": [
            {"role": "target", "action": {"query": "q"}},
            {"role": "target", "action": {"query": "q"}},
            {"role": "target", "action": {"query": "tidy"}, "finally": true},
        ],
        "laws": [{"left": {"answer": 0}, "relation": "bag=", "right": {"answer": 1}}],
    });
    for (second, verdict) in [(json!([[2]]), "wrong-result"), (json!([[1]]), "rejected")] {
        let replies = [table(&json!([[1]])), table(&second), json!("TypeError")];
        let run = run(&check, &mut Scripted::new(&replies));
        assert_eq!(words(&run.verdict), verdict);
        assert_eq!(run.steps[2].texts, ["tidy"]);
    }
}

#[test]
fn an_error_that_had_to_come_keeps_no_law_of_other_steps_from_being_judged() {
    let check = json!({
        "steps": [
            {"role": "target", "action": {"query": "q"}, "errors": "never"},
            {"role": "target", "action": {"query": "raises"}, "errors": "must"},
            {"role": "target", "action": {"query": "q"}, "errors": "never"},
        ],
        "laws": [
            {"left": {"answer": 0}, "relation": "bag=", "right": {"answer": 1}},
            {"left": {"answer": 0}, "relation": "bag=", "right": {"answer": 2}},
        ],
    });
    for (after, words_expected) in [(json!([[1]]), "holds"), (json!([[2]]), "wrong-result")] {
        let replies = [table(&json!([[1]])), json!("TypeError"), table(&after)];
        assert_eq!(words(&run(&check, &mut Scripted::new(&replies)).verdict), words_expected);
    }
}

#[test]
fn the_symptom_is_that_of_the_accused_step_whichever_side_of_the_law_it_stands_on() {
    let (none, one) = (json!([]), json!([[1]]));
    for (left, right, symptom) in [
        (&none, &one, Symptom::RowsLost),
        (&one, &none, Symptom::RowsLost),
        (&one, &json!([[1], [1]]), Symptom::RowsAdded),
        (&json!([[1], [1]]), &one, Symptom::RowsAdded),
    ] {
        let mut check = expecting(&one, "never");
        let again = check["steps"][1].clone();
        check["steps"].as_array_mut().unwrap().push(again);
        check["laws"] = json!([{"left": {"answer": 2}, "relation": "bag=", "right": {"answer": 1}}]);
        let verdict = run(&check, &mut Scripted::new(&[table(right), table(left)])).verdict;
        let Verdict::Violated(violation) = verdict else { panic!("{left} {right}") };
        assert_eq!(violation.symptom, Some(symptom), "{left} {right}");
    }
}

#[test]
fn a_step_without_a_peer_is_inconclusive() {
    let check = json!({"steps": [{"role": "peer", "action": {"query": "q"}}]});
    assert_eq!(words(&run(&check, &mut Scripted::new(&[])).verdict), "no peer");
}

#[test]
fn a_law_that_is_broken_by_the_answers_of_the_reference_accuses_nobody() {
    let check = |first: &Json, second: &Json| {
        json!({
            "constants": [{"columns": ["a"], "rows": first}, {"columns": ["a"], "rows": second}],
            "steps": [
                {"role": "target", "action": {"query": "q"}, "reference": 0},
                {"role": "target", "action": {"query": "q"}, "reference": 1},
            ],
            "laws": [{"left": {"answer": 0}, "relation": "bag=", "right": {"answer": 1}}],
        })
    };
    let (one, two) = (json!([[1]]), json!([[2]]));
    let answered = |check: &Json| run(check, &mut Scripted::new(&[table(&one), table(&two)])).verdict;
    assert!(matches!(answered(&check(&one, &two)), Verdict::Unsound(_)));
    assert!(matches!(answered(&check(&one, &one)), Verdict::Violated(_)));
}
