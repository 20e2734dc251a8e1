//! The server's errors: one line of text each, of which the beginning tells what is wrong.

use quarrel_case::answer::{Phase, QueryError};
use regex::Regex;

/// What the parser's own errors begin with.
const PARSER: &str = "errMsg: ";

/// Parts of messages, with the phase and the class of the openCypher suite that they mean.
const MEANINGS: [(&str, Phase, &str); 6] = [
    (PARSER, Phase::Parse, "SyntaxError"),
    ("Type mismatch: ", Phase::Run, "TypeError"),
    ("Division by zero", Phase::Run, "ArithmeticError"),
    ("Unknown function ", Phase::Compile, "SyntaxError"),
    (" not defined", Phase::Compile, "SyntaxError"),
    ("constraint violation", Phase::Run, "ConstraintValidationFailed"),
];

/// What is an error's class where nothing more is known of it.
const CLASS: &str = "RedisError";

/// Codes of the server itself, with which a line begins.
const CODES: [&str; 11] = [
    "AUTH",
    "BUSY",
    "LOADING",
    "MISCONF",
    "NOAUTH",
    "NOPERM",
    "NOPROTO",
    "OOM",
    "READONLY",
    "WRONGPASS",
    "WRONGTYPE",
];

/// The error of a line.
pub(crate) fn error(line: &str) -> QueryError {
    let code = line.split(' ').next().filter(|word| CODES.contains(word));
    let meaning = MEANINGS.iter().find(|(part, ..)| line.contains(part));
    let (phase, class) = match (meaning, code) {
        (Some((_, phase, class)), _) => (*phase, *class),
        (None, Some(code)) => (Phase::Run, code),
        (None, None) => (Phase::Run, CLASS),
    };
    // The class says the code already.
    let message = line.strip_prefix(class).map_or(line, str::trim_start);
    QueryError { at: position(line), ..QueryError::new(phase, class, message) }
}

/// The place that a message of the parser names.
fn position(line: &str) -> Option<(u32, u32)> {
    let found = Regex::new(r" line: (\d+), column: (\d+),").ok()?.captures(line)?;
    Some((found[1].parse().ok()?, found[2].parse().ok()?))
}

/// True of the error by which a query ends that runs longer than it may.
pub(crate) fn is_timeout(line: &str) -> bool {
    line.contains("Query timed out")
}

/// True of the error that says that queries may not say so themselves how long they run.
pub(crate) fn is_limited(line: &str) -> bool {
    line.contains("TIMEOUT_MAX")
}

/// True of the error that says that there is no such graph.
pub(crate) fn is_missing(line: &str) -> bool {
    line.contains("empty key")
}
