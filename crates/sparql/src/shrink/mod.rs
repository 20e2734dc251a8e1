//! Smaller queries to try in a query's place.
//!
//! Reduction asks again and again for a smaller query that still shows the failure, and each candidate costs it a
//! call of an engine. So the boldest cuts come first: one expression alone, with the values of a solution; groups
//! without their elements, or with their solutions in the elements' place; then every single node. What a cut
//! leaves without a value gets the one it is known to have had. When nothing can go any more, plainer queries of the
//! same size follow, so that findings with one cause end alike.
//!
//! A cut may break a rule of scope (a variable bound twice, a projected one no longer grouped); whether it did is
//! not reasoned about but tried: a candidate must read back from its own text as the same tree.

mod constant;
mod core;
mod expression;
mod family;
mod group;
mod known;
mod list;
mod modifiers;
mod names;
mod path;
mod plain;
mod replace;
mod size;
mod substitute;
mod update;

use std::collections::BTreeSet;

use quarrel_case::language::{Ground, Size};

use crate::ast::{Expression, Group, Query, Variable};
use crate::parse::parse;
use crate::print::{Spelling, print};
use crate::walk::{Node, walk};
use group::Counts;
use known::{Known, Row};
use replace::{with_expression, with_expressions, with_group, with_groups};

pub use names::{names, renamed, renamed_update, update_names};
pub use update::{asked_by, shrink_update, update_size};

/// How large a query is, and how far from the plainest of its size.
pub fn size(query: &Query) -> Size {
    Size { parts: size::parts(query), oddity: plain::oddity(query) }
}

/// Smaller valid queries, the boldest cuts first, each once.
pub fn shrink(query: &Query, ground: &Ground<'_>) -> Vec<Query> {
    let mut known = Known::new(query, ground);
    let samples = known.samples();
    let mut candidates = Candidates::new(query, samples.clone());
    core::alone(query, &known, ground).into_iter().for_each(|variant| candidates.push(variant));
    modifiers::bold(query).into_iter().for_each(|variant| candidates.offer(variant));
    for sample in &samples {
        candidates.push(substitute::substitute(query, sample));
    }
    let places = Places::of(query);
    let counts = group::occurrences(query);
    for (index, group) in places.groups.iter().enumerate() {
        let smaller = group::bold(group, &known.rows(index), &counts);
        candidates.groups(query, &places, index, smaller);
    }
    modifiers::fine(query).into_iter().for_each(|variant| candidates.offer(variant));
    for (index, group) in places.groups.iter().enumerate() {
        candidates.groups(query, &places, index, group::fine(group));
    }
    for (variable, sample) in counts.keys().flat_map(|name| samples.iter().map(move |row| (name, row))) {
        let value = sample.get(variable).map(|value| (variable.clone(), value.clone()));
        candidates.push(substitute::substitute(query, &value.into_iter().collect()));
    }
    let unbound = plain::free_variable(&counts);
    for (index, (expression, group)) in places.expressions.iter().enumerate() {
        let values = known.values(expression, *group);
        let smaller = expression::variants(expression, &values, &unbound);
        candidates.expressions(query, &places, index, smaller);
    }
    group::named_blanks(query).into_iter().for_each(|variant| candidates.push(variant));
    plain::variants(query).into_iter().for_each(|variant| candidates.push(variant));
    candidates.kept
}

/// Smaller expressions in the place of one of which nothing is known but what it is.
pub(crate) fn smaller_expressions(expression: &Expression) -> Vec<Expression> {
    expression::variants(expression, &[], &Variable::new("u"))
}

/// The groups of a query, and its expressions with the group in whose solutions each is evaluated.
#[derive(Default)]
struct Places {
    groups: Vec<Group>,
    expressions: Vec<(Expression, usize)>,
}

impl Places {
    fn of(query: &Query) -> Self {
        let mut places = Self::default();
        let mut open: Vec<usize> = Vec::new();
        walk(&mut query.clone(), &mut |node| match node {
            Node::Group(group) => {
                open.push(places.groups.len());
                places.groups.push(group.clone());
            }
            Node::EndGroup(_) => {
                open.pop();
            }
            Node::Expression(expression) => {
                // What stands outside of all groups is evaluated in the solutions of the pattern.
                places.expressions.push((expression.clone(), open.last().copied().unwrap_or(0)));
            }
            _ => {}
        });
        places
    }
}

/// The candidates that are smaller, valid and new.
struct Candidates {
    full: Size,
    /// A query that engines must reject shrinks to others of its kind.
    legal: bool,
    /// Once the variables have the names of their places, those of candidates have them too.
    named: bool,
    binders: Counts,
    samples: Vec<Row>,
    seen: BTreeSet<String>,
    kept: Vec<Query>,
}

impl Candidates {
    fn new(query: &Query, samples: Vec<Row>) -> Self {
        let text = print(query, &Spelling::default());
        Self {
            full: size(query),
            legal: is_valid(query),
            named: plain::is_named(query),
            binders: substitute::binders(query),
            samples,
            seen: BTreeSet::from([text]),
            kept: Vec::new(),
        }
    }

    /// Takes a cut. What lost its value gets a known one first; what is only bound by less gets one after.
    fn offer(&mut self, variant: Query) {
        let repairs = substitute::repaired(&self.binders, &variant, &self.samples);
        repairs.unbound.into_iter().for_each(|variant| self.push(variant));
        self.push(variant);
        repairs.looser.into_iter().for_each(|variant| self.push(variant));
    }

    /// Takes other groups in the place of one, and of all that are equal to it at once.
    fn groups(&mut self, query: &Query, places: &Places, index: usize, smaller: Vec<Group>) {
        let Some(group) = places.groups.get(index) else {
            return;
        };
        let first = !places.groups.iter().take(index).any(|other| other == group);
        let repeated = first && places.groups.iter().skip(index + 1).any(|other| other == group);
        for smaller in smaller {
            if repeated {
                self.offer(with_groups(query, group, &smaller));
            }
            self.offer(with_group(query, index, smaller));
        }
    }

    /// Takes other expressions in the place of one, and of all that are equal to it at once.
    fn expressions(&mut self, query: &Query, places: &Places, index: usize, smaller: Vec<Expression>) {
        let Some((expression, _)) = places.expressions.get(index) else {
            return;
        };
        let is_equal = |(other, _): &(Expression, usize)| other == expression;
        let first = !places.expressions.iter().take(index).any(is_equal);
        let repeated = first && places.expressions.iter().skip(index + 1).any(is_equal);
        for smaller in smaller {
            if repeated {
                self.offer(with_expressions(query, expression, &smaller));
            }
            self.offer(with_expression(query, index, smaller));
        }
    }

    fn push(&mut self, mut variant: Query) {
        variant.normalize();
        if self.named {
            variant = plain::named(&variant);
        }
        let parts = size::parts(&variant);
        let smaller =
            parts < self.full.parts || parts == self.full.parts && plain::oddity(&variant) < self.full.oddity;
        if !smaller {
            return;
        }
        let text = print(&variant, &Spelling::default());
        if self.seen.contains(&text) {
            return;
        }
        let legal = parse(&text).is_ok_and(|read| read == variant);
        self.seen.insert(text);
        if legal == self.legal {
            self.kept.push(variant);
        }
    }
}

/// True when the query's text reads back as the query: it is legal and in the shape that text can express.
pub fn is_valid(query: &Query) -> bool {
    parse(&print(query, &Spelling::default())).is_ok_and(|read| read == *query)
}

#[cfg(test)]
mod tests;
