//! `=~`, on what regular expressions have in common.
//!
//! Engines have their own regular expressions. Where theirs and ours are known to differ the result is open,
//! and what ours cannot read is not modelled.

use std::cell::RefCell;

use regex::bytes::{Regex, RegexBuilder};

use crate::evaluate::context::{Context, Outcome, unmodelled};
use crate::evaluate::fault::Fault;
use crate::evaluate::taint::Why;
use crate::evaluate::value::Value;

/// How large a compiled expression may be, in bytes.
const MAX_SIZE: usize = 1 << 18;

/// What it costs to compile one, in steps.
const COST: usize = 200;

/// How many compiled expressions are kept: a query uses the same ones on every row.
const KEPT: usize = 16;

/// Compiled expressions by their text; none for one that cannot be read.
#[derive(Default)]
pub(in crate::evaluate) struct Compiled(RefCell<Vec<(String, Option<Regex>)>>);

/// Compiles an expression, which must match the whole of a text, or with a planted fault a part. Where it speaks
/// of classes of characters the text is plain ASCII, so that it needs no Unicode.
fn compile(pattern: &str, whole: bool) -> Option<Regex> {
    let pattern = if whole { format!("^(?:{pattern})$") } else { format!("(?:{pattern})") };
    RegexBuilder::new(&pattern).unicode(false).size_limit(MAX_SIZE).nest_limit(50).build().ok()
}

/// Whether the whole of a string matches; null when it is no string.
pub(in crate::evaluate) fn matches(context: &Context<'_>, value: &Value, pattern: &str) -> Outcome<Value> {
    let mut kept = context.expressions.0.borrow_mut();
    if !kept.iter().any(|(known, _)| known == pattern) {
        context.charge(COST + pattern.len())?;
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((pattern.to_owned(), compile(pattern, !context.has(Fault::PartialMatch))));
    }
    let found = kept.iter().find(|(known, _)| known == pattern);
    let Some(compiled) = found.and_then(|(_, compiled)| compiled.as_ref()) else {
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
    Ok(Value::Bool(compiled.is_match(text.as_bytes())))
}
