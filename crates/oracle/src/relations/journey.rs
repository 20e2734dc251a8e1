//! Changes that add up to none: there and back again.
//!
//! A graph that has been somewhere else is what it was; an engine that keeps counters, indexes, adjacency lists or
//! tombstones beside its elements may think otherwise. So what comes and goes has the names and the values of the graph:
//! what a query asks for would meet it. What came is found again by a mark, a key or a kind of edge that is new. Whether
//! the changes really add up to none is judged by the reference each time, so that reduction may take any of them away.

use quarrel_case::phrase::{Change, Condition, Direction, Fresh, Hop, Spot, Test};

use super::pen::Pen;
use super::terrain::{Property, Vertex};

/// The most changes of one journey.
const LONGEST: usize = 3;

/// How often one is drawn at most: a language may lack words for some.
const DRAWS: usize = 8;

/// Changes, which the language can say, after which the graph should be what it was; none where it has nothing to change.
pub(crate) fn drawn(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    (0..DRAWS).find_map(|_| any(pen).filter(|journey| journey.iter().all(|change| pen.says(change))))
}

fn any(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    match pen.choices.weighted(&[12, 14, 8, 8, 12, 8, 8, 8, 8, 8, 12, 8]) {
        0 => there_by(pen, |_, marked| Some(Change::AddVertex(marked)), Change::DeleteVertices),
        1 => there_by(pen, pendant, Change::DeleteVertices),
        2 => there_by(pen, component, Change::DeleteVertices),
        3 => there_by(pen, |_, marked| Some(Change::AddVertex(marked)), Change::DeleteUnseen),
        4 => set(pen),
        5 => label(pen),
        6 => stripped(pen),
        7 => edges(pen),
        8 => apart(pen),
        9 => merged(pen),
        10 => Some(vec![nothing(pen)?]),
        _ => rename(pen),
    }
}

/// Fewer changes to try while a finding is reduced: without some that stand beside each other, as those of one journey do.
pub(crate) fn fewer(changes: &[Change]) -> Vec<Vec<Change>> {
    let without = |from: usize, count: usize| [&changes[..from], &changes[from + count..]].concat();
    let few =
        |count: usize| (0..(changes.len() + 1).saturating_sub(count)).map(move |from| without(from, count));
    (1..=LONGEST).rev().flat_map(few).filter(|fewer| !fewer.is_empty()).collect()
}

/// A copy of one of the graph's vertices with a key of its own, and the spot that is it alone.
fn marked(pen: &mut Pen<'_>) -> Option<(Fresh, Spot)> {
    let labelled: Vec<&Vertex> =
        pen.terrain.vertices.iter().filter(|vertex| !vertex.labels.is_empty()).collect();
    let vertex = *pen.choices.pick(&labelled)?;
    let mut fresh = vertex.copied(pen.choices.pick(&vertex.labels)?);
    let properties: Vec<&Property> = pen.terrain.properties().collect();
    let property = *pen.choices.pick(&properties)?;
    let mark = (pen.fresh_key(&property.key), property.literal.clone());
    let condition = Condition::new(&mark.0, Test::Equal, &mark.1);
    fresh.properties.push(mark);
    Some((fresh, Spot { label: None, conditions: vec![condition] }))
}

/// Something comes with a marked vertex, and goes with it.
fn there_by(
    pen: &mut Pen<'_>,
    there: impl Fn(&mut Pen<'_>, Fresh) -> Option<Change>,
    back: impl Fn(Spot) -> Change,
) -> Option<Vec<Change>> {
    let (fresh, mark) = marked(pen)?;
    Some(vec![there(pen, fresh)?, back(mark)])
}

fn pendant(pen: &mut Pen<'_>, to: Fresh) -> Option<Change> {
    let kind = pen.choices.pick(&pen.terrain.edges)?.kind.clone();
    Some(Change::AddPendant { from: pen.labelled(), kind, to })
}

fn component(pen: &mut Pen<'_>, from: Fresh) -> Option<Change> {
    let kind = pen.choices.pick(&pen.terrain.edges)?.kind.clone();
    Some(Change::AddComponent { to: from.clone(), from, kind })
}

/// A property of one vertex takes another value that the graph has, and then its own again.
fn set(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    let singles = pen.singles();
    let vertex = pen.terrain.vertices.get(pen.choices.pick(&singles)?.0)?;
    let property = pen.choices.pick(&vertex.properties)?;
    let others: Vec<&str> = pen
        .terrain
        .properties()
        .filter(|other| other.key == property.key && other.literal != property.literal)
        .map(|other| other.literal.as_str())
        .collect();
    let (key, value) = (property.key.clone(), (*pen.choices.pick(&others)?).to_owned());
    let conditions = vertex.properties.iter().filter(|other| other.key != key).map(Vertex::equal).collect();
    let at = Spot { label: vertex.labels.first().cloned(), conditions };
    let set = |literal| Change::Set { at: at.clone(), key: key.clone(), literal };
    Some(vec![set(value), set(property.literal.clone())])
}

/// The vertices of a label have another one for a while.
fn label(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    let labels: Vec<&String> = pen.terrain.vertices.iter().flat_map(|vertex| &vertex.labels).collect();
    let label = (*pen.choices.pick(&labels)?).clone();
    let at = pen.labelled();
    Some(vec![Change::SetLabel { at: at.clone(), label: label.clone() }, Change::RemoveLabel { at, label }])
}

/// What comes with a label loses it before it goes.
fn stripped(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    let (fresh, mark) = marked(pen)?;
    let label = fresh.label.clone();
    let strip = Change::RemoveLabel { at: mark.clone(), label };
    Some(vec![Change::AddVertex(fresh), strip, Change::DeleteVertices(mark)])
}

/// Edges of a new kind come and go; in RDF an edge that is there already comes again.
fn edges(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    if !pen.edge_properties && pen.choices.chance(60) {
        return Some(vec![again(pen)?]);
    }
    let (from, to, kind) = (pen.labelled(), pen.labelled(), pen.fresh_name("w"));
    let hop = Hop::once(Direction::Out, kind.clone());
    let there = Change::AddEdge { from: from.clone(), kind, to: to.clone() };
    Some(vec![there, Change::DeleteEdges { from, hop, to }])
}

/// An edge between the two vertices that it joins, of those that a condition finds alone.
fn again(pen: &mut Pen<'_>) -> Option<Change> {
    let mut edges = pen.terrain.edges.clone();
    pen.choices.shuffle(&mut edges);
    edges.truncate(12);
    edges.into_iter().find_map(|edge| {
        let (from, to) = (pen.single(edge.source)?, pen.single(edge.target)?);
        Some(Change::AddEdge { from, kind: edge.kind, to })
    })
}

fn apart(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    Some(vec![Change::AddApart(marked(pen)?.0), Change::DropApart])
}

/// New vertices behind edges of a new kind, alike to what is there.
fn merged(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    let (fresh, _) = marked(pen)?;
    let (from, kind) = (pen.labelled(), pen.fresh_name("w"));
    let to = Fresh::of(fresh.label);
    Some(vec![Change::MergePendant { from, kind: kind.clone(), to }, Change::DeleteEnds(kind)])
}

/// A statement that does nothing, be it that it is undone or that it finds nothing.
fn nothing(pen: &mut Pen<'_>) -> Option<Change> {
    let (fresh, _) = marked(pen)?;
    if pen.edge_properties && pen.choices.chance(60) {
        return Some(Change::AddUndone(fresh));
    }
    let edge = pen.choices.pick(&pen.terrain.edges)?.clone();
    let label = pen.terrain.vertices.get(edge.source)?.labels.first().cloned();
    let nowhere = Spot { label: Some(pen.fresh_name("Z")), conditions: Vec::new() };
    Some(Change::DeleteEdgesIfAny {
        from: Spot { label, conditions: Vec::new() },
        kind: edge.kind,
        to: nowhere,
    })
}

/// The values of a key are another key's for a while.
fn rename(pen: &mut Pen<'_>) -> Option<Vec<Change>> {
    let keys: Vec<&String> = pen.terrain.properties().map(|property| &property.key).collect();
    let key = (*pen.choices.pick(&keys)?).clone();
    let to = pen.fresh_key(&key);
    let at = Spot::default();
    let there = Change::RenameKey { at: at.clone(), key: key.clone(), to: to.clone() };
    Some(vec![there, Change::RenameKey { at, key: to, to: key }])
}
