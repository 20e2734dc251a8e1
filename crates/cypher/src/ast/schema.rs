//! Statements: queries with what may stand before them, and commands on indexes and constraints.

use serde::{Deserialize, Serialize};

use super::{Expression, Query, ValueType, is_false};

/// What is sent to an engine: a query or a command, perhaps with a prefix.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// What stands before it.
    #[serde(default, skip_serializing_if = "Prefix::is_none")]
    pub prefix: Prefix,
    /// The query or command itself.
    pub body: StatementBody,
}

/// A query or a command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StatementBody {
    /// A query.
    Query(Query),
    /// A command on an index or a constraint.
    Schema(SchemaCommand),
}

/// `[CYPHER version key=value ...] [EXPLAIN | PROFILE]`: how to run what follows. It changes no answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefix {
    /// The version of the language, such as `5`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The options, such as `planner=cost`, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, String)>,
    /// Whether to explain or to profile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<ExecutionMode>,
}

impl Prefix {
    /// Whether nothing stands before the query.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// What is given besides the answer, or in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExecutionMode {
    /// `EXPLAIN`: the plan, and no answer.
    Explain,
    /// `PROFILE`: the answer, and the plan with what it cost.
    Profile,
}

/// A command on an index or a constraint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchemaCommand {
    /// `CREATE [kind] INDEX [name] [IF NOT EXISTS] FOR ... ON ...`; in its older form `CREATE INDEX ON :L(k)`.
    CreateIndex(CreateIndex),
    /// `DROP INDEX name [IF EXISTS]`.
    DropIndex {
        /// The index's name.
        name: String,
        /// Whether it is no error that there is none.
        #[serde(default, skip_serializing_if = "is_false")]
        if_exists: bool,
    },
    /// `DROP INDEX ON :L(k)`.
    DropIndexOn(SchemaTarget),
    /// `CREATE CONSTRAINT [name] [IF NOT EXISTS] FOR ... REQUIRE ...`; in its older form
    /// `CREATE CONSTRAINT ON ... ASSERT ...`.
    CreateConstraint {
        /// The constraint's name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// Whether it is no error that there is one already.
        #[serde(default, skip_serializing_if = "is_false")]
        if_not_exists: bool,
        /// What is required.
        constraint: Constraint,
    },
    /// `DROP CONSTRAINT name [IF EXISTS]`.
    DropConstraint {
        /// The constraint's name.
        name: String,
        /// Whether it is no error that there is none.
        #[serde(default, skip_serializing_if = "is_false")]
        if_exists: bool,
    },
    /// `DROP CONSTRAINT ON ... ASSERT ...`.
    DropConstraintOn(Constraint),
}

/// An index to be made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CreateIndex {
    /// Which kind.
    #[serde(default)]
    pub kind: IndexKind,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is no error that there is one already.
    #[serde(default, skip_serializing_if = "is_false")]
    pub if_not_exists: bool,
    /// What is indexed.
    pub target: SchemaTarget,
    /// `OPTIONS {key: value}`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<(String, Expression)>,
}

/// The kinds of indexes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexKind {
    /// The kind that the engine makes unless told otherwise.
    #[default]
    Default,
    /// `RANGE`.
    Range,
    /// `TEXT`.
    Text,
    /// `POINT`.
    Point,
    /// `LOOKUP`: of labels or types; the target has neither labels nor keys.
    Lookup,
    /// `FULLTEXT`: of several labels or types.
    Fulltext,
}

/// Which properties of which elements: `(n:L)` and `(n.k, ...)`, or `()-[r:T]-()` and `(r.k, ...)`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaTarget {
    /// Of nodes or of relationships.
    pub element: SchemaElement,
    /// The label or type: one, but for `LOOKUP` and `FULLTEXT`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
}

/// What a schema command speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SchemaElement {
    /// Nodes.
    Node,
    /// Relationships.
    Relationship,
}

/// A constraint: what is required of which properties.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Constraint {
    /// Which properties.
    pub target: SchemaTarget,
    /// What is required of them.
    pub requirement: Requirement,
}

/// What a constraint requires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Requirement {
    /// `IS UNIQUE`.
    Unique,
    /// `IS NOT NULL`; in its older form `exists(n.k)`.
    NotNull,
    /// `IS NODE KEY`, `IS RELATIONSHIP KEY`: unique and not null.
    Key,
    /// `IS :: type`.
    Typed(ValueType),
}
