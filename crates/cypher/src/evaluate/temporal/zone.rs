//! Time zones: offsets, and names of the IANA database (CIP2015-08-06, time zones).

use std::sync::Arc;

use quarrel_case::zone::{self, OnClock};

use super::{Made, Wrong, unspecified, wrong_value};

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

impl Zone {
    /// Reads `Z`, an offset or a name.
    pub(in crate::evaluate) fn parse(text: &str) -> Made<Self> {
        if text.starts_with(['+', '-']) || text == "Z" {
            return offset(text).map(Zone::Offset);
        }
        let name = text.replace(' ', "_");
        match zone::name(&name) {
            // Names in other letter cases and short names are known to some engines only.
            Some(known) if known == name && (name.contains('/') || name == "UTC") => {
                Ok(Zone::Named(Arc::from(name)))
            }
            Some(_) => unspecified(),
            None if ["UTC", "GMT", "UT", "z"].iter().any(|start| name.starts_with(start)) => unspecified(),
            None => wrong_value(format!("no time zone is called {text}")),
        }
    }
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

/// The offset of a zone at a moment.
pub(super) fn offset_at(name: &str, epoch_seconds: i64) -> Made<i32> {
    seconds(zone::offset_at(name, epoch_seconds).ok_or(Wrong::Range)?)
}

/// The offset of a zone at a local time, and by how many seconds the local time moves if the zone skips it.
pub(super) fn resolve(name: &str, local_seconds: i64, preferred: Option<i32>) -> Made<(i64, i32)> {
    let preferred = preferred.map(i64::from);
    let (shift, offset) = match zone::offset_on_clock(name, local_seconds).ok_or(Wrong::Range)? {
        OnClock::Once(offset) => (0, offset),
        OnClock::Never { before, after } => (after - before, after),
        OnClock::Twice { before, after } => (0, if preferred == Some(after) { after } else { before }),
    };
    Ok((shift, seconds(offset)?))
}

fn seconds(offset: i64) -> Made<i32> {
    i32::try_from(offset).map_err(|_| Wrong::Range)
}
