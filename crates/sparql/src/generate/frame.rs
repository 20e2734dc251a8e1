//! A group that is being made, and its solutions so far.
//!
//! A group inside another is made for the solutions around it: what is there is joined with them at once, so
//! that every new element meets real solutions. One solution is the chosen one; patterns and conditions are made
//! so that it survives, and it is chosen anew among the survivors.

use std::collections::BTreeSet;

use super::Maker;
use super::pattern::Walked;
use super::table::Scope;
use crate::ast::{Element, Group, Variable};
use crate::evaluate::Solutions;
use quarrel_case::language::Guidance;

/// Solutions of the surroundings that a nested group is made for.
const AROUND: usize = 30;

/// A group that is being made.
pub(super) struct Frame {
    pub(super) elements: Vec<Element>,
    /// The solutions of what is here joined with those around it.
    pub(super) solutions: Solutions,
    /// The row of the chosen solution.
    pub(super) chosen: usize,
    /// The variables that the solutions may bind: those around and those in scope here.
    pub(super) joinable: BTreeSet<Variable>,
    /// The variables in scope here.
    pub(super) own: BTreeSet<Variable>,
    /// Whether conditions here see the variables around (OPTIONAL and EXISTS).
    pub(super) sees_around: bool,
    /// How many groups are around.
    pub(super) nesting: usize,
}

impl Frame {
    /// The outermost group, before its first element.
    pub(super) fn outermost(maker: &mut Maker<'_>) -> Self {
        Self {
            elements: Vec::new(),
            solutions: Solutions { rows: vec![maker.evaluator.binding(&[])] },
            chosen: 0,
            joinable: BTreeSet::new(),
            own: BTreeSet::new(),
            sees_around: false,
            nesting: 0,
        }
    }

    /// A group inside this one, made for the chosen solution and some of the others.
    pub(super) fn nested(&self, sees_around: bool) -> Self {
        let rows = &self.solutions.rows;
        let around = rows.iter().skip(self.chosen).chain(rows.iter().take(self.chosen));
        Self {
            elements: Vec::new(),
            solutions: Solutions { rows: around.take(AROUND).cloned().collect() },
            chosen: 0,
            joinable: self.joinable.clone(),
            own: BTreeSet::new(),
            sees_around,
            nesting: self.nesting + 1,
        }
    }

    /// A group inside this one that is made for one solution alone.
    pub(super) fn nested_at(&self, row: usize) -> Self {
        let rows = self.solutions.rows.get(row).cloned().into_iter().collect();
        Self { solutions: Solutions { rows }, ..self.nested(false) }
    }

    /// The group that was made.
    pub(super) fn group(self) -> Group {
        let mut group = Group { elements: self.elements };
        group.normalize();
        group
    }

    /// The variables that conditions here can use.
    pub(super) fn usable(&self) -> &BTreeSet<Variable> {
        if self.sees_around { &self.joinable } else { &self.own }
    }
}

impl Maker<'_> {
    /// What the chosen solution binds.
    pub(super) fn chosen(&self, frame: &Frame) -> Walked {
        let Some(row) = frame.solutions.rows.get(frame.chosen) else {
            return Walked::new();
        };
        let value =
            |variable: &Variable| Some((variable.clone(), self.evaluator.value(row, variable)?.clone()));
        frame.joinable.iter().filter_map(value).collect()
    }

    /// What conditions here can use.
    pub(super) fn scope(&self, frame: &Frame) -> Scope {
        Scope::new(self.evaluator, &frame.solutions, frame.chosen, frame.usable().iter())
    }

    /// Puts an element at the end of the group, with the solutions after it.
    pub(super) fn commit(&mut self, frame: &mut Frame, element: Element, solutions: Solutions) {
        let mut scope = BTreeSet::new();
        element.add_scope(&mut scope);
        frame.own.extend(scope.into_iter().cloned());
        frame.joinable.extend(frame.own.iter().cloned());
        frame.elements.push(element);
        frame.solutions = solutions;
        frame.chosen = self.choose(frame);
    }

    /// The solutions that are taken for granted when nothing is evaluated: the chosen one with what is new.
    pub(super) fn assumed(&mut self, frame: &Frame, new: Walked) -> Solutions {
        let known = frame.solutions.rows.get(frame.chosen).cloned().unwrap_or_default();
        Solutions { rows: vec![self.evaluator.extended(known, &new)] }
    }

    /// The fuller of two random solutions.
    fn choose(&mut self, frame: &Frame) -> usize {
        let rows = &frame.solutions.rows;
        let (one, other) = (self.choices.below(rows.len()), self.choices.below(rows.len()));
        if one == other {
            return one;
        }
        let bound = |index: usize| {
            let row = rows.get(index);
            let is_bound =
                |variable: &&Variable| row.is_some_and(|row| self.evaluator.value(row, variable).is_some());
            frame.joinable.iter().filter(is_bound).count()
        };
        if bound(other) > bound(one) { other } else { one }
    }

    /// Whether elements are tried on the data before they are kept.
    pub(super) fn evaluates(&self) -> bool {
        self.guidance == Guidance::Full
    }
}
