//! Conditions that the chosen solution satisfies and that other solutions do not.

use super::Maker;
use super::frame::Frame;
use super::table::Scope;
use crate::ast::{BinaryOperator, Expression, UnaryOperator};
use crate::evaluate::ExpressionError;

/// Solutions on which a condition is tried.
const TRIED_ON: usize = 40;

/// Conditions that are tried before the best one is taken.
const ATTEMPTS: usize = 6;

impl Maker<'_> {
    /// A condition for the group's solutions; none when no attempt kept any of them.
    pub(super) fn condition(&mut self, frame: &Frame) -> Option<Expression> {
        let scope = self.scope(frame);
        if !self.conditions_are_guided() {
            return self.draft(frame, &scope);
        }
        let rows = frame.solutions.rows.len().min(TRIED_ON);
        let mut fallback = None;
        for _ in 0..ATTEMPTS {
            let Some(draft) = self.draft(frame, &scope).filter(has_variable) else {
                continue;
            };
            let Some((condition, held)) = self.kept(frame, draft) else {
                continue;
            };
            if held < rows || (rows == 1 && self.choices.chance(50)) {
                return Some(condition);
            }
            fallback = Some(condition);
        }
        // A condition that every solution satisfies is a poor one, but engines go wrong there too.
        fallback.filter(|_| self.choices.chance(60))
    }

    /// The condition, or its negation, with the number of tried solutions that satisfy it; at least one does.
    fn kept(&mut self, frame: &Frame, condition: Expression) -> Option<(Expression, usize)> {
        match self.held(frame, &condition)? {
            0 => {
                let negated = self.negation(condition)?;
                let held = self.held(frame, &negated).filter(|held| *held > 0)?;
                Some((negated, held))
            }
            held => Some((condition, held)),
        }
    }

    fn negation(&self, condition: Expression) -> Option<Expression> {
        match condition {
            Expression::Exists { negated, group } => {
                let feature = if negated { "exists" } else { "not-exists" };
                self.allows(feature).then_some(Expression::Exists { negated: !negated, group })
            }
            condition => {
                self.allows("operator.not").then(|| Expression::unary(UnaryOperator::Not, condition))
            }
        }
    }

    /// How many of the solutions satisfy the condition; none when the language leaves it open for one.
    fn held(&mut self, frame: &Frame, condition: &Expression) -> Option<usize> {
        let rows = &frame.solutions.rows;
        let mut held = 0;
        for row in rows.iter().skip(frame.chosen).chain(rows.iter().take(frame.chosen)).take(TRIED_ON) {
            match self.evaluator.condition(condition, row) {
                Ok(true) => held += 1,
                Ok(false) | Err(ExpressionError::Error(_)) => {}
                Err(ExpressionError::Open(_) | ExpressionError::Failure(_)) => return None,
            }
        }
        Some(held)
    }

    fn draft(&mut self, frame: &Frame, scope: &Scope) -> Option<Expression> {
        let depth = self.expression_depth();
        if self.left > 0 && frame.nesting < 2 && self.choices.chance(9) {
            let exists = self.exists(frame)?;
            return match self.choices.weighted(&[70, 15, 15]) {
                1 if self.allows("operator.and") => {
                    let other = self.boolean(scope, depth.min(1));
                    Some(Expression::binary(BinaryOperator::And, other, exists))
                }
                2 if self.allows("operator.or") => {
                    let other = self.boolean(scope, depth.min(1));
                    Some(Expression::binary(BinaryOperator::Or, exists, other))
                }
                _ => Some(exists),
            };
        }
        Some(self.boolean(scope, depth))
    }

    /// EXISTS or NOT EXISTS of something that a solution matches.
    fn exists(&mut self, frame: &Frame) -> Option<Expression> {
        let features: Vec<bool> = ["exists", "not-exists"]
            .into_iter()
            .filter(|feature| self.allows(feature))
            .map(|f| f != "exists")
            .collect();
        let negated = *self.choices.pick(&features)?;
        let left = self.left;
        let mut inner = frame.nested(true);
        inner.nesting = inner.nesting.max(2);
        self.grow(&mut inner, 2);
        self.left = left.saturating_sub(1);
        (!inner.elements.is_empty()).then(|| Expression::Exists { negated, group: inner.group() })
    }
}

/// Whether the expression depends on a solution at all.
pub(super) fn has_variable(expression: &Expression) -> bool {
    matches!(expression, Expression::Variable(_) | Expression::Exists { .. })
        || expression.children().into_iter().any(has_variable)
}
