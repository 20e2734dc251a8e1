//! OPTIONAL, UNION, MINUS and sub-selects said by one another.
//!
//! These are the equivalences that hold for bags and for solutions that leave variables unbound: MINUS asks for a shared
//! variable that both sides bind (SPARQL 1.1, 18.5), which is told by sameTerm with its errors; OPTIONAL is what is joined,
//! and what finds no partner, told by a mark.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::rewriting::Family;

use super::bound::certain;
use super::build::{
    and, boolean, braced, coalesce, columns, group, has_blank, has_blanks, has_exists, not, or, parted,
    same_term, scope, select, sub_select, with,
};
use super::names::{mentioned, relabelled, renamed};
use super::place::Around;
use super::{Fits, Law, law};
use crate::ast::{
    Builtin, Column, Duplicates, Element, Expression, Form, Group, Modifiers, Path, Projection, Query,
    Select, Variable, Verb,
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
        "g-bind-select",
        "BIND is an expression of a sub-select",
        "SPARQL 1.1, 18.2.4.4 and 18.5 (Extend)",
        bind_select,
    ),
    rule(
        "g-filter-union",
        "a filter of a UNION holds in each branch",
        "Schmidt and others, ICDT 2010, section 4 (FUPush)",
        filter_union,
    ),
    rule(
        "g-inline",
        "a plain sub-select is a group with its own names",
        "SPARQL 1.1, 18.2.1 and 18.5 (Project)",
        inline,
    ),
    rule(
        "g-minus-exists",
        "MINUS is NOT EXISTS of what agrees and shares",
        "SPARQL 1.1, 8.3 and 18.5 (Minus)",
        minus_exists,
    ),
    rule(
        "g-minus-mark",
        "MINUS with a variable that both sides bind is OPTIONAL without a partner",
        "Perez and others, TODS 2009 (difference); SPARQL 1.1, 18.5",
        minus_mark,
    ),
    rule(
        "g-minus-none",
        "MINUS that shares no variable takes nothing away",
        "SPARQL 1.1, 18.5 (Minus)",
        minus_none,
    ),
    rule(
        "g-optional-exists",
        "OPTIONAL is the join, and what has no partner",
        "SPARQL 1.1, 18.5 (LeftJoin)",
        optional_exists,
    ),
    rule(
        "g-optional-mark",
        "OPTIONAL is the join, and what keeps no mark of one",
        "SPARQL 1.1, 18.5 (LeftJoin)",
        optional_mark,
    ),
    rule(
        "g-union-join",
        "what is joined to a UNION is joined to its branches",
        "Schmidt and others, ICDT 2010, section 4 (JUDist)",
        union_join,
    ),
    rule(
        "g-union-order",
        "the branches of a UNION have no order",
        "Schmidt and others, ICDT 2010, section 4 (UComm, UAss)",
        union_order,
    ),
];

/// The group cut before an element: what stands left of it without filters, the element, what stands right, the filters.
struct Cut<'a> {
    left: Vec<Element>,
    element: &'a Element,
    right: Vec<Element>,
    filters: Vec<Element>,
}

impl Cut<'_> {
    /// The group with other elements for the left side and the element.
    fn joined(&self, others: Vec<Element>) -> Group {
        let rest = self.right.iter().chain(&self.filters).cloned();
        group(others.into_iter().chain(rest).collect())
    }
}

fn cuts(place: &Group) -> Vec<Cut<'_>> {
    let (filters, _) = parted(&place.elements);
    let others: Vec<&Element> =
        place.elements.iter().filter(|element| !matches!(element, Element::Filter(_))).collect();
    let cut = |(index, element): (usize, &&'_ Element)| -> (usize, Vec<Element>, Vec<Element>) {
        let _ = element;
        let owned = |elements: &[&Element]| elements.iter().map(|element| (*element).clone()).collect();
        (
            index,
            owned(others.get(..index).unwrap_or_default()),
            owned(others.get(index + 1..).unwrap_or_default()),
        )
    };
    let parts: Vec<_> = others.iter().enumerate().map(cut).collect();
    parts
        .into_iter()
        .zip(&others)
        .map(|((_, left, right), element)| Cut { left, element, right, filters: filters.clone() })
        .collect()
}

/// Every element with what may stand there instead, alone.
pub(super) fn elements(place: &Group, mut make: impl FnMut(&Element) -> Vec<Vec<Element>>) -> Vec<Group> {
    let mut made = Vec::new();
    for (index, element) in place.elements.iter().enumerate() {
        made.extend(make(element).into_iter().map(|others| with(&place.elements, index, others)));
    }
    made
}

fn union_order(place: &Group, around: &Around<'_>) -> Vec<Group> {
    elements(place, |element| match element {
        Element::Union(branches) => {
            let turned = Element::Union(branches.iter().rev().cloned().collect());
            let mut made = vec![vec![turned]];
            if let [first, rest @ ..] = branches.as_slice()
                && rest.len() > 1
                && !around.in_exists
            {
                let inner = group(vec![Element::Union(rest.to_vec())]);
                made.push(vec![Element::Union(vec![first.clone(), inner])]);
            }
            made
        }
        _ => Vec::new(),
    })
}

fn union_join(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for cut in cuts(place) {
        if let Element::Union(branches) = cut.element
            && !cut.left.is_empty()
        {
            let branch = |(copy, branch): (usize, &Group)| {
                let left = relabelled(&group(cut.left.clone()), copy);
                group(left.elements.into_iter().chain([Element::Group(branch.clone())]).collect())
            };
            let union = Element::Union(branches.iter().enumerate().map(branch).collect());
            made.push(cut.joined(vec![union]));
        }
    }
    made
}

fn filter_union(place: &Group, around: &Around<'_>) -> Vec<Group> {
    let (filters, others) = parted(&place.elements);
    let [Element::Union(branches)] = others.as_slice() else { return Vec::new() };
    let exists = |filter: &Element| matches!(filter, Element::Filter(condition) if has_exists(condition));
    if around.in_exists || around.is_optional || filters.is_empty() || filters.iter().any(exists) {
        return Vec::new();
    }
    let branch = |branch: &Group| {
        group(std::iter::once(Element::Group(branch.clone())).chain(filters.iter().cloned()).collect())
    };
    vec![group(vec![Element::Union(branches.iter().map(branch).collect())])]
}

/// The mark of a solution that has found a partner.
fn mark(around: &Around<'_>) -> (Variable, Element, Element) {
    let mark = around.fresh(0);
    let bind = Element::Bind { expression: boolean(true), variable: mark.clone() };
    let bound = Expression::call(Builtin::Bound, vec![Expression::Variable(mark.clone())]);
    (mark, bind, Element::Filter(not(bound)))
}

fn optional_mark(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for cut in cuts(place) {
        let Element::Optional(optional) = cut.element else { continue };
        let (conditions, inner) = parted(&optional.elements);
        let (_, bind, unmarked) = mark(around);
        let joined = cut.left.iter().cloned().chain([braced(inner)]).chain(conditions).collect();
        let left = relabelled(&group(cut.left.clone()), 1);
        let mut marked = relabelled(optional, 1);
        marked.elements.push(bind);
        let alone = left.elements.into_iter().chain([Element::Optional(marked), unmarked]).collect();
        made.push(cut.joined(vec![Element::Union(vec![group(joined), group(alone)])]));
    }
    made
}

/// Of an OPTIONAL whose group is triple patterns and conditions without EXISTS, into which a solution is substituted as into
/// any: no path of length zero, which finds a written term that is nowhere (9.1).
fn optional_exists(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for cut in cuts(place) {
        let Element::Optional(optional) = cut.element else { continue };
        let is_plain = |element: &Element| match element {
            Element::Triples(patterns) => patterns.iter().all(|pattern| {
                !has_blank(pattern) && !matches!(&pattern.predicate, Verb::Path(path) if may_be_nothing(path))
            }),
            Element::Filter(condition) => !has_exists(condition),
            _ => false,
        };
        if optional.elements.is_empty() || !optional.elements.iter().all(is_plain) {
            continue;
        }
        let (conditions, inner) = parted(&optional.elements);
        let joined = cut.left.iter().cloned().chain([braced(inner)]).chain(conditions).collect();
        let left = relabelled(&group(cut.left.clone()), 1);
        let none = Expression::Exists { negated: true, group: optional.clone() };
        let alone = left.elements.into_iter().chain([Element::Filter(none)]).collect();
        made.push(cut.joined(vec![Element::Union(vec![group(joined), group(alone)])]));
    }
    made
}

/// Whether a path may have length zero somewhere.
fn may_be_nothing(path: &Path) -> bool {
    matches!(path, Path::ZeroOrOne(_) | Path::ZeroOrMore(_)) || path.children().iter().any(may_be_nothing)
}

fn minus_none(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let apart = |cut: &Cut<'_>| match cut.element {
        Element::Minus(right) => scope(&cut.left).is_disjoint(&scope(&right.elements)),
        _ => false,
    };
    cuts(place).iter().filter(|cut| apart(cut)).map(|cut| cut.joined(cut.left.clone())).collect()
}

/// What agrees in all that both sides bind, and shares something. All names on the right are others, so that nothing is
/// substituted but in the condition.
fn minus_exists(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for cut in cuts(place) {
        let Element::Minus(right) = cut.element else { continue };
        let shared: BTreeSet<Variable> =
            scope(&cut.left).intersection(&scope(&right.elements)).cloned().collect();
        let others = mentioned(right).into_iter().enumerate();
        let others: BTreeMap<Variable, Variable> =
            others.map(|(index, variable)| (variable, around.fresh(index))).collect();
        let pairs: Vec<(&Variable, &Variable)> =
            shared.iter().filter_map(|variable| Some((variable, others.get(variable)?))).collect();
        let test = |otherwise: bool| {
            move |(one, other): &(&Variable, &Variable)| {
                coalesce(vec![same_term(one, other), boolean(otherwise)])
            }
        };
        let agree = pairs.iter().map(test(true)).reduce(and);
        let share = pairs.iter().map(test(false)).reduce(or);
        let (Some(agree), Some(share)) = (agree, share) else { continue };
        let condition = if pairs.len() == 1 { share } else { and(agree, share) };
        let right = renamed(right, &others);
        let inner = vec![Element::Group(right), Element::Filter(condition)];
        let none = Expression::Exists { negated: true, group: group(inner) };
        let left = cut.left.iter().cloned().chain([Element::Filter(none)]);
        made.push(cut.joined(vec![braced(left.collect())]));
    }
    made
}

fn minus_mark(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for cut in cuts(place) {
        let Element::Minus(right) = cut.element else { continue };
        if certain(&cut.left).is_disjoint(&certain(&right.elements)) {
            continue;
        }
        let (_, bind, unmarked) = mark(around);
        // Braces keep the filters of the right side from seeing the left one.
        let partner = Element::Optional(group(vec![Element::Group(right.clone()), bind]));
        let left = cut.left.iter().cloned().chain([partner, unmarked]);
        let shown = columns(scope(&cut.left));
        let inner = sub_select(select(Duplicates::All, shown, group(left.collect())));
        made.push(cut.joined(vec![inner]));
    }
    made
}

/// A sub-select that only hides variables.
fn inline(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists || around.is_optional {
        return Vec::new();
    }
    let opened = |query: &Query| opened(query, around).map(|group| vec![Element::Group(group)]);
    elements(place, |element| match element {
        Element::Group(inner) => match inner.elements.as_slice() {
            [Element::Select(query)] => opened(query).into_iter().collect(),
            _ => Vec::new(),
        },
        Element::Select(query) => opened(query).into_iter().collect(),
        _ => Vec::new(),
    })
}

/// The group of such a sub-select, what it hides under other names.
fn opened(query: &Query, around: &Around<'_>) -> Option<Group> {
    let Form::Select(Select { duplicates: Duplicates::All, projection: Projection::Columns(columns) }) =
        &query.form
    else {
        return None;
    };
    let name = |column: &Column| match column {
        Column::Variable(variable) => Some(variable.clone()),
        Column::Expression { .. } => None,
    };
    let shown: BTreeSet<Variable> = columns.iter().map(name).collect::<Option<_>>()?;
    if query.modifiers != Modifiers::default() {
        return None;
    }
    let hidden = mentioned(&query.pattern).into_iter().filter(|variable| !shown.contains(variable));
    let names = hidden.enumerate().map(|(index, variable)| (variable, around.fresh(index))).collect();
    Some(renamed(&query.pattern, &names))
}

fn bind_select(place: &Group, around: &Around<'_>) -> Vec<Group> {
    if around.in_exists {
        return Vec::new();
    }
    let mut made = Vec::new();
    for cut in cuts(place) {
        let Element::Bind { expression, variable } = cut.element else { continue };
        if has_exists(expression) || has_blanks(&group(cut.right.clone())) {
            continue;
        }
        let kept = scope(&cut.left).into_iter().map(Column::Variable);
        let bound = Column::Expression { expression: expression.clone(), variable: variable.clone() };
        let projection = Projection::Columns(kept.chain([bound]).collect());
        let inner = sub_select(select(Duplicates::All, projection, group(cut.left.clone())));
        made.push(cut.joined(vec![inner]));
    }
    made
}
