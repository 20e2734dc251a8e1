//! Queries: clauses in a row, and unions of them.

use serde::{Deserialize, Serialize};

use super::{
    Create, Delete, Foreach, Match, Merge, ProcedureCall, Projection, RemoveItem, SetItem, SubqueryCall,
    Unwind, With,
};

/// A whole query (`RegularQuery`): one single query, or several joined by `UNION`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// The query before the first `UNION`.
    pub first: SingleQuery,
    /// Each `UNION` with the query after it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unions: Vec<(UnionKind, SingleQuery)>,
}

impl Query {
    /// A query without `UNION`.
    #[must_use]
    pub fn single(clauses: Vec<Clause>) -> Self {
        Self { first: SingleQuery { clauses }, unions: Vec::new() }
    }
}

/// How `UNION` joins two queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnionKind {
    /// `UNION`: equal rows once.
    Distinct,
    /// `UNION ALL`: every row.
    All,
}

/// A sequence of clauses (`SingleQuery`), each of which turns a table into a table and may change the graph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SingleQuery {
    /// The clauses in order. The last one is `RETURN`, or one that does something without it: an updating
    /// clause, `CALL`, `FINISH`; in `EXISTS` and `COUNT` any clause.
    pub clauses: Vec<Clause>,
}

impl SingleQuery {
    /// Whether the query gives a table: it ends in `RETURN`, or is a `CALL` of a procedure and nothing else.
    #[must_use]
    pub fn gives_rows(&self) -> bool {
        matches!(self.clauses.as_slice(), [.., Clause::Return(_)] | [Clause::Call(_)])
    }
}

/// One clause (`ReadingClause`, `UpdatingClause`, `With`, `Return`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clause {
    /// `MATCH` and `OPTIONAL MATCH`.
    Match(Match),
    /// `UNWIND list AS variable`.
    Unwind(Unwind),
    /// `WITH`.
    With(With),
    /// `RETURN`.
    Return(Projection),
    /// `CREATE`.
    Create(Create),
    /// `MERGE`.
    Merge(Merge),
    /// `SET item, ...`; at least one.
    Set(Vec<SetItem>),
    /// `REMOVE item, ...`; at least one.
    Remove(Vec<RemoveItem>),
    /// `DELETE` and `DETACH DELETE`.
    Delete(Delete),
    /// `FOREACH`.
    Foreach(Foreach),
    /// `CALL procedure`.
    Call(ProcedureCall),
    /// `CALL { query }`.
    Subquery(SubqueryCall),
    /// `FINISH`: the end of a query that gives no rows.
    Finish,
}
