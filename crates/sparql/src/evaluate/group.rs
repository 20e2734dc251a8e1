//! Group graph patterns (18.2.2), evaluated element by element in the order in which they are written.
//!
//! The recommendation translates a group by folding its elements into one expression of the algebra, from the left;
//! evaluating while folding gives the same bags and needs no second tree. Filters wait for the end of their group.

use quarrel_case::language::Failure;

use super::expression::{Stop, Truth};
use super::terms::Id;
use super::{Binding, Evaluator, Fault};
use crate::ast::{Element, Expression, Group, InlineData, TermPattern, TriplePattern, Variable, Verb};

/// A position of a triple pattern: a term, or the slot of a variable.
#[derive(Debug, Clone, Copy)]
enum Position {
    Term(Id),
    Slot(usize),
}

impl Evaluator {
    /// The solutions of a group. `counts` receives the number of solutions after each element; that of a filter
    /// is what it leaves at the group's end, where it acts.
    pub(super) fn group_rows(
        &mut self,
        group: &Group,
        counts: &mut Vec<u64>,
    ) -> Result<Vec<Binding>, Failure> {
        let filters: Vec<(usize, &Expression)> = filters(group).collect();
        let rows = self.unfiltered(group, counts)?;
        self.filtered(rows, &filters, counts)
    }

    /// The solutions of a group before its filters.
    fn unfiltered(&mut self, group: &Group, counts: &mut Vec<u64>) -> Result<Vec<Binding>, Failure> {
        let mut rows = vec![Binding::default()];
        for (index, element) in group.elements.iter().enumerate() {
            if !matches!(element, Element::Filter(_)) && !rows.is_empty() {
                rows = match self.semantics.fault {
                    None => self.element(rows, element)?,
                    Some(_) => {
                        let before = group.elements.get(..index).unwrap_or_default();
                        self.faulty_element(rows, before, element)?
                    }
                };
            }
            counts.push(rows.len() as u64);
        }
        Ok(rows)
    }

    fn filtered(
        &mut self,
        mut rows: Vec<Binding>,
        filters: &[(usize, &Expression)],
        counts: &mut [u64],
    ) -> Result<Vec<Binding>, Failure> {
        for (index, condition) in filters {
            rows = self.filter(rows, condition)?;
            if let Some(count) = counts.get_mut(*index) {
                *count = rows.len() as u64;
            }
        }
        Ok(rows)
    }

    /// One element of a group, joined to what stands before it.
    pub(super) fn element(&mut self, rows: Vec<Binding>, element: &Element) -> Result<Vec<Binding>, Failure> {
        let inner = &mut Vec::new();
        match element {
            Element::Triples(patterns) => self.triple_patterns(rows, patterns),
            Element::Filter(_) => Ok(rows),
            Element::Optional(group) => self.optional(rows, group),
            Element::Union(branches) => {
                let mut union = Vec::new();
                for branch in branches {
                    union.extend(self.group_rows(branch, &mut Vec::new())?);
                    self.meter.rows(union.len())?;
                }
                if self.semantics.has(Fault::UnionIsSet) {
                    union = self.without_repeats(union);
                }
                self.join(rows, union)
            }
            Element::Group(group) => {
                let right = self.group_rows(group, inner)?;
                self.join(rows, right)
            }
            Element::Minus(group) => {
                self.check_substituted(group.scope(), "MINUS inside EXISTS over a variable from outside");
                let right = self.group_rows(group, inner)?;
                self.minus(rows, &right)
            }
            Element::Bind { expression, variable } => {
                self.check_substituted([variable], "BIND inside EXISTS to a variable from outside");
                self.labels.clear();
                self.bind(rows, expression, variable)
            }
            Element::Values(data) => {
                self.check_substituted(&data.variables, "VALUES inside EXISTS over a variable from outside");
                let right = self.inline_data(data);
                self.join(rows, right)
            }
        }
    }

    /// Substitution (18.6) is not defined where a variable stands that no term may replace, and takes the
    /// variable away that MINUS would share: notes it (relations.md, P5).
    fn check_substituted<'a>(
        &mut self,
        variables: impl IntoIterator<Item = &'a Variable>,
        reason: &'static str,
    ) {
        let mut variables = variables.into_iter();
        if variables.any(|variable| self.substituted(variable.name()).is_some()) {
            self.taint(reason);
        }
    }

    fn substituted(&self, name: &str) -> Option<Id> {
        self.outer.get(self.find_slot(name)?)
    }

    /// OPTIONAL: the filters of its group become the condition of the left join (18.2.2.6), where they see the
    /// left side's variables.
    fn optional(&mut self, rows: Vec<Binding>, group: &Group) -> Result<Vec<Binding>, Failure> {
        let right = self.unfiltered(group, &mut Vec::new())?;
        self.optional_join(rows, &right, group)
    }

    /// The left join of OPTIONAL with the solutions of its group before its filters.
    pub(super) fn optional_join(
        &mut self,
        rows: Vec<Binding>,
        right: &[Binding],
        group: &Group,
    ) -> Result<Vec<Binding>, Failure> {
        let filters: Vec<&Expression> = filters(group).map(|(_, condition)| condition).collect();
        self.left_join(rows, right, |evaluator, row| {
            for condition in &filters {
                if !evaluator.holds(condition, row)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Filter (18.5): the solutions for which the condition is true; false and error drop alike.
    pub(super) fn filter(
        &mut self,
        rows: Vec<Binding>,
        condition: &Expression,
    ) -> Result<Vec<Binding>, Failure> {
        let mut kept = Vec::new();
        self.labels.clear();
        for (index, row) in rows.into_iter().enumerate() {
            self.solution = index;
            if self.holds(condition, &row)? {
                kept.push(row);
            }
        }
        Ok(kept)
    }

    /// Whether a condition is true; what is left open counts as false and is noted.
    pub(super) fn holds(&mut self, condition: &Expression, row: &Binding) -> Result<bool, Failure> {
        match self.truth(condition, row)? {
            Truth::True => Ok(true),
            Truth::False | Truth::Error(_) => Ok(false),
            Truth::Open(reason) => {
                self.taint(reason);
                Ok(false)
            }
        }
    }

    fn bind(
        &mut self,
        mut rows: Vec<Binding>,
        expression: &Expression,
        variable: &Variable,
    ) -> Result<Vec<Binding>, Failure> {
        let slot = self.slot(variable.name());
        for (index, row) in rows.iter_mut().enumerate() {
            self.solution = index;
            self.extend_row(row, expression, slot)?;
        }
        Ok(rows)
    }

    /// Extend (18.5): binds a variable to an expression's value; an error leaves it unbound.
    pub(super) fn extend_row(
        &mut self,
        row: &mut Binding,
        expression: &Expression,
        slot: usize,
    ) -> Result<(), Failure> {
        match self.evaluate(expression, row) {
            Ok(id) => row.set(slot, id),
            Err(Stop::Error(_)) => {}
            Err(Stop::Failure(failure)) => return Err(failure),
        }
        Ok(())
    }

    fn inline_data(&mut self, data: &InlineData) -> Vec<Binding> {
        let slots: Vec<usize> = data.variables.iter().map(|variable| self.slot(variable.name())).collect();
        let mut rows = Vec::new();
        for terms in &data.rows {
            let mut row = Binding::default();
            for (slot, constant) in slots.iter().zip(terms) {
                if let Some(constant) = constant {
                    row.set(*slot, self.terms.intern_ref(constant.term()));
                }
            }
            rows.push(row);
        }
        rows
    }

    /// Basic graph patterns (18.3), joined to what stands before them. A blank node keeps its slot, so that each
    /// way to map it counts (18.3.1) and triple patterns on both sides of a filter share it (5.1.1).
    fn triple_patterns(
        &mut self,
        mut rows: Vec<Binding>,
        patterns: &[TriplePattern],
    ) -> Result<Vec<Binding>, Failure> {
        let mut waiting: Vec<[Position; 3]> =
            patterns.iter().map(|pattern| self.positions(pattern)).collect();
        // A join has no order: the pattern with the most terms known goes first, to keep the tables small.
        let mut known: Vec<usize> =
            rows.first().map_or_else(Vec::new, |row| row.bound().map(|(slot, _)| slot).collect());
        while let Some(next) = most_known(&waiting, &known) {
            let pattern = waiting.remove(next);
            rows = self.triple_pattern(&rows, pattern)?;
            known.extend(pattern.iter().filter_map(|position| match position {
                Position::Slot(slot) => Some(*slot),
                Position::Term(_) => None,
            }));
        }
        Ok(rows)
    }

    fn triple_pattern(&mut self, rows: &[Binding], pattern: [Position; 3]) -> Result<Vec<Binding>, Failure> {
        let mut extended = Vec::new();
        for row in rows {
            let terms = pattern.map(|position| match position {
                Position::Term(id) => Some(id),
                Position::Slot(slot) => row.get(slot),
            });
            let open = terms.iter().flatten().find_map(|id| self.terms.as_open(*id));
            if let Some(reason) = open.map(|open| open.reason) {
                self.taint(reason);
            }
            for triple in self.triples.matching(terms) {
                self.meter.step()?;
                extended.extend(bound_to(row, pattern, triple));
                self.meter.rows(extended.len())?;
            }
        }
        Ok(extended)
    }

    fn positions(&mut self, pattern: &TriplePattern) -> [Position; 3] {
        let predicate = match &pattern.predicate {
            Verb::Variable(variable) => self.variable_position(variable.name()),
            Verb::Iri(iri) => Position::Term(self.terms.intern(quarrel_case::term::Term::iri(iri))),
        };
        [self.position(&pattern.subject), predicate, self.position(&pattern.object)]
    }

    fn position(&mut self, pattern: &TermPattern) -> Position {
        match pattern {
            TermPattern::Variable(variable) => self.variable_position(variable.name()),
            TermPattern::Blank(label) => {
                let name = format!("_:{label}");
                Position::Slot(self.slot(&name))
            }
            TermPattern::Constant(constant) => Position::Term(self.terms.intern_ref(constant.term())),
        }
    }

    /// A variable that EXISTS has substituted is a term.
    fn variable_position(&mut self, name: &str) -> Position {
        let slot = self.slot(name);
        self.outer.get(slot).map_or(Position::Slot(slot), Position::Term)
    }
}

/// The filters of a group, with their positions.
fn filters(group: &Group) -> impl Iterator<Item = (usize, &Expression)> {
    group.elements.iter().enumerate().filter_map(|(index, element)| match element {
        Element::Filter(condition) => Some((index, condition)),
        _ => None,
    })
}

/// The solution extended by a triple; none when a variable that stands twice would get two terms.
fn bound_to(row: &Binding, pattern: [Position; 3], triple: [Id; 3]) -> Option<Binding> {
    let mut row = row.clone();
    for (position, id) in pattern.into_iter().zip(triple) {
        if let Position::Slot(slot) = position {
            match row.get(slot) {
                Some(bound) if bound != id => return None,
                Some(_) => {}
                None => row.set(slot, id),
            }
        }
    }
    Some(row)
}

/// The first of the patterns with the most positions known.
fn most_known(patterns: &[[Position; 3]], known: &[usize]) -> Option<usize> {
    let count = |pattern: &[Position; 3]| {
        let positions = pattern.iter().filter(|position| match position {
            Position::Term(_) => true,
            Position::Slot(slot) => known.contains(slot),
        });
        positions.count()
    };
    let best = patterns.iter().map(count).max()?;
    patterns.iter().position(|pattern| count(pattern) == best)
}
