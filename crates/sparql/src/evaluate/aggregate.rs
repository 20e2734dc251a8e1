//! Grouping and set functions (18.2.4.1 and 18.5.1), with their treatment of errors and of empty groups.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::language::Failure;

use super::expression::{Evaluated, Stop, error};
use super::fault::is_constant;
use super::form::FORM;
use super::number::Number;
use super::relation::Order;
use super::string::{Text, joined};
use super::terms::Id;
use super::{Binding, Evaluator, Fault};
use crate::ast::{Aggregate, AggregateFunction, Expression, GroupKey};

/// A group of solutions, while its row is being computed.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    rows: Vec<Binding>,
    /// The slots whose value is the group's own: keys, and columns computed already.
    known: BTreeSet<usize>,
}

impl Frame {
    pub(super) fn new(rows: Vec<Binding>, known: BTreeSet<usize>) -> Self {
        Self { rows, known }
    }

    /// A slot has become the group's own.
    pub(super) fn know(&mut self, slot: usize) {
        self.known.insert(slot);
    }

    /// What the first solution binds a variable to that is not grouped by.
    pub(super) fn first(&self, slot: usize) -> Option<Id> {
        self.rows.first().filter(|_| !self.known.contains(&slot))?.get(slot)
    }

    /// A variable that is not grouped by stands for a sample of it (18.2.4.1).
    pub(super) fn sample(&self, slot: usize, evaluator: &mut Evaluator) -> Evaluated {
        if self.known.contains(&slot) {
            return error("unbound variable");
        }
        let values = self.rows.iter().map(|row| row.get(slot).ok_or("unbound variable")).collect();
        evaluator.sample(values)
    }
}

/// The values of an aggregate's argument over a group; errors are kept, since each function treats them its way.
type Values = Vec<Result<Id, &'static str>>;

/// Different least values of which none is known to be the least: not more than this many are looked at.
const CANDIDATES: usize = 16;

impl Evaluator {
    /// Grouping (18.5.1.1): solutions with the same keys, in the order of their first one. A key that is an error
    /// is like an unbound one. Without keys there is one group, even of no solutions.
    pub(super) fn grouped(
        &mut self,
        rows: Vec<Binding>,
        keys: &[GroupKey],
    ) -> Result<Vec<(Binding, Frame)>, Failure> {
        let slots: Vec<Option<usize>> =
            keys.iter().map(|key| key.name().map(|variable| self.slot(variable.name()))).collect();
        let known: BTreeSet<usize> = slots.iter().flatten().copied().collect();
        if keys.is_empty() {
            if rows.is_empty() && self.semantics.has(Fault::NoGroupOfNothing) {
                return Ok(Vec::new());
            }
            return Ok(vec![(Binding::default(), Frame::new(rows, known))]);
        }
        // `GROUP BY (1)` is the very Group((1), P) of a query without GROUP BY, which gives a group of nothing too.
        if rows.is_empty() && keys.iter().all(|key| matches!(key.expression, Expression::Constant(_))) {
            self.taint("GROUP BY a constant over no solution");
        }
        let mut indexes: BTreeMap<Vec<Option<Id>>, usize> = BTreeMap::new();
        let mut groups: Vec<(Binding, Vec<Binding>)> = Vec::new();
        for row in rows {
            let values = self.key_values(&row, keys)?;
            let index = *indexes.entry(values).or_insert_with_key(|values| {
                let mut binding = Binding::default();
                for (slot, id) in slots.iter().zip(values) {
                    if let (Some(slot), Some(id)) = (slot, id) {
                        binding.set(*slot, *id);
                    }
                }
                groups.push((binding, Vec::new()));
                groups.len() - 1
            });
            if let Some((_, members)) = groups.get_mut(index) {
                members.push(row);
            }
        }
        self.taint_if_repeated(indexes.keys().map(Vec::as_slice));
        Ok(groups.into_iter().map(|(key, rows)| (key, Frame::new(rows, known.clone()))).collect())
    }

    fn key_values(&mut self, row: &Binding, keys: &[GroupKey]) -> Result<Vec<Option<Id>>, Failure> {
        let mut values = Vec::with_capacity(keys.len());
        for key in keys {
            let value = self.value_or_unbound(&key.expression, row)?;
            if let Some(open) = value.and_then(|id| self.terms.as_open(id)) {
                let reason = open.reason;
                self.taint(reason);
            }
            values.push(value);
        }
        Ok(values)
    }

    /// The value of an expression; an error is like unbound.
    pub(super) fn value_or_unbound(
        &mut self,
        expression: &Expression,
        row: &Binding,
    ) -> Result<Option<Id>, Failure> {
        match self.evaluate(expression, row) {
            Ok(id) => Ok(Some(id)),
            Err(Stop::Error(_)) => Ok(None),
            Err(Stop::Failure(failure)) => Err(failure),
        }
    }

    /// An aggregate over the group at hand.
    pub(super) fn aggregate(&mut self, aggregate: &Aggregate) -> Evaluated {
        let Some(frame) = self.frame.take() else {
            return error("an aggregate outside of a group");
        };
        let value = self.aggregate_over(aggregate, &frame.rows);
        self.frame = Some(frame);
        value
    }

    fn aggregate_over(&mut self, aggregate: &Aggregate, rows: &[Binding]) -> Evaluated {
        let Some(argument) = &aggregate.argument else {
            return self.count_rows(rows, aggregate.distinct);
        };
        let is_sum = aggregate.function == AggregateFunction::Sum;
        if self.semantics.has(Fault::SumOfConstant) && is_sum && rows.is_empty() && is_constant(argument) {
            return self.evaluate(argument, &Binding::default());
        }
        let mut values: Values = Vec::with_capacity(rows.len());
        for row in rows {
            match self.evaluate(argument, row) {
                Ok(id) => values.push(Ok(id)),
                Err(Stop::Error(reason)) => values.push(Err(reason)),
                Err(failure) => return Err(failure),
            }
        }
        if aggregate.distinct || (self.semantics.has(Fault::ConcatDistinct) && aggregate.separator.is_some())
        {
            values = self.distinct_values(values)?;
            let cells: Vec<[Option<Id>; 1]> = values.iter().flatten().map(|id| [Some(*id)]).collect();
            let is_set = matches!(aggregate.function, AggregateFunction::Min | AggregateFunction::Max);
            if !is_set && self.may_repeat(cells.iter().map(<[_; 1]>::as_slice)) {
                return Ok(self.terms.open(FORM));
            }
        }
        let open = values.iter().flatten().find_map(|id| self.terms.as_open(*id));
        if let Some(reason) = open.map(|open| open.reason) {
            return Ok(self.terms.open(reason));
        }
        match aggregate.function {
            AggregateFunction::Count => {
                let count = values.iter().flatten().count();
                Ok(self.terms.number(Number::integer(count)))
            }
            AggregateFunction::Sum => self.sum(&all(values)?),
            AggregateFunction::Avg => self.average(&all(values)?),
            AggregateFunction::Min => self.extreme(&all(values)?, Ordering::Less),
            AggregateFunction::Max => self.extreme(&all(values)?, Ordering::Greater),
            AggregateFunction::Sample => self.sample(values),
            AggregateFunction::GroupConcat => {
                self.group_concat(&all(values)?, aggregate.separator.as_deref().unwrap_or(" "))
            }
        }
    }

    /// COUNT(*) and COUNT(DISTINCT *) (18.5.1.2).
    fn count_rows(&mut self, rows: &[Binding], distinct: bool) -> Evaluated {
        if !distinct {
            return Ok(self.terms.number(Number::integer(rows.len())));
        }
        let visible: Vec<bool> = self.variables.iter().map(|name| !name.starts_with("_:")).collect();
        let stand = self.equal_numbers(rows.iter().flat_map(Binding::bound).map(|(_, id)| id));
        let shown = |row: &Binding| -> Vec<(usize, Id)> {
            let shown = row.bound().filter(|(slot, _)| visible.get(*slot) == Some(&true));
            shown.map(|(slot, id)| (slot, stand.of(id))).collect()
        };
        let different: BTreeSet<Vec<(usize, Id)>> = rows.iter().map(shown).collect();
        let open = different.iter().flatten().find_map(|(_, id)| self.terms.as_open(*id));
        match open.map(|open| open.reason) {
            Some(reason) if rows.len() > 1 => return Ok(self.terms.open(reason)),
            _ => {}
        }
        let width = self.variables.len();
        let cells: Vec<Vec<Option<Id>>> = different.iter().map(|row| row_of(row, width)).collect();
        if self.may_repeat(cells.iter().map(Vec::as_slice)) {
            return Ok(self.terms.open(FORM));
        }
        Ok(self.terms.number(Number::integer(different.len())))
    }

    /// Each value once (18.5.1: Distinct on terms), each error too.
    fn distinct_values(&mut self, values: Values) -> Evaluated<Values> {
        let stand = self.equal_numbers(values.iter().filter_map(|value| value.ok()));
        let mut seen = BTreeSet::new();
        let mut kept = Vec::new();
        for value in values {
            self.meter.step()?;
            if value.is_err() || value.is_ok_and(|id| seen.insert(stand.of(id))) {
                kept.push(value);
            }
        }
        Ok(kept)
    }

    /// MIN and MAX (18.5.1.5, 18.5.1.6): the first or last in the order of ORDER BY.
    fn extreme(&mut self, values: &[Id], wanted: Ordering) -> Evaluated {
        let ranks = values.iter().map(|id| self.rank(*id));
        let best = if wanted == Ordering::Less { ranks.min() } else { ranks.max() };
        let Some(best) = best else {
            return error("no value to choose from");
        };
        let mut candidates: Vec<Id> = Vec::new();
        for id in values.iter().copied() {
            self.meter.step()?;
            if self.rank(id) != best || candidates.contains(&id) || candidates.len() > CANDIDATES {
                continue;
            }
            let beats = |left: Id, right: Id| self.sorted_as(left, right) == Some(wanted);
            if !candidates.iter().any(|other| beats(*other, id)) {
                candidates.retain(|other| !beats(id, *other));
                candidates.push(id);
            }
        }
        let Some((first, rest)) = candidates.split_first() else {
            return error("no value to choose from");
        };
        if rest.is_empty() {
            return Ok(*first);
        }
        let like = self.terms.like(*first);
        if rest.iter().all(|other| self.terms.like(*other) == like) {
            let name = if wanted == Ordering::Less { "MIN" } else { "MAX" };
            candidates.sort_unstable();
            return Ok(self.terms.made(like, name, &candidates));
        }
        let equal = rest.iter().all(|other| self.sorted_as(*first, *other) == Some(Ordering::Equal));
        match self.terms.as_number(*first).cloned() {
            Some(number) if equal => Ok(self.terms.about("equal values of different terms", &number)),
            _ => Ok(self.terms.open("values without an order")),
        }
    }

    /// How ORDER BY sees two terms of one rank; none when it leaves their order open.
    fn sorted_as(&self, left: Id, right: Id) -> Option<Ordering> {
        use quarrel_case::term::Term;
        if left == right {
            return Some(Ordering::Equal);
        }
        match (self.terms.term(left)?, self.terms.term(right)?) {
            (Term::Iri(left), Term::Iri(right)) => Some(left.cmp(right)),
            (Term::Literal(_), Term::Literal(_)) => match self.order(left, right) {
                Order::Is(order) => Some(order),
                _ => None,
            },
            _ => None,
        }
    }

    /// SAMPLE (18.5.1.8): any value of the group.
    pub(super) fn sample(&mut self, values: Values) -> Evaluated {
        let mut different: Values = Vec::new();
        for value in values {
            self.meter.step()?;
            if !different.iter().any(|known| *known == value || (known.is_err() && value.is_err())) {
                different.push(value);
            }
            if different.len() > 1 && !self.semantics.settled {
                return Ok(self.terms.open("SAMPLE"));
            }
        }
        match different.first() {
            Some(Ok(id)) => Ok(*id),
            Some(Err(reason)) => error(reason),
            None => error("SAMPLE of an empty group"),
        }
    }

    /// GROUP_CONCAT (18.5.1.7): the strings in any order.
    fn group_concat(&mut self, values: &[Id], separator: &str) -> Evaluated {
        let mut texts: Vec<Text> = Vec::with_capacity(values.len());
        for id in values {
            match self.text(*id) {
                Ok(text) => texts.push(text),
                Err(Stop::Error(_)) => return Ok(self.terms.open("GROUP_CONCAT of other than strings")),
                Err(failure) => return Err(failure),
            }
        }
        let one_text = texts.windows(2).all(|pair| matches!(pair, [left, right] if left.text == right.text));
        if !one_text && !self.semantics.settled {
            return Ok(self.terms.open("the order of GROUP_CONCAT"));
        }
        let length = texts.iter().map(|text| text.text.len() + separator.len()).sum();
        self.meter.text(length)?;
        let mut result = joined(&texts, separator);
        if !self.semantics.concat_keeps_language {
            result.language = None;
        }
        self.text_term(result)
    }
}

/// The cells of a row of so many slots.
fn row_of(bound: &[(usize, Id)], width: usize) -> Vec<Option<Id>> {
    let mut cells = vec![None; width];
    for (slot, id) in bound {
        if let Some(cell) = cells.get_mut(*slot) {
            *cell = Some(*id);
        }
    }
    cells
}

/// The values if none is an error: an error makes the aggregate one (18.5.1; only COUNT and SAMPLE pass it over).
fn all(values: Values) -> Evaluated<Vec<Id>> {
    values.into_iter().collect::<Result<_, _>>().map_err(Stop::Error)
}
