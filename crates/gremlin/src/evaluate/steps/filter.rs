//! Filters: steps that let a traverser pass or not, and steps that let a part of all pass.

use std::collections::BTreeMap;

use crate::ast::PredicateName;
use crate::evaluate::compare::{self, Key};
use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{By, HasKey, Items, Label, Node, Op, Span, Test};
use crate::evaluate::run::{Run, State};
use crate::evaluate::store::same_id;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Path, Value};
use crate::evaluate::{Fallible, Stop, raised};

/// So many traversers that did not pass are tried at the filters behind.
const PROBES: usize = 100;

impl Op {
    pub(in crate::evaluate) fn is_filter(&self) -> bool {
        matches!(
            self,
            Op::Has(..)
                | Op::HasAny(_)
                | Op::HasNone(_)
                | Op::HasPlan(..)
                | Op::Is(_)
                | Op::Filter(_)
                | Op::Not(_)
                | Op::And(_)
                | Op::Or(_)
                | Op::Where { .. }
                | Op::ScopeEnd(_)
                | Op::Trail { .. }
                | Op::Discard
                | Op::ListTest(..)
        )
    }

    /// Whether a filter behind the step may as well be asked before it.
    pub(in crate::evaluate) fn lets_filters_by(&self) -> bool {
        self.is_filter() || matches!(self, Op::Dedup { local: false, .. } | Op::Order { local: false, .. })
    }
}

impl Run<'_> {
    /// The traversers that pass. What cannot be compared is told to the filter around this one, if there is one that
    /// can deal with it, and else does not pass.
    pub(super) fn filters(&mut self, op: &Op, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let reduces = matches!(op, Op::Filter(_)) || !self.asked;
        self.probe_dropped(op)?;
        let several = starts.len() > 1;
        let mut passed = Vec::with_capacity(starts.len());
        for traverser in starts {
            match self.lets_pass(op, &traverser) {
                Ok(true) => passed.push(traverser),
                Err(Stop::Incomparable) if !reduces && several => {
                    self.leaves_open("which of several results is compared first");
                    return Err(Stop::Incomparable);
                }
                Err(stop) if !reduces || stop != Stop::Incomparable => return Err(stop),
                _ if self.probing && self.dropped.len() < PROBES => self.dropped.push(traverser),
                _ => {}
            }
        }
        Ok(passed)
    }

    /// Filters that follow each other may be asked in any order.
    fn probe_dropped(&mut self, op: &Op) -> Fallible<()> {
        for plan in op.plans() {
            for traverser in self.dropped.clone() {
                self.probe(plan, &traverser)?;
            }
        }
        if matches!(op, Op::Has(..) | Op::HasAny(_) | Op::HasNone(_) | Op::Is(_) | Op::Where { .. }) {
            for traverser in self.dropped.clone() {
                self.probe_with(|run| run.lets_pass(op, &traverser))?;
            }
        }
        Ok(())
    }

    fn lets_pass(&mut self, op: &Op, traverser: &Traverser) -> Fallible<bool> {
        match op {
            Op::Has(key, test) => self.has_property(key, test, &traverser.value),
            Op::HasAny(key) => {
                self.asks_of(&traverser.value);
                let properties = self.properties_of(&traverser.value, std::slice::from_ref(key));
                Ok(!self.visible(properties)?.is_empty())
            }
            Op::HasNone(key) => {
                self.asks_of(&traverser.value);
                let properties = self.properties_of(&traverser.value, std::slice::from_ref(key));
                Ok(self.visible(properties)?.is_empty())
            }
            Op::HasPlan(by, plan) => match self.by(by, traverser)? {
                Some(value) => self.productive(plan, &traverser.on(value), true),
                None => Ok(false),
            },
            Op::Is(test) => self.passes(test, &traverser.value),
            Op::Filter(plan) => self.productive(plan, traverser, true),
            Op::Not(plan) => Ok(!self.productive(plan, traverser, true)?),
            Op::And(plans) => self.connected(plans, traverser, false),
            Op::Or(plans) => self.connected(plans, traverser, true),
            Op::Where { start, test, by } => self.condition(start.as_ref(), test, by, traverser),
            Op::ScopeEnd(label) => match self.scope_value(None, label, traverser) {
                Some(value) => Ok(compare::equal(&value, &traverser.value)),
                None => Err(raised(format!("there is no {label}"))),
            },
            Op::Trail { simple, span, by } => self.trail(*simple, span, by, traverser),
            Op::ListTest(which, test) => self.list_test(*which, test, &traverser.value),
            _ => Ok(false),
        }
    }

    /// Elements and properties have what is asked for (reference: Has Step); of all else it may be an error.
    fn asks_of(&mut self, value: &Value) {
        if !matches!(value, Value::Vertex(_) | Value::Edge(_) | Value::VertexProperty(_) | Value::Property(_))
        {
            self.may_raise();
        }
    }

    /// `has`: some value of the key passes; an element without the key does not.
    fn has_property(&mut self, key: &HasKey, test: &Test, value: &Value) -> Fallible<bool> {
        self.asks_of(value);
        let values = match key {
            HasKey::Id => return self.has_id(test, value),
            HasKey::Label => self.label_of(value).into_iter().collect(),
            HasKey::Key(key) => {
                let values = self.visible_values(value, std::slice::from_ref(key))?;
                if self.rules.fault.is_some()
                    && let Some(wrong) = self.has_wrongly(key, test, value, &values)?
                {
                    return Ok(wrong);
                }
                values
            }
            HasKey::PropertyKey => self.key_of(value).map(Value::String).into_iter().collect(),
            HasKey::PropertyValue => match value {
                Value::VertexProperty(_) | Value::Property(_) => vec![self.plain(value.clone())],
                _ => Vec::new(),
            },
        };
        let mut incomparable = None;
        for value in values {
            match self.passes(test, &value) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(stop @ Stop::Incomparable) => incomparable = Some(stop),
                Err(stop) => return Err(stop),
            }
        }
        incomparable.map_or(Ok(false), Err)
    }

    /// What a planted fault says of a property.
    fn has_wrongly(
        &mut self,
        key: &Label,
        test: &Test,
        value: &Value,
        values: &[Value],
    ) -> Fallible<Option<bool>> {
        let without = matches!(test, Test::Among(PredicateName::Without, _));
        if self.has(Fault::WithoutKeeps) && without && values.is_empty() {
            return Ok(Some(true));
        }
        if self.backed
            && self.has(Fault::TypedIndex)
            && let Test::Compare(_, Value::Number(asked)) = test
        {
            let other = |value: &Value| value.number().is_some_and(|number| number.class() != asked.class());
            return Ok(values.iter().any(other).then_some(false));
        }
        if self.backed
            && self.has(Fault::FoldedIndex)
            && let Test::Compare(PredicateName::Eq, Value::String(asked)) = test
        {
            let asked = asked.to_lowercase();
            let folded = |value: &Value| value.text().is_some_and(|text| text.to_lowercase() == asked);
            return Ok(Some(values.iter().any(folded)));
        }
        if self.backed && self.has(Fault::StaleIndex) {
            let old = self.store.stale.entries.iter();
            let old = old.filter(|(vertex, known, _)| *value == Value::Vertex(*vertex) && **known == **key);
            for old in old.map(|(_, _, old)| old.clone()).collect::<Vec<_>>() {
                if self.passes(test, &old)? {
                    return Ok(Some(true));
                }
            }
        }
        Ok(None)
    }

    /// Ids are the same when they are spelled the same.
    fn has_id(&mut self, test: &Test, value: &Value) -> Fallible<bool> {
        let Some(id) = self.id_of(value) else { return Ok(false) };
        let same = |asked: &Value| match asked {
            Value::Vertex(_) | Value::Edge(_) | Value::VertexProperty(_) => asked == value,
            asked => same_id(&id, asked),
        };
        match test {
            Test::Among(name, asked) => Ok(asked.iter().any(same) == (*name == PredicateName::Within)),
            Test::Compare(PredicateName::Eq, asked) => Ok(same(asked)),
            Test::Compare(PredicateName::Neq, asked) => Ok(!same(asked)),
            test => self.passes(test, &id),
        }
    }

    /// `and` and `or`: one child may decide even when another cannot be told.
    fn connected(
        &mut self,
        plans: &[crate::evaluate::plan::Plan],
        traverser: &Traverser,
        decides: bool,
    ) -> Fallible<bool> {
        let mut incomparable = None;
        for (place, plan) in plans.iter().enumerate() {
            match self.productive(plan, traverser, true) {
                Ok(truth) if truth == decides => {
                    for plan in plans.iter().skip(place + 1) {
                        self.probe(plan, traverser)?;
                    }
                    return Ok(decides);
                }
                Ok(_) => {}
                Err(stop @ Stop::Incomparable) => incomparable = Some(stop),
                Err(stop) => return Err(stop),
            }
        }
        incomparable.map_or(Ok(!decides), Err)
    }

    /// `where` with a predicate: its values are labels (reference: Where Step).
    fn condition(
        &mut self,
        start: Option<&Label>,
        test: &Test,
        by: &[By],
        traverser: &Traverser,
    ) -> Fallible<bool> {
        let subject = match start {
            None => traverser.value.clone(),
            Some(label) => match self.scope_value(None, label, traverser) {
                Some(value) => value,
                None => {
                    return Err(raised(format!("Neither the map, sideEffects, nor path has a {label}-key")));
                }
            },
        };
        let mut place = 0;
        let Some(subject) = self.by_value(by, place, subject, traverser)? else { return Ok(false) };
        let left_only = self.has(Fault::ByLeftOnly) && start.is_some() && by.len() == 1;
        let by = if left_only { &[] } else { by };
        let Some(test) = self.resolved(test, by, &mut place, traverser)? else { return Ok(false) };
        self.passes(&test, &subject)
    }

    /// A predicate on labels with the values in their place; none when a `by` gives nothing.
    fn resolved(
        &mut self,
        test: &Test,
        by: &[By],
        place: &mut usize,
        traverser: &Traverser,
    ) -> Fallible<Option<Test>> {
        Ok(match test {
            Test::Not(inner) => {
                self.resolved(inner, by, place, traverser)?.map(|inner| Test::Not(Box::new(inner)))
            }
            Test::And(left, right) | Test::Or(left, right) => {
                let both =
                    (self.resolved(left, by, place, traverser)?, self.resolved(right, by, place, traverser)?);
                match both {
                    (Some(left), Some(right)) => Some(match test {
                        Test::And(..) => Test::And(Box::new(left), Box::new(right)),
                        _ => Test::Or(Box::new(left), Box::new(right)),
                    }),
                    _ => None,
                }
            }
            Test::Compare(name, label) => {
                self.labelled(label, by, place, traverser)?.map(|value| Test::Compare(*name, value))
            }
            Test::Text(name, label) | Test::Regex(name, label, _) => {
                self.labelled(label, by, place, traverser)?.map(|value| Test::of_text(*name, value))
            }
            Test::Among(name, labels) => {
                let mut values = Vec::new();
                for label in labels {
                    let Some(value) = self.labelled(label, by, place, traverser)? else { return Ok(None) };
                    match value.items() {
                        Some(items) => values.extend(items),
                        None => values.push(value),
                    }
                }
                Some(Test::Among(*name, values))
            }
            Test::Type(token) => Some(Test::Type(*token)),
        })
    }

    fn labelled(
        &mut self,
        label: &Value,
        by: &[By],
        place: &mut usize,
        traverser: &Traverser,
    ) -> Fallible<Option<Value>> {
        let Value::String(label) = label else { return Err(raised("where() takes the labels of steps")) };
        let Some(value) = self.scope_value(None, label, traverser) else {
            return Err(raised(format!("Neither the map, sideEffects, nor path has a {label}-key")));
        };
        *place += 1;
        match &value {
            // The items of a side effect are asked, each through the by.
            Value::List(_) | Value::Set(_) | Value::Bulk(_) if !by.is_empty() => {
                let mut items = Vec::new();
                for item in value.items().unwrap_or_default() {
                    items.extend(self.by_value(by, *place, item, traverser)?);
                }
                Ok(Some(Value::list(items)))
            }
            _ => self.by_value(by, *place, value, traverser),
        }
    }

    /// `simplePath` and `cyclicPath`.
    fn trail(&mut self, simple: bool, span: &Span, by: &[By], traverser: &Traverser) -> Fallible<bool> {
        let path = cut(traverser.path.path(), span)?;
        self.spend(path.objects.len())?;
        if simple && let Some(wrong) = self.simple_wrongly(&path, traverser) {
            return Ok(wrong);
        }
        let mut seen = std::collections::BTreeSet::new();
        for (place, value) in path.objects.iter().enumerate() {
            let found = self.by_value(by, place, value.clone(), traverser)?;
            let decided = match found {
                None => Some(false),
                Some(value) => (!seen.insert(Key(value))).then_some(!simple),
            };
            if let Some(decided) = decided {
                self.probe_rest(by, &path.objects, place + 1, traverser)?;
                return Ok(decided);
            }
        }
        Ok(simple)
    }

    /// What comes behind the object that decided is asked by an evaluation that looks at the whole path.
    fn probe_rest(
        &mut self,
        by: &[By],
        objects: &[Value],
        from: usize,
        traverser: &Traverser,
    ) -> Fallible<()> {
        for (place, value) in objects.iter().enumerate().skip(from) {
            let traverser = traverser.on(value.clone());
            match by.get(place.checked_rem(by.len()).unwrap_or_default()) {
                Some(By::Plan(plan)) => self.probe(plan, &traverser)?,
                Some(by) => {
                    if self.by(by, &traverser).is_err() {
                        self.may_raise();
                    }
                }
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// What a planted fault says of a path.
    fn simple_wrongly(&mut self, path: &Path, traverser: &Traverser) -> Option<bool> {
        let same = |one: &Value, other: &Value| compare::identity(one, other).is_eq();
        let (last, before) = path.objects.split_last()?;
        if self.has(Fault::PathEnds) {
            let ends = before.first().into_iter().chain(before.last());
            return Some(!ends.into_iter().any(|other| same(last, other)));
        }
        if self.has(Fault::LoopIsSimple) && !traverser.loops.is_empty() {
            let mut objects = path.objects.clone();
            objects.dedup_by(|one, other| same(one, other));
            self.endless |= objects.len() < path.objects.len();
            let places = objects.iter().enumerate();
            let mut repeated =
                places.map(|(place, one)| objects.iter().take(place).any(|other| same(one, other)));
            return Some(!repeated.any(|repeated| repeated));
        }
        None
    }

    fn list_test(&mut self, which: Items, test: &Test, value: &Value) -> Fallible<bool> {
        let Some(items) = value.items() else { return Ok(false) };
        let decides = which != Items::All;
        let mut incomparable = None;
        for item in items {
            match self.passes(test, &item) {
                Ok(truth) if truth == decides => return Ok(which == Items::Any),
                Ok(_) => {}
                Err(stop @ Stop::Incomparable) => incomparable = Some(stop),
                Err(stop) => return Err(stop),
            }
        }
        incomparable.map_or(Ok(which != Items::Any), Err)
    }

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
            } else if !self.ordered || self.turns.any_order {
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

    /// Which of those that are alike is kept is open where they have no order and differ in what is left of them.
    fn note_gone(&mut self, kept: &[(Vec<Key>, Traverser)], gone: &[(Vec<Key>, Traverser)]) {
        let mut known: BTreeMap<&[Key], Vec<&Traverser>> = BTreeMap::new();
        for (key, traverser) in kept {
            known.entry(key).or_default().push(traverser);
        }
        let stays = |(key, one): &(Vec<Key>, Traverser)| {
            known.get(key.as_slice()).is_none_or(|others| others.iter().all(|other| one.alike(other)))
        };
        if !self.ordered && !gone.iter().all(stays) {
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

/// The part of a path from the last place with a label to the last with another, which there must be
/// (`Path.subPath`).
pub(super) fn cut(path: Path, span: &Span) -> Fallible<Path> {
    if path.objects.is_empty() {
        return Ok(path);
    }
    let last = |label: &Label| {
        let place = path.labels.iter().rposition(|labels| labels.contains(label));
        place.ok_or_else(|| raised(format!("Could not locate path label: {label}")))
    };
    let from = span.from.as_ref().map_or(Ok(0), last)?;
    let end = path.objects.len().saturating_sub(1);
    let to = span.to.as_ref().map_or(Ok(end), last)?;
    if from > to {
        return Err(raised("Could not isolate path because from comes after to"));
    }
    let range = from..=to;
    Ok(Path {
        objects: path.objects.get(range.clone()).unwrap_or_default().to_vec(),
        labels: path.labels.get(range).unwrap_or_default().to_vec(),
    })
}
