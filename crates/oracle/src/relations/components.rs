//! `components`: what a connected pattern finds in a graph is what it finds in the parts of the graph together, where no
//! edge that the pattern can take joins them.
//!
//! The graph is cut in two and each part loaded for itself: other statistics, other indexes, other lists of neighbours,
//! and the same ways. A part is a component with regard to the edges of the question alone; edges of other kinds between
//! the parts are left out, since no way takes them. Ways between the same vertices are in one part, so that pairs add up
//! as well, each once or as often as there are ways.
//!
//! In RDF a part is the triples of its subjects, and literals join those that have any; so every edge of the question
//! has a kind there and every way has an edge. Pairs are not compared: blank nodes have other labels in another answer.

use std::collections::BTreeMap;

use quarrel_case::graph::{Dataset, Graph, PropertyGraph};
use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Hop, Pattern, Question, Route, Times};
use quarrel_case::term;
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, mirror, plain, unmet};
use crate::{About, Unfit};

pub(crate) static COMPONENTS: Relation<Cut> = Relation {
    about: About {
        name: "components",
        checks: "what a connected pattern finds in a graph is what it finds in two parts that no edge joins, together",
        source: "GSlicer (graph cutting): counts over G1 + G2 add up",
        preconditions: "one connected pattern without a shortest path; no edge that it can take joins the parts",
        cost: 3,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: |cut| cut.question.clone(),
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cut {
    question: Question,
    /// Which of the larger components becomes a part of its own, counted round.
    component: usize,
}

fn draw(pen: &mut Pen<'_>) -> Option<Cut> {
    let (start, end) = (pen.wide_spot(), pen.wide_spot());
    let mut route = pen.route(start, end);
    let question = if pen.edge_properties {
        mirror::question(pen, route)
    } else {
        for leg in route.legs.iter_mut().filter(|leg| leg.hop.kinds.is_empty()) {
            leg.hop.kinds.push(pen.choices.pick(&pen.terrain.edges)?.kind.clone());
        }
        Question { pattern: route.into(), ask: Ask::Count }
    };
    Some(Cut { question, component: pen.choices.below(12) })
}

fn state(cut: &Cut, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let Pattern::Route(route) = &cut.question.pattern else { return Err(unmet("one route is needed")) };
    let is_number = cut.question.ask == Ask::Count;
    if matches!(cut.question.ask, Ask::Shortest | Ask::ShortestCount) {
        return Err(unmet("shortest ways are not put together"));
    }
    let keeps_apart = asking.any_is_a_vertex() || (is_number && keeps_to_its_kinds(route));
    if !keeps_apart {
        return Err(unmet("the pattern may join the parts"));
    }
    let components = components(asking.graph(), route);
    let [_, _, ..] = components.as_slice() else { return Err(unmet("the graph is in one piece")) };
    // In a small component there is little to be found.
    let mut by_size: Vec<usize> = (0..components.len()).collect();
    by_size.sort_by_key(|index| std::cmp::Reverse(components[*index].len()));
    let chosen = by_size[cut.component % components.len().div_ceil(2)];
    let others = components.iter().enumerate().filter(|(index, _)| *index != chosen);
    let others = others.flat_map(|(_, part)| part.iter().copied()).collect();
    let whole = asking.ask(&cut.question)?;
    asking.load_part(components[chosen].clone());
    let one = asking.ask(&cut.question)?;
    asking.load_part(others);
    let rest = asking.ask(&cut.question)?;
    let parts = Term::Plus(Box::new(one), Box::new(rest));
    match is_number {
        true => asking.holds(Term::Sum(Box::new(parts)), Holds::Equal, Term::Sum(Box::new(whole))),
        false => asking.holds(parts, Holds::BagEqual, whole),
    }
    Ok(())
}

/// Every way has an edge, and every edge a kind.
fn keeps_to_its_kinds(route: &Route) -> bool {
    let kept =
        |hop: &Hop| !hop.kinds.is_empty() && !matches!(hop.times, Times::NoneTo(_) | Times::Exactly(0));
    !route.legs.is_empty() && route.legs.iter().all(|leg| kept(&leg.hop))
}

/// The positions of vertices, or of quads, that the edges of a route join, in the order in which each begins.
fn components(graph: &Graph, route: &Route) -> Vec<Vec<usize>> {
    let takes = |kind: &str| {
        let takes = |hop: &Hop| hop.kinds.is_empty() || hop.kinds.iter().any(|own| own == kind);
        route.legs.iter().any(|leg| takes(&leg.hop))
    };
    match graph {
        Graph::Property(graph) => of_vertices(graph, &takes),
        Graph::Rdf(dataset) => of_quads(dataset, &takes),
    }
}

fn of_vertices(graph: &PropertyGraph, takes: &dyn Fn(&str) -> bool) -> Vec<Vec<usize>> {
    let position = |id| graph.vertices.iter().position(|vertex| vertex.id == id);
    let edges = graph.edges.iter().filter(|edge| takes(&edge.label));
    let joined = joined(
        graph.vertices.len(),
        edges.filter_map(|edge| Some((position(edge.source)?, position(edge.target)?))),
    );
    grouped(joined.into_iter())
}

/// Of all graphs: an engine may show what is in a named graph in the default graph as well. All that is no vertex is taken
/// for one thing, since an engine may store two literals in one form.
fn of_quads(dataset: &Dataset, takes: &dyn Fn(&str) -> bool) -> Vec<Vec<usize>> {
    let mut vertices: Vec<&term::Term> = Vec::new();
    for term in dataset.quads.iter().flat_map(|quad| [&quad.subject, &quad.object]) {
        if is_vertex(term) && !vertices.contains(&term) {
            vertices.push(term);
        }
    }
    let other = vertices.len();
    let place = |term: &term::Term| vertices.iter().position(|known| *known == term).unwrap_or(other);
    let is_taken = |predicate: &term::Term| matches!(predicate, term::Term::Iri(iri) if takes(iri));
    let quads = dataset.quads.iter().filter(|quad| is_taken(&quad.predicate));
    let joined = joined(other + 1, quads.map(|quad| (place(&quad.subject), place(&quad.object))));
    grouped(dataset.quads.iter().map(|quad| joined[place(&quad.subject)]))
}

fn is_vertex(term: &term::Term) -> bool {
    matches!(term, term::Term::Iri(_) | term::Term::Blank(_))
}

/// For each of so many things the first of those with which pairs join it.
fn joined(count: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..count).collect();
    for (one, other) in pairs {
        let (one, other) = (firsts[one], firsts[other]);
        let (kept, gone) = (one.min(other), one.max(other));
        firsts.iter_mut().filter(|first| **first == gone).for_each(|first| *first = kept);
    }
    firsts
}

/// The positions of those with the same mark.
fn grouped(marks: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (position, mark) in marks.enumerate() {
        groups.entry(mark).or_default().push(position);
    }
    groups.into_values().collect()
}

fn plainer(cut: &Cut) -> Vec<Cut> {
    let first = (cut.component > 0).then(|| Cut { component: cut.component / 2, ..cut.clone() });
    let questions = plain::questions(&cut.question).into_iter();
    first.into_iter().chain(questions.map(|question| Cut { question, ..cut.clone() })).collect()
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Model;
    use quarrel_case::phrase::{Direction, Spot};

    use super::*;

    fn along(kind: &str) -> Route {
        Route::at(Spot::default()).then(Hop::once(Direction::Out, kind), Spot::default())
    }

    #[test]
    fn vertices_are_joined_by_the_edges_that_the_question_takes() {
        let graph = r#"{"vertices":[{"id":1},{"id":2},{"id":3}],"edges":[{"id":1,"label":"T","source":3,"target":1},{"id":2,"label":"U","source":1,"target":2}]}"#;
        let graph = Graph::from_text(graph, Model::Property).unwrap();
        assert_eq!(components(&graph, &along("T")), [vec![0, 2], vec![1]]);
        let mut any = along("T");
        any.legs[0].hop.kinds.clear();
        assert_eq!(components(&graph, &any), [[0, 1, 2]]);
    }

    #[test]
    fn triples_are_joined_by_literals_that_may_be_one() {
        let triples = "<http://e/a> <http://e/p> \"x\"@en .\n<http://e/b> <http://e/p> \"x\"@EN .\n<http://e/c> <http://e/q> <http://e/a> .\n";
        let graph = Graph::from_text(triples, Model::Rdf).unwrap();
        assert_eq!(components(&graph, &along("http://e/p")), [vec![0, 1], vec![2]]);
        assert_eq!(components(&graph, &along("http://e/q")), [vec![0, 2], vec![1]]);
    }
}
