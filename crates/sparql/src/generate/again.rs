//! A query that the round has seen, with other constants: what an engine keeps by a query's text is asked for again.

use quarrel_case::choices::Choices;
use quarrel_case::language::{Guidance, Tree};

use super::data::Kind;
use super::{Case, DRAFT_BUDGET, Maker, SparqlGenerator, is_wanted};
use crate::ast::{BinaryOperator, Expression, Query};
use crate::features::features;
use crate::walk::{self, Node};

/// How many cases in 100 are a query that comes again.
const AGAIN: usize = 2;

/// How many queries in 100 are remembered, in the place of the one before.
const REMEMBERED: usize = 15;

/// How often other constants are tried.
const ATTEMPTS: usize = 4;

impl SparqlGenerator {
    /// Remembers a query now and then.
    pub(super) fn remember(&mut self, query: &Query, choices: &mut Choices) {
        if choices.chance(REMEMBERED) {
            self.earlier = Some(query.clone());
        }
    }

    /// Now and then the query that is remembered, with other constants where it compares.
    pub(super) fn again(&mut self, choices: &mut Choices) -> Option<Case> {
        if self.earlier.is_none() || !choices.chance(AGAIN) {
            return None;
        }
        for _ in 0..ATTEMPTS {
            let query = self.with_other_constants(choices)?;
            let evaluation = self.judge.query(&query, self.setting.budget);
            let is_fit = !self.judge.is_asked || is_wanted(&evaluation, None, Guidance::Full);
            if is_fit && self.allows(|| features(&query)) {
                return Some((Tree::new(query), evaluation, None));
            }
        }
        None
    }

    fn with_other_constants(&mut self, choices: &mut Choices) -> Option<Query> {
        let first = self.earlier.as_ref()?;
        let mut query = first.clone();
        self.draft.reset(DRAFT_BUDGET);
        let mut maker = Maker::new(&self.setting, &self.data, &mut self.draft, choices);
        walk::walk(&mut query, &mut |node| {
            if let Node::Expression(expression) = node {
                maker.change_bounds(expression);
            }
        });
        query.normalize();
        (query != *first).then_some(query)
    }
}

impl Maker<'_> {
    /// Puts other literals of the same kind in the place of those that the expression compares with.
    fn change_bounds(&mut self, expression: &mut Expression) {
        use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        let operands: Vec<&mut Expression> = match expression {
            Expression::Binary {
                operator: Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual,
                left,
                right,
            } => vec![left, right],
            Expression::In { list, .. } => list.iter_mut().collect(),
            _ => return,
        };
        for operand in operands {
            let Expression::Constant(constant) = operand else { continue };
            let kind = Kind::of(constant.term());
            if matches!(kind, Kind::Number | Kind::Text | Kind::Time | Kind::Truth)
                && self.choices.chance(70)
                && let Some(other) = self.constant_of(Some(kind))
            {
                *constant = other;
            }
        }
    }
}
