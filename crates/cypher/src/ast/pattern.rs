//! Patterns: the shapes that `MATCH` looks for.

use serde::{Deserialize, Serialize};

use super::Expression;

/// A chain of nodes and relationships, perhaps named (`PatternPart`): `p = (a)-[r]->(b)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathPattern {
    /// The variable of the whole path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The node at the start.
    pub start: NodePattern,
    /// The hops from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PathStep>,
}

/// One hop of a path: a relationship and the node that it leads to (`PatternElementChain`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PathStep {
    /// The relationship.
    pub relationship: RelationshipPattern,
    /// The node after it in the text, whatever the relationship's direction.
    pub node: NodePattern,
}

/// `(variable:Label:Label {key: value})` (`NodePattern`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NodePattern {
    /// The variable, new or bound before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The labels, all of which the node must have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The properties, all of which the node must have; `{}` is the same as no map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Expression)>,
}

/// `-[variable:TYPE|TYPE*1..3 {key: value}]->` (`RelationshipPattern`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RelationshipPattern {
    /// Which way it points.
    pub direction: Direction,
    /// The variable: a relationship, or with `length` a list of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The types, one of which the relationship must have; none means any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub types: Vec<String>,
    /// How many relationships in a row; `None` is exactly one, and not a list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<PathLength>,
    /// The properties that each relationship must have; `{}` is the same as no map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Expression)>,
}

impl RelationshipPattern {
    /// Any one relationship of this direction: `-->`, `<--` or `--`.
    #[must_use]
    pub fn any(direction: Direction) -> Self {
        Self { direction, variable: None, types: Vec::new(), length: None, properties: Vec::new() }
    }
}

/// The direction of a relationship, seen from the node before it in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// `-->`.
    Right,
    /// `<--`.
    Left,
    /// `--`, either way; `<-->` means the same.
    Undirected,
}

/// The range after `*` (`RangeLiteral`): `*`, `*2`, `*1..3`, `*1..`, `*..3`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathLength {
    /// The fewest relationships; absent means 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum: Option<u64>,
    /// The most relationships; absent means no bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u64>,
}
