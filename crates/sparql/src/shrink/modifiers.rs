//! Smaller query forms and solution modifiers. The expressions in them are places of their own.

use super::list::{replaced, shorter, without};
use crate::ast::{
    Column, DatasetClause, Direction, Duplicates, Element, Form, Group, Modifiers, OrderKey, Projection,
    Prologue, Query, Select,
};

/// The cuts that take the most: all modifiers, one kind of them, all columns but one.
pub(super) fn bold(query: &Query) -> Vec<Query> {
    let kept = &query.modifiers;
    let with = |modifiers: Modifiers| Query { modifiers, ..query.clone() };
    let mut found = vec![
        Query { prologue: Prologue::default(), ..query.clone() },
        with(Modifiers::default()),
        ungrouped(query),
        with(Modifiers { limit: None, offset: None, ..kept.clone() }),
        with(Modifiers { order_by: Vec::new(), ..kept.clone() }),
        with(Modifiers { having: Vec::new(), ..kept.clone() }),
        with(Modifiers { limit: None, ..kept.clone() }),
        with(Modifiers { offset: None, ..kept.clone() }),
        with(Modifiers { values: None, ..kept.clone() }),
        Query { dataset: DatasetClause::default(), ..query.clone() },
    ];
    let all = Select { duplicates: Duplicates::All, projection: Projection::All };
    let Form::Select(select) = &query.form else {
        found.push(with_select(query, all));
        if let Form::Construct(Some(template)) = &query.form {
            let forms = shorter(template).into_iter().map(|template| Form::Construct(Some(template)));
            found.extend(forms.map(|form| Query { form, ..query.clone() }));
        }
        return found;
    };
    found.push(with_select(query, Select { projection: Projection::All, ..select.clone() }));
    found.push(with_select(query, Select { duplicates: Duplicates::All, ..select.clone() }));
    if let Projection::Columns(columns) = &select.projection {
        found.extend(shorter(columns).into_iter().map(|columns| with_columns(query, columns)));
    }
    found
}

/// The query without its grouping: columns with aggregates go, so do the conditions and keys that need them.
fn ungrouped(query: &Query) -> Query {
    let mut changed = query.clone();
    changed.modifiers.group_by.clear();
    changed.modifiers.having.clear();
    changed.modifiers.order_by.retain(|key| !key.expression.has_aggregate());
    if let Form::Select(Select { projection, .. }) = &mut changed.form {
        if let Projection::Columns(columns) = projection {
            columns.retain(|column| !column.has_aggregate());
        }
        if matches!(projection, Projection::Columns(columns) if columns.is_empty()) {
            *projection = Projection::All;
        }
    }
    changed
}

/// The small cuts: one key, one condition, a smaller number; an assignment as a column.
pub(super) fn fine(query: &Query) -> Vec<Query> {
    let kept = &query.modifiers;
    let with = |modifiers: Modifiers| Query { modifiers, ..query.clone() };
    let mut found = Vec::new();
    for index in 0..query.prologue.prefixes.len() {
        let mut changed = query.clone();
        changed.prologue.prefixes.remove(index);
        found.push(changed);
    }
    let fewer = |index| Modifiers { group_by: without(&kept.group_by, index), ..kept.clone() };
    found.extend((0..kept.group_by.len()).map(|index| with(fewer(index))));
    let fewer = |index| Modifiers { having: without(&kept.having, index), ..kept.clone() };
    found.extend((0..kept.having.len()).map(|index| with(fewer(index))));
    for (index, key) in kept.order_by.iter().enumerate() {
        found.push(with(Modifiers { order_by: without(&kept.order_by, index), ..kept.clone() }));
        let ascending = OrderKey { direction: Direction::Ascending, ..key.clone() };
        found.push(with(Modifiers { order_by: replaced(&kept.order_by, index, ascending), ..kept.clone() }));
    }
    for smaller in 0..=2 {
        if kept.limit.is_some_and(|limit| limit > smaller) {
            found.push(with(Modifiers { limit: Some(smaller), ..kept.clone() }));
        }
        if kept.offset.is_some_and(|offset| offset > smaller) {
            found.push(with(Modifiers { offset: Some(smaller), ..kept.clone() }));
        }
    }
    let DatasetClause { default, named } = &query.dataset;
    let with = |default, named| Query { dataset: DatasetClause { default, named }, ..query.clone() };
    found.extend((0..default.len()).map(|index| with(without(default, index), named.clone())));
    found.extend((0..named.len()).map(|index| with(default.clone(), without(named, index))));
    found.extend(unnamed_keys(query));
    found.extend(assignments_as_columns(query));
    found
}

/// Group keys without a name of their own.
fn unnamed_keys(query: &Query) -> Vec<Query> {
    let named = query.modifiers.group_by.iter().enumerate().filter(|(_, key)| key.variable.is_some());
    named
        .map(|(index, _)| {
            let mut changed = query.clone();
            if let Some(key) = changed.modifiers.group_by.get_mut(index) {
                key.variable = None;
            }
            changed
        })
        .collect()
}

/// A BIND as the one column.
fn assignments_as_columns(query: &Query) -> Vec<Query> {
    let elements = &query.pattern.elements;
    let mut found = Vec::new();
    for (index, element) in elements.iter().enumerate() {
        if let Element::Bind { expression, variable } = element {
            let column = Column::Expression { expression: expression.clone(), variable: variable.clone() };
            let pattern = Group { elements: without(elements, index) };
            found.push(Query { pattern, ..with_columns(query, vec![column]) });
        }
    }
    found
}

fn with_columns(query: &Query, columns: Vec<Column>) -> Query {
    match &query.form {
        Form::Select(select) => {
            with_select(query, Select { projection: Projection::Columns(columns), ..select.clone() })
        }
        Form::Ask | Form::Construct(_) | Form::Describe(_) => query.clone(),
    }
}

fn with_select(query: &Query, select: Select) -> Query {
    Query { form: Form::Select(select), ..query.clone() }
}
