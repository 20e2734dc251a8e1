//! Walks that change a query in place. What stands below a part is visited before it, so that no change is met again.

use crate::ast::{Column, Element, Expression, Form, Group, Projection, Query};

/// What is visited.
pub(super) enum Part<'a> {
    Group(&'a mut Group),
    Expression(&'a mut Expression),
}

/// What is done with it.
pub(super) type Visit<'v> = &'v mut dyn FnMut(Part<'_>);

/// Visits every group, those inside EXISTS too.
pub(super) fn groups(part: &mut Query, visit: &mut dyn FnMut(&mut Group)) {
    query(part, &mut |part| {
        if let Part::Group(part) = part {
            visit(part);
        }
    });
}

/// Visits every expression and every part of it.
pub(super) fn expressions(part: &mut Query, visit: &mut dyn FnMut(&mut Expression)) {
    query(part, &mut |part| {
        if let Part::Expression(part) = part {
            visit(part);
        }
    });
}

/// Visits every group and every expression.
pub(super) fn query(part: &mut Query, visit: Visit<'_>) {
    group(&mut part.pattern, visit);
    if let Form::Select(select) = &mut part.form
        && let Projection::Columns(columns) = &mut select.projection
    {
        for column in columns {
            if let Column::Expression { expression: value, .. } = column {
                expression(value, visit);
            }
        }
    }
    let modifiers = &mut part.modifiers;
    modifiers.group_by.iter_mut().for_each(|key| expression(&mut key.expression, visit));
    modifiers.having.iter_mut().for_each(|condition| expression(condition, visit));
    modifiers.order_by.iter_mut().for_each(|key| expression(&mut key.expression, visit));
}

fn group(part: &mut Group, visit: Visit<'_>) {
    for element in &mut part.elements {
        match element {
            Element::Triples(_) | Element::Values(_) => {}
            Element::Filter(value) | Element::Bind { expression: value, .. } => expression(value, visit),
            Element::Optional(inner) | Element::Group(inner) | Element::Minus(inner) => group(inner, visit),
            Element::Union(branches) => branches.iter_mut().for_each(|branch| group(branch, visit)),
        }
    }
    visit(Part::Group(part));
}

/// Visits every part of an expression, and the groups in it.
pub(super) fn expression(part: &mut Expression, visit: Visit<'_>) {
    match part {
        Expression::Variable(_) | Expression::Constant(_) => {}
        Expression::Unary { operand, .. } => expression(operand, visit),
        Expression::Binary { left, right, .. } => {
            expression(left, visit);
            expression(right, visit);
        }
        Expression::In { operand, list, .. } => {
            expression(operand, visit);
            list.iter_mut().for_each(|item| expression(item, visit));
        }
        Expression::Call { arguments, .. } => arguments.iter_mut().for_each(|value| expression(value, visit)),
        Expression::Aggregate(aggregate) => {
            aggregate.argument.iter_mut().for_each(|argument| expression(argument, visit));
        }
        Expression::Exists { group: inner, .. } => group(inner, visit),
    }
    visit(Part::Expression(part));
}
