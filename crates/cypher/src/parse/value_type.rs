//! Types of values.

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
        let mut types = vec![first];
        while self.is_symbol(0, "|") && self.bar_joins() {
            self.advance();
            types.push(self.nested(Self::single_type)?);
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

    fn type_name(&mut self) -> Parsed<ValueType> {
        if (self.is_keyword(0, "LIST") || self.is_keyword(0, "ARRAY")) && self.is_symbol(1, "<") {
            self.position += 2;
            let inner = self.value_type()?;
            self.expect(">")?;
            return Ok(ValueType::List(Box::new(inner)));
        }
        if self.is_keyword(0, "ANY") && self.is_symbol(1, "<") {
            self.position += 2;
            let inner = self.value_type()?;
            self.expect(">")?;
            return Ok(match inner {
                union @ ValueType::Union(_) => union,
                single => ValueType::Union(vec![single]),
            });
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
