//! The driver: an engine behind whatever carries texts to it.
//!
//! A wire carries texts and answers; how a graph is put in and read out is data of the catalogue, or an operation
//! of the engine's own. The driver keeps which id the engine gave to which element.

mod dataset;
mod load;

use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::{
    Answer, INTERNAL, Outcome, Phase, QueryError, ROW_LIMIT, Reply, Row, Table, UNAVAILABLE, UNSUPPORTED,
};
use quarrel_case::check::PLAN;
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::{Edge, Graph, Index, Model, PropertyGraph, Vertex};
use quarrel_case::language::Language;
use quarrel_case::profile::Dialect;
use quarrel_case::value::{Element, Value};
use serde_json::{Value as Json, json};

use crate::catalogue::Speech;
use crate::elements::{Elements, Native, Whole};
use crate::statements::{Statements, Unsaid, Writer};
use crate::wire::{DEPTH_LIMIT, Step, Wire};

/// Rows of a dump: a graph is not cut off by the limit of a query.
const DUMP_ROWS: usize = 10_000_000;
/// How many times the limit of one text a graph may take that goes in by texts.
const TEXTS: u32 = 6;
/// How long a server has to be emptied when we leave it.
const LEAVING: Duration = Duration::from_secs(10);
/// What stands for a time limit beyond what a clock can tell.
const LONG: Duration = Duration::from_secs(86_400);

/// An engine behind a wire.
pub(crate) struct Driver<W: Wire> {
    wire: W,
    identity: Identity,
    language: Arc<dyn Language>,
    dialect: Dialect,
    speech: Speech,
    statements: Statements,
    elements: Elements,
    holds: Option<Arc<Graph>>,
    /// Whether the call before was served.
    served: bool,
    /// Indexes declared or dropped since the graph was loaded.
    drift: Vec<Index>,
    /// The indexes as they were loaded, where the engine can list them.
    schema: Option<load::Schema>,
}

impl<W: Wire> Driver<W> {
    /// The driver of an engine that has started.
    pub(crate) fn new(
        wire: W,
        identity: Identity,
        language: Arc<dyn Language>,
        speech: Speech,
    ) -> Result<Self, String> {
        let statements = Statements::new(&speech)?;
        let texts = match language.model() {
            Model::Property => speech.load.is_some(),
            Model::Rdf => !speech.reset.is_empty(),
        };
        if !wire.has("query") {
            return Err("the worker has no operation query".to_owned());
        }
        if !wire.has("load") && !texts {
            return Err("the worker has no operation load, and the catalogue has no texts for it".to_owned());
        }
        Ok(Self {
            wire,
            identity,
            dialect: speech.dialect(),
            language,
            speech,
            statements,
            elements: Elements::default(),
            holds: None,
            served: false,
            drift: Vec::new(),
            schema: None,
        })
    }

    /// What carries the texts.
    #[cfg(test)]
    pub(crate) fn wire(&self) -> &W {
        &self.wire
    }

    /// Nothing is known of what the engine holds.
    fn forget(&mut self) {
        self.holds = None;
        self.schema = None;
        self.drift.clear();
        self.elements = Elements::default();
    }

    /// Until when a call may take. An engine that was cut off starts first, outside of the limit.
    fn begin(&mut self, limits: &Limits) -> Step<Instant> {
        let ready = self.wire.ensure_running();
        if !self.wire.keeps_state() {
            self.forget();
        }
        ready?;
        self.wire.take();
        let now = Instant::now();
        Ok(now.checked_add(limits.timeout).unwrap_or(now + LONG))
    }

    /// Calls the engine; an error gets the class that the catalogue says.
    fn call<T>(&mut self, call: impl FnOnce(&mut W) -> Step<T>) -> Step<T> {
        let result = call(&mut self.wire);
        if !self.wire.keeps_state() {
            self.forget();
        }
        let served = std::mem::replace(&mut self.served, result.is_ok());
        result.map_err(|outcome| match *outcome {
            Outcome::Rejected(error) => Box::new(self.refused(error, served)),
            outcome => Box::new(outcome),
        })
    }

    /// What an error comes to. By some an engine says that it serves nobody: if it has served the call before, it ended
    /// during this one, else this one has nothing to do with it. One of ours is started again then.
    fn refused(&mut self, error: QueryError, served: bool) -> Outcome {
        let error = self.classify(error);
        if error.class != UNAVAILABLE {
            self.served = true;
            return Outcome::Rejected(error);
        }
        self.wire.give_up();
        if served { Outcome::Crashed(error.message) } else { Outcome::Absent(error.message) }
    }

    fn operate(&mut self, request: &Json, deadline: Instant) -> Step<Json> {
        self.call(|wire| wire.operate(request, deadline))
    }

    /// What becomes of an element that came whole and was never loaded.
    fn elements_of(&self, request: &Request<'_>) -> Whole {
        match (self.wire.sends_whole_elements(), request.writes) {
            (false, _) => Whole::Never,
            (true, false) => Whole::Foreign,
            (true, true) => Whole::New,
        }
    }

    fn broken(&mut self, what: String) -> Box<Outcome> {
        self.forget();
        self.wire.broken(what)
    }

    /// Gives an error the class that the catalogue says; the engine's own stays in the message.
    fn classify(&self, error: QueryError) -> QueryError {
        let text = error.to_string();
        let internal = self.speech.internal.iter().any(|internal| internal.pattern.0.is_match(&text));
        let benign = self.speech.benign.iter().find(|benign| benign.pattern.0.is_match(&text));
        // What the catalogue excuses by name is no fault, even if its class looks like one.
        let class = match (benign, internal) {
            (Some(benign), _) => &benign.class,
            (None, true) => INTERNAL,
            (None, false) if error.class == DEPTH_LIMIT => UNSUPPORTED,
            (None, false) => return error,
        };
        if error.class == class {
            return error;
        }
        QueryError { class: class.to_owned(), message: text, ..error }
    }

    /// Runs a text and gives the answer, elements as the engine has them. A plan of the catalogue is asked for by the
    /// text; all other settings are the wire's matter.
    fn query(&mut self, request: &Request<'_>, rows: usize, deadline: Instant) -> Step<Reply> {
        let model = self.language.model();
        let reply = match self.statements.planned(&self.speech, request.settings, request.text) {
            None => self.call(|wire| wire.query(request, rows, model, deadline)),
            Some(planned) => {
                let text = planned.map_err(|unsaid| rejected(UNSUPPORTED, unsaid.to_string()))?;
                let mut settings = request.settings.clone();
                settings.remove(PLAN);
                let request = Request { text: &text, settings: &settings, ..*request };
                self.call(|wire| wire.query(&request, rows, model, deadline))
            }
        }?;
        match reply.answer.len() > rows {
            true => Err(rejected(ROW_LIMIT, format!("the answer has more than {rows} rows"))),
            false => Ok(reply),
        }
    }

    /// Runs a text of the catalogue that may change the graph and gives its table, ids as the engine has them.
    fn table(&mut self, text: &str, rows: usize, deadline: Instant) -> Step<Table> {
        self.table_of(text, true, rows, deadline)
    }

    /// The same for one that only reads: some protocols make a difference.
    fn rows(&mut self, text: &str, rows: usize, deadline: Instant) -> Step<Vec<Row>> {
        self.table_of(text, false, rows, deadline).map(|table| table.rows)
    }

    fn table_of(&mut self, text: &str, writes: bool, rows: usize, deadline: Instant) -> Step<Table> {
        let request = Request { text, writes, settings: &std::collections::BTreeMap::new() };
        match self.query(&request, rows, deadline)?.answer {
            Answer::Table(table) => Ok(table),
            _ => Err(self.broken(format!("no table came for {text}"))),
        }
    }

    /// The texts of the catalogue in this engine's language and spelling.
    fn text(
        &self,
        write: impl FnOnce(&Statements, &Speech, Writer<'_>) -> Result<String, Unsaid>,
    ) -> Step<String> {
        let writer = Writer { language: &*self.language, dialect: &self.dialect };
        let text = write(&self.statements, &self.speech, writer);
        text.map_err(|unsaid| rejected(UNSUPPORTED, unsaid.to_string()))
    }

    fn try_dump(&mut self, deadline: Instant) -> Step<Graph> {
        if self.wire.has("dump") {
            let mut reply = self.operate(&json!({"op": "dump"}), deadline)?;
            let mut graph = reply.get_mut("graph").map(Json::take).unwrap_or_default();
            let model = self.language.model();
            if model == Model::Property {
                self.elements.translate_dump(&mut graph);
            }
            return Graph::from_json(&graph, model).map_err(|error| self.broken(format!("a dump: {error}")));
        }
        if self.language.model() == Model::Rdf {
            return self.dump_dataset(deadline).map(Graph::Rdf);
        }
        let Some(dump) = self.speech.dump.clone() else {
            return Err(rejected(UNSUPPORTED, "the engine cannot tell what it holds".to_owned()));
        };
        let vertices = self.table(&dump.vertices, DUMP_ROWS, deadline)?.rows;
        let edges = self.table(&dump.edges, DUMP_ROWS, deadline)?.rows;
        let vertices = vertices.into_iter().map(|row| self.read_vertex(row));
        let vertices = vertices.collect::<Option<Vec<Vertex>>>();
        let edges = edges.into_iter().map(|row| self.read_edge(row)).collect::<Option<Vec<Edge>>>();
        match (vertices, edges) {
            (Some(vertices), Some(edges)) => {
                Ok(Graph::Property(PropertyGraph { vertices, edges, ..PropertyGraph::default() }))
            }
            _ => Err(Box::new(Outcome::Broken("a row of a dump is no element".to_owned()))),
        }
    }

    fn read_vertex(&mut self, row: Vec<Value>) -> Option<Vertex> {
        let [id, Value::List(labels), properties] = <[Value; 3]>::try_from(spread(row)).ok()? else {
            return None;
        };
        let labels = labels.into_iter().map(read_string);
        Some(Vertex {
            id: self.elements.id_or_fresh(Element::Vertex, Native::of(&id)?),
            labels: labels.collect::<Option<_>>()?,
            properties: read_properties(properties)?,
        })
    }

    fn read_edge(&mut self, row: Vec<Value>) -> Option<Edge> {
        let [id, label, source, target, properties] = <[Value; 5]>::try_from(spread(row)).ok()?;
        Some(Edge {
            id: self.elements.id_or_fresh(Element::Edge, Native::of(&id)?),
            label: read_string(label)?,
            source: self.elements.id_or_fresh(Element::Vertex, Native::of(&source)?),
            target: self.elements.id_or_fresh(Element::Vertex, Native::of(&target)?),
            properties: read_properties(properties)?,
        })
    }
}

/// A row in its one cell: a language whose answers have one column has a map or a list in the place of a row.
fn spread(row: Row) -> Row {
    match <[Value; 1]>::try_from(row) {
        Ok([Value::Map(entries)]) => entries.into_iter().map(|(_, value)| value).collect(),
        Ok([Value::List(items)]) => items,
        Ok(row) => row.into(),
        Err(row) => row,
    }
}

fn read_string(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn read_properties(value: Value) -> Option<std::collections::BTreeMap<String, Value>> {
    let Value::Map(entries) = value else {
        return None;
    };
    let entries = entries.into_iter();
    entries.map(|(key, value)| Some((read_string(key)?, value))).collect()
}

fn is_of_class(outcome: &Outcome, class: &str) -> bool {
    matches!(outcome, Outcome::Rejected(error) if error.class == class)
}

fn rejected(class: &str, message: String) -> Box<Outcome> {
    Box::new(Outcome::Rejected(QueryError::new(Phase::Run, class, message)))
}

impl<W: Wire> Drop for Driver<W> {
    /// A server that goes on without us is left as it was found: empty. That a call was cut off removes nothing from
    /// it, so it is reached again for that, which takes no longer than any connecting.
    fn drop(&mut self) {
        if self.wire.outlives_us() && self.wire.ensure_running().is_ok() {
            let _ = self.reset(Instant::now() + LEAVING);
        }
    }
}

impl<W: Wire> Engine for Driver<W> {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, graph: &Arc<Graph>, limits: &Limits) -> Outcome {
        // A graph that goes in by texts is many calls in one.
        let times = if self.wire.has("load") { 1 } else { TEXTS };
        let limits = Limits { timeout: limits.timeout.saturating_mul(times), ..*limits };
        let loaded = self.begin(&limits).and_then(|deadline| self.try_load(graph, deadline));
        match loaded {
            Ok(()) => {
                self.holds = Some(Arc::clone(graph));
                Outcome::done()
            }
            Err(outcome) => {
                if matches!(*outcome, Outcome::Rejected(_)) {
                    self.give_up_if_useless(&limits);
                }
                *outcome
            }
        }
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        self.holds.as_ref().filter(|_| self.drift.is_empty() && self.wire.keeps_state())
    }

    fn forget(&mut self) {
        self.holds = None;
        self.schema = None;
    }

    fn run(&mut self, request: &Request<'_>, limits: &Limits) -> Outcome {
        if request.writes {
            self.holds = None;
        }
        let reply = self.begin(limits).and_then(|deadline| self.query(request, limits.rows, deadline));
        match reply {
            Ok(mut reply) => {
                self.elements.translate(&mut reply.answer, self.elements_of(request));
                Outcome::Answered(reply)
            }
            Err(outcome) => *outcome,
        }
    }

    fn index(&mut self, index: &Index, drop: bool, limits: &Limits) -> Outcome {
        let changed = self.begin(limits).and_then(|deadline| {
            self.change_index(index, drop, deadline)?;
            self.await_indexes(deadline)
        });
        match changed {
            Ok(()) => {
                // What is declared and dropped again leaves the graph as it was loaded.
                match self.drift.iter().position(|changed| changed == index) {
                    Some(position) => {
                        self.drift.swap_remove(position);
                    }
                    None => self.drift.push(index.clone()),
                }
                Outcome::done()
            }
            Err(outcome) => {
                self.holds = None;
                *outcome
            }
        }
    }

    fn dump(&mut self, limits: &Limits) -> Result<Graph, Box<Outcome>> {
        let deadline = self.begin(limits)?;
        self.try_dump(deadline)
    }

    fn native_id(&self, element: &Value) -> Option<String> {
        let native = match element {
            Value::Vertex(id) => self.elements.native(Element::Vertex, *id)?.value(),
            Value::Edge(id) => self.elements.native(Element::Edge, *id)?.value(),
            Value::Foreign(_, text) => text.parse().map_or_else(|_| Value::String(text.clone()), Value::Int),
            _ => return None,
        };
        self.language.literal(&native, &self.dialect)
    }

    fn restarts(&self) -> usize {
        self.wire.restarts()
    }
}
