//! Functions of lists, some of which take strings too (TCK List6-List11, String3, String7).

use super::argument;
use crate::evaluate::context::{Context, Outcome, argument_error, wrong_type};
use crate::evaluate::taint::Why;
use crate::evaluate::value::{List, Value};

fn length(length: usize) -> Value {
    Value::Integer(i64::try_from(length).unwrap_or(i64::MAX))
}

/// The number of elements or characters.
pub(super) fn size(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    match argument(arguments, 0) {
        Value::List(list) => Ok(length(list.items().len())),
        Value::String(text) => Ok(length(text.chars().count())),
        other => Err(wrong_type("the argument of size", other)),
    }
}

pub(super) fn is_empty(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(Value::Bool(match argument(arguments, 0) {
        Value::List(list) => list.items().is_empty(),
        Value::String(text) => text.is_empty(),
        Value::Map(map) => map.entries().is_empty(),
        other => return Err(wrong_type("the argument of isEmpty", other)),
    }))
}

fn list<'v>(function: &str, arguments: &'v [Value]) -> Outcome<&'v List> {
    match argument(arguments, 0) {
        Value::List(list) => Ok(list),
        other => Err(wrong_type(&format!("the argument of {function}"), other)),
    }
}

pub(super) fn head(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let list = list("head", arguments)?;
    Ok(match list.items().first() {
        Some(item) if list.is_bag() => context.element_of_bag(list, item),
        first => first.cloned().unwrap_or(Value::Null),
    })
}

pub(super) fn last(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let list = list("last", arguments)?;
    Ok(match list.items().last() {
        Some(item) if list.is_bag() => context.element_of_bag(list, item),
        last => last.cloned().unwrap_or(Value::Null),
    })
}

pub(super) fn tail(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let list = list("tail", arguments)?;
    if list.is_bag() {
        if !context.decides.get() {
            return Ok(Value::Open(Why::Element));
        }
        context.depends_on(Why::Order.text());
    }
    Ok(Value::list(list.items().get(1..).unwrap_or_default().to_vec()))
}

pub(super) fn reverse(_: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    match argument(arguments, 0) {
        Value::List(list) => Ok(Value::List(list.like(list.items().iter().rev().cloned().collect()))),
        Value::String(text) => Ok(Value::string(&text.chars().rev().collect::<String>())),
        other => Err(wrong_type("the argument of reverse", other)),
    }
}

/// `range(start, end[, step])`, both ends included (TCK List11).
pub(super) fn range(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    if arguments.iter().any(|value| matches!(value, Value::Null | Value::Open(_))) {
        return Ok(context.unspecified());
    }
    let number = |value: &Value| match value {
        Value::Integer(number) => Ok(i128::from(*number)),
        _ => Err(argument_error("InvalidArgumentType", "the arguments of range must be integers")),
    };
    let (start, end) = (number(argument(arguments, 0))?, number(argument(arguments, 1))?);
    let step = arguments.get(2).map_or(Ok(1), number)?;
    if step == 0 {
        return Err(argument_error("NumberOutOfRange", "the step of range cannot be zero"));
    }
    let steps = (end - start) / step;
    if (end - start).signum() * step.signum() < 0 {
        return Ok(Value::list(Vec::new()));
    }
    let count = usize::try_from(steps).unwrap_or(usize::MAX).saturating_add(1);
    context.allow_rows(count)?;
    context.charge(count)?;
    let place = |count: i128| Value::Integer(i64::try_from(start + count * step).unwrap_or(i64::MAX));
    Ok(Value::list((0..=steps).map(place).collect()))
}
