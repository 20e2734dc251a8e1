//! Steps that change the graph.
//!
//! Reference: AddVertex, AddEdge, AddProperty, Drop Step. Properties that follow a step which adds are a part of
//! it: their traversals start where that step did.

use std::sync::Arc;

use crate::ast::Token;
use crate::evaluate::compare::{self, identity};
use crate::evaluate::plan::{Given, Op, Setting};
use crate::evaluate::run::Run;
use crate::evaluate::store::Properties;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Handle, Owner, Value};
use crate::evaluate::{Fallible, raised};

impl Run<'_> {
    pub(super) fn writes(&mut self, op: &Op, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut ends = Vec::new();
        for traverser in starts {
            match op {
                Op::Set(setting) => {
                    // Where a value takes another one's place, how often it does so shows no more after the second time.
                    let times = if op.sets_more() { traverser.bulk } else { traverser.bulk.min(2) };
                    for _ in 0..times {
                        self.spend(1)?;
                        self.set(setting, &traverser)?;
                    }
                    ends.push(traverser);
                }
                Op::SetAll(cardinality, map) => {
                    self.set_all(*cardinality, map, &traverser)?;
                    ends.push(traverser);
                }
                Op::Drop => self.drop(&traverser)?,
                _ => {
                    for _ in 0..traverser.bulk {
                        self.spend(1)?;
                        let one = Traverser { bulk: 1, ..traverser.clone() };
                        self.add(op, one, &mut ends)?;
                    }
                }
            }
        }
        Ok(ends)
    }

    fn add(&mut self, op: &Op, traverser: Traverser, ends: &mut Vec<Traverser>) -> Fallible<()> {
        match op {
            Op::AddVertex { label, settings } => {
                let vertex = self.add_vertex(label, settings, &traverser)?;
                ends.push(self.moved(&traverser, Value::Vertex(vertex)));
            }
            Op::AddEdge { label, from, to, settings } => {
                let source = self.end("from", from.as_ref(), &traverser)?;
                let target = self.end("to", to.as_ref(), &traverser)?;
                let label = self.label(label, &traverser)?;
                let (id, properties) = self.settled(settings, &traverser)?;
                let edge = self.store.add_edge(id, &label, (source, target));
                let edge = edge.ok_or_else(|| raised("Edge with id already exists"))?;
                for (key, value) in properties {
                    self.store.set_property(Owner::Edge(edge), &key, value);
                }
                self.enlist(&Value::Edge(edge));
                ends.push(self.moved(&traverser, Value::Edge(edge)));
            }
            Op::Merge(merge) => {
                for element in self.merge(merge, &traverser)? {
                    ends.push(self.moved(&traverser, element));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The value of an argument for a traverser.
    pub(in crate::evaluate) fn given(&mut self, given: &Given, traverser: &Traverser) -> Fallible<Value> {
        match given {
            Given::Value(value) => Ok(value.clone()),
            Given::Plan(plan) => self.required(plan, traverser),
        }
    }

    fn label(&mut self, label: &Given, traverser: &Traverser) -> Fallible<String> {
        match self.given(label, traverser)? {
            Value::String(label) if label.starts_with('~') => {
                Err(raised(format!("Label can not be a hidden key: {label}")))
            }
            Value::String(label) => Ok(label.to_string()),
            _ => Err(raised("a label is a string")),
        }
    }

    fn add_vertex(&mut self, label: &Given, settings: &[Setting], traverser: &Traverser) -> Fallible<Handle> {
        let mut label = self.label(label, traverser)?;
        for setting in settings {
            if matches!(setting.key, Given::Value(Value::Token(Token::TLabel))) {
                label = self.label(&setting.value, traverser)?;
            }
        }
        let (id, properties) = self.settled(settings, traverser)?;
        let vertex =
            self.store.add_vertex(id, &label).ok_or_else(|| raised("Vertex with id already exists"))?;
        if (1..properties.len()).any(|place| is_again(&properties, place)) {
            self.leaves_open("what becomes of a key that is set twice along with its vertex");
        }
        for (key, value) in properties {
            let (cardinality, value) = with_cardinality(value);
            let cardinality = cardinality.unwrap_or(Token::CardinalityList);
            self.store.set_vertex_property(vertex, cardinality, (&key, value), None, Properties::new());
        }
        self.enlist(&Value::Vertex(vertex));
        Ok(vertex)
    }

    /// The id and the properties that settings give a new element.
    fn settled(
        &mut self,
        settings: &[Setting],
        traverser: &Traverser,
    ) -> Fallible<(Option<Value>, Properties)> {
        let (mut id, mut properties) = (None, Properties::new());
        for setting in settings {
            let key = self.given(&setting.key, traverser)?;
            match (key, &setting.value) {
                (Value::Token(Token::TLabel), _) => {}
                (Value::Token(Token::TId), value) => id = Some(self.given(value, traverser)?),
                (Value::String(key), value) => {
                    let value = match value {
                        Given::Value(value) => value.clone(),
                        // A property whose value is not there is not set.
                        Given::Plan(plan) => match self.first(plan, traverser)? {
                            Some(value) => value,
                            None => continue,
                        },
                    };
                    properties.push((key, value));
                }
                (Value::Null, _) => return Err(raised("Property key can not be null")),
                _ => return Err(raised("a property's key is a string")),
            }
        }
        self.takes_id(id.as_ref())?;
        Ok((id, properties))
    }

    /// A new element is in the partition that is written to.
    pub(super) fn enlist(&mut self, element: &Value) {
        let Some(partition) = &self.source.partition else { return };
        let (key, Some(write), meta) = (partition.key.clone(), partition.write.clone(), partition.meta)
        else {
            return;
        };
        match element {
            Value::Vertex(vertex) => {
                self.store.set_vertex_property(
                    *vertex,
                    Token::CardinalitySingle,
                    (&key, write.clone()),
                    None,
                    Properties::new(),
                );
                if meta {
                    for property in self.properties_of(element, &[]) {
                        if let Value::VertexProperty(property) = property {
                            self.store.set_property(Owner::VertexProperty(property), &key, write.clone());
                        }
                    }
                }
            }
            Value::Edge(edge) => self.store.set_property(Owner::Edge(*edge), &key, write),
            _ => {}
        }
    }

    /// An end of a new edge: what is given, or the vertex that the traverser stands on.
    fn end(&mut self, name: &str, given: Option<&Given>, traverser: &Traverser) -> Fallible<Handle> {
        let value = match given {
            Some(given) => match given {
                Given::Value(value) => value.clone(),
                Given::Plan(plan) => match self.first(plan, traverser)? {
                    Some(value) => value,
                    None => Value::Null,
                },
            },
            None => traverser.value.clone(),
        };
        let unresolved = || {
            raised(format!(
                "The value given to addE().{name}() must resolve to a Vertex or the ID of a Vertex present in the graph"
            ))
        };
        match &value {
            Value::Vertex(vertex) => Ok(*vertex),
            Value::Null | Value::Bool(_) | Value::List(_) | Value::Map(_) | Value::Edge(_) => {
                Err(unresolved())
            }
            id => self.store.find_vertex(id).ok_or_else(unresolved),
        }
    }

    fn set(&mut self, setting: &Setting, traverser: &Traverser) -> Fallible<()> {
        let key = match self.given(&setting.key, traverser)? {
            Value::String(key) => key,
            Value::Null => return Err(raised("Property key can not be null")),
            _ => return Err(raised("the id and the label of an element cannot be changed")),
        };
        let value = match &setting.value {
            Given::Value(value) => value.clone(),
            Given::Plan(plan) => match self.first(plan, traverser)? {
                Some(value) => value,
                None => return Ok(()),
            },
        };
        let mut meta = Properties::new();
        let mut id = None;
        for (key, value) in &setting.meta {
            let (key, value) = (self.given(key, traverser)?, self.given(value, traverser)?);
            match key {
                Value::String(key) => meta.push((key, value)),
                Value::Token(Token::TId) => id = Some(value),
                _ => return Err(raised("a property's key is a string")),
            }
        }
        self.set_on(&traverser.value, setting.cardinality, (&key, value), id, meta)
    }

    /// Sets a property of an element.
    pub(super) fn set_on(
        &mut self,
        element: &Value,
        cardinality: Option<Token>,
        (key, value): (&str, Value),
        id: Option<Value>,
        mut meta: Properties,
    ) -> Fallible<()> {
        let (own, value) = with_cardinality(value);
        match element {
            Value::Vertex(vertex) => {
                let cardinality = own.or(cardinality).unwrap_or(Token::CardinalitySingle);
                if let Some(partition) = self.source.partition.as_ref().filter(|partition| partition.meta) {
                    meta.extend(partition.write.clone().map(|write| (partition.key.clone(), write)));
                }
                self.note_alike(*vertex, cardinality, (key, &value));
                self.store.set_vertex_property(*vertex, cardinality, (key, value), id, meta);
            }
            Value::Edge(_) | Value::VertexProperty(_) if cardinality.is_some() || !meta.is_empty() => {
                return Err(raised("Property cardinality can only be set for a Vertex"));
            }
            Value::Edge(edge) => self.store.set_property(Owner::Edge(*edge), key, value),
            Value::VertexProperty(property) => {
                self.store.set_property(Owner::VertexProperty(*property), key, value);
            }
            other => return Err(raised(format!("a {} has no properties", other.kind()))),
        }
        Ok(())
    }

    /// Whether a set takes equal values (numbers of two types) or equivalent ones (NaN) for the same is said nowhere.
    fn note_alike(&mut self, vertex: Handle, cardinality: Token, (key, value): (&str, &Value)) {
        if cardinality != Token::CardinalitySet {
            return;
        }
        let handles = self.store.vertex(vertex).map_or(&[][..], |vertex| &vertex.properties);
        let mut known = handles.iter().filter_map(|handle| self.store.vertex_property(*handle));
        let alike = |known: &Value| compare::equal(known, value) != identity(known, value).is_eq();
        if known.any(|known| &*known.key == key && alike(&known.value)) {
            self.leaves_open("whether equal or equivalent values are one value of a set");
        }
    }

    fn set_all(&mut self, cardinality: Option<Token>, map: &Given, traverser: &Traverser) -> Fallible<()> {
        let entries = match self.given(map, traverser)? {
            Value::Map(entries) => Arc::unwrap_or_clone(entries),
            Value::Null => return Ok(()),
            _ => return Err(raised("property() takes a map")),
        };
        for (key, value) in entries {
            let Value::String(key) = key else { return Err(raised("a property's key is a string")) };
            self.set_on(&traverser.value, cardinality, (&key, value), None, Properties::new())?;
        }
        Ok(())
    }

    fn drop(&mut self, traverser: &Traverser) -> Fallible<()> {
        self.note_several_owners(traverser);
        match &traverser.value {
            Value::Vertex(vertex) => self.store.drop_vertex(*vertex),
            Value::Edge(edge) => self.store.drop_edge(*edge),
            Value::VertexProperty(property) => self.store.drop_vertex_property(*property),
            Value::Property(property) => self.store.drop_property(property),
            other => return Err(raised(format!("a {} cannot be dropped", other.kind()))),
        }
        Ok(())
    }
}

/// Whether the property at a place has the key of one before it, and neither says how they go together.
fn is_again(properties: &Properties, place: usize) -> bool {
    let plain = |(key, value): &(Arc<str>, Value)| match value {
        Value::Cardinality(..) => None,
        _ => Some(Arc::clone(key)),
    };
    let (before, from) = properties.split_at(place);
    from.first().and_then(plain).is_some_and(|key| before.iter().filter_map(plain).any(|known| known == key))
}

/// The cardinality that a value names, and the value.
pub(super) fn with_cardinality(value: Value) -> (Option<Token>, Value) {
    match value {
        Value::Cardinality(cardinality, value) => (Some(cardinality), *value),
        other => (None, other),
    }
}
