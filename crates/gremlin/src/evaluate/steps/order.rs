//! `order()`, of traversers and of the items of a value.
//!
//! Reference: Order Step; semantics: Orderability. What nothing puts in an order (ties, ids that the graph draws, chance)
//! is carried along as an order that is not given.

use std::cmp::Ordering;

use crate::ast::Token;
use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{By, OrderBy};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, compare};

/// A traverser behind what it is ordered by, a value for each `by`.
type Keyed = (Vec<Value>, Traverser);

/// What is meant by no `by` at all.
const PLAIN: &[OrderBy] = &[OrderBy { by: By::Identity, order: Token::OrderAsc }];

impl Run<'_> {
    /// `order` of the items of a value.
    pub(super) fn local_order(&mut self, by: &[OrderBy], traverser: &Traverser) -> Fallible<Value> {
        match &traverser.value {
            Value::Map(entries) => {
                let items = entries.iter().map(|entry| Value::Entry(Box::new(entry.clone()))).collect();
                let sorted = self.sorted_values(by, items, traverser)?;
                let entries = sorted.into_iter().filter_map(|entry| match entry {
                    Value::Entry(entry) => Some(*entry),
                    _ => None,
                });
                Ok(Value::map(entries.collect()))
            }
            other => match other.items() {
                Some(items) => self.sorted_values(by, items, traverser).map(Value::list),
                None => Ok(other.clone()),
            },
        }
    }

    fn sorted_values(&mut self, by: &[OrderBy], items: Vec<Value>, from: &Traverser) -> Fallible<Vec<Value>> {
        let by = if by.is_empty() { PLAIN } else { by };
        let mut keyed = self.keyed(by, items.into_iter().map(|item| from.on(item)).collect())?;
        keyed.sort_by(|left, right| order(by, left, right));
        self.unordered_list |= self.drawn_ids_sort(&keyed);
        Ok(keyed.into_iter().map(|(_, traverser)| traverser.value).collect())
    }

    /// Traversers in order; those for which a `by` gives nothing are left out.
    pub(super) fn sorted(&mut self, by: &[OrderBy], traversers: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let by = if by.is_empty() { PLAIN } else { by };
        let mut keyed = self.keyed(by, traversers)?;
        keyed.sort_by(|left, right| order(by, left, right));
        // What is sorted as the same may have come on another way, which a later step looks at.
        let ties = keyed.windows(2).any(|pair| match pair {
            [left, right] => order(by, left, right).is_eq() && !left.1.alike(&right.1),
            _ => false,
        });
        let shuffled = by.iter().any(|part| part.order == Token::OrderShuffle);
        // What a planted fault leaves out of an order it takes for sorted all the same.
        self.ordered = !ties && !shuffled && !self.drawn_ids_sort(&keyed) || self.has(Fault::FirstByOnly);
        Ok(keyed.into_iter().map(|(_, traverser)| traverser).collect())
    }

    /// Whether nothing but ids that the graph drew puts some of these, which are sorted, in their order.
    fn drawn_ids_sort(&self, keyed: &[Keyed]) -> bool {
        let mut pairs = keyed.iter().zip(keyed.iter().skip(1));
        pairs.any(|(left, right)| {
            let mut parts = left.0.iter().zip(&right.0);
            let differ = parts.find(|(left, right)| compare::order(left, right).is_ne());
            differ.is_some_and(|(left, right)| self.drawn_ids_decide(left, right))
        })
    }

    /// Traversers with what they are ordered by, those left out for which a `by` gives nothing.
    fn keyed(&mut self, by: &[OrderBy], traversers: Vec<Traverser>) -> Fallible<Vec<Keyed>> {
        let mut keyed: Vec<Keyed> = Vec::with_capacity(traversers.len());
        for traverser in traversers {
            self.spend(by.len())?;
            let mut key = Vec::with_capacity(by.len());
            for part in by {
                key.extend(self.by(&part.by, &traverser)?);
            }
            key.iter().for_each(|value| self.compares_value(value));
            if key.len() < by.len() {
                continue;
            }
            if let Some((first, _)) = keyed.first() {
                first.iter().zip(&key).try_for_each(|(one, other)| self.orders(one, other))?;
            }
            keyed.push((key, traverser));
        }
        Ok(keyed)
    }
}

/// How two traversers are ordered.
fn order(by: &[OrderBy], left: &Keyed, right: &Keyed) -> Ordering {
    let parts = left.0.iter().zip(&right.0).zip(by).map(|((left, right), part)| {
        let order = compare::order(left, right);
        if part.order == Token::OrderDesc { order.reverse() } else { order }
    });
    parts.fold(Ordering::Equal, Ordering::then)
}
