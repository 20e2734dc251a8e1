//! GRAPH said by another GRAPH.
//!
//! GRAPH of a variable is the UNION of the pattern in each named graph, joined with the variable afterwards (SPARQL 1.1, 18.6):
//! so the variable may have another name inside, and what is joined in one graph may be joined outside of it.

use quarrel_case::rewriting::Family;

use super::bound::certain;
use super::build::{braced, group, same_term};
use super::group::elements;
use super::names::relabelled;
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{Constant, Element, Group, InlineData, TriplePattern, VarOrIri};

const fn rule(
    name: &'static str,
    says: &'static str,
    source: &'static str,
    fits: fn(&Group, &Around<'_>) -> Vec<Group>,
) -> Law {
    law(Family::Clause, name, says, source, Fits::Group(fits))
}

pub(super) const LAWS: &[Law] = &[
    rule(
        "g-graph-names",
        "GRAPH of a variable is each of the graphs",
        "SPARQL 1.1, 18.6 (Graph)",
        graph_names,
    ),
    rule(
        "g-graph-other",
        "GRAPH of another variable that is the same",
        "SPARQL 1.1, 18.6 (Graph)",
        graph_other,
    ),
    rule(
        "g-graph-split",
        "GRAPH of each pattern is GRAPH of all",
        "SPARQL 1.1, 18.6 (Graph) and 18.5 (Join)",
        graph_split,
    ),
];

/// The pattern with another variable for the graph, which is then said to be the same.
fn graph_other(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    elements(place, |element| match element {
        Element::Graph { name: VarOrIri::Variable(name), group: inner }
            if certain(&inner.elements).contains(name) =>
        {
            let other = around.fresh(0);
            let graph = Element::Graph { name: VarOrIri::Variable(other.clone()), group: inner.clone() };
            vec![vec![braced(vec![graph, Element::Filter(same_term(name, &other))])]]
        }
        _ => Vec::new(),
    })
}

fn graph_names(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let Some(graphs) = around.graphs.filter(|graphs| !graphs.is_empty() && !around.in_exists) else {
        return Vec::new();
    };
    elements(place, |element| match element {
        Element::Graph { name: VarOrIri::Variable(name), group: inner } => {
            let branch = |(copy, graph): (usize, &String)| {
                let row = vec![Some(Constant::iri(graph))];
                let values = InlineData { variables: vec![name.clone()], rows: vec![row] };
                let inner = relabelled(inner, copy);
                let one = Element::Graph { name: VarOrIri::Iri(graph.clone()), group: inner };
                group(vec![one, Element::Values(values)])
            };
            let branches: Vec<Group> = graphs.iter().enumerate().map(branch).collect();
            vec![vec![if branches.len() == 1 {
                braced(branches.into_iter().flat_map(|branch| branch.elements).collect())
            } else {
                Element::Union(branches)
            }]]
        }
        _ => Vec::new(),
    })
}

fn graph_split(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    elements(place, |element| match element {
        Element::Graph { name, group: inner } => match inner.elements.as_slice() {
            [Element::Triples(patterns)] => {
                let own = |patterns: &[TriplePattern]| Element::Graph {
                    name: name.clone(),
                    group: group(vec![Element::Triples(patterns.to_vec())]),
                };
                let halves = |cut: usize| {
                    let (left, right) = patterns.split_at(cut);
                    vec![own(left), own(right)]
                };
                (1..patterns.len()).map(halves).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    })
}
