//! The syntax tree of a Cypher query.
//!
//! The tree says what a query means and nothing about how it was spelled: no positions, no parentheses, no
//! letter case of keywords, no shorthand. So two texts with the same tree are the same query, a generated tree
//! and a parsed one compare with `==`, and the tree can be stored as JSON and read back years later. Fields
//! that are usually absent are left out of the JSON, which also lets the tree grow without breaking stored
//! cases.
//!
//! Names follow the productions of the openCypher 9 grammar; what is newer follows those of GQL.

mod clause;
mod expression;
mod label;
mod pattern;
mod query;
mod schema;
mod subquery;
mod value_type;
mod write;

pub use clause::{Hint, Match, Projection, ProjectionItem, SortItem, Unwind, With};
pub use expression::{
    BinaryOperator, Case, ComparisonOperator, Expression, ListComprehension, Literal, MapProjection,
    MapProjectionItem, PatternComprehension, Quantifier, QuantifierKind, Reduce, UnaryOperator,
};
pub use label::LabelExpression;
pub use pattern::{
    Direction, Hop, NodePattern, PathLength, PathPattern, PathSelector, PathStep, QuantifiedPath,
    RelationshipPattern,
};
pub use query::{Clause, Query, SingleQuery, UnionKind};
pub use schema::{
    Constraint, CreateIndex, ExecutionMode, IndexKind, Prefix, Requirement, SchemaCommand, SchemaElement,
    SchemaTarget, Statement, StatementBody,
};
pub use subquery::{Imports, ProcedureCall, Subquery, SubqueryCall, SubqueryKind, Yield, YieldItem};
pub use value_type::ValueType;
pub use write::{Create, Delete, Foreach, Merge, RemoveItem, SetItem};

/// Whether a flag is off, which keeps it out of the JSON.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}
