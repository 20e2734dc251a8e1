//! What is counted in two ways is equally many.
//!
//! A sub-select that counts has one solution always (SPARQL 1.1, 18.5.1), so two of them and the condition that they count the
//! same change nothing in a group: a tautology (Dinkel), but one that asks a rule of bags, of paths or of graphs.

use std::collections::BTreeSet;

use quarrel_case::rewriting::Family;
use quarrel_case::term::Term;

use super::build::{
    boolean, columns, concat, count_all, equal, group, integer, parted, same_term, select, sub_select, sum,
};
use super::known::{NOWHERE, add, iri, triple};
use super::names::relabelled;
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{
    BinaryOperator, Builtin, Column, Duplicates, Element, Expression, Group, Path, Projection, TermPattern,
    TriplePattern, VarOrIri, Variable, Verb,
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
        "k-alternative",
        "an alternative counts each of its parts",
        "SPARQL 1.1, 18.4 (alt, inv)",
        alternatives,
    ),
    rule("k-by-object", "what has an object is found by it and by a filter", "SPARQL 1.1, 18.3", by_object),
    rule("k-counts", "solutions are counted in two ways", "SPARQL 1.1, 18.5.1; Dinkel (tautology)", counts),
    rule(
        "k-counts-none",
        "nothing is counted in two ways",
        "SPARQL 1.1, 18.5.1.2 and 18.5.1.3",
        counts_of_none,
    ),
    rule(
        "k-counts-plain",
        "the triples of a predicate are counted in two ways",
        "SPARQL 1.1, 18.5.1.2",
        plain_counts,
    ),
    rule(
        "k-graph-each",
        "GRAPH of a variable counts each of the graphs",
        "SPARQL 1.1, 18.6 (Graph)",
        graph_each,
    ),
    rule(
        "k-graph-itself",
        "GRAPH joins its variable with its pattern",
        "SPARQL 1.1, 18.6 (Graph)",
        graph_itself,
    ),
    rule("k-nodes", "every node is its own path of length zero", "SPARQL 1.1, 9.1 and 18.4", all_nodes),
];

/// A count of solutions under a name.
fn counted(counts: Expression, name: &Variable, pattern: Group) -> Element {
    let column = Column::Expression { expression: counts, variable: name.clone() };
    sub_select(select(Duplicates::All, Projection::Columns(vec![column]), pattern))
}

fn all() -> Expression {
    Expression::Aggregate(count_all())
}

/// Two sub-selects of one solution each, and that what they count is the same.
fn counted_twice(
    place: &Group,
    around: &Around<'_>,
    pairs: fn(&[Element], &Around<'_>) -> Vec<Pair>,
) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let names = [around.fresh(0), around.fresh(1)];
    let both = |([left_count, right_count], [left, right]): Pair| {
        let [first, second] = &names;
        let same = equal(Expression::Variable(first.clone()), Expression::Variable(second.clone()));
        let counts = [counted(left_count, first, left), counted(right_count, second, right)];
        add(place, counts.into_iter().chain([Element::Filter(same)]).collect())
    };
    let (_, others) = parted(&place.elements);
    pairs(&others, around).into_iter().map(both).collect()
}

/// Two groups with what is counted of each.
type Pair = ([Expression; 2], [Group; 2]);

/// Variables that the names of the counts leave free.
fn inner(around: &Around<'_>) -> [Variable; 4] {
    [2, 3, 4, 5].map(|index| around.fresh(index))
}

fn counts(place: &Group, around: &Around<'_>) -> Vec<Group> {
    counted_twice(place, around, |others, _| {
        let one = Expression::constant(Term::string("x"));
        let letters = Expression::call(Builtin::Strlen, vec![concat(one, false, "")]);
        let copies = || [7, 8].map(|copy| relabelled(&group(others.to_vec()), copy));
        if others.is_empty() {
            return Vec::new();
        }
        vec![([all(), sum(integer(1))], copies()), ([all(), letters], copies())]
    })
}

fn counts_of_none(place: &Group, around: &Around<'_>) -> Vec<Group> {
    counted_twice(place, around, |others, _| {
        let none =
            |copy| add(&relabelled(&group(others.to_vec()), copy), vec![Element::Filter(boolean(false))]);
        vec![([all(), sum(integer(1))], [none(7), none(8)])]
    })
}

fn alternatives(place: &Group, around: &Around<'_>) -> Vec<Group> {
    counted_twice(place, around, |others, around| {
        let [start, end, ..] = inner(around);
        let twice = |predicate: String| {
            let path = Path::Iri(predicate.clone());
            let turned = Path::Inverse(Box::new(Path::Alternative(vec![path.clone(), path])));
            let double = Expression::binary(BinaryOperator::Multiply, all(), integer(2));
            let groups = [
                group(vec![triple(&start, Verb::Path(turned), &end)]),
                group(vec![triple(&end, iri(&predicate), &start)]),
            ];
            ([all(), double], groups)
        };
        predicates(others).into_iter().map(twice).collect()
    })
}

fn plain_counts(place: &Group, around: &Around<'_>) -> Vec<Group> {
    counted_twice(place, around, |others, around| {
        let [start, end, ..] = inner(around);
        let counted = |predicate: String| {
            let plain = group(vec![triple(&start, iri(&predicate), &end)]);
            let joined = add(&plain, vec![Element::Group(Group::default())]);
            ([all(), all()], [plain, joined])
        };
        predicates(others).into_iter().map(counted).collect()
    })
}

fn graph_itself(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.graphs.is_none_or(<[String]>::is_empty) {
        return Vec::new();
    }
    counted_twice(place, around, |_, around| {
        let [name, verb, object, other] = inner(around);
        let graph = |subject: &Variable| Element::Graph {
            name: VarOrIri::Variable(name.clone()),
            group: group(vec![triple(subject, Verb::Variable(verb.clone()), &object)]),
        };
        let same = Element::Filter(same_term(&name, &other));
        vec![([all(), all()], [group(vec![graph(&name)]), group(vec![graph(&other), same])])]
    })
}

/// GRAPH of a variable and GRAPH of each name.
fn graph_each(place: &Group, around: &Around<'_>) -> Vec<Group> {
    counted_twice(place, around, |_, around| {
        let [name, subject, verb, object] = inner(around);
        let Some(graphs) = around.graphs else { return Vec::new() };
        let graph = |name: VarOrIri| Element::Graph {
            name,
            group: group(vec![triple(&subject, Verb::Variable(verb.clone()), &object)]),
        };
        let each = graphs.iter().map(|iri| group(vec![graph(VarOrIri::Iri(iri.clone()))])).collect();
        let any = group(vec![graph(VarOrIri::Variable(name.clone()))]);
        let each = match graphs {
            [] => add(&any, vec![Element::Filter(boolean(false))]),
            _ => group(vec![Element::Union(each)]),
        };
        vec![([all(), all()], [any, each])]
    })
}

fn all_nodes(place: &Group, around: &Around<'_>) -> Vec<Group> {
    counted_twice(place, around, |_, around| {
        let [node, verb, other, _] = inner(around);
        vec![([all(), all()], [group(vec![loops(&node)]), nodes(&node, &verb, &other)])]
    })
}

/// Subjects and objects that one predicate and one object have, asked by them and by a filter.
fn by_object(place: &Group, around: &Around<'_>) -> Vec<Group> {
    counted_twice(place, around, |others, around| {
        let [subject, object, ..] = inner(around);
        let mut pairs = Vec::new();
        for element in others {
            let Element::Triples(patterns) = element else { continue };
            for pattern in patterns {
                let (Verb::Iri(predicate), TermPattern::Constant(constant)) =
                    (&pattern.predicate, &pattern.object)
                else {
                    continue;
                };
                let own =
                    TriplePattern { subject: TermPattern::Variable(subject.clone()), ..pattern.clone() };
                let asked = Expression::call(
                    Builtin::SameTerm,
                    vec![Expression::Variable(object.clone()), Expression::Constant(constant.clone())],
                );
                let all_objects = triple(&subject, iri(predicate), &object);
                let groups = [
                    group(vec![Element::Triples(vec![own])]),
                    group(vec![all_objects, Element::Filter(asked)]),
                ];
                pairs.push(([all(), all()], groups));
            }
        }
        pairs
    })
}

/// The path of length zero from every node to itself.
fn loops(node: &Variable) -> Element {
    triple(node, Verb::Path(Path::ZeroOrMore(Box::new(Path::Iri(NOWHERE.to_owned())))), node)
}

/// Every node once: what is subject or object.
fn nodes(node: &Variable, verb: &Variable, other: &Variable) -> Group {
    let branch = |subject, object| group(vec![triple(subject, Verb::Variable(verb.clone()), object)]);
    let union = Element::Union(vec![branch(node, other), branch(other, node)]);
    let distinct = select(Duplicates::Distinct, columns([node.clone()]), group(vec![union]));
    group(vec![Element::Select(Box::new(distinct))])
}

fn predicates(elements: &[Element]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for element in elements {
        let Element::Triples(patterns) = element else { continue };
        found.extend(patterns.iter().filter_map(|pattern| match &pattern.predicate {
            Verb::Iri(iri) => Some(iri.clone()),
            _ => None,
        }));
    }
    found
}
