//! Paths that are repeated (Cypher Manual 5, quantified path patterns).
//!
//! Each time begins at the node where the one before ended. What its variables hold is added to lists, which the rest
//! of the query sees; in the time itself they are single elements, and its `WHERE` is about that time alone. The
//! relationships of all times are distinct, as everywhere in one `MATCH`.

use super::plan::QuantifiedPlan;
use super::{At, Walk};
use crate::evaluate::context::Outcome;
use crate::evaluate::value::Value;

/// One time of a repeated path.
pub(super) struct Times<'c> {
    /// Where the repeated path stands.
    at: At<'c>,
    quantified: &'c QuantifiedPlan<'c>,
    /// The times before this one.
    before: u64,
}

impl Walk<'_, '_> {
    /// Walks a repeated path from the node at the end of the walk so far.
    pub(super) fn quantified(&mut self, at: At<'_>, quantified: &QuantifiedPlan<'_>) -> Outcome<()> {
        for (_, list) in &quantified.groups {
            self.values[*list] = Value::list(Vec::new());
        }
        let result = self.again(at, quantified, 0);
        for (_, list) in &quantified.groups {
            self.values[*list] = Value::Null;
        }
        result
    }

    /// Ends after this many times, and walks one more.
    fn again(&mut self, at: At<'_>, quantified: &QuantifiedPlan<'_>, count: u64) -> Outcome<()> {
        let (least, most) = quantified.times;
        if count >= least && count <= most {
            self.bind_groups(quantified, true);
            let result = self.arrive(at.next());
            self.bind_groups(quantified, false);
            result?;
        }
        if count >= most {
            return Ok(());
        }
        let (from, to) = quantified.own;
        let values = self.forget(from, to);
        let times = Times { at, quantified, before: count };
        let inner = At { index: at.index, path: &quantified.path, step: 0, times: Some(&times) };
        let result = self.arrive(inner);
        self.remember(from, values);
        result
    }

    fn bind_groups(&mut self, quantified: &QuantifiedPlan<'_>, bound: bool) {
        quantified.groups.iter().for_each(|(_, list)| self.bound[*list] = bound);
    }

    /// Frees the slots of a time for the next one; gives what they held.
    fn forget(&mut self, from: usize, to: usize) -> Vec<(Value, bool)> {
        let taken = (from..to).map(|slot| {
            let value = std::mem::replace(&mut self.values[slot], Value::Null);
            (value, std::mem::replace(&mut self.bound[slot], false))
        });
        taken.collect()
    }

    fn remember(&mut self, from: usize, held: Vec<(Value, bool)>) {
        for (place, (value, bound)) in held.into_iter().enumerate() {
            self.values[from + place] = value;
            self.bound[from + place] = bound;
        }
    }

    /// One time is walked: adds its elements to the lists, and goes on behind it.
    pub(super) fn end_of_time(&mut self, times: &Times<'_>) -> Outcome<()> {
        let quantified = times.quantified;
        if !self.passes(&quantified.path.checks)? {
            return Ok(());
        }
        let mut before = Vec::with_capacity(quantified.groups.len());
        for (own, list) in &quantified.groups {
            let longer = match &self.values[*list] {
                Value::List(items) => [items.items(), &[self.values[*own].clone()]].concat(),
                _ => Vec::new(),
            };
            self.context.charge(longer.len())?;
            before.push(std::mem::replace(&mut self.values[*list], Value::list(longer)));
        }
        let result = self.again(times.at, quantified, times.before + 1);
        for ((_, list), value) in quantified.groups.iter().zip(before) {
            self.values[*list] = value;
        }
        result
    }
}
