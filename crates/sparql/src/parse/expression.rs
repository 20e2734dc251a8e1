//! Expressions (productions 69 to 72 and 107 to 128).
//!
//! The five levels of infix operators are one loop over precedences, which keeps the stack of a nested expression
//! small. Its height is counted, since a chain of operators without brackets makes a tall tree as well.

use super::lexer::Token;
use super::{Parser, Result};
use crate::ast::{Aggregate, AggregateFunction, BinaryOperator, Builtin, Expression, UnaryOperator};
use quarrel_case::term::Term;

/// An infix operator as the loop over them sees it.
enum Infix {
    Binary(BinaryOperator),
    In { negated: bool },
}

impl Infix {
    fn precedence(&self) -> u8 {
        match self {
            Self::Binary(operator) => operator.precedence(),
            Self::In { .. } => BinaryOperator::RELATIONAL,
        }
    }
}

impl Parser<'_> {
    /// Production 110: Expression.
    pub(super) fn expression(&mut self) -> Result<Expression> {
        self.nested(|parser| parser.infix(1))
    }

    /// Production 120: BrackettedExpression.
    pub(super) fn bracketed(&mut self) -> Result<Expression> {
        self.expect_symbol("(")?;
        let expression = self.expression()?;
        self.expect_symbol(")")?;
        Ok(expression)
    }

    /// Whether a Constraint starts here.
    pub(super) fn starts_constraint(&self) -> bool {
        match self.peek() {
            Token::Symbol("(") => true,
            Token::Word(word) => {
                aggregate(word).is_some()
                    || Builtin::by_name(word).is_some()
                    || self.is_word("EXISTS")
                    || self.is_word("NOT")
            }
            _ => self.is_iri() && *self.peek_at(1) == Token::Symbol("("),
        }
    }

    /// Production 69: Constraint.
    pub(super) fn constraint(&mut self) -> Result<Expression> {
        if self.starts_constraint() {
            self.nested(Self::primary)
        } else {
            Err(self.expected("'(' or a function call"))
        }
    }

    /// Productions 111 to 117: operators that bind at least as tightly as `least`.
    fn infix(&mut self, least: u8) -> Result<Expression> {
        let outside = std::mem::take(&mut self.height);
        let mut left = self.unary()?;
        let mut compared = false;
        while let Some(infix) = self.peek_infix().filter(|infix| infix.precedence() >= least) {
            let precedence = infix.precedence();
            if precedence == BinaryOperator::RELATIONAL {
                if compared {
                    return Err(self.error("comparisons do not chain; brackets are needed"));
                }
                compared = true;
            }
            left = match infix {
                Infix::Binary(operator) => {
                    self.take_operator();
                    Expression::binary(operator, left, self.infix(precedence + 1)?)
                }
                Infix::In { negated } => {
                    self.at += if negated { 2 } else { 1 };
                    let list = self.list()?;
                    Expression::In { negated, operand: Box::new(left), list }
                }
            };
            self.grow()?;
        }
        self.height = self.height.max(outside);
        Ok(left)
    }

    /// The infix operator that stands next. A number with a sign after an operand is an operator and a number
    /// (production 116).
    fn peek_infix(&self) -> Option<Infix> {
        let operator = match self.peek() {
            Token::Symbol("||") => BinaryOperator::Or,
            Token::Symbol("&&") => BinaryOperator::And,
            Token::Symbol("=") => BinaryOperator::Equal,
            Token::Symbol("!=") => BinaryOperator::NotEqual,
            Token::Symbol("<") => BinaryOperator::Less,
            Token::Symbol("<=") => BinaryOperator::LessEqual,
            Token::Symbol(">") => BinaryOperator::Greater,
            Token::Symbol(">=") => BinaryOperator::GreaterEqual,
            Token::Symbol("+") => BinaryOperator::Add,
            Token::Symbol("-") => BinaryOperator::Subtract,
            Token::Symbol("*") => BinaryOperator::Multiply,
            Token::Symbol("/") => BinaryOperator::Divide,
            Token::Number { text, .. } if text.starts_with('+') => BinaryOperator::Add,
            Token::Number { text, .. } if text.starts_with('-') => BinaryOperator::Subtract,
            Token::Word(_) if self.is_word("IN") => return Some(Infix::In { negated: false }),
            Token::Word(_) if self.is_word("NOT") => {
                let inside = matches!(self.peek_at(1), Token::Word(word) if word.eq_ignore_ascii_case("IN"));
                return inside.then_some(Infix::In { negated: true });
            }
            _ => return None,
        };
        Some(Infix::Binary(operator))
    }

    /// Steps over an operator; of a number it takes the sign only.
    fn take_operator(&mut self) {
        if let Some((Token::Number { text, .. }, offset)) = self.tokens.get_mut(self.at) {
            *text = text.get(1..).unwrap_or_default();
            *offset += 1;
        } else {
            self.at += 1;
        }
    }

    /// Production 118: UnaryExpression. `!` may repeat, as SPARQL 1.2 allows.
    fn unary(&mut self) -> Result<Expression> {
        let operator = match self.peek() {
            Token::Symbol("!") => UnaryOperator::Not,
            Token::Symbol("+") => UnaryOperator::Plus,
            Token::Symbol("-") => UnaryOperator::Minus,
            _ => return self.primary(),
        };
        self.at += 1;
        let again = operator == UnaryOperator::Not;
        let operand = self.nested(|parser| if again { parser.unary() } else { parser.primary() })?;
        Ok(Expression::unary(operator, operand))
    }

    /// Production 119: PrimaryExpression.
    fn primary(&mut self) -> Result<Expression> {
        match *self.peek() {
            Token::Symbol("(") => self.bracketed(),
            Token::Symbol("<<(") => self.nested(Self::triple_expression),
            Token::Variable(_) => self.variable().map(Expression::Variable),
            _ if self.is_iri() => self.iri_or_function(),
            _ if self.starts_literal() => Ok(Expression::constant(Term::Literal(self.literal()?))),
            Token::Word(word) => self.builtin_call(word),
            _ => Err(self.expected("an expression")),
        }
    }

    /// Production 128: iriOrFunction.
    fn iri_or_function(&mut self) -> Result<Expression> {
        let iri = self.iri()?;
        if self.is_symbol("(") {
            let arguments = self.list()?;
            return Ok(Expression::call_iri(iri, arguments));
        }
        Ok(Expression::constant(Term::Iri(iri)))
    }

    /// Productions 71 and 72: a list in brackets, which may be empty.
    fn list(&mut self) -> Result<Vec<Expression>> {
        self.expect_symbol("(")?;
        let mut list = Vec::new();
        if self.eat_symbol(")") {
            return Ok(list);
        }
        loop {
            list.push(self.expression()?);
            if self.eat_symbol(")") {
                return Ok(list);
            }
            if !self.eat_symbol(",") {
                return Err(self.expected("',' or ')'"));
            }
        }
    }

    /// Production 121: BuiltInCall.
    fn builtin_call(&mut self, word: &str) -> Result<Expression> {
        if self.is_word("EXISTS") || self.is_word("NOT") {
            return self.exists();
        }
        if let Some(function) = aggregate(word) {
            return self.aggregate(function);
        }
        let Some(builtin) = Builtin::by_name(word) else {
            return Err(self.expected("an expression"));
        };
        let offset = self.offset();
        self.at += 1;
        let inside = self.offset();
        let arguments = self.list()?;
        let (least, most) = builtin.arity();
        if arguments.len() < least || arguments.len() > most {
            let message = format!("{} does not take {} arguments", builtin.name(), arguments.len());
            return Err(self.error_at(offset, message));
        }
        if builtin == Builtin::Bound && !matches!(arguments.first(), Some(Expression::Variable(_))) {
            return Err(self.error_at(inside, "BOUND takes a variable"));
        }
        Ok(Expression::call(builtin, arguments))
    }

    /// Productions 125 and 126: ExistsFunc and NotExistsFunc.
    fn exists(&mut self) -> Result<Expression> {
        let negated = self.eat_word("NOT");
        self.expect_word("EXISTS")?;
        Ok(Expression::Exists { negated, group: self.group()? })
    }

    /// Production 127: Aggregate. It stands in SELECT, HAVING and ORDER BY only, and not in another one (note 18).
    fn aggregate(&mut self, function: AggregateFunction) -> Result<Expression> {
        if !self.aggregates {
            return Err(self.error(format!("the aggregate {} cannot stand here", function.name())));
        }
        self.aggregates = false;
        self.at += 1;
        self.expect_symbol("(")?;
        let distinct = self.eat_word("DISTINCT");
        let all = function == AggregateFunction::Count && self.eat_symbol("*");
        let argument = if all { None } else { Some(Box::new(self.expression()?)) };
        let mut separator = None;
        if function == AggregateFunction::GroupConcat && self.eat_symbol(";") {
            self.expect_word("SEPARATOR")?;
            self.expect_symbol("=")?;
            let Token::String(text) = self.peek() else {
                return Err(self.expected("a string"));
            };
            separator = Some(text.clone().into_owned());
            self.at += 1;
        }
        self.expect_symbol(")")?;
        self.aggregates = true;
        Ok(Expression::Aggregate(Aggregate { function, distinct, argument, separator }))
    }
}

fn aggregate(word: &str) -> Option<AggregateFunction> {
    AggregateFunction::ALL.into_iter().find(|function| function.name().eq_ignore_ascii_case(word))
}
