//! Steps with traversals inside that traversers go through.
//!
//! Semantics: "branch()", "choose()", "union()". When a barrier is in one of the options, an option sees all traversers
//! that chose it at once; else it sees them one by one.

use crate::ast::Token;
use crate::evaluate::compare;
use crate::evaluate::plan::{Branch, Choice, Op, Pick, Plan};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::{Traverser, some_alike};
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, raised};

/// What the condition of a branch says.
enum Chosen {
    Value(Value),
    Nothing,
}

impl Run<'_> {
    pub(super) fn branches(&mut self, op: &Op, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        if let Op::Union(plans) = op {
            if starts.iter().any(|start| start.source) && !plans.iter().all(Plan::begins_anew) {
                self.leaves_open("what a union at the beginning of a traversal starts from");
            }
            let ways: Vec<(&Plan, Vec<usize>)> =
                plans.iter().map(|plan| (plan, (0..starts.len()).collect())).collect();
            let mut ends = self.ways(&ways, &starts)?;
            // What a union starts from at the beginning of a traversal is none of its results.
            ends.retain(|end| !end.source);
            return Ok(ends);
        }
        if let Op::Branch(branch) = op {
            return self.branch(branch, starts);
        }
        self.note_crowd(op, &starts);
        let mut ends = Vec::with_capacity(starts.len());
        for traverser in starts {
            self.through(op, traverser, &mut ends)?;
            if ends.len() > self.rows {
                return Err(crate::evaluate::Stop::Failure(quarrel_case::language::Failure::Budget(
                    "traversers",
                )));
            }
        }
        Ok(ends)
    }

    /// Whether traversers that are alike go through a traversal at once or one by one is open (reference: Coalesce
    /// Step, FlatMap Step), but for `local` since 3.8.
    fn note_crowd(&mut self, op: &Op, starts: &[Traverser]) {
        let open = match op {
            Op::Local(_) => self.rules.local_bulk == 1,
            Op::Coalesce(_) | Op::Optional(_) | Op::FlatMap(_) => true,
            _ => false,
        };
        if open && op.plans().iter().any(|plan| plan.any(&Op::sees_crowd)) && some_alike(starts) {
            self.leaves_open("how many that are alike go through a traversal at once");
        }
    }

    fn through(&mut self, op: &Op, traverser: Traverser, ends: &mut Vec<Traverser>) -> Fallible<()> {
        match op {
            Op::Coalesce(plans) => {
                let mut found = false;
                for plan in plans {
                    if found {
                        self.probe(plan, &traverser)?;
                        continue;
                    }
                    let results = self.inside(plan, traverser.clone(), false)?;
                    found = !results.is_empty();
                    ends.extend(results.into_iter().map(|result| self.replaced(&traverser, result)));
                }
            }
            Op::Optional(plan) => {
                let results = self.inside(plan, traverser.clone(), false)?;
                if results.is_empty() {
                    ends.push(traverser);
                } else {
                    ends.extend(results);
                }
            }
            Op::Local(plan) => {
                if self.rules.local_bulk == 0 && plan.has_barrier() {
                    for _ in 0..traverser.bulk {
                        self.spend(1)?;
                        let one = Traverser { bulk: 1, ..traverser.clone() };
                        ends.extend(self.inside(plan, one, false)?);
                    }
                } else {
                    ends.extend(self.inside(plan, traverser, false)?);
                }
            }
            Op::Map(plan) => {
                let start = Traverser { bulk: 1, ..traverser.clone() };
                let results = self.inside(plan, start, false)?;
                self.note_first(&results);
                if let Some(result) = results.into_iter().next() {
                    ends.push(self.moved(&traverser, result.value));
                }
            }
            Op::FlatMap(plan) => {
                let results = self.inside(plan, traverser.clone(), false)?;
                ends.extend(results.into_iter().map(|result| self.replaced(&traverser, result)));
            }
            Op::SideEffect(plan) => {
                self.inside(plan, traverser.clone(), false)?;
                ends.push(traverser);
            }
            _ => ends.push(traverser),
        }
        Ok(())
    }

    /// The traverser on a result of a traversal inside, the way to which is not remembered.
    fn replaced(&self, from: &Traverser, result: Traverser) -> Traverser {
        let bulk = result.bulk;
        Traverser { bulk, ..self.moved(from, result.value) }
    }

    fn branch(&mut self, branch: &Branch, starts: Vec<Traverser>) -> Fallible<Vec<Traverser>> {
        let mut ways: Vec<(&Plan, Vec<usize>)> =
            branch.options.iter().map(|(_, plan)| (plan, Vec::new())).collect();
        let mut through = Vec::new();
        for (place, traverser) in starts.iter().enumerate() {
            let picked = self.picked(branch, traverser)?;
            if picked.is_empty() && branch.choose && self.rules.choose == 0 {
                through.push(place);
            }
            for (option, (_, plan)) in branch.options.iter().enumerate() {
                if !picked.contains(&option) {
                    self.probe(plan, traverser)?;
                }
            }
            for option in picked {
                if let Some((_, chosen)) = ways.get_mut(option) {
                    chosen.push(place);
                }
            }
        }
        let identity = Plan::default();
        ways.push((&identity, through));
        self.ways(&ways, &starts)
    }

    /// Sends traversers through the plans that they chose.
    fn ways(&mut self, ways: &[(&Plan, Vec<usize>)], starts: &[Traverser]) -> Fallible<Vec<Traverser>> {
        let mut ends = Vec::new();
        if ways.iter().any(|(plan, _)| plan.has_barrier()) {
            for (plan, chosen) in ways.iter().filter(|(_, chosen)| !chosen.is_empty()) {
                let from = chosen.iter().filter_map(|place| starts.get(*place).cloned()).collect();
                self.forget(plan);
                ends.extend(self.inside_all(plan, from, false)?);
            }
            return Ok(ends);
        }
        for (place, traverser) in starts.iter().enumerate() {
            for (plan, _) in ways.iter().filter(|(_, chosen)| chosen.binary_search(&place).is_ok()) {
                ends.extend(self.inside_all(plan, vec![traverser.clone()], false)?);
            }
        }
        Ok(ends)
    }

    /// The options that a traverser takes.
    fn picked(&mut self, branch: &Branch, traverser: &Traverser) -> Fallible<Vec<usize>> {
        let chosen = match &branch.by {
            Choice::Productive(plan) => Chosen::Value(Value::Bool(self.productive(plan, traverser, false)?)),
            Choice::Value(by) => match self.by(by, traverser)? {
                Some(value) => Chosen::Value(value),
                None if self.rules.choose == 0 => Chosen::Nothing,
                None => return Err(raised("The provided traverser does not map to a value")),
            },
        };
        if let Chosen::Value(value) = &chosen {
            self.compares_value(value);
        }
        let mut picked = Vec::new();
        for (index, (pick, _)) in branch.options.iter().enumerate() {
            let fits = match (pick, &chosen) {
                (Pick::Value(known), Chosen::Value(value)) => compare::equal(known, value),
                (Pick::Test(test), Chosen::Value(value)) => match self.passes(test, value) {
                    Err(crate::evaluate::Stop::Incomparable) => false,
                    other => other?,
                },
                (Pick::Plan(plan), Chosen::Value(value)) => {
                    self.productive(plan, &traverser.on(value.clone()), false)?
                }
                (Pick::Token(Token::PickUnproductive), Chosen::Nothing) => true,
                _ => false,
            };
            if fits {
                picked.push(index);
            }
        }
        let token = |wanted: Token| {
            let fits = move |(_, (pick, _)): &(usize, &(Pick, Plan))| match pick {
                Pick::Token(token) => *token == wanted,
                _ => false,
            };
            branch.options.iter().enumerate().filter(fits).map(|(index, _)| index).collect::<Vec<_>>()
        };
        let unproductive = matches!(chosen, Chosen::Nothing);
        if picked.is_empty() && !(unproductive && branch.choose) {
            picked = token(Token::PickNone);
        }
        if branch.choose && self.rules.choose == 0 {
            picked.truncate(1);
        }
        picked.extend(token(Token::PickAny));
        picked.sort_unstable();
        Ok(picked)
    }
}
