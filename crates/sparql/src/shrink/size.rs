//! How large a query is, so that reduction always ends: every candidate must be smaller by this measure.

use crate::ast::{
    Aggregate, Constant, Duplicates, Element, Expression, Form, Group, InlineData, Projection, Query,
    TermPattern, TriplePattern, Verb,
};
use quarrel_case::term::{LiteralKind, Term};

/// The number of nodes in the tree; a variable counts more than a constant, a constant more than a plain one.
pub fn size(query: &Query) -> usize {
    let prologue = query.prologue.prefixes.len() + usize::from(query.prologue.base.is_some());
    prologue + form(&query.form) + group(&query.pattern) + modifiers(query)
}

fn form(form: &Form) -> usize {
    let Form::Select(select) = form else {
        return 1;
    };
    let duplicates = usize::from(select.duplicates != Duplicates::All);
    let columns = match &select.projection {
        Projection::All => 1,
        Projection::Columns(columns) => columns
            .iter()
            .map(|column| match column {
                crate::ast::Column::Variable(_) => 2,
                crate::ast::Column::Expression { expression, .. } => 2 + self::expression(expression),
            })
            .sum(),
    };
    // ASK shows less of an answer than SELECT, but not more of a failure: neither is reduced to the other.
    1 + duplicates + columns
}

fn modifiers(query: &Query) -> usize {
    let modifiers = &query.modifiers;
    let keys = modifiers
        .group_by
        .iter()
        .map(|key| 1 + expression(&key.expression) + usize::from(key.variable.is_some()));
    let having = modifiers.having.iter().map(|condition| 1 + expression(condition));
    let order = modifiers.order_by.iter().map(|key| {
        1 + expression(&key.expression) + usize::from(key.direction == crate::ast::Direction::Descending)
    });
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
        Element::Filter(condition) => 1 + expression(condition),
        Element::Optional(inner) | Element::Group(inner) | Element::Minus(inner) => 1 + group(inner),
        Element::Union(branches) => 1 + branches.iter().map(group).sum::<usize>(),
        Element::Bind { expression: bound, .. } => 2 + expression(bound),
        Element::Values(data) => 1 + values(data),
    }
}

fn values(data: &InlineData) -> usize {
    let cell = |cell: &Option<Constant>| cell.as_ref().map_or(1, constant);
    2 * data.variables.len()
        + data.rows.iter().map(|row| 1 + row.iter().map(cell).sum::<usize>()).sum::<usize>()
}

fn pattern(pattern: &TriplePattern) -> usize {
    let verb = match &pattern.predicate {
        Verb::Variable(_) => 3,
        Verb::Iri(_) => 1,
    };
    1 + term_pattern(&pattern.subject) + verb + term_pattern(&pattern.object)
}

fn term_pattern(term: &TermPattern) -> usize {
    match term {
        TermPattern::Variable(_) | TermPattern::Blank(_) => 3,
        TermPattern::Constant(term) => constant(term),
    }
}

fn constant(constant: &Constant) -> usize {
    match constant.term() {
        Term::Literal(literal) if literal.kind == LiteralKind::Simple || is_plain(constant) => 1,
        Term::Iri(_) => 1,
        _ => 2,
    }
}

/// The typed literals to which expressions are reduced.
fn is_plain(constant: &Constant) -> bool {
    super::expression::plain_constants().contains(&Expression::Constant(constant.clone()))
}

/// The size of an expression.
pub(super) fn expression(expression: &Expression) -> usize {
    let own = match expression {
        Expression::Constant(term) => constant(term),
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
