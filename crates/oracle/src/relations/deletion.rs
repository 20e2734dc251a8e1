//! `deletion`: what is deleted is not found any more, and what is left of the ways is no more than there was.
//!
//! * *vertices*: the vertices of a condition are deleted with their edges: none is counted;
//! * *edges*: the edges between two spots are deleted: no pair of them is joined by such an edge, and no other pair is lost;
//! * *some*: vertices are deleted, and of other ways none is added.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Change, Hop, Question, Route, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, number_of, plain, unmet};
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
    Some { spot: Spot, route: Route },
}

impl Deleted {
    fn question(&self) -> Question {
        match self {
            Deleted::Vertices { spot } => number_of(spot),
            Deleted::Edges { start, hop, end } => {
                let route = Route::at(start.clone()).then(hop.clone(), end.clone());
                Question { pattern: route.into(), ask: Ask::Pairs }
            }
            Deleted::Some { route, .. } => Question { pattern: route.clone().into(), ask: Ask::Pairs },
        }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Deleted> {
    Some(match pen.choices.below(3) {
        0 => Deleted::Vertices { spot: pen.labelled() },
        1 => {
            let (start, hop, end) = (pen.spot(), pen.directed(), pen.spot());
            let hop = if pen.choices.chance(30) { pen.conditional(hop.clone()).unwrap_or(hop) } else { hop };
            Deleted::Edges { start, hop, end }
        }
        _ => {
            let (spot, start, end) = (pen.labelled(), pen.spot(), pen.spot());
            Deleted::Some { spot, route: pen.route(start, end) }
        }
    })
}

fn state(deleted: &Deleted, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let before = asking.ask(&deleted.question())?;
    match deleted {
        Deleted::Vertices { spot } => {
            asking.change(&Change::DeleteVertices(spot.clone()))?;
            let after = asking.ask(&deleted.question())?;
            asking.holds(Term::Sum(Box::new(after)), Holds::Equal, Term::Number(0));
        }
        Deleted::Edges { start, hop, end } => {
            if hop.times != Times::Once {
                return Err(unmet("one edge is deleted at a time"));
            }
            let (from, to) = (start.clone(), end.clone());
            let all = Route::at(Spot::default()).then(hop.clone(), Spot::default());
            let all = Question { pattern: all.into(), ask: Ask::Pairs };
            let others = asking.ask(&all)?;
            asking.change(&Change::DeleteEdges { from, hop: hop.clone(), to })?;
            let after = asking.ask(&deleted.question())?;
            asking.holds(Term::Count(Box::new(after)), Holds::Equal, Term::Number(0));
            let left = asking.ask(&all)?;
            asking.holds(Term::Minus(Box::new(others), Box::new(before)), Holds::BagEqual, left);
        }
        Deleted::Some { spot, .. } => {
            asking.change(&Change::DeleteVertices(spot.clone()))?;
            let after = asking.ask(&deleted.question())?;
            asking.holds(after, Holds::Subset, before);
        }
    }
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
        Deleted::Some { spot, route } => {
            let spots = plain::spots(spot).into_iter();
            let spots = spots.map(|spot| Deleted::Some { spot, route: route.clone() });
            let routes = plain::routes(route).into_iter();
            spots.chain(routes.map(|route| Deleted::Some { spot: spot.clone(), route })).collect()
        }
    }
}
