//! Smaller groups: fewer elements, their solutions in their place, elements opened, elements with less in them.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::term::Term;

use super::known::Row;
use super::list::{replaced, shorter, without};
use super::plain::free_variable;
use super::{modifiers, path};
use crate::ast::{
    BinaryOperator, Constant, Element, Expression, Group, InlineData, Query, TermPattern, TriplePattern,
    Variable, Verb,
};
use crate::walk::{self, Node};

/// How often each variable occurs.
pub(super) type Counts = BTreeMap<Variable, usize>;

/// How often each variable occurs in a query.
pub(super) fn occurrences(query: &Query) -> Counts {
    let mut counts = Counts::new();
    walk::walk(&mut query.clone(), &mut |node| count(node, &mut counts));
    counts
}

fn count(node: Node<'_>, counts: &mut Counts) {
    if let Node::Variable(variable) = node {
        *counts.entry(variable.clone()).or_default() += 1;
    }
}

/// The cuts that take the most: no elements, fewer of them, solutions in their place.
pub(super) fn bold(group: &Group, rows: &[Row], all: &Counts) -> Vec<Group> {
    let elements = &group.elements;
    let mut found = Vec::new();
    if !elements.is_empty() {
        found.push(Group::default());
        // No solution at all, for whatever reason.
        let never = Element::Filter(Expression::constant(Term::boolean(false)));
        found.push(Group { elements: vec![never] });
        let variables = visible(&elements.iter().collect::<Vec<_>>(), all);
        if !variables.is_empty() {
            let nothing = Element::Values(InlineData { variables, rows: Vec::new() });
            found.push(Group { elements: vec![nothing] });
        }
    }
    // From the whole group down to each single element.
    for end in (2..=elements.len()).rev() {
        found.extend(tabled(elements, 0, end, rows, all));
    }
    found.extend(shorter(elements).into_iter().map(|elements| Group { elements }));
    for index in 0..elements.len() {
        found.extend(tabled(elements, index, index + 1, rows, all));
    }
    found
}

/// The group with VALUES of one or two solutions in the place of some elements; filters among them stay.
fn tabled(elements: &[Element], start: usize, end: usize, rows: &[Row], all: &Counts) -> Vec<Group> {
    let (Some(before), Some(middle), Some(after)) =
        (elements.get(..start), elements.get(start..end), elements.get(end..))
    else {
        return Vec::new();
    };
    let is_filter = |element: &&Element| matches!(element, Element::Filter(_));
    let pattern: Vec<&Element> = middle.iter().filter(|element| !is_filter(element)).collect();
    if pattern.is_empty() || matches!(pattern.as_slice(), [Element::Values(_) | Element::Bind { .. }]) {
        return Vec::new();
    }
    let make = |data: InlineData| {
        let filters = middle.iter().filter(is_filter).cloned();
        let table = std::iter::once(Element::Values(data));
        Group { elements: before.iter().cloned().chain(table).chain(filters).chain(after.to_vec()).collect() }
    };
    let variables = visible(&pattern, all);
    if variables.is_empty() {
        // Solutions that bind nothing still have a number.
        let row = vec![Some(Constant(Term::integer(1)))];
        let twice = InlineData { variables: vec![free_variable(all)], rows: vec![row.clone(), row] };
        return vec![make(twice)];
    }
    tables(&variables, rows).into_iter().map(make).collect()
}

/// The variables of some elements that are used outside of them too; the first one when none is.
fn visible(elements: &[&Element], all: &Counts) -> Vec<Variable> {
    let mut own = Counts::new();
    let mut order: Vec<Variable> = Vec::new();
    let mut bound = BTreeSet::new();
    for element in elements {
        element.add_scope(&mut bound);
        walk::element(&mut (*element).clone(), &mut |node| {
            if let Node::Variable(variable) = &node
                && !order.contains(variable)
            {
                order.push((*variable).clone());
            }
            count(node, &mut own);
        });
    }
    order.retain(|variable| bound.contains(variable));
    let first: Vec<Variable> = order.iter().take(1).cloned().collect();
    order.retain(|variable| all.get(variable) > own.get(variable));
    if order.is_empty() { first } else { order }
}

/// Tables of one row each for the first and the last solution, of two rows, and of equal rows.
fn tables(variables: &[Variable], rows: &[Row]) -> Vec<InlineData> {
    let cells = |row: &Row| variables.iter().map(|variable| row.get(variable).cloned()).collect::<Vec<_>>();
    let mut distinct: Vec<Vec<Option<Constant>>> = Vec::new();
    let mut twice = None;
    for row in rows.iter().map(cells) {
        if distinct.contains(&row) {
            twice.get_or_insert(row);
        } else {
            distinct.push(row);
        }
    }
    let mut choices: Vec<Vec<Vec<Option<Constant>>>> = Vec::new();
    choices.extend(distinct.first().map(|row| vec![row.clone()]));
    choices.extend(distinct.get(1..).and_then(<[_]>::last).map(|row| vec![row.clone()]));
    choices.extend(distinct.get(..2).map(<[_]>::to_vec));
    choices.extend(twice.map(|row| vec![row.clone(), row]));
    choices.into_iter().filter_map(|rows| table(variables, rows)).collect()
}

/// The table of these rows without the columns that are unbound in all of them.
fn table(variables: &[Variable], rows: Vec<Vec<Option<Constant>>>) -> Option<InlineData> {
    let column = |index: usize| rows.iter().map(move |row| row.get(index).cloned().flatten());
    let kept: Vec<usize> =
        (0..variables.len()).filter(|index| column(*index).any(|cell| cell.is_some())).collect();
    let pick = |row: &Vec<Option<Constant>>| {
        kept.iter().map(|index| row.get(*index).cloned().flatten()).collect::<Vec<_>>()
    };
    let variables: Vec<Variable> = kept.iter().filter_map(|index| variables.get(*index)).cloned().collect();
    let rows = rows.iter().map(pick).collect();
    (!variables.is_empty()).then_some(InlineData { variables, rows })
}

/// The small cuts: an element opened, an element with less in it. Groups and expressions inside have their own.
pub(super) fn fine(group: &Group) -> Vec<Group> {
    let elements = &group.elements;
    let mut found = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        for by in opened(element) {
            let mut changed = elements.clone();
            changed.splice(index..=index, by);
            found.push(Group { elements: changed });
        }
        for smaller in smaller(element) {
            found.push(Group { elements: replaced(elements, index, smaller) });
        }
    }
    found
}

/// What stands in an element's braces, without them.
fn opened(element: &Element) -> Vec<Vec<Element>> {
    match element {
        Element::Optional(group)
        | Element::Minus(group)
        | Element::Graph { group, .. }
        | Element::Service { group, .. } => {
            vec![group.elements.clone(), vec![Element::Group(group.clone())]]
        }
        Element::Filter(Expression::Exists { group, .. }) => {
            vec![group.elements.clone(), vec![Element::Group(group.clone())]]
        }
        Element::Group(group) => vec![group.elements.clone()],
        Element::Union(branches) => {
            let opened = branches.iter().map(|branch| branch.elements.clone());
            opened.chain(branches.iter().map(|branch| vec![Element::Group(branch.clone())])).collect()
        }
        Element::Values(data) => binds(data).into_iter().collect(),
        Element::Select(query) => vec![query.pattern.elements.clone()],
        Element::Triples(_) | Element::Filter(_) | Element::Bind { .. } => Vec::new(),
    }
}

/// One row of values as assignments.
fn binds(data: &InlineData) -> Option<Vec<Element>> {
    let [row] = data.rows.as_slice() else {
        return None;
    };
    let cells = data.variables.iter().zip(row);
    let bind = |(variable, cell): (&Variable, &Option<Constant>)| {
        let expression = Expression::Constant(cell.clone()?);
        Some(Element::Bind { expression, variable: variable.clone() })
    };
    Some(cells.filter_map(bind).collect())
}

/// Smaller elements of the same kind.
fn smaller(element: &Element) -> Vec<Element> {
    match element {
        Element::Triples(patterns) => {
            let fewer = shorter(patterns).into_iter();
            fewer.chain(path::simpler(patterns)).map(Element::Triples).collect()
        }
        Element::Select(query) => {
            let plainer = modifiers::bold(query).into_iter().chain(modifiers::fine(query));
            plainer.map(|query| Element::Select(Box::new(query))).collect()
        }
        Element::Filter(condition) => {
            let parts = conjuncts(condition);
            let single = parts.iter().map(|part| Element::Filter((*part).clone()));
            let fewer = (0..parts.len()).filter_map(|index| joined(&without(&parts, index)));
            let both = single.chain(fewer.map(Element::Filter)).collect();
            if parts.len() > 1 { both } else { Vec::new() }
        }
        Element::Union(branches) => shorter(branches).into_iter().map(Element::Union).collect(),
        Element::Values(data) => smaller_tables(data).into_iter().map(Element::Values).collect(),
        Element::Service { silent: true, name, group } => {
            vec![Element::Service { silent: false, name: name.clone(), group: group.clone() }]
        }
        Element::Optional(_)
        | Element::Group(_)
        | Element::Minus(_)
        | Element::Bind { .. }
        | Element::Graph { .. }
        | Element::Service { .. } => Vec::new(),
    }
}

/// The conjuncts of a condition, of which a filter may lose all but one.
pub(super) fn conjuncts(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Binary { operator: BinaryOperator::And, left, right } => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        other => vec![other],
    }
}

fn joined(conjuncts: &[&Expression]) -> Option<Expression> {
    let and = |left, right| Expression::binary(BinaryOperator::And, left, right);
    conjuncts.iter().map(|part| (*part).clone()).reduce(and)
}

fn smaller_tables(data: &InlineData) -> Vec<InlineData> {
    let InlineData { variables, rows } = data;
    let with_rows = |rows| InlineData { variables: variables.clone(), rows };
    let mut found: Vec<InlineData> = shorter(rows).into_iter().map(with_rows).collect();
    if rows.len() == 1 {
        found.push(with_rows(Vec::new()));
    }
    if variables.len() > 1 {
        found.extend((0..variables.len()).map(|index| InlineData {
            variables: without(variables, index),
            rows: rows.iter().map(|row| without(row, index)).collect(),
        }));
    }
    found.extend(defined(data));
    found
}

/// The tables with a constant for one UNDEF: that of another row, or 1.
fn defined(data: &InlineData) -> Vec<InlineData> {
    let mut found = Vec::new();
    for (at, row) in data.rows.iter().enumerate() {
        for column in (0..row.len()).filter(|column| matches!(row.get(*column), Some(None))) {
            let other = data.rows.iter().find_map(|row| row.get(column).cloned().flatten());
            let one = Constant(Term::integer(1));
            let row = replaced(row, column, Some(other.unwrap_or(one)));
            found.push(InlineData { variables: data.variables.clone(), rows: replaced(&data.rows, at, row) });
        }
    }
    found
}

/// The patterns' blank nodes as variables that no one else uses.
pub(super) fn named_blanks(query: &Query) -> Option<Query> {
    let mut taken = occurrences(query);
    let mut names: BTreeMap<String, Variable> = BTreeMap::new();
    let mut changed = query.clone();
    walk::walk(&mut changed, &mut |node| {
        if let Node::Blank(term) = node
            && let TermPattern::Blank(label) = term
        {
            let name = names.entry(label.clone()).or_insert_with(|| {
                let fresh = free_variable(&taken);
                taken.insert(fresh.clone(), 1);
                fresh
            });
            *term = TermPattern::Variable(name.clone());
        }
    });
    (!names.is_empty()).then_some(changed)
}

/// How a triple pattern is placed among others: constants before variables, then by their text.
pub(super) fn pattern_key(pattern: &TriplePattern) -> ([String; 3], [bool; 3]) {
    let term = |term: &TermPattern| match term {
        TermPattern::Constant(constant) => constant.term().to_string(),
        TermPattern::Variable(_) | TermPattern::Blank(_) | TermPattern::Triple(_) => String::from("~"),
    };
    let predicate = match &pattern.predicate {
        Verb::Iri(iri) => format!("<{iri}>"),
        Verb::Variable(_) => String::from("~"),
        Verb::Path(_) => String::from("}"),
    };
    let blank = |term: &TermPattern| matches!(term, TermPattern::Blank(_));
    let key = [predicate, term(&pattern.subject), term(&pattern.object)];
    (key, [blank(&pattern.subject), false, blank(&pattern.object)])
}
