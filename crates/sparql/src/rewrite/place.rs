//! The places at which a rule may fit, in the order of the text, each with what is around it.
//!
//! Whether a rule is sound hangs on where it is applied: a filter at the end of an OPTIONAL group sees more than its
//! group, what stands inside EXISTS is substituted into, a condition's effective boolean value is all that counts. The
//! walk of the crate shows places without that, so the rules have one of their own.

use crate::ast::{BinaryOperator, Variable};
use crate::ast::{
    Builtin, Column, Element, Expression, Form, Function, Group, Projection, Query, Select, UnaryOperator,
};

use super::names::Names;

/// Something that a rule may rewrite.
pub(super) enum Place<'a> {
    /// A query: the whole one, or a sub-select.
    Query(&'a mut Query),
    /// A group.
    Group(&'a mut Group),
    /// An expression.
    Expression(&'a mut Expression),
}

/// What is around a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Around<'a> {
    /// The names that are free.
    pub(super) names: &'a Names,
    /// The named graphs of the data, when all of them have an IRI and the query reads the stored ones.
    pub(super) graphs: Option<&'a [String]>,
    /// It is inside EXISTS, where variables are substituted (SPARQL 1.1, 18.6).
    pub(super) in_exists: bool,
    /// It is the group of an OPTIONAL itself, whose filters see the left side (18.2.2.6).
    pub(super) is_optional: bool,
    /// Of the expression nothing but the effective boolean value counts (17.2.2).
    pub(super) is_condition: bool,
    /// It is all of a filter.
    pub(super) is_filter: bool,
    /// It is the whole query.
    pub(super) is_whole: bool,
    /// Fewer solutions here are never more in the answer: between here and the whole there are joins alone.
    pub(super) is_monotone: bool,
}

impl<'a> Around<'a> {
    /// What is around a whole query.
    pub(super) fn whole(names: &'a Names, graphs: Option<&'a [String]>) -> Self {
        Self {
            names,
            graphs,
            in_exists: false,
            is_optional: false,
            is_condition: false,
            is_filter: false,
            is_whole: true,
            is_monotone: true,
        }
    }

    fn group(self) -> Self {
        Self { is_optional: false, is_condition: false, is_filter: false, is_whole: false, ..self }
    }

    fn hidden(self) -> Self {
        Self { is_monotone: false, ..self.group() }
    }

    /// The `index`-th of the variables that are free.
    pub(super) fn fresh(&self, index: usize) -> Variable {
        self.names.fresh(index)
    }
}

/// What looks at a place.
type Visit<'v> = dyn FnMut(Place<'_>, &Around<'_>) + 'v;

/// Shows every place of a query.
pub(super) fn visit(query: &mut Query, around: Around<'_>, show: &mut Visit<'_>) {
    show(Place::Query(query), &around);
    let inner = around.group();
    if let Form::Select(Select { projection: Projection::Columns(columns), .. }) = &mut query.form {
        for column in columns {
            if let Column::Expression { expression: value, .. } = column {
                expression(value, inner, show);
            }
        }
    }
    let is_sliced = query.modifiers.limit.is_some() || query.modifiers.offset.is_some();
    // A lone count has a bond of its own.
    let is_counted = around.is_whole && super::restriction::bond(query).is_some();
    let is_plain = is_counted || !(query.is_grouped() || is_sliced);
    group(&mut query.pattern, if is_plain { inner } else { inner.hidden() }, show);
    for key in &mut query.modifiers.group_by {
        // A variable alone is the key's name as well.
        if key.variable.is_some() || !matches!(key.expression, Expression::Variable(_)) {
            expression(&mut key.expression, inner, show);
        }
    }
    let condition = Around { is_condition: true, ..inner };
    query.modifiers.having.iter_mut().for_each(|having| expression(having, condition, show));
    query.modifiers.order_by.iter_mut().for_each(|key| expression(&mut key.expression, inner, show));
}

fn group(place: &mut Group, around: Around<'_>, show: &mut Visit<'_>) {
    show(Place::Group(place), &around);
    let inner = around.group();
    let condition = Around { is_condition: true, is_filter: true, ..inner };
    for element in &mut place.elements {
        match element {
            Element::Triples(_) | Element::Values(_) => {}
            Element::Filter(filter) => expression(filter, condition, show),
            Element::Bind { expression: value, .. } => expression(value, inner, show),
            Element::Optional(optional) => {
                group(optional, Around { is_optional: true, ..inner.hidden() }, show);
            }
            Element::Minus(minus) => group(minus, inner.hidden(), show),
            Element::Group(nested) | Element::Graph { group: nested, .. } => group(nested, inner, show),
            Element::Service { .. } => {}
            Element::Union(branches) => branches.iter_mut().for_each(|branch| group(branch, inner, show)),
            Element::Select(query) => visit(query, inner, show),
        }
    }
}

fn expression(place: &mut Expression, around: Around<'_>, show: &mut Visit<'_>) {
    show(Place::Expression(place), &around);
    let value = Around { is_condition: false, is_filter: false, ..around };
    let condition = Around { is_condition: true, is_filter: false, ..around };
    match place {
        Expression::Variable(_) | Expression::Constant(_) | Expression::Triple(_) => {}
        Expression::Unary { operator, operand } => {
            let inner = if *operator == UnaryOperator::Not { condition } else { value };
            expression(operand, inner, show);
        }
        Expression::Binary { operator, left, right } => {
            let connects = matches!(operator, BinaryOperator::And | BinaryOperator::Or);
            let inner = if connects { condition } else { value };
            expression(left, inner, show);
            expression(right, inner, show);
        }
        Expression::In { operand, list, .. } => {
            expression(operand, value, show);
            list.iter_mut().for_each(|item| expression(item, value, show));
        }
        Expression::Call { function, arguments } => call(function, arguments, value, show),
        Expression::Aggregate(aggregate) => {
            aggregate.argument.iter_mut().for_each(|argument| expression(argument, value, show));
        }
        Expression::Exists { group: pattern, .. } => {
            group(pattern, Around { in_exists: true, ..around.hidden() }, show);
        }
    }
}

fn call(function: &Function, arguments: &mut [Expression], around: Around<'_>, show: &mut Visit<'_>) {
    // The argument of BOUND is the variable and not its value.
    if *function == Function::Builtin(Builtin::Bound) {
        return;
    }
    let is_if = *function == Function::Builtin(Builtin::If);
    for (index, argument) in arguments.iter_mut().enumerate() {
        expression(argument, Around { is_condition: is_if && index == 0, ..around }, show);
    }
}
