//! Whether a traversal is written anew at all, and what it looks at beyond the bag of its traversers.
//!
//! A rule that only keeps the bag may stand where nothing looks at more: at the way that traversers went, at their
//! order, at how they are merged (GraphBinary's bulks), at what they carry.

use quarrel_case::language::Ground;
use quarrel_case::value::Value as CaseValue;

use super::writing;
use crate::ast::{Argument, Literal, Predicate, PredicateName, Query, Step, StepName as S, Strategy};
use crate::cut::place;
use crate::evaluate::Rules;
use crate::walk;

/// What is known of a traversal as a whole.
#[derive(Clone, Copy)]
pub(super) struct Fit<'a> {
    pub(super) steps: &'a [Step],
    pub(super) rules: Rules,
    pub(super) ground: &'a Ground<'a>,
    /// Whether nothing looks at the way that traversers went.
    pub(super) wayless: bool,
    /// Whether the order in which traversers come is given nowhere.
    pub(super) orderless: bool,
    /// Whether nothing sees how equal traversers are merged.
    pub(super) bulkless: bool,
    /// Whether traversers carry nothing.
    pub(super) sackless: bool,
    /// The first step that may be written anew: behind all that is written, where something is.
    pub(super) from: usize,
}

impl<'a> Fit<'a> {
    /// What is known of a traversal; none when no rule is for it.
    pub(super) fn new(query: &'a Query, ground: &'a Ground<'a>) -> Option<Self> {
        let steps = query.steps.as_slice();
        let rules = Rules::new(ground.profile).ok()?;
        let any = |condition: &dyn Fn(&Step) -> bool| walk::any(steps, condition);
        let from = if walk::writes(query) { writing::settled(steps)? } else { 0 };
        if any(&|step| is_foreign(step) || is_infix(step)) {
            return None;
        }
        let sees_bulk =
            |step: &Step| gathers_inside(step) || (rules.local_bulk != 0 && step.name == S::Local);
        Some(Self {
            steps,
            rules,
            ground,
            wayless: !any(&|step| sees_the_way(step.name)),
            orderless: !place::is_ordered(steps),
            bulkless: !any(&sees_bulk),
            sackless: !any(&|step| matches!(step.name, S::WithSack | S::Sack)),
            from,
        })
    }

    /// Whether the graph that is read is the one that there was in the beginning, so that it may be asked about.
    pub(super) fn reads_only(&self) -> bool {
        self.from == 0
    }

    /// Whether nothing is looked at but what traversers stand on and the labels of steps.
    pub(super) fn is_plain(&self) -> bool {
        self.wayless && self.sackless
    }

    /// Whether traversers may come in another order, and merged in another way.
    pub(super) fn is_bag(&self) -> bool {
        self.orderless && self.bulkless && self.sackless
    }

    /// Whether these steps ask nothing of which versions say different things inside filters: what cannot be compared is
    /// false since 3.8 and had a third truth value before, or raised (TINKERPOP-2940).
    pub(super) fn is_certain(&self, steps: &[Step]) -> bool {
        self.rules.comparison == 0 || is_certain(steps)
    }

    /// The same of a predicate.
    pub(super) fn is_certain_test(&self, argument: &Argument) -> bool {
        self.rules.comparison == 0 || argument_is_certain(argument)
    }
}

/// Steps and settings that are the engine's own, or that ask for what no traversal determines.
fn is_foreign(step: &Step) -> bool {
    let settled = |argument: &Argument| match argument {
        Argument::Strategy(Strategy { name, settings }) => {
            !settings.is_empty() || name == "ProductiveByStrategy" || name == "ConnectiveStrategy"
        }
        _ => false,
    };
    let shuffled = |argument: &Argument| matches!(argument, Argument::Token(crate::ast::Token::OrderShuffle));
    match step.name {
        S::WithComputer
        | S::Call
        | S::ConnectedComponent
        | S::Io
        | S::PageRank
        | S::PeerPressure
        | S::Profile
        | S::Read
        | S::ShortestPath
        | S::Store
        | S::Subgraph
        | S::TimeLimit
        | S::Write => true,
        S::Aggregate => step.arguments.len() > 1,
        S::WithStrategies | S::WithoutStrategies => step.arguments.iter().any(settled),
        S::WithBulk => step.arguments != [Argument::Literal(Literal::Boolean(true))],
        S::By => step.arguments.iter().any(shuffled),
        _ => false,
    }
}

/// `and()` and `or()` between steps bind what is around them.
fn is_infix(step: &Step) -> bool {
    matches!(step.name, S::And | S::Or) && step.arguments.is_empty()
}

fn sees_the_way(name: S) -> bool {
    matches!(name, S::Path | S::SimplePath | S::CyclicPath | S::Tree | S::OtherV)
}

fn is_certain(steps: &[Step]) -> bool {
    steps.iter().enumerate().all(|(at, step)| {
        let before = at.checked_sub(1).and_then(|before| steps.get(before));
        // All whole numbers are comparable.
        let counted = before.is_some_and(|before| before.name == S::Count) && is_count_test(step);
        counted || step.arguments.iter().all(argument_is_certain)
    })
}

/// Whether a step asks an integer of a number.
pub(super) fn is_count_test(is: &Step) -> bool {
    if is.name != S::Is {
        return false;
    }
    let integer = |value: &Argument| matches!(value, Argument::Literal(Literal::Int(_) | Literal::Long(_)));
    match is.arguments.as_slice() {
        [Argument::Predicate(Predicate::Test(_, values))] => values.iter().all(integer),
        [value] => integer(value),
        _ => false,
    }
}

fn argument_is_certain(argument: &Argument) -> bool {
    match argument {
        Argument::Predicate(predicate) => predicate_is_certain(predicate),
        Argument::Traversal(traversal) => is_certain(&traversal.steps),
        _ => true,
    }
}

fn predicate_is_certain(predicate: &Predicate) -> bool {
    use PredicateName as N;
    match predicate {
        Predicate::Test(name, _) => matches!(name, N::Eq | N::Neq | N::Within | N::Without | N::TypeOf),
        Predicate::Not(inner) => predicate_is_certain(inner),
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            predicate_is_certain(left) && predicate_is_certain(right)
        }
    }
}

/// How a chain ends behind a place at which some traversers are let pass: what the whole gives is then put together from
/// what the parts give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tail {
    /// Every traverser goes its own way.
    Rows,
    Distinct,
    Count,
    Sum,
    Least,
    Greatest,
}

/// How the steps end, if before that every traverser goes its own way.
pub(super) fn tail(steps: &[Step]) -> Option<Tail> {
    let tail = match steps.last().map(|last| (last.name, last.arguments.is_empty())) {
        Some((S::Dedup, true)) => Tail::Distinct,
        Some((S::Count, true)) => Tail::Count,
        Some((S::Sum, true)) => Tail::Sum,
        Some((S::Min, true)) => Tail::Least,
        Some((S::Max, true)) => Tail::Greatest,
        _ => Tail::Rows,
    };
    let body = if tail == Tail::Rows { steps } else { steps.get(..steps.len() - 1)? };
    body.iter().all(goes_alone).then_some(tail)
}

/// Whether a traversal inside gathers those that enter the step, of which it then sees several at once.
pub(super) fn gathers_inside(step: &Step) -> bool {
    let option = step.name == S::Option
        && crate::cut::gives::inner(step).any(|inner| walk::any(inner, &place::gathers));
    option || place::gathers_within(step)
}

/// Whether each traverser goes through the step for itself.
fn goes_alone(step: &Step) -> bool {
    let local = crate::cut::gives::is_local(step);
    match step.name {
        S::Barrier | S::Order => true,
        S::Union | S::Branch | S::Choose | S::Repeat | S::Option => !gathers_inside(step),
        S::SideEffect | S::Sack => false,
        _ => local || !place::gathers(step),
    }
}

/// Whether a condition decides by what a traverser stands on alone, and leaves nothing behind.
pub(super) fn is_condition(steps: &[Step]) -> bool {
    let forbidden = |step: &Step| {
        walk::is_write(step.name)
            || is_foreign(step)
            || is_infix(step)
            || sees_the_way(step.name)
            || matches!(
                step.name,
                S::Aggregate
                    | S::As
                    | S::Cap
                    | S::Coin
                    | S::Fail
                    | S::From
                    | S::Loops
                    | S::Sack
                    | S::Sample
                    | S::SideEffect
                    | S::Subgraph
            )
            || (matches!(step.name, S::Group | S::GroupCount | S::Tree) && !step.arguments.is_empty())
    };
    !steps.is_empty() && !walk::any(steps, &forbidden)
}

impl Fit<'_> {
    /// The places behind which what follows is a function of the bag of elements, of which this handover knows.
    pub(super) fn places(&self, handover: quarrel_case::disassembly::Handover) -> Vec<usize> {
        let reader = crate::cut::Reader::plain(self.rules);
        place::places(self.steps, handover, &reader).iter().map(|place| place.at).collect()
    }
}

impl Fit<'_> {
    /// Whether an edge of the graph ends where it begins, or may do so: how often `both()` finds it depends on the engine.
    pub(super) fn has_loops(&self) -> bool {
        if !self.reads_only() {
            return true;
        }
        let edges = self.ground.graph.property().map(|graph| graph.edges.as_slice()).unwrap_or_default();
        edges.iter().any(|edge| edge.source == edge.target)
    }
}

impl Fit<'_> {
    /// Whether no element of the graph has a list under the key, which an engine may hold as several values.
    pub(super) fn has_single_values(&self, key: &[Argument]) -> bool {
        let [Argument::Literal(Literal::String(key))] = key else { return false };
        self.reads_only()
            && self.values(key).all(|value| !matches!(value, CaseValue::List(_) | CaseValue::Bag(_)))
    }

    /// All values under a key.
    pub(super) fn values(&self, key: &str) -> impl Iterator<Item = &CaseValue> {
        let graph = self.ground.graph.property();
        let vertices = graph.map(|graph| graph.vertices.as_slice()).unwrap_or_default();
        let edges = graph.map(|graph| graph.edges.as_slice()).unwrap_or_default();
        let all =
            vertices.iter().map(|vertex| &vertex.properties).chain(edges.iter().map(|edge| &edge.properties));
        all.filter_map(move |properties| properties.get(key))
    }
}
