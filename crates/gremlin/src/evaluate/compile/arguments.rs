//! The arguments of a step, read as what the step takes.

use std::sync::Arc;

use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::BigInt;

use super::Compiler;
use crate::ast::{Argument, Literal, Predicate, PredicateName, Step, StepName, Token};
use crate::evaluate::compare;
use crate::evaluate::fault::Fault;
use crate::evaluate::moment::Moment;
use crate::evaluate::number::Number;
use crate::evaluate::plan::{Given, Test};
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, invalid};

/// A step's arguments.
pub(super) struct Arguments<'s> {
    step: &'s Step,
}

impl<'s> Arguments<'s> {
    pub(super) fn new(step: &'s Step) -> Self {
        Self { step }
    }

    pub(super) fn name(&self) -> StepName {
        self.step.name
    }

    pub(super) fn all(&self) -> &'s [Argument] {
        &self.step.arguments
    }

    pub(super) fn len(&self) -> usize {
        self.step.arguments.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<&'s Argument> {
        self.step.arguments.get(index)
    }

    pub(super) fn need(&self, index: usize) -> Fallible<&'s Argument> {
        self.get(index).ok_or_else(|| self.wrong())
    }

    /// The error that the step does not take such arguments.
    pub(super) fn wrong(&self) -> crate::evaluate::Stop {
        invalid(format!("{}() does not take these arguments", self.name().text()))
    }

    pub(super) fn token(&self, index: usize) -> Option<Token> {
        match self.get(index) {
            Some(Argument::Token(token)) => Some(*token),
            _ => None,
        }
    }

    /// Whether the first argument is a scope, and whether it is local; then the others begin at 1.
    pub(super) fn scope(&self) -> (bool, usize) {
        match self.token(0) {
            Some(Token::ScopeLocal) => (true, 1),
            Some(Token::ScopeGlobal) => (false, 1),
            _ => (false, 0),
        }
    }

    pub(super) fn is_traversal(&self, index: usize) -> bool {
        matches!(self.get(index), Some(Argument::Traversal(_)))
    }
}

impl Compiler<'_> {
    pub(super) fn value_at(&self, arguments: &Arguments<'_>, index: usize) -> Fallible<Value> {
        self.value(arguments.need(index)?)
    }

    /// A constant.
    pub(in crate::evaluate) fn value(&self, argument: &Argument) -> Fallible<Value> {
        Ok(match argument {
            Argument::Literal(literal) => {
                if matches!(literal, Literal::DateTime(None) | Literal::Uuid(None)) {
                    self.open.set(true);
                }
                self.rules.value(constant(literal, self.rules.real_literal)?)
            }
            Argument::List(items) => Value::list(self.values(items)?),
            Argument::Set(items) => {
                let mut set = Vec::new();
                for item in self.values(items)? {
                    if !set.iter().any(|known| compare::identity(known, &item).is_eq()) {
                        set.push(item);
                    }
                }
                Value::set(set)
            }
            Argument::Map(entries) => {
                let entry = |(key, value): &(Argument, Argument)| Ok((self.value(key)?, self.value(value)?));
                Value::map(entries.iter().map(entry).collect::<Fallible<_>>()?)
            }
            Argument::Token(token) => Value::Token(*token),
            Argument::Cardinality(cardinality, value) => {
                Value::Cardinality(*cardinality, Box::new(self.value(value)?))
            }
            Argument::Variable(name) => match self.bindings.get(name) {
                Some(value) => value.clone(),
                None => return Err(invalid(format!("{name} is not bound"))),
            },
            Argument::Predicate(_) | Argument::Traversal(_) | Argument::Strategy(_) => {
                return Err(invalid("a value is missing"));
            }
        })
    }

    pub(super) fn values(&self, arguments: &[Argument]) -> Fallible<Vec<Value>> {
        arguments.iter().map(|argument| self.value(argument)).collect()
    }

    pub(super) fn integer(&self, arguments: &Arguments<'_>, index: usize) -> Fallible<i64> {
        let value = self.value_at(arguments, index)?;
        value.number().and_then(Number::truncated).ok_or_else(|| arguments.wrong())
    }

    pub(super) fn text(&self, arguments: &Arguments<'_>, index: usize) -> Fallible<String> {
        match self.value_at(arguments, index)? {
            Value::String(text) => Ok(text.to_string()),
            _ => Err(arguments.wrong()),
        }
    }

    /// A text or null.
    pub(super) fn nullable_text(&self, arguments: &Arguments<'_>, index: usize) -> Fallible<Option<String>> {
        match self.value_at(arguments, index)? {
            Value::String(text) => Ok(Some(text.to_string())),
            Value::Null => Ok(None),
            _ => Err(arguments.wrong()),
        }
    }

    /// A value or a traversal that gives one.
    pub(super) fn given(&mut self, argument: &Argument) -> Fallible<Given> {
        match argument {
            Argument::Traversal(_) => self.inner(argument).map(Given::Plan),
            other => self.value(other).map(Given::Value),
        }
    }

    /// A predicate, or equality with a value.
    pub(super) fn test(&self, argument: &Argument) -> Fallible<Test> {
        match argument {
            Argument::Predicate(predicate) => self.predicate(predicate),
            other => Ok(Test::Compare(PredicateName::Eq, self.value(other)?)),
        }
    }

    pub(super) fn predicate(&self, predicate: &Predicate) -> Fallible<Test> {
        let both = |left: &Predicate, right: &Predicate| {
            Ok::<_, crate::evaluate::Stop>((
                Box::new(self.predicate(left)?),
                Box::new(self.predicate(right)?),
            ))
        };
        Ok(match predicate {
            Predicate::Not(inner) => Test::Not(Box::new(self.predicate(inner)?)),
            Predicate::And(left, right) => {
                let (left, right) = both(left, right)?;
                Test::And(left, right)
            }
            Predicate::Or(left, right) => {
                let (left, right) = both(left, right)?;
                Test::Or(left, right)
            }
            Predicate::Test(name, arguments) => self.named_test(*name, arguments)?,
        })
    }

    fn named_test(&self, name: PredicateName, arguments: &[Argument]) -> Fallible<Test> {
        use PredicateName as N;
        let values = self.values(arguments)?;
        let pair = |low: N, high: N, values: &[Value]| match values {
            [first, second] => Ok((
                Box::new(Test::Compare(low, first.clone())),
                Box::new(Test::Compare(high, second.clone())),
            )),
            _ => Err(invalid(format!("P.{}() takes two values", name.text()))),
        };
        Ok(match (name, values.as_slice()) {
            (N::Between, values) => {
                let (low, high) = pair(N::Gte, N::Lt, values)?;
                Test::And(low, high)
            }
            (N::Inside, values) => {
                let (low, high) = pair(N::Gt, N::Lt, values)?;
                Test::And(low, high)
            }
            (N::Outside, values) => {
                let mut bounds = values.to_vec();
                let above = |pair: &[Value]| match pair {
                    [low, high] => compare::compare(low, high) == Some(std::cmp::Ordering::Greater),
                    _ => false,
                };
                if self.rules.has(Fault::OutsideSorted) && above(&bounds) {
                    bounds.reverse();
                }
                let (low, high) = pair(N::Lt, N::Gt, &bounds)?;
                Test::Or(low, high)
            }
            (N::Within | N::Without, [one]) => match one.items() {
                Some(items) => Test::Among(name, items),
                None => Test::Among(name, values),
            },
            (N::Within | N::Without, _) => Test::Among(name, values),
            (N::TypeOf, [Value::Token(token)]) if token.group() == "GType" => Test::Type(*token),
            (N::TypeOf, [Value::String(text)]) => Test::Type(type_named(text)?),
            (N::TypeOf, _) => return Err(invalid("P.typeOf() takes a type")),
            (name, [one]) if name.is_text() => Test::of_text(name, one.clone()),
            (name, [one]) => Test::Compare(name, one.clone()),
            _ => return Err(invalid(format!("P.{}() takes one value", name.text()))),
        })
    }
}

/// The type of a name of the host's classes.
fn type_named(name: &str) -> Fallible<Token> {
    let simple = name.rsplit('.').next().unwrap_or(name);
    let upper = simple.to_ascii_uppercase();
    let known = match simple {
        "Integer" => Some(Token::GTypeInt),
        "BigInteger" => Some(Token::GTypeBigint),
        "BigDecimal" => Some(Token::GTypeBigdecimal),
        "VertexProperty" => Some(Token::GTypeVproperty),
        "OffsetDateTime" => Some(Token::GTypeDatetime),
        _ => Token::find("GType", &upper),
    };
    known.ok_or_else(|| invalid(format!("{name} is not a registered type")))
}

/// The value of a constant.
fn constant(literal: &Literal, reals: u8) -> Fallible<Value> {
    Ok(match literal {
        Literal::Null => Value::Null,
        Literal::Boolean(flag) => Value::Bool(*flag),
        Literal::Byte(number) => Value::Number(Number::Byte(*number)),
        Literal::Short(number) => Value::Number(Number::Short(*number)),
        Literal::Int(number) => Value::Number(Number::Int(*number)),
        Literal::Long(number) => Value::Number(Number::Long(*number)),
        Literal::BigInteger(digits) => match digits.parse::<BigInt>() {
            Ok(number) => Value::Number(Number::Big(Box::new(number))),
            Err(_) => return Err(invalid("no such integer")),
        },
        Literal::Real(digits) if reals == 0 => match digits.parse() {
            Ok(number) => Value::Number(Number::Double(number)),
            Err(_) => return Err(invalid("no such number")),
        },
        Literal::Float(number) => Value::Number(Number::Float(*number)),
        Literal::Double(number) => Value::Number(Number::Double(*number)),
        Literal::Real(digits) | Literal::BigDecimal(digits) => match digits.parse::<BigDecimal>() {
            Ok(number) => Value::Number(Number::Decimal(Box::new(number))),
            Err(_) => return Err(invalid("no such decimal")),
        },
        Literal::NaN => Value::Number(Number::Double(f64::NAN)),
        Literal::Infinity { negative: false } => Value::Number(Number::Double(f64::INFINITY)),
        Literal::Infinity { negative: true } => Value::Number(Number::Double(f64::NEG_INFINITY)),
        Literal::String(text) => Value::string(text),
        Literal::DateTime(Some(text)) => match Moment::read(text) {
            Some(moment) => Value::Moment(moment),
            None => return Err(invalid(format!("{text:?} is no date"))),
        },
        Literal::Uuid(Some(text)) => Value::Uuid(Arc::from(text.to_ascii_lowercase())),
        // Which moment and which UUID is left open.
        Literal::DateTime(None) => Value::Moment(Moment::from_millis(0)),
        Literal::Uuid(None) => Value::Uuid(Arc::from("00000000-0000-4000-8000-000000000000")),
    })
}
