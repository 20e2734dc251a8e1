//! What is known to change nothing, put into a group: conditions that are true, joins with one solution, differences that
//! take nothing away.
//!
//! Dinkel puts tautologies and dead parts into queries, since engines simplify what they see and forget a rule of scope or
//! of bags on the way. Here each such part states a rule of the recommendation: what is unbound where (SPARQL 1.1, 18.2.2.2),
//! what UNDEF joins (10.2), what MINUS shares (18.5).

use std::sync::LazyLock;

use quarrel_case::rewriting::Family;
use quarrel_case::term::Term;

use super::bound::certain;
use super::build::{braced, columns, group, not, parted, same_term, scope, select, with};
use super::names::{mentioned, relabelled};
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{
    Builtin, Constant, Duplicates, Element, Expression, Group, InlineData, Path, TermPattern, TriplePattern,
    VarOrIri, Variable, Verb,
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
    rule("k-exists", "a bound variable is itself inside NOT EXISTS", "SPARQL 1.1, 8.1 and 18.6", exists),
    rule(
        "k-fact",
        "a condition that is true of constants",
        "SPARQL 1.1, 17.2 to 17.4; Dinkel (tautology)",
        facts,
    ),
    rule(
        "k-minus-graph",
        "GRAPH's variable is shared by nothing in it",
        "SPARQL 1.1, 18.6 (Graph) and 18.5 (Minus)",
        minus_graph,
    ),
    rule(
        "k-minus-left",
        "MINUS in an OPTIONAL does not see its left side",
        "SPARQL 1.1, 18.2.2.6",
        minus_left,
    ),
    rule(
        "k-minus-unbound",
        "MINUS takes nothing from what is unbound",
        "SPARQL 1.1, 18.5 (Minus)",
        minus_unbound,
    ),
    rule("k-nowhere", "no path begins where there is no node", "SPARQL 1.1, 9.1 and 18.4", nowhere),
    rule(
        "k-optional-left",
        "a filter of an OPTIONAL sees its left side",
        "SPARQL 1.1, 18.2.2.6",
        optional_left,
    ),
    rule("k-stranger", "what is bound around a group is unbound in it", "SPARQL 1.1, 18.2.2.2", stranger),
    rule(
        "k-stranger-optional",
        "a group in an OPTIONAL does not see its left side",
        "SPARQL 1.1, 18.2.2.6",
        stranger_optional,
    ),
    rule("k-undef", "UNDEF is compatible with anything", "SPARQL 1.1, 10.2", undef),
];

/// In no data.
pub(super) const NOWHERE: &str = "urn:quarrel:nowhere";

/// Conditions that are true whatever is bound.
const FACTS: [&str; 6] = ["true", "1 = 1.0", "1 < 2", "!(1 = 2)", "1 NOT IN (2, 3)", "!sameTerm(1, 1.0)"];

pub(super) static TRUE: LazyLock<Vec<Expression>> =
    LazyLock::new(|| FACTS.iter().filter_map(|text| super::plainer::read(text)).collect());

pub(super) fn add(place: &Group, elements: Vec<Element>) -> Group {
    with(&place.elements, place.elements.len(), elements)
}

fn facts(place: &Group, _: &Around<'_>) -> Vec<Group> {
    TRUE.iter().map(|fact| add(place, vec![Element::Filter(fact.clone())])).collect()
}

fn exists(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let itself = |variable: Variable| {
        let inner = group(vec![Element::Filter(same_term(&variable, &variable))]);
        add(place, vec![Element::Filter(not(Expression::Exists { negated: true, group: inner }))])
    };
    certain(&place.elements).into_iter().map(itself).collect()
}

fn undef(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let join = |variable| add(place, vec![values(variable, None)]);
    scope(&place.elements).into_iter().map(join).collect()
}

fn values(variable: Variable, cell: Option<Constant>) -> Element {
    Element::Values(InlineData { variables: vec![variable], rows: vec![vec![cell]] })
}

/// GRAPH's variable is left out: it is joined after the pattern, but its pattern is looked for in that graph.
fn stranger(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists || around.is_optional || place.elements.is_empty() {
        return Vec::new();
    }
    let unbound = |variable: Variable| add(place, vec![is_unbound(variable)]);
    around.names.elsewhere(&mentioned(place)).into_iter().map(unbound).collect()
}

fn is_unbound(variable: Variable) -> Element {
    Element::Filter(not(Expression::call(Builtin::Bound, vec![Expression::Variable(variable)])))
}

/// In braces of its own, where its group has no filter that must see the left side.
fn stranger_optional(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        let Element::Optional(optional) = element else { continue };
        let (filters, others) = parted(&optional.elements);
        if !filters.is_empty() || others.is_empty() {
            continue;
        }
        let (_, left) = parted(place.elements.get(..index).unwrap_or_default());
        let own = mentioned(optional);
        let outside = certain(&left).into_iter().filter(|variable| !own.contains(variable));
        for variable in outside.filter(|variable| !around.names.is_graph(variable)) {
            let inner = others.iter().cloned().chain([is_unbound(variable)]).collect();
            let optional = Element::Optional(group(vec![braced(inner)]));
            made.push(with(&place.elements, index, vec![optional]));
        }
    }
    made
}

/// Every OPTIONAL with what stands left of it, and what may be added to its group.
fn optionals(place: &Group, make: impl Fn(&[Element], &Group) -> Vec<Vec<Element>>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        if let Element::Optional(optional) = element {
            let (_, left) = parted(place.elements.get(..index).unwrap_or_default());
            for more in make(&left, optional) {
                made.push(with(&place.elements, index, vec![Element::Optional(add(optional, more))]));
            }
        }
    }
    made
}

fn optional_left(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    optionals(place, |left, _| {
        let itself = |variable: Variable| vec![Element::Filter(same_term(&variable, &variable))];
        certain(left).into_iter().map(itself).collect()
    })
}

fn minus_left(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    optionals(place, |left, optional| {
        let own = mentioned(optional);
        let apart = certain(left).into_iter().filter(|variable| !own.contains(variable));
        let taken = |variable: Variable| {
            let pattern = relabelled(&group(left.to_vec()), 9);
            let shown = select(Duplicates::All, columns([variable]), pattern);
            vec![Element::Minus(group(vec![Element::Select(Box::new(shown))]))]
        };
        apart.map(taken).collect()
    })
}

fn minus_unbound(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let [subject, object] = [around.fresh(0), around.fresh(1)];
    let optional = group(vec![triple(&subject, iri(NOWHERE), &object)]);
    let minus = group(vec![values(object, Some(Constant(Term::integer(1))))]);
    vec![add(place, vec![Element::Optional(optional), Element::Minus(minus)])]
}

pub(super) fn iri(iri: &str) -> Verb {
    Verb::Iri(iri.to_owned())
}

pub(super) fn triple(subject: &Variable, predicate: Verb, object: &Variable) -> Element {
    let [subject, object] = [subject, object].map(|variable| TermPattern::Variable(variable.clone()));
    Element::Triples(vec![TriplePattern { subject, predicate, object }])
}

fn nowhere(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let (filters, others) = parted(&place.elements);
    if around.in_exists || others.is_empty() {
        return Vec::new();
    }
    let [start, end] = [around.fresh(0), around.fresh(1)];
    let path = Verb::Path(Path::ZeroOrMore(Box::new(Path::Iri(NOWHERE.to_owned()))));
    let none = group(vec![values(start.clone(), Some(Constant::iri(NOWHERE))), triple(&start, path, &end)]);
    let union = Element::Union(vec![group(others), none]);
    vec![group(std::iter::once(union).chain(filters).collect())]
}

/// What stands in GRAPH shares its variable with nothing in it (18.6: it is joined afterwards).
fn minus_graph(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let [subject, verb, object] = [0, 1, 2].map(|index| around.fresh(index));
    let minus = Element::Minus(group(vec![triple(&subject, Verb::Variable(verb), &object)]));
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        if let Element::Graph { name: name @ VarOrIri::Variable(_), group: inner } = element {
            let inner = add(inner, vec![minus.clone()]);
            made.push(with(
                &place.elements,
                index,
                vec![Element::Graph { name: name.clone(), group: inner }],
            ));
        }
    }
    made
}
