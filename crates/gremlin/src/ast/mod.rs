//! Gremlin as data: a chain of steps with arguments.
//!
//! The tree keeps what the text says and no more: `by`, `as`, `from` or `option` are steps of their own, as they are
//! written. Which step they modulate, and which arguments a step takes, is decided where a traversal is given a
//! meaning (`evaluate::compile`). So one walk over steps and arguments serves the printer, the features and
//! reduction, and a new step is one line of a table.

mod names;
mod tokens;

use serde::{Deserialize, Serialize};

pub use names::{PredicateName, StepName, in_version};
pub use tokens::Token;

/// A whole traversal: `g` and its steps, those that configure the source first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Query {
    /// The steps in their order.
    pub steps: Vec<Step>,
}

/// An anonymous traversal: an argument that is spawned from `__`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Traversal {
    /// The steps in their order; at least one in text.
    pub steps: Vec<Step>,
}

/// A step: its name and its arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Which step.
    pub name: StepName,
    /// What stands in its parentheses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Argument>,
}

/// What may stand in a step's parentheses.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Argument {
    /// A constant.
    Literal(Literal),
    /// A list, as `[1, 2]`.
    List(Vec<Argument>),
    /// A set, as `{1, 2}`.
    Set(Vec<Argument>),
    /// A map, as `["k": 1]`, in the order of its entries.
    Map(Vec<(Argument, Argument)>),
    /// A token such as `T.id`.
    Token(Token),
    /// A value with its cardinality, as `Cardinality.list(1)`.
    Cardinality(Token, Box<Argument>),
    /// A predicate, as `P.gt(1)`.
    Predicate(Predicate),
    /// An anonymous traversal.
    Traversal(Traversal),
    /// A strategy of `withStrategies` or `withoutStrategies`.
    Strategy(Strategy),
    /// A name that is bound outside the text.
    Variable(String),
}

/// A predicate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Predicate {
    /// A test against values.
    Test(PredicateName, Vec<Argument>),
    /// Negated.
    Not(Box<Predicate>),
    /// Both.
    And(Box<Predicate>, Box<Predicate>),
    /// Any.
    Or(Box<Predicate>, Box<Predicate>),
}

/// A strategy and its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Strategy {
    /// The class, without a package.
    pub name: String,
    /// What it is told.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settings: Vec<(String, Argument)>,
}

/// A constant. Numbers keep the type that their suffix gives them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Boolean(bool),
    /// `1b`
    Byte(i8),
    /// `1s`
    Short(i16),
    /// `1`
    Int(i32),
    /// `1L`
    Long(i64),
    /// `1n`: the digits, without leading zeros, with a sign when negative.
    BigInteger(String),
    /// `1.0f`
    Float(f32),
    /// `1.0`: the text of the number. Which type it has depends on the version.
    Real(String),
    /// `1.0d`
    Double(f64),
    /// `1.0m`: the text of the number.
    BigDecimal(String),
    /// `NaN`
    NaN,
    /// `Infinity`, and negative.
    Infinity {
        /// True for `-Infinity`.
        negative: bool,
    },
    /// A string.
    String(String),
    /// `datetime("...")`: the text between the quotes; none for the present moment.
    DateTime(Option<String>),
    /// `UUID("...")`: the text between the quotes; none for a random one.
    Uuid(Option<String>),
}

impl Step {
    /// A step.
    pub fn new(name: StepName, arguments: Vec<Argument>) -> Self {
        Self { name, arguments }
    }
}

impl Argument {
    /// A string constant.
    pub fn string(text: &str) -> Self {
        Argument::Literal(Literal::String(text.to_owned()))
    }

    /// The arguments directly inside this one; those of steps belong to the steps.
    pub fn children(&self) -> Vec<&Argument> {
        let mut all = Vec::new();
        self.each_child(&mut |child| all.push(child));
        all
    }

    /// Shows the arguments directly inside this one.
    pub fn each_child<'a>(&'a self, see: &mut dyn FnMut(&'a Argument)) {
        match self {
            Argument::List(items) | Argument::Set(items) => items.iter().for_each(see),
            Argument::Map(entries) => entries.iter().flat_map(|(key, value)| [key, value]).for_each(see),
            Argument::Cardinality(_, value) => see(value),
            Argument::Predicate(predicate) => predicate.each_argument(see),
            Argument::Strategy(strategy) => strategy.settings.iter().map(|(_, value)| value).for_each(see),
            Argument::Literal(_) | Argument::Token(_) | Argument::Traversal(_) | Argument::Variable(_) => {}
        }
    }
}

impl Predicate {
    /// The values that it tests against, from left to right.
    pub fn arguments(&self) -> Vec<&Argument> {
        let mut all = Vec::new();
        self.each_argument(&mut |argument| all.push(argument));
        all
    }

    fn each_argument<'a>(&'a self, see: &mut dyn FnMut(&'a Argument)) {
        match self {
            Predicate::Test(_, arguments) => arguments.iter().for_each(see),
            Predicate::Not(inner) => inner.each_argument(see),
            Predicate::And(left, right) | Predicate::Or(left, right) => {
                left.each_argument(see);
                right.each_argument(see);
            }
        }
    }
}
