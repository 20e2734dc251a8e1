//! Ways between two vertices that come and go: what is added and what is deleted is not one edge but whole ways.
//!
//! * A way is *laid* over new vertices between two that none joins: then there is one, of its length. No shorter one can
//!   use a new vertex, and a longer one would have to go round elsewhere first.
//! * Ways are *cut*: edges are deleted that every way between the two must take. Then none is found, and of all edges
//!   none is lost but those. Which edges do is known from the graph; the reference sees to it that none is forgotten, so
//!   that reduction may take any of them away.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Change, Direction, Fresh, Hop, Question, Route, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{Asking, alone, plain, unmet};
use crate::Unfit;

/// The most statements by which ways are cut.
const MOST: usize = 4;

/// What is asked of the ways of a hop between two spots.
pub(super) fn between(start: &Spot, hop: &Hop, end: &Spot, ask: Ask) -> Question {
    Question { pattern: Route::at(start.clone()).then(hop.clone(), end.clone()).into(), ask }
}

/// Two vertices that stand alone and that no way of the hop joins.
pub(super) fn apart(pen: &mut Pen<'_>, hop: &Hop) -> Option<(Spot, Spot)> {
    let singles = pen.singles();
    let apart = |from: usize, to: usize| from != to && pen.terrain.distances(from, hop, None)[to].is_none();
    let pairs = singles.iter().flat_map(|from| singles.iter().map(move |to| (from, to)));
    let (start, end) = pairs.rev().find(|(from, to)| apart(from.0, to.0))?;
    Some((start.1.clone(), end.1.clone()))
}

/// A way that is laid between two vertices.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Laid {
    start: Spot,
    /// The label of all its edges.
    kind: String,
    /// The labels of the new vertices on it.
    over: Vec<String>,
    end: Spot,
}

impl Laid {
    pub(super) fn drawn(pen: &mut Pen<'_>) -> Option<Self> {
        let kind = pen.kind();
        let (start, end) = apart(pen, &Hop::once(Direction::Out, kind.clone()))?;
        let first = pen.fresh_name("P");
        let second = pen.fresh_name(&format!("{first}x"));
        let over = if pen.choices.chance(50) { vec![first] } else { vec![first, second] };
        Some(Self { start, kind, over, end })
    }

    /// Whether there is a way of up to its length.
    pub(super) fn question(&self) -> Question {
        between(&self.start, &self.hop(Times::UpTo(self.length())), &self.end, Ask::DistinctPairs)
    }

    fn length(&self) -> usize {
        self.over.len() + 1
    }

    fn hop(&self, times: Times) -> Hop {
        Hop::once(Direction::Out, self.kind.clone()).times(times)
    }

    /// Vertex by vertex, and the last edge.
    fn changes(&self) -> Vec<Change> {
        let mut from = self.start.clone();
        let mut changes = Vec::new();
        for label in &self.over {
            changes.push(Change::AddPendant { from, kind: self.kind.clone(), to: Fresh::of(label) });
            from = Spot { label: Some(label.clone()), conditions: Vec::new() };
        }
        changes.push(Change::AddEdge { from, kind: self.kind.clone(), to: self.end.clone() });
        changes
    }

    pub(super) fn state(&self, asking: &mut Asking<'_>) -> Result<(), Unfit> {
        alone(&self.start, asking)?;
        alone(&self.end, asking)?;
        let mut names = self.over.iter().enumerate();
        if names.any(|(place, name)| asking.terrain.has_name(name) || self.over[..place].contains(name)) {
            return Err(unmet("the label is not new"));
        }
        let before = asking.ask(&self.question())?;
        if asking.answered_rows() != Some(0) {
            return Err(unmet("a way is there already"));
        }
        for change in self.changes() {
            asking.change(&change)?;
        }
        let after = asking.ask(&self.question())?;
        let exactly = self.hop(Times::Exactly(self.length()));
        let ways = asking.ask(&between(&self.start, &exactly, &self.end, Ask::Count))?;
        let count = |term| Term::Count(Box::new(term));
        asking.holds(count(before), Holds::Equal, Term::Number(0));
        asking.holds(count(after), Holds::Equal, Term::Number(1));
        asking.holds(Term::Sum(Box::new(ways)), Holds::Equal, Term::Number(1));
        Ok(())
    }

    pub(super) fn plainer(&self) -> Vec<Self> {
        let shorter = (self.over.len() > 1).then(|| Self { over: self.over[1..].to_vec(), ..self.clone() });
        let starts = plain::spots(&self.start).into_iter().map(|start| Self { start, ..self.clone() });
        let ends = plain::spots(&self.end).into_iter().map(|end| Self { end, ..self.clone() });
        shorter.into_iter().chain(starts).chain(ends).collect()
    }
}

/// Ways that are cut between two vertices.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cut {
    start: Spot,
    /// What the ways are made of, and how long they may be.
    hop: Hop,
    end: Spot,
    /// Between which spots the edges of the hop are deleted.
    edges: Vec<(Spot, Spot)>,
}

impl Cut {
    pub(super) fn drawn(pen: &mut Pen<'_>) -> Option<Self> {
        let hop = pen.directed();
        let hop = if pen.choices.chance(20) { pen.conditional(hop.clone()).unwrap_or(hop) } else { hop };
        let hop = pen.repeated(hop);
        let singles = pen.singles();
        let far = |from: usize, to: usize| pen.terrain.distances(from, &hop, None)[to].unwrap_or(0);
        let pairs = singles.iter().flat_map(|from| singles.iter().map(move |to| (from, to)));
        let mut joined: Vec<_> = pairs.filter(|(from, to)| far(from.0, to.0) > 0).collect();
        pen.choices.shuffle(&mut joined);
        // What is far is joined by ways over others.
        joined.truncate(4);
        let (from, to) = joined.into_iter().max_by_key(|(from, to)| far(from.0, to.0))?;
        let (start, end) = (from.1.clone(), to.1.clone());
        let edges = match pen.choices.below(4) {
            0 => vec![(start.clone(), Spot::default())],
            1 => vec![(Spot::default(), end.clone())],
            _ => level(pen, from.0, to.0, &hop)?,
        };
        Some(Self { start, hop, end, edges })
    }

    pub(super) fn question(&self) -> Question {
        between(&self.start, &self.hop, &self.end, Ask::DistinctPairs)
    }

    pub(super) fn state(&self, asking: &mut Asking<'_>) -> Result<(), Unfit> {
        if self.hop.direction == Direction::Both {
            return Err(unmet("an edge is found from both its ends"));
        }
        let once = self.hop.clone().times(Times::Once);
        let all = between(&Spot::default(), &once, &Spot::default(), Ask::Pairs);
        asking.ask(&self.question())?;
        let mut kept = asking.ask(&all)?;
        for (from, to) in &self.edges {
            // Asked when those before are gone: what two of them find counts once.
            let gone = asking.ask(&between(from, &once, to, Ask::Pairs))?;
            kept = Term::Minus(Box::new(kept), Box::new(gone));
            let (from, to) = (from.clone(), to.clone());
            asking.change(&Change::DeleteEdges { from, hop: once.clone(), to })?;
        }
        let after = asking.ask(&self.question())?;
        if asking.answered_rows() != Some(0) {
            return Err(unmet("a way is left"));
        }
        let left = asking.ask(&all)?;
        asking.holds(Term::Count(Box::new(after)), Holds::Equal, Term::Number(0));
        asking.holds(kept, Holds::BagEqual, left);
        Ok(())
    }

    pub(super) fn plainer(&self) -> Vec<Self> {
        let without = |index: usize| {
            let mut other = self.clone();
            other.edges.remove(index);
            other
        };
        let fewer = (0..self.edges.len()).filter(|_| self.edges.len() > 1).map(without);
        let hops = plain::hops(&self.hop).into_iter().map(|hop| Self { hop, ..self.clone() });
        let starts = plain::spots(&self.start).into_iter().map(|start| Self { start, ..self.clone() });
        let ends = plain::spots(&self.end).into_iter().map(|end| Self { end, ..self.clone() });
        fewer.chain(hops).chain(starts).chain(ends).collect()
    }
}

/// The edges that leave the vertices nearer than some distance: a way to a vertex that is as far must take one.
fn level(pen: &mut Pen<'_>, from: usize, to: usize, hop: &Hop) -> Option<Vec<(Spot, Spot)>> {
    let terrain = pen.terrain;
    let distances = terrain.distances(from, hop, None);
    let level = pen.choices.between(1, distances[to]?.max(1));
    let is_near = |vertex: usize| distances[vertex].is_some_and(|distance| distance < level);
    let mut edges = Vec::new();
    for edge in terrain.edges.iter().filter(|edge| super::terrain::Terrain::takes(hop, edge)) {
        let ends = (edge.source, edge.target);
        if is_near(ends.0) && !is_near(ends.1) && !edges.contains(&ends) {
            edges.push(ends);
        }
    }
    if edges.len() > MOST {
        return None;
    }
    edges.into_iter().map(|(source, target)| Some((pen.single(source)?, pen.single(target)?))).collect()
}
