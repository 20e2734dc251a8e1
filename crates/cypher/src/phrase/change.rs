//! Changes of the graph as statements.

use quarrel_case::phrase::{Change, Fresh, Hop, Spot, Times};

use super::route::{conditions, filter, hop, node};
use crate::print;

pub(super) fn text(change: &Change) -> Option<String> {
    Some(match change {
        Change::AddVertex(new) => format!("CREATE {}", fresh(new)),
        Change::AddUndone(new) => undone(new),
        // Graphs have no names.
        Change::AddApart(_) | Change::DropApart => return None,
        Change::MergeVertex(new) => format!("UNWIND [0, 1] AS i MERGE {}", fresh(new)),
        Change::AddPendant { from, kind, to } => format!("{} CREATE {}", of(from), pendant(kind, to)),
        Change::MergePendant { from, kind, to } => format!("{} MERGE {}", of(from), pendant(kind, to)),
        Change::AddEdge { from, kind, to } => {
            format!("{} CREATE (a)-[:{}]->(b)", all(&[("a", from), ("b", to)]), print::name(kind))
        }
        Change::AddComponent { from, kind, to } => {
            format!("CREATE {}-[:{}]->{}", fresh(from), print::name(kind), fresh(to))
        }
        Change::DeleteVertices(spot) => format!("{} DETACH DELETE a", of(spot)),
        Change::DeleteUnseen(spot) => format!("{} DETACH DELETE a RETURN 1 AS x LIMIT 0", of(spot)),
        Change::DeleteEnds(kind) => format!("MATCH ()-[:{}]->(a) DETACH DELETE a", print::name(kind)),
        Change::DeleteEdges { from, hop, to } => format!("{} DELETE r", edges(from, hop, to)?),
        Change::DeleteEdgesIfAny { from, kind, to } => {
            let (kind, end) = (print::name(kind), node(Some("b"), to.label.as_deref()));
            let holds = filter(&conditions("b", to));
            format!("{} OPTIONAL MATCH (a)-[r:{kind}]->{end}{holds} DELETE r", of(from))
        }
        Change::Set { at, key, literal } => format!("{} SET a.{} = {literal}", of(at), print::name(key)),
        Change::SetOnEdges { from, hop, to, key, literal } => {
            format!("{} SET r.{} = {literal}", edges(from, hop, to)?, print::name(key))
        }
        Change::RenameKey { at, key, to } => {
            let (key, to) = (print::name(key), print::name(to));
            format!("{} SET a.{to} = a.{key} REMOVE a.{key}", of(at))
        }
        Change::SetLabel { at, label } => format!("{} SET a:{}", of(at), print::name(label)),
        Change::RemoveLabel { at, label } => format!("{} REMOVE a:{}", of(at), print::name(label)),
    })
}

/// A statement raises or does all: the first of two rows has written when the second one divides by zero.
fn undone(new: &Fresh) -> String {
    let mut failing = new.clone();
    failing.properties.push(("undone".to_owned(), "1 / x".to_owned()));
    format!("UNWIND [1, 0] AS x CREATE {}", fresh(&failing))
}

/// `(a)-[:KIND]->(:Label)`.
fn pendant(kind: &str, to: &Fresh) -> String {
    format!("(a)-[:{}]->{}", print::name(kind), fresh(to))
}

/// `MATCH` of the nodes of a spot, as `a`.
fn of(spot: &Spot) -> String {
    all(&[("a", spot)])
}

/// `MATCH` of the relationships of one hop, as `r`.
fn edges(from: &Spot, taken: &Hop, to: &Spot) -> Option<String> {
    if taken.times != Times::Once {
        return None;
    }
    let (relationship, condition) = hop(taken, Some("r"));
    let mut holds = conditions("a", from);
    holds.extend(condition);
    holds.extend(conditions("b", to));
    let [a, b] = [("a", from), ("b", to)].map(|(name, spot)| bare(name, spot));
    Some(format!("MATCH {a}{relationship}{b}{}", filter(&holds)))
}

/// The node, named only where something speaks of it.
fn bare(name: &str, spot: &Spot) -> String {
    node((!spot.conditions.is_empty()).then_some(name), spot.label.as_deref())
}

/// `MATCH` of all combinations of nodes of these spots.
fn all(spots: &[(&str, &Spot)]) -> String {
    let nodes: Vec<String> =
        spots.iter().map(|(name, spot)| node(Some(name), spot.label.as_deref())).collect();
    let holds: Vec<String> = spots.iter().flat_map(|(name, spot)| conditions(name, spot)).collect();
    format!("MATCH {}{}", nodes.join(", "), filter(&holds))
}

/// `(:Label {key: literal})`.
fn fresh(new: &Fresh) -> String {
    let entry = |(key, literal): &(String, String)| format!("{}: {literal}", print::name(key));
    let entries: Vec<String> = new.properties.iter().map(entry).collect();
    let map = if entries.is_empty() { String::new() } else { format!(" {{{}}}", entries.join(", ")) };
    format!("(:{}{map})", print::name(&new.label))
}
