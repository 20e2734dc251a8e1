//! `rewrite-expression`: a query gives the same rows when an expression of it is written in another form.

use quarrel_case::rewriting::Family;

use super::Rewrites;
use crate::About;

pub(crate) static EXPRESSION: Rewrites = Rewrites {
    about: About {
        name: "rewrite-expression",
        checks: "a query gives the same rows when an expression or a predicate has another form with the same value",
        source: "Dinkel (equivalence transformations of expressions), without its unsound cases",
        preconditions: "the query reads; the rule holds for null, NaN, minus zero, and where something may raise",
        cost: 8,
        needs_peer: false,
        invents: false,
        weight: 3,
    },
    family: Family::Expression,
    several: 7,
};
