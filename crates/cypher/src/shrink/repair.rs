//! Makes a query whole again after something was taken out of it.
//!
//! A clause that is gone leaves variables behind that nobody binds. What uses such a variable gets the value
//! that it is known to have, or is dropped in turn: a projected item, a sort key, a conjunct, an entry of a
//! property map. Where something must remain, a constant takes its place.

mod updating;

use std::cell::Cell;
use std::collections::BTreeSet;

use super::draft::Draft;
use super::known::Known;
use crate::ast::{
    BinaryOperator, Clause, Expression, Hop, Literal, NodePattern, PathPattern, Projection, ProjectionItem,
    Query, SingleQuery,
};
use crate::walk;

type Scope = BTreeSet<String>;

/// Replaces by known values, if they are given, or drops whatever uses variables that are not bound, and drops
/// columns that not all parts of a union have. True when there was something to repair.
pub(super) fn repair(draft: &mut Draft, known: Option<&Known<'_>>) -> bool {
    let query = &mut draft.query;
    let mut repair = Repair { known, origins: draft.origins.iter(), origin: None, dangled: Cell::new(false) };
    repair.part(&mut query.first);
    query.unions.iter_mut().for_each(|(_, part)| repair.part(part));
    let dangled = repair.dangled.get();
    if !query.unions.is_empty() {
        align(query);
    }
    dangled
}

struct Repair<'r> {
    known: Option<&'r Known<'r>>,
    /// The clauses of the original that those to come stem from.
    origins: std::slice::Iter<'r, Option<usize>>,
    origin: Option<usize>,
    /// Whether something used a variable that is not bound.
    dangled: Cell<bool>,
}

impl Repair<'_> {
    fn part(&mut self, part: &mut SingleQuery) {
        let mut scope = Scope::new();
        for clause in &mut part.clauses {
            self.origin = self.origins.next().copied().flatten();
            self.clause(clause, &mut scope);
        }
        part.clauses.retain(|clause| !updating::is_empty(clause));
    }

    fn clause(&self, clause: &mut Clause, scope: &mut Scope) {
        match clause {
            Clause::Match(inner) => {
                self.patterns(inner.patterns.iter_mut(), scope);
                inner.condition =
                    inner.condition.take().and_then(|condition| self.condition(condition, scope));
            }
            Clause::Unwind(inner) => {
                self.list(&mut inner.list, scope);
                scope.insert(inner.variable.clone());
            }
            Clause::With(inner) => {
                let before = std::mem::take(scope);
                *scope = self.projection(&mut inner.projection, &before, Literal::Null);
                let condition = inner.condition.take();
                inner.condition = condition.and_then(|condition| self.condition(condition, scope));
            }
            Clause::Return(inner) => *scope = self.projection(inner, scope, Literal::Integer(1)),
            other => self.updating(other, scope),
        }
    }

    /// A list that something must be taken from.
    fn list(&self, list: &mut Expression, scope: &Scope) {
        if !self.mend(list, scope) {
            *list = Expression::List(vec![Expression::Literal(Literal::Null)]);
        }
    }

    /// What patterns say of bound variables only; their own are bound first.
    fn patterns<'p>(&self, patterns: impl Iterator<Item = &'p mut PathPattern>, scope: &mut Scope) {
        let patterns: Vec<&mut PathPattern> = patterns.collect();
        patterns.iter().for_each(|pattern| scope.extend(variables(pattern)));
        patterns.into_iter().for_each(|pattern| self.pattern(pattern, scope));
    }

    fn pattern(&self, pattern: &mut PathPattern, scope: &Scope) {
        let node = |node: &mut NodePattern| {
            node.properties.retain_mut(|(_, value)| self.mend(value, scope));
            self.inline_condition(&mut node.condition, scope);
        };
        node(&mut pattern.start);
        for step in &mut pattern.steps {
            match &mut step.hop {
                Hop::Relationship(inner) => {
                    inner.properties.retain_mut(|(_, value)| self.mend(value, scope));
                    self.inline_condition(&mut inner.condition, scope);
                }
                Hop::Quantified(inner) => self.pattern(&mut inner.pattern, scope),
            }
            node(&mut step.node);
        }
        self.inline_condition(&mut pattern.condition, scope);
    }

    fn inline_condition(&self, condition: &mut Option<Box<Expression>>, scope: &Scope) {
        *condition = condition.take().and_then(|inner| self.condition(*inner, scope)).map(Box::new);
    }

    /// Gives the variables in scope after the projection. Where no item is left there stands a constant: null
    /// if later clauses read it, because null can be read as anything.
    fn projection(&self, projection: &mut Projection, scope: &Scope, constant: Literal) -> Scope {
        let first = projection.items.first().and_then(column);
        projection.items.retain_mut(|item| {
            let name = column(item);
            let whole = self.mend(&mut item.expression, scope);
            if column(item) != name {
                item.alias = name;
            }
            whole
        });
        if projection.items.is_empty() && (!projection.star || scope.is_empty()) {
            projection.star = false;
            projection.items.push(named(constant, first));
        }
        let mut after = if projection.star { scope.clone() } else { Scope::new() };
        after.extend(projection.items.iter().filter_map(column));
        let sortable: Scope = scope.union(&after).cloned().collect();
        projection.order.retain_mut(|item| self.mend(&mut item.expression, &sortable));
        after
    }

    /// Whether an expression uses bound variables only, if need be after known values took places in it.
    fn mend(&self, expression: &mut Expression, scope: &Scope) -> bool {
        if is_bound(expression, scope) {
            return true;
        }
        self.dangled.set(true);
        let (Some(known), Some(origin)) = (self.known, self.origin) else { return false };
        let mended = known.mended(origin, expression, &|name| scope.contains(name));
        mended.map(|mended| *expression = mended).is_some()
    }

    /// The conjuncts of a condition that use bound variables only.
    fn condition(&self, mut condition: Expression, scope: &Scope) -> Option<Expression> {
        if self.mend(&mut condition, scope) {
            return Some(condition);
        }
        match condition {
            Expression::Binary { operator: BinaryOperator::And, left, right } => {
                match (self.condition(*left, scope), self.condition(*right, scope)) {
                    (Some(left), Some(right)) => Some(and(left, right)),
                    (left, right) => left.or(right),
                }
            }
            _ => None,
        }
    }
}

/// Both conditions in one.
pub(super) fn and(left: Expression, right: Expression) -> Expression {
    Expression::Binary { operator: BinaryOperator::And, left: Box::new(left), right: Box::new(right) }
}

/// The variables that a pattern binds or uses in binding position.
pub(super) fn variables(pattern: &PathPattern) -> impl Iterator<Item = String> {
    walk::pattern_variables(pattern).into_iter().map(str::to_owned)
}

fn named(constant: Literal, alias: Option<String>) -> ProjectionItem {
    let alias = alias.unwrap_or_else(|| "x".to_owned());
    ProjectionItem { expression: Expression::Literal(constant), alias: Some(alias) }
}

/// The name of a projected item's column, if it is a variable's or an alias.
pub(super) fn column(item: &ProjectionItem) -> Option<String> {
    match (&item.alias, &item.expression) {
        (Some(alias), _) => Some(alias.clone()),
        (None, Expression::Variable(name)) => Some(name.clone()),
        _ => None,
    }
}

fn is_bound(expression: &Expression, scope: &Scope) -> bool {
    walk::free_variables(expression).into_iter().all(|name| scope.contains(name))
}

/// Leaves only the columns that all parts of a union return.
fn align(query: &mut Query) {
    let mut parts: Vec<&mut SingleQuery> =
        std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|(_, part)| part)).collect();
    let columns: Vec<Scope> = parts.iter().map(|part| returned(part)).collect();
    let shared = |item: &ProjectionItem| {
        column(item).is_none_or(|name| columns.iter().all(|columns| columns.contains(&name)))
    };
    for part in &mut parts {
        if let Some(Clause::Return(projection)) = part.clauses.last_mut() {
            projection.items.retain(shared);
            if projection.items.is_empty() && !projection.star {
                projection.items.push(named(Literal::Integer(1), None));
            }
        }
    }
}

fn returned(part: &SingleQuery) -> Scope {
    match part.clauses.last() {
        Some(Clause::Return(projection)) => projection.items.iter().filter_map(column).collect(),
        _ => Scope::new(),
    }
}
