//! Functions of dates, times and durations; see `temporal`.

use std::sync::Arc;

use super::{argument, integer, text};
use crate::evaluate::context::{
    Context, Outcome, argument_error, arithmetic_error, describe, type_error, wrong_type,
};
use crate::evaluate::taint::Why;
use crate::evaluate::temporal::{self, Duration, Instant, Kind, Made, Unit, Wrong, ZONE_STEPS};
use crate::evaluate::value::{Map, Value};

impl Context<'_> {
    /// What came of making a temporal value.
    pub(in crate::evaluate) fn made<T: Into<Value>>(&self, made: Made<T>) -> Outcome<Value> {
        match made {
            Ok(value) => Ok(value.into()),
            Err(Wrong::Type(message)) => Err(type_error("InvalidArgumentType", message)),
            Err(Wrong::Value(message)) => Err(argument_error("InvalidArgumentValue", message)),
            Err(Wrong::Range) => {
                Err(arithmetic_error("NumberOutOfRange", "a temporal value beyond what its type holds"))
            }
            Err(Wrong::Open(Why::Unspecified)) => Ok(self.unspecified()),
            Err(Wrong::Open(why)) => Ok(Value::Open(why)),
        }
    }
}

fn instant<'v>(what: &str, arguments: &'v [Value], place: usize) -> Outcome<&'v Instant> {
    match argument(arguments, place) {
        Value::Instant(instant) => Ok(instant),
        other => Err(wrong_type(what, other)),
    }
}

/// `date(...)` and its siblings: without an argument the clock, else from a text, a map or another value.
fn construct(context: &Context<'_>, kind: Kind, arguments: &[Value]) -> Outcome<Value> {
    if kind.has_zone() {
        context.charge(ZONE_STEPS)?;
    }
    let made = match arguments.first() {
        None => Err(Wrong::Open(Why::Clock)),
        Some(Value::String(text)) => Instant::parse(kind, text),
        Some(Value::Map(map)) => temporal::compose(kind, map),
        Some(Value::Instant(from)) => temporal::convert(kind, from),
        Some(other) => Err(Wrong::Type(format!("{} makes no date or time", describe(other)))),
    };
    context.made(made)
}

/// `date.truncate(unit[, instant[, fields]])`.
fn truncate(context: &Context<'_>, kind: Kind, arguments: &[Value]) -> Outcome<Value> {
    let unit = text("the unit of truncate", argument(arguments, 0))?;
    if arguments.len() < 2 {
        return Ok(Value::Open(Why::Clock));
    }
    let from = instant("what is truncated", arguments, 1)?;
    let none = Map::new(Vec::new());
    let fields = match arguments.get(2) {
        None => &none,
        Some(Value::Map(map)) => map,
        Some(other) => return Err(wrong_type("the fields of truncate", other)),
    };
    context.charge(ZONE_STEPS)?;
    context.made(temporal::truncate(kind, unit, from, fields))
}

macro_rules! of_kind {
    ($($construct:ident, $truncate:ident = $kind:expr;)+) => {
        $(
            pub(super) fn $construct(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
                construct(context, $kind, arguments)
            }

            pub(super) fn $truncate(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
                truncate(context, $kind, arguments)
            }
        )+
    };
}

of_kind! {
    date, date_truncate = Kind::Date;
    local_time, local_time_truncate = Kind::LocalTime;
    time, time_truncate = Kind::Time;
    local_date_time, local_date_time_truncate = Kind::LocalDateTime;
    date_time, date_time_truncate = Kind::DateTime;
}

/// `date.statement([timezone])` and its siblings read a clock.
pub(super) fn clock(_: &Context<'_>, _: &[Value]) -> Outcome<Value> {
    Ok(Value::Open(Why::Clock))
}

/// `datetime.fromEpoch(seconds, nanoseconds)`.
pub(super) fn from_epoch(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let what = "an argument of datetime.fromEpoch";
    let (seconds, nanos) = (integer(what, argument(arguments, 0))?, integer(what, argument(arguments, 1))?);
    context.made(temporal::from_epoch(seconds, nanos))
}

/// `datetime.fromEpochMillis(milliseconds)`.
pub(super) fn from_epoch_millis(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let millis = integer("the argument of datetime.fromEpochMillis", argument(arguments, 0))?;
    context.made(temporal::from_epoch(millis.div_euclid(1_000), millis.rem_euclid(1_000) * 1_000_000))
}

/// `duration(...)` from a text or a map.
pub(super) fn duration(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    let made = match argument(arguments, 0) {
        Value::String(text) => Duration::parse(text),
        Value::Map(map) => temporal::duration_from_fields(map),
        Value::Duration(_) => Err(Wrong::Open(Why::Unspecified)),
        other => Err(Wrong::Type(format!("{} makes no duration", describe(other)))),
    };
    context.made(made)
}

fn difference(context: &Context<'_>, unit: Unit, arguments: &[Value]) -> Outcome<Value> {
    let what = "an argument of a function of durations";
    let (from, to) = (instant(what, arguments, 0)?, instant(what, arguments, 1)?);
    context.charge(ZONE_STEPS)?;
    context.made(temporal::between(unit, from, to))
}

pub(super) fn between(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    difference(context, Unit::All, arguments)
}

pub(super) fn in_months(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    difference(context, Unit::Months, arguments)
}

pub(super) fn in_days(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    difference(context, Unit::Days, arguments)
}

pub(super) fn in_seconds(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    difference(context, Unit::Seconds, arguments)
}

impl From<Instant> for Value {
    fn from(instant: Instant) -> Self {
        Value::Instant(Arc::new(instant))
    }
}

impl From<Duration> for Value {
    fn from(duration: Duration) -> Self {
        Value::Duration(Arc::new(duration))
    }
}
