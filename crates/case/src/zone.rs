//! The offsets of named time zones, for the evaluators and the decoders of values alike: both must have one history.
//!
//! The database is the library's own, so that no machine's zones reach a case. Years that the library does not know
//! have the offsets of known ones: its rules go on as they are, and the calendar repeats after 400 years.

use jiff::Timestamp;
use jiff::tz::{AmbiguousOffset, Offset, TimeZone, TimeZoneDatabase};

/// Seconds of 400 years, after which the calendar repeats.
const CYCLE: i64 = 146_097 * 86_400;

/// Beyond these seconds the offsets repeat with the calendar, or have not begun to change.
const KNOWN: i64 = 7_000 * 31_556_952;

/// What a zone's own clock says of its offset from UTC, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnClock {
    /// The clock shows that time once.
    Once(i64),
    /// It goes forward past that time.
    Never {
        /// The offset until then.
        before: i64,
        /// The offset from then on.
        after: i64,
    },
    /// It goes back, and shows that time again.
    Twice {
        /// The offset of the first time.
        before: i64,
        /// The offset of the second time.
        after: i64,
    },
}

/// The name of a zone as the IANA database writes it; none for what is no name of a zone.
pub fn name(zone: &str) -> Option<String> {
    find(zone)?.iana_name().map(str::to_owned)
}

/// The offset of a zone, so many seconds after 1970 began in UTC; none for an unknown zone.
pub fn offset_at(zone: &str, seconds: i64) -> Option<i64> {
    Some(find(zone)?.to_offset(moment(seconds)?).seconds().into())
}

/// The offset of a zone, so many seconds after 1970 began on the zone's own clock; none for an unknown zone.
pub fn offset_on_clock(zone: &str, seconds: i64) -> Option<OnClock> {
    let clock = Offset::UTC.to_datetime(moment(seconds)?);
    let of = |offset: Offset| i64::from(offset.seconds());
    Some(match find(zone)?.to_ambiguous_timestamp(clock).offset() {
        AmbiguousOffset::Unambiguous { offset } => OnClock::Once(of(offset)),
        AmbiguousOffset::Gap { before, after } => OnClock::Never { before: of(before), after: of(after) },
        AmbiguousOffset::Fold { before, after } => OnClock::Twice { before: of(before), after: of(after) },
    })
}

fn find(zone: &str) -> Option<TimeZone> {
    if zone == "Z" { Some(TimeZone::UTC) } else { TimeZoneDatabase::bundled().get(zone).ok() }
}

/// The moment, of known years, that has the same place in the 400 years.
fn moment(seconds: i64) -> Option<Timestamp> {
    let beyond = if seconds > KNOWN {
        (seconds - KNOWN).div_euclid(CYCLE) + 1
    } else if seconds < -KNOWN {
        (seconds + KNOWN).div_euclid(CYCLE)
    } else {
        0
    };
    Timestamp::from_second(seconds - beyond * CYCLE).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_of_a_zone_is_that_of_the_time() {
        let (winter, summer) = (3600, 7200);
        for (zone, seconds, at, on_clock) in [
            ("Europe/Stockholm", 466_345_860, winter, OnClock::Once(winter)),
            ("Europe/Stockholm", 457_966_800, summer, OnClock::Once(summer)),
            // The hour before the clock goes back comes twice, and the one after it has gone forward never.
            ("Europe/Berlin", 1_635_645_600, winter, OnClock::Twice { before: summer, after: winter }),
            ("Europe/Berlin", 1_616_898_600, summer, OnClock::Never { before: winter, after: summer }),
            // New Year of 2100, and 8,000 years later, which the library does not know.
            ("Europe/Stockholm", 4_102_444_800, winter, OnClock::Once(winter)),
            ("Europe/Stockholm", 4_102_444_800 + 20 * CYCLE, winter, OnClock::Once(winter)),
            ("Z", 0, 0, OnClock::Once(0)),
        ] {
            assert_eq!(offset_at(zone, seconds), Some(at), "{zone} {seconds}");
            assert_eq!(offset_on_clock(zone, seconds), Some(on_clock), "{zone} {seconds}");
        }
        for seconds in [i64::MIN, i64::MAX] {
            assert!(
                offset_at("Europe/Berlin", seconds).is_some() && offset_on_clock("UTC", seconds).is_some()
            );
        }
    }

    #[test]
    fn a_zone_is_found_by_any_spelling_of_its_name() {
        assert_eq!(name("europe/berlin").as_deref(), Some("Europe/Berlin"));
        assert_eq!((name("Nowhere/Land"), offset_at("Nowhere/Land", 0)), (None, None));
    }
}
