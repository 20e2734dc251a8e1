//! A query with all that a rule asks of it: its clauses with what is in scope around them, the graph's values, and names
//! that are free.

use quarrel_case::answer::{Answer, Table};
use quarrel_case::graph::PropertyGraph;
use quarrel_case::language::{Budget, Evaluation, Ground};
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{
    BinaryOperator, Clause, Expression, Imports, Match, PathPattern, Projection, Query, SingleQuery,
};
use crate::evaluate::{Column, Columns, Evaluator, Graph, SWITCHES, Semantics, State, has_aggregate};
use crate::print::{self, Spelling};
use crate::walk;

/// The graph under the profile, prepared once.
pub(super) struct Prepared<'a> {
    /// The elements with their properties.
    pub graph: &'a PropertyGraph,
    prepared: Graph,
    profile: Profile,
    semantics: Semantics,
    budget: Budget,
}

impl<'a> Prepared<'a> {
    /// What the truth says is asked for, so a planted fault is left out of the profile.
    pub(super) fn new(ground: &Ground<'a>) -> Option<Self> {
        let graph = ground.graph.property()?;
        let profile = Profile { fault: None, ..ground.profile.clone() };
        let semantics = Semantics::new(&profile).ok()?;
        Some(Self { graph, prepared: Graph::new(graph), profile, semantics, budget: ground.budget })
    }

    pub(super) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator::new(&self.prepared, self.semantics, self.budget)
    }

    /// Whether this switch stands as the standard has it.
    pub(super) fn is_standard(&self, name: &str) -> bool {
        let switch = SWITCHES.iter().find(|switch| switch.name == name);
        switch.is_none_or(|switch| self.profile.is(switch, switch.standard()))
    }

    /// The answer, where the language determines it and nothing can raise.
    pub(super) fn determined(&self, query: &Query) -> Option<Table> {
        let Evaluation { result: Ok(Answer::Table(table)), errors, open, .. } = self.evaluator().query(query)
        else {
            return None;
        };
        let sure = errors == ErrorStatus::Never && open.is_none();
        (sure && !table.rows.iter().flatten().any(is_open)).then_some(table)
    }
}

fn is_open(value: &Value) -> bool {
    match value {
        Value::Open(_) => true,
        Value::List(items) | Value::Bag(items) => items.iter().any(is_open),
        Value::Map(entries) => entries.iter().any(|(_, value)| is_open(value)),
        _ => false,
    }
}

/// A query on the graph.
pub(super) struct Scene<'a> {
    /// The graph and the profile.
    pub ground: &'a Prepared<'a>,
    /// The query.
    pub query: &'a Query,
    /// The columns after every clause of every part.
    scopes: Vec<Vec<Columns>>,
    text: String,
}

/// A clause in its place.
#[derive(Clone, Copy)]
pub(super) struct Spot<'s> {
    /// The part of the query.
    pub part: usize,
    /// The clause's place in it.
    pub at: usize,
    /// All clauses of the part.
    pub clauses: &'s [Clause],
    /// What is in scope before it.
    pub before: &'s [Column],
    /// What is in scope after it.
    pub after: &'s [Column],
    /// Whether a variable that is new here is seen by nothing that comes after.
    pub may_name: bool,
}

impl<'a> Scene<'a> {
    /// None where a compiler rejects the query.
    pub(super) fn new(ground: &'a Prepared<'a>, query: &'a Query) -> Option<Self> {
        let scopes = ground.evaluator().columns(query).ok()?;
        Some(Self { ground, query, scopes, text: print::print(query, &Spelling::default()) })
    }

    /// A name that is nowhere in the query.
    pub(super) fn fresh(&self, number: usize) -> String {
        let names = (0..).map(|number: usize| format!("q{number}"));
        let mut free = names.filter(|name| !self.text.contains(name.as_str()));
        free.nth(number).unwrap_or_default()
    }

    /// The parts of the query.
    pub(super) fn parts(&self) -> impl Iterator<Item = &SingleQuery> {
        std::iter::once(&self.query.first).chain(self.query.unions.iter().map(|(_, part)| part))
    }

    /// The columns after each clause of a part.
    pub(super) fn scopes(&self, part: usize) -> &[Columns] {
        self.scopes.get(part).map_or(&[], Vec::as_slice)
    }

    /// Every clause of every part in its place.
    pub(super) fn spots(&self) -> Vec<Spot<'_>> {
        let mut found = Vec::new();
        for (part, single) in self.parts().enumerate() {
            let scopes = self.scopes(part);
            for at in 0..single.clauses.len() {
                let scope = |at: Option<usize>| at.and_then(|at| scopes.get(at)).map_or(&[][..], |all| all);
                let (before, after) = (scope(at.checked_sub(1)), scope(Some(at)));
                let later = single.clauses.get(at + 1..).unwrap_or_default();
                let spot = Spot { part, at, clauses: &single.clauses, before, after, may_name: hides(later) };
                found.push(spot);
            }
        }
        found
    }

    /// The query with other clauses in the place of one, or of several in a row.
    pub(super) fn replaced(&self, spot: &Spot<'_>, count: usize, clauses: Vec<Clause>) -> Query {
        let mut query = self.query.clone();
        let part = match spot.part.checked_sub(1) {
            None => Some(&mut query.first),
            Some(part) => query.unions.get_mut(part).map(|(_, part)| part),
        };
        if let Some(part) = part {
            let end = part.clauses.len().min(spot.at + count);
            part.clauses.splice(spot.at.min(end)..end, clauses);
        }
        query
    }

    /// For every clause the queries with others in its place.
    pub(super) fn each_clause(&self, change: impl Fn(&Spot<'_>, &Clause) -> Vec<Vec<Clause>>) -> Vec<Query> {
        let mut found = Vec::new();
        for spot in self.spots() {
            let Some(clause) = spot.clauses.get(spot.at) else { continue };
            let all = change(&spot, clause).into_iter();
            found.extend(all.map(|clauses| self.replaced(&spot, 1, clauses)));
        }
        found
    }

    /// The same for every `MATCH` in which no path is selected. A hint tells of its patterns as they are.
    pub(super) fn each_match(&self, change: impl Fn(&Spot<'_>, &Match) -> Vec<Match>) -> Vec<Query> {
        self.each_clause(|spot, clause| match clause {
            Clause::Match(inner) if is_plain(inner) => {
                change(spot, inner).into_iter().map(|changed| vec![Clause::Match(changed)]).collect()
            }
            _ => Vec::new(),
        })
    }

    /// The rows that the clauses before a place come to.
    pub(super) fn state_before(&self, spot: &Spot<'_>) -> Option<State> {
        let evaluator = self.ground.evaluator();
        let clauses = spot.clauses.get(..spot.at)?;
        clauses.iter().try_fold(evaluator.start(), |state, clause| evaluator.clause(clause, &state).ok())
    }
}

/// Whether no path of a `MATCH` is selected from others, and nothing tells how to plan it.
pub(super) fn is_plain(inner: &Match) -> bool {
    inner.hints.is_empty()
        && inner.patterns.iter().all(|path| path.selector.is_none() && path.condition.is_none())
}

/// Whether a path is no more than its nodes and relationships.
pub(super) fn is_chain(path: &PathPattern) -> bool {
    path.variable.is_none() && path.selector.is_none() && path.condition.is_none()
}

/// Whether these clauses give the same with one more variable in scope before them.
pub(super) fn hides(clauses: &[Clause]) -> bool {
    for clause in clauses {
        match clause {
            Clause::With(with) if !with.projection.star => return true,
            Clause::With(with) if merges(&with.projection) => return false,
            Clause::Return(projection) => return !projection.star,
            Clause::Subquery(call) => {
                let star = |clause: &Clause| matches!(clause, Clause::With(with) if with.projection.star);
                if call.imports == Some(Imports::All) || walk::clauses(&call.query).any(star) {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

/// Whether a projection makes one row of several.
pub(super) fn merges(projection: &Projection) -> bool {
    projection.distinct || aggregates(projection)
}

/// Whether a projection aggregates.
pub(super) fn aggregates(projection: &Projection) -> bool {
    projection.items.iter().any(|item| has_aggregate(&item.expression))
}

/// Both conditions in one.
pub(super) fn and(left: Option<Expression>, right: Expression) -> Expression {
    match left {
        Some(left) => binary(BinaryOperator::And, left, right),
        None => right,
    }
}

pub(super) fn binary(operator: BinaryOperator, left: Expression, right: Expression) -> Expression {
    Expression::Binary { operator, left: Box::new(left), right: Box::new(right) }
}

pub(super) fn variable(name: &str) -> Expression {
    Expression::Variable(name.to_owned())
}
