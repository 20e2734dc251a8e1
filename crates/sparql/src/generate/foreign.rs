//! Conditions for queries that are already there.

use std::sync::Arc;

use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Ground, Guidance, Setting};
use quarrel_case::profile::{Features, Profile};

use super::data::Data;
use super::frame::Frame;
use super::{DRAFT_BUDGET, Maker};
use crate::ast::{Expression, Query};
use crate::evaluate::{Evaluator, Semantics};

/// Depth of the conditions.
const DEPTH: usize = 2;

/// A condition on the solutions of a query's outermost group, mostly one that some satisfy and others do not. Variables
/// and blank nodes that it needs of its own have numbers beyond these.
pub(crate) fn condition_on(
    query: &Query,
    ground: &Ground<'_>,
    (variables, blanks): (usize, usize),
    choices: &mut Choices,
) -> Option<Expression> {
    let Graph::Rdf(dataset) = ground.graph else { return None };
    let profile = Profile { fault: None, ..ground.profile.clone() };
    let semantics = Semantics::new(&profile).ok()?;
    let setting = setting(ground, profile);
    let data = Data::new(dataset, dataset, semantics.merges_graphs());
    let mut evaluator = Evaluator::new(dataset, semantics, DRAFT_BUDGET);
    let solutions = evaluator.group(&query.pattern).ok()?;
    let mut maker = Maker::new(&setting, &data, &mut evaluator, choices);
    (maker.names, maker.blanks) = (variables, blanks);
    let mut frame = Frame::outermost(&mut maker);
    frame.own = query.pattern.scope().into_iter().cloned().collect();
    frame.joinable = frame.own.clone();
    if !solutions.rows.is_empty() {
        frame.chosen = maker.choices.below(solutions.rows.len());
        frame.solutions = solutions;
    }
    maker.left = 1;
    maker.condition(&frame)
}

fn setting(ground: &Ground<'_>, profile: Profile) -> Setting {
    Setting {
        graph: Arc::new(ground.graph.clone()),
        profile,
        features: Features::default(),
        length: 1,
        patterns: 1,
        depth: DEPTH,
        guidance: Guidance::Full,
        budget: ground.budget,
    }
}
