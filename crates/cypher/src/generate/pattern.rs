//! Patterns taken from the graph (GDsmith, graph-guided pattern generation).
//!
//! A walk over the concrete graph, from the elements that a chosen row binds or from anywhere, is written down
//! as a pattern: vertices of the walk get variables, the same vertex mostly the same one, and some of what is
//! true of the elements (labels, types, directions, properties) becomes a constraint. Whatever is left out,
//! the walk itself still matches. Without guidance the shape is drawn from the schema instead.

use std::collections::BTreeSet;

use quarrel_case::choices::Choices;
use quarrel_case::graph::Edge;
use quarrel_case::profile::Features;
use quarrel_case::value::ElementId;

use super::kind::Kind;
use super::scope::{Leaf, Names, Variable};
use super::view::View;
use super::{build, label};
use crate::ast::{
    Direction, Expression, Hop, LabelExpression, NodePattern, PathLength, PathPattern, PathStep,
    RelationshipPattern,
};
use crate::evaluate::Value;

/// What a pattern is written from.
pub(super) struct Patterns<'a> {
    pub(super) choices: &'a mut Choices,
    pub(super) features: &'a Features,
    pub(super) view: &'a View,
    pub(super) names: &'a mut Names,
    /// What can be read on the chosen row (its first value).
    pub(super) leaves: &'a [Leaf],
    /// Whether patterns follow the graph.
    pub(super) guided: bool,
    /// Whether a pattern may stand apart from everything bound.
    pub(super) apart: bool,
    /// Whether a pattern may want what the walked elements do not have: for matches that are optional.
    pub(super) astray: bool,
    /// Whether this is a pattern inside an expression, which does not select paths.
    pub(super) within: bool,
    /// Whether what is repeated is a path, and not a relationship of variable length; the two do not mix.
    pub(super) modern: bool,
    /// The variables that stand for a vertex: bound before, or in this clause.
    nodes: Vec<(String, Option<ElementId>)>,
    /// The variables that stand for a relationship, bound before.
    relationships: Vec<(String, ElementId)>,
    /// How many of `nodes` are bound before the clause.
    bound: usize,
    /// The edges that this clause already walks over.
    used: BTreeSet<ElementId>,
    /// The variables that the clause binds.
    pub(super) new: Vec<Variable>,
}

impl<'a> Patterns<'a> {
    pub(super) fn new(
        choices: &'a mut Choices,
        features: &'a Features,
        view: &'a View,
        names: &'a mut Names,
        leaves: &'a [Leaf],
        guided: bool,
    ) -> Self {
        let mut nodes = Vec::new();
        let mut relationships = Vec::new();
        for leaf in leaves {
            let Some(name) = leaf.variable().map(str::to_owned) else { continue };
            match leaf.values.first() {
                Some(Value::Node(id)) => nodes.push((name, Some(*id))),
                Some(Value::Relationship(id)) => relationships.push((name, *id)),
                None if leaf.kind == Kind::Node => nodes.push((name, None)),
                _ => {}
            }
        }
        let bound = nodes.len();
        let modern = features.allow("pattern.quantified")
            && (choices.chance(45) || !features.allow("pattern.var-length"));
        Self {
            choices,
            features,
            view,
            names,
            leaves,
            guided,
            apart: true,
            astray: false,
            within: false,
            modern,
            nodes,
            relationships,
            bound,
            used: BTreeSet::new(),
            new: Vec::new(),
        }
    }

    /// So many patterns for one clause.
    pub(super) fn patterns(&mut self, count: usize) -> Vec<PathPattern> {
        if count == 1
            && self.guided
            && !self.within
            && self.choices.chance(12)
            && let Some(selected) = self.selected()
        {
            return vec![selected];
        }
        (0..count).map(|position| self.pattern(position == 0)).collect()
    }

    fn pattern(&mut self, first: bool) -> PathPattern {
        let steps = self.choices.weighted(&[16, 50, 25, 9]);
        let path = self.features.allow("path-variable") && self.choices.chance(7);
        let mut pattern = if self.guided { self.walk(first, steps) } else { self.unguided(first, steps) };
        if path {
            pattern.variable = Some(self.fresh(Kind::Path));
        }
        pattern
    }

    pub(super) fn fresh(&mut self, kind: Kind) -> String {
        let name = self.names.fresh(kind);
        self.new.push(Variable { name: name.clone(), kind });
        name
    }

    /// A walk of so many hops, if there are as many.
    fn walk(&mut self, first: bool, steps: usize) -> PathPattern {
        let Some((variable, mut place)) = self.start(first) else {
            return PathPattern::default();
        };
        // A bound variable on its own says nothing new.
        let lone = steps == 0 && variable.is_some() && self.choices.chance(85);
        let steps = if lone { 1 } else { steps };
        let start = match variable {
            Some(variable) => self.known_node(variable, place),
            None => self.new_node(place, steps > 0),
        };
        let mut pattern = PathPattern { start, ..PathPattern::default() };
        for _ in 0..steps {
            let long = self.modern || self.features.allow("pattern.var-length");
            let hop = match long && self.choices.chance(13) {
                true => self.long_hop(place),
                false => self.hop(place).map(|(hop, next)| (Hop::Relationship(hop), next)),
            };
            let Some((hop, next)) = hop else { break };
            let node = self.node_at(next);
            pattern.steps.push(PathStep { hop, node });
            place = next;
        }
        pattern
    }

    /// Where a walk begins, with the variable if it is one in scope.
    pub(super) fn start(&mut self, first: bool) -> Option<(Option<String>, ElementId)> {
        let bound = if first { self.bound } else { self.nodes.len() };
        let known = self.nodes.iter().take(bound);
        let known: Vec<(&String, ElementId)> =
            known.filter_map(|(name, place)| place.map(|place| (name, place))).collect();
        let percent = if self.apart { 75 } else { 100 };
        if self.choices.chance(percent)
            && let Some((name, place)) = self.choices.pick(&known)
        {
            return Some((Some((*name).clone()), *place));
        }
        self.view.random_vertex(self.choices).map(|place| (None, place))
    }

    pub(super) fn node_at(&mut self, place: ElementId) -> NodePattern {
        let known: Vec<String> = self
            .nodes
            .iter()
            .filter(|(_, known)| *known == Some(place))
            .map(|(name, _)| name.clone())
            .collect();
        if self.choices.chance(60)
            && let Some(name) = self.choices.pick(&known)
        {
            return self.known_node(name.clone(), place);
        }
        self.new_node(place, true)
    }

    /// A node that a variable in scope stands for: mostly without further constraints.
    fn known_node(&mut self, variable: String, place: ElementId) -> NodePattern {
        let labels = self.labels(place, 12);
        let properties = self.properties(&Value::Node(place), 4);
        NodePattern { variable: Some(variable), labels, properties, ..NodePattern::default() }
    }

    pub(super) fn new_node(&mut self, place: ElementId, anonymous: bool) -> NodePattern {
        let labels = self.labels(place, 42);
        let properties = self.properties(&Value::Node(place), 10);
        let variable = (!anonymous || self.choices.chance(78)).then(|| self.fresh(Kind::Node));
        if let Some(variable) = &variable {
            self.nodes.push((variable.clone(), Some(place)));
        }
        let own = self.view.vertex(place).map_or(&[][..], |vertex| vertex.labels.as_slice());
        let label_expression = match labels.is_empty() {
            true => self.label_expression(own, &self.view.labels, false),
            false => None,
        };
        let condition = self.inline(variable.as_ref(), &Value::Node(place));
        NodePattern { variable, labels, label_expression, properties, condition, ..NodePattern::default() }
    }

    /// A condition on labels or types that is satisfied by these.
    fn label_expression(
        &mut self,
        own: &[String],
        all: &[String],
        types: bool,
    ) -> Option<Box<LabelExpression>> {
        if !self.features.allow("label-expression") || !self.choices.chance(7) {
            return None;
        }
        let made = label::expression(self.choices, all, types)?;
        (self.astray || label::holds(&made, own)).then(|| Box::new(made))
    }

    /// Two bound variables that stand for different vertices.
    pub(super) fn two_bound(&mut self) -> Option<(String, String)> {
        let bound: Vec<(&String, ElementId)> = (self.nodes.iter().take(self.bound))
            .filter_map(|(name, place)| place.map(|place| (name, place)))
            .collect();
        let (first, place) = *self.choices.pick(&bound)?;
        let others: Vec<&String> =
            bound.iter().filter(|(_, other)| *other != place).map(|(name, _)| *name).collect();
        Some((first.clone(), (*self.choices.pick(&others)?).clone()))
    }

    fn labels(&mut self, place: ElementId, percent: usize) -> Vec<String> {
        if self.astray && self.choices.chance(percent / 2) {
            return self.choices.pick(&self.view.labels).cloned().into_iter().collect();
        }
        let all = self.view.vertex(place).map_or(&[][..], |vertex| vertex.labels.as_slice());
        let several = self.features.allow("pattern.several-labels");
        let mut labels: Vec<String> = Vec::new();
        for label in all {
            if (several || labels.is_empty()) && self.choices.chance(percent) {
                labels.push(label.clone());
            }
        }
        labels
    }

    /// At most one entry of a property map that the element satisfies.
    fn properties(&mut self, element: &Value, percent: usize) -> Vec<(String, Expression)> {
        if !self.features.allow("pattern.property-map") || !self.choices.chance(percent) {
            return Vec::new();
        }
        let all = self.view.properties(element);
        let Some((key, value)) = self.choices.pick(all) else {
            return Vec::new();
        };
        if matches!(value, Value::Float(number) if !number.is_finite()) {
            return Vec::new();
        }
        let same = |leaf: &&Leaf| leaf.values.first() == Some(value) && !leaf.loose;
        let same: Vec<&Leaf> = self.leaves.iter().filter(same).collect();
        let expression = match self.choices.pick(&same) {
            Some(leaf) if self.choices.chance(35) => Some(leaf.expression()),
            _ => build::constant(value),
        };
        expression.map(|expression| (key.clone(), expression)).into_iter().collect()
    }

    /// One edge from here that the clause has not used.
    fn hop(&mut self, place: ElementId) -> Option<(RelationshipPattern, ElementId)> {
        let edge = self.edge_from(place)?;
        let next = other_end(&edge, place);
        let known = self.relationships.iter().find(|(_, id)| *id == edge.id).map(|(name, _)| name.clone());
        let bound =
            known.filter(|_| self.features.allow("pattern.bound-relationship") && self.choices.chance(30));
        let mut pattern = RelationshipPattern::any(self.direction(&edge, place));
        pattern.types = self.types(&[edge.label.as_str()]);
        if bound.is_none() {
            pattern.properties = self.properties(&Value::Relationship(edge.id), 6);
        }
        pattern.variable = match bound {
            Some(name) => Some(name),
            None => self.choices.chance(55).then(|| self.fresh(Kind::Relationship)),
        };
        if pattern.types.is_empty() {
            let own = std::slice::from_ref(&edge.label);
            pattern.label_expression = self.label_expression(own, &self.view.types, true);
        }
        pattern.condition = self.inline(pattern.variable.as_ref(), &Value::Relationship(edge.id));
        Some((pattern, next))
    }

    fn edge_from(&mut self, place: ElementId) -> Option<Edge> {
        let free: Vec<&Edge> =
            self.view.edges_at(place).filter(|edge| !self.used.contains(&edge.id)).collect();
        let edge = (*self.choices.pick(&free)?).clone();
        self.used.insert(edge.id);
        Some(edge)
    }

    fn direction(&mut self, edge: &Edge, place: ElementId) -> Direction {
        if self.features.allow("pattern.undirected") && self.choices.chance(25) {
            return Direction::Undirected;
        }
        let outgoing = edge.source == place && (edge.target != place || self.choices.chance(50));
        if outgoing { Direction::Right } else { Direction::Left }
    }

    /// The types that a hop over edges of these types may name.
    fn types(&mut self, walked: &[&str]) -> Vec<String> {
        let mut types: Vec<String> = walked.iter().map(|label| (*label).to_owned()).collect();
        types.sort();
        types.dedup();
        let several = self.features.allow("pattern.type-alternatives");
        if self.astray && self.choices.chance(15) {
            return self.choices.pick(&self.view.types).cloned().into_iter().collect();
        }
        if self.choices.chance(35) || (types.len() > 1 && !several) {
            return Vec::new();
        }
        if several && self.choices.chance(15) {
            let more = self.choices.pick(&self.view.types);
            types.extend(more.filter(|label| !walked.contains(&label.as_str())).cloned());
        }
        types
    }

    /// A hop over some edges in a row, perhaps none: of variable length, or a repeated path.
    pub(super) fn long_hop(&mut self, place: ElementId) -> Option<(Hop, ElementId)> {
        let zero = self.allow_long("zero");
        let wanted = self.choices.weighted(&[if zero { 12 } else { 0 }, 40, 35, 13]);
        let (mut walked, mut directions, mut next) = (Vec::new(), BTreeSet::new(), place);
        while walked.len() < wanted {
            let Some(edge) = self.edge_from(next) else { break };
            directions.insert(edge.source == next);
            next = other_end(&edge, next);
            walked.push(edge);
        }
        if walked.is_empty() && !zero {
            return None;
        }
        let direction = match directions.len() {
            1 if directions.contains(&true) => Direction::Right,
            1 => Direction::Left,
            _ if !self.features.allow("pattern.undirected") => return None,
            _ => Direction::Undirected,
        };
        let labels: Vec<&str> = walked.iter().map(|edge| edge.label.as_str()).collect();
        let mut pattern = RelationshipPattern::any(direction);
        pattern.types = self.types(&labels);
        pattern.length = Some(self.length(walked.len()));
        let named = self.modern || self.features.allow("pattern.var-length.variable");
        if named && self.choices.chance(40) {
            pattern.variable = Some(self.fresh(Kind::RelationshipList));
        }
        if self.modern {
            let walked: Vec<Value> = walked.iter().map(|edge| Value::Relationship(edge.id)).collect();
            return Some((self.repeated(pattern, &walked), next));
        }
        Some((Hop::Relationship(pattern), next))
    }

    /// A range that holds this length.
    fn length(&mut self, walked: usize) -> PathLength {
        let bound = |length: usize| u64::try_from(length).ok();
        let zero = self.allow_long("zero");
        let unbounded = self.allow_long("unbounded") && self.view.graph.edges.len() <= 6;
        let exact = PathLength { minimum: bound(walked), maximum: bound(walked) };
        match self.choices.weighted(&[3, 3, 2, 1, 1]) {
            0 => PathLength { minimum: bound(walked), maximum: bound(walked + 1) },
            1 if walked > 0 => PathLength { minimum: None, maximum: bound(walked) },
            2 if zero => PathLength { minimum: Some(0), maximum: bound(walked.max(1)) },
            3 if unbounded && walked > 0 => PathLength { minimum: None, maximum: None },
            4 if unbounded => PathLength { minimum: bound(walked), maximum: None },
            _ => exact,
        }
    }

    /// A shape without regard to the graph.
    fn unguided(&mut self, first: bool, steps: usize) -> PathPattern {
        let start = match self.choices.pick(&self.nodes).cloned() {
            Some((variable, _)) if self.choices.chance(if first { 50 } else { 70 }) => {
                NodePattern { variable: Some(variable), ..NodePattern::default() }
            }
            _ => self.unguided_node(steps > 0),
        };
        let mut pattern = PathPattern { start, ..PathPattern::default() };
        for _ in 0..steps {
            let relationship = self.unguided_relationship();
            let node = match self.choices.pick(&self.nodes).cloned() {
                Some((variable, _)) if self.choices.chance(20) => {
                    NodePattern { variable: Some(variable), ..NodePattern::default() }
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
            self.nodes.push((variable.clone(), None));
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

fn other_end(edge: &Edge, place: ElementId) -> ElementId {
    if edge.source == place { edge.target } else { edge.source }
}
