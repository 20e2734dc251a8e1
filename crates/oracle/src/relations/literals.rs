//! When two literals are one value, and by which others a value can be written.
//!
//! Numbers of two types may be equal, and an engine's index may think otherwise: a relation that chooses vertices by
//! their values has to know which of them a condition chooses as well, without asking a language.

use quarrel_case::value::{Atom, Value};

/// Below this every whole number is a float of 64 bits, and no other is rounded to it.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether two literals may be one value: equal numbers of two types are, and minus zero is zero.
pub(super) fn alike(left: &str, right: &str) -> bool {
    left == right || number(left).zip(number(right)).is_some_and(|(left, right)| left == right)
}

/// Whether two literals are one number for certain, each in its own type.
pub(super) fn is_twin(left: &str, right: &str) -> bool {
    number(left).is_some_and(|left| number(right) == Some(left) && left.abs() < EXACT)
}

/// The number that a literal of a property graph is.
fn number(literal: &str) -> Option<f64> {
    match literal.strip_suffix('f') {
        Some(short) => short.parse::<f32>().ok().map(f64::from),
        None => literal.trim_end_matches(['L', 'd']).parse().ok(),
    }
}

/// The same number in other types, of which a language may lack some.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the numbers are whole and small enough, or are held against it"
)]
pub(super) fn twins(value: &Value) -> Vec<Value> {
    let whole = |number: f64| {
        let whole = number.fract() == 0.0 && number.abs() < EXACT;
        whole.then_some(Value::Int(number as i64))
    };
    let short = |number: f64| {
        let short = number as f32;
        (number.is_finite() && f64::from(short) == number)
            .then(|| Value::Atom(Atom::F32, format!("{short:?}")))
    };
    match value {
        Value::Int(number) => {
            #[expect(clippy::cast_precision_loss, reason = "the number is small enough")]
            let number = Some(*number as f64).filter(|number| number.abs() < EXACT);
            number.map(Value::Float).into_iter().collect()
        }
        Value::Float(number) => whole(*number).into_iter().chain(short(*number)).collect(),
        Value::Atom(Atom::F32, digits) => {
            let number = digits.parse::<f32>().map(f64::from);
            number.map_or(Vec::new(), |number| {
                whole(number).into_iter().chain([Value::Float(number)]).collect()
            })
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::value::{Atom, Value};

    use super::{alike, is_twin, twins};

    #[test]
    fn a_number_has_twins_of_other_types_and_no_other_number_is_one() {
        const LARGEST: i64 = (1 << 53) - 1;
        let short = |digits: &str| Value::Atom(Atom::F32, digits.to_owned());
        for (value, others) in [
            (Value::Int(29), vec![Value::Float(29.0)]),
            (Value::Int(LARGEST), vec![Value::Float(9_007_199_254_740_991.0)]),
            (Value::Int(LARGEST + 2), vec![]),
            (Value::Float(-0.0), vec![Value::Int(0), short("-0.0")]),
            (Value::Float(0.5), vec![short("0.5")]),
            (Value::Float(0.1), vec![]),
            (short("0.5"), vec![Value::Float(0.5)]),
        ] {
            assert_eq!(twins(&value), others, "{value:?}");
        }
        let pairs = [("29L", "29.0d"), ("29", "29.0"), ("9007199254740993L", "9007199254740992.0d")];
        assert_eq!(pairs.map(|(left, right)| is_twin(left, right)), [true, true, false]);
    }

    #[test]
    fn literals_are_alike_when_they_may_be_one_value() {
        for (left, right, same) in [
            ("1L", "1.0d", true),
            ("-0.0f", "0.0f", true),
            ("0.5f", "0.5d", true),
            ("0.1f", "0.1d", false),
            ("\"f\"", "\"d\"", false),
        ] {
            assert_eq!(alike(left, right), same, "{left} {right}");
        }
    }
}
