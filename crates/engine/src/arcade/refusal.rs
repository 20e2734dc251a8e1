//! The server's errors: a status, and a JSON object that names an exception and says what is wrong.

use quarrel_case::answer::{Phase, QueryError};
use regex::Regex;
use serde_json::Value as Json;

use crate::bounded;
use crate::http;

/// How much of what a server says of an error is kept.
const MESSAGE: usize = 2000;

/// Exceptions, by the end of their names, with the phase and the class of the openCypher suite that they mean.
const MEANINGS: [(&str, Phase, &str); 5] = [
    ("CommandParsingException", Phase::Parse, "SyntaxError"),
    ("translation.exception.SyntaxException", Phase::Compile, "SyntaxError"),
    ("CommandParameterMissingException", Phase::Run, "ParameterMissing"),
    ("ArithmeticErrorException", Phase::Run, "ArithmeticError"),
    ("java.lang.ArithmeticException", Phase::Run, "ArithmeticError"),
];

/// Names of the suite's classes of errors, with which a message may begin.
const CLASSES: [&str; 4] = ["TypeError", "ArgumentError", "EntityNotFound", "ConstraintValidationFailed"];

/// The error of an answer that is no success.
pub(super) fn error(answer: &http::Answer) -> QueryError {
    let json: Json = bounded::json(&answer.body).unwrap_or_default();
    let field = |name: &str| json.get(name).and_then(Json::as_str).filter(|text| !text.is_empty());
    let whole = String::from_utf8_lossy(&answer.body);
    let said = field("detail").or_else(|| field("error")).unwrap_or(whole.trim());
    let (phase, class) = match field("exception") {
        Some(exception) => meaning(exception, said),
        None => (Phase::Run, format!("Http{}", answer.status)),
    };
    let message: String = match said {
        "" => format!("status {}", answer.status),
        said => said.chars().take(MESSAGE).collect(),
    };
    let at = position(&message);
    QueryError { at, ..QueryError::new(phase, &class, message) }
}

fn meaning(exception: &str, said: &str) -> (Phase, String) {
    let known = MEANINGS.iter().find(|(name, ..)| exception.ends_with(name));
    let class = CLASSES.iter().find(|class| said.starts_with(*class));
    match (class, known) {
        (Some(class), _) => (Phase::Run, (*class).to_owned()),
        (None, Some((_, phase, class))) => (*phase, (*class).to_owned()),
        (None, None) => (Phase::Run, exception.rsplit(['.', '$']).next().unwrap_or(exception).to_owned()),
    }
}

/// The place that a message names.
fn position(message: &str) -> Option<(u32, u32)> {
    let found = Regex::new(r"(?:line (\d+), column (\d+))|(?:line (\d+):(\d+))").ok()?.captures(message)?;
    let mut numbers = found.iter().skip(1).flatten().map(|number| number.as_str().parse().ok());
    Some((numbers.next()??, numbers.next()??))
}
