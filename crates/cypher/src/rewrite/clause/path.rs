//! Other forms of the paths of a `MATCH`.
//!
//! One clause takes no relationship twice, or it may take them all: whichever it is, the same relationships in one
//! clause are in the same plight however the paths through them are written (GRev; openCypher 9, uniqueness).

use super::super::scene::{Scene, Spot, is_chain};
use crate::ast::{
    Direction, Hop, Match, NodePattern, PathLength, PathPattern, PathStep, RelationshipPattern,
};
use crate::evaluate::Column;

/// `(a)--(b)--(c)` as `(a)--(b), (b)--(c)`, with what is said of `(b)` here or there.
pub(super) fn split(scene: &Scene<'_>) -> Vec<crate::ast::Query> {
    scene.each_match(|spot, inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate().filter(|(_, path)| is_chain(path)) {
            for cut in 1..path.steps.len() {
                for late in [false, true] {
                    found.extend(split_at(scene, spot, inner, (place, cut, late)));
                }
            }
        }
        found
    })
}

fn split_at(
    scene: &Scene<'_>,
    spot: &Spot<'_>,
    inner: &Match,
    (place, cut, late): (usize, usize, bool),
) -> Option<Match> {
    let mut changed = inner.clone();
    let path = changed.patterns.get_mut(place)?;
    let rest = path.steps.split_off(cut);
    let node = &mut path.steps.last_mut()?.node;
    if node.variable.is_none() {
        node.variable = Some(spot.may_name.then(|| scene.fresh(0))?);
    }
    let mut start = NodePattern { variable: node.variable.clone(), ..NodePattern::default() };
    if late {
        std::mem::swap(node, &mut start);
    }
    let second = PathPattern { start, steps: rest, ..PathPattern::default() };
    changed.patterns.insert(place + 1, second);
    Some(changed)
}

/// `(a)-->(b)` as `(b)<--(a)`. A list of relationships would be reversed with it.
pub(super) fn reversed(scene: &Scene<'_>) -> Vec<crate::ast::Query> {
    scene.each_match(|_, inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate().filter(|(_, path)| is_chain(path)) {
            let Some(turned) = turned(path).filter(|_| !path.steps.is_empty()) else { continue };
            let mut changed = inner.clone();
            if let Some(path) = changed.patterns.get_mut(place) {
                *path = turned;
                found.push(changed);
            }
        }
        found
    })
}

/// The path from its other end; none where that changes a value.
fn turned(path: &PathPattern) -> Option<PathPattern> {
    let mut nodes: Vec<NodePattern> = path.steps.iter().map(|step| step.node.clone()).collect();
    nodes.insert(0, path.start.clone());
    let mut nodes = nodes.into_iter().rev();
    let start = nodes.next()?;
    let hops = path.steps.iter().rev().map(|step| match &step.hop {
        Hop::Relationship(hop) if may_turn(hop) => Some(Hop::Relationship(against(hop))),
        _ => None,
    });
    let steps =
        hops.zip(nodes).map(|(hop, node)| Some(PathStep { hop: hop?, node })).collect::<Option<_>>()?;
    Some(PathPattern { start, steps, ..PathPattern::default() })
}

/// Whether a relationship means the same from its other end.
pub(in super::super) fn may_turn(hop: &RelationshipPattern) -> bool {
    hop.length.is_none() || (hop.variable.is_none() && hop.condition.is_none())
}

/// The same relationship from its other end.
pub(in super::super) fn against(hop: &RelationshipPattern) -> RelationshipPattern {
    let direction = match hop.direction {
        Direction::Right => Direction::Left,
        Direction::Left => Direction::Right,
        Direction::Undirected => Direction::Undirected,
    };
    RelationshipPattern { direction, ..hop.clone() }
}

/// `-[*x..y]->` as two hops after each other, one of which has a fixed length.
pub(super) fn length_split(scene: &Scene<'_>) -> Vec<crate::ast::Query> {
    scene.each_match(|_, inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate().filter(|(_, path)| is_chain(path)) {
            for (at, step) in path.steps.iter().enumerate() {
                for hops in step.relationship().map(|hop| two_hops(hop, scene)).unwrap_or_default() {
                    let mut changed = inner.clone();
                    if let Some(path) = changed.patterns.get_mut(place) {
                        replace_step(path, at, hops);
                        found.push(changed);
                    }
                }
            }
        }
        found
    })
}

fn replace_step(path: &mut PathPattern, at: usize, [first, second]: [RelationshipPattern; 2]) {
    let Some(step) = path.steps.get_mut(at) else { return };
    let end = std::mem::take(&mut step.node);
    step.hop = Hop::Relationship(first);
    path.steps.insert(at + 1, PathStep { hop: Hop::Relationship(second), node: end });
}

/// The ways in which a chain of relationships is two chains. What has no bound stays so only where no bound is put in
/// its place; a chain with a name is a list.
fn two_hops(hop: &RelationshipPattern, scene: &Scene<'_>) -> Vec<[RelationshipPattern; 2]> {
    let Some(length) = hop.length.filter(|_| hop.variable.is_none() && hop.condition.is_none()) else {
        return Vec::new();
    };
    if length.maximum.is_none() && !scene.ground.is_standard("unbounded-length") {
        return Vec::new();
    }
    let least = length.minimum.unwrap_or(1);
    if length.maximum.is_some_and(|most| most < least) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut taken = vec![least.min(1), 0, least];
    taken.dedup();
    taken.truncate(if least == 1 { 2 } else { 3 });
    for fixed in taken {
        let rest =
            PathLength { minimum: Some(least - fixed), maximum: length.maximum.map(|most| most - fixed) };
        let (fixed, rest) = (of_length(hop, exactly(fixed)), of_length(hop, rest));
        found.push([fixed.clone(), rest.clone()]);
        found.push([rest, fixed]);
    }
    found
}

/// `-->()-->` as `-[*2..2]->`, and `-->` as `-[*1..1]->`.
pub(super) fn length_joined(scene: &Scene<'_>) -> Vec<crate::ast::Query> {
    scene.each_match(|_, inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate().filter(|(_, path)| is_chain(path)) {
            for at in 0..path.steps.len() {
                for count in [1, 2] {
                    let mut changed = inner.clone();
                    let joins = changed.patterns.get_mut(place).and_then(|path| join(path, at, count));
                    found.extend(joins.map(|()| changed));
                }
            }
        }
        found
    })
}

/// Makes one hop of one or two hops of one relationship each; none where they are not alike.
fn join(path: &mut PathPattern, at: usize, count: usize) -> Option<()> {
    let steps = path.steps.get(at..at + count)?;
    let first = steps.first()?.relationship()?.clone();
    let plain = first.length.is_none() && first.variable.is_none() && first.condition.is_none();
    let (_, inner) = steps.split_last()?;
    let alike = steps.iter().all(|step| step.relationship() == Some(&first));
    if !plain || !alike || !inner.iter().all(|step| step.node == NodePattern::default()) {
        return None;
    }
    path.steps.drain(at..at + count - 1);
    let length = Some(exactly(u64::try_from(count).ok()?));
    path.steps.get_mut(at)?.hop = Hop::Relationship(RelationshipPattern { length, ..first });
    Some(())
}

fn exactly(times: u64) -> PathLength {
    PathLength { minimum: Some(times), maximum: Some(times) }
}

/// The hop with another length: one relationship is said without a number.
fn of_length(hop: &RelationshipPattern, length: PathLength) -> RelationshipPattern {
    let length = if length == exactly(1) { None } else { Some(length) };
    RelationshipPattern { length, ..hop.clone() }
}

/// A node that is bound elsewhere as another one that is equal to it (GraphGenie, cycle unfolded).
pub(super) fn unfolded(scene: &Scene<'_>) -> Vec<crate::ast::Query> {
    scene.each_match(|spot, inner| {
        let nodes = nodes(inner);
        let mut found = Vec::new();
        for (place, at, node) in &nodes {
            let Some(name) = node.variable.as_deref().filter(|_| spot.may_name) else { continue };
            let others = nodes.iter().filter(|(_, _, other)| other.variable.as_deref() == Some(name)).count();
            if others < 2 && !is_bound(name, spot.before) {
                continue;
            }
            let fresh = scene.fresh(0);
            let mut changed = inner.clone();
            if let Some(node) = node_mut(&mut changed, *place, *at) {
                node.variable = Some(fresh.clone());
                changed.condition = Some(super::equal_to(changed.condition.take(), &fresh, name));
                found.push(changed);
            }
        }
        found
    })
}

pub(super) fn is_bound(name: &str, columns: &[Column]) -> bool {
    columns.iter().any(|column| *column.name == *name)
}

/// The nodes of a `MATCH` with the path's place and the node's place in it; not those inside repeated paths.
pub(in super::super) fn nodes(inner: &Match) -> Vec<(usize, usize, &NodePattern)> {
    let of = |(place, path): (usize, &'_ PathPattern)| -> Vec<(usize, usize)> {
        (0..=path.steps.len()).map(|at| (place, at)).collect()
    };
    let places = inner.patterns.iter().enumerate().flat_map(of);
    places.filter_map(|(place, at)| Some((place, at, node(inner.patterns.get(place)?, at)?))).collect()
}

fn node(path: &PathPattern, at: usize) -> Option<&NodePattern> {
    match at.checked_sub(1) {
        None => Some(&path.start),
        Some(step) => path.steps.get(step).map(|step| &step.node),
    }
}

/// A node in its place, to be changed.
pub(in super::super) fn node_mut(inner: &mut Match, place: usize, at: usize) -> Option<&mut NodePattern> {
    let path = inner.patterns.get_mut(place)?;
    match at.checked_sub(1) {
        None => Some(&mut path.start),
        Some(step) => path.steps.get_mut(step).map(|step| &mut step.node),
    }
}
