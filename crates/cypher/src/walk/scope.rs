//! Which variables an expression takes from its surroundings, and which it brings along.

use std::collections::BTreeSet;

use super::{children, children_mut, clauses, nested_clauses, path_steps, patterns};
use crate::ast::{
    Clause, Expression, Hop, Imports, MapProjectionItem, PathPattern, Projection, ProjectionItem, Query,
    RemoveItem, SetItem, With, YieldItem,
};

/// The variables that an expression binds for what is inside it.
pub(crate) fn locals(expression: &Expression) -> Vec<&str> {
    match expression {
        Expression::ListComprehension(inner) => vec![&inner.variable],
        Expression::Quantifier(inner) => vec![&inner.variable],
        Expression::Reduce(inner) => vec![&inner.accumulator, &inner.variable],
        Expression::PatternComprehension(inner) => pattern_variables(&inner.pattern),
        Expression::Subquery(inner) => query_variables(&inner.query),
        _ => Vec::new(),
    }
}

/// How many of an expression's children stand outside the scope of its own variables; they come first.
fn outside(expression: &Expression) -> usize {
    match expression {
        Expression::ListComprehension(_) | Expression::Quantifier(_) => 1,
        Expression::Reduce(_) => 2,
        _ => 0,
    }
}

/// The variables that an expression itself reads, not those of what is inside it.
pub(crate) fn own_variables(expression: &Expression) -> Vec<&str> {
    match expression {
        Expression::Variable(name) => vec![name],
        Expression::MapProjection(inner) => {
            let others = inner.items.iter().filter_map(|item| match item {
                MapProjectionItem::Variable(name) => Some(name.as_str()),
                _ => None,
            });
            std::iter::once(inner.variable.as_str()).chain(others).collect()
        }
        // A pattern that is a condition binds nothing.
        Expression::Pattern(pattern) => pattern_variables(pattern),
        _ => Vec::new(),
    }
}

/// The variables of a pattern, new and bound before.
pub(crate) fn pattern_variables(pattern: &PathPattern) -> Vec<&str> {
    let mut found: Vec<&String> = pattern.variable.iter().chain(&pattern.start.variable).collect();
    for step in path_steps(pattern) {
        match &step.hop {
            Hop::Relationship(inner) => found.extend(&inner.variable),
            Hop::Quantified(inner) => {
                found.extend(inner.pattern.variable.iter().chain(&inner.pattern.start.variable));
            }
        }
        found.extend(&step.node.variable);
    }
    found.into_iter().map(String::as_str).collect()
}

/// The variables that a clause adds to those in scope, or that are bound already where they stand. `WITH` and
/// `RETURN`, which make a scope of their own, are not asked.
pub(crate) fn bound_variables(clause: &Clause) -> Vec<&str> {
    match clause {
        Clause::Unwind(inner) => vec![&inner.variable],
        Clause::Call(inner) => {
            let items = inner.yields.iter().flat_map(|yields| &yields.items);
            items.map(YieldItem::variable).collect()
        }
        Clause::Subquery(inner) => match inner.query.first.clauses.last() {
            Some(Clause::Return(projection)) => columns(projection),
            _ => Vec::new(),
        },
        _ => patterns(clause).into_iter().flat_map(pattern_variables).collect(),
    }
}

/// The columns of a projection that have a variable's name or an alias.
fn columns(projection: &Projection) -> Vec<&str> {
    projection.items.iter().filter_map(column).collect()
}

/// The name of a column that has a variable's name or an alias.
pub(crate) fn column(item: &ProjectionItem) -> Option<&str> {
    match (&item.alias, &item.expression) {
        (Some(name), _) | (None, Expression::Variable(name)) => Some(name),
        _ => None,
    }
}

/// The variables that stand anywhere in a query where a variable may be bound, or be bound already.
pub(crate) fn query_variables(query: &Query) -> Vec<&str> {
    clauses(query).flat_map(all_variables).collect()
}

fn all_variables(clause: &Clause) -> Vec<&str> {
    let mut found = match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => {
            projection.items.iter().filter_map(|item| item.alias.as_deref()).collect()
        }
        Clause::Foreach(inner) => vec![inner.variable.as_str()],
        _ => bound_variables(clause),
    };
    found.extend(nested_clauses(clause).into_iter().flat_map(all_variables));
    found
}

/// The variables that a clause reads outside its expressions and patterns.
pub(crate) fn written_variables(clause: &Clause) -> Vec<&str> {
    match clause {
        Clause::Set(items) => items.iter().filter_map(set_of).collect(),
        Clause::Merge(inner) => inner.on_create.iter().chain(&inner.on_match).filter_map(set_of).collect(),
        Clause::Remove(items) => items.iter().filter_map(removed_from).collect(),
        Clause::Subquery(inner) => match &inner.imports {
            Some(Imports::Variables(names)) => names.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn set_of(item: &SetItem) -> Option<&str> {
    match item {
        SetItem::Replace { variable, .. }
        | SetItem::Add { variable, .. }
        | SetItem::Labels { variable, .. } => Some(variable),
        SetItem::Property { .. } | SetItem::Subscript { .. } => None,
    }
}

fn removed_from(item: &RemoveItem) -> Option<&str> {
    match item {
        RemoveItem::Labels { variable, .. } => Some(variable),
        RemoveItem::Property { .. } | RemoveItem::Subscript { .. } => None,
    }
}

/// The names of the variables that an expression takes from its surroundings.
pub(crate) fn free_variables(expression: &Expression) -> BTreeSet<&str> {
    let mut free = BTreeSet::new();
    each_variable(expression, &mut |name| {
        free.insert(name);
    });
    free
}

/// Calls `visit` with every direct part of an expression and the variables that are local to it.
pub(crate) fn each_child<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e Expression, &[&'e str])) {
    let (locals, outside) = (locals(expression), outside(expression));
    for (place, child) in children(expression).into_iter().enumerate() {
        visit(child, if place < outside { &[] } else { &locals });
    }
}

/// Calls `visit` with every variable that the expression takes from its scope.
pub(crate) fn each_variable<'e>(expression: &'e Expression, visit: &mut dyn FnMut(&'e str)) {
    fn walk<'e>(expression: &'e Expression, locals: &[&'e str], visit: &mut dyn FnMut(&'e str)) {
        own_variables(expression).into_iter().filter(|name| !locals.contains(name)).for_each(&mut *visit);
        each_child(expression, &mut |child, new| {
            if new.is_empty() {
                walk(child, locals, visit);
            } else {
                walk(child, &[locals, new].concat(), visit);
            }
        });
    }
    walk(expression, &[], visit);
}

/// Decides on a part of an expression, given the variables local to it: another expression in its place, or
/// none to look into it.
pub(crate) type Replace<'r> = dyn FnMut(&Expression, &[&str]) -> Option<Expression> + 'r;

/// The expression with parts replaced, the outermost first.
pub(crate) fn rewrite(expression: &Expression, locals: &[&str], replace: &mut Replace<'_>) -> Expression {
    let mut copy = expression.clone();
    rewrite_in_place(&mut copy, locals, replace);
    copy
}

fn rewrite_in_place(expression: &mut Expression, outer: &[&str], replace: &mut Replace<'_>) {
    if let Some(other) = replace(expression, outer) {
        *expression = other;
        return;
    }
    let own: Vec<String> = locals(expression).into_iter().map(str::to_owned).collect();
    let inner: Vec<&str> = outer.iter().copied().chain(own.iter().map(String::as_str)).collect();
    let outside = outside(expression);
    for (place, child) in children_mut(expression).into_iter().enumerate() {
        rewrite_in_place(child, if place < outside { outer } else { &inner }, replace);
    }
}
