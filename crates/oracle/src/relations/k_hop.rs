//! `k-hop`: the neighbours at the end of k edges, told from either end; and k edges are i edges and then the others.
//!
//! A neighbour here is the end of a way of k edges. GAMERA defines k-hop neighbours by their distance, which is another
//! relation (`distance`), and asks for these. That a way of k edges is one of i and then one of k - i holds within one
//! pattern whether it may take an edge twice or not; in two patterns it does not hold where one may not.

use quarrel_case::law::Relation as Holds;
use quarrel_case::phrase::{Ask, Question, Route, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, mirror, plain, unmet};
use crate::{About, Unfit};

pub(crate) static K_HOP: Relation<Neighbours> = Relation {
    about: About {
        name: "k-hop",
        checks: "b is at the end of k edges from a exactly when a is from b against them, and when k is taken in two parts",
        source: "GAMERA, section 4.1.1 (k-hop neighbours, as its queries ask for them)",
        preconditions: "the two parts stand in one pattern",
        cost: 3,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: |neighbours| neighbours.question.clone(),
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Neighbours {
    question: Question,
    /// How many of the edges come before the cut.
    first: usize,
}

fn draw(pen: &mut Pen<'_>) -> Option<Neighbours> {
    let edges = pen.choices.between(2, 4);
    let hop = pen.hop().times(Times::Exactly(edges));
    let (start, end) = (pen.spot(), pen.spot());
    let question = mirror::question(pen, Route::at(start).then(hop, end));
    Some(Neighbours { question, first: pen.choices.between(1, edges - 1) })
}

fn state(neighbours: &Neighbours, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let question = &neighbours.question;
    let quarrel_case::phrase::Pattern::Route(route) = &question.pattern else {
        return Err(unmet("one route is needed"));
    };
    let told = asking.ask(question)?;
    let mirrored = asking.ask(&Question { pattern: route.mirrored().into(), ..question.clone() })?;
    asking.holds(mirrored, Holds::BagEqual, told.clone());
    let parts = parts(route, neighbours.first).ok_or_else(|| unmet("there are no two parts"))?;
    let parts = asking.ask(&Question { pattern: parts.into(), ..question.clone() })?;
    asking.holds(parts, Holds::BagEqual, told);
    Ok(())
}

/// The route whose one hop is cut in two.
fn parts(route: &Route, first: usize) -> Option<Route> {
    let [leg] = route.legs.as_slice() else { return None };
    let Times::Exactly(edges) = leg.hop.times else { return None };
    let rest = edges.checked_sub(first).filter(|&rest| rest > 0 && first > 0)?;
    let part = |edges: usize| leg.hop.clone().times(Times::Exactly(edges));
    let cut = Route { legs: Vec::new(), ..route.clone() };
    Some(cut.then(part(first), Spot::default()).then(part(rest), leg.end.clone()))
}

fn plainer(neighbours: &Neighbours) -> Vec<Neighbours> {
    let fewer = (neighbours.first > 1).then(|| Neighbours { first: 1, ..neighbours.clone() });
    let questions = plain::questions(&neighbours.question).into_iter();
    let questions = questions.filter(|question| question.ask != Ask::Shortest);
    fewer.into_iter().chain(questions.map(|question| Neighbours { question, ..neighbours.clone() })).collect()
}
