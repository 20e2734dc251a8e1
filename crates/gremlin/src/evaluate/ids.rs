//! What shows of ids that a graph draws for its elements.
//!
//! Elements are ordered by their ids (semantics: Comparability, Equality, Orderability, and Equivalence), and are told by
//! them. An id that no traversal and no loaded graph gave is the engine's own affair, and so is all that hangs on it.

use std::cmp::Ordering;

use super::compare;
use super::run::Run;
use super::value::Value;
use super::{Fallible, raised};

impl Run<'_> {
    /// Refuses an id for a new element where the graph draws them (`Element.Exceptions`: user supplied identifiers).
    pub(super) fn takes_id(&self, id: Option<&Value>) -> Fallible<()> {
        if id.is_some() && self.rules.element_ids == 1 {
            return Err(raised("an element does not support identifiers that are given"));
        }
        Ok(())
    }

    /// Whether a value is or holds an element whose id the graph drew.
    pub(super) fn holds_drawn_id(&self, value: &Value) -> bool {
        let draws_all = self.rules.element_ids == 1;
        value.holds(&|part| self.store.drew_id(part).is_some_and(|drew| drew || draws_all))
    }

    /// Whether nothing but ids that the graph drew may say which of two values is the lesser.
    pub(super) fn drawn_ids_decide(&self, left: &Value, right: &Value) -> bool {
        compare::alike(left, right)
            && (self.holds_drawn_id(left) || self.holds_drawn_id(right))
            && compare::order(left, right) != Ordering::Equal
    }
}
