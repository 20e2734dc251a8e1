//! `index`: a query gives the same with an index on what it asks about as without.
//!
//! An index is the plainest switch of an engine's plan: what is looked up in it was scanned and filtered before.

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Index, IndexKind, Model};
use quarrel_case::language::Language;
use quarrel_case::names::NameKind;
use quarrel_case::value::Element;
use serde_json::Value as Json;

use super::{ABOUT, twice};
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Indexed;

static INDEX: About = About {
    name: "index",
    checks: "a query gives the same rows with an index on what it asks about as without",
    source: "relations between plans (NoREC; DOT); JanusGraph#3200, FalkorDB#282, FalkorDB#647",
    preconditions: "the query reads a property graph, and the language determines its answer",
    ..ABOUT
};

impl Oracle for Indexed {
    fn about(&self) -> &About {
        &INDEX
    }

    fn speaks(&self, language: &dyn Language) -> bool {
        language.model() == Model::Property
    }

    fn draw(&self, case: &Case, scene: &Scene<'_>, choices: &mut Choices) -> Json {
        let possible = possible(&case.graph);
        let names = scene.language.names(&case.tree);
        let named =
            |index: &&Index| index.keys.iter().all(|key| names.contains(&(NameKind::Key, key.clone())));
        let asked: Vec<Index> = possible.iter().filter(named).cloned().collect();
        // An index is asked for the more surely when the query names its label as well.
        let labelled = |index: &&Index| names.contains(&(NameKind::Label, index.label.clone()));
        let labelled: Vec<Index> = asked.iter().filter(labelled).cloned().collect();
        let from = [&labelled, &asked].into_iter().find(|indexes| !indexes.is_empty()).unwrap_or(&possible);
        choices.pick(from).and_then(|index| serde_json::to_value(index).ok()).unwrap_or(Json::Null)
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if case.parameters.is_null() {
            return Err(Unfit("there is nothing to index".to_owned()));
        }
        let index: Index =
            serde_json::from_value(case.parameters.clone()).map_err(|error| Unfit(error.to_string()))?;
        if case.graph.property().is_none_or(|graph| graph.indexes.contains(&index)) {
            return Err(Unfit("the index is there already".to_owned()));
        }
        twice(case, scene, |inquiry| inquiry.index(index))
    }
}

/// The indexes that the graph could have and has not.
fn possible(graph: &Graph) -> Vec<Index> {
    let Some(graph) = graph.property() else { return Vec::new() };
    let mut possible: Vec<Index> = Vec::new();
    for vertex in &graph.vertices {
        for (label, key) in
            vertex.labels.iter().flat_map(|label| vertex.properties.keys().map(move |key| (label, key)))
        {
            let (on, keys) = (Element::Vertex, vec![key.clone()]);
            let index = Index { on, label: label.clone(), keys, kind: IndexKind::Range };
            if !possible.contains(&index) && !graph.indexes.contains(&index) {
                possible.push(index);
            }
        }
    }
    possible
}
