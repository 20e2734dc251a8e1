//! The reading clauses: each turns a table into a table and leaves the graph as it is.

use serde::{Deserialize, Serialize};

use super::{Expression, IndexKind, PathPattern, is_false};

/// `[OPTIONAL] MATCH pattern, ... [USING hint ...] [WHERE condition]` (`Match`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Match {
    /// Whether a row without a match is kept, its new variables null.
    #[serde(default, skip_serializing_if = "is_false")]
    pub optional: bool,
    /// The path patterns between the commas; at least one.
    pub patterns: Vec<PathPattern>,
    /// What the writer tells the planner (`USING ...`); it changes no answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hints: Vec<Hint>,
    /// The `WHERE`, which belongs to the clause: for `OPTIONAL MATCH` it is part of the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expression>,
}

/// `USING ...` after the patterns of a `MATCH` (`Hint`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// `USING [kind] INDEX [SEEK] variable:Label(key, ...)`.
    Index {
        /// Which kind of index.
        #[serde(default)]
        kind: IndexKind,
        /// Whether nothing but a seek will do.
        #[serde(default, skip_serializing_if = "is_false")]
        seek: bool,
        /// The node or relationship.
        variable: String,
        /// The label or type that is indexed.
        label: String,
        /// The keys that are indexed.
        keys: Vec<String>,
    },
    /// `USING SCAN variable:Label`.
    Scan {
        /// The node or relationship.
        variable: String,
        /// The label or type to scan.
        label: String,
    },
    /// `USING JOIN ON variable, ...`.
    Join {
        /// The nodes to join on.
        variables: Vec<String>,
    },
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

impl Projection {
    /// Whether it may leave out rows by their place.
    #[must_use]
    pub fn is_sliced(&self) -> bool {
        self.skip.is_some() || self.limit.is_some()
    }
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
