//! From the JSON of an answer to a table.
//!
//! A row is an object with the columns in their order. A row that is one record and nothing else comes as that record,
//! so that its column has no name. Records have `@rid`, their type and, mostly, `@cat`; inside of a list or a map some
//! versions give a record by its id alone. Numbers without a fraction are integers. What JSON has no form for comes as a
//! text: NaN, the infinities, temporal values.

use std::collections::BTreeMap;
use std::fmt;

use quarrel_case::answer::{Answer, Reply, Table};
use quarrel_case::value::{Atom, Element, NewElement, Value};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value as Json;

use crate::bounded::{self, Unread};
use crate::elements::TEXT_ID;

/// The types of vertices without a label.
const UNLABELLED: [&str; 2] = ["~NO_LABEL~", "vertex"];
/// The field beside the columns in which some versions tell the types of a row's values (26.8.1: `"@props":"x:3"`).
const TYPES: &str = "@props";
/// What stands between the labels in the name of a type of several.
const BETWEEN: char = '~';

/// What each bucket holds, by the number with which the ids of its records begin; it is known of those that came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Buckets(BTreeMap<String, Element>);

#[derive(Deserialize)]
struct Body {
    result: Vec<Row>,
}

/// The fields of an object in their order.
struct Row(Vec<(String, Json)>);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Row;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a row")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
                let mut fields = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Json>()? {
                    if name != TYPES {
                        fields.push((name, value));
                    }
                }
                Ok(Row(fields))
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

/// Reads an answer as a server sends it; the value is its table. For what tries the decoder.
///
/// # Errors
///
/// When it is no such answer, or nests deeper than is read.
pub fn read_records(bytes: &[u8]) -> Result<Value, String> {
    match read(bytes, &mut Buckets::default()) {
        Ok(reply) => {
            let rows = reply.answer.table().map(|table| table.rows.clone()).unwrap_or_default();
            Ok(Value::List(rows.into_iter().map(Value::List).collect()))
        }
        Err(unread) => Err(unread.why()),
    }
}

/// The answer as a table.
pub(super) fn read(bytes: &[u8], buckets: &mut Buckets) -> Result<Reply, Unread> {
    let body: Body = bounded::json(bytes)?;
    body.result.iter().for_each(|Row(fields)| buckets.learn_row(fields));
    let named = body.result.iter().find(|row| !row.is_record());
    let columns: Vec<String> = match named {
        Some(Row(fields)) => fields.iter().map(|(name, _)| name.clone()).collect(),
        None => body.result.first().map(|_| String::new()).into_iter().collect(),
    };
    let rows = body.result.into_iter().map(|row| row.cells(&columns, buckets));
    let rows = rows.collect::<Result<_, _>>().map_err(Unread::Broken)?;
    Ok(Reply { answer: Answer::Table(Table { columns, rows, ..Table::default() }), plan: None })
}

impl Row {
    fn is_record(&self) -> bool {
        self.0.iter().any(|(name, value)| name == "@rid" && value.is_string())
    }

    fn cells(self, columns: &[String], buckets: &Buckets) -> Result<Vec<Value>, String> {
        if self.is_record() && columns.len() == 1 {
            let record: serde_json::Map<String, Json> = self.0.into_iter().collect();
            return Ok(vec![record_of(&record).unwrap_or(Value::Null)]);
        }
        match self.0.iter().map(|(name, _)| name).eq(columns) {
            true => Ok(self.0.into_iter().map(|(_, cell)| value(&cell, true, buckets)).collect()),
            false => Err("the answer has rows of different columns".to_owned()),
        }
    }
}

impl Buckets {
    fn learn_row(&mut self, fields: &[(String, Json)]) {
        let field = |name: &str| fields.iter().find(|(own, _)| own == name).map(|(_, value)| value);
        if let Some(rid) = field("@rid").and_then(Json::as_str) {
            self.add(rid, kind(&field));
        }
        fields.iter().for_each(|(_, value)| self.learn(value));
    }

    fn learn(&mut self, json: &Json) {
        match json {
            Json::Array(items) => items.iter().for_each(|item| self.learn(item)),
            Json::Object(fields) => {
                if let Some(rid) = fields.get("@rid").and_then(Json::as_str) {
                    self.add(rid, kind(&|name: &str| fields.get(name)));
                }
                fields.values().for_each(|value| self.learn(value));
            }
            _ => {}
        }
    }

    fn add(&mut self, rid: &str, kind: Option<Element>) {
        if let (Some(bucket), Some(kind)) = (bucket(rid), kind) {
            self.0.insert(bucket.to_owned(), kind);
        }
    }

    fn get(&self, rid: &str) -> Option<Element> {
        self.0.get(bucket(rid)?).copied()
    }
}

/// The bucket of an id: `#12:7` is of `12`.
fn bucket(rid: &str) -> Option<&str> {
    let (bucket, place) = rid.strip_prefix('#')?.split_once(':')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(bucket) && is_number(place)).then_some(bucket)
}

/// What a record is; nothing where it is neither vertex nor edge.
fn kind<'a>(field: &dyn Fn(&str) -> Option<&'a Json>) -> Option<Element> {
    match field("@cat").and_then(Json::as_str) {
        Some("v") => Some(Element::Vertex),
        Some("e") => Some(Element::Edge),
        Some(_) => None,
        None if field("@in").is_some() && field("@out").is_some() => Some(Element::Edge),
        None => Some(Element::Vertex),
    }
}

fn value(json: &Json, is_cell: bool, buckets: &Buckets) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(is) => Value::Bool(*is),
        Json::Number(number) => self::number(&number.to_string()),
        Json::String(text) => match buckets.get(text) {
            Some(kind) if !is_cell => Value::Foreign(kind, text.clone()),
            _ => Value::string(text.as_str()),
        },
        Json::Array(items) => Value::List(items.iter().map(|item| value(item, false, buckets)).collect()),
        Json::Object(fields) => {
            let meant = record_of(fields).or_else(|| path(fields)).or_else(|| point(fields));
            meant.unwrap_or_else(|| {
                let entries = fields
                    .iter()
                    .map(|(key, part)| (Value::string(key.as_str()), value(part, false, buckets)));
                Value::Map(entries.collect())
            })
        }
    }
}

fn number(text: &str) -> Value {
    match (text.parse::<i64>(), text.contains(['.', 'e', 'E'])) {
        (Ok(number), _) => Value::Int(number),
        (Err(_), true) => text.parse().map_or_else(|_| Value::string(text), Value::Float),
        (Err(_), false) => Value::Atom(Atom::BigInt, text.to_owned()),
    }
}

/// A vertex or an edge with all there is to it.
fn record_of(fields: &serde_json::Map<String, Json>) -> Option<Value> {
    let rid = fields.get("@rid").and_then(Json::as_str).filter(|rid| bucket(rid).is_some())?;
    let kind = kind(&|name: &str| fields.get(name))?;
    let of_type = fields.get("@type").and_then(Json::as_str).unwrap_or_default();
    let labels = match (kind, UNLABELLED.contains(&of_type)) {
        (Element::Vertex, true) => Vec::new(),
        (Element::Vertex, false) => of_type.split(BETWEEN).map(ToOwned::to_owned).collect(),
        (Element::Edge, _) => vec![of_type.to_owned()],
    };
    let own = fields.iter().filter(|(key, _)| !key.starts_with('@'));
    let own = own.map(|(key, part)| (key.clone(), value(part, false, &Buckets::default())));
    let mut properties = vec![(TEXT_ID.to_owned(), Value::string(rid))];
    properties.extend(own.filter(|(key, _)| key != TEXT_ID));
    properties.sort_by(|left, right| left.0.cmp(&right.0));
    Some(Value::New(kind, Box::new(NewElement { number: 0, labels, properties })))
}

/// Two lists: the nodes, and the relationships between them.
fn path(fields: &serde_json::Map<String, Json>) -> Option<Value> {
    fields.get("_type").filter(|name| name.as_str() == Some("path"))?;
    let records = |name: &str, of: Element| {
        let records = fields.get(name)?.as_array()?.iter().map(|record| record_of(record.as_object()?));
        let records = records.collect::<Option<Vec<Value>>>()?;
        let is_of = |value: &Value| matches!(value, Value::New(kind, _) if *kind == of);
        records.iter().all(is_of).then_some(records)
    };
    let (nodes, edges) = (records("nodes", Element::Vertex)?, records("relationships", Element::Edge)?);
    if nodes.len() != edges.len() + 1 {
        return None;
    }
    let mut nodes = nodes.into_iter();
    let mut parts: Vec<Value> = nodes.next().into_iter().collect();
    parts.extend(edges.into_iter().zip(nodes).flat_map(|(edge, node)| [edge, node]));
    Some(Value::Path(parts))
}

fn point(fields: &serde_json::Map<String, Json>) -> Option<Value> {
    fields.get("crs")?.as_str()?;
    let system = fields.get("srid")?.as_i64()?;
    let names = ["x", "y", "z"].into_iter().filter(|name| fields.contains_key(*name));
    let coordinates = names.map(|name| fields.get(name)?.as_f64()).collect::<Option<Vec<f64>>>()?;
    let geographic = ["longitude", "latitude", "height"];
    let others = fields.keys().filter(|name| !geographic.contains(&name.as_str())).count();
    let is_whole = coordinates.len() >= 2 && coordinates.len() + 2 == others;
    is_whole.then_some(Value::Point(system, coordinates))
}
