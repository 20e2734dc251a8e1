//! Filters: steps that let a traverser pass or not.

use crate::ast::PredicateName;
use crate::evaluate::compare::{self, Key};
use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{By, HasKey, Items, Label, Op, Span, Test};
use crate::evaluate::run::Run;
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
