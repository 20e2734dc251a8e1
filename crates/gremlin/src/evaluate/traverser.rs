//! Traversers: a place in the graph, how many stand there, and what they carry.

use std::sync::Arc;

use super::compare::{Key, identity};
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
        all.extend(labels.iter().filter(|label| !place.labels.contains(label)).cloned());
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

    fn same(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(left), Some(right)) if Arc::ptr_eq(left, right) => true,
            _ => {
                let (mut left, mut right) = (self.places(), other.places());
                loop {
                    match (left.next(), right.next()) {
                        (None, None) => return true,
                        (Some(left), Some(right))
                            if left.labels == right.labels && identity(&left.value, &right.value).is_eq() => {
                        }
                        _ => return false,
                    }
                }
            }
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
        Self { value, source: false, ..self.clone() }
    }

    /// Whether the two differ in nothing but their number.
    pub(super) fn alike(&self, other: &Self, any_sack: bool) -> bool {
        self.loops == other.loops
            && match (&self.sack, &other.sack) {
                _ if any_sack => true,
                (None, None) => true,
                (Some(left), Some(right)) => identity(left, right).is_eq(),
                _ => false,
            }
            && self.path.same(&other.path)
    }
}

/// Traversers that are alike become one, at the place of the first (semantics: bulk).
/// `join` adds the second to the first; `any_sack` when it can do so whatever they carry.
pub(super) fn merged(
    traversers: Vec<Traverser>,
    any_sack: bool,
    join: &mut dyn FnMut(&mut Traverser, Traverser),
) -> Vec<Traverser> {
    let mut places: std::collections::BTreeMap<Key, Vec<usize>> = std::collections::BTreeMap::new();
    let mut merged: Vec<Traverser> = Vec::new();
    for traverser in traversers {
        let known = places.entry(Key(traverser.value.clone())).or_default();
        let mut left = Some(traverser);
        for place in known.iter() {
            let Some(one) = merged.get_mut(*place) else { continue };
            if let Some(other) = left.take_if(|other| one.alike(other, any_sack)) {
                join(one, other);
                break;
            }
        }
        if let Some(traverser) = left {
            known.push(merged.len());
            merged.push(traverser);
        }
    }
    merged
}
