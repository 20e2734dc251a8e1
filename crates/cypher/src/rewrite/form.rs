//! How a rule makes other queries of one.

use quarrel_case::rewriting::Rule;

use super::expression::sites::Site;
use super::scene::Scene;
use crate::ast::{Expression, Query};

/// A rule, and what makes the queries.
pub(super) type Entry = (Rule, Form);

/// What makes another expression of one; none where the rule does not fit.
pub(super) type Make = fn(&Site<'_>, &Scene<'_>) -> Option<Expression>;

/// How a rule makes queries. Its places are counted from 0.
#[derive(Clone, Copy)]
pub(super) enum Form {
    /// By another expression in the place of one.
    Inside(Make),
    /// By other clauses: all queries that there are.
    Whole(fn(&Scene<'_>) -> Vec<Query>),
    /// The same where they are too many to make all of them for one.
    Placed(Placed),
}

/// Queries that are made one by one.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    /// How many there are.
    pub count: fn(&Scene<'_>) -> usize,
    /// The one at a place.
    pub at: fn(&Scene<'_>, usize) -> Option<Query>,
}
