//! Steps that make values of one value.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::ast::Token;
use crate::evaluate::compare::Key;
use crate::evaluate::plan::{Op, ValueMap};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Owner, Value, expanded};
use crate::evaluate::{Fallible, Rules, Stop, raised};

impl Run<'_> {
    pub(super) fn maps(&mut self, op: &Op, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut ends = Vec::with_capacity(starts.len());
        for traverser in starts {
            self.spend(1)?;
            for value in self.map(op, &traverser)? {
                ends.push(self.moved(&traverser, value));
            }
            if ends.len() > self.rows {
                return Err(Stop::Failure(quarrel_case::language::Failure::Budget("traversers")));
            }
        }
        Ok(ends)
    }

    fn map(&mut self, op: &Op, traverser: &Traverser) -> Fallible<Vec<Value>> {
        let value = &traverser.value;
        Ok(match op {
            Op::Vertices(_)
            | Op::Edges(_)
            | Op::Adjacent { .. }
            | Op::Ends(_)
            | Op::OtherEnd
            | Op::Properties { .. } => {
                return self.navigate(op, traverser);
            }
            Op::Unfold => unfolded(value),
            Op::Id => vec![self.token_of(Token::TId, value)?],
            Op::Label => vec![self.token_of(Token::TLabel, value)?],
            Op::Key => vec![self.token_of(Token::TKey, value)?],
            Op::Value => vec![self.token_of(Token::TValue, value)?],
            Op::Element => {
                if !matches!(value, Value::VertexProperty(_) | Value::Property(_)) {
                    // Only a property is of an element; of all else it may be an error.
                    self.may_raise();
                }
                self.note_several_owners(traverser);
                self.owner(value).into_iter().collect()
            }
            Op::ValueMap(map) => vec![self.value_map(map, traverser)?],
            Op::ElementMap(map) => vec![self.element_map(map, value)?],
            Op::Constant(constant) => vec![constant.clone()],
            Op::Count { .. } => vec![Value::count(size(value))],
            Op::Reduce { what, .. } => self.reduced_items(*what, value)?.into_iter().collect(),
            Op::Dedup { .. } => {
                if value.items().is_none() {
                    self.leaves_open("dedup() within what is no collection");
                }
                let kept = distinct(value);
                if size(&kept) < size(value) {
                    self.note_kept(&kept);
                }
                vec![kept]
            }
            Op::Range { low, high, .. } => self.local_range(value, *low, *high),
            Op::Tail { count, .. } => {
                let size = i64::try_from(size(value)).unwrap_or(i64::MAX);
                self.local_range(value, size.saturating_sub(*count), size)
            }
            Op::Sample { count, .. } => {
                if size(value) > u64::try_from(*count).unwrap_or(0) {
                    self.leaves_open("sample() is random");
                }
                self.local_part(value, 0, *count, false)
            }
            Op::Order { by, .. } => vec![self.local_order(by, traverser)?],
            Op::Index { map } => vec![indexed(value, *map, self.rules)],
            Op::Math { formula, by } => self.math(formula, by, traverser)?.into_iter().collect(),
            Op::Fail(message) => return Err(raised(message.clone())),
            Op::Call(call) => return self.call(call, traverser),
            _ => return self.convert(op, traverser),
        })
    }

    /// The element that has a property.
    fn owner(&self, value: &Value) -> Option<Value> {
        match value {
            Value::VertexProperty(property) => {
                self.store.vertex_property(*property).map(|property| Value::Vertex(property.vertex))
            }
            Value::Property(property) => Some(match property.owner {
                Owner::Edge(edge) => Value::Edge(edge),
                Owner::VertexProperty(property) => Value::VertexProperty(property),
            }),
            _ => None,
        }
    }

    /// A property of an edge is what its key and value are (semantics, Equality): where several went through a barrier as
    /// one, nothing says whose it is.
    pub(super) fn note_several_owners(&mut self, traverser: &Traverser) {
        if (traverser.bulk > 1 || self.owners_forgotten) && matches!(traverser.value, Value::Property(_)) {
            self.leaves_open("which of several equal properties a barrier or dedup() keeps");
        }
    }

    /// Notices that one of several equal values was kept.
    pub(super) fn note_kept(&mut self, kept: &Value) {
        self.owners_forgotten |= kept.holds(&|part| matches!(part, Value::Property(_)));
    }

    /// `valueMap` and `propertyMap` (reference: ValueMap Step).
    fn value_map(&mut self, map: &ValueMap, traverser: &Traverser) -> Fallible<Value> {
        let element = &traverser.value;
        self.check_element(element)?;
        let mut entries = Vec::new();
        let has = |flag: u8| map.tokens & flag != 0;
        if let Value::VertexProperty(_) = element {
            for (flag, token) in [(1, Token::TId), (4, Token::TKey), (8, Token::TValue)] {
                if has(flag) {
                    entries.push((Value::Token(token), self.token_of(token, element)?));
                }
            }
        } else if map.tokens != 0 {
            for (flag, token) in [(1, Token::TId), (2, Token::TLabel)] {
                if has(flag) {
                    entries.push((Value::Token(token), self.token_of(token, element)?));
                }
            }
        }
        if map.chosen && map.keys.is_empty() {
            return Ok(Value::map(entries));
        }
        let mut properties = self.properties_of(element, &map.keys);
        properties.sort_by_key(|property| {
            map.keys.iter().position(|key| self.key_of(property).as_ref() == Some(key))
        });
        for property in self.visible(properties)? {
            let Some(key) = self.key_of(&property) else { continue };
            let key = Value::String(key);
            let value = if map.properties { property } else { self.plain(property) };
            let several = matches!(element, Value::Vertex(_));
            match entries.iter_mut().find(|(known, _)| *known == key) {
                Some((_, Value::List(values))) if several => Arc::make_mut(values).push(value),
                _ if several => entries.push((key, Value::list(vec![value]))),
                _ => entries.push((key, value)),
            }
        }
        if map.by.is_empty() {
            return Ok(Value::map(entries));
        }
        let mut through = Vec::new();
        let mut place = 0;
        for (key, value) in entries {
            if let Value::Token(_) = key {
                through.push((key, value));
                continue;
            }
            if let Some(value) = self.by_value(&map.by, place, value, traverser)? {
                through.push((key, value));
            }
            place += 1;
        }
        Ok(Value::map(through))
    }

    /// `elementMap`: tokens, the ends of an edge, and one value a key (reference: ElementMap Step).
    fn element_map(&mut self, map: &ValueMap, element: &Value) -> Fallible<Value> {
        let mut entries = vec![(Value::Token(Token::TId), self.token_of(Token::TId, element)?)];
        match element {
            Value::VertexProperty(_) => {
                for token in [Token::TKey, Token::TValue] {
                    entries.push((Value::Token(token), self.token_of(token, element)?));
                }
            }
            _ => entries.push((Value::Token(Token::TLabel), self.token_of(Token::TLabel, element)?)),
        }
        if let Value::Edge(edge) = element
            && let Some((source, target)) = self.store.edge(*edge).map(|edge| (edge.source, edge.target))
        {
            for (token, vertex) in [(Token::DirectionIn, target), (Token::DirectionOut, source)] {
                let vertex = Value::Vertex(vertex);
                let end = [Token::TId, Token::TLabel]
                    .map(|part| Ok((Value::Token(part), self.token_of(part, &vertex)?)));
                entries.push((Value::Token(token), Value::map(end.into_iter().collect::<Fallible<_>>()?)));
            }
        }
        if map.chosen && map.keys.is_empty() {
            return Ok(Value::map(entries));
        }
        let properties = self.properties_of(element, &map.keys);
        for property in self.visible(properties)? {
            let Some(key) = self.key_of(&property) else { continue };
            let (key, value) = (Value::String(key), self.plain(property));
            match entries.iter_mut().find(|(known, _)| *known == key) {
                Some((_, known)) => *known = value,
                None => entries.push((key, value)),
            }
        }
        Ok(Value::map(entries))
    }

    /// `range`, `limit`, `skip` and `tail` of the items of a value.
    ///
    /// Before 3.8 a range of one item gives the item, and nothing where there is none (`RangeLocalStep`).
    fn local_range(&mut self, value: &Value, low: i64, high: i64) -> Vec<Value> {
        let one = high >= 0 && high.saturating_sub(low) == 1;
        self.local_part(value, low, high, one && self.rules.local_range == 1)
    }

    fn local_part(&mut self, value: &Value, low: i64, high: i64, one: bool) -> Vec<Value> {
        let low = usize::try_from(low).unwrap_or(0);
        let high = usize::try_from(high).unwrap_or(usize::MAX);
        let size = usize::try_from(size(value)).unwrap_or(usize::MAX);
        let left = size.min(high).saturating_sub(low);
        if value.is_unordered() && left > 0 && left < size {
            self.leaves_open("a cut of what has no order");
        }
        if matches!(value, Value::Bulk(items) if items.iter().any(|(_, bulk)| *bulk > 1)) {
            self.leaves_open("how often a part of a bulk set has what the set has several times");
        }
        let part = |items: Vec<Value>| -> Vec<Value> {
            items.into_iter().skip(low).take(high.saturating_sub(low)).collect()
        };
        let collection = |items: Vec<Value>, whole: fn(Vec<Value>) -> Value| {
            let items = part(items);
            if one { items } else { vec![whole(items)] }
        };
        match value {
            Value::Map(entries) => {
                let part = entries.iter().skip(low).take(high.saturating_sub(low)).cloned();
                vec![Value::map(part.collect())]
            }
            Value::Path(path) => {
                let labels = path.labels.iter().skip(low).take(high.saturating_sub(low)).cloned().collect();
                let objects = part(path.objects.clone());
                vec![Value::Path(Arc::new(crate::evaluate::value::Path { objects, labels }))]
            }
            Value::List(items) => collection(items.to_vec(), Value::list),
            Value::Set(items) => collection(items.to_vec(), Value::set),
            Value::Bulk(items) => collection(expanded(items), Value::set),
            other => vec![other.clone()],
        }
    }
}

/// How many items a value has.
pub(super) fn size(value: &Value) -> u64 {
    let size = match value {
        Value::Map(entries) => entries.len(),
        Value::List(items) | Value::Set(items) => items.len(),
        Value::Bulk(items) => return items.iter().map(|(_, bulk)| *bulk).fold(0, u64::saturating_add),
        Value::Path(path) => path.objects.len(),
        Value::Tree(tree) => tree.0.len(),
        _ => 1,
    };
    size as u64
}

/// What `unfold` makes of a value.
fn unfolded(value: &Value) -> Vec<Value> {
    match value {
        Value::Map(entries) => entries.iter().map(|entry| Value::Entry(Box::new(entry.clone()))).collect(),
        Value::Tree(tree) => {
            let entry = |(node, below): &(Value, crate::evaluate::value::Tree)| {
                Value::Entry(Box::new((node.clone(), Value::Tree(below.clone()))))
            };
            tree.0.iter().map(entry).collect()
        }
        other => other.items().unwrap_or_else(|| vec![other.clone()]),
    }
}

fn distinct(value: &Value) -> Value {
    let Some(items) = value.items() else { return value.clone() };
    let mut seen = BTreeSet::new();
    Value::set(items.into_iter().filter(|item| seen.insert(Key(item.clone()))).collect())
}

fn indexed(value: &Value, map: bool, rules: Rules) -> Value {
    let items = unfolded(value);
    let numbered = items.into_iter().zip(0..);
    if map {
        Value::map(numbered.map(|(item, index)| (rules.int(index), item)).collect())
    } else {
        Value::list(numbered.map(|(item, index)| Value::list(vec![item, rules.int(index)])).collect())
    }
}
