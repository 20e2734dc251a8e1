//! Hosts the reference evaluator: one more engine behind the same protocol, fed with text only.
//!
//! It serves any language, under the profile in the option `profile`, with at most one planted fault. The
//! faults of [`quarrel_case::profile::HARNESS_FAULTS`] are planted here rather than in the evaluators: they
//! change any answer of any language, to show that the oracles see them.

use quarrel_case::answer::{Answer, Phase as QueryPhase, QueryError};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Failure as EvaluationFailure, Language, Session};
use quarrel_case::played::closed;
use quarrel_case::profile::{HARNESS_FAULTS, Profile};
use quarrel_case::value::Value;
use serde_json::{Map, Value as Tree};

use super::{Failure, Host, Json, Offer, Phase};
use crate::languages;

/// The reference, before and after it was told its language.
#[derive(Default)]
struct Reference {
    language: Option<std::sync::Arc<dyn Language>>,
    profile: Profile,
    fault: Option<String>,
    /// Queries since the graph was loaded.
    queries: u64,
    session: Option<Box<dyn Session>>,
}

/// Opens the reference; its language comes with `hello`.
pub(super) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Reference::default()))
}

impl Reference {
    fn language(&self) -> Result<&dyn Language, Failure> {
        self.language.as_deref().ok_or_else(|| Failure::bad_request("'hello' must come first"))
    }

    fn begin(&mut self, graph: &Graph) -> Result<(), Failure> {
        let session = self.language()?.session(graph, &self.profile).map_err(Failure::bad_request)?;
        self.queries = 0;
        self.session = Some(session);
        Ok(())
    }

    fn has(&self, fault: &str) -> bool {
        self.fault.as_deref() == Some(fault)
    }

    fn evaluate(&mut self, text: &str) -> Result<Answer, Failure> {
        let tree =
            self.language()?.parse_under(text, &self.profile).map_err(|error| query_failure(&error))?;
        let session = self.session.as_mut().ok_or_else(|| Failure::bad_request("'hello' must come first"))?;
        let evaluation = session.run(&tree, &Budget::default());
        evaluation.result.map(closed).map_err(|failure| match failure {
            EvaluationFailure::Query(error) => query_failure(&error),
            EvaluationFailure::Budget(what) => {
                Failure::run("Unsupported", format!("the budget of {what} is spent"))
            }
            EvaluationFailure::Unmodelled(what) => {
                Failure::run("Unsupported", format!("{what} is not modelled"))
            }
            EvaluationFailure::Crashed(why) => crash(why),
            EvaluationFailure::Hung => hang(),
        })
    }
}

impl Host for Reference {
    fn hello(&mut self, language: &str, options: &Map<String, Tree>) -> Result<Offer, Failure> {
        let language = languages::find(language)
            .ok_or_else(|| Failure::bad_request(format!("unknown language {language:?}")))?;
        for (name, value) in options {
            match name.as_str() {
                "profile" => {
                    self.profile = serde_json::from_value(value.clone()).map_err(Failure::bad_request)?;
                }
                _ => return Err(Failure::bad_request(format!("this worker has no option '{name}'"))),
            }
        }
        if HARNESS_FAULTS.iter().any(|fault| Some(fault.id) == self.profile.fault.as_deref()) {
            self.fault = self.profile.fault.take();
        }
        let offer = Offer { language: language.name(), ops: &["reset", "load", "query", "dump"] };
        self.language = Some(language);
        self.reset()?;
        Ok(offer)
    }

    fn reset(&mut self) -> Result<(), Failure> {
        let empty = Graph::empty(self.language()?.model());
        self.begin(&empty)
    }

    fn load(&mut self, graph: &Tree) -> Result<(), Failure> {
        let graph = Graph::from_json(graph, self.language()?.model()).map_err(Failure::bad_request)?;
        self.begin(&graph)
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        if self.has("crash") {
            crash("a planted crash");
        }
        if self.has("hang") {
            hang();
        }
        self.queries += 1;
        if self.has("raise") {
            return Err(Failure::run("PlantedError", "a planted error"));
        }
        let answer = match self.evaluate(text) {
            Err(failure) if !self.has("no-error") => return Err(failure),
            Err(_) => Answer::Table(quarrel_case::answer::Table::default()),
            Ok(answer) => self.spoil(answer),
        };
        if answer.len() as u64 > limit {
            return Err(Failure::row_limit(limit));
        }
        write(&answer, reply)
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        let session = self.session.as_ref().ok_or_else(|| Failure::bad_request("'hello' must come first"))?;
        graph.document(&session.graph().to_json());
        Ok(())
    }
}

impl Reference {
    /// The answer with the planted fault of the harness, if one is on.
    fn spoil(&self, mut answer: Answer) -> Answer {
        if let (Answer::Boolean(flag), true) = (&mut answer, self.has("change-value")) {
            *flag = !*flag;
        }
        let Answer::Table(table) = &mut answer else { return answer };
        match self.fault.as_deref() {
            Some("drop-row") => drop(table.rows.pop()),
            Some("tenth") if self.queries.is_multiple_of(10) => drop(table.rows.pop()),
            Some("sometimes") if std::process::id().is_multiple_of(2) => drop(table.rows.pop()),
            Some("repeat-row") => table.rows.extend(table.rows.first().cloned()),
            Some("change-value") => {
                if let Some(value) = table.rows.first_mut().and_then(|row| row.first_mut()) {
                    *value = if *value == Value::Null { Value::Bool(true) } else { Value::Null };
                }
            }
            _ => {}
        }
        answer
    }
}

/// Ends the process as an engine's own crash would.
fn crash(why: &str) -> ! {
    eprintln!("{why}");
    std::process::abort()
}

/// Never ends; the parent cuts it off.
fn hang() -> ! {
    loop {
        std::thread::sleep(std::time::Duration::from_secs(1));
    }
}

fn query_failure(error: &QueryError) -> Failure {
    let phase = match error.phase {
        QueryPhase::Parse => Phase::Parse,
        QueryPhase::Compile => Phase::Compile,
        QueryPhase::Run => Phase::Run,
    };
    Failure {
        detail: error.detail.clone(),
        at: error.at.map(|(line, column)| (u64::from(line), u64::from(column))),
        ..Failure::new(phase, error.class.clone(), &error.message)
    }
}

/// Writes the members of an answer. Rows keep their order, as an engine's do.
fn write(answer: &Answer, reply: &mut Json) -> Result<(), Failure> {
    match answer {
        Answer::Boolean(flag) => reply.tagged("boolean", |json| {
            json.boolean(*flag);
            Ok(())
        }),
        Answer::Triples(triples) => reply.tagged("triples", |json| {
            json.list(|json| {
                triples.iter().try_for_each(|triple| json.strings(triple.iter().map(ToString::to_string)))
            })
        }),
        Answer::Table(table) => reply.object(|json| {
            json.key("columns");
            json.strings(&table.columns)?;
            json.key("rows");
            json.list(|json| {
                table.rows.iter().try_for_each(|row| {
                    json.list(|json| {
                        row.iter().for_each(|value| json.document(&quarrel_case::json::write(value)));
                        Ok(())
                    })
                })
            })?;
            if !table.counters.is_empty() {
                json.key("counters");
                json.document(&serde_json::json!(table.counters));
            }
            Ok(())
        }),
    }
}
