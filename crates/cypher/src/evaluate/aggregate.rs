//! Aggregating functions over the rows of a group (openCypher 9, aggregating functions; TCK Aggregation1-8).
//!
//! The rows of a group have no order, so that every result that depends on one is open: the list of `collect`,
//! and the rounding of sums of floats (relations.md R6).

use super::compare::{is_ordered, order};
use super::context::{Context, Outcome, Scope, argument_error, unmodelled, wrong_type};
use super::fault::{Fault, group_seen};
use super::operators::near;
use super::table::Table;
use super::taint::{Near, Why};
use super::temporal::Duration;
use super::value::{List, Value, is_alike};
use crate::ast::Expression;

impl Context<'_> {
    /// The value of a call of an aggregating function over these rows of a table.
    pub(super) fn aggregate(&self, call: &Expression, table: &Table, rows: &[usize]) -> Outcome<Value> {
        let Expression::Function { name, distinct, arguments } = call else {
            return Ok(count(rows.len()));
        };
        let values = |argument: Option<&Expression>| -> Outcome<Vec<Value>> {
            let Some(argument) = argument else { return Ok(Vec::new()) };
            let rows = rows.iter().filter_map(|row| table.rows.get(*row));
            rows.map(|row| self.evaluate(argument, &Scope::new(&table.columns, row))).collect()
        };
        let (mut all, second) = (values(arguments.first())?, values(arguments.get(1))?);
        let keeps_null = self.has(Fault::CollectNull) && name.eq_ignore_ascii_case("collect");
        all.retain(|value| keeps_null || !value.is_null());
        if all.iter().any(|value| matches!(value, Value::Open(why) if why.is_nullable())) {
            return Ok(self.unspecified());
        }
        if *distinct {
            let seen = self.seen_values(&all);
            let (groups, determined) = group_seen(all.iter().map(std::slice::from_ref), seen.as_deref());
            if !determined {
                return Ok(self.unspecified());
            }
            all = groups.into_iter().flat_map(|group| group.key).collect();
        }
        match name.to_ascii_lowercase().as_str() {
            "count" => Ok(count(all.len())),
            "collect" => self.allow_depth(Value::List(List::bag(all))),
            "min" => Ok(self.extreme(&all, std::cmp::Ordering::is_lt)),
            "max" => Ok(self.extreme(&all, std::cmp::Ordering::is_gt)),
            "sum" => self.sum(&all),
            "avg" => self.average(&all),
            "stdev" => self.deviation(&all, 1),
            "stdevp" => self.deviation(&all, 0),
            "percentilecont" => self.percentile(all, &second, true),
            "percentiledisc" => self.percentile(all, &second, false),
            _ => Err(unmodelled(&format!("the aggregating function {name}"))),
        }
    }

    /// The least or greatest by orderability.
    fn extreme(&self, values: &[Value], wins: impl Fn(std::cmp::Ordering) -> bool) -> Value {
        let Some(mut best) = values.first() else { return Value::Null };
        for value in values {
            if wins(order(value, best)) {
                best = value;
            }
        }
        if !values.iter().all(|value| is_ordered(value, best)) {
            return if near(best).is_some() {
                Value::Open(Why::Rounding)
            } else {
                Value::Open(Why::Representative)
            };
        }
        let ties = |value: &&Value| order(value, best).is_eq();
        let alike = values.iter().filter(ties).all(|value| is_alike(value, best));
        if alike { best.clone() } else { Value::Open(Why::Representative) }
    }

    /// What is open makes the result open; what is no number is an error.
    fn all_numbers(&self, function: &str, values: &[Value]) -> Outcome<Result<Vec<Near>, Value>> {
        let mut numbers = Vec::with_capacity(values.len());
        let mut open = None;
        for value in values {
            match (value, near(value)) {
                (Value::Open(why), _) => open = Some(*why),
                (_, Some(number)) => numbers.push(number),
                _ => return Err(wrong_type(&format!("an argument of {function}"), value)),
            }
        }
        Ok(match open {
            Some(why) => {
                if why.is_of_any_type() {
                    self.may_raise();
                }
                Err(Value::Open(why))
            }
            None => Ok(numbers),
        })
    }

    /// Integers add up exactly; the sum of none is 0.
    fn sum(&self, values: &[Value]) -> Outcome<Value> {
        if values.is_empty() && self.has(Fault::SumOfNone) {
            return Ok(Value::Null);
        }
        if let Some(durations) = durations(values) {
            return self.sum_of_durations(&durations);
        }
        let numbers = match self.all_numbers("sum", values)? {
            Ok(numbers) => numbers,
            Err(open) => return Ok(open),
        };
        match whole(values) {
            Some(integers) => self.integer_sum(&integers),
            None => {
                self.notice_overflow(values);
                Ok(float_sum(&numbers))
            }
        }
    }

    /// Durations add up by component (Cypher Manual 5, sum).
    fn sum_of_durations(&self, durations: &[&Duration]) -> Outcome<Value> {
        let zero = Duration { months: 0, days: 0, seconds: 0, nanos: 0 };
        self.made(durations.iter().try_fold(zero, |sum, duration| sum.plus(duration)))
    }

    /// What a sum of integers is that does not fit on the way, in some order, is said nowhere: openCypher 9 and the Cypher
    /// Manual 5 have it return an integer or a float, and speak of overflow for operators alone. Engines raise, wrap, or go
    /// on with floats.
    fn integer_sum(&self, integers: &[i64]) -> Outcome<Value> {
        if self.semantics.integer_overflow == 0 && overflows(integers) {
            return Ok(self.unspecified());
        }
        let total: i128 = integers.iter().map(|number| i128::from(*number)).sum();
        let wrapped = integers.iter().fold(0_i64, |sum, number| sum.wrapping_add(*number));
        self.checked(i64::try_from(total).ok(), wrapped)
    }

    /// The integers among floats may be added up first.
    fn notice_overflow(&self, values: &[Value]) {
        let integers: Vec<i64> = values.iter().filter_map(integer).collect();
        if overflows(&integers) {
            self.may_raise();
        }
    }

    fn average(&self, values: &[Value]) -> Outcome<Value> {
        // The average of durations is computed step by step or at once, with fractions on the way.
        if let Some(durations) = durations(values) {
            let alike = durations.windows(2).all(|pair| pair[0] == pair[1]);
            return Ok(values.first().filter(|_| alike).cloned().unwrap_or_else(|| self.unspecified()));
        }
        let numbers = match self.all_numbers("avg", values)? {
            Ok(numbers) => numbers,
            Err(open) => return Ok(open),
        };
        self.notice_overflow(values);
        #[expect(clippy::cast_precision_loss, reason = "no table has that many rows")]
        let length = numbers.len() as f64;
        Ok(match (numbers.as_slice(), whole(values)) {
            ([], _) => Value::Null,
            // The sign of a zero hangs on what the addition begins with.
            ([only], _) if only.error == 0.0 && only.value != 0.0 => Value::Float(only.value),
            // Two small integers: every way of computing it is exact.
            ([first, second], Some(_)) if first.value.abs().max(second.value.abs()) < 1e15 => {
                Value::Float(f64::midpoint(first.value, second.value))
            }
            _ => match float_sum(&numbers) {
                Value::Near(sum) => {
                    let mean = sum.value / length;
                    Near::value(mean, sum.error / length + size(&numbers) * f64::EPSILON)
                }
                Value::Float(sum) if sum.is_finite() => {
                    Near::value(sum / length, size(&numbers) * f64::EPSILON)
                }
                other => other,
            },
        })
    }

    /// The standard deviation of a sample (`less` 1) or of a population; 0 where there is nothing to deviate.
    fn deviation(&self, values: &[Value], less: usize) -> Outcome<Value> {
        let numbers = match self.all_numbers("stDev", values)? {
            Ok(numbers) => numbers,
            Err(open) => return Ok(open),
        };
        // Switch deviation-of-nothing.
        if numbers.is_empty() && self.semantics.empty_deviation != 0 {
            return Ok(Value::Null);
        }
        if numbers.len() < 2 {
            // What infinity or NaN deviates from itself nothing says: by the formula it is NaN.
            let is_finite = numbers.iter().all(|number| number.value.is_finite());
            return Ok(if is_finite { Value::Float(0.0) } else { Value::Open(Why::Unspecified) });
        }
        #[expect(clippy::cast_precision_loss, reason = "no table has that many rows")]
        let (length, divisor) = (numbers.len() as f64, (numbers.len() - less) as f64);
        let mean = numbers.iter().map(|number| number.value).sum::<f64>() / length;
        let squares: f64 = numbers.iter().map(|number| (number.value - mean).powi(2)).sum();
        let result = (squares / divisor).sqrt();
        let largest = numbers.iter().map(|number| number.value.abs()).fold(0.0, f64::max);
        let noise = length * f64::EPSILON * largest * largest;
        let error = if result > 0.0 { noise / result } else { noise.sqrt() };
        Ok(Near::value(result, error))
    }

    /// A percentile between 0 and 1 (TCK Aggregation6).
    fn percentile(&self, mut values: Vec<Value>, percentiles: &[Value], continuous: bool) -> Outcome<Value> {
        for percentile in percentiles {
            match near(percentile) {
                Some(number) if (0.0..=1.0).contains(&number.value) => {}
                Some(_) => return Err(argument_error("NumberOutOfRange", "a percentile is between 0 and 1")),
                None if matches!(percentile, Value::Null | Value::Open(_)) => return Ok(self.unspecified()),
                None => return Err(wrong_type("a percentile", percentile)),
            }
        }
        let numbers = match self.all_numbers("a percentile", &values)? {
            Ok(numbers) => numbers,
            Err(open) => return Ok(open),
        };
        let Some(percentile) = percentiles.first().and_then(near) else { return Ok(Value::Null) };
        let varies = percentiles.windows(2).any(|pair| !is_alike(&pair[0], &pair[1]));
        if varies || numbers.iter().any(|number| number.error > 0.0 || number.value.is_nan()) {
            return Ok(self.unspecified());
        }
        values.sort_by(order);
        if continuous {
            return Ok(between(&values, percentile.value));
        }
        let picked = nearest(&values, percentile.value);
        // Which of 1 and 1.0 comes first in the order is said nowhere.
        let ties = |value: &Value| order(value, &picked).is_eq() && !is_alike(value, &picked);
        Ok(if values.iter().any(ties) { Value::Open(Why::Representative) } else { picked })
    }
}

fn count(rows: usize) -> Value {
    Value::Integer(i64::try_from(rows).unwrap_or(i64::MAX))
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        _ => None,
    }
}

/// The values as durations if all are, and there are some.
fn durations(values: &[Value]) -> Option<Vec<&Duration>> {
    fn duration(value: &Value) -> Option<&Duration> {
        match value {
            Value::Duration(duration) => Some(duration),
            _ => None,
        }
    }
    values.iter().map(duration).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

/// The values as integers if all are.
fn whole(values: &[Value]) -> Option<Vec<i64>> {
    values.iter().map(integer).collect()
}

/// Whether some order of additions leaves 64 bits on the way.
fn overflows(integers: &[i64]) -> bool {
    let sum = |keep: fn(&i64) -> bool| integers.iter().copied().filter(keep).map(i128::from).sum::<i128>();
    sum(|number| *number > 0) > i128::from(i64::MAX) || sum(|number| *number < 0) < i128::from(i64::MIN)
}

/// The sum of the sizes.
fn size(numbers: &[Near]) -> f64 {
    numbers.iter().map(|number| number.value.abs()).sum()
}

/// The sum of floats: exact for two, up to rounding for more, and special where one is.
fn float_sum(numbers: &[Near]) -> Value {
    let finite: Vec<Near> = numbers.iter().copied().filter(|number| number.value.is_finite()).collect();
    let special: f64 = numbers.iter().map(|number| number.value).filter(|value| !value.is_finite()).sum();
    let size = size(&finite);
    if !size.is_finite() {
        return Value::Open(Why::Rounding);
    }
    if finite.len() < numbers.len() {
        return Value::Float(special);
    }
    let total: f64 = finite.iter().map(|number| number.value).sum();
    let errors: f64 = finite.iter().map(|number| number.error).sum();
    if finite.len() <= 2 && errors == 0.0 && total != 0.0 {
        return Value::Float(total);
    }
    #[expect(clippy::cast_precision_loss, reason = "no table has that many rows")]
    Near::value(total, errors + size * f64::EPSILON * finite.len() as f64)
}

/// The value at a percentile.
fn nearest(values: &[Value], percentile: f64) -> Value {
    #[expect(clippy::cast_precision_loss, reason = "no table has that many rows")]
    let place = (percentile * values.len() as f64).ceil() - 1.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the length")]
    let place = place.max(0.0) as usize;
    values.get(place).cloned().unwrap_or(Value::Null)
}

/// The value at a percentile, between its neighbours.
fn between(values: &[Value], percentile: f64) -> Value {
    let Some(last) = values.len().checked_sub(1) else { return Value::Null };
    #[expect(clippy::cast_precision_loss, reason = "no table has that many rows")]
    let place = percentile * last as f64;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the length")]
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    let number = |place: usize| values.get(place).and_then(near).map_or(0.0, |number| number.value);
    if low == high {
        return Value::Float(number(low));
    }
    let share = place - place.floor();
    let spread = number(low).abs() + number(high).abs();
    Near::value(number(low) * (1.0 - share) + number(high) * share, spread * f64::EPSILON * 4.0)
}
