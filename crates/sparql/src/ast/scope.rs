//! Which variables are in scope (section 18.2.1): what `SELECT *` projects and what BIND may not bind again.

use super::{
    Column, Element, Expression, Form, Group, GroupKey, Projection, Query, Select, TriplePattern, Variable,
};
use std::collections::BTreeSet;

impl Group {
    /// The variables in scope at the group's end. Those that occur only in FILTER, MINUS or EXISTS are not.
    pub fn scope(&self) -> BTreeSet<&Variable> {
        let mut scope = BTreeSet::new();
        self.add_scope(&mut scope);
        scope
    }

    fn add_scope<'a>(&'a self, scope: &mut BTreeSet<&'a Variable>) {
        for element in &self.elements {
            element.add_scope(scope);
        }
    }
}

impl Element {
    /// Adds the variables that the element brings into its group's scope.
    pub fn add_scope<'a>(&'a self, scope: &mut BTreeSet<&'a Variable>) {
        match self {
            Self::Triples(patterns) => {
                scope.extend(patterns.iter().flat_map(TriplePattern::variables));
            }
            Self::Filter(_) | Self::Minus(_) => {}
            Self::Optional(group) | Self::Group(group) => group.add_scope(scope),
            Self::Union(branches) => branches.iter().for_each(|branch| branch.add_scope(scope)),
            Self::Bind { variable, .. } => {
                scope.insert(variable);
            }
            Self::Values(data) => scope.extend(&data.variables),
            Self::Graph { name, group } | Self::Service { name, group, .. } => {
                scope.extend(name.as_variable());
                group.add_scope(scope);
            }
            Self::Select(query) => scope.extend(query.visible()),
        }
    }
}

impl Query {
    /// The variables that a SELECT query shows: its columns, or for `*` all in scope and those of its last VALUES.
    pub fn visible(&self) -> BTreeSet<&Variable> {
        if let Form::Select(Select { projection: Projection::Columns(columns), .. }) = &self.form {
            return columns.iter().map(Column::variable).collect();
        }
        let mut all = self.scope();
        all.extend(self.modifiers.values.iter().flat_map(|data| &data.variables));
        all
    }

    /// The variables in scope for the SELECT clause. GROUP BY exposes its keys alone.
    pub fn scope(&self) -> BTreeSet<&Variable> {
        let keys = &self.modifiers.group_by;
        if keys.is_empty() {
            return self.pattern.scope();
        }
        keys.iter().filter_map(GroupKey::name).collect()
    }

    /// Whether the rows are grouped: by GROUP BY, or into one group by an aggregate (section 18.2.4.1).
    pub fn is_grouped(&self) -> bool {
        let modifiers = &self.modifiers;
        !modifiers.group_by.is_empty()
            || modifiers.having.iter().any(Expression::has_aggregate)
            || modifiers.order_by.iter().any(|key| key.expression.has_aggregate())
            || self.columns().iter().any(Column::has_aggregate)
    }

    /// The columns that the SELECT clause lists; none for `*` and ASK.
    pub fn columns(&self) -> &[Column] {
        match &self.form {
            Form::Select(Select { projection: Projection::Columns(columns), .. }) => columns,
            _ => &[],
        }
    }
}

impl GroupKey {
    /// The variable under which the key's value is known after grouping: the one after AS, or the key itself.
    pub fn name(&self) -> Option<&Variable> {
        match (&self.variable, &self.expression) {
            (Some(variable), _) | (None, Expression::Variable(variable)) => Some(variable),
            _ => None,
        }
    }
}

impl Column {
    /// Whether the column is computed with an aggregate.
    pub fn has_aggregate(&self) -> bool {
        matches!(self, Self::Expression { expression, .. } if expression.has_aggregate())
    }
}
