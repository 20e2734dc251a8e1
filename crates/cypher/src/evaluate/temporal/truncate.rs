//! Points in time cut down to a unit (CIP2015-08-06, truncating; TCK Temporal9).

use super::compose::{date_part, known_keys, time_part};
use super::fields::Fields;
use super::zone::{UTC, Zone};
use super::{DAY, Instant, Kind, Made, SECOND, Wrong, calendar, unspecified, wrong_value};
use crate::evaluate::value::Map;

/// The units, largest first.
const UNITS: [&str; 14] = [
    "millennium",
    "century",
    "decade",
    "year",
    "weekYear",
    "quarter",
    "month",
    "week",
    "day",
    "hour",
    "minute",
    "second",
    "millisecond",
    "microsecond",
];

/// The place of `day` among the units.
const DAY_UNIT: usize = 8;
const SECOND_UNIT: usize = 11;

/// For each key of the map the units that it is smaller than, as the place of the first that it is not.
const ROOM: [(&str, usize); 13] = [
    ("year", 3),
    ("week", 5),
    ("quarter", 5),
    ("month", 6),
    ("ordinalDay", 5),
    ("dayOfQuarter", 6),
    ("day", 7),
    ("dayOfWeek", 8),
    ("hour", 9),
    ("minute", 10),
    ("second", 11),
    ("millisecond", 12),
    ("microsecond", 13),
];

/// `date.truncate(unit, instant, fields)` and its siblings.
pub(in crate::evaluate) fn truncate(kind: Kind, unit: &str, from: &Instant, map: &Map) -> Made<Instant> {
    let Some(place) = UNITS.iter().position(|known| *known == unit) else {
        let other_case = UNITS.iter().any(|known| known.eq_ignore_ascii_case(unit));
        return if other_case { unspecified() } else { wrong_value(format!("there is no unit {unit}")) };
    };
    let has = from.kind();
    if (place > DAY_UNIT && !kind.has_time()) || (place < DAY_UNIT && !kind.has_date()) {
        return wrong_value(format!("a {kind:?} cannot be cut down to the {unit}"));
    }
    if kind.has_date() && !has.has_date() {
        return wrong_value(format!("a {has:?} has no date to cut down"));
    }
    if kind.has_time() && !has.has_time() && (place > DAY_UNIT || !kind.has_date()) {
        return unspecified();
    }
    let fields = Fields::new(map, &known_keys(kind))?;
    let fits = |key: &str| match ROOM.iter().find(|(known, _)| *known == key) {
        Some((_, room)) => place < *room,
        None => matches!(key, "nanosecond" | "timezone"),
    };
    if !fields.keys().all(fits) {
        return unspecified();
    }
    let (day, nanos) = cut(place, from).ok_or(Wrong::Range)?;
    let day = if kind.has_date() { date_part(&fields, Some(day))? } else { 0 };
    // A smaller unit comes behind what is left of the fraction (TCK Temporal9 [2], 'millisecond').
    let kept = if place > SECOND_UNIT { nanos % SECOND } else { 0 };
    let nanos = time_part(&fields, Some(nanos), kept)?.unwrap_or(0);
    if place > SECOND_UNIT && cut_nanos(place, nanos) != cut_nanos(place, from.nanos()) {
        return unspecified();
    }
    finished(kind, from, day, nanos, fields.text("timezone")?.map(Zone::parse).transpose()?)
}

/// A zone that is given replaces that of the value: the local time stays (TCK Temporal9 \[2\], \[5\]).
fn finished(kind: Kind, from: &Instant, day: i64, nanos: i64, zone: Option<Zone>) -> Made<Instant> {
    let own = from.zone();
    match (kind, zone) {
        (Kind::Time, Some(Zone::Named(_))) => unspecified(),
        (Kind::Time, Some(Zone::Offset(offset))) => Ok(Instant::time(nanos, offset)),
        (Kind::Time, None) => Ok(Instant::time(nanos, from.offset())),
        (Kind::DateTime, zone) => {
            Instant::zoned(day, nanos, &zone.or(own).unwrap_or(UTC), Some(from.offset()))
        }
        _ => Ok(Instant::local(kind, day, nanos)),
    }
}

/// Day and nanosecond of the day, cut down.
fn cut(place: usize, from: &Instant) -> Option<(i64, i64)> {
    let day = from.day();
    let (year, month, _) = calendar::date_of(day);
    let first = |year: i64, month: i64| calendar::from_date(year, month, 1);
    let floor = |size: i64| first(year - year.rem_euclid(size), 1);
    let day = match UNITS.get(place).copied()? {
        "millennium" => floor(1_000),
        "century" => floor(100),
        "decade" => floor(10),
        "year" => floor(1),
        "weekYear" => calendar::from_week(calendar::week_of(day).0, 1, 1),
        "quarter" => first(year, (month - 1) / 3 * 3 + 1),
        "month" => first(year, month),
        "week" => calendar::checked(day - calendar::weekday(day) + 1),
        _ => Some(day),
    };
    Some((day?, cut_nanos(place, from.nanos())))
}

fn cut_nanos(place: usize, nanos: i64) -> i64 {
    let size = match UNITS.get(place).copied() {
        Some("hour") => 3_600 * SECOND,
        Some("minute") => 60 * SECOND,
        Some("second") => SECOND,
        Some("millisecond") => 1_000_000,
        Some("microsecond") => 1_000,
        _ => DAY,
    };
    nanos - nanos % size
}
