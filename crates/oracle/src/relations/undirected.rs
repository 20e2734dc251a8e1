//! `undirected`: edges taken either way are the edges along their direction and those against it.
//!
//! An edge from a vertex to itself is taken once in Cypher and by each engine as it likes in Gremlin: there must be none.
//! In RDF a triple is met once in each direction.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Direction, Hop, Question, Route, Spot};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, plain, unmet};
use crate::{About, Unfit};

pub(crate) static UNDIRECTED: Relation<Either> = Relation {
    about: About {
        name: "undirected",
        checks: "the pairs joined by an edge either way are those joined along it and those joined against it, together",
        source: "openCypher, Match2 and Match3 (undirected relationships); TinkerPop, the both step",
        preconditions: "no edge joins a vertex to itself",
        cost: 3,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: |either| either.question(Direction::Both),
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Either {
    start: Spot,
    hop: Hop,
    end: Spot,
}

impl Either {
    fn question(&self, direction: Direction) -> Question {
        let hop = Hop { direction, ..self.hop.clone() };
        Question {
            pattern: Route::at(self.start.clone()).then(hop, self.end.clone()).into(),
            ask: Ask::Pairs,
        }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Either> {
    let (start, hop, end) = (pen.spot(), pen.directed(), pen.spot());
    let hop = if pen.terrain.has_loop(&hop) { without_loops(pen)? } else { hop };
    let hop = if pen.choices.chance(30) { pen.conditional(hop.clone()).unwrap_or(hop) } else { hop };
    Some(Either { start, hop, end })
}

/// An edge of a kind of which none joins a vertex to itself.
fn without_loops(pen: &mut Pen<'_>) -> Option<Hop> {
    let hops = pen.terrain.edges.iter().map(|edge| Hop::once(Direction::Out, edge.kind.clone()));
    let hops: Vec<Hop> = hops.filter(|hop| !pen.terrain.has_loop(hop)).collect();
    pen.choices.pick(&hops).cloned()
}

fn state(either: &Either, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    if asking.terrain.has_loop(&either.hop) {
        return Err(unmet("an edge joins a vertex to itself"));
    }
    let both = asking.ask(&either.question(Direction::Both))?;
    let along = asking.ask(&either.question(Direction::Out))?;
    let against = asking.ask(&either.question(Direction::In))?;
    asking.holds(Term::Plus(Box::new(along), Box::new(against)), Holds::BagEqual, both);
    Ok(())
}

fn plainer(either: &Either) -> Vec<Either> {
    let starts = plain::spots(&either.start).into_iter().map(|start| Either { start, ..either.clone() });
    let hops = plain::hops(&either.hop).into_iter().map(|hop| Either { hop, ..either.clone() });
    let ends = plain::spots(&either.end).into_iter().map(|end| Either { end, ..either.clone() });
    starts.chain(hops).chain(ends).collect()
}
