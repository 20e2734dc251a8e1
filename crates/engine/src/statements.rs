//! The texts that put a graph into an engine: the catalogue's templates, rendered.
//!
//! A template is given names and values as the language writes them, so that escaping is the language's matter
//! alone. The same texts load an engine in a hunt and stand in a report for a person to paste.

use std::collections::BTreeMap;
use std::sync::Arc;

use minijinja::{Environment, UndefinedBehavior};
use quarrel_case::check::PLAN;
use quarrel_case::graph::{Edge, Index, PropertyGraph, Vertex};
use quarrel_case::json;
use quarrel_case::language::Language;
use quarrel_case::profile::Dialect;
use quarrel_case::value::{ElementId, Value};
use serde::Serialize;

use crate::catalogue::Speech;

/// The compiled templates of one engine in one language.
#[derive(Debug, Clone)]
pub struct Statements {
    environment: Arc<Environment<'static>>,
}

/// Why there is no text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unsaid {
    /// The language has no literal for a value.
    #[error("there is no literal for {0}")]
    Literal(String),
    /// The catalogue has no template for that.
    #[error("the catalogue does not say how to {0}")]
    Template(String),
    /// A template does not render.
    #[error("the template {0}")]
    Broken(String),
}

/// How a text is written: in which language, in whose spelling.
#[derive(Clone, Copy)]
pub struct Writer<'a> {
    /// The language.
    pub language: &'a dyn Language,
    /// The spelling.
    pub dialect: &'a Dialect,
}

#[derive(Serialize)]
struct VertexContext {
    name: String,
    /// The number in the graph's file.
    id: ElementId,
    labels: Vec<String>,
    properties: Vec<Property>,
}

#[derive(Serialize)]
struct EdgeContext {
    name: String,
    /// The number in the graph's file.
    id: ElementId,
    label: String,
    source: String,
    target: String,
    properties: Vec<Property>,
}

#[derive(Serialize)]
struct Property {
    key: String,
    literal: String,
}

#[derive(Serialize)]
struct GraphContext {
    vertices: Vec<VertexContext>,
    edges: Vec<EdgeContext>,
}

#[derive(Serialize)]
struct PlanContext<'a> {
    plan: &'a str,
    query: &'a str,
}

#[derive(Serialize)]
struct IndexContext {
    name: String,
    label: String,
    keys: Vec<String>,
}

impl Statements {
    /// Compiles the templates of an entry.
    pub fn new(speech: &Speech) -> Result<Self, String> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let mut add = |name: String, text: &str| {
            let added = environment.add_template_owned(name.clone(), text.to_owned());
            added.map_err(|error| format!("the template {name}: {error:#}"))
        };
        if let Some(load) = &speech.load {
            add("vertex".to_owned(), &load.vertex)?;
            add("edge".to_owned(), &load.edge)?;
            if let Some(graph) = &load.graph {
                add("graph".to_owned(), graph)?;
            }
        }
        for (position, index) in speech.index.iter().enumerate() {
            add(format!("index.{position}.create"), &index.create)?;
            if let Some(drop) = &index.drop {
                add(format!("index.{position}.drop"), drop)?;
            }
        }
        for (position, plans) in speech.plan.iter().enumerate() {
            add(format!("plan.{position}"), &plans.text)?;
        }
        Ok(Self { environment: Arc::new(environment) })
    }

    /// The text that makes a vertex and returns it.
    pub fn vertex(&self, vertex: &Vertex, writer: Writer<'_>) -> Result<String, Unsaid> {
        self.render("vertex", &writer.vertex(vertex, String::new())?)
    }

    /// The text that makes an edge between two vertices, given by the literals of their own ids, and returns it.
    pub fn edge(&self, edge: &Edge, ends: (String, String), writer: Writer<'_>) -> Result<String, Unsaid> {
        self.render("edge", &writer.edge(edge, String::new(), ends)?)
    }

    /// The text that makes the whole graph and returns its elements, vertices first.
    pub fn graph(&self, graph: &PropertyGraph, writer: Writer<'_>) -> Result<String, Unsaid> {
        let ids = graph.vertices.iter().map(|vertex| vertex.id);
        let positions: BTreeMap<ElementId, usize> = ids.zip(0..).collect();
        // An edge's ends exist: graphs are checked when they are read.
        let name = |id| format!("v{}", positions.get(&id).copied().unwrap_or_default());
        let vertices = graph.vertices.iter().enumerate();
        let edges = graph.edges.iter().enumerate();
        let context = GraphContext {
            vertices: vertices
                .map(|(position, vertex)| writer.vertex(vertex, format!("v{position}")))
                .collect::<Result<_, _>>()?,
            edges: edges
                .map(|(position, edge)| {
                    let ends = (name(edge.source), name(edge.target));
                    writer.edge(edge, format!("e{position}"), ends)
                })
                .collect::<Result<_, _>>()?,
        };
        self.render("graph", &context)
    }

    /// The text that declares or drops an index.
    pub fn index(
        &self,
        speech: &Speech,
        index: &Index,
        drop: bool,
        writer: Writer<'_>,
    ) -> Result<String, Unsaid> {
        let verb = if drop { "drop" } else { "create" };
        let position = speech.index.iter().position(|texts| texts.fit(index));
        let unsaid =
            || Unsaid::Template(format!("{verb} {} index on {}", json_word(&index.kind), index.on.key()));
        let name = format!("index.{}.{verb}", position.ok_or_else(unsaid)?);
        if self.environment.get_template(&name).is_err() {
            return Err(unsaid());
        }
        let keys = index.keys.iter();
        let context = IndexContext {
            name: writer.language.identifier(&name_of(index)),
            label: writer.language.identifier(&index.label),
            keys: keys.map(|key| writer.language.identifier(key)).collect(),
        };
        self.render(&name, &context)
    }

    /// The text by which a query asks for the plan that its settings name; none where they name none that the catalogue
    /// has.
    pub fn planned(
        &self,
        speech: &Speech,
        settings: &BTreeMap<String, String>,
        query: &str,
    ) -> Option<Result<String, Unsaid>> {
        let plan = settings.get(PLAN)?;
        let position = speech.plan.iter().position(|plans| plans.names.contains(plan))?;
        Some(self.plan(position, plan, query))
    }

    /// The text by which a query asks for a plan, whose text stands at this place of the catalogue.
    pub(crate) fn plan(&self, position: usize, plan: &str, query: &str) -> Result<String, Unsaid> {
        self.render(&format!("plan.{position}"), &PlanContext { plan, query })
    }

    fn render(&self, name: &str, context: &impl Serialize) -> Result<String, Unsaid> {
        let template = self.environment.get_template(name);
        let template = template.map_err(|_| Unsaid::Template(format!("create a {name}")))?;
        let text = template.render(context);
        text.map_err(|error| Unsaid::Broken(format!("{name}: {error:#}")))
    }
}

/// A name for an index that no other has.
fn name_of(index: &Index) -> String {
    let words = [index.on.key(), word(&index.kind).as_str(), &index.label].map(ToOwned::to_owned);
    words.into_iter().chain(index.keys.iter().cloned()).collect::<Vec<_>>().join("_")
}

/// An article and the word by which the kind is stored.
fn json_word(kind: &impl Serialize) -> String {
    format!("a {}", word(kind))
}

fn word(kind: &impl Serialize) -> String {
    let word = serde_json::to_value(kind).unwrap_or_default();
    word.as_str().unwrap_or("strange").to_owned()
}

impl Writer<'_> {
    /// The literal of a value.
    pub fn literal(&self, value: &Value) -> Result<String, Unsaid> {
        let literal = self.language.literal(value, self.dialect);
        literal.ok_or_else(|| Unsaid::Literal(json::write(value).to_string().chars().take(80).collect()))
    }

    fn vertex(&self, vertex: &Vertex, name: String) -> Result<VertexContext, Unsaid> {
        let labels = vertex.labels.iter();
        Ok(VertexContext {
            name,
            id: vertex.id,
            labels: labels.map(|label| self.language.identifier(label)).collect(),
            properties: self.properties(&vertex.properties)?,
        })
    }

    fn edge(&self, edge: &Edge, name: String, ends: (String, String)) -> Result<EdgeContext, Unsaid> {
        Ok(EdgeContext {
            name,
            id: edge.id,
            label: self.language.identifier(&edge.label),
            source: ends.0,
            target: ends.1,
            properties: self.properties(&edge.properties)?,
        })
    }

    fn properties<'v>(
        &self,
        properties: impl IntoIterator<Item = (&'v String, &'v Value)>,
    ) -> Result<Vec<Property>, Unsaid> {
        let properties = properties.into_iter().map(|(key, value)| {
            Ok(Property { key: self.language.identifier(key), literal: self.literal(value)? })
        });
        properties.collect()
    }
}
