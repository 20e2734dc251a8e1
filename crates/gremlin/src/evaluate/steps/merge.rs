//! `mergeV` and `mergeE`.
//!
//! Reference: MergeVertex, MergeEdge Step. What matches the map is found and changed as `onMatch` says; when nothing
//! does, one is made of the map and of what `onCreate` adds.

use std::sync::Arc;

use crate::ast::Token;
use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{Given, Merge};
use crate::evaluate::run::Run;
use crate::evaluate::store::Properties;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Handle, Value};
use crate::evaluate::{Fallible, compare, raised};

type Entries = Vec<(Value, Value)>;

fn entry(entries: &Entries, token: Token) -> Option<&Value> {
    entries.iter().find(|(key, _)| *key == Value::Token(token)).map(|(_, value)| value)
}

impl Run<'_> {
    pub(super) fn merge(&mut self, merge: &Merge, traverser: &Traverser) -> Fallible<Vec<Value>> {
        let mut search = match &merge.search {
            Some(given) => self.entries(given, traverser)?,
            None => entries_of(traverser.value.clone())?,
        };
        check(&search, merge.edges, false)?;
        let wins = self.has(Fault::OnCreateWins);
        check_constants(merge, self.rules.merge_override == 0 && !wins)?;
        if let (Some(partition), Some(write)) = (
            &self.source.partition,
            self.source.partition.as_ref().and_then(|partition| partition.write.clone()),
        ) {
            search.push((Value::String(partition.key.clone()), write));
        }
        let unresolved = search.clone();
        self.resolve(merge, &mut search, traverser)?;
        let found = if merge.edges { self.find_edges(&search)? } else { self.find_vertices(&search)? };
        if !found.is_empty() {
            for element in &found {
                self.matched(merge, element, traverser)?;
            }
            return Ok(found);
        }
        let mut create = search.clone();
        if let Some((given, cardinality)) = &merge.on_create {
            let added = self.entries(given, traverser)?;
            if !added.is_empty() {
                check(&added, merge.edges, false)?;
                create = match wins {
                    true => overridden(&search, added),
                    false => combined(&unresolved, &search, added, *cardinality)?,
                };
                self.resolve(merge, &mut create, traverser)?;
            }
        }
        self.create(merge.edges, &create).map(|element| vec![element])
    }

    fn entries(&mut self, given: &Given, traverser: &Traverser) -> Fallible<Entries> {
        let element = matches!(traverser.value, Value::Vertex(_) | Value::Edge(_));
        if element && matches!(given, Given::Plan(_)) && self.rules.merge_child == 1 && !traverser.stands {
            return Err(raised("The incoming traverser for a merge cannot be an Element"));
        }
        entries_of(self.given(given, traverser)?)
    }

    /// `Merge.outV` and `Merge.inV` stand for what their options give, and vertices for their ids.
    fn resolve(&mut self, merge: &Merge, entries: &mut Entries, traverser: &Traverser) -> Fallible<()> {
        for (direction, token, given) in [
            (Token::DirectionOut, Token::MergeOutV, &merge.source),
            (Token::DirectionIn, Token::MergeInV, &merge.target),
        ] {
            let Some((_, end)) = entries.iter_mut().find(|(key, _)| *key == Value::Token(direction)) else {
                continue;
            };
            if *end != Value::Token(token) {
                continue;
            }
            let Some(given) = given else {
                return Err(raised(format!(
                    "option({}) must be specified if it is used for {}",
                    token.name(),
                    direction.name()
                )));
            };
            let vertex = match self.given(given, traverser)? {
                vertex @ Value::Vertex(_) => vertex,
                Value::Map(search) => {
                    let found = self.find_vertices(&search)?;
                    found.into_iter().next().ok_or_else(|| raised("No value present"))?
                }
                other => {
                    return Err(raised(format!(
                        "Vertex could not be resolved from mergeE: {}",
                        other.kind()
                    )));
                }
            };
            *end = vertex;
        }
        Ok(())
    }

    fn find_vertices(&mut self, search: &Entries) -> Fallible<Vec<Value>> {
        let candidates: Vec<Value> = match entry(search, Token::TId) {
            Some(id) => self.store.find_vertex(id).map(Value::Vertex).into_iter().collect(),
            None => self.store.vertices().map(|(handle, _)| Value::Vertex(handle)).collect(),
        };
        self.spend(candidates.len())?;
        let before = |vertex: &Value| match vertex {
            Value::Vertex(handle) => !self.has(Fault::MergeSeesStart) || *handle < self.mark.0,
            _ => true,
        };
        let fits = |vertex: &Value| before(vertex) && self.fits(vertex, search);
        Ok(candidates.into_iter().filter(fits).collect())
    }

    fn find_edges(&mut self, search: &Entries) -> Fallible<Vec<Value>> {
        let candidates: Vec<Value> = match entry(search, Token::TId) {
            Some(id) => self.store.find_edge(id).map(Value::Edge).into_iter().collect(),
            None => self.store.edges().map(|(handle, _)| Value::Edge(handle)).collect(),
        };
        self.spend(candidates.len())?;
        let (from, to) = (entry(search, Token::DirectionOut), entry(search, Token::DirectionIn));
        let source = from.map(|vertex| self.end_vertex(vertex));
        let target = to.map(|vertex| self.end_vertex(vertex));
        let joins = |edge: &Value| {
            let Value::Edge(handle) = edge else { return false };
            let Some(data) = self.store.edge(*handle) else { return false };
            source.is_none_or(|source| source == Some(data.source))
                && target.is_none_or(|target| target == Some(data.target))
        };
        Ok(candidates.into_iter().filter(|edge| joins(edge) && self.fits(edge, search)).collect())
    }

    fn end_vertex(&self, value: &Value) -> Option<Handle> {
        match value {
            Value::Vertex(vertex) => Some(*vertex),
            id => self.store.find_vertex(id),
        }
    }

    /// Whether an element has the label and the properties that are searched for.
    fn fits(&self, element: &Value, search: &Entries) -> bool {
        let label = entry(search, Token::TLabel);
        let labelled = label
            .is_none_or(|label| self.label_of(element).is_some_and(|known| compare::equal(&known, label)));
        let has = |(key, wanted): &(Value, Value)| match key {
            Value::String(key) => {
                let wanted = super::mutate::with_cardinality(wanted.clone()).1;
                let values = self.property_values(element, std::slice::from_ref(key));
                values.iter().any(|value| compare::equal(value, &wanted))
            }
            _ => true,
        };
        let blind = self.has(Fault::MergeIgnoresLabel) && matches!(element, Value::Vertex(_));
        (labelled || blind) && search.iter().all(has)
    }

    fn matched(&mut self, merge: &Merge, element: &Value, traverser: &Traverser) -> Fallible<()> {
        let Some((given, cardinality)) = &merge.on_match else { return Ok(()) };
        let stands = self.rules.merge_child == 0 || traverser.source;
        let mut from = if stands { traverser.on(element.clone()) } else { traverser.clone() };
        from.stands = stands;
        let changes = self.entries(given, &from)?;
        check(&changes, merge.edges, true)?;
        for (key, value) in changes {
            let Value::String(key) = key else { continue };
            self.set_on(element, *cardinality, (&key, value), None, Properties::new())?;
        }
        Ok(())
    }

    fn create(&mut self, edges: bool, entries: &Entries) -> Fallible<Value> {
        let id = entry(entries, Token::TId).cloned();
        self.takes_id(id.as_ref())?;
        let label = match (entry(entries, Token::TLabel), edges) {
            (Some(Value::String(label)), _) => label.to_string(),
            (_, true) => "edge".to_owned(),
            (_, false) => "vertex".to_owned(),
        };
        let element = if edges {
            let end = |token: Token, name: &str| match entry(entries, token) {
                None => {
                    Err(raised(format!("{name} Vertex not specified in onCreate - edge cannot be created")))
                }
                Some(vertex) => self
                    .end_vertex(vertex)
                    .ok_or_else(|| raised("Vertex id could not be resolved from mergeE")),
            };
            let ends = (end(Token::DirectionOut, "Out")?, end(Token::DirectionIn, "In")?);
            let edge = self.store.add_edge(id, &label, ends);
            Value::Edge(edge.ok_or_else(|| raised("Edge with id already exists"))?)
        } else {
            let vertex = self.store.add_vertex(id, &label);
            Value::Vertex(vertex.ok_or_else(|| raised("Vertex with id already exists"))?)
        };
        for (key, value) in entries {
            if let Value::String(key) = key {
                self.set_on(&element, None, (key, value.clone()), None, Properties::new())?;
            }
        }
        Ok(element)
    }
}

/// What is wrong with constant maps, whatever is found.
fn check_constants(merge: &Merge, overrides: bool) -> Fallible<()> {
    if let Some((Given::Value(Value::Map(changes)), _)) = &merge.on_match {
        check(changes, merge.edges, true)?;
    }
    if let (Some(Given::Value(Value::Map(search))), Some((Given::Value(Value::Map(added)), cardinality))) =
        (&merge.search, &merge.on_create)
        && overrides
    {
        combined(search, search, added.to_vec(), *cardinality)?;
    }
    Ok(())
}

fn entries_of(value: Value) -> Fallible<Entries> {
    match value {
        Value::Map(entries) => Ok(Arc::unwrap_or_clone(entries)),
        Value::Null => Ok(Entries::new()),
        Value::Vertex(_) | Value::Edge(_) => {
            Err(raised("The incoming traverser for a merge cannot be an Element"))
        }
        other => Err(raised(format!("a merge takes a map, not a {}", other.kind()))),
    }
}

/// What a map of a merge may hold.
fn check(entries: &Entries, edges: bool, of_match: bool) -> Fallible<()> {
    let name = if edges { "mergeE" } else { "mergeV" };
    for (key, value) in entries {
        match key {
            Value::String(key) if key.starts_with('~') => {
                return Err(raised(format!("Property key can not be a hidden key: {key}")));
            }
            Value::String(key) if key.is_empty() => {
                return Err(raised("Property key can not be the empty string"));
            }
            Value::String(_) => {}
            _ if of_match => return Err(raised("option(onMatch) expects keys in Map to be of String")),
            Value::Token(token @ (Token::TId | Token::TLabel)) => label_check(*token, value, name)?,
            Value::Token(token @ (Token::DirectionOut | Token::DirectionIn)) if edges => {
                if *value == Value::Null {
                    return Err(raised(format!(
                        "{name}() does not allow null Map values - check: {}",
                        token.name()
                    )));
                }
                let wrong = match (token, value) {
                    (Token::DirectionOut, Value::Token(end)) => *end != Token::MergeOutV,
                    (Token::DirectionIn, Value::Token(end)) => *end != Token::MergeInV,
                    _ => false,
                };
                if wrong {
                    return Err(raised("Only the Merge token of that end may be used"));
                }
            }
            other => {
                return Err(raised(format!(
                    "{name}() and option(onCreate) args expect keys in Map to be either String or tokens - check: {}",
                    other.kind()
                )));
            }
        }
    }
    Ok(())
}

fn label_check(token: Token, value: &Value, name: &str) -> Fallible<()> {
    match (token, value) {
        (_, Value::Null) => {
            let token = token.name();
            Err(raised(format!("{name}() does not allow null Map values - check: {token}")))
        }
        (Token::TLabel, Value::String(label)) if label.starts_with('~') => {
            Err(raised(format!("Label can not be a hidden key: {label}")))
        }
        (Token::TLabel, Value::String(_)) | (Token::TId, _) => Ok(()),
        _ => Err(raised(format!("{name}() and option(onCreate) args expect T.label value to be of String"))),
    }
}

/// What is searched for, and what `onCreate` says in its place.
fn overridden(search: &Entries, added: Entries) -> Entries {
    let kept = search.iter().filter(|(key, _)| !added.iter().any(|(other, _)| other == key)).cloned();
    kept.collect::<Entries>().into_iter().chain(added).collect()
}

/// What is searched for and what `onCreate` adds, which must not contradict it.
fn combined(
    unresolved: &Entries,
    search: &Entries,
    added: Entries,
    cardinality: Option<Token>,
) -> Fallible<Entries> {
    let mut all = search.clone();
    for (key, value) in added {
        match unresolved.iter().find(|(known, _)| *known == key) {
            Some((_, known)) if compare::identity(known, &value).is_ne() => {
                return Err(raised("option(onCreate) cannot override values from merge() argument"));
            }
            Some(_) => {}
            None => {
                let plain = !matches!(value, Value::Cardinality(..)) && matches!(key, Value::String(_));
                let value = match cardinality {
                    Some(cardinality) if plain => Value::Cardinality(cardinality, Box::new(value)),
                    _ => value,
                };
                all.push((key, value));
            }
        }
    }
    Ok(all)
}
