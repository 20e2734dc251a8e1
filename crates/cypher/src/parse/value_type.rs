//! Types of values.

use std::mem;

use super::{Parsed, Parser};
use crate::ast::ValueType;

/// Other names of types.
const SYNONYMS: [(&str, ValueType); 6] = [
    ("BOOL", ValueType::Boolean),
    ("INT", ValueType::Integer),
    ("VARCHAR", ValueType::String),
    ("SIGNED INTEGER", ValueType::Integer),
    ("VERTEX", ValueType::Node),
    ("EDGE", ValueType::Relationship),
];

impl Parser<'_> {
    /// One type, or several with bars between.
    pub(super) fn value_type(&mut self) -> Parsed<ValueType> {
        let first = self.nested(Self::single_type)?;
        if !self.is_symbol(0, "|") || !self.bar_joins() {
            return Ok(first);
        }
        let mut types = members(first);
        while self.is_symbol(0, "|") && self.bar_joins() {
            self.advance();
            types.extend(members(self.nested(Self::single_type)?));
        }
        Ok(ValueType::Union(types))
    }

    fn single_type(&mut self) -> Parsed<ValueType> {
        let mut found = self.type_name()?;
        while self.is_keyword(0, "NOT") && self.is_keyword(1, "NULL") {
            self.position += 2;
            found = ValueType::NotNull(Box::new(found));
            self.grow()?;
        }
        Ok(found)
    }

    /// A type and the closing bracket, within which a bar means nothing else.
    fn type_in_brackets(&mut self) -> Parsed<ValueType> {
        let outer = mem::replace(&mut self.before_bar, false);
        let inner = self.value_type();
        self.before_bar = outer;
        let inner = inner?;
        self.expect(">")?;
        Ok(inner)
    }

    fn type_name(&mut self) -> Parsed<ValueType> {
        if (self.is_keyword(0, "LIST") || self.is_keyword(0, "ARRAY")) && self.is_symbol(1, "<") {
            self.position += 2;
            return Ok(ValueType::List(Box::new(self.type_in_brackets()?)));
        }
        if self.is_keyword(0, "ANY") && self.is_symbol(1, "<") {
            self.position += 2;
            return self.type_in_brackets();
        }
        for (name, value_type) in ValueType::SIMPLE.iter().chain(&SYNONYMS) {
            let words = name.split(' ').count();
            if name.split(' ').enumerate().all(|(ahead, word)| self.is_keyword(ahead, word)) {
                self.position += words;
                return Ok(value_type.clone());
            }
        }
        Err(self.unexpected("a type"))
    }
}

/// The types of a union, which is not within another one, or a single type.
fn members(value_type: ValueType) -> Vec<ValueType> {
    match value_type {
        ValueType::Union(types) => types,
        single => vec![single],
    }
}
