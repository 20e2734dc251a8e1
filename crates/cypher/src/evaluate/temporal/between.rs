//! The duration between two points in time (CIP2015-08-06, computing durations; TCK Temporal10).

use super::zone::Zone;
use super::{Duration, Instant, Kind, Made, calendar, unspecified};

/// What the difference is told in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) enum Unit {
    /// Months, days and seconds.
    All,
    /// Whole months.
    Months,
    /// Whole days.
    Days,
    /// Seconds and their fraction.
    Seconds,
}

/// The duration from one point in time to another.
pub(in crate::evaluate) fn between(unit: Unit, from: &Instant, to: &Instant) -> Made<Duration> {
    let dated = from.kind().has_date() && to.kind().has_date();
    let (mut from, to) = aligned(from, to)?;
    let mut months = 0;
    let mut days = 0;
    if dated && matches!(unit, Unit::All | Unit::Months) {
        months = months_between(&from, &shown_as(&to, &from)?);
        from = from.plus_calendar(months, 0)?;
    }
    if dated && matches!(unit, Unit::All | Unit::Days) {
        days = days_between(&from, &shown_as(&to, &from)?);
        from = from.plus_calendar(0, days)?;
    }
    let mut nanos = 0;
    if matches!(unit, Unit::All | Unit::Seconds) {
        nanos = to.epoch_nanos() - from.epoch_nanos();
        // Where a zone changes its offset, the calendar may step over the end.
        let stepped = if months == 0 { days } else { months };
        if i128::from(stepped.signum()) * nanos < 0 {
            return unspecified();
        }
    }
    Duration::new(months.into(), days.into(), 0, nanos)
}

/// Both with the parts of the other: a date that one lacks is the other's, or any; a zone too, for what it
/// means at that time; and without a date the time of day is 0.
fn aligned(from: &Instant, to: &Instant) -> Made<(Instant, Instant)> {
    let day = |own: &Instant, other: &Instant| if own.kind().has_date() { own.day() } else { other.day() };
    let with = |own: &Instant, other: &Instant| match own.zone().or_else(|| other.zone()) {
        // A time has no more than an offset, whatever day it is seen on.
        Some(Zone::Offset(offset)) => {
            Instant::zoned(day(own, other), own.nanos(), &Zone::Offset(offset), None)
        }
        Some(zone) => Instant::zoned(day(own, other), own.nanos(), &zone, Some(own.offset())),
        None => Ok(Instant::local(Kind::LocalDateTime, day(own, other), own.nanos())),
    };
    Ok((with(from, to)?, with(to, from)?))
}

/// A point in time in the zone of another.
fn shown_as(instant: &Instant, other: &Instant) -> Made<Instant> {
    match other.zone() {
        Some(zone) => Instant::at(instant.epoch_nanos(), &zone),
        None => Ok(instant.clone()),
    }
}

/// The day of the end, or the one before if the last day is not complete.
fn last_whole_day(from: &Instant, to: &Instant) -> i64 {
    if to.day() > from.day() && to.nanos() < from.nanos() {
        to.day() - 1
    } else if to.day() < from.day() && to.nanos() > from.nanos() {
        to.day() + 1
    } else {
        to.day()
    }
}

fn days_between(from: &Instant, to: &Instant) -> i64 {
    last_whole_day(from, to) - from.day()
}

fn months_between(from: &Instant, to: &Instant) -> i64 {
    let packed = |day: i64| {
        let (year, month, of_month) = calendar::date_of(day);
        (year * 12 + month) * 32 + of_month
    };
    (packed(last_whole_day(from, to)) - packed(from.day())) / 32
}
