//! A change of the graph as a traversal.

use quarrel_case::phrase::{Change, Direction, Fresh, Hop, Spot, Times};

use super::{condition, filters, literal};
use crate::ast::{Argument, Step, StepName as S, Token};
use crate::build::{around, bare, inner, int, named};

/// The label of where a new edge comes from.
const SOURCE: &str = "s";

/// The traversal that makes the change.
pub(super) fn steps(change: &Change) -> Option<Vec<Step>> {
    match change {
        Change::AddVertex(fresh) => add(fresh),
        Change::AddPendant { from, kind, to } => {
            let mut steps = at(from)?;
            // All are found before the first new one, which some of them might be.
            steps.extend([named(S::As, [SOURCE]), bare(S::Barrier)]);
            steps.extend(add(to)?);
            steps.extend(edge(kind));
            Some(steps)
        }
        Change::AddEdge { from, kind, to } => {
            let mut steps = at(from)?;
            steps.push(named(S::As, [SOURCE]));
            steps.extend(at(to)?);
            steps.extend(edge(kind));
            Some(steps)
        }
        Change::AddComponent { from, kind, to } => {
            let mut steps = add(from)?;
            steps.push(named(S::As, [SOURCE]));
            steps.extend(add(to)?);
            steps.extend(edge(kind));
            Some(steps)
        }
        Change::MergeVertex(fresh) => merge(fresh),
        Change::DeleteVertices(spot) => {
            let mut steps = at(spot)?;
            steps.push(bare(S::Drop));
            Some(steps)
        }
        Change::DeleteEdges { from, hop, to } => {
            let mut steps = edges(from, hop, to)?;
            steps.push(bare(S::Drop));
            Some(steps)
        }
        Change::DeleteEdgesIfAny { from, kind, to } => delete_if_any(from, kind, to),
        Change::Set { at: spot, key, literal } => {
            let mut steps = at(spot)?;
            let single = Argument::Token(Token::CardinalitySingle);
            steps.push(Step::new(S::Property, vec![single, Argument::string(key), value(literal)?]));
            Some(steps)
        }
        Change::SetOnEdges { from, hop, to, key, literal } => {
            let mut steps = edges(from, hop, to)?;
            // All are found before the first is written.
            steps.push(bare(S::Barrier));
            steps.push(Step::new(S::Property, vec![Argument::string(key), value(literal)?]));
            Some(steps)
        }
        Change::RenameKey { at: spot, key, to } => rename(spot, key, to),
        // A vertex keeps its label; graphs have no names; whether a failed traversal is undone is the graph's business.
        Change::SetLabel { .. } | Change::RemoveLabel { .. } => None,
        Change::AddApart(_) | Change::DropApart | Change::AddUndone(_) | Change::DeleteUnseen(_) => None,
        Change::MergePendant { .. } | Change::DeleteEnds(_) => None,
    }
}

/// The vertices of a spot.
fn at(spot: &Spot) -> Option<Vec<Step>> {
    let mut steps = vec![bare(S::V)];
    steps.extend(filters(spot)?);
    Some(steps)
}

/// A new vertex.
fn add(fresh: &Fresh) -> Option<Vec<Step>> {
    let mut steps = vec![named(S::AddV, [fresh.label.as_str()])];
    for (key, literal) in &fresh.properties {
        steps.push(Step::new(S::Property, vec![Argument::string(key), value(literal)?]));
    }
    Some(steps)
}

/// A vertex for two traversers: the second one finds what the first one has made.
fn merge(fresh: &Fresh) -> Option<Vec<Step>> {
    let mut map = vec![(Argument::Token(Token::TLabel), Argument::string(&fresh.label))];
    for (key, literal) in &fresh.properties {
        map.push((Argument::string(key), value(literal)?));
    }
    let two = Step::new(S::Inject, vec![int(0), int(1)]);
    Some(vec![two, Step::new(S::MergeV, vec![Argument::Map(map)])])
}

/// What a property may have as its value.
fn value(text: &str) -> Option<Argument> {
    literal(text).filter(|value| matches!(value, Argument::Literal(_) | Argument::List(_)))
}

/// An edge from the source to where the traverser is.
fn edge(kind: &str) -> [Step; 2] {
    [named(S::AddE, [kind]), named(S::From, [SOURCE])]
}

/// The edges of one hop, each once.
fn edges(from: &Spot, hop: &Hop, to: &Spot) -> Option<Vec<Step>> {
    let mut steps = at(from)?;
    steps.extend(edges_from_here(hop, to)?);
    // Either way an edge is found from both its ends.
    if hop.direction == Direction::Both {
        steps.push(bare(S::Dedup));
    }
    Some(steps)
}

/// From a vertex to the edges of one hop.
fn edges_from_here(hop: &Hop, to: &Spot) -> Option<Vec<Step>> {
    if hop.times != Times::Once {
        return None;
    }
    let (edges, end) = match hop.direction {
        Direction::Out => (S::OutE, S::InV),
        Direction::In => (S::InE, S::OutV),
        Direction::Both => (S::BothE, S::OtherV),
    };
    let mut steps = vec![named(edges, hop.kinds.iter().map(String::as_str))];
    steps.extend(hop.condition.iter().map(condition).collect::<Option<Vec<_>>>()?);
    let ends = filters(to)?;
    if !ends.is_empty() {
        steps.push(around(S::Where, [vec![bare(end)], ends].concat()));
    }
    Some(steps)
}

/// Beside the way of the traverser, which goes on where there is no edge.
fn delete_if_any(from: &Spot, kind: &str, to: &Spot) -> Option<Vec<Step>> {
    let mut steps = at(from)?;
    let mut dropped = edges_from_here(&Hop::once(Direction::Out, kind), to)?;
    dropped.push(bare(S::Drop));
    steps.push(around(S::SideEffect, dropped));
    Some(steps)
}

/// Where the key is missing the value that is taken from it would be missing too, so that it is asked for first.
fn rename(spot: &Spot, key: &str, to: &str) -> Option<Vec<Step>> {
    let mut steps = at(spot)?;
    let single = Argument::Token(Token::CardinalitySingle);
    let value = inner(vec![named(S::Values, [key])]);
    steps.extend([
        named(S::Has, [key]),
        Step::new(S::Property, vec![single, Argument::string(to), value]),
        named(S::Properties, [key]),
        bare(S::Drop),
    ]);
    Some(steps)
}
