//! One walk over a query, in the order of its text, that shows every place where something may be changed.
//!
//! With it neither the candidates of reduction, nor the look for names, nor the planted faults need to know where in
//! a query groups, expressions and terms can stand. What is rewritten so that it contains what it was is changed when
//! it ends: its parts have been shown by then and are not met again.

use crate::ast::{
    Column, Constant, DatasetClause, Described, Element, Expression, Form, GraphTarget, Group, InlineData,
    Operation, Path, Projection, Query, TermPattern, TriplePattern, Update, VarOrIri, Variable, Verb,
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
    /// A constant predicate, also one in a path.
    Predicate(&'a mut String),
    /// The IRI of a graph, of a service or of what is described.
    Graph(&'a mut String),
    /// A blank node of a triple pattern.
    Blank(&'a mut TermPattern),
}

/// What looks at the places, and may change them.
type Visit<'a> = dyn FnMut(Node<'_>) + 'a;

/// Shows every place of a query.
pub(crate) fn walk(query: &mut Query, visit: &mut Visit<'_>) {
    form(&mut query.form, visit);
    dataset(&mut query.dataset, visit);
    group(&mut query.pattern, visit);
    let modifiers = &mut query.modifiers;
    for key in &mut modifiers.group_by {
        expression(&mut key.expression, visit);
        key.variable.iter_mut().for_each(|variable| visit(Node::Variable(variable)));
    }
    modifiers.having.iter_mut().for_each(|condition| expression(condition, visit));
    modifiers.order_by.iter_mut().for_each(|key| expression(&mut key.expression, visit));
    modifiers.values.iter_mut().for_each(|data| values(data, visit));
}

fn form(form: &mut Form, visit: &mut Visit<'_>) {
    match form {
        Form::Ask | Form::Construct(None) | Form::Describe(Described::All) => {}
        Form::Construct(Some(template)) => triples(template, visit),
        Form::Describe(Described::Resources(resources)) => {
            resources.iter_mut().for_each(|resource| name(resource, visit));
        }
        Form::Select(select) => {
            let Projection::Columns(columns) = &mut select.projection else {
                return;
            };
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
    }
}

/// Shows every place of an update.
pub(crate) fn update(update: &mut Update, visit: &mut Visit<'_>) {
    for operation in &mut update.operations {
        for block in operation.blocks_mut().into_iter().flatten() {
            block.graph.iter_mut().for_each(|graph| name(graph, visit));
            triples(&mut block.patterns, visit);
        }
        graphs(operation, visit);
        if let Operation::Modify(modify) = operation {
            dataset(&mut modify.using, visit);
            group(&mut modify.pattern, visit);
        }
    }
}

fn dataset(dataset: &mut DatasetClause, visit: &mut Visit<'_>) {
    dataset.default.iter_mut().chain(&mut dataset.named).for_each(|graph| visit(Node::Graph(graph)));
}

/// The graphs that an operation names beside its templates and its pattern.
fn graphs(operation: &mut Operation, visit: &mut Visit<'_>) {
    match operation {
        Operation::Modify(modify) => modify.with.iter_mut().for_each(|graph| visit(Node::Graph(graph))),
        Operation::Load { source, into, .. } => {
            visit(Node::Graph(source));
            into.iter_mut().for_each(|graph| visit(Node::Graph(graph)));
        }
        Operation::Clear { target: GraphTarget::Graph(graph), .. }
        | Operation::Drop { target: GraphTarget::Graph(graph), .. }
        | Operation::Create { graph, .. } => visit(Node::Graph(graph)),
        Operation::Transfer { from, to, .. } => {
            from.iter_mut().chain(to).for_each(|graph| visit(Node::Graph(graph)));
        }
        _ => {}
    }
}

fn group(group: &mut Group, visit: &mut Visit<'_>) {
    visit(Node::Group(group));
    group.elements.iter_mut().for_each(|inner| element(inner, visit));
    visit(Node::EndGroup(group));
}

/// Shows every place of an element.
pub(crate) fn element(element: &mut Element, visit: &mut Visit<'_>) {
    match element {
        Element::Triples(patterns) => triples(patterns, visit),
        Element::Filter(condition) => expression(condition, visit),
        Element::Optional(inner) | Element::Group(inner) | Element::Minus(inner) => group(inner, visit),
        Element::Union(branches) => branches.iter_mut().for_each(|branch| group(branch, visit)),
        Element::Bind { expression: value, variable } => {
            expression(value, visit);
            visit(Node::Variable(variable));
        }
        Element::Values(data) => values(data, visit),
        Element::Graph { name: graph, group: inner } | Element::Service { name: graph, group: inner, .. } => {
            name(graph, visit);
            group(inner, visit);
        }
        Element::Select(query) => walk(query, visit),
    }
}

fn values(data: &mut InlineData, visit: &mut Visit<'_>) {
    data.variables.iter_mut().for_each(|variable| visit(Node::Variable(variable)));
    let cells = data.rows.iter_mut().flatten().flatten();
    cells.for_each(|constant| visit(Node::Constant(constant)));
}

fn name(name: &mut VarOrIri, visit: &mut Visit<'_>) {
    match name {
        VarOrIri::Variable(variable) => visit(Node::Variable(variable)),
        VarOrIri::Iri(iri) => visit(Node::Graph(iri)),
    }
}

fn triples(patterns: &mut [TriplePattern], visit: &mut Visit<'_>) {
    patterns.iter_mut().for_each(|pattern| triple(pattern, visit));
}

fn triple(pattern: &mut TriplePattern, visit: &mut Visit<'_>) {
    term(&mut pattern.subject, visit);
    match &mut pattern.predicate {
        Verb::Variable(variable) => visit(Node::Variable(variable)),
        Verb::Iri(iri) => visit(Node::Predicate(iri)),
        Verb::Path(whole) => path(whole, visit),
    }
    term(&mut pattern.object, visit);
}

fn path(whole: &mut Path, visit: &mut Visit<'_>) {
    match whole {
        Path::Iri(iri) => visit(Node::Predicate(iri)),
        Path::Inverse(inner) | Path::ZeroOrOne(inner) | Path::ZeroOrMore(inner) | Path::OneOrMore(inner) => {
            path(inner, visit);
        }
        Path::Sequence(parts) | Path::Alternative(parts) => {
            parts.iter_mut().for_each(|part| path(part, visit));
        }
        Path::Negated(steps) => steps.iter_mut().for_each(|step| visit(Node::Predicate(&mut step.iri))),
    }
}

fn term(term: &mut TermPattern, visit: &mut Visit<'_>) {
    match term {
        TermPattern::Variable(variable) => visit(Node::Variable(variable)),
        TermPattern::Blank(_) => visit(Node::Blank(term)),
        TermPattern::Constant(constant) => visit(Node::Term(constant)),
        TermPattern::Triple(pattern) => triple(pattern, visit),
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
        Expression::Triple(parts) => parts.iter_mut().for_each(|part| expression(part, visit)),
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
