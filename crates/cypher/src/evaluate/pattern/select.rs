//! Paths of which some are selected: the shortest ones, or any (Cypher Manual 5, shortest paths).
//!
//! The paths between each pair of ends are found in the order of their lengths: the walk goes to one more relationship
//! each time, until there are enough or there are no more. Which of equally short paths `SHORTEST 1` takes, and which
//! `ANY` takes at all, is open; then what differs between them is. A condition on the path is asked inside the search (Cypher
//! Manual 5, `shortestPath()`), so it holds of whichever is taken.

use std::collections::BTreeMap;

use super::Walk;
use super::plan::{NodePlan, PathPlan, is_old_form};
use crate::ast::PathSelector;
use crate::evaluate::context::{Outcome, Scope, unmodelled};
use crate::evaluate::fault::Fault;
use crate::evaluate::table::position;
use crate::evaluate::taint::Why;
use crate::evaluate::truth::Truth;
use crate::evaluate::value::{Value, is_alike};
use crate::evaluate::walk::{conjuncts, each_variable};

/// The search for paths of one length.
#[derive(Default)]
pub(super) struct Search {
    /// How many relationships the paths have.
    length: usize,
    /// Whether some walk could have gone on.
    cut: bool,
    found: Vec<Laid>,
}

/// A path that was walked: all values that are bound then.
struct Laid {
    ends: (usize, usize),
    values: Vec<Value>,
    bound: Vec<bool>,
    /// The relationships of this path and of those before.
    relationships: Vec<usize>,
    length: usize,
}

/// The paths between every two ends, the shortest first.
type Pairs = BTreeMap<(usize, usize), Vec<Laid>>;

impl Walk<'_, '_> {
    /// Selects among the paths of a pattern, and walks on behind each that is taken.
    pub(super) fn select(&mut self, index: usize, path: &PathPlan<'_>) -> Outcome<()> {
        let Some(selector) = path.selector else { return Ok(()) };
        if is_old_form(path.selector) {
            if self.is_refused()? {
                return Ok(());
            }
            self.note_equal_ends(path)?;
        }
        let pairs = self.pairs(index, path, selector)?;
        for mut paths in pairs.into_values() {
            if self.context.has(Fault::OneOfAllShortest) && selector == PathSelector::AllShortestPaths {
                paths.truncate(1);
            }
            for laid in taken(paths, selector, path.slot) {
                self.go_on(index, laid)?;
            }
        }
        Ok(())
    }

    /// Whether what is bound already fails the clause's condition: then no path is looked for.
    fn is_refused(&self) -> Outcome<bool> {
        let (columns, bound) = (self.plan.columns, &self.bound);
        let mut parts = Vec::new();
        self.plan.condition.into_iter().for_each(|condition| conjuncts(condition, &mut parts));
        for part in parts {
            let mut known = true;
            each_variable(part, &mut |name| {
                known = known && position(columns, name).is_some_and(|place| bound[place]);
            });
            let scope = Scope::new(columns, &self.values);
            if known && matches!(self.context.condition(part, &scope)?, Truth::False | Truth::Unknown) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn go_on(&mut self, index: usize, laid: Laid) -> Outcome<()> {
        let values = std::mem::replace(&mut self.values, laid.values);
        let bound = std::mem::replace(&mut self.bound, laid.bound);
        let relationships = std::mem::replace(&mut self.relationships, laid.relationships);
        let nodes = std::mem::take(&mut self.nodes);
        let result = self.path(index + 1);
        self.values = values;
        self.bound = bound;
        self.relationships = relationships;
        self.nodes = nodes;
        result
    }

    fn pairs(&mut self, index: usize, path: &PathPlan<'_>, selector: PathSelector) -> Outcome<Pairs> {
        let mut pairs = Pairs::new();
        let longest = self.context.graph.nodes().len();
        let fixed = self.is_fixed(path.nodes.first()) && self.is_fixed(path.nodes.last());
        for length in 0.. {
            self.search = Some(Search { length, ..Search::default() });
            let nodes = std::mem::take(&mut self.nodes);
            let result = self.start(index, path);
            self.nodes = nodes;
            let search = self.search.take().unwrap_or_default();
            result?;
            for laid in search.found {
                pairs.entry(laid.ends).or_default().push(laid);
            }
            let is_done = fixed && pairs.values().any(|paths| is_enough(paths, selector));
            let is_longest = path.simple && groups(selector) == 1 && length >= longest;
            if !search.cut || is_done || is_longest {
                break;
            }
        }
        Ok(pairs)
    }

    fn is_fixed(&self, node: Option<&NodePlan<'_>>) -> bool {
        node.is_some_and(|node| node.slot.is_some_and(|slot| self.bound[slot]))
    }

    /// Whether the search leaves off here, where a walk could go on.
    pub(super) fn is_far_enough(&mut self) -> bool {
        let walked = self.nodes.len();
        let Some(search) = &mut self.search else { return false };
        let is_far = walked > search.length;
        search.cut = search.cut || is_far;
        is_far
    }

    /// The end of a path that may be taken.
    pub(super) fn collect(&mut self, path: &PathPlan<'_>) -> Outcome<()> {
        let length = self.nodes.len().saturating_sub(1);
        if self.search.as_ref().is_none_or(|search| search.length != length) {
            return Ok(());
        }
        let mut values = self.values.clone();
        let mut bound = self.bound.clone();
        if let Some(slot) = path.slot {
            values[slot] = self.path_value(&self.nodes);
            bound[slot] = true;
        }
        let held = std::mem::replace(&mut self.values, values);
        self.note_unbound(path, &bound)?;
        let passes = self.passes(&path.checks);
        let values = std::mem::replace(&mut self.values, held);
        let (Some(first), Some(last)) = (self.nodes.first(), self.nodes.last()) else { return Ok(()) };
        if !passes? {
            return Ok(());
        }
        let relationships = self.relationships.clone();
        let laid = Laid { ends: (*first, *last), values, bound, relationships, length };
        let Some(search) = &mut self.search else { return Ok(()) };
        search.found.push(laid);
        self.context.allow_rows(search.found.len())
    }

    /// A path is selected before what comes after it in the clause is known.
    fn note_unbound(&self, path: &PathPlan<'_>, bound: &[bool]) -> Outcome<()> {
        let values = path.checks.late.iter().map(|(_, _, value)| *value);
        let mut known = true;
        for expression in values.chain(path.checks.conditions.iter().copied()) {
            each_variable(expression, &mut |name| {
                let place = position(&path.checks.names, name);
                known = known && place.is_none_or(|place| bound[place]);
            });
        }
        if known { Ok(()) } else { Err(unmodelled("a selection of paths by what is bound later")) }
    }

    /// `shortestPath()` between a node and itself is an error or not, as an engine is set up (Cypher Manual 5,
    /// `shortestPath()`).
    fn note_equal_ends(&mut self, path: &PathPlan<'_>) -> Outcome<()> {
        let (Some(first), Some(last)) = (path.nodes.first(), path.nodes.last()) else { return Ok(()) };
        for place in 0..self.context.graph.nodes().len() {
            if self.may_be(first, place)? && self.may_be(last, place)? {
                self.context.may_raise();
                self.context.depends_on("a shortest path from a node to itself");
                break;
            }
        }
        Ok(())
    }

    /// Whether a node may stand in a place of a path.
    fn may_be(&self, wanted: &NodePlan<'_>, place: usize) -> Outcome<bool> {
        let Some(node) = self.context.graph.nodes().get(place) else { return Ok(false) };
        if let Some(known) = self.known(wanted.slot)
            && self.bound_node(&known)? != Some(place)
        {
            return Ok(false);
        }
        Ok(self.has_labels(wanted, node)
            && self.properties_fit(&wanted.properties, |key| node.property(key))?)
    }
}

/// How many lengths a selection looks at, where it looks at lengths.
fn groups(selector: PathSelector) -> u64 {
    match selector {
        PathSelector::ShortestPath | PathSelector::AllShortestPaths | PathSelector::AllShortest => 1,
        PathSelector::Shortest(count) | PathSelector::ShortestGroups(count) => count,
        PathSelector::Any(_) => u64::MAX,
    }
}

fn count(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Whether longer paths change nothing. Of `ANY` one more must be known, which shows that there is a choice.
fn is_enough(paths: &[Laid], selector: PathSelector) -> bool {
    match selector {
        PathSelector::Any(wanted) => paths.len() > count(wanted),
        PathSelector::Shortest(wanted) => paths.len() >= count(wanted),
        _ => lengths(paths).len() >= count(groups(selector)),
    }
}

/// The different lengths, the least first.
fn lengths(paths: &[Laid]) -> Vec<usize> {
    let mut lengths: Vec<usize> = paths.iter().map(|laid| laid.length).collect();
    lengths.dedup();
    lengths
}

/// The paths that are taken of those between two ends.
fn taken(mut paths: Vec<Laid>, selector: PathSelector, slot: Option<usize>) -> Vec<Laid> {
    let wanted = match selector {
        PathSelector::ShortestPath => 1,
        PathSelector::Shortest(wanted) | PathSelector::Any(wanted) => count(wanted),
        _ => {
            let most = lengths(&paths).into_iter().take(count(groups(selector))).max().unwrap_or(0);
            paths.retain(|laid| laid.length <= most);
            return paths;
        }
    };
    if paths.len() <= wanted {
        return paths;
    }
    let is_any = matches!(selector, PathSelector::Any(_));
    let Some(border) = wanted.checked_sub(1).and_then(|place| paths.get(place)).map(|laid| laid.length)
    else {
        return Vec::new();
    };
    // The paths between which there is a choice.
    let from = paths.iter().position(|laid| is_any || laid.length == border).unwrap_or(0);
    let to = paths.iter().rposition(|laid| is_any || laid.length == border).map_or(0, |place| place + 1);
    if to > wanted {
        blur(paths.get_mut(from..to).unwrap_or_default(), slot, is_any);
    }
    paths.truncate(wanted);
    paths
}

/// Opens what differs between paths of which some are taken.
fn blur(paths: &mut [Laid], slot: Option<usize>, any_length: bool) {
    let Some((first, others)) = paths.split_first_mut() else { return };
    for place in 0..first.values.len() {
        if others.iter().all(|other| is_alike(&first.values[place], &other.values[place])) {
            continue;
        }
        let of_length = slot == Some(place) && !any_length;
        let length = u32::try_from(first.length).ok().filter(|_| of_length);
        first.values[place] = Value::Open(length.map_or(Why::Choice, Why::Path));
        for other in others.iter_mut() {
            other.values[place] = first.values[place].clone();
        }
    }
}
