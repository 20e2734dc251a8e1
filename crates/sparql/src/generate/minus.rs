//! MINUS: what takes solutions away, and what looks as if it did.
//!
//! MINUS is held against the solutions of its own group by the variables that both bind (18.5), so whether it takes
//! anything away hangs on what stands around it, and on what does not.

use super::Maker;
use super::element::STRANGERS;
use super::frame::Frame;
use crate::ast::{Element, Variable};
use crate::evaluate::{Binding, Solutions};

/// How many in 100 of the MINUS inside groups have names from around them.
const WITHIN: usize = 30;

impl Maker<'_> {
    /// MINUS of something that a solution matches, but not the chosen one if there are others.
    pub(super) fn minus(&mut self, frame: &Frame) -> Option<Element> {
        if frame.nesting > 0
            && self.choices.chance(WITHIN)
            && let Some(minus) = self.minus_within(frame)
        {
            return Some(minus);
        }
        let rows = frame.solutions.rows.len();
        let mut row = self.choices.below(rows);
        if row == frame.chosen {
            row = (row + 1) % rows.max(1);
        }
        let (group, _) = self.inner(frame.nested_at(row), 2, STRANGERS)?;
        Some(Element::Minus(group))
    }

    /// MINUS inside a group with names from around the group for other terms: it is held against the solutions of its own
    /// group alone (18.2.2.6), where they are not bound.
    fn minus_within(&mut self, frame: &Frame) -> Option<Element> {
        let mut own = self.chosen(frame);
        own.retain(|variable, _| frame.own.contains(variable));
        let around: Vec<Variable> = frame.joinable.difference(&frame.own).cloned().collect();
        if own.is_empty() || around.is_empty() {
            return None;
        }
        let row = self.evaluator.extended(Binding::default(), &own);
        let inner = Frame {
            solutions: Solutions { rows: vec![row] },
            joinable: frame.own.clone(),
            nesting: frame.nesting + 1,
            ..Frame::outermost(self)
        };
        let outer = std::mem::replace(&mut self.reusable, around);
        let made = self.inner(inner, 2, 0);
        self.reusable = outer;
        made.map(|(group, _)| Element::Minus(group))
    }

    /// MINUS of what shares no variable with the group, and so takes nothing away (18.5, Minus).
    pub(super) fn minus_apart(&mut self, frame: &Frame) -> Option<Element> {
        let apart = Frame { nesting: frame.nesting + 1, ..Frame::outermost(self) };
        let (group, _) = self.inner(apart, 2, 0)?;
        Some(Element::Minus(group))
    }
}

/// Whether it is a group with MINUS.
pub(super) fn takes_away(element: &Element) -> bool {
    let is_minus = |element: &Element| matches!(element, Element::Minus(_));
    matches!(element, Element::Optional(group) if group.elements.iter().any(is_minus))
}
