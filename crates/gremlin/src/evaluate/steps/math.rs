//! `math`: formulas over variables.
//!
//! Reference: Math Step. All is computed in 64-bit floating point. `_` is the traverser's value; other variables are
//! labels, side effects and keys of maps.

use std::sync::Arc;

use crate::ast::Token;
use crate::evaluate::number::Number;
use crate::evaluate::plan::{By, Label};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, raised};

/// A formula and its variables in the order in which they appear.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Formula {
    root: Term,
    variables: Vec<Label>,
}

#[derive(Debug, Clone)]
enum Term {
    Constant(f64),
    Variable(usize),
    Negated(Box<Term>),
    Binary(char, Box<Term>, Box<Term>),
    Function(Function, Box<Term>),
}

type Function = fn(f64) -> f64;

/// The functions by name (reference: Math Step). Every other name is a variable, `e` and `pi` too.
const FUNCTIONS: &[(&str, Function)] = &[
    ("abs", f64::abs),
    ("acos", f64::acos),
    ("asin", f64::asin),
    ("atan", f64::atan),
    ("cbrt", f64::cbrt),
    ("ceil", f64::ceil),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("exp", f64::exp),
    ("floor", f64::floor),
    ("log", f64::ln),
    ("log10", f64::log10),
    ("log2", f64::log2),
    ("signum", sign),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("sqrt", f64::sqrt),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

fn sign(number: f64) -> f64 {
    if number > 0.0 {
        1.0
    } else if number < 0.0 {
        -1.0
    } else {
        0.0
    }
}

/// How deep terms may be nested.
const DEPTH: usize = 100;

impl Formula {
    /// Reads a formula; none when it is not one.
    pub(in crate::evaluate) fn read(text: &str) -> Option<Self> {
        let letters: Vec<char> = text.chars().collect();
        let mut reader = Reader { letters: &letters, at: 0, variables: Vec::new(), depth: 0 };
        let root = reader.sum()?;
        reader.peek();
        (reader.at == letters.len()).then_some(Self { root, variables: reader.variables })
    }
}

struct Reader<'t> {
    letters: &'t [char],
    at: usize,
    variables: Vec<Label>,
    depth: usize,
}

impl Reader<'_> {
    /// The next letter that is no space.
    fn peek(&mut self) -> Option<char> {
        while self.letters.get(self.at).is_some_and(|letter| letter.is_whitespace()) {
            self.at += 1;
        }
        self.letters.get(self.at).copied()
    }

    fn chain(&mut self, marks: &str, next: fn(&mut Self) -> Option<Term>) -> Option<Term> {
        let mut left = next(self)?;
        let mut length = 0;
        while let Some(mark) = self.peek().filter(|mark| marks.contains(*mark)) {
            self.at += 1;
            length += 1;
            if length > DEPTH {
                return None;
            }
            left = Term::Binary(mark, Box::new(left), Box::new(next(self)?));
        }
        Some(left)
    }

    fn sum(&mut self) -> Option<Term> {
        self.depth += 1;
        let sum = (self.depth < DEPTH).then(|| self.chain("+-", Self::product)).flatten();
        self.depth -= 1;
        sum
    }

    fn product(&mut self) -> Option<Term> {
        self.chain("*/%", Self::power)
    }

    fn power(&mut self) -> Option<Term> {
        if let Some(sign @ ('-' | '+')) = self.peek() {
            self.at += 1;
            self.depth += 1;
            let inner = if self.depth < DEPTH { self.power() } else { None };
            self.depth -= 1;
            return inner.map(|inner| if sign == '-' { Term::Negated(Box::new(inner)) } else { inner });
        }
        let base = self.atom()?;
        if self.peek() != Some('^') {
            return Some(base);
        }
        self.at += 1;
        self.depth += 1;
        let exponent = if self.depth < DEPTH { self.power() } else { None };
        self.depth -= 1;
        Some(Term::Binary('^', Box::new(base), Box::new(exponent?)))
    }

    fn word(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut word = String::new();
        while let Some(letter) = self.letters.get(self.at).copied().filter(|letter| fits(*letter)) {
            word.push(letter);
            self.at += 1;
        }
        word
    }

    fn parenthesis(&mut self) -> Option<Term> {
        self.at += 1;
        let inner = self.sum()?;
        (self.peek() == Some(')')).then(|| self.at += 1)?;
        Some(inner)
    }

    fn atom(&mut self) -> Option<Term> {
        match self.peek()? {
            '(' => self.parenthesis(),
            letter if letter.is_ascii_digit() || letter == '.' => {
                let mut number = self.word(|letter| letter.is_ascii_digit() || letter == '.');
                if matches!(self.peek(), Some('e' | 'E')) {
                    number.push('e');
                    self.at += 1;
                    number += &self.word(|letter| letter.is_ascii_digit() || "+-".contains(letter));
                }
                number.parse().ok().map(Term::Constant)
            }
            letter if letter.is_alphabetic() || letter == '_' => {
                let name = self.word(|letter| letter.is_alphanumeric() || letter == '_');
                if let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) {
                    // The argument may stand without parentheses.
                    self.depth += 1;
                    let argument = if self.depth < DEPTH { self.atom() } else { None };
                    self.depth -= 1;
                    return Some(Term::Function(*function, Box::new(argument?)));
                }
                let known = self.variables.iter().position(|known| **known == *name);
                Some(Term::Variable(known.unwrap_or_else(|| {
                    self.variables.push(Arc::from(name));
                    self.variables.len() - 1
                })))
            }
            _ => None,
        }
    }
}

impl Term {
    fn value(&self, variables: &[f64]) -> Option<f64> {
        Some(match self {
            Term::Constant(number) => *number,
            Term::Variable(place) => *variables.get(*place)?,
            Term::Negated(inner) => -inner.value(variables)?,
            Term::Function(function, inner) => function(inner.value(variables)?),
            Term::Binary(mark, left, right) => {
                let (left, right) = (left.value(variables)?, right.value(variables)?);
                match mark {
                    '+' => left + right,
                    '-' => left - right,
                    '*' => left * right,
                    '/' if right == 0.0 => return None,
                    '/' => left / right,
                    '%' if right == 0.0 => return None,
                    '%' => left % right,
                    _ => left.powf(right),
                }
            }
        })
    }
}

impl Run<'_> {
    pub(super) fn math(
        &mut self,
        formula: &Formula,
        by: &[By],
        traverser: &Traverser,
    ) -> Fallible<Option<Value>> {
        let mut numbers = Vec::new();
        for (place, variable) in formula.variables.iter().enumerate() {
            let value = if &**variable == "_" {
                traverser.value.clone()
            } else {
                let found = self.scope_value(Some(Token::PopLast), variable, traverser);
                found.ok_or_else(|| raised(format!("the variable {variable} has no value")))?
            };
            match self.by_value(by, place, value, traverser)? {
                Some(Value::Number(number)) => numbers.push(number.double()),
                Some(other) => return Err(raised(format!("math() takes numbers, not a {}", other.kind()))),
                None => return Ok(None),
            }
        }
        match formula.root.value(&numbers) {
            Some(number) => Ok(Some(Value::Number(Number::Double(number)))),
            None => Err(raised("Division by zero!")),
        }
    }
}
