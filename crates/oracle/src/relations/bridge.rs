//! The form *bridge* of `path-number`: an edge that every way takes, from u to v, from which nothing leads back.
//!
//! For trails the published product over a vertex is wrong even where every way passes it; over an edge it is right. In
//! general the parts are counted in the graph without the edge; where nothing leads from v to u no part could take it
//! anyway, and the whole graph may stay. Walks and simple paths take it once as well.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Direction, Hop, Question, Spot, Test, Times};

use super::path_number::{Form, Ways};
use super::pen::Pen;
use super::terrain::Terrain;
use super::{Asking, number_of, unmet};
use crate::Unfit;

/// Two vertices and the bridge between them, the longest way round.
pub(super) fn draw(pen: &mut Pen<'_>, hop: &Hop) -> Option<Ways> {
    if !pen.terrain.has_few(hop) {
        return None;
    }
    let singles = pen.singles();
    let spot =
        |vertex: usize| singles.iter().find(|(known, _)| *known == vertex).map(|(_, spot)| spot.clone());
    let mut longest: Option<(usize, Ways)> = None;
    for (place, edge) in pen.terrain.edges.iter().enumerate().filter(|(_, edge)| Terrain::takes(hop, edge)) {
        let (Some(middle), Some(beyond)) = (spot(edge.source), spot(edge.target)) else { continue };
        let behind = pen.terrain.distances(edge.target, hop, None);
        if behind[edge.source].is_some() {
            continue;
        }
        let without = pen.terrain.without_edge(place);
        for (from, start) in &singles {
            let reached = without.distances(*from, hop, None);
            let Some(before) = reached[edge.source] else { continue };
            for (to, end) in singles.iter().filter(|(to, _)| reached[*to].is_none()) {
                let Some(length) = behind[*to].map(|after| before + after) else { continue };
                if longest.as_ref().is_some_and(|(known, _)| *known >= length) {
                    continue;
                }
                let any = hop.clone().times(Times::Any);
                let ways = Ways {
                    form: Form::Bridge,
                    start: start.clone(),
                    middle: middle.clone(),
                    end: end.clone(),
                    first: any.clone(),
                    second: any,
                    beyond: Some(beyond.clone()),
                };
                longest = Some((length, ways));
            }
        }
    }
    longest.map(|(_, ways)| ways)
}

/// States the product, where the edge is on every way.
pub(super) fn state(ways: &Ways, whole: Term, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let hop = &ways.first;
    if ways.second != *hop || hop.direction != Direction::Out || hop.condition.is_some() {
        return Err(unmet("the parts are not of one kind"));
    }
    let beyond = ways.beyond.as_ref().ok_or_else(|| unmet("the bridge has no end"))?;
    let mut vertices = [0; 4];
    for (vertex, spot) in vertices.iter_mut().zip([&ways.start, &ways.middle, beyond, &ways.end]) {
        *vertex = only(spot, asking)?;
    }
    let [start, middle, beyond, end] = vertices;
    if !is_bridge(&asking.terrain, hop, [start, middle, beyond, end]) {
        return Err(unmet("a way goes past the edge, or comes back to it"));
    }
    let part = |question: &Question, is_none: bool, asking: &mut Asking<'_>| {
        let ways = Box::new(Term::Sum(Box::new(asking.ask(question)?)));
        Ok(Box::new(Term::Add(ways, Box::new(Term::Number(i64::from(is_none))))))
    };
    let to = part(&ways.until_middle(), start == middle, asking)?;
    let from = part(&ways.beyond_middle(), beyond == end, asking)?;
    asking.holds(Term::Product(to, from), Holds::Equal, Term::Sum(Box::new(whole)));
    Ok(())
}

/// The one vertex of a spot.
fn only(spot: &Spot, asking: &mut Asking<'_>) -> Result<usize, Unfit> {
    let one = number_of(spot);
    let is_told = spot.conditions.iter().all(|condition| condition.test == Test::Equal);
    let vertices = asking.terrain.vertices.iter().enumerate().filter(|(_, vertex)| vertex.is(spot));
    match vertices.map(|(place, _)| place).collect::<Vec<usize>>().as_slice() {
        [vertex] if is_told && asking.known(&one)? == Some(1) => Ok(*vertex),
        _ => Err(unmet("a vertex does not stand alone")),
    }
}

/// Whether an edge leads from u to v that all ways take, and nothing from v to u.
fn is_bridge(terrain: &Terrain, hop: &Hop, [start, u, v, end]: [usize; 4]) -> bool {
    let joins =
        |edge: &super::terrain::Edge| Terrain::takes(hop, edge) && (edge.source, edge.target) == (u, v);
    let Some(place) = terrain.edges.iter().position(joins) else { return false };
    terrain.distances(v, hop, None)[u].is_none()
        && terrain.without_edge(place).distances(start, hop, None)[end].is_none()
}

#[cfg(test)]
mod tests {
    use super::super::terrain::Edge;
    use super::*;

    fn terrain(edges: &[(usize, usize)]) -> Terrain {
        let edge = |(source, target): &(usize, usize)| Edge {
            kind: "T".to_owned(),
            source: *source,
            target: *target,
            properties: Vec::new(),
        };
        let vertices = vec![Default::default(); 4];
        Terrain { vertices, edges: edges.iter().map(edge).collect(), ..Terrain::default() }
    }

    #[test]
    fn a_bridge_is_on_every_way_and_nothing_leads_back_over_it() {
        let hop = Hop::once(Direction::Out, "T");
        let is = |edges: &[(usize, usize)]| is_bridge(&terrain(edges), &hop, [0, 1, 2, 3]);
        assert!(is(&[(0, 1), (1, 2), (2, 3)]));
        assert!(!is(&[(0, 1), (1, 2), (1, 2), (2, 3)]));
        assert!(!is(&[(0, 1), (1, 2), (2, 3), (0, 3)]));
        assert!(!is(&[(0, 1), (1, 2), (2, 3), (3, 1)]));
    }
}
