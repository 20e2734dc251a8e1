//! What a compiler rejects in updating clauses (TCK Create1, Create2, Merge1-Merge5, Set1, Delete1, Delete5).

use super::super::table::{Column, Columns, Kind, Type, position};
use super::{Check, Checked, CompileError, already_bound, undefined};
use crate::ast::{
    Clause, Create, Delete, Direction, Expression, Foreach, Hop, Merge, NodePattern, PathPattern,
    RelationshipPattern, RemoveItem, SetItem,
};
use crate::evaluate::write::is_updating;

const ELEMENTS: &[Kind] = &[Kind::Node, Kind::Relationship];
const SOURCES: &[Kind] = &[Kind::Map, Kind::Node, Kind::Relationship];
const DELETABLE: &[Kind] = &[Kind::Node, Kind::Relationship, Kind::Path];

/// The variables of patterns that are made, while these are read from left to right.
struct Made<'c> {
    check: &'c Check<'c>,
    columns: Vec<Column>,
    /// Whether this is `MERGE`.
    merge: bool,
    /// How many columns there were before the clause.
    width: usize,
}

fn rejected(detail: &str, message: &str) -> CompileError {
    CompileError::certain(detail, message.to_owned())
}

impl Check<'_> {
    /// Checks an updating clause; gives the columns after it.
    pub(super) fn updating(&self, clause: &Clause, columns: &Columns) -> Checked<Columns> {
        match clause {
            Clause::Create(create) => self.create(create, columns),
            Clause::Merge(merge) => self.merge(merge, columns),
            Clause::Set(items) => self.set(items, columns).map(|()| columns.clone()),
            Clause::Remove(items) => self.remove(items, columns).map(|()| columns.clone()),
            Clause::Delete(delete) => self.delete(delete, columns).map(|()| columns.clone()),
            Clause::Foreach(foreach) => self.foreach(foreach, columns).map(|()| columns.clone()),
            _ => Ok(columns.clone()),
        }
    }

    fn create(&self, create: &Create, columns: &Columns) -> Checked<Columns> {
        let mut made = Made { check: self, columns: columns.to_vec(), merge: false, width: columns.len() };
        create.patterns.iter().try_for_each(|pattern| made.path(pattern))?;
        Ok(made.columns.into())
    }

    fn merge(&self, merge: &Merge, columns: &Columns) -> Checked<Columns> {
        let mut made = Made { check: self, columns: columns.to_vec(), merge: true, width: columns.len() };
        made.path(&merge.pattern)?;
        let after: Columns = made.columns.into();
        self.set(&merge.on_create, &after)?;
        self.set(&merge.on_match, &after)?;
        Ok(after)
    }

    fn set(&self, items: &[SetItem], columns: &Columns) -> Checked<()> {
        for item in items {
            match item {
                SetItem::Property { subject, value, .. } => {
                    self.changed(subject, columns)?;
                    self.expression(value, columns)?;
                }
                SetItem::Subscript { subject, key, value } => {
                    self.changed(subject, columns)?;
                    self.expression(key, columns)?;
                    self.expression(value, columns)?;
                }
                SetItem::Replace { variable, value } | SetItem::Add { variable, value } => {
                    self.want(kind_of(variable, columns)?, ELEMENTS, "what is changed")?;
                    let value = self.expression(value, columns)?;
                    self.want(value, SOURCES, "what gives properties")?;
                }
                SetItem::Labels { variable, .. } => {
                    self.want(kind_of(variable, columns)?, &[Kind::Node], "what gets labels")?;
                }
            }
        }
        Ok(())
    }

    fn remove(&self, items: &[RemoveItem], columns: &Columns) -> Checked<()> {
        for item in items {
            match item {
                RemoveItem::Property { subject, .. } => self.changed(subject, columns)?,
                RemoveItem::Subscript { subject, key } => {
                    self.changed(subject, columns)?;
                    self.expression(key, columns)?;
                }
                RemoveItem::Labels { variable, .. } => {
                    self.want(kind_of(variable, columns)?, &[Kind::Node], "what has labels")?;
                }
            }
        }
        Ok(())
    }

    fn changed(&self, subject: &Expression, columns: &Columns) -> Checked<()> {
        let subject = self.expression(subject, columns)?;
        self.want(subject, ELEMENTS, "what is changed")
    }

    fn delete(&self, delete: &Delete, columns: &Columns) -> Checked<()> {
        for expression in &delete.expressions {
            // TCK Delete1 [8], Delete2 [5].
            if matches!(expression, Expression::HasLabels { .. } | Expression::IsLabeled { .. }) {
                return Err(rejected("InvalidDelete", "a label cannot be deleted, only removed"));
            }
            let found = self.expression(expression, columns)?;
            self.want(found, DELETABLE, "what is deleted")?;
        }
        Ok(())
    }

    fn foreach(&self, foreach: &Foreach, columns: &Columns) -> Checked<()> {
        let list = self.expression(&foreach.list, columns)?;
        self.want(list, &[Kind::List], "what FOREACH goes through")?;
        if position(columns, &foreach.variable).is_some() {
            return Err(already_bound(&foreach.variable));
        }
        let element = Column::new(&foreach.variable, Type::of(list.element));
        let inner: Columns = columns.iter().cloned().chain([element]).collect();
        if !foreach.clauses.iter().all(is_updating) {
            return Err(rejected("InvalidClauseComposition", "FOREACH takes only updating clauses"));
        }
        self.inner_scopes(&foreach.clauses, inner).map(|_| ())
    }

    /// The columns before the first of some clauses and behind each of them.
    pub(in crate::evaluate) fn inner_scopes(
        &self,
        clauses: &[Clause],
        first: Columns,
    ) -> Checked<Vec<Columns>> {
        let mut scopes = vec![first];
        for clause in clauses {
            if let Some(columns) = scopes.last() {
                let after = self.clause(clause, columns)?;
                scopes.push(after);
            }
        }
        Ok(scopes)
    }
}

fn kind_of(variable: &str, columns: &[Column]) -> Checked<Type> {
    let place = position(columns, variable).ok_or_else(|| undefined(variable))?;
    columns.get(place).map(|column| column.kind).ok_or_else(|| undefined(variable))
}

impl Made<'_> {
    fn path(&mut self, pattern: &PathPattern) -> Checked<()> {
        if pattern.selector.is_some() || pattern.condition.is_some() {
            return Err(rejected("UnexpectedSyntax", "what is made cannot be selected"));
        }
        self.node(&pattern.start, pattern.steps.is_empty())?;
        for step in &pattern.steps {
            let Hop::Relationship(relationship) = &step.hop else {
                return Err(rejected("CreatingVarLength", "a quantified path cannot be made"));
            };
            self.node(&step.node, false)?;
            self.relationship(relationship)?;
        }
        match &pattern.variable {
            Some(name) => self.declare(name, Kind::Path),
            None => Ok(()),
        }
    }

    fn declare(&mut self, name: &str, kind: Kind) -> Checked<()> {
        if position(&self.columns, name).is_some() {
            return Err(already_bound(name));
        }
        self.columns.push(Column::new(name, Type::of(kind)));
        Ok(())
    }

    /// A node that is bound can only be an end of a relationship, and nothing more can be said of it.
    fn node(&mut self, node: &NodePattern, alone: bool) -> Checked<()> {
        if node.label_expression.is_some() || node.condition.is_some() {
            return Err(rejected(
                "UnexpectedSyntax",
                "what is made has labels and properties, not conditions",
            ));
        }
        self.properties(&node.properties, node.parameter.as_deref())?;
        let Some(name) = &node.variable else { return Ok(()) };
        let Some(place) = position(&self.columns, name) else { return self.declare(name, Kind::Node) };
        let says_more = !node.labels.is_empty() || !node.properties.is_empty() || node.parameter.is_some();
        if alone || says_more {
            return Err(already_bound(name));
        }
        let known = self.columns.get(place).map_or(Kind::Any, |column| column.kind.kind);
        if known.excludes(&[Kind::Node]) {
            let message = format!("the variable {name} is of type {known:?} and no node");
            return Err(CompileError::certain("VariableTypeConflict", message));
        }
        Ok(())
    }

    fn relationship(&mut self, relationship: &RelationshipPattern) -> Checked<()> {
        if let Some(name) =
            relationship.variable.as_ref().filter(|name| position(&self.columns, name).is_some())
        {
            return Err(already_bound(name));
        }
        if relationship.length.is_some() {
            return Err(rejected("CreatingVarLength", "relationships are made one by one"));
        }
        if relationship.types.len() != 1 || relationship.label_expression.is_some() {
            return Err(rejected("NoSingleRelationshipType", "a relationship is made with exactly one type"));
        }
        if !self.merge && relationship.direction == Direction::Undirected {
            return Err(rejected("RequiresDirectedRelationship", "a relationship is made in one direction"));
        }
        if relationship.condition.is_some() {
            return Err(rejected("UnexpectedSyntax", "what is made has properties, not conditions"));
        }
        self.properties(&relationship.properties, relationship.parameter.as_deref())?;
        match &relationship.variable {
            Some(name) => self.declare(name, Kind::Relationship),
            None => Ok(()),
        }
    }

    /// In `CREATE` a property may hang on what stands to the left of it; `MERGE` looks for everything at once.
    fn properties(&self, entries: &[(String, Expression)], parameter: Option<&str>) -> Checked<()> {
        if let Some(name) = parameter {
            if self.merge {
                return Err(rejected("InvalidParameterUse", "MERGE needs to know the keys"));
            }
            let found = self.check.expression(&Expression::Parameter(name.to_owned()), &self.columns)?;
            return self.check.want(found, SOURCES, "what gives properties");
        }
        let width = if self.merge { self.width } else { self.columns.len() };
        let columns = self.columns.get(..width).unwrap_or_default();
        entries.iter().try_for_each(|(_, value)| self.check.expression(value, columns).map(|_| ()))
    }
}
