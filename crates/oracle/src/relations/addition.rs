//! `addition`: what is added to the graph is found, and nothing else changes.
//!
//! * *vertex*: a copy of a vertex that satisfies a condition makes one more of them;
//! * *edge*: an edge between two vertices that no way joins makes one pair of them, where there was none;
//! * *pendant*: a new vertex behind b, joined to it alone, is reached by as many ways as b is.
//!
//! The published law that a ring at b doubles the ways to it is wrong: each way gains as many as it has visits at b.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{
    Ask, Change, Condition, Direction, Fresh, Hop, Question, Route, Spot, Test, Times,
};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::{Vertex, is_twin};
use super::{ABOUT, Asking, Relation, number_of, plain, unmet};
use crate::{About, Unfit};

pub(crate) static ADDITION: Relation<Added> = Relation {
    about: About {
        name: "addition",
        checks: "a vertex that is added is counted, an edge that is added joins its ends, and a vertex added behind \
                 another one is reached by as many ways",
        source: "GAMERA, section 4.3 (data addition), corrected",
        preconditions: "the graph is put back afterwards",
        cost: 3,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Added::question,
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Added {
    Vertex { spot: Spot, fresh: Fresh },
    Edge { start: Spot, hop: Hop, end: Spot },
    Pendant { start: Spot, hop: Hop, end: Spot, kind: String, fresh: Fresh },
}

impl Added {
    fn question(&self) -> Question {
        match self {
            Added::Vertex { spot, .. } => number_of(spot),
            Added::Edge { start, hop, end } => pairs(start, hop, end, Ask::DistinctPairs),
            Added::Pendant { start, hop, end, .. } => pairs(start, hop, end, Ask::Count),
        }
    }
}

fn pairs(start: &Spot, hop: &Hop, end: &Spot, ask: Ask) -> Question {
    Question { pattern: Route::at(start.clone()).then(hop.clone(), end.clone()).into(), ask }
}

fn draw(pen: &mut Pen<'_>) -> Option<Added> {
    match pen.choices.below(3) {
        0 => {
            let (spot, fresh) = copied(pen)?;
            Some(Added::Vertex { spot, fresh })
        }
        1 => {
            let kind = pen.choices.pick(&pen.terrain.edges)?.kind.clone();
            let hop = Hop::once(Direction::Out, kind).times(Times::UpTo(pen.choices.between(1, 3)));
            let singles = pen.singles();
            let apart =
                |from: usize, to: usize| from != to && pen.terrain.distances(from, &hop, None)[to].is_none();
            let pairs = singles.iter().flat_map(|from| singles.iter().map(move |to| (from, to)));
            let (start, end) = pairs.rev().find(|(from, to)| apart(from.0, to.0))?;
            Some(Added::Edge { start: start.1.clone(), hop: hop.clone(), end: end.1.clone() })
        }
        _ => {
            let (_, fresh) = copied(pen)?;
            let kind = pen.choices.pick(&pen.terrain.edges)?.kind.clone();
            let hop = pen.directed().times(Times::UpTo(pen.choices.between(1, 3)));
            let (_, end) = pen.singles().first()?.clone();
            let fresh = Fresh { label: pen.fresh_name(&fresh.label), ..fresh };
            Some(Added::Pendant { start: pen.spot(), hop, end, kind, fresh })
        }
    }
}

/// A vertex to copy, and a spot of which it is one: its label and perhaps one of its properties.
fn copied(pen: &mut Pen<'_>) -> Option<(Spot, Fresh)> {
    let labelled: Vec<&Vertex> =
        pen.terrain.vertices.iter().filter(|vertex| vertex.labels.len() == 1).collect();
    let vertex = *pen.choices.pick(&labelled)?;
    let label = vertex.labels[0].clone();
    let property = pen.choices.pick(&vertex.properties).filter(|_| pen.choices.chance(60));
    let mut fresh = vertex.copied(&label);
    let condition = property.map(|property| {
        // Of a key's several values the copy has the one that is asked for.
        fresh.properties.retain(|(known, _)| *known != property.key);
        fresh.properties.push((property.key.clone(), property.literal.clone()));
        Condition { literal: pen.said(property).clone(), ..Vertex::equal(property) }
    });
    let spot = Spot { label: Some(label), conditions: condition.into_iter().collect() };
    Some((spot, fresh))
}

fn state(added: &Added, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let sum = |term| Box::new(Term::Sum(Box::new(term)));
    match added {
        Added::Vertex { spot, fresh } => {
            if !satisfies(fresh, spot, asking.any_is_a_vertex()) {
                return Err(unmet("the new vertex does not satisfy the condition"));
            }
            let before = asking.ask(&added.question())?;
            asking.change(&Change::AddVertex(fresh.clone()))?;
            let after = asking.ask(&added.question())?;
            asking.holds(Term::Add(sum(before), Box::new(Term::Number(1))), Holds::Equal, *sum(after));
        }
        Added::Edge { start, hop, end } => {
            alone(start, asking)?;
            alone(end, asking)?;
            let [kind] = hop.kinds.as_slice() else { return Err(unmet("the edge has no kind")) };
            if hop.condition.is_some() || hop.direction != Direction::Out || least(hop.times) != Some(1) {
                return Err(unmet("one edge is no such way"));
            }
            let before = asking.ask(&added.question())?;
            if asking.answered_rows() != Some(0) {
                return Err(unmet("a way is there already"));
            }
            let (from, to) = (start.clone(), end.clone());
            asking.change(&Change::AddEdge { from, kind: kind.clone(), to })?;
            let after = asking.ask(&added.question())?;
            let count = |term| Term::Count(Box::new(term));
            asking.holds(count(before), Holds::Equal, Term::Number(0));
            asking.holds(count(after), Holds::Equal, Term::Number(1));
        }
        Added::Pendant { start, end, kind, fresh, .. } => {
            alone(end, asking)?;
            if asking.terrain.has_name(&fresh.label) {
                return Err(unmet("the label is not new"));
            }
            let before = asking.ask(&added.question())?;
            let (from, to) = (end.clone(), fresh.clone());
            asking.change(&Change::AddPendant { from, kind: kind.clone(), to })?;
            let after = asking.ask(&behind(added, start, kind, &fresh.label))?;
            asking.holds(before, Holds::BagEqual, after);
        }
    }
    Ok(())
}

/// The ways to the vertex behind the end.
fn behind(added: &Added, start: &Spot, kind: &str, label: &str) -> Question {
    let mut question = added.question();
    if let quarrel_case::phrase::Pattern::Route(route) = &mut question.pattern {
        let new = Spot { label: Some(label.to_owned()), conditions: Vec::new() };
        let start = Route { start: start.clone(), ..route.clone() };
        *route = start.then(Hop::once(Direction::Out, kind), new);
    }
    question
}

/// The fewest edges of a way that may have one edge.
fn least(times: Times) -> Option<usize> {
    match times {
        Times::Once | Times::Exactly(1) | Times::UpTo(_) | Times::Any => Some(1),
        _ => None,
    }
}

fn alone(spot: &Spot, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let one = number_of(spot);
    if asking.known(&one)? == Some(1) { Ok(()) } else { Err(unmet("a vertex does not stand alone")) }
}

/// Whether a new vertex is one of a spot: it has the very literals, or in a property graph the same numbers. (In RDF
/// numbers that are equal may be two terms.)
fn satisfies(fresh: &Fresh, spot: &Spot, by_value: bool) -> bool {
    let has = |condition: &Condition| {
        let twin = |literal: &String| by_value && is_twin(literal, &condition.literal);
        let equal = |literal: &String| *literal == condition.literal || twin(literal);
        !matches!(condition.test, Test::Less | Test::Greater)
            && fresh.properties.iter().any(|(key, literal)| *key == condition.key && equal(literal))
    };
    spot.label.as_ref().is_none_or(|label| *label == fresh.label) && spot.conditions.iter().all(has)
}

fn plainer(added: &Added) -> Vec<Added> {
    match added {
        Added::Vertex { spot, fresh } => {
            let spots = plain::spots(spot).into_iter().filter(|spot| spot.label.is_some());
            let spots = spots.map(|spot| Added::Vertex { spot, fresh: fresh.clone() });
            let bare =
                plain::fresh(fresh).into_iter().map(|fresh| Added::Vertex { spot: spot.clone(), fresh });
            spots.chain(bare).collect()
        }
        Added::Edge { start, hop, end } => {
            let with = |hop: Hop| Added::Edge { start: start.clone(), hop, end: end.clone() };
            let hops = plain::hops(hop).into_iter().filter(|hop| hop.kinds.len() == 1).map(with);
            let starts = plain::spots(start).into_iter();
            let starts = starts.map(|start| Added::Edge { start, hop: hop.clone(), end: end.clone() });
            let ends = plain::spots(end).into_iter();
            let ends = ends.map(|end| Added::Edge { start: start.clone(), hop: hop.clone(), end });
            hops.chain(starts).chain(ends).collect()
        }
        Added::Pendant { start, hop, end, kind, fresh } => {
            let with = |start: &Spot, hop: &Hop, end: &Spot, fresh: &Fresh| Added::Pendant {
                start: start.clone(),
                hop: hop.clone(),
                end: end.clone(),
                kind: kind.clone(),
                fresh: fresh.clone(),
            };
            let hops = plain::hops(hop).into_iter().map(|hop| with(start, &hop, end, fresh));
            let starts = plain::spots(start).into_iter().map(|start| with(&start, hop, end, fresh));
            let ends = plain::spots(end).into_iter().map(|end| with(start, hop, &end, fresh));
            let bare = plain::fresh(fresh).into_iter().map(|fresh| with(start, hop, end, &fresh));
            hops.chain(starts).chain(ends).chain(bare).collect()
        }
    }
}
