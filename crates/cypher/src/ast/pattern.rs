//! Patterns: the shapes that `MATCH` looks for.

use serde::{Deserialize, Serialize};

use super::{Expression, LabelExpression};

/// A chain of nodes and relationships, perhaps named (`PatternPart`): `p = (a)-[r]->(b)`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PathPattern {
    /// The variable of the whole path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// Which of the paths between the same two ends are taken; absent means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selector: Option<PathSelector>,
    /// The node at the start.
    pub start: NodePattern,
    /// The hops from there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PathStep>,
    /// `((a)-->(b) WHERE condition)`: the condition on each path, tested before any is selected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<Expression>>,
}

/// Which of the paths between the same two nodes are taken (`PathSearchPrefix` of GQL).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PathSelector {
    /// `shortestPath(pattern)`: one of the shortest.
    ShortestPath,
    /// `allShortestPaths(pattern)`.
    AllShortestPaths,
    /// `SHORTEST k`: the `k` shortest; `ANY SHORTEST` is `SHORTEST 1`.
    Shortest(u64),
    /// `ALL SHORTEST`.
    AllShortest,
    /// `SHORTEST k GROUPS`: all that are as short as one of the `k` least lengths.
    ShortestGroups(u64),
    /// `ANY k`: `k` of them; `ANY` is `ANY 1`.
    Any(u64),
}

/// One hop of a path and the node that it leads to (`PatternElementChain`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StoredStep", into = "StoredStep")]
pub struct PathStep {
    /// What leads there.
    pub hop: Hop,
    /// The node after it in the text, whatever the relationship's direction.
    pub node: NodePattern,
}

impl PathStep {
    /// The relationship of this hop, if it is one.
    #[must_use]
    pub fn relationship(&self) -> Option<&RelationshipPattern> {
        match &self.hop {
            Hop::Relationship(relationship) => Some(relationship),
            Hop::Quantified(_) => None,
        }
    }

    /// The relationship of this hop, if it is one, to be changed.
    pub fn relationship_mut(&mut self) -> Option<&mut RelationshipPattern> {
        match &mut self.hop {
            Hop::Relationship(relationship) => Some(relationship),
            Hop::Quantified(_) => None,
        }
    }
}

/// A step as it is stored: a relationship or a repeated path beside the node.
#[derive(Serialize, Deserialize)]
struct StoredStep {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    relationship: Option<RelationshipPattern>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quantified: Option<Box<QuantifiedPath>>,
    node: NodePattern,
}

impl From<PathStep> for StoredStep {
    fn from(step: PathStep) -> Self {
        let (relationship, quantified) = match step.hop {
            Hop::Relationship(relationship) => (Some(relationship), None),
            Hop::Quantified(quantified) => (None, Some(quantified)),
        };
        Self { relationship, quantified, node: step.node }
    }
}

impl TryFrom<StoredStep> for PathStep {
    type Error = &'static str;

    fn try_from(stored: StoredStep) -> Result<Self, Self::Error> {
        let hop = match (stored.relationship, stored.quantified) {
            (Some(relationship), None) => Hop::Relationship(relationship),
            (None, Some(quantified)) => Hop::Quantified(quantified),
            _ => return Err("a step has either a relationship or a quantified path"),
        };
        Ok(Self { hop, node: stored.node })
    }
}

/// What leads from one node of a path to the next.
#[derive(Debug, Clone, PartialEq)]
pub enum Hop {
    /// One relationship, or a chain of alike ones by `length`.
    Relationship(RelationshipPattern),
    /// A path that is repeated.
    Quantified(Box<QuantifiedPath>),
}

/// `((a)-[r]->(b) WHERE condition){1,3}` (`QuantifiedPathPrimary` of GQL).
///
/// It stands between two nodes; where the text has none, there is one that says nothing. `-[r]->{1,3}` is the
/// same as `(()-[r]->()){1,3}`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuantifiedPath {
    /// What is repeated, the last node of one time being the first of the next. Outside it, its variables are
    /// lists.
    pub pattern: PathPattern,
    /// How many times; `+` is from 1, `*` from 0, `{n}` exactly `n`. The minimum's default is 0.
    pub quantifier: PathLength,
}

/// `(variable:Label:Label {key: value} WHERE condition)` (`NodePattern`).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NodePattern {
    /// The variable, new or bound before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// The labels, all of which the node must have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// A condition on the labels that a list cannot say; then there is no list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_expression: Option<Box<LabelExpression>>,
    /// The properties, all of which the node must have; `{}` is the same as no map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Expression)>,
    /// The parameter that holds the properties, in the place of a map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// The `WHERE` within the parentheses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<Expression>>,
}

impl NodePattern {
    /// Whether this is no more than a variable, a list of labels and a map of properties.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.label_expression.is_none() && self.parameter.is_none() && self.condition.is_none()
    }
}

/// `-[variable:TYPE|TYPE*1..3 {key: value} WHERE condition]->` (`RelationshipPattern`).
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
    /// A condition on the type that a list cannot say; then there is no list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_expression: Option<Box<LabelExpression>>,
    /// The properties that each relationship must have; `{}` is the same as no map.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Expression)>,
    /// The parameter that holds the properties, in the place of a map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// The `WHERE` within the brackets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<Expression>>,
}

impl RelationshipPattern {
    /// Any one relationship of this direction: `-->`, `<--` or `--`.
    #[must_use]
    pub fn any(direction: Direction) -> Self {
        Self {
            direction,
            variable: None,
            types: Vec::new(),
            length: None,
            label_expression: None,
            properties: Vec::new(),
            parameter: None,
            condition: None,
        }
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
