//! Expressions: everything that has a value.

use serde::{Deserialize, Serialize};

use super::{LabelExpression, PathPattern, Subquery, ValueType, is_false};

/// An expression (`Expression`).
///
/// Numbers have one canonical form: a minus sign directly before a number belongs to the literal (so that the
/// smallest integer can be written at all), and `Unary(Negate)` over a literal is the parenthesised `-(1)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expression {
    /// A constant.
    Literal(Literal),
    /// A variable.
    Variable(String),
    /// A parameter, named without its `$`.
    Parameter(String),
    /// `[a, b]`.
    List(Vec<Expression>),
    /// `{key: value}`, in the order of the text.
    Map(Vec<(String, Expression)>),
    /// `subject.key`.
    Property {
        /// A node, relationship, map or other value with fields.
        subject: Box<Expression>,
        /// The property's key.
        key: String,
    },
    /// `subject[index]`.
    Subscript {
        /// A list, map, node or relationship.
        subject: Box<Expression>,
        /// A position or a key.
        index: Box<Expression>,
    },
    /// `subject[from..to]`.
    Slice {
        /// A list.
        subject: Box<Expression>,
        /// The first position taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<Box<Expression>>,
        /// The first position no longer taken.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<Box<Expression>>,
    },
    /// `NOT a`, `-a`, `+a`.
    Unary {
        /// The operator.
        operator: UnaryOperator,
        /// What it applies to.
        operand: Box<Expression>,
    },
    /// Every operator between two expressions that does not chain.
    Binary {
        /// The operator.
        operator: BinaryOperator,
        /// The left operand.
        left: Box<Expression>,
        /// The right operand.
        right: Box<Expression>,
    },
    /// `a < b <= c`: the conjunction of `a < b` and `b <= c`. Kept as one node, because engines evaluate
    /// the middle once or twice, and because `a < b AND b <= c` is another text.
    Comparison {
        /// The leftmost operand.
        first: Box<Expression>,
        /// Each operator with the operand to its right; at least one.
        rest: Vec<(ComparisonOperator, Expression)>,
    },
    /// `a IS NULL`, `a IS NOT NULL`.
    IsNull {
        /// What is tested.
        operand: Box<Expression>,
        /// Whether this is `IS NOT NULL`.
        #[serde(default, skip_serializing_if = "is_false")]
        negated: bool,
    },
    /// `n:A:B`: whether a node has all of these labels (for a relationship: this type).
    HasLabels {
        /// The node or relationship.
        subject: Box<Expression>,
        /// At least one label.
        labels: Vec<String>,
    },
    /// `n:A|B`: whether a node's labels (a relationship's type) fulfil a condition that a list cannot say.
    IsLabeled {
        /// The node or relationship.
        subject: Box<Expression>,
        /// The condition.
        labels: Box<LabelExpression>,
    },
    /// `a IS :: type`, `a IS NOT :: type`.
    IsTyped {
        /// What is tested.
        operand: Box<Expression>,
        /// Whether this is `IS NOT ::`.
        #[serde(default, skip_serializing_if = "is_false")]
        negated: bool,
        /// The type.
        value_type: ValueType,
    },
    /// Both forms of `CASE`.
    Case(Box<Case>),
    /// `name([DISTINCT] a, b)`, scalar or aggregating.
    Function {
        /// The name as written, with dots between namespace and name; its letter case has no meaning.
        name: String,
        /// Whether equal arguments count once (aggregating functions only).
        #[serde(default, skip_serializing_if = "is_false")]
        distinct: bool,
        /// The arguments.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        arguments: Vec<Expression>,
    },
    /// `count(*)`.
    CountStar,
    /// `[x IN list WHERE condition | projection]`.
    ListComprehension(Box<ListComprehension>),
    /// `all(x IN list WHERE condition)` and its three siblings.
    Quantifier(Box<Quantifier>),
    /// `reduce(accumulator = initial, x IN list | step)`.
    Reduce(Box<Reduce>),
    /// `variable{.key, .*, key: value, other}`.
    MapProjection(Box<MapProjection>),
    /// A pattern as an expression: `(a)-->(b)` is whether there is such a path, `shortestPath((a)-[*]->(b))` that
    /// path.
    Pattern(Box<PathPattern>),
    /// `[pattern WHERE condition | projection]`.
    PatternComprehension(Box<PatternComprehension>),
    /// `EXISTS { query }` and its siblings.
    Subquery(Box<Subquery>),
}

/// A constant (`Literal`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Literal {
    /// `null`.
    Null,
    /// `true`, `false`.
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A 64-bit float; always finite, because no literal is NaN or an infinity.
    Float(f64),
    /// A string.
    String(String),
}

/// An operator before its operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnaryOperator {
    /// `NOT`.
    Not,
    /// `-`.
    Negate,
    /// `+`.
    Plus,
}

/// An operator between two operands, except comparisons. All are left-associative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BinaryOperator {
    /// `OR`.
    Or,
    /// `XOR`.
    Xor,
    /// `AND`.
    And,
    /// `IN`.
    In,
    /// `STARTS WITH`.
    StartsWith,
    /// `ENDS WITH`.
    EndsWith,
    /// `CONTAINS`.
    Contains,
    /// `=~`.
    Matches,
    /// `||`.
    Concatenate,
    /// `+`.
    Add,
    /// `-`.
    Subtract,
    /// `*`.
    Multiply,
    /// `/`.
    Divide,
    /// `%`.
    Modulo,
    /// `^`.
    Power,
}

/// An operator that chains (`PartialComparisonExpression`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonOperator {
    /// `=`.
    Equal,
    /// `<>`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterEqual,
}

/// `CASE [subject] WHEN when THEN then ... [ELSE otherwise] END` (`CaseExpression`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Case {
    /// With a subject each `WHEN` is compared with it; without, each `WHEN` is a condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<Expression>,
    /// Each `WHEN` with its `THEN`; at least one.
    pub branches: Vec<(Expression, Expression)>,
    /// The `ELSE`; absent means null.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub otherwise: Option<Expression>,
}

/// `[variable IN list WHERE condition | projection]` (`ListComprehension`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ListComprehension {
    /// The variable that holds the element.
    pub variable: String,
    /// The list.
    pub list: Expression,
    /// Which elements are kept; absent means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expression>,
    /// What each becomes; absent means itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub projection: Option<Expression>,
}

/// `all(variable IN list WHERE condition)` (`Quantifier`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Quantifier {
    /// Which of the four.
    pub kind: QuantifierKind,
    /// The variable that holds the element.
    pub variable: String,
    /// The list.
    pub list: Expression,
    /// The condition on the element.
    pub condition: Expression,
}

/// How many elements must satisfy a quantifier's condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuantifierKind {
    /// `all`.
    All,
    /// `any`.
    Any,
    /// `none`.
    None,
    /// `single`: exactly one.
    Single,
}

/// `reduce(accumulator = initial, variable IN list | step)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reduce {
    /// The variable that holds the value so far.
    pub accumulator: String,
    /// Its value at the start.
    pub initial: Expression,
    /// The variable that holds the element.
    pub variable: String,
    /// The list.
    pub list: Expression,
    /// The accumulator's next value.
    pub step: Expression,
}

/// `variable{item, ...}` (`MapProjection`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MapProjection {
    /// A node, relationship or map.
    pub variable: String,
    /// What is taken of it or put to it, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<MapProjectionItem>,
}

/// One item of a map projection (`MapProjectionElement`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MapProjectionItem {
    /// `.key`.
    Property(String),
    /// `.*`: all properties.
    AllProperties,
    /// `key: value`.
    Entry(String, Expression),
    /// `other`: the variable's value under its name.
    Variable(String),
}

/// `[pattern WHERE condition | projection]` (`PatternComprehension`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PatternComprehension {
    /// The pattern; variables that are not bound outside are its own.
    pub pattern: PathPattern,
    /// Which matches are kept; absent means all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Expression>,
    /// What each becomes.
    pub projection: Expression,
}
