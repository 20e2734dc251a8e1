//! How many parts a query has, weighed so that what is plainer weighs less.
//!
//! Weights decide which of two ways to show a failure is the end: data in the query weighs less than triple patterns,
//! which need a graph; an expression weighs least as a column over nothing; a constant less than a variable.

use crate::ast::{
    Aggregate, Column, DatasetClause, Described, Direction, Duplicates, Element, Expression, Form, Group,
    InlineData, Modifiers, Path, Projection, Prologue, Query, TermPattern, TriplePattern, VarOrIri, Verb,
};
use quarrel_case::term::Term;

/// The number of a query's parts by weight.
pub(super) fn parts(query: &Query) -> usize {
    prologue(&query.prologue)
        + form(&query.form)
        + dataset(&query.dataset)
        + group(&query.pattern)
        + modifiers(&query.modifiers)
}

pub(super) fn prologue(prologue: &Prologue) -> usize {
    prologue.prefixes.len() + usize::from(prologue.base.is_some()) + usize::from(prologue.version.is_some())
}

pub(super) fn dataset(dataset: &DatasetClause) -> usize {
    3 * (dataset.default.len() + dataset.named.len())
}

fn form(form: &Form) -> usize {
    let select = match form {
        Form::Select(select) => select,
        // A table shows more of what went wrong than a truth value.
        Form::Ask => return 3,
        Form::Construct(None) | Form::Describe(Described::All) => return 4,
        Form::Construct(Some(template)) => return 4 + template.iter().map(pattern).sum::<usize>(),
        Form::Describe(Described::Resources(resources)) => return 4 + 2 * resources.len(),
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
        + modifiers.values.as_ref().map_or(0, |data| 2 + values(data))
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
        Element::Graph { name, group: inner } => 2 + self::name(name) + group(inner),
        Element::Service { silent, name, group: inner } => {
            3 + usize::from(*silent) + self::name(name) + group(inner)
        }
        Element::Select(query) => 2 + parts(query),
    }
}

fn values(data: &InlineData) -> usize {
    // UNDEF is more than a constant: most tables have none.
    let cell = |is_constant: bool| if is_constant { 1 } else { 2 };
    let row = |row: &Vec<_>| 1 + row.iter().map(|value: &Option<_>| cell(value.is_some())).sum::<usize>();
    2 * data.variables.len() + data.rows.iter().map(row).sum::<usize>()
}

/// The size of the name of a graph.
pub(super) fn name(name: &VarOrIri) -> usize {
    if name.as_variable().is_some() { 3 } else { 1 }
}

fn path(path: &Path) -> usize {
    let own = match path {
        Path::Iri(_) => 1,
        Path::ZeroOrOne(_) => 2,
        Path::Inverse(_) | Path::ZeroOrMore(_) | Path::OneOrMore(_) => 3,
        Path::Sequence(_) | Path::Alternative(_) => 2,
        Path::Negated(steps) => 3 + steps.iter().map(|step| 1 + usize::from(step.inverse)).sum::<usize>(),
    };
    own + path.children().iter().map(self::path).sum::<usize>()
}

/// The size of a triple pattern.
pub(super) fn pattern(pattern: &TriplePattern) -> usize {
    let verb = match &pattern.predicate {
        Verb::Variable(_) => 3,
        Verb::Iri(_) => 1,
        Verb::Path(path) => 1 + self::path(path),
    };
    5 + term(&pattern.subject) + verb + term(&pattern.object)
}

fn term(term: &TermPattern) -> usize {
    match term {
        TermPattern::Blank(_) => 4,
        TermPattern::Variable(_) => 3,
        TermPattern::Constant(constant) => triple_terms(constant.term()),
        TermPattern::Triple(inner) => pattern(inner),
    }
}

/// A term weighs 1, a triple term as its parts.
fn triple_terms(term: &Term) -> usize {
    match term {
        Term::Triple(parts) => 5 + parts.iter().map(triple_terms).sum::<usize>(),
        _ => 1,
    }
}

/// The size of an expression.
pub(super) fn expression(expression: &Expression) -> usize {
    let own = match expression {
        Expression::Constant(_) => 1,
        Expression::Variable(_) => 3,
        Expression::Exists { negated, group: inner } => 1 + usize::from(*negated) + group(inner),
        // What IN does with one value, = does too (17.4.1.9).
        Expression::In { negated, .. } => 3 + usize::from(*negated),
        Expression::Aggregate(Aggregate { distinct, separator, .. }) => {
            2 + usize::from(*distinct) + usize::from(separator.is_some())
        }
        Expression::Unary { .. }
        | Expression::Binary { .. }
        | Expression::Call { .. }
        | Expression::Triple(_) => 2,
    };
    own + expression.children().into_iter().map(self::expression).sum::<usize>()
}
