//! The cases of a round that are ready, and asked ahead, before they are executed.
//!
//! They are executed in their order, and one query in some thousands takes an engine as long as all the others: the
//! other engines then need cases of their own, or stand still. There are a few at first, for the engines to have
//! something to do at once, and where there are several engines then as many more as have been executed, as long as
//! what is expected of them fits into memory. That number never depends on time.

use std::collections::VecDeque;

use quarrel_case::answer::Answer;
use quarrel_case::check::Check;
use quarrel_case::graph::Graph;
use quarrel_case::language::Candidate;
use quarrel_case::verdict::Role;
use quarrel_oracle::{Case, Oracle, Unfit};
use serde_json::Value as Json;

use crate::ahead::{Asked, Text};
use crate::target::Target;

/// Cases that are ready before the first one is executed.
const FIRST: usize = 8;
/// The most that are ready at any time.
const MOST: usize = 1000;
/// The most rows and elements that are expected of them, beyond the first ones.
const HEAVIEST: usize = 200_000;

/// A case with whom it is for.
pub(crate) struct Drawn {
    pub(crate) index: u64,
    pub(crate) oracle: &'static dyn Oracle,
    pub(crate) target: usize,
    pub(crate) peer: Option<usize>,
    pub(crate) candidate: Candidate,
    /// Of an oracle that invents.
    pub(crate) parameters: Json,
}

impl Drawn {
    /// The engine of a role.
    pub(crate) fn engine(&self, role: Role) -> Option<usize> {
        match role {
            Role::Target => Some(self.target),
            Role::Peer => self.peer,
        }
    }
}

/// A case with its check, ready to be executed.
pub(crate) struct Ready {
    pub(crate) drawn: Drawn,
    pub(crate) case: Case,
    pub(crate) text: String,
    pub(crate) check: Result<Check, Unfit>,
    told: [Told; 2],
    /// Rows and elements of what is expected of it.
    weight: usize,
}

/// How far an engine was asked ahead for a case.
#[derive(Debug, Clone, Copy)]
struct Told {
    asked: Asked,
    /// How often the engine had let go of what waited when it was asked: since then it may have done so again.
    losses: u64,
}

impl Ready {
    /// A case of which nobody was told yet.
    pub(crate) fn new(drawn: Drawn, case: Case, text: String, check: Result<Check, Unfit>) -> Self {
        let weight = check.as_ref().map_or(0, weight);
        Self { drawn, case, text, check, told: [Told { asked: Asked::Nothing, losses: 0 }; 2], weight }
    }

    /// Tells the engines of it that are not busy; those that were not told all are busy then. True when there is
    /// nothing more to tell anyone.
    fn tell(&mut self, targets: &mut [Target], unfit: &[bool], busy: &mut [bool], like: &Text) -> bool {
        let Ok(check) = &self.check else { return true };
        let pair = [Role::Target, Role::Peer].map(|role| (role, self.drawn.engine(role)));
        if pair.iter().any(|(_, engine)| engine.is_some_and(|engine| unfit[engine])) {
            return true;
        }
        let mut all = true;
        for ((role, engine), told) in pair.into_iter().zip(&mut self.told) {
            let Some(engine) = engine else { continue };
            let losses = targets[engine].engine.losses();
            if !busy[engine] && (told.asked == Asked::Nothing || told.losses < losses) {
                let like = Text { check: self.drawn.index, ..like.clone() };
                *told = Told { asked: targets[engine].ask_ahead(check, role, &like), losses };
            }
            let done = told.asked == Asked::All && told.losses == losses;
            busy[engine] |= !done;
            all &= done;
        }
        all
    }
}

fn weight(check: &Check) -> usize {
    let graph = |graph: &Graph| match graph {
        Graph::Property(graph) => graph.vertices.len() + graph.edges.len(),
        Graph::Rdf(dataset) => dataset.quads.len(),
    };
    check.constants.iter().map(Answer::len).sum::<usize>() + check.graphs.iter().map(graph).sum::<usize>()
}

/// The ready cases in their order.
pub(crate) struct Queue {
    cases: VecDeque<Ready>,
    /// The most that are ready at any time.
    most: usize,
    /// Rows and elements of what is expected of them.
    weight: usize,
    /// Cases that have left it.
    executed: usize,
    /// The first cases of which there is nothing more to tell.
    told: usize,
    /// How often engines had let go of what waited when they were last told something.
    losses: u64,
}

impl Queue {
    /// The cases for some engines. One alone is never kept waiting for another.
    pub(crate) fn new(engines: usize) -> Self {
        let most = if engines > 1 { MOST } else { FIRST };
        Self { cases: VecDeque::new(), most, weight: 0, executed: 0, told: 0, losses: 0 }
    }

    /// True when one more case should be made ready before the next one is executed.
    pub(crate) fn has_room(&self) -> bool {
        let ready = self.cases.len();
        ready < FIRST || (ready < self.most.min(FIRST + self.executed) && self.weight < HEAVIEST)
    }

    pub(crate) fn push(&mut self, case: Ready) {
        self.weight += case.weight;
        self.cases.push_back(case);
    }

    pub(crate) fn pop(&mut self) -> Option<Ready> {
        let first = self.cases.pop_front()?;
        self.executed += 1;
        self.weight -= first.weight;
        self.told = self.told.saturating_sub(1);
        Some(first)
    }

    /// Tells the engines what comes next. An engine is asked nothing before what stands before it.
    pub(crate) fn ask_ahead(&mut self, targets: &mut [Target], unfit: &[bool], like: &Text) {
        let losses = targets.iter().map(|target| target.engine.losses()).sum();
        if losses > self.losses {
            (self.losses, self.told) = (losses, 0);
        }
        let mut busy = unfit.to_vec();
        let mut so_far = true;
        for next in self.cases.iter_mut().skip(self.told) {
            so_far &= next.tell(targets, unfit, &mut busy, like);
            self.told += usize::from(so_far);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use quarrel_case::graph::Model;
    use quarrel_case::language::{Evaluation, Failure, Tree};
    use quarrel_case::verdict::ErrorStatus;

    use super::*;

    fn nothing(weight: usize) -> Ready {
        let result = Err(Failure::Unmodelled(String::new()));
        let evaluation = Evaluation { result, errors: ErrorStatus::May, flow: Vec::new(), open: None };
        let candidate = Candidate { tree: Tree::new(()), evaluation, aim: None };
        let case = Case::new(Arc::new(Graph::empty(Model::Rdf)), Tree::new(()));
        let oracle = quarrel_oracle::find("crash").unwrap();
        let drawn = Drawn { index: 0, oracle, target: 0, peer: None, candidate, parameters: Json::Null };
        Ready { weight, ..Ready::new(drawn, case, String::new(), Err(Unfit(String::new()))) }
    }

    /// How many cases are ready before each one is executed.
    fn sizes(mut queue: Queue, weight: usize, cases: usize) -> Vec<usize> {
        let size = |_| {
            while queue.has_room() {
                queue.push(nothing(weight));
            }
            let size = queue.cases.len();
            queue.pop();
            size
        };
        (0..cases).map(size).collect()
    }

    #[test]
    fn there_are_more_ready_cases_the_more_have_been_executed() {
        assert_eq!(sizes(Queue::new(2), 1, 5), [8, 9, 10, 11, 12]);
        assert_eq!(sizes(Queue::new(2), 1, 5000).last(), Some(&1000));
    }

    #[test]
    fn one_engine_or_heavy_cases_get_no_more_than_the_first() {
        assert_eq!(sizes(Queue::new(1), 1, 100).last(), Some(&8));
        assert_eq!(sizes(Queue::new(2), 20_000, 100).last(), Some(&10));
        assert_eq!(sizes(Queue::new(2), 1_000_000, 100).last(), Some(&8));
    }
}
