//! From the compact form of an answer to a table: each value is a pair of the number of its type and what it is.
//!
//! The types are those of the specification for clients, <https://docs.falkordb.com/design/client-spec>, and of the
//! header that it names, `resultset_formatter.h`. What has no meaning that we know is kept as it came. A float comes
//! as a text of fifteen digits, a duration as seconds, and other temporal values without the fraction of a second;
//! that of a time of day counts from the beginning of the year 1900.

use std::collections::BTreeMap;

use quarrel_case::answer::{Answer, Reply as Answered, Table};
use quarrel_case::value::{Atom, Element, NewElement, Value};
use serde_json::{Value as Json, json};

use super::decode::{Decoder, Reply, Unread};
use super::names::{Names, Numbered};
use crate::temporal;

/// Seconds from the beginning of 1900 to that of 1970.
const CENTURY: i64 = 2_208_988_800;
const DAY: i64 = 86_400;
/// WGS 84: points are latitudes and longitudes.
const SYSTEM: i64 = 4326;

/// Why an answer was not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unmeant {
    /// It is not in the format.
    Broken(String),
    /// It has a number of which the name is not known.
    Unknown,
}

type Meant<T> = Result<T, Unmeant>;

fn broken<T>(what: &str) -> Meant<T> {
    Err(Unmeant::Broken(format!("the answer has {what}")))
}

/// Reads an answer to `GRAPH.QUERY` with `--compact` as a server of RESP sends it, in a graph that has a hundred names
/// of each kind; the value is its table. For what tries the decoder.
///
/// # Errors
///
/// When it is no such answer, longer than what is kept, or not all there.
pub fn read_compact(bytes: &[u8]) -> Result<Value, String> {
    let mut decoder = Decoder::default();
    decoder.feed(bytes);
    let reply = decoder.next().map_err(|unread| match unread {
        Unread::Broken(what) => what,
        Unread::TooLong | Unread::TooDeep => "it is too long, or nests too deep".to_owned(),
    })?;
    let mut names = Names::default();
    Numbered::ALL.iter().for_each(|of| names.set(*of, (0..100).map(|number| format!("n{number}")).collect()));
    match answer(&reply.ok_or("it is not all there")?, &names) {
        Ok(reply) => {
            let rows = reply.answer.table().map(|table| table.rows.clone()).unwrap_or_default();
            Ok(Value::List(rows.into_iter().map(Value::List).collect()))
        }
        Err(Unmeant::Broken(what)) => Err(what),
        Err(Unmeant::Unknown) => Err("a number has no name".to_owned()),
    }
}

/// The answer: a table where the query has one, and what it changed.
pub(crate) fn answer(reply: &Reply, names: &Names) -> Meant<Answered> {
    names.begin();
    let (columns, rows, statistics) = match list(reply)? {
        [statistics] => (Vec::new(), [].as_slice(), statistics),
        [header, rows, statistics] => (columns(header)?, list(rows)?, statistics),
        _ => return broken("neither one part nor three"),
    };
    let rows = rows.iter().map(|row| {
        let cells = list(row)?;
        match cells.len() == columns.len() {
            true => cells.iter().map(|cell| value(cell, names)).collect(),
            false => broken("a row of another width than its header"),
        }
    });
    let rows = rows.collect::<Meant<_>>()?;
    let counters = counters(list(statistics)?)?;
    Ok(Answered { answer: Answer::Table(Table { columns, rows, order: None, counters }), plan: None })
}

/// Each column is the number of a kind, which is always the same, and a name.
fn columns(header: &Reply) -> Meant<Vec<String>> {
    let column = |column| match list(column)? {
        [_, name] => text(name).map(ToOwned::to_owned),
        _ => broken("a column that is no pair"),
    };
    list(header)?.iter().map(column).collect()
}

/// The names by which the openCypher suite counts what servers count too; what they count in another way keeps the
/// server's name.
const COUNTERS: [(&str, &str); 4] = [
    ("Nodes created", "+nodes"),
    ("Nodes deleted", "-nodes"),
    ("Relationships created", "+relationships"),
    ("Relationships deleted", "-relationships"),
];

/// A statistic is `NAME: NUMBER`; those that are no number of changes are left out.
fn counters(statistics: &[Reply]) -> Meant<BTreeMap<String, i64>> {
    let mut counters = BTreeMap::new();
    for statistic in statistics {
        let Some((name, count)) = text(statistic)?.split_once(": ") else { continue };
        let (Ok(count), false) = (count.parse::<i64>(), name == "Cached execution") else { continue };
        let known = COUNTERS.iter().find(|(own, _)| *own == name);
        let name =
            known.map_or_else(|| name.to_lowercase().replace(' ', "-"), |(_, name)| (*name).to_owned());
        if count != 0 {
            counters.insert(name, count);
        }
    }
    Ok(counters)
}

fn list(reply: &Reply) -> Meant<&[Reply]> {
    match reply {
        Reply::Array(items) => Ok(items),
        _ => broken("no list where one is due"),
    }
}

fn text(reply: &Reply) -> Meant<&str> {
    match reply {
        Reply::Bulk(bytes) => std::str::from_utf8(bytes).or_else(|_| broken("a text that is not UTF-8")),
        Reply::Status(text) => Ok(text),
        _ => broken("no text where one is due"),
    }
}

fn int(reply: &Reply) -> Meant<i64> {
    match reply {
        Reply::Int(number) => Ok(*number),
        _ => broken("no number where one is due"),
    }
}

fn float(reply: &Reply) -> Meant<f64> {
    let text = text(reply)?;
    // The library of C writes the sign of a NaN too, which means nothing.
    match text.trim_start_matches('-') {
        "nan" => Ok(f64::NAN),
        _ => text.parse().or_else(|_| broken("a float that is none")),
    }
}

/// A value with its type. The decoder bounds how deep they nest.
fn value(reply: &Reply, names: &Names) -> Meant<Value> {
    match list(reply)? {
        [kind, reply] => typed(int(kind)?, reply, names),
        _ => broken("a value that is no pair of type and value"),
    }
}

fn values(reply: &Reply, names: &Names) -> Meant<Vec<Value>> {
    list(reply)?.iter().map(|item| value(item, names)).collect()
}

fn typed(kind: i64, reply: &Reply, names: &Names) -> Meant<Value> {
    Ok(match kind {
        1 => Value::Null,
        2 => Value::string(text(reply)?),
        3 => Value::Int(int(reply)?),
        4 => match text(reply)? {
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            _ => return broken("a boolean that is none"),
        },
        5 => Value::Float(float(reply)?),
        6 => Value::List(values(reply, names)?),
        7 => edge(reply, names)?,
        8 => node(reply, names)?,
        9 => path(reply, names)?,
        10 => map(reply, names)?,
        11 => match list(reply)? {
            [latitude, longitude] => Value::Point(SYSTEM, vec![float(longitude)?, float(latitude)?]),
            _ => return broken("a point that has not two coordinates"),
        },
        12 => {
            let items = list(reply)?.iter().map(|item| Ok(Value::Atom(Atom::F32, text(item)?.to_owned())));
            Value::List(items.collect::<Meant<_>>()?)
        }
        13..=16 => instant(kind, int(reply)?),
        _ => Value::Wire(format!("resp {kind}"), raw(reply)),
    })
}

fn instant(kind: i64, seconds: i64) -> Value {
    let whole = (seconds.rem_euclid(DAY) == 0).then(|| i128::from(seconds.div_euclid(DAY)));
    let of_day = seconds.checked_add(CENTURY).and_then(|seconds| seconds.checked_mul(1_000_000_000));
    let atom = |kind, text: Option<String>| text.map(|text| Value::Atom(kind, text));
    let value = match kind {
        13 => atom(Atom::LocalDateTime, temporal::date_time(i128::from(seconds), 0)),
        14 => atom(Atom::Date, whole.map(temporal::date)),
        15 => atom(Atom::LocalTime, of_day.and_then(temporal::time)),
        _ => Some(Value::Duration([0, 0, seconds, 0])),
    };
    value.unwrap_or_else(|| Value::Wire(format!("resp {kind}"), json!(seconds)))
}

fn map(reply: &Reply, names: &Names) -> Meant<Value> {
    let entry = |pair: &[Reply]| match pair {
        [key, part] => Ok((Value::string(text(key)?), value(part, names)?)),
        _ => broken("a key of a map without its value"),
    };
    list(reply)?.chunks(2).map(entry).collect::<Meant<_>>().map(Value::Map)
}

fn name(of: Numbered, number: &Reply, names: &Names) -> Meant<String> {
    let name = names.get(of, int(number)?).ok_or(Unmeant::Unknown)?;
    names.spend(name).map_or_else(|| broken("names that are longer than what is read"), Ok)
}

/// The server's number, the numbers of the labels, and the properties.
fn node(reply: &Reply, names: &Names) -> Meant<Value> {
    let [id, labels, properties] = list(reply)? else { return broken("a node that has not three parts") };
    let labels = list(labels)?.iter().map(|label| name(Numbered::Label, label, names));
    element(Element::Vertex, id, labels.collect::<Meant<_>>()?, properties, names)
}

/// The server's number, the number of the type, those of the ends, and the properties.
fn edge(reply: &Reply, names: &Names) -> Meant<Value> {
    let [id, label, _, _, properties] = list(reply)? else {
        return broken("a relationship that has not five parts");
    };
    element(Element::Edge, id, vec![name(Numbered::Type, label, names)?], properties, names)
}

fn element(
    kind: Element,
    id: &Reply,
    labels: Vec<String>,
    properties: &Reply,
    names: &Names,
) -> Meant<Value> {
    let property = |property| match list(property)? {
        [key, kind, reply] => Ok((name(Numbered::Key, key, names)?, typed(int(kind)?, reply, names)?)),
        _ => broken("a property that has not three parts"),
    };
    let mut properties = list(properties)?.iter().map(property).collect::<Meant<Vec<_>>>()?;
    properties.sort_by(|left, right| left.0.cmp(&right.0));
    Ok(Value::New(kind, Box::new(NewElement { number: int(id)?, labels, properties })))
}

/// Two lists: the nodes, and the relationships between them.
fn path(reply: &Reply, names: &Names) -> Meant<Value> {
    let [nodes, edges] = list(reply)? else { return broken("a path that has not two parts") };
    let (Value::List(nodes), Value::List(edges)) = (value(nodes, names)?, value(edges, names)?) else {
        return broken("a path that is not of lists");
    };
    let is =
        |values: &[Value], kind| values.iter().all(|value| matches!(value, Value::New(of, _) if *of == kind));
    if nodes.len() != edges.len() + 1 || !is(&nodes, Element::Vertex) || !is(&edges, Element::Edge) {
        return broken("a path that leads nowhere");
    }
    let mut nodes = nodes.into_iter();
    let mut parts: Vec<Value> = nodes.next().into_iter().collect();
    parts.extend(edges.into_iter().zip(nodes).flat_map(|(edge, node)| [edge, node]));
    Ok(Value::Path(parts))
}

/// What came, as it came.
fn raw(reply: &Reply) -> Json {
    match reply {
        Reply::Int(number) => json!(number),
        Reply::Status(text) | Reply::Error(text) => json!(text),
        Reply::Bulk(bytes) => json!(String::from_utf8_lossy(bytes)),
        Reply::Nil => Json::Null,
        Reply::Array(items) => items.iter().map(raw).collect(),
    }
}
