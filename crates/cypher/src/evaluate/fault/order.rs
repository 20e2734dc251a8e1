//! Faults of `ORDER BY` and of what stands behind it.

use std::cmp::Ordering;

use super::{Fault, is_nan_tie};
use crate::ast::{Expression, Projection, ProjectionItem};
use crate::evaluate::context::Context;
use crate::evaluate::order::Sorted;
use crate::evaluate::table::Row;
use crate::evaluate::value::Value;
use crate::evaluate::walk::has_aggregate;

impl Context<'_> {
    /// The order of two unlike keys, as a fault sees it.
    pub(in crate::evaluate) fn seen_order(
        &self,
        (left, right): (&Value, &Value),
        ordering: Ordering,
        descending: bool,
    ) -> Ordering {
        let stays = self.has(Fault::NullLast) && left.is_null() != right.is_null();
        if self.has(Fault::NanTies) && is_nan_tie(left, right) {
            Ordering::Equal
        } else if descending && !stays {
            ordering.reverse()
        } else {
            ordering
        }
    }

    /// Keeps the first row of every tie for a slice, where a fault does.
    pub(in crate::evaluate) fn thin_ties(
        &self,
        projection: &Projection,
        rows: &mut Vec<Sorted>,
        ties: &mut [usize],
    ) {
        if !self.has(Fault::TopPerKey) || projection.limit.is_none() {
            return;
        }
        let mut left_of_tie = 0;
        let mut lengths = ties.iter().copied();
        rows.retain(|_| {
            let is_first = left_of_tie == 0;
            if is_first {
                left_of_tie = lengths.next().unwrap_or(1);
            }
            left_of_tie -= 1;
            is_first
        });
        ties.fill(1);
    }

    /// Makes null of the function calls that are repeated in `ORDER BY` beside an aggregation.
    pub(in crate::evaluate) fn lose_repeated_calls(
        &self,
        projection: &Projection,
        items: &[ProjectionItem],
        rows: &mut [Row],
    ) {
        if !self.has(Fault::RepeatedCall) || !items.iter().any(|item| has_aggregate(&item.expression)) {
            return;
        }
        for (place, item) in items.iter().enumerate() {
            let is_call = matches!(item.expression, Expression::Function { .. });
            let is_repeated = projection.order.iter().any(|sort| sort.expression == item.expression);
            if is_call && is_repeated && !has_aggregate(&item.expression) {
                rows.iter_mut().filter_map(|row| row.get_mut(place)).for_each(|cell| *cell = Value::Null);
            }
        }
    }
}

/// Sorts by insertion, which ends with every comparator.
pub(in crate::evaluate) fn insertion_sort<T>(rows: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    for end in 1..rows.len() {
        let mut place = end;
        while place > 0 && compare(&rows[place - 1], &rows[place]).is_gt() {
            rows.swap(place - 1, place);
            place -= 1;
        }
    }
}
