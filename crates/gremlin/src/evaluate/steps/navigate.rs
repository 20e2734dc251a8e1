//! Steps from element to element, and to properties.

use crate::ast::Token;
use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{Label, Op};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Handle, Owner, Property, Value};
use crate::evaluate::{Fallible, compare, raised};

impl Run<'_> {
    /// Where a step leads from a traverser.
    pub(super) fn navigate(&mut self, op: &Op, from: &Traverser) -> Fallible<Vec<Value>> {
        match op {
            Op::Vertices(ids) => self.elements(ids, true),
            Op::Edges(ids) => self.elements(ids, false),
            Op::Adjacent { none: true, .. } => Ok(Vec::new()),
            Op::Adjacent { direction, labels, edges, .. } => {
                let Value::Vertex(vertex) = from.value else {
                    return Err(raised(format!("a {} has no edges", from.value.kind())));
                };
                self.adjacent(vertex, *direction, labels, *edges)
            }
            Op::Ends(direction) => {
                let Value::Edge(edge) = from.value else {
                    return Err(raised(format!("a {} has no ends", from.value.kind())));
                };
                let Some(edge) = self.store.edge(edge) else { return Ok(Vec::new()) };
                let (source, target) = (Value::Vertex(edge.source), Value::Vertex(edge.target));
                let ends = match direction {
                    Token::DirectionOut => vec![source],
                    Token::DirectionIn => vec![target],
                    _ => vec![source, target],
                };
                self.visible(ends)
            }
            Op::OtherEnd => self.other_end(from),
            Op::Properties { keys, chosen, values } => {
                if *chosen && keys.is_empty() {
                    return Ok(Vec::new());
                }
                self.check_element(&from.value)?;
                if *values {
                    return self.visible_values(&from.value, keys);
                }
                let properties = self.properties_of(&from.value, keys);
                self.visible(properties)
            }
            _ => Ok(Vec::new()),
        }
    }

    pub(super) fn check_element(&self, value: &Value) -> Fallible<()> {
        match value {
            Value::Vertex(_) | Value::Edge(_) | Value::VertexProperty(_) => Ok(()),
            other => Err(raised(format!("a {} has no properties", other.kind()))),
        }
    }

    /// All elements, or those of these ids, in the order of the ids.
    fn elements(&mut self, ids: &[Value], vertices: bool) -> Fallible<Vec<Value>> {
        let mut elements: Vec<Value> = Vec::new();
        if ids.is_empty() {
            self.spend(1)?;
            elements = match vertices {
                true => self.store.vertices().map(|(handle, _)| Value::Vertex(handle)).collect(),
                false => self.store.edges().map(|(handle, _)| Value::Edge(handle)).collect(),
            };
        }
        for id in ids {
            let found = match (id, vertices) {
                (Value::Vertex(_), true) | (Value::Edge(_), false) => self.id_of(id).map(|_| id.clone()),
                (_, true) => self.store.find_vertex(id).map(Value::Vertex),
                (_, false) => self.store.find_edge(id).map(Value::Edge),
            };
            let again = |found: &Value| self.rules.start_ids != 0 && elements.contains(found);
            elements.extend(found.filter(|found| !again(found)));
        }
        self.visible(elements)
    }

    fn adjacent(
        &mut self,
        vertex: Handle,
        direction: Token,
        labels: &[Label],
        edges: bool,
    ) -> Fallible<Vec<Value>> {
        let Some(data) = self.store.vertex(vertex) else { return Ok(Vec::new()) };
        let mut found: Vec<(Handle, bool)> = Vec::new();
        if direction != Token::DirectionIn {
            found.extend(data.outgoing.iter().map(|edge| (*edge, true)));
        }
        if direction != Token::DirectionOut {
            found.extend(data.incoming.iter().map(|edge| (*edge, false)));
        }
        self.spend(found.len())?;
        let mut reached = Vec::new();
        for (handle, outgoing) in found {
            let ghost = self.store.stale.ghosts.get(&handle);
            let Some(edge) = self.store.edge(handle).or(ghost) else { continue };
            if !labels.is_empty() && !labels.contains(&edge.label) {
                continue;
            }
            let end = if outgoing { edge.target } else { edge.source };
            if !self.sees_edge(handle)? {
                continue;
            }
            match edges {
                true => reached.push(Value::Edge(handle)),
                false => reached.push(Value::Vertex(end)),
            }
        }
        if self.has(Fault::ParallelOnce) && !edges && labels.is_empty() {
            reached.sort_by(compare::identity);
            reached.dedup();
        }
        if edges { Ok(reached) } else { self.visible(reached) }
    }

    /// The end of an edge that the traverser did not come from.
    fn other_end(&mut self, from: &Traverser) -> Fallible<Vec<Value>> {
        let Value::Edge(edge) = from.value else { return Err(raised("only edges have another end")) };
        let Some(edge) = self.store.edge(edge) else { return Ok(Vec::new()) };
        let (source, target) = (edge.source, edge.target);
        let before = from.path.path().objects.into_iter().rev().find_map(|value| match value {
            Value::Vertex(vertex) => Some(vertex),
            _ => None,
        });
        let Some(before) = before else {
            return Err(raised("The path history of the traverser does not contain a previous vertex"));
        };
        let wrong = self.has(Fault::OtherIsTarget);
        let other = if before == source || wrong { target } else { source };
        self.visible(vec![Value::Vertex(other)])
    }

    /// The properties of an element under these keys, or all.
    pub(in crate::evaluate) fn properties_of(&self, element: &Value, keys: &[Label]) -> Vec<Value> {
        let wanted = |key: &Label| keys.is_empty() || keys.contains(key);
        let owner = match element {
            Value::Vertex(vertex) => {
                let Some(vertex) = self.store.vertex(*vertex) else { return Vec::new() };
                let property = |property: &Handle| self.store.vertex_property(*property);
                return vertex
                    .properties
                    .iter()
                    .filter(|handle| property(handle).is_some_and(|property| wanted(&property.key)))
                    .map(|handle| Value::VertexProperty(*handle))
                    .collect();
            }
            Value::Edge(edge) => Owner::Edge(*edge),
            Value::VertexProperty(property) => Owner::VertexProperty(*property),
            _ => return Vec::new(),
        };
        let properties = self.store.properties(owner).iter().filter(|(key, _)| wanted(key));
        properties
            .map(|(key, value)| {
                Value::Property(Box::new(Property { owner, key: key.clone(), value: value.clone() }))
            })
            .collect()
    }

    /// The values of an element's properties.
    pub(in crate::evaluate) fn property_values(&self, element: &Value, keys: &[Label]) -> Vec<Value> {
        let wanted = |key: &Label| keys.is_empty() || keys.contains(key);
        let owner = match element {
            Value::Vertex(vertex) => {
                let handles = self.store.vertex(*vertex).map(|vertex| &vertex.properties[..]);
                let known = handles.unwrap_or_default().iter();
                let known = known.filter_map(|handle| self.store.vertex_property(*handle));
                let known = known.filter(|property| wanted(&property.key));
                return known.map(|property| property.value.clone()).collect();
            }
            Value::Edge(edge) => Owner::Edge(*edge),
            Value::VertexProperty(property) => Owner::VertexProperty(*property),
            _ => return Vec::new(),
        };
        let known = self.store.properties(owner).iter().filter(|(key, _)| wanted(key));
        known.map(|(_, value)| value.clone()).collect()
    }

    /// The values of those of an element's properties that the strategies let be seen.
    pub(in crate::evaluate) fn visible_values(
        &mut self,
        element: &Value,
        keys: &[Label],
    ) -> Fallible<Vec<Value>> {
        if self.sees_all() {
            return Ok(self.property_values(element, keys));
        }
        let properties = self.properties_of(element, keys);
        let visible = self.visible(properties)?;
        Ok(visible.into_iter().map(|property| self.plain(property)).collect())
    }

    /// The value of a property.
    pub(in crate::evaluate) fn plain(&self, property: Value) -> Value {
        match property {
            Value::VertexProperty(handle) => {
                self.store.vertex_property(handle).map_or(Value::Null, |property| property.value.clone())
            }
            Value::Property(property) => property.value,
            other => other,
        }
    }

    /// The key of a property.
    pub(in crate::evaluate) fn key_of(&self, property: &Value) -> Option<Label> {
        match property {
            Value::VertexProperty(handle) => {
                self.store.vertex_property(*handle).map(|property| property.key.clone())
            }
            Value::Property(property) => Some(property.key.clone()),
            _ => None,
        }
    }
}
