//! A traversal whose arguments have been checked and whose modulators stand where they belong.

use std::sync::Arc;

use regex::{Regex, RegexBuilder};

use super::value::Value;
use crate::ast::{PredicateName, Token};

pub(super) type Label = Arc<str>;

/// The steps of a traversal.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    pub(super) nodes: Vec<Node>,
}

/// A step, the number that tells it from all others, and its labels.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) id: usize,
    pub(super) op: Op,
    pub(super) labels: Vec<Label>,
}

/// An argument that is a value, or a traversal that gives one.
#[derive(Debug, Clone)]
pub(super) enum Given {
    Value(Value),
    Plan(Plan),
}

/// What `by` says.
#[derive(Debug, Clone)]
pub(super) enum By {
    Identity,
    Key(Label),
    Token(Token),
    Plan(Plan),
}

/// What `by` says in `order`.
#[derive(Debug, Clone)]
pub(super) struct OrderBy {
    pub(super) by: By,
    pub(super) order: Token,
}

/// A predicate.
#[derive(Debug, Clone)]
pub(super) enum Test {
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
    pub(super) fn of_text(name: PredicateName, value: Value) -> Self {
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
pub(super) enum HasKey {
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
pub(super) struct Setting {
    pub(super) cardinality: Option<Token>,
    pub(super) key: Given,
    pub(super) value: Given,
    pub(super) meta: Vec<(Given, Given)>,
}

/// `mergeV` or `mergeE`.
#[derive(Debug, Clone)]
pub(super) struct Merge {
    pub(super) edges: bool,
    pub(super) search: Option<Given>,
    pub(super) on_create: Option<(Given, Option<Token>)>,
    pub(super) on_match: Option<(Given, Option<Token>)>,
    pub(super) source: Option<Given>,
    pub(super) target: Option<Given>,
}

/// `repeat` and its modulators.
#[derive(Debug, Clone, Default)]
pub(super) struct Repeat {
    pub(super) name: Option<Label>,
    pub(super) body: Option<Plan>,
    pub(super) until: Option<Until>,
    pub(super) until_first: bool,
    pub(super) emit: Option<Plan>,
    pub(super) emit_first: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Until {
    Times(i64),
    Plan(Plan),
}

/// `branch` and `choose`.
#[derive(Debug, Clone)]
pub(super) struct Branch {
    pub(super) by: Choice,
    pub(super) options: Vec<(Pick, Plan)>,
    /// True for `choose`, which has a say in what happens to what nothing is chosen for.
    pub(super) choose: bool,
}

#[derive(Debug, Clone)]
pub(super) enum Choice {
    Value(By),
    /// Whether the traversal gives anything.
    Productive(Plan),
}

#[derive(Debug, Clone)]
pub(super) enum Pick {
    Token(Token),
    Value(Value),
    Test(Test),
    Plan(Plan),
}

/// A pattern of `match`.
#[derive(Debug, Clone)]
pub(super) enum Pattern {
    Chain { start: Option<Label>, plan: Plan, end: Option<Label>, needs: Vec<Label> },
    All(Vec<Pattern>),
    Any(Vec<Pattern>),
    Not(Box<Pattern>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reduce {
    Sum,
    Min,
    Max,
    Mean,
}

/// Steps on strings.
#[derive(Debug, Clone)]
pub(super) enum TextOp {
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
pub(super) enum ListOp {
    Combine,
    Difference,
    Disjunct,
    Intersect,
    Merge,
    Product,
}

/// Which items of a list a predicate is asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Items {
    All,
    Any,
    None,
}

/// What `valueMap`, `propertyMap` and `elementMap` tell.
#[derive(Debug, Clone, Default)]
pub(super) struct ValueMap {
    pub(super) keys: Vec<Label>,
    /// True when keys were given, though they may all be null.
    pub(super) chosen: bool,
    pub(super) tokens: u8,
    pub(super) by: Vec<By>,
    pub(super) properties: bool,
}

/// Where a path begins and ends, by label.
#[derive(Debug, Clone, Default)]
pub(super) struct Span {
    pub(super) from: Option<Label>,
    pub(super) to: Option<Label>,
}

/// A service of `call`.
#[derive(Debug, Clone, Default)]
pub(super) struct Call {
    pub(super) service: String,
    pub(super) parameters: Vec<Given>,
    pub(super) with: Vec<(String, Given)>,
}

/// What a step does.
#[derive(Debug, Clone)]
pub(super) enum Op {
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

impl Op {
    /// Steps that must see all traversers before they let one go.
    pub(super) fn is_barrier(&self) -> bool {
        match self {
            Op::Dedup { local, .. }
            | Op::Range { local, .. }
            | Op::Tail { local, .. }
            | Op::Sample { local, .. }
            | Op::Count { local }
            | Op::Reduce { local, .. }
            | Op::Order { local, .. } => !local,
            Op::Group { .. }
            | Op::GroupCount { .. }
            | Op::Tree { .. }
            | Op::Fold(_)
            | Op::Cap(_)
            | Op::Barrier { .. }
            | Op::Subgraph(_)
            | Op::Drop => true,
            Op::Aggregate { lazy, .. } => !lazy,
            _ => false,
        }
    }

    /// Steps behind which every traverser has come through all steps before; the others of the barriers let one go when
    /// it comes.
    pub(super) fn draws_all(&self) -> bool {
        self.is_barrier() && !matches!(self, Op::Dedup { .. } | Op::Range { .. } | Op::Drop)
    }

    /// Whether the step adds to what a key has, so that it matters how often it is done.
    pub(super) fn sets_more(&self) -> bool {
        let more = |cardinality: Option<Token>| {
            matches!(cardinality, Some(Token::CardinalityList | Token::CardinalitySet))
        };
        match self {
            Op::Set(setting) => more(setting.cardinality),
            Op::SetAll(cardinality, _) => more(*cardinality),
            _ => false,
        }
    }

    /// Whether the step sets properties of what is there.
    pub(super) fn sets_properties(&self) -> bool {
        matches!(self, Op::Set(_) | Op::SetAll(..))
    }

    /// Whether the step does nothing but go to other elements.
    pub(super) fn only_goes(&self) -> bool {
        matches!(self, Op::Vertices(_) | Op::Edges(_) | Op::Adjacent { .. } | Op::Ends(_) | Op::OtherEnd)
    }

    /// Steps that give for a crowd another answer than for each of it alone.
    pub(super) fn sees_crowd(&self) -> bool {
        self.is_barrier() && !matches!(self, Op::Order { .. } | Op::Barrier { .. } | Op::Drop)
    }

    /// Steps that leave one traverser or none whatever comes.
    pub(super) fn ends_all(&self) -> bool {
        match self {
            Op::Drop | Op::Fold(_) => true,
            Op::Count { local } | Op::Reduce { local, .. } => !local,
            _ => false,
        }
    }

    /// Steps that may be the barrier of a group's values: what comes before them runs for each traverser, and what
    /// comes behind them for each group.
    pub(super) fn reduces(&self) -> bool {
        !matches!(self, Op::Barrier { .. } | Op::Drop) && self.is_barrier()
    }

    /// Barriers that keep what a `by` gives a value for; the others keep whatever comes, to cut it later
    /// (`OrderGlobalStep`, `SampleGlobalStep`: processAllStarts; `RangeGlobalStep`: hasNextBarrier).
    pub(super) fn collects(&self) -> bool {
        match self {
            Op::Order { .. } => true,
            Op::Sample { count, .. } => *count > 0,
            _ => false,
        }
    }

    /// The traversals inside.
    pub(super) fn plans(&self) -> Vec<&Plan> {
        match self {
            Op::Filter(plan)
            | Op::Not(plan)
            | Op::Optional(plan)
            | Op::Local(plan)
            | Op::Map(plan)
            | Op::FlatMap(plan)
            | Op::SideEffect(plan)
            | Op::HasPlan(_, plan)
            | Op::SelectPlan { plan, .. } => vec![plan],
            Op::And(plans) | Op::Or(plans) | Op::Union(plans) | Op::Coalesce(plans) => plans.iter().collect(),
            Op::Branch(branch) => branch.options.iter().map(|(_, plan)| plan).collect(),
            Op::Repeat(repeat) => repeat.body.iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl Plan {
    /// Whether a step, here or in a traversal inside, is a barrier.
    pub(super) fn has_barrier(&self) -> bool {
        self.nodes
            .iter()
            .any(|node| node.op.is_barrier() || node.op.plans().iter().any(|plan| plan.has_barrier()))
    }

    /// Whether what comes of the plan has nothing of what it starts from.
    pub(super) fn begins_anew(&self) -> bool {
        match self.nodes.iter().map(|node| &node.op).find(|op| !matches!(op, Op::Identity)) {
            None | Some(Op::Vertices(_) | Op::Edges(_) | Op::Inject(_) | Op::Constant(_)) => true,
            Some(Op::AddVertex { .. } | Op::Merge(_)) => true,
            Some(Op::Union(plans)) => plans.iter().all(Plan::begins_anew),
            _ => false,
        }
    }

    /// Whether a step here, or in a traversal inside, satisfies the condition.
    pub(super) fn any(&self, condition: &dyn Fn(&Op) -> bool) -> bool {
        self.nodes
            .iter()
            .any(|node| condition(&node.op) || node.op.plans().iter().any(|plan| plan.any(condition)))
    }
}

impl Op {
    /// Whether traversers leave the step in the order in which they came, or in one that it gives them.
    pub(super) fn keeps_order(&self) -> bool {
        !matches!(
            self,
            Op::Vertices(_)
                | Op::Edges(_)
                | Op::Adjacent { .. }
                | Op::Ends(_)
                | Op::Properties { .. }
                | Op::Unfold
                | Op::Merge(_)
                | Op::Branch(_)
                | Op::Union(_)
                | Op::Coalesce(_)
                | Op::Optional(_)
                | Op::Local(_)
                | Op::FlatMap(_)
                | Op::Repeat(_)
                | Op::Match(_)
                | Op::Barrier { .. }
                | Op::Call(_)
        )
    }

    /// Whether the step may put values into others.
    pub(super) fn nests(&self) -> bool {
        matches!(
            self,
            Op::Fold(_)
                | Op::Project { .. }
                | Op::Select { .. }
                | Op::SelectPlan { .. }
                | Op::Path { .. }
                | Op::Tree { .. }
                | Op::Group { .. }
                | Op::GroupCount { .. }
                | Op::Index { .. }
                | Op::Cap(_)
                | Op::Lists(..)
                | Op::Match(_)
                | Op::Sack
        )
    }

    /// Whether the step looks at the order of a list's items, or writes a value down.
    pub(super) fn reads_order(&self) -> bool {
        matches!(
            self,
            Op::Range { local: true, .. }
                | Op::Tail { local: true, .. }
                | Op::Sample { local: true, .. }
                | Op::Index { .. }
                | Op::Conjoin(_)
                | Op::Reverse
                | Op::Text { what: TextOp::AsString, .. }
                | Op::Concat(_)
                | Op::Format { .. }
                | Op::Fold(Some(_))
        )
    }

    /// Whether what the step makes of a value shows in which order its items are.
    pub(super) fn shows_order(&self) -> bool {
        self.reads_order()
            && !matches!(self, Op::Range { .. } | Op::Tail { .. } | Op::Sample { .. } | Op::Reverse)
    }

    /// Whether the step leaves more behind than traversers.
    pub(super) fn leaves_traces(&self) -> bool {
        self.writes()
            || matches!(
                self,
                Op::Aggregate { .. }
                    | Op::Subgraph(_)
                    | Op::Group { key: Some(_), .. }
                    | Op::GroupCount { key: Some(_), .. }
                    | Op::Tree { key: Some(_), .. }
                    | Op::Call(_)
            )
    }

    /// Whether the step may change the graph.
    pub(super) fn writes(&self) -> bool {
        matches!(
            self,
            Op::AddVertex { .. } | Op::AddEdge { .. } | Op::Set(_) | Op::SetAll(..) | Op::Drop | Op::Merge(_)
        )
    }

    /// Whether the step, at this place, or a traversal inside, may look at elements that the other step makes or
    /// takes away.
    pub(super) fn may_see(&self, place: usize, writer: &Op) -> bool {
        let inside = self.plans().iter().any(|plan| plan.any(&|op| op.looks_around(1, writer)));
        inside || self.looks_around(place, writer)
    }

    fn looks_around(&self, place: usize, writer: &Op) -> bool {
        match (self, writer) {
            // The vertices that a traversal begins with are those that are there when it begins.
            (Op::Vertices(_), Op::AddVertex { .. }) => place > 0,
            (Op::Vertices(_), Op::Merge(merge)) => place > 0 && !merge.edges,
            (Op::Edges(_), Op::AddEdge { .. }) => place > 0,
            (Op::Edges(_), Op::Merge(merge)) => place > 0 && merge.edges,
            (Op::Adjacent { labels, .. }, Op::AddEdge { label: Given::Value(Value::String(label)), .. }) => {
                labels.is_empty() || labels.contains(label)
            }
            (Op::Adjacent { .. }, Op::AddEdge { .. }) => true,
            (Op::Adjacent { .. }, Op::Merge(merge)) => merge.edges,
            (Op::Adjacent { edges, .. }, Op::Drop) => !edges,
            _ => false,
        }
    }

    /// Whether the step sets a property of this key.
    pub(super) fn sets(&self, key: &Value) -> bool {
        let is = |setting: &Setting| matches!(&setting.key, Given::Value(known) if known == key);
        match self {
            Op::AddVertex { settings, .. } | Op::AddEdge { settings, .. } => settings.iter().any(is),
            Op::Set(setting) => is(setting),
            _ => false,
        }
    }
}
