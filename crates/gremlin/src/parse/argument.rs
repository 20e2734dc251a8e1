//! What stands in parentheses.

use super::lexer::{Lexeme, RANGE};
use super::{DEPTH, ParseError, Parser, number};
use crate::ast::{Argument, Literal, Predicate, PredicateName, StepName, Strategy, Token};

impl Parser {
    /// Arguments up to the closing mark, with commas between them.
    pub(super) fn items(&mut self, close: char) -> Result<Vec<Argument>, ParseError> {
        let mut items = Vec::new();
        if self.eat(close) {
            return Ok(items);
        }
        loop {
            items.push(self.argument()?);
            if !self.eat(',') {
                self.expect(close)?;
                return Ok(items);
            }
        }
    }

    pub(super) fn argument(&mut self) -> Result<Argument, ParseError> {
        if self.depth >= DEPTH {
            return self.error(format!("arguments are nested deeper than {DEPTH}"));
        }
        self.depth += 1;
        let argument = self.nested();
        self.depth -= 1;
        if self.eat(RANGE) {
            let (from, to) = (argument?, self.argument()?);
            return match range(&from, &to) {
                Some(items) => Ok(Argument::List(items)),
                None => self.error("a range of such ends is no list"),
            };
        }
        argument
    }

    fn nested(&mut self) -> Result<Argument, ParseError> {
        match self.peek(0) {
            Some(Lexeme::Text(text)) => {
                let text = Argument::string(text);
                self.at += 1;
                Ok(text)
            }
            Some(Lexeme::Number(_) | Lexeme::Mark('-' | '+')) => self.number().map(Argument::Literal),
            Some(Lexeme::Mark('[')) => self.collection(),
            Some(Lexeme::Mark('(')) if self.is(1, ')') => {
                self.at += 2;
                Ok(Argument::Literal(Literal::Null))
            }
            Some(Lexeme::Mark('#')) if self.is(1, '{') => {
                self.at += 2;
                self.entries().map(Argument::Map)
            }
            Some(Lexeme::Mark('{')) => {
                self.at += 1;
                self.items('}').map(Argument::Set)
            }
            Some(Lexeme::Name(name)) => {
                let name = name.clone();
                self.named(&name)
            }
            _ => self.error("an argument is missing"),
        }
    }

    fn number(&mut self) -> Result<Literal, ParseError> {
        let negative = self.is(0, '-');
        self.at += usize::from(negative || self.is(0, '+'));
        let literal = match self.peek(0) {
            Some(Lexeme::Number(text)) => number::read(text, negative),
            Some(Lexeme::Name(name)) if name == "Infinity" => Some(Literal::Infinity { negative }),
            _ => None,
        };
        match literal {
            Some(literal) => {
                self.at += 1;
                Ok(literal)
            }
            None => self.error("a number is missing or has no such type"),
        }
    }

    /// A list, or a map when there is a colon after the first item.
    fn collection(&mut self) -> Result<Argument, ParseError> {
        self.expect('[')?;
        if self.is(0, ':') && self.is(1, ']') {
            self.at += 2;
            return Ok(Argument::Map(Vec::new()));
        }
        if self.eat(']') {
            return Ok(Argument::List(Vec::new()));
        }
        let (mut items, mut entries) = (Vec::new(), Vec::new());
        loop {
            let item = self.key_or_item()?;
            if self.eat(':') {
                entries.push((item, self.argument()?));
            } else {
                items.push(item);
            }
            if !self.eat(',') {
                break;
            }
        }
        self.expect(']')?;
        match (items.is_empty(), entries.is_empty()) {
            (false, true) => Ok(Argument::List(items)),
            (true, false) => Ok(Argument::Map(entries)),
            _ => self.error("neither a list nor a map"),
        }
    }

    /// The entries of a map in braces, as Rhai writes it.
    fn entries(&mut self) -> Result<Vec<(Argument, Argument)>, ParseError> {
        let mut entries = Vec::new();
        while !self.eat('}') {
            let key = self.key_or_item()?;
            self.expect(':')?;
            entries.push((key, self.argument()?));
            if !self.is(0, '}') {
                self.expect(',')?;
            }
        }
        Ok(entries)
    }

    /// A name before a colon is a key; a key in parentheses is an expression.
    fn key_or_item(&mut self) -> Result<Argument, ParseError> {
        if let (Some(name), true) = (self.name(0), self.is(1, ':')) {
            let key = Argument::string(name);
            self.at += 1;
            return Ok(key);
        }
        if self.is(0, '(') && !self.is(1, ')') {
            self.at += 1;
            let key = self.argument()?;
            self.expect(')')?;
            return Ok(key);
        }
        self.argument()
    }

    fn named(&mut self, name: &str) -> Result<Argument, ParseError> {
        if let Some(literal) = word(name) {
            self.at += 1;
            return Ok(Argument::Literal(literal));
        }
        match name {
            "__" if self.is(1, '.') => {
                self.at += 2;
                self.traversal().map(Argument::Traversal)
            }
            "__" => self.error("an anonymous traversal has a step"),
            "P" | "TextP" => {
                self.at += 1;
                self.expect('.')?;
                self.predicate().map(Argument::Predicate)
            }
            "new" => {
                self.at += 1;
                self.strategy().map(Argument::Strategy)
            }
            "datetime" | "DateTime" | "UUID" if self.is(1, '(') => self.atom(name),
            "Lambda" => self.error("a lambda of the host language is not part of the language"),
            "VertexProperty" if self.is(1, '.') => {
                self.at += 2;
                self.named("Cardinality")
            }
            _ if self.is(1, '.') && Token::is_group(name) => self.grouped(name),
            _ if self.is(1, '(') => self.call(name),
            _ => self.bare(name),
        }
    }

    /// A token after its group, and the value of a cardinality.
    fn grouped(&mut self, group: &str) -> Result<Argument, ParseError> {
        let Some(token) = self.name(2).and_then(|name| Token::find(group, name)) else {
            return self.error(format!("there is no such token of {group}"));
        };
        self.at += 3;
        self.token(token)
    }

    fn token(&mut self, token: Token) -> Result<Argument, ParseError> {
        if token.group() != "Cardinality" || !self.is(0, '(') {
            return Ok(Argument::Token(token));
        }
        self.at += 1;
        let value = self.argument()?;
        self.expect(')')?;
        Ok(Argument::Cardinality(token, Box::new(value)))
    }

    fn call(&mut self, name: &str) -> Result<Argument, ParseError> {
        if name == "not" && self.names_predicate(2) {
            return self.predicate().map(Argument::Predicate);
        }
        let of_steps = StepName::find(name).is_some();
        if of_steps {
            return self.traversal().map(Argument::Traversal);
        }
        if PredicateName::find(name).is_some() {
            return self.predicate().map(Argument::Predicate);
        }
        if let Some(token) = Token::find("Cardinality", name) {
            self.at += 1;
            return self.token(token);
        }
        if name.ends_with("Strategy") {
            return self.strategy().map(Argument::Strategy);
        }
        self.error(format!("there is no step or predicate {name}"))
    }

    /// Whether a predicate begins here, rather than a traversal.
    fn names_predicate(&self, ahead: usize) -> bool {
        let Some(name) = self.name(ahead) else { return false };
        match name {
            "P" | "TextP" => true,
            "not" => self.names_predicate(ahead + 2),
            name => PredicateName::find(name).is_some() && StepName::find(name).is_none(),
        }
    }

    fn bare(&mut self, name: &str) -> Result<Argument, ParseError> {
        self.at += 1;
        if let Some(token) = Token::find_bare(name) {
            return Ok(Argument::Token(token));
        }
        if name.ends_with("Strategy") {
            return Ok(Argument::Strategy(Strategy { name: name.to_owned(), settings: Vec::new() }));
        }
        Ok(Argument::Variable(name.to_owned()))
    }

    fn atom(&mut self, name: &str) -> Result<Argument, ParseError> {
        self.at += 2;
        let text = match self.peek(0) {
            Some(Lexeme::Text(text)) => Some(text.clone()),
            _ => None,
        };
        self.at += usize::from(text.is_some());
        self.expect(')')?;
        Ok(Argument::Literal(if name == "UUID" { Literal::Uuid(text) } else { Literal::DateTime(text) }))
    }

    /// A predicate without its group, and what it is joined with.
    fn predicate(&mut self) -> Result<Predicate, ParseError> {
        let Some(name) = self.name(0).map(ToOwned::to_owned) else {
            return self.error("a predicate is missing");
        };
        self.at += 1;
        self.expect('(')?;
        let mut predicate = if name == "not" {
            let inner = self.inner()?;
            self.expect(')')?;
            Predicate::Not(Box::new(inner))
        } else {
            let Some(name) = PredicateName::find(&name) else {
                return self.error(format!("there is no predicate {name}"));
            };
            Predicate::Test(name, self.items(')')?)
        };
        while self.is(0, '.') {
            let Some(join) = self.name(1).filter(|join| ["and", "or", "negate"].contains(join)) else {
                return self.error("predicates are joined by and, or and negate");
            };
            let join = join.to_owned();
            self.at += 2;
            self.expect('(')?;
            predicate = if join == "negate" {
                Predicate::Not(Box::new(predicate))
            } else {
                let (left, right) = (Box::new(predicate), Box::new(self.inner()?));
                if join == "and" { Predicate::And(left, right) } else { Predicate::Or(left, right) }
            };
            self.expect(')')?;
        }
        Ok(predicate)
    }

    /// A predicate in the parentheses of another.
    fn inner(&mut self) -> Result<Predicate, ParseError> {
        match self.argument()? {
            Argument::Predicate(inner) => Ok(inner),
            _ => self.error("a predicate is missing"),
        }
    }

    fn strategy(&mut self) -> Result<Strategy, ParseError> {
        // A text without `new` shows by its name alone that it is one.
        let Some(name) = self.name(0).filter(|name| name.ends_with("Strategy")).map(ToOwned::to_owned) else {
            return self.error("a strategy is missing");
        };
        self.at += 1;
        let mut settings = Vec::new();
        if !self.eat('(') || self.eat(')') {
            return Ok(Strategy { name, settings });
        }
        loop {
            let Some(key) = self.name(0).map(ToOwned::to_owned) else {
                return self.error("a setting is missing");
            };
            self.at += 1;
            self.expect(':')?;
            settings.push((key, self.argument()?));
            if !self.eat(',') {
                self.expect(')')?;
                return Ok(Strategy { name, settings });
            }
        }
    }
}

/// The items of a range of integers or of letters, which the grammar had before 3.8; a long one is refused.
fn range(from: &Argument, to: &Argument) -> Option<Vec<Argument>> {
    const LONGEST: i64 = 10_000;
    match (from, to) {
        (Argument::Literal(Literal::Int(from)), Argument::Literal(Literal::Int(to))) => {
            let length = (i64::from(*to) - i64::from(*from)).abs();
            let ascending = *from.min(to)..=*from.max(to);
            let integer = |item| Argument::Literal(Literal::Int(item));
            let mut items: Vec<Argument> = (length < LONGEST).then(|| ascending.map(integer).collect())?;
            if from > to {
                items.reverse();
            }
            Some(items)
        }
        (Argument::Literal(Literal::String(from)), Argument::Literal(Literal::String(to))) => {
            let (from, to) = (from.chars().next()?, to.chars().next()?);
            Some((from..=to).take(10_000).map(|letter| Argument::string(&letter.to_string())).collect())
        }
        _ => None,
    }
}

/// Constants that are words.
fn word(name: &str) -> Option<Literal> {
    Some(match name {
        "null" => Literal::Null,
        "true" => Literal::Boolean(true),
        "false" => Literal::Boolean(false),
        "NaN" => Literal::NaN,
        "Infinity" => Literal::Infinity { negative: false },
        _ => return None,
    })
}
