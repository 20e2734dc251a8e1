//! `addition`: what is added to the graph is found, and nothing else changes.
//!
//! * *vertex*: a copy of a vertex that satisfies a condition makes one more of them;
//! * *edge*: an edge between two vertices that no way joins makes one pair of them, where there was none;
//! * *path*: a way over new vertices between two that no way joins is the only one ([`super::way`]);
//! * *compound*: what several patterns find together is not lost by an edge that is added, and where each of them that
//!   is needed is the edge itself its ends are found ([`super::compound`]);
//! * *pendant*: a new vertex behind b, joined to it alone, is reached by as many ways as b is.
//!
//! The published law that a ring at b doubles the ways to it is wrong: each way gains as many as it has visits at b.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{
    Ask, Change, Condition, Direction, Fresh, Hop, Pattern, Question, Route, Spot, Test, Times,
};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::{Vertex, is_twin};
use super::way::{self, Laid, between};
use super::{ABOUT, Asking, Relation, alone, compound, is_alone, number_of, plain, unmet};
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
    Path(Laid),
    Compound { pattern: Pattern, from: Spot, kind: String, to: Spot },
    Pendant { start: Spot, hop: Hop, end: Spot, kind: String, fresh: Fresh },
}

impl Added {
    fn question(&self) -> Question {
        match self {
            Added::Vertex { spot, .. } => number_of(spot),
            Added::Edge { start, hop, end } => between(start, hop, end, Ask::DistinctPairs),
            Added::Path(laid) => laid.question(),
            Added::Compound { pattern, .. } => compound::question(pattern),
            Added::Pendant { start, hop, end, .. } => between(start, hop, end, Ask::Count),
        }
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Added> {
    match pen.choices.below(5) {
        0 => {
            let (spot, fresh) = copied(pen)?;
            Some(Added::Vertex { spot, fresh })
        }
        1 => {
            let hop = Hop::once(Direction::Out, pen.kind()).times(Times::UpTo(pen.choices.between(1, 3)));
            let (start, end) = way::apart(pen, &hop)?;
            Some(Added::Edge { start, hop, end })
        }
        2 => Laid::drawn(pen).map(Added::Path),
        3 => several(pen),
        _ => {
            let (_, fresh) = pen.copied()?;
            let kind = pen.kind();
            let hop = pen.directed().times(Times::UpTo(pen.choices.between(1, 3)));
            let (_, end) = pen.singles().first()?.clone();
            let fresh = Fresh { label: pen.fresh_name(&fresh.label), ..fresh };
            Some(Added::Pendant { start: pen.spot(), hop, end, kind, fresh })
        }
    }
}

/// A vertex to copy, and a spot of which it is one: its label, one of its properties, or both.
fn copied(pen: &mut Pen<'_>) -> Option<(Spot, Fresh)> {
    let (vertex, mut fresh) = pen.copied()?;
    let label = vertex.labels.contains(&fresh.label).then(|| fresh.label.clone());
    let property = pen.choices.pick(&vertex.properties).filter(|_| label.is_none() || pen.choices.chance(60));
    let condition = property.map(|property| {
        // Of a key's several values the copy has the one that is asked for.
        fresh.properties.retain(|(known, _)| *known != property.key);
        fresh.properties.push((property.key.clone(), property.literal.clone()));
        Condition { literal: pen.said(property).clone(), ..Vertex::equal(property) }
    });
    let spot = Spot { label, conditions: condition.into_iter().collect() };
    (spot != Spot::default()).then_some((spot, fresh))
}

/// An edge between two vertices, and a pattern about these, of which the edge is a part, or about any.
fn several(pen: &mut Pen<'_>) -> Option<Added> {
    let kind = pen.kind();
    let singles = pen.singles();
    let from = pen.choices.pick(&singles)?.1.clone();
    let to = pen.choices.pick(&singles)?.1.clone();
    let pattern = match pen.choices.chance(50) {
        true => {
            let edge = Route::at(from.clone()).then(Hop::once(Direction::Out, kind.clone()), to.clone());
            Pattern::Either(vec![pen.route(from.clone(), to.clone()), edge])
        }
        false => {
            let (start, end) = (pen.wide_spot(), pen.wide_spot());
            compound::drawn(pen, &start, &end)
        }
    };
    Some(Added::Compound { pattern, from, kind, to })
}

fn state(added: &Added, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let sum = |term| Box::new(Term::Sum(Box::new(term)));
    match added {
        Added::Vertex { spot, fresh } => {
            if *spot == Spot::default() || !satisfies(fresh, spot, asking.any_is_a_vertex()) {
                return Err(unmet("the new vertex does not satisfy the condition"));
            }
            let before = asking.ask(&added.question())?;
            asking.change(&Change::AddVertex(fresh.clone()))?;
            let after = asking.ask(&added.question())?;
            asking.holds(Term::Add(sum(before), Box::new(Term::Number(1))), Holds::Equal, *sum(after));
        }
        Added::Edge { start, hop, end } => edge(start, hop, end, asking)?,
        Added::Path(laid) => laid.state(asking)?,
        Added::Compound { pattern, from, kind, to } => {
            let is_met = is_met(pattern, from, kind, to) && is_alone(from, asking)? && is_alone(to, asking)?;
            let before = compound::in_smaller(pattern, asking)?;
            asking.change(&Change::AddEdge { from: from.clone(), kind: kind.clone(), to: to.clone() })?;
            let after = compound::in_larger(pattern, asking)?;
            compound::grows(&before, &after, asking);
            if is_met {
                compound::counts(&after, 1, asking);
            }
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

/// Between two vertices that no way joins comes an edge that is one.
fn edge(start: &Spot, hop: &Hop, end: &Spot, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    alone(start, asking)?;
    alone(end, asking)?;
    let [kind] = hop.kinds.as_slice() else { return Err(unmet("the edge has no kind")) };
    if hop.condition.is_some() || hop.direction != Direction::Out || least(hop.times) != Some(1) {
        return Err(unmet("one edge is no such way"));
    }
    let joined = between(start, hop, end, Ask::DistinctPairs);
    let before = asking.ask(&joined)?;
    if asking.answered_rows() != Some(0) {
        return Err(unmet("a way is there already"));
    }
    asking.change(&Change::AddEdge { from: start.clone(), kind: kind.clone(), to: end.clone() })?;
    let after = asking.ask(&joined)?;
    let count = |term| Term::Count(Box::new(term));
    asking.holds(count(before), Holds::Equal, Term::Number(0));
    asking.holds(count(after), Holds::Equal, Term::Number(1));
    Ok(())
}

/// The ways to the vertex behind the end.
fn behind(added: &Added, start: &Spot, kind: &str, label: &str) -> Question {
    let mut question = added.question();
    if let Pattern::Route(route) = &mut question.pattern {
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

/// Whether one of the patterns of which one is enough is an edge of the kind between the two spots.
fn is_met(pattern: &Pattern, from: &Spot, kind: &str, to: &Spot) -> bool {
    let edge = |route: &Route| {
        let [leg] = route.legs.as_slice() else { return false };
        let takes = leg.hop.kinds.is_empty() || leg.hop.kinds.iter().any(|known| known == kind);
        let is_plain = leg.hop.direction == Direction::Out && leg.hop.condition.is_none();
        takes && is_plain && least(leg.hop.times) == Some(1) && route.start == *from && leg.end == *to
    };
    matches!(pattern, Pattern::Either(routes) if routes.iter().any(edge))
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
            let spots = plain::spots(spot).into_iter().filter(|spot| *spot != Spot::default());
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
        Added::Path(laid) => laid.plainer().into_iter().map(Added::Path).collect(),
        Added::Compound { pattern, from, kind, to } => {
            let with =
                |pattern| Added::Compound { pattern, from: from.clone(), kind: kind.clone(), to: to.clone() };
            compound::plainer(pattern).into_iter().map(with).collect()
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
