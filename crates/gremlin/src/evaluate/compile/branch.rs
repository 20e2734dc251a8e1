//! Steps with traversals inside, and `and()` and `or()` between steps.

use super::Compiler;
use super::arguments::Arguments;
use crate::ast::{Argument, Step, StepName, Token, Traversal};
use crate::evaluate::Fallible;
use crate::evaluate::plan::{Branch, Choice, Op, Pick, Plan, Repeat};
use crate::evaluate::value::Value;

impl Compiler<'_> {
    /// Steps with traversals inside.
    pub(super) fn branch_op(&mut self, arguments: &Arguments<'_>) -> Fallible<Option<Op>> {
        use StepName as S;
        Ok(Some(match arguments.name() {
            S::Branch | S::Choose => self.branch(arguments)?,
            S::Union => Op::Union(self.inners(arguments.all())?),
            S::Coalesce => Op::Coalesce(self.inners(arguments.all())?),
            S::Optional => Op::Optional(self.inner(arguments.need(0)?)?),
            S::Local => Op::Local(self.inner(arguments.need(0)?)?),
            S::Map => Op::Map(self.inner(arguments.need(0)?)?),
            S::FlatMap => Op::FlatMap(self.inner(arguments.need(0)?)?),
            S::SideEffect => Op::SideEffect(self.inner(arguments.need(0)?)?),
            S::Repeat | S::Until | S::Emit | S::Times => {
                let mut repeat = Repeat::default();
                self.repeat(&mut repeat, arguments)?;
                Op::Repeat(Box::new(repeat))
            }
            _ => return Ok(None),
        }))
    }

    fn branch(&mut self, arguments: &Arguments<'_>) -> Fallible<Op> {
        let choose = arguments.name() == StepName::Choose;
        let condition = arguments.need(0)?;
        if arguments.len() == 1 {
            let by = match condition {
                Argument::Predicate(predicate) => {
                    let test = self.predicate(predicate)?;
                    Choice::Productive(self.single(Op::Is(test)))
                }
                other => Choice::Value(self.by(other)?),
            };
            return Ok(Op::Branch(Box::new(Branch { by, options: Vec::new(), choose })));
        }
        let by = match condition {
            Argument::Predicate(predicate) => {
                let test = self.predicate(predicate)?;
                self.single(Op::Is(test))
            }
            other => self.inner(other)?,
        };
        let otherwise = match arguments.get(2) {
            Some(otherwise) => self.inner(otherwise)?,
            None => self.single(Op::Identity),
        };
        let options = vec![
            (Pick::Value(Value::Bool(true)), self.inner(arguments.need(1)?)?),
            (Pick::Value(Value::Bool(false)), otherwise),
        ];
        Ok(Op::Branch(Box::new(Branch { by: Choice::Productive(by), options, choose })))
    }

    /// What `option` adds to a branch.
    pub(super) fn option(&mut self, branch: &mut Branch, arguments: &Arguments<'_>) -> Fallible<()> {
        if arguments.len() == 1 {
            let plan = self.inner(arguments.need(0)?)?;
            branch.options.push((Pick::Token(Token::PickAny), plan));
            return Ok(());
        }
        let pick = match arguments.need(0)? {
            Argument::Token(token) if token.group() == "Pick" => Pick::Token(*token),
            Argument::Predicate(predicate) => Pick::Test(self.predicate(predicate)?),
            Argument::Traversal(_) if branch.choose && self.rules.choose == 0 => {
                return Err(crate::evaluate::invalid(
                    "Traversal is not allowed as a Pick token for choose().option()",
                ));
            }
            traversal @ Argument::Traversal(_) => Pick::Plan(self.inner(traversal)?),
            other => Pick::Value(self.value(other)?),
        };
        if branch.choose && matches!(pick, Pick::Token(Token::PickAny)) {
            return Err(crate::evaluate::invalid(
                "Choose step can not have an any-option as only one option per traverser is allowed",
            ));
        }
        let plan = self.inner(arguments.need(1)?)?;
        branch.options.push((pick, plan));
        Ok(())
    }

    /// What `repeat` and its modulators add, before or behind it.
    pub(super) fn repeat(&mut self, repeat: &mut Repeat, arguments: &Arguments<'_>) -> Fallible<()> {
        use crate::evaluate::plan::Until;
        match arguments.name() {
            StepName::Repeat => {
                let named = arguments.len() > 1;
                if named {
                    repeat.name = Some(self.label_at(arguments, 0)?);
                }
                self.repeats += 1;
                let body = self.inner(arguments.need(usize::from(named))?);
                self.repeats -= 1;
                repeat.body = Some(body?);
            }
            StepName::Times => {
                repeat.until_first = repeat.body.is_none();
                repeat.until = Some(Until::Times(self.integer(arguments, 0)?));
            }
            StepName::Until => {
                repeat.until_first = repeat.body.is_none();
                repeat.until = Some(Until::Plan(self.condition_plan(arguments)?));
            }
            _ => {
                repeat.emit_first = repeat.body.is_none();
                repeat.emit = Some(match arguments.len() {
                    0 => self.single(Op::Identity),
                    _ => self.condition_plan(arguments)?,
                });
            }
        }
        Ok(())
    }

    fn condition_plan(&mut self, arguments: &Arguments<'_>) -> Fallible<Plan> {
        match arguments.need(0)? {
            Argument::Predicate(predicate) => {
                let test = self.predicate(predicate)?;
                Ok(self.single(Op::Is(test)))
            }
            other => self.inner(other),
        }
    }
}

/// The steps with `and()` and `or()` between them turned into steps around them; none when there are none. `and` binds
/// closer (reference: And Step, "infix notation").
pub(super) fn connected(steps: &[Step]) -> Option<Vec<Step>> {
    let joins = |step: &Step, name: StepName| step.name == name && step.arguments.is_empty();
    let is_join = |step: &Step| joins(step, StepName::And) || joins(step, StepName::Or);
    if !steps.iter().any(is_join) {
        return None;
    }
    let starts = steps.iter().take_while(|step| is_start(step.name)).count();
    let labels = match starts {
        0 => 0,
        _ => steps.iter().skip(starts).take_while(|step| step.name == StepName::As).count(),
    };
    let (start, rest) = steps.split_at_checked(starts + labels)?;
    let traversal = |steps: &[Step]| Argument::Traversal(Traversal { steps: steps.to_vec() });
    let mut any = Vec::new();
    for all in rest.split(|step| joins(step, StepName::Or)) {
        let parts: Vec<&[Step]> = all.split(|step| joins(step, StepName::And)).collect();
        any.push(match parts.as_slice() {
            [one] => traversal(one),
            several => {
                let arguments = several.iter().map(|part| traversal(part)).collect();
                traversal(&[Step::new(StepName::And, arguments)])
            }
        });
    }
    let mut connected = start.to_vec();
    match any.as_slice() {
        [Argument::Traversal(one)] => connected.extend(one.steps.iter().cloned()),
        _ => connected.push(Step::new(StepName::Or, any)),
    }
    Some(connected)
}

fn is_start(name: StepName) -> bool {
    use StepName as S;
    name.configures() || matches!(name, S::V | S::E | S::Inject | S::AddV | S::AddE)
}
