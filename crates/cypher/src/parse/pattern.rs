//! Patterns.

use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::ast::{Direction, Hop, NodePattern, PathLength, PathPattern, PathStep, RelationshipPattern};

/// The suite's detail for what is wrong between the brackets of a relationship.
const INVALID_RELATIONSHIP: &str = "InvalidRelationshipPattern";

impl Parser<'_> {
    /// `[variable =] (node)-[relationship]-(node)...` (`PatternPart`).
    pub(super) fn path_pattern(&mut self) -> Parsed<PathPattern> {
        let variable = self.optional_variable()?;
        if variable.is_some() {
            self.expect("=")?;
        }
        let (start, steps) = self.pattern_element()?;
        Ok(PathPattern { variable, start, steps, ..PathPattern::default() })
    }

    /// A chain of nodes and relationships, which parentheses may enclose as a whole (`PatternElement`).
    fn pattern_element(&mut self) -> Parsed<(NodePattern, Vec<PathStep>)> {
        if self.is_symbol(0, "(") && self.is_symbol(1, "(") {
            self.advance();
            let element = self.nested(Self::pattern_element)?;
            self.expect(")")?;
            return Ok(element);
        }
        let start = self.node_pattern()?;
        let mut steps = Vec::new();
        while self.is_symbol(0, "-") || self.is_symbol(0, "<") {
            let relationship = self.relationship_pattern()?;
            steps.push(PathStep { hop: Hop::Relationship(relationship), node: self.node_pattern()? });
        }
        Ok((start, steps))
    }

    fn node_pattern(&mut self) -> Parsed<NodePattern> {
        self.expect("(")?;
        let variable = self.optional_variable()?;
        let labels = self.labels()?;
        let properties = if self.is_symbol(0, "{") { self.map_entries()? } else { Vec::new() };
        self.expect(")")?;
        Ok(NodePattern { variable, labels, properties, ..NodePattern::default() })
    }

    /// `:A:B`, or nothing (`NodeLabels`).
    pub(super) fn labels(&mut self) -> Parsed<Vec<String>> {
        let mut labels = Vec::new();
        while self.accept(":") {
            labels.push(self.schema_name("a label")?);
        }
        Ok(labels)
    }

    fn relationship_pattern(&mut self) -> Parsed<RelationshipPattern> {
        let left = self.accept("<");
        self.expect("-")?;
        let mut relationship = RelationshipPattern::any(Direction::Undirected);
        if self.accept("[") {
            self.relationship_detail(&mut relationship)?;
        }
        self.expect("-")?;
        let right = self.accept(">");
        relationship.direction = match (left, right) {
            (true, false) => Direction::Left,
            (false, true) => Direction::Right,
            _ => Direction::Undirected,
        };
        Ok(relationship)
    }

    /// What is between the brackets, and the closing one (`RelationshipDetail`).
    fn relationship_detail(&mut self, relationship: &mut RelationshipPattern) -> Parsed<()> {
        relationship.variable = self.optional_variable()?;
        if self.accept(":") {
            relationship.types.push(self.schema_name("a relationship type")?);
            while self.accept("|") {
                self.accept(":");
                relationship.types.push(self.schema_name("a relationship type")?);
            }
        }
        if self.accept("*") {
            relationship.length = Some(self.path_length()?);
        } else if self.is_symbol(0, "..") {
            return Err(self.error(INVALID_RELATIONSHIP, "a range of lengths begins with `*`"));
        }
        if self.is_symbol(0, "{") {
            relationship.properties = self.map_entries()?;
        }
        self.expect("]")
    }

    /// What follows the star (`RangeLiteral`).
    fn path_length(&mut self) -> Parsed<PathLength> {
        let minimum = self.bound()?;
        if !self.accept("..") {
            return Ok(PathLength { minimum, maximum: minimum });
        }
        Ok(PathLength { minimum, maximum: self.bound()? })
    }

    fn bound(&mut self) -> Parsed<Option<u64>> {
        match *self.peek(0) {
            Kind::Integer(bound) => {
                self.advance();
                Ok(Some(bound))
            }
            Kind::BadNumber(detail, message) => Err(self.error(detail, message)),
            Kind::Float(_) | Kind::Parameter(_) | Kind::Symbol("-" | "+") => {
                Err(self.error(INVALID_RELATIONSHIP, "a length is a natural number"))
            }
            _ => Ok(None),
        }
    }

    /// Whether the parenthesis that is next opens a path of at least one relationship. In an expression
    /// `(a)--(b)` is such a path, though `a - (-b)` could be written the same way.
    pub(super) fn is_path(&self) -> bool {
        let is_name = matches!(self.peek(1), Kind::Name(_) | Kind::QuotedName(_));
        let mut at = 1 + usize::from(is_name);
        while self.is_symbol(at, ":") {
            at += 2;
        }
        if self.is_symbol(at, "{") {
            at = self.after_brackets(at);
        }
        if !self.is_symbol(at, ")") {
            return false;
        }
        at += 1;
        at += usize::from(self.is_symbol(at, "<"));
        if !self.is_symbol(at, "-") {
            return false;
        }
        at += 1;
        if self.is_symbol(at, "[") {
            at = self.after_brackets(at);
        }
        let arrow = 1 + usize::from(self.is_symbol(at + 1, ">"));
        self.is_symbol(at, "-") && self.is_symbol(at + arrow, "(")
    }

    /// How far ahead the token is that follows the brackets opened at a token ahead.
    fn after_brackets(&self, mut ahead: usize) -> usize {
        let mut open = 0_usize;
        loop {
            match self.peek(ahead) {
                Kind::Symbol("(" | "[" | "{") => open += 1,
                Kind::Symbol(")" | "]" | "}") => open = open.saturating_sub(1),
                Kind::End => return ahead,
                _ => {}
            }
            ahead += 1;
            if open == 0 {
                return ahead;
            }
        }
    }
}
