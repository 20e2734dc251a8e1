//! `deletion`: what is deleted is not found any more, and what is left of the ways is no more than there was.
//!
//! * *vertices*: the vertices of a condition are deleted with their edges: none is counted;
//! * *edges*: the edges between two spots are deleted: no pair of them is joined by such an edge, and no other pair is lost;
//! * *ways*: edges are deleted that all ways between two vertices take: there is none, and no other edge is lost
//!   ([`super::way`]);
//! * *compound*: vertices are deleted, and of what several patterns find together none is added; where they start or end
//!   at what is deleted nothing is found ([`super::compound`]);
//! * *some*: vertices are deleted, and of other ways none is added.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Change, Hop, Pattern, Question, Route, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::way::{Cut, between};
use super::{ABOUT, Asking, Relation, compound, number_of, plain, unmet};
use crate::{About, Unfit};

pub(crate) static DELETION: Relation<Deleted> = Relation {
    about: About {
        name: "deletion",
        checks: "vertices and edges that are deleted are not found any more, and no way is added by deleting",
        source: "GAMERA, section 4.3 (data deletion)",
        preconditions: "conditions on labels and properties alone; the graph is put back afterwards",
        cost: 3,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Deleted::question,
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Deleted {
    Vertices { spot: Spot },
    Edges { start: Spot, hop: Hop, end: Spot },
    Ways(Cut),
    Compound { spot: Spot, pattern: Pattern },
    Some { spot: Spot, route: Route },
}

impl Deleted {
    fn question(&self) -> Question {
        match self {
            Deleted::Vertices { spot } => number_of(spot),
            Deleted::Edges { start, hop, end } => between(start, hop, end, Ask::Pairs),
            Deleted::Ways(cut) => cut.question(),
            Deleted::Compound { pattern, .. } => compound::question(pattern),
            Deleted::Some { route, .. } => Question { pattern: route.clone().into(), ask: Ask::Pairs },
        }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Deleted> {
    Some(match pen.choices.below(5) {
        0 => Deleted::Vertices { spot: pen.labelled() },
        1 => {
            let (start, hop, end) = (pen.spot(), pen.directed(), pen.spot());
            let hop = if pen.choices.chance(30) { pen.conditional(hop.clone()).unwrap_or(hop) } else { hop };
            Deleted::Edges { start, hop, end }
        }
        2 => Deleted::Ways(Cut::drawn(pen)?),
        3 => {
            let (start, end) = (pen.spot(), pen.spot());
            let pattern = compound::drawn(pen, &start, &end);
            let spot = [start, end].into_iter().find(|end| *end != Spot::default());
            let spot = spot.filter(|_| pen.choices.chance(60));
            Deleted::Compound { spot: spot.map_or_else(|| pen.told(), Some)?, pattern }
        }
        _ => {
            let (spot, start, end) = (pen.labelled(), pen.spot(), pen.spot());
            Deleted::Some { spot, route: pen.route(start, end) }
        }
    })
}

fn state(deleted: &Deleted, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    match deleted {
        Deleted::Vertices { spot } => {
            asking.ask(&deleted.question())?;
            asking.change(&Change::DeleteVertices(spot.clone()))?;
            let after = asking.ask(&deleted.question())?;
            asking.holds(Term::Sum(Box::new(after)), Holds::Equal, Term::Number(0));
        }
        Deleted::Edges { start, hop, end } => edges(start, hop, end, asking)?,
        Deleted::Ways(cut) => cut.state(asking)?,
        Deleted::Compound { spot, pattern } => {
            let before = compound::in_larger(pattern, asking)?;
            asking.change(&Change::DeleteVertices(spot.clone()))?;
            let after = compound::in_smaller(pattern, asking)?;
            compound::grows(&after, &before, asking);
            if compound::ends(pattern).is_some_and(|(start, end)| *spot == start || *spot == end) {
                compound::counts(&after, 0, asking);
            }
        }
        Deleted::Some { spot, .. } => {
            let before = asking.ask(&deleted.question())?;
            asking.change(&Change::DeleteVertices(spot.clone()))?;
            let after = asking.ask(&deleted.question())?;
            asking.holds(after, Holds::Subset, before);
        }
    }
    Ok(())
}

fn edges(start: &Spot, hop: &Hop, end: &Spot, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    if hop.times != Times::Once {
        // Longer ways may go round the edges that join the two: those are cut by `Deleted::Ways`.
        return Err(unmet("one edge is deleted at a time"));
    }
    let all = between(&Spot::default(), hop, &Spot::default(), Ask::Pairs);
    let before = asking.ask(&between(start, hop, end, Ask::Pairs))?;
    let others = asking.ask(&all)?;
    asking.change(&Change::DeleteEdges { from: start.clone(), hop: hop.clone(), to: end.clone() })?;
    let after = asking.ask(&between(start, hop, end, Ask::Pairs))?;
    asking.holds(Term::Count(Box::new(after)), Holds::Equal, Term::Number(0));
    let left = asking.ask(&all)?;
    asking.holds(Term::Minus(Box::new(others), Box::new(before)), Holds::BagEqual, left);
    Ok(())
}

fn plainer(deleted: &Deleted) -> Vec<Deleted> {
    match deleted {
        Deleted::Vertices { spot } => {
            plain::spots(spot).into_iter().map(|spot| Deleted::Vertices { spot }).collect()
        }
        Deleted::Edges { start, hop, end } => {
            let with = |start: Spot, hop: Hop, end: Spot| Deleted::Edges { start, hop, end };
            let starts = plain::spots(start).into_iter().map(|start| with(start, hop.clone(), end.clone()));
            let hops = plain::hops(hop).into_iter().map(|hop| with(start.clone(), hop, end.clone()));
            let ends = plain::spots(end).into_iter().map(|end| with(start.clone(), hop.clone(), end));
            starts.chain(hops).chain(ends).collect()
        }
        Deleted::Ways(cut) => cut.plainer().into_iter().map(Deleted::Ways).collect(),
        Deleted::Compound { spot, pattern } => {
            let with = |pattern| Deleted::Compound { spot: spot.clone(), pattern };
            compound::plainer(pattern).into_iter().map(with).collect()
        }
        Deleted::Some { spot, route } => {
            let spots = plain::spots(spot).into_iter();
            let spots = spots.map(|spot| Deleted::Some { spot, route: route.clone() });
            let routes = plain::routes(route).into_iter();
            spots.chain(routes.map(|route| Deleted::Some { spot: spot.clone(), route })).collect()
        }
    }
}
