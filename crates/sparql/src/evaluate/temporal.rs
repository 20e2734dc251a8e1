//! Times: `xsd:dateTime` and `xsd:date` as points on a line, with or without a timezone.

use std::cmp::Ordering;

/// A point in time. A date is the start of its day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Time {
    /// Year, month, day as written (24:00:00 already carried over).
    pub(super) date: (i64, u32, u32),
    /// Hour, minute, second.
    pub(super) clock: (u32, u32, u32),
    /// The digits of the fraction of a second, without trailing zeros.
    pub(super) fraction: String,
    /// Minutes east of UTC.
    pub(super) offset: Option<i32>,
}

/// Seconds of 14 hours, the farthest that a timezone is from UTC.
const FARTHEST: i64 = 14 * 3600;
/// Years beyond this are not modelled, which keeps the arithmetic within 64 bits.
const LAST_YEAR: i64 = 1_000_000_000;

impl Time {
    /// Reads an `xsd:dateTime` (XSD 1.1 part 2, 3.3.7).
    pub(super) fn date_time(lexical: &str) -> Option<Self> {
        let (date, rest) = lexical.split_once('T')?;
        let zone = rest.find(['Z', '+', '-']).unwrap_or(rest.len());
        let (clock, zone) = rest.split_at(zone);
        let mut time = Self::at_midnight(date, zone)?;
        let (seconds, fraction) = match clock.split_once('.') {
            Some((_, "")) => return None,
            Some((seconds, fraction)) => (seconds, fraction),
            None => (clock, ""),
        };
        let parts: Vec<u32> = seconds.split(':').map(two_digits).collect::<Option<_>>()?;
        let [hour, minute, second] = parts.try_into().ok()?;
        if !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        time.fraction = fraction.trim_end_matches('0').to_owned();
        if (hour, minute, second, time.fraction.as_str()) == (24, 0, 0, "") {
            time.date = next_day(time.date);
            return Some(time);
        }
        time.clock = (hour, minute, second);
        (hour < 24 && minute < 60 && second < 60).then_some(time)
    }

    /// Reads an `xsd:date` (XSD 1.1 part 2, 3.3.9).
    pub(super) fn date(lexical: &str) -> Option<Self> {
        let unsigned = lexical.strip_prefix('-').unwrap_or(lexical);
        let sign = lexical.len() - unsigned.len();
        // Year, month and day hold two hyphens; what follows the day's two digits is the timezone.
        let month = unsigned.find('-')?;
        let end = sign + month + 6;
        Self::at_midnight(lexical.get(..end)?, lexical.get(end..)?)
    }

    fn at_midnight(date: &str, zone: &str) -> Option<Self> {
        Some(Self {
            date: calendar_day(date)?,
            clock: (0, 0, 0),
            fraction: String::new(),
            offset: timezone(zone)?,
        })
    }

    /// Seconds on the line, as if the clock stood at UTC.
    fn local_seconds(&self) -> i64 {
        let (hour, minute, second) = self.clock;
        day_number(self.date) * 86_400 + i64::from(hour * 3600 + minute * 60 + second)
    }

    fn seconds(&self) -> i64 {
        self.local_seconds() - i64::from(self.offset.unwrap_or(0)) * 60
    }

    /// The order on the line; none when a missing timezone leaves it open (XSD 1.1 part 2, 3.3.7).
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        let (left, right) = (self.seconds(), other.seconds());
        let order = left.cmp(&right).then_with(|| self.fraction.cmp(&other.fraction));
        let comparable = self.offset.is_some() == other.offset.is_some() || (left - right).abs() > FARTHEST;
        comparable.then_some(order)
    }

    /// The same instant at UTC; unchanged without timezone.
    pub(super) fn at_utc(&self) -> Self {
        if self.offset.is_none() {
            return self.clone();
        }
        let seconds = self.seconds();
        let (days, clock) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        let part = |value: i64| u32::try_from(value).unwrap_or(0);
        Self {
            date: day_of(days),
            clock: (part(clock / 3600), part(clock / 60 % 60), part(clock % 60)),
            fraction: self.fraction.clone(),
            offset: Some(0),
        }
    }

    /// The canonical form as a date and time, its timezone kept.
    pub(super) fn date_time_lexical(&self) -> String {
        let (hour, minute, second) = self.clock;
        let date = date_lexical(self.date);
        let zone = self.zone_lexical();
        format!("{date}T{hour:02}:{minute:02}:{}{zone}", self.seconds_lexical(second, 2))
    }

    /// The canonical form as a date, its timezone kept.
    pub(super) fn date_lexical(&self) -> String {
        format!("{}{}", date_lexical(self.date), self.zone_lexical())
    }

    /// Seconds with their fraction, as a decimal (SECONDS, 17.4.5.7).
    pub(super) fn seconds_decimal(&self) -> String {
        self.seconds_lexical(self.clock.2, 1)
    }

    fn seconds_lexical(&self, second: u32, width: usize) -> String {
        match self.fraction.as_str() {
            "" => format!("{second:0width$}"),
            fraction => format!("{second:0width$}.{fraction}"),
        }
    }

    /// The timezone as it is written: `Z`, `+hh:mm` or nothing (TZ, 17.4.5.9).
    pub(super) fn zone_lexical(&self) -> String {
        match self.offset {
            None => String::new(),
            Some(0) => "Z".to_owned(),
            Some(offset) => {
                let sign = if offset < 0 { '-' } else { '+' };
                let minutes = offset.abs();
                format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60)
            }
        }
    }

    /// The timezone as an `xsd:dayTimeDuration` (TIMEZONE, 17.4.5.8).
    pub(super) fn zone_duration(&self) -> Option<String> {
        let offset = self.offset?;
        let sign = if offset < 0 { "-" } else { "" };
        let part = |value: i32, unit: char| if value == 0 { String::new() } else { format!("{value}{unit}") };
        let minutes = offset.abs();
        let text = part(minutes / 60, 'H') + &part(minutes % 60, 'M');
        Some(if text.is_empty() { "PT0S".to_owned() } else { format!("{sign}PT{text}") })
    }
}

fn two_digits(text: &str) -> Option<u32> {
    let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn calendar_day(text: &str) -> Option<(i64, u32, u32)> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let mut parts = unsigned.split('-');
    let (year, month, day) = (parts.next()?, two_digits(parts.next()?)?, two_digits(parts.next()?)?);
    let digits = year.len() >= 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    let padded = year.len() > 4 && year.starts_with('0');
    if parts.next().is_some() || !digits || padded {
        return None;
    }
    let year: i64 = year.parse().ok().filter(|year| *year <= LAST_YEAR)?;
    let year = if text.starts_with('-') { -year } else { year };
    ((1..=12).contains(&month) && (1..=month_length(year, month)).contains(&day))
        .then_some((year, month, day))
}

fn timezone(text: &str) -> Option<Option<i32>> {
    if text.is_empty() {
        return Some(None);
    }
    if text == "Z" {
        return Some(Some(0));
    }
    let (hours, minutes) = text.get(1..)?.split_once(':')?;
    let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
    let offset = i32::try_from(hours * 60 + minutes).ok()?;
    let in_range = minutes < 60 && offset <= 14 * 60;
    match text.as_bytes().first() {
        Some(b'+') if in_range => Some(Some(offset)),
        Some(b'-') if in_range => Some(Some(-offset)),
        _ => None,
    }
}

fn date_lexical((year, month, day): (i64, u32, u32)) -> String {
    let sign = if year < 0 { "-" } else { "" };
    format!("{sign}{:04}-{month:02}-{day:02}", year.abs())
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn month_length(year: i64, month: u32) -> u32 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn next_day((year, month, day): (i64, u32, u32)) -> (i64, u32, u32) {
    if day < month_length(year, month) {
        (year, month, day + 1)
    } else if month < 12 {
        (year, month + 1, 1)
    } else {
        (year + 1, 1, 1)
    }
}

/// Days since 1 March of the year 0, by counting 400-year cycles of years that begin in March.
fn day_number((year, month, day): (i64, u32, u32)) -> i64 {
    let year = if month < 3 { year - 1 } else { year };
    let (cycle, year) = (year.div_euclid(400), year.rem_euclid(400));
    let month = (i64::from(month) + 9) % 12;
    cycle * 146_097 + year * 365 + year / 4 - year / 100 + (month * 153 + 2) / 5 + i64::from(day) - 1
}

/// The inverse of [`day_number`].
fn day_of(number: i64) -> (i64, u32, u32) {
    let (cycle, day) = (number.div_euclid(146_097), number.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (year * 365 + year / 4 - year / 100);
    let month = (day * 5 + 2) / 153;
    let day = day - (month * 153 + 2) / 5 + 1;
    let year = cycle * 400 + year + i64::from(month >= 10);
    let part = |value: i64| u32::try_from(value).unwrap_or(1);
    (year, part((month + 2) % 12 + 1), part(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_canonical_form_that_keeps_their_timezone() {
        for (given, canonical, at_utc) in [
            ("2020-01-01T00:00:00.500Z", "2020-01-01T00:00:00.5Z", "2020-01-01T00:00:00.5Z"),
            ("2020-01-01T00:00:00+00:00", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z"),
            ("2019-12-31T24:00:00", "2020-01-01T00:00:00", "2020-01-01T00:00:00"),
            ("2019-12-31T23:00:00-01:00", "2019-12-31T23:00:00-01:00", "2020-01-01T00:00:00Z"),
            ("-0044-03-15T00:00:00+00:01", "-0044-03-15T00:00:00+00:01", "-0044-03-14T23:59:00Z"),
            ("2000-02-29T00:00:00+14:00", "2000-02-29T00:00:00+14:00", "2000-02-28T10:00:00Z"),
        ] {
            let time = Time::date_time(given).expect(given);
            assert_eq!(time.date_time_lexical(), canonical);
            assert_eq!(time.at_utc().date_time_lexical(), at_utc);
        }
        for date in ["2020-01-01", "-0001-12-31Z", "12020-01-02+14:00"] {
            assert_eq!(Time::date(date).expect(date).date_lexical(), date);
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in [
            "2020-13-01T00:00:00Z",
            "2020-02-30T00:00:00Z",
            "2020-01-01T24:00:01",
            "2020-01-01T00:60:00",
            "2020-01-01T00:00:00.",
            "2020-01-01T00:00:00+15:00",
            "2020-01-01T00:00:00z",
            "20-01-01T00:00:00",
            "02020-01-01T00:00:00",
            "2020-01-01",
            "T",
            "é",
        ] {
            assert!(Time::date_time(text).is_none(), "{text}");
        }
        for text in ["2020-02-30", "2020-1-1", "", "-", "2020-01-01é", "2020-01-éé", "2020-01-01T00:00:00"]
        {
            assert!(Time::date(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_missing_timezone_leaves_fourteen_hours_open() {
        use Ordering::{Equal, Greater, Less};
        for (left, right, order) in [
            ("2020-01-01T00:00:00Z", "2019-12-31T23:00:00-01:00", Some(Equal)),
            ("2020-01-01T00:00:00", "2020-01-01T00:00:00.1", Some(Less)),
            ("2020-01-01T00:00:00", "2020-01-01T00:00:00Z", None),
            ("2020-01-01T14:00:01", "2020-01-01T00:00:00Z", Some(Greater)),
        ] {
            let order_found = Time::date_time(left).unwrap().compare(&Time::date_time(right).unwrap());
            assert_eq!(order_found, order, "{left} {right}");
        }
    }

    #[test]
    fn days_and_their_numbers_are_inverse() {
        for number in (-800_000..800_000).step_by(37) {
            assert_eq!(day_number(day_of(number)), number);
        }
    }
}
