//! Steps that make one of all: counts, sums, lists, trees; and order.
//!
//! Reference: Count, Sum, Min, Max, Mean, Fold, Order, Tree Step. Nulls are passed over by arithmetic.

use std::sync::Arc;

use crate::ast::Token;
use crate::evaluate::fault::Fault;
use crate::evaluate::number::{Number, Operation};
use crate::evaluate::plan::{Op, Reduce};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::{Tree, Value};
use crate::evaluate::{Fallible, compare, raised, unmodelled};

/// How deep a tree may grow.
const TREE_DEPTH: usize = 100;

impl Run<'_> {
    pub(super) fn reduces(&mut self, op: &Op, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let value = match op {
            Op::Order { by, .. } => return self.sorted(by, starts),
            Op::Count { .. } => {
                Some(Value::count(starts.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add)))
            }
            Op::Reduce { what, .. } => {
                let values: Vec<(Value, u64)> =
                    starts.into_iter().map(|traverser| (traverser.value, traverser.bulk)).collect();
                let reduced = self.reduced(*what, &values, true)?;
                reduced.or_else(|| self.has(Fault::ZeroOfNothing).then(|| Value::count(0)))
            }
            Op::Fold(None) => {
                let mut items = Vec::new();
                if starts.len() > 1 && !self.ordered {
                    self.unordered_list = true;
                }
                for traverser in starts {
                    self.spend(usize::try_from(traverser.bulk).unwrap_or(usize::MAX))?;
                    for _ in 0..traverser.bulk {
                        items.push(traverser.value.clone());
                    }
                }
                if self.has(Fault::FoldReversed) {
                    items.reverse();
                }
                Some(Value::list(items))
            }
            Op::Fold(Some((seed, operator))) => Some(self.folded(seed, *operator, &starts)?),
            Op::Tree { key: None, by } => {
                let mut tree = Tree::default();
                for traverser in &starts {
                    self.grow(&mut tree, by, traverser)?;
                }
                Some(Value::Tree(tree))
            }
            Op::Tree { key: Some(key), by } => {
                let mut tree = match self.side.get(key) {
                    Some(Value::Tree(tree)) => tree.clone(),
                    _ => Tree::default(),
                };
                for traverser in &starts {
                    self.grow(&mut tree, by, traverser)?;
                }
                self.side.insert(key.clone(), Value::Tree(tree));
                return Ok(starts);
            }
            _ => None,
        };
        Ok(value.map(|value| self.start(value)).into_iter().collect())
    }

    /// `fold` with a seed.
    fn folded(&mut self, seed: &Value, operator: Token, starts: &[Traverser]) -> Fallible<Value> {
        let commutes = matches!(
            operator,
            Token::OperatorSum
                | Token::OperatorSumLong
                | Token::OperatorMult
                | Token::OperatorMin
                | Token::OperatorMax
                | Token::OperatorAnd
                | Token::OperatorOr
        );
        if !commutes && !self.ordered && starts.len() > 1 {
            self.leaves_open("a fold of traversers without an order");
        }
        let values: Vec<(Value, u64)> =
            starts.iter().map(|traverser| (traverser.value.clone(), traverser.bulk)).collect();
        self.note_sum(&values);
        let mut folded = seed.clone();
        for traverser in starts {
            self.spend(usize::try_from(traverser.bulk).unwrap_or(usize::MAX))?;
            for _ in 0..traverser.bulk {
                folded = self.operate(operator, folded, traverser.value.clone())?;
            }
        }
        Ok(folded)
    }

    /// Adds the path of a traverser to a tree; a part for which a `by` gives nothing is left out.
    fn grow(
        &mut self,
        tree: &mut Tree,
        by: &[crate::evaluate::plan::By],
        traverser: &Traverser,
    ) -> Fallible<()> {
        let mut nodes = Vec::new();
        for (place, value) in traverser.path.path().objects.into_iter().enumerate() {
            self.spend(1)?;
            nodes.extend(self.by_value(by, place, value, traverser)?);
        }
        if nodes.len() > TREE_DEPTH {
            return Err(crate::evaluate::Stop::Failure(quarrel_case::language::Failure::Budget("nesting")));
        }
        let mut below = tree;
        for node in nodes {
            let place = below.0.iter().position(|(known, _)| compare::identity(known, &node).is_eq());
            let place = place.unwrap_or_else(|| {
                below.0.push((node, Tree::default()));
                below.0.len() - 1
            });
            let Some((_, next)) = below.0.get_mut(place) else { return Ok(()) };
            below = next;
        }
        Ok(())
    }

    /// A reduction of the items of a value.
    pub(super) fn reduced_items(&mut self, what: Reduce, value: &Value) -> Fallible<Option<Value>> {
        match value.items() {
            None if what == Reduce::Mean => self.mean(&[(value.clone(), 1)]),
            Some(items) => {
                let items: Vec<(Value, u64)> = items.into_iter().map(|item| (item, 1)).collect();
                self.reduced(what, &items, false)
            }
            None => Ok(Some(value.clone())),
        }
    }

    /// The sum, the least, the greatest or the mean; none of nothing.
    fn reduced(&mut self, what: Reduce, values: &[(Value, u64)], global: bool) -> Fallible<Option<Value>> {
        if matches!(what, Reduce::Mean | Reduce::Sum) {
            self.note_sum(values);
        }
        if what == Reduce::Sum && self.rules.sum_type == 0 && may_widen(values) {
            self.leaves_open("the type of a sum of which a part may be too large for its own");
        }
        if what == Reduce::Mean {
            return self.mean(values);
        }
        let mut result: Option<Value> = None;
        for (value, bulk) in values {
            let value = match (what, value) {
                (Reduce::Sum, Value::Number(number)) if global => {
                    let bulk = Number::Long(count(*bulk));
                    let kept = if self.rules.sum_type == 0 { bulk.cast(number.class()) } else { None };
                    Value::Number(self.arithmetic(Operation::Multiply, number, &kept.unwrap_or(bulk))?)
                }
                (Reduce::Sum, Value::Number(_) | Value::Null) => value.clone(),
                (Reduce::Sum, other) => return Err(raised(format!("a {} cannot be summed", other.kind()))),
                _ => value.clone(),
            };
            result = Some(match (result, value) {
                (None | Some(Value::Null), value) => value,
                (Some(result), Value::Null) => result,
                (Some(Value::Number(Number::Int(left))), Value::Number(Number::Int(right)))
                    if what == Reduce::Sum && self.has(Fault::SumWraps) =>
                {
                    Value::int(left.wrapping_add(right))
                }
                (Some(Value::Number(left)), Value::Number(right)) if what == Reduce::Sum => {
                    Value::Number(self.arithmetic(Operation::Add, &left, &right)?)
                }
                (Some(result), value) => self.extreme(what == Reduce::Min, result, value)?,
            });
        }
        Ok(result)
    }

    /// A sum of floats depends on the order of its parts, unless they are exact.
    fn note_sum(&mut self, values: &[(Value, u64)]) {
        let total: u64 = values.iter().map(|(_, bulk)| *bulk).fold(0, u64::saturating_add);
        let exact = |(value, _): &(Value, u64)| match value {
            Value::Number(Number::Double(number)) => is_exact(*number, 1e9),
            // Of 24 bits, and 10 are behind the point.
            Value::Number(Number::Float(number)) => is_exact(f64::from(*number), 1e5),
            _ => true,
        };
        self.rounded |= total > 2 && !values.iter().all(exact);
    }

    fn mean(&self, values: &[(Value, u64)]) -> Fallible<Option<Value>> {
        let (mut sum, mut total): (Option<Number>, u64) = (None, 0);
        for (value, bulk) in values {
            let number = match value {
                Value::Null => continue,
                Value::Number(number) => number,
                other => return Err(raised(format!("a {} has no mean", other.kind()))),
            };
            let part = self.arithmetic(Operation::Multiply, number, &Number::Long(count(*bulk)))?;
            sum = Some(match sum {
                None => part,
                Some(sum) => self.arithmetic(Operation::Add, &sum, &part)?,
            });
            total = total.saturating_add(*bulk);
        }
        let Some(sum) = sum else { return Ok(values.first().map(|_| Value::Null)) };
        let mean = sum.apply(Operation::Divide, &Number::Long(count(total)), true, true);
        Ok(mean.map(Value::Number))
    }

    pub(super) fn arithmetic(&self, operation: Operation, left: &Number, right: &Number) -> Fallible<Number> {
        let result = left.apply(operation, right, false, self.rules.overflow == 1);
        result.ok_or_else(|| raised("arithmetic overflow"))
    }

    /// What an operator makes of two values (reference: Operator).
    pub(in crate::evaluate) fn operate(
        &mut self,
        operator: Token,
        left: Value,
        right: Value,
    ) -> Fallible<Value> {
        let operation = match operator {
            Token::OperatorSum | Token::OperatorSumLong => Operation::Add,
            Token::OperatorMinus => Operation::Subtract,
            Token::OperatorMult => Operation::Multiply,
            Token::OperatorDiv => Operation::Divide,
            Token::OperatorAssign => return Ok(right),
            Token::OperatorMin | Token::OperatorMax => {
                return match (left, right) {
                    (Value::Null, other) | (other, Value::Null) => Ok(other),
                    (left, right) => {
                        // The steps of this name order whatever there is; of the operator only NumberHelper tells,
                        // which takes what Java can compare.
                        if !compare::are_comparable(&left, &right) {
                            self.leaves_open("which is the lesser of values without an order of their own");
                        }
                        self.extreme(operator == Token::OperatorMin, left, right)
                    }
                };
            }
            Token::OperatorAnd | Token::OperatorOr => {
                return match (&left, &right) {
                    (Value::Bool(left), Value::Bool(right)) => {
                        let both = operator == Token::OperatorAnd;
                        Ok(Value::Bool(if both { *left && *right } else { *left || *right }))
                    }
                    _ => Err(raised("and and or take booleans")),
                };
            }
            _ => return add_all(left, right),
        };
        match (left, right) {
            (Value::Number(left), Value::Number(right)) => {
                self.arithmetic(operation, &left, &right).map(Value::Number)
            }
            // NumberHelper: what is known stays as it is, null too, where one of the two is missing.
            (left @ (Value::Null | Value::Number(_)), Value::Null) => Ok(left),
            (Value::Null, Value::Number(_)) => Ok(Value::Null),
            (left, right) => Err(raised(format!("arithmetic of a {} and a {}", left.kind(), right.kind()))),
        }
    }

    /// The lesser or the greater; NaN is passed over.
    fn extreme(&mut self, least: bool, left: Value, right: Value) -> Fallible<Value> {
        let nan = |value: &Value| value.number().is_some_and(Number::is_nan);
        if nan(&left) {
            return Ok(right);
        }
        if nan(&right) {
            return Ok(left);
        }
        self.orders(&left, &right)?;
        if self.drawn_ids_decide(&left, &right) {
            return Err(unmodelled("which of two ids that the graph draws is the lesser"));
        }
        let order = compare::order(&left, &right);
        // Zero and minus zero: either is the least, and the one that came first is given.
        let is_minus =
            |value: &Value| value.number().is_some_and(|number| number.double().is_sign_negative());
        if order.is_eq() && is_minus(&left) != is_minus(&right) && !self.ordered {
            self.leaves_open("which of zero and minus zero is the least or the greatest");
        }
        let less = order.is_le();
        let common = match (&left, &right) {
            (Value::Number(one), Value::Number(other)) => Some(one.class().common(other.class(), false)),
            _ => None,
        };
        let chosen = if less == least { left } else { right };
        Ok(match (common, &chosen) {
            (Some(class), Value::Number(number)) => number.cast(class).map_or(chosen, Value::Number),
            _ => chosen,
        })
    }

    /// Refuses to order two values of different types where versions have no order of these: nulls come first there
    /// too, and which collections and elements have an order is up to the engine (3.5: Order, `NumberHelper`).
    pub(super) fn orders(&self, left: &Value, right: &Value) -> Fallible<()> {
        let null = matches!(left, Value::Null) || matches!(right, Value::Null);
        if self.rules.comparison != 2 || null {
            return Ok(());
        }
        match (compare::is_simple(left) && compare::is_simple(right), compare::alike(left, right)) {
            (true, true) => Ok(()),
            (true, false) => Err(raised(format!("a {} is not ordered by a {}", left.kind(), right.kind()))),
            (false, _) => Err(unmodelled("an order of elements or collections, before 3.6")),
        }
    }
}

/// Whether sums of some such numbers, of at most so many thousandths, are not rounded.
fn is_exact(number: f64, most: f64) -> bool {
    let scaled = number * 1024.0;
    scaled.abs() < most && scaled.fract() == 0.0
}

fn count(bulk: u64) -> i64 {
    i64::try_from(bulk).unwrap_or(i64::MAX)
}

/// Whether a part of a sum of integers may need a larger type than the sum and its numbers: nothing says in which order
/// they are added, nor how many of one come in a bulk, by which it is multiplied first (Sum Step).
fn may_widen(values: &[(Value, u64)]) -> bool {
    let (mut bits, mut above, mut below) = (0, 0_i128, 0_i128);
    for (value, bulk) in values {
        let Value::Number(number) = value else { continue };
        let own = match number {
            Number::Byte(_) => 8,
            Number::Short(_) => 16,
            Number::Int(_) => 32,
            Number::Long(_) => 64,
            _ => return false,
        };
        bits = own.max(bits);
        let part = i128::from(number.small().unwrap_or_default()) * i128::from(*bulk);
        above += part.max(0);
        below += part.min(0);
    }
    let width =
        |sum: i128| [8, 16, 32, 64].into_iter().find(|bits| sum == (sum << (128 - bits)) >> (128 - bits));
    let needed = |sum: i128| width(sum).unwrap_or(128).max(bits);
    needed(above).max(needed(below)) > needed(above + below)
}

/// Collections put together.
pub(super) fn add_all(left: Value, right: Value) -> Fallible<Value> {
    Ok(match (left, right) {
        (Value::Null, other) | (other, Value::Null) => other,
        (Value::Map(mut shared), Value::Map(right)) => {
            let left = Arc::make_mut(&mut shared);
            for (key, value) in Arc::unwrap_or_clone(right) {
                match left.iter_mut().find(|(known, _)| compare::identity(known, &key).is_eq()) {
                    Some((_, known)) => *known = value,
                    None => left.push((key, value)),
                }
            }
            Value::Map(shared)
        }
        (Value::List(mut shared), right) => {
            Arc::make_mut(&mut shared).extend(right.items().unwrap_or_else(|| vec![right]));
            Value::List(shared)
        }
        (Value::Set(mut shared), right) => {
            let left = Arc::make_mut(&mut shared);
            for item in right.items().unwrap_or_else(|| vec![right]) {
                if !left.iter().any(|known| compare::identity(known, &item).is_eq()) {
                    left.push(item);
                }
            }
            Value::Set(shared)
        }
        (Value::Bulk(mut shared), right) => {
            let left = Arc::make_mut(&mut shared);
            let items = match right {
                Value::Bulk(items) => Arc::unwrap_or_clone(items),
                other => {
                    other.items().unwrap_or_else(|| vec![other]).into_iter().map(|item| (item, 1)).collect()
                }
            };
            for (item, bulk) in items {
                match left.iter_mut().find(|(known, _)| compare::identity(known, &item).is_eq()) {
                    Some((_, known)) => *known = known.saturating_add(bulk),
                    None => left.push((item, bulk)),
                }
            }
            Value::Bulk(shared)
        }
        (left, right) => return Err(raised(format!("a {} has no room for a {}", left.kind(), right.kind()))),
    })
}
