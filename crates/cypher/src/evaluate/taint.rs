//! What the language leaves open: why a value may be anything, and floats up to rounding.
//!
//! A value that is open only matters when something depends on it. Expressions pass it on; a condition, a
//! grouping key, a sort key or a count of rows that depends on it makes the whole case undecided.

use quarrel_case::value::Value as CaseValue;

use super::value::Value;

/// Why a value is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The id of an element is the engine's own (relations.md R6).
    Id,
    /// The order of `collect`, `labels` and `keys` is undefined (relations.md R6); the value may be null.
    Order,
    /// One element of such a list, none of which is null; or a part of it.
    Element,
    /// The result hangs on the rounding of a float (relations.md R6).
    Rounding,
    /// Which of several equal values (1 and 1.0, 0.0 and -0.0) stands for all of them is undefined.
    Representative,
    /// Which of several paths is taken is undefined: what they differ in.
    Choice,
    /// One of several paths with so many relationships.
    Path(u32),
    /// A clock was read.
    Clock,
    /// No rule says what comes out.
    Unspecified,
}

impl Why {
    /// The reason for a person.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Why::Id => "id",
            Why::Order | Why::Element => "order of collect",
            Why::Rounding => "rounding of a float",
            Why::Representative => "which of equal values is kept",
            Why::Choice | Why::Path(_) => "which of several paths is taken",
            Why::Clock => "a clock",
            Why::Unspecified => "not specified",
        }
    }

    /// Whether the value may be of a type that does not fit.
    #[must_use]
    pub fn is_of_any_type(self) -> bool {
        !matches!(self, Why::Id | Why::Rounding | Why::Path(_))
    }

    /// Whether the value may be null.
    #[must_use]
    pub fn is_nullable(self) -> bool {
        matches!(self, Why::Order | Why::Unspecified)
    }
}

/// A float that another order of additions, or another mathematical library, may round otherwise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// One of the possible values.
    pub value: f64,
    /// How far the others may be.
    pub error: f64,
}

/// The relative error of a few roundings.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

/// What a comparison of answers tolerates (relative to the larger value, and at least to this).
const TOLERANCE: f64 = 1e-9;

impl Near {
    /// A value known up to a few roundings.
    #[must_use]
    pub fn rounded(value: f64) -> Self {
        Self { value, error: value.abs() * ROUNDING }
    }

    /// What a function makes of it; open when the error says too little.
    #[must_use]
    pub fn map(self, function: impl Fn(f64) -> f64) -> Value {
        let value = function(self.value);
        let (low, high) = (function(self.value - self.error), function(self.value + self.error));
        let spread = (low - value).abs().max((high - value).abs());
        Self::value(value, spread)
    }

    /// The value with this error, or an open one if the error is as good as unbounded.
    #[must_use]
    pub fn value(value: f64, error: f64) -> Value {
        let error = error + value.abs() * ROUNDING;
        if error.is_finite() && value.is_finite() {
            Value::Near(Self { value, error })
        } else {
            Value::Open(Why::Rounding)
        }
    }

    /// The smallest and the largest value that it may be.
    #[must_use]
    pub fn bounds(self) -> (f64, f64) {
        (self.value - self.error, self.value + self.error)
    }

    /// The value as it is given to the world: comparable up to rounding only if the error is that small.
    #[must_use]
    pub fn to_case(self) -> CaseValue {
        if self.error <= TOLERANCE / 4.0 * self.value.abs().max(TOLERANCE) {
            CaseValue::Near(self.value)
        } else {
            CaseValue::Open(Why::Rounding.text().to_owned())
        }
    }
}
