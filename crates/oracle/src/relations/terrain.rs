//! A graph of either model as relations see it: vertices with labels and properties, and the edges between them.
//!
//! In RDF a vertex is a subject, or an object that is no literal; an edge is a triple of the default graph between two
//! of them; a property is a triple whose object is a literal, and a label the object of `rdf:type`. So a relation is
//! drawn, and its precondition looked at, in one way for both models.

use std::collections::BTreeSet;

use quarrel_case::graph::{Dataset, Graph, PropertyGraph};
use quarrel_case::language::Language;
use quarrel_case::phrase::{Condition, Direction, Fresh, Hop, Spot, Test};
use quarrel_case::profile::Dialect;
use quarrel_case::term::{RDF_TYPE, Term};
use quarrel_case::value::{Atom, Element, Value};

use super::literals::twins;
pub(super) use super::literals::{alike, is_twin};

/// The most edges along which ways of any length are counted.
const FEW: usize = 12;

/// A key with a value as the language's standard spelling writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Property {
    pub(crate) key: String,
    pub(crate) literal: String,
    /// It may be held against others of its key by less and greater.
    pub(crate) ordered: bool,
    /// Of a float of 32 bits, the same digits as one of 64: mostly another number, which engines may take for it.
    pub(crate) wider: Option<String>,
    /// Of a number, the same number in another type: equal to it, but not to every index (JanusGraph#3200,
    /// ArcadeDB#5207, neo4j#12995).
    pub(crate) twin: Option<String>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Vertex {
    pub(crate) labels: Vec<String>,
    pub(crate) properties: Vec<Property>,
}

#[derive(Debug, Clone)]
pub(crate) struct Edge {
    pub(crate) kind: String,
    pub(crate) source: usize,
    pub(crate) target: usize,
    pub(crate) properties: Vec<Property>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Terrain {
    pub(crate) vertices: Vec<Vertex>,
    pub(crate) edges: Vec<Edge>,
    /// The label and the first key of each index on vertices.
    pub(crate) indexes: Vec<(String, String)>,
}

impl Terrain {
    /// The graph as relations see it.
    pub(crate) fn of(graph: &Graph, language: &dyn Language) -> Self {
        match graph {
            Graph::Property(graph) => of_property(graph, language),
            Graph::Rdf(dataset) => of_rdf(dataset, language),
        }
    }

    /// The vertices to which the hop's edges lead from one, each as often as an edge does. Conditions on edges are not
    /// looked at.
    pub(crate) fn next<'a>(&'a self, from: usize, hop: &'a Hop) -> impl Iterator<Item = usize> + 'a {
        self.edges.iter().filter(|edge| Self::takes(hop, edge)).flat_map(move |edge| {
            let out = (edge.source == from && hop.direction != Direction::In).then_some(edge.target);
            let back = (edge.target == from && hop.direction != Direction::Out).then_some(edge.source);
            [out, back].into_iter().flatten()
        })
    }

    /// How far each vertex is from one along the hop's edges, without a vertex that is left out; none where it is not
    /// reached.
    pub(crate) fn distances(&self, from: usize, hop: &Hop, without: Option<usize>) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.vertices.len()];
        let mut front = vec![from];
        distances[from] = Some(0);
        for distance in 1..=self.vertices.len() {
            let reached: BTreeSet<usize> = front.iter().flat_map(|&vertex| self.next(vertex, hop)).collect();
            front = reached
                .into_iter()
                .filter(|&vertex| distances[vertex].is_none() && without != Some(vertex))
                .collect();
            front.iter().for_each(|&vertex| distances[vertex] = Some(distance));
        }
        distances
    }

    /// Whether the hop can take the edge. Conditions on edges are not looked at.
    pub(crate) fn takes(hop: &Hop, edge: &Edge) -> bool {
        hop.kinds.is_empty() || hop.kinds.contains(&edge.kind)
    }

    /// The graph without one edge.
    pub(crate) fn without_edge(&self, edge: usize) -> Self {
        let mut without = self.clone();
        without.edges.remove(edge);
        without
    }

    /// True when no way along the hop's edges comes back to where it was.
    pub(crate) fn is_acyclic(&self, hop: &Hop) -> bool {
        (0..self.vertices.len()).all(|vertex| {
            let after: BTreeSet<usize> = self.next(vertex, hop).collect();
            after.iter().all(|&next| self.distances(next, hop, None)[vertex].is_none())
        })
    }

    /// True when an edge of one of the hop's kinds joins a vertex to itself.
    pub(crate) fn has_loop(&self, hop: &Hop) -> bool {
        self.edges.iter().filter(|edge| Self::takes(hop, edge)).any(|edge| edge.source == edge.target)
    }

    /// Whether ways of any length along the hop's edges may be counted: there may be as many as there are orders of the
    /// edges. What is drawn by this is stated by it.
    pub(crate) fn has_few(&self, hop: &Hop) -> bool {
        self.edges.iter().filter(|edge| Self::takes(hop, edge)).count() <= FEW
    }

    /// The properties that an index has, each with its vertex and label.
    pub(crate) fn indexed(&self) -> Vec<(&Vertex, &str, &Property)> {
        let mut indexed = Vec::new();
        for (label, key) in &self.indexes {
            for vertex in self.vertices.iter().filter(|vertex| vertex.labels.contains(label)) {
                let properties = vertex.properties.iter().filter(|property| property.key == *key);
                indexed.extend(properties.map(|property| (vertex, label.as_str(), property)));
            }
        }
        indexed
    }

    /// The properties of all vertices.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &Property> {
        self.vertices.iter().flat_map(|vertex| &vertex.properties)
    }

    /// The names of labels, kinds and keys.
    pub(crate) fn has_name(&self, name: &str) -> bool {
        let of = |properties: &[Property]| properties.iter().any(|property| property.key == name);
        let vertex =
            |vertex: &Vertex| vertex.labels.iter().any(|label| label == name) || of(&vertex.properties);
        self.vertices.iter().any(vertex)
            || self.edges.iter().any(|edge| edge.kind == name || of(&edge.properties))
    }
}

impl Vertex {
    /// A vertex that a change makes.
    pub(crate) fn of(fresh: &Fresh) -> Self {
        let property = |(key, literal): &(String, String)| Property {
            key: key.clone(),
            literal: literal.clone(),
            ordered: false,
            wider: None,
            twin: None,
        };
        Self {
            labels: vec![fresh.label.clone()],
            properties: fresh.properties.iter().map(property).collect(),
        }
    }

    /// A new vertex with a label and its properties, each key once.
    pub(crate) fn copied(&self, label: &str) -> Fresh {
        let mut fresh = Fresh::of(label);
        for property in &self.properties {
            if fresh.properties.iter().all(|(key, _)| *key != property.key) {
                fresh.properties.push((property.key.clone(), property.literal.clone()));
            }
        }
        fresh
    }

    /// Whether it is one of the spot, as far as can be told without comparing values: it has each literal that a
    /// condition is held against.
    pub(crate) fn is(&self, spot: &Spot) -> bool {
        let has = |condition: &Condition| {
            let mut properties = self.properties.iter();
            condition.test != Test::Less
                && condition.test != Test::Greater
                && properties.any(|property| {
                    property.key == condition.key && alike(&property.literal, &condition.literal)
                })
        };
        spot.label.as_ref().is_none_or(|label| self.labels.contains(label)) && spot.conditions.iter().all(has)
    }

    /// A condition that the vertex satisfies.
    pub(crate) fn equal(property: &Property) -> Condition {
        Condition::new(&property.key, Test::Equal, &property.literal)
    }
}

fn of_property(graph: &PropertyGraph, language: &dyn Language) -> Terrain {
    let position = |id| graph.vertices.iter().position(|vertex| vertex.id == id);
    let properties = |map: &std::collections::BTreeMap<String, Value>| {
        map.iter().filter_map(|(key, value)| property(key, value, language)).collect()
    };
    let vertices = graph.vertices.iter();
    let indexes = graph.indexes.iter().filter(|index| index.on == Element::Vertex);
    let indexes = indexes.filter_map(|index| Some((index.label.clone(), index.keys.first()?.clone())));
    let edges = graph.edges.iter().filter_map(|edge| {
        let (source, target) = (position(edge.source)?, position(edge.target)?);
        Some(Edge { kind: edge.label.clone(), source, target, properties: properties(&edge.properties) })
    });
    Terrain {
        vertices: vertices
            .map(|vertex| Vertex {
                labels: vertex.labels.clone(),
                properties: properties(&vertex.properties),
            })
            .collect(),
        edges: edges.collect(),
        indexes: indexes.collect(),
    }
}

/// A property that a condition can name: of a plain value that is equal to itself.
fn property(key: &str, value: &Value, language: &dyn Language) -> Option<Property> {
    let ordered = match value {
        Value::Int(_) => true,
        Value::Float(number) if !number.is_nan() => true,
        Value::String(_) | Value::Atom(Atom::F32, _) => true,
        Value::Bool(_) => false,
        _ => return None,
    };
    let wider = match value {
        Value::Atom(Atom::F32, digits) => digits.parse().ok().map(Value::Float),
        _ => None,
    };
    let literal = |value: &Value| language.literal(value, &Dialect::default());
    let (wider, twin) = (wider.as_ref().and_then(literal), twins(value).iter().find_map(literal));
    Some(Property { key: key.to_owned(), literal: literal(value)?, ordered, wider, twin })
}

fn of_rdf(dataset: &Dataset, language: &dyn Language) -> Terrain {
    let mut names: Vec<&Term> = Vec::new();
    let mut terrain = Terrain::default();
    let quads: Vec<_> = dataset.quads.iter().filter(|quad| quad.graph.is_none()).collect();
    let is_vertex = |term: &Term| matches!(term, Term::Iri(_) | Term::Blank(_));
    for term in quads.iter().flat_map(|quad| [&quad.subject, &quad.object]) {
        if is_vertex(term) && !names.contains(&term) {
            names.push(term);
            terrain.vertices.push(Vertex::default());
        }
    }
    for quad in quads {
        let place = |term: &Term| names.iter().position(|name| *name == term);
        let (Some(source), Term::Iri(predicate)) = (place(&quad.subject), &quad.predicate) else { continue };
        match (&quad.object, place(&quad.object)) {
            (Term::Iri(label), _) if predicate == RDF_TYPE => {
                terrain.vertices[source].labels.push(label.clone());
            }
            // What is a label of some is an edge of none.
            (_, Some(target)) if predicate != RDF_TYPE => {
                let kind = predicate.clone();
                terrain.edges.push(Edge { kind, source, target, properties: Vec::new() });
            }
            (Term::Literal(_), None) if predicate != RDF_TYPE => {
                let literal = language.literal(&Value::Term(quad.object.clone()), &Dialect::default());
                let key = predicate.clone();
                let property =
                    literal.map(|literal| Property { key, literal, ordered: true, wider: None, twin: None });
                terrain.vertices[source].properties.extend(property);
            }
            _ => {}
        }
    }
    terrain
}
