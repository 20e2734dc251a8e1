//! One walk over a query, in the order of its text, that shows every place where something may be changed.
//!
//! Candidates differ from their query in one place or in all places of a kind. With one walk neither the kinds of
//! candidate nor the look for names needs to know where in a query groups, expressions and terms can stand.

use crate::ast::{
    Column, Constant, Element, Expression, Form, Group, Projection, Query, TermPattern, Variable, Verb,
};

/// A place in a query. What contains others comes before them.
pub(super) enum Node<'a> {
    /// A group; [`Node::End`] follows when all in it has been shown.
    Group(&'a mut Group),
    /// The end of a group.
    End,
    /// An expression, or a part of one.
    Expression(&'a mut Expression),
    /// A variable, wherever it stands.
    Variable(&'a mut Variable),
    /// A constant of an expression or of VALUES.
    Constant(&'a mut Constant),
    /// A constant subject or object of a triple pattern.
    Term(&'a mut Constant),
    /// A constant predicate.
    Predicate(&'a mut String),
    /// A blank node of a triple pattern.
    Blank(&'a mut TermPattern),
}

/// What looks at the places, and may change them.
type Visit<'a> = dyn FnMut(Node<'_>) + 'a;

/// Shows every place of a query.
pub(super) fn walk(query: &mut Query, visit: &mut Visit<'_>) {
    if let Form::Select(select) = &mut query.form
        && let Projection::Columns(columns) = &mut select.projection
    {
        for column in columns {
            match column {
                Column::Variable(variable) => visit(Node::Variable(variable)),
                Column::Expression { expression: value, variable } => {
                    expression(value, visit);
                    visit(Node::Variable(variable));
                }
            }
        }
    }
    group(&mut query.pattern, visit);
    let modifiers = &mut query.modifiers;
    for key in &mut modifiers.group_by {
        expression(&mut key.expression, visit);
        key.variable.iter_mut().for_each(|variable| visit(Node::Variable(variable)));
    }
    modifiers.having.iter_mut().for_each(|condition| expression(condition, visit));
    modifiers.order_by.iter_mut().for_each(|key| expression(&mut key.expression, visit));
}

fn group(group: &mut Group, visit: &mut Visit<'_>) {
    visit(Node::Group(group));
    group.elements.iter_mut().for_each(|inner| element(inner, visit));
    visit(Node::End);
}

/// Shows every place of an element.
pub(super) fn element(element: &mut Element, visit: &mut Visit<'_>) {
    match element {
        Element::Triples(patterns) => {
            for pattern in patterns {
                term(&mut pattern.subject, visit);
                match &mut pattern.predicate {
                    Verb::Variable(variable) => visit(Node::Variable(variable)),
                    Verb::Iri(iri) => visit(Node::Predicate(iri)),
                }
                term(&mut pattern.object, visit);
            }
        }
        Element::Filter(condition) => expression(condition, visit),
        Element::Optional(inner) | Element::Group(inner) | Element::Minus(inner) => group(inner, visit),
        Element::Union(branches) => branches.iter_mut().for_each(|branch| group(branch, visit)),
        Element::Bind { expression: value, variable } => {
            expression(value, visit);
            visit(Node::Variable(variable));
        }
        Element::Values(data) => {
            data.variables.iter_mut().for_each(|variable| visit(Node::Variable(variable)));
            let cells = data.rows.iter_mut().flatten().flatten();
            cells.for_each(|constant| visit(Node::Constant(constant)));
        }
    }
}

fn term(term: &mut TermPattern, visit: &mut Visit<'_>) {
    match term {
        TermPattern::Variable(variable) => visit(Node::Variable(variable)),
        TermPattern::Blank(_) => visit(Node::Blank(term)),
        TermPattern::Constant(constant) => visit(Node::Term(constant)),
    }
}

/// Shows every place of an expression, and the expression itself first.
pub(super) fn expression(whole: &mut Expression, visit: &mut Visit<'_>) {
    visit(Node::Expression(whole));
    match whole {
        Expression::Variable(variable) => visit(Node::Variable(variable)),
        Expression::Constant(constant) => visit(Node::Constant(constant)),
        Expression::Unary { operand, .. } => expression(operand, visit),
        Expression::Binary { left, right, .. } => {
            expression(left, visit);
            expression(right, visit);
        }
        Expression::In { operand, list, .. } => {
            expression(operand, visit);
            list.iter_mut().for_each(|item| expression(item, visit));
        }
        Expression::Call { arguments, .. } => {
            arguments.iter_mut().for_each(|argument| expression(argument, visit));
        }
        Expression::Aggregate(aggregate) => {
            aggregate.argument.iter_mut().for_each(|argument| expression(argument, visit));
        }
        Expression::Exists { group: inner, .. } => group(inner, visit),
    }
}

/// The query with another group in the place of its `index`-th.
pub(super) fn with_group(query: &Query, index: usize, group: Group) -> Query {
    let mut changed = query.clone();
    let (mut at, mut group) = (0, Some(group));
    walk(&mut changed, &mut |node| {
        if let Node::Group(place) = node {
            if at == index
                && let Some(group) = group.take()
            {
                *place = group;
            }
            at += 1;
        }
    });
    changed
}

/// The query with another expression in the place of its `index`-th.
pub(super) fn with_expression(query: &Query, index: usize, expression: Expression) -> Query {
    let mut changed = query.clone();
    let (mut at, mut expression) = (0, Some(expression));
    walk(&mut changed, &mut |node| {
        if let Node::Expression(place) = node {
            if at == index
                && let Some(expression) = expression.take()
            {
                *place = expression;
            }
            at += 1;
        }
    });
    changed
}

/// The query with another group in the place of every group that is equal to one.
pub(super) fn with_groups(query: &Query, one: &Group, other: &Group) -> Query {
    let mut changed = query.clone();
    walk(&mut changed, &mut |node| {
        if let Node::Group(place) = node
            && place == one
        {
            place.clone_from(other);
        }
    });
    changed
}

/// The query with another expression in the place of every expression that is equal to one.
pub(super) fn with_expressions(query: &Query, one: &Expression, other: &Expression) -> Query {
    let mut changed = query.clone();
    walk(&mut changed, &mut |node| {
        if let Node::Expression(place) = node
            && place == one
        {
            place.clone_from(other);
        }
    });
    changed
}
