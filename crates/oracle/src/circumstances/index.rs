//! `index`: a query gives the same with an index on what it asks about as without.
//!
//! An index is the plainest switch of an engine's plan: what is looked up in it was scanned and filtered before.

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Index, IndexKind, Model};
use quarrel_case::language::Language;
use quarrel_case::law::Relation;
use quarrel_case::names::NameKind;
use quarrel_case::phrase::Spot;
use quarrel_case::value::Element;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{ABOUT, asked_twice};
use crate::inquiry::Inquiry;
use crate::relations::{counted_by, indexed};
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct Indexed;

static INDEX: About = About {
    name: "index",
    checks: "a query gives the same rows with an index on what it asks about as without",
    source: "relations between plans (NoREC; DOT); JanusGraph#3200, FalkorDB#282, FalkorDB#647",
    preconditions: "the query reads a property graph, and the language determines its answer",
    cost: 4,
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
        let Some(index) = choices.pick(from).cloned() else { return Json::Null };
        let counted = indexed(&case.graph, scene.language, &index, choices);
        serde_json::to_value(Drawn { index, counted }).unwrap_or(Json::Null)
    }

    fn plainer(&self, parameters: &Json, _language: &dyn Language) -> Vec<Json> {
        let Ok(drawn) = serde_json::from_value::<Drawn>(parameters.clone()) else { return Vec::new() };
        let without = drawn.counted.is_some().then_some(Drawn { counted: None, ..drawn });
        without.iter().filter_map(|drawn| serde_json::to_value(drawn).ok()).collect()
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if case.parameters.is_null() {
            return Err(Unfit("there is nothing to index".to_owned()));
        }
        let Drawn { index, counted } =
            serde_json::from_value(case.parameters.clone()).map_err(|error| Unfit(error.to_string()))?;
        if case.graph.property().is_none_or(|graph| graph.indexes.contains(&index)) {
            return Err(Unfit("the index is there already".to_owned()));
        }
        let mut inquiry = Inquiry::new(&case.graph, scene);
        let count = counted.and_then(|spot| counted_by(&spot, scene.language));
        // What the engine cannot be asked is no reason not to ask the query.
        let count = count.and_then(|count| Some((inquiry.ask(&count).ok()?, count)));
        let mut inquiry = asked_twice(case, scene, inquiry, |inquiry| inquiry.index(index))?;
        if let Some((before, count)) = count {
            let after = inquiry.ask(&count)?;
            inquiry.law(before, Relation::BagEqual, after);
        }
        Ok(inquiry.done())
    }
}

/// What is drawn for a query.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    index: Index,
    /// What the index answers, which is counted beside the query: that need not ask the index for anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counted: Option<Spot>,
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
