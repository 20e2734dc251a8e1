//! `fusion`: pairs that two patterns join are those that one joins and the other joins; pairs that some pattern joins are
//! those of all patterns together.
//!
//! Each pair is asked for once: a union of patterns is a bag in one language and a set in another. Each pattern has a
//! clause of its own, so that one may take the edges that another has taken.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Pattern, Question, Route};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, plain, unmet};
use crate::{About, Unfit};

pub(crate) static FUSION: Relation<Fused> = Relation {
    about: About {
        name: "fusion",
        checks: "the pairs of a conjunction of patterns are those that every pattern gives, of a disjunction those that \
                 some pattern gives",
        source: "GAMERA, section 4.2.2 (pattern fusion)",
        preconditions: "each pair is asked for once, and each pattern stands in a clause of its own",
        cost: 4,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Fused::question,
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Fused {
    /// Two or three, with the same ends.
    routes: Vec<Route>,
    /// Or, instead of and.
    or: bool,
}

impl Fused {
    fn question(&self) -> Question {
        let routes = self.routes.clone();
        let pattern = if self.or { Pattern::Either(routes) } else { Pattern::Both(routes) };
        Question { pattern, ask: Ask::DistinctPairs }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Fused> {
    let (start, end) = (pen.spot(), pen.spot());
    let how_many = if pen.choices.chance(80) { 2 } else { 3 };
    let routes = (0..how_many).map(|_| pen.route(start.clone(), end.clone())).collect();
    Some(Fused { routes, or: pen.choices.chance(50) })
}

fn state(fused: &Fused, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let whole = asking.ask(&fused.question())?;
    let pairs = |route: &Route| Question { pattern: route.clone().into(), ask: Ask::DistinctPairs };
    let parts = fused.routes.iter().map(|route| asking.ask(&pairs(route))).collect::<Result<Vec<_>, _>>()?;
    let join = if fused.or { Term::Plus } else { Term::Intersection };
    let together = parts.into_iter().reduce(|left, right| join(Box::new(left), Box::new(right)));
    let together = together.ok_or_else(|| unmet("there is no pattern"))?;
    asking.holds(Term::Distinct(Box::new(together)), Holds::BagEqual, whole);
    Ok(())
}

fn plainer(fused: &Fused) -> Vec<Fused> {
    let mut plainer = Vec::new();
    for index in 0..fused.routes.len() {
        if fused.routes.len() > 2 {
            let mut without = fused.clone();
            without.routes.remove(index);
            plainer.push(without);
        }
        for route in plain::routes(&fused.routes[index]) {
            let mut other = fused.clone();
            other.routes[index] = route;
            plainer.push(other);
        }
    }
    // Their ends stay the same for all.
    plainer.retain(|fused| {
        let first = &fused.routes[0];
        fused.routes.iter().all(|route| route.start == first.start && route.end() == first.end())
    });
    plainer.extend(ends(fused));
    plainer
}

/// With plainer ends of all routes.
fn ends(fused: &Fused) -> Vec<Fused> {
    let Some(first) = fused.routes.first() else { return Vec::new() };
    let with = |change: &dyn Fn(&mut Route)| {
        let mut other = fused.clone();
        other.routes.iter_mut().for_each(change);
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
