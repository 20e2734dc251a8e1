//! A traversal whose arguments have been checked and whose modulators stand where they belong.
//!
//! What stands in a step is in `arguments`; what is true of a step wherever it stands (whether it waits for all, keeps an
//! order, writes) is in `manner`.

mod arguments;
mod manner;

use std::sync::Arc;

pub(in crate::evaluate) use arguments::{
    Branch, By, Call, Choice, Given, HasKey, Items, ListOp, Merge, OrderBy, Pattern, Pick, Reduce, Repeat,
    Setting, Span, Test, TextOp, Until, ValueMap,
};

use super::value::Value;
use crate::ast::Token;

pub(in crate::evaluate) type Label = Arc<str>;

/// The steps of a traversal.
#[derive(Debug, Clone, Default)]
pub(in crate::evaluate) struct Plan {
    pub(in crate::evaluate) nodes: Vec<Node>,
}

/// A step, the number that tells it from all others, and its labels.
#[derive(Debug, Clone)]
pub(in crate::evaluate) struct Node {
    pub(in crate::evaluate) id: usize,
    pub(in crate::evaluate) op: Op,
    pub(in crate::evaluate) labels: Vec<Label>,
}

/// What a step does.
#[derive(Debug, Clone)]
pub(in crate::evaluate) enum Op {
    Identity,
    Vertices(Vec<Value>),
    Edges(Vec<Value>),
    Inject(Vec<Value>),
    AddVertex {
        label: Given,
        settings: Vec<Setting>,
    },
    AddEdge {
        label: Given,
        from: Option<Given>,
        to: Option<Given>,
        settings: Vec<Setting>,
    },
    Set(Setting),
    SetAll(Option<Token>, Given),
    Merge(Box<Merge>),
    Drop,
    Adjacent {
        direction: Token,
        labels: Vec<Label>,
        none: bool,
        edges: bool,
    },
    Ends(Token),
    OtherEnd,
    Properties {
        keys: Vec<Label>,
        chosen: bool,
        values: bool,
    },
    Value,
    Key,
    Id,
    Label,
    Element,
    ValueMap(ValueMap),
    ElementMap(ValueMap),
    Has(HasKey, Test),
    HasAny(Label),
    HasNone(Label),
    HasPlan(By, Plan),
    Is(Test),
    Filter(Plan),
    Not(Plan),
    And(Vec<Plan>),
    Or(Vec<Plan>),
    Where {
        start: Option<Label>,
        test: Test,
        by: Vec<By>,
    },
    /// The traverser goes to the value of a label.
    ScopeStart(Label),
    /// The traverser stays where it is at the value of a label.
    ScopeEnd(Label),
    Dedup {
        local: bool,
        labels: Vec<Label>,
        by: Vec<By>,
    },
    Range {
        local: bool,
        low: i64,
        high: i64,
    },
    Tail {
        local: bool,
        count: i64,
    },
    Sample {
        local: bool,
        count: i64,
        by: Vec<By>,
    },
    Coin(f64),
    Trail {
        simple: bool,
        span: Span,
        by: Vec<By>,
    },
    Discard,
    ListTest(Items, Test),
    Branch(Box<Branch>),
    Union(Vec<Plan>),
    Coalesce(Vec<Plan>),
    Optional(Plan),
    Local(Plan),
    Repeat(Box<Repeat>),
    Map(Plan),
    FlatMap(Plan),
    SideEffect(Plan),
    Constant(Value),
    Select {
        pop: Option<Token>,
        labels: Vec<Label>,
        by: Vec<By>,
    },
    SelectColumn(Token),
    SelectPlan {
        pop: Option<Token>,
        plan: Plan,
        by: Vec<By>,
    },
    Project {
        labels: Vec<Label>,
        by: Vec<By>,
    },
    Path {
        span: Span,
        by: Vec<By>,
    },
    Tree {
        key: Option<Label>,
        by: Vec<By>,
    },
    Unfold,
    Fold(Option<(Value, Token)>),
    Count {
        local: bool,
    },
    Reduce {
        what: Reduce,
        local: bool,
    },
    Order {
        local: bool,
        by: Vec<OrderBy>,
    },
    Group {
        key: Option<Label>,
        by: Vec<By>,
    },
    GroupCount {
        key: Option<Label>,
        by: Vec<By>,
    },
    Index {
        map: bool,
    },
    Loops(Option<Label>),
    Math {
        formula: super::steps::math::Formula,
        by: Vec<By>,
    },
    Match(Vec<Pattern>),
    Sack,
    SetSack {
        operator: Token,
        by: Vec<By>,
    },
    Cap(Vec<Label>),
    Aggregate {
        key: Label,
        lazy: bool,
        by: Vec<By>,
    },
    Subgraph(Label),
    Barrier {
        sack: bool,
    },
    Fail(String),
    Text {
        local: bool,
        what: TextOp,
    },
    Concat(Vec<Given>),
    Format {
        text: String,
        by: Vec<By>,
    },
    Lists(ListOp, Given),
    Conjoin(Given),
    Reverse,
    AsNumber(Option<Token>),
    AsBool,
    AsDate,
    DateAdd(Token, i64),
    DateDiff(Given),
    Call(Call),
}
