//! From the values of Bolt to ours: elements by the server's own ids with all that came of them, everything else
//! by its meaning. What has no meaning that we know is kept as it came.

use quarrel_case::json;
use quarrel_case::value::{Atom, Element, NewElement, Value};
use quarrel_case::zone;
use serde_json::{Value as Json, json};

use super::packstream::{Packed, VALUES, unpack};
use crate::temporal;

/// The most that a path may come to, in bytes or so: each step says again what came once of its element.
const LONGEST_PATH: usize = 64 << 20;

/// Reads a value in PackStream as a server sends it over Bolt. For what tries the decoder.
///
/// # Errors
///
/// When it is none, or means nothing.
pub fn read_packstream(bytes: &[u8]) -> Result<Value, String> {
    value(unpack(bytes, &mut VALUES.clone()).map_err(|unread| format!("it is not read: {unread:?}"))?)
}

/// The value; the error says why it is none.
pub(crate) fn value(packed: Packed) -> Result<Value, String> {
    Ok(match packed {
        Packed::Null => Value::Null,
        Packed::Bool(flag) => Value::Bool(flag),
        Packed::Int(number) => Value::Int(number),
        Packed::Float(number) => Value::Float(number),
        Packed::Bytes(bytes) => Value::Atom(Atom::Bytes, base64(&bytes)),
        Packed::String(text) => Value::String(text),
        Packed::List(items) => Value::List(values(items)?),
        Packed::Map(entries) => {
            let entries = entries.into_iter().map(|(key, packed)| Ok((Value::String(key), value(packed)?)));
            Value::Map(entries.collect::<Result<_, String>>()?)
        }
        Packed::Structure(tag, fields) => match structure(tag, &fields)? {
            Some(value) => value,
            None => unknown(tag, fields)?,
        },
    })
}

fn values(items: Vec<Packed>) -> Result<Vec<Value>, String> {
    items.into_iter().map(value).collect()
}

/// A value as JSON, for what is shown and stored only: plans.
pub(crate) fn to_json(packed: &Packed) -> Json {
    match packed {
        Packed::Map(entries) => {
            Json::Object(entries.iter().map(|(key, packed)| (key.clone(), to_json(packed))).collect())
        }
        Packed::List(items) => Json::Array(items.iter().map(to_json).collect()),
        other => value(other.clone()).map_or(Json::Null, |value| json::write(&value)),
    }
}

/// A structure by its tag; none where it is of no known form.
fn structure(tag: u8, fields: &[Packed]) -> Result<Option<Value>, String> {
    use Packed::{Float, Int, String as Text};
    Ok(match (tag, fields) {
        (b'N' | b'R' | b'r', _) => Some(element(tag, fields)?),
        (b'P', [Packed::List(nodes), Packed::List(edges), Packed::List(steps)]) => {
            Some(path(nodes, edges, steps)?)
        }
        (b'P', _) => return Err("a path without nodes, relationships and steps".to_owned()),
        (b'D', [Int(days)]) => atom(Atom::Date, Some(temporal::date(i128::from(*days)))),
        (b't', [Int(time)]) => atom(Atom::LocalTime, temporal::time(*time)),
        (b'T', [Int(time), Int(offset)]) => atom(Atom::Time, both(temporal::time(*time), *offset)),
        (b'd', [Int(seconds), Int(rest)]) => {
            atom(Atom::LocalDateTime, temporal::date_time(i128::from(*seconds), *rest))
        }
        // The clock of the zone, and the zone's offset.
        (b'F', [Int(seconds), Int(rest), Int(offset)]) => {
            atom(Atom::DateTime, both(temporal::date_time(i128::from(*seconds), *rest), *offset))
        }
        // The same since 5.0, or where it is asked for: the clock of UTC.
        (b'I', [Int(seconds), Int(rest), Int(offset)]) => {
            let local = i128::from(*seconds) + i128::from(*offset);
            atom(Atom::DateTime, both(temporal::date_time(local, *rest), *offset))
        }
        // The same two with the zone's name in the place of its offset.
        (b'f', [Int(seconds), Int(rest), Text(zone)]) => {
            let offset = temporal::offset_of_clock(zone, *seconds);
            offset.and_then(|offset| zoned(*seconds, *rest, zone, offset))
        }
        (b'i', [Int(seconds), Int(rest), Text(zone)]) => {
            let offset = zone::offset_at(zone, *seconds);
            offset.and_then(|offset| zoned(seconds.checked_add(offset)?, *rest, zone, offset))
        }
        (b'E', [Int(months), Int(days), Int(seconds), Int(rest)]) => {
            Some(Value::Duration([*months, *days, *seconds, *rest]))
        }
        (b'X', [Int(system), Float(x), Float(y)]) => Some(Value::Point(*system, vec![*x, *y])),
        (b'Y', [Int(system), Float(x), Float(y), Float(z)]) => Some(Value::Point(*system, vec![*x, *y, *z])),
        _ => None,
    })
}

fn atom(kind: Atom, text: Option<String>) -> Option<Value> {
    text.map(|text| Value::Atom(kind, text))
}

fn both(clock: Option<String>, offset: i64) -> Option<String> {
    Some(clock? + &temporal::offset(offset)?)
}

/// A date and time in a named zone, by the zone's clock.
fn zoned(seconds: i64, rest: i64, zone: &str, offset: i64) -> Option<Value> {
    let text = both(temporal::date_time(i128::from(seconds), rest), offset)?;
    Some(Value::Atom(Atom::DateTime, format!("{text}[{zone}]")))
}

fn unknown(tag: u8, fields: Vec<Packed>) -> Result<Value, String> {
    let fields = values(fields)?.iter().map(json::write).collect::<Vec<_>>();
    Ok(Value::Wire(format!("bolt {tag:#04X}"), json!(fields)))
}

/// A node, a relationship, or one of a path, which knows its ends by its place. Since 5.0 more ids follow.
fn element(tag: u8, fields: &[Packed]) -> Result<Value, String> {
    let (kind, id, labels, properties, rest) = match (tag, fields) {
        (b'N', [id, Packed::List(labels), Packed::Map(properties), rest @ ..]) => {
            (Element::Vertex, id, labels.as_slice(), properties, rest)
        }
        (b'R', [id, _, _, label, Packed::Map(properties), rest @ ..])
        | (b'r', [id, label, Packed::Map(properties), rest @ ..]) => {
            (Element::Edge, id, std::slice::from_ref(label), properties, rest)
        }
        _ => return Err(format!("an element of {} fields", fields.len())),
    };
    let labels = labels.iter().map(|label| label.text().map(ToOwned::to_owned));
    let labels = labels.collect::<Option<_>>().ok_or("a label that is no text")?;
    match (id, rest.first()) {
        (Packed::Int(number), _) => {
            let properties = properties.iter().map(|(key, packed)| Ok((key.clone(), value(packed.clone())?)));
            let mut properties = properties.collect::<Result<Vec<_>, String>>()?;
            properties.sort_by(|left, right| left.0.cmp(&right.0));
            Ok(Value::New(kind, Box::new(NewElement { number: *number, labels, properties })))
        }
        (_, Some(Packed::String(id))) => Ok(Value::Foreign(kind, id.clone())),
        _ => Err("an element without an id".to_owned()),
    }
}

/// Each step of a path is the number of a relationship, counted from 1 and negative where it is walked against its
/// direction, and the number of the node that it leads to.
fn path(nodes: &[Packed], edges: &[Packed], steps: &[Packed]) -> Result<Value, String> {
    let mut left = LONGEST_PATH;
    let mut part = |items: &[Packed], place: i64, tag: u8| {
        let item = usize::try_from(place).ok().and_then(|place| items.get(place));
        match item {
            Some(Packed::Structure(found, fields)) if *found == tag => {
                let size = fields.iter().map(size).sum();
                left = left.checked_sub(size).ok_or("a path is longer than what is read")?;
                element(tag, fields)
            }
            _ => Err("a step of a path leads nowhere".to_owned()),
        }
    };
    let mut parts = vec![part(nodes, 0, b'N')?];
    for step in steps.chunks(2) {
        let [Packed::Int(edge), Packed::Int(node)] = step else {
            return Err("a step of a path is no pair of numbers".to_owned());
        };
        let place = edge.checked_abs().and_then(|place| place.checked_sub(1));
        parts.push(part(edges, place.unwrap_or(-1), b'r')?);
        parts.push(part(nodes, *node, b'N')?);
    }
    Ok(Value::Path(parts))
}

/// What a value takes, in bytes or so.
fn size(packed: &Packed) -> usize {
    let own = size_of::<Value>();
    match packed {
        Packed::Bytes(bytes) => own + 2 * bytes.len(),
        Packed::String(text) => own + text.len(),
        Packed::List(items) | Packed::Structure(_, items) => own + items.iter().map(size).sum::<usize>(),
        Packed::Map(entries) => {
            own + entries.iter().map(|(key, value)| own + key.len() + size(value)).sum::<usize>()
        }
        _ => own,
    }
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits =
            (0..3).fold(0, |bits, place| bits << 8 | usize::from(group.get(place).copied().unwrap_or(0)));
        for place in 0..4 {
            let digit = DIGITS[bits >> (18 - 6 * place) & 63];
            text.push(if place <= group.len() { char::from(digit) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random::Random;

    fn int(number: i64) -> Packed {
        Packed::Int(number)
    }

    fn node(id: i64) -> Packed {
        let labels = Packed::List(vec![Packed::string("A")]);
        let properties = Packed::Map(vec![("b".into(), int(2)), ("a".into(), int(1))]);
        Packed::Structure(b'N', vec![int(id), labels, properties])
    }

    fn step(id: i64) -> Packed {
        Packed::Structure(b'r', vec![int(id), Packed::string("T"), Packed::Map(Vec::new())])
    }

    fn shown(packed: Packed) -> String {
        value(packed).map_or_else(|error| error, |value| json::write(&value).to_string())
    }

    #[test]
    fn every_structure_has_its_value() {
        let float = Packed::Float;
        for (tag, fields, expected) in [
            (b'D', vec![int(-1)], r#"{"date":"1969-12-31"}"#),
            (b't', vec![int(1_000_000_000)], r#"{"localtime":"00:00:01"}"#),
            (b'T', vec![int(0), int(7200)], r#"{"time":"00:00:00+02:00"}"#),
            (b'd', vec![int(86_400), int(5)], r#"{"localdatetime":"1970-01-02T00:00:00.000000005"}"#),
            (b'F', vec![int(3600), int(0), int(3600)], r#"{"datetime":"1970-01-01T01:00:00+01:00"}"#),
            (b'I', vec![int(0), int(0), int(3600)], r#"{"datetime":"1970-01-01T01:00:00+01:00"}"#),
            (
                b'f',
                vec![int(0), int(0), Packed::string("UTC")],
                r#"{"datetime":"1970-01-01T00:00:00Z[UTC]"}"#,
            ),
            (b'i', vec![int(0), int(0), Packed::string("Z")], r#"{"datetime":"1970-01-01T00:00:00Z[Z]"}"#),
            (
                b'i',
                vec![int(0), int(0), Packed::string("Europe/Berlin")],
                r#"{"datetime":"1970-01-01T01:00:00+01:00[Europe/Berlin]"}"#,
            ),
            (
                b'f',
                vec![int(466_345_860), int(0), Packed::string("Europe/Stockholm")],
                r#"{"datetime":"1984-10-11T12:31:00+01:00[Europe/Stockholm]"}"#,
            ),
            (
                b'f',
                vec![int(0), int(0), Packed::string("Nowhere/Land")],
                r#"{"wire":["bolt 0x66",[0,0,"Nowhere/Land"]]}"#,
            ),
            (b'E', vec![int(1), int(2), int(3), int(4)], r#"{"duration":[1,2,3,4]}"#),
            (b'X', vec![int(7203), float(1.0), float(2.5)], r#"{"point":[7203,1.0,2.5]}"#),
            (b'Y', vec![int(9157), float(1.0), float(2.0), float(3.0)], r#"{"point":[9157,1.0,2.0,3.0]}"#),
            (b't', vec![int(-1)], r#"{"wire":["bolt 0x74",[-1]]}"#),
            (b'V', vec![Packed::Bytes(vec![1, 2])], r#"{"wire":["bolt 0x56",[{"bytes":"AQI="}]]}"#),
        ] {
            assert_eq!(shown(Packed::Structure(tag, fields)), expected);
        }
    }

    #[test]
    fn elements_come_with_all_that_came_of_them() {
        let vertex = r#"{"vertex":{"labels":["A"],"new":7,"properties":{"a":1,"b":2}}}"#;
        assert_eq!(shown(node(7)), vertex);
        let text = Packed::string;
        let fields =
            vec![int(3), int(7), int(8), text("T"), Packed::Map(Vec::new()), text("5:x:3"), text("4:x:7")];
        assert_eq!(
            shown(Packed::Structure(b'R', fields)),
            r#"{"edge":{"labels":["T"],"new":3,"properties":{}}}"#
        );
        let fields = vec![Packed::Null, Packed::List(Vec::new()), Packed::Map(Vec::new()), text("4:x:7")];
        assert_eq!(shown(Packed::Structure(b'N', fields)), r#"{"vertex":{"foreign":"4:x:7"}}"#);
    }

    fn path_of(steps: &[i64]) -> Packed {
        let steps = steps.iter().map(|number| int(*number)).collect();
        let (nodes, edges) = (vec![node(7), node(8)], vec![step(1), step(2)]);
        Packed::Structure(b'P', vec![Packed::List(nodes), Packed::List(edges), Packed::List(steps)])
    }

    #[test]
    fn a_path_is_walked_by_its_steps_whatever_the_direction() {
        let Ok(Value::Path(parts)) = value(path_of(&[1, 1, -2, 0])) else { panic!("it is a path") };
        let numbers: Vec<i64> = parts
            .iter()
            .map(|part| if let Value::New(_, element) = part { element.number } else { -1 })
            .collect();
        assert_eq!(numbers, [7, 1, 8, 2, 7]);
    }

    #[test]
    fn a_short_message_does_not_make_a_long_path() {
        let long = Packed::Map(vec![("a".into(), Packed::String("a".repeat(1 << 16)))]);
        let node = Packed::Structure(b'N', vec![int(7), Packed::List(Vec::new()), long]);
        let steps = |count| {
            let steps = std::iter::repeat_n([int(1), int(0)], count).flatten().collect();
            let parts = [vec![node.clone()], vec![step(1)], steps].map(Packed::List);
            value(Packed::Structure(b'P', parts.into()))
        };
        assert!(steps(100).is_ok());
        assert_eq!(steps(100_000), Err("a path is longer than what is read".to_owned()));
    }

    #[test]
    fn what_makes_no_sense_is_an_error() {
        for packed in [
            path_of(&[3, 1]),
            path_of(&[1, 2]),
            path_of(&[0, 1]),
            path_of(&[1]),
            path_of(&[i64::MIN, 1]),
            Packed::Structure(b'P', Vec::new()),
            Packed::Structure(b'N', vec![int(1)]),
            Packed::Structure(b'N', vec![Packed::Null, Packed::List(Vec::new()), Packed::Map(Vec::new())]),
            Packed::Structure(b'r', vec![int(1), int(2), Packed::Map(Vec::new())]),
        ] {
            assert!(value(packed.clone()).is_err(), "{packed:?}");
        }
    }

    #[test]
    fn no_fields_do_harm() {
        let mut random = Random::new(3);
        let some = |random: &mut Random| match random.below(6) {
            0 => Packed::Null,
            1 => Packed::string("x"),
            2 => Packed::List(vec![node(1), step(1)]),
            3 => Packed::Map(Vec::new()),
            _ => Packed::Int([0, 1, -1, i64::MIN, i64::MAX, random.next() as i64][random.below(6)]),
        };
        for _ in 0..20_000 {
            let tag = b"NRrPDtTdFIfiEXYV"[random.below(16)];
            let fields = (0..random.below(6)).map(|_| some(&mut random)).collect();
            let _ = value(Packed::Structure(tag, fields));
        }
    }

    #[test]
    fn bytes_are_written_in_base64() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
