//! Steps that let a part of all traversers pass: `dedup`, `range`, `tail`, `sample`, `coin`.

use std::collections::BTreeMap;

use crate::evaluate::compare::{self, Key};
use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{By, Label, Node, Op};
use crate::evaluate::run::{Run, State};
use crate::evaluate::traverser::Traverser;
use crate::evaluate::{Fallible, raised};

impl Run<'_> {
    /// Steps that let a part of all traversers pass.
    pub(super) fn cuts(&mut self, node: &Node, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        match &node.op {
            Op::Dedup { labels, by, .. } => self.dedup(node.id, labels, by, starts),
            Op::Range { low, high, .. } => Ok(self.range(node.id, *low, *high, starts)),
            Op::Tail { count, .. } => Ok(self.tail(node.id, *count, starts)),
            Op::Sample { count, by, .. } => self.sample(*count, by, starts),
            Op::Coin(probability) => Ok(self.coin(*probability, starts)),
            _ => Ok(starts),
        }
    }

    /// `dedup`: by equivalence; what stays counts once (semantics: Equivalence).
    fn dedup(
        &mut self,
        id: usize,
        labels: &[Label],
        by: &[By],
        starts: Vec<Traverser>,
    ) -> Fallible<Vec<Traverser>> {
        let mut state = self.state.remove(&id).unwrap_or_default();
        let last = self.has(Fault::DedupLast) && matches!(by.first(), Some(By::Plan(_)));
        let starts = if last { starts.into_iter().rev().collect() } else { starts };
        let (mut kept, mut gone) = (Vec::new(), Vec::new());
        for mut traverser in starts {
            let key = if labels.is_empty() {
                match self.by_ring(by, 0, &traverser)? {
                    Some(value) => vec![Key(value)],
                    None => continue,
                }
            } else {
                let mut key = Vec::new();
                for label in labels {
                    let Some(value) = self.scope_value(None, label, &traverser) else {
                        return Err(raised(format!(
                            "Neither the map, sideEffects, nor path has a {label}-key"
                        )));
                    };
                    key.extend(self.by_value(by, 0, value, &traverser)?.map(Key));
                }
                if key.len() < labels.len() {
                    continue;
                }
                key
            };
            key.iter().for_each(|key| self.compares_value(&key.0));
            let known = self.has(Fault::DedupEqual) && state.seen.iter().any(|seen| equal_keys(seen, &key));
            if !known && state.seen.insert(key.clone()) {
                traverser.bulk = 1;
                kept.push((key, traverser));
            } else if !self.keeps_the_first() || self.turns.any_order {
                self.note_kept(&traverser.value);
                gone.push((key, traverser));
            }
        }
        self.note_gone(&kept, &gone);
        self.note_gone_before(&mut state, &kept, &gone);
        self.state.insert(id, state);
        if last {
            kept.reverse();
        }
        Ok(kept.into_iter().map(|(_, traverser)| traverser).collect())
    }

    /// Whether the first of several alike is told from the others, and kept.
    fn keeps_the_first(&self) -> bool {
        self.ordered && self.rules.dedup_kept == 0
    }

    /// Which of those that are alike is kept is open where they have no order, or none that counts, and differ in what is
    /// left of them.
    fn note_gone(&mut self, kept: &[(Vec<Key>, Traverser)], gone: &[(Vec<Key>, Traverser)]) {
        let mut known: BTreeMap<&[Key], Vec<&Traverser>> = BTreeMap::new();
        for (key, traverser) in kept {
            known.entry(key).or_default().push(traverser);
        }
        let stays = |(key, one): &(Vec<Key>, Traverser)| {
            known.get(key.as_slice()).is_none_or(|others| others.iter().all(|other| one.alike(other)))
        };
        if !self.keeps_the_first() && !gone.iter().all(stays) {
            self.leaves_open("which of several alike dedup() keeps");
        }
    }

    /// So it is where they come of different starts of a repetition that go one by one in whatever order.
    fn note_gone_before(
        &mut self,
        state: &mut State,
        kept: &[(Vec<Key>, Traverser)],
        gone: &[(Vec<Key>, Traverser)],
    ) {
        if !self.turns.any_order {
            return;
        }
        let start = self.turns.start;
        let differs = |(key, one): &(Vec<Key>, Traverser)| {
            state.kept.get(key).is_some_and(|(place, other)| *place != start && !one.alike(other))
        };
        if gone.iter().any(differs) {
            self.leaves_open("which of several alike dedup() keeps");
        }
        state.kept.extend(kept.iter().map(|(key, traverser)| (key.clone(), (start, traverser.clone()))));
    }

    fn range(&mut self, id: usize, low: i64, high: i64, starts: Vec<Traverser>) -> Vec<Traverser> {
        let low = u64::try_from(low).unwrap_or(0);
        let high = u64::try_from(high).unwrap_or(u64::MAX);
        let total: u64 = starts.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add);
        let overall = self.rules.repeat_range == 1 || self.has(Fault::CounterKept);
        let before = overall.then(|| self.state.remove(&id)).flatten().unwrap_or_default();
        let mut counted = before.counted;
        self.note_turns(&before, (low, high), total);
        let left = total.min(high).saturating_sub(low);
        self.note_cut(&starts, left > 0 && left < total);
        let mut kept = Vec::new();
        let by_place = self.after_order && low == 0 && self.has(Fault::LimitCountsBulks);
        if by_place {
            let count = usize::try_from(high).unwrap_or(usize::MAX);
            return starts.into_iter().take(count).collect();
        }
        for mut traverser in starts {
            let (from, to) = (counted.max(low), counted.saturating_add(traverser.bulk).min(high));
            if to > from {
                let bulk = to - from;
                counted = counted.saturating_add(traverser.bulk);
                traverser.bulk = bulk;
                kept.push(traverser);
            } else {
                counted = counted.saturating_add(traverser.bulk);
            }
        }
        if overall {
            let first = if before.counted == 0 { total } else { before.first };
            let crowd = before.crowd || total > 1;
            self.state.insert(id, State { counted, first, crowd, ..State::default() });
        }
        kept
    }

    /// Which traversers a count over all iterations takes is open, but where it takes them from the first that come,
    /// or where they come one after the other. No document says in which order iterations and starts follow each
    /// other, and what is unrolled counts in each iteration anew.
    fn note_turns(&mut self, before: &State, (low, high): (u64, u64), total: u64) {
        let all = before.counted.saturating_add(total);
        let again = before.counted > 0;
        let taken = |bound: u64| match again {
            true => bound <= before.first || !(before.crowd || total > 1 || self.turns.start > 0),
            false => true,
        };
        let beyond = |bound: u64| bound > 0 && all > bound;
        let unsettled = |bound: u64| self.turns.any_order || !taken(bound) || (again && self.turns.unrolls);
        if self.rules.repeat_range == 1
            && total > 0
            && [low, high].into_iter().any(|bound| beyond(bound) && unsettled(bound))
        {
            self.leaves_open("which traversers a cut across the iterations of a repeat keeps");
        }
    }

    fn tail(&mut self, id: usize, count: i64, starts: Vec<Traverser>) -> Vec<Traverser> {
        let mut left = u64::try_from(count).unwrap_or(0);
        if self.has(Fault::CounterKept) {
            let before = self.state.entry(id).or_default();
            let whole = left;
            left = left.saturating_sub(before.counted);
            before.counted = before.counted.saturating_add(whole);
        }
        let total: u64 = starts.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add);
        self.note_cut(&starts, left > 0 && total > left);
        let mut kept = Vec::new();
        for mut traverser in starts.into_iter().rev() {
            traverser.bulk = traverser.bulk.min(left);
            left -= traverser.bulk;
            if traverser.bulk > 0 {
                kept.push(traverser);
            }
        }
        kept.reverse();
        kept
    }

    /// A cut among traversers that are not all alike leaves the answer open, unless their order is given.
    fn note_cut(&mut self, starts: &[Traverser], cuts: bool) {
        let first = starts.first();
        let alike = |traverser: &Traverser| first.is_some_and(|first| first.alike(traverser));
        if cuts && !self.counted && !self.ordered && !starts.iter().all(alike) {
            self.leaves_open("a cut among traversers without an order");
        }
    }

    /// `sample`: any of them may be taken; here the first are.
    fn sample(&mut self, count: i64, by: &[By], starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut left = u64::try_from(count).unwrap_or(0);
        let mut kept = Vec::new();
        let total: u64 = starts.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add);
        if total > left {
            self.leaves_open("sample() is random");
        }
        for mut traverser in starts {
            if !by.is_empty() && self.by_ring(by, 0, &traverser)?.is_none() {
                continue;
            }
            traverser.bulk = traverser.bulk.min(left);
            left -= traverser.bulk;
            if traverser.bulk > 0 {
                kept.push(traverser);
            }
        }
        Ok(kept)
    }

    /// `coin`: each passes with a probability; here a fixed sequence decides.
    fn coin(&mut self, probability: f64, starts: Vec<Traverser>) -> Vec<Traverser> {
        if probability >= 1.0 {
            return starts;
        }
        if probability > 0.0 {
            self.leaves_open("coin() is random");
        }
        let mut kept = Vec::new();
        for traverser in starts {
            self.drawn =
                self.drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            #[expect(clippy::cast_precision_loss, reason = "a share of the range is wanted")]
            let share = (self.drawn >> 11) as f64 / (1_u64 << 53) as f64;
            if share < probability {
                kept.push(traverser);
            }
        }
        kept
    }
}

/// Whether keys are equal, numbers of different types included.
fn equal_keys(one: &[Key], other: &[Key]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| compare::equal(&one.0, &other.0))
}
