//! Group graph patterns (18.2.2), evaluated element by element in the order in which they are written.
//!
//! The recommendation translates a group by folding its elements into one expression of the algebra, from the left;
//! evaluating while folding gives the same bags and needs no second tree. Filters wait for the end of their group.

use quarrel_case::language::Failure;

use super::expression::{Stop, Truth};
use super::path::End;
use super::terms::Id;
use super::{Binding, Evaluator, Fault};
use crate::ast::{
    Element, Expression, Group, InlineData, Path, Query, TermPattern, TriplePattern, Variable, Verb,
};
use crate::walk::{self, Node};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A position of a triple pattern: a term, or the slot of a variable.
#[derive(Debug, Clone, Copy)]
enum Position {
    Term(Id),
    Slot(usize),
    /// A triple term with slots in it, by its place in [`Patterns::inner`].
    Inner(usize),
}

/// What stands between a subject and an object.
#[derive(Debug, Clone, Copy)]
enum Link<'a> {
    Predicate(Position),
    Path(&'a Path),
}

/// A basic graph pattern, or rather all patterns of a block, with their triple terms.
#[derive(Default)]
struct Patterns<'a> {
    waiting: Vec<(Position, Link<'a>, Position)>,
    /// The parts of triple terms that are not known.
    inner: Vec<[Position; 3]>,
}

impl Patterns<'_> {
    /// The slots of a position, those inside a triple term too.
    fn slots(&self, position: Position, found: &mut Vec<usize>) {
        match position {
            Position::Term(_) => {}
            Position::Slot(slot) => found.push(slot),
            Position::Inner(index) => {
                for part in self.inner.get(index).into_iter().flatten() {
                    self.slots(*part, found);
                }
            }
        }
    }
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
            Element::Graph { name, group } => self.graph(rows, name, group),
            Element::Service { .. } => Err(Failure::Unmodelled("SERVICE".to_owned())),
            Element::Select(query) => {
                if !self.outer.is_empty() {
                    let reason = "a sub-select inside EXISTS over a variable from outside";
                    self.check_substituted(&mentioned(query), reason);
                }
                let right = self.sub_select(query)?;
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

    pub(super) fn inline_data(&mut self, data: &InlineData) -> Vec<Binding> {
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
        triples: &[TriplePattern],
    ) -> Result<Vec<Binding>, Failure> {
        let mut patterns = Patterns::default();
        for triple in triples {
            let subject = self.position(&triple.subject, &mut patterns.inner);
            let link = match &triple.predicate {
                Verb::Path(path) => Link::Path(path),
                verb => Link::Predicate(self.predicate(verb)),
            };
            let object = self.position(&triple.object, &mut patterns.inner);
            patterns.waiting.push((subject, link, object));
        }
        // A join has no order: the pattern with the most terms known goes first, to keep the tables small.
        let mut known: Vec<usize> =
            rows.first().map_or_else(Vec::new, |row| row.bound().map(|(slot, _)| slot).collect());
        while let Some(next) = most_known(&patterns, &known) {
            let (subject, link, object) = patterns.waiting.remove(next);
            rows = match link {
                Link::Predicate(predicate) => {
                    patterns.slots(predicate, &mut known);
                    self.triple_pattern(&rows, [subject, predicate, object], &patterns.inner)?
                }
                Link::Path(path) => self.path_pattern(&rows, [subject, object], path, &patterns.inner)?,
            };
            patterns.slots(subject, &mut known);
            patterns.slots(object, &mut known);
        }
        Ok(rows)
    }

    fn triple_pattern(
        &mut self,
        rows: &[Binding],
        pattern: [Position; 3],
        inner: &[[Position; 3]],
    ) -> Result<Vec<Binding>, Failure> {
        let graph = std::sync::Arc::clone(&self.active);
        let mut extended = Vec::new();
        for row in rows {
            let terms = pattern.map(|position| known(position, row));
            self.taint_if_open(&terms);
            self.taint_if_alike(terms);
            let stale = match self.semantics.has(Fault::StaleIndex) && is_by_object(&pattern) {
                true => self.stale(terms),
                false => Vec::new(),
            };
            for triple in graph.matching(terms).chain(stale) {
                self.meter.step()?;
                extended.extend(self.bound_to(row, &pattern, &triple, inner));
                self.meter.rows(extended.len())?;
            }
        }
        Ok(extended)
    }

    /// A property path pattern (18.4).
    fn path_pattern(
        &mut self,
        rows: &[Binding],
        ends: [Position; 2],
        path: &Path,
        inner: &[[Position; 3]],
    ) -> Result<Vec<Binding>, Failure> {
        let mut extended = Vec::new();
        let mut found: BTreeMap<[Option<Id>; 2], Vec<(Id, Id)>> = BTreeMap::new();
        for row in rows {
            let values = ends.map(|position| known(position, row));
            self.taint_if_open(&values);
            self.taint_if_node(values);
            let pairs = match found.entry(values) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => {
                    let [start, end] = ends.map(|position| match position {
                        Position::Term(id) => End::Term(id),
                        other => End::Variable(known(other, row)),
                    });
                    place.insert(self.path_pairs(path, start, end)?)
                }
            };
            for (first, last) in pairs.iter() {
                self.meter.step()?;
                extended.extend(self.bound_to(row, &ends, &[*first, *last], inner));
                self.meter.rows(extended.len())?;
            }
        }
        Ok(extended)
    }

    fn taint_if_open(&mut self, terms: &[Option<Id>]) {
        let open = terms.iter().flatten().find_map(|id| self.terms.as_open(*id));
        if let Some(reason) = open.map(|open| open.reason) {
            self.taint(reason);
        }
    }

    /// The solution extended by terms; none when a variable that stands twice would get two of them.
    fn bound_to(
        &mut self,
        row: &Binding,
        pattern: &[Position],
        terms: &[Id],
        inner: &[[Position; 3]],
    ) -> Option<Binding> {
        let mut row = row.clone();
        let fits =
            pattern.iter().zip(terms).all(|(position, id)| self.bind_to(&mut row, *position, *id, inner));
        fits.then_some(row)
    }

    fn bind_to(&mut self, row: &mut Binding, position: Position, id: Id, inner: &[[Position; 3]]) -> bool {
        match position {
            Position::Term(term) => self.same_or_noted(term, id),
            Position::Slot(slot) => match row.get(slot) {
                Some(bound) => self.same_or_noted(bound, id),
                None => {
                    row.set(slot, id);
                    true
                }
            },
            Position::Inner(index) => {
                let Some(parts) = self.terms.parts(id) else {
                    return false;
                };
                let pattern = inner.get(index).into_iter().flatten();
                pattern.zip(parts).all(|(position, part)| self.bind_to(row, *position, part, inner))
            }
        }
    }

    fn predicate(&mut self, verb: &Verb) -> Position {
        match verb {
            Verb::Variable(variable) => self.variable_position(variable.name()),
            Verb::Iri(iri) => Position::Term(self.terms.intern(quarrel_case::term::Term::iri(iri))),
            // A triple term has no path for a predicate; a tree from elsewhere that has one matches nothing.
            Verb::Path(_) => Position::Term(self.terms.boolean(false)),
        }
    }

    fn position(&mut self, pattern: &TermPattern, inner: &mut Vec<[Position; 3]>) -> Position {
        match pattern {
            TermPattern::Variable(variable) => self.variable_position(variable.name()),
            TermPattern::Blank(label) => {
                let name = format!("_:{label}");
                Position::Slot(self.slot(&name))
            }
            TermPattern::Constant(constant) => Position::Term(self.terms.intern_ref(constant.term())),
            TermPattern::Triple(triple) => {
                let subject = self.position(&triple.subject, inner);
                let predicate = self.predicate(&triple.predicate);
                let object = self.position(&triple.object, inner);
                inner.push([subject, predicate, object]);
                Position::Inner(inner.len() - 1)
            }
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

/// Whether a pattern asks by constants for predicate and object alone.
fn is_by_object(pattern: &[Position; 3]) -> bool {
    matches!(pattern, [Position::Slot(_), Position::Term(_), Position::Term(_)])
}

/// What a position is known to hold in a solution.
fn known(position: Position, row: &Binding) -> Option<Id> {
    match position {
        Position::Term(id) => Some(id),
        Position::Slot(slot) => row.get(slot),
        Position::Inner(_) => None,
    }
}

/// The first of the patterns with the most positions known; paths, which cost more, come last among equals.
fn most_known(patterns: &Patterns<'_>, known: &[usize]) -> Option<usize> {
    let is_known = |position: Position| match position {
        Position::Term(_) => 1,
        Position::Slot(slot) => usize::from(known.contains(&slot)),
        Position::Inner(_) => {
            let mut slots = Vec::new();
            patterns.slots(position, &mut slots);
            usize::from(slots.iter().all(|slot| known.contains(slot)))
        }
    };
    let count = |(subject, link, object): &(Position, Link<'_>, Position)| {
        let ends = is_known(*subject) + is_known(*object);
        match link {
            Link::Predicate(predicate) => ends + is_known(*predicate),
            Link::Path(_) => ends,
        }
    };
    let best = patterns.waiting.iter().map(count).max()?;
    patterns.waiting.iter().position(|pattern| count(pattern) == best)
}

/// The variables of a sub-select, those that it shows and those that it hides.
fn mentioned(query: &Query) -> Vec<Variable> {
    let mut found = Vec::new();
    walk::walk(&mut query.clone(), &mut |node| {
        if let Node::Variable(variable) = node {
            found.push(variable.clone());
        }
    });
    found
}
