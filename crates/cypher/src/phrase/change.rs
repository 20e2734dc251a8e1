//! Changes of the graph as statements.

use quarrel_case::phrase::{Change, Fresh, Hop, Spot, Times};

use super::route::{conditions, filter, hop, node};
use crate::print;

pub(super) fn text(change: &Change) -> Option<String> {
    Some(match change {
        Change::AddVertex(new) => format!("CREATE {}", fresh(new)),
        Change::AddPendant { from, kind, to } => {
            format!("{} CREATE (a)-[:{}]->{}", all(&[("a", from)]), print::name(kind), fresh(to))
        }
        Change::AddEdge { from, kind, to } => {
            format!("{} CREATE (a)-[:{}]->(b)", all(&[("a", from), ("b", to)]), print::name(kind))
        }
        Change::AddComponent { from, kind, to } => {
            format!("CREATE {}-[:{}]->{}", fresh(from), print::name(kind), fresh(to))
        }
        Change::DeleteVertices(spot) => format!("{} DETACH DELETE a", all(&[("a", spot)])),
        Change::DeleteEdges { from, hop, to } => return deletion(from, hop, to),
        Change::Set { at, key, literal } => {
            format!("{} SET a.{} = {literal}", all(&[("a", at)]), print::name(key))
        }
    })
}

fn deletion(from: &Spot, taken: &Hop, to: &Spot) -> Option<String> {
    if taken.times != Times::Once {
        return None;
    }
    let (relationship, condition) = hop(taken, Some("r"));
    let mut holds = conditions("a", from);
    holds.extend(condition);
    holds.extend(conditions("b", to));
    let [a, b] = [("a", from), ("b", to)].map(|(name, spot)| bare(name, spot));
    Some(format!("MATCH {a}{relationship}{b}{} DELETE r", filter(&holds)))
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
