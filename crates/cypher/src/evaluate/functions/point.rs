//! Functions of points; see `point`.

use std::sync::Arc;

use super::argument;
use crate::evaluate::context::{Context, Outcome, wrong_type};
use crate::evaluate::point::Point;
use crate::evaluate::value::Value;

/// `point({...})`.
pub(super) fn point(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    match argument(arguments, 0) {
        Value::Map(map) => {
            let point = Point::of_map(map);
            Ok(point.map_or_else(|| context.unspecified(), |point| Value::Point(Arc::new(point))))
        }
        other => Err(wrong_type("the argument of point", other)),
    }
}

/// `point.distance(a, b)`; null for what is no point.
pub(super) fn distance(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(match (argument(arguments, 0), argument(arguments, 1)) {
        (Value::Point(left), Value::Point(right)) => left.distance(right),
        _ => context.unspecified(),
    })
}

/// `point.withinBBox(point, lowerLeft, upperRight)`.
pub(super) fn within(context: &Context<'_>, arguments: &[Value]) -> Outcome<Value> {
    Ok(match (argument(arguments, 0), argument(arguments, 1), argument(arguments, 2)) {
        (Value::Point(point), Value::Point(lower), Value::Point(upper)) => point.is_within(lower, upper),
        _ => context.unspecified(),
    })
}
