//! Temporal values as Java writes them, in the contract's form: seconds always, the fraction without trailing zeros.

use quarrel_case::value::{Atom, Value};

use crate::temporal;

/// The value of one of GraphSON's temporal types that are texts; none for another type, or where the text is none.
pub(super) fn value(tag: &str, text: &str) -> Option<Value> {
    let (kind, text) = match tag {
        "gx:LocalDate" => (Atom::Date, Some(text.to_owned())),
        "gx:LocalTime" => (Atom::LocalTime, clock(text)),
        "gx:OffsetTime" => (Atom::Time, clock(text)),
        "gx:LocalDateTime" => (Atom::LocalDateTime, date_time(text)),
        "gx:Instant" | "gx:OffsetDateTime" | "gx:ZonedDateTime" => (Atom::DateTime, date_time(text)),
        _ => return None,
    };
    Some(Value::Atom(kind, text?))
}

/// So many milliseconds after 1970 began in UTC.
pub(super) fn instant(millis: i64) -> Option<Value> {
    let (seconds, rest) = (millis.div_euclid(1000), millis.rem_euclid(1000));
    let text = temporal::date_time(i128::from(seconds), rest * 1_000_000)?;
    Some(Value::Atom(Atom::DateTime, text + "Z"))
}

fn date_time(text: &str) -> Option<String> {
    let (date, time) = text.split_once('T')?;
    Some(format!("{date}T{}", clock(time)?))
}

/// A time of day with what follows it: an offset, a zone.
fn clock(text: &str) -> Option<String> {
    let (time, rest) = text.split_at(text.find(['Z', '+', '-', '[']).unwrap_or(text.len()));
    let (whole, fraction) = time.split_once('.').unwrap_or((time, ""));
    let digits = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = whole.split(':').collect();
    let seconds = match parts.len() {
        2 => ":00",
        3 => "",
        _ => return None,
    };
    if !parts.into_iter().all(digits) || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let fraction = match fraction.trim_end_matches('0') {
        "" => String::new(),
        fraction => format!(".{fraction}"),
    };
    let rest = match rest {
        "+00:00" | "-00:00" => "Z",
        rest => rest,
    };
    Some(format!("{whole}{seconds}{fraction}{rest}"))
}
