//! Numbers as users write them: durations (`500ms`, `60s`, `10m`, `2h`) and counts.

use std::time::Duration;

/// Reads a duration; the unit is needed.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let error = || format!("{text:?} is no duration; write 500ms, 60s, 10m or 2h");
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(error)?;
    let number: u64 = text[..digits].parse().map_err(|_| error())?;
    let millis = match &text[digits..] {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return Err(error()),
    };
    number.checked_mul(millis).filter(|millis| *millis > 0).map(Duration::from_millis).ok_or_else(error)
}

/// Reads a number of at least 1.
pub(crate) fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("{text:?} is no number of at least 1")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_needs_a_number_and_a_unit() {
        for (text, millis) in [("500ms", 500), ("60s", 60_000), ("10m", 600_000), ("2h", 7_200_000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)));
        }
        for text in ["", "60", "s", "-1s", "0s", "1d", "99999999999999999999s", "18446744073709551615h"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
