//! Hosts marsdb before 0.9, which neither names the types of its errors nor counts what a statement changed nor
//! lists its indexes.

use marsdb::{Database, Error, ExecutionOptions};
use serde_json::Map;

use super::{Failure, Host, Json, Offer, Phase, variant};

mod common;

struct Marsdb {
    database: Database,
}

/// Opens an empty database.
pub(crate) fn open() -> Result<Box<dyn Host>, Failure> {
    Ok(Box::new(Marsdb { database: fresh()? }))
}

fn fresh() -> Result<Database, Failure> {
    Database::in_memory().map_err(|error| failure(&error))
}

impl Host for Marsdb {
    fn hello(
        &mut self,
        _language: &str,
        options: &Map<String, serde_json::Value>,
    ) -> Result<Offer, Failure> {
        common::offer(options)
    }

    fn reset(&mut self) -> Result<(), Failure> {
        self.database = fresh()?;
        Ok(())
    }

    fn query(&mut self, text: &str, limit: u64, reply: &mut Json) -> Result<(), Failure> {
        let maximum = usize::try_from(limit).unwrap_or(usize::MAX);
        let options = ExecutionOptions { max_result_rows: Some(maximum), ..ExecutionOptions::default() };
        let result = self.database.execute_with_options(text, &options).map_err(|error| {
            let failure = failure(&error);
            if failure.class == "ResourceLimit" { Failure::row_limit(limit) } else { failure }
        })?;
        reply.object(|json| common::table(json, &result))
    }

    fn dump(&mut self, graph: &mut Json) -> Result<(), Failure> {
        graph.object(|json| common::elements(json, &self.database, failure))
    }
}

/// The class is the innermost variant, which only the debug form tells: `Query(Graph(CorruptData("...")))`.
fn failure(error: &Error) -> Failure {
    let shown = format!("{error:?}");
    let inner = shown.strip_prefix("Query(").unwrap_or(&shown);
    let class = variant(inner.strip_prefix("Graph(").unwrap_or(inner));
    let message = error.to_string();
    let phase = match class {
        "Syntax" => Phase::Parse,
        "Semantic" | "UnboundVariable" | "MissingParam" => Phase::Compile,
        _ => Phase::Run,
    };
    let at = message.find("syntax error: line ").and_then(|start| common::position(message.get(start..)?));
    Failure { at, ..Failure::new(phase, class, message) }
}
