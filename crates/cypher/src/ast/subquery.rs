//! Queries within queries, and procedures, which are queries that somebody else wrote.

use serde::{Deserialize, Serialize};

use super::{Expression, Query, is_false};

/// `EXISTS { query }`, `COUNT { query }`, `COLLECT { query }` (`ExistentialSubquery`).
///
/// `EXISTS { pattern WHERE condition }` is the same as with a `MATCH` before the pattern.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Subquery {
    /// What is asked of the rows.
    pub kind: SubqueryKind,
    /// The query; for `EXISTS` and `COUNT` it may end without `RETURN`.
    pub query: Query,
}

/// What a subquery in an expression asks of its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubqueryKind {
    /// Whether there are any.
    Exists,
    /// How many there are.
    Count,
    /// The list of the values in their one column.
    Collect,
}

/// `[OPTIONAL] CALL (imports) { query }`: the query runs for every row.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SubqueryCall {
    /// Whether a row for which the query gives none is kept, the new variables null.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// The variables that the query may use; absent is the older form, `CALL { WITH x ... }`, where a first
    /// `WITH` imports them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imports: Option<Imports>,
    /// The query.
    pub query: Query,
}

/// The variables that a subquery takes from outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Imports {
    /// `(*)`: all in scope.
    All,
    /// `(x, y)`: these; perhaps none.
    Variables(Vec<String>),
}

/// `[OPTIONAL] CALL name(argument, ...) [YIELD ...]` (`StandaloneCall`, `InQueryCall`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProcedureCall {
    /// Whether a row for which the procedure gives none is kept.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// The name as written, with dots between namespace and name.
    pub name: String,
    /// The arguments; without the parentheses they are parameters of the arguments' names
    /// (`ImplicitProcedureInvocation`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arguments: Option<Vec<Expression>>,
    /// Which columns are taken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub yields: Option<Yield>,
}

/// `YIELD *`, `YIELD item, ... [WHERE condition]` (`YieldItems`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Yield {
    /// The columns; none is `*`, all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<YieldItem>,
    /// Which rows are kept; absent means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expression>,
}

/// `column [AS alias]` (`YieldItem`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct YieldItem {
    /// The procedure's column.
    pub column: String,
    /// The variable that holds it, if it is not named like the column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
}

impl YieldItem {
    /// The variable that holds the column.
    #[must_use]
    pub fn variable(&self) -> &str {
        self.alias.as_deref().unwrap_or(&self.column)
    }
}
