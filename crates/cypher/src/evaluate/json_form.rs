//! Values as answers in JSON have them: what JSON has no form for is a text there.

use quarrel_case::value::{Atom, Value};

use super::temporal::Duration;

/// The value with a text in the place of each part that JSON has no form for: floats that are no numbers by their
/// names, temporal values as Java's `java.time` writes them, which leaves out seconds that are zero and writes three, six
/// or nine digits of a fraction.
pub(super) fn shown(value: Value) -> Value {
    value.map(&mut |part| match part {
        Value::Float(number) if number.is_nan() => Value::string("NaN"),
        Value::Float(f64::INFINITY) => Value::string("PosInfinity"),
        Value::Float(f64::NEG_INFINITY) => Value::string("NegInfinity"),
        Value::Atom(Atom::Date, text) => Value::String(text),
        Value::Atom(Atom::Time | Atom::LocalTime | Atom::DateTime | Atom::LocalDateTime, text) => {
            Value::String(clock(&text))
        }
        Value::Duration([months, days, seconds, nanos]) => {
            Value::String(Duration { months, days, seconds, nanos }.text())
        }
        other => other,
    })
}

/// Shortens or fills what stands behind the minutes.
fn clock(text: &str) -> String {
    let after_date = text.find('T').map_or(0, |place| place + 1);
    let Some((before, rest)) = text.split_at_checked(after_date + "12:00".len()) else {
        return text.to_owned();
    };
    let end = rest.find(|sign: char| !(sign.is_ascii_digit() || sign == ':' || sign == '.'));
    let (seconds, zone) = rest.split_at(end.unwrap_or(rest.len()));
    let seconds = match seconds.split_once('.') {
        None if seconds == ":00" => String::new(),
        None => seconds.to_owned(),
        Some((whole, fraction)) => {
            format!("{whole}.{fraction:0<width$}", width = fraction.len().div_ceil(3) * 3)
        }
    };
    format!("{before}{seconds}{zone}")
}

#[cfg(test)]
mod tests {
    use super::clock;

    #[test]
    fn times_of_day_are_written_as_java_writes_them() {
        for (text, written) in [
            ("12:00:00", "12:00"),
            ("12:00:01", "12:00:01"),
            ("12:00:00.5Z", "12:00:00.500Z"),
            ("2020-01-01T00:00:00Z", "2020-01-01T00:00Z"),
            ("2020-01-01T00:00:01.1234+02:00", "2020-01-01T00:00:01.123400+02:00"),
            ("2020-01-01T00:00:00+01:00[Europe/Stockholm]", "2020-01-01T00:00+01:00[Europe/Stockholm]"),
            ("-0001-01-01T00:00:00.000000001", "-0001-01-01T00:00:00.000000001"),
            ("", ""),
        ] {
            assert_eq!(clock(text), written, "{text}");
        }
    }
}
