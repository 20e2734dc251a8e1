//! Plain names for variables: by what they hold and where they first stand.
//!
//! Nodes are `a`, `b`, ..., relationships `r`, `s`, ..., paths `p`, `q`, values `x`, `y`, ...; the columns of a
//! union, which all of its parts share, `u`, `v`, ...; a column without a name gets one. The names depend on the structure alone, so two queries
//! that differ in names only become the same text.

use std::collections::BTreeMap;

use crate::ast::{Clause, Expression, Hop, Match, Projection, ProjectionItem, Query, SingleQuery};
use crate::walk;

/// What a variable holds, as far as its place tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Node,
    Relationship,
    Path,
    Value,
    Column,
}

impl Kind {
    fn names(self) -> &'static [&'static str] {
        match self {
            Kind::Node => &["a", "b", "c", "d", "e", "f"],
            Kind::Relationship => &["r", "s", "t"],
            Kind::Path => &["p", "q"],
            Kind::Value => &["x", "y", "z"],
            Kind::Column => &["u", "v", "w"],
        }
    }

    /// The name with this number.
    fn name(self, number: usize) -> String {
        let names = self.names();
        match names.get(number) {
            Some(name) => (*name).to_owned(),
            None => format!("{}{}", names.first().copied().unwrap_or_default(), number - names.len() + 1),
        }
    }
}

#[derive(Debug, Clone)]
struct New {
    name: String,
    kind: Kind,
}

/// The variables in scope: their new names.
type Scope = BTreeMap<String, New>;

/// Whether the variables have the plain names, or cannot have them.
pub(super) fn are_plain(query: &Query) -> bool {
    plain(query).is_none_or(|plain| plain == *query)
}

/// The query with all variables renamed; none when a name stands for a column that has no other.
pub(super) fn plain(query: &Query) -> Option<Query> {
    let mut query = query.clone();
    let columns = if query.unions.is_empty() { None } else { Some(columns(&query.first)?) };
    part(&mut query.first, columns.as_ref())?;
    for (_, single) in &mut query.unions {
        part(single, columns.as_ref())?;
    }
    Some(query)
}

/// The new names of the columns of a union.
fn columns(first: &SingleQuery) -> Option<Scope> {
    let Some(Clause::Return(projection)) = first.clauses.last() else { return None };
    if projection.star {
        return None;
    }
    let mut found = Scope::new();
    for item in &projection.items {
        found.insert(column(item)?, New { name: Kind::Column.name(found.len()), kind: Kind::Column });
    }
    Some(found)
}

fn column(item: &ProjectionItem) -> Option<String> {
    super::repair::column(item)
}

fn part(part: &mut SingleQuery, columns: Option<&Scope>) -> Option<()> {
    let mut scope = Scope::new();
    for clause in &mut part.clauses {
        match clause {
            Clause::Match(inner) => matching(inner, &mut scope),
            Clause::Unwind(inner) => {
                expression(&mut inner.list, &scope);
                declare(&mut inner.variable, Kind::Value, &mut scope);
            }
            Clause::With(inner) => {
                let (after, both) = projection(&mut inner.projection, &scope, None)?;
                inner.condition.iter_mut().for_each(|condition| expression(condition, &both));
                scope = after;
            }
            Clause::Return(inner) => {
                projection(inner, &scope, columns)?;
            }
            _ => return None,
        }
    }
    Some(())
}

fn matching(inner: &mut Match, scope: &mut Scope) {
    for pattern in &mut inner.patterns {
        let variables = [(&mut pattern.variable, Kind::Path), (&mut pattern.start.variable, Kind::Node)];
        let steps = pattern.steps.iter_mut().flat_map(|step| {
            let relationship = match &mut step.hop {
                Hop::Relationship(inner) => Some((&mut inner.variable, Kind::Relationship)),
                Hop::Quantified(_) => None,
            };
            relationship.into_iter().chain([(&mut step.node.variable, Kind::Node)])
        });
        for (variable, kind) in variables.into_iter().chain(steps) {
            variable.iter_mut().for_each(|name| declare(name, kind, scope));
        }
    }
    for pattern in &mut inner.patterns {
        walk::pattern_expressions_mut(pattern).into_iter().for_each(|inner| expression(inner, scope));
    }
    inner.condition.iter_mut().for_each(|condition| expression(condition, scope));
}

/// Renames a variable where it is bound, or bound again.
fn declare(name: &mut String, kind: Kind, scope: &mut Scope) {
    let new = match scope.get(name) {
        Some(new) => new.name.clone(),
        None => {
            let new = New { name: free(kind, &[scope]), kind };
            scope.insert(name.clone(), new.clone());
            new.name
        }
    };
    *name = new;
}

/// The first name of a kind that none of the scopes has.
fn free(kind: Kind, scopes: &[&Scope]) -> String {
    let taken = |name: &str| scopes.iter().any(|scope| scope.values().any(|new| new.name == name));
    if let Some(name) = kind.names().iter().find(|name| !taken(name)) {
        return (*name).to_owned();
    }
    let mut number = kind.names().len();
    while taken(&kind.name(number)) {
        number += 1;
    }
    kind.name(number)
}

/// Gives the variables after a projection, and those that its sort keys and condition see.
fn projection(projection: &mut Projection, scope: &Scope, columns: Option<&Scope>) -> Option<(Scope, Scope)> {
    if projection.star && columns.is_some() {
        return None;
    }
    let mut after = if projection.star { scope.clone() } else { Scope::new() };
    for item in &mut projection.items {
        renamed_item(item, scope, &mut after, columns)?;
    }
    let mut both = scope.clone();
    both.extend(after.clone());
    projection.order.iter_mut().for_each(|key| expression(&mut key.expression, &both));
    projection.skip.iter_mut().chain(&mut projection.limit).for_each(|count| expression(count, scope));
    Some((after, both))
}

fn renamed_item(
    item: &mut ProjectionItem,
    scope: &Scope,
    after: &mut Scope,
    columns: Option<&Scope>,
) -> Option<()> {
    let old = column(item);
    let source = match &item.expression {
        Expression::Variable(name) => scope.get(name).cloned(),
        _ => None,
    };
    expression(&mut item.expression, scope);
    // Its name is its text; the parts of a `UNION` have the same columns, so there it stays.
    let old = old.or_else(|| columns.is_none().then(String::new))?;
    let new = match (columns, source) {
        (Some(columns), _) => columns.get(&old)?.clone(),
        (None, Some(source)) if after.values().all(|new| new.name != source.name) => source,
        (None, source) => {
            let kind = source.map_or(Kind::Value, |source| source.kind);
            New { name: free(kind, &[scope, after]), kind }
        }
    };
    let is_same = matches!(&item.expression, Expression::Variable(name) if *name == new.name);
    item.alias = if is_same { None } else { Some(new.name.clone()) };
    // No variable has a name with a space before it: this one only takes its new name.
    after.insert(if old.is_empty() { format!(" {}", after.len()) } else { old }, new);
    Some(())
}

/// Renames the variables in an expression.
fn expression(expression: &mut Expression, scope: &Scope) {
    match expression {
        Expression::Variable(name) => {
            if let Some(new) = scope.get(name) {
                name.clone_from(&new.name);
            }
        }
        Expression::ListComprehension(inner) => {
            self::expression(&mut inner.list, scope);
            let mut scope = scope.clone();
            local(&mut inner.variable, &mut scope);
            let inside = inner.condition.iter_mut().chain(&mut inner.projection);
            inside.for_each(|inside| self::expression(inside, &scope));
        }
        Expression::Quantifier(inner) => {
            self::expression(&mut inner.list, scope);
            let mut scope = scope.clone();
            local(&mut inner.variable, &mut scope);
            self::expression(&mut inner.condition, &scope);
        }
        Expression::Reduce(inner) => {
            self::expression(&mut inner.initial, scope);
            self::expression(&mut inner.list, scope);
            let mut scope = scope.clone();
            local(&mut inner.accumulator, &mut scope);
            local(&mut inner.variable, &mut scope);
            self::expression(&mut inner.step, &scope);
        }
        _ => walk::children_mut(expression).into_iter().for_each(|child| self::expression(child, scope)),
    }
}

/// A variable of a comprehension gets a name of its own, also if it hides another.
fn local(name: &mut String, scope: &mut Scope) {
    let new = New { name: free(Kind::Value, &[scope]), kind: Kind::Value };
    let old = std::mem::replace(name, new.name.clone());
    scope.insert(old, new);
}
