//! From the tree to a plan: arguments are checked, and modulators go to the step before them.
//!
//! Reference: "Graph Traversal Steps". What is wrong whatever the graph holds is refused here.

mod arguments;
mod branch;
mod element;
mod map;
mod matching;
mod modulate;
mod select;
mod version;

use std::cell::Cell;
use std::collections::BTreeMap;

use super::plan::{By, Label, Node, Op, Plan};
use super::rules::Rules;
use super::value::Value;
use super::{Fallible, invalid, unmodelled};
use crate::ast::{Argument, Step, StepName, Token};
use arguments::Arguments;

/// Of the steps that are taken here with any number of arguments those that the grammar (traversalMethod) does not have
/// without one.
const NOT_BARE: [StepName; 9] = [
    StepName::As,
    StepName::Cap,
    StepName::Combine,
    StepName::Difference,
    StepName::Disjunct,
    StepName::Intersect,
    StepName::Merge,
    StepName::Product,
    StepName::Project,
];

/// Turns traversals into plans.
pub(super) struct Compiler<'a> {
    /// The values of the names that are bound outside the text.
    pub(super) bindings: &'a BTreeMap<String, Value>,
    pub(super) rules: Rules,
    /// The number of the next step.
    next: usize,
    /// How deep inside of each other the traversals are.
    depth: usize,
    /// How deep inside `repeat` the steps are.
    repeats: usize,
    /// Side effects that steps announce, with what they are before any traverser came.
    pub(super) announced: Vec<(Label, Value)>,
    /// Whether `and()` and `or()` may stand between steps.
    pub(super) connects: bool,
    /// Whether a constant is one that the language leaves open.
    pub(super) open: Cell<bool>,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(bindings: &'a BTreeMap<String, Value>, rules: Rules) -> Self {
        Self {
            bindings,
            rules,
            next: 0,
            depth: 0,
            repeats: 0,
            announced: Vec::new(),
            connects: true,
            open: Cell::new(false),
        }
    }

    /// The plan of a traversal, the first step of which may be a source's.
    pub(super) fn plan(&mut self, steps: &[Step]) -> Fallible<Plan> {
        self.depth += 1;
        let plan = match branch::connected(steps).filter(|_| self.connects) {
            Some(connected) => self.chain(&connected),
            None => self.chain(steps),
        };
        self.depth -= 1;
        plan
    }

    fn chain(&mut self, steps: &[Step]) -> Fallible<Plan> {
        let mut plan = Plan { nodes: Vec::with_capacity(steps.len()) };
        for step in steps {
            self.step(&mut plan, step)?;
        }
        let undefined = |op: &Op| matches!(op, Op::Repeat(repeat) if repeat.body.is_none());
        if plan.nodes.iter().any(|node| undefined(&node.op)) {
            return Err(invalid("The repeat()-traversal was not defined"));
        }
        Ok(plan)
    }

    /// Adds a step to a plan.
    pub(super) fn push(&mut self, plan: &mut Plan, op: Op) {
        plan.nodes.push(Node { id: self.next, op, labels: Vec::new() });
        self.next += 1;
    }

    fn step(&mut self, plan: &mut Plan, step: &Step) -> Fallible<()> {
        let arguments = Arguments::new(step);
        self.check_version(plan, step)?;
        if arguments.len() == 0 && NOT_BARE.contains(&step.name) {
            return Err(arguments.wrong());
        }
        match step.name {
            StepName::As => return self.label(plan, &arguments),
            _ if self.modulates(plan, &arguments)? => return Ok(()),
            _ => {}
        }
        if self.repeats > 0
            && self.rules.repeat_parent == 0
            && matches!(step.name, StepName::Inject | StepName::Cap)
        {
            let name = step.name.text();
            return Err(invalid(format!("The parent of {name}()-step can not be repeat()-step")));
        }
        let op = self.op(plan, &arguments)?;
        self.push(plan, op);
        Ok(())
    }

    fn op(&mut self, plan: &Plan, arguments: &Arguments<'_>) -> Fallible<Op> {
        if let Some(op) = self.element_op(plan, arguments)? {
            return Ok(op);
        }
        if let Some(op) = self.filter_op(arguments)? {
            return Ok(op);
        }
        if let Some(op) = self.branch_op(arguments)? {
            return Ok(op);
        }
        if let Some(op) = self.select_op(arguments)? {
            return Ok(op);
        }
        if let Some(op) = self.map_op(arguments)? {
            return Ok(op);
        }
        Err(unmodelled(&format!("{}()", arguments.name().text())))
    }

    /// `as`: labels for the step before, or for where the traversal starts.
    fn label(&mut self, plan: &mut Plan, arguments: &Arguments<'_>) -> Fallible<()> {
        if plan.nodes.is_empty() {
            self.push(plan, Op::Identity);
        }
        for index in 0..arguments.len() {
            let label = self.label_at(arguments, index)?;
            if let Some(node) = plan.nodes.last_mut() {
                node.labels.push(label);
            }
        }
        Ok(())
    }

    /// The plan of an anonymous traversal.
    pub(super) fn inner(&mut self, argument: &Argument) -> Fallible<Plan> {
        match argument {
            Argument::Traversal(traversal) => self.plan(&traversal.steps),
            _ => Err(invalid("a traversal is missing")),
        }
    }

    fn inners(&mut self, arguments: &[Argument]) -> Fallible<Vec<Plan>> {
        arguments.iter().map(|argument| self.inner(argument)).collect()
    }

    /// A plan of one step.
    fn single(&mut self, op: Op) -> Plan {
        let mut plan = Plan::default();
        self.push(&mut plan, op);
        plan
    }

    /// What `by` says with one argument.
    fn by(&mut self, argument: &Argument) -> Fallible<By> {
        Ok(match argument {
            Argument::Traversal(_) => By::Plan(self.inner(argument)?),
            Argument::Token(token @ (Token::TId | Token::TLabel | Token::TKey | Token::TValue)) => {
                By::Token(*token)
            }
            Argument::Token(column @ (Token::ColumnKeys | Token::ColumnValues)) => {
                By::Plan(self.single(Op::SelectColumn(*column)))
            }
            other => match self.value(other)? {
                Value::String(key) => By::Key(key),
                Value::Token(token @ (Token::TId | Token::TLabel | Token::TKey | Token::TValue)) => {
                    By::Token(token)
                }
                other => return Err(invalid(format!("by() does not take a {}", other.kind()))),
            },
        })
    }

    fn label_at(&self, arguments: &Arguments<'_>, index: usize) -> Fallible<Label> {
        match self.value_at(arguments, index)? {
            Value::String(label) => Ok(label),
            other => Err(invalid(format!("{}() does not take a {}", arguments.name().text(), other.kind()))),
        }
    }

    /// Labels or keys from an argument on; null ones are left out.
    fn labels_from(&self, arguments: &Arguments<'_>, start: usize) -> Fallible<Vec<Label>> {
        let mut labels = Vec::new();
        for index in start..arguments.len() {
            match self.value_at(arguments, index)? {
                Value::String(label) => labels.push(label),
                Value::Null => {}
                other => return Err(invalid(format!("{} is no name", other.kind()))),
            }
        }
        Ok(labels)
    }
}
