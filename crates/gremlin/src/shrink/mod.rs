//! Smaller traversals to try in a traversal's place.
//!
//! Reduction asks again and again for a smaller traversal that still shows the failure, and each candidate costs it a
//! call of an engine. So the boldest cuts come first: whole ranges of steps, a step with the traversal inside it in its
//! place; then single steps, modulators, arguments; then what is as large but plainer. Whether a cut leaves a traversal
//! that means something is tried and not reasoned about: it must read back from its own text, and compile.

mod argument;
mod endless;
mod names;
mod size;
mod steps;

use std::collections::BTreeSet;

use quarrel_case::language::{Ground, Size};

use crate::ast::{Query, Step};
use crate::evaluate::{Rules, compiles};
use crate::parse::parse;
use crate::print::{Spelling, print};

pub use names::{names, renamed};

/// How large a traversal is, and how far from the plainest of its size.
pub fn size(query: &Query) -> Size {
    Size { parts: size::parts(&query.steps), oddity: size::oddity(query) }
}

/// Smaller valid traversals, the boldest first, each once.
pub fn shrink(query: &Query, ground: &Ground<'_>) -> Vec<Query> {
    let full = size(query);
    let rules = Rules::new(ground.profile).unwrap_or_default();
    let legal = is_valid(query, rules);
    let endless = endless::is_endless(&query.steps);
    let mut seen = BTreeSet::from([print(query, &Spelling::default())]);
    let mut variants: Vec<Query> =
        steps::variants(&query.steps).into_iter().map(|steps| Query { steps }).collect();
    variants.extend(names::relabelled(query));
    let mut kept: Vec<(Size, Query)> = Vec::new();
    for variant in variants {
        let size = size(&variant);
        let text = print(&variant, &Spelling::default());
        let ends = endless || !endless::is_endless(&variant.steps);
        if size < full && ends && seen.insert(text) && is_valid(&variant, rules) == legal {
            kept.push((size, variant));
        }
    }
    kept.sort_by_key(|(size, _)| *size);
    kept.into_iter().map(|(_, variant)| variant).collect()
}

/// Smaller traversals to stand inside a step in the place of these steps, the boldest first, each once.
pub(crate) fn smaller_inside(steps: &[Step]) -> Vec<Vec<Step>> {
    let size = |steps: &[Step]| size(&Query { steps: steps.to_vec() });
    let full = size(steps);
    let mut kept: Vec<(Size, Vec<Step>)> = steps::variants(steps)
        .into_iter()
        .filter(|steps| !steps.is_empty())
        .map(|steps| (size(&steps), steps))
        .filter(|(size, _)| *size < full)
        .collect();
    kept.sort_by_key(|(size, _)| *size);
    kept.dedup();
    kept.into_iter().map(|(_, steps)| steps).collect()
}

/// Whether the traversal reads back from its text and is not refused before it runs.
pub(crate) fn is_valid(query: &Query, rules: Rules) -> bool {
    parse(&print(query, &Spelling::default())).is_ok_and(|read| read == *query) && compiles(query, rules)
}

#[cfg(test)]
mod tests;
