//! Durations from texts and to texts (CIP2015-08-06, ISO 8601 for durations; TCK Temporal2 \[7\], Temporal6 \[6\]).

use super::duration::{Parts, UNITS};
use super::{Duration, Made, SECOND, parse, text, unspecified, wrong_value};

/// The designators before and behind `T`, in their order, with the unit of each.
const DATE: [(char, &str); 4] = [('Y', "years"), ('M', "months"), ('W', "weeks"), ('D', "days")];
const TIME: [(char, &str); 3] = [('H', "hours"), ('M', "minutes"), ('S', "seconds")];

/// The largest power of ten that a fraction is read to.
const MOST_DIGITS: usize = 9;

impl Duration {
    /// Reads a text.
    pub(in crate::evaluate) fn parse(text: &str) -> Made<Self> {
        let wrong = || wrong_value(format!("'{text}' cannot be read as a duration"));
        // A sign before the whole and small letters are read by some engines only.
        if text.starts_with(['-', '+', 'p']) {
            return unspecified();
        }
        let Some(rest) = text.strip_prefix('P').filter(|rest| rest.is_ascii()) else { return wrong() };
        let (date, time) = match rest.split_once('T') {
            Some((date, time)) => (date, Some(time)),
            None => (rest, None),
        };
        if rest.is_empty() || time == Some("") {
            return wrong();
        }
        if rest.ends_with(|last: char| last.is_ascii_digit()) {
            return of_date_form(date, time).unwrap_or_else(wrong);
        }
        let mut reader = Reader { parts: Parts { of: 10_i128.pow(9), ..Parts::default() }, ended: false };
        let read = reader.read(date, &DATE).and_then(|()| reader.read(time.unwrap_or_default(), &TIME));
        if read.is_none() {
            return wrong();
        }
        if date.contains('W') && (time.is_some() || date.contains(['Y', 'M', 'D'])) {
            return unspecified();
        }
        reader.parts.carried()
    }

    /// The text (TCK Temporal6 \[6\]).
    #[must_use]
    pub fn text(&self) -> String {
        let total = self.total_nanos();
        let seconds = total / i128::from(SECOND);
        let unit = |count: i128, letter: char| {
            if count == 0 { String::new() } else { format!("{count}{letter}") }
        };
        let (months, days) = (i128::from(self.months), i128::from(self.days));
        let date = unit(months / 12, 'Y') + &unit(months % 12, 'M') + &unit(days, 'D');
        let mut time = unit(seconds / 3_600, 'H') + &unit(seconds / 60 % 60, 'M');
        let fraction = u64::try_from((total % i128::from(SECOND)).unsigned_abs()).unwrap_or(0);
        if seconds % 60 != 0 || fraction != 0 {
            let sign = if total < 0 { "-" } else { "" };
            time.push_str(&format!("{sign}{}{}S", (seconds % 60).abs(), text::fraction(fraction)));
        }
        match (date.as_str(), time.as_str()) {
            ("", "") => "PT0S".to_owned(),
            (date, "") => format!("P{date}"),
            (date, time) => format!("P{date}T{time}"),
        }
    }
}

/// `<date>T<time>`, each part within the bounds of a date and time; none when it is no such text.
fn of_date_form(date: &str, time: Option<&str>) -> Option<Made<Duration>> {
    let number = |text: &str, digits: usize| {
        let plain = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<i128>().ok())?
    };
    let parts: Vec<&str> = match (date.len(), date.contains('-')) {
        (8, false) => vec![date.get(..4)?, date.get(4..6)?, date.get(6..)?],
        _ => date.split('-').collect(),
    };
    let [year, month, day] = parts.as_slice() else { return None };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let nanos = match time.map(parse::time) {
        None => 0,
        Some(Ok(nanos)) => i128::from(nanos?),
        Some(Err(wrong)) => return Some(Err(wrong)),
    };
    (month <= 12 && day <= 31).then(|| Duration::new(year * 12 + month, day, 0, nanos))
}

struct Reader {
    parts: Parts,
    /// A fraction was read: only the last component may have one.
    ended: bool,
}

impl Reader {
    /// Reads components in the order of their designators; none when the text is no such sequence.
    fn read(&mut self, mut text: &str, designators: &[(char, &str)]) -> Option<()> {
        let mut left = designators.iter();
        while !text.is_empty() {
            let end = text.find(|letter: char| letter.is_ascii_uppercase())?;
            let (number, rest) = (text.get(..end)?, text.get(end..)?);
            let letter = rest.chars().next()?;
            let (_, unit) = left.find(|(known, _)| *known == letter)?;
            self.add(number, unit)?;
            text = rest.get(1..)?;
        }
        Some(())
    }

    fn add(&mut self, number: &str, unit: &str) -> Option<()> {
        if std::mem::replace(&mut self.ended, number.contains(['.', ','])) {
            return None;
        }
        let sign = if number.starts_with('-') { -1 } else { 1 };
        let digits = number.strip_prefix(['-', '+']).unwrap_or(number);
        let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, "0"));
        let plain = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(whole) || !plain(fraction) || fraction.len() > MOST_DIGITS {
            return None;
        }
        let filled: i128 = format!("{fraction:0<9}").parse().ok()?;
        let whole: i128 = whole.parse::<i64>().ok()?.into();
        let (_, component, size) = UNITS.iter().find(|(known, ..)| *known == unit)?;
        let count = whole.checked_mul(self.parts.of)?;
        if unit == "seconds" {
            // The fraction of a second is a whole number of nanoseconds.
            self.parts.counts[2] += sign * count;
            self.parts.counts[3] += sign * filled * self.parts.of;
        } else {
            self.parts.counts[*component] += sign * (count + filled) * size;
        }
        Some(())
    }
}
