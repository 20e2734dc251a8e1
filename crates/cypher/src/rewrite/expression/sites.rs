//! The places of a query where an expression stands, with what is known of each.

use std::rc::Rc;

use super::super::scene::Scene;
use crate::ast::{BinaryOperator, Clause, Expression, Query, UnaryOperator, With};
use crate::evaluate::Column;
use crate::walk;

/// An expression in its place.
#[derive(Clone)]
pub(in super::super) struct Site<'q> {
    /// The expression.
    pub expression: &'q Expression,
    /// Whether it is asked for a truth value, so that it is a boolean or null.
    pub truth: bool,
    /// What is in scope; none where more is than the query's own variables.
    pub columns: Option<Rc<[Column]>>,
    /// The clause, counted over all parts.
    clause: usize,
    /// Which of the clause's outermost expressions.
    root: usize,
    /// The children on the way down from there.
    path: Vec<usize>,
}

impl Site<'_> {
    /// Which part of the query it is in, and which clause of that part.
    pub(in super::super) fn clause_of(&self, query: &Query) -> (usize, usize) {
        let mut at = self.clause;
        let parts = std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part));
        for (number, part) in parts.enumerate() {
            if at < part.clauses.len() {
                return (number, at);
            }
            at -= part.clauses.len();
        }
        (0, 0)
    }

    /// The query with another expression here. A column that has a variable's name keeps it.
    pub(in super::super) fn replaced(&self, scene: &Scene<'_>, other: Expression) -> Option<Query> {
        let mut query = scene.query.clone();
        let clause = walk::clauses_mut(&mut query).nth(self.clause)?;
        let place = std::ptr::from_ref(*walk::expressions(clause).get(self.root)?);
        keep_name(clause, place);
        let mut found = walk::expressions_mut(clause).into_iter().nth(self.root)?;
        for step in &self.path {
            found = walk::children_mut(found).into_iter().nth(*step)?;
        }
        *found = other;
        Some(query)
    }
}

/// Gives the item of a projection whose expression stands at this place the name by which it is known behind, also in a
/// subquery: `RETURN n` names a column, `RETURN head([n])` does not.
fn keep_name(clause: &mut Clause, place: *const Expression) {
    match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => {
            let item = projection.items.iter_mut().find(|item| std::ptr::eq(&item.expression, place));
            if let Some(item) = item {
                item.alias = walk::column(item).map(str::to_owned);
            }
        }
        Clause::Subquery(call) => {
            walk::clauses_mut(&mut call.query).for_each(|inner| keep_name(inner, place));
        }
        _ => {}
    }
}

/// Every expression of a query, each before what is inside it; not what `SKIP` and `LIMIT` count.
pub(in super::super) fn sites<'s>(scene: &'s Scene<'_>) -> Vec<Site<'s>> {
    let mut found = Vec::new();
    for (number, spot) in scene.spots().iter().enumerate() {
        let Some(clause) = spot.clauses.get(spot.at) else { continue };
        let (before, after): (Rc<[Column]>, Rc<[Column]>) = (spot.before.into(), spot.after.into());
        for (root, expression) in walk::expressions(clause).into_iter().enumerate() {
            let columns = match clause {
                Clause::Match(_) => Some(&after),
                Clause::Unwind(_) => Some(&before),
                Clause::With(_) | Clause::Return(_) if root < items(clause) => Some(&before),
                _ => None,
            };
            if is_count(clause, expression) {
                continue;
            }
            let truth = is_condition(clause, expression);
            let columns = columns.map(Rc::clone);
            within(Site { expression, truth, columns, clause: number, root, path: Vec::new() }, &mut found);
        }
    }
    found
}

fn items(clause: &Clause) -> usize {
    match clause {
        Clause::With(with) => with.projection.items.len(),
        Clause::Return(projection) => projection.items.len(),
        _ => 0,
    }
}

fn is_count(clause: &Clause, expression: &Expression) -> bool {
    let projection = match clause {
        Clause::With(with) => &with.projection,
        Clause::Return(projection) => projection,
        // A subquery's counts stand among its other expressions.
        Clause::Subquery(call) => return walk::clauses(&call.query).any(|inner| is_count(inner, expression)),
        _ => return false,
    };
    projection.skip.iter().chain(&projection.limit).any(|count| std::ptr::eq(count, expression))
}

/// Whether an outermost expression is a `WHERE`.
fn is_condition(clause: &Clause, expression: &Expression) -> bool {
    match clause {
        Clause::Match(inner) => {
            inner.condition.as_ref().is_some_and(|condition| std::ptr::eq(condition, expression))
        }
        Clause::With(with) => {
            with.condition.as_ref().is_some_and(|condition| std::ptr::eq(condition, expression))
        }
        Clause::Subquery(call) => walk::clauses(&call.query).any(|inner| is_condition(inner, expression)),
        _ => false,
    }
}

fn within<'q>(site: Site<'q>, found: &mut Vec<Site<'q>>) {
    let parent = site.expression;
    let local = !walk::locals(parent).is_empty() || matches!(parent, Expression::Subquery(_));
    let children = walk::children(parent);
    found.push(site.clone());
    for (step, child) in children.into_iter().enumerate() {
        if let Expression::Subquery(inner) = parent
            && walk::clauses(&inner.query).any(|clause| is_count(clause, child))
        {
            continue;
        }
        let path = site.path.iter().copied().chain([step]).collect();
        let columns = if local { None } else { site.columns.clone() };
        within(Site { expression: child, truth: asks(parent, child), columns, path, ..site }, found);
    }
}

/// Whether an expression asks for the truth of what is directly inside it.
fn asks(parent: &Expression, child: &Expression) -> bool {
    let is = |other: &Expression| std::ptr::eq(other, child);
    match parent {
        Expression::Unary { operator: UnaryOperator::Not, .. }
        | Expression::Binary {
            operator: BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor,
            ..
        } => true,
        Expression::Quantifier(inner) => is(&inner.condition),
        Expression::ListComprehension(inner) => inner.condition.as_ref().is_some_and(is),
        Expression::PatternComprehension(inner) => inner.condition.as_ref().is_some_and(is),
        Expression::Case(inner) => inner.subject.is_none() && inner.branches.iter().any(|(when, _)| is(when)),
        Expression::Subquery(inner) => walk::clauses(&inner.query).any(|clause| is_condition(clause, child)),
        _ => false,
    }
}
