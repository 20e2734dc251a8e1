//! Steps that look back: at labels, at the path, at side effects.

use super::Compiler;
use super::arguments::Arguments;
use crate::ast::{Argument, StepName, Token};
use crate::evaluate::Fallible;
use crate::evaluate::plan::{Op, Span};
use crate::evaluate::value::{Tree, Value};

impl Compiler<'_> {
    /// Steps that look back.
    pub(super) fn select_op(&mut self, arguments: &Arguments<'_>) -> Fallible<Option<Op>> {
        use StepName as S;
        let op = match arguments.name() {
            S::Select => self.select(arguments)?,
            S::Project => Op::Project { labels: self.project_labels(arguments)?, by: Vec::new() },
            S::Path => Op::Path { span: Span::default(), by: Vec::new() },
            S::Tree => Op::Tree { key: self.optional_key(arguments)?, by: Vec::new() },
            S::Match => Op::Match(self.patterns(arguments.all())?),
            S::Cap => Op::Cap(self.labels_from(arguments, 0)?),
            S::Aggregate => {
                let (local, start) = arguments.scope();
                Op::Aggregate { key: self.label_at(arguments, start)?, lazy: local, by: Vec::new() }
            }
            S::Store => Op::Aggregate { key: self.label_at(arguments, 0)?, lazy: true, by: Vec::new() },
            S::Subgraph => Op::Subgraph(self.label_at(arguments, 0)?),
            S::Group => Op::Group { key: self.optional_key(arguments)?, by: Vec::new() },
            S::GroupCount => Op::GroupCount { key: self.optional_key(arguments)?, by: Vec::new() },
            S::Sack if arguments.len() == 0 => Op::Sack,
            S::Sack => {
                let operator = arguments.token(0).ok_or_else(|| arguments.wrong())?;
                Op::SetSack { operator, by: Vec::new() }
            }
            S::Loops => Op::Loops(self.optional_key(arguments)?),
            _ => return Ok(None),
        };
        let announced = match &op {
            Op::Aggregate { key, .. } => Some((key, Value::bulk(Vec::new()))),
            Op::Group { key: Some(key), .. } | Op::GroupCount { key: Some(key), .. } => {
                Some((key, Value::map(Vec::new())))
            }
            Op::Tree { key: Some(key), .. } => Some((key, Value::Tree(Tree::default()))),
            Op::Subgraph(key) => Some((key, Value::Subgraph(Default::default()))),
            _ => None,
        };
        self.announced.extend(announced.map(|(key, value)| (key.clone(), value)));
        Ok(Some(op))
    }

    fn project_labels(&self, arguments: &Arguments<'_>) -> Fallible<Vec<crate::evaluate::plan::Label>> {
        let labels = self.labels_from(arguments, 0)?;
        let distinct: std::collections::BTreeSet<_> = labels.iter().collect();
        // Versions before 3.7 take the last of those that are the same.
        if distinct.len() != labels.len() && self.rules.steps < 2 {
            return Err(crate::evaluate::invalid("keys must be unique in ProjectStep"));
        }
        Ok(labels)
    }

    fn optional_key(&self, arguments: &Arguments<'_>) -> Fallible<Option<crate::evaluate::plan::Label>> {
        if arguments.len() == 0 { Ok(None) } else { self.label_at(arguments, 0).map(Some) }
    }

    fn select(&mut self, arguments: &Arguments<'_>) -> Fallible<Op> {
        let first = arguments.token(0);
        if let Some(column @ (Token::ColumnKeys | Token::ColumnValues)) = first {
            return Ok(Op::SelectColumn(column));
        }
        let pop = first.filter(|token| token.group() == "Pop");
        let start = usize::from(pop.is_some());
        if let Some(argument @ Argument::Traversal(_)) = arguments.get(start) {
            return Ok(Op::SelectPlan { pop, plan: self.inner(argument)?, by: Vec::new() });
        }
        let labels = self.labels_from(arguments, start)?;
        if labels.is_empty() {
            return Err(arguments.wrong());
        }
        Ok(Op::Select { pop, labels, by: Vec::new() })
    }
}
