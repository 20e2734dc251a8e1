//! Patterns.

use std::fmt::Write as _;

use super::{Printer, QuantifiedRelationship};
use crate::ast::{
    Direction, Expression, Hop, NodePattern, PathLength, PathPattern, PathSelector, PathStep, QuantifiedPath,
    RelationshipPattern,
};

impl Printer {
    pub(super) fn path_pattern(&mut self, pattern: &PathPattern) {
        self.path_variable(pattern);
        match pattern.selector {
            None => return self.path(pattern),
            Some(PathSelector::ShortestPath) => self.push("shortestPath("),
            Some(PathSelector::AllShortestPaths) => self.push("allShortestPaths("),
            Some(selector) => {
                self.path_selector(selector);
                return self.path(pattern);
            }
        }
        self.path(pattern);
        self.push(")");
    }

    fn path_variable(&mut self, pattern: &PathPattern) {
        if let Some(variable) = &pattern.variable {
            self.name(variable);
            self.push(" = ");
        }
    }

    fn path_selector(&mut self, selector: PathSelector) {
        // Writing to a string cannot fail.
        let _ = match selector {
            PathSelector::Shortest(count) => write!(self.out, "SHORTEST {count} "),
            PathSelector::ShortestGroups(count) => write!(self.out, "SHORTEST {count} GROUPS "),
            PathSelector::Any(count) => write!(self.out, "ANY {count} "),
            PathSelector::AllShortest => write!(self.out, "ALL SHORTEST "),
            PathSelector::ShortestPath | PathSelector::AllShortestPaths => Ok(()),
        };
    }

    /// The chain, in parentheses with its condition if it has one.
    fn path(&mut self, pattern: &PathPattern) {
        if pattern.condition.is_none() {
            return self.chain(pattern);
        }
        self.push("(");
        self.chain(pattern);
        self.optional(" WHERE ", pattern.condition.as_deref());
        self.push(")");
    }

    fn chain(&mut self, pattern: &PathPattern) {
        self.node_pattern(&pattern.start);
        for step in &pattern.steps {
            match &step.hop {
                Hop::Relationship(relationship) => self.relationship_pattern(relationship),
                Hop::Quantified(quantified) => self.quantified_path(quantified),
            }
            self.node_pattern(&step.node);
        }
    }

    fn quantified_path(&mut self, path: &QuantifiedPath) {
        match single_relationship(&path.pattern) {
            Some(relationship) if self.spelling.quantified == QuantifiedRelationship::Short => {
                self.relationship_pattern(relationship);
            }
            _ => {
                let pattern = &path.pattern;
                self.push("(");
                self.path_variable(pattern);
                pattern.selector.into_iter().for_each(|selector| self.path_selector(selector));
                self.chain(pattern);
                self.optional(" WHERE ", pattern.condition.as_deref());
                self.push(")");
            }
        }
        self.quantifier_bounds(path.quantifier);
    }

    fn quantifier_bounds(&mut self, PathLength { minimum, maximum }: PathLength) {
        match (minimum, maximum) {
            (None, None) => self.push("*"),
            (Some(1), None) => self.push("+"),
            (Some(least), Some(most)) if least == most => {
                self.push("{");
                self.bound(minimum);
                self.push("}");
            }
            _ => {
                self.push("{");
                self.bound(minimum);
                self.push(",");
                self.bound(maximum);
                self.push("}");
            }
        }
    }

    fn node_pattern(&mut self, node: &NodePattern) {
        self.push("(");
        if let Some(variable) = &node.variable {
            self.name(variable);
        }
        self.labels(&node.labels, node.label_expression.as_deref());
        let bare = node.variable.is_none() && node.labels.is_empty() && node.label_expression.is_none();
        self.properties(&node.properties, node.parameter.as_ref(), bare);
        self.inline_condition(node.condition.as_deref());
        self.push(")");
    }

    /// The property map or the parameter in its place, with a space before it unless nothing else is in the
    /// brackets.
    fn properties(&mut self, properties: &[(String, Expression)], parameter: Option<&String>, bare: bool) {
        if properties.is_empty() && parameter.is_none() {
            return;
        }
        if !bare {
            self.push(" ");
        }
        match parameter {
            Some(name) => super::name::push_parameter(&mut self.out, name),
            None => self.map(properties),
        }
    }

    fn inline_condition(&mut self, condition: Option<&Expression>) {
        self.optional(" WHERE ", condition);
    }

    fn relationship_pattern(&mut self, relationship: &RelationshipPattern) {
        self.push(if relationship.direction == Direction::Left { "<-" } else { "-" });
        if *relationship != RelationshipPattern::any(relationship.direction) {
            self.push("[");
            self.relationship_detail(relationship);
            self.push("]");
        }
        self.push(if relationship.direction == Direction::Right { "->" } else { "-" });
    }

    fn relationship_detail(&mut self, relationship: &RelationshipPattern) {
        let start = self.out.len();
        if let Some(variable) = &relationship.variable {
            self.name(variable);
        }
        self.types(&relationship.types, relationship.label_expression.as_deref());
        if let Some(length) = relationship.length {
            self.path_length(length);
        }
        let bare = self.out.len() == start;
        self.properties(&relationship.properties, relationship.parameter.as_ref(), bare);
        self.inline_condition(relationship.condition.as_deref());
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

/// The relationship of a path that says nothing else, so that `-[r]->{1,3}` can stand for it.
fn single_relationship(pattern: &PathPattern) -> Option<&RelationshipPattern> {
    let [PathStep { hop: Hop::Relationship(relationship), node }] = pattern.steps.as_slice() else {
        return None;
    };
    let plain = PathPattern { steps: pattern.steps.clone(), ..PathPattern::default() };
    let is_plain = *pattern == plain && *node == NodePattern::default() && relationship.length.is_none();
    is_plain.then_some(relationship)
}
