//! Constants: what occurs in the rows, a small pool that meets it often, and now and then a value that engines get
//! wrong: next to another, beyond what a float holds, not a number, of the other type, missing.

use super::Writer;
use crate::ast::{Expression, Literal};
use crate::evaluate::Value;
use crate::generate::build;
use crate::generate::kind::Kind;

/// The greatest power of two up to which every integer is a float.
const EXACT: i64 = 1 << 53;

/// Integers with the feature that a graph needs to hold them.
const INTEGERS: [(&str, i64); 5] = [
    ("graph.integer-limit", i64::MAX),
    ("graph.integer-limit", i64::MIN),
    ("graph.large-integer", EXACT),
    ("graph.large-integer", EXACT + 1),
    ("graph.large-integer", -EXACT - 1),
];
const FLOATS: [(&str, f64); 7] = [
    ("graph.float-nan", f64::NAN),
    ("graph.float-nan", f64::NAN),
    ("graph.float-infinity", f64::INFINITY),
    ("graph.float-infinity", f64::NEG_INFINITY),
    ("graph.negative-zero", -0.0),
    ("graph.float", 1e300),
    ("graph.float", 9_007_199_254_740_992.0),
];
const STRINGS: [(&str, &str); 6] = [
    ("graph.empty-string", ""),
    ("graph.empty-string", ""),
    ("graph.non-ascii", "é"),
    ("graph.astral", "a😀"),
    ("graph.quote", "a'b"),
    ("graph.quote", " a"),
];

impl Writer<'_> {
    /// A constant of the kind: one that occurs in the rows, one of a small pool, or an awkward one.
    pub(in crate::generate) fn constant(&mut self, kind: Kind) -> Option<Expression> {
        if self.choices.chance(9)
            && let Some(value) = self.awkward(kind)
            && let Some(constant) = self.allowed(&value)
        {
            return Some(constant);
        }
        if self.choices.chance(60)
            && let Some(leaf) = self.leaf_where(|leaf| leaf.kind == kind)
            && let Some(value) = self.choices.pick(&leaf.values)
            && let Some(constant) = self.allowed(value)
        {
            return Some(constant);
        }
        let literal = match kind {
            Kind::Integer => Literal::Integer(*self.choices.pick(&[0, 1, 2, 3, -1])?),
            Kind::Float if self.allow("literal.float") => {
                Literal::Float(*self.choices.pick(&[0.0, 0.5, 1.0, -1.5, 2.0])?)
            }
            Kind::String => {
                return self.choices.pick(&["a", "b", "A", "ab", ""]).map(|text| build::text(text));
            }
            Kind::Boolean => Literal::Boolean(self.choices.chance(50)),
            Kind::IntegerList => return self.literal_list(Kind::Integer),
            Kind::StringList => return self.literal_list(Kind::String),
            Kind::FloatList | Kind::List => return self.literal_list(Kind::Float),
            Kind::BooleanList => return self.literal_list(Kind::Boolean),
            _ => return self.constructed(kind),
        };
        Some(Expression::Literal(literal))
    }

    /// A value that engines get wrong, where a graph may hold it.
    fn awkward(&mut self, kind: Kind) -> Option<Value> {
        match kind {
            Kind::Integer if self.choices.chance(50) => self.neighbour(),
            Kind::Integer => {
                let (feature, number) = self.choices.pick(&INTEGERS)?;
                self.allow(feature).then_some(Value::Integer(*number))
            }
            Kind::Float => {
                let (feature, number) = self.choices.pick(&FLOATS)?;
                self.allow(feature).then_some(Value::Float(*number))
            }
            Kind::String => {
                let (feature, text) = self.choices.pick(&STRINGS)?;
                self.allow(feature).then(|| Value::string(text))
            }
            _ => None,
        }
    }

    /// An integer next to one that occurs.
    fn neighbour(&mut self) -> Option<Value> {
        let leaf = self.leaf_where(|leaf| leaf.kind == Kind::Integer)?;
        let Value::Integer(number) = self.choices.pick(&leaf.values)? else { return None };
        let by = if self.choices.chance(50) { 1 } else { -1 };
        number.checked_add(by).map(Value::Integer)
    }

    /// The constant that gives the value, if it may be written.
    fn allowed(&self, value: &Value) -> Option<Expression> {
        build::constant(value).filter(|constant| self.is_allowed_constant(constant))
    }

    fn is_allowed_constant(&self, constant: &Expression) -> bool {
        match constant {
            Expression::Literal(Literal::Null) => self.allow("literal.null"),
            Expression::Literal(Literal::Float(_)) => self.allow("literal.float"),
            Expression::Binary { .. } => self.allow("literal.float") && self.allow("operator.divide"),
            Expression::List(items) => {
                self.allow("literal.list") && items.iter().all(|item| self.is_allowed_constant(item))
            }
            Expression::Function { name, .. } => self.allow_function(name),
            _ => true,
        }
    }

    /// One to four constants.
    pub(in crate::generate) fn literal_list(&mut self, item: Kind) -> Option<Expression> {
        self.constants(item, 4)
    }

    /// A list written out with a few elements at most, and its kind.
    pub(in crate::generate) fn short_list(&mut self, most: usize) -> Option<(Expression, Kind)> {
        let item = self.scalar();
        if matches!(item, Kind::Integer | Kind::Float) && most > 2 && self.choices.chance(25) {
            return Some((self.numbers(most)?, Kind::FloatList));
        }
        if self.allow("literal.list") && self.choices.chance(4) {
            let lists = (0..most.min(2)).map(|_| self.literal_list(item));
            return Some((Expression::List(lists.collect::<Option<_>>()?), Kind::List));
        }
        let mut list = self.constants(item, most)?;
        if let Expression::List(items) = &mut list {
            self.spoil(items);
        }
        Some((list, item.list()))
    }

    /// Now and then repeats an element, or puts a null among them.
    pub(super) fn spoil(&mut self, items: &mut Vec<Expression>) {
        let extra = match self.choices.weighted(&[76, 9, 15]) {
            1 => self.choices.pick(items).cloned(),
            2 => Some(Expression::Literal(Literal::Null)).filter(|null| self.is_allowed_constant(null)),
            _ => None,
        };
        let place = self.choices.below(items.len() + 1);
        extra.into_iter().for_each(|extra| items.insert(place, extra));
    }

    /// Numbers of both types, one of them as either.
    fn numbers(&mut self, most: usize) -> Option<Expression> {
        if !self.allow("literal.list") || !self.allow("literal.float") {
            return None;
        }
        let number = *self.choices.pick(&[0_i8, 1, 2, -1])?;
        let mut items =
            vec![build::integer(i64::from(number)), Expression::Literal(Literal::Float(f64::from(number)))];
        let odd = if self.choices.chance(50) { self.awkward(Kind::Float) } else { None };
        items.extend(odd.and_then(|odd| self.allowed(&odd)));
        for _ in 0..self.choices.below(most - 1) {
            let kind = if self.choices.chance(50) { Kind::Integer } else { Kind::Float };
            items.push(self.constant(kind)?);
        }
        self.choices.shuffle(&mut items);
        Some(Expression::List(items))
    }

    fn constants(&mut self, item: Kind, most: usize) -> Option<Expression> {
        if !self.allow("literal.list") {
            return None;
        }
        let length = (1 + self.choices.weighted(&[3, 4, 3, 1])).min(most);
        (0..length).map(|_| self.constant(item)).collect::<Option<Vec<_>>>().map(Expression::List)
    }
}
