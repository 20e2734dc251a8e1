//! Random patterns.

use quarrel_cypher::ast::*;

use super::Trees;

impl Trees {
    /// A condition on labels that a list cannot say.
    pub(crate) fn label_expression(
        &mut self,
        as_list: &dyn Fn(&LabelExpression) -> Option<Vec<String>>,
    ) -> LabelExpression {
        loop {
            let found = self.any_labels(3);
            if as_list(&found).is_none() {
                return found;
            }
        }
    }

    fn any_labels(&mut self, depth: usize) -> LabelExpression {
        let Some(depth) = depth.checked_sub(1) else {
            return if self.coin() { LabelExpression::Wildcard } else { LabelExpression::Name(self.name()) };
        };
        let (left, right) = (Box::new(self.any_labels(depth)), Box::new(self.any_labels(depth)));
        match self.below(4) {
            0 => LabelExpression::And(left, right),
            1 => LabelExpression::Or(left, right),
            2 => LabelExpression::Not(left),
            _ => *left,
        }
    }

    /// A list, or a condition that a list cannot say.
    fn labels(
        &mut self,
        as_list: &dyn Fn(&LabelExpression) -> Option<Vec<String>>,
    ) -> (Vec<String>, Option<Box<LabelExpression>>) {
        match self.below(4) {
            0 => (Vec::new(), Some(Box::new(self.label_expression(as_list)))),
            _ => (self.many(0, Self::name), None),
        }
    }

    /// Properties, or a parameter in their place.
    fn properties(&mut self) -> (Vec<(String, Expression)>, Option<String>) {
        if self.below(4) == 0 { (Vec::new(), Some(self.name())) } else { (self.entries(1), None) }
    }

    fn inline_condition(&mut self) -> Option<Box<Expression>> {
        if self.below(4) == 0 { Some(Box::new(self.expression(1))) } else { None }
    }

    fn node(&mut self) -> NodePattern {
        let (labels, label_expression) = self.labels(&LabelExpression::conjunction);
        let (properties, parameter) = self.properties();
        NodePattern {
            variable: self.maybe(Self::name),
            labels,
            label_expression,
            properties,
            parameter,
            condition: self.inline_condition(),
        }
    }

    fn length(&mut self) -> PathLength {
        PathLength {
            minimum: self.maybe(|trees| trees.below(4) as u64),
            maximum: self.maybe(|trees| trees.below(4) as u64),
        }
    }

    fn relationship(&mut self) -> RelationshipPattern {
        let (types, label_expression) = self.labels(&LabelExpression::disjunction);
        let (properties, parameter) = self.properties();
        RelationshipPattern {
            direction: self.pick(&[Direction::Left, Direction::Right, Direction::Undirected]),
            variable: self.maybe(Self::name),
            types,
            length: self.maybe(Self::length),
            label_expression,
            properties,
            parameter,
            condition: self.inline_condition(),
        }
    }

    /// A chain of single relationships, at least so many.
    pub(crate) fn single_hops(&mut self, fewest: usize) -> PathPattern {
        let steps = self.many(fewest, |trees| PathStep {
            hop: Hop::Relationship(trees.relationship()),
            node: trees.node(),
        });
        PathPattern { start: self.node(), steps, ..PathPattern::default() }
    }

    /// A chain with repeated paths in it.
    fn hops(&mut self, depth: usize) -> PathPattern {
        let mut pattern = self.single_hops(0);
        if depth > 0 && self.below(3) == 0 {
            let inner = match self.coin() {
                true => PathPattern {
                    steps: vec![PathStep {
                        hop: Hop::Relationship(RelationshipPattern { length: None, ..self.relationship() }),
                        node: NodePattern::default(),
                    }],
                    ..PathPattern::default()
                },
                false => PathPattern {
                    variable: self.maybe(Self::name),
                    condition: self.inline_condition(),
                    ..self.hops(depth - 1)
                },
            };
            let hop = Hop::Quantified(Box::new(QuantifiedPath { pattern: inner, quantifier: self.length() }));
            pattern.steps.push(PathStep { hop, node: self.node() });
        }
        pattern
    }

    pub(crate) fn pattern(&mut self) -> PathPattern {
        use PathSelector::*;
        let count = self.below(3) as u64;
        let selectors =
            [ShortestPath, AllShortestPaths, Shortest(count), AllShortest, ShortestGroups(count), Any(count)];
        PathPattern {
            variable: self.maybe(Self::name),
            selector: if self.below(4) == 0 { Some(self.pick(&selectors)) } else { None },
            condition: self.inline_condition(),
            ..self.hops(2)
        }
    }
}
