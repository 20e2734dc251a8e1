//! The syntax tree of SPARQL queries and updates.
//!
//! The tree keeps the surface and not the algebra: the elements of a group stay in written order, a group inside a
//! group stays one, FILTER stays where it stood. In SPARQL position is meaning, and engines go wrong exactly in the
//! translation to the algebra, so a tree that had already translated could not even write down the failing query.
//! Abbreviations without meaning are resolved: prefixed names are IRIs in full, `;`, `,`, `[...]` and `(...)` are
//! flat triple patterns, and so are SPARQL 1.2's reified triples and annotations. Production numbers are those of the SPARQL 1.1 grammar (section 19.8).

mod builtin;
mod expression;
mod normal;
mod path;
mod scope;
mod term;
mod update;

pub use builtin::Builtin;
pub use expression::{Aggregate, AggregateFunction, BinaryOperator, Expression, Function, UnaryOperator};
pub use path::{NegatedStep, Path};
pub use term::{Constant, TermPattern, TriplePattern, VarOrIri, Variable, Verb};
pub use update::{GraphTarget, Modify, Operation, QuadBlock, Transfer, Update};

use serde::{Deserialize, Serialize};

/// A query (production 2): prologue, query form, WHERE clause, solution modifiers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// The base IRI and the prefixes, kept so that printing is stable.
    #[serde(default)]
    pub prologue: Prologue,
    /// What is asked for.
    pub form: Form,
    /// FROM and FROM NAMED.
    #[serde(default, skip_serializing_if = "DatasetClause::is_empty")]
    pub dataset: DatasetClause,
    /// The group after WHERE.
    pub pattern: Group,
    /// GROUP BY, HAVING, ORDER BY, LIMIT and OFFSET.
    #[serde(default)]
    pub modifiers: Modifiers,
}

/// The declarations before a query (production 4). IRIs in the tree are already resolved against them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Prologue {
    /// The base IRI in force at the query's end, which the function IRI resolves against when the query runs.
    pub base: Option<String>,
    /// The version of the language that the text names (SPARQL 1.2).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The prefixes, each label once.
    pub prefixes: Vec<Prefix>,
}

/// `PREFIX label: <iri>` (production 6).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prefix {
    /// The label without its colon; may be empty.
    pub label: String,
    /// The namespace in full.
    pub iri: String,
}

/// The query form: which answer a query has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// SELECT (production 9): a table.
    Select(Select),
    /// ASK (production 12): a Boolean.
    Ask,
    /// CONSTRUCT (production 10): a graph. Without a template, which is `CONSTRUCT WHERE`, the pattern is the
    /// template and consists of triple patterns alone.
    Construct(Option<Vec<TriplePattern>>),
    /// DESCRIBE (production 11): a graph that the language leaves open. An empty pattern is not written.
    Describe(Described),
}

/// What DESCRIBE describes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Described {
    /// `*`: every variable in scope.
    All,
    /// IRIs and variables, at least one.
    Resources(Vec<VarOrIri>),
}

/// The dataset of a query (productions 13 to 16) or of an update's pattern (production 44).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DatasetClause {
    /// FROM or USING: the graphs that are merged into the default graph.
    pub default: Vec<String>,
    /// FROM NAMED or USING NAMED.
    pub named: Vec<String>,
}

impl DatasetClause {
    /// Whether nothing is written, so that the dataset is the stored one.
    pub fn is_empty(&self) -> bool {
        self.default.is_empty() && self.named.is_empty()
    }
}

/// The SELECT clause (production 9).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Select {
    /// What happens to equal rows.
    pub duplicates: Duplicates,
    /// What the rows hold.
    pub projection: Projection,
}

/// DISTINCT, REDUCED or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Duplicates {
    /// Every row is kept.
    All,
    /// Every row is kept once.
    Distinct,
    /// Every row is kept once at least and as often as it occurs at most.
    Reduced,
}

/// What a SELECT clause projects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Projection {
    /// `*`: every variable in scope.
    All,
    /// The columns in written order, at least one.
    Columns(Vec<Column>),
}

/// One column of a SELECT clause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// `?v`
    Variable(Variable),
    /// `(expression AS ?v)`
    Expression {
        /// What is computed.
        expression: Expression,
        /// The variable it is bound to.
        variable: Variable,
    },
}

impl Column {
    /// The variable that names the column.
    pub fn variable(&self) -> &Variable {
        match self {
            Self::Variable(variable) | Self::Expression { variable, .. } => variable,
        }
    }
}

/// A group graph pattern (production 54): its elements in written order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Group {
    /// The elements. Two [`Element::Triples`] never follow each other (see [`Query::normalize`]).
    pub elements: Vec<Element>,
}

/// One element of a group (productions 55, 56 and 60).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    /// Triple patterns that follow each other, at least one.
    Triples(Vec<TriplePattern>),
    /// `FILTER (expression)`: holds for the whole group, wherever in it the filter stands.
    Filter(Expression),
    /// `OPTIONAL { ... }`
    Optional(Group),
    /// `{ ... } UNION { ... } UNION ...`, at least two branches; one alone is [`Element::Group`].
    Union(Vec<Group>),
    /// A group inside the group.
    Group(Group),
    /// `MINUS { ... }`
    Minus(Group),
    /// `BIND (expression AS ?v)`
    Bind {
        /// What is computed.
        expression: Expression,
        /// The variable it is bound to, not in scope before.
        variable: Variable,
    },
    /// `VALUES (...) { ... }`
    Values(InlineData),
    /// `GRAPH name { ... }`
    Graph {
        /// Which graph, or the variable that ranges over the named graphs.
        name: VarOrIri,
        /// What is looked for in it.
        group: Group,
    },
    /// `SERVICE name { ... }`
    Service {
        /// Whether a failure is let pass.
        silent: bool,
        /// The endpoint.
        name: VarOrIri,
        /// What it is asked.
        group: Group,
    },
    /// A sub-select (production 8): alone in its group (see [`Query::normalize`]). Its form is SELECT, it has neither
    /// prologue nor dataset.
    Select(Box<Query>),
}

/// The data of VALUES (production 62).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InlineData {
    /// The variables.
    pub variables: Vec<Variable>,
    /// The rows, each as long as `variables`; `None` is UNDEF.
    pub rows: Vec<Vec<Option<Constant>>>,
}

/// The solution modifiers (production 18), and VALUES after them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Modifiers {
    /// GROUP BY; empty when absent.
    pub group_by: Vec<GroupKey>,
    /// HAVING, whose conditions must all hold; empty when absent.
    pub having: Vec<Expression>,
    /// ORDER BY, the first key first; empty when absent.
    pub order_by: Vec<OrderKey>,
    /// LIMIT.
    pub limit: Option<u64>,
    /// OFFSET.
    pub offset: Option<u64>,
    /// VALUES after the modifiers (production 28).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<InlineData>,
}

/// One condition of GROUP BY (production 20): `?v`, `(expression)` or `(expression AS ?v)`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupKey {
    /// What is grouped by.
    pub expression: Expression,
    /// The variable that the key's value is bound to.
    pub variable: Option<Variable>,
}

/// One key of ORDER BY (production 24).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrderKey {
    /// What is ordered by.
    pub expression: Expression,
    /// ASC, which is also the default, or DESC.
    pub direction: Direction,
}

/// The direction of an order key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// ASC
    Ascending,
    /// DESC
    Descending,
}
