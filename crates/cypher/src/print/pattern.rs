//! Patterns.

use std::fmt::Write as _;

use super::{Printer, TypeAlternatives};
use crate::ast::{Direction, Expression, NodePattern, PathLength, PathPattern, RelationshipPattern};

impl Printer {
    pub(super) fn path_pattern(&mut self, pattern: &PathPattern) {
        if let Some(variable) = &pattern.variable {
            self.name(variable);
            self.push(" = ");
        }
        self.node_pattern(&pattern.start);
        for step in &pattern.steps {
            self.relationship_pattern(&step.relationship);
            self.node_pattern(&step.node);
        }
    }

    fn node_pattern(&mut self, node: &NodePattern) {
        self.push("(");
        if let Some(variable) = &node.variable {
            self.name(variable);
        }
        self.labels(&node.labels);
        let bare = node.variable.is_none() && node.labels.is_empty();
        self.properties(&node.properties, bare);
        self.push(")");
    }

    /// `:A:B`, or nothing.
    pub(super) fn labels(&mut self, labels: &[String]) {
        for label in labels {
            self.push(":");
            self.name(label);
        }
    }

    /// The property map, if there is one, with a space before it unless nothing else is in the brackets.
    fn properties(&mut self, properties: &[(String, Expression)], bare: bool) {
        if properties.is_empty() {
            return;
        }
        if !bare {
            self.push(" ");
        }
        self.map(properties);
    }

    fn relationship_pattern(&mut self, relationship: &RelationshipPattern) {
        self.push(if relationship.direction == Direction::Left { "<-" } else { "-" });
        let bare =
            relationship.variable.is_none() && relationship.types.is_empty() && relationship.length.is_none();
        if !bare || !relationship.properties.is_empty() {
            self.push("[");
            self.relationship_detail(relationship);
            self.properties(&relationship.properties, bare);
            self.push("]");
        }
        self.push(if relationship.direction == Direction::Right { "->" } else { "-" });
    }

    fn relationship_detail(&mut self, relationship: &RelationshipPattern) {
        if let Some(variable) = &relationship.variable {
            self.name(variable);
        }
        for (position, name) in relationship.types.iter().enumerate() {
            self.push(match (position, self.spelling.types) {
                (0, _) => ":",
                (_, TypeAlternatives::Bar) => "|",
                (_, TypeAlternatives::BarAndColon) => "|:",
            });
            self.name(name);
        }
        if let Some(length) = relationship.length {
            self.path_length(length);
        }
    }

    fn path_length(&mut self, length: PathLength) {
        self.push("*");
        self.bound(length.minimum);
        if length.minimum != length.maximum {
            self.push("..");
            self.bound(length.maximum);
        }
    }

    fn bound(&mut self, bound: Option<u64>) {
        if let Some(bound) = bound {
            // Writing to a string cannot fail.
            let _ = write!(self.out, "{bound}");
        }
    }
}
