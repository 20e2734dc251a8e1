//! Tables of bindings, and all that a query has come to after some of its clauses.

use std::sync::Arc;

use quarrel_case::value::ElementId;

use super::graph::Graph;
use super::value::Value;

/// The type of an expression as far as it is known before the query runs. Every type includes null.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Type {
    /// The outer type.
    pub kind: Kind,
    /// The type of a list's elements; `Any` for everything else.
    pub element: Kind,
}

/// A type without its elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Not known.
    Any,
    /// Null and nothing else.
    Null,
    /// Boolean.
    Boolean,
    /// 64-bit integer.
    Integer,
    /// 64-bit float.
    Float,
    /// String.
    String,
    /// Map.
    Map,
    /// Node.
    Node,
    /// Relationship.
    Relationship,
    /// Path.
    Path,
    /// List.
    List,
}

impl Type {
    /// Not known.
    pub const ANY: Type = Type::of(Kind::Any);

    /// A type that is no list of something known.
    #[must_use]
    pub const fn of(kind: Kind) -> Self {
        Self { kind, element: Kind::Any }
    }

    /// A list of something.
    #[must_use]
    pub const fn list(element: Kind) -> Self {
        Self { kind: Kind::List, element }
    }

    /// The type that holds the values of both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        match (self.kind, other.kind) {
            (_, Kind::Null) => self,
            (Kind::Null, _) => other,
            (left, right) if left == right => Self {
                kind: left,
                element: if self.element == other.element { self.element } else { Kind::Any },
            },
            _ => Self::ANY,
        }
    }

    /// The type of a value.
    #[must_use]
    pub fn of_value(value: &Value) -> Self {
        Self::of(match value {
            Value::Null => Kind::Null,
            Value::Bool(_) => Kind::Boolean,
            Value::Integer(_) => Kind::Integer,
            Value::Float(_) | Value::Near(_) => Kind::Float,
            Value::String(_) => Kind::String,
            Value::List(_) => Kind::List,
            Value::Map(_) => Kind::Map,
            Value::Node(_) => Kind::Node,
            Value::Relationship(_) => Kind::Relationship,
            Value::Path(_) => Kind::Path,
            Value::Instant(_) | Value::Duration(_) | Value::Point(_) | Value::Open(_) | Value::Other(_) => {
                Kind::Any
            }
        })
    }
}

impl Kind {
    /// Whether this is known to be none of `wanted`.
    #[must_use]
    pub fn excludes(self, wanted: &[Kind]) -> bool {
        !matches!(self, Kind::Any | Kind::Null) && !wanted.contains(&self)
    }
}

/// A variable in scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: Arc<str>,
    /// What it may hold.
    pub kind: Type,
}

impl Column {
    /// A variable of this type.
    #[must_use]
    pub fn new(name: &str, kind: Type) -> Self {
        Self { name: Arc::from(name), kind }
    }
}

/// The variables in scope, in the order of a table's columns.
pub type Columns = Arc<[Column]>;

/// The place of a variable.
#[must_use]
pub(super) fn position(columns: &[Column], name: &str) -> Option<usize> {
    columns.iter().position(|column| *column.name == *name)
}

/// A row of bindings: one value per column.
pub type Row = Vec<Value>;

/// A table of bindings.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// The variables in scope.
    pub columns: Columns,
    /// The rows; their order means nothing unless `State::order` says so.
    pub rows: Vec<Row>,
}

/// What a query has come to after some of its clauses.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The rows so far.
    pub table: Table,
    /// After a `RETURN` with `ORDER BY`: the lengths of the groups of rows that tie.
    pub order: Option<Vec<usize>>,
    /// The rows after every clause, before any global aggregation.
    pub flow: Vec<u64>,
    /// Whether some order of evaluation raises.
    pub raises: bool,
    /// What the language leaves open, and a condition, a key or a count came to depend on.
    pub open: Option<&'static str>,
    /// For each column the values that it had before anything dropped rows.
    pub domains: Vec<Domain>,
    /// The steps spent so far.
    pub steps: u64,
    /// The graph that the clauses so far have made; none as long as they only read.
    pub graph: Option<Arc<Graph>>,
    /// Whether the table is the query's answer: what does not end in `RETURN` answers without rows.
    pub returned: bool,
}

/// The values that a variable may have where an engine evaluates something early; none when unknown. The
/// nodes and relationships of the graph go without saying.
pub type Domain = Option<Arc<[Value]>>;

impl State {
    /// Before the first clause: one row without columns.
    #[must_use]
    pub fn start() -> Self {
        Self {
            table: Table { columns: Arc::from([]), rows: vec![Vec::new()] },
            order: None,
            flow: Vec::new(),
            raises: false,
            open: None,
            domains: Vec::new(),
            steps: 0,
            graph: None,
            returned: false,
        }
    }

    /// The same with more variables, each with one value in all rows.
    pub(crate) fn with(mut self, bound: impl Iterator<Item = (Arc<str>, Value)>) -> Self {
        let more = bound.size_hint().0;
        let mut columns = Vec::with_capacity(self.table.columns.len() + more);
        columns.extend_from_slice(&self.table.columns);
        self.domains.reserve_exact(more);
        self.table.rows.iter_mut().for_each(|row| row.reserve_exact(more));
        for (name, value) in bound {
            columns.push(Column { name, kind: Type::of_value(&value) });
            self.domains.push(None);
            self.table.rows.iter_mut().for_each(|row| row.push(value.clone()));
        }
        self.table.columns = columns.into();
        self
    }

    /// One row of these values alone, over the graph as it is here.
    pub(crate) fn row(&self, values: impl Iterator<Item = (Arc<str>, Value)>) -> Self {
        let mut row = Self { graph: self.graph.clone(), steps: self.steps, ..Self::start() };
        row.table.rows = vec![Vec::new()];
        row.with(values)
    }

    /// The value of a variable in a row.
    #[must_use]
    pub fn value(&self, row: usize, variable: &str) -> Option<&Value> {
        let place = position(&self.table.columns, variable)?;
        self.table.rows.get(row)?.get(place)
    }

    /// The id of the node or relationship that a variable holds in a row.
    #[must_use]
    pub fn element(&self, row: usize, variable: &str) -> Option<ElementId> {
        match self.value(row, variable)? {
            Value::Node(id) | Value::Relationship(id) => Some(*id),
            _ => None,
        }
    }
}
