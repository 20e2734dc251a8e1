//! Questions about several patterns at once, and what becomes of their answers when the graph changes.
//!
//! `fusion` holds such a question against its parts on one graph; the relations about changes hold its answers before and
//! after against each other. Each pair is asked for once. What all of some routes connect, or some of them does, is not
//! lost when edges are added and does not grow when some go. What one route connects and another does not may be lost
//! when edges are added, but only to the other route: the pairs of the smaller graph are those of the larger one, or are
//! connected there by the route that must not.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Pattern, Question, Route, Spot};

use super::pen::Pen;
use super::{Asking, plain};
use crate::Unfit;

/// Two or three routes with the same ends.
pub(super) fn routes(pen: &mut Pen<'_>, start: &Spot, end: &Spot) -> Vec<Route> {
    let how_many = if pen.choices.chance(80) { 2 } else { 3 };
    (0..how_many).map(|_| pen.route(start.clone(), end.clone())).collect()
}

/// A pattern of several routes with the same ends.
pub(super) fn drawn(pen: &mut Pen<'_>, start: &Spot, end: &Spot) -> Pattern {
    let mut routes = routes(pen, start, end);
    match pen.choices.below(3) {
        0 => Pattern::Both(routes),
        1 => Pattern::Either(routes),
        _ => Pattern::ButNot(routes.swap_remove(0), routes.swap_remove(0)),
    }
}

/// Its pairs, each once.
pub(super) fn question(pattern: &Pattern) -> Question {
    Question { pattern: pattern.clone(), ask: Ask::DistinctPairs }
}

/// The routes that a pattern is made of.
pub(super) fn parts(pattern: &Pattern) -> Vec<Route> {
    match pattern {
        Pattern::Route(route) => vec![route.clone()],
        Pattern::Both(routes) | Pattern::Either(routes) => routes.clone(),
        Pattern::ButNot(route, other) => vec![route.clone(), other.clone()],
    }
}

/// The pattern made of other routes, as many as it takes.
fn of(pattern: &Pattern, mut routes: Vec<Route>) -> Option<Pattern> {
    Some(match pattern {
        Pattern::Both(_) => Pattern::Both(routes),
        Pattern::Either(_) => Pattern::Either(routes),
        Pattern::Route(_) => Pattern::Route(routes.pop()?),
        Pattern::ButNot(..) => match <[Route; 2]>::try_from(routes) {
            Ok([route, other]) => Pattern::ButNot(route, other),
            Err(_) => return None,
        },
    })
}

/// The pattern with each of its routes changed.
pub(super) fn each(pattern: &Pattern, change: impl Fn(&mut Route)) -> Pattern {
    let mut pattern = pattern.clone();
    match &mut pattern {
        Pattern::Route(route) => change(route),
        Pattern::Both(routes) | Pattern::Either(routes) => routes.iter_mut().for_each(change),
        Pattern::ButNot(route, other) => [route, other].into_iter().for_each(change),
    }
    pattern
}

/// The ends of its first route.
pub(super) fn ends(pattern: &Pattern) -> Option<(Spot, Spot)> {
    parts(pattern).first().map(|route| (route.start.clone(), route.end().clone()))
}

/// What a pattern finds in the graph as it is.
pub(super) struct Found {
    pairs: Term,
    /// What the route connects that must not, where that is asked.
    spoilt: Option<Term>,
}

/// Asks for the pairs of a pattern in the smaller of two graphs.
pub(super) fn in_smaller(pattern: &Pattern, asking: &mut Asking<'_>) -> Result<Found, Unfit> {
    Ok(Found { pairs: asking.ask(&question(pattern))?, spoilt: None })
}

/// Asks for the pairs of a pattern in the larger of two graphs.
pub(super) fn in_larger(pattern: &Pattern, asking: &mut Asking<'_>) -> Result<Found, Unfit> {
    let pairs = asking.ask(&question(pattern))?;
    let spoilt = match pattern {
        Pattern::ButNot(_, other) => Some(asking.ask(&question(&other.clone().into()))?),
        _ => None,
    };
    Ok(Found { pairs, spoilt })
}

/// States what holds between a graph and a larger one.
pub(super) fn grows(smaller: &Found, larger: &Found, asking: &mut Asking<'_>) {
    let all = larger.pairs.clone();
    let all = match larger.spoilt.clone() {
        Some(spoilt) => Term::Union(Box::new(all), Box::new(spoilt)),
        None => all,
    };
    asking.holds(smaller.pairs.clone(), Holds::Subset, all);
}

/// States that so many pairs are found.
pub(super) fn counts(found: &Found, number: i64, asking: &mut Asking<'_>) {
    asking.holds(Term::Count(Box::new(found.pairs.clone())), Holds::Equal, Term::Number(number));
}

/// Plainer patterns of the same kind.
pub(super) fn plainer(pattern: &Pattern) -> Vec<Pattern> {
    plainer_routes(&parts(pattern)).into_iter().filter_map(|routes| of(pattern, routes)).collect()
}

/// Fewer routes, down to two, or plainer ones, with the same ends.
pub(super) fn plainer_routes(routes: &[Route]) -> Vec<Vec<Route>> {
    let mut plainer = Vec::new();
    for index in 0..routes.len() {
        if routes.len() > 2 {
            let mut without = routes.to_vec();
            without.remove(index);
            plainer.push(without);
        }
        for route in plain::routes(&routes[index]) {
            let mut other = routes.to_vec();
            other[index] = route;
            plainer.push(other);
        }
    }
    // Their ends stay the same for all.
    plainer.retain(|routes| {
        let first = &routes[0];
        routes.iter().all(|route| route.start == first.start && route.end() == first.end())
    });
    plainer.extend(plainer_ends(routes));
    plainer
}

/// With plainer ends of all routes.
fn plainer_ends(routes: &[Route]) -> Vec<Vec<Route>> {
    let Some(first) = routes.first() else { return Vec::new() };
    let with = |change: &dyn Fn(&mut Route)| {
        let mut other = routes.to_vec();
        other.iter_mut().for_each(change);
        other
    };
    let starts = plain::spots(&first.start).into_iter();
    let starts = starts.map(|start| with(&|route: &mut Route| route.start = start.clone()));
    let ends = plain::spots(first.end()).into_iter();
    let ends = ends.map(|end| {
        with(&|route: &mut Route| {
            if let Some(last) = route.legs.last_mut() {
                last.end = end.clone();
            }
        })
    });
    starts.chain(ends).collect()
}
