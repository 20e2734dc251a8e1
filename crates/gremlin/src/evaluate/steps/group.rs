//! `group` and `groupCount`.
//!
//! Semantics: "group()". The second `by` is run on all members of a group at once when it has a barrier, and gives the
//! first result of the last member else.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::evaluate::compare::Key;
use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{By, Label, Node, Op, Plan};
use crate::evaluate::run::{Groups, Run};
use crate::evaluate::traverser::{Traverser, some_alike};
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, compare};

impl Run<'_> {
    pub(super) fn groups(&mut self, node: &Node, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        match &node.op {
            Op::GroupCount { key, by } => self.group_count(key.as_ref(), by, starts),
            Op::Group { key, by } => self.group(key.as_ref(), by, starts),
            _ => Ok(starts),
        }
    }

    fn group_count(
        &mut self,
        key: Option<&Label>,
        by: &[By],
        starts: Vec<Traverser>,
    ) -> Fallible<Vec<Traverser>> {
        let mut places: BTreeMap<Key, usize> = BTreeMap::new();
        let mut counts: Vec<(Value, u64)> = Vec::new();
        for traverser in &starts {
            let Some(value) = self.by_ring(by, 0, traverser)? else { continue };
            self.compares_value(&value);
            let place = *places.entry(Key(value.clone())).or_insert(counts.len());
            match counts.get_mut(place) {
                Some((_, count)) => *count = count.saturating_add(traverser.bulk),
                None => counts.push((value, traverser.bulk)),
            }
        }
        let counted: Vec<_> = counts.into_iter().map(|(value, count)| (value, Value::count(count))).collect();
        let Some(key) = key else { return Ok(vec![self.start(Value::map(counted))]) };
        let mut all = match self.side.remove(key) {
            Some(Value::Map(entries)) => Arc::unwrap_or_clone(entries),
            _ => Vec::new(),
        };
        for (value, count) in counted {
            match all.iter_mut().find(|(known, _)| compare::identity(known, &value).is_eq()) {
                Some((_, known)) => {
                    *known = self.operate(crate::ast::Token::OperatorSum, known.clone(), count)?;
                }
                None => all.push((value, count)),
            }
        }
        self.side.insert(key.clone(), Value::map(all));
        Ok(starts)
    }

    fn group(&mut self, key: Option<&Label>, by: &[By], starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut groups = key.and_then(|key| self.groups.remove(key)).unwrap_or_default();
        groups.by = by.get(1).cloned();
        for traverser in &starts {
            let Some(value) = self.by_ring(by.get(..1).unwrap_or_default(), 0, traverser)? else { continue };
            self.compares_value(&value);
            let place = groups.members.iter().position(|(known, _)| compare::identity(known, &value).is_eq());
            self.spend(groups.members.len() / 16)?;
            match place.and_then(|place| groups.members.get_mut(place)) {
                Some((_, members)) => members.push(traverser.clone()),
                None => groups.members.push((value, vec![traverser.clone()])),
            }
        }
        if let Some(key) = key {
            self.groups.insert(key.clone(), groups);
            return Ok(starts);
        }
        let map = self.grouped(&groups)?;
        Ok(vec![self.start(map)])
    }

    /// The map of groups, their values reduced.
    pub(super) fn grouped(&mut self, groups: &Groups) -> Fallible<Value> {
        let mut entries = Vec::new();
        for (key, members) in &groups.members {
            if let Some(value) = self.group_value(groups.by.as_ref(), members)? {
                entries.push((key.clone(), value));
            }
        }
        Ok(Value::map(entries))
    }

    fn group_value(&mut self, by: Option<&By>, members: &[Traverser]) -> Fallible<Option<Value>> {
        if let Some(By::Plan(plan)) = by {
            if plan.nodes.iter().any(|node| node.op.reduces()) {
                return self.reduced_group(plan, members);
            }
            // Without a barrier the last member that gives something decides.
            let single = |op: &Op| matches!(op, Op::SelectColumn(_));
            if !plan.nodes.iter().all(|node| single(&node.op)) {
                let mut value = None;
                for member in members {
                    value = self.first(plan, member)?.or(value);
                }
                if members.len() > 1 {
                    self.leaves_open("a group's value is that of any of its members");
                }
                return Ok(value);
            }
        }
        let mut values = Vec::new();
        for member in members {
            let value = match by {
                Some(by) => self.by(by, member)?,
                None => Some(member.value.clone()),
            };
            for _ in 0..member.bulk {
                self.spend(1)?;
                values.extend(value.clone());
            }
        }
        if members.len() > 1 && !self.ordered {
            self.unordered_list = true;
        }
        Ok(Some(Value::list(values)))
    }

    /// What comes of the members before the first barrier, each on its own, and what follows from there.
    fn up_to_barrier(&mut self, plan: &Plan, members: &[Traverser]) -> Fallible<(Vec<Traverser>, Plan)> {
        let barrier = plan.nodes.iter().position(|node| node.op.reduces()).unwrap_or(0);
        let (before, rest) = plan.nodes.split_at_checked(barrier).unwrap_or((&[], &plan.nodes));
        let (before, rest) = (Plan { nodes: before.to_vec() }, Plan { nodes: rest.to_vec() });
        let cuts = matches!(
            rest.nodes.first().map(|node| &node.op),
            Some(Op::Range { .. } | Op::Tail { .. } | Op::Sample { .. })
        );
        let alike = members.iter().zip(members.iter().skip(1)).all(|(one, other)| one.alike(other));
        if cuts && !alike {
            self.leaves_open("which members of a group a cut keeps");
        }
        if !before.has_barrier() {
            return Ok((members.to_vec(), plan.clone()));
        }
        if before.any(&Op::sees_crowd) && some_alike(members) {
            self.leaves_open("how many that are alike go through a traversal at once");
        }
        let (mut all, mut ordered) = (Vec::new(), self.ordered);
        for member in members {
            all.extend(self.inside(&before, member.clone(), false)?);
            ordered &= self.inner_ordered;
        }
        self.ordered = ordered;
        Ok((all, rest))
    }

    fn reduced_group(&mut self, plan: &Plan, members: &[Traverser]) -> Fallible<Option<Value>> {
        self.forget(plan);
        let ordered = self.ordered;
        let (members, rest) = self.up_to_barrier(plan, members)?;
        let decisive = self.decisive_barrier(plan);
        let before = std::mem::replace(&mut self.must_reach, decisive);
        let results = self.inside_all(&rest, members, false);
        (self.must_reach, self.ordered) = (before, ordered);
        Ok(results?.into_iter().next().map(|traverser| traverser.value))
    }

    /// The first barrier, where a group goes for which it has nothing to hand over, whatever follows: one that makes a
    /// value of all in every version (`GroupStep.projectTraverser`, `SumGlobalStep.processAllStarts`), and others
    /// before 3.8 (TINKERPOP-2971).
    fn decisive_barrier(&self, plan: &Plan) -> Option<usize> {
        let sorts_first = |pair: &[Node]| match pair {
            [first, second] => {
                matches!(first.op, Op::Order { local: false, .. }) && matches!(second.op, Op::Fold(None))
            }
            _ => false,
        };
        let drops = self.has(Fault::EmptyOrderFold) && plan.nodes.windows(2).any(sorts_first);
        let barrier = plan.nodes.iter().find(|node| self.is_barrier_of_groups(&node.op))?;
        let dropped = match &barrier.op {
            Op::Reduce { .. } => true,
            op => !makes_one(op) && (self.rules.empty_group == 1 || drops),
        };
        dropped.then_some(barrier.id)
    }

    /// Steps with a side effect are no barriers of a group (3.7: GroupSideEffectStep, TreeSideEffectStep, SubgraphStep),
    /// `aggregate` since 3.8 (AggregateStep: LocalBarrier).
    fn is_barrier_of_groups(&self, op: &Op) -> bool {
        match op {
            Op::Group { key: Some(_), .. }
            | Op::GroupCount { key: Some(_), .. }
            | Op::Tree { key: Some(_), .. }
            | Op::Subgraph(_) => false,
            Op::Aggregate { lazy, .. } => !lazy && self.rules.minor() < 8,
            op => op.reduces(),
        }
    }
}

/// Barriers that give one value whatever they get.
fn makes_one(op: &Op) -> bool {
    matches!(
        op,
        Op::Count { .. }
            | Op::Fold(_)
            | Op::Group { key: None, .. }
            | Op::GroupCount { key: None, .. }
            | Op::Tree { key: None, .. }
            | Op::Cap(_)
    )
}
