//! Plainer conditions in the place of a rewriting's.

use std::collections::BTreeSet;

use quarrel_case::language::Size;
use quarrel_case::term::Term;

use crate::ast::{Element, Expression, Group, Query};
use crate::parse::parse;
use crate::print::{Spelling, print};
use crate::shrink;
use crate::walk::{self, Node};

/// The condition of a text.
pub(super) fn read(text: &str) -> Option<Expression> {
    let query = parse(&format!("ASK {{ FILTER({text}\n) }}")).ok()?;
    match query.pattern.elements.as_slice() {
        [Element::Filter(condition)] => Some(condition.clone()),
        _ => None,
    }
}

/// Smaller conditions, the boldest first.
pub(super) fn conditions(condition: &Expression) -> Vec<Expression> {
    let size = size(condition);
    let mut found: Vec<Expression> = vec![Expression::constant(Term::boolean(true))];
    let mut count = 0;
    walk::expression(&mut condition.clone(), &mut |node| {
        count += usize::from(matches!(node, Node::Expression(_)));
    });
    for index in 0..count {
        found.extend(at(condition, index));
    }
    let mut seen = BTreeSet::new();
    found.retain(|other| {
        let text = print(&asked(other), &Spelling::default());
        shrink::size(&asked(other)) < size && read_back(other, &text) && seen.insert(text)
    });
    found
}

/// The condition with smaller ones in the place of its `index`-th part.
fn at(condition: &Expression, index: usize) -> Vec<Expression> {
    let part = part(condition, index);
    let smaller = part.map(|part| shrink::smaller_expressions(&part)).unwrap_or_default();
    let put = |other: Expression| {
        let mut whole = condition.clone();
        let (mut count, mut other) = (0, Some(other));
        walk::expression(&mut whole, &mut |node| {
            if let Node::Expression(place) = node {
                if count == index
                    && let Some(other) = other.take()
                {
                    *place = other;
                }
                count += 1;
            }
        });
        whole
    };
    smaller.into_iter().map(put).collect()
}

fn part(condition: &Expression, index: usize) -> Option<Expression> {
    let (mut count, mut found) = (0, None);
    walk::expression(&mut condition.clone(), &mut |node| {
        if let Node::Expression(part) = node {
            if count == index {
                found = Some(part.clone());
            }
            count += 1;
        }
    });
    found
}

fn asked(condition: &Expression) -> Query {
    let mut query = crate::generate::plainest();
    query.form = crate::ast::Form::Ask;
    query.pattern = Group { elements: vec![Element::Filter(condition.clone())] };
    query
}

fn size(condition: &Expression) -> Size {
    shrink::size(&asked(condition))
}

fn read_back(condition: &Expression, text: &str) -> bool {
    parse(text).is_ok_and(|query| query == asked(condition))
}
