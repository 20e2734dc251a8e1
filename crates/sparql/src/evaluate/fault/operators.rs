//! Wrong operators: elements of a group, comparisons and sets that are computed otherwise than the algebra says.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::language::Failure;
use quarrel_case::profile::without_batch_ends;

use super::super::expression::Truth;
use super::super::number::{Number, is_numeric};
use super::super::terms::Id;
use super::super::{Binding, Evaluator, Semantics};
use super::{Fault, only_in_filters};
use crate::ast::{BinaryOperator, Element, Expression, Group, InlineData};

/// Terms by what stands for them; a term that is not in it stands for itself.
#[derive(Debug, Default)]
pub(in super::super) struct Stand(BTreeMap<Id, Id>);

impl Stand {
    /// What stands for a term.
    pub(in super::super) fn of(&self, id: Id) -> Id {
        self.0.get(&id).copied().unwrap_or(id)
    }

    /// A row of what stands for its terms.
    pub(in super::super) fn row<'a>(&self, cells: &'a [Option<Id>]) -> Cow<'a, [Option<Id>]> {
        if self.0.is_empty() {
            return Cow::Borrowed(cells);
        }
        cells.iter().map(|cell| cell.map(|id| self.of(id))).collect()
    }
}

impl Evaluator {
    /// The element of a group that follows these, with a fault on.
    pub(in super::super) fn faulty_element(
        &mut self,
        rows: Vec<Binding>,
        before: &[Element],
        element: &Element,
    ) -> Result<Vec<Binding>, Failure> {
        match (self.semantics.fault, element) {
            (Some(Fault::MinusSeesOptionalLeft), Element::Optional(group)) if has_minus(group) => {
                self.optional_around_minus(rows, group)
            }
            (Some(Fault::MinusSharesUnbound), Element::Minus(group)) => {
                self.minus_sharing_unbound(rows, before, group)
            }
            (Some(Fault::GraphVariableShared), Element::Minus(group)) if self.ranges => {
                let right = self.group_rows(group, &mut Vec::new())?;
                self.minus_if(rows, &right, |_| true)
            }
            (Some(Fault::BatchEndLost), Element::Triples(_)) => {
                Ok(without_batch_ends(self.element(rows, element)?))
            }
            (Some(Fault::JoinedOnFirst), Element::Group(group)) => self.joined_on_first(&rows, group),
            (Some(Fault::UndefMatchesUnbound), _) => self.join_by_undef(rows, before, element),
            _ => self.element(rows, element),
        }
    }

    /// s14: the left side of OPTIONAL is part of the left side of each MINUS in its group, so the group has other
    /// solutions for each solution of the left side.
    fn optional_around_minus(&mut self, rows: Vec<Binding>, group: &Group) -> Result<Vec<Binding>, Failure> {
        let mut joined = Vec::new();
        for row in rows {
            let mut right = vec![Binding::default()];
            for (index, element) in group.elements.iter().enumerate() {
                let before = group.elements.get(..index).unwrap_or_default();
                right = match element {
                    Element::Filter(_) => right,
                    Element::Minus(inner) => self.minus_beside(&row, right, inner)?,
                    element => self.faulty_element(right, before, element)?,
                };
            }
            joined.extend(self.optional_join(vec![row], &right, group)?);
            self.meter.rows(joined.len())?;
        }
        Ok(joined)
    }

    /// MINUS from solutions that are taken together with another one.
    fn minus_beside(
        &mut self,
        beside: &Binding,
        rows: Vec<Binding>,
        group: &Group,
    ) -> Result<Vec<Binding>, Failure> {
        let right = self.group_rows(group, &mut Vec::new())?;
        let mut kept = Vec::new();
        for row in rows {
            if !self.minus(vec![row.merged(beside)], &right)?.is_empty() {
                kept.push(row);
            }
        }
        Ok(kept)
    }

    /// s15: a variable of both sides counts as shared when the left solution does not bind it.
    fn minus_sharing_unbound(
        &mut self,
        rows: Vec<Binding>,
        before: &[Element],
        group: &Group,
    ) -> Result<Vec<Binding>, Failure> {
        let mut left = BTreeSet::new();
        before.iter().for_each(|element| element.add_scope(&mut left));
        // A variable that EXISTS has replaced by its value does not occur any more.
        let scope = group.scope();
        let mut shared: Vec<usize> =
            scope.intersection(&left).map(|variable| self.slot(variable.name())).collect();
        shared.retain(|slot| self.outer.get(*slot).is_none());
        let right = self.group_rows(group, &mut Vec::new())?;
        self.minus_if(rows, &right, |row| shared.iter().any(|slot| row.get(*slot).is_none()))
    }

    /// s44: a join in which only the first variable that two solutions share must agree.
    fn joined_on_first(&mut self, rows: &[Binding], group: &Group) -> Result<Vec<Binding>, Failure> {
        let right = self.group_rows(group, &mut Vec::new())?;
        let mut joined = Vec::new();
        for (row, other) in rows.iter().flat_map(|row| right.iter().map(move |other| (row, other))) {
            self.meter.step()?;
            let shared = row.bound().find_map(|(slot, id)| Some((id, other.get(slot)?)));
            if shared.is_none_or(|(left, right)| left == right) {
                joined.push(row.merged(other));
            }
            self.meter.rows(joined.len())?;
        }
        Ok(joined)
    }

    /// s16: the join of two elements of which one is VALUES, whose UNDEF is compatible with unbound alone.
    fn join_by_undef(
        &mut self,
        rows: Vec<Binding>,
        before: &[Element],
        element: &Element,
    ) -> Result<Vec<Binding>, Failure> {
        let is_join = match element {
            Element::Triples(_)
            | Element::Union(_)
            | Element::Group(_)
            | Element::Values(_)
            | Element::Graph { .. }
            | Element::Service { .. }
            | Element::Select(_) => true,
            Element::Filter(_) | Element::Optional(_) | Element::Minus(_) | Element::Bind { .. } => false,
        };
        let mut operands = before.iter().filter(|element| !matches!(element, Element::Filter(_)));
        // The left operand is VALUES itself only when nothing else stands before the element.
        let left =
            operands.next().filter(|_| operands.next().is_none()).map_or(Vec::new(), |e| self.undefs(e));
        let right = self.undefs(element);
        if !is_join || (left.is_empty() && right.is_empty()) {
            return self.element(rows, element);
        }
        let partners = self.element(vec![Binding::default()], element)?;
        let mut joined = Vec::new();
        for row in rows {
            let agree = |slots: &[usize], values: &Binding, other: &Binding| {
                slots.iter().all(|slot| values.get(*slot).is_some() || other.get(*slot).is_none())
            };
            let matching =
                partners.iter().filter(|other| agree(&left, &row, other) && agree(&right, other, &row));
            let matching = matching.cloned().collect();
            joined.extend(self.join(vec![row], matching)?);
            self.meter.rows(joined.len())?;
        }
        Ok(joined)
    }

    /// The slots of the variables of VALUES, if any row of it has UNDEF.
    fn undefs(&mut self, element: &Element) -> Vec<usize> {
        match element {
            Element::Values(InlineData { variables, rows }) if rows.iter().flatten().any(Option::is_none) => {
                variables.iter().map(|variable| self.slot(variable.name())).collect()
            }
            _ => Vec::new(),
        }
    }

    /// s04: each solution once. Blank nodes of the query are no part of a solution.
    pub(in super::super) fn without_repeats(&self, mut rows: Vec<Binding>) -> Vec<Binding> {
        let is_named = |slot: usize| self.variables.get(slot).is_some_and(|name| !name.starts_with("_:"));
        let mut seen: BTreeSet<Vec<(usize, Id)>> = BTreeSet::new();
        rows.retain(|row| seen.insert(row.bound().filter(|(slot, _)| is_named(*slot)).collect()));
        rows
    }

    /// s09: for every number the first of its value; empty without the fault.
    pub(in super::super) fn equal_numbers(&self, ids: impl Iterator<Item = Id>) -> Stand {
        let mut stand = Stand::default();
        if !self.semantics.has(Fault::DistinctByValue) {
            return stand;
        }
        // Numbers that are equal are equal as floats.
        let mut firsts: BTreeMap<u32, Vec<Id>> = BTreeMap::new();
        for id in ids {
            let Some(number) = self.terms.as_number(id).filter(|_| !stand.0.contains_key(&id)) else {
                continue;
            };
            let firsts = firsts.entry((number.to_float() + 0.0).to_bits()).or_default();
            let equals = |other: &&Id| {
                let other = self.terms.as_number(**other);
                other.is_some_and(|other| other.compare(number) == Some(Ordering::Equal))
            };
            let first = firsts.iter().find(equals).copied();
            stand.0.insert(id, first.unwrap_or(id));
            if first.is_none() {
                firsts.push(id);
            }
        }
        stand
    }

    /// s24: `=` and `!=` on literals of one numeric datatype, one of them a constant of the query, by their lexical
    /// forms; none for other operands and without the fault.
    pub(in super::super) fn lexical_equality(
        &self,
        operator: BinaryOperator,
        [left, right]: [&Expression; 2],
        ids: [Id; 2],
    ) -> Option<Truth> {
        let is_constant = |operand: &Expression| matches!(operand, Expression::Constant(_));
        if !self.semantics.has(Fault::LexicalEquality) || (!is_constant(left) && !is_constant(right)) {
            return None;
        }
        let [left, right] = ids.map(|id| self.terms.literal(id));
        let (left, right) = left.zip(right)?;
        if left.datatype() != right.datatype() || !is_numeric(left.datatype()) {
            return None;
        }
        let equal = Truth::from(left.lexical == right.lexical);
        match operator {
            BinaryOperator::Equal => Some(equal),
            BinaryOperator::NotEqual => Some(equal.not()),
            _ => None,
        }
    }

    /// s27: what NOT EXISTS substitutes, without the variables that occur in filters of its group alone.
    pub(in super::super) fn without_filter_variables(&self, outer: &Binding, group: &Group) -> Binding {
        let lost: Vec<usize> = only_in_filters(group)
            .into_iter()
            .filter_map(|variable| self.find_slot(variable.name()))
            .collect();
        let mut kept = Binding::default();
        for (slot, id) in outer.bound().filter(|(slot, _)| !lost.contains(slot)) {
            kept.set(slot, id);
        }
        kept
    }
}

fn has_minus(group: &Group) -> bool {
    group.elements.iter().any(|element| matches!(element, Element::Minus(_)))
}

/// s10: ROUND of the middle between two integers goes away from zero.
pub(in super::super) fn round_away(number: &Number, semantics: Semantics) -> Number {
    let is_negative = number.to_double() < 0.0;
    let away = || number.negate(semantics).ok()?.round().negate(semantics).ok();
    is_negative.then(away).flatten().unwrap_or_else(|| number.round())
}

/// s11: whether an expression is made of constants alone.
pub(in super::super) fn is_constant(expression: &Expression) -> bool {
    let children = expression.children();
    matches!(expression, Expression::Constant(_))
        || (!children.is_empty() && children.into_iter().all(is_constant))
}
