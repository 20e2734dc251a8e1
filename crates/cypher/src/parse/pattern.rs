//! Patterns.

use super::lexer::Kind;
use super::{Parsed, Parser, UNEXPECTED};
use crate::ast::{
    Direction, Expression, Hop, NodePattern, PathLength, PathPattern, PathSelector, PathStep, QuantifiedPath,
    RelationshipPattern,
};

/// The suite's detail for what is wrong between the brackets of a relationship.
const INVALID_RELATIONSHIP: &str = "InvalidRelationshipPattern";

/// A map, or the name of the parameter in its place.
type Properties = (Vec<(String, Expression)>, Option<String>);

/// A chain of nodes and hops that is being read.
#[derive(Default)]
struct Chain {
    start: Option<NodePattern>,
    steps: Vec<PathStep>,
    /// The hop whose node is yet to come.
    open: Option<Hop>,
}

impl Chain {
    /// Puts a node at the end.
    fn node(&mut self, node: NodePattern) {
        match (self.open.take(), &mut self.start) {
            (Some(hop), _) => self.steps.push(PathStep { hop, node }),
            (None, start) => *start = Some(node),
        }
    }

    /// Puts a path that is repeated at the end, with a node that says nothing before it if there is none.
    fn quantified(&mut self, path: QuantifiedPath) {
        if self.start.is_none() || self.open.is_some() {
            self.node(NodePattern::default());
        }
        self.open = Some(Hop::Quantified(Box::new(path)));
    }

    /// Whether a node can come next.
    fn wants_node(&self) -> bool {
        self.start.is_none() || self.open.is_some()
    }

    fn path(mut self) -> PathPattern {
        if self.wants_node() {
            self.node(NodePattern::default());
        }
        PathPattern { start: self.start.unwrap_or_default(), steps: self.steps, ..PathPattern::default() }
    }
}

impl Parser<'_> {
    /// `[variable =] [selector] (node)-[relationship]-(node)...` (`PatternPart`).
    pub(super) fn path_pattern(&mut self) -> Parsed<PathPattern> {
        let is_named = self.is_symbol(1, "=") && matches!(self.peek(0), Kind::Name(_) | Kind::QuotedName(_));
        let variable = if is_named { self.optional_variable()? } else { None };
        if is_named {
            self.expect("=")?;
        }
        let pattern = match self.shortest_path()? {
            Some(pattern) => pattern,
            None => {
                let selector = self.path_selector()?;
                let pattern = self.path()?;
                PathPattern { selector: selector.or(pattern.selector), ..pattern }
            }
        };
        Ok(PathPattern { variable: variable.or(pattern.variable.clone()), ..pattern })
    }

    /// `shortestPath(pattern)`, `allShortestPaths(pattern)` (`ShortestPathPattern`), if it is next.
    pub(super) fn shortest_path(&mut self) -> Parsed<Option<PathPattern>> {
        let selector = match self.is_symbol(1, "(") {
            true if self.is_keyword(0, "shortestPath") => PathSelector::ShortestPath,
            true if self.is_keyword(0, "allShortestPaths") => PathSelector::AllShortestPaths,
            _ => return Ok(None),
        };
        self.position += 2;
        let pattern = self.nested(Self::path)?;
        self.expect(")")?;
        self.grow()?;
        Ok(Some(PathPattern { selector: Some(selector), ..pattern }))
    }

    /// `SHORTEST k`, `ANY`, ... (`PathSearchPrefix`), if it is next; `ALL` says what is said without it.
    fn path_selector(&mut self) -> Parsed<Option<PathSelector>> {
        if self.accept_keyword("ALL") {
            if self.accept_keyword("SHORTEST") {
                self.path_or_paths();
                return Ok(Some(PathSelector::AllShortest));
            }
            self.path_or_paths();
            Ok(None)
        } else if self.accept_keyword("ANY") {
            let shortest = self.accept_keyword("SHORTEST");
            let count = if shortest { 1 } else { self.count()?.unwrap_or(1) };
            self.path_or_paths();
            Ok(Some(if shortest { PathSelector::Shortest(1) } else { PathSelector::Any(count) }))
        } else if self.accept_keyword("SHORTEST") {
            let count = self.count()?;
            self.path_or_paths();
            if self.accept_keyword("GROUPS") || self.accept_keyword("GROUP") {
                return Ok(Some(PathSelector::ShortestGroups(count.unwrap_or(1))));
            }
            match count {
                Some(count) => Ok(Some(PathSelector::Shortest(count))),
                None => Err(self.unexpected("a number of paths")),
            }
        } else {
            Ok(None)
        }
    }

    fn path_or_paths(&mut self) {
        if !self.accept_keyword("PATHS") {
            self.accept_keyword("PATH");
        }
    }

    /// The number that may be next.
    fn count(&mut self) -> Parsed<Option<u64>> {
        match *self.peek(0) {
            Kind::Integer(count) => {
                self.advance();
                Ok(Some(count))
            }
            Kind::BadNumber(detail, message) => Err(self.error(detail, message)),
            _ => Ok(None),
        }
    }

    /// A chain of nodes and hops, which parentheses may enclose as a whole (`PatternElement`).
    fn path(&mut self) -> Parsed<PathPattern> {
        let mut chain = Chain::default();
        loop {
            if self.is_parenthesised_path() {
                let inner = self.nested(Self::parenthesised_path)?;
                match self.quantifier()? {
                    Some(quantifier) => chain.quantified(QuantifiedPath { pattern: inner, quantifier }),
                    // Parentheses around the whole.
                    None if chain.start.is_none() => return Ok(inner),
                    None => return Err(self.unexpected("a quantifier")),
                }
            } else if self.is_symbol(0, "(") && chain.wants_node() {
                chain.node(self.node_pattern()?);
            } else if (self.is_symbol(0, "-") || self.is_symbol(0, "<")) && !chain.wants_node() {
                self.hop(&mut chain)?;
            } else if chain.start.is_none() {
                return Err(self.unexpected("`(`"));
            } else {
                return Ok(chain.path());
            }
        }
    }

    /// A relationship, perhaps repeated, and its node.
    fn hop(&mut self, chain: &mut Chain) -> Parsed<()> {
        let hop = Hop::Relationship(self.relationship_pattern()?);
        chain.open = Some(match self.quantifier()? {
            None => hop,
            Some(quantifier) => {
                let steps = vec![PathStep { hop, node: NodePattern::default() }];
                let pattern = PathPattern { steps, ..PathPattern::default() };
                Hop::Quantified(Box::new(QuantifiedPath { pattern, quantifier }))
            }
        });
        let node = self.node_pattern()?;
        chain.node(node);
        Ok(())
    }

    /// The chain of a pattern that is an expression: only single hops, and no sign after it is one of its own.
    pub(super) fn pattern_expression(&mut self) -> Parsed<Expression> {
        let mut pattern = PathPattern { start: self.node_pattern()?, ..PathPattern::default() };
        while self.is_hop(0) {
            let hop = Hop::Relationship(self.relationship_pattern()?);
            pattern.steps.push(PathStep { hop, node: self.node_pattern()? });
        }
        self.grow()?;
        Ok(Expression::Pattern(Box::new(pattern)))
    }

    /// Whether the parenthesis that is next opens a whole path: a node pattern begins with neither a parenthesis
    /// nor a path's variable nor a selector before a parenthesis.
    fn is_parenthesised_path(&self) -> bool {
        let name = matches!(self.peek(1), Kind::Name(_) | Kind::QuotedName(_));
        self.is_symbol(0, "(") && (self.is_symbol(1, "(") || name && self.is_symbol(2, "="))
    }

    /// `(pattern [WHERE condition])` (`ParenthesizedPathPatternExpression`).
    fn parenthesised_path(&mut self) -> Parsed<PathPattern> {
        self.expect("(")?;
        let mut pattern = self.path_pattern()?;
        if self.is_keyword(0, "WHERE") {
            if pattern.condition.is_some() {
                return Err(self.error(UNEXPECTED, "a path has one WHERE of its own"));
            }
            pattern.condition = self.optional_after("WHERE")?.map(Box::new);
        }
        self.expect(")")?;
        Ok(pattern)
    }

    /// `*`, `+`, `{n}`, `{n,m}`, if it is next.
    fn quantifier(&mut self) -> Parsed<Option<PathLength>> {
        if self.accept("*") {
            Ok(Some(PathLength::default()))
        } else if self.accept("+") {
            Ok(Some(PathLength { minimum: Some(1), maximum: None }))
        } else if self.accept("{") {
            let minimum = self.count()?;
            let maximum = if self.accept(",") { self.count()? } else { minimum };
            self.expect("}")?;
            // `{}` has nothing between, `{0,}` and `{,}` say the same as `*`.
            Ok(Some(PathLength { minimum, maximum }))
        } else {
            Ok(None)
        }
    }

    fn node_pattern(&mut self) -> Parsed<NodePattern> {
        self.expect("(")?;
        let variable = self.element_variable()?;
        let (labels, label_expression) = self.node_labels()?;
        let (properties, parameter) = self.properties()?;
        let condition = self.inline_condition()?;
        self.expect(")")?;
        Ok(NodePattern { variable, labels, label_expression, properties, parameter, condition })
    }

    /// The variable at the start of a node or relationship pattern, if there is one.
    fn element_variable(&mut self) -> Parsed<Option<String>> {
        if self.is_keyword(0, "WHERE") || self.is_keyword(0, "IS") {
            Ok(None)
        } else {
            self.optional_variable()
        }
    }

    /// A map or a parameter (`Properties`), if it is next.
    fn properties(&mut self) -> Parsed<Properties> {
        if let Kind::Parameter(name) = self.peek(0) {
            let name = name.clone();
            self.advance();
            return Ok((Vec::new(), Some(name)));
        }
        Ok((if self.is_symbol(0, "{") { self.map_entries()? } else { Vec::new() }, None))
    }

    fn inline_condition(&mut self) -> Parsed<Option<Box<Expression>>> {
        Ok(self.optional_after("WHERE")?.map(Box::new))
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
        relationship.variable = self.element_variable()?;
        (relationship.types, relationship.label_expression) = self.relationship_types()?;
        if self.accept("*") {
            relationship.length = Some(self.path_length()?);
        } else if self.is_symbol(0, "..") {
            return Err(self.error(INVALID_RELATIONSHIP, "a range of lengths begins with `*`"));
        }
        (relationship.properties, relationship.parameter) = self.properties()?;
        relationship.condition = self.inline_condition()?;
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
        match self.peek(0) {
            Kind::Float(_) | Kind::Symbol("-" | "+") => {
                Err(self.error(INVALID_RELATIONSHIP, "a length is a natural number"))
            }
            _ => self.count(),
        }
    }
}
