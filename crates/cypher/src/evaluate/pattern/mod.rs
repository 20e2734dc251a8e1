//! `MATCH`: every way to lay the patterns onto the graph.
//!
//! A depth-first walk along the patterns, from left to right, that binds variables as it goes. Within one
//! `MATCH` no relationship is bound twice, over all its patterns and within variable-length ones (relations.md
//! R1). An undirected pattern takes a relationship both ways, but a self-loop once (R2). A path of which some
//! are selected is walked to its end first (`select`), a path that is repeated time by time (`quantified`).

mod expression;
mod fault;
mod fits;
mod plan;
mod quantified;
mod select;
mod unused;

pub(super) use plan::{Plan, is_old_form};
pub(super) use unused::without_unused;

use plan::{HopPlan, NodePlan, PathPlan, RelationshipPlan};
use quantified::Times;
use select::Search;
use unused::Trace;

use super::compare::equal;
use super::context::{Context, Outcome, Scope, Stop, wrong_type};
use super::fault::Fault;
use super::table::{Row, Table};
use super::value::{Path, Value};
use crate::ast::Direction;

impl Plan<'_> {
    /// The rows of `table`, each extended by every match.
    pub(super) fn rows(&self, context: &Context<'_>, table: &Table) -> Outcome<Vec<Row>> {
        let mut found = Vec::new();
        for (place, row) in table.rows.iter().enumerate() {
            let before = found.len();
            if !self.is_exhausted(context, place) {
                Walk::new(context, self, row, &mut found)?.path(0)?;
            }
            self.hand_on(context, &mut found, before);
            if self.optional && found.len() == before {
                let mut extended = row.clone();
                extended.resize(self.columns.len(), Value::Null);
                found.push(extended);
            }
            context.allow_rows(found.len())?;
        }
        Ok(found)
    }
}

impl Plan<'_> {
    /// The matches for one row, as many as are wanted.
    pub(super) fn matches(mut self, context: &Context<'_>, row: &Row, most: usize) -> Outcome<Vec<Row>> {
        let mut found = Vec::new();
        self.most = most;
        Walk::new(context, &self, row, &mut found)?.path(0)?;
        Ok(found)
    }
}

/// A walk along the patterns for one row of the input.
struct Walk<'w, 'g> {
    context: &'w Context<'g>,
    plan: &'w Plan<'w>,
    /// The values bound so far, null where nothing is bound yet, and which are bound.
    values: Vec<Value>,
    bound: Vec<bool>,
    /// The values of early properties; an error counts when a candidate comes by.
    early: Vec<Result<Value, Stop>>,
    /// The places of the nodes and relationships of all paths so far.
    nodes: Vec<usize>,
    relationships: Vec<usize>,
    /// How many paths came to their end.
    laid: u64,
    /// With a planted fault: the ends of each variable-length pattern on the way.
    ends: Vec<Vec<usize>>,
    /// The search for the paths of which some are selected.
    search: Option<Search>,
    /// Switch unused-relationship.
    trace: Option<Trace>,
    found: &'w mut Vec<Row>,
    /// With how many rows it is enough.
    enough: usize,
}

/// Where a walk stands: at a node of a path, which may be one time of a repeated path.
#[derive(Clone, Copy)]
struct At<'c> {
    /// The path of the clause.
    index: usize,
    path: &'c PathPlan<'c>,
    step: usize,
    times: Option<&'c Times<'c>>,
}

impl<'c> At<'c> {
    fn node(&self) -> Option<&'c NodePlan<'c>> {
        self.path.nodes.get(self.step)
    }

    fn hop(&self) -> Option<&'c HopPlan<'c>> {
        self.path.hops.get(self.step)
    }

    fn next(self) -> Self {
        Self { step: self.step + 1, ..self }
    }
}

impl<'w, 'g> Walk<'w, 'g> {
    fn new(
        context: &'w Context<'g>,
        plan: &'w Plan<'w>,
        row: &Row,
        found: &'w mut Vec<Row>,
    ) -> Outcome<Self> {
        plan.read(context)?;
        let mut values = Vec::with_capacity(plan.slots);
        values.extend(row.iter().cloned());
        values.resize(plan.slots, Value::Null);
        let mut bound = vec![true; row.len()];
        bound.resize(plan.slots, false);
        let columns = plan.columns.get(..plan.width).unwrap_or_default();
        let scope = Scope::new(columns, row);
        let early = plan.early.iter().map(|value| context.attempt(context.evaluate(value, &scope)));
        let early = early.collect::<Outcome<_>>()?;
        let (nodes, relationships, ends) = (Vec::new(), Vec::new(), Vec::new());
        let enough = found.len().saturating_add(plan.most);
        let (laid, search, trace) = (0, None, plan.trace());
        Ok(Self {
            context,
            plan,
            values,
            bound,
            early,
            nodes,
            relationships,
            laid,
            ends,
            search,
            trace,
            found,
            enough,
        })
    }

    /// Walks the path patterns from this one on.
    fn path(&mut self, index: usize) -> Outcome<()> {
        let (plan, context) = (self.plan, self.context);
        match plan.paths.get(index) {
            None => self.complete(),
            Some(path) if path.selector.is_some() => context.nested(|| self.select(index, path)),
            Some(path) => {
                let laid = self.laid;
                context.nested(|| self.start(index, path))?;
                if laid == self.laid && self.parts_stand_alone() {
                    return self.path_of_nulls(index);
                }
                Ok(())
            }
        }
    }

    /// Walks a path from every node that may be its first.
    fn start(&mut self, index: usize, path: &PathPlan<'_>) -> Outcome<()> {
        let at = At { index, path, step: 0, times: None };
        let Some(start) = at.node() else { return Ok(()) };
        match self.known(start.slot) {
            Some(value) => match self.bound_node(&value)? {
                Some(place) => self.node(at, place),
                None if self.is_dropped(path, &value) => self.path(index + 1),
                None => Ok(()),
            },
            None => {
                let graph = self.context.graph;
                let real = (0..graph.nodes().len()).filter(|place| !graph.is_ghost(*place));
                real.into_iter().try_for_each(|place| self.node(at, place))
            }
        }
    }

    /// The place of a node that a variable holds; none for null (TCK Match7 \[10\]).
    fn bound_node(&self, value: &Value) -> Outcome<Option<usize>> {
        Ok(match value {
            Value::Node(id) => self.there(self.context.graph.node_place(*id)),
            Value::Null => None,
            Value::Open(why) => {
                self.context.depends_on(why.text());
                None
            }
            other => return Err(wrong_type("a node of a pattern", other)),
        })
    }

    /// No rule says what becomes of a pattern on an element that the query has deleted.
    fn there(&self, place: Option<usize>) -> Option<usize> {
        if place.is_none() {
            self.context.depends_on("a pattern on a deleted element");
        }
        place
    }

    fn bound_relationship(&self, value: &Value) -> Outcome<Option<usize>> {
        Ok(match value {
            Value::Relationship(id) => self.there(self.context.graph.relationship_place(*id)),
            Value::Null => None,
            Value::Open(why) => {
                self.context.depends_on(why.text());
                None
            }
            other => return Err(wrong_type("a relationship of a pattern", other)),
        })
    }

    /// Takes a node as the one where the walk stands, if it fits, and walks on.
    fn node(&mut self, at: At<'_>, place: usize) -> Outcome<()> {
        if self.found.len() >= self.enough {
            return Ok(());
        }
        self.context.charge(1)?;
        let Some(wanted) = at.node() else { return Ok(()) };
        let Some(node) = self.context.graph.nodes().get(place) else { return Ok(()) };
        if !self.has_labels(wanted, node) || self.is_missed(wanted.index, |key| node.property(key)) {
            return Ok(());
        }
        let known = self.known(wanted.slot);
        if let Some(known) = &known
            && self.bound_node(known)? != Some(place)
        {
            return Ok(());
        }
        let property = |key: &str| node.property(key);
        if !self.properties_fit(&wanted.properties, property)?
            && !self.fits_by_index(wanted.index, &wanted.properties, &Value::Node(node.id), property)?
        {
            return Ok(());
        }
        self.nodes.push(place);
        self.count_by(place);
        let result = match wanted.slot {
            Some(slot) if known.is_none() => self.with(slot, Value::Node(node.id), |walk| walk.step(at)),
            _ => self.step(at),
        };
        self.uncount();
        self.nodes.pop();
        result
    }

    /// Binds a slot while walking on.
    fn with(&mut self, slot: usize, value: Value, on: impl FnOnce(&mut Self) -> Outcome<()>) -> Outcome<()> {
        self.values[slot] = value;
        self.bound[slot] = true;
        let result = on(self);
        self.values[slot] = Value::Null;
        self.bound[slot] = false;
        result
    }

    /// The value of a slot that is bound already.
    fn known(&self, slot: Option<usize>) -> Option<Value> {
        slot.filter(|slot| self.bound[*slot]).map(|slot| self.values[slot].clone())
    }

    /// Walks on from a node: over the hop behind it, or to the end of the path.
    fn step(&mut self, at: At<'_>) -> Outcome<()> {
        match (at.hop(), at.times) {
            (None, None) => self.end_of_path(at.index, at.path),
            (None, Some(times)) => self.end_of_time(times),
            (Some(HopPlan::Quantified(quantified)), _) => self.quantified(at, quantified),
            (Some(HopPlan::Relationship(hop)), _) if hop.length.is_some() => self.expand(at, hop),
            (Some(HopPlan::Relationship(hop)), _) => self.hop(hop, &mut |walk, place, other| {
                let known = walk.known(hop.slot);
                if let Some(known) = &known
                    && walk.bound_relationship(known)? != Some(place)
                {
                    return Ok(());
                }
                match hop.slot {
                    Some(slot) if known.is_none() => {
                        let value = walk.relationship_value(place);
                        walk.with(slot, value, |walk| walk.node(at.next(), other))
                    }
                    _ => walk.node(at.next(), other),
                }
            }),
        }
    }

    fn relationship_value(&self, place: usize) -> Value {
        let found = self.context.graph.relationships().get(place);
        found.map_or(Value::Null, |relationship| Value::Relationship(relationship.id))
    }

    /// Calls `on` with every relationship that fits at the end of the walk so far, and the node behind it.
    fn hop(
        &mut self,
        wanted: &RelationshipPlan<'_>,
        on: &mut dyn FnMut(&mut Self, usize, usize) -> Outcome<()>,
    ) -> Outcome<()> {
        let (context, graph) = (self.context, self.context.graph);
        let Some(node) = self.nodes.last().and_then(|place| graph.nodes().get(*place)) else { return Ok(()) };
        if self.is_far_enough() {
            return Ok(());
        }
        let forward = wanted.direction != Direction::Left;
        let backward = wanted.direction != Direction::Right;
        let outgoing = node.outgoing.iter().filter(|_| forward).map(|place| (*place, true));
        let incoming = node.incoming.iter().filter(|_| backward).map(|place| (*place, false));
        let laid = self.laid;
        for (place, along) in outgoing.chain(incoming) {
            if wanted.once && self.laid > laid {
                break;
            }
            context.charge(1)?;
            let Some(relationship) = graph.relationships().get(place) else { continue };
            let seen_before = !along && forward && relationship.start == relationship.end;
            // Switch undirected-loop.
            let once = context.semantics.undirected_loop == 0 && !context.has(Fault::LoopTwice);
            let seen_before = seen_before && once;
            if seen_before || self.is_used(place) || !self.relationship_fits(wanted, relationship)? {
                continue;
            }
            self.relationships.push(place);
            let other = if along { relationship.end } else { relationship.start };
            self.count_by(if wanted.unused { other } else { place });
            let result = context.nested(|| on(self, place, other));
            self.uncount();
            self.relationships.pop();
            result?;
        }
        Ok(())
    }

    /// Switch relationship-uniqueness.
    fn is_used(&self, place: usize) -> bool {
        if self.context.has(Fault::UniqueToLast) {
            return self.relationships.last() == Some(&place);
        }
        self.context.semantics.relationship_uniqueness == 0 && self.relationships.contains(&place)
    }

    /// Walks a variable-length pattern of which `count` relationships are walked already (TCK Match4, Match5).
    fn repeat(&mut self, at: At<'_>, wanted: &RelationshipPlan<'_>, count: u64) -> Outcome<()> {
        let Some((least, most)) = wanted.length else { return Ok(()) };
        if count >= least && count <= most && self.may_end_again((least, most)) {
            self.repeated(at, wanted, count)?;
        }
        if count >= most {
            return Ok(());
        }
        self.hop(wanted, &mut |walk, _, other| {
            if walk.turns_back(count, other) {
                return Ok(());
            }
            walk.nodes.push(other);
            let result = walk.repeat(at, wanted, count + 1);
            walk.nodes.pop();
            result
        })
    }

    /// Ends a variable-length pattern here. Its variable is a list (TCK Match9 \[1\]), perhaps bound before
    /// (Match4 \[8\]).
    fn repeated(&mut self, at: At<'_>, wanted: &RelationshipPlan<'_>, count: u64) -> Outcome<()> {
        let skipped = self.relationships.len().saturating_sub(usize::try_from(count).unwrap_or(usize::MAX));
        let list = |walk: &Self| {
            let walked = walk.relationships.iter().skip(skipped);
            Value::list(walked.map(|place| walk.relationship_value(*place)).collect())
        };
        let Some(slot) = wanted.slot else { return self.arrive(at.next()) };
        let list = list(self);
        match self.known(Some(slot)) {
            None => self.with(slot, list, |walk| walk.arrive(at.next())),
            Some(known) if self.holds(equal(self.context, &known, &list)) => self.arrive(at.next()),
            Some(_) => Ok(()),
        }
    }

    /// Takes the node at the end of the walk so far as the one where the walk stands now.
    fn arrive(&mut self, at: At<'_>) -> Outcome<()> {
        let Some(end) = self.nodes.pop() else { return Ok(()) };
        let result = self.node(at, end);
        self.nodes.push(end);
        result
    }

    /// Binds the path's variable and begins the next path.
    fn end_of_path(&mut self, index: usize, path: &PathPlan<'_>) -> Outcome<()> {
        if self.parts_stand_alone() && !self.part_fits(path)? {
            return Ok(());
        }
        self.laid += 1;
        if path.selector.is_some() {
            return self.collect(path);
        }
        let nodes = std::mem::take(&mut self.nodes);
        let result = match path.slot {
            None => self.path(index + 1),
            Some(slot) => {
                let value = self.path_value(&nodes);
                self.with(slot, value, |walk| walk.path(index + 1))
            }
        };
        self.nodes = nodes;
        result
    }

    /// The path through these nodes, over the relationships that were walked last.
    fn path_value(&self, nodes: &[usize]) -> Value {
        let graph = self.context.graph;
        let skipped = (self.relationships.len() + 1).saturating_sub(nodes.len());
        let relationships = self.relationships.iter().skip(skipped);
        let path = Path {
            nodes: nodes.iter().filter_map(|place| graph.nodes().get(*place)).map(|node| node.id).collect(),
            relationships: relationships
                .filter_map(|place| graph.relationships().get(*place))
                .map(|relationship| relationship.id)
                .collect(),
        };
        Value::Path(path.into())
    }

    /// All patterns are laid: checks what had to wait, and the clause's condition.
    fn complete(&mut self) -> Outcome<()> {
        let plan = self.plan;
        if !self.passes(&plan.last)? {
            return Ok(());
        }
        let row = self.values.get(..plan.columns.len()).unwrap_or_default();
        if let Some(condition) = plan.condition {
            let truth = self.clause_condition(condition, &Scope::new(plan.columns, row))?;
            if !self.holds(truth) {
                return Ok(());
            }
        }
        let row = row.to_vec();
        if self.is_found() {
            return Ok(());
        }
        self.found.push(row);
        self.context.allow_rows(self.found.len())
    }
}
