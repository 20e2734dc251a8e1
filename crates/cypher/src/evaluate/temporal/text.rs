//! Texts of points in time: ISO 8601, seconds always, the fraction without trailing zeros.

use super::{Instant, Kind, SECOND, calendar};

/// `Z` or `+hh:mm`, with seconds where there are some (TCK Temporal1 \[13\]).
pub(super) fn offset(offset: i32) -> String {
    if offset == 0 {
        return "Z".to_owned();
    }
    let (sign, size) = (if offset < 0 { '-' } else { '+' }, offset.unsigned_abs());
    let mut text = format!("{sign}{:02}:{:02}", size / 3_600, size / 60 % 60);
    if size % 60 != 0 {
        text.push_str(&format!(":{:02}", size % 60));
    }
    text
}

/// A fraction of a second with its point; nothing for zero.
pub(super) fn fraction(nanos: u64) -> String {
    if nanos == 0 {
        return String::new();
    }
    format!(".{nanos:09}").trim_end_matches('0').to_owned()
}

fn date(day: i64) -> String {
    let (year, month, day) = calendar::date_of(day);
    let sign = if year < 0 {
        "-"
    } else if year > 9_999 {
        "+"
    } else {
        ""
    };
    format!("{sign}{:04}-{month:02}-{day:02}", year.unsigned_abs())
}

fn time(nanos: i64) -> String {
    let seconds = nanos / SECOND;
    let fraction = fraction((nanos % SECOND).unsigned_abs());
    format!("{:02}:{:02}:{:02}{fraction}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

impl Instant {
    /// The text, as answers carry it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = match self.kind() {
            Kind::Date => date(self.day()),
            Kind::LocalTime | Kind::Time => time(self.nanos()),
            Kind::LocalDateTime | Kind::DateTime => format!("{}T{}", date(self.day()), time(self.nanos())),
        };
        if self.kind().has_zone() {
            text.push_str(&offset(self.offset()));
        }
        if let Some(name) = self.zone_name() {
            text.push_str(&format!("[{name}]"));
        }
        text
    }

    /// Whether all engines write the same text: libraries leave out a second that is zero or not, and fill the
    /// fraction up to three, six or nine digits or not.
    pub(in crate::evaluate) fn has_one_text(&self) -> bool {
        let fraction = self.nanos() % SECOND;
        let filled = fraction % 1_000_000 == 0 && fraction / 1_000_000 % 10 != 0
            || fraction % 1_000_000 != 0 && fraction % 1_000 == 0 && fraction / 1_000 % 10 != 0
            || fraction % 10 != 0;
        let whole = fraction == 0 && self.nanos() / SECOND % 60 != 0;
        !self.kind().has_time() || whole || (fraction != 0 && filled)
    }
}
