//! What stands in the steps of a traversal: values and traversals, predicates, choices, what `by` says.

use regex::{Regex, RegexBuilder};

use super::{Label, Plan};
use crate::ast::{PredicateName, Token};
use crate::evaluate::value::Value;

/// An argument that is a value, or a traversal that gives one.
#[derive(Debug, Clone)]
pub(in crate::evaluate) enum Given {
    Value(Value),
    Plan(Plan),
}

/// What `by` says.
#[derive(Debug, Clone)]
pub(in crate::evaluate) enum By {
    Identity,
    Key(Label),
    Token(Token),
    Plan(Plan),
}

/// What `by` says in `order`.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct OrderBy {
    pub(in crate::evaluate) by: By,
    pub(in crate::evaluate) order: Token,
}

/// A predicate.
#[derive(Debug, Clone)]
pub(in crate::evaluate) enum Test {
    Compare(PredicateName, Value),
    Among(PredicateName, Vec<Value>),
    Text(PredicateName, Value),
    /// A regular expression; none where it is not understood.
    Regex(PredicateName, Value, Option<Regex>),
    Type(Token),
    Not(Box<Test>),
    And(Box<Test>, Box<Test>),
    Or(Box<Test>, Box<Test>),
}

impl Test {
    /// A predicate of text. Compiling a regular expression takes longer than most traversals: it is done once, and not
    /// at all where the expression is the text that it matches.
    pub(in crate::evaluate) fn of_text(name: PredicateName, value: Value) -> Self {
        match (name, &value) {
            (PredicateName::Regex | PredicateName::NotRegex, Value::String(text))
                if regex::escape(text) != **text =>
            {
                let pattern = RegexBuilder::new(text).size_limit(1 << 20).build().ok();
                Test::Regex(name, value, pattern)
            }
            _ => Test::Text(name, value),
        }
    }
}

/// What `has` looks at.
#[derive(Debug, Clone)]
pub(in crate::evaluate) enum HasKey {
    Id,
    Label,
    Key(Label),
    /// The key of a property.
    PropertyKey,
    /// The value of a property.
    PropertyValue,
}

/// A property to set.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Setting {
    pub(in crate::evaluate) cardinality: Option<Token>,
    pub(in crate::evaluate) key: Given,
    pub(in crate::evaluate) value: Given,
    pub(in crate::evaluate) meta: Vec<(Given, Given)>,
}

/// `mergeV` or `mergeE`.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Merge {
    pub(in crate::evaluate) edges: bool,
    pub(in crate::evaluate) search: Option<Given>,
    pub(in crate::evaluate) on_create: Option<(Given, Option<Token>)>,
    pub(in crate::evaluate) on_match: Option<(Given, Option<Token>)>,
    pub(in crate::evaluate) source: Option<Given>,
    pub(in crate::evaluate) target: Option<Given>,
}

/// `repeat` and its modulators.
#[derive(Debug, Clone, Default)]
pub(in crate::evaluate) struct Repeat {
    pub(in crate::evaluate) name: Option<Label>,
    pub(in crate::evaluate) body: Option<Plan>,
    pub(in crate::evaluate) until: Option<Until>,
    pub(in crate::evaluate) until_first: bool,
    pub(in crate::evaluate) emit: Option<Plan>,
    pub(in crate::evaluate) emit_first: bool,
}

#[derive(Debug, Clone)]
pub(in crate::evaluate) enum Until {
    Times(i64),
    Plan(Plan),
}

/// `branch` and `choose`.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Branch {
    pub(in crate::evaluate) by: Choice,
    pub(in crate::evaluate) options: Vec<(Pick, Plan)>,
    /// True for `choose`, which has a say in what happens to what nothing is chosen for.
    pub(in crate::evaluate) choose: bool,
}

#[derive(Debug, Clone)]
pub(in crate::evaluate) enum Choice {
    Value(By),
    /// Whether the traversal gives anything.
    Productive(Plan),
}

#[derive(Debug, Clone)]
pub(in crate::evaluate) enum Pick {
    Token(Token),
    Value(Value),
    Test(Test),
    Plan(Plan),
}

/// A pattern of `match`.
#[derive(Debug, Clone)]
pub(in crate::evaluate) enum Pattern {
    Chain { start: Option<Label>, plan: Plan, end: Option<Label>, needs: Vec<Label> },
    All(Vec<Pattern>),
    Any(Vec<Pattern>),
    Not(Box<Pattern>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) enum Reduce {
    Sum,
    Min,
    Max,
    Mean,
}

/// Steps on strings.
#[derive(Debug, Clone)]
pub(in crate::evaluate) enum TextOp {
    Length,
    Upper,
    Lower,
    Trim,
    LeftTrim,
    RightTrim,
    Substring(i64, Option<i64>),
    Split(Option<String>),
    Replace(Option<String>, Option<String>),
    AsString,
}

/// Steps that combine a list with another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) enum ListOp {
    Combine,
    Difference,
    Disjunct,
    Intersect,
    Merge,
    Product,
}

/// Which items of a list a predicate is asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) enum Items {
    All,
    Any,
    None,
}

/// What `valueMap`, `propertyMap` and `elementMap` tell.
#[derive(Debug, Clone, Default)]
pub(in crate::evaluate) struct ValueMap {
    pub(in crate::evaluate) keys: Vec<Label>,
    /// True when keys were given, though they may all be null.
    pub(in crate::evaluate) chosen: bool,
    pub(in crate::evaluate) tokens: u8,
    pub(in crate::evaluate) by: Vec<By>,
    pub(in crate::evaluate) properties: bool,
}

/// Where a path begins and ends, by label.
#[derive(Debug, Clone, Default)]
pub(in crate::evaluate) struct Span {
    pub(in crate::evaluate) from: Option<Label>,
    pub(in crate::evaluate) to: Option<Label>,
}

/// A service of `call`.
#[derive(Debug, Clone, Default)]
pub(in crate::evaluate) struct Call {
    pub(in crate::evaluate) service: String,
    pub(in crate::evaluate) parameters: Vec<Given>,
    pub(in crate::evaluate) with: Vec<(String, Given)>,
}
