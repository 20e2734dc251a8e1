//! Something more is asked, so that there are never more rows.
//!
//! A filter at the end of the outermost group only drops solutions, whatever the group holds. Further inside that is so
//! where joins alone, unions, and the left sides of OPTIONAL and MINUS lie between; not below a slice, an aggregation, or
//! the right side of either (SPARQL 1.1, 18.5). A lone COUNT is then never greater.

use quarrel_case::rewriting::{Bond, Family};

use super::build::with;
use super::place::Around;
use super::{Asked, Fits, Law, law};
use crate::ast::{
    AggregateFunction, BinaryOperator, Column, Duplicates, Element, Expression, Form, Group, Path,
    Projection, Query, Select, VarOrIri, Verb,
};

const fn rule(name: &'static str, says: &'static str, source: &'static str, fits: Fits) -> Law {
    law(Family::Restriction, name, says, source, fits)
}

pub(super) const LAWS: &[Law] = &[
    rule("r-distinct", "each row once", "SPARQL 1.1, 18.5 (Distinct)", Fits::Query(distinct)),
    rule("r-filter", "a condition on the rows", "SPARQL 1.1, 18.5 (Filter); GraphGenie", Fits::Asked(filter)),
    rule(
        "r-fewer-branches",
        "a branch of a UNION less",
        "SPARQL 1.1, 18.5 (Union)",
        Fits::Group(fewer_branches),
    ),
    rule("r-fewer-values", "a row of VALUES less", "SPARQL 1.1, 18.5 (Join)", Fits::Group(fewer_values)),
    rule("r-graph", "one of the named graphs", "SPARQL 1.1, 18.6 (Graph)", Fits::Group(one_graph)),
    rule(
        "r-path",
        "a part of an alternative, and at least one step",
        "SPARQL 1.1, 18.4",
        Fits::Group(narrower_path),
    ),
    rule(
        "r-stricter",
        "a condition that is true less often",
        "SPARQL 1.1, 17.3 and 17.4.1.9",
        Fits::Expression(stricter),
    ),
];

/// What holds between a query and a restricted one; none where more could come of less.
pub(super) fn bond(query: &Query) -> Option<Bond> {
    let modifiers = &query.modifiers;
    let Form::Select(Select { projection, .. }) = &query.form else { return None };
    if modifiers.limit.is_some() || modifiers.offset.is_some() {
        return None;
    }
    if query.is_grouped() {
        let lone = modifiers.group_by.is_empty()
            && modifiers.having.is_empty()
            && modifiers.values.is_none()
            && counts(projection);
        return lone.then_some(Bond::NeverGreater);
    }
    // Rows are held against each other column by column, and `*` fixes no order of them.
    (*projection != Projection::All).then_some(Bond::NeverMore)
}

fn counts(projection: &Projection) -> bool {
    let Projection::Columns(columns) = projection else { return false };
    match columns.as_slice() {
        [Column::Expression { expression: Expression::Aggregate(aggregate), .. }] => {
            aggregate.function == AggregateFunction::Count
        }
        _ => false,
    }
}

fn distinct(query: &Query, around: &Around<'_>) -> Vec<Query> {
    let mut query = query.clone();
    match &mut query.form {
        Form::Select(select) if select.duplicates == Duplicates::All && around.is_whole => {
            select.duplicates = Duplicates::Distinct;
            vec![query]
        }
        _ => Vec::new(),
    }
}

fn filter(query: &Query, condition: &Expression, _: &Around<'_>) -> Option<Asked> {
    let mut restricted = query.clone();
    restricted.pattern.elements.push(Element::Filter(condition.clone()));
    Some(Asked { queries: vec![restricted], bond: bond(query)? })
}

fn fewer_branches(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if !around.is_monotone {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        if let Element::Union(branches) = element {
            for at in 0..branches.len() {
                let mut branches = branches.clone();
                branches.remove(at);
                made.push(with(&place.elements, index, vec![Element::Union(branches)]));
            }
        }
    }
    made
}

fn fewer_values(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if !around.is_monotone {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        if let Element::Values(data) = element {
            for at in 0..data.rows.len() {
                let mut data = data.clone();
                data.rows.remove(at);
                made.push(with(&place.elements, index, vec![Element::Values(data)]));
            }
        }
    }
    made
}

/// The variable stays, so that the graph's name is still bound.
fn one_graph(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let Some(graphs) = around.graphs.filter(|_| around.is_monotone) else { return Vec::new() };
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        if let Element::Graph { name: VarOrIri::Variable(variable), .. } = element {
            for graph in graphs {
                let value = Some(crate::ast::Constant::iri(graph));
                let data =
                    crate::ast::InlineData { variables: vec![variable.clone()], rows: vec![vec![value]] };
                made.push(with(&place.elements, index, vec![element.clone(), Element::Values(data)]));
            }
        }
    }
    made
}

fn narrower_path(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if !around.is_monotone {
        return Vec::new();
    }
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        let Element::Triples(patterns) = element else { continue };
        for (at, pattern) in patterns.iter().enumerate() {
            let Verb::Path(path) = &pattern.predicate else { continue };
            for path in narrower(path) {
                let mut patterns = patterns.clone();
                if let Some(place) = patterns.get_mut(at) {
                    place.predicate = Verb::Path(path);
                }
                made.push(with(&place.elements, index, vec![Element::Triples(patterns)]));
            }
        }
    }
    made
}

/// Paths with pairs of this one, none more often. Not `p` for `p+`: a path may give a pair several times, `+` once.
fn narrower(path: &Path) -> Vec<Path> {
    match path {
        Path::ZeroOrMore(inner) => vec![Path::OneOrMore(inner.clone()), Path::ZeroOrOne(inner.clone())],
        Path::Alternative(parts) => (0..parts.len())
            .map(|index| {
                let mut parts = parts.clone();
                parts.remove(index);
                Path::Alternative(parts)
            })
            .collect(),
        Path::Sequence(parts) => {
            let mut found = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                for narrow in narrower(part) {
                    let mut parts = parts.clone();
                    if let Some(place) = parts.get_mut(index) {
                        *place = narrow;
                    }
                    found.push(Path::Sequence(parts));
                }
            }
            found
        }
        _ => Vec::new(),
    }
}

/// Conditions that are true only where this one is. Only at the outside of a filter: under `!` it would be the contrary.
fn stricter(expression: &Expression, around: &Around<'_>) -> Vec<Expression> {
    if !around.is_filter || !around.is_monotone {
        return Vec::new();
    }
    match expression {
        Expression::Binary { operator, left, right } => match operator {
            BinaryOperator::LessEqual => {
                vec![Expression::binary(BinaryOperator::Less, (**left).clone(), (**right).clone())]
            }
            BinaryOperator::GreaterEqual => {
                vec![Expression::binary(BinaryOperator::Greater, (**left).clone(), (**right).clone())]
            }
            BinaryOperator::Or => vec![(**left).clone(), (**right).clone()],
            _ => Vec::new(),
        },
        Expression::In { negated: false, operand, list } => {
            let shorter = |index: usize| {
                let mut list = list.clone();
                list.remove(index);
                Expression::In { negated: false, operand: operand.clone(), list }
            };
            (0..list.len()).map(shorter).collect()
        }
        _ => Vec::new(),
    }
}
