//! Hops over edges that the clause has not used: over one, or over some in a row.

use quarrel_case::graph::Edge;
use quarrel_case::value::ElementId;

use super::{Patterns, Trail};
use crate::ast::{Direction, Hop, PathLength, RelationshipPattern};
use crate::evaluate::Value;
use crate::generate::draw;
use crate::generate::kind::Kind;

impl<'a> Patterns<'a> {
    /// One edge from here that the clause has not used.
    pub(super) fn hop(&mut self, trail: &mut Trail) -> Option<RelationshipPattern> {
        let place = trail.end;
        let edge = self.edge_from(place)?;
        trail.go(edge);
        let known =
            self.relationships.iter().find(|(_, id)| *id == edge.id).map(|(name, _)| name.to_string());
        let bound =
            known.filter(|_| self.features.allow("pattern.bound-relationship") && self.choices.chance(30));
        let mut pattern = RelationshipPattern::any(self.direction(edge, place));
        pattern.types = self.types(&[edge.label.as_str()]);
        if bound.is_none() {
            pattern.properties = self.properties(&Value::Relationship(edge.id), 6);
        }
        pattern.variable = match bound {
            Some(name) => Some(name),
            None => (self.choices.chance(55))
                .then(|| self.walked(Kind::Relationship, Value::Relationship(edge.id))),
        };
        if pattern.types.is_empty() {
            let own = std::slice::from_ref(&edge.label);
            pattern.label_expression = self.label_expression(own, &self.view.types, true);
        }
        pattern.condition = self.inline(pattern.variable.as_ref(), &Value::Relationship(edge.id));
        Some(pattern)
    }

    fn edge_from(&mut self, place: ElementId) -> Option<&'a Edge> {
        let used = &self.used;
        let free = self.view.edges_at(place).filter(|edge| !used.contains(&edge.id));
        let edge = draw::one_of(self.choices, free)?;
        self.used.insert(edge.id);
        Some(edge)
    }

    /// A hop over some edges in a row, perhaps none: of variable length, or a repeated path.
    pub(super) fn long_hop(&mut self, trail: &mut Trail) -> Option<Hop> {
        let zero = self.allow_zero();
        let wanted = self.choices.weighted(&[if zero { 12 } else { 0 }, 40, 35, 13]);
        let (mut along, mut walked) = (Trail::from(trail.end), Vec::new());
        let (mut forth, mut back) = (false, false);
        while walked.len() < wanted {
            let Some(edge) = self.edge_from(along.end) else { break };
            let out = edge.source == along.end;
            (forth, back) = (forth || out, back || !out);
            along.go(edge);
            walked.push(edge);
        }
        if walked.is_empty() && !zero {
            return None;
        }
        let direction = match (forth, back) {
            (true, false) => Direction::Right,
            (false, true) => Direction::Left,
            _ if !self.features.allow("pattern.undirected") => return None,
            _ => Direction::Undirected,
        };
        let labels: Vec<&str> = walked.iter().map(|edge| edge.label.as_str()).collect();
        let mut pattern = RelationshipPattern::any(direction);
        pattern.types = self.types(&labels);
        pattern.length = Some(self.length(walked.len()));
        let named = self.modern || self.features.allow("pattern.var-length.variable");
        if named && self.choices.chance(40) {
            pattern.variable = Some(self.walked(Kind::RelationshipList, along.relationships()));
        }
        trail.follow(&along);
        match self.modern {
            true => Some(self.repeated(pattern, &along)),
            false => Some(Hop::Relationship(pattern)),
        }
    }

    /// A range that holds this length.
    fn length(&mut self, walked: usize) -> PathLength {
        let bound = |length: usize| u64::try_from(length).ok();
        let zero = self.allow_zero();
        let unbounded = self.allow_unbounded() && self.view.graph.edges.len() <= 6;
        let exact = PathLength { minimum: bound(walked), maximum: bound(walked) };
        match self.choices.weighted(&[3, 3, 2, 1, 1, 3]) {
            0 => PathLength { minimum: bound(walked), maximum: bound(walked + 1) },
            1 if walked > 0 => PathLength { minimum: None, maximum: bound(walked) },
            2 if zero => PathLength { minimum: Some(0), maximum: bound(walked.max(1)) },
            3 if unbounded && walked > 0 => PathLength { minimum: None, maximum: None },
            4 if unbounded => PathLength { minimum: bound(walked), maximum: None },
            _ => exact,
        }
    }
}
