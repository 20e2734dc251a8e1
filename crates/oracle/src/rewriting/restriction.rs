//! `restrict`: a query never gives more when something more is asked of its rows.

use quarrel_case::rewriting::Family;

use super::Rewrites;
use crate::About;

pub(crate) static RESTRICTION: Rewrites = Rewrites {
    about: About {
        name: "restrict",
        checks: "a query gives no row more when a condition is added to it",
        source: "GraphGenie (restricted graph queries); GAMERA, section 4",
        preconditions: "the query reads and is positive: no row comes of another one's absence",
        cost: 4,
        needs_peer: false,
        invents: false,
        weight: 1,
    },
    family: Family::Restriction,
    several: 3,
};
