//! `repeat`, iteration by iteration.
//!
//! Semantics: "repeat()": the condition of `until` and of `emit` is asked before the body when it stands before it, and
//! behind it else.

use quarrel_case::language::Failure;

use crate::evaluate::fault::Fault;
use crate::evaluate::plan::{Op, Plan, Repeat, Until};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::{Traverser, some_alike};
use crate::evaluate::{Fallible, Stop};

impl Run<'_> {
    pub(super) fn repeats(&mut self, repeat: &Repeat, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let Some(body) = &repeat.body else { return Ok(starts) };
        self.forget(body);
        if self.rules.repeat_starts == 1 && body.has_barrier() {
            if body.any(&Op::sees_crowd) && some_alike(&starts) {
                self.leaves_open("how many that are alike are repeated at once");
            }
            let mut ends = Vec::new();
            for start in starts {
                ends.extend(self.iterations(repeat, body, vec![start])?);
            }
            return Ok(ends);
        }
        self.iterations(repeat, body, starts)
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
        while !turn.is_empty() {
            self.spend(turn.len())?;
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

/// Whether what follows has no use for more. An endless repetition may be cut so.
fn enough(ends: &[Traverser], wanted: Option<u64>) -> bool {
    let count = ends.iter().map(|traverser| traverser.bulk).fold(0, u64::saturating_add);
    wanted.is_some_and(|wanted| count >= wanted)
}
