//! Changes of a graph before a language says them.
//!
//! Which of them a language has words for differs: labels of a Gremlin vertex stay as they are, and only SPARQL has named
//! graphs.

use serde::{Deserialize, Serialize};

use super::{Hop, Spot};

/// A change of the graph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// A new vertex. In RDF a new IRI, `http://e/new`, with these triples; not without any.
    AddVertex(Fresh),
    /// A new vertex, by a statement that raises after it: all of it is undone.
    AddUndone(Fresh),
    /// A new vertex in a graph of its own, which nothing else has (RDF).
    AddApart(Fresh),
    /// That graph is dropped.
    DropApart,
    /// A vertex with this label and all of these properties, unless there is one; asked for twice in one statement.
    MergeVertex(Fresh),
    /// A new vertex and an edge to it from each vertex of the spot.
    AddPendant {
        /// From where.
        from: Spot,
        /// The label of the edge.
        kind: String,
        /// The new vertex, one for each.
        to: Fresh,
    },
    /// As [`Change::AddPendant`], for each vertex of the spot that has no such edge to such a vertex.
    MergePendant {
        /// From where.
        from: Spot,
        /// The label of the edge.
        kind: String,
        /// The new vertex, one for each.
        to: Fresh,
    },
    /// An edge from each vertex of one spot to each of another.
    AddEdge {
        /// From where.
        from: Spot,
        /// The label of the edge.
        kind: String,
        /// To where.
        to: Spot,
    },
    /// Two new vertices and an edge between them.
    AddComponent {
        /// The source.
        from: Fresh,
        /// The label of the edge.
        kind: String,
        /// The target.
        to: Fresh,
    },
    /// The vertices of the spot are deleted, with their edges (in RDF all triples of which they are subject or object).
    DeleteVertices(Spot),
    /// The same, by a statement that cuts its answer down to no row.
    DeleteUnseen(Spot),
    /// The vertices to which an edge of this label leads are deleted, with their edges.
    DeleteEnds(String),
    /// The edges of this one hop between the spots are deleted.
    DeleteEdges {
        /// From where.
        from: Spot,
        /// Which edges; once.
        hop: Hop,
        /// To where.
        to: Spot,
    },
    /// The same of edges with this label, by a statement that goes on where a vertex of the spot has none.
    DeleteEdgesIfAny {
        /// From where.
        from: Spot,
        /// The label of the edges.
        kind: String,
        /// To where.
        to: Spot,
    },
    /// The value of a key becomes this literal at each vertex of the spot (in RDF in the place of all values).
    Set {
        /// Where.
        at: Spot,
        /// The key.
        key: String,
        /// The value.
        literal: String,
    },
    /// The value of a key becomes this literal at each edge of this one hop between the spots.
    SetOnEdges {
        /// From where.
        from: Spot,
        /// Which edges; once.
        hop: Hop,
        /// To where.
        to: Spot,
        /// The key.
        key: String,
        /// The value.
        literal: String,
    },
    /// The values of a key become those of another one at each vertex of the spot.
    RenameKey {
        /// Where.
        at: Spot,
        /// The key.
        key: String,
        /// The other key.
        to: String,
    },
    /// The vertices of the spot get a label.
    SetLabel {
        /// Where.
        at: Spot,
        /// The label.
        label: String,
    },
    /// The vertices of the spot lose a label.
    RemoveLabel {
        /// Where.
        at: Spot,
        /// The label.
        label: String,
    },
}

impl Change {
    /// Whether it may give a vertex of the label another value of the key.
    pub fn may_give(&self, label: &str, key: &str) -> bool {
        let has = |fresh: &Fresh| fresh.label == label && fresh.properties.iter().any(|(own, _)| own == key);
        match self {
            Self::AddVertex(new) | Self::AddUndone(new) | Self::AddApart(new) | Self::MergeVertex(new) => {
                has(new)
            }
            Self::AddPendant { to, .. } | Self::MergePendant { to, .. } => has(to),
            Self::AddComponent { from, to, .. } => has(from) || has(to),
            Self::Set { key: given, .. } | Self::RenameKey { to: given, .. } => given == key,
            Self::SetLabel { label: given, .. } => given == label,
            Self::DropApart
            | Self::AddEdge { .. }
            | Self::DeleteVertices(_)
            | Self::DeleteUnseen(_)
            | Self::DeleteEnds(_)
            | Self::DeleteEdges { .. }
            | Self::DeleteEdgesIfAny { .. }
            | Self::SetOnEdges { .. }
            | Self::RemoveLabel { .. } => false,
        }
    }
}

/// A vertex that a change makes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fresh {
    /// Its label.
    pub label: String,
    /// Its keys with the literals of their values.
    pub properties: Vec<(String, String)>,
}

impl Fresh {
    /// One with a label and nothing else.
    pub fn of(label: impl Into<String>) -> Self {
        Self { label: label.into(), properties: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_tells_whether_a_vertex_of_a_label_may_get_a_value() {
        let fresh = |label: &str, key: &str| Fresh {
            properties: vec![(key.to_owned(), "1".to_owned())],
            ..Fresh::of(label)
        };
        let (at, kind) = (Spot::default, || "T".to_owned());
        let pendant = |to| Change::MergePendant { from: at(), kind: kind(), to };
        let component = |from, to| Change::AddComponent { from, kind: kind(), to };
        let set = |key: &str| Change::Set { at: at(), key: key.to_owned(), literal: "1".to_owned() };
        let rename =
            |key: &str, to: &str| Change::RenameKey { at: at(), key: key.to_owned(), to: to.to_owned() };
        for (change, gives) in [
            (Change::MergeVertex(fresh("A", "k")), true),
            (Change::AddVertex(fresh("A", "l")), false),
            (Change::AddVertex(fresh("B", "k")), false),
            (pendant(fresh("A", "k")), true),
            (component(fresh("A", "k"), fresh("B", "l")), true),
            (component(fresh("B", "l"), fresh("A", "k")), true),
            (set("k"), true),
            (set("l"), false),
            (rename("l", "k"), true),
            (rename("k", "l"), false),
            (Change::SetLabel { at: at(), label: "A".to_owned() }, true),
            (Change::RemoveLabel { at: at(), label: "A".to_owned() }, false),
            (Change::AddEdge { from: at(), kind: kind(), to: at() }, false),
        ] {
            assert_eq!(change.may_give("A", "k"), gives, "{change:?}");
        }
    }
}
