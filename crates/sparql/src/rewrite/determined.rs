//! Whether the language determines an answer, and whether a bond can be told of it.

use quarrel_case::answer::{Answer, Row};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Ground, Session as _, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::rewriting::Bond;
use quarrel_case::term::{Term, XSD_INTEGER};
use quarrel_case::value::Value;

use crate::ast::{Builtin, Duplicates, Element, Expression, Form, Function, Group, Query, Select};
use crate::evaluate::{normalise, session};
use crate::walk::{self, Node};

/// The answer to a query, if the language leaves nothing of it open.
pub(super) fn answer(query: &Query, ground: &Ground<'_>) -> Option<Answer> {
    if !is_read(query) {
        return None;
    }
    let Graph::Rdf(dataset) = ground.graph else { return None };
    // A fault of the accused changes nothing in what is sound.
    let profile = Profile { fault: None, ..ground.profile.clone() };
    let mut session = session(dataset, &profile).ok()?;
    let evaluation = session.run(&Tree::new(query.clone()), &ground.budget);
    let answer = evaluation.result.ok().filter(|_| evaluation.open.is_none())?;
    let is_open = |row: &Row| row.iter().any(Value::is_open);
    let settled = answer.table().is_none_or(|table| !table.rows.iter().any(is_open));
    settled.then_some(answer)
}

/// Whether all in it is of the kind that can be rewritten.
fn is_read(query: &Query) -> bool {
    let mut sure = !matches!(query.form, Form::Describe(_));
    let check = |query: &Query| match &query.form {
        Form::Select(Select { duplicates, .. }) => *duplicates != Duplicates::Reduced,
        _ => true,
    };
    sure &= check(query);
    walk::walk(&mut query.clone(), &mut |node| match node {
        Node::Expression(expression) => sure &= !is_chance(expression),
        Node::Group(group) => {
            sure &= group.elements.iter().all(|element| match element {
                Element::Service { .. } => false,
                Element::Select(query) => check(query),
                _ => true,
            });
        }
        _ => {}
    });
    sure
}

/// Whether a condition has one value in a solution whenever it is asked for.
pub(super) fn is_sure(condition: &Expression) -> bool {
    let mut sure = true;
    walk::expression(&mut condition.clone(), &mut |node| match node {
        Node::Expression(expression) => {
            sure &= !is_chance(expression) && !matches!(expression, Expression::Aggregate(_));
        }
        Node::Group(Group { elements }) => {
            sure &= !elements.iter().any(|element| matches!(element, Element::Service { .. }));
        }
        _ => {}
    });
    sure
}

fn is_chance(expression: &Expression) -> bool {
    use Builtin::{Bnode, Now, Rand, Struuid, Uuid};
    matches!(
        expression,
        Expression::Call { function: Function::Builtin(Bnode | Now | Rand | Struuid | Uuid), .. }
    )
}

/// Whether a bond can be told of these answers.
pub(super) fn fits(bond: Bond, whole: &Answer, parts: &[Answer]) -> bool {
    match bond {
        Bond::Same | Bond::Parts => true,
        // Rows of other terms with the same values are the same when answers are compared.
        Bond::DistinctParts => {
            let rows: Vec<Row> =
                rows(whole).map(|row| row.iter().cloned().map(normalise).collect()).collect();
            quarrel_case::compare::distinct(&rows).len() == rows.len()
        }
        Bond::Sum | Bond::NeverGreater => {
            all_numbers(whole, false) && parts.iter().all(|part| all_numbers(part, false))
        }
        Bond::Least | Bond::Greatest => {
            all_numbers(whole, false) && parts.iter().all(|part| all_numbers(part, true))
        }
        // Blank nodes have other labels in another answer.
        Bond::NeverMore => {
            let blank = |value: &Value| matches!(value, Value::Term(Term::Blank(_) | Term::Triple(_)));
            !rows(whole).flatten().any(blank)
        }
    }
}

fn rows(answer: &Answer) -> impl Iterator<Item = &Row> {
    answer.table().into_iter().flat_map(|table| &table.rows)
}

fn all_numbers(answer: &Answer, or_none: bool) -> bool {
    rows(answer).flatten().all(|value| match value {
        Value::Null => or_none,
        Value::Term(Term::Literal(literal)) => {
            literal.datatype() == XSD_INTEGER && literal.lexical.parse::<i64>().is_ok()
        }
        _ => false,
    })
}
