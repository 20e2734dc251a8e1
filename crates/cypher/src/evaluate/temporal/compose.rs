//! Points in time from maps and from other points in time (CIP2015-08-06, constructing, converting and
//! composing; TCK Temporal1, Temporal3).

use super::fields::Fields;
use super::zone::{UTC, Zone};
use super::{DAY, Instant, Kind, Made, SECOND, Wrong, calendar, unspecified, wrong_value};
use crate::evaluate::taint::Why;
use crate::evaluate::value::Map;

const DATE_KEYS: [&str; 9] =
    ["date", "year", "month", "day", "week", "dayOfWeek", "ordinalDay", "quarter", "dayOfQuarter"];
const TIME_KEYS: [&str; 7] = ["time", "hour", "minute", "second", "millisecond", "microsecond", "nanosecond"];
const EPOCH_KEYS: [&str; 2] = ["epochSeconds", "epochMillis"];

/// The keys that a map for this kind may have.
pub(super) fn known_keys(kind: Kind) -> Vec<&'static str> {
    let mut keys = Vec::new();
    if kind.has_date() {
        keys.extend(DATE_KEYS);
    }
    if kind.has_time() {
        keys.extend(TIME_KEYS);
    }
    if kind.has_date() && kind.has_time() {
        keys.push("datetime");
    }
    if kind.has_zone() {
        keys.push("timezone");
    }
    if kind == Kind::DateTime {
        keys.extend(EPOCH_KEYS);
    }
    keys
}

/// `date({...})` and its siblings.
pub(in crate::evaluate) fn compose(kind: Kind, map: &Map) -> Made<Instant> {
    let mut keys = map.entries().iter().map(|(key, _)| &**key).peekable();
    // The current time in a zone (CIP2015-08-06, current time).
    if keys.peek().is_some() && keys.all(|key| key == "timezone") {
        return Err(Wrong::Open(Why::Clock));
    }
    let fields = Fields::new(map, &known_keys(kind))?;
    if fields.has(&EPOCH_KEYS) {
        return of_epoch(&fields);
    }
    let both = fields.instant("datetime")?;
    if both.is_some() && fields.has(&["date", "time"]) {
        return unspecified();
    }
    let dated = fields.instant("date")?.or(both);
    let timed = fields.instant("time")?.or(both);
    let lacks =
        |source: Option<&Instant>, has: fn(Kind) -> bool| source.is_some_and(|source| !has(source.kind()));
    if lacks(dated, Kind::has_date) || lacks(timed, Kind::has_time) {
        return wrong_value("a selected value lacks what is selected from it");
    }
    let nanos = time_part(&fields, timed.map(Instant::nanos), 0)?;
    if kind.has_date() && nanos.is_some() && dated.is_none() && !is_complete(&fields) {
        return unspecified();
    }
    let day = if kind.has_date() { date_part(&fields, dated.map(Instant::day))? } else { 0 };
    let zone = fields.text("timezone")?.map(Zone::parse).transpose()?;
    match (kind, nanos) {
        (Kind::LocalTime | Kind::Time, None) => unspecified(),
        (Kind::Time, Some(nanos)) => time_in(nanos, timed, zone),
        (Kind::DateTime, nanos) => date_time_in(day, nanos.unwrap_or(0), timed, zone),
        (_, nanos) => Ok(Instant::local(kind, day, nanos.unwrap_or(0))),
    }
}

/// Whether the fields name a single day, so that a time can stand behind them.
fn is_complete(fields: &Fields<'_>) -> bool {
    !fields.has(&["year"]) || fields.has(&["day", "dayOfWeek", "ordinalDay", "dayOfQuarter"])
}

/// The day that the fields of a date describe, the others being those of a base or their least.
pub(super) fn date_part(fields: &Fields<'_>, base: Option<i64>) -> Made<i64> {
    let groups =
        [&["month", "day"][..], &["week", "dayOfWeek"], &["ordinalDay"], &["quarter", "dayOfQuarter"]];
    let mut used = groups.into_iter().enumerate().filter(|(_, keys)| fields.has(keys));
    let group = used.next().map_or(0, |(place, _)| place);
    if used.next().is_some() {
        return unspecified();
    }
    let year = fields.integer("year")?;
    let year_of = |base_year: fn(i64) -> i64| {
        let found = year.or(base.map(base_year));
        found.ok_or_else(|| Wrong::Value("a date needs a year".to_owned()))
    };
    let part = |large: &str, of_base: fn(i64) -> i64, small: Option<&str>| -> Made<i64> {
        let given = fields.integer(large)?.or(base.map(of_base));
        match (given, small) {
            (None, Some(small)) if fields.has(&[small]) => wrong_value(format!("{small} needs {large}")),
            (given, _) => Ok(given.unwrap_or(1)),
        }
    };
    let found = match group {
        1 => {
            let week = part("week", |day| calendar::week_of(day).1, Some("dayOfWeek"))?;
            let weekday = part("dayOfWeek", calendar::weekday, None)?;
            calendar::from_week(year_of(|day| calendar::week_of(day).0)?, week, weekday)
        }
        2 => calendar::from_ordinal(
            year_of(|day| calendar::date_of(day).0)?,
            part("ordinalDay", calendar::ordinal_of, None)?,
        ),
        3 => {
            let quarter = part("quarter", |day| calendar::quarter_of(day).0, Some("dayOfQuarter"))?;
            let of_quarter = part("dayOfQuarter", |day| calendar::quarter_of(day).1, None)?;
            let year = year_of(|day| calendar::date_of(day).0)?;
            let found = calendar::from_quarter(year, quarter, of_quarter);
            // Keeping the day of the quarter, or the month of the quarter and the day of the month?
            let shifted = base.filter(|_| !fields.has(&["dayOfQuarter"])).map(|base| {
                let (base_year, month, of_month) = calendar::date_of(base);
                let month = month + 3 * (quarter.clamp(0, 5) - calendar::quarter_of(base).0);
                (base_year == year).then(|| calendar::from_date(year, month, of_month)).flatten()
            });
            if shifted.is_some_and(|shifted| shifted != found) {
                return unspecified();
            }
            found
        }
        _ => {
            let month = part("month", |day| calendar::date_of(day).1, Some("day"))?;
            let day = part("day", |day| calendar::date_of(day).2, None)?;
            calendar::from_date(year_of(|day| calendar::date_of(day).0)?, month, day)
        }
    };
    match found {
        Some(day) => Ok(day),
        // A base may be moved into the nearest date that exists.
        None if base.is_some() => unspecified(),
        None => wrong_value("there is no such date"),
    }
}

/// The nanosecond of the day that the fields of a time describe; none when there are none, and no base.
/// `kept` is the fraction of a second that a smaller unit is added to.
pub(super) fn time_part(fields: &Fields<'_>, base: Option<i64>, kept: i64) -> Made<Option<i64>> {
    let subseconds = ["millisecond", "microsecond", "nanosecond"];
    if base.is_none() && !fields.has(&TIME_KEYS) {
        return Ok(None);
    }
    let seconds = base.map(|nanos| nanos / SECOND);
    let parts = [
        ("hour", seconds.map(|seconds| seconds / 3_600), 23),
        ("minute", seconds.map(|seconds| seconds / 60 % 60), 59),
        ("second", seconds.map(|seconds| seconds % 60), 59),
    ];
    let mut total = 0;
    let mut complete = true;
    for (key, of_base, most) in parts {
        let value = fields.integer(key)?.or(of_base);
        if value.is_some() && !complete {
            return wrong_value(format!("{key} without the larger unit"));
        }
        complete = value.is_some();
        let value = value.unwrap_or(0);
        if key == "second" && value == 60 {
            return unspecified();
        }
        if !(0..=most).contains(&value) {
            return wrong_value(format!("{key} cannot be {value}"));
        }
        total = total * 60 + value;
    }
    let fraction = if fields.has(&subseconds) {
        if !complete {
            return wrong_value("a fraction of a second without the second");
        }
        kept + fraction(fields)?
    } else {
        base.map_or(0, |nanos| nanos % SECOND)
    };
    Ok(Some(total * SECOND + fraction))
}

/// Milliseconds, microseconds and nanoseconds: each behind the others given (TCK Temporal1 \[5\]).
fn fraction(fields: &Fields<'_>) -> Made<i64> {
    let mut room = SECOND;
    let mut total = 0;
    for (key, size) in [("millisecond", 1_000_000), ("microsecond", 1_000), ("nanosecond", 1)] {
        let Some(count) = fields.integer(key)? else { continue };
        if !(0..room / size).contains(&count) {
            return wrong_value(format!("{key} cannot be {count}"));
        }
        total += count * size;
        room = size;
    }
    Ok(total)
}

/// A time in a zone; one that had an offset is converted (TCK Temporal3 \[3\]).
fn time_in(nanos: i64, source: Option<&Instant>, zone: Option<Zone>) -> Made<Instant> {
    let own = source.filter(|source| source.kind().has_zone());
    let offset = match &zone {
        None => return Ok(Instant::time(nanos, own.map_or(0, Instant::offset))),
        Some(Zone::Offset(offset)) => *offset,
        // Its offset depends on the day.
        Some(Zone::Named(_)) => match own.filter(|own| own.kind() == Kind::DateTime) {
            Some(own) => Instant::at(own.epoch_nanos(), zone.as_ref().unwrap_or(&UTC))?.offset(),
            None => return Err(Wrong::Open(Why::Clock)),
        },
    };
    let shift = own.map_or(0, |own| i64::from(offset - own.offset()) * SECOND);
    Ok(Instant::time((nanos + shift).rem_euclid(DAY), offset))
}

/// A date and time in a zone; if the time had a zone, it is converted (TCK Temporal3 \[9\], \[10\]).
fn date_time_in(day: i64, nanos: i64, source: Option<&Instant>, zone: Option<Zone>) -> Made<Instant> {
    let own = source.and_then(Instant::zone);
    let preferred = source.map(Instant::offset);
    match (own, zone) {
        (Some(own), Some(zone)) => {
            Instant::at(Instant::zoned(day, nanos, &own, preferred)?.epoch_nanos(), &zone)
        }
        (Some(own), None) => Instant::zoned(day, nanos, &own, preferred),
        (None, zone) => Instant::zoned(day, nanos, &zone.unwrap_or(UTC), None),
    }
}

/// `datetime({epochSeconds: ..., nanosecond: ...})` (Cypher Manual 5, datetime).
fn of_epoch(fields: &Fields<'_>) -> Made<Instant> {
    let room = if fields.has(&["epochMillis"]) { 1_000_000 } else { SECOND };
    let allowed = ["epochSeconds", "epochMillis", "timezone", "millisecond", "microsecond", "nanosecond"];
    let fraction = fraction(fields)?;
    if fields.keys().any(|key| !allowed.contains(&key)) || fields.has(&EPOCH_KEYS[..1]) && room != SECOND {
        return unspecified();
    }
    if fraction >= room {
        return unspecified();
    }
    let zone = fields.text("timezone")?.map(Zone::parse).transpose()?.unwrap_or(UTC);
    let count = fields.integer("epochSeconds")?.or(fields.integer("epochMillis")?).unwrap_or(0);
    Instant::at(i128::from(count) * i128::from(room) + i128::from(fraction), &zone)
}

/// `datetime.fromEpoch(seconds, nanoseconds)` (TCK Temporal1 \[11\]).
pub(in crate::evaluate) fn from_epoch(seconds: i64, nanos: i64) -> Made<Instant> {
    if !(0..SECOND).contains(&nanos) {
        return unspecified();
    }
    Instant::at(i128::from(seconds) * i128::from(SECOND) + i128::from(nanos), &UTC)
}

/// `date(instant)` and its siblings: selects the parts that the kind has (TCK Temporal3).
pub(in crate::evaluate) fn convert(kind: Kind, from: &Instant) -> Made<Instant> {
    let has = from.kind();
    match kind {
        Kind::Date | Kind::LocalTime | Kind::Time
            if kind.has_date() && !has.has_date() || kind.has_time() && !has.has_time() =>
        {
            wrong_value(format!("a {has:?} has no {kind:?}"))
        }
        Kind::Time => Ok(Instant::time(from.nanos(), from.offset())),
        Kind::DateTime | Kind::LocalDateTime if !has.has_date() || !has.has_time() => unspecified(),
        Kind::DateTime if has.has_zone() => Ok(from.clone()),
        Kind::DateTime => Instant::zoned(from.day(), from.nanos(), &UTC, None),
        _ => Ok(Instant::local(kind, from.day(), from.nanos())),
    }
}
