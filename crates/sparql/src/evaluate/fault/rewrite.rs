//! Wrong rewritings: what an optimizer does to a query when it forgets what a rule of scope says.

use std::collections::BTreeSet;

use quarrel_case::term::Term;

use crate::ast::{
    BinaryOperator, Constant, Element, Expression, Group, InlineData, Path, Query, TermPattern,
    TriplePattern, Variable, Verb,
};
use crate::walk::{self, Node};

/// s07: the filters at the end of an OPTIONAL group get braces with the group's other elements, so that they see
/// no more than these.
pub(super) fn filters_inside_optional(query: &mut Query) {
    walk::groups(query, &mut |group| {
        optionals(group).for_each(|inner| {
            let is_filter = |element: &Element| matches!(element, Element::Filter(_));
            let end =
                inner.elements.iter().rposition(|element| !is_filter(element)).map_or(0, |last| last + 1);
            let at_end = inner.elements.split_off(end);
            if at_end.is_empty() {
                return;
            }
            // A filter elsewhere in the group stays the condition of the left join.
            let (mut elements, kept): (Vec<_>, Vec<_>) =
                inner.elements.drain(..).partition(|element| !is_filter(element));
            elements.extend(at_end);
            inner.elements = kept;
            inner.elements.push(Element::Group(Group { elements }));
        });
    });
}

/// s13: a group that is all of an OPTIONAL group loses its braces.
pub(super) fn optional_without_braces(query: &mut Query) {
    walk::groups(query, &mut |group| {
        optionals(group).for_each(|inner| {
            while let [Element::Group(only)] = inner.elements.as_mut_slice() {
                *inner = std::mem::take(only);
            }
        });
    });
}

/// s17: the constants of a VALUES block of one row go into the subjects of paths that may have length zero.
pub(super) fn values_into_paths(query: &mut Query) {
    walk::groups(query, &mut |group| {
        let mut known: Vec<(Variable, Constant)> = Vec::new();
        for element in &group.elements {
            if let Element::Values(InlineData { variables, rows }) = element
                && let [row] = rows.as_slice()
            {
                let cells = variables.iter().zip(row);
                known.extend(cells.filter_map(|(name, cell)| Some((name.clone(), cell.clone()?))));
            }
        }
        for element in &mut group.elements {
            let Element::Triples(patterns) = element else { continue };
            for pattern in patterns {
                let Verb::Path(path) = &pattern.predicate else { continue };
                let constant = |(name, constant): &(Variable, Constant)| match &pattern.subject {
                    TermPattern::Variable(variable) if variable == name => Some(constant.clone()),
                    _ => None,
                };
                if let Some(constant) = known.iter().find_map(constant).filter(|_| may_be_nothing(path)) {
                    pattern.subject = TermPattern::Constant(constant);
                }
            }
        }
    });
}

/// Whether a path may have length zero.
fn may_be_nothing(path: &Path) -> bool {
    match path {
        Path::ZeroOrOne(_) | Path::ZeroOrMore(_) => true,
        Path::Inverse(inner) | Path::OneOrMore(inner) => may_be_nothing(inner),
        Path::Sequence(parts) => parts.iter().all(may_be_nothing),
        Path::Alternative(parts) => parts.iter().any(may_be_nothing),
        Path::Iri(_) | Path::Negated(_) => false,
    }
}

fn optionals(group: &mut Group) -> impl Iterator<Item = &mut Group> {
    group.elements.iter_mut().filter_map(|element| match element {
        Element::Optional(inner) => Some(inner),
        _ => None,
    })
}

/// s21: a filter on variables of an OPTIONAL that stands before it moves into it.
pub(super) fn filters_into_optional(query: &mut Query) {
    walk::groups(query, &mut |group| {
        let mut elements: Vec<Element> = Vec::with_capacity(group.elements.len());
        for element in group.elements.drain(..) {
            match (elements.last_mut(), element) {
                (Some(Element::Optional(inner)), Element::Filter(condition))
                    if is_about(&condition, &inner.scope()) =>
                {
                    inner.elements.push(Element::Filter(condition));
                }
                (_, element) => elements.push(element),
            }
        }
        group.elements = elements;
    });
}

/// s22: a filter of a group with a UNION moves into the first branch that has its variables.
pub(super) fn filters_into_branch(query: &mut Query) {
    walk::groups(query, &mut |group| {
        let (filters, mut elements): (Vec<_>, Vec<_>) =
            group.elements.drain(..).partition(|element| matches!(element, Element::Filter(_)));
        for filter in filters {
            let branch = match &filter {
                Element::Filter(condition) => {
                    branches(&mut elements).find(|branch| is_about(condition, &branch.scope()))
                }
                _ => None,
            };
            match branch {
                Some(branch) => branch.elements.push(filter),
                None => elements.push(filter),
            }
        }
        group.elements = elements;
    });
}

fn branches(elements: &mut [Element]) -> impl Iterator<Item = &mut Group> {
    let unions = elements.iter_mut().filter_map(|element| match element {
        Element::Union(branches) => Some(branches),
        _ => None,
    });
    unions.flatten()
}

/// Whether a condition mentions variables, and none but these.
fn is_about(condition: &Expression, scope: &BTreeSet<&Variable>) -> bool {
    let variables = mentioned(condition);
    !variables.is_empty() && variables.is_subset(scope)
}

/// s23: `e = e` becomes true and `e != e` false.
pub(super) fn self_equalities(query: &mut Query) {
    walk::expressions(query, &mut |expression| {
        if let Expression::Binary { operator, left, right } = expression
            && matches!(operator, BinaryOperator::Equal | BinaryOperator::NotEqual)
            && left == right
        {
            *expression = Expression::constant(Term::boolean(*operator == BinaryOperator::Equal));
        }
    });
}

/// s37: a filter on a variable that is bound outside its group alone moves out to where it is bound. EXISTS is no
/// way out: what is bound around it is replaced by its value before the group is evaluated.
pub(super) fn filters_moved_out(query: &mut Query) {
    let around = BTreeSet::new();
    walk::expressions(query, &mut |expression| {
        if let Expression::Exists { group, .. } = expression {
            move_out(group, &around);
        }
    });
    move_out(&mut query.pattern, &around);
}

/// Moves filters out of the groups inside this one, and gives those that move out of this one too.
fn move_out(group: &mut Group, around: &BTreeSet<Variable>) -> Vec<Element> {
    let own: BTreeSet<Variable> = group.scope().into_iter().cloned().collect();
    let seen: BTreeSet<Variable> = own.union(around).cloned().collect();
    let mut moved = Vec::new();
    for element in &mut group.elements {
        match element {
            Element::Optional(inner)
            | Element::Group(inner)
            | Element::Minus(inner)
            | Element::Graph { group: inner, .. } => {
                moved.extend(move_out(inner, &seen));
            }
            Element::Union(branches) => {
                moved.extend(branches.iter_mut().flat_map(|branch| move_out(branch, &seen)));
            }
            Element::Triples(_)
            | Element::Filter(_)
            | Element::Bind { .. }
            | Element::Values(_)
            | Element::Service { .. }
            | Element::Select(_) => {}
        }
    }
    group.elements.extend(moved);
    let leaves = |element: &Element| match element {
        Element::Filter(condition) => mentioned(condition)
            .into_iter()
            .any(|variable| !own.contains(variable) && around.contains(variable)),
        _ => false,
    };
    let (out, kept) = group.elements.drain(..).partition(leaves);
    group.elements = kept;
    out
}

/// s27: the variables of a group that occur in its filters and nowhere else in it.
pub(super) fn only_in_filters(group: &Group) -> BTreeSet<&Variable> {
    let (mut filters, mut others) = (BTreeSet::new(), BTreeSet::new());
    for element in &group.elements {
        let place = if matches!(element, Element::Filter(_)) { &mut filters } else { &mut others };
        add_element(element, place);
    }
    filters.difference(&others).copied().collect()
}

/// s45: a group in braces whose own variables nobody uses becomes EXISTS.
pub(super) fn unused_groups_exist(query: &mut Query) {
    for place in 1..query.pattern.elements.len() {
        let (before, behind) = query.pattern.elements.split_at(place);
        let Some(Element::Group(group)) = behind.first() else { continue };
        let mut bound = BTreeSet::new();
        before.iter().for_each(|element| element.add_scope(&mut bound));
        let own: Vec<&Variable> =
            group.scope().into_iter().filter(|variable| !bound.contains(*variable)).collect();
        let mut rest = query.clone();
        rest.pattern.elements.remove(place);
        let mut is_used = query.columns().is_empty() || own.is_empty();
        walk::walk(&mut rest, &mut |node| {
            is_used |= matches!(node, Node::Variable(variable) if own.contains(&&*variable));
        });
        if !is_used {
            let exists = Expression::Exists { negated: false, group: group.clone() };
            query.pattern.elements[place] = Element::Filter(exists);
        }
    }
}

/// The variables that an expression mentions, those inside EXISTS too.
fn mentioned(expression: &Expression) -> BTreeSet<&Variable> {
    let mut found = BTreeSet::new();
    add_expression(expression, &mut found);
    found
}

fn add_expression<'a>(expression: &'a Expression, found: &mut BTreeSet<&'a Variable>) {
    match expression {
        Expression::Variable(variable) => drop(found.insert(variable)),
        Expression::Exists { group, .. } => group.elements.iter().for_each(|part| add_element(part, found)),
        other => other.children().into_iter().for_each(|child| add_expression(child, found)),
    }
}

fn add_element<'a>(element: &'a Element, found: &mut BTreeSet<&'a Variable>) {
    match element {
        Element::Triples(patterns) => found.extend(patterns.iter().flat_map(TriplePattern::variables)),
        Element::Values(data) => found.extend(&data.variables),
        Element::Filter(condition) => add_expression(condition, found),
        Element::Bind { expression, variable } => {
            add_expression(expression, found);
            found.insert(variable);
        }
        Element::Optional(group) | Element::Group(group) | Element::Minus(group) => {
            group.elements.iter().for_each(|part| add_element(part, found));
        }
        Element::Union(branches) => {
            branches.iter().flat_map(|branch| &branch.elements).for_each(|part| add_element(part, found));
        }
        Element::Graph { name, group } | Element::Service { name, group, .. } => {
            found.extend(name.as_variable());
            group.elements.iter().for_each(|part| add_element(part, found));
        }
        Element::Select(query) => found.extend(query.visible()),
    }
}
