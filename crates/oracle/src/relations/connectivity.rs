//! `connectivity`: if a way leads from a to b and one from b to c, one leads from a to c.
//!
//! Along the direction of the edges only: told either way, an edge and the same edge back lead from a to b to a, and no
//! way that takes no edge twice needs to lead from a to a. The bound of the conclusion is the sum of the bounds.

use quarrel_case::law::Relation as Holds;
use quarrel_case::phrase::{Ask, Direction, Hop, Leg, Question, Route, Seam, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, plain, unmet};
use crate::{About, Unfit};

pub(crate) static CONNECTIVITY: Relation<Connection> = Relation {
    about: About {
        name: "connectivity",
        checks: "where ways lead from a to b and from b to c, one leads from a to c",
        source: "GAMERA, section 4.1.2 (path level: connectivity)",
        preconditions: "ways follow the direction of the edges; the bound of the conclusion is the sum of the others'",
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Connection::whole,
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Connection {
    start: Spot,
    middle: Spot,
    end: Spot,
    hop: Hop,
    /// The bounds of the two ways; none: any length.
    bounds: Option<(usize, usize)>,
    /// Bounded ways may have no edge: each vertex leads to itself.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    itself: bool,
    /// The second way may take the first one's edges again.
    apart: bool,
    /// The two ways are told from c, where one pattern holds both: an engine may begin at another vertex then.
    #[serde(default)]
    turned: bool,
}

impl Connection {
    fn times(&self, bound: fn((usize, usize)) -> usize) -> Times {
        let times = if self.itself { Times::NoneTo } else { Times::UpTo };
        self.bounds.map_or(Times::Any, |bounds| times(bound(bounds)))
    }

    fn whole(&self) -> Question {
        let hop = self.hop.clone().times(self.times(|(first, second)| first + second));
        let route = Route::at(self.start.clone()).then(hop, self.end.clone());
        Question { pattern: route.into(), ask: Ask::DistinctPairs }
    }

    fn by_the_middle(&self) -> Question {
        let first = self.hop.clone().times(self.times(|bounds| bounds.0));
        let hop = self.hop.clone().times(self.times(|bounds| bounds.1));
        let seam = if self.apart { Seam::Apart } else { Seam::Within };
        let mut route = Route::at(self.start.clone()).then(first, self.middle.clone());
        route.legs.push(Leg { hop, end: self.end.clone(), seam });
        let route = if self.turned && !self.apart { route.mirrored() } else { route };
        Question { pattern: route.into(), ask: Ask::DistinctPairs }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Connection> {
    let hop = pen.directed();
    let any = pen.choices.chance(20) && pen.terrain.has_few(&hop);
    let bounds = (!any).then(|| (pen.choices.between(1, 2), pen.choices.between(1, 2)));
    let [apart, turned] = [[false, false], [true, false], [false, true]][pen.choices.weighted(&[20, 25, 55])];
    // What an index answers is worth telling from the other end: there it answers something else.
    let indexed = if turned { pen.indexed() } else { None };
    let (start, middle, end) = match indexed {
        Some(start) => (start, pen.wide_spot(), pen.wide_spot()),
        None => (pen.spot(), pen.spot(), pen.spot()),
    };
    let itself = bounds.is_some() && pen.choices.chance(25);
    Some(Connection { start, middle, end, hop, bounds, itself, apart, turned })
}

fn state(connection: &Connection, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    if connection.hop.direction != Direction::Out {
        return Err(unmet("the ways do not follow the edges"));
    }
    if connection.bounds.is_none() && asking.any_is_simple() {
        return Err(unmet("a way of any length does not come back to where it starts"));
    }
    if connection.bounds.is_none() && !asking.terrain.has_few(&connection.hop) {
        return Err(unmet("there are too many edges for ways of any length"));
    }
    let whole = asking.ask(&connection.whole())?;
    let by_the_middle = asking.ask(&connection.by_the_middle())?;
    asking.holds(whole, Holds::Contains, by_the_middle);
    Ok(())
}

fn plainer(connection: &Connection) -> Vec<Connection> {
    let with = || connection.clone();
    let mut plainer = Vec::new();
    if connection.bounds != Some((1, 1)) {
        plainer.push(Connection { bounds: Some((1, 1)), ..with() });
    }
    if connection.itself {
        plainer.push(Connection { itself: false, ..with() });
    }
    if connection.apart {
        plainer.push(Connection { apart: false, ..with() });
    }
    if connection.turned {
        plainer.push(Connection { turned: false, ..with() });
    }
    plainer.extend(plain::spots(&connection.start).into_iter().map(|start| Connection { start, ..with() }));
    plainer
        .extend(plain::spots(&connection.middle).into_iter().map(|middle| Connection { middle, ..with() }));
    plainer.extend(plain::spots(&connection.end).into_iter().map(|end| Connection { end, ..with() }));
    plainer.extend(plain::hops(&connection.hop).into_iter().map(|hop| Connection { hop, ..with() }));
    plainer
}
