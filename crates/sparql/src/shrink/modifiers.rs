//! Smaller query forms and solution modifiers.

use super::expression::{self, without};
use crate::ast::{
    Column, Direction, Duplicates, Form, GroupKey, Modifiers, OrderKey, Projection, Query, Select,
};

/// The cuts that take the most: all modifiers, one kind of them, all columns but one.
pub(super) fn bold(query: &Query, variants: &mut Vec<Query>) {
    let kept = &query.modifiers;
    let with = |modifiers: Modifiers| Query { modifiers, ..query.clone() };
    variants.push(with(Modifiers::default()));
    variants.push(ungrouped(query));
    variants.push(with(Modifiers { limit: None, offset: None, ..kept.clone() }));
    variants.push(with(Modifiers { order_by: Vec::new(), ..kept.clone() }));
    variants.push(with(Modifiers { having: Vec::new(), ..kept.clone() }));
    variants.push(with(Modifiers { limit: None, ..kept.clone() }));
    variants.push(with(Modifiers { offset: None, ..kept.clone() }));
    let Form::Select(select) = &query.form else {
        return;
    };
    if let Projection::Columns(columns) = &select.projection
        && columns.len() > 1
    {
        for column in columns {
            variants.push(with_columns(query, vec![column.clone()]));
        }
    }
    variants.push(with_select(query, Select { projection: Projection::All, ..select.clone() }));
    variants.push(with_select(query, Select { duplicates: Duplicates::All, ..select.clone() }));
}

/// The query without its grouping: columns with aggregates go, so do the conditions and keys that need them.
fn ungrouped(query: &Query) -> Query {
    let mut changed = query.clone();
    changed.modifiers.group_by.clear();
    changed.modifiers.having.clear();
    changed.modifiers.order_by.retain(|key| !key.expression.has_aggregate());
    if let Form::Select(Select { projection, .. }) = &mut changed.form {
        if let Projection::Columns(columns) = projection {
            columns.retain(|column| match column {
                Column::Variable(_) => true,
                Column::Expression { expression, .. } => !expression.has_aggregate(),
            });
        }
        if matches!(projection, Projection::Columns(columns) if columns.is_empty()) {
            *projection = Projection::All;
        }
    }
    changed
}

/// The small cuts: one key, one column, a smaller expression.
pub(super) fn fine(query: &Query, variants: &mut Vec<Query>) {
    let kept = &query.modifiers;
    let with = |modifiers: Modifiers| Query { modifiers, ..query.clone() };
    for index in 0..query.prologue.prefixes.len() {
        let mut changed = query.clone();
        changed.prologue.prefixes.remove(index);
        variants.push(changed);
    }
    variants.extend(columns(query));
    for (index, key) in kept.group_by.iter().enumerate() {
        variants.push(with(Modifiers { group_by: without(&kept.group_by, index), ..kept.clone() }));
        for expression in expression::variants(&key.expression) {
            let key = GroupKey { expression, variable: key.variable.clone() };
            variants.push(with(Modifiers { group_by: replaced(&kept.group_by, index, key), ..kept.clone() }));
        }
    }
    for (index, condition) in kept.having.iter().enumerate() {
        variants.push(with(Modifiers { having: without(&kept.having, index), ..kept.clone() }));
        for smaller in expression::variants(condition) {
            variants.push(with(Modifiers { having: replaced(&kept.having, index, smaller), ..kept.clone() }));
        }
    }
    for (index, key) in kept.order_by.iter().enumerate() {
        variants.push(with(Modifiers { order_by: without(&kept.order_by, index), ..kept.clone() }));
        let ascending = OrderKey { direction: Direction::Ascending, ..key.clone() };
        let smaller = expression::variants(&key.expression).into_iter();
        let smaller = smaller.map(|expression| OrderKey { expression, direction: key.direction });
        for key in std::iter::once(ascending).chain(smaller) {
            variants.push(with(Modifiers { order_by: replaced(&kept.order_by, index, key), ..kept.clone() }));
        }
    }
    for smaller in [0, 1] {
        if kept.limit.is_some_and(|limit| limit > smaller) {
            variants.push(with(Modifiers { limit: Some(smaller), ..kept.clone() }));
        }
        if kept.offset.is_some_and(|offset| offset > smaller) {
            variants.push(with(Modifiers { offset: Some(smaller), ..kept.clone() }));
        }
    }
}

/// One column less, or one with a smaller expression.
fn columns(query: &Query) -> Vec<Query> {
    let Form::Select(Select { projection: Projection::Columns(columns), .. }) = &query.form else {
        return Vec::new();
    };
    let mut variants = Vec::new();
    for (index, column) in columns.iter().enumerate() {
        if columns.len() > 1 {
            variants.push(with_columns(query, without(columns, index)));
        }
        if let Column::Expression { expression, variable } = column {
            for expression in expression::variants(expression) {
                let column = Column::Expression { expression, variable: variable.clone() };
                variants.push(with_columns(query, replaced(columns, index, column)));
            }
        }
    }
    variants
}

fn with_columns(query: &Query, columns: Vec<Column>) -> Query {
    match &query.form {
        Form::Select(select) => {
            with_select(query, Select { projection: Projection::Columns(columns), ..select.clone() })
        }
        Form::Ask => query.clone(),
    }
}

fn with_select(query: &Query, select: Select) -> Query {
    Query { form: Form::Select(select), ..query.clone() }
}

fn replaced<T: Clone>(list: &[T], index: usize, item: T) -> Vec<T> {
    let mut changed = list.to_vec();
    if let Some(slot) = changed.get_mut(index) {
        *slot = item;
    }
    changed
}
