//! The patterns of a `MATCH` walked in other paths (GRev, section 3).
//!
//! A pattern is a small graph: its nodes are variables, its edges relationships. Walks cover every edge once and every
//! node at least once; each walk becomes a path of the clause. What is said of a node may be said wherever it stands, so
//! each of its labels is at one or more of its places. The relationships in the clause stay the same, and with them
//! whatever uniqueness there is.

use std::collections::BTreeMap;

use quarrel_case::choices::Choices;
use quarrel_case::rewriting::{Family, Rule};

use super::clause::path::{against, may_turn};
use super::scene::{Scene, Spot, is_chain};
use crate::ast::{Hop, Match, NodePattern, PathPattern, PathStep, Query, RelationshipPattern};

/// The rule.
pub(super) const RULE: Rule = Rule {
    name: "cover",
    family: Family::Cover,
    says: "the patterns of a MATCH are covered by other walks",
    source: "GRev (Mang and others, VLDB 2024), section 3; openCypher 9, uniqueness within one MATCH",
};

/// The queries in which one `MATCH` is walked as the seed says.
pub(super) fn covers(scene: &Scene<'_>, seed: u64) -> Vec<Query> {
    scene.each_match(|spot, inner| {
        let covered = Shape::of(inner, scene, spot).map(|shape| shape.walked(inner, seed));
        covered.filter(|covered| covered != inner).into_iter().collect()
    })
}

/// A pattern as a graph.
struct Shape {
    /// What is said of each node, but for its labels.
    nodes: Vec<NodePattern>,
    /// The labels of each node.
    labels: Vec<Vec<String>>,
    edges: Vec<Edge>,
}

/// A relationship from one node to another, as it is written.
struct Edge {
    from: usize,
    to: usize,
    hop: RelationshipPattern,
}

impl Shape {
    /// None where a path is looked at as a whole, or what is said of a node cannot be said at one place.
    fn of(inner: &Match, scene: &Scene<'_>, spot: &Spot<'_>) -> Option<Self> {
        let mut shape = Self { nodes: Vec::new(), labels: Vec::new(), edges: Vec::new() };
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        let mut fresh = 0;
        for path in &inner.patterns {
            if !is_chain(path) {
                return None;
            }
            let mut add = |node: &NodePattern, shape: &mut Self| {
                let name = match &node.variable {
                    Some(name) => name.clone(),
                    None if spot.may_name => {
                        fresh += 1;
                        scene.fresh(fresh - 1)
                    }
                    None => return None,
                };
                let place = *known.entry(name.clone()).or_insert_with(|| {
                    shape.nodes.push(NodePattern { variable: Some(name), ..NodePattern::default() });
                    shape.labels.push(Vec::new());
                    shape.nodes.len() - 1
                });
                shape.say(place, node)
            };
            let mut from = add(&path.start, &mut shape)?;
            for step in &path.steps {
                let Hop::Relationship(hop) = &step.hop else { return None };
                let to = add(&step.node, &mut shape)?;
                shape.edges.push(Edge { from, to, hop: hop.clone() });
                from = to;
            }
        }
        // Behind a condition on labels stands no list of them.
        let crowded = |(node, labels): (&NodePattern, &Vec<String>)| {
            node.label_expression.is_some() && !labels.is_empty()
        };
        if shape.nodes.iter().zip(&shape.labels).any(crowded) {
            return None;
        }
        // A list of labels of which any will do is one thing to say.
        let split = shape.labels.iter().any(|labels| labels.len() > 1);
        (!split || scene.ground.is_standard("several-labels")).then_some(shape)
    }

    /// Adds what is said of a node; none where it is more than one place can say.
    fn say(&mut self, place: usize, node: &NodePattern) -> Option<usize> {
        let (known, labels) = (self.nodes.get_mut(place)?, self.labels.get_mut(place)?);
        for label in node.labels.iter().filter(|label| !labels.contains(label)).cloned().collect::<Vec<_>>() {
            labels.push(label);
        }
        if node.is_plain() && node.properties.is_empty() {
            return Some(place);
        }
        if !known.is_plain() || !known.properties.is_empty() {
            return None;
        }
        let variable = known.variable.take();
        *known = NodePattern { variable, labels: Vec::new(), ..node.clone() };
        Some(place)
    }

    /// The clause with the walks that the seed says.
    fn walked(mut self, inner: &Match, seed: u64) -> Match {
        let mut choices = Choices::new(seed);
        let mut used = vec![false; self.edges.len()];
        let mut seen = vec![false; self.nodes.len()];
        let mut walks = Vec::new();
        while let Some(start) = self.start(&used, &seen, &mut choices) {
            let walk = self.walk(start, &mut used, &mut choices);
            walk.0.iter().for_each(|node| seen[*node] = true);
            walks.push(walk);
        }
        Match { patterns: self.written(walks, &mut choices), ..inner.clone() }
    }

    /// A node from which a walk may begin: it has an edge that is not taken, or nothing has come to it.
    fn start(&self, used: &[bool], seen: &[bool], choices: &mut Choices) -> Option<usize> {
        let open = |node: &usize| !self.ways(*node, used).is_empty();
        let untouched = |node: &usize| {
            let touches = |edge: &Edge| edge.from == *node || edge.to == *node;
            seen.get(*node) == Some(&false) && !self.edges.iter().any(touches)
        };
        let all: Vec<usize> = (0..self.nodes.len()).filter(|node| open(node) || untouched(node)).collect();
        choices.pick(&all).copied()
    }

    /// The edges that may be taken from a node: with where they lead, and whether against how they are written.
    fn ways(&self, node: usize, used: &[bool]) -> Vec<(usize, usize, bool)> {
        let mut found = Vec::new();
        for (place, edge) in
            self.edges.iter().enumerate().filter(|(place, _)| used.get(*place) == Some(&false))
        {
            if edge.from == node {
                found.push((place, edge.to, false));
            } else if edge.to == node && may_turn(&edge.hop) {
                found.push((place, edge.from, true));
            }
        }
        found
    }

    fn walk(
        &self,
        start: usize,
        used: &mut [bool],
        choices: &mut Choices,
    ) -> (Vec<usize>, Vec<RelationshipPattern>) {
        let (mut nodes, mut hops, mut at) = (vec![start], Vec::new(), start);
        loop {
            let ways = self.ways(at, used);
            let stops = !hops.is_empty() && choices.below(ways.len() + 1) == 0;
            let Some((place, to, against_text)) = choices.pick(&ways).copied().filter(|_| !stops) else {
                break;
            };
            let (Some(edge), Some(taken)) = (self.edges.get(place), used.get_mut(place)) else { break };
            *taken = true;
            hops.push(if against_text { against(&edge.hop) } else { edge.hop.clone() });
            nodes.push(to);
            at = to;
        }
        (nodes, hops)
    }

    /// The walks as paths: what is said of a node stands at its first place, each label at some of its places.
    fn written(
        &mut self,
        walks: Vec<(Vec<usize>, Vec<RelationshipPattern>)>,
        choices: &mut Choices,
    ) -> Vec<PathPattern> {
        let mut places: Vec<usize> = vec![0; self.nodes.len()];
        for node in walks.iter().flat_map(|(nodes, _)| nodes) {
            places[*node] += 1;
        }
        let mut labelled: Vec<Vec<Vec<String>>> =
            places.iter().map(|count| vec![Vec::new(); *count]).collect();
        for (labels, places) in self.labels.iter().zip(&mut labelled) {
            for label in labels {
                let at = choices.below(places.len());
                for (place, said) in places.iter_mut().enumerate() {
                    if place == at || choices.chance(30) {
                        said.push(label.clone());
                    }
                }
            }
        }
        let mut node = |place: usize| {
            let name = self.nodes.get(place).and_then(|node| node.variable.clone());
            let bare = NodePattern { variable: name, ..NodePattern::default() };
            let said =
                self.nodes.get_mut(place).map(|node| std::mem::replace(node, bare)).unwrap_or_default();
            let labels = labelled.get_mut(place).filter(|all| !all.is_empty()).map(|all| all.remove(0));
            NodePattern { labels: labels.unwrap_or_default(), ..said }
        };
        let path = |(nodes, hops): (Vec<usize>, Vec<RelationshipPattern>)| {
            let mut nodes = nodes.into_iter().map(&mut node);
            let start = nodes.next().unwrap_or_default();
            let steps =
                hops.into_iter().zip(nodes).map(|(hop, node)| PathStep { hop: Hop::Relationship(hop), node });
            PathPattern { start, steps: steps.collect(), ..PathPattern::default() }
        };
        walks.into_iter().map(path).collect()
    }
}
