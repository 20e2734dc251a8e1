//! Texts and answers over Bolt: a conversation as every server has one.

use std::time::Instant;

use quarrel_case::answer::{Answer, Phase, QueryError, Reply, Table};
use regex::Regex;

use super::connection::{Connection, Query, Records, Refusal};
use super::packstream::Packed;
use super::values;
use crate::address::Address;
use crate::fault::too_many;
use crate::station::{Ask, Conversation, Fault, Said};

/// A connection, and the database that is meant on it.
pub(crate) struct Bolt {
    connection: Connection,
    database: Option<String>,
}

impl Conversation for Bolt {
    type Manner = ();
    const SCHEME: &'static str = "bolt";
    const WHOLE_ELEMENTS: bool = true;

    fn path((): &()) -> &str {
        ""
    }

    fn open(address: &Address, (): &(), deadline: Instant) -> Said<Self> {
        // The path of an address names the database.
        let database = Some(address.path.trim_start_matches('/')).filter(|name| !name.is_empty());
        let database = database.map(ToOwned::to_owned);
        let connection = Connection::open(address, deadline)?;
        Ok(connection.map(|connection| Self { connection, database }).map_err(error))
    }

    fn run(&mut self, ask: Ask<'_>, deadline: Instant) -> Said<Reply> {
        let Ask { text, rows, .. } = ask;
        let query = Query { text, database: self.database.as_deref(), rows };
        match self.connection.run(query, deadline)? {
            Ok(records) if records.more => Ok(Err(too_many(rows))),
            Ok(records) => reply(records).map(Ok).map_err(Fault::Broken),
            Err(refusal) => Ok(Err(error(refusal))),
        }
    }

    fn is_fit(&self) -> bool {
        self.connection.is_fit()
    }
}

fn reply(records: Records) -> Result<Reply, String> {
    let plan = records.summary.get("profile").or_else(|| records.summary.get("plan")).map(values::to_json);
    let rows = records.rows.into_iter().map(|row| row.into_iter().map(values::value).collect());
    let rows = rows.collect::<Result<_, String>>()?;
    let counters = records.summary.get("stats").map(counters).unwrap_or_default();
    Ok(Reply { answer: Answer::Table(Table { columns: records.columns, rows, order: None, counters }), plan })
}

/// The names by which the openCypher suite counts what servers count too; what they count in another way keeps the
/// server's name.
const COUNTERS: [(&str, &str); 4] = [
    ("nodes-created", "+nodes"),
    ("nodes-deleted", "-nodes"),
    ("relationships-created", "+relationships"),
    ("relationships-deleted", "-relationships"),
];

fn counters(stats: &Packed) -> std::collections::BTreeMap<String, i64> {
    let Packed::Map(entries) = stats else {
        return std::collections::BTreeMap::new();
    };
    let name =
        |key: &str| COUNTERS.iter().find(|(own, _)| *own == key).map_or(key, |(_, name)| *name).to_owned();
    let counted = entries.iter().filter_map(|(key, value)| match value {
        Packed::Int(count) if *count != 0 => Some((name(key), *count)),
        _ => None,
    });
    counted.collect()
}

/// The classes of the openCypher suite that servers use as the last part of their codes.
const CLASSES: [&str; 9] = [
    "SyntaxError",
    "SemanticError",
    "ParameterMissing",
    "ConstraintVerificationFailed",
    "ConstraintValidationFailed",
    "EntityNotFound",
    "TypeError",
    "ArgumentError",
    "ArithmeticError",
];

/// The error with the suite's class where its code ends in one, else with the whole code.
fn error(refusal: Refusal) -> QueryError {
    let Refusal { code, message } = refusal;
    let last = code.rsplit('.').next().unwrap_or_default();
    let class = if CLASSES.contains(&last) { last } else { code.as_str() };
    let phase = match class {
        "SyntaxError" => Phase::Parse,
        "SemanticError" => Phase::Compile,
        _ => Phase::Run,
    };
    let at = position(&message);
    QueryError { at, ..QueryError::new(phase, class, message) }
}

/// The place that a message names.
fn position(message: &str) -> Option<(u32, u32)> {
    let found = Regex::new(r"\(line (\d+), column (\d+)").ok()?.captures(message)?;
    Some((found[1].parse().ok()?, found[2].parse().ok()?))
}
