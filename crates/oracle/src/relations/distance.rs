//! `distance`: b is at distance k from a exactly when a is from b against the edges, and when a way of k edges leads there
//! and none of fewer does.
//!
//! This is how GAMERA defines k-hop neighbours. The shortest way takes no edge twice, so it holds for trails as for walks.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Hop, Pattern, Question, Route, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, plain};
use crate::{About, Unfit};

pub(crate) static DISTANCE: Relation<Ring> = Relation {
    about: About {
        name: "distance",
        checks: "b is k edges and no fewer from a exactly when a is from b against them, and is among the ends of k edges \
                 but not of fewer",
        source: "GAMERA, section 4.1.1 (k-hop neighbours, as it defines them)",
        preconditions: "k is at least 2",
        cost: 4,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: |ring| ring.question(false),
    state,
    plainer,
};

/// What is around the vertices of a spot.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Ring {
    start: Spot,
    hop: Hop,
    end: Spot,
    k: usize,
    /// The vertex itself counts as nearer, at distance 0: k edges may lead back to it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    itself: bool,
}

impl Ring {
    /// Fewer edges than k.
    fn nearer(&self) -> Times {
        if self.itself { Times::NoneTo(self.k - 1) } else { Times::UpTo(self.k - 1) }
    }

    fn route(&self, times: Times) -> Route {
        Route::at(self.start.clone()).then(self.hop.clone().times(times), self.end.clone())
    }

    fn question(&self, mirrored: bool) -> Question {
        let told = |route: Route| if mirrored { route.mirrored() } else { route };
        let (at, nearer) = (self.route(Times::Exactly(self.k)), self.route(self.nearer()));
        Question { pattern: Pattern::ButNot(told(at), told(nearer)), ask: Ask::DistinctPairs }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Ring> {
    let (start, hop, end) = (pen.spot(), pen.hop(), pen.spot());
    let itself = pen.choices.chance(35);
    Some(Ring { start, hop, end, k: pen.choices.between(2, 3), itself })
}

fn state(ring: &Ring, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let pairs = |times| Question { pattern: ring.route(times).into(), ask: Ask::DistinctPairs };
    let told = asking.ask(&ring.question(false))?;
    let mirrored = asking.ask(&ring.question(true))?;
    let at = asking.ask(&pairs(Times::Exactly(ring.k)))?;
    let nearer = asking.ask(&pairs(ring.nearer()))?;
    asking.holds(mirrored, Holds::BagEqual, told.clone());
    asking.holds(Term::Minus(Box::new(at), Box::new(nearer)), Holds::BagEqual, told);
    Ok(())
}

fn plainer(ring: &Ring) -> Vec<Ring> {
    let fewer = (ring.k > 2).then(|| Ring { k: ring.k - 1, ..ring.clone() });
    let starts = plain::spots(&ring.start).into_iter().map(|start| Ring { start, ..ring.clone() });
    let hops = plain::hops(&ring.hop).into_iter().map(|hop| Ring { hop, ..ring.clone() });
    let ends = plain::spots(&ring.end).into_iter().map(|end| Ring { end, ..ring.clone() });
    let walks = ring.itself.then(|| Ring { itself: false, ..ring.clone() });
    fewer.into_iter().chain(walks).chain(starts).chain(hops).chain(ends).collect()
}
