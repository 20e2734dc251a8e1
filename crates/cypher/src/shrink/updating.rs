//! Smaller clauses that write, smaller calls, and smaller queries within a query.

use super::lists::{fewer, runs, without};
use super::parts;
use crate::ast::{
    Clause, Create, Delete, Foreach, Imports, Merge, ProcedureCall, Query, RemoveItem, SetItem, SingleQuery,
    SubqueryCall, Yield,
};

/// The clause without one of its parts, or with a smaller one inside it.
pub(super) fn smaller(clause: &Clause) -> Vec<Clause> {
    match clause {
        Clause::Create(inner) => {
            some(&inner.patterns).map(|patterns| Clause::Create(Create { patterns })).collect()
        }
        Clause::Merge(inner) => smaller_merge(inner),
        Clause::Set(items) => smaller_items(items, set_item).into_iter().map(Clause::Set).collect(),
        Clause::Remove(items) => smaller_items(items, remove_item).into_iter().map(Clause::Remove).collect(),
        Clause::Delete(inner) => {
            let some = some(&inner.expressions).map(|expressions| Delete { expressions, ..inner.clone() });
            let plain = inner.detach.then(|| Delete { detach: false, ..inner.clone() });
            some.chain(plain).map(Clause::Delete).collect()
        }
        Clause::Foreach(inner) => {
            let clauses = some(&inner.clauses).chain(each(&inner.clauses, parts::structure));
            clauses.map(|clauses| Clause::Foreach(Foreach { clauses, ..inner.clone() })).collect()
        }
        Clause::Call(inner) => smaller_call(inner).into_iter().map(Clause::Call).collect(),
        Clause::Subquery(inner) => smaller_subquery(inner).into_iter().map(Clause::Subquery).collect(),
        _ => Vec::new(),
    }
}

/// Fewer of several; never none.
fn some<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    fewer(items).filter(|kept| !kept.is_empty())
}

/// The list with one element smaller.
fn each<T: Clone>(items: &[T], smaller: impl Fn(&T) -> Vec<T>) -> impl Iterator<Item = Vec<T>> {
    let with = |place: usize, item: T| {
        let mut items = items.to_vec();
        items.iter_mut().skip(place).take(1).for_each(|old| *old = item.clone());
        items
    };
    let places = items.iter().enumerate();
    let found: Vec<Vec<T>> = places
        .flat_map(|(place, item)| smaller(item).into_iter().map(move |item| with(place, item)))
        .collect();
    found.into_iter()
}

fn smaller_items<T: Clone>(items: &[T], smaller: impl Fn(&T) -> Vec<T>) -> Vec<Vec<T>> {
    some(items).chain(each(items, smaller)).collect()
}

fn set_item(item: &SetItem) -> Vec<SetItem> {
    let SetItem::Labels { variable, labels } = item else { return Vec::new() };
    some(labels).map(|labels| SetItem::Labels { variable: variable.clone(), labels }).collect()
}

fn remove_item(item: &RemoveItem) -> Vec<RemoveItem> {
    let RemoveItem::Labels { variable, labels } = item else { return Vec::new() };
    some(labels).map(|labels| RemoveItem::Labels { variable: variable.clone(), labels }).collect()
}

/// `CREATE` in its place, then fewer actions.
fn smaller_merge(merge: &Merge) -> Vec<Clause> {
    let mut found = vec![Clause::Create(Create { patterns: vec![merge.pattern.clone()] })];
    let fewer_or_smaller = |items: &[SetItem]| fewer(items).chain(each(items, set_item)).collect::<Vec<_>>();
    for on_create in fewer_or_smaller(&merge.on_create) {
        found.push(Clause::Merge(Merge { on_create, ..merge.clone() }));
    }
    for on_match in fewer_or_smaller(&merge.on_match) {
        found.push(Clause::Merge(Merge { on_match, ..merge.clone() }));
    }
    found
}

fn smaller_call(call: &ProcedureCall) -> Vec<ProcedureCall> {
    let mut found = Vec::new();
    if let Some(yields) = &call.yields {
        let with = |yields: Yield| ProcedureCall { yields: Some(yields), ..call.clone() };
        found.push(ProcedureCall { yields: None, ..call.clone() });
        if yields.condition.is_some() {
            found.push(with(Yield { condition: None, ..yields.clone() }));
        }
        found.extend(some(&yields.items).map(|items| with(Yield { items, ..yields.clone() })));
    }
    if call.optional {
        found.push(ProcedureCall { optional: false, ..call.clone() });
    }
    found
}

fn smaller_subquery(call: &SubqueryCall) -> Vec<SubqueryCall> {
    let mut found: Vec<SubqueryCall> =
        queries(&call.query).into_iter().map(|query| SubqueryCall { query, ..call.clone() }).collect();
    if call.optional {
        found.push(SubqueryCall { optional: false, ..call.clone() });
    }
    if let Some(Imports::Variables(names)) = &call.imports {
        let with = |names| SubqueryCall { imports: Some(Imports::Variables(names)), ..call.clone() };
        found.extend(fewer(names).map(with));
    }
    found
}

/// A query within a query: one part of a union alone, then without clauses, then with a smaller clause.
pub(super) fn queries(query: &Query) -> Vec<Query> {
    let parts = || std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part));
    if !query.unions.is_empty() {
        return parts().map(|part| Query { first: part.clone(), unions: Vec::new() }).collect();
    }
    let clauses = &query.first.clauses;
    // What the query gives is said by its last clause.
    let before = runs(clauses.len().saturating_sub(1)).into_iter();
    let fewer = before.map(|(start, end)| without(clauses, start, end));
    let found = fewer.chain(each(clauses, parts::structure));
    found.map(|clauses| Query { first: SingleQuery { clauses }, unions: Vec::new() }).collect()
}
