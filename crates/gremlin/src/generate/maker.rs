//! The making of one traversal: a chain of steps that grows where its traversers stand.

use std::borrow::Cow;

use quarrel_case::choices::Choices;
use quarrel_case::language::{Guidance, Setting};
use quarrel_case::profile::Features;

use super::data::{Data, properties};
use super::kind::Kind;
use super::menu::{Menu, Place, Rule};
use super::{DRAFT_BUDGET, MOST, Wanted};
use crate::ast::{Argument, Query, Step, StepName, Traversal};
use crate::evaluate::{Crowd, Draft, Rules, Store, Value};

/// Proposals for one place before the chain ends there.
const TRIES: usize = 5;

/// So many traversals of a hundred that only read are short, and made around an idiom.
const IDIOMATIC: usize = 60;

/// So many values stand for all that traversers stand on.
const SAMPLE: usize = 12;

/// A key, and values that it has.
pub(super) type Known<'a> = (Cow<'a, str>, Cow<'a, [Value]>);

/// Where a traversal has come to.
#[derive(Debug, Clone)]
pub(super) struct View {
    pub(super) kind: Kind,
    /// Some of what is stood on; with less guidance, what might be.
    pub(super) values: Vec<Value>,
    /// The traversers, when they are followed.
    pub(super) crowd: Option<Crowd>,
    /// How deep inside other traversals.
    pub(super) nested: usize,
}

impl View {
    fn followed(crowd: Crowd, nested: usize) -> Self {
        let kind = Kind::of_all(crowd.values());
        let values = crowd.values().take(SAMPLE).cloned().collect();
        Self { kind, values, crowd: Some(crowd), nested }
    }

    /// How many traversers there are, where that is known.
    pub(super) fn count(&self) -> Option<u64> {
        self.crowd.as_ref().map(Crowd::count)
    }

    /// Whether a cut gives the same whatever the order in which they came.
    pub(super) fn ordered(&self) -> bool {
        self.crowd.as_ref().is_some_and(|crowd| crowd.ordered)
    }
}

/// Makes one traversal.
pub(super) struct Maker<'a, 's> {
    pub(super) choices: &'a mut Choices,
    pub(super) data: &'a Data,
    /// The steps that this version and these features leave.
    menu: &'a mut Menu,
    pub(super) features: &'a Features,
    pub(super) rules: Rules,
    draft: Option<Draft<'s>>,
    /// Whether steps may ask where traversers have been.
    pub(super) paths: bool,
    pub(super) sack: bool,
    /// Labels of steps, with what stands under them.
    pub(super) labels: Vec<(String, Kind)>,
    /// Names of side effects that are complete, and of those that are not yet.
    pub(super) sides: Vec<(String, Kind)>,
    pub(super) names: usize,
    /// How much deeper traversals may stand inside others.
    pub(super) depth: usize,
    /// Whether the steps are inside `repeat`.
    pub(super) looping: bool,
}

/// A step.
pub(super) fn step(name: StepName, arguments: Vec<Argument>) -> Step {
    Step::new(name, arguments)
}

/// A traversal as an argument.
pub(super) fn inner(steps: Vec<Step>) -> Argument {
    Argument::Traversal(Traversal { steps })
}

impl<'a, 's> Maker<'a, 's> {
    /// A traversal, and whether following it changed the graph.
    pub(super) fn make(
        choices: &'a mut Choices,
        (data, menu): (&'a Data, &'a mut Menu),
        setting: &'a Setting,
        guidance: Guidance,
        rules: Rules,
        store: &'s mut Store,
    ) -> (Query, bool) {
        let mut maker = Self {
            paths: choices.chance(35),
            choices,
            data,
            menu,
            features: &setting.features,
            rules,
            draft: None,
            sack: false,
            labels: Vec::new(),
            sides: Vec::new(),
            names: 0,
            depth: setting.depth.min(3),
            looping: false,
        };
        let mut steps = maker.configuration();
        let mut view = View { kind: Kind::NONE, values: Vec::new(), crowd: None, nested: 0 };
        if guidance == Guidance::Full
            && let Some((draft, crowd)) = Draft::new(store, rules, &steps, maker.paths, DRAFT_BUDGET)
        {
            maker.draft = Some(draft);
            view.crowd = Some(crowd);
        }
        let most = setting.length.max(1);
        let long = maker.choices.chance(35);
        let length = if long { most } else { maker.choices.between(most.div_ceil(4), most) };
        view = maker.begin(view, &mut steps);
        let writes = maker.choices.chance(14);
        if !writes && maker.choices.chance(IDIOMATIC) {
            maker.grow_around_idiom(view, &mut steps);
            return (Query { steps }, false);
        }
        if !writes {
            maker.grow(view, &mut steps, length.saturating_sub(1));
            return (Query { steps }, false);
        }
        view = maker.grow_to_elements(view, &mut steps, length / 2);
        let wrote = maker.write(view, &mut steps);
        (Query { steps }, wrote)
    }

    /// A condition of what arrives behind these steps.
    pub(super) fn condition(
        choices: &'a mut Choices,
        (data, menu): (&'a Data, &'a mut Menu),
        (setting, wanted): (&'a Setting, Wanted),
        rules: Rules,
        store: &'s mut Store,
        before: &[Step],
    ) -> Option<Vec<Step>> {
        let configured = before.iter().take_while(|step| step.name.configures()).count();
        let (source, steps) = before.split_at_checked(configured)?;
        let (mut draft, crowd) = Draft::new(store, rules, source, true, setting.budget)?;
        let crowd = draft.walk(&crowd, steps, false)?;
        let mut maker = Self {
            paths: false,
            choices,
            data,
            menu,
            features: &setting.features,
            rules,
            draft: Some(draft),
            sack: false,
            labels: Vec::new(),
            sides: Vec::new(),
            names: 0,
            depth: setting.depth,
            looping: false,
        };
        super::filter::wanted(&mut maker, &View::followed(crowd, 0), wanted)
    }

    /// Whether the profile's version is 3.`minor` or later.
    pub(super) fn since(&self, minor: u8) -> bool {
        self.rules.minor() >= minor
    }

    /// Whether the features leave the step in.
    pub(super) fn allows(&self, name: StepName) -> bool {
        self.features.allow(name.feature())
    }

    /// A name that is nowhere in the traversal yet.
    pub(super) fn fresh(&mut self, prefix: char) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Adds so many steps, with what modulates them, as far as there are some that fit.
    pub(super) fn grow(&mut self, mut view: View, steps: &mut Vec<Step>, count: usize) -> View {
        for _ in 0..count {
            let mut tries = 0;
            loop {
                let known = (self.labels.len(), self.sides.len());
                if let Some((rule, unit)) = self.propose(&view)
                    && let Some(next) = self.advance(&view, rule.gives, &unit, rule.filters)
                {
                    if rule.reduces {
                        self.labels.clear();
                    }
                    steps.extend(unit);
                    view = next;
                    self.name_step(&mut view, steps);
                    // What reduces all to one is often what was asked for.
                    if rule.reduces && view.nested == 0 && self.choices.chance(33) {
                        return view;
                    }
                    break;
                }
                self.labels.truncate(known.0);
                self.sides.truncate(known.1);
                tries += 1;
                if tries == TRIES {
                    return view;
                }
            }
            if view.count() == Some(0) {
                break;
            }
        }
        view
    }

    /// The same for what writes behind: rather to the last place where elements were stood on, since elements are what
    /// most writes change.
    fn grow_to_elements(&mut self, mut view: View, steps: &mut Vec<Step>, count: usize) -> View {
        let mut last = (view.clone(), steps.len());
        for _ in 1..count {
            view = self.grow(view, steps, 1);
            if view.kind.fits(Kind::ELEMENT) {
                last = (view.clone(), steps.len());
            }
        }
        if last.0.kind.fits(Kind::ELEMENT) && self.choices.chance(70) {
            steps.truncate(last.1);
            return last.0;
        }
        view
    }

    /// Labels the last step, sometimes.
    fn name_step(&mut self, view: &mut View, steps: &mut Vec<Step>) {
        // A label alone is compared with nothing but what is stood on.
        let percent = if self.labels.len() == 1 { 40 } else { 18 };
        if view.nested > 0 || !self.allows(StepName::As) || !self.choices.chance(percent) {
            return;
        }
        let name = self.fresh('x');
        let unit = [step(StepName::As, vec![Argument::string(&name)])];
        if let Some(next) = self.advance(view, Kind::NONE, &unit, false) {
            *view = next;
            self.labels.push((name, view.kind));
            steps.extend(unit);
        }
    }

    /// Goes on with one group of steps that belong together, with little before and behind it.
    fn grow_around_idiom(&mut self, mut view: View, steps: &mut Vec<Step>) {
        // The first step may have come with one already, and with the answer.
        let answered = steps.last().is_some_and(|last| matches!(last.name, StepName::Count | StepName::Sum));
        if answered && self.choices.chance(60) {
            return;
        }
        let before = self.choices.weighted(&[60, 25, 15]);
        view = self.grow(view, steps, before);
        for _ in 0..TRIES {
            let known = self.labels.len();
            if let Some(rule) = self.menu.draw_idiom(self.place(&view), self.choices)
                && let Some(unit) = (rule.make)(self, &view)
                && let Some(next) = self.advance(&view, rule.gives, &unit, rule.filters)
            {
                steps.extend(unit);
                view = next;
                break;
            }
            self.labels.truncate(known);
        }
        let behind = self.choices.weighted(&[55, 25, 12, 8]);
        self.grow(view, steps, behind);
    }

    fn propose(&mut self, view: &View) -> Option<(&'static Rule, Vec<Step>)> {
        let rule = self.menu.draw(self.place(view), self.choices)?;
        Some((rule, (rule.make)(self, view)?))
    }

    fn place(&self, view: &View) -> Place {
        Place {
            kind: view.kind,
            paths: self.paths,
            nested: view.nested > 0,
            nests: self.depth > 0,
            labels: !self.labels.is_empty(),
            sides: !self.sides.is_empty(),
            sack: self.sack,
        }
    }

    /// Where the traversal comes to with these steps; none when they are not to be taken.
    pub(super) fn advance(&mut self, view: &View, gives: Kind, unit: &[Step], filters: bool) -> Option<View> {
        let (Some(draft), Some(crowd)) = (&mut self.draft, &view.crowd) else {
            let kind = if gives == Kind::NONE { view.kind } else { gives };
            let values = if kind == view.kind { view.values.clone() } else { self.data.sample(kind) };
            return Some(View { kind, values, crowd: None, nested: view.nested });
        };
        let next = draft.walk(crowd, unit, view.nested > 0)?;
        let (before, after) = (crowd.count(), next.count());
        // What filters nothing shows less than what does.
        let dull = filters && before == after && self.choices.chance(50);
        let empty = after == 0 && (view.nested == 0 || self.choices.chance(70));
        let crowded = after > MOST && after > before;
        (!dull && !empty && !crowded).then(|| View::followed(next, view.nested))
    }

    /// A traversal of so many steps at most that starts here, inside a step.
    pub(super) fn nested(&mut self, view: &View, most: usize) -> Option<(Vec<Step>, View)> {
        let depth = self.depth.checked_sub(1)?;
        self.depth = depth;
        let known = (self.labels.clone(), self.sides.len());
        let crowd = view.crowd.as_ref().map(|crowd| crowd.few(4));
        let start = View { kind: view.kind, values: view.values.clone(), crowd, nested: view.nested + 1 };
        let mut steps = Vec::new();
        let count = self.choices.between(1, most.max(1));
        let end = self.grow(start, &mut steps, count);
        self.depth = depth + 1;
        self.labels = known.0;
        self.sides.truncate(known.1);
        (!steps.is_empty()).then_some((steps, end))
    }

    /// The same as an argument.
    pub(super) fn nested_argument(&mut self, view: &View, most: usize) -> Option<Argument> {
        self.nested(view, most).map(|(steps, _)| inner(steps))
    }

    /// A key of what is stood on, with values that it has; now and then one that nothing has.
    pub(super) fn key(&mut self, view: &View) -> Option<Known<'a>> {
        let data = self.data;
        if self.choices.chance(3) {
            return Some((Cow::Borrowed("none"), Cow::Borrowed(&data.values)));
        }
        let known = |(key, values): &'a (String, Vec<Value>)| -> Known<'a> {
            (Cow::Borrowed(key.as_str()), Cow::Borrowed(values.as_slice()))
        };
        let keys = data.keys(view.kind);
        if let (Some(draft), Some(element)) = (&self.draft, self.choices.pick(&view.values)) {
            let own = properties(draft.graph(), element);
            if let Some((key, value)) = self.choices.pick(&own) {
                let all = keys.iter().find(|(known, _)| known == key);
                let alone = || (Cow::Owned((*key).to_owned()), Cow::Owned(vec![(*value).clone()]));
                return Some(all.map_or_else(alone, |all| known(all)));
            }
        }
        self.choices.pick(&keys).map(|found| known(found))
    }

    /// The same, rather one that not all of what is stood on have: by it some are left out.
    pub(super) fn partial_key(&mut self, view: &View) -> Option<Known<'a>> {
        let found = self.key(view)?;
        let lacks = |draft: &Draft<'_>, element: &Value| {
            properties(draft.graph(), element).iter().all(|(known, _)| *known != found.0)
        };
        let missed = |draft: &Draft<'_>| view.values.iter().any(|element| lacks(draft, element));
        if self.draft.as_ref().is_none_or(missed) { Some(found) } else { self.key(view) }
    }

    /// The values that what is stood on has under a key; with less guidance, those that any has.
    pub(super) fn values_of(&self, view: &View, key: &str) -> Vec<Value> {
        let Some(draft) = &self.draft else {
            let known = self.data.keys(view.kind).into_iter().find(|(known, _)| known == key);
            return known.map(|(_, values)| values.clone()).unwrap_or_default();
        };
        let all = view.values.iter().flat_map(|element| properties(draft.graph(), element));
        all.filter(|(known, _)| *known == key).map(|(_, value)| value.clone()).collect()
    }

    /// A key of elements of these kinds that has nothing but numbers.
    pub(super) fn number_key(&mut self, kind: Kind) -> Option<String> {
        let numbers = |values: &[Value]| values.iter().all(|value| Kind::of(value).fits(Kind::NUMBER));
        let keys = self.data.keys(kind).into_iter().filter(|(_, values)| numbers(values));
        let keys: Vec<&String> = keys.map(|(key, _)| key).collect();
        self.choices.pick(&keys).map(|key| (*key).clone())
    }

    /// A key under which two of what is stood on have the same value.
    pub(super) fn shared_key(&mut self, view: &View) -> Option<String> {
        let draft = self.draft.as_ref()?;
        let mut seen: Vec<(&str, &Value)> = Vec::new();
        let mut shared: Vec<&str> = Vec::new();
        for (key, value) in view.values.iter().flat_map(|element| properties(draft.graph(), element)) {
            if seen.contains(&(key, value)) {
                shared.push(key);
            } else {
                seen.push((key, value));
            }
        }
        self.choices.pick(&shared).map(|key| (*key).to_owned())
    }

    /// Keys of what is stood on, each once.
    pub(super) fn some_keys(&mut self, view: &View, most: usize) -> Vec<Argument> {
        let mut keys: Vec<Cow<'_, str>> = Vec::new();
        for _ in 0..self.choices.below(most + 1) {
            if let Some((key, _)) = self.key(view)
                && !keys.contains(&key)
            {
                keys.push(key);
            }
        }
        keys.iter().map(|key| Argument::string(key)).collect()
    }

    /// Labels of edges, or none for all.
    pub(super) fn edge_labels(&mut self) -> Vec<Argument> {
        let count = self.choices.weighted(&[5, 4, 1]);
        let mut labels: Vec<&String> = self.data.edge_labels.iter().collect();
        self.choices.shuffle(&mut labels);
        labels.into_iter().take(count).map(|label| Argument::string(label)).collect()
    }
}
