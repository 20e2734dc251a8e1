//! What is evaluated for each element of a list: comprehensions, quantifiers, `reduce` (TCK List12, Quantifier1-12).

use super::context::{Context, Local, Outcome, Scope, wrong_type};
use super::expression::{Attempt, conjunction};
use super::taint::Why;
use super::truth::Truth;
use super::value::{List, Value};
use crate::ast::{Expression, ListComprehension, Quantifier, QuantifierKind, Reduce};

impl Context<'_> {
    /// The list that something is evaluated over; `Err` is the result where there is none.
    fn elements(&self, list: &Expression, scope: &Scope<'_>) -> Outcome<Result<List, Value>> {
        Ok(match self.evaluate(list, scope)? {
            Value::List(list) => Ok(list),
            Value::Null => Err(Value::Null),
            Value::Open(_) => Err(self.unspecified()),
            other => return Err(wrong_type("what is gone through", &other)),
        })
    }

    /// `[x IN list WHERE condition | projection]` (TCK List12).
    pub(super) fn comprehension(
        &self,
        comprehension: &ListComprehension,
        scope: &Scope<'_>,
    ) -> Outcome<Value> {
        let list = match self.elements(&comprehension.list, scope)? {
            Ok(list) => list,
            Err(value) => return Ok(value),
        };
        let mut kept = Vec::with_capacity(list.items().len());
        let mut open = None;
        for item in list.items() {
            let local = Local { name: &comprehension.variable, value: item, outer: scope.local };
            let inner = Scope { local: Some(&local), ..*scope };
            let condition = match &comprehension.condition {
                Some(condition) => self.condition(condition, &inner)?,
                None => Truth::True,
            };
            let projected = match &comprehension.projection {
                Some(projection) => self.attempt(self.evaluate(projection, &inner))?,
                None => Ok(item.clone()),
            };
            match condition {
                Truth::True => kept.push(projected?),
                Truth::Open(why) => open = Some(why),
                Truth::False | Truth::Unknown => {}
            }
        }
        match open {
            Some(_) => Ok(Value::Open(Why::Unspecified)),
            None => self.allow_depth(Value::List(list.like(kept))),
        }
    }

    /// `all`, `any`, `none` and `single` (TCK Quantifier1-Quantifier4): three-valued over the elements.
    pub(super) fn quantifier(&self, quantifier: &Quantifier, scope: &Scope<'_>) -> Outcome<Value> {
        let list = match self.elements(&quantifier.list, scope)? {
            Ok(list) => list,
            Err(value) => return Ok(value),
        };
        let mut truths = Vec::with_capacity(list.items().len());
        for item in list.items() {
            let local = Local { name: &quantifier.variable, value: item, outer: scope.local };
            let inner = Scope { local: Some(&local), ..*scope };
            truths.push(self.attempt(self.condition(&quantifier.condition, &inner))?);
        }
        let negated = |truths: Vec<Attempt<Truth>>| truths.into_iter().map(|truth| truth.map(Truth::not));
        Ok(match quantifier.kind {
            QuantifierKind::All => conjunction(truths)?,
            QuantifierKind::Any => conjunction(negated(truths))?.not(),
            QuantifierKind::None => conjunction(negated(truths))?,
            QuantifierKind::Single => single(truths)?,
        }
        .value())
    }

    /// `reduce(accumulator = initial, x IN list | step)`; over a bag the result is open.
    pub(super) fn reduce(&self, reduce: &Reduce, scope: &Scope<'_>) -> Outcome<Value> {
        let mut accumulator = self.evaluate(&reduce.initial, scope)?;
        let list = match self.elements(&reduce.list, scope)? {
            Ok(list) => list,
            Err(value) => return Ok(value),
        };
        if list.is_bag() {
            self.may_raise();
        }
        for item in list.items() {
            let first = Local { name: &reduce.accumulator, value: &accumulator, outer: scope.local };
            let second = Local { name: &reduce.variable, value: item, outer: Some(&first) };
            let inner = Scope { local: Some(&second), ..*scope };
            let next = self.evaluate(&reduce.step, &inner);
            if list.is_bag() {
                match self.attempt(next)? {
                    Ok(next) => accumulator = next,
                    Err(_) => return Ok(Value::Open(Why::Order)),
                }
            } else {
                accumulator = next?;
            }
        }
        Ok(if list.is_bag() { Value::Open(Why::Order) } else { accumulator })
    }
}

/// Exactly one is true; two that are true decide.
fn single(truths: Vec<Attempt<Truth>>) -> Outcome<Truth> {
    if truths.iter().flatten().filter(|truth| **truth == Truth::True).count() > 1 {
        return Ok(Truth::False);
    }
    let truths = truths.into_iter().collect::<Attempt<Vec<Truth>>>()?;
    let open = truths.iter().copied().find(|truth| matches!(truth, Truth::Open(_)));
    let unknown = truths.contains(&Truth::Unknown);
    Ok(match open {
        Some(open) => open,
        None if unknown => Truth::Unknown,
        None => Truth::of(truths.contains(&Truth::True)),
    })
}
