//! What the SELECT clause may name (notes 11 and 12 of section 19.8, section 11.4): known only when the whole query
//! is read, since the clause stands before the pattern.

use super::query::Columns;
use super::{Parser, Result};
use crate::ast::{Column, Expression, Form, GroupKey, Projection, Query, Variable};
use std::collections::BTreeSet;

impl Parser<'_> {
    /// Checks the columns of a whole query.
    pub(super) fn check_columns(&self, query: &Query, places: &Columns) -> Result<()> {
        let Form::Select(select) = &query.form else {
            return Ok(());
        };
        if select.projection == Projection::All && query.is_grouped() {
            return Err(self.error_at(places.start, "SELECT * cannot stand with GROUP BY or aggregates"));
        }
        self.check_new_variables(query, places)?;
        if query.is_grouped() {
            self.check_grouped(query, places)?;
        }
        Ok(())
    }

    /// A variable after AS is neither in scope nor a column already.
    fn check_new_variables(&self, query: &Query, places: &Columns) -> Result<()> {
        let columns = query.columns();
        if columns.iter().all(|column| matches!(column, Column::Variable(_))) {
            return Ok(());
        }
        let mut taken = query.scope();
        for (column, offset) in columns.iter().zip(&places.variables) {
            let variable = column.variable();
            if matches!(column, Column::Expression { .. }) && taken.contains(variable) {
                let message = format!("the variable ?{} is already in scope", variable.name());
                return Err(self.error_at(*offset, message));
            }
            taken.insert(variable);
        }
        Ok(())
    }

    /// In a grouped query a column uses group keys, earlier columns and aggregates only.
    fn check_grouped(&self, query: &Query, places: &Columns) -> Result<()> {
        let keys = &query.modifiers.group_by;
        let mut known: BTreeSet<&Variable> = keys.iter().filter_map(GroupKey::name).collect();
        let lenient = self.ungrouped && query.columns().iter().any(Column::has_aggregate);
        for (column, offset) in query.columns().iter().zip(&places.variables) {
            let stranger = match column {
                Column::Variable(_) if lenient => None,
                Column::Variable(variable) => Some(variable).filter(|variable| !known.contains(variable)),
                Column::Expression { expression, .. } => ungrouped(expression, &known),
            };
            if let Some(variable) = stranger {
                let message = format!(
                    "the variable ?{} is neither grouped by nor inside an aggregate",
                    variable.name()
                );
                return Err(self.error_at(*offset, message));
            }
            known.insert(column.variable());
        }
        Ok(())
    }
}

/// A variable outside of aggregates that is not known.
fn ungrouped<'a>(expression: &'a Expression, known: &BTreeSet<&Variable>) -> Option<&'a Variable> {
    match expression {
        Expression::Aggregate(_) => None,
        Expression::Variable(variable) => Some(variable).filter(|variable| !known.contains(variable)),
        _ => expression.children().into_iter().find_map(|child| ungrouped(child, known)),
    }
}
