//! `fusion`: pairs that two patterns join are those that one joins and the other joins; pairs that some pattern joins are
//! those of all patterns together.
//!
//! The patterns are relations and random ways, some of which must pass a vertex or must not touch one; and the pairs that a
//! way joins are those that it joins when it must touch such a vertex and those that it joins when it must not ([`transit`]).
//!
//! Each pair is asked for once: a union of patterns is a bag in one language and a set in another. Each pattern has a
//! clause of its own, so that one may take the edges that another has taken.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Pattern, Question, Route, Spot};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, compound, plain, transit, unmet};
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
    /// Two or three, with the same ends; or the one of which some ways touch a vertex and others do not.
    pub(super) routes: Vec<Route>,
    /// Or, instead of and.
    pub(super) or: bool,
    /// What is touched or avoided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) transit: Option<Spot>,
}

impl Fused {
    fn question(&self) -> Question {
        let routes = self.routes.clone();
        let pattern = match (self.routes.as_slice(), &self.transit) {
            ([route], Some(_)) => route.clone().into(),
            _ if self.or => Pattern::Either(routes),
            _ => Pattern::Both(routes),
        };
        compound::question(&pattern)
    }

    /// The patterns that together give what the whole gives.
    fn parts(&self) -> Result<Vec<Route>, Unfit> {
        match (self.routes.as_slice(), &self.transit) {
            (routes, None) => Ok(routes.to_vec()),
            ([route], Some(spot)) => {
                transit::parts(route, spot).ok_or_else(|| unmet("what is touched cannot be said"))
            }
            _ => Err(unmet("one way touches a vertex or does not")),
        }
    }

    /// Whether they give all of it.
    fn is_whole(&self) -> bool {
        self.transit.is_none() || self.routes.iter().all(transit::is_told)
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Fused> {
    if pen.choices.chance(25)
        && let Some(fused) = transit::draw(pen)
    {
        return Some(fused);
    }
    let (start, end) = (pen.spot(), pen.spot());
    let mut routes = compound::routes(pen, &start, &end);
    for route in &mut routes {
        if pen.choices.chance(20) {
            transit::keep_off(pen, route);
        }
    }
    Some(Fused { routes, or: pen.choices.chance(50), transit: None })
}

fn state(fused: &Fused, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let whole = asking.ask(&fused.question())?;
    let mut pairs = |route: Route| asking.ask(&compound::question(&route.into()));
    let parts = fused.parts()?.into_iter().map(&mut pairs).collect::<Result<Vec<_>, _>>()?;
    let join = if fused.or { Term::Plus } else { Term::Intersection };
    let together = parts.into_iter().reduce(|left, right| join(Box::new(left), Box::new(right)));
    let together = Term::Distinct(Box::new(together.ok_or_else(|| unmet("there is no pattern"))?));
    match fused.is_whole() {
        true => asking.holds(together, Holds::BagEqual, whole),
        false => asking.holds(whole, Holds::Contains, together),
    }
    Ok(())
}

fn plainer(fused: &Fused) -> Vec<Fused> {
    let routes = compound::plainer_routes(&fused.routes).into_iter();
    let mut plainer: Vec<Fused> = routes.map(|routes| Fused { routes, ..fused.clone() }).collect();
    let touched = fused.transit.iter().flat_map(plain::spots).filter(|spot| *spot != Spot::default());
    plainer.extend(touched.map(|spot| Fused { transit: Some(spot), ..fused.clone() }));
    plainer
}
