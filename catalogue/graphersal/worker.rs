//! Hosts graphersal: Gremlin over a graph in memory, read as a script of Rhai.

use quarrel_graphersal::{
    DateTime, Dynamic, EdgeValue, ElementProperty, Engine, EvalAltResult, ObjectMap, PropertyMap, ScriptEdge,
    ScriptMap, ScriptVertex, VertexValue,
};
use serde_json::Map;

use super::{Failure, Host, Json, Offer, Phase, no_options};

struct Graphersal {
    engine: Engine,
}

/// Opens an empty graph.
pub(crate) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Graphersal { engine: Engine::empty() }))
}

impl Graphersal {
    fn rows(&self, text: &str) -> Result<Vec<Dynamic>, Failure> {
        self.engine.results(text).map_err(|error| failure(&error))
    }
}

impl Host for Graphersal {
    fn hello(&mut self, _language: &str, options: &Map<String, serde_json::Value>) -> Result<Offer, Failure> {
        no_options(options)?;
        Ok(Offer { language: "gremlin", ops: &["reset", "query", "dump"] })
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.engine = Engine::empty();
        Ok(())
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        let rows = self.rows(text)?;
        if u64::try_from(rows.len()).unwrap_or(u64::MAX) > limit {
            return Err(Failure::row_limit(limit));
        }
        reply.object(|json| {
            json.key("columns");
            json.strings(["value"])?;
            json.key("rows");
            json.list(|json| rows.iter().try_for_each(|row| json.list(|json| value(json, row))))
        })
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        let (vertices, edges) = (self.rows("g.V()")?, self.rows("g.E()")?);
        graph.object(|json| {
            json.key("vertices");
            json.list(|json| vertices.iter().try_for_each(|row| element(json, row)))?;
            json.key("edges");
            json.list(|json| edges.iter().try_for_each(|row| element(json, row)))?;
            json.key("indexes");
            json.list(|_| Ok(()))
        })
    }
}

fn value(json: &mut Json, cell: &Dynamic) -> Result<(), Failure> {
    if let Some(vertex) = cell.read_lock::<ScriptVertex>() {
        return id(json, "vertex", vertex.as_vertex_value().id());
    }
    if let Some(edge) = cell.read_lock::<ScriptEdge>() {
        return id(json, "edge", edge.as_edge_value().id());
    }
    if let Some(map) = cell.read_lock::<ScriptMap>() {
        let mut pairs = map.clone().into_iter();
        return json.tagged("map", |json| json.list(|json| pairs.try_for_each(|pair| value(json, &pair))));
    }
    if let Some(map) = cell.read_lock::<ObjectMap>() {
        return json.tagged("map", |json| {
            json.list(|json| {
                map.iter().try_for_each(|(key, cell)| {
                    json.list(|json| {
                        json.string(key);
                        value(json, cell)
                    })
                })
            })
        });
    }
    if let Some(items) = cell.read_lock::<Vec<Dynamic>>() {
        return json.list(|json| items.iter().try_for_each(|item| value(json, item)));
    }
    scalar(json, cell)
}

fn scalar(json: &mut Json, cell: &Dynamic) -> Result<(), Failure> {
    if cell.is_unit() {
        json.null();
    } else if let Ok(flag) = cell.as_bool() {
        json.boolean(flag);
    } else if let Ok(number) = cell.as_int() {
        json.integer(number);
    } else if let Ok(number) = cell.as_float() {
        json.float(number);
    } else if let Ok(text) = cell.as_immutable_string_ref() {
        json.string(&text);
    } else if let Some(moment) = cell.read_lock::<DateTime>() {
        return json.clock("datetime", &moment.to_string());
    } else {
        return json.wire(cell.type_name(), &cell.to_string());
    }
    Ok(())
}

fn text(json: &mut Json, kind: &str, text: &str) -> Result<(), Failure> {
    json.tagged(kind, |json| {
        json.string(text);
        Ok(())
    })
}

/// An id is a text.
fn id(json: &mut Json, kind: &str, id: &str) -> Result<(), Failure> {
    text(json, kind, id)
}

/// A vertex or an edge as the graph file has it.
fn element(json: &mut Json, cell: &Dynamic) -> Result<(), Failure> {
    let vertex = cell.read_lock::<ScriptVertex>().map(|vertex| vertex.as_vertex_value().clone());
    let edge = cell.read_lock::<ScriptEdge>().map(|edge| edge.as_edge_value().clone());
    json.object(|json| match (vertex, edge) {
        (Some(vertex), _) => whole_vertex(json, &vertex),
        (None, Some(edge)) => whole_edge(json, &edge),
        (None, None) => {
            Err(Failure::run("Dump", format!("an element was expected, not {}", cell.type_name())))
        }
    })
}

fn whole_vertex(json: &mut Json, vertex: &VertexValue) -> Result<(), Failure> {
    json.key("id");
    json.string(vertex.id());
    json.key("labels");
    json.strings(vertex.labels())?;
    properties(json, vertex.properties())
}

fn whole_edge(json: &mut Json, edge: &EdgeValue) -> Result<(), Failure> {
    let ends = [("id", edge.id()), ("source", edge.out_v().id()), ("target", edge.in_v().id())];
    for (name, text) in ends.into_iter().chain([("label", edge.label().unwrap_or_default())]) {
        json.key(name);
        json.string(text);
    }
    properties(json, edge.properties())
}

fn properties(json: &mut Json, properties: &PropertyMap) -> Result<(), Failure> {
    let mut properties: Vec<_> = properties.iter().collect();
    properties.sort_by_key(|(key, _)| key.as_str());
    json.key("properties");
    json.object(|json| {
        properties.into_iter().try_for_each(|(key, value)| {
            json.key(key);
            property(json, value)
        })
    })
}

fn property(json: &mut Json, stored: &ElementProperty) -> Result<(), Failure> {
    match stored {
        ElementProperty::Null => json.null(),
        ElementProperty::Boolean(flag) => json.boolean(*flag),
        ElementProperty::String(text) => json.string(text),
        ElementProperty::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => json.integer(number),
            (None, number) => json.float(number.unwrap_or(f64::NAN)),
        },
        ElementProperty::Array(items) => {
            return json.list(|json| items.iter().try_for_each(|item| property(json, item)));
        }
        ElementProperty::Temporal(moment) => return json.clock("datetime", &moment.to_string()),
        other => return json.wire("ElementProperty", &format!("{other:?}")),
    }
    Ok(())
}

fn failure(error: &EvalAltResult) -> Failure {
    let message = match error {
        EvalAltResult::ErrorRuntime(message, _) => message.to_string(),
        other => other.to_string(),
    };
    let (phase, class) = match error {
        EvalAltResult::ErrorParsing(..) => (Phase::Parse, "SyntaxError"),
        EvalAltResult::ErrorFunctionNotFound(..) | EvalAltResult::ErrorVariableNotFound(..) => {
            (Phase::Compile, "NotFound")
        }
        EvalAltResult::ErrorRuntime(..) => (Phase::Run, "RuntimeError"),
        _ => (Phase::Run, "ScriptError"),
    };
    let place = error.position();
    let at = place.line().zip(place.position()).map(|(line, column)| (line as u64, column as u64));
    Failure { at, ..Failure::new(phase, class, message) }
}
