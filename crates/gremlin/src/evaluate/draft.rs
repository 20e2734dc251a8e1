//! Evaluation in pieces: what comes of some traversers when one more step is added.
//!
//! Since all traversers go through one step before the next, a traversal that is being made can be followed step by
//! step, and a step that leaves nothing, raises, or leaves open what comes of it, is taken back.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::language::Budget;

use super::compile::Compiler;
use super::configure::configure;
use super::rules::Rules;
use super::run::{Memory, Run};
use super::store::Store;
use super::traverser::Traverser;
use super::value::Value;
use crate::ast::Step;
use crate::walk;

/// No name is bound.
static UNBOUND: BTreeMap<String, Value> = BTreeMap::new();

/// Traversers on their way.
#[derive(Debug, Clone)]
pub(crate) struct Crowd {
    traversers: Vec<Traverser>,
    /// Whether their order is given.
    pub(crate) ordered: bool,
}

impl Crowd {
    /// How many there are.
    pub(crate) fn count(&self) -> u64 {
        self.traversers.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add)
    }

    /// What they stand on.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> {
        self.traversers.iter().map(|traverser| &traverser.value)
    }

    /// The first few of them.
    pub(crate) fn few(&self, most: usize) -> Self {
        let traversers: Vec<_> = self.traversers.iter().take(most).cloned().collect();
        Self { ordered: self.ordered || traversers.len() < 2, traversers }
    }
}

/// Follows a traversal while it is made.
pub(crate) struct Draft<'s> {
    run: Run<'s>,
    budget: Budget,
}

impl<'s> Draft<'s> {
    /// Begins with the steps that configure the source; none when they do not go together. `paths` when steps may
    /// ask where traversers have been.
    pub(crate) fn new(
        store: &'s mut Store,
        rules: Rules,
        source: &[Step],
        paths: bool,
        budget: Budget,
    ) -> Option<(Self, Crowd)> {
        let mut compiler = Compiler::new(&UNBOUND, rules);
        let (configured, _) = configure(&mut compiler, source).ok()?;
        let memory = if paths { Memory::Everything } else { Memory::Labels };
        let run = Run::new(store, rules, configured, memory, budget, Arc::new(Vec::new()));
        let mut start = Traverser::new(Value::Null);
        start.source = true;
        start.sack = run.source.sack.as_ref().map(|(sack, _)| sack.clone());
        Some((Self { run, budget }, Crowd { traversers: vec![start], ordered: true }))
    }

    /// The graph as it is now.
    pub(crate) fn graph(&self) -> &Store {
        self.run.store
    }

    /// What comes of the traversers; none when the steps cannot be added here. `nested` in a traversal inside a step,
    /// which leaves nothing behind.
    pub(crate) fn walk(&mut self, crowd: &Crowd, steps: &[Step], nested: bool) -> Option<Crowd> {
        let mut compiler = Compiler::new(&UNBOUND, self.run.rules);
        let plan = compiler.plan(steps).ok()?;
        let writes = walk::any(steps, &|step| walk::is_write(step.name));
        let graph = writes.then(|| self.run.store.clone());
        let before = self.run.remembered();
        let announced = std::mem::take(&mut compiler.announced);
        self.run.announce(announced);
        self.run.steps = self.budget.steps;
        self.run.ordered = crowd.ordered;
        self.run.inside = nested;
        self.run.flow.clear();
        let ends = self.run.run(&plan, crowd.traversers.clone());
        let taken = ends.ok().filter(|_| self.run.open.is_none() && !self.run.hidden_error);
        let taken = taken.filter(|_| nested || !self.run.flow.contains(&0));
        let ordered = self.run.ordered;
        if nested || taken.is_none() {
            self.run.restore(before);
            if let Some(graph) = graph {
                *self.run.store = graph;
            }
        }
        Some(Crowd { traversers: taken?, ordered })
    }
}
