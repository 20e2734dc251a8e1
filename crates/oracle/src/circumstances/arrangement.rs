//! `arrangement`: a query gives the same when the same graph was loaded in another order, or with other ids.
//!
//! A query may name ids, or have elements in their order: where the reference's answer hangs on them, they stay.

use std::sync::Arc;

use quarrel_case::answer::{Answer, Table};
use quarrel_case::check::{Arrangement, Check};
use quarrel_case::choices::Choices;
use quarrel_case::compare::{self, Comparison};
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::{Evaluation, Language};
use quarrel_case::value::ElementId;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{ABOUT, twice};
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Arranged;

static ARRANGEMENT: About = About {
    name: "arrangement",
    checks: "a query gives the same rows when the graph was loaded in another order, or with its vertices' ids exchanged",
    source: "relations between equal databases (Rigger and Su, pivoted and reordered inputs); SPARQL 1.1, 18; openCypher 9",
    ..ABOUT
};

/// How the graph is arranged, whatever its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    /// The last comes first.
    reversed: bool,
    /// Where the first comes then.
    rotated: usize,
    /// The vertices have each other's ids.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    renumbered: bool,
}

impl Turn {
    fn positions(self, count: usize) -> Vec<usize> {
        let mut positions: Vec<usize> = (0..count).collect();
        if self.reversed {
            positions.reverse();
        }
        positions.rotate_left(self.rotated.checked_rem(count).unwrap_or_default());
        positions
    }

    fn of(self, graph: &Graph) -> Arrangement {
        match graph {
            Graph::Rdf(dataset) => {
                Arrangement { vertices: self.positions(dataset.quads.len()), ..Arrangement::default() }
            }
            Graph::Property(graph) => {
                let (vertices, edges) =
                    (self.positions(graph.vertices.len()), self.positions(graph.edges.len()));
                let renumbered = if self.renumbered { exchanged(graph) } else { Vec::new() };
                Arrangement { vertices, edges, renumbered, ..Arrangement::default() }
            }
        }
    }
}

/// The vertex with the least id has the greatest, and so on.
fn exchanged(graph: &PropertyGraph) -> Vec<(ElementId, ElementId)> {
    let mut ids: Vec<ElementId> = graph.vertices.iter().map(|vertex| vertex.id).collect();
    ids.sort_unstable();
    ids.iter().copied().zip(ids.iter().rev().copied()).collect()
}

/// Whether the reference gives the same with other ids.
fn minds_no_ids(arrangement: &Arrangement, case: &Case, scene: &Scene<'_>) -> Result<bool, Unfit> {
    let bag = |evaluation: Evaluation| match evaluation.result {
        Ok(Answer::Table(table)) => Some(Answer::Table(Table { order: None, ..table })),
        _ => None,
    };
    let other = Case { graph: Arc::new(arrangement.apply(&case.graph)), ..case.clone() };
    let (known, other) = (scene.evaluation(case)?, scene.evaluation_as(&other, scene.target.profile)?);
    Ok(other.open.is_none()
        && known.errors == other.errors
        && bag(known).zip(bag(other)).is_some_and(|(known, other)| {
            compare::answers(&known, &arrangement.originals(other)) == Comparison::Equal
        }))
}

impl Oracle for Arranged {
    fn about(&self) -> &About {
        &ARRANGEMENT
    }

    fn draw(&self, case: &Case, _scene: &Scene<'_>, choices: &mut Choices) -> Json {
        let (reversed, rotated) = (choices.chance(50), choices.below(8));
        let renumbered = case.graph.property().is_some() && choices.chance(40);
        let turn = Turn { reversed, rotated, renumbered };
        serde_json::to_value(turn).unwrap_or(Json::Null)
    }

    fn plainer(&self, parameters: &Json, _language: &dyn Language) -> Vec<Json> {
        let Ok(turn) = serde_json::from_value::<Turn>(parameters.clone()) else { return Vec::new() };
        let fewer = [
            (turn.rotated > 0).then_some(Turn { rotated: 0, ..turn }),
            turn.reversed.then_some(Turn { reversed: false, ..turn }),
            turn.renumbered.then_some(Turn { renumbered: false, ..turn }),
        ];
        fewer.into_iter().flatten().filter_map(|turn| serde_json::to_value(turn).ok()).collect()
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let turn: Turn =
            serde_json::from_value(case.parameters.clone()).map_err(|error| Unfit(error.to_string()))?;
        let arrangement = turn.of(&case.graph);
        if turn.renumbered && !minds_no_ids(&arrangement, case, scene)? {
            return Err(Unfit("the answer hangs on ids".to_owned()));
        }
        twice(case, scene, |inquiry| inquiry.load(arrangement))
    }
}
