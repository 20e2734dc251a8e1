//! Lists, comprehensions, quantifiers and folds: what binds a variable of its own.

use super::{Parsed, Parser};
use crate::ast::{Expression, ListComprehension, PatternComprehension, Quantifier, QuantifierKind, Reduce};

impl Parser<'_> {
    /// A list or a comprehension.
    pub(super) fn list(&mut self) -> Parsed<Expression> {
        if self.is_comprehension() {
            return self.list_comprehension();
        } else if self.is_pattern_comprehension() {
            return self.pattern_comprehension();
        }
        self.advance();
        let items = if self.is_symbol(0, "]") { Vec::new() } else { self.comma_separated(Self::expression)? };
        self.expect("]")?;
        self.grow()?;
        Ok(Expression::List(items))
    }

    /// `variable IN list`, as quantifiers have it (`IdInColl`).
    fn variable_in_list(&mut self) -> Parsed<(String, Expression)> {
        let variable = self.symbolic_name("a variable")?;
        self.expect_keyword("IN")?;
        Ok((variable, self.expression()?))
    }

    /// The same where a bar may follow.
    pub(super) fn variable_in_list_before_bar(&mut self) -> Parsed<(String, Expression)> {
        let variable = self.symbolic_name("a variable")?;
        self.expect_keyword("IN")?;
        Ok((variable, self.expression_before_bar()?))
    }

    fn condition_before_bar(&mut self) -> Parsed<Option<Expression>> {
        if self.accept_keyword("WHERE") { self.expression_before_bar().map(Some) } else { Ok(None) }
    }

    fn list_comprehension(&mut self) -> Parsed<Expression> {
        self.expect("[")?;
        let (variable, list) = self.variable_in_list_before_bar()?;
        let condition = self.condition_before_bar()?;
        let projection = if self.accept("|") { Some(self.expression()?) } else { None };
        self.expect("]")?;
        self.grow()?;
        let comprehension = ListComprehension { variable, list, condition, projection };
        Ok(Expression::ListComprehension(Box::new(comprehension)))
    }

    /// `[path = (a)-->(b) WHERE condition | projection]`.
    fn pattern_comprehension(&mut self) -> Parsed<Expression> {
        self.expect("[")?;
        let pattern = self.nested(Self::path_pattern)?;
        let condition = self.condition_before_bar()?;
        self.expect("|")?;
        let projection = self.expression()?;
        self.expect("]")?;
        self.grow()?;
        let comprehension = PatternComprehension { pattern, condition, projection };
        Ok(Expression::PatternComprehension(Box::new(comprehension)))
    }

    pub(super) fn quantifier_kind(&self) -> Option<QuantifierKind> {
        use QuantifierKind::{All, Any, None, Single};
        let kinds = [("ALL", All), ("ANY", Any), ("NONE", None), ("SINGLE", Single)];
        let found =
            kinds.iter().find(|(keyword, _)| self.is_keyword(0, keyword) && self.is_symbol(1, "("))?;
        Some(found.1)
    }

    pub(super) fn list_quantifier(&mut self, kind: QuantifierKind) -> Parsed<Expression> {
        self.advance();
        self.expect("(")?;
        let (variable, list) = self.variable_in_list()?;
        self.expect_keyword("WHERE")?;
        let condition = self.expression()?;
        self.expect(")")?;
        self.grow()?;
        Ok(Expression::Quantifier(Box::new(Quantifier { kind, variable, list, condition })))
    }

    pub(super) fn reduce(&mut self) -> Parsed<Expression> {
        self.advance();
        self.expect("(")?;
        let accumulator = self.symbolic_name("a variable")?;
        self.expect("=")?;
        let initial = self.expression()?;
        self.expect(",")?;
        let (variable, list) = self.variable_in_list_before_bar()?;
        self.expect("|")?;
        let step = self.expression()?;
        self.expect(")")?;
        self.grow()?;
        Ok(Expression::Reduce(Box::new(Reduce { accumulator, initial, variable, list, step })))
    }
}
