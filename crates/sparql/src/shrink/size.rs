//! How many parts a query has, weighed so that what is plainer weighs less.
//!
//! Weights decide which of two ways to show a failure is the end: data in the query weighs less than triple patterns,
//! which need a graph; an expression weighs least as a column over nothing; a constant less than a variable.

use crate::ast::{
    Aggregate, Column, Direction, Duplicates, Element, Expression, Form, Group, InlineData, Modifiers,
    Projection, Query, TermPattern, TriplePattern, Verb,
};

/// The number of a query's parts by weight.
pub(super) fn parts(query: &Query) -> usize {
    let prologue = query.prologue.prefixes.len() + usize::from(query.prologue.base.is_some());
    prologue + form(&query.form) + group(&query.pattern) + modifiers(&query.modifiers)
}

fn form(form: &Form) -> usize {
    let Form::Select(select) = form else {
        // A table shows more of what went wrong than a truth value.
        return 3;
    };
    let column = |column: &Column| match column {
        Column::Variable(_) => 2,
        Column::Expression { expression, .. } => 2 + self::expression(expression),
    };
    let columns = match &select.projection {
        Projection::All => 1,
        Projection::Columns(columns) => columns.iter().map(column).sum(),
    };
    1 + usize::from(select.duplicates != Duplicates::All) + columns
}

fn modifiers(modifiers: &Modifiers) -> usize {
    let keys = modifiers
        .group_by
        .iter()
        .map(|key| 1 + expression(&key.expression) + usize::from(key.variable.is_some()));
    let having = modifiers.having.iter().map(|condition| 2 + expression(condition));
    let order = modifiers
        .order_by
        .iter()
        .map(|key| 2 + expression(&key.expression) + usize::from(key.direction == Direction::Descending));
    // A number is smaller the nearer it is to 0, but never by much.
    let cut = |count: Option<u64>| count.map_or(0, |count| 2 + count.min(8) as usize);
    keys.sum::<usize>()
        + having.sum::<usize>()
        + order.sum::<usize>()
        + cut(modifiers.limit)
        + cut(modifiers.offset)
}

/// The size of a group.
pub(super) fn group(group: &Group) -> usize {
    1 + group.elements.iter().map(element).sum::<usize>()
}

fn element(element: &Element) -> usize {
    match element {
        Element::Triples(patterns) => patterns.iter().map(pattern).sum(),
        Element::Filter(condition) => 2 + expression(condition),
        Element::Optional(inner) | Element::Minus(inner) => 2 + group(inner),
        Element::Group(inner) => 1 + group(inner),
        // Two solutions out of nothing are plainer as VALUES.
        Element::Union(branches) => 6 + branches.iter().map(group).sum::<usize>(),
        Element::Bind { expression: bound, .. } => 2 + expression(bound),
        Element::Values(data) => 1 + values(data),
    }
}

fn values(data: &InlineData) -> usize {
    // UNDEF is more than a constant: most tables have none.
    let cell = |is_constant: bool| if is_constant { 1 } else { 2 };
    let row = |row: &Vec<_>| 1 + row.iter().map(|value: &Option<_>| cell(value.is_some())).sum::<usize>();
    2 * data.variables.len() + data.rows.iter().map(row).sum::<usize>()
}

fn pattern(pattern: &TriplePattern) -> usize {
    let verb = match &pattern.predicate {
        Verb::Variable(_) => 3,
        Verb::Iri(_) => 1,
    };
    5 + term(&pattern.subject) + verb + term(&pattern.object)
}

fn term(term: &TermPattern) -> usize {
    match term {
        TermPattern::Blank(_) => 4,
        TermPattern::Variable(_) => 3,
        TermPattern::Constant(_) => 1,
    }
}

/// The size of an expression.
pub(super) fn expression(expression: &Expression) -> usize {
    let own = match expression {
        Expression::Constant(_) => 1,
        Expression::Variable(_) => 3,
        Expression::Exists { negated, group: inner } => 1 + usize::from(*negated) + group(inner),
        Expression::In { negated, .. } => 2 + usize::from(*negated),
        Expression::Aggregate(Aggregate { distinct, separator, .. }) => {
            2 + usize::from(*distinct) + usize::from(separator.is_some())
        }
        Expression::Unary { .. } | Expression::Binary { .. } | Expression::Call { .. } => 2,
    };
    own + expression.children().into_iter().map(self::expression).sum::<usize>()
}
