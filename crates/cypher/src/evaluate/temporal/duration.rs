//! Durations: months, days and seconds apart, because their lengths differ (CIP2015-08-06, Duration).
//!
//! A fraction of a component is carried to the next smaller one, a month having the average length of the
//! Gregorian year's twelfth (TCK Temporal1 \[12\], Temporal8 \[7\]). It is computed exactly here. Engines compute
//! it in floats: where theirs cannot be exact, the result is open.

use std::cmp::Ordering;

use super::fields::Fields;
use super::{DAY_SECONDS, Made, SECOND, Wrong, unspecified};
use crate::evaluate::value::{Map, Value};

/// Seconds of a twelfth of 365.2425 days.
const MONTH_SECONDS: i128 = 2_629_746;

/// Seconds of 30.4375 days, by which the proposal orders durations.
const OTHER_MONTH_SECONDS: i128 = 2_629_800;

/// The smallest part of one that floats in every computation hold exactly.
const LEAST_PART: i128 = 1 << 16;

/// A length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Duration {
    /// Months.
    pub months: i64,
    /// Days.
    pub days: i64,
    /// Seconds, rounded down.
    pub seconds: i64,
    /// What is left, never negative.
    pub nanos: i64,
}

/// Components counted in a part of their units.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Parts {
    /// Months, days, seconds and nanoseconds.
    pub(super) counts: [i128; 4],
    /// How many parts make one.
    pub(super) of: i128,
}

impl Duration {
    /// A duration; nanoseconds are carried to seconds.
    pub(in crate::evaluate) fn new(months: i128, days: i128, seconds: i128, nanos: i128) -> Made<Self> {
        let second = i128::from(SECOND);
        let whole = |number: i128| i64::try_from(number).map_err(|_| Wrong::Range);
        Ok(Self {
            months: whole(months)?,
            days: whole(days)?,
            seconds: whole(seconds.checked_add(nanos.div_euclid(second)).ok_or(Wrong::Range)?)?,
            nanos: whole(nanos.rem_euclid(second))?,
        })
    }

    /// Seconds and nanoseconds together.
    pub(super) fn total_nanos(&self) -> i128 {
        i128::from(self.seconds) * i128::from(SECOND) + i128::from(self.nanos)
    }

    fn counts(&self) -> [i128; 4] {
        [self.months, self.days, self.seconds, self.nanos].map(i128::from)
    }

    /// Componentwise sum.
    pub(in crate::evaluate) fn plus(&self, other: &Self) -> Made<Self> {
        let [months, days, seconds, nanos] = self.counts();
        let other = other.counts();
        Self::new(months + other[0], days + other[1], seconds + other[2], nanos + other[3])
    }

    /// Every component with the other sign.
    pub(in crate::evaluate) fn negated(&self) -> Made<Self> {
        let [months, days, seconds, nanos] = self.counts();
        Self::new(-months, -days, -seconds, -nanos)
    }

    /// The product with a number, or the quotient (TCK Temporal8 \[7\]).
    pub(in crate::evaluate) fn scaled(&self, number: &Value, divides: bool) -> Made<Self> {
        let (numerator, denominator) = ratio(number)?;
        let (factor, of) = if divides { (denominator, numerator) } else { (numerator, denominator) };
        if of == 0 {
            return unspecified();
        }
        let mut counts = self.counts();
        for count in &mut counts {
            *count = count.checked_mul(factor * of.signum()).ok_or(Wrong::Range)?;
        }
        Parts { counts, of: of.abs() }.carried()
    }

    /// The order by average length, if both known lengths of a month agree on it. (CIP2015-08-06, ORDER BY,
    /// takes 30.4375 days; other conversions of the suite take a twelfth of 365.2425.)
    pub(in crate::evaluate) fn order(&self, other: &Self) -> Option<Ordering> {
        let length = |duration: &Self, month: i128| {
            let seconds =
                i128::from(duration.months) * month + i128::from(duration.days) * i128::from(DAY_SECONDS);
            seconds * i128::from(SECOND) + duration.total_nanos()
        };
        let by = |month: i128| length(self, month).cmp(&length(other, month));
        let ordering = by(MONTH_SECONDS);
        (ordering == by(OTHER_MONTH_SECONDS) && (ordering.is_ne() || self == other)).then_some(ordering)
    }

    /// Some total order that agrees with [`Duration::order`].
    pub(in crate::evaluate) fn any_order(&self, other: &Self) -> Ordering {
        let length = |duration: &Self| {
            let days = i128::from(duration.days) * i128::from(DAY_SECONDS);
            (i128::from(duration.months) * MONTH_SECONDS + days) * i128::from(SECOND) + duration.total_nanos()
        };
        length(self).cmp(&length(other)).then_with(|| self.counts().cmp(&other.counts()))
    }
}

/// A number as a fraction, if its float is one that computing keeps exact.
fn ratio(value: &Value) -> Made<(i128, i128)> {
    match value {
        Value::Integer(number) => Ok((i128::from(*number), 1)),
        Value::Float(number) => {
            let part = (0..=16).map(|power| 1_i128 << power).find(|part| {
                #[expect(clippy::cast_precision_loss, reason = "powers of two are exact")]
                let scaled = number * *part as f64;
                scaled.fract() == 0.0 && scaled.abs() < 9e15
            });
            let Some(part) = part else { return unspecified() };
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "whole and within the bounds"
            )]
            Ok(((number * part as f64) as i128, part))
        }
        Value::Near(_) | Value::Open(_) | Value::Null => unspecified(),
        _ => Err(Wrong::Type("a duration counts in numbers".to_owned())),
    }
}

impl Parts {
    /// The duration, with fractions carried to smaller components and cut off below a nanosecond.
    pub(super) fn carried(self) -> Made<Duration> {
        let common = self.counts.into_iter().fold(self.of, greatest_divisor).max(1);
        let of = self.of / common;
        let [months, days, seconds, nanos] = self.counts.map(|count| count / common);
        let day = i128::from(DAY_SECONDS);
        let days_in_seconds = days
            .checked_mul(day)
            .and_then(|days| days.checked_add(months % of * MONTH_SECONDS))
            .ok_or(Wrong::Range)?;
        let seconds_left = days_in_seconds % (of * day);
        let all_seconds = seconds.checked_add(seconds_left).ok_or(Wrong::Range)?;
        let all_nanos = nanos.checked_add(all_seconds % of * i128::from(SECOND)).ok_or(Wrong::Range)?;
        let is_whole = [months, days, seconds, nanos].iter().all(|count| count % of == 0);
        let is_exact = of <= LEAST_PART && of.count_ones() == 1;
        let is_small = months.abs() <= 1 << 12 && days.abs() <= 1 << 22 && seconds.abs() <= 1 << 32;
        if !is_whole && (!is_small || !is_exact) {
            return unspecified();
        }
        Duration::new(months / of, days_in_seconds / (of * day), all_seconds / of, all_nanos / of)
    }
}

fn greatest_divisor(left: i128, right: i128) -> i128 {
    let (mut left, mut right) = (left.abs(), right.abs());
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The units of `duration({...})`: the component that each counts in, and how many of it one is.
pub(super) const UNITS: [(&str, usize, i128); 11] = [
    ("years", 0, 12),
    ("quarters", 0, 3),
    ("months", 0, 1),
    ("weeks", 1, 7),
    ("days", 1, 1),
    ("hours", 2, 3_600),
    ("minutes", 2, 60),
    ("seconds", 2, 1),
    ("milliseconds", 3, 1_000_000),
    ("microseconds", 3, 1_000),
    ("nanoseconds", 3, 1),
];

/// `duration({...})` (CIP2015-08-06, constructing durations).
pub(in crate::evaluate) fn from_fields(map: &Map) -> Made<Duration> {
    let fields = Fields::new(map, &UNITS.map(|(unit, ..)| unit))?;
    if fields.keys().next().is_none() {
        return unspecified();
    }
    let mut parts = Parts { of: LEAST_PART, ..Parts::default() };
    for (unit, component, size) in UNITS {
        let Some(value) = fields.get(unit) else { continue };
        let (numerator, denominator) = ratio(value)?;
        let count = numerator * size * (LEAST_PART / denominator);
        parts.counts[component] = parts.counts[component].checked_add(count).ok_or(Wrong::Range)?;
    }
    parts.carried()
}
