//! The patterns of a `MATCH`, prepared once for all rows of its input.
//!
//! Every variable has a slot: the columns after the clause first, behind them what is remembered of elements without
//! a name, and the variables of one time of a repeated path. Conditions on elements wait for the end of their path,
//! where all they speak of is bound: that of all paths for a plain one, its own for one of which some are selected,
//! and the end of each time for one that is repeated.

use crate::ast::{
    Direction, Expression, Hop, LabelExpression, Match, NodePattern, PathPattern, PathSelector,
    QuantifiedPath, RelationshipPattern,
};
use crate::evaluate::context::Context;
use crate::evaluate::fault::Backed;
use crate::evaluate::table::{Column, Columns, Type, position};
use crate::evaluate::walk::{conjuncts, mentions};
use crate::walk::pattern_variables;

/// Switch unbounded-length.
const CAP: u64 = 30;

/// A name that no query can write.
const HIDDEN: &str = "\0";

/// What a pattern says of one property: slot, key, value.
pub(super) type Late<'p> = (usize, &'p str, &'p Expression);

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
    /// What is checked when all paths are laid.
    pub(super) last: Checks<'p>,
    pub(super) condition: Option<&'p Expression>,
    /// The parts of the condition that are asked of every path before one of them is taken.
    pub(super) decided: Vec<&'p Expression>,
    pub(super) optional: bool,
    /// How many matches of a row are wanted.
    pub(super) most: usize,
    /// With a planted fault: the conditions that an index answers.
    pub(super) backed: Vec<Backed<'p>>,
    /// With a planted fault: the properties, by the slots of their elements, for which an index is asked.
    pub(super) indexed: Vec<(usize, String)>,
}

/// What is checked at the end of a path, or of one time of it.
#[derive(Default)]
pub(super) struct Checks<'p> {
    /// Properties that depend on what is bound on the way.
    pub(super) late: Vec<Late<'p>>,
    /// Each `WHERE` inside the pattern.
    pub(super) conditions: Vec<&'p Expression>,
    /// The variables as these expressions see them: names of slots.
    pub(super) names: Vec<Column>,
}

pub(super) struct PathPlan<'p> {
    pub(super) slot: Option<usize>,
    pub(super) nodes: Vec<NodePlan<'p>>,
    pub(super) hops: Vec<HopPlan<'p>>,
    /// Which of the paths are taken.
    pub(super) selector: Option<PathSelector>,
    /// What is checked before any is selected, or at the end of each time.
    pub(super) checks: Checks<'p>,
    /// Whether only paths that never come back to a node can be the shortest.
    pub(super) simple: bool,
}

pub(super) enum HopPlan<'p> {
    Relationship(RelationshipPlan<'p>),
    Quantified(QuantifiedPlan<'p>),
}

pub(super) struct NodePlan<'p> {
    pub(super) slot: Option<usize>,
    pub(super) labels: &'p [String],
    pub(super) label_expression: Option<&'p LabelExpression>,
    /// Keys with the place of their value among the early ones.
    pub(super) properties: Vec<(&'p str, usize)>,
    /// The index of a planted fault that gives the node.
    pub(super) index: Option<usize>,
}

pub(super) struct RelationshipPlan<'p> {
    pub(super) slot: Option<usize>,
    pub(super) direction: Direction,
    pub(super) types: &'p [String],
    pub(super) label_expression: Option<&'p LabelExpression>,
    /// The fewest and the most relationships of a variable-length pattern.
    pub(super) length: Option<(u64, u64)>,
    pub(super) properties: Vec<(&'p str, usize)>,
    /// The index of a planted fault that gives the relationship.
    pub(super) index: Option<usize>,
    /// Whether a planted fault leaves off after the first relationship that leads to the path's end.
    pub(super) once: bool,
    /// Switch unused-relationship: whether the relationships between two nodes give one match.
    pub(super) unused: bool,
}

/// A path that is repeated.
pub(super) struct QuantifiedPlan<'p> {
    pub(super) path: PathPlan<'p>,
    /// The fewest and the most times.
    pub(super) times: (u64, u64),
    /// The slots of one time that stand behind the columns: from here up to there.
    pub(super) own: (usize, usize),
    /// The slot of a variable in one time, and that of its list.
    pub(super) groups: Vec<(usize, usize)>,
}

impl HopPlan<'_> {
    /// How many relationships there are at least.
    fn least(&self) -> u64 {
        match self {
            HopPlan::Relationship(hop) => hop.length.map_or(1, |(least, _)| least),
            HopPlan::Quantified(hop) => hop.times.0,
        }
    }
}

impl<'p> Plan<'p> {
    /// Prepares a clause whose input has these columns.
    pub(in crate::evaluate) fn new(
        context: &Context<'_>,
        clause: &'p Match,
        before: &Columns,
        after: &'p [Column],
    ) -> Self {
        let mut plan =
            Self::of_patterns(context, &clause.patterns, clause.condition.as_ref(), before.len(), after);
        plan.optional = clause.optional;
        if context.semantics.unused_relationship != 0 {
            plan.find_unused();
        }
        plan.misplan(context, clause);
        plan
    }

    /// Prepares patterns with a condition, where the first `width` columns are bound.
    pub(in crate::evaluate) fn of_patterns(
        context: &Context<'_>,
        patterns: &'p [PathPattern],
        condition: Option<&'p Expression>,
        width: usize,
        after: &'p [Column],
    ) -> Self {
        let mut plan = Self {
            columns: after,
            width,
            slots: after.len(),
            paths: Vec::new(),
            early: Vec::new(),
            last: Checks::default(),
            condition,
            decided: Vec::new(),
            optional: false,
            most: usize::MAX,
            backed: Vec::new(),
            indexed: Vec::new(),
        };
        let cap = if context.semantics.unbounded_length == 1 { CAP } else { u64::MAX };
        for pattern in patterns {
            let mut planner = Planner { plan: &mut plan, names: after.to_vec(), first: width, cap };
            let mut checks = Checks::default();
            let mut path = planner.path(pattern, &mut checks);
            // Switch shortest-path-filter.
            if is_old_form(pattern.selector) && context.semantics.shortest_path_filter == 0 {
                let parts = on_path(pattern, condition);
                checks.conditions.extend(&parts);
                plan.decided.extend(parts);
            }
            path.simple = path.hops.len() == 1 && checks.conditions.is_empty() && checks.late.is_empty();
            path.simple = path.simple && path.hops.iter().all(|hop| hop.least() < 2 && is_short(hop));
            if pattern.selector.is_some() {
                path.checks = checks;
            } else {
                plan.last.late.append(&mut checks.late);
                plan.last.conditions.append(&mut checks.conditions);
            }
            plan.paths.push(path);
        }
        plan.name_slots();
        plan
    }

    /// Every check sees the columns, and those in a repeated path its own variables in their place.
    fn name_slots(&mut self) {
        let columns = self.columns.to_vec();
        self.last.names.clone_from(&columns);
        for path in &mut self.paths {
            path.checks.names.clone_from(&columns);
        }
    }

    /// The values of properties inside the patterns, with the variables that each sees.
    pub(in crate::evaluate) fn values(&self) -> impl Iterator<Item = (&'p Expression, &[Column])> + '_ {
        let early = self.early.iter().map(|value| (*value, self.columns));
        let late = self
            .all_checks()
            .flat_map(|checks| checks.late.iter().map(|(_, _, value)| (*value, checks.names.as_slice())));
        early.chain(late)
    }

    /// The conditions inside the patterns, with the variables that each sees.
    pub(in crate::evaluate) fn conditions(&self) -> impl Iterator<Item = (&'p Expression, &[Column])> + '_ {
        self.all_checks().flat_map(|checks| {
            checks.conditions.iter().map(|condition| (*condition, checks.names.as_slice()))
        })
    }

    fn all_checks(&self) -> impl Iterator<Item = &Checks<'p>> {
        let paths = self.paths.iter();
        let inner = paths.clone().flat_map(|path| &path.hops).filter_map(|hop| match hop {
            HopPlan::Quantified(inner) => Some(&inner.path.checks),
            HopPlan::Relationship(_) => None,
        });
        std::iter::once(&self.last).chain(paths.map(|path| &path.checks)).chain(inner)
    }
}

/// Whether this is `shortestPath()` or `allShortestPaths()`.
pub(in crate::evaluate) fn is_old_form(selector: Option<PathSelector>) -> bool {
    matches!(selector, Some(PathSelector::ShortestPath | PathSelector::AllShortestPaths))
}

/// Whether one time of the hop is one relationship.
fn is_short(hop: &HopPlan<'_>) -> bool {
    match hop {
        HopPlan::Relationship(_) => true,
        HopPlan::Quantified(inner) => inner.path.hops.len() == 1,
    }
}

/// The parts of a condition that speak of the inside of a path: its own variable, and that of its relationships.
fn on_path<'p>(pattern: &'p PathPattern, condition: Option<&'p Expression>) -> Vec<&'p Expression> {
    let hops = pattern.steps.iter().filter_map(|step| step.relationship()?.variable.as_deref());
    let inside: Vec<&str> = pattern.variable.as_deref().into_iter().chain(hops).collect();
    let mut parts = Vec::new();
    condition.into_iter().for_each(|condition| conjuncts(condition, &mut parts));
    parts.retain(|part| mentions(part, &inside));
    parts
}

/// Prepares one path.
struct Planner<'a, 'p> {
    plan: &'a mut Plan<'p>,
    /// The names of slots as the path sees them.
    names: Vec<Column>,
    /// The first slot that the path, or the clause, binds.
    first: usize,
    cap: u64,
}

impl<'p> Planner<'_, 'p> {
    fn path(&mut self, pattern: &'p PathPattern, checks: &mut Checks<'p>) -> PathPlan<'p> {
        let mut nodes = vec![self.node(&pattern.start, checks)];
        let mut hops = Vec::with_capacity(pattern.steps.len());
        for step in &pattern.steps {
            hops.push(match &step.hop {
                Hop::Relationship(relationship) => {
                    HopPlan::Relationship(self.relationship(relationship, checks))
                }
                Hop::Quantified(inner) => HopPlan::Quantified(self.quantified(inner)),
            });
            nodes.push(self.node(&step.node, checks));
        }
        checks.conditions.extend(pattern.condition.as_deref());
        let slot = self.slot(pattern.variable.as_deref());
        let selector = pattern.selector;
        PathPlan { slot, nodes, hops, selector, checks: Checks::default(), simple: false }
    }

    fn slot(&self, variable: Option<&str>) -> Option<usize> {
        variable.and_then(|name| position(&self.names, name))
    }

    fn node(&mut self, pattern: &'p NodePattern, checks: &mut Checks<'p>) -> NodePlan<'p> {
        let mut slot = self.slot(pattern.variable.as_deref());
        let properties = self.properties(&pattern.properties, &mut slot, checks);
        checks.conditions.extend(pattern.condition.as_deref());
        let label_expression = pattern.label_expression.as_deref();
        NodePlan { slot, labels: &pattern.labels, label_expression, properties, index: None }
    }

    fn relationship(
        &mut self,
        pattern: &'p RelationshipPattern,
        checks: &mut Checks<'p>,
    ) -> RelationshipPlan<'p> {
        let mut slot = self.slot(pattern.variable.as_deref());
        let properties = self.properties(&pattern.properties, &mut slot, checks);
        checks.conditions.extend(pattern.condition.as_deref());
        let bounds = |length: crate::ast::PathLength| {
            (length.minimum.unwrap_or(1), length.maximum.unwrap_or(self.cap))
        };
        RelationshipPlan {
            slot,
            direction: pattern.direction,
            types: &pattern.types,
            label_expression: pattern.label_expression.as_deref(),
            length: pattern.length.map(bounds),
            properties,
            index: None,
            once: false,
            unused: false,
        }
    }

    /// The variables of a repeated path are lists outside it, and one element in each of its times (Cypher Manual 5,
    /// quantified path patterns, group variables).
    fn quantified(&mut self, quantified: &'p QuantifiedPath) -> QuantifiedPlan<'p> {
        let mut names = self.names.clone();
        names.resize(self.plan.slots, Column::new(HIDDEN, Type::ANY));
        let from = self.plan.slots;
        let mut groups = Vec::new();
        for name in pattern_variables(&quantified.pattern) {
            let Some(group) = position(&names, name).filter(|slot| *slot < from) else { continue };
            let element = Type::of(names[group].kind.element);
            names[group] = Column::new(HIDDEN, Type::ANY);
            groups.push((names.len(), group));
            names.push(Column::new(name, element));
        }
        self.plan.slots = names.len();
        let mut checks = Checks::default();
        let mut inner = Planner { plan: &mut *self.plan, names, first: from, cap: self.cap };
        let mut path = inner.path(&quantified.pattern, &mut checks);
        checks.names = inner.names;
        path.checks = checks;
        let length = quantified.quantifier;
        let times = (length.minimum.unwrap_or(0), length.maximum.unwrap_or(self.cap));
        QuantifiedPlan { path, times, own: (from, self.plan.slots), groups }
    }

    fn properties(
        &mut self,
        entries: &'p [(String, Expression)],
        slot: &mut Option<usize>,
        checks: &mut Checks<'p>,
    ) -> Vec<(&'p str, usize)> {
        let new: Vec<&str> = self.names.iter().skip(self.first).map(|column| &*column.name).collect();
        let mut early = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            if mentions(value, &new) {
                let place = *slot.get_or_insert_with(|| {
                    self.plan.slots += 1;
                    self.plan.slots - 1
                });
                checks.late.push((place, key, value));
            } else {
                early.push((key.as_str(), self.plan.early.len()));
                self.plan.early.push(value);
            }
        }
        early
    }
}
