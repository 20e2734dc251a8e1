//! What stands between operators: literals, names, brackets, and what looks like a call.

use super::lexer::Kind;
use super::number::INTEGER_OVERFLOW;
use super::{Parsed, Parser, UNEXPECTED, is_reserved};
use crate::ast::{Case, Expression, ListComprehension, Literal, Quantifier, QuantifierKind, Reduce};

impl Parser<'_> {
    /// What no operator takes apart (`Atom`).
    pub(super) fn atom(&mut self) -> Parsed<Expression> {
        let literal = match self.peek(0) {
            Kind::Name(_) | Kind::QuotedName(_) => return self.named_atom(),
            Kind::Symbol("(") if self.is_path() => {
                return Err(self.error(UNEXPECTED, "expected an expression, found a path pattern"));
            }
            Kind::Symbol("(") => {
                self.advance();
                let expression = self.expression()?;
                self.expect(")")?;
                return Ok(expression);
            }
            Kind::Symbol("[") => return self.list(),
            Kind::Symbol("{") => {
                let entries = self.map_entries()?;
                self.grow()?;
                return Ok(Expression::Map(entries));
            }
            Kind::Parameter(name) => {
                let parameter = Expression::Parameter(name.clone());
                self.advance();
                return Ok(parameter);
            }
            Kind::String(string) => Literal::String(string.clone()),
            Kind::Float(value) => Literal::Float(*value),
            Kind::Integer(magnitude) => match i64::try_from(*magnitude) {
                Ok(value) => Literal::Integer(value),
                Err(_) => return Err(self.error(INTEGER_OVERFLOW.0, INTEGER_OVERFLOW.1)),
            },
            Kind::BadNumber(detail, message) => return Err(self.error(detail, *message)),
            Kind::Symbol(_) | Kind::End => return Err(self.unexpected("an expression")),
        };
        self.advance();
        Ok(Expression::Literal(literal))
    }

    /// What begins with a name: a constant, `CASE`, a call or something like a call, a variable.
    fn named_atom(&mut self) -> Parsed<Expression> {
        if self.accept_keyword("NULL") {
            return Ok(Expression::Literal(Literal::Null));
        } else if self.accept_keyword("TRUE") {
            return Ok(Expression::Literal(Literal::Boolean(true)));
        } else if self.accept_keyword("FALSE") {
            return Ok(Expression::Literal(Literal::Boolean(false)));
        } else if self.accept_keyword("CASE") {
            return self.case();
        } else if !self.is_call() {
            return self.symbolic_name("an expression").map(Expression::Variable);
        }
        if let Some(kind) = self.quantifier_kind() {
            self.quantifier(kind)
        } else if self.is_keyword(0, "REDUCE") && self.is_symbol(1, "(") {
            self.reduce()
        } else {
            self.call()
        }
    }

    /// Whether a name, perhaps with dots in it, and an opening parenthesis are next.
    fn is_call(&self) -> bool {
        let mut ahead = 0;
        while matches!(self.peek(ahead), Kind::Name(_) | Kind::QuotedName(_)) {
            if self.is_symbol(ahead + 1, "(") {
                return true;
            } else if !self.is_symbol(ahead + 1, ".") {
                return false;
            }
            ahead += 2;
        }
        false
    }

    fn call(&mut self) -> Parsed<Expression> {
        if self.is_keyword(0, "COUNT") && self.is_symbol(2, "*") && self.is_symbol(3, ")") {
            self.position += 4;
            return Ok(Expression::CountStar);
        }
        let mut name = match self.peek(0) {
            Kind::Name(word) if is_reserved(word) && !word.eq_ignore_ascii_case("EXISTS") => {
                return Err(self.unexpected("an expression"));
            }
            _ => self.schema_name("a function")?,
        };
        while self.accept(".") {
            name.push('.');
            name.push_str(&self.schema_name("a function")?);
        }
        self.expect("(")?;
        let distinct = self.accept_keyword("DISTINCT");
        let arguments =
            if self.is_symbol(0, ")") { Vec::new() } else { self.comma_separated(Self::expression)? };
        self.expect(")")?;
        self.grow()?;
        Ok(Expression::Function { name, distinct, arguments })
    }

    fn case(&mut self) -> Parsed<Expression> {
        let subject = if self.is_keyword(0, "WHEN") { None } else { Some(self.expression()?) };
        let mut branches = Vec::new();
        while branches.is_empty() || self.is_keyword(0, "WHEN") {
            self.expect_keyword("WHEN")?;
            let when = self.expression()?;
            self.expect_keyword("THEN")?;
            branches.push((when, self.expression()?));
        }
        let otherwise = self.optional_after("ELSE")?;
        self.expect_keyword("END")?;
        self.grow()?;
        Ok(Expression::Case(Box::new(Case { subject, branches, otherwise })))
    }

    /// A list or a list comprehension.
    fn list(&mut self) -> Parsed<Expression> {
        if self.is_comprehension() {
            return self.list_comprehension();
        }
        self.advance();
        let items = if self.is_symbol(0, "]") { Vec::new() } else { self.comma_separated(Self::expression)? };
        self.expect("]")?;
        self.grow()?;
        Ok(Expression::List(items))
    }

    /// Whether the bracket that is next opens a comprehension. `[x IN l` may also open a list of truth values;
    /// then a comma follows before anything that only a comprehension has.
    fn is_comprehension(&self) -> bool {
        let variable = match self.peek(1) {
            Kind::Name(word) => !is_reserved(word),
            kind => matches!(kind, Kind::QuotedName(_)),
        };
        if !variable || !self.is_keyword(2, "IN") {
            return false;
        }
        let mut open = 0_usize;
        for token in self.tokens.iter().skip(self.position + 3) {
            match token.kind {
                Kind::Symbol("(" | "[" | "{") => open += 1,
                Kind::Symbol("," | "|" | "]") if open == 0 => {
                    return !matches!(token.kind, Kind::Symbol(","));
                }
                Kind::Symbol(")" | "]" | "}") => open = open.saturating_sub(1),
                Kind::Name(word) if open == 0 && word.eq_ignore_ascii_case("WHERE") => return true,
                _ => {}
            }
        }
        true
    }

    /// `variable IN list`, as comprehensions, quantifiers and `reduce` have it (`IdInColl`).
    fn variable_in_list(&mut self) -> Parsed<(String, Expression)> {
        let variable = self.symbolic_name("a variable")?;
        self.expect_keyword("IN")?;
        Ok((variable, self.expression()?))
    }

    fn list_comprehension(&mut self) -> Parsed<Expression> {
        self.expect("[")?;
        let (variable, list) = self.variable_in_list()?;
        let condition = self.optional_after("WHERE")?;
        let projection = if self.accept("|") { Some(self.expression()?) } else { None };
        self.expect("]")?;
        self.grow()?;
        let comprehension = ListComprehension { variable, list, condition, projection };
        Ok(Expression::ListComprehension(Box::new(comprehension)))
    }

    fn quantifier_kind(&self) -> Option<QuantifierKind> {
        use QuantifierKind::{All, Any, None, Single};
        let kinds = [("ALL", All), ("ANY", Any), ("NONE", None), ("SINGLE", Single)];
        let found =
            kinds.iter().find(|(keyword, _)| self.is_keyword(0, keyword) && self.is_symbol(1, "("))?;
        Some(found.1)
    }

    fn quantifier(&mut self, kind: QuantifierKind) -> Parsed<Expression> {
        self.advance();
        self.expect("(")?;
        let (variable, list) = self.variable_in_list()?;
        self.expect_keyword("WHERE")?;
        let condition = self.expression()?;
        self.expect(")")?;
        self.grow()?;
        Ok(Expression::Quantifier(Box::new(Quantifier { kind, variable, list, condition })))
    }

    fn reduce(&mut self) -> Parsed<Expression> {
        self.advance();
        self.expect("(")?;
        let accumulator = self.symbolic_name("a variable")?;
        self.expect("=")?;
        let initial = self.expression()?;
        self.expect(",")?;
        let (variable, list) = self.variable_in_list()?;
        self.expect("|")?;
        let step = self.expression()?;
        self.expect(")")?;
        self.grow()?;
        Ok(Expression::Reduce(Box::new(Reduce { accumulator, initial, variable, list, step })))
    }
}
