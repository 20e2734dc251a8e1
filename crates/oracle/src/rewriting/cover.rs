//! `cover`: a query gives the same rows when its pattern is walked in other paths.
//!
//! A pattern is a small graph, and its text is one of many covers of that graph by paths: each edge once, from either
//! end, cut anywhere, in any order. Engines plan along the text. The set of edges in one clause stays the same, so this
//! holds where a clause takes no edge twice and where it may.

use quarrel_case::rewriting::Family;

use super::Rewrites;
use crate::About;

pub(crate) static COVER: Rewrites = Rewrites {
    about: About {
        name: "cover",
        checks: "a query gives the same rows when its graph pattern is written as other paths through the same pattern",
        source: "GRev (Mang and others, VLDB 2024), section 3; GraphGenie (path split, reversed)",
        preconditions: "the query reads; no path over the pattern is looked at as a whole",
        cost: 5,
        needs_peer: false,
        invents: false,
        weight: 2,
    },
    family: Family::Cover,
    several: 4,
};
