//! Side effects and sacks.
//!
//! Reference: Aggregate, Cap, Sack, Subgraph, Barrier Step.

use std::sync::Arc;

use quarrel_case::language::Failure;

use super::reduce::add_all;
use crate::ast::Token;
use crate::evaluate::fault::Fault;
use crate::evaluate::number::{Number, Operation};
use crate::evaluate::plan::{By, Label, Op};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::{Traverser, merged};
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, Stop, raised};

impl Run<'_> {
    pub(super) fn side_effects(&mut self, op: &Op, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        match op {
            Op::Cap(keys) => {
                let value = self.cap(keys)?;
                let is_empty = || match &value {
                    Value::Map(entries) => entries.is_empty(),
                    value => value.items().is_some_and(|items| items.is_empty()),
                };
                if self.has(Fault::EmptyCapCrashes) && is_empty() {
                    return Err(Stop::Failure(Failure::Crashed("a side effect without content")));
                }
                return Ok(vec![self.start(value)]);
            }
            Op::Aggregate { key, lazy, by } => self.aggregate(key, *lazy, by, &starts)?,
            Op::Subgraph(key) => self.subgraph(key, &starts)?,
            Op::SetSack { operator, by } => return self.set_sacks(*operator, by, starts),
            Op::Barrier { sack } => {
                let starts = self.barrier(starts)?;
                return if *sack { self.normalised(starts) } else { Ok(starts) };
            }
            _ => {}
        }
        Ok(starts)
    }

    /// Traversers that are alike become one; a planted fault loses their number or their sacks.
    fn barrier(&mut self, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        if self.has(Fault::SacksMerged) {
            return Ok(merged(starts, true, &mut |one, other| {
                one.bulk = one.bulk.saturating_add(other.bulk);
            }));
        }
        if self.has(Fault::BulkLost) {
            return Ok(merged(starts, false, &mut |one, _| one.bulk = 1));
        }
        self.merged(starts)
    }

    /// The value of a side effect as it is now; none when there is none of that name.
    pub(super) fn side_effect(&mut self, key: &Label) -> Fallible<Option<Value>> {
        if let Some(groups) = self.groups.get(key).cloned() {
            return self.grouped(&groups).map(Some);
        }
        Ok(self.side.get(key).cloned())
    }

    /// One side effect by itself, several as a map, which has a key once however often it is named.
    fn cap(&mut self, keys: &[Label]) -> Fallible<Value> {
        if let [key] = keys {
            return self.capped(key);
        }
        let mut entries = Vec::new();
        for (place, key) in keys.iter().enumerate() {
            if !keys[..place].contains(key) {
                entries.push((Value::String(key.clone()), self.capped(key)?));
            }
        }
        Ok(Value::map(entries))
    }

    /// The value of a side effect that there must be.
    fn capped(&mut self, key: &Label) -> Fallible<Value> {
        let missing = || raised(format!("The side-effect key does not exist in the side-effects: {key}"));
        self.side_effect(key)?.ok_or_else(missing)
    }

    fn aggregate(&mut self, key: &Label, lazy: bool, by: &[By], starts: &[Traverser]) -> Fallible<()> {
        let mut collected = Vec::new();
        for traverser in starts {
            if let Some(value) = self.by_ring(by, 0, traverser)? {
                collected.push((value, traverser.bulk));
            }
        }
        let operator = self.reducers.get(key).copied().unwrap_or(Token::OperatorAddAll);
        let before = self.side.remove(key);
        let after = match (before, operator) {
            (None, Token::OperatorAddAll) => add_all(Value::bulk(Vec::new()), Value::bulk(collected))?,
            (Some(before), Token::OperatorAddAll) => add_all(before, Value::bulk(collected))?,
            (_, Token::OperatorAssign) if !lazy => add_all(Value::bulk(Vec::new()), Value::bulk(collected))?,
            (before, operator) => {
                let mut value = before.unwrap_or(Value::Null);
                for (next, bulk) in collected {
                    for _ in 0..bulk {
                        self.spend(1)?;
                        value = self.operate(operator, value, next.clone())?;
                    }
                }
                value
            }
        };
        self.side.insert(key.clone(), after);
        Ok(())
    }

    fn subgraph(&mut self, key: &Label, starts: &[Traverser]) -> Fallible<()> {
        let (mut edges, mut vertices) = match self.side.get(key) {
            Some(Value::Subgraph(subgraph)) => (subgraph.0.clone(), subgraph.1.clone()),
            _ => (Vec::new(), Vec::new()),
        };
        for traverser in starts {
            let Value::Edge(handle) = traverser.value else { return Err(raised("subgraph() takes edges")) };
            let Some(edge) = self.store.edge(handle) else { continue };
            for vertex in [edge.source, edge.target] {
                if !vertices.contains(&vertex) {
                    vertices.push(vertex);
                }
            }
            if !edges.contains(&handle) {
                edges.push(handle);
            }
        }
        self.side.insert(key.clone(), Value::Subgraph(Arc::new((edges, vertices))));
        Ok(())
    }

    fn set_sacks(&mut self, operator: Token, by: &[By], starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut kept = Vec::new();
        for mut traverser in starts {
            self.spend(1)?;
            let Some(value) = self.by_ring(by, 0, &traverser)? else { continue };
            let sack = traverser.sack.take().unwrap_or(Value::Null);
            traverser.sack = Some(self.operate(operator, sack, value)?);
            kept.push(traverser);
        }
        Ok(kept)
    }

    /// `barrier(normSack)`: sacks add up to one.
    fn normalised(&self, mut traversers: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let number = |traverser: &Traverser| match &traverser.sack {
            Some(Value::Number(number)) => Ok(number.clone()),
            _ => Err(raised("the sack holds no number")),
        };
        let mut total: Option<Number> = None;
        for traverser in &traversers {
            let bulk = Number::Long(i64::try_from(traverser.bulk).unwrap_or(i64::MAX));
            let part = self.arithmetic(Operation::Multiply, &number(traverser)?, &bulk)?;
            total = Some(match total {
                Some(total) => self.arithmetic(Operation::Add, &total, &part)?,
                None => part,
            });
        }
        let Some(total) = total else { return Ok(traversers) };
        for traverser in &mut traversers {
            let share = number(traverser)?.apply(Operation::Divide, &total, true, true);
            traverser.sack = Some(Value::Number(share.ok_or_else(|| raised("the sacks add up to nothing"))?));
        }
        Ok(traversers)
    }
}
