//! The steps that configure a source: sacks, side effects, strategies.
//!
//! Reference: "Configuration Steps", "Traversal Strategy". Strategies that only make a traversal faster change
//! nothing.

use std::collections::BTreeMap;

use super::compile::Compiler;
use super::plan::{Label, Op, Plan};
use super::run::{Partition, Source, Subgraph};
use super::value::Value;
use super::{Fallible, invalid, unmodelled};
use crate::ast::{Argument, Literal, Step, StepName, Strategy, Token};

/// What is configured, and the steps behind it.
pub(super) struct Configured {
    pub(super) source: Source,
    pub(super) side: BTreeMap<Label, Value>,
    pub(super) reducers: BTreeMap<Label, Token>,
    checks: Vec<Strategy>,
}

/// Strategies that change no answer.
const OPTIMISATIONS: &[&str] = &[
    "AdjacentToIncidentStrategy",
    "ByModulatorOptimizationStrategy",
    "ComputerFinalizationStrategy",
    "ComputerVerificationStrategy",
    "ConnectiveStrategy",
    "CountStrategy",
    "EarlyLimitStrategy",
    "ElementIdStrategy",
    "FilterRankingStrategy",
    "GraphFilterStrategy",
    "HaltedTraverserStrategy",
    "IdentityRemovalStrategy",
    "IncidentToAdjacentStrategy",
    "InlineFilterStrategy",
    "LambdaRestrictionStrategy",
    "LazyBarrierStrategy",
    "MatchAlgorithmStrategy",
    "MatchPredicateStrategy",
    "MessagePassingReductionStrategy",
    "OptionsStrategy",
    "OrderLimitStrategy",
    "PathProcessorStrategy",
    "PathRetractionStrategy",
    "ProfileStrategy",
    "ReferenceElementStrategy",
    "RepeatUnrollStrategy",
    "SeedStrategy",
    "StandardVerificationStrategy",
];

/// Reads the steps that configure the source and gives those behind them.
pub(super) fn configure<'q>(
    compiler: &mut Compiler<'_>,
    steps: &'q [Step],
) -> Fallible<(Configured, &'q [Step])> {
    let source = Source { sack: None, bulk: true, subgraph: None, partition: None, productive: None };
    let mut configured =
        Configured { source, side: BTreeMap::new(), reducers: BTreeMap::new(), checks: Vec::new() };
    let count = steps.iter().take_while(|step| step.name.configures() || step.name == StepName::With).count();
    let (head, rest) = steps.split_at_checked(count).unwrap_or((steps, &[]));
    for step in head {
        configured.step(compiler, step)?;
    }
    if let Some(first) = rest.first().filter(|first| !first.name.spawns()) {
        return Err(invalid(format!("{}() does not begin a traversal", first.name.text())));
    }
    // The grammar: what a source merges it is told (traversalSourceSpawnMethod_mergeV, _mergeE).
    let merges = |first: &&Step| matches!(first.name, StepName::MergeV | StepName::MergeE);
    if let Some(first) = rest.first().filter(merges).filter(|first| first.arguments.is_empty()) {
        return Err(invalid(format!("{}() begins a traversal with what is merged", first.name.text())));
    }
    Ok((configured, rest))
}

impl Configured {
    fn step(&mut self, compiler: &mut Compiler<'_>, step: &Step) -> Fallible<()> {
        let token = |index: usize| match step.arguments.get(index) {
            Some(Argument::Token(token)) if token.group() == "Operator" => Some(*token),
            _ => None,
        };
        match (step.name, step.arguments.as_slice()) {
            (StepName::WithSack, [value, ..]) => {
                self.source.sack = Some((compiler.value(value)?, token(1).or(token(2))));
            }
            (StepName::WithSideEffect, [key, value, ..]) => {
                let Value::String(key) = compiler.value(key)? else {
                    return Err(invalid("a side effect has a name"));
                };
                self.side.insert(key.clone(), compiler.value(value)?);
                if let Some(operator) = token(2) {
                    self.reducers.insert(key, operator);
                }
            }
            (StepName::WithBulk, [Argument::Literal(Literal::Boolean(bulk))]) => self.source.bulk = *bulk,
            (StepName::WithStrategies, strategies) => {
                for strategy in strategies {
                    let Argument::Strategy(strategy) = strategy else {
                        return Err(invalid("a strategy is missing"));
                    };
                    self.strategy(compiler, strategy)?;
                }
            }
            (StepName::WithoutStrategies, strategies) => {
                let connective = |argument: &Argument| match argument {
                    Argument::Strategy(strategy) => strategy.name == "ConnectiveStrategy",
                    _ => false,
                };
                compiler.connects &= !strategies.iter().any(connective);
            }
            (StepName::WithPath | StepName::With, _) => {}
            (StepName::WithComputer, _) => return Err(unmodelled("withComputer()")),
            _ => return Err(invalid(format!("{}() does not take these arguments", step.name.text()))),
        }
        Ok(())
    }

    fn strategy(&mut self, compiler: &mut Compiler<'_>, strategy: &Strategy) -> Fallible<()> {
        let setting =
            |key: &str| strategy.settings.iter().find(|(known, _)| known == key).map(|(_, value)| value);
        match strategy.name.as_str() {
            "SubgraphStrategy" => {
                let mut criterion = |key: &str| setting(key).map(|value| compiler.inner(value)).transpose();
                self.source.subgraph = Some(Subgraph {
                    vertices: criterion("vertices")?,
                    edges: criterion("edges")?,
                    vertex_properties: criterion("vertexProperties")?,
                    check_adjacent: setting("checkAdjacentVertices")
                        != Some(&Argument::Literal(Literal::Boolean(false))),
                });
            }
            "PartitionStrategy" => {
                let Some(Argument::Literal(Literal::String(key))) = setting("partitionKey") else {
                    return Err(invalid("The partition key cannot be null"));
                };
                let read = setting("readPartitions").map(|value| compiler.value(value)).transpose()?;
                self.source.partition = Some(Partition {
                    key: Label::from(key.as_str()),
                    write: setting("writePartition").map(|value| compiler.value(value)).transpose()?,
                    read: read.and_then(|read| read.items()).unwrap_or_default(),
                    meta: setting("includeMetaProperties")
                        == Some(&Argument::Literal(Literal::Boolean(true))),
                });
            }
            "ProductiveByStrategy" => {
                let keys = setting("productiveKeys").map(|value| compiler.value(value)).transpose()?;
                self.source.productive = Some(keys.and_then(|keys| keys.items()).unwrap_or_default());
            }
            "ReadOnlyStrategy" | "EdgeLabelVerificationStrategy" | "ReservedKeysVerificationStrategy" => {
                self.checks.push(strategy.clone());
            }
            "VertexProgramRestrictionStrategy" | "VertexProgramStrategy" => {
                self.checks.push(strategy.clone());
            }
            name if OPTIMISATIONS.contains(&name) => {}
            name => return Err(unmodelled(name)),
        }
        Ok(())
    }

    /// Strategies that refuse traversals.
    pub(super) fn verify(&self, compiler: &Compiler<'_>, plan: &Plan) -> Fallible<()> {
        let has = |name: &str| self.checks.iter().any(|strategy| strategy.name == name);
        if has("VertexProgramStrategy") {
            return Err(match has("VertexProgramRestrictionStrategy") {
                true => invalid("The TraversalSource does not allow the use of a GraphComputer"),
                false => unmodelled("VertexProgramStrategy"),
            });
        }
        for strategy in &self.checks {
            match strategy.name.as_str() {
                "ReadOnlyStrategy" if plan.any(&|op| op.writes()) => {
                    return Err(invalid(
                        "The provided traversal has a mutating step and thus is not read only",
                    ));
                }
                "EdgeLabelVerificationStrategy" if throws(strategy) => {
                    let bare =
                        |op: &Op| matches!(op, Op::Adjacent { labels, none: false, .. } if labels.is_empty());
                    if plan.any(&bare) {
                        return Err(invalid(
                            "The provided traversal contains a vertex step without any specified edge label",
                        ));
                    }
                }
                "ReservedKeysVerificationStrategy" if throws(strategy) => {
                    self.reserved(compiler, strategy, plan)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn reserved(&self, compiler: &Compiler<'_>, strategy: &Strategy, plan: &Plan) -> Fallible<()> {
        let keys = strategy.settings.iter().find(|(key, _)| key == "keys");
        let keys = keys.map(|(_, value)| compiler.value(value)).transpose()?.and_then(|keys| keys.items());
        let keys = keys.unwrap_or_else(|| vec![Value::string("id"), Value::string("label")]);
        for key in &keys {
            if plan.any(&|op| op.sets(key)) {
                let key = key.text().unwrap_or_default();
                return Err(invalid(format!(
                    "The provided traversal is setting a property key to a reserved word: {key}"
                )));
            }
        }
        Ok(())
    }
}

fn throws(strategy: &Strategy) -> bool {
    strategy
        .settings
        .iter()
        .any(|(key, value)| key == "throwException" && *value == Argument::Literal(Literal::Boolean(true)))
}
