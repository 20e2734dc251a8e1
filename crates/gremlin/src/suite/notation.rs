//! The suite's notation of values (`d[29].i`, `v[marko].id`, `m[{"a":"l[1,2]"}]`), and whether a value of ours is
//! one that it describes.

use quarrel_case::graph::PropertyGraph;
use quarrel_case::value::{Atom, Element, ElementId, Value};
use serde_json::Value as Json;

use super::toys::argument;
use crate::ast::Argument;

/// A value in the suite's notation.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expected {
    Plain(Value),
    /// A vertex by the property `name`.
    Vertex(String),
    VertexId(String, bool),
    /// An edge by the names of its ends and its label.
    Edge([String; 3]),
    EdgeId([String; 3], bool),
    VertexProperty(String, Box<Expected>),
    List(Vec<Expected>),
    Set(Vec<Expected>),
    Map(Vec<(Expected, Expected)>),
    Path(Vec<Expected>),
}

/// Reads a value; none when it is of a kind that the language has no values of, such as a lambda.
pub(super) fn read(text: &str) -> Option<Expected> {
    let text = text.trim();
    let plain = |value: Value| Some(Expected::Plain(value));
    match text {
        "null" => return plain(Value::Null),
        "true" => return plain(Value::Bool(true)),
        "false" => return plain(Value::Bool(false)),
        _ => {}
    }
    let Some((kind, inside, suffix)) = parts(text) else { return plain(Value::string(text)) };
    match (kind, suffix) {
        ("d", suffix) => number(inside, suffix).map(Expected::Plain),
        ("m", "") => {
            // The notation within a map may have quotes that are not escaped.
            let json =
                serde_json::from_str(inside).or_else(|_| serde_json::from_str(&inside.replace("\\\"", "\"")));
            from_json(&json.ok()?)
        }
        ("l", "") => items(inside).map(Expected::List),
        ("s", "") => items(inside).map(Expected::Set),
        ("p", "") => inside.split(',').map(read).collect::<Option<_>>().map(Expected::Path),
        ("str", "") => plain(Value::string(inside)),
        ("v", "") => Some(Expected::Vertex(inside.to_owned())),
        ("v", ".id" | ".sid") => Some(Expected::VertexId(inside.to_owned(), suffix == ".sid")),
        ("e", "") => Some(Expected::Edge(triple(inside)?)),
        ("e", ".id" | ".sid") => Some(Expected::EdgeId(triple(inside)?, suffix == ".sid")),
        ("vp", "") => {
            let (left, value) = inside.split_once("->")?;
            let (_, key) = left.rsplit_once('-')?;
            Some(Expected::VertexProperty(key.to_owned(), Box::new(read(value)?)))
        }
        ("t", "") => plain(Value::Atom(Atom::Token, format!("T.{inside}"))),
        ("D", "") => {
            let name = match inside {
                "from" => "OUT",
                "to" => "IN",
                other => other,
            };
            plain(Value::Atom(Atom::Token, format!("Direction.{name}")))
        }
        ("M", "") => plain(Value::Atom(Atom::Token, format!("Merge.{inside}"))),
        ("dt", "") => {
            let moment = crate::evaluate::Moment::read(inside)?;
            plain(Value::Atom(Atom::DateTime, moment.text()))
        }
        ("uuid", "") => plain(Value::Atom(Atom::Uuid, inside.to_ascii_lowercase())),
        _ => None,
    }
}

/// The kind before the brackets, what is in them, and what follows them.
fn parts(text: &str) -> Option<(&str, &str, &str)> {
    let (kind, rest) = text.split_once('[')?;
    let known = ["d", "m", "l", "s", "p", "str", "v", "e", "vp", "t", "D", "M", "dt", "uuid", "c"];
    let (inside, suffix) = rest.rsplit_once(']')?;
    known.contains(&kind).then_some((kind, inside, suffix))
}

fn triple(text: &str) -> Option<[String; 3]> {
    let (left, target) = text.rsplit_once("->")?;
    let (source, label) = left.rsplit_once('-')?;
    Some([source.to_owned(), label.to_owned(), target.to_owned()])
}

/// What stands between commas that are in no brackets.
fn items(text: &str) -> Option<Vec<Expected>> {
    let (mut items, mut item, mut depth) = (Vec::new(), String::new(), 0_i32);
    for letter in text.chars() {
        match letter {
            ',' if depth == 0 => items.push(std::mem::take(&mut item)),
            _ => {
                depth += i32::from(letter == '[') - i32::from(letter == ']');
                item.push(letter);
            }
        }
    }
    if !text.is_empty() {
        items.push(item);
    }
    items.iter().map(|item| read(item.trim().trim_matches('"'))).collect()
}

fn number(text: &str, suffix: &str) -> Option<Value> {
    let atom = |atom: Atom| Some(Value::Atom(atom, text.to_owned()));
    match (text, suffix) {
        ("NaN", "") => Some(Value::Float(f64::NAN)),
        ("Infinity", "") => Some(Value::Float(f64::INFINITY)),
        ("-Infinity", "") => Some(Value::Float(f64::NEG_INFINITY)),
        (_, ".b") => atom(Atom::I8),
        (_, ".s") => atom(Atom::I16),
        (_, ".i") => atom(Atom::I32),
        (_, ".l") => text.parse().ok().map(Value::Int),
        (_, ".d") => text.parse().ok().map(Value::Float),
        (_, ".f") => text.parse::<f32>().ok().map(|number| Value::Atom(Atom::F32, number.to_string())),
        (_, ".m") => atom(Atom::Decimal),
        (_, ".n") => atom(Atom::BigInt),
        _ => None,
    }
}

fn from_json(json: &Json) -> Option<Expected> {
    Some(match json {
        Json::Null => Expected::Plain(Value::Null),
        Json::Bool(flag) => Expected::Plain(Value::Bool(*flag)),
        Json::Number(number) => match number.as_i64() {
            Some(whole) if i32::try_from(whole).is_ok() => {
                Expected::Plain(Value::Atom(Atom::I32, whole.to_string()))
            }
            Some(whole) => Expected::Plain(Value::Int(whole)),
            None => Expected::Plain(Value::Float(number.as_f64()?)),
        },
        Json::String(text) => read(text)?,
        Json::Array(items) => Expected::List(items.iter().map(from_json).collect::<Option<_>>()?),
        Json::Object(fields) => Expected::Map(
            fields.iter().map(|(key, value)| Some((read(key)?, from_json(value)?))).collect::<Option<_>>()?,
        ),
    })
}

/// The vertex of a name.
pub(super) fn vertex(graph: &PropertyGraph, name: &str) -> Option<ElementId> {
    let named = |value: &Value| *value == Value::string(name);
    let vertex = graph.vertices.iter().find(|vertex| vertex.properties.get("name").is_some_and(named));
    vertex.map(|vertex| vertex.id)
}

fn edge(graph: &PropertyGraph, [source, label, target]: &[String; 3]) -> Option<ElementId> {
    let is = |id: ElementId, name: &str| {
        let named = |value: &Value| *value == Value::string(name);
        graph.vertex(id).is_some_and(|vertex| vertex.properties.get("name").is_some_and(named))
    };
    let found = graph
        .edges
        .iter()
        .find(|edge| edge.label == *label && is(edge.source, source) && is(edge.target, target));
    found.map(|edge| edge.id)
}

impl Expected {
    /// The value as a parameter; none when it speaks of what is not in the graph.
    pub(super) fn parameter(&self, graph: &PropertyGraph) -> Option<Value> {
        let all =
            |items: &[Expected]| items.iter().map(|item| item.parameter(graph)).collect::<Option<Vec<_>>>();
        let spelled =
            |id: ElementId, text: bool| if text { Value::String(id.to_string()) } else { Value::Int(id) };
        Some(match self {
            Expected::Plain(value) => value.clone(),
            Expected::Vertex(name) => Value::Vertex(vertex(graph, name)?),
            Expected::VertexId(name, text) => spelled(vertex(graph, name)?, *text),
            Expected::Edge(triple) => Value::Edge(edge(graph, triple)?),
            Expected::EdgeId(triple, text) => spelled(edge(graph, triple)?, *text),
            Expected::List(items) => Value::List(all(items)?),
            Expected::Set(items) => Value::Set(all(items)?),
            Expected::Map(entries) => Value::Map(
                entries
                    .iter()
                    .map(|(key, value)| Some((key.parameter(graph)?, value.parameter(graph)?)))
                    .collect::<Option<_>>()?,
            ),
            Expected::VertexProperty(..) | Expected::Path(_) => return None,
        })
    }

    /// The value as it is written into a text, elements by what `id` says of them; none when no text can say it.
    pub(super) fn argument(
        &self,
        graph: &PropertyGraph,
        id: &dyn Fn(&Value) -> Option<String>,
    ) -> Option<Argument> {
        let inside = |value: &Expected| value.argument(graph, id);
        let all = |items: &[Expected]| items.iter().map(inside).collect::<Option<Vec<_>>>();
        Some(match self {
            Expected::Plain(value) => argument(value)?,
            Expected::VertexId(name, false) => Argument::Variable(id(&Value::Vertex(vertex(graph, name)?))?),
            Expected::EdgeId(triple, false) => Argument::Variable(id(&Value::Edge(edge(graph, triple)?))?),
            Expected::List(items) => Argument::List(all(items)?),
            Expected::Set(items) => Argument::Set(all(items)?),
            Expected::Map(entries) => {
                let entries = entries.iter().map(|(key, value)| Some((inside(key)?, inside(value)?)));
                Argument::Map(entries.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// Whether a value is the expected one.
    pub(super) fn fits(&self, got: &Value, graph: &PropertyGraph) -> bool {
        let fit = |expected: &Expected, got: &Value| expected.fits(got, graph);
        match (self, got) {
            (Expected::Plain(Value::Float(expected)), Value::Float(got)) => {
                expected == got || (expected.is_nan() && got.is_nan())
            }
            (Expected::Plain(Value::Atom(Atom::Decimal, one)), Value::Atom(Atom::Decimal, other)) => {
                let decimal = |text: &str| text.parse::<bigdecimal::BigDecimal>().ok();
                decimal(one) == decimal(other)
            }
            (Expected::Plain(Value::Atom(Atom::DateTime, one)), Value::Atom(Atom::DateTime, other)) => {
                let moment = |text: &str| crate::evaluate::Moment::read(text).map(|m| (m.seconds, m.nanos));
                moment(one) == moment(other)
            }
            (Expected::Plain(expected), got) => expected == got,
            (Expected::Vertex(name), Value::Vertex(id)) => vertex(graph, name) == Some(*id),
            (Expected::Vertex(name), Value::New(Element::Vertex, new)) => {
                new.properties.contains(&("name".to_owned(), Value::string(name)))
            }
            (Expected::VertexId(name, false), Value::Int(id)) => vertex(graph, name) == Some(*id),
            (Expected::VertexId(name, true), Value::String(id)) => {
                vertex(graph, name).is_some_and(|vertex| vertex.to_string() == *id)
            }
            (Expected::Edge(triple), Value::Edge(id)) => same_ends(graph, triple, *id),
            (Expected::Edge([_, label, _]), Value::New(Element::Edge, new)) => new.labels == [label.clone()],
            (Expected::EdgeId(triple, false), Value::Int(id)) => same_ends(graph, triple, *id),
            (Expected::EdgeId(triple, true), Value::String(id)) => {
                id.parse().is_ok_and(|id| same_ends(graph, triple, id))
            }
            (Expected::VertexProperty(key, value), Value::Property(got, inside)) => {
                key == got && value.fits(inside, graph)
            }
            (Expected::List(expected), Value::List(got)) => {
                expected.len() == got.len()
                    && expected.iter().zip(got).all(|(expected, got)| fit(expected, got))
            }
            (Expected::List(expected) | Expected::Set(expected), Value::Bag(got) | Value::Set(got)) => {
                bags_fit(expected, got, &fit)
            }
            (Expected::Path(expected), Value::LabelledPath(got, _)) => {
                expected.len() == got.len()
                    && expected.iter().zip(got).all(|(expected, got)| fit(expected, got))
            }
            (Expected::Map(expected), Value::Map(got)) => {
                bags_fit(expected, got, &|expected, got| fit(&expected.0, &got.0) && fit(&expected.1, &got.1))
            }
            _ => false,
        }
    }
}

fn same_ends(graph: &PropertyGraph, [source, label, target]: &[String; 3], id: ElementId) -> bool {
    let is = |id: ElementId, name: &str| {
        let named = |value: &Value| *value == Value::string(name);
        graph.vertex(id).is_some_and(|vertex| vertex.properties.get("name").is_some_and(named))
    };
    graph
        .edge(id)
        .is_some_and(|edge| edge.label == *label && is(edge.source, source) && is(edge.target, target))
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
