//! What each step does, a file per family.

mod branch;
mod by;
pub(super) mod call;
pub(super) mod convert;
mod cut;
mod filter;
mod group;
mod lists;
mod look;
mod maps;
mod matching;
pub(super) mod math;
mod merge;
mod mutate;
mod navigate;
mod order;
mod predicate;
mod reduce;
mod repeat;
mod side_effect;
mod strategy;
mod text;

use std::collections::BTreeSet;

use quarrel_case::profile::without_batch_ends;

use super::Fallible;
use super::compare::Key;
use super::fault::Fault;
use super::plan::{Node, Op};
use super::run::Run;
use super::traverser::Traverser;
use super::value::Value;

fn has_alike<'a>(mut values: impl Iterator<Item = &'a Value>) -> bool {
    let mut seen = BTreeSet::new();
    !values.all(|value| seen.insert(Key(value.clone())))
}

impl Run<'_> {
    /// What comes of the traversers at a step.
    pub(super) fn step(&mut self, node: &Node, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        if node.op.is_filter() {
            return self.filters(&node.op, starts);
        }
        match &node.op {
            Op::Identity => Ok(starts),
            Op::Branch(_)
            | Op::Union(_)
            | Op::Coalesce(_)
            | Op::Optional(_)
            | Op::Local(_)
            | Op::Map(_)
            | Op::FlatMap(_)
            | Op::SideEffect(_) => self.branches(&node.op, starts),
            Op::Repeat(repeat) => self.repeats(repeat, starts),
            Op::Dedup { local: false, .. }
            | Op::Range { local: false, .. }
            | Op::Tail { local: false, .. }
            | Op::Sample { local: false, .. }
            | Op::Coin(_) => self.cuts(node, starts),
            Op::Count { local: false }
            | Op::Reduce { local: false, .. }
            | Op::Fold(_)
            | Op::Order { local: false, .. }
            | Op::Tree { .. } => self.reduces(&node.op, starts),
            Op::Group { .. } | Op::GroupCount { .. } => self.groups(node, starts),
            Op::Cap(_) | Op::Aggregate { .. } | Op::Subgraph(_) | Op::Barrier { .. } | Op::SetSack { .. } => {
                self.side_effects(&node.op, starts)
            }
            Op::AddVertex { .. }
            | Op::AddEdge { .. }
            | Op::Set(_)
            | Op::SetAll(..)
            | Op::Drop
            | Op::Merge(_) => self.writes(&node.op, starts),
            Op::Inject(values) => {
                // Those that are alike come together.
                let came = starts.iter().map(|traverser| &traverser.value);
                self.ordered &= !has_alike(came.chain(values));
                let injected = values.iter().map(|value| self.start(value.clone())).collect::<Vec<_>>();
                let came = starts.into_iter().filter(|traverser| !traverser.source);
                // What a traversal inside a step starts from is there before what is injected.
                Ok(if self.inside {
                    came.chain(injected).collect()
                } else {
                    injected.into_iter().chain(came).collect()
                })
            }
            Op::Match(patterns) => self.matches(patterns, starts),
            Op::ScopeStart(_)
            | Op::SelectPlan { .. }
            | Op::Select { .. }
            | Op::Project { .. }
            | Op::Path { .. }
            | Op::SelectColumn(_)
            | Op::Loops(_)
            | Op::Sack => self.looks(&node.op, starts),
            Op::Adjacent { .. } if self.has(Fault::BatchEndLost) => {
                Ok(without_batch_ends(self.maps(&node.op, starts)?))
            }
            _ => self.maps(&node.op, starts),
        }
    }
}
