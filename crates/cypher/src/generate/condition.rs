//! Conditions that are true on a chosen row (GDsmith, data-guided condition generation).
//!
//! An expression's value on the row is known, so a comparison, a membership or a connective can be chosen that
//! holds there. Constants come from the other rows, so that the condition tells rows apart.

use std::cmp::Ordering;

use super::build;
use super::expression::Writer;
use super::kind::Kind;
use super::scope::{Leaf, is_awkward, is_loose};
use crate::ast::BinaryOperator::{And, Contains, EndsWith, In, Matches, Or, StartsWith, Xor};
use crate::ast::ComparisonOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
use crate::ast::{BinaryOperator, ComparisonOperator, Expression, Literal};
use crate::evaluate::Value;
use crate::features;

/// Gives the value of an expression on the chosen row.
pub(super) type Valuation<'a> = dyn Fn(&Expression) -> Option<Value> + 'a;

/// Writes conditions whose value on the chosen row is wanted.
pub(super) struct Conditions<'w, 'a> {
    pub(super) writer: &'w mut Writer<'a>,
    pub(super) value: &'w Valuation<'w>,
}

impl Conditions<'_, '_> {
    /// A condition that is `wanted` on the chosen row.
    pub(super) fn condition(&mut self, wanted: bool, depth: usize) -> Option<Expression> {
        let Some(inner) = depth.checked_sub(1) else {
            return self.atom(wanted);
        };
        let drawn = match self.writer.choices.weighted(&[40, 20, 12, 8, 6, 14]) {
            1 => self.both(And, wanted, inner),
            2 => self.both(Or, wanted, inner),
            3 => self.both(Xor, wanted, inner),
            4 if self.writer.allow("operator.not") => self.condition(!wanted, inner).map(build::not),
            5 => self.any_boolean(wanted, inner),
            _ => None,
        };
        drawn.or_else(|| self.atom(wanted))
    }

    /// Two conditions that a connective makes `wanted`.
    fn both(&mut self, operator: BinaryOperator, wanted: bool, depth: usize) -> Option<Expression> {
        if !self.writer.allow(features::binary(operator)) {
            return None;
        }
        let side = self.writer.choices.chance(50);
        let (left, right) = match (operator, wanted) {
            (And, true) => (true, true),
            (Or, false) => (false, false),
            (Xor, _) => (side, side ^ wanted),
            _ => (side, !side),
        };
        let (left, right) = (self.condition(left, depth)?, self.condition(right, depth)?);
        Some(build::binary(operator, left, right))
    }

    /// Any boolean expression, tested for what it gives.
    fn any_boolean(&mut self, wanted: bool, depth: usize) -> Option<Expression> {
        let made = self.writer.expression(Kind::Boolean, depth.max(1))?;
        match (self.value)(&made)? {
            Value::Bool(value) if value == wanted => Some(made),
            Value::Bool(_) if self.writer.allow("operator.not") => Some(build::not(made)),
            Value::Null if self.writer.allow("operator.is-null") => Some(build::is_null(made, !wanted)),
            _ => None,
        }
    }

    fn atom(&mut self, wanted: bool) -> Option<Expression> {
        (0..3).find_map(|_| match self.writer.choices.weighted(&[50, 22, 24, 8, 5]) {
            0 => self.about_leaf(wanted),
            1 => self.about_expression(wanted),
            2 => self.about_two(wanted),
            4 => self.about_pattern(wanted),
            _ => self.about_labels(wanted),
        })
    }

    fn about_leaf(&mut self, wanted: bool) -> Option<Expression> {
        let plain = |leaf: &Leaf| !leaf.kind.is_element() && leaf.kind != Kind::Map;
        let awkward = |leaf: &Leaf| leaf.values.first().is_some_and(is_awkward);
        let leaf = self.writer.leaf_rather(10, awkward, plain)?;
        let value = leaf.values.first()?;
        self.about(leaf.expression(), leaf.kind, value, wanted)
    }

    /// A computed value compared with what it is.
    fn about_expression(&mut self, wanted: bool) -> Option<Expression> {
        let kinds = [
            Kind::Integer,
            Kind::Integer,
            Kind::String,
            Kind::String,
            Kind::Float,
            Kind::IntegerList,
            Kind::StringList,
        ];
        let path = if self.writer.choices.chance(25) { self.writer.about_path() } else { None };
        let (made, kind) = match path {
            Some(made) => made,
            None => {
                let kind = self.writer.kind_at_hand(&kinds);
                (self.writer.expression(kind, 1)?, kind)
            }
        };
        let value = (self.value)(&made)?;
        self.about(made, kind, &value, wanted)
    }

    /// Something true (or false) of an expression with this value.
    fn about(&mut self, subject: Expression, kind: Kind, value: &Value, wanted: bool) -> Option<Expression> {
        if is_loose(value) {
            return None;
        }
        match value {
            Value::Null => {
                let allowed =
                    self.writer.allow(if wanted { "operator.is-null" } else { "operator.is-not-null" });
                allowed.then(|| build::is_null(subject, !wanted))
            }
            Value::Bool(value) => self.about_boolean(subject, *value == wanted),
            Value::String(text) => match self.writer.choices.weighted(&[50, 15, 35]) {
                0 => self.compared(subject, kind, value, wanted),
                1 => self.member(subject, kind, value, wanted),
                _ => self.about_text(subject, text, wanted),
            },
            Value::Integer(_) | Value::Float(_) => match self.writer.choices.weighted(&[80, 20]) {
                0 => self.compared(subject, kind, value, wanted),
                _ => self.member(subject, kind, value, wanted),
            },
            Value::List(list) => {
                let item = self.writer.choices.pick(list.items());
                match item.and_then(build::constant) {
                    Some(item) if wanted && self.writer.allow(features::binary(In)) => {
                        Some(build::binary(In, item, subject))
                    }
                    _ => self.compared(subject, kind, value, wanted),
                }
            }
            _ => None,
        }
    }

    fn about_boolean(&mut self, subject: Expression, holds: bool) -> Option<Expression> {
        match holds {
            true => Some(subject),
            false => self.writer.allow("operator.not").then(|| build::not(subject)),
        }
    }

    /// A comparison with a constant.
    fn compared(
        &mut self,
        subject: Expression,
        kind: Kind,
        value: &Value,
        wanted: bool,
    ) -> Option<Expression> {
        let own = build::constant(value);
        let other = match self.writer.choices.chance(30) {
            true => own,
            false => self.writer.constant(kind).or(own),
        }?;
        let constant = (self.value)(&other)?;
        if self.writer.choices.chance(10) && self.writer.allow("operator.not") {
            let operator = self.writer.operator(&operators(value, &constant, !wanted))?;
            return Some(build::not(build::compare(operator, subject, other)));
        }
        let operator = self.writer.operator(&operators(value, &constant, wanted))?;
        if self.writer.choices.chance(15) {
            return Some(build::compare(reversed(operator), other, subject));
        }
        Some(build::compare(operator, subject, other))
    }

    fn member(&mut self, subject: Expression, kind: Kind, value: &Value, wanted: bool) -> Option<Expression> {
        if !self.writer.allow(features::binary(In)) || !wanted {
            return None;
        }
        let Expression::List(mut items) = self.writer.literal_list(kind)? else {
            return None;
        };
        let place = self.writer.choices.below(items.len() + 1);
        items.insert(place, build::constant(value)?);
        Some(build::binary(In, subject, Expression::List(items)))
    }

    fn about_text(&mut self, subject: Expression, text: &str, wanted: bool) -> Option<Expression> {
        let characters: Vec<char> = text.chars().collect();
        let length = self.writer.choices.between(usize::from(characters.len() > 1), characters.len());
        let place = self.writer.choices.below(characters.len() + 1 - length);
        let part: String = match wanted {
            true => characters.iter().skip(place).take(length).collect(),
            false => "bab".to_owned(),
        };
        let end = place + length == characters.len();
        let operators: &[BinaryOperator] = match (place == 0, end) {
            (true, true) => &[StartsWith, EndsWith, Contains, Matches],
            (true, false) => &[StartsWith, Contains, Matches],
            (false, true) => &[EndsWith, Contains],
            (false, false) => &[Contains],
        };
        let operator = *self.writer.choices.pick(operators)?;
        if !self.writer.allow(features::binary(operator)) || (!wanted && text.contains(&part)) {
            return None;
        }
        let part = if operator == Matches { format!("{}.*", escaped(&part)?) } else { part };
        Some(build::binary(operator, subject, build::text(&part)))
    }

    /// Two things to read, compared with each other: now and then with what an earlier clause computed.
    fn about_two(&mut self, wanted: bool) -> Option<Expression> {
        let left = self.writer.leaf_where(|leaf| !leaf.values.is_empty() && leaf.kind != Kind::Map)?;
        let kind = left.kind;
        let other = |leaf: &Leaf| leaf.kind == kind && !leaf.is(left);
        let right = self.writer.leaf_rather(40, |leaf| leaf.variable().is_some(), other)?;
        let possible = operators(left.values.first()?, right.values.first()?, wanted);
        let operator = self.writer.operator(&possible)?;
        self.writer.compare(operator, left.expression(), right.expression())
    }

    fn about_pattern(&mut self, wanted: bool) -> Option<Expression> {
        let made = self.writer.pattern_predicate()?;
        // A pattern alone is no expression: its value is that of a connective over it.
        let both = build::binary(And, made.clone(), Expression::Literal(Literal::Boolean(true)));
        match (self.value)(&both)? {
            Value::Bool(value) => self.about_boolean(made, value == wanted),
            _ => None,
        }
    }

    fn about_labels(&mut self, wanted: bool) -> Option<Expression> {
        if !self.writer.allow("label-predicate") {
            return None;
        }
        let made = self.writer.label_predicate()?;
        match (self.value)(&made)? {
            Value::Bool(value) => self.about_boolean(made, value == wanted),
            _ => None,
        }
    }
}

/// The float that an integer is, where none next to it is the same float.
fn exact(number: i64) -> Option<f64> {
    let small = i32::try_from(number).ok()?;
    Some(f64::from(small))
}

/// The operators that give `wanted` for these operands.
fn operators(left: &Value, right: &Value, wanted: bool) -> Vec<ComparisonOperator> {
    let equal = |equal: bool| if equal == wanted { vec![Equal] } else { vec![NotEqual] };
    let ordering = match (left, right) {
        (Value::Null, _) | (_, Value::Null) => return Vec::new(),
        (Value::Integer(left), Value::Integer(right)) => Some(left.cmp(right)),
        (Value::Integer(left), Value::Float(right)) => exact(*left).and_then(|left| left.partial_cmp(right)),
        (Value::Float(left), Value::Integer(right)) => {
            exact(*right).and_then(|right| left.partial_cmp(&right))
        }
        (Value::Float(left), Value::Float(right)) => left.partial_cmp(right),
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        (Value::Bool(left), Value::Bool(right)) => Some(left.cmp(right)),
        _ if is_loose(left) || is_loose(right) => return Vec::new(),
        _ => return equal(left == right),
    };
    let all = [Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual];
    all.into_iter().filter(|operator| holds(*operator, ordering) == wanted).collect()
}

/// Whether an operator holds; no ordering is that of NaN.
fn holds(operator: ComparisonOperator, ordering: Option<Ordering>) -> bool {
    match operator {
        Equal => ordering == Some(Ordering::Equal),
        NotEqual => ordering != Some(Ordering::Equal),
        Less => ordering == Some(Ordering::Less),
        LessEqual => matches!(ordering, Some(Ordering::Less | Ordering::Equal)),
        Greater => ordering == Some(Ordering::Greater),
        GreaterEqual => matches!(ordering, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// The operator that means the same with its operands exchanged.
fn reversed(operator: ComparisonOperator) -> ComparisonOperator {
    match operator {
        Less => Greater,
        LessEqual => GreaterEqual,
        Greater => Less,
        GreaterEqual => LessEqual,
        same => same,
    }
}

/// A regular expression that matches the text; none if one would need more than plain characters.
fn escaped(text: &str) -> Option<String> {
    let plain = text.chars().all(|character| character.is_alphanumeric() || character == ' ');
    plain.then(|| text.to_owned())
}
