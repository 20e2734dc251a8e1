//! Scopes of queries within queries (Cypher Manual 5, subqueries; TCK ExistentialSubquery1-3).

use super::{Check, Checked, CompileError, already_bound, undefined};
use crate::ast::{Clause, Expression, Imports, Query, SingleQuery, Subquery, SubqueryCall, SubqueryKind};
use crate::evaluate::table::{Column, Columns, Kind, Type, position};
use crate::evaluate::write::is_updating;
use crate::walk;

/// Whether a part of an older `CALL { ... }` begins with a `WITH` that brings variables in.
pub(in crate::evaluate) fn is_importing(query: &SingleQuery) -> bool {
    let Some(Clause::With(with)) = query.clauses.first() else { return false };
    let is_plain = |expression: &Expression| matches!(expression, Expression::Variable(_));
    with.projection.star || with.projection.items.iter().any(|item| is_plain(&item.expression))
}

fn changes(clause: &Clause) -> bool {
    is_updating(clause) || walk::nested_clauses(clause).into_iter().any(changes)
}

impl Check<'_> {
    /// The type of a subquery in an expression that sees these variables.
    pub(super) fn subquery(&self, subquery: &Subquery, columns: &[Column]) -> Checked<Type> {
        if walk::clauses(&subquery.query).any(changes) {
            let message = "a subquery in an expression changes the graph".to_owned();
            return Err(CompileError::certain("InvalidClauseComposition", message));
        }
        let columns = Columns::from(columns);
        let scopes = self.inner_query(&subquery.query, &columns, &columns)?;
        Ok(match subquery.kind {
            SubqueryKind::Exists => Type::of(Kind::Boolean),
            SubqueryKind::Count => Type::of(Kind::Integer),
            SubqueryKind::Collect => {
                let last = scopes.first().and_then(|scopes| scopes.last());
                match last.map(|columns| &columns[..]) {
                    Some([column]) => Type::list(column.kind.kind),
                    _ => {
                        let message = "COLLECT takes a query with one column".to_owned();
                        return Err(CompileError::certain("InvalidNumberOfColumns", message));
                    }
                }
            }
        })
    }

    /// Checks a query that begins with these columns, and never loses the constants.
    pub(in crate::evaluate) fn inner_query(
        &self,
        query: &Query,
        start: &Columns,
        constants: &Columns,
    ) -> Checked<Vec<Vec<Columns>>> {
        let inner = Check { constants: constants.clone(), ..self.clone() };
        inner.parts(query, &|single| inner.single_query(single, start.clone()))
    }

    /// Checks the query of a `CALL { ... }`.
    pub(in crate::evaluate) fn called(
        &self,
        call: &SubqueryCall,
        before: &Columns,
    ) -> Checked<Vec<Vec<Columns>>> {
        let given = match &call.imports {
            Some(Imports::All) => before.clone(),
            Some(Imports::Variables(names)) => {
                let column = |name: &String| {
                    let place = position(before, name).ok_or_else(|| undefined(name))?;
                    Ok(before[place].clone())
                };
                names.iter().map(column).collect::<Checked<Vec<Column>>>()?.into()
            }
            None => {
                let inner = Check { constants: Columns::from([]), ..self.clone() };
                return inner.parts(&call.query, &|single| {
                    let start = if is_importing(single) { before.clone() } else { Columns::from([]) };
                    inner.single_query(single, start)
                });
            }
        };
        self.inner_query(&call.query, &given, &given)
    }

    /// Checks a `CALL { ... }`; gives the columns after it. What it returns must be new.
    pub(super) fn call_subquery(&self, call: &SubqueryCall, before: &Columns) -> Checked<Columns> {
        let scopes = self.called(call, before)?;
        if !call.query.first.gives_rows() {
            return Ok(before.clone());
        }
        let mut after = before.to_vec();
        for column in
            scopes.first().and_then(|scopes| scopes.last()).iter().flat_map(|columns| columns.iter())
        {
            if position(before, &column.name).is_some() {
                return Err(already_bound(&column.name));
            }
            let kind = if call.query.unions.is_empty() { column.kind } else { Type::ANY };
            after.push(Column::new(&column.name, kind));
        }
        Ok(after.into())
    }
}
