//! What the evaluator does not model, named; it answers none of it.

use super::check::is_importing;
use super::context::{Outcome, unmodelled};
use crate::ast::{
    Clause, Expression, Hop, NodePattern, PathPattern, PathSelector, PathStep, Query, RelationshipPattern,
    SingleQuery, SubqueryCall,
};
use crate::walk;

/// Stops at the first construct of a query that has no meaning here yet.
pub(super) fn query(query: &Query) -> Outcome<()> {
    walk::clauses(query).try_for_each(clause)
}

/// The same for a clause.
pub(super) fn clause(clause: &Clause) -> Outcome<()> {
    if let Clause::Subquery(call) = clause {
        subquery(call)?;
    }
    if let Clause::Match(clause) = clause {
        patterns(&clause.patterns)?;
    }
    walk::nested_clauses(clause).into_iter().try_for_each(self::clause)?;
    walk::expressions(clause).into_iter().try_for_each(expression)
}

/// The same for an expression.
pub(super) fn expression(of: &Expression) -> Outcome<()> {
    match of {
        Expression::Pattern(pattern) => patterns(std::slice::from_ref(pattern))?,
        Expression::PatternComprehension(inner) => patterns(std::slice::from_ref(&inner.pattern))?,
        // What is directly inside it are the expressions of its clauses.
        Expression::Subquery(inner) => return query(&inner.query),
        _ => {}
    }
    walk::children(of).into_iter().try_for_each(expression)
}

/// What engines do with these forms of `CALL { ... }` differs, or is not said.
fn subquery(call: &SubqueryCall) -> Outcome<()> {
    let parts = || std::iter::once(&call.query.first).chain(call.query.unions.iter().map(|(_, part)| part));
    let is_star = |part: &SingleQuery| matches!(part.clauses.last(), Some(Clause::Return(projection)) if projection.star);
    if call.imports.is_some() && parts().any(is_star) {
        return Err(unmodelled("RETURN * in a subquery that is given variables"));
    }
    let is_mixed = |part: &SingleQuery| match part.clauses.first() {
        Some(Clause::With(with)) if is_importing(part) => {
            let projection = &with.projection;
            let renamed =
                |name: &String, alias: &Option<String>| alias.as_ref().is_some_and(|alias| alias != name);
            let plain = projection.items.iter().all(|item| match &item.expression {
                Expression::Variable(name) => !renamed(name, &item.alias),
                _ => false,
            });
            let bare = projection.order.is_empty() && projection.skip.is_none() && projection.limit.is_none();
            !plain || !bare || projection.distinct || with.condition.is_some()
        }
        _ => false,
    };
    if call.imports.is_none() && parts().any(is_mixed) {
        return Err(unmodelled("a WITH that imports variables and does more"));
    }
    Ok(())
}

fn patterns(patterns: &[PathPattern]) -> Outcome<()> {
    let selects = |pattern: &&PathPattern| pattern.selector.is_some();
    let hops = patterns.iter().filter(|pattern| !pattern.steps.is_empty()).count();
    if patterns.iter().any(|pattern| selects(&pattern)) && hops > 1 {
        return Err(unmodelled("a selection of paths beside other paths"));
    }
    patterns.iter().try_for_each(pattern)
}

fn pattern(pattern: &PathPattern) -> Outcome<()> {
    let is_old =
        matches!(pattern.selector, Some(PathSelector::ShortestPath | PathSelector::AllShortestPaths));
    if is_old && !is_one_hop(pattern) {
        return Err(unmodelled("shortestPath() of more than one relationship"));
    }
    for step in &pattern.steps {
        match &step.hop {
            Hop::Relationship(inner) => relationship(inner)?,
            Hop::Quantified(inner) => {
                let is_plain = |step: &PathStep| step.relationship().is_some_and(|hop| hop.length.is_none());
                let is_flat = inner.pattern.steps.iter().all(is_plain) && !inner.pattern.steps.is_empty();
                if !is_flat || inner.pattern.variable.is_some() || inner.pattern.selector.is_some() {
                    return Err(unmodelled("a quantified path of this form"));
                }
                self::pattern(&inner.pattern)?;
            }
        }
    }
    let mut nodes = std::iter::once(&pattern.start).chain(pattern.steps.iter().map(|step| &step.node));
    if nodes.any(|node: &NodePattern| node.parameter.is_some()) {
        return Err(unmodelled("properties by a parameter"));
    }
    Ok(())
}

/// A chain of relationships has no `WHERE` in Cypher 5, and no other source says what it is about.
fn relationship(relationship: &RelationshipPattern) -> Outcome<()> {
    if relationship.condition.is_some() && relationship.length.is_some() {
        return Err(unmodelled("a WHERE in a variable-length relationship"));
    }
    if relationship.parameter.is_some() {
        return Err(unmodelled("properties by a parameter"));
    }
    Ok(())
}

/// Whether this is a form that `shortestPath()` takes: one relationship, from 0 or 1 on.
fn is_one_hop(pattern: &PathPattern) -> bool {
    let [step] = pattern.steps.as_slice() else { return false };
    let Some(hop) = step.relationship() else { return false };
    hop.length.is_none_or(|length| length.minimum.is_none_or(|least| least < 2))
}
