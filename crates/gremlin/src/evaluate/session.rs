//! The evaluator with a graph.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::answer::{Answer, Phase, Table};
use quarrel_case::conformance::Procedure;
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::{Budget, Evaluation, Failure};
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::value::Value as CaseValue;
use quarrel_case::verdict::ErrorStatus;

use super::compile::Compiler;
use super::configure::configure;
use super::fault::{self, Fault};
use super::plan::{Op, Plan};
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
    /// What a planted fault remembers.
    memory: fault::Memory,
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
    /// Whether a sum depends on the order of its parts.
    rounded: bool,
    /// Whether something that was left out would have raised.
    hidden_error: bool,
}

/// The evaluator on a graph under a profile.
///
/// # Errors
///
/// When the profile sets what is not declared.
pub fn session(graph: &PropertyGraph, profile: &Profile) -> Result<GremlinSession, ProfileError> {
    let rules = Rules::new(profile)?;
    let mut store = answer::store(graph);
    store.stale = fault::Stale::new(rules.fault, graph);
    if rules.property_types == 1 {
        store.declare_keys();
    }
    Ok(GremlinSession {
        store,
        rules,
        parameters: BTreeMap::new(),
        procedures: Vec::new(),
        memory: fault::Memory::default(),
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

    /// The graph as the evaluator holds it.
    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Evaluates a traversal and leaves the graph as it was.
    pub(crate) fn try_query(&mut self, query: &Query, budget: &Budget) -> Evaluation {
        let before = walk::writes(query).then(|| self.store.clone());
        let evaluation = self.query(query, budget);
        if let Some(before) = before {
            self.store = before;
        }
        evaluation
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
                let errors = if prepared.hidden_error { ErrorStatus::May } else { ErrorStatus::Never };
                (Ok(self.answer(&prepared, mark)), errors, open)
            }
            Err(Failure::Query(error)) => {
                let certain = error.phase != Phase::Run || walk::is_linear(&query.steps);
                let errors = if certain { ErrorStatus::Must } else { ErrorStatus::May };
                (Err(error.into()), errors, None)
            }
            Err(failure) => (Err(failure), ErrorStatus::May, None),
        };
        Evaluation { result, errors, flow, open }
    }

    fn answer(&self, prepared: &Prepared, mark: (u32, u32)) -> Answer {
        let told = answer::Teller {
            store: &self.store,
            mark,
            bags: prepared.unordered_list,
            near: prepared.rounded,
            plain: self.rules.told == 1,
        };
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

    /// The plan as a planted fault has it.
    fn misplan(&self, plan: &mut Plan) -> Fallible<()> {
        let Some(fault) = self.rules.fault else { return Ok(()) };
        if fault::names_gone(plan, &self.store.stale.gone) {
            return Err(Stop::Failure(Failure::Crashed("an edge label without edges")));
        }
        fault::misplanned(fault, plan, &self.store.stale);
        Ok(())
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
        let mut plan = compiler.plan(steps)?;
        configured.verify(&compiler, &plan)?;
        self.misplan(&mut plan)?;
        let open = compiler.open.get().then(|| "the present moment or a random UUID".to_owned());
        let (memory, rules) = (memory(steps), self.rules);
        let mut run = Run::new(&mut self.store, self.rules, configured, memory, *budget, Arc::new(services));
        run.recall(&plan, &self.memory);
        run.announce(compiler.announced);
        run.open = open;
        run.probing = true;
        let mut start = Traverser::new(Value::Null);
        start.source = true;
        start.sack = run.source.sack.as_ref().map(|(sack, _)| sack.clone());
        if rules.has(Fault::UnionDummy)
            && matches!(plan.nodes.first().map(|node| &node.op), Some(Op::Union(_)))
        {
            start.path = start.path.then(Value::Null);
        }
        let result = run.run(&plan, vec![start]);
        if run.endless && matches!(result, Err(Stop::Failure(Failure::Budget(_)))) {
            return Err(Stop::Failure(Failure::Hung));
        }
        let ends = result?;
        if rules.has(Fault::SideEffectKept) {
            self.memory = run.kept(&plan);
        }
        let total: u64 = ends.iter().map(|end| end.bulk).fold(0, u64::saturating_add);
        if total > budget.rows as u64 {
            return Err(Stop::Failure(Failure::Budget("traversers")));
        }
        let repeated = |end: Traverser| {
            let bulk = usize::try_from(end.bulk).unwrap_or(usize::MAX);
            std::iter::repeat_n(end.value, bulk)
        };
        let mut flow = std::mem::take(&mut run.flow);
        if plan.nodes.last().is_some_and(|last| last.op.ends_all()) {
            flow.pop();
        }
        Ok(Prepared {
            values: ends.into_iter().flat_map(repeated).collect(),
            ordered: run.ordered,
            flow,
            open: run.open.take(),
            unordered_list: run.unordered_list,
            rounded: run.rounded,
            hidden_error: run.hidden_error,
        })
    }
}

/// How much of their way traversers must remember for these steps.
fn memory(steps: &[Step]) -> Memory {
    use StepName as S;
    let (mut all, mut given, mut asked) = (false, false, false);
    walk::steps(steps, &mut |step| match step.name {
        S::Path | S::SimplePath | S::CyclicPath | S::Tree | S::OtherV => all = true,
        S::As => given = true,
        S::Match => (given, asked) = (true, true),
        S::Select | S::Where | S::Dedup | S::Math | S::Format | S::AddE | S::From | S::To => asked = true,
        _ => {}
    });
    match (all, given && asked) {
        (true, _) => Memory::Everything,
        (false, true) => Memory::Labels,
        (false, false) => Memory::Nothing,
    }
}

/// Whether a traversal is not refused before it runs.
pub(crate) fn compiles(query: &Query, rules: Rules) -> bool {
    let unbound = BTreeMap::new();
    let mut compiler = Compiler::new(&unbound, rules);
    configure(&mut compiler, &query.steps).and_then(|(_, steps)| compiler.plan(steps)).is_ok()
}
