//! Solution mappings and the operators of the algebra on bags of them (18.3 and 18.5).

use std::collections::BTreeMap;

use quarrel_case::language::Failure;

use super::terms::{Id, Terms};
use super::{Evaluator, Fault};

/// A solution mapping (18.1.8): what it binds, by the variables' slots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Binding(Vec<Option<Id>>);

/// A bag of solution mappings.
#[derive(Debug, Clone, Default)]
pub struct Solutions {
    /// The solutions, in no order that means anything.
    pub rows: Vec<Binding>,
}

impl Solutions {
    pub(super) fn new(rows: Vec<Binding>) -> Self {
        Self { rows }
    }

    /// The bag of the one solution that binds nothing: a group without elements.
    pub fn unit() -> Self {
        Self::new(vec![Binding::default()])
    }
}

impl Binding {
    pub(super) fn get(&self, slot: usize) -> Option<Id> {
        self.0.get(slot).copied().flatten()
    }

    pub(super) fn set(&mut self, slot: usize, id: Id) {
        if slot >= self.0.len() {
            self.0.resize(slot + 1, None);
        }
        if let Some(cell) = self.0.get_mut(slot) {
            *cell = Some(id);
        }
    }

    /// Whether nothing is bound.
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// What is bound: slots and terms.
    pub(super) fn bound(&self) -> impl Iterator<Item = (usize, Id)> {
        self.0.iter().enumerate().filter_map(|(slot, id)| Some((slot, (*id)?)))
    }

    /// The union of two mappings; where both bind, this one's term stands.
    pub(super) fn merged(&self, other: &Self) -> Self {
        let mut merged = self.clone();
        for (slot, id) in other.bound() {
            if merged.get(slot).is_none() {
                merged.set(slot, id);
            }
        }
        merged
    }

    /// The terms of the variables that both bind.
    fn shared(&self, other: &Self) -> impl Iterator<Item = (Id, Id)> {
        self.0.iter().zip(&other.0).filter_map(|(left, right)| (*left).zip(*right))
    }
}

/// How two solution mappings stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meeting {
    /// They bind a variable to different terms.
    Incompatible,
    /// Compatible, with a variable that both bind.
    Shared,
    /// Compatible, as they bind no variable in common.
    Disjoint,
}

/// Pairs beyond which looking up is cheaper than comparing all.
const FEW_PAIRS: usize = 64;

/// The right side of a join, found by the slots that every row of both sides binds.
struct Lookup {
    slots: Vec<usize>,
    rows: BTreeMap<Vec<Option<Id>>, Vec<usize>>,
    all: Vec<usize>,
}

impl Lookup {
    fn new(left: &[Binding], right: &[Binding], terms: &Terms) -> Self {
        let all = (0..right.len()).collect();
        let mut lookup = Self { slots: Vec::new(), rows: BTreeMap::new(), all };
        if terms.any_open() || left.len() * right.len() <= FEW_PAIRS {
            return lookup;
        }
        lookup.slots = always_bound(left);
        let both = always_bound(right);
        lookup.slots.retain(|slot| both.contains(slot));
        for (index, row) in right.iter().enumerate() {
            lookup.rows.entry(lookup.key(row, terms)).or_default().push(index);
        }
        lookup
    }

    /// Terms that may be the same have one key.
    fn key(&self, row: &Binding, terms: &Terms) -> Vec<Option<Id>> {
        self.slots.iter().map(|slot| row.get(*slot).map(|id| terms.like(id))).collect()
    }

    /// The rows of the right side that may be compatible with one of the left.
    fn candidates<'l>(&'l self, row: &Binding, terms: &Terms) -> &'l [usize] {
        if self.slots.is_empty() {
            return &self.all;
        }
        self.rows.get(&self.key(row, terms)).map_or(&[], Vec::as_slice)
    }
}

fn always_bound(rows: &[Binding]) -> Vec<usize> {
    let Some((first, rest)) = rows.split_first() else {
        return Vec::new();
    };
    first
        .bound()
        .map(|(slot, _)| slot)
        .filter(|slot| rest.iter().all(|row| row.get(*slot).is_some()))
        .collect()
}

impl Evaluator {
    /// How two mappings stand to each other (18.3). Where that hangs on what is left open, it is noted.
    fn meeting(&mut self, left: &Binding, right: &Binding) -> Meeting {
        let (mut meeting, mut open) = (Meeting::Disjoint, None);
        for (one, other) in left.shared(right) {
            match self.terms.are_same(one, other) {
                Some(true) => meeting = Meeting::Shared,
                Some(false) => return Meeting::Incompatible,
                None => open = Some((one, other)),
            }
        }
        match open {
            Some((one, other)) => {
                self.taint(self.terms.reason(one, other));
                if one == other { Meeting::Shared } else { Meeting::Incompatible }
            }
            None => meeting,
        }
    }

    /// Join (18.5): the union of every pair of compatible mappings.
    pub(super) fn join(&mut self, left: Vec<Binding>, right: Vec<Binding>) -> Result<Vec<Binding>, Failure> {
        if left.as_slice() == [Binding::default()] {
            return Ok(right);
        }
        let lookup = Lookup::new(&left, &right, &self.terms);
        let mut joined = Vec::new();
        for row in &left {
            for other in lookup.candidates(row, &self.terms).iter().filter_map(|index| right.get(*index)) {
                self.meter.step()?;
                if self.meeting(row, other) != Meeting::Incompatible {
                    joined.push(row.merged(other));
                    self.meter.rows(joined.len())?;
                }
            }
        }
        Ok(joined)
    }

    /// LeftJoin (18.5): the join under a condition, and every mapping of the left that finds no partner.
    pub(super) fn left_join(
        &mut self,
        left: Vec<Binding>,
        right: &[Binding],
        mut condition: impl FnMut(&mut Self, &Binding) -> Result<bool, Failure>,
    ) -> Result<Vec<Binding>, Failure> {
        let lookup = Lookup::new(&left, right, &self.terms);
        let mut joined = Vec::new();
        for row in left {
            let before = joined.len();
            for other in lookup.candidates(&row, &self.terms).iter().filter_map(|index| right.get(*index)) {
                self.meter.step()?;
                if self.meeting(&row, other) == Meeting::Incompatible {
                    continue;
                }
                let merged = row.merged(other);
                if condition(self, &merged)? {
                    joined.push(merged);
                    self.meter.rows(joined.len())?;
                }
            }
            if joined.len() == before {
                joined.push(row);
                self.meter.rows(joined.len())?;
            }
        }
        Ok(joined)
    }

    /// Minus (18.5): the mappings of the left that no compatible mapping of the right shares a variable with.
    pub(super) fn minus(&mut self, left: Vec<Binding>, right: &[Binding]) -> Result<Vec<Binding>, Failure> {
        let always = self.semantics.has(Fault::MinusOfDisjoint);
        self.minus_if(left, right, |_| always)
    }

    /// Minus, where a mapping of the left for which `also` holds need not share a variable. For none it must.
    pub(super) fn minus_if(
        &mut self,
        left: Vec<Binding>,
        right: &[Binding],
        also: impl Fn(&Binding) -> bool,
    ) -> Result<Vec<Binding>, Failure> {
        let lookup = Lookup::new(&left, right, &self.terms);
        let mut kept = Vec::new();
        for row in left {
            let mut removed = false;
            for other in lookup.candidates(&row, &self.terms).iter().filter_map(|index| right.get(*index)) {
                self.meter.step()?;
                removed |= match self.meeting(&row, other) {
                    Meeting::Shared => true,
                    Meeting::Disjoint => also(&row),
                    Meeting::Incompatible => false,
                };
            }
            if !removed {
                kept.push(row);
            }
        }
        Ok(kept)
    }
}
