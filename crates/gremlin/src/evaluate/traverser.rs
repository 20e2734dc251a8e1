//! Traversers: a place in the graph, how many stand there, and what they carry.

use std::cmp::Ordering;
use std::sync::Arc;

use super::compare::identity;
use super::value::{Path, Value};

/// A traverser; `bulk` of them that are alike.
#[derive(Debug, Clone)]
pub(super) struct Traverser {
    pub(super) value: Value,
    pub(super) bulk: u64,
    pub(super) path: Trail,
    pub(super) loops: Vec<(Option<Arc<str>>, u32)>,
    pub(super) sack: Option<Value>,
    /// True for the one that stands before the first step.
    pub(super) source: bool,
    /// True for one that a merge put on the element that it found.
    pub(super) stands: bool,
}

/// The way that a traverser has come, shared with those that have come the same way.
#[derive(Debug, Clone, Default)]
pub(super) struct Trail(Option<Arc<Place>>);

#[derive(Debug, Clone)]
struct Place {
    before: Trail,
    value: Value,
    labels: Vec<Arc<str>>,
}

impl Drop for Place {
    /// A long trail is taken apart without recursion.
    fn drop(&mut self) {
        let mut before = self.before.0.take();
        while let Some(place) = before.and_then(Arc::into_inner) {
            let mut place = place;
            before = place.before.0.take();
        }
    }
}

impl Trail {
    /// The trail with one more place.
    pub(super) fn then(&self, value: Value) -> Self {
        Self(Some(Arc::new(Place { before: self.clone(), value, labels: Vec::new() })))
    }

    /// The trail with labels at its last place.
    pub(super) fn labelled(&self, labels: &[Arc<str>]) -> Self {
        let Some(place) = &self.0 else { return self.clone() };
        let mut all = place.labels.clone();
        for label in labels {
            if !all.contains(label) {
                all.push(label.clone());
            }
        }
        Self(Some(Arc::new(Place { before: place.before.clone(), value: place.value.clone(), labels: all })))
    }

    fn places(&self) -> impl Iterator<Item = &Place> {
        std::iter::successors(self.0.as_deref(), |place| place.before.0.as_deref())
    }

    /// The values under a label, the first first.
    pub(super) fn labelled_as(&self, label: &str) -> Vec<Value> {
        let named = |place: &&Place| place.labels.iter().any(|known| &**known == label);
        let mut values: Vec<Value> = self.places().filter(named).map(|place| place.value.clone()).collect();
        values.reverse();
        values
    }

    pub(super) fn has_label(&self, label: &str) -> bool {
        self.places().any(|place| place.labels.iter().any(|known| &**known == label))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The trail as a value.
    pub(super) fn path(&self) -> Path {
        let mut path = Path::default();
        for place in self.places() {
            path.objects.push(place.value.clone());
            path.labels.push(place.labels.clone());
        }
        path.objects.reverse();
        path.labels.reverse();
        path
    }

    /// An order of trails, from their ends backwards; equal when they are alike.
    fn compare(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (&self.0, &other.0);
        loop {
            let (one, another) = match (left, right) {
                (Some(one), Some(another)) if !Arc::ptr_eq(one, another) => (one, another),
                (Some(_), Some(_)) => return Ordering::Equal,
                (left, right) => return left.is_some().cmp(&right.is_some()),
            };
            let order = identity(&one.value, &another.value).then_with(|| one.labels.cmp(&another.labels));
            if order.is_ne() {
                return order;
            }
            (left, right) = (&one.before.0, &another.before.0);
        }
    }
}

impl Traverser {
    pub(super) fn new(value: Value) -> Self {
        Self {
            value,
            bulk: 1,
            path: Trail::default(),
            loops: Vec::new(),
            sack: None,
            source: false,
            stands: false,
        }
    }

    /// The same traverser on another value, its trail as it was.
    pub(super) fn on(&self, value: Value) -> Self {
        Self {
            value,
            bulk: self.bulk,
            path: self.path.clone(),
            loops: self.loops.clone(),
            sack: self.sack.clone(),
            source: false,
            stands: self.stands,
        }
    }

    /// Whether the two differ in nothing but their number.
    pub(super) fn alike(&self, other: &Self) -> bool {
        self.compare(other, false).is_eq()
    }

    /// An order of traversers; equal when they differ in nothing but their number.
    fn compare(&self, other: &Self, any_sack: bool) -> Ordering {
        self.compare_here(other, any_sack).then_with(|| self.path.compare(&other.path))
    }

    /// An order of traversers, whatever their ways.
    fn compare_here(&self, other: &Self, any_sack: bool) -> Ordering {
        let sacks = || match (&self.sack, &other.sack) {
            _ if any_sack => Ordering::Equal,
            (Some(left), Some(right)) => identity(left, right),
            (left, right) => left.is_some().cmp(&right.is_some()),
        };
        identity(&self.value, &other.value).then_with(|| self.loops.cmp(&other.loops)).then_with(sacks)
    }
}

/// Traversers that are alike become one, at the place of the first (semantics: bulk).
/// `join` adds the second to the first; `any_sack` when it can do so whatever they carry.
///
/// Where paths are remembered there are many at one place that differ in their ways: they are sorted, not compared
/// each with each.
pub(super) fn merged(
    traversers: Vec<Traverser>,
    any_sack: bool,
    join: &mut dyn FnMut(&mut Traverser, Traverser),
) -> Vec<Traverser> {
    let firsts = firsts(&traversers, any_sack);
    let mut places: Vec<usize> = Vec::with_capacity(firsts.len());
    let mut merged: Vec<Traverser> = Vec::new();
    for (place, (traverser, first)) in traversers.into_iter().zip(firsts).enumerate() {
        let known = if first == place { None } else { places.get(first).copied() };
        match known.and_then(|known| merged.get_mut(known)) {
            Some(one) => join(one, traverser),
            None => merged.push(traverser),
        }
        places.push(known.unwrap_or(merged.len() - 1));
    }
    merged
}

/// Whether some of the traversers are alike, or may be where ways are forgotten that no later step asks for
/// (reference: PathRetractionStrategy).
pub(super) fn some_alike(traversers: &[Traverser]) -> bool {
    if traversers.iter().any(|traverser| traverser.bulk > 1) {
        return true;
    }
    let mut sorted: Vec<&Traverser> = traversers.iter().collect();
    sorted.sort_by(|left, right| left.compare_here(right, false));
    sorted.iter().zip(sorted.iter().skip(1)).any(|(one, next)| one.compare_here(next, false).is_eq())
}

/// For each traverser the place of the first that is like it.
fn firsts(traversers: &[Traverser], any_sack: bool) -> Vec<usize> {
    let mut sorted: Vec<(usize, &Traverser)> = traversers.iter().enumerate().collect();
    // The sort is stable: the first of those that are alike stays the first.
    sorted.sort_by(|(_, left), (_, right)| left.compare(right, any_sack));
    let mut firsts = vec![0; traversers.len()];
    for alike in sorted.chunk_by(|(_, left), (_, right)| left.compare(right, any_sack).is_eq()) {
        let first = alike.first().map_or(0, |(place, _)| *place);
        for (place, _) in alike {
            if let Some(known) = firsts.get_mut(*place) {
                *known = first;
            }
        }
    }
    firsts
}
