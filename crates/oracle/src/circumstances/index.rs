//! `index`: a query gives the same with an index on what it asks about as without.
//!
//! An index is the plainest switch of an engine's plan: what is looked up in it was scanned and filtered before. One that
//! the graph has is taken away and put back, so that it is filled once from what is there; one that it could have is
//! declared, and dropped in the end where one can be. Which it could have, [`crate::indexes`] knows.

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::graph::{Index, IndexKind, Model};
use quarrel_case::language::{Language, Tree};
use quarrel_case::law::{Relation, Term};
use quarrel_case::names::NameKind;
use quarrel_case::phrase::{Hop, Route, Spot};
use quarrel_case::value::Element;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{ABOUT, asked_twice};
use crate::indexes::{can_be, can_go, possible};
use crate::inquiry::Inquiry;
use crate::relations::{counted_by, penned};
use crate::{About, Case, Oracle, Scene, Side, Unfit};

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

    fn suits(&self, target: Side<'_>) -> bool {
        target.features.allow("graph.index")
    }

    fn draw(&self, case: &Case, scene: &Scene<'_>, choices: &mut Choices) -> Json {
        let Some(graph) = case.graph.property() else { return Json::Null };
        let (features, language) = (scene.target.features, scene.language);
        let mut possible = possible(graph, features);
        let held: Vec<Index> =
            graph.indexes.iter().filter(|index| can_go(graph, index, features)).cloned().collect();
        if !held.is_empty() && choices.chance(25) {
            possible = held;
        }
        let Some(index) = picked(&possible, case, scene, choices) else { return Json::Null };
        let (counted, crossed) = match index.on {
            Element::Vertex => (penned(&case.graph, language, choices, |pen| pen.looked_up(&index)), None),
            Element::Edge => (None, penned(&case.graph, language, choices, |pen| pen.crossed(&index))),
        };
        serde_json::to_value(Drawn { index, counted, crossed }).unwrap_or(Json::Null)
    }

    fn plainer(&self, parameters: &Json, _language: &dyn Language) -> Vec<Json> {
        let Ok(drawn) = serde_json::from_value::<Drawn>(parameters.clone()) else { return Vec::new() };
        let counts = drawn.counted.is_some() || drawn.crossed.is_some();
        let without = counts.then(|| Drawn { counted: None, crossed: None, ..drawn.clone() });
        // One index on one key is the plainest.
        let single =
            |key: &String| Index { keys: vec![key.clone()], kind: IndexKind::Range, ..drawn.index.clone() };
        let singles = drawn.index.keys.iter().map(single).filter(|single| *single != drawn.index);
        let singles = singles.map(|index| Drawn { index, ..drawn.clone() });
        without.into_iter().chain(singles).filter_map(|drawn| serde_json::to_value(drawn).ok()).collect()
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if case.parameters.is_null() {
            return Err(Unfit("there is nothing to index".to_owned()));
        }
        let drawn: Drawn =
            serde_json::from_value(case.parameters.clone()).map_err(|error| Unfit(error.to_string()))?;
        let Some(graph) = case.graph.property() else { return Err(Unfit("there are no indexes".to_owned())) };
        let index = &drawn.index;
        let is_held = graph.indexes.contains(index);
        let fits = if is_held { can_go } else { can_be };
        if !fits(graph, index, scene.target.features) {
            return Err(Unfit("the index cannot come or go".to_owned()));
        }
        let mut inquiry = Inquiry::new(&case.graph, scene);
        let count = drawn.count(scene.language);
        // What the engine cannot be asked is no reason not to ask the query.
        let count = count.and_then(|count| Some((inquiry.ask(&count).ok()?, count)));
        let (mut inquiry, first) = asked_twice(case, scene, inquiry, |inquiry| match is_held {
            true => inquiry.drop_index(index.clone()),
            false => inquiry.index(index.clone()),
        })?;
        counted_again(count.as_ref(), &mut inquiry)?;
        if is_held {
            inquiry.put_back(index.clone());
            let third = inquiry.ask_known(&case.tree, scene.evaluation(case)?)?;
            inquiry.law(first, Relation::BagEqual, third);
            counted_again(count.as_ref(), &mut inquiry)?;
        }
        Ok(inquiry.done())
    }
}

/// Asks for the same number as before.
fn counted_again(count: Option<&(Term, Tree)>, inquiry: &mut Inquiry<'_>) -> Result<(), Unfit> {
    if let Some((before, count)) = count {
        let after = inquiry.ask(count)?;
        inquiry.law(before.clone(), Relation::BagEqual, after);
    }
    Ok(())
}

/// What is drawn for a query.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    index: Index,
    /// What the index answers where an engine looks it up: it is counted beside the query, which need not ask the index
    /// for anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    counted: Option<Spot>,
    /// The same of an index on edges.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crossed: Option<Hop>,
}

impl Drawn {
    fn count(&self, language: &dyn Language) -> Option<Tree> {
        let along = |hop: &Hop| Route::at(Spot::default()).then(hop.clone(), Spot::default());
        let route = match (&self.counted, &self.crossed) {
            (Some(spot), _) => Route::at(spot.clone()),
            (None, hop) => along(hop.as_ref()?),
        };
        counted_by(route, language)
    }
}

/// One of the indexes, each form of them alike: on what the query asks about, where there is such.
fn picked(possible: &[Index], case: &Case, scene: &Scene<'_>, choices: &mut Choices) -> Option<Index> {
    let names = scene.language.names(&case.tree);
    let named = |index: &&Index| index.keys.iter().all(|key| names.contains(&(NameKind::Key, key.clone())));
    let asked: Vec<Index> = possible.iter().filter(named).cloned().collect();
    // An index is asked for the more surely when the query names its label as well.
    let labelled = |index: &&Index| names.contains(&(label_kind(index), index.label.clone()));
    let labelled: Vec<Index> = asked.iter().filter(labelled).cloned().collect();
    let from = [&labelled, &asked].into_iter().find(|indexes| !indexes.is_empty());
    let from = from.map_or(possible, Vec::as_slice);
    // Most queries ask for what is equal or ordered.
    let is_plain = |index: &&Index| index.kind == IndexKind::Range && index.keys.len() == 1;
    let plain: Vec<&Index> = from.iter().filter(is_plain).collect();
    if !plain.is_empty() && choices.chance(40) {
        return choices.pick(&plain).map(|index| (*index).clone());
    }
    let form = |index: &Index| (index.on, index.kind, index.keys.len());
    let mut forms = Vec::new();
    from.iter().map(form).for_each(|form| {
        if !forms.contains(&form) {
            forms.push(form);
        }
    });
    let chosen = *choices.pick(&forms)?;
    let of_form: Vec<&Index> = from.iter().filter(|index| form(index) == chosen).collect();
    choices.pick(&of_form).map(|index| (*index).clone())
}

/// What the label of an index is a name of.
fn label_kind(index: &Index) -> NameKind {
    match index.on {
        Element::Vertex => NameKind::Label,
        Element::Edge => NameKind::Type,
    }
}
