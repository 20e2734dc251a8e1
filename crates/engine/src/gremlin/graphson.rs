//! Values in GraphSON 3, each with its type as it came.
//!
//! Elements come with the server's own ids and all that came of them. What has no meaning that we know is kept as it
//! came; what is not in the format is told, and never taken for a value. JSON is read only so deep, so that no value
//! nests deeper than this can follow.

use std::cell::Cell;

use bigdecimal::BigDecimal;
use quarrel_case::value::{Atom, Element, NewElement, Value, gathered};
use serde_json::{Map, Value as Json};

use super::iso;
use crate::bounded;
use crate::elements::{TEXT_ID, wire_id};

/// How many values an answer is given for bags that come as items and how often each is in them, which may stand in
/// each other. A bag beyond that is kept as it came.
const REPEATED: u64 = 100_000;
/// So many bytes of an item cost as much as a value.
const VALUE: usize = 64;
/// The largest exponent of a decimal that is written out.
const EXPONENT: u64 = 10_000;

/// A value in GraphSON 3, read as one is that a server sends (TinkerPop, IO Reference, "GraphSON 3.0").
///
/// # Errors
///
/// Why it is none.
pub fn read_graphson(bytes: &[u8]) -> Result<Value, String> {
    let json: Json = bounded::json(bytes).map_err(bounded::Unread::why)?;
    Reader::new().value(&json)
}

/// Reads the values of one answer.
pub(super) struct Reader {
    /// How many values more may be given for bags.
    left: Cell<u64>,
}

impl Reader {
    pub(super) fn new() -> Self {
        Self { left: Cell::new(REPEATED) }
    }

    /// The value; the error says why it is none.
    pub(super) fn value(&self, json: &Json) -> Result<Value, String> {
        match json {
            Json::Null => Ok(Value::Null),
            Json::Bool(flag) => Ok(Value::Bool(*flag)),
            Json::String(text) => Ok(Value::string(text)),
            Json::Number(_) => Ok(Value::Wire("number".to_owned(), json.clone())),
            Json::Array(items) => self.all(items).map(Value::List),
            Json::Object(fields) => match typed(fields) {
                Some((tag, content)) => self.read(tag, content).map_err(|why| format!("{tag}: {why}")),
                None => Ok(Value::Wire("object".to_owned(), json.clone())),
            },
        }
    }

    fn all(&self, items: &[Json]) -> Result<Vec<Value>, String> {
        items.iter().map(|item| self.value(item)).collect()
    }

    fn read(&self, tag: &str, content: &Json) -> Result<Value, String> {
        let strange = || format!("{} is no such value", shown(content));
        let list = || content.as_array().ok_or_else(strange);
        let fields = || content.as_object().ok_or_else(strange);
        let known = match tag {
            "g:List" => Value::List(self.all(list()?)?),
            "g:Set" => Value::Set(self.all(list()?)?),
            "g:Map" => Value::Map(self.pairs(list()?)?),
            "g:BulkSet" => self.bulk(list()?)?.unwrap_or_else(|| wire(tag, content)),
            "g:Vertex" => self.vertex(fields()?)?,
            "g:Edge" => self.edge(fields()?)?,
            "g:VertexProperty" => self.property(fields()?, "label")?,
            "g:Property" => self.property(fields()?, "key")?,
            "g:Path" => self.path(fields()?)?,
            "g:Tree" => self.tree(list()?)?,
            "tinker:graph" => self.subgraph(fields()?)?,
            _ => match (number(tag, content), content.as_str()) {
                (Some(number), _) => number.ok_or_else(strange)?,
                (None, Some(text)) => atom(tag, text).unwrap_or_else(|| wire(tag, content)),
                (None, None) => wire(tag, content),
            },
        };
        Ok(known)
    }

    fn pairs(&self, items: &[Json]) -> Result<Vec<(Value, Value)>, String> {
        let pairs = items.chunks(2).map(|pair| match pair {
            [key, content] => Ok((self.value(key)?, self.value(content)?)),
            _ => Err("a key without a value".to_owned()),
        });
        pairs.collect()
    }

    /// Items, each followed by how often it is in the bag; none where that is too often.
    fn bulk(&self, items: &[Json]) -> Result<Option<Value>, String> {
        let mut bag = Vec::new();
        for pair in items.chunks(2) {
            let [item, count] = pair else { return Err("an item without its number".to_owned()) };
            let Value::Int(count) = self.value(count)? else {
                return Err(format!("{} is no number", shown(count)));
            };
            let times = u64::try_from(count).map_err(|_| format!("an item is there {count} times"))?;
            let repeated = self.value(item)?;
            if times > 1 && !self.affords(times, size(item, &repeated)) {
                return Ok(None);
            }
            bag.extend((0..times).map(|_| repeated.clone()));
        }
        Ok(Some(Value::Bag(bag)))
    }

    fn property(&self, fields: &Map<String, Json>, key: &str) -> Result<Value, String> {
        Ok(Value::Property(text(fields, key)?, Box::new(self.value(field(fields, "value")?)?)))
    }

    fn vertex(&self, fields: &Map<String, Json>) -> Result<Value, String> {
        let mut properties = Vec::new();
        for (_, several) in members(fields)? {
            let several = several.as_array().ok_or("the properties of a key are no list")?;
            properties.extend(
                several.iter().map(|property| self.key_and_value(property)).collect::<Result<Vec<_>, _>>()?,
            );
        }
        self.element(Element::Vertex, fields, properties)
    }

    fn edge(&self, fields: &Map<String, Json>) -> Result<Value, String> {
        let properties = members(fields)?.into_iter().map(|(_, property)| self.key_and_value(property));
        self.element(Element::Edge, fields, properties.collect::<Result<_, _>>()?)
    }

    fn key_and_value(&self, json: &Json) -> Result<(String, Value), String> {
        match self.value(json)? {
            Value::Property(key, value) => Ok((key, *value)),
            _ => Err(format!("{} is no property", shown(json))),
        }
    }

    /// An element with all that came of it; an id that is no number is a text among its properties.
    fn element(
        &self,
        kind: Element,
        fields: &Map<String, Json>,
        properties: Vec<(String, Value)>,
    ) -> Result<Value, String> {
        let label = text(fields, "label")?;
        let mut properties: Vec<(String, Value)> = gathered(properties).into_iter().collect();
        let (number, id) = match self.value(field(fields, "id")?)? {
            Value::Int(number) => (number, None),
            Value::Atom(Atom::I32, number) => (number.parse().map_err(|_| "an id that is no number")?, None),
            Value::String(text) => (0, Some(text)),
            Value::Wire(_, json) => match json.as_i64() {
                Some(number) => (number, None),
                None => (0, Some(wire_id(&json))),
            },
            other => (0, Some(quarrel_case::json::write(&other).to_string())),
        };
        properties.extend(id.map(|id| (TEXT_ID.to_owned(), Value::String(id))));
        Ok(Value::New(kind, Box::new(NewElement { number, labels: vec![label], properties })))
    }

    fn path(&self, fields: &Map<String, Json>) -> Result<Value, String> {
        let objects = self.all(items(field(fields, "objects")?)?)?;
        let labels = items(field(fields, "labels")?)?.iter().map(|labels| {
            let (Value::Set(labels) | Value::List(labels)) = self.value(labels)? else {
                return Err("labels that are no set".to_owned());
            };
            let labels = labels.into_iter().map(|label| match label {
                Value::String(label) => Ok(label),
                _ => Err("a label that is no text".to_owned()),
            });
            labels.collect::<Result<Vec<_>, _>>()
        });
        let labels = labels.collect::<Result<Vec<_>, _>>()?;
        if labels.len() != objects.len() {
            return Err(format!("{} objects with {} sets of labels", objects.len(), labels.len()));
        }
        Ok(Value::LabelledPath(objects, labels))
    }

    /// A tree is a map from its nodes to what is below each.
    fn tree(&self, nodes: &[Json]) -> Result<Value, String> {
        let entries = nodes.iter().map(|node| {
            let fields = node.as_object().ok_or("a node that is no object")?;
            Ok((self.value(field(fields, "key")?)?, self.value(field(fields, "value")?)?))
        });
        Ok(Value::Map(entries.collect::<Result<_, String>>()?))
    }

    fn subgraph(&self, fields: &Map<String, Json>) -> Result<Value, String> {
        let part =
            |name: &str| Ok((Value::string(name), Value::Bag(self.all(items(field(fields, name)?)?)?)));
        Ok(Value::Map(["vertices", "edges"].into_iter().map(part).collect::<Result<_, String>>()?))
    }

    /// Pays for an item that is in a bag so many times.
    fn affords(&self, times: u64, size: u64) -> bool {
        let left = self.left.get().checked_sub(times.saturating_mul(size));
        self.left.set(left.unwrap_or(self.left.get()));
        left.is_some()
    }
}

/// How much of an answer an item is: the values in it, and the length of its text and of what is kept as it came.
fn size(text: &Json, value: &Value) -> u64 {
    fn parts(value: &Value) -> usize {
        let own = match value {
            Value::String(text) => 1 + text.len() / VALUE,
            Value::Wire(_, content) => 1 + length(content) / VALUE,
            _ => 1,
        };
        value.children().into_iter().map(parts).fold(own, usize::saturating_add)
    }
    u64::try_from(parts(value).saturating_add(length(text) / VALUE)).unwrap_or(u64::MAX)
}

fn length(json: &Json) -> usize {
    json.to_string().len()
}

/// The items of a list, each a value.
pub(super) fn items(json: &Json) -> Result<&[Json], String> {
    let content = match json {
        Json::Object(fields) => typed(fields).filter(|(tag, _)| *tag == "g:List").map(|(_, content)| content),
        other => Some(other),
    };
    content.and_then(Json::as_array).map(Vec::as_slice).ok_or_else(|| format!("{} is no list", shown(json)))
}

fn typed(fields: &Map<String, Json>) -> Option<(&str, &Json)> {
    Some((fields.get("@type")?.as_str()?, fields.get("@value").unwrap_or(&Json::Null)))
}

fn shown(json: &Json) -> String {
    json.to_string().chars().take(80).collect()
}

fn wire(tag: &str, content: &Json) -> Value {
    Value::Wire(tag.to_owned(), content.clone())
}

/// A number of some width, or an instant, which is one; none for another type, and nothing in it where it is no
/// number.
fn number(tag: &str, content: &Json) -> Option<Option<Value>> {
    let text = match content {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let whole = |kind: Atom, least: i64, most: i64| {
        let number = text.parse::<i64>().ok().filter(|number| (least..=most).contains(number));
        number.map(|number| Value::Atom(kind, number.to_string()))
    };
    Some(match tag {
        "g:Int64" => text.parse().ok().map(Value::Int),
        "g:Int32" => whole(Atom::I32, i32::MIN.into(), i32::MAX.into()),
        "gx:Int16" => whole(Atom::I16, i16::MIN.into(), i16::MAX.into()),
        "gx:Byte" => whole(Atom::I8, i8::MIN.into(), i8::MAX.into()),
        "g:Double" => text.parse().ok().map(Value::Float),
        "g:Float" => text.parse().ok().map(|number: f32| Value::Atom(Atom::F32, number.to_string())),
        "gx:BigInteger" => big(&text).map(|text| Value::Atom(Atom::BigInt, text)),
        "gx:BigDecimal" => decimal(&text).map(|text| Value::Atom(Atom::Decimal, text)),
        "g:Date" | "g:Timestamp" => text.parse().ok().and_then(iso::instant),
        _ => return None,
    })
}

fn big(text: &str) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    // Some writers give large ones an exponent.
    if plain { Some(text.to_owned()) } else { decimal(text).filter(|text| !text.contains(['.', 'e', 'E'])) }
}

/// The decimal without an exponent, unless that would be absurdly long.
fn decimal(text: &str) -> Option<String> {
    let number: BigDecimal = text.parse().ok()?;
    let (_, scale) = number.as_bigint_and_exponent();
    Some(if scale.unsigned_abs() <= EXPONENT { number.to_plain_string() } else { text.to_owned() })
}

/// What is a text with a type: tokens and other constants of TinkerPop, identifiers, temporal values.
fn atom(tag: &str, text: &str) -> Option<Value> {
    const TOKENS: [&str; 11] = [
        "g:T",
        "g:Direction",
        "g:Barrier",
        "g:Cardinality",
        "g:Column",
        "g:Merge",
        "g:Operator",
        "g:Order",
        "g:Pick",
        "g:Pop",
        "g:Scope",
    ];
    let token = || TOKENS.iter().find(|known| **known == tag)?.strip_prefix("g:");
    match tag {
        "g:UUID" => Some(Value::Atom(Atom::Uuid, text.to_ascii_lowercase())),
        "gx:ByteBuffer" => Some(Value::Atom(Atom::Bytes, text.to_owned())),
        _ => match token() {
            Some(group) => Some(Value::Atom(Atom::Token, format!("{group}.{text}"))),
            None => iso::value(tag, text),
        },
    }
}

fn field<'j>(fields: &'j Map<String, Json>, name: &str) -> Result<&'j Json, String> {
    fields.get(name).ok_or_else(|| format!("there is no {name}"))
}

fn text(fields: &Map<String, Json>, name: &str) -> Result<String, String> {
    let json = field(fields, name)?;
    json.as_str().map(ToOwned::to_owned).ok_or_else(|| format!("{name} is no text"))
}

fn members(fields: &Map<String, Json>) -> Result<Vec<(&String, &Json)>, String> {
    match fields.get("properties") {
        None | Some(Json::Null) => Ok(Vec::new()),
        Some(Json::Object(members)) => Ok(members.iter().collect()),
        Some(other) => Err(format!("properties that are {}", shown(other))),
    }
}
