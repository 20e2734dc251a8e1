//! `shortest-path`: without a vertex, a shortest path is not shorter; and there are fewer of them by those that went over
//! that vertex.
//!
//! The published law picks the vertex from the path that was returned. Here it is picked from the graph, which decides
//! what must come: where the vertex lies on no shortest path from a to c, nothing changes; where it lies on some but not
//! all, as many are left as there were without those over it, σ(a,c) - σ(a,x)·σ(x,c); where it lies on all, they are
//! those over it, σ(a,x)·σ(x,c), and what is left is longer, or nothing. The second case says the most, so that edges
//! and vertices are looked for of which it is true.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Direction, Hop, Question, Route, Spot, Times};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::Terrain;
use super::{ABOUT, Asking, Relation, alone, plain, unmet};
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

/// On which of the shortest paths between two vertices a third one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum On {
    None,
    All,
    Some,
}

/// The shortest paths between some vertices, by the edges that a hop can take.
struct Shortest<'a> {
    terrain: &'a Terrain,
    hop: &'a Hop,
}

impl Shortest<'_> {
    /// How far each vertex is from one, with the number of shortest paths that lead there; parallel edges make several.
    fn from(&self, from: usize) -> Vec<Option<(usize, u64)>> {
        let distances = self.terrain.distances(from, self.hop, None);
        let mut order: Vec<(usize, usize)> = Vec::new();
        order.extend(
            distances.iter().enumerate().filter_map(|(vertex, distance)| distance.map(|far| (far, vertex))),
        );
        order.sort_unstable();
        let mut numbers = vec![0_u64; distances.len()];
        numbers[from] = 1;
        for (far, vertex) in order {
            for next in self.terrain.next(vertex, self.hop).filter(|&next| distances[next] == Some(far + 1)) {
                numbers[next] = numbers[next].saturating_add(numbers[vertex]);
            }
        }
        distances.into_iter().zip(numbers).map(|(far, number)| Some((far?, number))).collect()
    }

    /// On which of the shortest paths to a vertex another one is, as told from the start and from that one; none where no
    /// path leads there.
    fn on(
        from_start: &[Option<(usize, u64)>],
        from_over: &[Option<(usize, u64)>],
        over: usize,
        to: usize,
    ) -> Option<On> {
        let (far, all) = from_start[to]?;
        let parts = from_start[over].zip(from_over[to]).filter(|(first, rest)| first.0 + rest.0 == far);
        Some(match parts.map(|(first, rest)| first.1.saturating_mul(rest.1)) {
            None => On::None,
            Some(over) if over < all => On::Some,
            Some(_) => On::All,
        })
    }
}

/// How often edges are drawn to find some of which there are several shortest paths.
const TRIES: usize = 8;

fn draw(pen: &mut Pen<'_>) -> Option<Detour> {
    let singles = pen.singles();
    let mut best: Option<(On, Detour)> = None;
    for _ in 0..TRIES {
        let hop = pen.hop().times(Times::Any);
        let found = farthest(pen.terrain, &hop, &singles);
        // Of one kind of edges the most telling, of several the first.
        if let Some((on, detour)) = found.filter(|(on, _)| best.as_ref().is_none_or(|(known, _)| on > known))
        {
            best = Some((on, detour));
        }
        if best.as_ref().is_some_and(|(on, _)| *on == On::Some) {
            break;
        }
    }
    best.map(|(_, detour)| detour)
}

/// Three of some vertices, of which one is on some of the shortest paths between the others, or else on all, or none. The
/// farther apart these are, the more can be between them.
fn farthest(terrain: &Terrain, hop: &Hop, singles: &[(usize, Spot)]) -> Option<(On, Detour)> {
    let shortest = Shortest { terrain, hop };
    let from: Vec<_> = singles.iter().map(|(vertex, _)| shortest.from(*vertex)).collect();
    let mut best: Option<((On, usize), [usize; 3])> = None;
    for start in 0..singles.len() {
        for end in (0..singles.len()).filter(|end| *end != start) {
            let Some((far, _)) = from[start][singles[end].0] else { continue };
            for over in (0..singles.len()).filter(|over| *over != start && *over != end) {
                let on = Shortest::on(&from[start], &from[over], singles[over].0, singles[end].0);
                let worth =
                    on.map(|on| (on, far)).filter(|worth| best.is_none_or(|(known, _)| *worth > known));
                best = worth.map(|worth| (worth, [start, over, end])).or(best);
            }
        }
    }
    let ((on, _), places) = best?;
    let [start, without, end] = places.map(|place| singles[place].1.clone());
    Some((on, Detour { start, end, without, hop: hop.clone() }))
}

fn state(detour: &Detour, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let [from, over, to] =
        three(detour, &asking.terrain).ok_or_else(|| unmet("there are not three vertices"))?;
    let shortest = Shortest { terrain: &asking.terrain, hop: &detour.hop };
    let on = Shortest::on(&shortest.from(from), &shortest.from(over), over, to);
    let on = on.ok_or_else(|| unmet("no path leads there"))?;
    // Several labels may be none of these to a language; where the vertex is on no path, that changes nothing.
    if on != On::None {
        [&detour.start, &detour.without, &detour.end].into_iter().try_for_each(|spot| alone(spot, asking))?;
    }
    let is_left = asking.terrain.distances(from, &detour.hop, Some(over))[to].is_some();
    let told = asking.ask(&detour.question(Ask::Shortest, None))?;
    let without = asking.ask(&detour.question(Ask::Shortest, Some(&detour.without)))?;
    let length = |term| Box::new(Term::Columns(Box::new(term), vec!["length".to_owned()]));
    match on {
        On::None | On::Some => asking.holds(told, Holds::BagEqual, without),
        On::All if is_left => {
            asking.holds(Term::Min(length(told)), Holds::AtMost, Term::Min(length(without)));
        }
        On::All => asking.holds(Term::Count(Box::new(without)), Holds::Equal, Term::Number(0)),
    }
    // A language that has no words for it has asked for the length all the same.
    if on != On::None
        && let Ok([parts, all]) = counted(detour, on, asking)
    {
        asking.holds(parts, Holds::Equal, all);
    }
    Ok(())
}

/// The shortest paths over the vertex, with those that are left without it unless it is on all, and all of them.
fn counted(detour: &Detour, on: On, asking: &mut Asking<'_>) -> Result<[Term; 2], Unfit> {
    let Detour { start, end, without, hop } = detour;
    let ask = Ask::ShortestCount;
    let sum = |term| Box::new(Term::Sum(Box::new(term)));
    let all = *sum(asking.ask(&detour.question(ask, None))?);
    let left = match on {
        On::All => None,
        On::None | On::Some => Some(asking.ask(&detour.question(ask, Some(without)))?),
    };
    let first = asking.ask(&between(start, hop, without, ask, None))?;
    let rest = asking.ask(&between(without, hop, end, ask, None))?;
    let over = Term::Product(sum(first), sum(rest));
    Ok([
        match left {
            Some(left) => Term::Add(sum(left), Box::new(over)),
            None => over,
        },
        all,
    ])
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
