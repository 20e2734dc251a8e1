//! A traversal under a condition, and under its negation.
//!
//! Ternary logic partitioning (Rigger and Su) in the form that holds here: `filter(t)` and `not(t)` let each traverser
//! pass in exactly one of the two, since what cannot be compared is false (3.8); before that only of conditions that
//! compare nothing in doubt. A predicate of a key and its negation leave out who lacks the key (GDBMeter), and are
//! opposites of each other only where the key has one value that can be compared.

use quarrel_case::choices::Choices;
use quarrel_case::rewriting::Bond;
use quarrel_case::value::Value as CaseValue;

use super::fit::{Fit, Tail, is_condition, tail};
use crate::ast::{Argument, Literal, Predicate, PredicateName as N, Query, Step, StepName as S, Traversal};
use crate::build::{around, named};
use crate::cut::gives::{self, Gives};
use crate::cut::place;
use crate::generate::{self, Wanted};
use crate::parse;
use crate::print::{self, Spelling};

/// The places at which a condition may be put in, each with how the traversal ends behind it.
pub(super) fn places(fit: &Fit<'_>) -> Vec<(usize, Tail)> {
    let first = place::configured(fit.steps) + 1;
    let free = |at: &usize| *at == fit.steps.len() || !place::is_glued(fit.steps, *at);
    let with_tail = |at: usize| Some((at, tail(fit.steps.get(at..)?)?));
    (first..=fit.steps.len()).filter(free).filter_map(with_tail).collect()
}

/// The places at which elements arrive.
pub(super) fn element_places(fit: &Fit<'_>) -> Vec<(usize, Tail)> {
    let stands = |at: usize| gives::through(fit.steps.get(..at).unwrap_or_default(), Gives::Other);
    places(fit).into_iter().filter(|(at, _)| stands(*at) != Gives::Other).collect()
}

/// How the parts of the whole make the whole.
fn bond(tail: Tail) -> Bond {
    match tail {
        Tail::Rows => Bond::Parts,
        Tail::Distinct => Bond::DistinctParts,
        Tail::Count | Tail::Sum => Bond::Sum,
        Tail::Least => Bond::Least,
        Tail::Greatest => Bond::Greatest,
    }
}

/// Whether the whole is made of the parts: not of sums that wrap around.
fn is_composed(fit: &Fit<'_>, tail: Tail) -> bool {
    tail != Tail::Sum || fit.rules.overflow == 0
}

/// A condition as a text.
pub(super) fn written(condition: Vec<Step>) -> String {
    print::argument(&Argument::Traversal(Traversal { steps: condition }), &Spelling::default())
}

/// The condition that a text is.
pub(super) fn read(text: &str) -> Option<Vec<Step>> {
    let query = parse::parse(&format!("g.V().filter({text})")).ok()?;
    match query.steps.as_slice() {
        [_, Step { name: S::Filter, arguments }] => match arguments.as_slice() {
            [Argument::Traversal(condition)] => Some(condition.steps.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The traversal with steps put in.
pub(super) fn with(fit: &Fit<'_>, at: usize, steps: &[Step]) -> Query {
    let (before, after) = fit.steps.split_at_checked(at).unwrap_or((fit.steps, &[]));
    Query { steps: [before, steps, after].concat() }
}

/// A condition of what arrives there.
pub(super) fn draw(fit: &Fit<'_>, at: usize, choices: &mut Choices) -> Option<String> {
    let before = fit.steps.get(..at)?;
    let condition = generate::condition(fit.ground, before, Wanted::Condition, choices)?;
    is_condition(&condition).then(|| written(condition))
}

/// A test of a key of what arrives there.
pub(super) fn draw_test(fit: &Fit<'_>, at: usize, choices: &mut Choices) -> Option<String> {
    let condition = generate::condition(fit.ground, fit.steps.get(..at)?, Wanted::KeyTest, choices)?;
    key_test(&condition)?;
    Some(written(condition))
}

/// The traversal with the condition and with its negation.
pub(super) fn by_condition(fit: &Fit<'_>, place: usize, argument: &str) -> Option<(Vec<Query>, Bond)> {
    let (at, tail) = *places(fit).get(place).filter(|(_, tail)| is_composed(fit, *tail))?;
    let condition =
        read(argument).filter(|condition| is_condition(condition) && fit.is_certain(condition))?;
    let parts = [S::Filter, S::Not].map(|name| with(fit, at, &[around(name, condition.clone())]));
    Some((parts.to_vec(), bond(tail)))
}

/// The traversal without its last step, where that adds up what every traverser comes to alone, or keeps each once: the
/// rows are its parts. The least and the greatest are asked of parts in which there may be nothing, which shows more.
pub(super) fn each_alone(query: &Query, fit: &Fit<'_>) -> Option<(Vec<Query>, Bond)> {
    let (last, before) = query.steps.split_last()?;
    let tail = tail(std::slice::from_ref(last)).filter(|tail| is_composed(fit, *tail))?;
    let alone = Query { steps: before.to_vec() };
    let starts = place::configured(before) < before.len();
    (starts && matches!(tail, Tail::Sum | Tail::Distinct)).then(|| (vec![alone], bond(tail)))
}

/// The key and the predicate of a test.
fn key_test(condition: &[Step]) -> Option<(&str, &Predicate)> {
    match condition {
        [Step { name: S::Has, arguments }] => match arguments.as_slice() {
            [Argument::Literal(Literal::String(key)), Argument::Predicate(test)] => Some((key, test)),
            _ => None,
        },
        _ => None,
    }
}

/// The traversal with the test, with the opposite test, and where the key is not there.
pub(super) fn by_key(fit: &Fit<'_>, place: usize, argument: &str) -> Option<(Vec<Query>, Bond)> {
    let (at, tail) = *element_places(fit).get(place).filter(|(_, tail)| is_composed(fit, *tail))?;
    let condition = read(argument)?;
    let (key, test) = key_test(&condition)?;
    if !fit.values(key).all(|value| is_decided(test, value)) {
        return None;
    }
    let opposite = Argument::Predicate(Predicate::Not(Box::new(test.clone())));
    let parts = [
        condition.first()?.clone(),
        Step::new(S::Has, vec![Argument::string(key), opposite]),
        named(S::HasNot, [key]),
    ];
    Some((parts.iter().map(|part| with(fit, at, std::slice::from_ref(part))).collect(), bond(tail)))
}

/// Whether every version says of the value that it passes or that it does not.
fn is_decided(test: &Predicate, value: &CaseValue) -> bool {
    match test {
        Predicate::Test(name, asked) => {
            if matches!(value, CaseValue::List(_) | CaseValue::Bag(_)) {
                return false;
            }
            match name {
                N::Eq | N::Neq | N::Within | N::Without | N::TypeOf => true,
                N::Lt | N::Lte | N::Gt | N::Gte | N::Between | N::Inside | N::Outside => {
                    asked.iter().all(|asked| is_comparable(value, asked))
                }
                _ => {
                    let text = |asked: &Argument| matches!(asked, Argument::Literal(Literal::String(_)));
                    matches!(value, CaseValue::String(_)) && asked.iter().all(text)
                }
            }
        }
        Predicate::Not(inner) => is_decided(inner, value),
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            is_decided(left, value) && is_decided(right, value)
        }
    }
}

fn is_comparable(value: &CaseValue, asked: &Argument) -> bool {
    let Argument::Literal(asked) = asked else { return false };
    match value {
        CaseValue::Int(_) => is_number(asked),
        CaseValue::Float(number) => !number.is_nan() && is_number(asked),
        CaseValue::String(_) => matches!(asked, Literal::String(_)),
        CaseValue::Bool(_) => matches!(asked, Literal::Boolean(_)),
        _ => false,
    }
}

fn is_number(literal: &Literal) -> bool {
    matches!(
        literal,
        Literal::Byte(_)
            | Literal::Short(_)
            | Literal::Int(_)
            | Literal::Long(_)
            | Literal::BigInteger(_)
            | Literal::Real(_)
            | Literal::BigDecimal(_)
            | Literal::Infinity { .. }
    ) || matches!(literal, Literal::Double(number) if !number.is_nan())
        || matches!(literal, Literal::Float(number) if !number.is_nan())
}
