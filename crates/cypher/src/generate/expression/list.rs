//! Lists, and their elements.

use super::{Production, Writer, production};
use crate::ast::BinaryOperator::{Add, Concatenate};
use crate::ast::{Expression, ListComprehension};
use crate::generate::build;
use crate::generate::kind::Kind;

impl Writer<'_> {
    /// A list of constants' kind.
    pub(super) fn list(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let productions: &[Production] = match kind {
            Kind::IntegerList => INTEGERS,
            Kind::StringList => STRINGS,
            Kind::BooleanList => BOOLEANS,
            _ => FLOATS,
        };
        self.draw(productions, depth).or_else(|| self.simple(kind))
    }

    /// A list of nodes or of relationships.
    pub(super) fn elements(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let list = match self.choices.chance(60) {
            true => self.leaf(kind).or_else(|| self.call(kind, depth)),
            false => self.call(kind, depth).or_else(|| self.leaf(kind)),
        }?;
        match self.choices.weighted(&[6, 1, 1, 1]) {
            1 if self.allow("function.tail") => Some(build::call("tail", vec![list])),
            2 if self.allow("function.reverse") => Some(build::call("reverse", vec![list])),
            3 => self.sliced(list),
            _ => Some(list),
        }
    }

    fn written(&mut self, item: Kind, depth: usize) -> Option<Expression> {
        let length = 1 + self.choices.weighted(&[3, 4, 2]);
        let items = (0..length).map(|_| self.expression(item, depth.min(1)));
        items.collect::<Option<Vec<_>>>().map(Expression::List)
    }

    fn joined_lists(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let (left, right) = self.two(kind, depth.min(1))?;
        Some(build::binary(Add, left, right))
    }

    fn slice(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let list = self.expression(kind, depth.min(1))?;
        self.sliced(list)
    }

    /// `list[from..to]`, with bounds that may lie outside or be negative.
    fn sliced(&mut self, list: Expression) -> Option<Expression> {
        if !self.allow("slice") {
            return None;
        }
        let mut bound = |percent: usize| {
            let chosen = self.choices.chance(percent);
            let bound = self.choices.pick(&[0, 1, 2, -1, 5]).copied().unwrap_or_default();
            chosen.then(|| Box::new(build::integer(bound)))
        };
        let (from, to) = (bound(70), bound(60));
        let from = if to.is_none() { from.or_else(|| Some(Box::new(build::integer(1)))) } else { from };
        Some(Expression::Slice { subject: Box::new(list), from, to })
    }

    /// `[x IN list WHERE condition | projection]` that gives the kind.
    fn comprehension(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let item = kind.item().filter(|item| *item != Kind::Any).unwrap_or(Kind::Integer);
        let other = if self.choices.chance(70) { item } else { self.comprehended() };
        let list = self.expression(other.list(), depth.min(1))?;
        let condition = match self.choices.chance(60) {
            true => self.with_local(other, |writer| writer.about_local(other, depth.min(1))),
            false => None,
        };
        let projection = match other != item || self.choices.chance(50) {
            true => Some(self.with_local(other, |writer| writer.expression(item, depth.min(1)))?),
            false => None,
        };
        let variable = condition.as_ref().or(projection.as_ref()).map_or("x", |(name, _)| name).to_owned();
        Some(Expression::ListComprehension(Box::new(ListComprehension {
            variable,
            list,
            condition: condition.map(|(_, condition)| condition),
            projection: projection.map(|(_, projection)| projection),
        })))
    }

    /// The kind of elements that a comprehension runs over.
    fn comprehended(&mut self) -> Kind {
        let kinds = [Kind::Integer, Kind::String, Kind::Node, Kind::Relationship];
        let kinds: Vec<Kind> = kinds
            .into_iter()
            .filter(|kind| !kind.is_element() || self.leaves.iter().any(|leaf| leaf.kind == kind.list()))
            .collect();
        self.choices.pick(&kinds).copied().unwrap_or(Kind::Integer)
    }

    /// An element of a list: by position, the first or the last.
    pub(super) fn item_of(&mut self, kind: Kind, depth: usize) -> Option<Expression> {
        let list = self.expression(kind, depth.min(1))?;
        match self.choices.below(3) {
            0 if self.allow("function.head") => Some(build::call("head", vec![list])),
            1 if self.allow("function.last") => Some(build::call("last", vec![list])),
            _ if self.allow("subscript") => {
                let index = *self.choices.pick(&[0, 1, -1, 2])?;
                Some(Expression::Subscript {
                    subject: Box::new(list),
                    index: Box::new(build::integer(index)),
                })
            }
            _ => None,
        }
    }
}

/// What every kind of list has.
macro_rules! productions {
    ($kind:expr, $item:expr) => {
        &[
            production(6, "literal.list", |writer, depth| writer.written($item, depth)),
            production(3, "operator.add", |writer, depth| writer.joined_lists($kind, depth)),
            production(2, "operator.concatenate", |writer, depth| {
                let (left, right) = writer.two($kind, depth.min(1))?;
                Some(build::binary(Concatenate, left, right))
            }),
            production(3, "subquery.collect", |writer, _| writer.collected($item)),
            production(2, "pattern-comprehension", |writer, _| writer.loose_comprehension($item)),
            production(4, "slice", |writer, depth| writer.slice($kind, depth)),
            production(8, "list-comprehension", |writer, depth| writer.comprehension($kind, depth)),
            production(2, "function.tail", |writer, depth| {
                Some(build::call("tail", vec![writer.expression($kind, depth.min(1))?]))
            }),
            production(2, "function.reverse", |writer, depth| {
                Some(build::call("reverse", vec![writer.expression($kind, depth.min(1))?]))
            }),
            production(8, "", |writer, depth| writer.call($kind, depth)),
            production(2, "case", |writer, depth| writer.case($kind, depth)),
            production(2, "function.coalesce", |writer, depth| writer.coalesce($kind, depth)),
        ]
    };
}

const INTEGERS: &[Production] = productions!(Kind::IntegerList, Kind::Integer);
const STRINGS: &[Production] = productions!(Kind::StringList, Kind::String);
const FLOATS: &[Production] = productions!(Kind::FloatList, Kind::Float);
const BOOLEANS: &[Production] = productions!(Kind::BooleanList, Kind::Boolean);
