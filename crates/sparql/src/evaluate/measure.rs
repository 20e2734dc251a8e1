//! Bounds: what an evaluation may cost, and how deep a tree may be that is walked recursively.

use quarrel_case::language::{Budget, Failure};

use crate::ast::{
    Element, Expression, Group, Operation, Path, Query, TermPattern, TriplePattern, Update, Verb,
};

/// Trees nest at most this deep. The parser's own bound is lower; trees also come from JSON.
const MAX_DEPTH: usize = 256;

/// Bytes of the longest text that a function may make.
const MAX_TEXT: usize = 1 << 16;
/// Bytes of all texts that one query may make.
const MAX_TEXTS: usize = 1 << 26;
/// Bits of the largest product.
const MAX_BITS: u64 = 1 << 15;
/// Bytes of text, or bits of numbers, that are worked on in one elementary step.
const UNIT: u64 = 64;

/// What is left of a budget.
#[derive(Debug)]
pub(super) struct Meter {
    budget: Budget,
    steps: u64,
    texts: usize,
}

impl Meter {
    pub(super) fn new(budget: Budget) -> Self {
        Self { budget, steps: 0, texts: 0 }
    }

    /// Counts one elementary step.
    pub(super) fn step(&mut self) -> Result<(), Failure> {
        self.work(0)
    }

    /// Counts a step on something of this size, so that a chain of doublings does not outgrow the budget.
    pub(super) fn work(&mut self, size: u64) -> Result<(), Failure> {
        self.steps += 1 + size / UNIT;
        if self.steps > self.budget.steps { Err(Failure::Budget("steps")) } else { Ok(()) }
    }

    /// Counts a text that a function makes.
    pub(super) fn text(&mut self, length: usize) -> Result<(), Failure> {
        self.texts = self.texts.saturating_add(length);
        if length > MAX_TEXT || self.texts > MAX_TEXTS { Err(Failure::Budget("text")) } else { Ok(()) }
    }

    /// Checks the size of a product.
    pub(super) fn product(&mut self, bits: u64) -> Result<(), Failure> {
        if bits > MAX_BITS { Err(Failure::Budget("digits")) } else { self.work(bits) }
    }

    /// Checks the size of a table.
    pub(super) fn rows(&self, count: usize) -> Result<(), Failure> {
        if count > self.budget.rows { Err(Failure::Budget("rows")) } else { Ok(()) }
    }
}

fn verdict(fits: bool) -> Result<(), Failure> {
    if fits { Ok(()) } else { Err(Failure::Budget("nesting depth")) }
}

/// Refuses a query that is too deep.
pub(super) fn check_query(query: &Query) -> Result<(), Failure> {
    let template = match &query.form {
        crate::ast::Form::Construct(Some(template)) => template.as_slice(),
        _ => &[],
    };
    verdict(select(query, MAX_DEPTH) && template.iter().all(|part| pattern(part, MAX_DEPTH)))
}

/// Refuses an update that is too deep.
pub(super) fn check_update(update: &Update) -> Result<(), Failure> {
    let fits = |operation: &Operation| {
        let mut triples = operation.blocks().flat_map(|block| &block.patterns);
        let pattern = operation.pattern().is_none_or(|part| group(part, MAX_DEPTH));
        pattern && triples.all(|part| self::pattern(part, MAX_DEPTH))
    };
    verdict(update.operations.iter().all(fits))
}

/// Refuses a group that is too deep.
pub(super) fn check_group(part: &Group) -> Result<(), Failure> {
    verdict(group(part, MAX_DEPTH))
}

/// Refuses an element that is too deep.
pub(super) fn check_element(part: &Element) -> Result<(), Failure> {
    verdict(element(part, MAX_DEPTH))
}

/// Refuses an expression that is too deep.
pub(super) fn check_expression(part: &Expression) -> Result<(), Failure> {
    verdict(expression(part, MAX_DEPTH))
}

fn group(part: &Group, left: usize) -> bool {
    left > 0 && part.elements.iter().all(|part| element(part, left - 1))
}

fn element(part: &Element, left: usize) -> bool {
    match part {
        Element::Triples(patterns) => patterns.iter().all(|part| pattern(part, left)),
        Element::Values(_) => true,
        Element::Filter(condition) => expression(condition, left),
        Element::Bind { expression: value, .. } => expression(value, left),
        Element::Optional(inner)
        | Element::Group(inner)
        | Element::Minus(inner)
        | Element::Graph { group: inner, .. }
        | Element::Service { group: inner, .. } => group(inner, left),
        Element::Select(query) => left > 0 && select(query, left - 1),
        Element::Union(branches) => branches.iter().all(|branch| group(branch, left)),
    }
}

fn select(query: &Query, left: usize) -> bool {
    let modifiers = &query.modifiers;
    let columns = query.columns().iter().filter_map(|column| match column {
        crate::ast::Column::Expression { expression, .. } => Some(expression),
        crate::ast::Column::Variable(_) => None,
    });
    let keys = modifiers.group_by.iter().map(|key| &key.expression);
    let orders = modifiers.order_by.iter().map(|key| &key.expression);
    let mut expressions = columns.chain(keys).chain(&modifiers.having).chain(orders);
    group(&query.pattern, left) && expressions.all(|part| expression(part, left))
}

/// Refuses a triple pattern whose paths or triple terms are too deep.
pub(super) fn pattern(part: &TriplePattern, left: usize) -> bool {
    let term = |part: &TermPattern| match part {
        TermPattern::Triple(inner) => left > 0 && pattern(inner, left - 1),
        _ => true,
    };
    let verb = match &part.predicate {
        Verb::Path(whole) => path(whole, left),
        _ => true,
    };
    verb && term(&part.subject) && term(&part.object)
}

fn path(part: &Path, left: usize) -> bool {
    left > 0 && part.children().iter().all(|child| path(child, left - 1))
}

fn expression(part: &Expression, left: usize) -> bool {
    if left == 0 {
        return false;
    }
    match part {
        Expression::Exists { group: inner, .. } => group(inner, left - 1),
        part => part.children().into_iter().all(|child| expression(child, left - 1)),
    }
}
