//! The syntax tree of a Cypher query.
//!
//! The tree says what a query means and nothing about how it was spelled: no positions, no parentheses, no
//! letter case of keywords. So two texts with the same tree are the same query, a generated tree and a parsed
//! one compare with `==`, and the tree can be stored as JSON and read back years later. Fields that are
//! usually absent are left out of the JSON, which also lets the tree grow without breaking stored cases.
//!
//! Names follow the productions of the openCypher 9 grammar.

mod expression;
mod pattern;

pub use expression::{
    BinaryOperator, Case, ComparisonOperator, Expression, ListComprehension, Literal, Quantifier,
    QuantifierKind, Reduce, UnaryOperator,
};
pub use pattern::{Direction, NodePattern, PathLength, PathPattern, PathStep, RelationshipPattern};

use serde::{Deserialize, Serialize};

/// Whether a flag is off, which keeps it out of the JSON.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

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

/// A sequence of clauses (`SingleQuery`), each of which turns a table into a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SingleQuery {
    /// The clauses in order; the last one is `RETURN`.
    pub clauses: Vec<Clause>,
}

/// One clause.
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
}

/// `[OPTIONAL] MATCH pattern, ... [WHERE condition]` (`Match`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Whether a row without a match is kept, its new variables null.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// The path patterns between the commas; at least one.
    pub patterns: Vec<PathPattern>,
    /// The `WHERE`, which belongs to the clause: for `OPTIONAL MATCH` it is part of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expression>,
}

/// `UNWIND list AS variable` (`Unwind`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Unwind {
    /// The list whose elements become rows.
    pub list: Expression,
    /// The variable that holds the element.
    pub variable: String,
}

/// `WITH projection [WHERE condition]` (`With`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct With {
    /// What the clause passes on.
    pub projection: Projection,
    /// The `WHERE`, applied after projection, ordering, `SKIP` and `LIMIT`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expression>,
}

/// What `WITH` and `RETURN` share (`ProjectionBody`):
/// `[DISTINCT] *|items [ORDER BY ...] [SKIP n] [LIMIT n]`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Projection {
    /// Whether equal rows are given once.
    #[serde(default, skip_serializing_if = "is_false")]
    pub distinct: bool,
    /// Whether the items begin with `*`, all variables in scope.
    #[serde(default, skip_serializing_if = "is_false")]
    pub star: bool,
    /// The items (after the star, if there is one); at least one if there is no star.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ProjectionItem>,
    /// The keys of `ORDER BY`, the first one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<SortItem>,
    /// How many rows to leave out at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skip: Option<Expression>,
    /// How many rows to keep at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Expression>,
}

/// `expression [AS alias]` (`ProjectionItem`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProjectionItem {
    /// The value.
    pub expression: Expression,
    /// The column's name; without it the column is named by the expression's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alias: Option<String>,
}

/// One key of `ORDER BY` (`SortItem`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SortItem {
    /// The value to sort by.
    pub expression: Expression,
    /// Whether the greatest comes first (`DESC`).
    #[serde(default, skip_serializing_if = "is_false")]
    pub descending: bool,
}
