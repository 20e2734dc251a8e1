//! The suite's notation of values, and whether a value of ours is one that it describes.

use std::collections::BTreeMap;

use quarrel_case::graph::PropertyGraph;
use quarrel_case::value::{Element, Value};

use crate::evaluate::{Duration, Value as Evaluated};

/// A value in the suite's notation.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expected {
    Plain(Value),
    List(Vec<Expected>),
    Map(BTreeMap<String, Expected>),
    Node(Vec<String>, BTreeMap<String, Expected>),
    Relationship(String, BTreeMap<String, Expected>),
    /// Nodes and relationships in turn; whether each relationship points forward.
    Path(Vec<Expected>, Vec<bool>),
}

/// Reads a value.
pub(super) fn read(text: &str) -> Option<Expected> {
    let mut reader = Reader { rest: text };
    let value = reader.value()?;
    reader.rest.trim().is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn eat(&mut self, token: &str) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn name(&mut self) -> Option<String> {
        self.rest = self.rest.trim_start();
        if let Some(quoted) = self.rest.strip_prefix('`') {
            let (name, rest) = quoted.split_once('`')?;
            self.rest = rest;
            return Some(name.to_owned());
        }
        let end = self.rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_');
        let (name, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn value(&mut self) -> Option<Expected> {
        self.rest = self.rest.trim_start();
        match self.rest.chars().next()? {
            '\'' => self.string(),
            '{' => self.map().map(Expected::Map),
            '(' => self.node(),
            '<' => self.path(),
            '[' if self.rest.get(1..)?.trim_start().starts_with(':') => self.relationship(),
            '[' => self.list(),
            _ => self.atom(),
        }
    }

    fn string(&mut self) -> Option<Expected> {
        let mut text = String::new();
        let mut letters = self.rest.char_indices().skip(1);
        while let Some((place, letter)) = letters.next() {
            match letter {
                '\'' => {
                    self.rest = self.rest.get(place + 1..)?;
                    return Some(Expected::Plain(Value::String(text)));
                }
                '\\' => text.push(match letters.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    other => other,
                }),
                other => text.push(other),
            }
        }
        None
    }

    fn atom(&mut self) -> Option<Expected> {
        let end = self.rest.find([',', ']', '}', ')', ' ']).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(Expected::Plain(match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            "NaN" => Value::Float(f64::NAN),
            "Inf" => Value::Float(f64::INFINITY),
            number => match number.parse::<i64>() {
                Ok(number) => Value::Int(number),
                Err(_) => Value::Float(number.parse().ok()?),
            },
        }))
    }

    fn list(&mut self) -> Option<Expected> {
        self.eat("[");
        let mut items = Vec::new();
        while !self.eat("]") {
            items.push(self.value()?);
            self.eat(",");
        }
        Some(Expected::List(items))
    }

    fn map(&mut self) -> Option<BTreeMap<String, Expected>> {
        let mut entries = BTreeMap::new();
        if !self.eat("{") {
            return Some(entries);
        }
        while !self.eat("}") {
            let key = self.name()?;
            self.eat(":").then_some(())?;
            entries.insert(key, self.value()?);
            self.eat(",");
        }
        Some(entries)
    }

    fn node(&mut self) -> Option<Expected> {
        self.eat("(");
        let mut labels = Vec::new();
        while self.eat(":") {
            labels.push(self.name()?);
        }
        labels.sort();
        let properties = self.map()?;
        self.eat(")").then_some(Expected::Node(labels, properties))
    }

    fn relationship(&mut self) -> Option<Expected> {
        self.eat("[");
        self.eat(":").then_some(())?;
        let kind = self.name()?;
        let properties = self.map()?;
        self.eat("]").then_some(Expected::Relationship(kind, properties))
    }

    fn path(&mut self) -> Option<Expected> {
        self.eat("<");
        let (mut elements, mut forward) = (vec![self.node()?], Vec::new());
        while !self.eat(">") {
            let backward = self.eat("<-");
            if !backward {
                self.eat("-").then_some(())?;
            }
            elements.push(self.relationship()?);
            self.eat(if backward { "-" } else { "->" }).then_some(())?;
            forward.push(!backward);
            elements.push(self.node()?);
        }
        Some(Expected::Path(elements, forward))
    }
}

/// Whether the value is the expected one; `any_order` for all lists, as some steps say.
pub(super) fn fits(expected: &Expected, got: &Value, graph: &PropertyGraph, any_order: bool) -> bool {
    let fit = |expected: &Expected, got: &Value| fits(expected, got, graph, any_order);
    match (expected, got) {
        (Expected::Plain(Value::Float(expected)), Value::Float(got)) => {
            expected == got || (expected.is_nan() && got.is_nan())
        }
        (Expected::Plain(Value::Float(expected)), Value::Near(got)) => {
            (expected - got).abs() <= 1e-12 * expected.abs()
        }
        (Expected::Plain(Value::String(text)), Value::Atom(..) | Value::Duration(_)) => temporal(text, got),
        (Expected::Plain(expected), got) => expected == got,
        (Expected::List(expected), Value::Bag(got)) => bags_fit(expected, got, &fit),
        (Expected::List(expected), Value::List(got)) if any_order => bags_fit(expected, got, &fit),
        (Expected::List(expected), Value::List(got)) => {
            expected.len() == got.len() && expected.iter().zip(got).all(|(expected, got)| fit(expected, got))
        }
        (Expected::Map(expected), Value::Map(got)) => {
            let entries = got.iter().map(|(key, value)| match key {
                Value::String(key) => (key.clone(), value.clone()),
                other => (format!("{other:?}"), value.clone()),
            });
            maps_fit(expected, &entries.collect(), &fit)
        }
        (Expected::Node(labels, properties), Value::Vertex(id)) => graph.vertex(*id).is_some_and(|vertex| {
            let mut found = vertex.labels.clone();
            found.sort();
            found == *labels && maps_fit(properties, &vertex.properties, &fit)
        }),
        (Expected::Relationship(kind, properties), Value::Edge(id)) => graph
            .edge(*id)
            .is_some_and(|edge| edge.label == *kind && maps_fit(properties, &edge.properties, &fit)),
        (Expected::Node(labels, properties), Value::New(Element::Vertex, element)) => {
            let mut found = element.labels.clone();
            found.sort();
            found == *labels && maps_fit(properties, &element.properties.iter().cloned().collect(), &fit)
        }
        (Expected::Relationship(kind, properties), Value::New(Element::Edge, element)) => {
            element.labels == [kind.clone()]
                && maps_fit(properties, &element.properties.iter().cloned().collect(), &fit)
        }
        (Expected::Path(elements, forward), Value::Path(got)) => {
            elements.len() == got.len()
                && elements.iter().zip(got).all(|(expected, got)| fit(expected, got))
                && directions(got, graph, forward)
        }
        _ => false,
    }
}

/// Whether a temporal value is the one of this text: the suite leaves out what is zero behind the minutes.
fn temporal(text: &str, got: &Value) -> bool {
    match got {
        Value::Atom(atom, _) => Evaluated::from(&Value::Atom(*atom, text.to_owned())).to_case() == *got,
        Value::Duration([months, days, seconds, nanos]) => {
            let (months, days, seconds, nanos) = (*months, *days, *seconds, *nanos);
            Duration { months, days, seconds, nanos }.text() == text
        }
        _ => false,
    }
}

/// Whether every relationship of a path points where the notation says; a self-loop points both ways.
fn directions(path: &[Value], graph: &PropertyGraph, forward: &[bool]) -> bool {
    path.windows(3).step_by(2).zip(forward).all(|(hop, forward)| match hop {
        [Value::Vertex(from), Value::Edge(edge), Value::Vertex(to)] => {
            graph.edge(*edge).is_some_and(|edge| {
                let (source, target) = if *forward { (from, to) } else { (to, from) };
                edge.source == *source && edge.target == *target
            })
        }
        // The ends of a new relationship are not told.
        [_, Value::New(Element::Edge, _), _] => true,
        _ => false,
    })
}

fn maps_fit(
    expected: &BTreeMap<String, Expected>,
    got: &BTreeMap<String, Value>,
    fit: &dyn Fn(&Expected, &Value) -> bool,
) -> bool {
    expected.len() == got.len()
        && expected.iter().all(|(key, expected)| got.get(key).is_some_and(|got| fit(expected, got)))
}

/// Whether the elements fit in some order.
pub(super) fn bags_fit<E, G>(expected: &[E], got: &[G], fit: &dyn Fn(&E, &G) -> bool) -> bool {
    let mut free: Vec<&G> = got.iter().collect();
    expected.len() == got.len()
        && expected.iter().all(|expected| {
            let place = free.iter().position(|got| fit(expected, got));
            place.map(|place| free.swap_remove(place)).is_some()
        })
}
