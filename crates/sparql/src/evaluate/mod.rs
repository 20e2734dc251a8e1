//! The reference evaluator: sections 17 and 18 of the SPARQL 1.1 recommendation, and its Update, carried out literally.
//!
//! What it says must be right, since engines are accused by it. So it has no planner and rewrites nothing: a group
//! is evaluated element by element as section 18.2.2 translates it, bottom up, and every rule stands where the
//! recommendation's own text would look for it, with its section. What the language leaves open is carried along:
//! as an open term while it only reaches the answer, as the evaluation's `open` once anything depended on it.
//!
//! | file | section |
//! |---|---|
//! | `group`, `triples`, `solutions` | 18.2.2, 18.3, 18.5: patterns and the algebra's operators |
//! | `path` | 9, 18.4: property paths |
//! | `dataset`, `construct` | 13, 16.2: graphs, templates |
//! | `update` | SPARQL 1.1 Update, 3 and 4 |
//! | `triple_term` | SPARQL 1.2: triple terms and base directions |
//! | `query`, `order`, `aggregate`, `sum` | 18.2.4, 18.2.5, 15.1, 18.5.1: grouping, projection, modifiers |
//! | `expression`, `relation` | 17.2, 17.3: truth, errors, operators |
//! | `function`, `string`, `pattern`, `cast`, `hash` | 17.4, 17.5: functions and casts |
//! | `terms`, `datum`, `number`, `numeral`, `temporal` | 17.1: terms and their values |
//! | `form` | which lexical forms of values are left open |
//! | `semantics` | where profiles differ |
//! | `fault` | where this evaluator can be told to be wrong |

mod aggregate;
mod cast;
mod construct;
mod dataset;
mod datum;
mod expression;
mod fault;
mod form;
mod function;
mod group;
mod hash;
mod measure;
mod number;
mod numeral;
mod order;
mod path;
mod pattern;
mod query;
mod relation;
mod semantics;
mod solutions;
mod string;
mod sum;
mod temporal;
mod terms;
#[cfg(test)]
mod tests;
mod triple_term;
mod triples;
mod update;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::language::{Budget, Evaluation, Failure, Session, Tree};
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::term::{Quad, Term};
use quarrel_case::verdict::ErrorStatus;

use crate::ast::{Element, Expression, Group, Query, Update, Variable};
use dataset::{Graphs, Named};
use expression::{Stop, Truth};
use fault::Planted;
use measure::Meter;
use terms::{Id, Terms};
use triples::Triples;

pub use dataset::Outside;
pub use datum::normalise;
pub use fault::FAULTS;
pub(crate) use fault::Fault;
pub use semantics::{SWITCHES, Semantics};
pub use solutions::{Binding, Solutions};

/// Why an expression has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpressionError {
    /// The expression is an error (17.2), which is a value like any other; the text says why.
    Error(&'static str),
    /// The language leaves the value open; the text says why.
    Open(&'static str),
    /// There is no saying.
    Failure(Failure),
}

impl From<Stop> for ExpressionError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Error(reason) => Self::Error(reason),
            Stop::Failure(failure) => Self::Failure(failure),
        }
    }
}

/// The evaluator with a dataset, for whole queries and for parts of them.
///
/// Bindings belong to the evaluator that made them, until its next [`Evaluator::reset`] or [`Evaluator::query`].
#[derive(Debug)]
pub struct Evaluator {
    /// The dataset as it is stored.
    dataset: Dataset,
    semantics: Semantics,
    terms: Terms,
    /// The dataset as patterns look at it, before FROM.
    stored: Graphs,
    /// The named graphs of the query at hand.
    named: Named,
    /// The graph that patterns look at.
    active: Arc<Triples>,
    meter: Meter,
    /// The variables by slot; a blank node of the query is a variable that starts with `_:`.
    variables: Vec<String>,
    /// What EXISTS has substituted (18.6).
    outer: Binding,
    /// The group of solutions that aggregates range over.
    frame: Option<aggregate::Frame>,
    /// Why the answer is not determined.
    open: Option<&'static str>,
    /// The blank nodes that BNODE has made, by solution and argument.
    labels: BTreeMap<(usize, Id), Id>,
    /// The number of the solution at hand, for `labels`.
    solution: usize,
    /// The base IRI of the query.
    base: Option<String>,
    patterns: pattern::Cache,
    /// What a planted fault remembers.
    memory: fault::Memory,
    /// Whether patterns look at the graphs that a variable ranges over.
    ranges: bool,
    /// The graphs that updates have left without triples: a store may keep them or not.
    empty: BTreeSet<Term>,
}

impl Evaluator {
    /// An evaluator on a dataset. The budget is that of [`Evaluator::group`] and its like, until the next reset.
    pub fn new(dataset: &Dataset, semantics: Semantics, budget: Budget) -> Self {
        let store = |term: &Term| datum::stored(term.clone(), semantics);
        let quads = dataset.quads.iter().map(|quad| Quad {
            subject: store(&quad.subject),
            predicate: store(&quad.predicate),
            object: store(&quad.object),
            graph: quad.graph.clone(),
        });
        let dataset = Dataset::new(quads.collect());
        let mut terms = Terms::new(semantics);
        let stored = Graphs::new(&dataset.quads, &mut terms, semantics);
        terms.keep();
        Self {
            dataset,
            semantics,
            terms,
            named: Arc::clone(&stored.named),
            active: Arc::clone(&stored.default),
            stored,
            meter: Meter::new(budget),
            variables: Vec::new(),
            outer: Binding::default(),
            frame: None,
            open: None,
            labels: BTreeMap::new(),
            solution: 0,
            base: None,
            patterns: pattern::Cache::default(),
            memory: fault::Memory::default(),
            ranges: false,
            empty: BTreeSet::new(),
        }
    }

    /// Forgets all bindings, variables and computed terms, and starts a new budget.
    pub fn reset(&mut self, budget: Budget) {
        self.terms.forget();
        self.named = Arc::clone(&self.stored.named);
        self.active = Arc::clone(&self.stored.default);
        self.meter = Meter::new(budget);
        self.variables.clear();
        self.outer = Binding::default();
        self.frame = None;
        self.open = None;
        self.labels.clear();
        self.solution = 0;
        self.base = None;
        self.ranges = false;
    }

    /// The solutions of a group.
    ///
    /// # Errors
    /// When the budget is spent or a construct is not modelled.
    pub fn group(&mut self, group: &Group) -> Result<Solutions, Failure> {
        measure::check_group(group)?;
        self.group_rows(group, &mut Vec::new()).map(Solutions::new)
    }

    /// The solutions of a group that continues with this element. A filter acts on what is there so far.
    ///
    /// # Errors
    /// As [`Evaluator::group`].
    pub fn extend(&mut self, solutions: &Solutions, element: &Element) -> Result<Solutions, Failure> {
        measure::check_element(element)?;
        let rows = solutions.rows.clone();
        let rows = match element {
            Element::Filter(condition) => self.filter(rows, condition)?,
            element => self.element(rows, element)?,
        };
        Ok(Solutions::new(rows))
    }

    /// The solution that binds these variables.
    pub fn binding(&mut self, pairs: &[(Variable, Term)]) -> Binding {
        self.extended(Binding::default(), pairs.iter().map(|(variable, term)| (variable, term)))
    }

    /// The solution that binds these variables too.
    pub fn extended<'p>(
        &mut self,
        mut binding: Binding,
        pairs: impl IntoIterator<Item = (&'p Variable, &'p Term)>,
    ) -> Binding {
        for (variable, term) in pairs {
            let slot = self.slot(variable.name());
            binding.set(slot, self.terms.intern_ref(term));
        }
        binding
    }

    /// What a solution binds a variable to; none when it is unbound or its value is left open.
    pub fn value(&self, binding: &Binding, variable: &Variable) -> Option<&Term> {
        self.terms.term(binding.get(self.find_slot(variable.name())?)?)
    }

    /// Why the solutions made since the last reset are not determined, if they are not.
    pub fn open(&self) -> Option<&'static str> {
        self.open
    }

    /// The value of an expression in a solution.
    ///
    /// # Errors
    /// When it has none.
    pub fn expression(
        &mut self,
        expression: &Expression,
        binding: &Binding,
    ) -> Result<Term, ExpressionError> {
        measure::check_expression(expression).map_err(ExpressionError::Failure)?;
        let id = self.evaluate(expression, binding)?;
        if let Some(open) = self.terms.as_open(id) {
            return Err(ExpressionError::Open(open.reason));
        }
        self.terms.term(id).cloned().ok_or(ExpressionError::Error("no term"))
    }

    /// Whether a condition holds in a solution (effective boolean value, 17.2.2).
    ///
    /// # Errors
    /// When it neither holds nor fails.
    pub fn condition(&mut self, condition: &Expression, binding: &Binding) -> Result<bool, ExpressionError> {
        measure::check_expression(condition).map_err(ExpressionError::Failure)?;
        match self.truth(condition, binding).map_err(ExpressionError::Failure)? {
            Truth::True => Ok(true),
            Truth::False => Ok(false),
            Truth::Error(reason) => Err(ExpressionError::Error(reason)),
            Truth::Open(reason) => Err(ExpressionError::Open(reason)),
        }
    }

    /// The slot of a variable, which is given one if it has none.
    fn slot(&mut self, name: &str) -> usize {
        self.find_slot(name).unwrap_or_else(|| {
            self.variables.push(name.to_owned());
            self.variables.len() - 1
        })
    }

    fn find_slot(&self, name: &str) -> Option<usize> {
        self.variables.iter().position(|known| known == name)
    }

    /// Notes that the answer depends on what the language leaves open; the first reason stays.
    fn taint(&mut self, reason: &'static str) {
        self.open.get_or_insert(reason);
    }
}

/// The evaluator as the rest of the project sees it.
#[derive(Debug)]
pub struct SparqlSession {
    evaluator: Evaluator,
    planted: Option<Planted>,
}

/// A session on a dataset under a profile.
///
/// # Errors
/// When the profile sets what is not declared.
pub fn session(dataset: &Dataset, profile: &Profile) -> Result<SparqlSession, ProfileError> {
    let semantics = Semantics::new(profile)?;
    let evaluator = Evaluator::new(dataset, semantics, Budget::default());
    let planted = semantics.fault.map(|fault| Planted::new(fault, evaluator.stored.default.len()));
    Ok(SparqlSession { evaluator, planted })
}

impl SparqlSession {
    /// The session with what the language leaves to chance settled in one of the ways that it allows: a suite takes
    /// every one.
    #[must_use]
    pub(crate) fn settled(mut self) -> Self {
        self.evaluator.semantics.settled = true;
        self
    }

    /// The query as it is evaluated: as it is, unless a fault is on.
    fn read<'q>(&mut self, query: &'q Query) -> Result<Cow<'q, Query>, Failure> {
        match &mut self.planted {
            None => Ok(Cow::Borrowed(query)),
            Some(planted) => {
                measure::check_query(query)?;
                let mut query = planted.misread(query)?;
                if self.evaluator.semantics.has(Fault::CountedTwice) {
                    self.evaluator.recounted(&mut query);
                }
                Ok(Cow::Owned(query))
            }
        }
    }
}

impl Session for SparqlSession {
    fn run(&mut self, tree: &Tree, budget: &Budget) -> Evaluation {
        if let Some(update) = tree.get::<Update>() {
            return self.evaluator.update(update, *budget);
        }
        let foreign = || Failure::Unmodelled("a tree of another language".to_owned());
        match tree.get().ok_or_else(foreign).and_then(|query| self.read(query)) {
            Ok(query) => self.evaluator.query(&query, *budget),
            Err(failure) => {
                Evaluation { result: Err(failure), errors: ErrorStatus::May, flow: Vec::new(), open: None }
            }
        }
    }

    fn graph(&self) -> Graph {
        Graph::Rdf(self.evaluator.dataset.clone())
    }
}
