//! The names of elements in the statements that a report shows.
//!
//! Answers hold the ids of the graph file, which say nothing to a person who runs the statements: there the same
//! elements have names, and a report that is pasted somewhere has no other link between the two.

use quarrel_case::graph::Graph;
use quarrel_case::value::{Element, ElementId};

use crate::steps::Step;

/// Elements and the names that the shown statements give them.
#[derive(Debug, Default)]
pub(crate) struct Names(Vec<(Element, ElementId, String)>);

impl Names {
    /// The names in the texts that a client is sent; elements that are made one by one have none.
    pub(crate) fn of_steps(steps: &[Step], graph: &Graph) -> Self {
        let last = steps.iter().rev().find(|step| matches!(step, Step::Make { .. } | Step::Graph(_)));
        match last {
            Some(Step::Make { elements, .. }) => {
                let own = |column: &str| column.ends_with(|letter: char| letter.is_ascii_digit());
                let named = elements.iter().filter(|(column, _, _)| own(column));
                Self(named.map(|(column, kind, id)| (*kind, *id, column.clone())).collect())
            }
            Some(_) => Self::of_creation(graph),
            None => Self::default(),
        }
    }

    /// The names in the standard's one statement that makes a property graph.
    pub(crate) fn of_creation(graph: &Graph) -> Self {
        let Some(graph) = graph.property() else { return Self::default() };
        let vertices =
            graph.vertices.iter().map(|vertex| (Element::Vertex, vertex.id, format!("v{}", vertex.id)));
        let edges = graph.edges.iter().map(|edge| (Element::Edge, edge.id, format!("e{}", edge.id)));
        Self(vertices.chain(edges).collect())
    }

    /// The text of an answer with the names in the place of ids. A string of the answer cannot be taken for an
    /// element, since its quotes are escaped.
    pub(crate) fn named(&self, answer: &str) -> String {
        self.0.iter().fold(answer.to_owned(), |text, (kind, id, name)| {
            text.replace(&format!("{{\"{}\":{id}}}", kind.key()), name)
        })
    }
}
