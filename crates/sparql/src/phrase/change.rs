//! Changes of the default graph as updates (SPARQL 1.1 Update, 3.1).

use quarrel_case::language::Language as _;
use quarrel_case::phrase::{Change, Direction, Fresh, Hop, Spot, Times};

use super::route::{Words, literal};
use crate::language::Sparql;

/// The new vertices of a change that makes a fixed number of them.
const NEW: [&str; 2] = ["<http://e/new>", "<http://e/newer>"];

/// The graph of what stands apart.
const APART: &str = "<http://e/apart>";

pub(super) fn said(change: &Change) -> Option<String> {
    let [new, newer] = NEW;
    match change {
        Change::AddVertex(fresh) => Some(format!("INSERT DATA {{ {} }}", triples(new, fresh)?)),
        Change::AddApart(fresh) => {
            Some(format!("INSERT DATA {{ GRAPH {APART} {{ {} }} }}", triples(new, fresh)?))
        }
        Change::DropApart => Some(format!("DROP GRAPH {APART}")),
        Change::AddPendant { from, kind, to } => pendant(from, kind, to),
        Change::AddEdge { from, kind, to } => edge(from, kind, to),
        Change::AddComponent { from, kind, to } => {
            let (first, second) = (triples(new, from)?, triples(newer, to)?);
            let kind = Sparql.identifier(kind);
            Some(format!("INSERT DATA {{ {first} {second} {new} {kind} {newer} . }}"))
        }
        Change::DeleteVertices(spot) => delete_vertices(spot),
        Change::DeleteEdges { from, hop, to } => delete_edges(from, hop, to),
        Change::DeleteEdgesIfAny { from, kind, to } => delete_if_any(from, kind, to),
        Change::Set { at, key, literal: text } => set(at, key, &literal(text)?),
        Change::RenameKey { at, key, to } => rename(at, key, to),
        Change::SetLabel { at, label } => {
            let vertex = subject("?a", at, &mut Words::default())?;
            Some(format!("INSERT {{ ?a a {} . }} WHERE {{ {vertex} }}", Sparql.identifier(label)))
        }
        Change::RemoveLabel { at, label } => {
            let vertex = subject("?a", at, &mut Words::default())?;
            Some(format!("DELETE {{ ?a a {} . }} WHERE {{ {vertex} }}", Sparql.identifier(label)))
        }
        // An update that raises is refused as a whole before it begins; one has no answer; triples are merged always.
        Change::AddUndone(_) | Change::DeleteUnseen(_) | Change::MergeVertex(_) => None,
        Change::MergePendant { .. } | Change::DeleteEnds(_) => None,
        // Edges have no properties.
        Change::SetOnEdges { .. } => None,
    }
}

/// The triples of a new vertex.
fn triples(vertex: &str, fresh: &Fresh) -> Option<String> {
    let label = format!("{vertex} a {} .", Sparql.identifier(&fresh.label));
    let property = |(key, text): &(String, String)| {
        Some(format!("{vertex} {} {} .", Sparql.identifier(key), literal(text)?))
    };
    let all: Option<Vec<String>> =
        std::iter::once(Some(label)).chain(fresh.properties.iter().map(property)).collect();
    Some(all?.join(" "))
}

/// A blank node of a template is new for each solution (Update, 3.1.3), so each vertex must be there once. An IRI made of
/// the vertex's own text would do for IRIs alone.
fn pendant(from: &Spot, kind: &str, to: &Fresh) -> Option<String> {
    let start = subject("?a", from, &mut Words::default())?;
    let (kind, new) = (Sparql.identifier(kind), triples("_:new", to)?);
    Some(format!("INSERT {{ ?a {kind} _:new . {new} }} WHERE {{ SELECT DISTINCT ?a WHERE {{ {start} }} }}"))
}

fn edge(from: &Spot, kind: &str, to: &Spot) -> Option<String> {
    let mut words = Words::default();
    let (start, end) = (subject("?a", from, &mut words)?, words.vertex("?b", to)?);
    let kind = Sparql.identifier(kind);
    Some(format!("INSERT {{ ?a {kind} ?b . }} WHERE {{ {{ {start} }} {{ {end} }} }}"))
}

/// A triple of the template with an unbound variable is none (Update, 3.1.3), so each branch deletes its own.
fn delete_vertices(spot: &Spot) -> Option<String> {
    let vertex = Words::default().vertex("?a", spot)?;
    Some(format!(
        "DELETE {{ ?a ?p ?o . ?s ?q ?a . }} WHERE {{ {{ {vertex} }} {{ ?a ?p ?o . }} UNION {{ ?s ?q ?a . }} }}"
    ))
}

fn delete_edges(from: &Spot, hop: &Hop, to: &Spot) -> Option<String> {
    if hop.condition.is_some() || !matches!(hop.times, Times::Once | Times::Exactly(1)) {
        return None;
    }
    let mut words = Words::default();
    let (start, end) = (spots("?a", from, &mut words)?, spots("?b", to, &mut words)?);
    let kinds: Vec<String> = hop.kinds.iter().map(|kind| Sparql.identifier(kind)).collect();
    let (kind, choice) = match kinds.as_slice() {
        [] => ("?p".to_owned(), String::new()),
        [only] => (only.clone(), String::new()),
        several => ("?p".to_owned(), format!("VALUES ?p {{ {} }} ", several.join(" "))),
    };
    let (out, back) = (format!("?a {kind} ?b ."), format!("?b {kind} ?a ."));
    let (template, pattern) = match hop.direction {
        Direction::Out => (out.clone(), out),
        Direction::In => (back.clone(), back),
        // Either way it is an edge between the two.
        Direction::Both => (format!("{out} {back}"), format!("{{ {out} }} UNION {{ {back} }}")),
    };
    Some(format!("DELETE {{ {template} }} WHERE {{ {choice}{pattern} {start} {end} }}"))
}

/// Where no edge is found a variable of the template is unbound, and its triple is none (Update, 3.1.3).
fn delete_if_any(from: &Spot, kind: &str, to: &Spot) -> Option<String> {
    let mut words = Words::default();
    let (start, end) = (words.vertex("?a", from)?, spots("?b", to, &mut words)?);
    let edge = format!("?a {} ?b .", Sparql.identifier(kind));
    Some(format!("DELETE {{ {edge} }} WHERE {{ {{ {start} }} OPTIONAL {{ {edge} {end} }} }}"))
}

fn rename(at: &Spot, key: &str, to: &str) -> Option<String> {
    let vertex = subject("?a", at, &mut Words::default())?;
    let (key, to) = (Sparql.identifier(key), Sparql.identifier(to));
    Some(format!(
        "DELETE {{ ?a {key} ?old . }} INSERT {{ ?a {to} ?old . }} WHERE {{ {{ {vertex} }} ?a {key} ?old . }}"
    ))
}

/// What holds of a vertex that something else binds; nothing of any vertex.
fn spots(vertex: &str, spot: &Spot, words: &mut Words) -> Option<String> {
    if *spot == Spot::default() { Some(String::new()) } else { words.vertex(vertex, spot) }
}

fn set(at: &Spot, key: &str, literal: &str) -> Option<String> {
    let vertex = subject("?a", at, &mut Words::default())?;
    let key = Sparql.identifier(key);
    Some(format!(
        "DELETE {{ ?a {key} ?old . }} INSERT {{ ?a {key} {literal} . }} \
         WHERE {{ {{ {vertex} }} OPTIONAL {{ ?a {key} ?old . }} }}"
    ))
}

/// A vertex that can be a subject: what has a label or a key is one, of others IRIs and blank nodes.
fn subject(vertex: &str, spot: &Spot, words: &mut Words) -> Option<String> {
    let pattern = words.vertex(vertex, spot)?;
    if *spot == Spot::default() {
        return Some(format!("{pattern} FILTER(isIRI({vertex}) || isBLANK({vertex}))"));
    }
    Some(pattern)
}
