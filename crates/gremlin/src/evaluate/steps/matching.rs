//! `match`: patterns over variables, solved by trying.
//!
//! Reference: Match Step. A variable is a label of the traverser's path; a pattern can be tried as soon as the variable
//! that it starts from, and those that its conditions speak of, have values.

use crate::evaluate::plan::{Label, Pattern};
use crate::evaluate::run::Run;
use crate::evaluate::traverser::Traverser;
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, compare, raised};

impl Run<'_> {
    pub(super) fn matches(
        &mut self,
        patterns: &[Pattern],
        starts: Vec<Traverser>,
    ) -> Fallible<Vec<Traverser>> {
        // Which pattern is tried first is the engine's choice (reference: Match Step, MatchAlgorithm).
        self.matched |= patterns.len() > 1;
        let mut labels = Vec::new();
        patterns.iter().for_each(|pattern| variables(pattern, &mut labels));
        let (mut starting, mut ending) = (Vec::new(), Vec::new());
        patterns.iter().for_each(|pattern| ends(pattern, &mut starting, &mut ending));
        let first = starting.iter().find(|label| !ending.contains(label)).or(starting.first()).cloned();
        let all: Vec<&Pattern> = patterns.iter().collect();
        let mut results = Vec::new();
        for mut traverser in starts {
            if let Some(first) = first.as_ref().filter(|first| {
                !labels.iter().any(|l| traverser.path.has_label(l))
                    || !traverser.path.has_label(first)
                        && starting.iter().all(|l| !traverser.path.has_label(l))
            }) {
                traverser.path =
                    traverser.path.then(traverser.value.clone()).labelled(std::slice::from_ref(first));
            }
            for solved in self.solve(&all, traverser)? {
                let bound = labels.iter().filter_map(|label| {
                    let value = solved.path.labelled_as(label).pop()?;
                    Some((Value::String(label.clone()), value))
                });
                let map = Value::map(bound.collect());
                results.push(self.moved(&solved, map));
            }
        }
        Ok(results)
    }

    /// The traversers that satisfy all patterns, their variables on their path.
    fn solve(&mut self, patterns: &[&Pattern], from: Traverser) -> Fallible<Vec<Traverser>> {
        self.spend(1)?;
        if patterns.is_empty() {
            return Ok(vec![from]);
        }
        let ready = patterns.iter().position(|pattern| is_ready(pattern, &from));
        let Some(place) = ready else {
            return Err(raised("The match()-patterns cannot be solved: no pattern has a start"));
        };
        let Some(pattern) = patterns.get(place) else { return Ok(Vec::new()) };
        let rest: Vec<&Pattern> = patterns
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .map(|(_, pattern)| *pattern)
            .collect();
        let mut solved = Vec::new();
        for traverser in self.satisfy(pattern, from)? {
            solved.extend(self.solve(&rest, traverser)?);
        }
        Ok(solved)
    }

    fn satisfy(&mut self, pattern: &Pattern, from: Traverser) -> Fallible<Vec<Traverser>> {
        match pattern {
            Pattern::All(patterns) => {
                let patterns: Vec<&Pattern> = patterns.iter().collect();
                self.solve(&patterns, from)
            }
            Pattern::Any(patterns) => {
                let mut all = Vec::new();
                for pattern in patterns {
                    all.extend(self.solve(&[pattern], from.clone())?);
                }
                Ok(all)
            }
            Pattern::Not(inner) => {
                let fails = self.satisfy(inner, from.clone())?.is_empty();
                Ok(if fails { vec![from] } else { Vec::new() })
            }
            Pattern::Chain { start, plan, end, .. } => {
                let mut begin = from.clone();
                if let Some(start) = start {
                    begin.value = from.path.labelled_as(start).pop().unwrap_or(Value::Null);
                }
                let mut results = Vec::new();
                for result in self.inside(plan, begin, false)? {
                    results.extend(self.bound(&from, result, end.as_ref()));
                }
                Ok(results)
            }
        }
    }

    /// The traverser with the variable at the end of a pattern, if it has that value or none yet.
    fn bound(&self, from: &Traverser, result: Traverser, end: Option<&Label>) -> Option<Traverser> {
        let Some(end) = end else { return Some(Traverser { bulk: result.bulk, ..from.clone() }) };
        match from.path.labelled_as(end).pop() {
            Some(known) => {
                compare::equal(&known, &result.value).then(|| Traverser { bulk: result.bulk, ..from.clone() })
            }
            None => {
                let path = from.path.then(result.value.clone()).labelled(std::slice::from_ref(end));
                Some(Traverser { bulk: result.bulk, value: result.value, path, ..from.clone() })
            }
        }
    }
}

fn is_ready(pattern: &Pattern, from: &Traverser) -> bool {
    let known = |label: &Label| from.path.has_label(label);
    match pattern {
        Pattern::Chain { start, needs, .. } => {
            start.as_ref().is_none_or(known)
                && needs.iter().all(|need| known(need) || start.as_ref() == Some(need))
        }
        Pattern::All(patterns) => patterns.iter().any(|pattern| is_ready(pattern, from)),
        Pattern::Any(patterns) => patterns.iter().all(|pattern| is_ready(pattern, from)),
        Pattern::Not(inner) => {
            // What is denied speaks only of what is known.
            let mut labels = Vec::new();
            variables(inner, &mut labels);
            let (mut starting, mut ending) = (Vec::new(), Vec::new());
            ends(inner, &mut starting, &mut ending);
            starting.iter().all(known)
        }
    }
}

/// The variables of a pattern.
fn variables(pattern: &Pattern, labels: &mut Vec<Label>) {
    match pattern {
        Pattern::Chain { start, end, .. } => {
            for label in start.iter().chain(end) {
                if !labels.contains(label) {
                    labels.push(label.clone());
                }
            }
        }
        Pattern::All(patterns) | Pattern::Any(patterns) => {
            patterns.iter().for_each(|pattern| variables(pattern, labels));
        }
        Pattern::Not(inner) => variables(inner, labels),
    }
}

/// The variables at the starts and at the ends of chains.
fn ends(pattern: &Pattern, starting: &mut Vec<Label>, ending: &mut Vec<Label>) {
    match pattern {
        Pattern::Chain { start, end, .. } => {
            starting.extend(start.clone());
            ending.extend(end.clone());
        }
        Pattern::All(patterns) | Pattern::Any(patterns) => {
            patterns.iter().for_each(|pattern| ends(pattern, starting, ending));
        }
        Pattern::Not(inner) => ends(inner, starting, ending),
    }
}
