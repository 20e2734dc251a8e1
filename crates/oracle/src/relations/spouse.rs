//! `spouse`: if c is a spouse of a, then a is a spouse of c. Spouses have a child in common: `a → b ← c`.
//!
//! In Cypher a vertex is its own spouse only by two parallel edges, as one pattern takes no edge twice; in the other
//! languages always. The relation is symmetric in both.

use quarrel_case::phrase::{Direction, Hop, Question, Route};

use super::pen::Pen;
use super::{ABOUT, Relation, mirror, plain};
use crate::About;

pub(crate) static SPOUSE: Relation<Question> = Relation {
    about: About {
        name: "spouse",
        checks: "who has a child in common with a vertex has it as a spouse too (a → b ← c, told from either end)",
        source: "GAMERA, section 4.1.1 (node level: spouse)",
        preconditions: "the conditions on both ends are exchanged with them",
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Question::clone,
    state: mirror::state,
    plainer: plain::questions,
};

fn draw(pen: &mut Pen<'_>) -> Option<Question> {
    let to_child = Hop { direction: Direction::Out, ..pen.directed() };
    // Half of the time the two parents are joined to the child by edges of different kinds.
    let from_child = if pen.choices.chance(50) { to_child.clone() } else { pen.directed() };
    // A parent may be told to be no edge away: it is the child then.
    let (to_child, from_child) = (pen.optional(to_child), pen.optional(from_child));
    let (start, child, end) = (pen.spot(), pen.spot(), pen.spot());
    let route = Route::at(start).then(to_child, child).then(from_child.reversed(), end);
    Some(mirror::question(pen, route))
}
