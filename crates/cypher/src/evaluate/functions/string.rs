//! Functions of strings (Cypher Manual 5, string functions). Positions count characters.

use super::{argument, integer, text};
use crate::evaluate::context::{Context, Outcome, argument_error, unmodelled};
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

/// What is trimmed: white space, or the characters of the second argument (Cypher Manual 5, btrim).
fn trimmed<'v>(what: &str, arguments: &'v [Value]) -> Outcome<Box<dyn Fn(char) -> bool + 'v>> {
    Ok(match arguments.get(1) {
        None => Box::new(char::is_whitespace),
        Some(letters) => {
            let letters = text(what, letters)?;
            Box::new(|letter| letters.contains(letter))
        }
    })
}

pub(super) fn ltrim(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let what = "the argument of lTrim";
    let trimmed = trimmed(what, arguments)?;
    changed(what, arguments, |text| text.trim_start_matches(&*trimmed).to_owned())
}

pub(super) fn rtrim(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let what = "the argument of rTrim";
    let trimmed = trimmed(what, arguments)?;
    changed(what, arguments, |text| text.trim_end_matches(&*trimmed).to_owned())
}

pub(super) fn btrim(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let what = "the argument of bTrim";
    let trimmed = trimmed(what, arguments)?;
    changed(what, arguments, |text| text.trim_matches(&*trimmed).to_owned())
}

/// `normalize(text)`: the Unicode normal form, in which plain ASCII is (Cypher Manual 5, normalize).
pub(super) fn normalize(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let text = text("the argument of normalize", argument(arguments, 0))?;
    if text.is_ascii() { Ok(Value::string(text)) } else { Err(unmodelled("normal forms of Unicode")) }
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
