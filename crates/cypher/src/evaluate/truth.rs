//! Truth values, and how comparisons come to them.

use std::cmp::Ordering;

use super::taint::Why;
use super::value::Value;

/// A truth value: three-valued logic, and a fourth value for what the language leaves open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Truth {
    True,
    False,
    Unknown,
    Open(Why),
}

impl Truth {
    pub(super) fn of(flag: bool) -> Self {
        if flag { Truth::True } else { Truth::False }
    }

    pub(super) fn value(self) -> Value {
        match self {
            Truth::True => Value::Bool(true),
            Truth::False => Value::Bool(false),
            Truth::Unknown => Value::Null,
            Truth::Open(why) => Value::Open(why),
        }
    }

    #[must_use]
    pub(super) fn not(self) -> Self {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            other => other,
        }
    }

    /// The opposite, if so.
    #[must_use]
    pub(super) fn not_if(self, negated: bool) -> Self {
        if negated { self.not() } else { self }
    }

    /// True only if both are; one false decides.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::Open(why), _) | (_, Truth::Open(why)) => Truth::Open(why),
            (Truth::Unknown, _) | (_, Truth::Unknown) => Truth::Unknown,
            (Truth::True, Truth::True) => Truth::True,
        }
    }

    /// True only if all are.
    pub(super) fn all(parts: impl IntoIterator<Item = Truth>) -> Self {
        let mut result = Truth::True;
        for part in parts {
            result = result.and(part);
            if result == Truth::False {
                break;
            }
        }
        result
    }

    /// True if one is.
    pub(super) fn any(parts: impl IntoIterator<Item = Truth>) -> Self {
        Truth::all(parts.into_iter().map(Truth::not)).not()
    }
}

/// How two values compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparability {
    Ordered(Ordering),
    /// A NaN is among two numbers: every comparison is false (TCK Comparison2 \[5\]).
    Unordered,
    /// Null, or two types: every comparison is null (TCK Comparison2 \[3\]).
    Incomparable,
    Open(Why),
}

impl Comparability {
    pub(super) fn holds(self, wanted: impl Fn(Ordering) -> bool) -> Truth {
        match self {
            Comparability::Ordered(ordering) => Truth::of(wanted(ordering)),
            Comparability::Unordered => Truth::False,
            Comparability::Incomparable => Truth::Unknown,
            Comparability::Open(why) => Truth::Open(why),
        }
    }
}
