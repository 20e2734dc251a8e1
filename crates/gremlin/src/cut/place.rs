//! Where a traversal may be cut: behind elements, before what is a function of their bag alone.

use quarrel_case::disassembly::Handover;

use super::gives::{self, Gives};
use super::{LABEL, Reader};
use crate::ast::{Argument, Literal, Step, StepName as S};
use crate::walk;

/// A place before a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The step that follows.
    pub(crate) at: usize,
    /// Whether edges arrive there, else vertices.
    pub(crate) edges: bool,
}

impl Place {
    /// The key under which an id is kept. Engines with a schema want one type of value for one key.
    pub(crate) fn key(&self) -> &'static str {
        if self.edges { "quarrelEdge" } else { "quarrelVertex" }
    }
}

/// How many steps configure the source.
pub(crate) fn configured(steps: &[Step]) -> usize {
    steps.iter().take_while(|step| step.name.configures()).count()
}

/// The places at which a traversal may be cut.
pub(crate) fn places(steps: &[Step], handover: Handover, reader: &Reader) -> Vec<Place> {
    if walk::any(steps, &|step| forbids(step.name)) || !is_fit(steps, handover) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut gives = Gives::Other;
    for (at, step) in steps.iter().enumerate() {
        if gives != Gives::Other && !is_glued(steps, at) {
            let place = Place { at, edges: gives == Gives::Edges };
            let (before, after) = steps.split_at(at);
            if can_pass(place, after, handover, reader) && is_of_the_bag(before, after, handover, reader) {
                all.push(place);
            }
        }
        gives = gives::after(step, gives);
    }
    if handover == Handover::Parameters && reader.rules.start_ids != 0 {
        keep_linear(steps, &mut all);
    }
    all
}

/// Steps in whose presence a traversal stays whole: its meaning depends on more than elements wherever it is cut, or
/// is the engine's own.
fn forbids(name: S) -> bool {
    matches!(
        name,
        S::Sack
            | S::WithBulk
            | S::WithComputer
            | S::Call
            | S::ConnectedComponent
            | S::Io
            | S::PageRank
            | S::PeerPressure
            | S::Profile
            | S::Read
            | S::ShortestPath
            | S::Subgraph
            | S::TimeLimit
            | S::Write
    )
}

/// What a source is configured with may hide the vertices of a table.
fn is_fit(steps: &[Step], handover: Handover) -> bool {
    let hides = |step: &Step| step.name == S::WithStrategies;
    handover != Handover::Table || (!steps.iter().any(hides) && !strings(steps).contains(&LABEL))
}

/// Whether the step belongs to the one before it.
pub(crate) fn is_glued(steps: &[Step], at: usize) -> bool {
    let ends = |name: S| matches!(name, S::Emit | S::Until | S::Times);
    let name = |at: usize| steps.get(at).map(|step| step.name);
    let belongs =
        |name: S| matches!(name, S::By | S::Option | S::With | S::From | S::To | S::As) || ends(name);
    let modulates = name(at).is_none_or(belongs);
    let repeats = name(at) == Some(S::Repeat) && at.checked_sub(1).and_then(name).is_some_and(ends);
    modulates || repeats
}

/// Whether the elements can be handed over there.
fn can_pass(place: Place, after: &[Step], handover: Handover, reader: &Reader) -> bool {
    if handover != Handover::Table {
        return true;
    }
    // Before 3.7 `E()` stands at the beginning only.
    let plain = match place.edges {
        true => reader.rules.edges_within() && reader.plain_edge_ids,
        false => reader.plain_vertex_ids,
    };
    plain && !walk::any(after, &|step| matches!(step.name, S::V | S::E))
}

/// Whether what follows is a function of the bag of elements that arrive.
fn is_of_the_bag(before: &[Step], after: &[Step], handover: Handover, reader: &Reader) -> bool {
    let own = before.get(configured(before)..).unwrap_or_default();
    let looks_back = match handover {
        // Traversers keep their way and their labels.
        Handover::Barrier => shares(&side_effects(own), after),
        Handover::Parameters | Handover::Table => {
            walk::any(after, &|step| sees_the_way(step.name))
                || begins_on_an_edge(after)
                || shares(&names(own), after)
        }
    };
    // Where `local` takes merged traversers as one, it sees how they were merged.
    let sees_bulk = (reader.rules.local_bulk != 0 && walk::any(after, &|step| step.name == S::Local))
        || walk::any(after, &gathers_within);
    let sees_order = is_ordered(own) && reads_order(after);
    !looks_back && !sees_bulk && !sees_order
}

fn sees_the_way(name: S) -> bool {
    matches!(name, S::Path | S::SimplePath | S::CyclicPath | S::Tree)
}

/// Whether `otherV` comes before a step that leads from a vertex to an edge: it asks whence the edge was reached.
fn begins_on_an_edge(after: &[Step]) -> bool {
    let leads = |step: &Step| matches!(step.name, S::OutE | S::InE | S::BothE | S::ToE);
    let reach = after.iter().position(leads).unwrap_or(after.len());
    let until = after.get(..reach).unwrap_or(after);
    walk::any(until, &|step| step.name == S::OtherV)
}

fn string(argument: &Argument) -> Option<&str> {
    match argument {
        Argument::Literal(Literal::String(text)) => Some(text),
        _ => None,
    }
}

/// The names that steps give.
fn names(steps: &[Step]) -> Vec<&str> {
    named(steps, &|name| name == S::As || has_side_effect(name))
}

fn side_effects(steps: &[Step]) -> Vec<&str> {
    named(steps, &has_side_effect)
}

fn has_side_effect(name: S) -> bool {
    matches!(name, S::Aggregate | S::Store | S::Group | S::GroupCount | S::Tree)
}

fn named<'s>(steps: &'s [Step], gives_name: &dyn Fn(S) -> bool) -> Vec<&'s str> {
    let mut all = Vec::new();
    walk::steps(steps, &mut |step| {
        if gives_name(step.name) {
            all.extend(step.arguments.iter().filter_map(string));
        }
    });
    all
}

/// All strings in the steps.
fn strings(steps: &[Step]) -> Vec<&str> {
    fn collect<'s>(argument: &'s Argument, all: &mut Vec<&'s str>) {
        all.extend(string(argument));
        argument.each_child(&mut |child| collect(child, all));
    }
    let mut all = Vec::new();
    walk::steps(steps, &mut |step| step.arguments.iter().for_each(|argument| collect(argument, &mut all)));
    all
}

/// Whether the steps speak of one of the names. Formulas may speak of any.
fn shares(names: &[&str], after: &[Step]) -> bool {
    let formula = walk::any(after, &|step| matches!(step.name, S::Math | S::Format));
    !names.is_empty() && (formula || strings(after).iter().any(|text| names.contains(text)))
}

/// Whether the order in which elements arrive is given.
pub(crate) fn is_ordered(before: &[Step]) -> bool {
    let orders = |step: &Step| match step.name {
        S::Order => !gives::is_local(step),
        S::Inject => true,
        S::V | S::E => step.arguments.len() > 1,
        _ => false,
    };
    walk::any(before, &orders)
}

/// Whether the order in which elements arrive counts, before it is given anew.
fn reads_order(after: &[Step]) -> bool {
    let anew = |step: &Step| step.name == S::Order && !gives::is_local(step);
    let until = after.iter().position(anew).unwrap_or(after.len());
    let reads = |step: &Step| {
        matches!(
            step.name,
            S::Aggregate
                | S::Dedup
                | S::Fold
                | S::Group
                | S::Index
                | S::Limit
                | S::Max
                | S::Mean
                | S::Min
                | S::Range
                | S::Sample
                | S::Skip
                | S::Store
                | S::Sum
                | S::Tail
        )
    };
    walk::any(after.get(..until).unwrap_or(after), &reads)
}

/// Keeps the places behind which every element goes its own way, so that each can be asked for alone.
fn keep_linear(steps: &[Step], places: &mut Vec<Place>) {
    let mut end = steps.len();
    let mut kept = Vec::new();
    while let Some(place) = places.pop() {
        let part = steps.get(place.at..end).unwrap_or_default();
        if !walk::any(part, &gathers) {
            kept.push(place);
            end = place.at;
        }
    }
    kept.reverse();
    *places = kept;
}

/// Whether a traversal inside the step gathers what enters the step. Equal elements may enter merged into one traverser
/// or apart, as what came before had it, and it sees which.
pub(crate) fn gathers_within(step: &Step) -> bool {
    let enters = matches!(
        step.name,
        S::Branch
            | S::Choose
            | S::Coalesce
            | S::FlatMap
            | S::Local
            | S::Map
            | S::Optional
            | S::Repeat
            | S::Union
    );
    enters && gives::inner(step).any(|inner| walk::any(inner, &gathers))
}

/// Whether the step looks at several traversers at once.
pub(crate) fn gathers(step: &Step) -> bool {
    matches!(
        step.name,
        S::Aggregate
            | S::Barrier
            | S::Cap
            | S::Coin
            | S::Count
            | S::Dedup
            | S::Fold
            | S::Group
            | S::GroupCount
            | S::Index
            | S::Inject
            | S::Limit
            | S::Max
            | S::Mean
            | S::Min
            | S::Order
            | S::Range
            | S::Sample
            | S::Skip
            | S::Store
            | S::Sum
            | S::Tail
            | S::Tree
    )
}
