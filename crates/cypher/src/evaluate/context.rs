//! What goes along with every evaluation: the graph, the semantics, the budget, and what was noticed.
//!
//! The evaluator evaluates eagerly, also what the answer does not need, to learn whether any order of
//! evaluation raises (design, "verdict"). An error that the answer depends on is a result; one that it does
//! not depend on is only noticed.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::language::{Budget, Failure};

use super::fault::{Index, Trail};
use super::functions::regex::Compiled;
use super::graph::Graph;
use super::procedure::Procedure;
use super::semantics::Semantics;
use super::table::{Column, Type};
use super::taint::Why;
use super::value::{List, MAX_VALUE_DEPTH, Value};

/// How deep expressions may nest. The parser's bound is lower; a tree from elsewhere may be higher.
const MAX_DEPTH: usize = 600;

/// Boxed, because errors are rare and results are many.
pub(super) type Stop = Box<Failure>;

/// What every part of the evaluator gives.
pub(super) type Outcome<T> = Result<T, Stop>;

/// The parameters of a query by name.
pub type Parameters = BTreeMap<String, Value>;

/// What goes along with every evaluation. Its copies share what is noticed.
#[derive(Clone)]
pub(super) struct Context<'g> {
    /// The graph as it is now.
    pub(super) graph: &'g Graph,
    pub(super) semantics: Semantics,
    pub(super) parameters: Rc<Parameters>,
    /// The procedures that there are.
    pub(super) procedures: &'g [Procedure],
    /// The indexes of an engine with a planted fault; the truth needs none.
    pub(super) indexes: &'g [Index],
    budget: Budget,
    notes: Rc<Notes>,
}

/// What is noticed on the way.
#[derive(Default)]
pub(super) struct Notes {
    steps: Cell<u64>,
    depth: Cell<usize>,
    pub(super) expressions: Compiled,
    /// Some order of evaluation raises.
    pub(super) raises: Cell<bool>,
    /// An error that shows now is one of every order of evaluation.
    pub(super) certain: Cell<bool>,
    /// What is left open reached a condition.
    pub(super) open: Cell<Option<&'static str>>,
    /// The query changes the graph, which cannot hold what may be anything: where the language leaves the order of
    /// a list open, one is taken, and the case is open.
    pub(super) decides: Cell<bool>,
    /// How many random numbers were drawn.
    drawn: Cell<u64>,
    /// Nothing is tried that the answer does not need: what stands inside a subquery was judged as it is written.
    pub(super) quiet: Cell<bool>,
    /// What an engine with a planted fault goes by.
    pub(super) trail: RefCell<Trail>,
}

/// Where variables have their values.
#[derive(Clone, Copy)]
pub(super) struct Scope<'a> {
    pub(super) columns: &'a [Column],
    pub(super) row: &'a [Value],
    pub(super) local: Option<&'a Local<'a>>,
}

/// A variable of a comprehension, a quantifier or `reduce`.
pub(super) struct Local<'a> {
    pub(super) name: &'a str,
    pub(super) value: &'a Value,
    pub(super) outer: Option<&'a Local<'a>>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(columns: &'a [Column], row: &'a [Value]) -> Self {
        Self { columns, row, local: None }
    }

    pub(super) fn lookup(&self, name: &str) -> Option<&'a Value> {
        let mut local = self.local;
        while let Some(found) = local {
            if found.name == name {
                return Some(found.value);
            }
            local = found.outer;
        }
        let place = super::table::position(self.columns, name)?;
        self.row.get(place)
    }

    /// All variables with their values, those that are hidden by others left out.
    pub(super) fn flat(&self) -> (Vec<Column>, Vec<Value>) {
        let mut columns: Vec<Column> = Vec::with_capacity(self.columns.len());
        let mut row = Vec::with_capacity(self.columns.len());
        let mut local = self.local;
        while let Some(found) = local {
            if super::table::position(&columns, found.name).is_none() {
                columns.push(Column::new(found.name, Type::of_value(found.value)));
                row.push(found.value.clone());
            }
            local = found.outer;
        }
        for (column, value) in self.columns.iter().zip(self.row) {
            if super::table::position(&columns, &column.name).is_none() {
                columns.push(column.clone());
                row.push(value.clone());
            }
        }
        (columns, row)
    }
}

impl Deref for Context<'_> {
    type Target = Notes;

    fn deref(&self) -> &Notes {
        &self.notes
    }
}

impl<'g> Context<'g> {
    pub(super) fn new(graph: &'g Graph, semantics: Semantics, budget: Budget) -> Self {
        Self {
            graph,
            semantics,
            parameters: Rc::default(),
            procedures: &[],
            indexes: &[],
            budget,
            notes: Rc::default(),
        }
    }

    /// The same on another graph: what a query has made of the one that it began with.
    pub(super) fn on<'h>(&self, graph: &'h Graph) -> Context<'h>
    where
        'g: 'h,
    {
        Context { graph, ..self.clone() }
    }

    /// The same with other values for parameters.
    pub(super) fn with(&self, parameters: Parameters) -> Self {
        Self { parameters: Rc::new(parameters), ..self.clone() }
    }

    /// Spends elementary steps.
    pub(super) fn charge(&self, steps: usize) -> Outcome<()> {
        let spent = self.steps.get().saturating_add(steps as u64);
        self.steps.set(spent);
        if spent > self.budget.steps {
            return Err(Box::new(Failure::Budget("steps")));
        }
        Ok(())
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps.get()
    }

    pub(super) fn set_steps(&self, steps: u64) {
        self.steps.set(steps);
    }

    /// A number that follows no rule but to be the same every time the query is evaluated (SplitMix64).
    pub(super) fn random(&self) -> u64 {
        self.drawn.set(self.drawn.get().wrapping_add(1));
        let mut number = self.drawn.get().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        number ^ (number >> 31)
    }

    /// Refuses a table or a list that is larger than any table may be.
    pub(super) fn allow_rows(&self, rows: usize) -> Outcome<()> {
        if rows > self.budget.rows {
            return Err(Box::new(Failure::Budget("rows")));
        }
        Ok(())
    }

    /// Refuses a value that nests too deeply to be walked.
    pub(super) fn allow_depth(&self, value: Value) -> Outcome<Value> {
        if value.depth() > MAX_VALUE_DEPTH {
            return Err(Box::new(Failure::Budget("nesting")));
        }
        Ok(value)
    }

    /// Goes one level deeper into an expression.
    pub(super) fn nested<T>(&self, inner: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        self.deeper(1, inner)
    }

    /// Goes deeper by what needs as much of the stack as so many levels of an expression.
    pub(super) fn deeper<T>(&self, levels: usize, inner: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
        if self.depth.get() >= MAX_DEPTH {
            return Err(Box::new(Failure::Budget("nesting")));
        }
        self.depth.set(self.depth.get() + levels);
        let result = inner();
        self.depth.set(self.depth.get() - levels);
        result
    }

    /// Keeps the query's own error apart, because the answer may not depend on it.
    pub(super) fn attempt<T>(&self, result: Outcome<T>) -> Outcome<Result<T, Stop>> {
        match result {
            Err(stop) if matches!(*stop, Failure::Query(_)) => {
                self.raises.set(true);
                Ok(Err(stop))
            }
            Err(stop) => Err(stop),
            Ok(value) => Ok(Ok(value)),
        }
    }

    /// Notices that some order of evaluation may raise.
    pub(super) fn may_raise(&self) {
        self.raises.set(true);
    }

    /// Notices that a condition, a key or a count depends on what is open.
    pub(super) fn depends_on(&self, why: &'static str) {
        if self.open.get().is_none() {
            self.open.set(Some(why));
        }
    }

    /// One element of a list without order: this one, if the query has to decide.
    pub(super) fn element_of_bag(&self, list: &List, element: &Value) -> Value {
        if self.decides.get() {
            self.depends_on(Why::Order.text());
            return element.clone();
        }
        let nullable = list.items().iter().any(|item| matches!(item, Value::Null | Value::Open(_)));
        Value::Open(if nullable { Why::Order } else { Why::Element })
    }

    /// A result that no rule determines, where engines may also raise.
    pub(super) fn unspecified(&self) -> Value {
        self.may_raise();
        Value::Open(Why::Unspecified)
    }
}

fn raise(phase: Phase, class: &str, detail: &str, message: impl Into<String>) -> Stop {
    Box::new(Failure::Query(QueryError::new(phase, class, message).with_detail(detail)))
}

/// A run-time type error.
pub(super) fn type_error(detail: &str, message: impl Into<String>) -> Stop {
    raise(Phase::Run, "TypeError", detail, message)
}

/// A run-time type error of an argument or operand (TCK `InvalidArgumentType`).
pub(super) fn wrong_type(what: &str, value: &Value) -> Stop {
    type_error("InvalidArgumentType", format!("{what} cannot be {}", describe(value)))
}

/// A run-time error of an argument's value.
pub(super) fn argument_error(detail: &str, message: impl Into<String>) -> Stop {
    raise(Phase::Run, "ArgumentError", detail, message)
}

/// A run-time error of arithmetic.
pub(super) fn arithmetic_error(detail: &str, message: &str) -> Stop {
    raise(Phase::Run, "ArithmeticError", detail, message)
}

/// A run-time error that the suite calls a syntax error.
pub(super) fn late_syntax_error(detail: &str, message: &str) -> Stop {
    raise(Phase::Run, "SyntaxError", detail, message)
}

/// The error of what asks for something of an element that is no longer there (TCK Return2 \[15\]-\[17\]).
pub(super) fn deleted_access() -> Stop {
    raise(Phase::Run, "EntityNotFound", "DeletedEntityAccess", "the element is deleted")
}

/// The error of what is needed and is not there.
pub(super) fn entity_not_found(message: &str) -> Stop {
    raise(Phase::Run, "EntityNotFound", "MissingNode", message)
}

/// A run-time error of a query that can be no query on this graph.
pub(super) fn semantic_error(detail: &str, message: &str) -> Stop {
    raise(Phase::Run, "SemanticError", detail, message)
}

/// The error of a statement that leaves a node deleted and its relationships not (TCK Delete1 \[7\]).
pub(super) fn connected_error() -> Stop {
    let message = "a deleted node still has relationships";
    raise(Phase::Run, "ConstraintVerificationFailed", "DeleteConnectedNode", message)
}

/// The type of a value for a person.
pub(super) fn describe(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Integer(_) => "an integer",
        Value::Float(_) | Value::Near(_) => "a float",
        Value::String(_) => "a string",
        Value::List(_) => "a list",
        Value::Map(_) => "a map",
        Value::Node(_) => "a node",
        Value::Relationship(_) => "a relationship",
        Value::Path(_) => "a path",
        Value::Instant(_) => "a date or time",
        Value::Duration(_) => "a duration",
        Value::Point(_) => "a point",
        Value::Open(_) => "an open value",
        Value::Other(_) => "a value of this type",
    }
}

/// A construct that the evaluator does not model.
pub(super) fn unmodelled(what: &str) -> Stop {
    Box::new(Failure::Unmodelled(what.to_owned()))
}
