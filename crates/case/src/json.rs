//! The JSON form of values: the contract's section "Values in JSON".
//!
//! Written by hand rather than derived, because the form is a contract and because an RDF term and a string
//! of a property graph look alike in it: the reader is told the [`Model`].

use serde_json::{Value as Json, json};

use crate::graph::Model;
use crate::term::Term;
use crate::value::{Atom, Element, NewElement, Value};

/// Nanoseconds of a second.
const SECOND: i64 = 1_000_000_000;

/// JSON that is not what the contract says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct JsonError(pub String);

impl JsonError {
    /// An error that says what was expected and shows the beginning of what was found.
    pub fn expected(what: &str, found: &Json) -> Self {
        let text: String = found.to_string().chars().take(80).collect();
        Self(format!("expected {what}, found {text}"))
    }
}

/// The contract's form of a value.
pub fn write(value: &Value) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(flag) => json!(flag),
        Value::Int(number) => json!(number),
        Value::Float(number) => write_float(*number),
        Value::String(text) => json!(text),
        Value::List(items) => write_all(items),
        Value::Map(entries) => {
            let entries: Vec<Json> =
                entries.iter().map(|(key, value)| json!([write(key), write(value)])).collect();
            json!({ "map": entries })
        }
        Value::Set(items) => json!({ "set": write_all(items) }),
        Value::Atom(kind, text) => write_atom(*kind, text),
        Value::Duration(parts) => json!({ "duration": parts }),
        Value::Point(system, coordinates) => {
            let mut parts = vec![json!(system)];
            parts.extend(coordinates.iter().copied().map(write_float));
            json!({ "point": parts })
        }
        Value::Property(key, value) => json!({ "property": [key, write(value)] }),
        Value::Vertex(id) => json!({ "vertex": id }),
        Value::Edge(id) => json!({ "edge": id }),
        Value::Foreign(kind, id) => keyed(kind.key(), json!({ "foreign": id })),
        Value::New(kind, element) => keyed(kind.key(), write_new(element)),
        Value::Path(items) => json!({ "path": write_all(items) }),
        Value::LabelledPath(objects, labels) => {
            json!({ "path": { "objects": write_all(objects), "labels": labels } })
        }
        Value::Term(term) => json!(term.to_string()),
        Value::Bag(items) => json!({ "bag": write_all(items) }),
        Value::Near(number) => json!({ "near": write_float(*number) }),
        Value::Open(why) => json!({ "open": why }),
        Value::Wire(kind, value) => json!({ "wire": [kind, value] }),
    }
}

fn keyed(key: &str, value: Json) -> Json {
    Json::Object(std::iter::once((key.to_owned(), value)).collect())
}

fn write_all(items: &[Value]) -> Json {
    Json::Array(items.iter().map(write).collect())
}

fn write_float(number: f64) -> Json {
    match serde_json::Number::from_f64(number) {
        Some(number) => Json::Number(number),
        None if number.is_nan() => json!({ "f64": "NaN" }),
        None if number > 0.0 => json!({ "f64": "Infinity" }),
        None => json!({ "f64": "-Infinity" }),
    }
}

fn write_atom(kind: Atom, text: &str) -> Json {
    let small = matches!(kind, Atom::I8 | Atom::I16 | Atom::I32);
    match text.parse::<i64>() {
        Ok(number) if small => keyed(kind.key(), json!(number)),
        _ => keyed(kind.key(), json!(text)),
    }
}

fn write_new(element: &NewElement) -> Json {
    let properties: serde_json::Map<String, Json> =
        element.properties.iter().map(|(key, value)| (key.clone(), write(value))).collect();
    json!({ "new": element.number, "labels": element.labels, "properties": properties })
}

/// Reads a value in the contract's form; in RDF every string is a term.
pub fn read(json: &Json, model: Model) -> Result<Value, JsonError> {
    match json {
        Json::Null => Ok(Value::Null),
        Json::Bool(flag) => Ok(Value::Bool(*flag)),
        Json::Number(number) => read_number(number),
        Json::String(text) => match model {
            Model::Property => Ok(Value::String(text.clone())),
            Model::Rdf => text.parse::<Term>().map(Value::Term).map_err(|error| JsonError(error.to_string())),
        },
        Json::Array(items) => Ok(Value::List(read_all(items, model)?)),
        Json::Object(fields) => match fields.iter().next() {
            Some((key, value)) if fields.len() == 1 => read_keyed(key, value, model),
            _ => Err(JsonError::expected("an object with one key", json)),
        },
    }
}

fn read_number(number: &serde_json::Number) -> Result<Value, JsonError> {
    let text = number.to_string();
    if let Ok(integer) = text.parse::<i64>() {
        // `-0` has no point: an integer, as the contract says.
        return Ok(Value::Int(integer));
    }
    if !text.contains(['.', 'e', 'E']) {
        return Ok(Value::Atom(Atom::BigInt, text));
    }
    match text.parse::<f64>() {
        Ok(float) if float.is_finite() => Ok(Value::Float(float)),
        Ok(_) => {
            Err(JsonError(format!("{text} is beyond the 64-bit floats; write {{\"f64\":\"Infinity\"}}")))
        }
        Err(error) => Err(JsonError(format!("{text}: {error}"))),
    }
}

fn read_all(items: &[Json], model: Model) -> Result<Vec<Value>, JsonError> {
    items.iter().map(|item| read(item, model)).collect()
}

fn read_list(json: &Json, model: Model) -> Result<Vec<Value>, JsonError> {
    read_all(json.as_array().ok_or_else(|| JsonError::expected("an array", json))?, model)
}

fn read_keyed(key: &str, value: &Json, model: Model) -> Result<Value, JsonError> {
    if let Some(kind) = Atom::from_key(key) {
        let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
        return Ok(Value::Atom(kind, text));
    }
    match key {
        "f64" | "near" => {
            let number = read_float(value)?;
            Ok(if key == "f64" { Value::Float(number) } else { Value::Near(number) })
        }
        "map" => read_map(value, model),
        "set" => Ok(Value::Set(read_list(value, model)?)),
        "bag" => Ok(Value::Bag(read_list(value, model)?)),
        "duration" => read_duration(value),
        "point" => read_point(value),
        "property" => read_property(value, model),
        "vertex" => read_element(Element::Vertex, value, model),
        "edge" => read_element(Element::Edge, value, model),
        "path" => read_path(value, model),
        "open" => Ok(Value::Open(value.as_str().unwrap_or_default().to_owned())),
        "wire" => match value.as_array().map(Vec::as_slice) {
            Some([Json::String(kind), value]) => Ok(Value::Wire(kind.clone(), value.clone())),
            _ => Err(JsonError::expected("[type, value]", value)),
        },
        _ => Err(JsonError(format!("unknown key {key:?} of a value"))),
    }
}

fn read_float(json: &Json) -> Result<f64, JsonError> {
    match json {
        Json::Number(number) => number.as_f64().ok_or_else(|| JsonError::expected("a float", json)),
        Json::String(text) if text == "NaN" => Ok(f64::NAN),
        Json::String(text) if text == "Infinity" => Ok(f64::INFINITY),
        Json::String(text) if text == "-Infinity" => Ok(f64::NEG_INFINITY),
        Json::Object(fields) if fields.contains_key("f64") => read_float(&fields["f64"]),
        _ => Err(JsonError::expected("a float", json)),
    }
}

fn read_map(json: &Json, model: Model) -> Result<Value, JsonError> {
    let entries = json.as_array().ok_or_else(|| JsonError::expected("an array of entries", json))?;
    let entries = entries.iter().map(|entry| match entry.as_array().map(Vec::as_slice) {
        Some([key, value]) => Ok((read(key, model)?, read(value, model)?)),
        _ => Err(JsonError::expected("[key, value]", entry)),
    });
    Ok(Value::Map(entries.collect::<Result<_, _>>()?))
}

/// Nanoseconds are brought below a second and not below nothing: engines write one amount of time in several ways.
fn read_duration(json: &Json) -> Result<Value, JsonError> {
    let parts = serde_json::from_value(json.clone());
    let [months, days, seconds, nanoseconds]: [i64; 4] =
        parts.map_err(|_| JsonError::expected("four integers", json))?;
    let carried = seconds.checked_add(nanoseconds.div_euclid(SECOND));
    Ok(Value::Duration(match carried {
        Some(seconds) => [months, days, seconds, nanoseconds.rem_euclid(SECOND)],
        None => [months, days, seconds, nanoseconds],
    }))
}

fn read_point(json: &Json) -> Result<Value, JsonError> {
    let error = || JsonError::expected("[srid, x, y(, z)]", json);
    let (system, coordinates) = json.as_array().and_then(|parts| parts.split_first()).ok_or_else(error)?;
    let system = system.as_i64().ok_or_else(error)?;
    Ok(Value::Point(system, coordinates.iter().map(read_float).collect::<Result<_, _>>()?))
}

fn read_property(json: &Json, model: Model) -> Result<Value, JsonError> {
    match json.as_array().map(Vec::as_slice) {
        Some([Json::String(key), value]) => Ok(Value::Property(key.clone(), Box::new(read(value, model)?))),
        _ => Err(JsonError::expected("[key, value]", json)),
    }
}

fn read_element(kind: Element, json: &Json, model: Model) -> Result<Value, JsonError> {
    if let Some(id) = json.as_i64() {
        return Ok(if kind == Element::Vertex { Value::Vertex(id) } else { Value::Edge(id) });
    }
    let Some(fields) = json.as_object() else {
        return Ok(Value::Foreign(kind, json.as_str().map_or_else(|| json.to_string(), ToOwned::to_owned)));
    };
    if let Some(id) = fields.get("foreign").and_then(Json::as_str) {
        return Ok(Value::Foreign(kind, id.to_owned()));
    }
    let number =
        fields.get("new").and_then(Json::as_i64).ok_or_else(|| JsonError::expected("an element", json))?;
    let labels = fields.get("labels").and_then(Json::as_array).into_iter().flatten();
    let labels = labels.filter_map(Json::as_str).map(ToOwned::to_owned).collect();
    let properties = fields.get("properties").and_then(Json::as_object).into_iter().flatten();
    let properties = properties.map(|(key, value)| Ok((key.clone(), read(value, model)?)));
    let properties = properties.collect::<Result<_, JsonError>>()?;
    Ok(Value::New(kind, Box::new(NewElement { number, labels, properties })))
}

fn read_path(json: &Json, model: Model) -> Result<Value, JsonError> {
    let Some(fields) = json.as_object() else {
        return Ok(Value::Path(read_list(json, model)?));
    };
    let error = || JsonError::expected("a path with objects and labels", json);
    let objects = read_list(fields.get("objects").ok_or_else(error)?, model)?;
    let labels =
        serde_json::from_value(fields.get("labels").ok_or_else(error)?.clone()).map_err(|_| error())?;
    Ok(Value::LabelledPath(objects, labels))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_value_comes_back_as_it_went() {
        let texts = [
            "null",
            "true",
            "7",
            "7.0",
            "-0.0",
            "1e+300",
            "\"a\"",
            "[1,[2]]",
            r#"{"f64":"NaN"}"#,
            r#"{"f64":"-Infinity"}"#,
            r#"{"f32":"0.94461"}"#,
            r#"{"i8":7}"#,
            r#"{"bigint":"123456789012345678901"}"#,
            r#"{"decimal":"1.50"}"#,
            r#"{"map":[["k",1]]}"#,
            r#"{"set":[1]}"#,
            r#"{"date":"2024-02-29"}"#,
            r#"{"duration":[1,2,3,4]}"#,
            r#"{"point":[4326,1.0,2.0]}"#,
            r#"{"token":"T.label"}"#,
            r#"{"property":["k",1]}"#,
            r#"{"vertex":1}"#,
            r#"{"edge":2}"#,
            r#"{"vertex":{"foreign":"x"}}"#,
            r#"{"vertex":{"labels":["A"],"new":0,"properties":{"k":1}}}"#,
            r#"{"path":[{"vertex":1},{"edge":1},{"vertex":2}]}"#,
            r#"{"path":{"labels":[["a"]],"objects":[1]}}"#,
            r#"{"bag":[1,2]}"#,
            r#"{"near":1.5}"#,
            r#"{"open":"id"}"#,
            r#"{"wire":["t",[1]]}"#,
        ];
        for text in texts {
            let json: Json = serde_json::from_str(text).unwrap();
            let value = read(&json, Model::Property).unwrap();
            assert_eq!(write(&value).to_string(), text, "{value:?}");
        }
    }

    #[test]
    fn an_amount_of_time_is_one_value_however_it_is_written() {
        for (text, parts) in [
            ("[0,0,0,-500000000]", [0, 0, -1, 500_000_000]),
            ("[1,2,3,1500000000]", [1, 2, 4, 500_000_000]),
            ("[0,0,-1,500000000]", [0, 0, -1, 500_000_000]),
            ("[0,0,9223372036854775807,1000000000]", [0, 0, i64::MAX, 1_000_000_000]),
        ] {
            let json = json!({ "duration": serde_json::from_str::<Json>(text).unwrap() });
            assert_eq!(read(&json, Model::Property).unwrap(), Value::Duration(parts), "{text}");
        }
    }

    #[test]
    fn in_rdf_a_string_is_a_term() {
        let json = json!("\"01\"^^<http://www.w3.org/2001/XMLSchema#integer>");
        let value = read(&json, Model::Rdf).unwrap();
        assert!(matches!(value, Value::Term(Term::Literal(_))));
        assert_eq!(write(&value), json);
        assert!(read(&json!("no term"), Model::Rdf).is_err());
    }

    #[test]
    fn what_the_contract_does_not_know_is_an_error() {
        for text in
            [r#"{"a":1,"b":2}"#, r#"{"unknown":1}"#, r#"{"map":1}"#, r#"{"point":[]}"#, "1e999", "[-1e999]"]
        {
            assert!(read(&serde_json::from_str(text).unwrap(), Model::Property).is_err(), "{text}");
        }
    }
}
