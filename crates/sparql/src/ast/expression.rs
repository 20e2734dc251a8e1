//! Expressions (productions 107 to 128).

use super::{Builtin, Constant, Group, Variable};
use serde::{Deserialize, Serialize};

/// An expression. Brackets are not kept: the tree's shape says where they must stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expression {
    /// A variable.
    Variable(Variable),
    /// An IRI or a literal. `-1` is the literal `"-1"^^xsd:integer` and no operation.
    Constant(Constant),
    /// A prefix operator on an operand.
    Unary {
        /// The operator.
        operator: UnaryOperator,
        /// Its operand.
        operand: Box<Expression>,
    },
    /// An infix operator between two operands.
    Binary {
        /// The operator.
        operator: BinaryOperator,
        /// The left operand.
        left: Box<Expression>,
        /// The right operand.
        right: Box<Expression>,
    },
    /// `operand IN (list)` and `operand NOT IN (list)`.
    In {
        /// Whether it is NOT IN.
        negated: bool,
        /// What is looked for.
        operand: Box<Expression>,
        /// Where it is looked for; may be empty.
        list: Vec<Expression>,
    },
    /// A call of a built-in function or of one named by an IRI (casts are the latter).
    Call {
        /// Which function.
        function: Function,
        /// Its arguments.
        arguments: Vec<Expression>,
    },
    /// An aggregate; only in SELECT, HAVING and ORDER BY.
    Aggregate(Aggregate),
    /// `EXISTS { ... }` and `NOT EXISTS { ... }`.
    Exists {
        /// Whether it is NOT EXISTS.
        negated: bool,
        /// The pattern.
        group: Group,
    },
    /// `<<( subject predicate object )>>` of variables and constants, not all of them constants (SPARQL 1.2).
    Triple(Box<[Expression; 3]>),
}

impl Expression {
    /// The expression that is this variable.
    pub fn variable(name: impl Into<String>) -> Self {
        Self::Variable(Variable::new(name))
    }

    /// The expression that is this term.
    pub fn constant(term: impl Into<Constant>) -> Self {
        Self::Constant(term.into())
    }

    /// A prefix operator on an operand.
    pub fn unary(operator: UnaryOperator, operand: Self) -> Self {
        Self::Unary { operator, operand: Box::new(operand) }
    }

    /// An infix operator between two operands.
    pub fn binary(operator: BinaryOperator, left: Self, right: Self) -> Self {
        Self::Binary { operator, left: Box::new(left), right: Box::new(right) }
    }

    /// A call of a built-in function.
    pub fn call(builtin: Builtin, arguments: Vec<Self>) -> Self {
        Self::Call { function: Function::Builtin(builtin), arguments }
    }

    /// A call of a function named by an IRI.
    pub fn call_iri(iri: impl Into<String>, arguments: Vec<Self>) -> Self {
        Self::Call { function: Function::Iri(iri.into()), arguments }
    }

    /// The expressions directly below this one, in written order; not those inside the group of EXISTS.
    pub fn children(&self) -> Vec<&Self> {
        match self {
            Self::Variable(_) | Self::Constant(_) | Self::Exists { .. } => Vec::new(),
            Self::Unary { operand, .. } => vec![operand],
            Self::Binary { left, right, .. } => vec![left, right],
            Self::In { operand, list, .. } => std::iter::once(&**operand).chain(list).collect(),
            Self::Call { arguments, .. } => arguments.iter().collect(),
            Self::Aggregate(aggregate) => aggregate.argument.iter().map(AsRef::as_ref).collect(),
            Self::Triple(parts) => parts.iter().collect(),
        }
    }

    /// Whether an aggregate stands anywhere in it.
    pub fn has_aggregate(&self) -> bool {
        matches!(self, Self::Aggregate(_)) || self.children().into_iter().any(Self::has_aggregate)
    }
}

/// A prefix operator (production 118).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnaryOperator {
    /// `!`
    Not,
    /// `+`
    Plus,
    /// `-`
    Minus,
}

impl UnaryOperator {
    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Not => "!",
            Self::Plus => "+",
            Self::Minus => "-",
        }
    }
}

/// An infix operator (productions 111 to 117).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BinaryOperator {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

impl BinaryOperator {
    /// Whether it compares two values.
    pub fn is_comparison(self) -> bool {
        use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }

    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
        }
    }

    /// How tightly it binds: the higher, the tighter. Comparisons do not chain, all others group to the left.
    pub fn precedence(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::Equal
            | Self::NotEqual
            | Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual => Self::RELATIONAL,
            Self::Add | Self::Subtract => 4,
            Self::Multiply | Self::Divide => 5,
        }
    }

    /// The precedence of the comparisons and of IN and NOT IN (production 114).
    pub const RELATIONAL: u8 = 3;
}

/// Which function a call calls.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Function {
    /// A function of the language (production 121).
    Builtin(Builtin),
    /// A function by its IRI: a cast such as `xsd:integer` or an extension.
    Iri(String),
}

/// A set function (production 127).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Aggregate {
    /// Which one.
    pub function: AggregateFunction,
    /// Whether equal arguments count once.
    pub distinct: bool,
    /// What is aggregated; `None` is the `*` of COUNT alone.
    pub argument: Option<Box<Expression>>,
    /// What GROUP_CONCAT, and it alone, puts between its arguments; absent means one space.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
}

/// The set functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AggregateFunction {
    /// COUNT
    Count,
    /// SUM
    Sum,
    /// MIN
    Min,
    /// MAX
    Max,
    /// AVG
    Avg,
    /// SAMPLE
    Sample,
    /// GROUP_CONCAT
    GroupConcat,
}

impl AggregateFunction {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Count, Self::Sum, Self::Min, Self::Max, Self::Avg, Self::Sample, Self::GroupConcat];

    /// The name as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Count => "COUNT",
            Self::Sum => "SUM",
            Self::Min => "MIN",
            Self::Max => "MAX",
            Self::Avg => "AVG",
            Self::Sample => "SAMPLE",
            Self::GroupConcat => "GROUP_CONCAT",
        }
    }
}
