//! Text to tree.
//!
//! Accepts what the official grammar (gremlin-language, `Gremlin.g4`) does of steps, tokens with and without their
//! group, predicates, literals and strategies. Host-language lambdas are not part of the language and are refused.
//! How many arguments a step takes is no question of form here: `evaluate::compile` says it.

mod argument;
mod lexer;
mod number;

use crate::ast::{Query, Step, StepName, Traversal};
use lexer::{Lexeme, Placed};

/// The ways in which clients run a traversal and take its results: no part of it.
const TERMINAL: [&str; 8] =
    ["iterate", "next", "hasNext", "tryNext", "toList", "toSet", "toBulkSet", "explain"];

/// Why a text is not in the language, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// For a person.
    pub message: String,
    /// How many characters stand before the place.
    at: usize,
}

impl ParseError {
    fn new(at: usize, message: String) -> Self {
        Self { line: 1, column: 1, message, at }
    }

    fn placed(mut self, text: &str) -> Self {
        let before: String = text.chars().take(self.at).collect();
        self.line = before.matches('\n').count() + 1;
        self.column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        self
    }
}

/// How deep arguments may be nested; deeper texts are refused rather than exhausting the stack.
const DEPTH: usize = 60;

/// Reads a traversal that begins with `g`.
///
/// # Errors
///
/// The place where the text leaves the language.
pub fn parse(text: &str) -> Result<Query, ParseError> {
    let read = || {
        let lexemes = lexer::lex(text)?;
        let mut parser = Parser { lexemes, at: 0, depth: 0, end: text.chars().count() };
        let query = parser.query()?;
        parser.eat(';');
        parser.ended()?;
        Ok(query)
    };
    read().map_err(|error: ParseError| error.placed(text))
}

struct Parser {
    lexemes: Vec<Placed>,
    at: usize,
    depth: usize,
    end: usize,
}

impl Parser {
    fn peek(&self, ahead: usize) -> Option<&Lexeme> {
        self.lexemes.get(self.at + ahead).map(|(lexeme, _)| lexeme)
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ParseError> {
        let at = self.lexemes.get(self.at).map_or(self.end, |(_, at)| *at);
        Err(ParseError::new(at, message.into()))
    }

    fn is(&self, ahead: usize, mark: char) -> bool {
        self.peek(ahead) == Some(&Lexeme::Mark(mark))
    }

    fn eat(&mut self, mark: char) -> bool {
        let found = self.is(0, mark);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char) -> Result<(), ParseError> {
        if self.eat(mark) { Ok(()) } else { self.error(format!("{mark:?} is missing")) }
    }

    /// The name here, if there is one.
    fn name(&self, ahead: usize) -> Option<&str> {
        match self.peek(ahead) {
            Some(Lexeme::Name(name)) => Some(name),
            _ => None,
        }
    }

    fn ended(&self) -> Result<(), ParseError> {
        if self.at == self.lexemes.len() { Ok(()) } else { self.error("the traversal has ended") }
    }

    fn query(&mut self) -> Result<Query, ParseError> {
        if self.name(0) != Some("g") {
            return self.error("a traversal begins with g");
        }
        self.at += 1;
        let mut steps = Vec::new();
        while self.eat('.') {
            let step = self.step()?;
            if step.name.configures() && steps.iter().any(|earlier: &Step| !of_source(earlier.name)) {
                return self.error(format!("{} configures the source and stands first", step.name.text()));
            }
            steps.push(step);
        }
        if steps.iter().all(|step| of_source(step.name)) {
            return self.error("the traversal has no step");
        }
        Ok(Query { steps })
    }

    /// The steps of an anonymous traversal, the first without a point.
    fn traversal(&mut self) -> Result<Traversal, ParseError> {
        let mut steps = vec![self.step()?];
        while self.eat('.') {
            steps.push(self.step()?);
        }
        match steps.iter().find(|step| step.name.configures()) {
            Some(step) => self.error(format!("{} configures a source", step.name.text())),
            None => Ok(Traversal { steps }),
        }
    }

    fn step(&mut self) -> Result<Step, ParseError> {
        let Some(name) = self.name(0).and_then(StepName::find) else {
            return match self.name(0) {
                Some(name) if TERMINAL.contains(&name) => {
                    self.error(format!("{name}() is how a client runs a traversal: leave it out"))
                }
                Some(name) => self.error(format!("there is no step {name}")),
                None => self.error("a step is missing"),
            };
        };
        self.at += 1;
        self.expect('(')?;
        let arguments = self.items(')')?;
        Ok(Step { name, arguments })
    }
}

/// Steps that may stand before those that configure the source.
fn of_source(name: StepName) -> bool {
    name.configures() || name == StepName::With
}

#[cfg(test)]
mod tests;
