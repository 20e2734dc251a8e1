//! Floats as text: the shortest digits that read back as the same float, in the form of Java's
//! `Double.toString`, which the openCypher suite has (TCK TypeConversion4).

/// `1.0`, `0.001`, `1.0E-7`, `1.0E7`, `NaN`, `-Infinity`.
pub(super) fn float(number: f64) -> String {
    if number.is_nan() {
        return "NaN".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let size = number.abs();
    if number == 0.0 || (1e-3..1e7).contains(&size) {
        return format!("{number:?}");
    }
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    format!("{digits}{point}E{exponent}")
}

/// The float that the first fifteen significant digits of a float read back as.
pub(super) fn fifteen_digits(number: f64) -> f64 {
    format!("{number:.14e}").parse().unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::{fifteen_digits, float};

    #[test]
    fn fifteen_digits_do_not_tell_every_float() {
        for (number, shown) in [
            (0.1 + 0.2, 0.3),
            (-0.0, -0.0),
            (1e300, 1e300),
            (9_007_199_254_740_992.0, 9_007_199_254_740_990.0),
            (f64::INFINITY, f64::INFINITY),
            (123_456_789.123_456_79, 123_456_789.123_457),
        ] {
            assert_eq!(fifteen_digits(number).to_bits(), f64::to_bits(shown), "{number}");
        }
        assert!(fifteen_digits(f64::NAN).is_nan());
    }

    #[test]
    fn floats_are_written_as_java_writes_them() {
        for (number, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (0.1 + 0.2, "0.30000000000000004"),
            (0.001, "0.001"),
            (0.000_99, "9.9E-4"),
            (9_999_999.0, "9999999.0"),
            (1e7, "1.0E7"),
            (-1.5e300, "-1.5E300"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-Infinity"),
        ] {
            assert_eq!(float(number), text);
        }
    }
}
