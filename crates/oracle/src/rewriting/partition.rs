//! `partition`: the answer to a query is put together from the answers to it under a condition, under the condition's
//! negation, and where it is neither.
//!
//! Every row satisfies a condition, or its negation, or leaves it undecided (null in Cypher, an error in SPARQL; in
//! Gremlin 3.8 there is no third), and so three queries share the rows among them. An engine that uses the condition to
//! choose its plan goes three other ways than for the whole. Where the query counts, sums, or takes the least or the
//! greatest, so do the parts; where it gives each row once, their union does. A condition is never put where it decides
//! about an extension with nulls (OPTIONAL), above a cut, or below an aggregation that is not composed of its parts.

use quarrel_case::rewriting::Family;

use super::Rewrites;
use crate::About;

pub(crate) static PARTITION: Rewrites = Rewrites {
    about: About {
        name: "partition",
        checks: "a query gives what it gives under a condition, under its negation, and where it is neither, together",
        source: "ternary logic partitioning (Rigger and Su, OOPSLA 2020); GDBMeter; GAMERA, section 4.2 (pattern \
                 partitioning)",
        preconditions: "the query reads; the condition is determined, cannot raise, and stands where it only drops rows",
        cost: 7,
        needs_peer: false,
        invents: false,
        weight: 3,
    },
    family: Family::Partition,
    several: 2,
};
