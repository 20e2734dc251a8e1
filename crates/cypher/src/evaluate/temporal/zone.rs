//! Time zones: offsets, and names of the IANA database (CIP2015-08-06, time zones).

use std::sync::Arc;

use jiff::civil;
use jiff::tz::{AmbiguousOffset, TimeZone, TimeZoneDatabase};

use super::calendar::CYCLE;
use super::{DAY_SECONDS, Made, Wrong, unspecified, wrong_value};

/// A time zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::evaluate) enum Zone {
    /// Seconds east of UTC.
    Offset(i32),
    /// A name that the database knows.
    Named(Arc<str>),
}

/// The default zone, where neither text nor session names one (CIP2015-08-06; TCK Temporal1 \[8\]).
pub(in crate::evaluate) const UTC: Zone = Zone::Offset(0);

/// The farthest offset from UTC (TCK Temporal2 \[3\]).
const MAX_OFFSET: i32 = 18 * 3_600;

/// Beyond these seconds the offsets repeat with the calendar, or have not begun to change.
const KNOWN: i64 = 7_000 * 31_556_952;

/// Seconds of 400 years.
const CYCLE_SECONDS: i64 = CYCLE * DAY_SECONDS;

impl Zone {
    /// Reads `Z`, an offset or a name.
    pub(in crate::evaluate) fn parse(text: &str) -> Made<Self> {
        if text.starts_with(['+', '-']) || text == "Z" {
            return offset(text).map(Zone::Offset);
        }
        let name = text.replace(' ', "_");
        match find(&name) {
            // Names in other letter cases and short names are known to some engines only.
            Ok(zone) if zone.iana_name() == Some(&name) && (name.contains('/') || name == "UTC") => {
                Ok(Zone::Named(Arc::from(name)))
            }
            Ok(_) => unspecified(),
            Err(_) if ["UTC", "GMT", "UT", "z"].iter().any(|start| name.starts_with(start)) => unspecified(),
            Err(_) => wrong_value(format!("no time zone is called {text}")),
        }
    }
}

fn find(name: &str) -> Made<TimeZone> {
    TimeZoneDatabase::bundled().get(name).map_err(|_| Wrong::Value(format!("no time zone is called {name}")))
}

/// Reads `Z`, `+hh`, `+hh:mm`, `+hhmm`, and the same with seconds (TCK Temporal1 \[13\], Temporal2 \[3\]).
pub(super) fn offset(text: &str) -> Made<i32> {
    let wrong = || Wrong::Value(format!("{text} is no offset of a time zone"));
    if text == "Z" {
        return Ok(0);
    }
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits = text.strip_prefix(['+', '-']).ok_or_else(wrong)?;
    let parts: Vec<&str> = if digits.contains(':') {
        digits.split(':').collect()
    } else {
        (0..digits.len()).step_by(2).filter_map(|place| digits.get(place..place + 2)).collect()
    };
    let plain = digits.bytes().filter(u8::is_ascii_digit).count();
    if parts.is_empty()
        || parts.len() > 3
        || parts.iter().any(|part| part.len() != 2)
        || plain != parts.len() * 2
    {
        return Err(wrong());
    }
    let number = |place: usize| parts.get(place).map_or(Ok(0), |part| part.parse::<i32>());
    let (Ok(hours), Ok(minutes), Ok(seconds)) = (number(0), number(1), number(2)) else {
        return Err(wrong());
    };
    let total = hours * 3_600 + minutes * 60 + seconds;
    if minutes > 59 || seconds > 59 || total > MAX_OFFSET {
        return Err(wrong());
    }
    Ok(sign * total)
}

/// Seconds of the known years that have the same place in the 400 years.
fn known(seconds: i64) -> i64 {
    let beyond = if seconds > KNOWN {
        (seconds - KNOWN).div_euclid(CYCLE_SECONDS) + 1
    } else if seconds < -KNOWN {
        (seconds + KNOWN).div_euclid(CYCLE_SECONDS)
    } else {
        0
    };
    seconds - beyond * CYCLE_SECONDS
}

/// The offset of a zone at a moment.
pub(super) fn offset_at(name: &str, epoch_seconds: i64) -> Made<i32> {
    let moment = jiff::Timestamp::from_second(known(epoch_seconds)).map_err(|_| Wrong::Range)?;
    Ok(find(name)?.to_offset(moment).seconds())
}

/// The offset of a zone at a local time, and by how many seconds the local time moves if the zone skips it.
pub(super) fn resolve(name: &str, local_seconds: i64, preferred: Option<i32>) -> Made<(i64, i32)> {
    let moment = jiff::Timestamp::from_second(known(local_seconds)).map_err(|_| Wrong::Range)?;
    let local: civil::DateTime = jiff::tz::Offset::UTC.to_datetime(moment);
    Ok(match find(name)?.to_ambiguous_timestamp(local).offset() {
        AmbiguousOffset::Unambiguous { offset } => (0, offset.seconds()),
        AmbiguousOffset::Gap { before, after } => {
            (i64::from(after.seconds() - before.seconds()), after.seconds())
        }
        AmbiguousOffset::Fold { before, after } => {
            let keeps = preferred == Some(after.seconds());
            (0, if keeps { after.seconds() } else { before.seconds() })
        }
    })
}
