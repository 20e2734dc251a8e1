//! Days, seconds and nanoseconds as the contract writes them: ISO 8601, seconds always, the fraction without
//! trailing zeros, the offset as Z or +hh:mm, a zone in brackets.
//!
//! Servers know years that no library of dates does, so the calendar is computed here, in wide numbers.

use quarrel_case::zone::{self, OnClock};

const DAY: i128 = 86_400;
const BILLION: i64 = 1_000_000_000;

/// The date so many days after 1970-01-01.
pub(crate) fn date(days: i128) -> String {
    // Years begin in March, so that the day which only some have is their last; 400 years repeat.
    let shifted = days + 719_468;
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = year + era * 400 + next;
    match year {
        0..=9999 => format!("{year:04}-{month:02}-{day:02}"),
        _ => format!("{year:+05}-{month:02}-{day:02}"),
    }
}

/// The time of day; none when there is no such one.
pub(crate) fn time(nanoseconds: i64) -> Option<String> {
    let seconds = nanoseconds.div_euclid(BILLION);
    let inside = (0..DAY).contains(&i128::from(seconds));
    inside.then(|| clock(seconds, nanoseconds.rem_euclid(BILLION)))
}

/// Date and time of day, so many seconds after 1970 began on the same clock; none when there is no such time.
pub(crate) fn date_time(seconds: i128, nanoseconds: i64) -> Option<String> {
    let inside = (0..BILLION).contains(&nanoseconds);
    let clock = clock(i64::try_from(seconds.rem_euclid(DAY)).ok()?, nanoseconds);
    inside.then(|| format!("{}T{clock}", date(seconds.div_euclid(DAY))))
}

fn clock(seconds: i64, nanoseconds: i64) -> String {
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fraction = match nanoseconds {
        0 => String::new(),
        _ => format!(".{}", format!("{nanoseconds:09}").trim_end_matches('0')),
    };
    format!("{hour:02}:{minute:02}:{second:02}{fraction}")
}

/// The offset from UTC; none when there is no such one.
pub(crate) fn offset(seconds: i64) -> Option<String> {
    let sign = if seconds < 0 { '-' } else { '+' };
    let size = i64::try_from(seconds.unsigned_abs()).ok().filter(|size| i128::from(*size) < DAY)?;
    let (hour, minute, second) = (size / 3600, size / 60 % 60, size % 60);
    Some(match (size, second) {
        (0, _) => "Z".to_owned(),
        (_, 0) => format!("{sign}{hour:02}:{minute:02}"),
        _ => format!("{sign}{hour:02}:{minute:02}:{second:02}"),
    })
}

/// The offset of a zone where its clock shows a time once; none where twice or never, and for an unknown zone.
pub(crate) fn offset_of_clock(zone: &str, seconds: i64) -> Option<i64> {
    match zone::offset_on_clock(zone, seconds)? {
        OnClock::Once(offset) => Some(offset),
        OnClock::Never { .. } | OnClock::Twice { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates_of_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
            (-719_528, "0000-01-01"),
            (-719_529, "-0001-12-31"),
            (2_932_896, "9999-12-31"),
            (2_932_897, "+10000-01-01"),
            (-365_243_219_162, "-999999999-01-01"),
            (365_241_780_471, "+999999999-12-31"),
        ] {
            assert_eq!(date(days), text, "{days}");
        }
        for days in [i64::MIN, i64::MAX] {
            assert!(date(i128::from(days)).contains('-'));
        }
    }

    #[test]
    fn times_have_seconds_and_no_trailing_zeros() {
        assert_eq!(time(0).unwrap(), "00:00:00");
        assert_eq!(time(86_399_999_999_999).unwrap(), "23:59:59.999999999");
        assert_eq!(time(3_600_500_000_000).unwrap(), "01:00:00.5");
        assert_eq!((time(-1), time(86_400_000_000_000), time(i64::MAX)), (None, None, None));
        assert_eq!(date_time(-1, 1).unwrap(), "1969-12-31T23:59:59.000000001");
        assert_eq!((date_time(0, BILLION), date_time(0, -1)), (None, None));
        assert!(date_time(i128::from(i64::MIN), 0).is_some());
    }

    #[test]
    fn offsets_are_short_where_they_can_be() {
        let all = [(0, "Z"), (3600, "+01:00"), (-19_800, "-05:30"), (3661, "+01:01:01")];
        for (seconds, text) in all {
            assert_eq!(offset(seconds).unwrap(), text);
        }
        assert_eq!((offset(86_400), offset(i64::MIN)), (None, None));
    }

    #[test]
    fn a_clock_that_shows_a_time_twice_or_never_has_no_offset() {
        for (seconds, offset) in [(466_345_860, Some(3600)), (1_635_645_600, None), (1_616_898_600, None)] {
            assert_eq!(offset_of_clock("Europe/Berlin", seconds), offset, "{seconds}");
        }
    }
}
