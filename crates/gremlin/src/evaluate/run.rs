//! The walk through a plan: traversers go step by step, all of them through one step before the next.
//!
//! A traversal is a function from a bag of traversers to a bag; taking one step at a time makes every barrier natural
//! and lets traversers that are alike become one. What a lazy engine would not compute any more is computed here, so
//! an error in it is one that may or may not arise.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::language::{Budget, Failure};

use super::compare::{Key, identity};
use super::configure::Configured;
use super::fault::{self, Fault, is_backed};
use super::plan::{By, Label, Node, Op, Plan};
use super::rules::Rules;
use super::steps::call::Service;
use super::store::Store;
use super::traverser::{Traverser, merged};
use super::value::{Handle, Value};
use super::{Fallible, Stop};
use crate::ast::Token;

/// From this many traversers on, those that are alike become one.
const CROWD: usize = 1_000;

/// How deep values may be nested.
const NESTING: usize = 128;

/// How much of their way traversers remember.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Memory {
    Nothing,
    /// Values under labels.
    Labels,
    Everything,
}

/// What is configured before the first step.
#[derive(Debug, Clone)]
pub(super) struct Source {
    pub(super) sack: Option<(Value, Option<Token>)>,
    pub(super) bulk: bool,
    pub(super) subgraph: Option<Subgraph>,
    pub(super) partition: Option<Partition>,
    /// Whether `by` gives null where it gives nothing, but for these keys.
    pub(super) productive: Option<Vec<Value>>,
}

/// `SubgraphStrategy`.
#[derive(Debug, Clone, Default)]
pub(super) struct Subgraph {
    pub(super) vertices: Option<Plan>,
    pub(super) edges: Option<Plan>,
    pub(super) vertex_properties: Option<Plan>,
    pub(super) check_adjacent: bool,
}

/// `PartitionStrategy`.
#[derive(Debug, Clone)]
pub(super) struct Partition {
    pub(super) key: Label,
    pub(super) write: Option<Value>,
    pub(super) read: Vec<Value>,
    pub(super) meta: bool,
}

/// What a step inside `repeat` remembers from one iteration to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub(super) seen: BTreeSet<Vec<Key>>,
    /// What `dedup` kept, with the place of the start that it comes from, where these have no order.
    pub(super) kept: BTreeMap<Vec<Key>, (usize, Traverser)>,
    pub(super) counted: u64,
    /// How many came at once, when the first came.
    pub(super) first: u64,
    /// Whether several came at once in some iteration.
    pub(super) crowd: bool,
}

/// How the traversers that are repeated come to the body.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Turns {
    /// The place of the start that goes through its iterations, where starts go one by one.
    pub(super) start: usize,
    /// Whether it goes one by one with others that have no order and are not like it.
    pub(super) any_order: bool,
    /// Whether the steps of the body may stand there as often as they are repeated, each with a count of its own, and
    /// see all traversers (RepeatUnrollStrategy, before 3.8).
    pub(super) unrolls: bool,
}

/// The groups of a `group` with a key, whose values are not yet reduced.
#[derive(Debug, Clone, Default)]
pub(super) struct Groups {
    pub(super) by: Option<By>,
    pub(super) members: Vec<(Value, Vec<Traverser>)>,
}

/// One evaluation.
pub(super) struct Run<'a> {
    pub(super) store: &'a mut Store,
    pub(super) rules: Rules,
    pub(super) source: Source,
    pub(super) side: BTreeMap<Label, Value>,
    pub(super) reducers: BTreeMap<Label, Token>,
    pub(super) groups: BTreeMap<Label, Groups>,
    pub(super) services: Arc<Vec<Service>>,
    pub(super) state: BTreeMap<usize, State>,
    pub(super) memory: Memory,
    pub(super) steps: u64,
    pub(super) rows: usize,
    /// Whether the plan that runs is asked for a truth by a filter, which is told of what cannot be compared.
    pub(super) asked: bool,
    /// Whether the plan that runs is inside a step.
    pub(super) inside: bool,
    /// Whether the criteria of a strategy are being asked, which see the whole graph.
    pub(super) unfiltered: bool,
    /// How many traversers the next step has a use for.
    pub(super) wanted: Option<u64>,
    /// Whether the next step asks for nothing but their number.
    pub(super) counted: bool,
    /// Why the answer is not the only one that the language allows.
    pub(super) open: Option<String>,
    /// Whether the order of the traversers is given.
    pub(super) ordered: bool,
    /// How many traversers there were after each step.
    pub(super) flow: Vec<u64>,
    /// Whether a list was made of traversers without an order.
    pub(super) unordered_list: bool,
    /// The state of the sequence that stands for chance.
    pub(super) drawn: u64,
    /// Whether a sum depends on the order of its parts.
    pub(super) rounded: bool,
    /// Whether of equal properties of several elements one was kept: whose it is, is open.
    pub(super) owners_forgotten: bool,
    /// Whether what is left out here is tried, for errors that it would raise elsewhere.
    pub(super) probing: bool,
    /// Whether what is left out here would raise.
    pub(super) hidden_error: bool,
    /// Whether the order was given of what the last traversal inside a step gave.
    pub(super) inner_ordered: bool,
    /// Whether the step directly before sorts.
    pub(super) after_order: bool,
    /// Whether an index answers the step.
    pub(super) backed: bool,
    /// Where elements begin that the traversal made itself.
    pub(super) mark: (Handle, Handle),
    /// Whether a planted fault went where it has no end.
    pub(super) endless: bool,
    /// What the filters directly before this step did not let pass.
    pub(super) dropped: Vec<Traverser>,
    /// Whether traversers came through several patterns, in whatever order.
    pub(super) matched: bool,
    /// The step that ends the traversal when nothing is there to go on from it.
    pub(super) must_reach: Option<usize>,
    /// The repetition whose body runs.
    pub(super) turns: Turns,
}

/// What an evaluation remembers beside its traversers.
pub(super) struct Remembered {
    side: BTreeMap<Label, Value>,
    groups: BTreeMap<Label, Groups>,
    state: BTreeMap<usize, State>,
    open: Option<String>,
    unordered_list: bool,
    rounded: bool,
    owners_forgotten: bool,
    drawn: u64,
    matched: bool,
}

impl<'a> Run<'a> {
    /// An evaluation that has not begun.
    pub(super) fn new(
        store: &'a mut Store,
        rules: Rules,
        configured: Configured,
        memory: Memory,
        budget: Budget,
        services: Arc<Vec<Service>>,
    ) -> Self {
        let mark = store.mark();
        Run {
            store,
            mark,
            rules,
            source: configured.source,
            side: configured.side,
            reducers: configured.reducers,
            groups: BTreeMap::new(),
            services,
            state: BTreeMap::new(),
            memory,
            steps: budget.steps,
            rows: budget.rows,
            asked: false,
            inside: false,
            unfiltered: false,
            wanted: None,
            counted: false,
            open: None,
            ordered: true,
            flow: Vec::new(),
            unordered_list: false,
            drawn: 1,
            rounded: false,
            owners_forgotten: false,
            probing: false,
            hidden_error: false,
            inner_ordered: true,
            after_order: false,
            backed: false,
            endless: false,
            dropped: Vec::new(),
            matched: false,
            must_reach: None,
            turns: Turns::default(),
        }
    }
}

impl Run<'_> {
    /// Side effects that steps will fill are there before any traverser comes.
    pub(super) fn announce(&mut self, announced: Vec<(Label, Value)>) {
        for (key, value) in announced {
            self.side.entry(key).or_insert(value);
        }
    }

    /// Side effects of earlier traversals, where a planted fault keeps them.
    pub(super) fn recall(&mut self, plan: &Plan, memory: &fault::Memory) {
        if self.has(Fault::SideEffectKept) {
            for key in fault::side_keys(plan) {
                self.side
                    .extend(memory.side.get_key_value(&key).map(|(key, value)| (key.clone(), value.clone())));
                self.groups.extend(
                    memory.groups.get_key_value(&key).map(|(key, groups)| (key.clone(), groups.clone())),
                );
            }
        }
    }

    /// What is kept of this traversal's side effects.
    pub(super) fn kept(&self, plan: &Plan) -> fault::Memory {
        let mut memory = fault::Memory::default();
        for key in fault::side_keys(plan) {
            memory
                .side
                .extend(self.side.get_key_value(&key).map(|(key, value)| (key.clone(), value.clone())));
            memory
                .groups
                .extend(self.groups.get_key_value(&key).map(|(key, groups)| (key.clone(), groups.clone())));
        }
        memory
    }

    /// Steps remember nothing.
    pub(super) fn clear(&mut self) {
        self.state.clear();
    }

    /// What is remembered now.
    pub(super) fn remembered(&self) -> Remembered {
        Remembered {
            side: self.side.clone(),
            groups: self.groups.clone(),
            state: self.state.clone(),
            open: self.open.clone(),
            unordered_list: self.unordered_list,
            rounded: self.rounded,
            owners_forgotten: self.owners_forgotten,
            drawn: self.drawn,
            matched: self.matched,
        }
    }

    /// What was remembered then.
    pub(super) fn restore(&mut self, then: Remembered) {
        self.side = then.side;
        self.groups = then.groups;
        self.state = then.state;
        self.open = then.open;
        self.unordered_list = then.unordered_list;
        self.rounded = then.rounded;
        self.owners_forgotten = then.owners_forgotten;
        self.drawn = then.drawn;
        self.matched = then.matched;
    }

    /// Tries a traversal that another evaluation would run here, for the errors that it raises.
    pub(super) fn probe(&mut self, plan: &Plan, from: &Traverser) -> Fallible<()> {
        if !plan.any(&Op::leaves_traces) {
            return self.probe_with(|run| run.productive(plan, from, true));
        }
        self.may_raise();
        Ok(())
    }

    /// Tries what another evaluation would do here, for the errors that it raises.
    pub(super) fn probe_with(&mut self, what: impl FnOnce(&mut Self) -> Fallible<bool>) -> Fallible<()> {
        if !self.probing || self.hidden_error {
            return Ok(());
        }
        let before = self.remembered();
        let result = what(self);
        self.restore(before);
        match result {
            Err(Stop::Failure(Failure::Query(_))) => self.hidden_error = true,
            Err(stop @ Stop::Failure(_)) => return Err(stop),
            Ok(_) | Err(Stop::Incomparable) => {}
        }
        Ok(())
    }

    /// An evaluation of another kind may raise here; this one does not.
    pub(super) fn may_raise(&mut self) {
        self.hidden_error |= self.probing;
    }

    /// A value is compared: what is open of it makes open what comes of that.
    pub(super) fn compares_value(&mut self, value: &Value) {
        if self.unordered_list && value.holds(&|part| part.items().is_some_and(|items| items.len() > 1)) {
            self.leaves_open("the order of a list that is compared");
        }
        if self.rounded && value.holds(&|part| matches!(part, Value::Number(_))) {
            self.leaves_open("a rounded sum that is compared");
        }
    }

    /// A step that looks at the order of lists, or writes values down, makes open what comes of an open one.
    fn note_reader(&mut self, op: &Op, traversers: &[Traverser]) {
        if self.matched && matches!(op, Op::Path { .. } | Op::Trail { .. } | Op::Tree { .. }) {
            self.leaves_open("the way through the patterns of match()");
        }
        if !op.reads_order() {
            return;
        }
        for traverser in traversers {
            self.compares_value(&traverser.value);
            if op.shows_order() && traverser.value.holds(&Value::is_unordered) {
                self.leaves_open("the order of a set or of a map");
            }
        }
    }

    /// Where traversers come one by one, what is written for one is there when a step before looks around for the next,
    /// and what is written for the next is not there when a step behind looks around for the one.
    fn note_writer(&mut self, nodes: &[Node], index: usize, traversers: &[Traverser]) {
        let several = traversers.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add) > 1;
        let Some(writer) = nodes.get(index).filter(|node| several && node.op.writes()) else { return };
        let one_by_one = |(_, node): &(usize, &Node)| !node.op.draws_all();
        let before = || nodes.iter().enumerate().take(index).rev().take_while(one_by_one);
        let behind = || nodes.iter().enumerate().skip(index + 1).take_while(one_by_one);
        let all = || before().chain(behind());
        let around = all().any(|(place, reader)| reader.op.may_see(place, &writer.op));
        // What goes to other elements and asks for their properties.
        let goes = all().any(|(place, node)| place > 0 && node.op.only_goes());
        let asks = writer.op.sets_properties() && goes && all().any(|(_, node)| !node.op.only_goes());
        let again = writer.op.sets_more() && behind().next().is_some() && !are_distinct(traversers);
        if around || asks || again {
            self.leaves_open("whether what is written for one traverser is seen on the way of the next");
        }
    }

    /// Pays for work; fails when the budget is spent.
    pub(super) fn spend(&mut self, steps: usize) -> Fallible<()> {
        self.steps = self.steps.checked_sub(steps as u64).ok_or(Stop::Failure(Failure::Budget("steps")))?;
        Ok(())
    }

    /// The language leaves the answer open from here on.
    pub(super) fn leaves_open(&mut self, why: &str) {
        self.open.get_or_insert_with(|| why.to_owned());
    }

    /// A traverser that has not been anywhere.
    pub(super) fn start(&self, value: Value) -> Traverser {
        let mut traverser = Traverser::new(value);
        traverser.sack = self.source.sack.as_ref().map(|(sack, _)| sack.clone());
        if self.memory == Memory::Everything {
            traverser.path = traverser.path.then(traverser.value.clone());
        }
        traverser
    }

    /// The traverser on another value, to which it went.
    pub(super) fn moved(&self, from: &Traverser, value: Value) -> Traverser {
        let mut traverser = from.on(self.rules.value(value));
        if self.memory == Memory::Everything {
            traverser.path = traverser.path.then(traverser.value.clone());
        }
        traverser
    }

    /// Runs a plan on a bag of traversers.
    pub(super) fn run(&mut self, plan: &Plan, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut current = starts;
        let dropped = std::mem::take(&mut self.dropped);
        for (index, node) in plan.nodes.iter().enumerate() {
            self.spend(current.len() + 1)?;
            if !node.op.lets_filters_by() {
                self.dropped.clear();
            }
            self.note_reader(&node.op, &current);
            let next = plan.nodes.get(index + 1).map(|next| &next.op);
            self.counted = matches!(next, Some(Op::Count { local: false }));
            self.wanted = match next {
                Some(Op::Range { local: false, high, .. }) => u64::try_from(*high).ok(),
                _ => None,
            };
            if self.rules.fault.is_some() {
                self.place(&plan.nodes, index);
            }
            self.note_writer(&plan.nodes, index, &current);
            let decides = self.must_reach == Some(node.id);
            if decides && current.is_empty() {
                break;
            }
            current = self.step(node, current)?;
            if decides && current.is_empty() && node.op.collects() {
                break;
            }
            if node.op.nests() {
                self.check_depth(&current)?;
            }
            if !node.op.keeps_order() {
                self.ordered = false;
            }
            let count = current.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add);
            self.ordered |= count <= 1;
            if !self.inside {
                self.flow.push(count);
            }
            if !node.labels.is_empty() && self.memory != Memory::Nothing {
                for traverser in &mut current {
                    self.mark(traverser, &node.labels);
                }
            }
            if current.len() > CROWD && self.source.bulk && self.memory != Memory::Everything {
                self.spend(current.len())?;
                current = self.merged(current)?;
            }
            if current.len() > self.rows {
                return Err(Stop::Failure(Failure::Budget("traversers")));
            }
        }
        self.dropped = dropped;
        Ok(current)
    }

    /// Whether this fault is on.
    pub(super) fn has(&self, fault: Fault) -> bool {
        self.rules.has(fault)
    }

    /// Where a step stands, as faults need to know it.
    fn place(&mut self, nodes: &[Node], index: usize) {
        let before = index.checked_sub(1).and_then(|before| nodes.get(before));
        self.after_order = before.is_some_and(|node| matches!(node.op, Op::Order { local: false, .. }));
        self.backed = is_backed(nodes, index, &self.store.stale.indexed);
    }

    /// Values are nested only so deep that walking them needs no more stack than there is.
    fn check_depth(&mut self, traversers: &[Traverser]) -> Fallible<()> {
        for traverser in traversers {
            let mut size = self.rows.saturating_mul(20);
            let whole = size;
            let exceeds = traverser.value.exceeds(NESTING, &mut size);
            self.spend(whole - size)?;
            if exceeds {
                return Err(Stop::Failure(Failure::Budget("nesting")));
            }
        }
        Ok(())
    }

    /// Traversers that are alike become one, their sacks put together where the source says how.
    pub(super) fn merged(&mut self, traversers: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let operator = self.source.sack.as_ref().and_then(|(_, operator)| *operator);
        let mut failure = None;
        let all = merged(traversers, operator.is_some(), &mut |one, other| {
            if self.source.bulk {
                one.bulk = one.bulk.saturating_add(other.bulk);
            }
            if let (Some(operator), Some(left), Some(right)) = (operator, one.sack.clone(), other.sack) {
                match self.operate(operator, left, right) {
                    Ok(sack) => one.sack = Some(sack),
                    Err(stop) => failure = Some(stop),
                }
            }
        });
        failure.map_or(Ok(all), Err)
    }

    fn mark(&self, traverser: &mut Traverser, labels: &[Label]) {
        if self.memory == Memory::Labels || traverser.path.is_empty() {
            traverser.path = traverser.path.then(traverser.value.clone());
        }
        traverser.path = traverser.path.labelled(labels);
    }

    /// Runs a traversal inside a step from one traverser, forgetting what its steps remember from before.
    pub(super) fn inside(&mut self, plan: &Plan, from: Traverser, asked: bool) -> Fallible<Vec<Traverser>> {
        self.forget(plan);
        self.inside_all(plan, vec![from], asked)
    }

    /// Runs a traversal inside a step from a bag of traversers.
    pub(super) fn inside_all(
        &mut self,
        plan: &Plan,
        from: Vec<Traverser>,
        asked: bool,
    ) -> Fallible<Vec<Traverser>> {
        let before = (self.asked, self.wanted, self.inside, self.ordered);
        (self.asked, self.inside) = (asked, true);
        self.ordered |= from.len() <= 1;
        let result = self.run(plan, from);
        self.inner_ordered = self.ordered;
        (self.asked, self.wanted, self.inside, self.ordered) = before;
        result
    }

    /// Steps of the plan remember nothing.
    pub(super) fn forget(&mut self, plan: &Plan) {
        if self.state.is_empty() {
            return;
        }
        for node in &plan.nodes {
            self.state.remove(&node.id);
            for inner in node.op.plans() {
                self.forget(inner);
            }
        }
    }

    /// The first result of a traversal for a traverser; none when it gives nothing.
    pub(super) fn first(&mut self, plan: &Plan, from: &Traverser) -> Fallible<Option<Value>> {
        let start = Traverser { bulk: 1, ..from.clone() };
        let results = self.inside(plan, start, false)?;
        self.note_first(&results);
        Ok(results.into_iter().next().map(|traverser| traverser.value))
    }

    /// Which of several results is the first is open, unless they have an order or are alike.
    pub(super) fn note_first(&mut self, results: &[Traverser]) {
        if self.inner_ordered || results.len() < 2 {
            return;
        }
        let mut pairs = results.iter().zip(results.iter().skip(1));
        if pairs.any(|(one, other)| identity(&one.value, &other.value).is_ne()) {
            self.leaves_open("the first of several without an order");
        }
    }

    /// The first result of a traversal that must give one.
    pub(super) fn required(&mut self, plan: &Plan, from: &Traverser) -> Fallible<Value> {
        self.first(plan, from)?.ok_or_else(|| super::raised("The provided traverser does not map to a value"))
    }

    /// Whether a traversal gives anything for a traverser.
    pub(super) fn productive(&mut self, plan: &Plan, from: &Traverser, asked: bool) -> Fallible<bool> {
        let start = Traverser { bulk: 1, ..from.clone() };
        Ok(!self.inside(plan, start, asked)?.is_empty())
    }
}

/// Whether each stands on a value of its own.
fn are_distinct(traversers: &[Traverser]) -> bool {
    let values: BTreeSet<Key> = traversers.iter().map(|traverser| Key(traverser.value.clone())).collect();
    values.len() == traversers.len() && traversers.iter().all(|traverser| traverser.bulk == 1)
}
