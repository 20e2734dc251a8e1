//! Smaller queries to try in a query's place.
//!
//! Reduction asks again and again for a smaller query that still shows the failure. Each candidate here is the
//! query with one cut: an element dropped, a group opened, an expression replaced by a part of it. The boldest
//! cuts come first, since one of them that succeeds saves many small ones. A cut may break a rule of scope (a
//! variable bound twice, a projected one no longer grouped); whether it did is not reasoned about but tried: a
//! candidate must read back from its own text as the same tree.

mod expression;
mod group;
mod modifiers;
mod size;

use crate::ast::Query;
use crate::parse::parse;
use crate::print::{Spelling, print};

pub use size::size;

/// Smaller valid queries, the boldest cuts first, each once.
pub fn shrink(query: &Query) -> Vec<Query> {
    let mut variants = Vec::new();
    modifiers::bold(query, &mut variants);
    for pattern in group::variants(&query.pattern) {
        variants.push(Query { pattern, ..query.clone() });
    }
    modifiers::fine(query, &mut variants);
    group::constants_for_variables(query, &mut variants);
    let full = size(query);
    // A query that engines must reject shrinks to others of its kind.
    let legal = is_valid(query);
    let mut candidates: Vec<Query> = Vec::with_capacity(variants.len());
    for mut variant in variants {
        variant.normalize();
        if size(&variant) < full && !candidates.contains(&variant) && is_valid(&variant) == legal {
            candidates.push(variant);
        }
    }
    candidates
}

/// True when the query's text reads back as the query: it is legal and in the shape that text can express.
pub fn is_valid(query: &Query) -> bool {
    parse(&print(query, &Spelling::default())).is_ok_and(|read| read == *query)
}

#[cfg(test)]
mod tests;
