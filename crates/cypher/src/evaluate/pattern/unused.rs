//! Switch unused-relationship: of relationships that nothing else in the query speaks of, an engine that multiplies
//! matrices sees only whether there is one between two nodes, so that they give one match for all of them.
//!
//! A relationship is spoken of by its variable within the part of the query that ends with the next projection, by
//! conditions inside it, by the variable of its path, and by a length. What the query speaks of is found before it runs;
//! then each match counts once by its nodes and the relationships that are left.

use std::collections::{BTreeMap, BTreeSet};

use super::Walk;
use super::plan::{HopPlan, Plan};
use crate::ast::{Clause, Expression, Hop, Imports, PathPattern, Projection, Query, With};
use crate::walk;

/// The query without the variables of relationships of which nothing else speaks, `count(*)` of all of them or not.
pub(in crate::evaluate) fn without_unused(query: &Query, counted: bool) -> Query {
    in_query(query, &BTreeSet::new(), counted)
}

fn in_query(query: &Query, before: &BTreeSet<String>, counted: bool) -> Query {
    let mut query = query.clone();
    let parts = std::iter::once(&mut query.first).chain(query.unions.iter_mut().map(|(_, part)| part));
    for part in parts {
        let (mut before, mut opened) = (before.clone(), false);
        for scope in part.clauses.chunk_by_mut(|clause, _| projection(clause).is_none()) {
            let counts = scope.last().and_then(projection).is_some_and(counts_rows);
            before = in_scope(scope, before, (counted, counts || opened));
            opened = counts;
        }
    }
    query
}

/// Forgets names in the clauses up to a projection; gives the variables behind it. Where `count(*)` speaks of all
/// relationships, it does so in the projection that opens the scope as in the one that ends it.
fn in_scope(
    clauses: &mut [Clause],
    before: BTreeSet<String>,
    (counted, counts): (bool, bool),
) -> BTreeSet<String> {
    let (uses, mut takes_all) = spoken(clauses);
    let last = clauses.last().and_then(projection);
    let columns = last.into_iter().flat_map(|projection| &projection.items).filter_map(walk::column);
    let mut after: BTreeSet<String> = columns.map(str::to_owned).collect();
    if last.is_some_and(|projection| projection.star) {
        takes_all = true;
        after.extend(uses.keys().chain(&before).cloned());
    }
    let all_count = counted && counts;
    let is_unused = |name: &mut String| !takes_all && uses.get(name) == Some(&1) && !before.contains(name);
    for clause in clauses {
        match clause {
            Clause::Subquery(call) => match &call.imports {
                Some(Imports::All) => {}
                Some(Imports::Variables(names)) => {
                    call.query = in_query(&call.query, &names.iter().cloned().collect(), counted);
                }
                None => call.query = without_unused(&call.query, counted),
            },
            Clause::Match(_) if all_count => {}
            Clause::Match(inner) => inner.patterns.iter_mut().for_each(|path| forget(path, &is_unused)),
            Clause::Merge(inner) => forget(&mut inner.pattern, &is_unused),
            _ => {}
        }
    }
    after
}

/// How often each variable stands in the clauses, and whether a subquery takes all there are. What a subquery does not
/// take from outside is its own.
fn spoken(clauses: &[Clause]) -> (BTreeMap<String, usize>, bool) {
    let is_call = |clause: &&Clause| matches!(clause, Clause::Subquery(_));
    let others = clauses.iter().filter(|clause| !is_call(clause)).cloned().collect();
    let (mut uses, mut all) = (walk::uses(&Query::single(others)), false);
    for clause in clauses {
        let Clause::Subquery(call) = clause else { continue };
        match &call.imports {
            Some(Imports::All) => all = true,
            Some(Imports::Variables(names)) => {
                names.iter().for_each(|name| *uses.entry(name.clone()).or_default() += 1);
            }
            None => {
                let parts =
                    std::iter::once(&call.query.first).chain(call.query.unions.iter().map(|(_, part)| part));
                for first in parts.filter_map(|part| part.clauses.first()) {
                    let Some(imported) = projection(first) else { continue };
                    all = all || imported.star;
                    let read = walk::expressions(first).into_iter().flat_map(walk::free_variables);
                    read.for_each(|name| *uses.entry(name.to_owned()).or_default() += 1);
                }
            }
        }
    }
    (uses, all)
}

/// Whether `count(*)` stands in a projection.
fn counts_rows(projection: &Projection) -> bool {
    fn within(expression: &Expression) -> bool {
        matches!(expression, Expression::CountStar) || walk::children(expression).into_iter().any(within)
    }
    projection.items.iter().any(|item| within(&item.expression))
}

fn projection(clause: &Clause) -> Option<&Projection> {
    match clause {
        Clause::With(With { projection, .. }) | Clause::Return(projection) => Some(projection),
        _ => None,
    }
}

fn forget(path: &mut PathPattern, is_unused: &dyn Fn(&mut String) -> bool) {
    for step in &mut path.steps {
        if let Hop::Relationship(relationship) = &mut step.hop {
            relationship.variable.take_if(|name| is_unused(name));
        }
    }
}

impl Plan<'_> {
    /// Sees which relationships nothing speaks of; of selected paths each is looked at.
    pub(super) fn find_unused(&mut self) {
        if self.paths.iter().any(|path| path.selector.is_some()) {
            return;
        }
        for path in self.paths.iter_mut().filter(|path| path.slot.is_none()) {
            for hop in &mut path.hops {
                if let HopPlan::Relationship(hop) = hop {
                    let is_one = hop.length.is_none_or(|length| length == (1, 1));
                    hop.unused = is_one && hop.slot.is_none() && hop.properties.is_empty();
                }
            }
        }
    }

    /// The matches of a row so far, where a match counts by less than all that it binds.
    pub(super) fn trace(&self) -> Option<Trace> {
        let mut hops = self.paths.iter().flat_map(|path| &path.hops);
        let counts = hops.any(|hop| matches!(hop, HopPlan::Relationship(hop) if hop.unused));
        counts.then(Trace::default)
    }
}

/// By what the matches of a row count.
#[derive(Default)]
pub(super) struct Trace {
    /// The places of the nodes on the way so far, and of the relationships that are spoken of.
    places: Vec<usize>,
    /// What was found.
    found: BTreeSet<Vec<usize>>,
}

impl Walk<'_, '_> {
    /// Goes on from a node or a relationship by which matches count.
    pub(super) fn count_by(&mut self, place: usize) {
        if let Some(trace) = &mut self.trace {
            trace.places.push(place);
        }
    }

    /// Goes back.
    pub(super) fn uncount(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.places.pop();
        }
    }

    /// Whether a match was found that counts as this one.
    pub(super) fn is_found(&mut self) -> bool {
        self.trace.as_mut().is_some_and(|trace| !trace.found.insert(trace.places.clone()))
    }
}
