//! Parts of queries that rules put together.

use std::collections::BTreeSet;

use quarrel_case::term::{Term, XSD_INTEGER};

use crate::ast::{
    Aggregate, AggregateFunction, BinaryOperator, Builtin, Column, Duplicates, Element, Expression, Form,
    Function, Group, Modifiers, Projection, Prologue, Query, Select, TermPattern, TriplePattern,
    UnaryOperator, Variable,
};

pub(super) fn not(operand: Expression) -> Expression {
    Expression::unary(UnaryOperator::Not, operand)
}

pub(super) fn and(left: Expression, right: Expression) -> Expression {
    Expression::binary(BinaryOperator::And, left, right)
}

pub(super) fn or(left: Expression, right: Expression) -> Expression {
    Expression::binary(BinaryOperator::Or, left, right)
}

pub(super) fn equal(left: Expression, right: Expression) -> Expression {
    Expression::binary(BinaryOperator::Equal, left, right)
}

pub(super) fn boolean(value: bool) -> Expression {
    Expression::constant(Term::boolean(value))
}

pub(super) fn integer(value: i64) -> Expression {
    Expression::constant(Term::integer(value))
}

pub(super) fn coalesce(arguments: Vec<Expression>) -> Expression {
    Expression::call(Builtin::Coalesce, arguments)
}

pub(super) fn choose(condition: Expression, then: Expression, otherwise: Expression) -> Expression {
    Expression::call(Builtin::If, vec![condition, then, otherwise])
}

pub(super) fn same_term(left: &Variable, right: &Variable) -> Expression {
    let arguments = [left, right].map(|variable| Expression::Variable(variable.clone()));
    Expression::call(Builtin::SameTerm, arguments.to_vec())
}

pub(super) fn count_all() -> Aggregate {
    Aggregate { function: AggregateFunction::Count, distinct: false, argument: None, separator: None }
}

pub(super) fn sum(argument: Expression) -> Expression {
    Expression::Aggregate(Aggregate {
        function: AggregateFunction::Sum,
        argument: Some(Box::new(argument)),
        ..count_all()
    })
}

/// GROUP_CONCAT with this separator.
pub(super) fn concat(argument: Expression, distinct: bool, separator: &str) -> Expression {
    Expression::Aggregate(Aggregate {
        function: AggregateFunction::GroupConcat,
        distinct,
        argument: Some(Box::new(argument)),
        separator: Some(separator.to_owned()),
    })
}

pub(super) fn group(elements: Vec<Element>) -> Group {
    Group { elements }
}

pub(super) fn braced(elements: Vec<Element>) -> Element {
    Element::Group(Group { elements })
}

/// A sub-select of a group.
pub(super) fn select(duplicates: Duplicates, projection: Projection, pattern: Group) -> Query {
    Query {
        prologue: Prologue::default(),
        form: Form::Select(Select { duplicates, projection }),
        dataset: crate::ast::DatasetClause::default(),
        pattern,
        modifiers: Modifiers::default(),
    }
}

/// A group that is a sub-select.
pub(super) fn sub_select(query: Query) -> Element {
    braced(vec![Element::Select(Box::new(query))])
}

pub(super) fn columns(variables: impl IntoIterator<Item = Variable>) -> Projection {
    Projection::Columns(variables.into_iter().map(Column::Variable).collect())
}

/// The variables in scope.
pub(super) fn scope(elements: &[Element]) -> BTreeSet<Variable> {
    let mut scope = BTreeSet::new();
    elements.iter().for_each(|element| element.add_scope(&mut scope));
    scope.into_iter().cloned().collect()
}

/// The filters of a group, and its other elements.
pub(super) fn parted(elements: &[Element]) -> (Vec<Element>, Vec<Element>) {
    elements.iter().cloned().partition(|element| matches!(element, Element::Filter(_)))
}

/// The elements with one of them replaced.
pub(super) fn with(elements: &[Element], index: usize, others: Vec<Element>) -> Group {
    let before = elements.get(..index).unwrap_or_default().iter().cloned();
    let after = elements.get(index + 1..).unwrap_or_default().iter().cloned();
    Group { elements: before.chain(others).chain(after).collect() }
}

/// Whether an expression's value is a boolean or an error.
pub(super) fn is_boolean(expression: &Expression) -> bool {
    match expression {
        Expression::Unary { operator, .. } => *operator == UnaryOperator::Not,
        Expression::Binary { operator, .. } => {
            operator.is_comparison() || matches!(operator, BinaryOperator::And | BinaryOperator::Or)
        }
        Expression::In { .. } | Expression::Exists { .. } => true,
        Expression::Call { function: Function::Builtin(builtin), .. } => matches!(
            builtin,
            Builtin::Bound
                | Builtin::SameTerm
                | Builtin::IsIri
                | Builtin::IsUri
                | Builtin::IsBlank
                | Builtin::IsLiteral
                | Builtin::IsNumeric
                | Builtin::Regex
                | Builtin::Contains
                | Builtin::Strstarts
                | Builtin::Strends
                | Builtin::LangMatches
        ),
        _ => false,
    }
}

/// Whether EXISTS stands in it.
pub(super) fn has_exists(expression: &Expression) -> bool {
    matches!(expression, Expression::Exists { .. }) || expression.children().into_iter().any(has_exists)
}

/// The variables that an expression without EXISTS uses.
pub(super) fn used(expression: &Expression) -> BTreeSet<Variable> {
    match expression {
        Expression::Variable(variable) => BTreeSet::from([variable.clone()]),
        other => other.children().into_iter().flat_map(used).collect(),
    }
}

/// Whether a term is an integer in its canonical form.
pub(super) fn is_plain_integer(term: &Term) -> bool {
    term.as_literal().is_some_and(|literal| {
        let number = literal.lexical.parse::<i64>();
        literal.datatype() == XSD_INTEGER && number.is_ok_and(|value| value.to_string() == literal.lexical)
    })
}

/// Whether a blank node of the query stands in a pattern.
pub(super) fn has_blank(pattern: &TriplePattern) -> bool {
    [&pattern.subject, &pattern.object].into_iter().any(TermPattern::has_blank)
}

/// Whether one stands in a group.
pub(super) fn has_blanks(group: &Group) -> bool {
    let mut found = false;
    super::names::in_group(&mut group.clone(), &mut |node| {
        found |= matches!(node, crate::walk::Node::Blank(_));
    });
    found
}
