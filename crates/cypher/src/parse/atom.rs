//! What stands between operators: literals, names, brackets, and what looks like a call.

use super::lexer::Kind;
use super::number::INTEGER_OVERFLOW;
use super::{Parsed, Parser, is_reserved};
use crate::ast::{Case, Expression, Literal, MapProjection, MapProjectionItem};

impl Parser<'_> {
    /// What no operator takes apart (`Atom`).
    pub(super) fn atom(&mut self) -> Parsed<Expression> {
        let literal = match self.peek(0) {
            Kind::Name(_) | Kind::QuotedName(_) => return self.named_atom(),
            Kind::Symbol("(") if self.is_path(0) => return self.nested(Self::pattern_expression),
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
        } else if let Some(kind) = self.subquery_kind() {
            return self.subquery(kind);
        } else if self.is_symbol(1, "{") {
            return self.map_projection();
        } else if !self.is_call() {
            return self.symbolic_name("an expression").map(Expression::Variable);
        }
        if let Some(pattern) = self.shortest_path()? {
            Ok(Expression::Pattern(Box::new(pattern)))
        } else if let Some(kind) = self.quantifier_kind() {
            self.list_quantifier(kind)
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
        let name = match self.peek(0) {
            Kind::Name(word) if is_reserved(word) && !word.eq_ignore_ascii_case("EXISTS") => {
                return Err(self.unexpected("an expression"));
            }
            _ => self.dotted_name("a function")?,
        };
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

    /// What is between the braces behind a variable (`MapProjection`).
    fn map_projection(&mut self) -> Parsed<Expression> {
        let variable = self.symbolic_name("a variable")?;
        self.expect("{")?;
        let empty = self.is_symbol(0, "}");
        let items = if empty { Vec::new() } else { self.comma_separated(Self::map_projection_item)? };
        self.expect("}")?;
        self.grow()?;
        Ok(Expression::MapProjection(Box::new(MapProjection { variable, items })))
    }

    fn map_projection_item(&mut self) -> Parsed<MapProjectionItem> {
        if self.accept(".") {
            if self.accept("*") {
                return Ok(MapProjectionItem::AllProperties);
            }
            return self.schema_name("a property key").map(MapProjectionItem::Property);
        }
        if self.is_symbol(1, ":") {
            let key = self.schema_name("a property key")?;
            self.advance();
            return Ok(MapProjectionItem::Entry(key, self.expression()?));
        }
        self.symbolic_name("a variable").map(MapProjectionItem::Variable)
    }
}
