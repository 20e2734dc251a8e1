//! Dates, times and durations (CIP2015-08-06; TCK Temporal1-Temporal10).
//!
//! The suite has years from -999999999 to 999999999, which no kept calendar crate of Rust covers: so the few
//! rules of the Gregorian calendar are written out in `calendar`, and a crate is asked only for the offsets of
//! named time zones (`zone`). It brings its own data, so that an answer hangs on no machine and no clock.
//!
//! A point in time is one type, [`Instant`]: what differs between a date and a time is which of its parts it
//! has. What reads a clock is open, and so is what the proposal and the suite leave to the engine.

mod arithmetic;
mod between;
pub(super) mod calendar;
mod components;
mod compose;
mod duration;
mod duration_text;
mod fields;
mod instant;
mod parse;
mod text;
mod truncate;
mod zone;

pub use duration::Duration;
pub use instant::{Instant, Kind};

pub(super) use between::{Unit, between};
pub(super) use compose::{compose, convert, from_epoch};
pub(super) use duration::from_fields as duration_from_fields;
pub(super) use truncate::truncate;

use super::taint::Why;

/// Nanoseconds of a second.
pub(super) const SECOND: i64 = 1_000_000_000;
/// Seconds of a day without a change of offset.
pub(super) const DAY_SECONDS: i64 = 86_400;
/// Nanoseconds of such a day.
pub(super) const DAY: i64 = DAY_SECONDS * SECOND;

/// Elementary steps that it takes to look up a time zone and its rules.
pub(super) const ZONE_STEPS: usize = 200;

/// Why there is no temporal value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wrong {
    /// The argument is of another type.
    Type(String),
    /// The argument's value is none that is allowed.
    Value(String),
    /// The result is beyond what the type holds.
    Range,
    /// The language leaves it open.
    Open(Why),
}

/// A temporal value, or why there is none.
pub(super) type Made<T> = Result<T, Wrong>;

/// What no rule determines, where engines may also raise.
fn unspecified<T>() -> Made<T> {
    Err(Wrong::Open(Why::Unspecified))
}

fn wrong_value<T>(message: impl Into<String>) -> Made<T> {
    Err(Wrong::Value(message.into()))
}
