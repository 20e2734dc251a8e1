//! Groups of equivalent rows, sorting, and slices.
//!
//! Here what is open begins to matter: whether two rows are one group, which comes first, and which rows a
//! slice cuts off (relations.md R6).

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::compare::{is_loose, is_ordered, order, same};
use super::context::{Context, Outcome, Scope, late_syntax_error};
use super::fault::{Fault, group_seen, insertion_sort};
use super::table::Row;
use super::taint::Why;
use super::value::{Value, is_alike};
use crate::ast::Expression;

/// Up to how many groups with open keys each pair is looked at.
const MAX_PAIRS: usize = 300;

/// Rows that are equivalent.
pub(super) struct Group {
    /// The key that stands for all; where unlike values are equal, which one does is open.
    pub(super) key: Row,
    /// The places of the rows.
    pub(super) rows: Vec<usize>,
}

/// A key in the order of [`order`].
struct Key<'r>(&'r [Value]);

fn order_rows(left: &[Value], right: &[Value]) -> Ordering {
    let pairs = left.iter().zip(right);
    pairs.map(|(left, right)| order(left, right)).find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
}

impl Ord for Key<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        order_rows(self.0, other.0)
    }
}

impl PartialOrd for Key<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key<'_> {}

fn same_rows(left: &[Value], right: &[Value]) -> Option<bool> {
    let mut result = Some(true);
    for (left, right) in left.iter().zip(right) {
        match same(left, right) {
            Some(false) => return Some(false),
            None => result = None,
            Some(true) => {}
        }
    }
    result
}

/// Whether two rows cannot be told apart.
fn alike(left: &[Value], right: &[Value]) -> bool {
    left.iter().zip(right).all(|(left, right)| is_alike(left, right))
}

/// Groups rows by equivalence, in the order of first appearance; tells whether the groups are determined.
pub(super) fn group<'r>(keys: impl Iterator<Item = &'r [Value]>) -> (Vec<Group>, bool) {
    let mut groups: Vec<Group> = Vec::new();
    let mut first: Vec<&[Value]> = Vec::new();
    let mut places: BTreeMap<Key<'r>, usize> = BTreeMap::new();
    let mut determined = true;
    for (row, key) in keys.enumerate() {
        let place = *places.entry(Key(key)).or_insert(groups.len());
        let Some(group) = groups.get_mut(place) else {
            groups.push(Group { key: key.to_vec(), rows: vec![row] });
            first.push(key);
            continue;
        };
        group.rows.push(row);
        determined = determined && same_rows(first[place], key) == Some(true);
        for (kept, value) in group.key.iter_mut().zip(key) {
            if !is_alike(kept, value) {
                *kept = Value::Open(Why::Representative);
            }
        }
    }
    let loose: Vec<&[Value]> = first.iter().copied().filter(|key| key.iter().any(is_loose)).collect();
    if !loose.is_empty() && first.len() > 1 {
        determined = determined && first.len() <= MAX_PAIRS && apart(&loose, &first);
    }
    (groups, determined)
}

/// Whether each of the loose keys surely differs from every other key.
fn apart(loose: &[&[Value]], all: &[&[Value]]) -> bool {
    let differs =
        |left: &[Value], right: &[Value]| std::ptr::eq(left, right) || same_rows(left, right) == Some(false);
    loose.iter().all(|left| all.iter().all(|right| differs(left, right)))
}

/// A row with the values that it is sorted by.
pub(super) struct Sorted {
    pub(super) keys: Row,
    pub(super) row: Row,
}

impl Context<'_> {
    /// Rows that are equivalent in their first `width` cells, once, with the other cells of the first one.
    pub(super) fn distinct(&self, rows: Vec<Row>, width: usize) -> Outcome<Vec<Row>> {
        self.charge(rows.len())?;
        let heads = rows.iter().map(|row| row.get(..width).unwrap_or_default());
        let (groups, determined) = group_seen(heads.clone(), self.seen_rows(heads).as_deref());
        if !determined {
            self.depends_on("open values in DISTINCT");
        }
        let behind = |group: &Group| rows.get(*group.rows.first()?)?.get(width..);
        let whole = |mut group: Group| {
            group.key.extend_from_slice(behind(&group).unwrap_or_default());
            group.key
        };
        Ok(groups.into_iter().map(whole).collect())
    }

    /// Sorts rows by their keys; gives the lengths of the groups of rows that tie.
    pub(super) fn sort(&self, rows: &mut [Sorted], descending: &[bool]) -> Outcome<Vec<usize>> {
        self.charge(rows.len().saturating_mul(descending.len()))?;
        let compare = |left: &Sorted, right: &Sorted| {
            for ((left, right), descending) in left.keys.iter().zip(&right.keys).zip(descending) {
                if !is_ordered(left, right) {
                    self.depends_on("sort key without a defined order");
                }
                let ordering = match order(left, right) {
                    Ordering::Equal => continue,
                    ordering => self.seen_order((left, right), ordering, *descending),
                };
                if ordering.is_ne() {
                    return ordering;
                }
            }
            Ordering::Equal
        };
        if self.has(Fault::NanTies) {
            // This comparator is not consistent.
            insertion_sort(rows, compare);
        } else {
            rows.sort_by(compare);
        }
        let mut ties: Vec<usize> = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|before| rows.get(before));
            match ties.last_mut() {
                Some(tie) if before.is_some_and(|before| compare(before, row).is_eq()) => *tie += 1,
                _ => ties.push(1),
            }
        }
        Ok(ties)
    }

    /// The number of rows that SKIP or LIMIT names (TCK ReturnSkipLimit1 \[6\], \[8\], ReturnSkipLimit2 \[10\], \[14\]).
    pub(super) fn count(&self, count: &Expression) -> Outcome<usize> {
        match self.evaluate(count, &Scope::new(&[], &[]))? {
            Value::Integer(number) if number < 0 => {
                Err(late_syntax_error("NegativeIntegerArgument", "SKIP and LIMIT cannot be negative"))
            }
            Value::Integer(number) => Ok(usize::try_from(number).unwrap_or(usize::MAX)),
            Value::Open(why) => {
                self.depends_on(why.text());
                Ok(0)
            }
            _ => Err(late_syntax_error("InvalidArgumentType", "SKIP and LIMIT take an integer")),
        }
    }

    /// Cuts rows off at both ends; which rows of a tie are cut is open unless they are alike in `width` cells.
    pub(super) fn cut(
        &self,
        rows: &mut Vec<Row>,
        ties: &mut Vec<usize>,
        skip: usize,
        limit: usize,
        width: usize,
    ) {
        let from = skip.min(rows.len());
        let to = skip.saturating_add(limit).min(rows.len());
        let mut kept = Vec::with_capacity(ties.len());
        let mut start = 0;
        for tie in ties.iter() {
            let end = start + tie;
            let inside = end.min(to).saturating_sub(start.max(from));
            if inside > 0 {
                kept.push(inside);
            }
            if inside > 0 && inside < *tie {
                let group = rows.get(start..end).unwrap_or_default();
                let head = |row: &Row| row.get(..width).unwrap_or_default().to_vec();
                if group.windows(2).any(|pair| !alike(&head(&pair[0]), &head(&pair[1]))) {
                    self.depends_on("rows cut without a total order");
                }
            }
            start = end;
        }
        *ties = kept;
        rows.truncate(to);
        rows.drain(..from);
    }
}
