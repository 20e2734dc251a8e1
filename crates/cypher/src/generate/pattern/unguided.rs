//! Shapes without regard to the graph: what its schema has, put together blindly.

use std::sync::Arc;

use super::Patterns;
use crate::ast::{Direction, Hop, NodePattern, PathLength, PathPattern, PathStep, RelationshipPattern};
use crate::generate::kind::Kind;

impl Patterns<'_> {
    /// A shape without regard to the graph.
    pub(super) fn unguided(&mut self, first: bool, steps: usize) -> PathPattern {
        let start = match self.choices.pick(&self.nodes).cloned() {
            Some((variable, _)) if self.choices.chance(if first { 50 } else { 70 }) => {
                NodePattern { variable: Some(variable.to_string()), ..NodePattern::default() }
            }
            _ => self.unguided_node(steps > 0),
        };
        let mut pattern = PathPattern { start, ..PathPattern::default() };
        for _ in 0..steps {
            let relationship = self.unguided_relationship();
            let node = match self.choices.pick(&self.nodes).cloned() {
                Some((variable, _)) if self.choices.chance(20) => {
                    NodePattern { variable: Some(variable.to_string()), ..NodePattern::default() }
                }
                _ => self.unguided_node(true),
            };
            pattern.steps.push(PathStep { hop: Hop::Relationship(relationship), node });
        }
        pattern
    }

    fn unguided_node(&mut self, anonymous: bool) -> NodePattern {
        let label = self.choices.pick(&self.view.labels).cloned();
        let labels = label.filter(|_| self.choices.chance(50)).into_iter().collect();
        let variable = (!anonymous || self.choices.chance(78)).then(|| self.fresh(Kind::Node));
        if let Some(variable) = &variable {
            self.nodes.push((Arc::from(variable.as_str()), None));
        }
        NodePattern { variable, labels, ..NodePattern::default() }
    }

    fn unguided_relationship(&mut self) -> RelationshipPattern {
        let undirected = self.features.allow("pattern.undirected");
        let direction = match self.choices.weighted(&[40, 35, 25]) {
            0 => Direction::Right,
            2 if undirected => Direction::Undirected,
            _ => Direction::Left,
        };
        let mut pattern = RelationshipPattern::any(direction);
        if self.choices.chance(60) {
            pattern.types = self.choices.pick(&self.view.types).cloned().into_iter().collect();
        }
        if self.features.allow("pattern.var-length") && self.choices.chance(10) {
            let maximum = u64::try_from(1 + self.choices.below(3)).ok();
            pattern.length = Some(PathLength { minimum: None, maximum });
        } else if self.choices.chance(55) {
            pattern.variable = Some(self.fresh(Kind::Relationship));
        }
        pattern
    }
}
