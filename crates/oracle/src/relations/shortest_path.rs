//! `shortest-path`: without a vertex, a shortest path is not shorter; and there are fewer of them by those that went over
//! that vertex.
//!
//! The published law picks the vertex from the path that was returned. Here it is picked from the graph, which decides
//! what must come: where the vertex lies on no shortest path from a to c, nothing changes; where it lies on some but not
//! all, as many are left as there were without those over it, σ(a,c) - σ(a,x)·σ(x,c); and the length never falls.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Direction, Hop, Question, Route, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::Terrain;
use super::{ABOUT, Asking, Relation, plain, unmet};
use crate::{About, Unfit};

pub(crate) static SHORTEST_PATH: Relation<Detour> = Relation {
    about: About {
        name: "shortest-path",
        checks: "without a vertex shortest paths are not shorter, are the same where it is on none of them, and are fewer \
                 by those that went over it",
        source: "GAMERA, section 4.1.2 (path level: shortest path), with the count of shortest paths",
        preconditions: "three vertices that stand alone; the graph says on which shortest paths the vertex is",
        cost: 4,
        ..ABOUT
    },
    property_graphs_only: true,
    draw,
    question: |detour| detour.question(Ask::Shortest, None),
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Detour {
    start: Spot,
    end: Spot,
    without: Spot,
    hop: Hop,
}

impl Detour {
    fn question(&self, ask: Ask, avoiding: Option<&Spot>) -> Question {
        between(&self.start, &self.hop, &self.end, ask, avoiding)
    }
}

fn between(start: &Spot, hop: &Hop, end: &Spot, ask: Ask, avoiding: Option<&Spot>) -> Question {
    let route = Route::at(start.clone()).then(hop.clone(), end.clone());
    Question { pattern: Route { avoiding: avoiding.cloned(), ..route }.into(), ask }
}

/// Two vertices that stand alone, with their spots.
type Pair<'a> = (&'a (usize, Spot), &'a (usize, Spot));

fn draw(pen: &mut Pen<'_>) -> Option<Detour> {
    let hop = pen.hop().times(Times::Any);
    let singles = pen.singles();
    let far = |(from, to): &Pair<'_>| pen.terrain.distances(from.0, &hop, None)[to.0];
    let pairs = singles.iter().flat_map(|from| singles.iter().map(move |to| (from, to)));
    // The farther apart, the more can be between them.
    let ((from, start), (to, end)) = pairs.filter(|pair| far(pair) > Some(0)).max_by_key(far)?;
    let others: Vec<_> = singles.iter().filter(|(vertex, _)| vertex != from && vertex != to).collect();
    // One that lies on some of several shortest paths says the most.
    let lies_between = |vertex: usize| {
        let far = |from, without| pen.terrain.distances(from, &hop, without);
        let (all, onward) = (far(*from, None), far(vertex, None));
        let is_on = all[vertex].zip(onward[*to]).map(|(first, rest)| first + rest) == all[*to];
        is_on && far(*from, Some(vertex))[*to] == all[*to]
    };
    let between: Vec<_> = others.iter().filter(|(vertex, _)| lies_between(*vertex)).copied().collect();
    let (_, without) = pen.choices.pick(if between.is_empty() { &others } else { &between })?;
    Some(Detour { start: start.clone(), end: end.clone(), without: without.clone(), hop: hop.clone() })
}

fn state(detour: &Detour, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let [from, over, to] =
        three(detour, &asking.terrain).ok_or_else(|| unmet("there are not three vertices"))?;
    let distances = |terrain: &Terrain, from, without| terrain.distances(from, &detour.hop, without);
    let all = distances(&asking.terrain, from, None);
    let onward = distances(&asking.terrain, over, None);
    let left = distances(&asking.terrain, from, Some(over));
    let (Some(far), Some(detoured)) = (all[to], left[to]) else { return Err(unmet("nothing is left")) };
    let told = asking.ask(&detour.question(Ask::Shortest, None))?;
    let without = asking.ask(&detour.question(Ask::Shortest, Some(&detour.without)))?;
    let on_some = all[over].zip(onward[to]).is_some_and(|(first, rest)| first + rest == far);
    let length = |term| Box::new(Term::Columns(Box::new(term), vec!["length".to_owned()]));
    if far == detoured {
        asking.holds(told, Holds::BagEqual, without);
    } else {
        asking.holds(Term::Min(length(told)), Holds::AtMost, Term::Min(length(without)));
        return Ok(());
    }
    if on_some { fewer(detour, asking) } else { Ok(()) }
}

/// As many shortest paths are left as there were without those over the vertex.
fn fewer(detour: &Detour, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let Detour { start, end, without, hop } = detour;
    let ask = Ask::ShortestCount;
    // A language that has no words for it has asked for the length all the same.
    let Ok(all) = asking.ask(&detour.question(ask, None)) else { return Ok(()) };
    let left = asking.ask(&detour.question(ask, Some(without)))?;
    let first = asking.ask(&between(start, hop, without, ask, None))?;
    let rest = asking.ask(&between(without, hop, end, ask, None))?;
    let sum = |term| Box::new(Term::Sum(Box::new(term)));
    let over = Term::Product(sum(first), sum(rest));
    asking.holds(Term::Add(sum(left), Box::new(over)), Holds::Equal, *sum(all));
    Ok(())
}

/// The three vertices, if the spots are of one vertex each and these differ.
fn three(detour: &Detour, terrain: &Terrain) -> Option<[usize; 3]> {
    let alone = |spot: &Spot| {
        let mut of = (0..terrain.vertices.len()).filter(|&vertex| terrain.vertices[vertex].is(spot));
        let first = of.next()?;
        of.next().is_none().then_some(first)
    };
    let [from, over, to] = [alone(&detour.start)?, alone(&detour.without)?, alone(&detour.end)?];
    let differ = from != over && over != to && from != to;
    (differ && detour.hop.times == Times::Any && detour.hop.condition.is_none()).then_some([from, over, to])
}

fn plainer(detour: &Detour) -> Vec<Detour> {
    let with = || detour.clone();
    let mut plainer = Vec::new();
    if detour.hop.direction == Direction::Both {
        plainer.push(Detour { hop: Hop { direction: Direction::Out, ..detour.hop.clone() }, ..with() });
    }
    plainer.extend(plain::spots(&detour.start).into_iter().map(|start| Detour { start, ..with() }));
    plainer.extend(plain::spots(&detour.end).into_iter().map(|end| Detour { end, ..with() }));
    plainer.extend(plain::spots(&detour.without).into_iter().map(|without| Detour { without, ..with() }));
    let hops = plain::hops(&detour.hop).into_iter().filter(|hop| hop.times == Times::Any);
    plainer.extend(hops.map(|hop| Detour { hop, ..with() }));
    plainer
}
