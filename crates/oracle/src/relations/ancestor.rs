//! `ancestor`: b is a descendant of a exactly when a is an ancestor of b.

use quarrel_case::phrase::{Question, Route, Times};

use super::pen::Pen;
use super::{ABOUT, Relation, mirror, plain};
use crate::About;

pub(crate) static ANCESTOR: Relation<Question> = Relation {
    about: About {
        name: "ancestor",
        checks: "b is a descendant of a exactly when a is an ancestor of b, by ways of one edge to a bound, or any length",
        source: "GAMERA, section 4.1.1 (node level: ancestor, descendant)",
        preconditions: "the same bounds in both; ways without a bound only where few edges are there",
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Question::clone,
    state: mirror::state,
    plainer: plain::questions,
};

fn draw(pen: &mut Pen<'_>) -> Option<Question> {
    let hop = pen.directed();
    let hop = match pen.repeated(hop) {
        exact if matches!(exact.times, Times::Exactly(_)) => exact.times(Times::UpTo(3)),
        hop => hop,
    };
    let (start, end) = (pen.spot(), pen.spot());
    Some(mirror::question(pen, Route::at(start).then(hop, end)))
}
