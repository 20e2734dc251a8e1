//! SUM and AVG (18.5.1.3, 18.5.1.4): sums of a bag, whose order nothing fixes.
//!
//! A sum of machine numbers may round differently in every order, and where numbers have a largest value one order
//! may overflow and another not. Such a sum is open; all others are exact, and that is decided here.

use bigdecimal::BigDecimal;

use super::Evaluator;
use super::expression::{Evaluated, Stop, error};
use super::number::{Number, Operation};
use super::semantics::Semantics;
use super::terms::Id;

const ROUNDING: &str = "a sum rounded in any order";
const OVERFLOW: &str = "a sum that overflows in some order";
const MIXED: &str = "a sum of floats and doubles, rounded to single precision in some order";

/// A sum.
enum Sum {
    /// Every order gives it.
    Exact(Number),
    /// Every order gives about this.
    Rounded(Number),
    /// Orders differ by more than rounding; the text says why.
    Open(&'static str),
}

impl Evaluator {
    /// SUM (18.5.1.3).
    pub(super) fn sum(&mut self, values: &[Id]) -> Evaluated {
        let numbers = self.numbers_of(values)?;
        match total(&numbers, self.semantics)? {
            Sum::Exact(sum) => Ok(self.terms.result(sum, "SUM", &sorted(values))),
            Sum::Rounded(sum) => Ok(self.terms.about(ROUNDING, &sum)),
            Sum::Open(why) => Ok(self.terms.open(why)),
        }
    }

    /// AVG (18.5.1.4): the sum by the count; 0 for the empty group.
    pub(super) fn average(&mut self, values: &[Id]) -> Evaluated {
        let numbers = self.numbers_of(values)?;
        if numbers.is_empty() {
            return Ok(self.terms.number(Number::integer(0)));
        }
        let (sum, exact) = match total(&numbers, self.semantics)? {
            Sum::Exact(sum) => (sum, true),
            Sum::Rounded(sum) => (sum, false),
            Sum::Open(why) => return Ok(self.terms.open(why)),
        };
        let count = Number::integer(numbers.len());
        match Number::apply(Operation::Divide, &sum, &count, self.semantics) {
            Ok(computed) if exact => Ok(self.terms.computed(computed, "AVG", &sorted(values))),
            Ok(computed) => Ok(self.terms.about(ROUNDING, &computed.number)),
            Err(reason) => error(reason),
        }
    }

    fn numbers_of(&self, values: &[Id]) -> Evaluated<Vec<Number>> {
        let numbers: Option<Vec<Number>> =
            values.iter().map(|id| self.terms.as_number(*id).cloned()).collect();
        numbers.ok_or(Stop::Error("not a number"))
    }
}

/// The values in an order that does not depend on that of the rows.
fn sorted(values: &[Id]) -> Vec<Id> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values
}

fn total(numbers: &[Number], semantics: Semantics) -> Evaluated<Sum> {
    if may_overflow(numbers, semantics) {
        return Ok(Sum::Open(OVERFLOW));
    }
    let mut sum = Number::integer(0);
    let mut exact = true;
    for number in numbers {
        let computed = Number::apply(Operation::Add, &sum, number, semantics).map_err(Stop::Error)?;
        exact &= computed.exact;
        sum = computed.number;
    }
    let has_float = numbers.iter().any(|number| matches!(number, Number::Float(_)));
    if matches!(sum, Number::Double(_)) && has_float && !adds_exactly(numbers, 24) {
        // What is added before the first double is rounded to single precision (17.1, numeric promotion).
        return Ok(Sum::Open(MIXED));
    }
    exact &= match &sum {
        Number::Integer(_) | Number::Decimal(_) => true,
        Number::Float(_) => adds_exactly(numbers, 24),
        Number::Double(_) => adds_exactly(numbers, 53),
    };
    Ok(if exact { Sum::Exact(sum) } else { Sum::Rounded(sum) })
}

/// Whether some order of adding leaves the range of a type that has one, and another may not. A sum of one type
/// that is out of range itself overflows in every order.
fn may_overflow(numbers: &[Number], semantics: Semantics) -> bool {
    let is_integer = |number: &&Number| matches!(number, Number::Integer(_));
    let is_exact = |number: &&Number| matches!(number, Number::Integer(_) | Number::Decimal(_));
    let leaves = |of_type: &dyn Fn(&&Number) -> bool, narrow: fn(BigDecimal) -> Number| {
        let part = |positive: bool| -> BigDecimal {
            let values = numbers.iter().filter(of_type).filter_map(Number::to_decimal);
            values.filter(|value| (value > &BigDecimal::from(0)) == positive).sum()
        };
        let (above, below) = (part(true), part(false));
        let fits = |value: BigDecimal| narrow(value).within(semantics).is_some();
        let always = numbers.iter().all(|number| of_type(&number)) && !fits(&above + &below);
        !always && (!fits(above) || !fits(below))
    };
    (semantics.small_integers
        && leaves(&is_integer, |value| Number::Integer(super::number::truncated(&value))))
        || (semantics.small_decimals && leaves(&is_exact, Number::Decimal))
}

/// Whether numbers add up without rounding in machine numbers of so many bits, whatever the order: all are
/// multiples of one small power of two, and far from too many of them. Two numbers have one order only.
fn adds_exactly(numbers: &[Number], bits: i32) -> bool {
    let doubles: Vec<f64> = numbers.iter().map(Number::to_double).collect();
    // The sum starts from the integer 0, which swallows the sign of a negative zero if it is added at all.
    if doubles.iter().any(|number| *number == 0.0 && number.is_sign_negative()) {
        return false;
    }
    if doubles.len() <= 2 || doubles.iter().any(|number| !number.is_finite()) {
        return true;
    }
    let fits = |scale: i32| {
        let unit = 2_f64.powi(scale);
        let units: Vec<f64> = doubles.iter().map(|number| number * unit).collect();
        let whole = units.iter().all(|number| number.fract() == 0.0);
        whole && units.iter().map(|number| number.abs()).sum::<f64>() < 2_f64.powi(bits)
    };
    (0..=bits).any(fits)
}
