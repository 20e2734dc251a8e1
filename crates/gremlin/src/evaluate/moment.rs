//! Dates with time and offset.

use jiff::civil::DateTime;
use jiff::fmt::temporal::DateTimeParser;
use jiff::tz::Offset;

/// A moment and the offset in which it is told. Moments are compared by the time alone (semantics: Date).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Seconds since 1970-01-01T00:00:00Z.
    pub(crate) seconds: i64,
    /// Nanoseconds within the second.
    pub(crate) nanos: i32,
    /// Seconds east of Greenwich.
    pub(crate) offset: i32,
}

impl Moment {
    /// Reads ISO 8601; without an offset it is UTC, without a time it is midnight.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let parser = DateTimeParser::new();
        let pieces = parser.parse_pieces(text).ok()?;
        let time = pieces.time().unwrap_or_default();
        let offset = pieces.to_numeric_offset().unwrap_or(Offset::UTC);
        Self::of(pieces.date().to_datetime(time), offset)
    }

    fn of(local: DateTime, offset: Offset) -> Option<Self> {
        let instant = offset.to_timestamp(local).ok()?;
        Some(Self {
            seconds: instant.as_second(),
            nanos: instant.subsec_nanosecond(),
            offset: offset.seconds(),
        })
    }

    /// The moment that many milliseconds after the start of 1970.
    pub(crate) fn from_millis(millis: i64) -> Self {
        let nanos = i32::try_from(millis.rem_euclid(1000) * 1_000_000).unwrap_or_default();
        Self { seconds: millis.div_euclid(1000), nanos, offset: 0 }
    }

    /// Milliseconds since the start of 1970.
    pub(crate) fn millis(self) -> i64 {
        self.seconds.saturating_mul(1000).saturating_add(i64::from(self.nanos / 1_000_000))
    }

    /// The moment that many seconds later.
    pub(crate) fn plus(self, seconds: i64) -> Option<Self> {
        let seconds = self.seconds.checked_add(seconds)?;
        (LEAST..=MOST).contains(&seconds).then_some(Self { seconds, ..self })
    }

    /// ISO 8601: seconds always, the fraction without trailing zeros, `Z` or an offset.
    pub(crate) fn text(self) -> String {
        let local = self.seconds.saturating_add(i64::from(self.offset));
        let (days, second) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        let date = date(days);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let mut text = format!("{date}T{hour:02}:{minute:02}:{second:02}");
        if self.nanos != 0 {
            text += format!(".{:09}", self.nanos).trim_end_matches('0');
        }
        if self.offset == 0 {
            return text + "Z";
        }
        let minutes = self.offset.abs() / 60;
        text + &format!("{}{:02}:{:02}", if self.offset < 0 { '-' } else { '+' }, minutes / 60, minutes % 60)
    }
}

/// The first and the last second of which dates speak: those of the years -999,999,999 and 999,999,999 (the range of
/// `java.time.OffsetDateTime`, which the date steps are made of).
const LEAST: i64 = -31_557_014_135_596_800;
const MOST: i64 = 31_556_889_832_780_799;

/// The date so many days after the start of 1970; a year of more than four digits has a sign (ISO 8601-1, 4.3.2).
fn date(days: i64) -> String {
    // Counted from the first of March of the year 0, so that leap days stand at the end of years; 146,097 days are 400
    // years (Gregorian calendar).
    let shifted = days.saturating_add(719_468);
    let (era, day) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    let sign = match year {
        ..0 => "-",
        0..10_000 => "",
        _ => "+",
    };
    format!("{sign}{:04}-{month:02}-{day_of_month:02}", year.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_have_a_text_however_far_they_are() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (253_402_300_800, "+10000-01-01T00:00:00Z"),
            (185_542_587_100_800, "+5881580-07-11T00:00:00Z"),
            (-62_167_219_200, "0000-01-01T00:00:00Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59Z"),
            (MOST, "+999999999-12-31T23:59:59Z"),
            (LEAST, "-999999999-01-01T00:00:00Z"),
        ] {
            assert_eq!(Moment { seconds, nanos: 0, offset: 0 }.text(), text);
        }
        assert_eq!(Moment { seconds: MOST, nanos: 0, offset: 0 }.plus(1), None);
    }
}
