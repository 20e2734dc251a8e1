//! `WITH` and `RETURN`: columns, aggregation, ordering and slicing.

use super::super::fault::Fault;
use super::super::project::{column_name, expand};
use super::super::table::{Column, Columns, position};
use super::super::walk::{each_variable, has_aggregate};
use super::expression::Aggregation;
use super::{Check, Checked, CompileError, aggregation};
use crate::ast::{Expression, Literal, Projection, ProjectionItem};

impl Check<'_> {
    /// Checks a projection; gives the columns after it.
    pub(super) fn projection(
        &self,
        projection: &Projection,
        columns: &Columns,
        with: bool,
    ) -> Checked<Columns> {
        // WITH * passes on nothing then (TCK Create3 [2]); RETURN * has nothing to give (TCK Return7 [2]).
        if projection.star && columns.is_empty() && !with {
            let message = "there is no variable in scope for *".to_owned();
            return Err(CompileError::certain("NoVariablesInScope", message));
        }
        let items = expand(projection, columns);
        let mut after: Vec<Column> = Vec::with_capacity(items.len());
        for item in items.iter() {
            let kind = self.infer(&item.expression, columns, Aggregation::Allowed)?;
            after.push(Column::new(&column_name(item), kind));
        }
        for item in items.iter().filter(|item| has_aggregate(&item.expression)) {
            aggregation::item(&item.expression, &items, columns, &[])?;
        }
        let after: Columns = after.into();
        for sort in &projection.order {
            self.sort_key(&sort.expression, projection, &items, columns, &after, with)?;
        }
        names(&items, &after, with)?;
        for count in projection.skip.iter().chain(&projection.limit) {
            self.count(count, columns)?;
        }
        Ok(after)
    }

    /// A sort key sees the projected columns and, unless rows were merged, the variables before (TCK
    /// ReturnOrderBy2, WithOrderBy4).
    fn sort_key(
        &self,
        key: &Expression,
        projection: &Projection,
        items: &[ProjectionItem],
        before: &Columns,
        after: &Columns,
        with: bool,
    ) -> Checked<()> {
        let aggregates = items.iter().any(|item| has_aggregate(&item.expression));
        let merges = projection.distinct && !(with && self.semantics.has(Fault::HiddenKey));
        let within = if aggregates { Aggregation::Allowed } else { Aggregation::Forbidden };
        if items.iter().any(|item| item.expression == *key) {
            return aggregation::key(key, items, (before, &self.beside_constants(after)), &[]);
        }
        // An alias may have another type than the variable it shadows, which a projected expression still means.
        let checker = if projection.distinct || aggregates {
            self.relaxed()
        } else {
            self.relaxed_if_shadowed(before, after)
        };
        checker.infer(key, &joined(before, after), within)?;
        if aggregates || merges {
            aggregation::key(key, items, (before, &self.beside_constants(after)), &[])?;
        }
        Ok(())
    }

    /// The condition of a `WITH` sees what a sort key sees (TCK WithWhere7), but never aggregates.
    pub(super) fn with_condition(
        &self,
        condition: &Expression,
        projection: &Projection,
        before: &Columns,
        after: &Columns,
    ) -> Checked<()> {
        let items = expand(projection, before);
        let aggregates = items.iter().any(|item| has_aggregate(&item.expression));
        let checker = self.relaxed_if_shadowed(before, after);
        checker.condition(condition, &joined(before, after))?;
        if aggregates || projection.distinct {
            aggregation::key(condition, &items, (before, &self.beside_constants(after)), &[])?;
        }
        Ok(())
    }

    fn relaxed(&self) -> Check<'_> {
        self.clone().lenient()
    }

    fn relaxed_if_shadowed(&self, before: &[Column], after: &[Column]) -> Check<'_> {
        let shadowed = after.iter().any(|column| {
            position(before, &column.name).is_some_and(|place| before[place].kind != column.kind)
        });
        if shadowed { self.relaxed() } else { self.clone() }
    }

    /// SKIP and LIMIT take constants (TCK ReturnSkipLimit1 \[5\]-\[11\], ReturnSkipLimit2 \[9\]-\[17\]).
    fn count(&self, count: &Expression, columns: &[Column]) -> Checked<()> {
        let mut constant = true;
        each_variable(count, &mut |_| constant = false);
        if !constant {
            let message = "SKIP and LIMIT cannot depend on variables".to_owned();
            return Err(CompileError::certain("NonConstantExpression", message));
        }
        self.expression(count, columns)?;
        let (detail, message) = match count {
            Expression::Literal(Literal::Integer(number)) if *number < 0 => {
                ("NegativeIntegerArgument", "SKIP and LIMIT cannot be negative")
            }
            Expression::Literal(Literal::Integer(_)) => return Ok(()),
            Expression::Literal(_) | Expression::List(_) | Expression::Map(_) => {
                ("InvalidArgumentType", "SKIP and LIMIT take an integer")
            }
            _ => return Ok(()),
        };
        Err(CompileError::certain(detail, message.to_owned()))
    }
}

/// The names of columns: each once (TCK Return4 \[10\], With4 \[4\]), and in `WITH` given (TCK With4 \[5\]).
fn names(items: &[ProjectionItem], after: &[Column], with: bool) -> Checked<()> {
    let unnamed =
        |item: &ProjectionItem| item.alias.is_none() && !matches!(item.expression, Expression::Variable(_));
    if with && items.iter().any(unnamed) {
        let message = "an expression in WITH needs an alias".to_owned();
        return Err(CompileError::certain("NoExpressionAlias", message));
    }
    for (place, column) in after.iter().enumerate() {
        if position(after, &column.name) != Some(place) {
            let message = format!("there are two columns of the name {}", column.name);
            return Err(CompileError::certain("ColumnNameConflict", message));
        }
    }
    Ok(())
}

/// The columns after a projection, then those before that are not shadowed.
fn joined(before: &[Column], after: &[Column]) -> Vec<Column> {
    let visible = before.iter().filter(|column| position(after, &column.name).is_none());
    after.iter().chain(visible).cloned().collect()
}
