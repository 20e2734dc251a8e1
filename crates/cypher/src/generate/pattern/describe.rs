//! What a pattern says of the elements that are walked over: some of what is true of them.

use std::sync::Arc;

use quarrel_case::graph::{Edge, Index};
use quarrel_case::value::{Element, ElementId};

use super::{Patterns, build, draw, label};
use crate::ast::{Direction, Expression, LabelExpression, Literal, NodePattern};
use crate::evaluate::Value;
use crate::generate::kind::Kind;
use crate::generate::scope::{Leaf, is_awkward};

impl Patterns<'_> {
    /// A node that a variable in scope stands for: mostly without further constraints.
    pub(super) fn known_node(&mut self, variable: String, place: ElementId) -> NodePattern {
        let labels = self.labels(place, 12);
        let properties = self.properties(&Value::Node(place), 4);
        NodePattern { variable: Some(variable), labels, properties, ..NodePattern::default() }
    }

    pub(super) fn new_node(&mut self, place: ElementId, anonymous: bool) -> NodePattern {
        let (labels, properties) = match self.indexed(place) {
            Some((label, entry)) => (vec![label], vec![entry]),
            None => (self.labels(place, 42), self.properties(&Value::Node(place), 10)),
        };
        let named = !anonymous || self.choices.chance(78);
        let variable = named.then(|| self.walked(Kind::Node, Value::Node(place)));
        if let Some(made) = self.new.last().filter(|_| variable.is_some()) {
            self.nodes.push((Arc::clone(&made.name), Some(place)));
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
    pub(super) fn label_expression(
        &mut self,
        own: &[String],
        all: &[String],
        types: bool,
    ) -> Option<Box<LabelExpression>> {
        if !self.features.allow("label-expression") || !self.choices.chance(7) {
            return None;
        }
        let made = label::expression(self.choices, all, types)?;
        let holds = label::holds(&made, own);
        self.strayed |= self.astray && !holds;
        (self.astray || holds).then(|| Box::new(made))
    }

    pub(super) fn labels(&mut self, place: ElementId, percent: usize) -> Vec<String> {
        let all = self.view.vertex(place).map_or(&[][..], |vertex| vertex.labels.as_slice());
        if self.astray && self.choices.chance(percent / 2) {
            let label = self.choices.pick(&self.view.labels);
            self.strayed |= label.is_some_and(|label| !all.contains(label));
            return label.cloned().into_iter().collect();
        }
        let several = self.features.allow("pattern.several-labels");
        let mut labels: Vec<String> = Vec::new();
        for label in all {
            if (several || labels.is_empty()) && self.choices.chance(percent) {
                labels.push(label.clone());
            }
        }
        labels
    }

    /// Now and then a label and a property of the node that an index is on.
    fn indexed(&mut self, place: ElementId) -> Option<(String, (String, Expression))> {
        let view = self.view;
        if !self.features.allow("pattern.property-map") || !self.choices.chance(18) {
            return None;
        }
        let labels = &view.vertex(place)?.labels;
        let own = |index: &&Index| index.on == Element::Vertex && labels.contains(&index.label);
        let indexes: Vec<&Index> = view.graph.indexes.iter().filter(own).collect();
        let all = view.properties(&Value::Node(place));
        let index = self.choices.pick(&indexes)?;
        let known: Vec<&(String, Value)> = all.iter().filter(|(key, _)| index.keys.contains(key)).collect();
        let awkward = known.iter().find(|(_, value)| is_awkward(value)).filter(|_| self.choices.chance(70));
        let (key, value) = awkward.or_else(|| self.choices.pick(&known))?;
        let value = build::constant(value).filter(|_| is_comparable(value))?;
        Some((index.label.clone(), (key.clone(), value)))
    }

    /// At most one entry of a property map that the element satisfies.
    pub(super) fn properties(&mut self, element: &Value, percent: usize) -> Vec<(String, Expression)> {
        if !self.features.allow("pattern.property-map") || !self.choices.chance(percent) {
            return Vec::new();
        }
        let all = self.view.properties(element);
        let mut chosen = self.choices.pick(all);
        if self.choices.chance(50) {
            chosen = all.iter().find(|(_, value)| is_awkward(value)).or(chosen);
        }
        let Some((key, value)) = chosen else {
            return Vec::new();
        };
        if !is_comparable(value) {
            return Vec::new();
        }
        if let Value::Integer(number) = value
            && let Some(other) = self.near(*number)
        {
            return vec![(key.clone(), other)];
        }
        let same = |leaf: &&Leaf| leaf.values.first() == Some(value) && !leaf.loose;
        let expression = match draw::one_of(self.choices, self.leaves.iter().filter(same)) {
            Some(leaf) if self.choices.chance(35) => Some(leaf.expression()),
            _ => build::constant(value),
        };
        expression.map(|expression| (key.clone(), expression)).into_iter().collect()
    }

    /// Now and then what is as good as an integer, or, for one astray, another next to it.
    fn near(&mut self, number: i64) -> Option<Expression> {
        if self.astray && self.choices.chance(if is_awkward(&Value::Integer(number)) { 70 } else { 25 }) {
            self.strayed = true;
            let by = if number % 2 == 0 { 1 } else { -1 };
            return number.checked_add(by).map(build::integer);
        }
        let float = i32::try_from(number).ok().map(f64::from)?;
        let wanted = self.features.allow("literal.float") && self.choices.chance(5);
        wanted.then_some(Expression::Literal(Literal::Float(float)))
    }

    pub(super) fn direction(&mut self, edge: &Edge, place: ElementId) -> Direction {
        if self.features.allow("pattern.undirected") && self.choices.chance(25) {
            return Direction::Undirected;
        }
        let outgoing = edge.source == place && (edge.target != place || self.choices.chance(50));
        if outgoing { Direction::Right } else { Direction::Left }
    }

    /// The types that a hop over edges of these types may name.
    pub(super) fn types(&mut self, walked: &[&str]) -> Vec<String> {
        let mixed = walked.windows(2).any(|pair| pair[0] != pair[1]);
        let several = self.features.allow("pattern.type-alternatives");
        if self.astray && self.choices.chance(15) {
            let label = self.choices.pick(&self.view.types);
            self.strayed |= label.is_some_and(|label| walked.iter().any(|walked| walked != label));
            return label.cloned().into_iter().collect();
        }
        if self.choices.chance(35) || (mixed && !several) {
            return Vec::new();
        }
        let mut types: Vec<String> = walked.iter().map(|label| (*label).to_owned()).collect();
        types.sort();
        types.dedup();
        if several && self.choices.chance(15) {
            let more = self.choices.pick(&self.view.types);
            types.extend(more.filter(|label| !walked.contains(&label.as_str())).cloned());
        }
        types
    }
}

/// Whether a value is equal to itself and has a literal.
fn is_comparable(value: &Value) -> bool {
    !matches!(value, Value::Float(number) if !number.is_finite())
}
