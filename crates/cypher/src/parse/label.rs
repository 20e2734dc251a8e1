//! Labels and types, as lists and as conditions.

use std::mem;

use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::ast::LabelExpression;

/// A list where a list says it, an expression otherwise.
pub(super) type Labels = (Vec<String>, Option<Box<LabelExpression>>);

impl Parser<'_> {
    /// `:A:B`, as clauses have it that set labels (`NodeLabels`); at least one.
    pub(super) fn label_list(&mut self) -> Parsed<Vec<String>> {
        let mut labels = Vec::new();
        while labels.is_empty() || self.is_symbol(0, ":") {
            self.expect(":")?;
            labels.push(self.schema_name("a label")?);
        }
        Ok(labels)
    }

    /// The labels of a node pattern, or nothing.
    pub(super) fn node_labels(&mut self) -> Parsed<Labels> {
        if !self.accept(":") && !self.accept_keyword("IS") {
            return Ok((Vec::new(), None));
        }
        let expression = self.label_expression()?;
        Ok(match expression.conjunction() {
            Some(labels) => (labels, None),
            None => (Vec::new(), Some(Box::new(expression))),
        })
    }

    /// The types of a relationship pattern, or nothing.
    pub(super) fn relationship_types(&mut self) -> Parsed<Labels> {
        if !self.accept(":") && !self.accept_keyword("IS") {
            return Ok((Vec::new(), None));
        }
        let expression = self.label_expression()?;
        Ok(match expression.disjunction() {
            Some(types) => (types, None),
            None => (Vec::new(), Some(Box::new(expression))),
        })
    }

    /// A condition on labels, behind its colon or `IS`, within the brackets of a pattern.
    fn label_expression(&mut self) -> Parsed<LabelExpression> {
        let outer = mem::replace(&mut self.before_bar, false);
        let expression = self.label_condition();
        self.before_bar = outer;
        expression
    }

    /// A condition on labels, behind its colon or `IS`. The height counts anew, as within an operand.
    pub(super) fn label_condition(&mut self) -> Parsed<LabelExpression> {
        let outer = mem::take(&mut self.height);
        let expression = self.label_alternatives()?;
        self.height = self.height.max(outer);
        Ok(expression)
    }

    fn label_alternatives(&mut self) -> Parsed<LabelExpression> {
        let mut left = self.label_conjunction(true)?;
        while self.is_symbol(0, "|") && self.bar_joins() {
            self.advance();
            // The older form of alternatives, `:A|:B`.
            self.accept(":");
            left = LabelExpression::Or(Box::new(left), Box::new(self.label_conjunction(false)?));
            self.grow()?;
        }
        Ok(left)
    }

    /// `A&B`, or the older `A:B`, which joins names only and is joined with nothing.
    fn label_conjunction(&mut self, first: bool) -> Parsed<LabelExpression> {
        let mut left = self.label_factor()?;
        let colons = first && matches!(left, LabelExpression::Name(_)) && self.is_symbol(0, ":");
        let joint = if colons { ":" } else { "&" };
        while self.accept(joint) {
            let right = if colons {
                LabelExpression::Name(self.schema_name("a label")?)
            } else {
                self.label_factor()?
            };
            left = LabelExpression::And(Box::new(left), Box::new(right));
            self.grow()?;
        }
        if colons && (self.is_symbol(0, "&") || self.is_symbol(0, "|") && self.bar_joins()) {
            return Err(self.unexpected("no other sign among labels with colons"));
        }
        Ok(left)
    }

    fn label_factor(&mut self) -> Parsed<LabelExpression> {
        if self.accept("!") {
            let inner = self.nested(Self::label_factor)?;
            self.grow()?;
            Ok(LabelExpression::Not(Box::new(inner)))
        } else if self.accept("%") {
            Ok(LabelExpression::Wildcard)
        } else if self.accept("(") {
            let inner = self.nested(Self::label_expression)?;
            self.expect(")")?;
            Ok(inner)
        } else {
            self.schema_name("a label").map(LabelExpression::Name)
        }
    }

    /// Whether the bar that is next joins labels or types. In a comprehension the last one begins the projection.
    pub(super) fn bar_joins(&self) -> bool {
        if !self.before_bar {
            return true;
        }
        let (mut open, mut angles) = (0_usize, 0_usize);
        let mut word = "";
        for token in self.tokens.iter().skip(self.position + 1) {
            let before = mem::take(&mut word);
            match token.kind {
                Kind::Symbol("|") if open == 0 && angles == 0 => return true,
                Kind::Name(name) => word = name,
                // The angle brackets of a type, within which there are names, bars and such brackets only.
                Kind::Symbol("<") if angles > 0 || is_type_word(before) => angles += 1,
                Kind::Symbol(">") if angles > 0 => angles -= 1,
                Kind::Symbol("(" | "[" | "{") => open += 1,
                Kind::Symbol(")" | "]" | "}") if open == 0 => return false,
                Kind::Symbol(")" | "]" | "}") => open -= 1,
                _ => {}
            }
        }
        false
    }
}

/// Whether a bracket behind this word holds types.
fn is_type_word(word: &str) -> bool {
    ["ANY", "LIST", "ARRAY"].iter().any(|known| known.eq_ignore_ascii_case(word))
}
