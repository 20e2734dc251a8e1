//! Modulators: `by`, `from`, `to`, `option`, `with`, `times`, `until`, `emit`, and `property` behind what adds.

use super::Compiler;
use super::arguments::Arguments;
use crate::ast::{Argument, Literal, StepName, Token};
use crate::evaluate::plan::{By, Given, Merge, Node, Op, OrderBy, Plan};
use crate::evaluate::value::Value;
use crate::evaluate::{Fallible, invalid, unmodelled};

impl Compiler<'_> {
    /// Whether the step modulates the one before it, which it then has done.
    pub(super) fn modulates(&mut self, plan: &mut Plan, arguments: &Arguments<'_>) -> Fallible<bool> {
        use StepName as S;
        let name = arguments.name();
        let Some(Node { op, labels, .. }) = plan.nodes.last_mut() else {
            return match name {
                S::By | S::Option | S::With | S::From => {
                    Err(invalid(format!("{}() modulates no step", name.text())))
                }
                _ => Ok(false),
            };
        };
        match (name, op) {
            (S::By, op) => self.modulate_by(op, arguments)?,
            (S::From | S::To, op) if arguments.token(0).is_none() => self.modulate_ends(op, arguments)?,
            (S::Option, Op::Branch(branch)) => self.option(branch, arguments)?,
            (S::Option, Op::Merge(merge)) => self.merge_option(merge, arguments)?,
            (S::With, op) => self.modulate_with(op, arguments)?,
            (S::Repeat | S::Times | S::Until | S::Emit, Op::Repeat(repeat)) => {
                let again = match name {
                    S::Repeat => repeat.body.is_some(),
                    S::Emit => repeat.emit.is_some(),
                    _ => repeat.until.is_some(),
                };
                if again {
                    return Ok(false);
                }
                self.repeat(repeat, arguments)?;
            }
            (S::Property, Op::AddVertex { settings, .. } | Op::AddEdge { settings, .. }) => {
                if !labels.is_empty() || !self.folds(arguments)? {
                    return Ok(false);
                }
                settings.push(self.setting(arguments)?);
            }
            (S::Option | S::From, _) => {
                return Err(invalid(format!("{}() modulates no such step", name.text())));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether a property is a part of what adds the element before it.
    fn folds(&self, arguments: &Arguments<'_>) -> Fallible<bool> {
        Ok(arguments.len() == 2 && arguments.token(0).is_none_or(|token| token.group() == "T"))
    }

    fn modulate_by(&mut self, op: &mut Op, arguments: &Arguments<'_>) -> Fallible<()> {
        let by = match arguments.get(0) {
            None | Some(Argument::Token(Token::OrderAsc | Token::OrderDesc | Token::OrderShuffle)) => {
                By::Identity
            }
            Some(argument) => self.by(argument)?,
        };
        let order = arguments.all().iter().find_map(|argument| match argument {
            Argument::Token(token) if token.group() == "Order" => Some(*token),
            _ => None,
        });
        let single = |bys: &mut Vec<By>, message: &str| {
            if !bys.is_empty() && self.rules.one_by == 0 {
                return Err(invalid(message));
            }
            bys.clear();
            Ok(())
        };
        match op {
            Op::Order { by: bys, .. } => {
                bys.push(OrderBy { by, order: order.unwrap_or(Token::OrderAsc) });
                return Ok(());
            }
            Op::Dedup { by: bys, .. } => single(bys, "Dedup step can only have one by modulator")?,
            Op::GroupCount { by: bys, .. } => single(bys, "GroupCount step can only have one by modulator")?,
            Op::SetSack { by: bys, .. } => single(bys, "Sack step can only have one by modulator")?,
            Op::Sample { by: bys, .. } => single(bys, "Sample step can only have one by modulator")?,
            Op::Aggregate { by: bys, .. } => single(bys, "Aggregate step can only have one by modulator")?,
            Op::ValueMap(map) if !map.by.is_empty() && self.rules.one_by == 0 => {
                return Err(invalid("valueMap()/propertyMap() step can only have one by modulator"));
            }
            Op::Group { by: bys, .. } if bys.len() == 2 => {
                return Err(invalid("The key and value traversals for group()-step have already been set"));
            }
            _ => {}
        }
        match op {
            Op::Dedup { by: bys, .. }
            | Op::GroupCount { by: bys, .. }
            | Op::SetSack { by: bys, .. }
            | Op::Sample { by: bys, .. }
            | Op::Aggregate { by: bys, .. }
            | Op::Group { by: bys, .. }
            | Op::Where { by: bys, .. }
            | Op::Trail { by: bys, .. }
            | Op::Select { by: bys, .. }
            | Op::SelectPlan { by: bys, .. }
            | Op::Project { by: bys, .. }
            | Op::Path { by: bys, .. }
            | Op::Tree { by: bys, .. }
            | Op::Math { by: bys, .. }
            | Op::Format { by: bys, .. } => bys.push(by),
            Op::ValueMap(map) => map.by.push(by),
            _ => return Err(invalid("The step before by() cannot be modulated by it")),
        }
        Ok(())
    }

    /// `from` and `to`: the ends of an edge that is added, or of a path.
    fn modulate_ends(&mut self, op: &mut Op, arguments: &Arguments<'_>) -> Fallible<()> {
        let from = arguments.name() == StepName::From;
        match op {
            Op::AddEdge { from: source, to: target, .. } => {
                let end = match self.given(arguments.need(0)?)? {
                    Given::Value(Value::String(label)) => Given::Plan(self.single(Op::Select {
                        pop: None,
                        labels: vec![label],
                        by: Vec::new(),
                    })),
                    other => other,
                };
                *(if from { source } else { target }) = Some(end);
            }
            Op::Path { span, .. } | Op::Trail { span, .. } => {
                let label = self.label_at(arguments, 0)?;
                *(if from { &mut span.from } else { &mut span.to }) = Some(label);
            }
            _ => return Err(invalid("The step before from() or to() cannot be modulated by it")),
        }
        Ok(())
    }

    /// `option` of `mergeV` and `mergeE`.
    fn merge_option(&mut self, merge: &mut Merge, arguments: &Arguments<'_>) -> Fallible<()> {
        let token = arguments.token(0).ok_or_else(|| arguments.wrong())?;
        let value = self.given(arguments.need(1)?)?;
        let cardinality = arguments.token(2).filter(|token| token.group() == "Cardinality");
        match token {
            Token::MergeOnCreate => merge.on_create = Some((value, cardinality)),
            Token::MergeOnMatch => merge.on_match = Some((value, cardinality)),
            Token::MergeOutV if merge.edges => merge.source = Some(value),
            Token::MergeInV if merge.edges => merge.target = Some(value),
            _ => return Err(invalid("the merge has no such option")),
        }
        Ok(())
    }

    fn modulate_with(&mut self, op: &mut Op, arguments: &Arguments<'_>) -> Fallible<()> {
        let key = self.with_key(arguments)?;
        match op {
            Op::ValueMap(map) | Op::ElementMap(map) if key == "~tinkerpop.valueMap.tokens" => {
                map.tokens = match arguments.get(1) {
                    None => 15,
                    Some(argument) => self.token_flags(argument)?,
                };
                Ok(())
            }
            Op::Index { map } if key == "~tinkerpop.index.indexer" => {
                // One of the two it must be (IndexStep.configure): without a value it is true.
                let flag = arguments.get(1).and_then(|argument| match argument {
                    Argument::Token(Token::WithOptionsMap) => Some(1),
                    Argument::Token(Token::WithOptionsList) => Some(0),
                    Argument::Literal(Literal::Boolean(_)) => None,
                    other => self.token_flags(other).ok(),
                });
                *map = match flag {
                    Some(0) => false,
                    Some(1) => true,
                    _ => {
                        return Err(invalid("WithOptions.indexer takes WithOptions.list or WithOptions.map"));
                    }
                };
                Ok(())
            }
            Op::Call(call) => {
                let value = match arguments.get(1) {
                    Some(argument) => self.given(argument)?,
                    None => Given::Value(Value::Bool(true)),
                };
                call.with.push((key, value));
                Ok(())
            }
            // Nothing is documented of it (upgrade 3.8: Remove Undocumented with() modulation).
            Op::AddVertex { .. } | Op::AddEdge { .. } | Op::Set(_) | Op::Drop | Op::Merge(_) => Ok(()),
            _ => Err(unmodelled("with() of this step")),
        }
    }

    fn with_key(&self, arguments: &Arguments<'_>) -> Fallible<String> {
        Ok(match arguments.need(0)? {
            Argument::Token(Token::WithOptionsTokens) => "~tinkerpop.valueMap.tokens".to_owned(),
            Argument::Token(Token::WithOptionsIndexer) => "~tinkerpop.index.indexer".to_owned(),
            _ => self.text(arguments, 0)?,
        })
    }

    /// The flags of what `valueMap` tells beside the properties.
    fn token_flags(&self, argument: &Argument) -> Fallible<u8> {
        Ok(match argument {
            Argument::Token(Token::WithOptionsNone) => 0,
            Argument::Token(Token::WithOptionsIds) => 1,
            Argument::Token(Token::WithOptionsLabels) => 2,
            Argument::Token(Token::WithOptionsKeys) => 4,
            Argument::Token(Token::WithOptionsValues) => 8,
            Argument::Token(Token::WithOptionsAll) => 15,
            Argument::Literal(Literal::Boolean(flag)) => 15 * u8::from(*flag),
            other => match self.value(other)?.number().and_then(super::super::number::Number::small) {
                Some(flags) => u8::try_from(flags).map_err(|_| invalid("no such option"))?,
                None => return Err(invalid("no such option")),
            },
        })
    }
}
