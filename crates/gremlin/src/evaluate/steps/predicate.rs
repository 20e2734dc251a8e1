//! Predicates.
//!
//! Semantics: "Comparability, Equality, Orderability, and Equivalence"; "Mapping for P". What cannot be compared is
//! false since 3.8, an error of a third truth value before, and raised before that.

use std::cmp::Ordering;

use regex::Regex;

use crate::ast::{PredicateName, Token};
use crate::evaluate::fault::Fault;
use crate::evaluate::number::Number;
use crate::evaluate::plan::Test;
use crate::evaluate::run::Run;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, Stop, compare, raised, unmodelled};

impl Run<'_> {
    /// Whether a value passes. [`Stop::Incomparable`] where the version has a third truth value.
    pub(in crate::evaluate) fn passes(&mut self, test: &Test, value: &Value) -> Fallible<bool> {
        self.spend(1)?;
        self.compares_value(value);
        match test {
            Test::Not(inner) => Ok(!self.passes(inner, value)?),
            Test::And(left, right) => self.joined(left, right, value, false),
            Test::Or(left, right) => self.joined(left, right, value, true),
            Test::Among(name, values) => {
                values.iter().for_each(|known| self.compares_zeros(value, known));
                let among = values.iter().any(|known| compare::equal(known, value));
                Ok(among == (*name == PredicateName::Within))
            }
            Test::Type(token) => Ok(is_type(value, self.rules.type_of_numbers(*token))),
            Test::Text(name, text) => self.text_passes(*name, value, text),
            Test::Regex(name, _, pattern) => {
                self.matches_regex(*name == PredicateName::NotRegex, pattern.as_ref(), value)
            }
            Test::Compare(name, other) => self.compares(*name, value, other),
        }
    }

    /// Both or any: `decides` is the truth of one side that decides alone, even when the other cannot be told. An error
    /// of either is one of both.
    fn joined(&mut self, left: &Test, right: &Test, value: &Value, decides: bool) -> Fallible<bool> {
        let left = self.passes(left, value);
        let settles = |side: &Fallible<bool>| match side {
            Ok(truth) => *truth == decides,
            Err(stop) => matches!(stop, Stop::Failure(_)),
        };
        if settles(&left) {
            return left;
        }
        let right = self.passes(right, value);
        if settles(&right) {
            return right;
        }
        left?;
        right
    }

    fn compares(&mut self, name: PredicateName, value: &Value, other: &Value) -> Fallible<bool> {
        self.compares_zeros(value, other);
        match name {
            PredicateName::Eq => return Ok(compare::equal(value, other)),
            PredicateName::Neq => return Ok(!compare::equal(value, other)),
            _ => {}
        }
        if self.has(Fault::InfiniteRaises) && (is_infinite(value) || is_infinite(other)) {
            return Err(raised("Infinite or NaN"));
        }
        let is_token = |part: &Value| matches!(part, Value::Token(_));
        if value.holds(&is_token) && other.holds(&is_token) {
            self.leaves_open("which token is less than another");
        }
        self.has_order(value, other)?;
        if self.drawn_ids_decide(value, other) {
            self.leaves_open("which of two ids that the graph draws is the lesser");
        }
        let Some(order) = compare::compare(value, other) else {
            return self.incomparable(value, other);
        };
        Ok(match name {
            PredicateName::Lt => order == Ordering::Less,
            PredicateName::Lte => order != Ordering::Greater,
            PredicateName::Gt => order == Ordering::Greater,
            _ => order != Ordering::Less,
        })
    }

    /// Leaves open what minus zero is beside zero before 3.6, when numbers were compared in some way (upgrade to 3.6:
    /// Comparability Semantics).
    fn compares_zeros(&mut self, value: &Value, other: &Value) {
        let (Value::Number(value), Value::Number(other)) = (value, other) else { return };
        let equal = value.compare(other) == Some(Ordering::Equal);
        if self.rules.comparison == 2 && equal && is_minus_zero(value) != is_minus_zero(other) {
            self.leaves_open("what minus zero is beside zero before 3.6");
        }
    }

    /// Leaves undecided how elements and collections are compared before 3.6: by then only what is Comparable has an order,
    /// which elements are in one engine and not in another (3.5: `Compare`, upgrade to 3.6: Comparability Semantics).
    fn has_order(&self, value: &Value, other: &Value) -> Fallible<()> {
        let known = |value: &Value| {
            compare::is_simple(value)
                || matches!(value, Value::Null | Value::Token(_) | Value::Cardinality(..))
        };
        if self.rules.comparison != 2 || known(value) || !compare::alike(value, other) {
            return Ok(());
        }
        Err(unmodelled("an order of elements or collections, before 3.6"))
    }

    /// What the order of two values is that have none. Before 3.6, null is less and greater than nothing, and numbers are
    /// compared in some way (upgrade to 3.6: Comparability Semantics).
    fn incomparable(&mut self, value: &Value, other: &Value) -> Fallible<bool> {
        match self.rules.comparison {
            0 => Ok(false),
            1 => Err(Stop::Incomparable),
            _ => match (value, other) {
                (Value::Null, _) | (_, Value::Null) => Ok(false),
                (Value::Number(_), Value::Number(_)) => {
                    self.leaves_open("how NaN is compared before 3.6");
                    Ok(false)
                }
                _ => Err(raised("the values cannot be compared")),
            },
        }
    }

    fn text_passes(&mut self, name: PredicateName, value: &Value, text: &Value) -> Fallible<bool> {
        use PredicateName as N;
        let negated = matches!(name, N::NotStartingWith | N::NotEndingWith | N::NotContaining | N::NotRegex);
        let (Value::String(value), Value::String(text)) = (value, text) else {
            return self.no_text(negated, *value == Value::Null || *text == Value::Null);
        };
        let passes = match name {
            N::StartingWith | N::NotStartingWith => value.starts_with(&**text),
            N::EndingWith | N::NotEndingWith => value.ends_with(&**text),
            _ => value.contains(&**text),
        };
        Ok(passes != negated)
    }

    fn matches_regex(&mut self, negated: bool, pattern: Option<&Regex>, value: &Value) -> Fallible<bool> {
        let Value::String(value) = value else { return self.no_text(negated, *value == Value::Null) };
        // It may be an error, or what Java's regular expressions have beyond ours.
        let pattern = pattern.ok_or_else(|| unmodelled("a regular expression that is not understood"))?;
        Ok(pattern.is_match(value) != negated)
    }

    /// What a predicate of text says of what is no text.
    ///
    /// They are functions of strings (reference: A Note on Predicates): of all else it may be an error as well.
    fn no_text(&mut self, negated: bool, null: bool) -> Fallible<bool> {
        match self.rules.comparison {
            0 => {
                self.may_raise();
                Ok(negated)
            }
            1 if null => Err(Stop::Incomparable),
            _ => Err(raised("a predicate of text takes strings")),
        }
    }
}

fn is_infinite(value: &Value) -> bool {
    match value {
        Value::Number(Number::Double(number)) => number.is_infinite(),
        Value::Number(Number::Float(number)) => number.is_infinite(),
        _ => false,
    }
}

fn is_minus_zero(number: &Number) -> bool {
    match number {
        Number::Double(number) => *number == 0.0 && number.is_sign_negative(),
        Number::Float(number) => *number == 0.0 && number.is_sign_negative(),
        _ => false,
    }
}

/// Whether a value is of a type or of one below it (semantics: Comparability of Types).
fn is_type(value: &Value, token: Token) -> bool {
    matches!(
        (token, value),
        (Token::GTypeNull, Value::Null)
            | (Token::GTypeBoolean, Value::Bool(_))
            | (Token::GTypeNumber, Value::Number(_))
            | (Token::GTypeByte, Value::Number(Number::Byte(_)))
            | (Token::GTypeShort, Value::Number(Number::Short(_)))
            | (Token::GTypeInt, Value::Number(Number::Int(_)))
            | (Token::GTypeLong, Value::Number(Number::Long(_)))
            | (Token::GTypeBigint, Value::Number(Number::Big(_)))
            | (Token::GTypeFloat, Value::Number(Number::Float(_)))
            | (Token::GTypeDouble, Value::Number(Number::Double(_)))
            | (Token::GTypeBigdecimal, Value::Number(Number::Decimal(_)))
            | (Token::GTypeString, Value::String(_))
            | (Token::GTypeUuid, Value::Uuid(_))
            | (Token::GTypeDatetime, Value::Moment(_))
            | (Token::GTypeList, Value::List(_))
            | (Token::GTypeSet, Value::Set(_) | Value::Bulk(_))
            | (Token::GTypeMap, Value::Map(_) | Value::Tree(_))
            | (Token::GTypeVertex, Value::Vertex(_))
            | (Token::GTypeEdge, Value::Edge(_))
            | (Token::GTypeVproperty, Value::VertexProperty(_))
            | (Token::GTypeProperty, Value::Property(_) | Value::VertexProperty(_))
            | (Token::GTypePath, Value::Path(_))
            | (Token::GTypeTree, Value::Tree(_))
            | (Token::GTypeGraph, Value::Subgraph(_))
    )
}
