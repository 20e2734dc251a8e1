//! The driver of workers: an engine behind the worker protocol.
//!
//! The worker carries texts and nothing more; how a graph is put in and read out is data of the catalogue, or
//! an operation of the worker. The driver keeps which id the engine gave to which element.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::{
    Answer, INTERNAL, Outcome, Phase, QueryError, ROW_LIMIT, Reply, Table, UNSUPPORTED,
};
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::{Edge, Graph, Index, Model, PropertyGraph, Vertex};
use quarrel_case::language::Language;
use quarrel_case::profile::Dialect;
use quarrel_case::value::{Element, Value};
use serde_json::{Value as Json, json};

use crate::catalogue::{INDEX_EXISTS, Speech};
use crate::elements::{Elements, Native};
use crate::link::{Link, Step};
use crate::statements::{Statements, Unsaid, Writer};

/// Rows of a dump: a graph is not cut off by the limit of a query.
const DUMP_ROWS: usize = 10_000_000;
/// The class of the error that says that an answer nests deeper than a reply may: nobody's fault.
const DEPTH_LIMIT: &str = "DepthLimit";
/// What stands for a time limit beyond what a clock can tell.
const LONG: Duration = Duration::from_secs(86_400);

/// An engine behind the worker protocol.
pub(crate) struct Worker {
    link: Link,
    identity: Identity,
    language: Arc<dyn Language>,
    dialect: Dialect,
    speech: Speech,
    statements: Statements,
    elements: Elements,
    holds: Option<Arc<Graph>>,
    /// Indexes declared or dropped since the graph was loaded.
    drift: Vec<Index>,
}

impl Worker {
    /// The driver of a worker that has started.
    pub(crate) fn new(
        link: Link,
        identity: Identity,
        language: Arc<dyn Language>,
        speech: Speech,
    ) -> Result<Self, String> {
        let statements = Statements::new(&speech)?;
        let texts = speech.load.is_some() && language.model() == Model::Property;
        if !link.has("query") {
            return Err("the worker has no operation query".to_owned());
        }
        if !link.has("load") && !texts {
            return Err("the worker has no operation load, and the catalogue has no texts for it".to_owned());
        }
        Ok(Self {
            link,
            identity,
            dialect: speech.dialect(),
            language,
            speech,
            statements,
            elements: Elements::default(),
            holds: None,
            drift: Vec::new(),
        })
    }

    /// The id of the process, for tests that kill it.
    #[cfg(test)]
    pub(crate) fn pid(&self) -> Option<rustix::process::Pid> {
        self.link.pid()
    }

    /// Nothing is known of what the engine holds.
    fn forget(&mut self) {
        self.holds = None;
        self.drift.clear();
        self.elements = Elements::default();
    }

    /// Until when a call may take. A worker that was cut off starts first, outside of the limit.
    fn begin(&mut self, limits: &Limits) -> Step<Instant> {
        self.link.ensure_running()?;
        let now = Instant::now();
        Ok(now.checked_add(limits.timeout).unwrap_or(now + LONG))
    }

    /// Sends a request and gives a reply that is no error.
    fn ask(&mut self, request: &Json, deadline: Instant) -> Step<Json> {
        let reply = self.link.call(request, deadline);
        if !self.link.is_running() {
            self.forget();
        }
        let mut reply = reply?;
        let Some(error) = reply.get_mut("error").map(Json::take) else {
            return Ok(reply);
        };
        match serde_json::from_value::<QueryError>(error) {
            Ok(error) => Err(Box::new(Outcome::Rejected(self.classify(error)))),
            Err(error) => Err(self.broken(format!("an error reply: {error}"))),
        }
    }

    fn broken(&mut self, what: String) -> Box<Outcome> {
        self.forget();
        self.link.broken(what)
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

    /// Runs a text and gives the answer with the graph file's ids.
    fn query(&mut self, request: &Request<'_>, rows: usize, deadline: Instant) -> Step<Reply> {
        let mut message = json!({"op": "query", "text": request.text, "rows": rows});
        if let (false, Some(fields)) = (request.settings.is_empty(), message.as_object_mut()) {
            fields.insert("settings".to_owned(), json!(request.settings));
        }
        let mut reply = self.ask(&message, deadline)?;
        let answer = Answer::from_json(&reply, self.language.model());
        let answer = answer.map_err(|error| self.broken(error.to_string()))?;
        if answer.len() > rows {
            return Err(rejected(ROW_LIMIT, format!("the answer has more than {rows} rows")));
        }
        let plan = reply.get_mut("plan").map(Json::take).filter(|plan| !plan.is_null());
        Ok(Reply { answer, plan })
    }

    /// Runs a text of the catalogue and gives its table, ids as the engine has them.
    fn table(&mut self, text: &str, rows: usize, deadline: Instant) -> Step<Table> {
        let request = Request { text, writes: true, settings: &std::collections::BTreeMap::new() };
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

    fn try_load(&mut self, graph: &Graph, deadline: Instant) -> Step<()> {
        self.forget();
        if self.link.has("load") {
            self.ask(&json!({"op": "load", "graph": graph.to_json()}), deadline)?;
            self.elements = Elements::of_graph(graph);
            return Ok(());
        }
        let Graph::Property(graph) = graph else {
            return Err(rejected(UNSUPPORTED, "the worker has no operation load".to_owned()));
        };
        self.reset(deadline)?;
        match self.speech.load.as_ref().is_some_and(|load| load.takes(graph)) {
            true => self.load_at_once(graph, deadline)?,
            false => self.load_one_by_one(graph, deadline)?,
        }
        for index in &graph.indexes {
            match self.change_index(index, false, deadline) {
                Err(outcome) if is_of_class(&outcome, INDEX_EXISTS) => {}
                changed => changed?,
            }
        }
        Ok(())
    }

    fn reset(&mut self, deadline: Instant) -> Step<()> {
        if self.link.has("reset") {
            return self.ask(&json!({"op": "reset"}), deadline).map(drop);
        }
        match self.speech.reset.clone() {
            Some(text) => self.table(&text, 1, deadline).map(drop),
            None => Err(rejected(UNSUPPORTED, "the engine cannot be emptied".to_owned())),
        }
    }

    fn load_at_once(&mut self, graph: &PropertyGraph, deadline: Instant) -> Step<()> {
        let text = self.text(|statements, _, writer| statements.graph(graph, writer))?;
        let vertices = graph.vertices.iter().map(|vertex| (Element::Vertex, vertex.id));
        let edges = graph.edges.iter().map(|edge| (Element::Edge, edge.id));
        self.make(&text, vertices.chain(edges).collect(), deadline)
    }

    fn load_one_by_one(&mut self, graph: &PropertyGraph, deadline: Instant) -> Step<()> {
        for vertex in &graph.vertices {
            let text = self.text(|statements, _, writer| statements.vertex(vertex, writer))?;
            self.make(&text, vec![(Element::Vertex, vertex.id)], deadline)?;
        }
        for edge in &graph.edges {
            let end = |id| self.native_id(&Value::Vertex(id)).unwrap_or_default();
            let ends = (end(edge.source), end(edge.target));
            let text = self.text(|statements, _, writer| statements.edge(edge, ends, writer))?;
            self.make(&text, vec![(Element::Edge, edge.id)], deadline)?;
        }
        Ok(())
    }

    /// Runs a text that makes these elements and takes down the ids that come back.
    fn make(&mut self, text: &str, elements: Vec<(Element, i64)>, deadline: Instant) -> Step<()> {
        let table = self.table(text, 1, deadline)?;
        let row = table.rows.into_iter().next().unwrap_or_default();
        let natives: Vec<Native> = row.iter().filter_map(Native::of).collect();
        if natives.len() != elements.len() {
            let (got, expected) = (natives.len(), elements.len());
            let what = format!("{got} elements came back of {expected} that were made by {text}");
            return Err(Box::new(Outcome::Broken(what)));
        }
        for ((kind, id), native) in elements.into_iter().zip(natives) {
            self.elements.add(kind, id, native);
        }
        Ok(())
    }

    fn change_index(&mut self, index: &Index, drop: bool, deadline: Instant) -> Step<()> {
        if self.link.has("index") {
            let request = json!({"op": "index", "index": index, "drop": drop});
            return self.ask(&request, deadline).map(std::mem::drop);
        }
        let text = self.text(|statements, speech, writer| statements.index(speech, index, drop, writer))?;
        self.table(&text, 1, deadline).map(std::mem::drop)
    }

    fn try_dump(&mut self, deadline: Instant) -> Step<Graph> {
        if self.link.has("dump") {
            let mut reply = self.ask(&json!({"op": "dump"}), deadline)?;
            let mut graph = reply.get_mut("graph").map(Json::take).unwrap_or_default();
            let model = self.language.model();
            if model == Model::Property {
                self.elements.translate_dump(&mut graph);
            }
            return Graph::from_json(&graph, model).map_err(|error| self.broken(format!("a dump: {error}")));
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
        let [id, Value::List(labels), properties] = <[Value; 3]>::try_from(row).ok()? else {
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
        let [id, label, source, target, properties] = <[Value; 5]>::try_from(row).ok()?;
        Some(Edge {
            id: self.elements.id_or_fresh(Element::Edge, Native::of(&id)?),
            label: read_string(label)?,
            source: self.elements.id_or_fresh(Element::Vertex, Native::of(&source)?),
            target: self.elements.id_or_fresh(Element::Vertex, Native::of(&target)?),
            properties: read_properties(properties)?,
        })
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

impl Engine for Worker {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load(&mut self, graph: &Arc<Graph>, limits: &Limits) -> Outcome {
        let loaded = self.begin(limits).and_then(|deadline| self.try_load(graph, deadline));
        match loaded {
            Ok(()) => {
                self.holds = Some(Arc::clone(graph));
                Outcome::done()
            }
            Err(outcome) => *outcome,
        }
    }

    fn holds(&self) -> Option<&Arc<Graph>> {
        self.holds.as_ref().filter(|_| self.drift.is_empty())
    }

    fn forget(&mut self) {
        self.holds = None;
    }

    fn run(&mut self, request: &Request<'_>, limits: &Limits) -> Outcome {
        if request.writes {
            self.holds = None;
        }
        let reply = self.begin(limits).and_then(|deadline| self.query(request, limits.rows, deadline));
        match reply {
            Ok(mut reply) => {
                self.elements.translate(&mut reply.answer);
                Outcome::Answered(reply)
            }
            Err(outcome) => *outcome,
        }
    }

    fn index(&mut self, index: &Index, drop: bool, limits: &Limits) -> Outcome {
        let changed = self.begin(limits).and_then(|deadline| self.change_index(index, drop, deadline));
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
        self.link.restarts()
    }
}
