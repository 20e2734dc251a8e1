//! `=~`, on what regular expressions have in common.
//!
//! Engines have their own regular expressions. Where theirs and ours are known to differ the result is open,
//! and what ours cannot read is not modelled.

use regex::RegexBuilder;

use crate::evaluate::context::{Context, Outcome, unmodelled};
use crate::evaluate::taint::Why;
use crate::evaluate::value::Value;

/// How large a compiled expression may be, in bytes.
const MAX_SIZE: usize = 1 << 18;

/// What it costs to compile one, in steps.
const COST: usize = 200;

/// Whether the whole of a string matches; null when it is no string.
pub(in crate::evaluate) fn matches(context: &Context<'_>, value: &Value, pattern: &str) -> Outcome<Value> {
    context.charge(COST + pattern.len())?;
    let compiled = RegexBuilder::new(&format!("^(?:{pattern})$")).size_limit(MAX_SIZE).nest_limit(50).build();
    let Ok(compiled) = compiled else {
        return Err(unmodelled("this regular expression"));
    };
    let Value::String(text) = value else {
        return Ok(Value::Null);
    };
    context.charge(text.len() / 16)?;
    let classes = pattern.contains(['\\', '.', '?', '[']);
    let unusual = text.chars().any(|letter| !letter.is_ascii() || letter.is_ascii_control());
    if (classes && unusual) || pattern.contains("++") || pattern.contains("*+") || pattern.contains("?+") {
        return Ok(Value::Open(Why::Unspecified));
    }
    Ok(Value::Bool(compiled.is_match(text)))
}
