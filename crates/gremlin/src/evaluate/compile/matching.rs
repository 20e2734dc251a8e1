//! `match`, and `where` with a traversal: labels at both ends of a traversal are variables.

use super::Compiler;
use crate::ast::{Argument, Predicate, Step, StepName};
use crate::evaluate::plan::{Label, Op, Pattern, Plan};
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, invalid};

/// The steps of a condition, `and()` and `or()` between them resolved.
pub(super) fn scoped(steps: &[Step]) -> Vec<Step> {
    super::branch::connected(steps).unwrap_or_else(|| steps.to_vec())
}

/// The labels of `as` steps at the start, and the steps behind them.
fn start(steps: &[Step]) -> (Option<&Step>, &[Step]) {
    match steps.split_first() {
        Some((first, rest)) if first.name == StepName::As => (Some(first), rest),
        _ => (None, steps),
    }
}

fn end(steps: &[Step]) -> (Option<&Step>, &[Step]) {
    match steps.split_last() {
        Some((last, rest)) if last.name == StepName::As => (Some(last), rest),
        _ => (None, steps),
    }
}

impl Compiler<'_> {
    fn variable(&self, step: Option<&Step>) -> Fallible<Option<Label>> {
        let Some(step) = step else { return Ok(None) };
        match step.arguments.first().map(|argument| self.value(argument)).transpose()? {
            Some(Value::String(label)) => Ok(Some(label)),
            _ => Err(invalid("as() takes a label")),
        }
    }

    /// The plan of a condition: it starts from the value of the label at its start, and ends at the value of the
    /// label at its end (reference: Where Step).
    pub(super) fn scoped_plan(&mut self, steps: &[Step]) -> Fallible<Plan> {
        if let [step @ Step { name: StepName::And | StepName::Or | StepName::Not, arguments }] = steps {
            let mut plans = Vec::new();
            for argument in arguments {
                let Argument::Traversal(traversal) = argument else {
                    return Err(invalid("a traversal is missing"));
                };
                plans.push(self.scoped_plan(&scoped(&traversal.steps))?);
            }
            let op = match (step.name, plans.pop()) {
                (StepName::Not, Some(plan)) => Op::Not(plan),
                (name, last) => {
                    plans.extend(last);
                    if name == StepName::And { Op::And(plans) } else { Op::Or(plans) }
                }
            };
            return Ok(self.single(op));
        }
        let (first, rest) = start(steps);
        let (last, middle) = end(rest);
        let mut plan = Plan::default();
        if let Some(label) = self.variable(first)? {
            self.push(&mut plan, Op::ScopeStart(label));
        }
        let inner = self.plan(middle)?;
        plan.nodes.extend(inner.nodes);
        if let Some(label) = self.variable(last)? {
            self.push(&mut plan, Op::ScopeEnd(label));
        }
        Ok(plan)
    }

    pub(super) fn patterns(&mut self, arguments: &[Argument]) -> Fallible<Vec<Pattern>> {
        arguments
            .iter()
            .map(|argument| match argument {
                Argument::Traversal(traversal) => self.pattern(&scoped(&traversal.steps)),
                _ => Err(invalid("match() takes traversals")),
            })
            .collect()
    }

    fn pattern(&mut self, steps: &[Step]) -> Fallible<Pattern> {
        match steps {
            [Step { name: StepName::And, arguments }] => return self.patterns(arguments).map(Pattern::All),
            [Step { name: StepName::Or, arguments }] => return self.patterns(arguments).map(Pattern::Any),
            [Step { name: StepName::Not, arguments }] => {
                let mut inner = self.patterns(arguments)?;
                let inner = inner.pop().ok_or_else(|| invalid("not() takes a traversal"))?;
                return Ok(Pattern::Not(Box::new(inner)));
            }
            [Step { name: StepName::Where, arguments }] => {
                if let [Argument::Traversal(traversal)] = arguments.as_slice() {
                    let steps = scoped(&traversal.steps);
                    let inner = self.pattern(&steps)?;
                    return Ok(Pattern::Not(Box::new(Pattern::Not(Box::new(inner)))));
                }
            }
            _ => {}
        }
        let (first, rest) = start(steps);
        let start = self.variable(first)?;
        let (last, middle) = end(rest);
        let end = self.variable(last)?;
        let needs = self.needs(middle)?;
        Ok(Pattern::Chain { start, plan: self.plan(middle)?, end, needs })
    }

    /// The variables that `where` steps with predicates in a chain speak of.
    fn needs(&self, steps: &[Step]) -> Fallible<Vec<Label>> {
        let mut needs = Vec::new();
        for step in steps.iter().filter(|step| step.name == StepName::Where) {
            for argument in &step.arguments {
                match argument {
                    Argument::Predicate(predicate) => self.named(predicate, &mut needs)?,
                    Argument::Traversal(traversal) => {
                        needs.extend(self.variable(start(&traversal.steps).0)?);
                        needs.extend(self.variable(end(&traversal.steps).0)?);
                    }
                    other => {
                        if let Value::String(label) = self.value(other)? {
                            needs.push(label);
                        }
                    }
                }
            }
        }
        Ok(needs)
    }

    fn named(&self, predicate: &Predicate, needs: &mut Vec<Label>) -> Fallible<()> {
        for argument in predicate.arguments() {
            if let Value::String(label) = self.value(argument)? {
                needs.push(label);
            }
        }
        Ok(())
    }
}
