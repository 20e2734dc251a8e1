//! Points in time from texts (CIP2015-08-06, parsing; TCK Temporal2).

use super::zone::{self, UTC, Zone};
use super::{Instant, Kind, Made, SECOND, calendar, unspecified, wrong_value};

impl Instant {
    /// Reads a text of this kind.
    pub(in crate::evaluate) fn parse(kind: Kind, text: &str) -> Made<Self> {
        let wrong = || wrong_value(format!("'{text}' cannot be read as a {kind:?}"));
        if !text.is_ascii() {
            return wrong();
        }
        if kind == Kind::Date {
            return date(text).map_or_else(wrong, |day| Ok(Instant::date(day)));
        }
        let (dated, rest) = match text.split_once('T') {
            Some(parts) if kind.has_date() => parts,
            Some(("", rest)) => ("", rest),
            // A date without a time is its midnight (TCK Temporal10 [10]).
            None if kind.has_date() => (text, "00"),
            None => ("", text),
            Some(_) => return wrong(),
        };
        let day = if kind.has_date() { date(dated) } else { Some(0) };
        let (timed, zone) = rest.split_at(rest.find(['Z', '+', '-', '[']).unwrap_or(rest.len()));
        let (Some(day), Some(nanos)) = (day, time(timed)?) else { return wrong() };
        match kind {
            Kind::LocalTime | Kind::LocalDateTime if zone.is_empty() => Ok(Instant::local(kind, day, nanos)),
            Kind::Time => match zone {
                "" => Ok(Instant::time(nanos, 0)),
                zone if zone.contains('[') => unspecified(),
                zone => zone::offset(zone).map(|offset| Instant::time(nanos, offset)),
            },
            Kind::DateTime => zoned(day, nanos, zone),
            _ => wrong(),
        }
    }
}

/// A zone as an offset, a name in brackets, or both (TCK Temporal2 \[6\]).
fn zoned(day: i64, nanos: i64, text: &str) -> Made<Instant> {
    let (offset, name) = match text.split_once('[') {
        Some((offset, rest)) => match rest.strip_suffix(']') {
            Some(name) => (offset, Some(name)),
            None => return wrong_value("the name of a time zone does not end"),
        },
        None => (text, None),
    };
    let offset = if offset.is_empty() { None } else { Some(zone::offset(offset)?) };
    let Some(name) = name else {
        return Instant::zoned(day, nanos, &offset.map_or(UTC, Zone::Offset), None);
    };
    let found = Instant::zoned(day, nanos, &Zone::parse(name)?, offset)?;
    // No rule says what an offset means that the zone does not have then.
    if offset.is_some_and(|offset| offset != found.offset()) { unspecified() } else { Ok(found) }
}

fn number(digits: &str) -> Option<i64> {
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

/// A date in any of the forms of TCK Temporal2 \[1\]; years with a sign need a separator behind them.
fn date(text: &str) -> Option<i64> {
    let unsigned = text.strip_prefix(['+', '-']);
    let signed = unsigned.is_some();
    let digits = unsigned.unwrap_or(text);
    let end = if signed { digits.find(['-', 'W']).unwrap_or(digits.len()) } else { 4 };
    let (year, rest) = (digits.get(..end)?, digits.get(end..)?);
    if year.len() < 4 {
        return None;
    }
    let year = number(year)? * if text.starts_with('-') { -1 } else { 1 };
    if let Some(week) = rest.strip_prefix("-W").or_else(|| rest.strip_prefix('W')) {
        return week_date(year, week, rest.starts_with('-'));
    }
    let part = |from: usize, to: usize| rest.get(from..to).and_then(number);
    match (rest.strip_prefix('-').is_some(), rest.len()) {
        (false, 0) => calendar::from_date(year, 1, 1),
        (true, 3) => calendar::from_date(year, part(1, 3)?, 1),
        (true, 4) => calendar::from_ordinal(year, part(1, 4)?),
        (true, 6) if rest.get(3..4) == Some("-") => calendar::from_date(year, part(1, 3)?, part(4, 6)?),
        (false, 2) if !signed => calendar::from_date(year, part(0, 2)?, 1),
        (false, 3) if !signed => calendar::from_ordinal(year, part(0, 3)?),
        (false, 4) if !signed => calendar::from_date(year, part(0, 2)?, part(2, 4)?),
        _ => None,
    }
}

fn week_date(year: i64, text: &str, dashed: bool) -> Option<i64> {
    let (week, rest) = (number(text.get(..2)?)?, text.get(2..)?);
    let weekday = match rest.strip_prefix('-') {
        _ if rest.is_empty() => 1,
        Some(weekday) if dashed && weekday.len() == 1 => number(weekday)?,
        None if !dashed && rest.len() == 1 => number(rest)?,
        _ => return None,
    };
    calendar::from_week(year, week, weekday)
}

/// A time in any of the forms of TCK Temporal2 \[2\], as nanoseconds of the day.
pub(super) fn time(text: &str) -> Made<Option<i64>> {
    let (whole, fraction) = match text.split_once(['.', ',']) {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    let parts: Option<Vec<i64>> = if whole.contains(':') {
        whole.split(':').map(|part| number(part).filter(|_| part.len() == 2)).collect()
    } else {
        let pairs = (0..whole.len()).step_by(2);
        pairs.map(|place| whole.get(place..place + 2).and_then(number)).collect()
    };
    let (Some(parts), Some(sub)) = (parts, fraction.map_or(Some(0), fraction_nanos)) else {
        return Ok(None);
    };
    let (hour, minute, second) = match parts.as_slice() {
        [hour] if fraction.is_none() => (*hour, 0, 0),
        [hour, minute] if fraction.is_none() => (*hour, *minute, 0),
        [hour, minute, second] => (*hour, *minute, *second),
        _ => return Ok(None),
    };
    // The proposal allows a leap second, which libraries do not have.
    if second == 60 {
        return unspecified();
    }
    let fits = hour <= 23 && minute <= 59 && second <= 59;
    Ok(fits.then_some((hour * 3_600 + minute * 60 + second) * SECOND + sub))
}

/// Up to nine digits behind the point.
pub(super) fn fraction_nanos(digits: &str) -> Option<i64> {
    let filled = format!("{digits:0<9}");
    if digits.len() > 9 { None } else { number(digits).and_then(|_| number(&filled)) }
}
