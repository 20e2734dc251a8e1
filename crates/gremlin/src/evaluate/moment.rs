//! Dates with time and offset.

use jiff::civil::{Date, DateTime};
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
        Some(Self { seconds: self.seconds.checked_add(seconds)?, ..self })
    }

    /// ISO 8601: seconds always, the fraction without trailing zeros, `Z` or an offset.
    pub(crate) fn text(self) -> String {
        let local = self.seconds.saturating_add(i64::from(self.offset));
        let (days, second) = (local.div_euclid(86_400), local.rem_euclid(86_400));
        let epoch = Date::constant(1970, 1, 1);
        let Ok(date) = epoch.checked_add(jiff::Span::new().try_days(days).unwrap_or_default()) else {
            return local.to_string();
        };
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
