//! `FOREACH`: updating clauses for each element of a list.

use super::{Input, Writer};
use crate::ast::Foreach;
use crate::evaluate::check::Check;
use crate::evaluate::context::{Outcome, unmodelled, wrong_type};
use crate::evaluate::table::{Column, Columns, Row, Type};
use crate::evaluate::value::Value;

impl Writer<'_> {
    /// Does the clauses for each element, one element behind the other.
    pub(super) fn foreach(&mut self, foreach: &Foreach, columns: &Columns, row: &Row) -> Outcome<()> {
        let list = match self.value(&foreach.list, columns, row)? {
            Value::Null => return Ok(()),
            Value::List(list) => list,
            Value::Open(_) => return Err(unmodelled("FOREACH over an open list")),
            other => return Err(wrong_type("what FOREACH goes through", &other)),
        };
        if list.is_bag() {
            self.context.depends_on("FOREACH over a list without order");
        }
        let inner = self.inner_columns(foreach, columns)?;
        for item in list.items() {
            self.context.charge(1)?;
            let mut rows: Vec<Row> = vec![row.iter().chain([item]).cloned().collect()];
            for (clause, columns) in foreach.clauses.iter().zip(inner.windows(2)) {
                let [columns, after] = columns else { continue };
                rows = self.clause(clause, Input { columns, rows: &rows, after })?;
            }
        }
        Ok(())
    }

    /// The columns before the first of the clauses and behind each of them.
    fn inner_columns(&self, foreach: &Foreach, columns: &Columns) -> Outcome<Vec<Columns>> {
        let check = Check::new(&self.context.parameters, self.context.semantics).lenient();
        let element = Column::new(&foreach.variable, Type::ANY);
        let first: Columns = columns.iter().cloned().chain([element]).collect();
        check.inner_scopes(&foreach.clauses, first).map_err(|error| Box::new(error.into_failure()))
    }
}
