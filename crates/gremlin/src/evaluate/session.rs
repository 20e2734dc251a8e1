//! The evaluator with a graph.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::{Answer, Table};
use quarrel_case::conformance::Procedure;
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::{Budget, Evaluation, Failure};
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::value::Value as CaseValue;
use quarrel_case::verdict::ErrorStatus;

use super::compile::Compiler;
use super::configure::configure;
use super::run::{Memory, Run};
use super::steps::call::Service;
use super::store::Store;
use super::traverser::Traverser;
use super::value::Value;
use super::{Fallible, Rules, Stop, answer};
use crate::ast::{Query, Step, StepName};
use crate::walk;

/// The evaluator with a graph: answers traversals one after another and keeps what they write.
#[derive(Debug, Clone)]
pub struct GremlinSession {
    store: Store,
    rules: Rules,
    parameters: BTreeMap<String, CaseValue>,
    procedures: Vec<Procedure>,
}

/// What came of a traversal, before it is told in the terms of cases.
pub struct Prepared {
    /// The results in their order, each as often as it came.
    pub(crate) values: Vec<Value>,
    /// Whether their order is given.
    ordered: bool,
    /// How many traversers there were after each step.
    flow: Vec<u64>,
    open: Option<String>,
    unordered_list: bool,
}

/// The evaluator on a graph under a profile.
///
/// # Errors
///
/// When the profile sets what is not declared.
pub fn session(graph: &PropertyGraph, profile: &Profile) -> Result<GremlinSession, ProfileError> {
    let rules = Rules::new(profile)?;
    Ok(GremlinSession {
        store: answer::store(graph),
        rules,
        parameters: BTreeMap::new(),
        procedures: Vec::new(),
    })
}

impl GremlinSession {
    /// Gives names values, by which elements of the graph are meant as the graph has them when they are used.
    pub(crate) fn set_parameters(&mut self, parameters: BTreeMap<String, CaseValue>) {
        self.parameters = parameters;
    }

    /// Gives the services that `call` may name.
    pub(crate) fn set_procedures(&mut self, procedures: &[Procedure]) {
        self.procedures = procedures.to_vec();
    }

    /// The graph as a case holds it.
    pub fn graph(&self) -> Graph {
        Graph::Property(answer::graph(&self.store))
    }

    /// Evaluates a traversal; a write changes the graph.
    pub fn query(&mut self, query: &Query, budget: &Budget) -> Evaluation {
        let mark = self.store.mark();
        let before = walk::writes(query).then(|| self.store.clone());
        let result = self.values(query, budget);
        if let (Err(_), Some(before)) = (&result, before) {
            self.store = before;
        }
        let mut flow = Vec::new();
        let (result, errors, open) = match result {
            Ok(prepared) => {
                let open = prepared.open.clone();
                flow.clone_from(&prepared.flow);
                (Ok(self.answer(&prepared, mark)), self.error_status(query), open)
            }
            Err(failure) => (Err(failure), ErrorStatus::May, None),
        };
        Evaluation { result, errors, flow, open }
    }

    fn error_status(&self, query: &Query) -> ErrorStatus {
        // A traversal that answers here may still raise where an engine evaluates what is left out here.
        if walk::branches(query) { ErrorStatus::May } else { ErrorStatus::Never }
    }

    fn answer(&self, prepared: &Prepared, mark: (u32, u32)) -> Answer {
        let told = answer::Teller { store: &self.store, mark, bags: prepared.unordered_list };
        let rows: Vec<_> = prepared.values.iter().map(|value| vec![told.value(value)]).collect();
        let order = (prepared.ordered && rows.len() > 1).then(|| vec![1; rows.len()]);
        Answer::Table(Table { columns: vec!["value".to_owned()], rows, order, counters: BTreeMap::new() })
    }

    /// The results of a traversal.
    ///
    /// # Errors
    ///
    /// Why there are none.
    pub(crate) fn values(&mut self, query: &Query, budget: &Budget) -> Result<Prepared, Failure> {
        self.evaluated(query, budget).map_err(|stop| match stop {
            Stop::Failure(failure) => failure,
            Stop::Incomparable => Failure::Unmodelled("an error that no filter deals with".to_owned()),
        })
    }

    /// A service of a procedure, whose signature is a name and inputs in parentheses.
    fn service(&self, procedure: &Procedure) -> Service {
        let (name, inputs) = procedure.signature.split_once('(').unwrap_or((&procedure.signature, ""));
        let inputs = inputs.trim_end_matches(')').split(',').map(|input| input.trim().to_owned());
        let row =
            |row: &Vec<CaseValue>| row.iter().map(|value| answer::read_in(&self.store, value)).collect();
        Service {
            name: Arc::from(name),
            inputs: inputs.filter(|input| !input.is_empty()).collect(),
            rows: procedure.rows.iter().map(row).collect(),
        }
    }

    fn evaluated(&mut self, query: &Query, budget: &Budget) -> Fallible<Prepared> {
        let bindings: BTreeMap<String, Value> = self
            .parameters
            .iter()
            .map(|(name, value)| (name.clone(), answer::read_in(&self.store, value)))
            .collect();
        let services = self.procedures.iter().map(|procedure| self.service(procedure)).collect();
        let mut compiler = Compiler::new(&bindings, self.rules);
        let (configured, steps) = configure(&mut compiler, &query.steps)?;
        let plan = compiler.plan(steps)?;
        configured.verify(&compiler, &plan)?;
        let mut side = configured.side;
        for (key, value) in compiler.announced {
            side.entry(key).or_insert(value);
        }
        let open = compiler.open.get().then(|| "the present moment or a random UUID".to_owned());
        let mut run = Run {
            store: &mut self.store,
            rules: self.rules,
            source: configured.source,
            side,
            reducers: configured.reducers,
            groups: BTreeMap::new(),
            services: Arc::new(services),
            state: BTreeMap::new(),
            memory: memory(steps),
            steps: budget.steps,
            rows: budget.rows,
            asked: false,
            inside: false,
            unfiltered: false,
            wanted: None,
            open,
            ordered: true,
            flow: Vec::new(),
            unordered_list: false,
            drawn: 1,
        };
        let mut start = Traverser::new(Value::Null);
        start.source = true;
        start.sack = run.source.sack.as_ref().map(|(sack, _)| sack.clone());
        let ends = run.run(&plan, vec![start])?;
        let total: u64 = ends.iter().map(|end| end.bulk).fold(0, u64::saturating_add);
        if total > budget.rows as u64 {
            return Err(Stop::Failure(Failure::Budget("traversers")));
        }
        let repeated = |end: Traverser| {
            let bulk = usize::try_from(end.bulk).unwrap_or(usize::MAX);
            std::iter::repeat_n(end.value, bulk)
        };
        let (ordered, open, unordered_list) = (run.ordered, run.open.take(), run.unordered_list);
        let flow = std::mem::take(&mut run.flow);
        let values = ends.into_iter().flat_map(repeated).collect();
        Ok(Prepared { values, ordered, flow, open, unordered_list })
    }
}

/// How much of their way traversers must remember for these steps.
fn memory(steps: &[Step]) -> Memory {
    use StepName as S;
    let (mut all, mut labels) = (false, false);
    walk::steps(steps, &mut |step| match step.name {
        S::Path | S::SimplePath | S::CyclicPath | S::Tree | S::OtherV => all = true,
        S::As | S::Match => labels = true,
        _ => {}
    });
    match (all, labels) {
        (true, _) => Memory::Everything,
        (false, true) => Memory::Labels,
        (false, false) => Memory::Nothing,
    }
}
