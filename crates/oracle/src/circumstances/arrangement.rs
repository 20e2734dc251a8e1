//! `arrangement`: a query gives the same when the same graph was loaded in another order.
//!
//! The ids stay: a query may name them.

use quarrel_case::check::{Arrangement, Check};
use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::Language;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{ABOUT, twice};
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Arranged;

static ARRANGEMENT: About = About {
    name: "arrangement",
    checks: "a query gives the same rows when the graph was loaded in another order",
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
                Arrangement { vertices, edges, ..Arrangement::default() }
            }
        }
    }
}

impl Oracle for Arranged {
    fn about(&self) -> &About {
        &ARRANGEMENT
    }

    fn draw(&self, _case: &Case, _scene: &Scene<'_>, choices: &mut Choices) -> Json {
        let turn = Turn { reversed: choices.chance(50), rotated: choices.below(8) };
        serde_json::to_value(turn).unwrap_or(Json::Null)
    }

    fn plainer(&self, parameters: &Json, _language: &dyn Language) -> Vec<Json> {
        let Ok(turn) = serde_json::from_value::<Turn>(parameters.clone()) else { return Vec::new() };
        let fewer = [
            (turn.rotated > 0).then_some(Turn { rotated: 0, ..turn }),
            turn.reversed.then_some(Turn { reversed: false, ..turn }),
        ];
        fewer.into_iter().flatten().filter_map(|turn| serde_json::to_value(turn).ok()).collect()
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        let turn: Turn =
            serde_json::from_value(case.parameters.clone()).map_err(|error| Unfit(error.to_string()))?;
        let arrangement = turn.of(&case.graph);
        twice(case, scene, |inquiry| inquiry.load(arrangement))
    }
}
