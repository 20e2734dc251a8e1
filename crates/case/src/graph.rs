//! Graphs of both models, as data: what is generated, loaded, dumped, reduced and stored.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

use crate::json::{self, JsonError};
use crate::term::Quad;
use crate::value::{Element, ElementId, Value};
use crate::{nquads, temporal, term};

/// Which graph model a language works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// Vertices and edges with labels and properties.
    Property,
    /// Triples in a default graph and in named graphs.
    Rdf,
}

/// A graph of either model.
#[derive(Debug, Clone, PartialEq)]
pub enum Graph {
    /// A property graph.
    Property(PropertyGraph),
    /// An RDF dataset.
    Rdf(Dataset),
}

/// A property graph with its indexes and, where it was generated, its schema.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PropertyGraph {
    /// The vertices, in the order in which they are loaded.
    pub vertices: Vec<Vertex>,
    /// The edges, in the order in which they are loaded.
    pub edges: Vec<Edge>,
    /// The indexes to declare.
    pub indexes: Vec<Index>,
    /// What the graph was generated from.
    pub schema: Option<Schema>,
}

/// A vertex (node in Cypher).
#[derive(Debug, Clone, PartialEq)]
pub struct Vertex {
    /// Unique among the vertices.
    pub id: ElementId,
    /// No, one or several labels.
    pub labels: Vec<String>,
    /// A missing key is a missing property; no value is null.
    pub properties: BTreeMap<String, Value>,
}

/// A directed edge (relationship in Cypher).
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// Unique among the edges.
    pub id: ElementId,
    /// The one label (type in Cypher).
    pub label: String,
    /// The vertex that it starts from.
    pub source: ElementId,
    /// The vertex that it ends in.
    pub target: ElementId,
    /// As of a vertex.
    pub properties: BTreeMap<String, Value>,
}

/// An index on properties of vertices or edges of one label.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Index {
    /// What is indexed.
    pub on: Element,
    /// The label of the indexed elements.
    pub label: String,
    /// The indexed keys, in order.
    pub keys: Vec<String>,
    /// What kind of index.
    pub kind: IndexKind,
}

/// What kind of index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum IndexKind {
    /// For equality and ranges.
    Range,
    /// For text predicates.
    Text,
    /// Range with a uniqueness constraint.
    Unique,
}

/// What a property graph was generated from: labels, edge labels with their ends, typed keys.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
pub struct Schema {
    /// The vertex labels, with the typed keys that their vertices may have.
    pub labels: Vec<LabelSchema>,
    /// The edge labels.
    pub edges: Vec<EdgeSchema>,
}

/// A vertex label and its keys.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LabelSchema {
    /// The label.
    pub label: String,
    /// The keys with their types.
    pub keys: Vec<KeySchema>,
}

/// An edge label, the labels of its ends and its keys.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct EdgeSchema {
    /// The edge label.
    pub label: String,
    /// The pairs of source and target label that it joins.
    pub ends: Vec<(String, String)>,
    /// The keys with their types.
    pub keys: Vec<KeySchema>,
}

/// A property key and the type of its values.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeySchema {
    /// The key.
    pub key: String,
    /// The type of its values.
    pub kind: PropertyKind,
}

/// The type of a property's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PropertyKind {
    /// 64-bit integer.
    Integer,
    /// 64-bit float.
    Float,
    /// 32-bit float (Gremlin).
    Float32,
    /// String.
    String,
    /// Boolean.
    Boolean,
    /// List of integers.
    IntegerList,
    /// List of strings.
    StringList,
}

/// An RDF dataset: the quads, in the order in which they are loaded, without repetition.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dataset {
    /// The quads; one without graph name is in the default graph.
    pub quads: Vec<Quad>,
}

impl Graph {
    /// The model of this graph.
    pub fn model(&self) -> Model {
        match self {
            Graph::Property(_) => Model::Property,
            Graph::Rdf(_) => Model::Rdf,
        }
    }

    /// A graph without elements.
    pub fn empty(model: Model) -> Self {
        match model {
            Model::Property => Graph::Property(PropertyGraph::default()),
            Model::Rdf => Graph::Rdf(Dataset::default()),
        }
    }

    /// The property graph, if it is one.
    pub fn property(&self) -> Option<&PropertyGraph> {
        match self {
            Graph::Property(graph) => Some(graph),
            Graph::Rdf(_) => None,
        }
    }

    /// The dataset, if it is one.
    pub fn dataset(&self) -> Option<&Dataset> {
        match self {
            Graph::Rdf(dataset) => Some(dataset),
            Graph::Property(_) => None,
        }
    }

    /// How many elements there are: vertices and edges, or quads.
    pub fn size(&self) -> usize {
        match self {
            Graph::Property(graph) => graph.vertices.len() + graph.edges.len(),
            Graph::Rdf(dataset) => dataset.quads.len(),
        }
    }

    /// The graph as JSON: the graph file of a property graph, `{"nquads":"..."}` for RDF.
    pub fn to_json(&self) -> Json {
        match self {
            Graph::Property(graph) => graph.to_json(),
            Graph::Rdf(dataset) => json!({ "nquads": nquads::write(&dataset.quads) }),
        }
    }

    /// Reads what [`Graph::to_json`] writes.
    pub fn from_json(json: &Json, model: Model) -> Result<Self, JsonError> {
        match model {
            Model::Property => PropertyGraph::from_json(json).map(Graph::Property),
            Model::Rdf => {
                let text = json.get("nquads").and_then(Json::as_str);
                let text = text.ok_or_else(|| JsonError::expected("an object with nquads", json))?;
                Graph::from_text(text, model)
            }
        }
    }

    /// The text of the graph's file: JSON, or N-Quads.
    pub fn to_text(&self) -> String {
        match self {
            Graph::Property(graph) => format!("{:#}\n", graph.to_json()),
            Graph::Rdf(dataset) => nquads::write(&dataset.quads),
        }
    }

    /// Reads the text of a graph's file.
    pub fn from_text(text: &str, model: Model) -> Result<Self, JsonError> {
        match model {
            Model::Property => {
                let json = serde_json::from_str(text).map_err(|error| JsonError(error.to_string()))?;
                let graph = PropertyGraph::from_json(&json)?;
                graph.check_temporal()?;
                Ok(Graph::Property(graph))
            }
            Model::Rdf => {
                let quads = nquads::read(text).map_err(|error| JsonError(error.to_string()))?;
                Ok(Graph::Rdf(Dataset::new(quads)))
            }
        }
    }
}

impl Dataset {
    /// The dataset of these quads, each once, in the order of their first appearance.
    pub fn new(quads: Vec<Quad>) -> Self {
        let mut seen = BTreeSet::new();
        Self { quads: quads.into_iter().filter(|quad| seen.insert(quad.clone())).collect() }
    }

    /// The terms in subject and object position of the graph called `name` (the default graph: none).
    pub fn nodes(&self, name: Option<&term::Term>) -> BTreeSet<&term::Term> {
        let quads = self.quads.iter().filter(|quad| quad.graph.as_ref() == name);
        quads.flat_map(|quad| [&quad.subject, &quad.object]).collect()
    }
}

impl PropertyGraph {
    /// The vertex with this id.
    pub fn vertex(&self, id: ElementId) -> Option<&Vertex> {
        self.vertices.iter().find(|vertex| vertex.id == id)
    }

    /// The edge with this id.
    pub fn edge(&self, id: ElementId) -> Option<&Edge> {
        self.edges.iter().find(|edge| edge.id == id)
    }

    /// The values of a key that elements of a label have, in the order of the elements.
    pub fn values<'a>(
        &'a self,
        on: Element,
        label: &'a str,
        key: &'a str,
    ) -> impl Iterator<Item = &'a Value> {
        let (vertices, edges): (&[Vertex], &[Edge]) = match on {
            Element::Vertex => (&self.vertices, &[]),
            Element::Edge => (&[], &self.edges),
        };
        let vertices = vertices.iter().filter(move |vertex| vertex.labels.iter().any(|own| own == label));
        let edges = edges.iter().filter(move |edge| edge.label == label);
        let properties = vertices.map(|vertex| &vertex.properties).chain(edges.map(|edge| &edge.properties));
        properties.filter_map(move |properties| properties.get(key))
    }

    /// Whether an index has a uniqueness constraint: what may be written depends on the engine then.
    pub fn is_constrained(&self) -> bool {
        self.indexes.iter().any(|index| index.kind == IndexKind::Unique)
    }

    /// Whether two vertices are joined by more than one edge, whatever the directions.
    pub fn joins_twice(&self) -> bool {
        let ends = self.edges.iter().map(|edge| (edge.source.min(edge.target), edge.source.max(edge.target)));
        ends.collect::<BTreeSet<_>>().len() < self.edges.len()
    }

    /// The graph file's JSON.
    pub fn to_json(&self) -> Json {
        let vertices: Vec<Json> = self.vertices.iter().map(Vertex::to_json).collect();
        let edges: Vec<Json> = self.edges.iter().map(Edge::to_json).collect();
        let mut json = json!({ "vertices": vertices, "edges": edges, "indexes": self.indexes });
        if let (Some(schema), Some(fields)) = (&self.schema, json.as_object_mut()) {
            fields.insert("schema".to_owned(), json!(schema));
        }
        json
    }

    /// Reads a graph file's JSON. Ids must be unique and the ends of edges must exist.
    pub fn from_json(json: &Json) -> Result<Self, JsonError> {
        let fields = json.as_object().ok_or_else(|| JsonError::expected("a graph", json))?;
        if let Some(key) =
            fields.keys().find(|key| !["vertices", "edges", "indexes", "schema"].contains(&&***key))
        {
            return Err(JsonError(format!("unknown field {key:?} of a graph")));
        }
        let list = |key: &str| fields.get(key).and_then(Json::as_array).map_or(&[][..], Vec::as_slice);
        let mut graph = Self {
            vertices: list("vertices").iter().map(Vertex::from_json).collect::<Result<_, _>>()?,
            edges: list("edges").iter().map(Edge::from_json).collect::<Result<_, _>>()?,
            ..Self::default()
        };
        if let Some(indexes) = fields.get("indexes") {
            graph.indexes =
                serde_json::from_value(indexes.clone()).map_err(|error| JsonError(error.to_string()))?;
        }
        if let Some(schema) = fields.get("schema").filter(|schema| !schema.is_null()) {
            graph.schema =
                serde_json::from_value(schema.clone()).map_err(|error| JsonError(error.to_string()))?;
        }
        graph.checked()
    }

    /// What an engine gives is kept as it came; a file holds what an engine must be able to take.
    fn check_temporal(&self) -> Result<(), JsonError> {
        let vertices = self.vertices.iter().flat_map(|vertex| vertex.properties.values());
        let edges = self.edges.iter().flat_map(|edge| edge.properties.values());
        match vertices.chain(edges).find_map(temporal::ill_formed) {
            Some((kind, text)) => Err(JsonError(format!("{text:?} is no {}", kind.key()))),
            None => Ok(()),
        }
    }

    fn checked(self) -> Result<Self, JsonError> {
        let vertices: BTreeSet<ElementId> = self.vertices.iter().map(|vertex| vertex.id).collect();
        let edges: BTreeSet<ElementId> = self.edges.iter().map(|edge| edge.id).collect();
        if vertices.len() != self.vertices.len() || edges.len() != self.edges.len() {
            return Err(JsonError("an id is used twice in the graph".to_owned()));
        }
        for edge in &self.edges {
            if !vertices.contains(&edge.source) || !vertices.contains(&edge.target) {
                return Err(JsonError(format!("edge {} has an end that does not exist", edge.id)));
            }
        }
        Ok(self)
    }
}

fn write_properties(properties: &BTreeMap<String, Value>) -> Json {
    Json::Object(properties.iter().map(|(key, value)| (key.clone(), json::write(value))).collect())
}

fn read_properties(json: &Json) -> Result<BTreeMap<String, Value>, JsonError> {
    let fields = json.get("properties").and_then(Json::as_object).into_iter().flatten();
    fields.map(|(key, value)| Ok((key.clone(), json::read(value, Model::Property)?))).collect()
}

fn read_id(json: &Json, key: &str) -> Result<ElementId, JsonError> {
    let id = json.get(key).and_then(Json::as_i64);
    id.ok_or_else(|| JsonError::expected(&format!("an element with an integer {key:?}"), json))
}

impl Vertex {
    fn to_json(&self) -> Json {
        json!({ "id": self.id, "labels": self.labels, "properties": write_properties(&self.properties) })
    }

    fn from_json(json: &Json) -> Result<Self, JsonError> {
        let labels = json.get("labels").cloned().unwrap_or_else(|| json!([]));
        let labels =
            serde_json::from_value(labels).map_err(|_| JsonError::expected("a vertex with labels", json))?;
        Ok(Self { id: read_id(json, "id")?, labels, properties: read_properties(json)? })
    }
}

impl Edge {
    fn to_json(&self) -> Json {
        let properties = write_properties(&self.properties);
        json!({ "id": self.id, "label": self.label, "source": self.source, "target": self.target,
                "properties": properties })
    }

    fn from_json(json: &Json) -> Result<Self, JsonError> {
        let label = json.get("label").and_then(Json::as_str);
        Ok(Self {
            id: read_id(json, "id")?,
            label: label.ok_or_else(|| JsonError::expected("an edge with a label", json))?.to_owned(),
            source: read_id(json, "source")?,
            target: read_id(json, "target")?,
            properties: read_properties(json)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"{"edges":[{"id":1,"label":"T","properties":{},"source":1,"target":1}],
        "indexes":[{"on":"vertex","label":"L","keys":["k"],"kind":"range"}],
        "vertices":[{"id":1,"labels":["L"],"properties":{"k":7.0}}]}"#;

    #[test]
    fn a_graph_file_comes_back_as_it_went() {
        let graph = Graph::from_text(SMALL, Model::Property).unwrap();
        assert_eq!(graph.to_json(), serde_json::from_str::<Json>(SMALL).unwrap());
        assert_eq!(Graph::from_text(&graph.to_text(), Model::Property).unwrap(), graph);
        let text = "<http://e/a> <http://e/p> \"1\" .\n";
        assert_eq!(Graph::from_text(text, Model::Rdf).unwrap().to_text(), text);
    }

    #[test]
    fn a_graph_that_cannot_be_is_an_error() {
        for text in [
            r#"{"vertices":[{"id":1},{"id":1}]}"#,
            r#"{"edges":[{"id":1,"label":"T","source":1,"target":2}]}"#,
            r#"{"vertices":[{"labels":[]}]}"#,
            r#"{"nodes":[]}"#,
            r#"{"vertices":[{"id":1,"properties":{"k":1e999}}]}"#,
            r#"{"vertices":[{"id":1,"properties":{"k":[{"date":"9999999-99-99"}]}}]}"#,
            "[",
        ] {
            assert!(Graph::from_text(text, Model::Property).is_err(), "{text}");
        }
    }
}
