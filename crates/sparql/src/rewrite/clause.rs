//! Groups with other braces, other places of filters, and what joins to nothing.
//!
//! A group is folded from the left into joins, left joins and differences, and its filters wait for its end (SPARQL 1.1,
//! 18.2.2.6): so a part from the left may have a group of its own, what is joined may be joined in another order, and a filter
//! may stand anywhere. The filters of an OPTIONAL stay outside of what is moved, since they see its left side. Nothing
//! is put into groups inside EXISTS: what is substituted into a nested group no text of 1.1 tells to the end.

use quarrel_case::rewriting::Family;

use super::bound::certain;
use super::build::{
    and, boolean, braced, columns, group, has_exists, parted, scope, select, sub_select, used, with,
};
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{
    BinaryOperator, Duplicates, Element, Expression, Group, Projection, TermPattern, TriplePattern, Verb,
};

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
        "c-braces",
        "all but the filters in a group of its own",
        "SPARQL 1.1, 18.2.2.6 and 18.2.2.8",
        braces,
    ),
    rule("c-braces-left", "what stands left in a group of its own", "SPARQL 1.1, 18.2.2.6", braces_left),
    rule("c-braces-one", "one joined element in a group of its own", "SPARQL 1.1, 18.5 (Join)", braces_one),
    rule(
        "c-empty",
        "what joins to nothing, adds nothing or takes nothing",
        "SPARQL 1.1, 18.2.2.8, 18.5; Dinkel",
        empty,
    ),
    rule(
        "c-filter-down",
        "a filter where its variables are bound",
        "Schmidt and others, ICDT 2010, section 4 (filter pushing)",
        filter_down,
    ),
    rule(
        "c-filter-merge",
        "two filters are one",
        "Schmidt and others, ICDT 2010, section 4; SPARQL 1.1, 17.2",
        filter_merge,
    ),
    rule("c-filter-place", "a filter stands elsewhere in its group", "SPARQL 1.1, 18.2.2.2", filter_place),
    rule(
        "c-filter-split",
        "a conjunction is two filters",
        "Schmidt and others, ICDT 2010, section 4; SPARQL 1.1, 17.2",
        filter_split,
    ),
    rule(
        "c-select",
        "a group is a sub-select of all its variables",
        "SPARQL 1.1, 18.2.4.4 and 18.5 (Project)",
        select_all,
    ),
    rule("c-select-inner", "a group with its filters is a sub-select", "SPARQL 1.1, 18.2.4.4", select_inner),
    rule(
        "c-swap",
        "what is joined has no order",
        "Schmidt and others, ICDT 2010, section 4 (JComm, JAss)",
        swap,
    ),
];

fn braces(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let (filters, others) = parted(&place.elements);
    if around.in_exists || others.is_empty() || matches!(others.as_slice(), [Element::Group(_)]) {
        return Vec::new();
    }
    let inner = std::iter::once(braced(others));
    vec![group(inner.chain(filters).collect())]
}

fn braces_left(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let (filters, others) = parted(&place.elements);
    if around.in_exists {
        return Vec::new();
    }
    let left = |cut: usize| {
        let (left, right) = others.split_at(cut);
        let inner = std::iter::once(braced(left.to_vec()));
        group(inner.chain(right.iter().cloned()).chain(filters.iter().cloned()).collect())
    };
    (1..others.len()).map(left).collect()
}

fn is_joined(element: &Element) -> bool {
    match element {
        Element::Triples(_)
        | Element::Union(_)
        | Element::Group(_)
        | Element::Values(_)
        | Element::Graph { .. }
        | Element::Select(_) => true,
        Element::Filter(_)
        | Element::Optional(_)
        | Element::Minus(_)
        | Element::Bind { .. }
        | Element::Service { .. } => false,
    }
}

fn braces_one(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let joined = place.elements.iter().enumerate().filter(|(_, element)| is_joined(element));
    let joined = joined.filter(|(_, element)| !matches!(element, Element::Group(_)));
    joined.map(|(index, element)| with(&place.elements, index, vec![braced(vec![element.clone()])])).collect()
}

fn swap(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let mut made = Vec::new();
    for index in 1..place.elements.len() {
        let pair = place.elements.get(index - 1..=index).unwrap_or_default();
        if !around.in_exists && pair.iter().all(is_joined) {
            let mut elements = place.elements.clone();
            elements.swap(index - 1, index);
            made.push(group(elements));
        }
    }
    made
}

fn filters(place: &Group) -> impl Iterator<Item = (usize, &Expression)> {
    place.elements.iter().enumerate().filter_map(|(index, element)| match element {
        Element::Filter(condition) => Some((index, condition)),
        _ => None,
    })
}

fn filter_place(place: &Group, _: &Around<'_>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, _) in filters(place) {
        for to in 0..place.elements.len() {
            if to != index {
                let mut elements = place.elements.clone();
                let filter = elements.remove(index);
                elements.insert(to, filter);
                made.push(group(elements));
            }
        }
    }
    made
}

fn filter_split(place: &Group, _: &Around<'_>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, condition) in filters(place) {
        if let Expression::Binary { operator: BinaryOperator::And, left, right } = condition {
            let halves = [left, right].map(|half| Element::Filter((**half).clone()));
            made.push(with(&place.elements, index, halves.to_vec()));
        }
    }
    made
}

fn filter_merge(place: &Group, _: &Around<'_>) -> Vec<Group> {
    let all: Vec<(usize, &Expression)> = filters(place).collect();
    let mut made = Vec::new();
    for pair in all.windows(2) {
        if let [(first, left), (second, right)] = pair {
            let both = Element::Filter(and((*left).clone(), (*right).clone()));
            let mut elements = place.elements.clone();
            elements.remove(*second);
            made.push(with(&elements, *first, vec![both]));
        }
    }
    made
}

/// EXISTS looks at all that a solution binds, and stays where it is.
fn filter_down(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, condition) in filters(place) {
        if around.in_exists || has_exists(condition) {
            continue;
        }
        let mut elements = place.elements.clone();
        elements.remove(index);
        let (filters, others) = parted(&elements);
        for cut in 1..=others.len() {
            let (left, right) = others.split_at(cut);
            if used(condition).is_subset(&certain(left)) {
                let inner = left.iter().cloned().chain([Element::Filter(condition.clone())]);
                let whole = std::iter::once(braced(inner.collect()));
                made.push(group(whole.chain(right.iter().cloned()).chain(filters.iter().cloned()).collect()));
            }
        }
    }
    made
}

fn select_all(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let (filters, others) = parted(&place.elements);
    if around.in_exists || others.is_empty() {
        return Vec::new();
    }
    let variables = scope(&others);
    let mut projections = vec![Projection::All];
    if !variables.is_empty() {
        projections.push(columns(variables));
    }
    let selected = |projection| {
        let inner = sub_select(select(Duplicates::All, projection, group(others.clone())));
        group(std::iter::once(inner).chain(filters.iter().cloned()).collect())
    };
    projections.into_iter().map(selected).collect()
}

fn select_inner(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists || around.is_optional || filters(place).next().is_none() {
        return Vec::new();
    }
    let inner = select(Duplicates::All, Projection::All, place.clone());
    vec![group(vec![sub_select(inner)])]
}

/// A predicate that no data has.
const NOWHERE: &str = "urn:quarrel:nowhere";

fn pattern(around: &Around<'_>, predicate: Option<&str>) -> Group {
    let [subject, verb, object] = [0, 1, 2].map(|index| around.fresh(index));
    let predicate = match predicate {
        Some(iri) => Verb::Iri(iri.to_owned()),
        None => Verb::Variable(verb),
    };
    let [subject, object] = [subject, object].map(TermPattern::Variable);
    group(vec![Element::Triples(vec![TriplePattern { subject, predicate, object }])])
}

fn empty(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let (_, others) = parted(&place.elements);
    let nowhere = || pattern(around, Some(NOWHERE));
    let mut additions = vec![
        Element::Group(Group::default()),
        Element::Optional(Group::default()),
        Element::Optional(nowhere()),
        Element::Minus(nowhere()),
        // What shares no variable takes nothing away (Minus, 18.5).
        Element::Minus(pattern(around, None)),
        Element::Filter(boolean(true)),
    ];
    let mut made: Vec<Group> = Vec::new();
    for addition in additions.drain(..) {
        made.push(with(&place.elements, place.elements.len(), vec![addition]));
    }
    made.push(with(&[Element::Group(Group::default())], 1, place.elements.clone()));
    if !others.is_empty() {
        let filters = place.elements.iter().filter(|element| matches!(element, Element::Filter(_))).cloned();
        let union = Element::Union(vec![group(others), nowhere()]);
        made.push(group(std::iter::once(union).chain(filters).collect()));
    }
    made
}
