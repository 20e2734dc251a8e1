//! `fusion`: pairs that two patterns join are those that one joins and the other joins; pairs that some pattern joins are
//! those of all patterns together.
//!
//! Each pair is asked for once: a union of patterns is a bag in one language and a set in another. Each pattern has a
//! clause of its own, so that one may take the edges that another has taken.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Pattern, Question, Route};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, compound, unmet};
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
    Some(Fused { routes: compound::routes(pen, &start, &end), or: pen.choices.chance(50) })
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
    let plainer = compound::plainer_routes(&fused.routes).into_iter();
    plainer.map(|routes| Fused { routes, ..fused.clone() }).collect()
}
