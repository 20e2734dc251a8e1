//! `MERGE`: what the pattern describes is found, or made as a whole (TCK Merge1-Merge9).
//!
//! Each row sees what the rows before it made.

use super::{Input, Writer};
use crate::ast::{Match, Merge, PathPattern};
use crate::evaluate::context::{Outcome, semantic_error};
use crate::evaluate::pattern::Plan;
use crate::evaluate::table::{Column, Row, Table};
use crate::walk;

impl Writer<'_> {
    /// The rows that one row becomes.
    pub(super) fn merge(&mut self, merge: &Merge, row: &Row, input: Input<'_>) -> Outcome<Vec<Row>> {
        self.refuse_nulls(&merge.pattern, row, input.columns)?;
        let mut found = self.find(&merge.pattern, row, input)?;
        let items = if found.is_empty() {
            found.push(match self.create_towards_found(&merge.pattern, row, input)? {
                Some(row) => row,
                None => self.create(std::slice::from_ref(&merge.pattern), row, input.after)?,
            });
            &merge.on_create
        } else {
            &merge.on_match
        };
        for row in &found {
            self.set(items, input.after, row)?;
        }
        Ok(found)
    }

    /// A property that is null could never be found again (TCK Merge1 \[17\], Merge5 \[29\]).
    fn refuse_nulls(&self, pattern: &PathPattern, row: &Row, columns: &[Column]) -> Outcome<()> {
        for expression in walk::pattern_expressions(pattern) {
            if self.value(expression, columns, row)?.is_null() {
                return Err(semantic_error("MergeReadOwnWrites", "a property in MERGE cannot be null"));
            }
        }
        Ok(())
    }

    /// Every match of the pattern for one row.
    pub(super) fn find(&self, pattern: &PathPattern, row: &Row, input: Input<'_>) -> Outcome<Vec<Row>> {
        let clause = Match { patterns: vec![pattern.clone()], ..Match::default() };
        let context = self.context();
        context.certain.set(false);
        let plan = Plan::new(&context, &clause, input.columns, input.after);
        plan.rows(&context, &Table { columns: input.columns.clone(), rows: vec![row.clone()] })
    }
}
