//! Patterns taken from the graph (GDsmith, graph-guided pattern generation).
//!
//! A walk over the concrete graph, from the elements that a chosen row binds or from anywhere, is written down
//! as a pattern: vertices of the walk get variables, the same vertex mostly the same one, and some of what is
//! true of the elements (labels, types, directions, properties) becomes a constraint. Whatever is left out,
//! the walk itself still matches. Without guidance the shape is drawn from the schema instead.

mod describe;
mod hop;
mod path;
mod unguided;

use std::collections::BTreeSet;
use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::Edge;
use quarrel_case::profile::Features;
use quarrel_case::value::ElementId;

use super::kind::Kind;
use super::scope::{Leaf, Names, Variable};
use super::view::{Gone, View};
use super::{build, draw, label};
use crate::ast::{Direction, Hop, NodePattern, PathPattern, PathStep, RelationshipPattern};
use crate::evaluate::{List, Path, Value};

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
    nodes: Vec<(Arc<str>, Option<ElementId>)>,
    /// The variables for a node that stand for none on the chosen row.
    absent: Vec<Arc<str>>,
    /// The variables that stand for a relationship, bound before.
    relationships: Vec<(Arc<str>, ElementId)>,
    /// How many of `nodes` are bound before the clause.
    bound: usize,
    /// The edges that this clause already walks over.
    used: BTreeSet<ElementId>,
    /// The variables that the clause binds.
    pub(super) new: Vec<Variable>,
    /// What the walk binds them to: of all of them, if there are as many.
    pub(super) walked: Vec<Value>,
    /// Whether the walk may not be what the patterns match, because they want what it does not have.
    pub(super) strayed: bool,
}

/// A walk so far.
struct Trail {
    start: ElementId,
    /// Each edge with the vertex that it leads to.
    hops: Vec<(ElementId, ElementId)>,
    end: ElementId,
}

impl Trail {
    fn from(place: ElementId) -> Self {
        Self { start: place, hops: Vec::new(), end: place }
    }

    fn go(&mut self, edge: &Edge) {
        self.end = if edge.source == self.end { edge.target } else { edge.source };
        self.hops.push((edge.id, self.end));
    }

    /// Goes on along another one, which begins where this ends.
    fn follow(&mut self, other: &Self) {
        self.hops.extend(&other.hops);
        self.end = other.end;
    }

    fn nodes(&self) -> impl Iterator<Item = ElementId> {
        std::iter::once(self.start).chain(self.hops.iter().map(|(_, node)| *node))
    }

    fn path(&self) -> Value {
        let relationships = self.hops.iter().map(|(edge, _)| *edge).collect();
        Value::Path(Arc::new(Path { nodes: self.nodes().collect(), relationships }))
    }

    fn relationships(&self) -> Value {
        Value::List(List::new(self.hops.iter().map(|(edge, _)| Value::Relationship(*edge)).collect()))
    }

    /// The vertices from which the hops go out, or those at which they arrive.
    fn ends(&self, arriving: bool) -> Value {
        let nodes = self.nodes().skip(usize::from(arriving)).take(self.hops.len());
        Value::List(List::new(nodes.map(Value::Node).collect()))
    }
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
        let (mut relationships, mut absent) = (Vec::new(), Vec::new());
        for leaf in leaves {
            let Some(name) = leaf.shared_name() else { continue };
            match leaf.values.first() {
                Some(Value::Node(id)) => nodes.push((name, Some(*id))),
                Some(Value::Relationship(id)) => relationships.push((name, *id)),
                Some(Value::Null) if leaf.kind == Kind::Node => absent.push(name),
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
            absent,
            relationships,
            bound,
            used: BTreeSet::new(),
            new: Vec::new(),
            walked: Vec::new(),
            strayed: false,
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
        let named = count == 1 || self.features.allow("path-variable.several");
        let mut made: Vec<PathPattern> =
            (0..count).map(|position| self.pattern(position == 0, named)).collect();
        if self.astray && !self.within && (count > 1 || self.features.allow("pattern.several")) {
            self.add_absent(&mut made);
        }
        made
    }

    /// Looks for what was there before it was changed or deleted.
    pub(super) fn stale(&mut self, gone: &[Gone]) -> Option<PathPattern> {
        (self.new, self.walked, self.strayed) = (Vec::new(), Vec::new(), true);
        match self.choices.pick(gone)? {
            Gone::Property(label, key, value) => {
                let value = build::constant(value).filter(|_| self.features.allow("pattern.property-map"))?;
                let variable = Some(self.fresh(Kind::Node));
                let (labels, properties) = (vec![label.clone()], vec![(key.clone(), value)]);
                let start = NodePattern { variable, labels, properties, ..NodePattern::default() };
                Some(PathPattern { start, ..PathPattern::default() })
            }
            Gone::Relationship(label) => {
                let undirected = usize::from(self.features.allow("pattern.undirected"));
                let directions = [Direction::Right, Direction::Left, Direction::Undirected];
                let direction = directions[self.choices.weighted(&[2, 2, undirected])];
                let mut relationship = RelationshipPattern::any(direction);
                relationship.variable = Some(self.fresh(Kind::Relationship));
                relationship.types = vec![label.clone()];
                let [start, node] = [0, 1].map(|_| NodePattern {
                    variable: Some(self.fresh(Kind::Node)),
                    ..NodePattern::default()
                });
                let steps = vec![PathStep { hop: Hop::Relationship(relationship), node }];
                Some(PathPattern { start, steps, ..PathPattern::default() })
            }
        }
    }

    /// Now and then asks for a node that a variable does not stand for, in a part of its own.
    fn add_absent(&mut self, made: &mut Vec<PathPattern>) {
        let named = made.iter().any(|pattern| pattern.variable.is_some());
        let alone = made.iter().all(|pattern| pattern.selector.is_none())
            && (!named || self.features.allow("path-variable.several"));
        if alone
            && self.choices.chance(30)
            && let Some(name) = self.choices.pick(&self.absent)
        {
            let start = NodePattern { variable: Some(name.to_string()), ..NodePattern::default() };
            let place = self.choices.below(made.len() + 1);
            made.insert(place, PathPattern { start, ..PathPattern::default() });
            self.strayed = true;
        }
    }

    fn pattern(&mut self, first: bool, named: bool) -> PathPattern {
        let steps = self.choices.weighted(&[16, 50, 25, 9]);
        let path = named && self.features.allow("path-variable") && self.choices.chance(7);
        if !self.guided {
            let mut pattern = self.unguided(first, steps);
            pattern.variable = path.then(|| self.fresh(Kind::Path));
            return pattern;
        }
        let (mut pattern, trail) = self.walk(first, steps);
        if path {
            pattern.variable = Some(match trail {
                Some(trail) => self.walked(Kind::Path, trail.path()),
                None => self.fresh(Kind::Path),
            });
        }
        pattern
    }

    pub(super) fn fresh(&mut self, kind: Kind) -> String {
        let name = self.names.fresh(kind);
        self.new.push(Variable::new(&name, kind));
        name
    }

    /// A fresh variable for what the walk binds it to.
    fn walked(&mut self, kind: Kind, value: Value) -> String {
        self.walked.push(value);
        self.fresh(kind)
    }

    /// A walk of so many hops, if there are as many; none in a graph without vertices.
    fn walk(&mut self, first: bool, steps: usize) -> (PathPattern, Option<Trail>) {
        let Some((variable, place)) = self.start(first) else {
            return (PathPattern::default(), None);
        };
        // A bound variable on its own says nothing new.
        let lone = steps == 0 && variable.is_some() && self.choices.chance(85);
        let steps = if lone { 1 } else { steps };
        let start = match variable {
            Some(variable) => self.known_node(variable, place),
            None => self.new_node(place, steps > 0),
        };
        let steps_to_be = Vec::with_capacity(steps);
        let mut pattern = PathPattern { start, steps: steps_to_be, ..PathPattern::default() };
        let mut trail = Trail::from(place);
        for _ in 0..steps {
            let Some(hop) = self.any_hop(&mut trail) else { break };
            let node = self.node_at(trail.end);
            pattern.steps.push(PathStep { hop, node });
        }
        (pattern, Some(trail))
    }

    fn any_hop(&mut self, trail: &mut Trail) -> Option<Hop> {
        let long = self.modern || self.features.allow("pattern.var-length");
        match long && self.choices.chance(13) {
            true => self.long_hop(trail),
            false => self.hop(trail).map(Hop::Relationship),
        }
    }

    /// Where a walk begins, with the variable if it is one in scope.
    pub(super) fn start(&mut self, first: bool) -> Option<(Option<String>, ElementId)> {
        let bound = if first { self.bound } else { self.nodes.len() };
        let known = self.nodes.iter().take(bound);
        let known = known.filter_map(|(name, place)| place.map(|place| (name, place)));
        let percent = if self.apart { 75 } else { 100 };
        if self.choices.chance(percent)
            && let Some((name, place)) = draw::one_of(self.choices, known)
        {
            return Some((Some(name.to_string()), place));
        }
        self.view.random_vertex(self.choices).map(|place| (None, place))
    }

    pub(super) fn node_at(&mut self, place: ElementId) -> NodePattern {
        let known = self.nodes.iter().filter(|(_, known)| *known == Some(place));
        if self.choices.chance(60)
            && let Some((name, _)) = draw::one_of(self.choices, known)
        {
            let name = name.to_string();
            return self.known_node(name, place);
        }
        self.new_node(place, true)
    }

    /// Two bound variables that stand for different vertices.
    pub(super) fn two_bound(&mut self) -> Option<(String, String)> {
        let bound: Vec<(&Arc<str>, ElementId)> = (self.nodes.iter().take(self.bound))
            .filter_map(|(name, place)| place.map(|place| (name, place)))
            .collect();
        let (first, place) = *self.choices.pick(&bound)?;
        let others: Vec<&Arc<str>> =
            bound.iter().filter(|(_, other)| *other != place).map(|(name, _)| *name).collect();
        Some((first.to_string(), self.choices.pick(&others)?.to_string()))
    }
}
