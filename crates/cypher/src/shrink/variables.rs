//! Plain names for variables: by what they hold and where they first stand.
//!
//! Nodes are `a`, `b`, ..., relationships `r`, `s`, ..., paths `p`, `q`, values `x`, `y`, ...; the columns of a
//! union, which all of its parts share, `u`, `v`, ...; a column without a name gets one. The names depend on the structure alone, so two queries
//! that differ in names only become the same text.

use std::collections::BTreeMap;

use crate::ast::{
    Clause, Expression, Hint, Hop, MapProjectionItem, Match, PathPattern, Projection, ProjectionItem, Query,
    RemoveItem, SetItem, SingleQuery,
};
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
    if !walk::nested_queries(query).into_iter().all(is_simple) {
        return None;
    }
    let mut query = query.clone();
    let columns = if query.unions.is_empty() { None } else { Some(columns(&query.first)?) };
    part(&mut query.first, columns.as_ref())?;
    for (_, single) in &mut query.unions {
        part(single, columns.as_ref())?;
    }
    Some(query)
}

/// Whether the names in a query within the query can be those of one scope.
fn is_simple(query: &Query) -> bool {
    let keeps = |clause: &Clause| matches!(clause, Clause::Subquery(_) | Clause::Call(_));
    query.unions.is_empty() && !query.first.clauses.iter().any(keeps)
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
    part.clauses.iter_mut().try_for_each(|one| clause(one, &mut scope, columns))
}

fn clause(clause: &mut Clause, scope: &mut Scope, columns: Option<&Scope>) -> Option<()> {
    match clause {
        Clause::Match(inner) => matching(inner, scope),
        Clause::Unwind(inner) => {
            expression(&mut inner.list, scope);
            declare(&mut inner.variable, Kind::Value, scope);
        }
        Clause::With(inner) => {
            let (after, both) = projection(&mut inner.projection, scope, None)?;
            inner.condition.iter_mut().for_each(|condition| expression(condition, &both));
            *scope = after;
        }
        Clause::Return(inner) => {
            projection(inner, scope, columns)?;
        }
        // What a subquery returns, and what a procedure yields, has its name from within.
        Clause::Subquery(_) | Clause::Call(_) => return None,
        Clause::Create(inner) => patterns(&mut inner.patterns, scope),
        Clause::Merge(inner) => {
            patterns(std::slice::from_mut(&mut inner.pattern), scope);
            written(&mut inner.on_create, scope);
            written(&mut inner.on_match, scope);
        }
        Clause::Set(items) => written(items, scope),
        Clause::Remove(items) => items.iter_mut().for_each(|item| match item {
            RemoveItem::Property { subject, .. } => expression(subject, scope),
            RemoveItem::Subscript { subject, key } => {
                expression(subject, scope);
                expression(key, scope);
            }
            RemoveItem::Labels { variable, .. } => rename(variable, scope),
        }),
        Clause::Delete(inner) => inner.expressions.iter_mut().for_each(|one| expression(one, scope)),
        Clause::Foreach(inner) => {
            expression(&mut inner.list, scope);
            let mut inside = scope.clone();
            local(&mut inner.variable, &mut inside);
            inner.clauses.iter_mut().try_for_each(|one| self::clause(one, &mut inside, None))?;
        }
        Clause::Finish => {}
    }
    Some(())
}

fn written(items: &mut [SetItem], scope: &Scope) {
    for item in items {
        match item {
            SetItem::Property { subject, value, .. } => {
                expression(subject, scope);
                expression(value, scope);
            }
            SetItem::Subscript { subject, key, value } => {
                [subject, key, value].into_iter().for_each(|one| expression(one, scope));
            }
            SetItem::Replace { variable, value } | SetItem::Add { variable, value } => {
                rename(variable, scope);
                expression(value, scope);
            }
            SetItem::Labels { variable, .. } => rename(variable, scope),
        }
    }
}

/// Renames a variable where it is read.
fn rename(name: &mut String, scope: &Scope) {
    if let Some(new) = scope.get(name) {
        name.clone_from(&new.name);
    }
}

fn matching(inner: &mut Match, scope: &mut Scope) {
    patterns(&mut inner.patterns, scope);
    for hint in &mut inner.hints {
        match hint {
            Hint::Index { variable, .. } | Hint::Scan { variable, .. } => rename(variable, scope),
            Hint::Join { variables } => variables.iter_mut().for_each(|name| rename(name, scope)),
        }
    }
    inner.condition.iter_mut().for_each(|condition| expression(condition, scope));
}

fn patterns(patterns: &mut [PathPattern], scope: &mut Scope) {
    patterns.iter_mut().for_each(|pattern| declared(pattern, scope));
    let inside = patterns.iter_mut().flat_map(walk::pattern_expressions_mut);
    inside.for_each(|inner| expression(inner, scope));
}

/// Renames the variables of a pattern.
fn declared(pattern: &mut PathPattern, scope: &mut Scope) {
    pattern.variable.iter_mut().for_each(|name| declare(name, Kind::Path, scope));
    pattern.start.variable.iter_mut().for_each(|name| declare(name, Kind::Node, scope));
    for step in &mut pattern.steps {
        match &mut step.hop {
            Hop::Relationship(inner) => {
                inner.variable.iter_mut().for_each(|name| declare(name, Kind::Relationship, scope));
            }
            Hop::Quantified(inner) => declared(&mut inner.pattern, scope),
        }
        step.node.variable.iter_mut().for_each(|name| declare(name, Kind::Node, scope));
    }
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
        Expression::Variable(name) => rename(name, scope),
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
        Expression::MapProjection(inner) => {
            rename(&mut inner.variable, scope);
            for item in &mut inner.items {
                if let MapProjectionItem::Variable(name) = item {
                    rename(name, scope);
                }
            }
            walk::children_mut(expression).into_iter().for_each(|child| self::expression(child, scope));
        }
        Expression::Pattern(pattern) => patterns(std::slice::from_mut(pattern), &mut scope.clone()),
        Expression::PatternComprehension(inner) => {
            let mut scope = scope.clone();
            patterns(std::slice::from_mut(&mut inner.pattern), &mut scope);
            inner.condition.iter_mut().for_each(|condition| self::expression(condition, &scope));
            self::expression(&mut inner.projection, &scope);
        }
        // Clauses that keep their names are not among them: `plain` has looked.
        Expression::Subquery(inner) => {
            let mut scope = scope.clone();
            for one in &mut inner.query.first.clauses {
                let _ = clause(one, &mut scope, None);
            }
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
