//! `round-trip`: a query gives the same after the graph was changed and changed back.
//!
//! What an engine keeps beside the elements, to answer faster, has to come back as well.

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::language::{Language, Tree};
use quarrel_case::law::Relation;
use quarrel_case::phrase::Change;
use quarrel_case::state;
use serde_json::Value as Json;

use super::ABOUT;
use crate::inquiry::Inquiry;
use crate::relations::{fewer, journeys, parsed};
use crate::{About, Case, Oracle, Scene, Unfit};

/// How many times the graph goes somewhere else, at most.
const TRIPS: usize = 3;

/// How many are drawn for it: not all come back.
const TRIES: usize = 8;

pub(crate) struct RoundTrip;

static ROUND_TRIP: About = About {
    name: "round-trip",
    checks: "a query gives the same rows after changes of the graph that add up to none",
    source: "GAMERA, section 4.3 (irrelevant data manipulation), taken to any query; JanusGraph#3059, memgraph#1676, \
             kuzu#5250",
    preconditions: "the query reads, the language determines its answer, and the changes leave the graph as it was",
    cost: 8,
    weight: 2,
    ..ABOUT
};

impl Oracle for RoundTrip {
    fn about(&self) -> &About {
        &ROUND_TRIP
    }

    fn speaks(&self, language: &dyn Language) -> bool {
        language.phraser().is_some()
    }

    fn draw(&self, case: &Case, scene: &Scene<'_>, choices: &mut Choices) -> Json {
        let fits = |journey: &[Change]| comes_back(journey, case, scene);
        let drawn = journeys(&case.graph, scene.language, choices, (TRIPS, TRIES), fits);
        if drawn.is_empty() { Json::Null } else { serde_json::to_value(drawn).unwrap_or(Json::Null) }
    }

    fn plainer(&self, parameters: &Json, _language: &dyn Language) -> Vec<Json> {
        let Ok(changes) = serde_json::from_value::<Vec<Change>>(parameters.clone()) else {
            return Vec::new();
        };
        fewer(&changes).iter().filter_map(|fewer| serde_json::to_value(fewer).ok()).collect()
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if scene.language.writes(&case.tree) {
            return Err(Unfit("a write is not asked twice".to_owned()));
        }
        let changes: Option<Vec<Change>> =
            serde_json::from_value(case.parameters.clone()).map_err(|error| Unfit(error.to_string()))?;
        let changes = changes.ok_or_else(|| Unfit("there is nothing to change".to_owned()))?;
        let evaluation = scene.evaluation(case)?;
        let mut inquiry = Inquiry::new(&case.graph, scene);
        let before = inquiry.ask_known(&case.tree, evaluation.clone())?;
        for change in &changes {
            inquiry.change(change)?;
        }
        if !state::is_same(&case.graph, &inquiry.left()?) {
            return Err(Unfit("the changes do not add up to none".to_owned()));
        }
        let after = inquiry.ask_known(&case.tree, evaluation)?;
        inquiry.law(before, Relation::BagEqual, after);
        Ok(inquiry.done())
    }
}

fn said(change: &Change, language: &dyn Language) -> Option<Tree> {
    parsed(language.phraser()?.change(change), language).ok()
}

/// Whether the language has words for the changes, and they leave the graph as it was.
fn comes_back(trip: &[Change], case: &Case, scene: &Scene<'_>) -> bool {
    let trees: Option<Vec<Tree>> = trip.iter().map(|change| said(change, scene.language)).collect();
    let (Some(trees), Ok(mut session)) = (trees, scene.language.session(&case.graph, scene.target.profile))
    else {
        return false;
    };
    for tree in &trees {
        session.run(tree, &scene.budget);
    }
    state::is_same(&case.graph, &session.graph())
}
