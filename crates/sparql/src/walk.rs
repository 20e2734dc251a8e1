//! One walk over a query, in the order of its text, that shows every place where something may be changed.
//!
//! With it neither the candidates of reduction, nor the look for names, nor the planted faults need to know where in
//! a query groups, expressions and terms can stand. What is rewritten so that it contains what it was is changed when
//! it ends: its parts have been shown by then and are not met again.

use crate::ast::{
    Column, Constant, Element, Expression, Form, Group, Projection, Query, TermPattern, Variable, Verb,
};

/// A place in a query. What contains others comes before them, and again when all in it has been shown.
pub(crate) enum Node<'a> {
    /// A group.
    Group(&'a mut Group),
    /// The end of a group.
    EndGroup(&'a mut Group),
    /// An expression, or a part of one.
    Expression(&'a mut Expression),
    /// The end of an expression.
    EndExpression(&'a mut Expression),
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
pub(crate) fn walk(query: &mut Query, visit: &mut Visit<'_>) {
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
    visit(Node::EndGroup(group));
}

/// Shows every place of an element.
pub(crate) fn element(element: &mut Element, visit: &mut Visit<'_>) {
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

/// Shows every place of an expression, and the expression itself first and last.
pub(crate) fn expression(whole: &mut Expression, visit: &mut Visit<'_>) {
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
    visit(Node::EndExpression(whole));
}

/// Shows every group when it ends.
pub(crate) fn groups(query: &mut Query, visit: &mut dyn FnMut(&mut Group)) {
    walk(query, &mut |node| {
        if let Node::EndGroup(group) = node {
            visit(group);
        }
    });
}

/// Shows every expression when it ends.
pub(crate) fn expressions(query: &mut Query, visit: &mut dyn FnMut(&mut Expression)) {
    walk(query, &mut |node| {
        if let Node::EndExpression(expression) = node {
            visit(expression);
        }
    });
}
