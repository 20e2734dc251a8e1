//! When values are equal, comparable, in order, and the same.
//!
//! Cypher has four notions. *Equality* (`=`) and *comparability* (`<`) are three-valued: null where the
//! answer is unknown. *Orderability* (`ORDER BY`, `min`, `max`) puts all values of all types in one order.
//! *Equivalence* (`DISTINCT`, grouping) takes null and null, and NaN and NaN, for the same. All compare an
//! integer and a float exactly, not by rounding the integer.

use std::cmp::Ordering;

use super::context::{Context, Outcome, Stop, describe, type_error};
use super::fault::Fault;
use super::taint::{Near, Why};
use super::temporal::Kind;
use super::truth::{Comparability, Truth};
use super::value::{List, Map, Value};

/// An integer and a float, exactly; none for NaN.
pub(super) fn compare_mixed(integer: i64, float: f64) -> Option<Ordering> {
    /// 2^63, the first float beyond the integers.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if float.is_nan() {
        None
    } else if float >= LIMIT {
        Some(Ordering::Less)
    } else if float < -LIMIT {
        Some(Ordering::Greater)
    } else {
        let whole = float.trunc();
        #[expect(clippy::cast_possible_truncation, reason = "the bounds are checked above")]
        let ordering = integer.cmp(&(whole as i64));
        Some(ordering.then_with(|| 0.0_f64.partial_cmp(&(float - whole)).unwrap_or(Ordering::Equal)))
    }
}

/// The order of two numbers; none for NaN or what is no number.
fn compare_numbers(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::Float(left), Value::Float(right)) => left.partial_cmp(right),
        (Value::Integer(left), Value::Float(right)) => compare_mixed(*left, *right),
        (Value::Float(left), Value::Integer(right)) => compare_mixed(*right, *left).map(Ordering::reverse),
        _ => None,
    }
}

/// The order of two numbers of which one is known up to rounding; none when that does not decide.
fn compare_near(left: &Value, right: &Value) -> Option<Ordering> {
    let bounds = |value: &Value| match value {
        Value::Near(near) => Some(near.bounds()),
        Value::Float(number) => Some((*number, *number)),
        #[expect(clippy::cast_precision_loss, reason = "the bounds are widened by the rounding")]
        Value::Integer(number) => Some(Near::rounded(*number as f64).bounds()),
        _ => None,
    };
    let ((low, high), (other_low, other_high)) = (bounds(left)?, bounds(right)?);
    if high < other_low {
        Some(Ordering::Less)
    } else if low > other_high {
        Some(Ordering::Greater)
    } else {
        None
    }
}

fn is_number(value: &Value) -> bool {
    matches!(value, Value::Integer(_) | Value::Float(_) | Value::Near(_))
}

fn is_nan(value: &Value) -> bool {
    matches!(value, Value::Float(number) if number.is_nan())
}

/// Equality (TCK Comparison1).
pub(super) fn equal(context: &Context<'_>, left: &Value, right: &Value) -> Truth {
    match (left, right) {
        (Value::Null, _) | (_, Value::Null) => Truth::Unknown,
        (Value::Open(why), _) | (_, Value::Open(why)) => Truth::Open(*why),
        (Value::Near(_), other) | (other, Value::Near(_)) if is_number(other) => {
            if is_nan(other) || compare_near(left, right).is_some() {
                Truth::False
            } else {
                Truth::Open(Why::Rounding)
            }
        }
        (Value::List(left), Value::List(right)) => equal_lists(context, left, right),
        (Value::Map(left), Value::Map(right)) => equal_maps(context, left, right),
        (left, right) if is_number(left) && is_number(right) => {
            Truth::of(compare_numbers(left, right) == Some(Ordering::Equal))
        }
        (Value::Instant(left), Value::Instant(right)) if context.has(Fault::WholeSeconds) => {
            Truth::of(left.whole_seconds() == right.whole_seconds())
        }
        (Value::Instant(left), Value::Instant(right)) if !left.is_told_apart(right) => {
            Truth::Open(Why::Unspecified)
        }
        (Value::Other(left), Value::Other(right)) if left != right => Truth::Open(Why::Unspecified),
        _ => Truth::of(left == right),
    }
}

/// Lists of other lengths differ whatever they hold (TCK Comparison1 \[6\]).
fn equal_lists(context: &Context<'_>, left: &List, right: &List) -> Truth {
    let (items, others) = (left.items(), right.items());
    if items.len() != others.len() {
        return Truth::False;
    }
    if left.is_bag() || right.is_bag() {
        return if same_bag(items, others) == Some(false) { Truth::False } else { Truth::Open(Why::Order) };
    }
    let pairs = items.iter().zip(others);
    Truth::all(pairs.map(|(left, right)| equal_within(context, left, right)))
}

/// Maps with other keys differ whatever they hold (TCK Comparison1 \[7\]).
fn equal_maps(context: &Context<'_>, left: &Map, right: &Map) -> Truth {
    let pairs = || left.entries().iter().zip(right.entries());
    if left.entries().len() != right.entries().len() || pairs().any(|(left, right)| left.0 != right.0) {
        return Truth::False;
    }
    Truth::all(pairs().map(|(left, right)| equal_within(context, &left.1, &right.1)))
}

/// Equality of elements of a list or map.
pub(super) fn equal_within(context: &Context<'_>, left: &Value, right: &Value) -> Truth {
    let truth = equal(context, left, right);
    // Switch null-in-lists.
    if truth == Truth::Unknown && context.semantics.null_in_lists == 1 {
        return Truth::of(left.is_null() && right.is_null());
    }
    truth
}

/// Comparability (TCK Comparison2).
pub(super) fn compare(context: &Context<'_>, left: &Value, right: &Value) -> Outcome<Comparability> {
    Ok(match (left, right) {
        (Value::Null, _) | (_, Value::Null) => Comparability::Incomparable,
        (Value::Open(why), other) | (other, Value::Open(why)) => {
            if context.semantics.cross_type_comparison == 1 && !is_number(other) {
                context.may_raise();
            }
            Comparability::Open(*why)
        }
        (Value::Near(_), other) | (other, Value::Near(_)) if is_number(other) => {
            match compare_near(left, right) {
                Some(ordering) => Comparability::Ordered(ordering),
                None if is_nan(other) => Comparability::Unordered,
                None => Comparability::Open(Why::Rounding),
            }
        }
        (left, right) if is_number(left) && is_number(right) => {
            compare_numbers(left, right).map_or(Comparability::Unordered, Comparability::Ordered)
        }
        // Switch nan-comparison.
        (left, right) if context.semantics.nan_comparison == 1 && (is_nan(left) || is_nan(right)) => {
            Comparability::Unordered
        }
        (Value::String(left), Value::String(right)) => Comparability::Ordered(left.cmp(right)),
        (Value::Bool(left), Value::Bool(right)) => Comparability::Ordered(left.cmp(right)),
        (Value::List(left), Value::List(right)) => compare_lists(context, left, right)?,
        (Value::Instant(left), Value::Instant(right)) if left.kind() == right.kind() => {
            // TCK Temporal7 [1]-[5].
            if context.has(Fault::WholeSeconds) {
                Comparability::Ordered(left.whole_seconds().order(&right.whole_seconds()))
            } else if left.is_told_apart(right) {
                Comparability::Ordered(left.order(right))
            } else {
                Comparability::Open(Why::Unspecified)
            }
        }
        // An error (CIP2015-08-06, comparing), or null as for all that is not comparable.
        (Value::Duration(_), Value::Duration(_)) => {
            context.may_raise();
            Comparability::Open(Why::Unspecified)
        }
        (Value::Point(_), Value::Point(_)) | (Value::Other(_), Value::Other(_)) => {
            Comparability::Open(Why::Unspecified)
        }
        (left, right) if context.semantics.cross_type_comparison == 1 && rank(left) != rank(right) => {
            return Err(cross_type(left, right));
        }
        _ => Comparability::Incomparable,
    })
}

/// Switch cross-type-comparison.
fn cross_type(left: &Value, right: &Value) -> Stop {
    let message = format!("{} cannot be compared with {}", describe(left), describe(right));
    type_error("InvalidArgumentType", message)
}

/// The first elements that differ decide, else the length (TCK Comparison2 \[4\]).
fn compare_lists(context: &Context<'_>, left: &List, right: &List) -> Outcome<Comparability> {
    if left.is_bag() || right.is_bag() {
        return Ok(Comparability::Open(Why::Order));
    }
    for (left, right) in left.items().iter().zip(right.items()) {
        match equal(context, left, right) {
            Truth::True => {}
            Truth::False => return compare(context, left, right),
            Truth::Unknown => return Ok(Comparability::Incomparable),
            Truth::Open(why) => return Ok(Comparability::Open(why)),
        }
    }
    Ok(Comparability::Ordered(left.items().len().cmp(&right.items().len())))
}

/// The order of types in `ORDER BY`, ascending (TCK ReturnOrderBy1 \[11\]; with dates and times Cypher Manual 5,
/// ordering of values).
fn rank(value: &Value) -> u8 {
    match value {
        Value::Map(_) => 0,
        Value::Node(_) => 1,
        Value::Relationship(_) => 2,
        Value::List(_) => 3,
        Value::Path(_) => 4,
        Value::Other(_) => 5,
        Value::Instant(instant) => match instant.kind() {
            Kind::DateTime => 6,
            Kind::LocalDateTime => 7,
            Kind::Date => 8,
            Kind::Time => 9,
            Kind::LocalTime => 10,
        },
        Value::Duration(_) => 11,
        Value::String(_) => 12,
        Value::Bool(_) => 13,
        Value::Integer(_) | Value::Float(_) | Value::Near(_) => 14,
        Value::Null => 15,
        Value::Open(_) => 16,
        // Where points come among other types is not told; see `is_ordered`.
        Value::Point(_) => 17,
    }
}

/// A total order that agrees with orderability wherever that decides; see [`is_ordered`].
pub(super) fn order(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        (Value::String(left), Value::String(right)) => left.cmp(right),
        (Value::Node(left), Value::Node(right)) | (Value::Relationship(left), Value::Relationship(right)) => {
            left.cmp(right)
        }
        (Value::Path(left), Value::Path(right)) => {
            (&left.nodes, &left.relationships).cmp(&(&right.nodes, &right.relationships))
        }
        (Value::List(left), Value::List(right)) => order_lists(left, right),
        (Value::Map(left), Value::Map(right)) => {
            let pairs = left.entries().iter().zip(right.entries());
            let entries =
                pairs.map(|(left, right)| left.0.cmp(&right.0).then_with(|| order(&left.1, &right.1)));
            let lengths = left.entries().len().cmp(&right.entries().len());
            entries.fold(lengths, Ordering::then)
        }
        (Value::Instant(left), Value::Instant(right)) if left.kind() == right.kind() => left.order(right),
        (Value::Duration(left), Value::Duration(right)) => left.any_order(right),
        (Value::Point(left), Value::Point(right)) => left.any_order(right),
        (Value::Other(left), Value::Other(right)) => quarrel_case::compare::compare(left, right),
        (left, right) if is_number(left) && is_number(right) => order_numbers(left, right),
        _ => rank(left).cmp(&rank(right)),
    }
}

fn order_lists(left: &List, right: &List) -> Ordering {
    let sorted = |list: &List| {
        let mut items = list.items().to_vec();
        if list.is_bag() {
            items.sort_by(order);
        }
        items
    };
    let (items, others) = (sorted(left), sorted(right));
    let pairs = items.iter().zip(&others).map(|(left, right)| order(left, right));
    pairs.fold(Ordering::Equal, Ordering::then).then(items.len().cmp(&others.len()))
}

/// NaN comes after all numbers.
fn order_numbers(left: &Value, right: &Value) -> Ordering {
    let plain = |value: &Value| match value {
        Value::Near(near) => Value::Float(near.value),
        other => other.clone(),
    };
    let (left, right) = (plain(left), plain(right));
    compare_numbers(&left, &right).unwrap_or_else(|| is_nan(&left).cmp(&is_nan(&right)))
}

/// Whether the language says which of the two comes first, or that they tie.
pub(super) fn is_ordered(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Open(_), _) | (_, Value::Open(_)) => false,
        (Value::Near(_), other) | (other, Value::Near(_)) if is_number(other) => {
            is_nan(other) || compare_near(left, right).is_some()
        }
        (Value::List(left), Value::List(right)) => {
            if left.is_bag() || right.is_bag() {
                return false;
            }
            let pairs = left.items().iter().zip(right.items());
            for (left, right) in pairs {
                if !is_ordered(left, right) {
                    return false;
                }
                if order(left, right) != Ordering::Equal {
                    return true;
                }
            }
            true
        }
        (Value::Instant(left), Value::Instant(right)) => left.is_told_apart(right),
        (Value::Duration(left), Value::Duration(right)) => left.order(right).is_some(),
        (Value::Point(_), Value::Null) | (Value::Null, Value::Point(_)) => true,
        (Value::Point(_), _) | (_, Value::Point(_)) => same(left, right) == Some(true),
        // The order of elements is that of their ids; the order of unlike maps and paths is not specified.
        (Value::Node(_), Value::Node(_))
        | (Value::Relationship(_), Value::Relationship(_))
        | (Value::Path(_), Value::Path(_))
        | (Value::Map(_), Value::Map(_))
        | (Value::Other(_), Value::Other(_)) => same(left, right) == Some(true),
        _ => true,
    }
}

/// Equivalence; none when the language leaves it open.
pub(super) fn same(left: &Value, right: &Value) -> Option<bool> {
    match (left, right) {
        (Value::Open(_), _) | (_, Value::Open(_)) => None,
        (Value::Near(_), other) | (other, Value::Near(_)) if is_number(other) => {
            if is_nan(other) {
                Some(false)
            } else {
                compare_near(left, right).map(|_| false)
            }
        }
        (Value::List(left), Value::List(right)) => {
            let (items, others) = (left.items(), right.items());
            if items.len() != others.len() {
                Some(false)
            } else if left.is_bag() || right.is_bag() {
                same_bag(items, others).filter(|same| !same)
            } else {
                all_same(items.iter().zip(others))
            }
        }
        (Value::Map(left), Value::Map(right)) => {
            let pairs = || left.entries().iter().zip(right.entries());
            if left.entries().len() != right.entries().len() || pairs().any(|(left, right)| left.0 != right.0)
            {
                return Some(false);
            }
            all_same(pairs().map(|(left, right)| (&left.1, &right.1)))
        }
        (Value::Instant(left), Value::Instant(right)) => left.is_told_apart(right).then(|| left == right),
        (Value::Duration(left), Value::Duration(right)) => Some(left == right),
        (Value::Other(left), Value::Other(right)) => (left == right).then_some(true),
        _ => Some(order(left, right) == Ordering::Equal),
    }
}

fn all_same<'v>(pairs: impl Iterator<Item = (&'v Value, &'v Value)>) -> Option<bool> {
    let mut result = Some(true);
    for (left, right) in pairs {
        match same(left, right) {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

/// Whether two bags hold the same elements; none when that is left open.
fn same_bag(left: &[Value], right: &[Value]) -> Option<bool> {
    if left.iter().chain(right).any(is_loose) {
        return None;
    }
    let sorted = |items: &[Value]| {
        let mut items = items.to_vec();
        items.sort_by(order);
        items
    };
    let (left, right) = (sorted(left), sorted(right));
    Some(left.iter().zip(&right).all(|(left, right)| order(left, right) == Ordering::Equal))
}

/// Whether equivalence with the value may be left open.
pub(super) fn is_loose(value: &Value) -> bool {
    match value {
        Value::Near(_) | Value::Open(_) | Value::Other(_) => true,
        Value::Instant(instant) => instant.kind().has_zone(),
        Value::List(list) => list.is_bag() || list.items().iter().any(is_loose),
        Value::Map(map) => map.entries().iter().any(|(_, value)| is_loose(value)),
        _ => false,
    }
}
