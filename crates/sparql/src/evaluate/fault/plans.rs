//! A cache of plans that takes queries for equal when their literals differ, and keeps literals that it should not.

use std::collections::BTreeMap;

use quarrel_case::term::Term;

use crate::ast::{Constant, Element, Expression, Group, Query, TermPattern};
use crate::print::{Spelling, print};
use crate::walk::{self, Node};

/// The literals inside FILTER of the first query with each text, by the text without its literals.
#[derive(Debug, Default)]
pub(super) struct Plans(BTreeMap<String, Vec<Constant>>);

impl Plans {
    /// Gives the query the literals inside FILTER that the first query of its kind had.
    pub(super) fn reuse(&mut self, query: &mut Query) {
        let key = print(&without_literals(query), &Spelling::default());
        if let Some(first) = self.0.get(&key) {
            let mut first = first.iter();
            filter_literals(query, &mut |literal| {
                if let Some(earlier) = first.next() {
                    literal.clone_from(earlier);
                }
            });
            return;
        }
        let mut literals = Vec::new();
        filter_literals(query, &mut |literal| literals.push(literal.clone()));
        self.0.insert(key, literals);
    }
}

fn is_literal(constant: &Constant) -> bool {
    matches!(constant.term(), Term::Literal(_))
}

fn without_literals(query: &Query) -> Query {
    let mut blank = query.clone();
    walk::walk(&mut blank, &mut |part| match part {
        Node::Expression(Expression::Constant(constant)) => erase(constant),
        Node::Group(group) => erase_data(group),
        _ => {}
    });
    blank
}

fn erase(constant: &mut Constant) {
    if is_literal(constant) {
        *constant = Constant(Term::string(""));
    }
}

/// Erases the literals of a group's triple patterns and VALUES.
fn erase_data(group: &mut Group) {
    for element in &mut group.elements {
        match element {
            Element::Triples(patterns) => {
                let ends =
                    patterns.iter_mut().flat_map(|pattern| [&mut pattern.subject, &mut pattern.object]);
                for end in ends {
                    if let TermPattern::Constant(constant) = end {
                        erase(constant);
                    }
                }
            }
            Element::Values(data) => data.rows.iter_mut().flatten().flatten().for_each(erase),
            _ => {}
        }
    }
}

/// Visits the literals inside FILTER, in the same order for queries that differ in literals alone. Those of a
/// filter inside another's EXISTS come twice, which does no harm.
fn filter_literals(query: &mut Query, visit: &mut dyn FnMut(&mut Constant)) {
    walk::groups(query, &mut |group| {
        for element in &mut group.elements {
            if let Element::Filter(condition) = element {
                walk::expression(condition, &mut |part| {
                    if let Node::Expression(Expression::Constant(constant)) = part
                        && is_literal(constant)
                    {
                        visit(constant);
                    }
                });
            }
        }
    });
}
