//! Labels and types: of patterns, of predicates, of what is set.

use super::{LabelConjunction, LabelStart, Printer, TypeAlternatives};
use crate::ast::LabelExpression;

/// How tightly a label expression holds together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Not,
}

impl Level {
    fn of(expression: &LabelExpression) -> Self {
        match expression {
            LabelExpression::Or(..) => Self::Or,
            LabelExpression::And(..) => Self::And,
            _ => Self::Not,
        }
    }
}

/// Words that `IS` would not take for a label.
const AFTER_IS: [&str; 7] = ["TYPED", "NORMALIZED", "NFC", "NFD", "NFKC", "NFKD", "LABELED"];

impl Printer {
    /// `:A:B`, as clauses have it that set labels; or nothing.
    pub(super) fn label_list(&mut self, labels: &[String]) {
        for label in labels {
            self.push(":");
            self.name(label);
        }
    }

    /// The labels that a node must have, in the dialect's form.
    pub(super) fn labels(&mut self, labels: &[String], expression: Option<&LabelExpression>) {
        if let Some(expression) = expression {
            self.label_start();
            return self.label_expression(expression);
        }
        let is = self.spelling.label_start == LabelStart::Is && !self.updating;
        let joined = self.spelling.labels == LabelConjunction::Ampersand && !self.updating;
        if labels.is_empty() || !(is || joined && labels.len() > 1) {
            return self.label_list(labels);
        }
        self.label_start();
        for (position, label) in labels.iter().enumerate() {
            if position > 0 {
                self.push("&");
            }
            self.label(label);
        }
    }

    /// The types of which a relationship must have one.
    pub(super) fn types(&mut self, types: &[String], expression: Option<&LabelExpression>) {
        if let Some(expression) = expression {
            self.label_start();
            return self.label_expression(expression);
        }
        for (position, name) in types.iter().enumerate() {
            match (position, self.spelling.types) {
                (0, _) => self.label_start(),
                (_, TypeAlternatives::BarAndColon) if self.spelling.label_start == LabelStart::Colon => {
                    self.push("|:");
                }
                _ => self.push("|"),
            }
            self.label(name);
        }
    }

    /// A condition on labels within an expression, where a bar might mean something else.
    pub(super) fn label_predicate(&mut self, expression: &LabelExpression) {
        self.label_start();
        self.label_operand(expression, Level::And);
    }

    fn label_start(&mut self) {
        self.push(match self.spelling.label_start {
            LabelStart::Is if !self.updating => " IS ",
            _ => ":",
        });
    }

    fn label(&mut self, name: &str) {
        if AFTER_IS.iter().any(|word| word.eq_ignore_ascii_case(name)) {
            super::name::push_quoted(&mut self.out, name);
        } else {
            self.name(name);
        }
    }

    fn label_expression(&mut self, expression: &LabelExpression) {
        match expression {
            LabelExpression::Name(name) => self.label(name),
            LabelExpression::Wildcard => self.push("%"),
            LabelExpression::Not(inner) => {
                self.push("!");
                self.label_operand(inner, Level::Not);
            }
            LabelExpression::And(left, right) => {
                self.label_operand(left, Level::And);
                self.push("&");
                self.label_operand(right, Level::Not);
            }
            LabelExpression::Or(left, right) => {
                self.label_operand(left, Level::Or);
                self.push("|");
                self.label_operand(right, Level::And);
            }
        }
    }

    fn label_operand(&mut self, expression: &LabelExpression, loosest: Level) {
        if Level::of(expression) < loosest {
            self.push("(");
            self.label_expression(expression);
            self.push(")");
        } else {
            self.label_expression(expression);
        }
    }
}
