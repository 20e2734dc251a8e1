//! Comparison: `=`, `<` and their kin by the operator table (17.3), sameTerm, and the effective boolean value.

use std::cmp::Ordering;

use quarrel_case::term::{LiteralKind, XSD};

use super::datum::{Datum, Open};
use super::expression::Truth;
use super::number::Number;
use super::temporal::Time;
use super::terms::Id;
use super::{Evaluator, Fault};
use crate::ast::BinaryOperator;

/// How `<` sees two terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// They are comparable.
    Is(Ordering),
    /// They are numbers of which one is NaN: every comparison is false.
    Nan,
    /// `<` has no meaning for them: an error.
    None,
    /// The language leaves it open.
    Open(&'static str),
}

/// Relative distance beyond which two numbers differ however one of them was rounded.
const CLEAR: f64 = 1e-4;

/// Distance within which decimals may have been rounded to each other: 18 digits after the point are sure.
const UNSURE: f64 = 1e-17;

const TIMEZONE: &str = "a time without timezone against one with";

impl Evaluator {
    /// The truth of a comparison.
    pub(super) fn relation(&self, operator: BinaryOperator, left: Id, right: Id) -> Truth {
        match operator {
            BinaryOperator::Equal => self.equal(left, right),
            BinaryOperator::NotEqual => self.equal(left, right).not(),
            _ => match self.order(left, right) {
                Order::Is(order) => satisfies(operator, order).into(),
                Order::Nan => Truth::False,
                Order::None => Truth::Error("values that have no order"),
                Order::Open(reason) => Truth::Open(reason),
            },
        }
    }

    /// `=` (17.3): numbers, booleans and times by value, everything else as terms (RDFterm-equal, 17.4.1.7).
    fn equal(&self, left: Id, right: Id) -> Truth {
        match (self.terms.datum(left), self.terms.datum(right)) {
            (Datum::Open(open), other) | (other, Datum::Open(open)) => match about(open, other) {
                Order::Is(Ordering::Equal) | Order::Open(_) | Order::None => Truth::Open(open.reason),
                Order::Is(_) | Order::Nan => Truth::False,
            },
            (Datum::Number(left), Datum::Number(right)) => {
                (left.compare(right) == Some(Ordering::Equal)).into()
            }
            (Datum::Boolean(left), Datum::Boolean(right)) => (left == right).into(),
            (Datum::DateTime(left), Datum::DateTime(right)) => self.equal_times(left, right),
            (Datum::Date(left), Datum::Date(right)) if self.semantics.dates => self.equal_times(left, right),
            _ if left == right => Truth::True,
            (Datum::Node, Datum::Node) => self.equal_triples(left, right),
            (Datum::Node, _) | (_, Datum::Node) | (Datum::String, Datum::String) => Truth::False,
            (Datum::Language, Datum::Language) => self.equal_language_strings(left, right).into(),
            // A language-tagged string is a value of its own and nothing else's (open-world tests 7 to 12).
            (Datum::Language, _) | (_, Datum::Language) => Truth::False,
            (one, other) => {
                let known = |datum: &Datum| match datum {
                    Datum::IllTyped | Datum::Unknown => false,
                    Datum::Date(_) => self.semantics.dates,
                    _ => true,
                };
                if self.semantics.unlike_literals_differ && known(one) && known(other) {
                    Truth::False
                } else if self.is_other_time(left) || self.is_other_time(right) {
                    Truth::Open("times and durations other than dates")
                } else {
                    Truth::Error("= on literals that are not known to differ")
                }
            }
        }
    }

    /// Triple terms are equal part by part (SPARQL 1.2); other nodes only to themselves.
    fn equal_triples(&self, left: Id, right: Id) -> Truth {
        match (self.terms.parts(left), self.terms.parts(right)) {
            (Some(left), Some(right)) => {
                let pairs = left.into_iter().zip(right);
                pairs.fold(Truth::True, |so_far, (left, right)| so_far.and(self.equal(left, right)))
            }
            _ => Truth::False,
        }
    }

    /// A time or duration that who knows dates may know too.
    pub(super) fn is_other_time(&self, id: Id) -> bool {
        let name = self.terms.literal(id).and_then(|literal| literal.datatype().strip_prefix(XSD));
        let is_time =
            name.is_some_and(|name| name == "time" || name.starts_with('g') || name.ends_with("uration"));
        self.semantics.dates && is_time
    }

    fn equal_times(&self, left: &Time, right: &Time) -> Truth {
        match left.compare(right) {
            Some(order) => order.is_eq().into(),
            None if self.semantics.no_implicit_timezone => Truth::False,
            None => Truth::Open(TIMEZONE),
        }
    }

    /// Language tags are compared without regard to case (RDF 1.1 Concepts 3.3).
    fn equal_language_strings(&self, left: Id, right: Id) -> bool {
        let (Some(left), Some(right)) = (self.terms.literal(left), self.terms.literal(right)) else {
            return false;
        };
        let any_language = self.semantics.has(Fault::LanguageIgnored);
        left.lexical == right.lexical && (any_language || same_language(&left.kind, &right.kind))
    }

    /// `<` (17.3): numbers, strings, booleans and times.
    pub(super) fn order(&self, left: Id, right: Id) -> Order {
        let times = |left: &Time, right: &Time| match left.compare(right) {
            Some(order) => Order::Is(order),
            None if self.semantics.no_implicit_timezone => Order::None,
            None => Order::Open(TIMEZONE),
        };
        match (self.terms.datum(left), self.terms.datum(right)) {
            (Datum::Open(open), other) => about(open, other),
            (other, Datum::Open(open)) => match about(open, other) {
                Order::Is(order) => Order::Is(order.reverse()),
                other => other,
            },
            (Datum::Number(left), Datum::Number(right)) => left.compare(right).map_or(Order::Nan, Order::Is),
            (Datum::Boolean(left), Datum::Boolean(right)) => Order::Is(left.cmp(right)),
            (Datum::DateTime(left), Datum::DateTime(right)) => times(left, right),
            (Datum::Date(left), Datum::Date(right)) if self.semantics.dates => times(left, right),
            (Datum::String, Datum::String) => self.order_texts(left, right),
            (Datum::Language, Datum::Language) if self.semantics.language_strings_ordered => {
                self.order_texts(left, right)
            }
            _ if left == right && self.semantics.equal_terms_ordered => Order::Is(Ordering::Equal),
            _ if self.is_other_time(left) || self.is_other_time(right) => {
                Order::Open("times and durations other than dates")
            }
            _ => Order::None,
        }
    }

    /// Strings by their code points, which is the order of their bytes in UTF-8; language strings of one language.
    fn order_texts(&self, left: Id, right: Id) -> Order {
        match (self.terms.literal(left), self.terms.literal(right)) {
            (Some(left), Some(right)) if same_language(&left.kind, &right.kind) => {
                Order::Is(left.lexical.cmp(&right.lexical))
            }
            _ => Order::None,
        }
    }

    /// sameTerm (17.4.1.8).
    pub(super) fn same_term(&self, left: Id, right: Id) -> Truth {
        let same = self.terms.are_same(left, right);
        same.map_or_else(|| Truth::Open(self.terms.reason(left, right)), Truth::from)
    }

    /// The effective boolean value (17.2.2).
    pub(super) fn effective_boolean_value(&self, id: Id) -> Truth {
        let by_length = || self.terms.literal(id).is_some_and(|literal| !literal.lexical.is_empty()).into();
        match self.terms.datum(id) {
            Datum::Boolean(value) => (*value).into(),
            Datum::Number(number) => number.is_true().into(),
            Datum::String => by_length(),
            Datum::Language if !self.semantics.language_string_ebv_is_error => by_length(),
            Datum::IllTyped if !self.semantics.ill_typed_ebv_is_error => Truth::False,
            Datum::Open(Open { about: Some(about), .. }) if about.abs() > f64::EPSILON => Truth::True,
            Datum::Open(open) => Truth::Open(open.reason),
            _ => Truth::Error("no effective boolean value"),
        }
    }
}

fn satisfies(operator: BinaryOperator, order: Ordering) -> bool {
    match operator {
        BinaryOperator::Less => order.is_lt(),
        BinaryOperator::LessEqual => order.is_le(),
        BinaryOperator::Greater => order.is_gt(),
        BinaryOperator::GreaterEqual => order.is_ge(),
        _ => false,
    }
}

fn same_language(left: &LiteralKind, right: &LiteralKind) -> bool {
    match (left, right) {
        (LiteralKind::Language(left), LiteralKind::Language(right)) => left.eq_ignore_ascii_case(right),
        (LiteralKind::Language(_), _) | (_, LiteralKind::Language(_)) => false,
        _ => true,
    }
}

/// How an open term stands to another: known when both are numbers that are clearly apart. A term that need not be
/// a number is open even beside NaN, since its comparison may be an error.
fn about(open: &Open, other: &Datum) -> Order {
    let Some(about) = open.about else {
        return Order::Open(open.reason);
    };
    let other = match other {
        Datum::Number(number) if number.is_nan() => return Order::Nan,
        Datum::Number(number) => Number::to_double(number),
        Datum::Open(Open { about: Some(other), .. }) => *other,
        _ => return Order::Open(open.reason),
    };
    let clear = (about - other).abs() > UNSURE.max(CLEAR * about.abs().max(other.abs()));
    match about.partial_cmp(&other) {
        Some(order) if clear => Order::Is(order),
        _ => Order::Open(open.reason),
    }
}
