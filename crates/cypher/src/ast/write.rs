//! The updating clauses: they change the graph, row by row.

use serde::{Deserialize, Serialize};

use super::{Clause, Expression, PathPattern, is_false};

/// `CREATE pattern, ...` (`Create`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Create {
    /// What is made, but for the variables that are bound already; at least one pattern.
    pub patterns: Vec<PathPattern>,
}

/// `MERGE pattern [ON MATCH SET item, ...] [ON CREATE SET item, ...]` (`Merge`).
///
/// The two never happen to one row, so their order in the text has no meaning; several of a kind are one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Merge {
    /// What is matched, or made as a whole.
    pub pattern: PathPattern,
    /// What to set where it was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_create: Vec<SetItem>,
    /// What to set where it was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on_match: Vec<SetItem>,
}

/// One item of `SET` (`SetItem`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetItem {
    /// `subject.key = value`.
    Property {
        /// A node, relationship or map.
        subject: Expression,
        /// The property's key.
        key: String,
        /// Its new value; null takes the property away.
        value: Expression,
    },
    /// `subject[key] = value`, the key being computed.
    Subscript {
        /// A node or relationship.
        subject: Expression,
        /// The property's key.
        key: Expression,
        /// Its new value.
        value: Expression,
    },
    /// `variable = value`: these properties and no others.
    Replace {
        /// A node or relationship.
        variable: String,
        /// A map, node or relationship.
        value: Expression,
    },
    /// `variable += value`: these properties besides the others.
    Add {
        /// A node or relationship.
        variable: String,
        /// A map, node or relationship.
        value: Expression,
    },
    /// `variable:A:B`.
    Labels {
        /// A node.
        variable: String,
        /// The labels to add; at least one.
        labels: Vec<String>,
    },
}

/// One item of `REMOVE` (`RemoveItem`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RemoveItem {
    /// `subject.key`.
    Property {
        /// A node, relationship or map.
        subject: Expression,
        /// The property's key.
        key: String,
    },
    /// `subject[key]`, the key being computed.
    Subscript {
        /// A node or relationship.
        subject: Expression,
        /// The property's key.
        key: Expression,
    },
    /// `variable:A:B`.
    Labels {
        /// A node.
        variable: String,
        /// The labels to take away; at least one.
        labels: Vec<String>,
    },
}

/// `[DETACH] DELETE expression, ...` (`Delete`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Delete {
    /// Whether the relationships of a node go with it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub detach: bool,
    /// The nodes, relationships and paths; at least one.
    pub expressions: Vec<Expression>,
}

/// `FOREACH (variable IN list | clause ...)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Foreach {
    /// The variable that holds the element.
    pub variable: String,
    /// The list.
    pub list: Expression,
    /// What to do for each element: updating clauses; at least one.
    pub clauses: Vec<Clause>,
}
