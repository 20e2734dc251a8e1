//! Paths beyond chains of single relationships: repeated ones, and the shortest or any of several.

use quarrel_case::value::ElementId;

use super::{Patterns, Trail};
use crate::ast::{
    ComparisonOperator, Direction, Expression, Hop, NodePattern, PathLength, PathPattern, PathSelector,
    PathStep, QuantifiedPath, RelationshipPattern,
};
use crate::evaluate::Value;
use crate::generate::build;
use crate::generate::kind::Kind;

impl Patterns<'_> {
    /// Whether paths of several lengths may be zero long.
    pub(super) fn allow_zero(&self) -> bool {
        self.features.allow(match self.modern {
            true => "pattern.quantified.zero",
            false => "pattern.var-length.zero",
        })
    }

    /// The same of unbounded.
    pub(super) fn allow_unbounded(&self) -> bool {
        self.features.allow(match self.modern {
            true => "pattern.quantified.unbounded",
            false => "pattern.var-length.unbounded",
        })
    }

    /// Makes a hop over several relationships one over a repeated path.
    pub(super) fn repeated(&mut self, mut relationship: RelationshipPattern, walked: &Trail) -> Hop {
        let length = relationship.length.take().unwrap_or_default();
        let minimum = Some(length.minimum.unwrap_or(1));
        // Nothing is repeated at most 0 times (Cypher Manual 5, quantified path patterns: the upper bound is positive).
        let maximum = length.maximum.map(|maximum| maximum.max(1));
        let quantifier = PathLength { minimum, maximum };
        let condition = self.condition_of_each(&mut relationship, walked);
        let (start, node) = (self.repeated_node(walked, false), self.repeated_node(walked, true));
        let steps = vec![PathStep { hop: Hop::Relationship(relationship), node }];
        let pattern = PathPattern { start, steps, condition, ..PathPattern::default() };
        Hop::Quantified(Box::new(QuantifiedPath { pattern, quantifier }))
    }

    fn repeated_node(&mut self, walked: &Trail, arriving: bool) -> NodePattern {
        let named = self.choices.chance(18);
        let variable = named.then(|| self.walked(Kind::NodeList, walked.ends(arriving)));
        NodePattern { variable, ..NodePattern::default() }
    }

    /// A condition that every walked relationship satisfies: that it has a property, or has not one type.
    fn condition_of_each(
        &mut self,
        relationship: &mut RelationshipPattern,
        walked: &Trail,
    ) -> Option<Box<Expression>> {
        if self.within || !self.features.allow("pattern.path-where") || !self.choices.chance(25) {
            return None;
        }
        let keys = self.view.keys(Kind::Relationship);
        let place = self.choices.below(keys.len());
        let key = &keys.get(place)?.0;
        let value = |edge: ElementId| self.view.values(&Value::Relationship(edge)).get(place);
        let is_lacking = |(edge, _): &(ElementId, ElementId)| value(*edge).is_none_or(Value::is_null);
        let lacks = walked.hops.iter().any(is_lacking);
        let feature = if lacks { "operator.is-null" } else { "operator.is-not-null" };
        let same = walked.hops.iter().all(|hop| is_lacking(hop) == lacks);
        if !same || !self.features.allow(feature) {
            return None;
        }
        let name = match &relationship.variable {
            Some(name) => name.clone(),
            None => self.walked(Kind::RelationshipList, walked.relationships()),
        };
        relationship.variable = Some(name.clone());
        Some(Box::new(build::is_null(build::property(build::variable(&name), key), !lacks)))
    }

    /// The shortest, or some, of the paths between two nodes; none if there are no such nodes here.
    pub(super) fn selected(&mut self) -> Option<PathPattern> {
        let named = self.features.allow("path-variable");
        let mut pattern = match self.modern {
            true => self.selected_walk(),
            // Not every engine takes the old form without a name.
            false => self.shortest().filter(|_| named),
        }?;
        // Which path is the shortest the walk does not say.
        self.strayed = true;
        if named && (!self.modern || self.choices.chance(75)) {
            pattern.variable = Some(self.fresh(Kind::Path));
        }
        Some(pattern)
    }

    fn selected_walk(&mut self) -> Option<PathPattern> {
        let count = 1 + u64::from(self.choices.chance(40));
        let all = [
            ("pattern.shortest", PathSelector::Shortest(count)),
            ("pattern.all-shortest", PathSelector::AllShortest),
            ("pattern.shortest-groups", PathSelector::ShortestGroups(count)),
            ("pattern.any", PathSelector::Any(count)),
        ];
        let allowed = all.iter().filter(|(feature, _)| self.features.allow(feature));
        let allowed: Vec<PathSelector> = allowed.map(|(_, selector)| *selector).collect();
        let selector = *self.choices.pick(&allowed)?;
        let (variable, place) = self.start(true)?;
        let start = match variable {
            Some(variable) => NodePattern { variable: Some(variable), ..NodePattern::default() },
            None => self.new_node(place, false),
        };
        let mut trail = Trail::from(place);
        let hop = self.long_hop(&mut trail)?;
        let node = self.node_at(trail.end);
        let steps = vec![PathStep { hop, node }];
        Some(PathPattern { selector: Some(selector), start, steps, ..PathPattern::default() })
    }

    /// `shortestPath((a)-[*]-(b))` between bound nodes that differ: what is found from a node to itself is open.
    fn shortest(&mut self) -> Option<PathPattern> {
        let all = [
            ("pattern.shortest-path", PathSelector::ShortestPath),
            ("pattern.all-shortest-paths", PathSelector::AllShortestPaths),
        ];
        let allowed = all.iter().filter(|(feature, _)| self.features.allow(feature));
        let allowed: Vec<PathSelector> = allowed.map(|(_, selector)| *selector).collect();
        let selector = *self.choices.pick(&allowed)?;
        let (first, last) = self.two_bound()?;
        let named = |name| NodePattern { variable: Some(name), ..NodePattern::default() };
        let undirected = self.features.allow("pattern.undirected") && self.choices.chance(70);
        let direction = if undirected { Direction::Undirected } else { Direction::Right };
        let mut relationship = RelationshipPattern::any(direction);
        let unbounded = self.features.allow("pattern.var-length.unbounded");
        if self.features.allow("pattern.var-length") {
            let maximum = if unbounded && self.choices.chance(60) { None } else { Some(3) };
            relationship.length = Some(PathLength { minimum: None, maximum });
        }
        let steps = vec![PathStep { hop: Hop::Relationship(relationship), node: named(last) }];
        Some(PathPattern { selector: Some(selector), start: named(first), steps, ..PathPattern::default() })
    }

    /// A condition on the element that a variable stands for, which it satisfies.
    pub(super) fn inline(&mut self, variable: Option<&String>, element: &Value) -> Option<Box<Expression>> {
        if self.within || !self.features.allow("pattern.inline-where") || !self.choices.chance(5) {
            return None;
        }
        let (key, value) = self.choices.pick(self.view.properties(element))?;
        let subject = build::property(build::variable(variable?), key);
        let operators = [
            ("operator.equal", ComparisonOperator::Equal),
            ("operator.less-equal", ComparisonOperator::LessEqual),
            ("operator.greater-equal", ComparisonOperator::GreaterEqual),
        ];
        let allowed = operators.iter().filter(|(feature, _)| self.features.allow(feature));
        let allowed: Vec<ComparisonOperator> = allowed.map(|(_, operator)| *operator).collect();
        let operator = *self.choices.pick(&allowed)?;
        match value {
            Value::Integer(_) | Value::String(_) => {
                Some(Box::new(build::compare(operator, subject, build::constant(value)?)))
            }
            _ if self.features.allow("operator.is-not-null") => Some(Box::new(build::is_null(subject, true))),
            _ => None,
        }
    }
}
