//! The solutions that a pattern has so far, as an expression's maker sees them.

use quarrel_case::term::Term;

use super::data::Kind;
use crate::ast::Variable;
use crate::evaluate::{Evaluator, Solutions};

/// A variable that an expression may use, with values that it has: that of the chosen solution first.
#[derive(Debug, Clone)]
pub(super) struct Visible {
    pub(super) variable: Variable,
    pub(super) samples: Vec<Term>,
}

/// The variables that an expression may use.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) visible: Vec<Visible>,
}

/// Samples of one variable: enough to split its solutions.
const SAMPLES: usize = 6;

/// Solutions that are looked at for samples.
const LOOKED_AT: usize = 40;

impl Scope {
    /// What the solutions bind, of these variables.
    pub(super) fn new<'a>(
        evaluator: &Evaluator,
        solutions: &Solutions,
        chosen: usize,
        variables: impl Iterator<Item = &'a Variable>,
    ) -> Self {
        let rows = &solutions.rows;
        let visible = variables.map(|variable| {
            let mut samples: Vec<Term> = Vec::new();
            for row in rows.iter().skip(chosen).chain(rows.iter().take(chosen)).take(LOOKED_AT) {
                if let Some(term) = evaluator.value(row, variable)
                    && samples.len() < SAMPLES
                    && !samples.contains(term)
                {
                    samples.push(term.clone());
                }
            }
            Visible { variable: variable.clone(), samples }
        });
        Self { visible: visible.collect() }
    }

    /// The variables that have a value of the kind.
    pub(super) fn of_kind(&self, kind: Kind) -> Vec<&Visible> {
        self.visible
            .iter()
            .filter(|visible| visible.samples.iter().any(|term| Kind::of(term) == kind))
            .collect()
    }
}
