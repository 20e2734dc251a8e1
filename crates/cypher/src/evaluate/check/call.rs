//! What a compiler rejects in calls of procedures (TCK Call1, Call2, Call5).

use quarrel_case::answer::{Phase, QueryError};

use super::super::procedure::{Procedure, find};
use super::super::table::{Column, Columns, Kind, position};
use super::{Check, Checked, CompileError, already_bound, undefined};
use crate::ast::{Expression, ProcedureCall};

fn not_found(name: &str) -> CompileError {
    let message = format!("there is no procedure {name}");
    CompileError {
        error: Box::new(
            QueryError::new(Phase::Compile, "ProcedureError", message).with_detail("ProcedureNotFound"),
        ),
        // Engines have procedures of their own.
        certain: false,
    }
}

impl Check<'_> {
    /// Checks a call; gives the columns after it. One that stands alone gives all that the procedure gives.
    pub(super) fn call_procedure(
        &self,
        call: &ProcedureCall,
        columns: &Columns,
        alone: bool,
    ) -> Checked<Columns> {
        let Some(procedure) = find(self.procedures, &call.name) else {
            return if self.lenient { self.any_procedure(call, columns) } else { Err(not_found(&call.name)) };
        };
        self.arguments(call, procedure, columns)?;
        let mut after = columns.to_vec();
        for item in procedure.taken(call, alone) {
            let output = procedure.outputs.iter().find(|output| output.name == item.column);
            let output = output.ok_or_else(|| undefined(&item.column))?;
            if position(&after, item.variable()).is_some() {
                return Err(already_bound(item.variable()));
            }
            after.push(output.column(item.variable()));
        }
        if let Some(condition) = call.yields.as_ref().and_then(|yields| yields.condition.as_ref()) {
            self.condition(condition, &after)?;
        }
        Ok(after.into())
    }

    fn arguments(&self, call: &ProcedureCall, procedure: &Procedure, columns: &Columns) -> Checked<()> {
        let Some(arguments) = &call.arguments else {
            // Without arguments they are the parameters of their names.
            let mut names = procedure.inputs.iter().map(|input| Expression::Parameter(input.name.clone()));
            return names.try_for_each(|parameter| self.expression(&parameter, columns).map(|_| ()));
        };
        let mut kinds = Vec::with_capacity(arguments.len());
        for argument in arguments {
            kinds.push(self.expression(argument, columns)?);
        }
        if arguments.len() != procedure.inputs.len() {
            let message = format!("{} takes {} arguments", procedure.name, procedure.inputs.len());
            return Err(CompileError::certain("InvalidNumberOfArguments", message));
        }
        for (kind, input) in kinds.into_iter().zip(&procedure.inputs) {
            if let Some(takes) = input.takes() {
                self.want(kind, &takes, &input.name)?;
            }
        }
        Ok(())
    }

    /// A procedure that only an engine may know.
    fn any_procedure(&self, call: &ProcedureCall, columns: &Columns) -> Checked<Columns> {
        let items = call.yields.iter().flat_map(|yields| &yields.items);
        let taken = items.map(|item| Column::new(item.variable(), super::Type::of(Kind::Any)));
        Ok(columns.iter().cloned().chain(taken).collect())
    }
}
