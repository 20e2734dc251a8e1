//! `repeat`, iteration by iteration.
//!
//! Semantics: "repeat()": the condition of `until` and of `emit` is asked before the body when it stands before it, and
//! behind it else.

use quarrel_case::language::Failure;

use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{Op, Plan, Repeat, Until};
use crate::evaluate::run::{Run, Turns};
use crate::evaluate::traverser::{Traverser, some_alike};
use crate::evaluate::{Fallible, Stop};

impl Run<'_> {
    pub(super) fn repeats(&mut self, repeat: &Repeat, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let Some(body) = &repeat.body else { return Ok(starts) };
        self.forget(body);
        let outer = self.turns;
        let unrolls = matches!(repeat.until, Some(Until::Times(_))) && repeat.emit.is_none();
        self.turns = Turns { unrolls, ..Turns::default() };
        let ends = match self.rules.repeat_starts == 1 && body.has_barrier() {
            true => self.one_by_one(repeat, body, starts),
            false => self.iterations(repeat, body, starts),
        };
        self.turns = outer;
        ends
    }

    /// Each start goes through all its iterations before the next one (until 3.7: RepeatStep.standardAlgorithm).
    fn one_by_one(
        &mut self,
        repeat: &Repeat,
        body: &Plan,
        starts: Vec<Traverser>,
    ) -> Fallible<Vec<Traverser>> {
        if body.any(&Op::sees_crowd) && some_alike(&starts) {
            self.leaves_open("how many that are alike are repeated at once");
        }
        if self.turns.unrolls && starts.len() > 1 && gathers(body) {
            self.leaves_open("whether what is repeated is unrolled, so that a step sees all traversers");
        }
        let first = starts.first().cloned();
        let alike = |start: &Traverser| first.as_ref().is_some_and(|first| first.alike(start));
        self.turns.any_order = !self.ordered && !starts.iter().all(alike);
        let mut ends = Vec::new();
        for (place, start) in starts.into_iter().enumerate() {
            self.turns.start = place;
            ends.extend(self.iterations(repeat, body, vec![start])?);
        }
        Ok(ends)
    }

    fn iterations(
        &mut self,
        repeat: &Repeat,
        body: &Plan,
        starts: Vec<Traverser>,
    ) -> Fallible<Vec<Traverser>> {
        let wanted = self.wanted;
        let enter = |mut traverser: Traverser| {
            traverser.loops.push((repeat.name.clone(), 0));
            traverser
        };
        let mut ends = Vec::new();
        let mut turn: Vec<Traverser> = starts.into_iter().map(enter).collect();
        let mut is_crowd = false;
        let late = self.has(Fault::UntilLate) && matches!(repeat.until, Some(Until::Plan(_)));
        let until_first = repeat.until_first && !late;
        if self.has(Fault::EmitIncoming) && !repeat.emit_first {
            self.emitted(repeat, &turn, &mut ends)?;
        }
        let mut again = false;
        let one_by_one = self.rules.repeat_starts == 1 && gathers(body);
        while !turn.is_empty() {
            self.spend(turn.len())?;
            if one_by_one && again && count(&turn) > 1 {
                self.leaves_open("which traversers are in the next iteration together");
            }
            again = true;
            let first = turn.first();
            is_crowd |= turn.iter().any(|traverser| first.is_some_and(|first| !first.alike(traverser)));
            if until_first {
                turn = self.ended(repeat, turn, &mut ends)?;
            }
            if repeat.emit_first {
                self.emitted(repeat, &turn, &mut ends)?;
            }
            if turn.is_empty() || enough(&ends, wanted) {
                break;
            }
            let loops = turn.first().map(|traverser| traverser.loops.clone()).unwrap_or_default();
            turn = self.inside_all(body, turn, false)?;
            for traverser in &mut turn {
                // What a step made anew, such as a count, is in this iteration too.
                if traverser.loops.len() < loops.len() {
                    traverser.loops.clone_from(&loops);
                }
                if let Some((_, count)) = traverser.loops.last_mut() {
                    *count += 1;
                }
            }
            if !until_first {
                turn = self.ended(repeat, turn, &mut ends)?;
            }
            if !repeat.emit_first {
                self.emitted(repeat, &turn, &mut ends)?;
            }
            if ends.len() > self.rows {
                return Err(Stop::Failure(Failure::Budget("traversers")));
            }
            if enough(&ends, wanted) {
                break;
            }
        }
        if is_crowd && !turn.is_empty() {
            self.leaves_open("a cut among traversers without an order");
        }
        Ok(ends)
    }

    /// Those that go on; the others have ended.
    fn ended(
        &mut self,
        repeat: &Repeat,
        turn: Vec<Traverser>,
        ends: &mut Vec<Traverser>,
    ) -> Fallible<Vec<Traverser>> {
        let Some(until) = &repeat.until else { return Ok(turn) };
        let mut on = Vec::new();
        for traverser in turn {
            let done = match until {
                Until::Times(times) => {
                    traverser.loops.last().is_some_and(|(_, count)| i64::from(*count) >= *times)
                }
                Until::Plan(plan) => self.productive(plan, &traverser, false)?,
            };
            if done { ends.push(left(traverser)) } else { on.push(traverser) }
        }
        Ok(on)
    }

    fn emitted(&mut self, repeat: &Repeat, turn: &[Traverser], ends: &mut Vec<Traverser>) -> Fallible<()> {
        let Some(emit) = &repeat.emit else { return Ok(()) };
        for traverser in turn {
            if self.productive(emit, traverser, false)? {
                ends.push(left(traverser.clone()));
            }
        }
        Ok(())
    }
}

fn left(mut traverser: Traverser) -> Traverser {
    traverser.loops.pop();
    traverser
}

/// Whether a step makes of several traversers something else than of each, and remembers nothing for the next iteration.
fn gathers(body: &Plan) -> bool {
    body.nodes.iter().any(|node| match &node.op {
        Op::Dedup { .. } | Op::Range { .. } | Op::Aggregate { .. } | Op::Subgraph(_) => false,
        Op::Repeat(_) | Op::Union(_) | Op::Branch(_) => node.op.plans().into_iter().any(gathers),
        op => op.sees_crowd(),
    })
}

fn count(traversers: &[Traverser]) -> u64 {
    traversers.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add)
}

/// Whether what follows has no use for more. An endless repetition may be cut so.
fn enough(ends: &[Traverser], wanted: Option<u64>) -> bool {
    wanted.is_some_and(|wanted| count(ends) >= wanted)
}
