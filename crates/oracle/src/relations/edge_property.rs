//! `edge-property`: spouses, descendants and neighbours over edges that are chosen by their properties, the same for all
//! edges (homogeneous) or one for each (heterogeneous).

use quarrel_case::phrase::{Hop, Question, Route, Times};

use super::pen::Pen;
use super::{ABOUT, Relation, mirror, plain};
use crate::About;

pub(crate) static EDGE_PROPERTY: Relation<Question> = Relation {
    about: About {
        name: "edge-property",
        checks: "spouses, descendants and k-hop neighbours over edges with certain properties are the same from either end",
        source: "GAMERA, section 4.1.1 (edge property: homogeneous and heterogeneous edges)",
        preconditions: "edges have properties",
        ..ABOUT
    },
    property_graphs_only: true,
    draw,
    question: Question::clone,
    state: mirror::state,
    plainer: plain::questions,
};

fn draw(pen: &mut Pen<'_>) -> Option<Question> {
    let hop = pen.directed();
    let hop = pen.conditional(hop)?;
    let route = match pen.choices.below(3) {
        0 => spouses(pen, hop),
        1 => {
            let times = if pen.choices.chance(80) { Times::UpTo } else { Times::NoneTo };
            let hop = hop.times(times(pen.choices.between(2, 3)));
            let (start, end) = (pen.spot(), pen.spot());
            Route::at(start).then(hop, end)
        }
        _ => neighbours(pen, hop),
    };
    Some(mirror::question(pen, route))
}

fn spouses(pen: &mut Pen<'_>, hop: Hop) -> Route {
    let other = other(pen, &hop);
    let (start, child, end) = (pen.spot(), pen.spot(), pen.spot());
    Route::at(start).then(hop, child).then(other.reversed(), end)
}

fn neighbours(pen: &mut Pen<'_>, hop: Hop) -> Route {
    if pen.choices.chance(50) {
        let hop = hop.times(Times::Exactly(pen.choices.between(2, 3)));
        let (start, end) = (pen.spot(), pen.spot());
        return Route::at(start).then(hop, end);
    }
    let other = other(pen, &hop);
    let (start, inner, end) = (pen.spot(), pen.spot(), pen.spot());
    Route::at(start).then(hop, inner).then(other, end)
}

/// The same edges again, or others.
fn other(pen: &mut Pen<'_>, hop: &Hop) -> Hop {
    if pen.choices.chance(50) {
        return hop.clone();
    }
    let other = pen.directed();
    pen.conditional(other).unwrap_or_else(|| hop.clone())
}
