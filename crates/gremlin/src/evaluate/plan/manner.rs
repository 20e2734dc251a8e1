//! What is true of a step wherever it stands: which ones wait for all traversers, keep their order, or write.

use super::{Given, Op, Plan, Setting, TextOp};
use crate::ast::Token;
use crate::evaluate::value::Value;

impl Op {
    /// Steps that must see all traversers before they let one go.
    pub(in crate::evaluate) fn is_barrier(&self) -> bool {
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
    pub(in crate::evaluate) fn draws_all(&self) -> bool {
        self.is_barrier() && !matches!(self, Op::Dedup { .. } | Op::Range { .. } | Op::Drop)
    }

    /// Whether the step adds to what a key has, so that it matters how often it is done.
    pub(in crate::evaluate) fn sets_more(&self) -> bool {
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
    pub(in crate::evaluate) fn sets_properties(&self) -> bool {
        matches!(self, Op::Set(_) | Op::SetAll(..))
    }

    /// Whether the step does nothing but go to other elements.
    pub(in crate::evaluate) fn only_goes(&self) -> bool {
        matches!(self, Op::Vertices(_) | Op::Edges(_) | Op::Adjacent { .. } | Op::Ends(_) | Op::OtherEnd)
    }

    /// Steps that give for a crowd another answer than for each of it alone.
    pub(in crate::evaluate) fn sees_crowd(&self) -> bool {
        self.is_barrier() && !matches!(self, Op::Order { .. } | Op::Barrier { .. } | Op::Drop)
    }

    /// Steps that leave one traverser or none whatever comes.
    pub(in crate::evaluate) fn ends_all(&self) -> bool {
        match self {
            Op::Drop | Op::Fold(_) => true,
            Op::Count { local } | Op::Reduce { local, .. } => !local,
            _ => false,
        }
    }

    /// Steps that may be the barrier of a group's values: what comes before them runs for each traverser, and what
    /// comes behind them for each group.
    pub(in crate::evaluate) fn reduces(&self) -> bool {
        !matches!(self, Op::Barrier { .. } | Op::Drop) && self.is_barrier()
    }

    /// Barriers that keep what a `by` gives a value for; the others keep whatever comes, to cut it later
    /// (`OrderGlobalStep`, `SampleGlobalStep`: processAllStarts; `RangeGlobalStep`: hasNextBarrier).
    pub(in crate::evaluate) fn collects(&self) -> bool {
        match self {
            Op::Order { .. } => true,
            Op::Sample { count, .. } => *count > 0,
            _ => false,
        }
    }

    /// The traversals inside.
    pub(in crate::evaluate) fn plans(&self) -> Vec<&Plan> {
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
    pub(in crate::evaluate) fn has_barrier(&self) -> bool {
        self.nodes
            .iter()
            .any(|node| node.op.is_barrier() || node.op.plans().iter().any(|plan| plan.has_barrier()))
    }

    /// Whether what comes of the plan has nothing of what it starts from.
    pub(in crate::evaluate) fn begins_anew(&self) -> bool {
        match self.nodes.iter().map(|node| &node.op).find(|op| !matches!(op, Op::Identity)) {
            None | Some(Op::Vertices(_) | Op::Edges(_) | Op::Inject(_) | Op::Constant(_)) => true,
            Some(Op::AddVertex { .. } | Op::Merge(_)) => true,
            Some(Op::Union(plans)) => plans.iter().all(Plan::begins_anew),
            _ => false,
        }
    }

    /// Whether a step here, or in a traversal inside, satisfies the condition.
    pub(in crate::evaluate) fn any(&self, condition: &dyn Fn(&Op) -> bool) -> bool {
        self.nodes
            .iter()
            .any(|node| condition(&node.op) || node.op.plans().iter().any(|plan| plan.any(condition)))
    }
}

impl Op {
    /// Whether traversers leave the step in the order in which they came, or in one that it gives them.
    pub(in crate::evaluate) fn keeps_order(&self) -> bool {
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
    pub(in crate::evaluate) fn nests(&self) -> bool {
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
    pub(in crate::evaluate) fn reads_order(&self) -> bool {
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
    pub(in crate::evaluate) fn shows_order(&self) -> bool {
        self.reads_order()
            && !matches!(self, Op::Range { .. } | Op::Tail { .. } | Op::Sample { .. } | Op::Reverse)
    }

    /// Whether the step leaves more behind than traversers.
    pub(in crate::evaluate) fn leaves_traces(&self) -> bool {
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
    pub(in crate::evaluate) fn writes(&self) -> bool {
        matches!(
            self,
            Op::AddVertex { .. } | Op::AddEdge { .. } | Op::Set(_) | Op::SetAll(..) | Op::Drop | Op::Merge(_)
        )
    }

    /// Whether the step, at this place, or a traversal inside, may look at elements that the other step makes or
    /// takes away.
    pub(in crate::evaluate) fn may_see(&self, place: usize, writer: &Op) -> bool {
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
    pub(in crate::evaluate) fn sets(&self, key: &Value) -> bool {
        let is = |setting: &Setting| matches!(&setting.key, Given::Value(known) if known == key);
        match self {
            Op::AddVertex { settings, .. } | Op::AddEdge { settings, .. } => settings.iter().any(is),
            Op::Set(setting) => is(setting),
            _ => false,
        }
    }
}
