//! What `SubgraphStrategy` and `PartitionStrategy` let traversals see.
//!
//! Reference: Traversal Strategy. An edge is seen when it passes and, unless told otherwise, both of its ends do.

use crate::evaluate::Fallible;
use crate::evaluate::compare;
use crate::evaluate::plan::Plan;
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Handle, Value};

impl Run<'_> {
    /// Whether no strategy hides anything.
    pub(super) fn sees_all(&self) -> bool {
        self.unfiltered || (self.source.subgraph.is_none() && self.source.partition.is_none())
    }

    /// Those of the elements that the strategies let be seen.
    pub(in crate::evaluate) fn visible(&mut self, elements: Vec<Value>) -> Fallible<Vec<Value>> {
        if self.sees_all() {
            return Ok(elements);
        }
        let mut seen = Vec::new();
        for element in elements {
            if self.sees(&element)? {
                seen.push(element);
            }
        }
        Ok(seen)
    }

    fn sees(&mut self, element: &Value) -> Fallible<bool> {
        match element {
            Value::Vertex(_) => {
                let criterion = self.source.subgraph.as_ref().and_then(|subgraph| subgraph.vertices.clone());
                Ok(self.in_partition(element) && self.meets(criterion.as_ref(), element)?)
            }
            Value::Edge(edge) => self.sees_edge(*edge),
            Value::VertexProperty(_) => {
                let criterion =
                    self.source.subgraph.as_ref().and_then(|subgraph| subgraph.vertex_properties.clone());
                let meta = self.source.partition.as_ref().is_none_or(|partition| !partition.meta);
                Ok((meta || self.in_partition(element)) && self.meets(criterion.as_ref(), element)?)
            }
            _ => Ok(true),
        }
    }

    pub(super) fn sees_edge(&mut self, handle: Handle) -> Fallible<bool> {
        if self.unfiltered {
            return Ok(true);
        }
        let element = Value::Edge(handle);
        if !self.in_partition(&element) {
            return Ok(false);
        }
        let Some(subgraph) = self.source.subgraph.clone() else { return Ok(true) };
        if !self.meets(subgraph.edges.as_ref(), &element)? {
            return Ok(false);
        }
        let Some(edge) = self.store.edge(handle) else { return Ok(false) };
        let (source, target) = (edge.source, edge.target);
        if subgraph.vertices.is_none() || !subgraph.check_adjacent {
            return Ok(true);
        }
        let vertices = subgraph.vertices.as_ref();
        Ok(self.meets(vertices, &Value::Vertex(source))? && self.meets(vertices, &Value::Vertex(target))?)
    }

    fn meets(&mut self, criterion: Option<&Plan>, element: &Value) -> Fallible<bool> {
        let Some(plan) = criterion else { return Ok(true) };
        let before = std::mem::replace(&mut self.unfiltered, true);
        let result = self.productive(plan, &Traverser::new(element.clone()), false);
        self.unfiltered = before;
        result
    }

    fn in_partition(&self, element: &Value) -> bool {
        let Some(partition) = &self.source.partition else { return true };
        let values = self.property_values(element, std::slice::from_ref(&partition.key));
        values.iter().any(|value| partition.read.iter().any(|read| compare::equal(read, value)))
    }
}
