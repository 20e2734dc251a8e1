//! The patterns of a `MATCH`, prepared once for all rows of its input.

use crate::ast::{Direction, Expression, Match, NodePattern, PathPattern, RelationshipPattern};
use crate::evaluate::context::Context;
use crate::evaluate::table::{Column, Columns, position};
use crate::evaluate::walk::mentions;

/// Switch unbounded-length.
const CAP: u64 = 30;

/// The patterns of a `MATCH`, prepared for every row of its input.
pub(in crate::evaluate) struct Plan<'p> {
    /// The columns after the clause; those of the input come first.
    pub(super) columns: &'p [Column],
    /// How many columns the input has.
    pub(super) width: usize,
    /// How many values are bound: columns, and what is remembered of elements without a name.
    pub(super) slots: usize,
    pub(super) paths: Vec<PathPlan<'p>>,
    /// Properties known before the walk, evaluated once per row of the input.
    pub(super) early: Vec<&'p Expression>,
    /// Properties that depend on what the clause binds, checked at the end: slot, key, value.
    pub(super) late: Vec<(usize, &'p str, &'p Expression)>,
    pub(super) condition: Option<&'p Expression>,
    pub(super) optional: bool,
}

pub(super) struct PathPlan<'p> {
    pub(super) slot: Option<usize>,
    pub(super) nodes: Vec<NodePlan<'p>>,
    pub(super) relationships: Vec<RelationshipPlan<'p>>,
}

pub(super) struct NodePlan<'p> {
    pub(super) slot: Option<usize>,
    pub(super) labels: &'p [String],
    /// Keys with the place of their value among the early ones.
    pub(super) properties: Vec<(&'p str, usize)>,
    /// The index of a planted fault that gives the node.
    pub(super) index: Option<usize>,
}

pub(super) struct RelationshipPlan<'p> {
    pub(super) slot: Option<usize>,
    pub(super) direction: Direction,
    pub(super) types: &'p [String],
    /// The fewest and the most relationships of a variable-length pattern.
    pub(super) length: Option<(u64, u64)>,
    pub(super) properties: Vec<(&'p str, usize)>,
    /// The index of a planted fault that gives the relationship.
    pub(super) index: Option<usize>,
    /// Whether a planted fault leaves off after the first relationship that leads to the path's end.
    pub(super) once: bool,
}

impl<'p> Plan<'p> {
    /// Prepares a clause whose input has these columns.
    pub(in crate::evaluate) fn new(
        context: &Context<'_>,
        clause: &'p Match,
        before: &Columns,
        after: &'p [Column],
    ) -> Self {
        let mut plan = Self {
            columns: after,
            width: before.len(),
            slots: after.len(),
            paths: Vec::new(),
            early: Vec::new(),
            late: Vec::new(),
            condition: clause.condition.as_ref(),
            optional: clause.optional,
        };
        let cap = if context.semantics.unbounded_length == 1 { CAP } else { u64::MAX };
        for pattern in &clause.patterns {
            let path = plan.path(pattern, cap);
            plan.paths.push(path);
        }
        plan.misplan(context, clause);
        plan
    }

    fn path(&mut self, pattern: &'p PathPattern, cap: u64) -> PathPlan<'p> {
        let mut nodes = vec![self.node(&pattern.start)];
        let mut relationships = Vec::with_capacity(pattern.steps.len());
        // Other hops are not modelled, and refused before.
        for (relationship, step) in pattern.steps.iter().filter_map(|step| Some((step.relationship()?, step)))
        {
            relationships.push(self.relationship(relationship, cap));
            nodes.push(self.node(&step.node));
        }
        let slot = pattern.variable.as_deref().and_then(|name| position(self.columns, name));
        PathPlan { slot, nodes, relationships }
    }

    fn node(&mut self, pattern: &'p NodePattern) -> NodePlan<'p> {
        let mut slot = pattern.variable.as_deref().and_then(|name| position(self.columns, name));
        let properties = self.properties(&pattern.properties, &mut slot);
        NodePlan { slot, labels: &pattern.labels, properties, index: None }
    }

    fn relationship(&mut self, pattern: &'p RelationshipPattern, cap: u64) -> RelationshipPlan<'p> {
        let mut slot = pattern.variable.as_deref().and_then(|name| position(self.columns, name));
        let properties = self.properties(&pattern.properties, &mut slot);
        let length =
            pattern.length.map(|length| (length.minimum.unwrap_or(1), length.maximum.unwrap_or(cap)));
        RelationshipPlan {
            slot,
            direction: pattern.direction,
            types: &pattern.types,
            length,
            properties,
            index: None,
            once: false,
        }
    }

    fn properties(
        &mut self,
        entries: &'p [(String, Expression)],
        slot: &mut Option<usize>,
    ) -> Vec<(&'p str, usize)> {
        let new: Vec<&str> = self.columns.iter().skip(self.width).map(|column| &*column.name).collect();
        let mut early = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            if mentions(value, &new) {
                let place = *slot.get_or_insert_with(|| {
                    self.slots += 1;
                    self.slots - 1
                });
                self.late.push((place, key, value));
            } else {
                early.push((key.as_str(), self.early.len()));
                self.early.push(value);
            }
        }
        early
    }

    /// All the expressions of property maps.
    pub(in crate::evaluate) fn property_values(&self) -> impl Iterator<Item = &'p Expression> + '_ {
        self.early.iter().copied().chain(self.late.iter().map(|(_, _, value)| *value))
    }
}
