//! Putting a graph into an engine, and emptying it.
//!
//! An engine without an operation of its own is loaded by texts of the catalogue. Indexes are dear there: making or
//! dropping one makes a server build it anew and forget every plan. A graph whose indexes the engine still has, as
//! it is after a query that wrote, gets its elements alone.

use quarrel_case::answer::{Outcome, UNSUPPORTED};
use quarrel_case::engine::{Engine as _, Limits};
use quarrel_case::graph::{Graph, Index, PropertyGraph};
use quarrel_case::value::{Element, Value};
use serde_json::json;
use std::time::{Duration, Instant};

use super::{DUMP_ROWS, Driver, is_of_class, read_string, rejected, spread};
use crate::catalogue::INDEX_EXISTS;
use crate::elements::{Elements, Native};
use crate::wire::{Step, Wire};

/// How long an engine is left alone between two questions whether its indexes are ready.
const PAUSE: Duration = Duration::from_millis(2);

/// What an engine holds beside elements, after a graph was loaded.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Schema {
    indexes: Vec<Index>,
    /// What the engine itself lists.
    listed: Vec<String>,
}

impl<W: Wire> Driver<W> {
    pub(super) fn try_load(&mut self, graph: &Graph, deadline: Instant) -> Step<()> {
        let schema = self.schema.take();
        self.forget();
        if self.wire.has("load") {
            self.operate(&json!({"op": "load", "graph": graph.to_json()}), deadline)?;
            self.elements = Elements::of_graph(graph);
            return Ok(());
        }
        let graph = match graph {
            Graph::Property(graph) => graph,
            Graph::Rdf(dataset) => return self.load_dataset(dataset, deadline),
        };
        let kept = self.empty(schema.filter(|schema| schema.indexes == graph.indexes), deadline)?;
        match self.speech.load.as_ref().is_some_and(|load| load.takes(graph)) {
            true => self.load_at_once(graph, deadline)?,
            false => self.load_one_by_one(graph, deadline)?,
        }
        self.schema = match kept {
            Some(schema) => Some(schema),
            None => self.declare(&graph.indexes, deadline)?,
        };
        Ok(())
    }

    /// Gives up an engine that refuses even the empty graph: what it refused before said nothing of the graph, and it
    /// would refuse all that come.
    pub(super) fn give_up_if_useless(&mut self, limits: &Limits) {
        let empty = Graph::empty(self.language.model());
        let loaded = self.begin(limits).and_then(|deadline| self.try_load(&empty, deadline));
        self.forget();
        if loaded.is_err_and(|outcome| matches!(*outcome, Outcome::Rejected(_))) {
            self.wire.give_up();
        }
    }

    /// Removes everything, but for a schema that the engine still has as it was: then that is given back.
    fn empty(&mut self, schema: Option<Schema>, deadline: Instant) -> Step<Option<Schema>> {
        let Some(schema) = schema else {
            return self.reset(deadline).map(|()| None);
        };
        self.remove_elements(deadline)?;
        if self.listed(deadline)? == schema.listed {
            return Ok(Some(schema));
        }
        self.remove_leftovers(deadline).map(|()| None)
    }

    /// Declares the indexes; what is then there, where the engine can list it.
    fn declare(&mut self, indexes: &[Index], deadline: Instant) -> Step<Option<Schema>> {
        for index in indexes {
            match self.change_index(index, false, deadline) {
                Err(outcome) if is_of_class(&outcome, INDEX_EXISTS) => {}
                changed => changed?,
            }
        }
        if !indexes.is_empty() {
            self.await_indexes(deadline)?;
        }
        if self.wire.has("reset") || self.speech.leftovers.is_empty() {
            return Ok(None);
        }
        Ok(Some(Schema { indexes: indexes.to_vec(), listed: self.listed(deadline)? }))
    }

    /// Where indexes are built in the background, waits for them: a query would not use them yet.
    pub(super) fn await_indexes(&mut self, deadline: Instant) -> Step<()> {
        let Some(text) = self.speech.await_indexes.clone() else { return Ok(()) };
        while !self.table(&text, usize::MAX, deadline)?.rows.is_empty() {
            std::thread::sleep(PAUSE);
        }
        Ok(())
    }

    /// Removes everything that the engine holds.
    pub(super) fn reset(&mut self, deadline: Instant) -> Step<()> {
        if self.wire.has("reset") {
            return self.operate(&json!({"op": "reset"}), deadline).map(drop);
        }
        self.remove_elements(deadline)?;
        self.remove_leftovers(deadline)
    }

    fn remove_elements(&mut self, deadline: Instant) -> Step<()> {
        let reset = self.speech.reset.clone();
        if reset.is_empty() {
            return Err(rejected(UNSUPPORTED, "the engine cannot be emptied".to_owned()));
        }
        reset.iter().try_for_each(|text| self.table(text, 1, deadline).map(drop))
    }

    /// Lists anew for each kind: a constraint that is dropped takes its index along.
    fn remove_leftovers(&mut self, deadline: Instant) -> Step<()> {
        for leftover in self.speech.leftovers.clone() {
            for drops in self.texts(&leftover.texts, deadline)? {
                self.table(&drops, 1, deadline)?;
            }
        }
        Ok(())
    }

    fn listed(&mut self, deadline: Instant) -> Step<Vec<String>> {
        let mut listed = Vec::new();
        for leftover in self.speech.leftovers.clone() {
            listed.extend(self.texts(&leftover.texts, deadline)?);
        }
        listed.sort_unstable();
        Ok(listed)
    }

    /// The texts that a text gives, one in a row.
    fn texts(&mut self, text: &str, deadline: Instant) -> Step<Vec<String>> {
        let rows = self.table(text, DUMP_ROWS, deadline)?.rows.into_iter();
        let texts = rows.map(|row| row.into_iter().next().and_then(read_string));
        let what = || Box::new(Outcome::Broken(format!("a row of {text} is no text")));
        texts.collect::<Option<_>>().ok_or_else(what)
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
        let row = spread(table.rows.into_iter().next().unwrap_or_default());
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

    pub(super) fn change_index(&mut self, index: &Index, drop: bool, deadline: Instant) -> Step<()> {
        if self.wire.has("index") {
            let request = json!({"op": "index", "index": index, "drop": drop});
            return self.operate(&request, deadline).map(std::mem::drop);
        }
        let text = self.text(|statements, speech, writer| statements.index(speech, index, drop, writer))?;
        self.table(&text, 1, deadline).map(std::mem::drop)
    }
}
