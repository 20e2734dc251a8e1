//! Whether the text of a temporal value is one.
//!
//! Values keep the text that they came with. Graph files are written by hand too, and a date that no engine can take
//! would look like an engine's fault.

use crate::value::{Atom, Value};

/// The first temporal value in this one whose text is none.
pub(crate) fn ill_formed(value: &Value) -> Option<(Atom, &str)> {
    match value {
        Value::Atom(kind, text) if !is_well_formed(*kind, text) => Some((*kind, text)),
        other => other.children().into_iter().find_map(ill_formed),
    }
}

fn is_well_formed(kind: Atom, text: &str) -> bool {
    match kind {
        Atom::Date => is_date(text),
        Atom::LocalTime => is_time(text),
        Atom::Time => before_offset(text).is_some_and(is_time),
        Atom::LocalDateTime => is_date_time(text),
        Atom::DateTime => match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            // The zone says the offset, unless it is said too.
            Some((text, zone)) => {
                !zone.is_empty() && before_offset(text).into_iter().chain([text]).any(is_date_time)
            }
            None => before_offset(text).is_some_and(is_date_time),
        },
        _ => true,
    }
}

fn is_date_time(text: &str) -> bool {
    text.split_once('T').is_some_and(|(date, time)| is_date(date) && is_time(time))
}

/// A year of four digits or more, a month and a day of it.
fn is_date(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let parts: Vec<&str> = unsigned.split('-').collect();
    let [year, month, day] = parts[..] else { return false };
    let year = number(year).filter(|_| (4..=9).contains(&year.len()));
    let (Some(year), Some(month), Some(day)) = (year, two(month), two(day)) else { return false };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (1..=12).contains(&month) && (1..=days).contains(&day)
}

/// Hours and minutes, and maybe seconds with a fraction down to nanoseconds.
fn is_time(text: &str) -> bool {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let parts: Option<Vec<u32>> = whole.split(':').map(two).collect();
    let in_range = match parts.as_deref() {
        Some([hour, minute]) => *hour < 24 && *minute < 60 && whole == text,
        Some([hour, minute, second]) => *hour < 24 && *minute < 60 && *second < 60,
        _ => false,
    };
    in_range && fraction.len() <= 9 && number(fraction).is_some()
}

/// What stands before `Z` or an offset.
fn before_offset(text: &str) -> Option<&str> {
    if let Some(before) = text.strip_suffix('Z') {
        return Some(before);
    }
    let (before, offset) = text.split_at_checked(text.rfind(['+', '-'])?)?;
    is_time(offset.get(1..)?).then_some(before)
}

fn two(digits: &str) -> Option<u32> {
    number(digits).filter(|_| digits.len() == 2)
}

fn number(digits: &str) -> Option<u32> {
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporal_value_has_the_form_of_its_kind() {
        for (kind, right, wrong) in [
            (
                Atom::Date,
                &["2024-02-29", "0001-01-01", "-0044-03-15", "+99999-12-31"][..],
                &["9999999-99-99", "2023-02-29", "24-01-01", "2024-1-1", "2024-04-31", "", "2024-01-01Z"][..],
            ),
            (
                Atom::LocalTime,
                &["12:30", "23:59:59", "00:00:00.000000001"],
                &["24:00", "12", "12:30.5", "12:30:60"],
            ),
            (Atom::Time, &["12:30Z", "12:30:01.5+01:00", "00:00-12:45"], &["12:30", "12:30+25:00", "+01:00"]),
            (
                Atom::LocalDateTime,
                &["2024-02-29T12:30"],
                &["2024-02-29", "2024-02-30T12:30", "2024-02-29 12:30"],
            ),
            (
                Atom::DateTime,
                &[
                    "2024-02-29T12:30Z",
                    "2024-02-29T12:30+01:00[Europe/Paris]",
                    "2024-02-29T12:30[Europe/Paris]",
                ],
                &["2024-02-29T12:30", "2024-02-29", "2024-02-29T12:30[]", "2024-02-29T12:30+01"],
            ),
            (Atom::Token, &["anything"], &[]),
        ] {
            right.iter().for_each(|text| assert!(is_well_formed(kind, text), "{text}"));
            wrong.iter().for_each(|text| assert!(!is_well_formed(kind, text), "{text}"));
        }
    }
}
