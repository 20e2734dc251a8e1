//! Functions of strings (Neo4j 5 manual, string functions). Positions count characters.

use super::{argument, integer, text};
use crate::evaluate::context::{Context, Outcome, argument_error};
use crate::evaluate::value::Value;

/// A position or a number of characters.
fn count(what: &str, value: &Value) -> Outcome<usize> {
    let number = integer(what, value)?;
    if number < 0 {
        return Err(argument_error("NegativeIntegerArgument", format!("{what} cannot be negative")));
    }
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}

fn changed(what: &str, arguments: &[Value], change: impl Fn(&str) -> String) -> Outcome<Value> {
    text(what, argument(arguments, 0)).map(|text| Value::string(&change(text)))
}

pub(super) fn to_upper(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    changed("the argument of toUpper", arguments, str::to_uppercase)
}

pub(super) fn to_lower(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    changed("the argument of toLower", arguments, str::to_lowercase)
}

pub(super) fn trim(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    changed("the argument of trim", arguments, |text| text.trim().to_owned())
}

pub(super) fn ltrim(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    changed("the argument of lTrim", arguments, |text| text.trim_start().to_owned())
}

pub(super) fn rtrim(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    changed("the argument of rTrim", arguments, |text| text.trim_end().to_owned())
}

pub(super) fn left(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let length = count("the length of left", argument(arguments, 1))?;
    changed("the argument of left", arguments, |text| text.chars().take(length).collect())
}

pub(super) fn right(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let length = count("the length of right", argument(arguments, 1))?;
    changed("the argument of right", arguments, |text| {
        let skipped = text.chars().count().saturating_sub(length);
        text.chars().skip(skipped).collect()
    })
}

/// `substring(text, start[, length])` (TCK String1).
pub(super) fn substring(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let start = count("the start of substring", argument(arguments, 1))?;
    let length = match arguments.get(2) {
        Some(length) => count("the length of substring", length)?,
        None => usize::MAX,
    };
    // Switch substring-start.
    let start = start.saturating_sub(usize::from(context.semantics.substring_start == 1));
    changed("the argument of substring", arguments, |text| text.chars().skip(start).take(length).collect())
}

pub(super) fn replace(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let original = text("the argument of replace", argument(arguments, 0))?;
    let search = text("what replace searches", argument(arguments, 1))?;
    let replacement = text("what replace puts in", argument(arguments, 2))?;
    // An empty search is found everywhere or nowhere; no rule says which.
    if search.is_empty() {
        return Ok(context.unspecified());
    }
    let found = original.matches(search).count();
    context.charge(found.saturating_mul(replacement.len()) / 16)?;
    Ok(Value::string(&original.replace(search, replacement)))
}

/// `split(text, delimiter)` (TCK String4).
pub(super) fn split(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let original = text("the argument of split", argument(arguments, 0))?;
    let delimiter = text("the delimiter of split", argument(arguments, 1))?;
    if delimiter.is_empty() {
        return Ok(context.unspecified());
    }
    context.charge(original.len())?;
    Ok(Value::list(original.split(delimiter).map(Value::string).collect()))
}
