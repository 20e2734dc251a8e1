//! `rewrite-clause`: a query gives the same rows when a clause, a traversal step or a group element of it is written in
//! another form.

use quarrel_case::rewriting::Family;

use super::Rewrites;
use crate::About;

pub(crate) static CLAUSE: Rewrites = Rewrites {
    about: About {
        name: "rewrite-clause",
        checks: "a query gives the same rows when a clause, a traversal step or a group element has another form",
        source: "Dinkel (equivalence transformations of clauses); GraphGenie; SPARQL 1.1, section 18, and the \
                 equivalences of its algebra for bags; TinkerPop's documentation of the traversal steps",
        preconditions: "the query reads; the rule is sound for bags, with errors and nulls",
        cost: 8,
        needs_peer: false,
        invents: false,
        weight: 3,
    },
    family: Family::Clause,
    several: 7,
};
