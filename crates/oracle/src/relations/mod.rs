//! Oracles about graphs: relations between the ends of ways through a graph, written once for all languages.
//!
//! Each relation has its file: what it says, where it comes from, what must hold first, and how its questions are drawn.
//! It asks in phrases (`quarrel_case::phrase`), which each language puts into its own words, and the law is stated
//! between the answers. What is common to all relations is here: a case of a relation is its parameters, from which its
//! check is made again for every candidate of the reduction.

mod addition;
mod ancestor;
mod bridge;
mod components;
mod compound;
mod connectivity;
mod deletion;
mod distance;
mod edge_property;
mod fusion;
mod growth;
mod irrelevant;
mod journey;
mod k_hop;
mod literals;
mod mirror;
mod path_number;
mod pen;
mod plain;
#[cfg(test)]
mod published;
mod repartition;
mod shortest_path;
mod spouse;
mod terrain;
#[cfg(test)]
mod tests;
mod transit;
mod undirected;
mod update;
mod way;

use std::sync::Arc;

use quarrel_case::answer::Answer;
use quarrel_case::check::{Arrangement, Check};
use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Index, Model, PropertyGraph};
use quarrel_case::language::{Language, Tree};
use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Change, Phraser, Question, Route, Spot};
use quarrel_case::profile::INDEX_DROP;
use quarrel_case::state;
use quarrel_case::term::Term::Literal;
use quarrel_case::value::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::indexes::can_go;
use crate::inquiry::Inquiry;
use crate::{About, Case, Oracle, Scene, Unfit};
pub(crate) use journey::fewer;
use pen::Pen;
use terrain::Terrain;

/// All relations, by name.
pub(crate) fn all() -> Vec<&'static dyn Oracle> {
    vec![
        &addition::ADDITION,
        &ancestor::ANCESTOR,
        &components::COMPONENTS,
        &connectivity::CONNECTIVITY,
        &deletion::DELETION,
        &distance::DISTANCE,
        &edge_property::EDGE_PROPERTY,
        &fusion::FUSION,
        &growth::GROWTH,
        &irrelevant::IRRELEVANT,
        &k_hop::K_HOP,
        &path_number::PATH_NUMBER,
        &repartition::REPARTITION,
        &shortest_path::SHORTEST_PATH,
        &spouse::SPOUSE,
        &undirected::UNDIRECTED,
        &update::UPDATE,
    ]
}

/// How often parameters are drawn for a case at most: a graph has not all that is looked for, nor a language words for all.
const DRAWS: usize = 8;

/// A relation whose cases have parameters `P`.
pub(crate) struct Relation<P> {
    about: About,
    /// True when it is about what RDF has not: properties of edges, shortest paths.
    property_graphs_only: bool,
    /// Draws parameters; none where the graph has nothing to ask about.
    draw: fn(&mut Pen<'_>) -> Option<P>,
    /// The question that stands for the case.
    question: fn(&P) -> Question,
    /// Asks, and states what must hold.
    state: fn(&P, &mut Asking<'_>) -> Result<(), Unfit>,
    /// Plainer parameters.
    plainer: fn(&P) -> Vec<P>,
}

const ABOUT: About = About {
    name: "",
    checks: "",
    source: "",
    preconditions: "",
    cost: 2,
    needs_peer: false,
    invents: true,
    weight: 1,
};

impl<P: Serialize + DeserializeOwned + Send + Sync> Oracle for Relation<P> {
    fn about(&self) -> &About {
        &self.about
    }

    fn speaks(&self, language: &dyn Language) -> bool {
        language.phraser().is_some() && (language.model() == Model::Property || !self.property_graphs_only)
    }

    fn invent(&self, graph: &Arc<Graph>, scene: &Scene<'_>, choices: &mut Choices) -> Option<Case> {
        let terrain = Terrain::of(graph, scene.language);
        let mut pen = Pen::new(&terrain, scene.language, choices);
        pen.indexes &= ["graph.index", INDEX_DROP].iter().all(|feature| scene.target.features.allow(feature));
        (0..DRAWS).find_map(|_| {
            let parameters = serde_json::to_value((self.draw)(&mut pen)?).ok()?;
            let tree = self.question(&parameters, scene.language)?;
            Some(Case { graph: Arc::clone(graph), tree, parameters })
        })
    }

    fn plainer(&self, parameters: &Json, _language: &dyn Language) -> Vec<Json> {
        let Ok(parameters) = serde_json::from_value(parameters.clone()) else { return Vec::new() };
        (self.plainer)(&parameters).iter().filter_map(|plainer| serde_json::to_value(plainer).ok()).collect()
    }

    fn question(&self, parameters: &Json, language: &dyn Language) -> Option<Tree> {
        let parameters = serde_json::from_value(parameters.clone()).ok()?;
        let text = language.phraser()?.question(&(self.question)(&parameters))?;
        language.parse(&text).ok()
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if case.parameters.is_null() {
            return Err(Unfit("the relation asks questions of its own".to_owned()));
        }
        let parameters = serde_json::from_value(case.parameters.clone());
        let parameters = parameters.map_err(|error| Unfit(error.to_string()))?;
        let phraser = scene.language.phraser().ok_or_else(unspoken)?;
        let terrain = Terrain::of(&case.graph, scene.language);
        let inquiry = Inquiry::new(&case.graph, scene);
        let mut asking = Asking { scene, phraser, terrain, inquiry };
        (self.state)(&parameters, &mut asking)?;
        Ok(asking.inquiry.done())
    }
}

/// Journeys through a graph, one after the other: changes after which it should be what it was. At most `most` are taken,
/// of so many that are drawn, of those that fit.
pub(crate) fn journeys(
    graph: &Graph,
    language: &dyn Language,
    choices: &mut Choices,
    (most, draws): (usize, usize),
    fits: impl Fn(&[Change]) -> bool,
) -> Vec<Change> {
    penned(graph, language, choices, |pen| {
        let drawn = (0..draws).map_while(|_| journey::drawn(pen));
        drawn.filter(|journey| fits(journey)).take(most).flatten().collect()
    })
}

/// What is drawn with a pen from what a graph has.
pub(crate) fn penned<T>(
    graph: &Graph,
    language: &dyn Language,
    choices: &mut Choices,
    draw: impl FnOnce(&mut Pen<'_>) -> T,
) -> T {
    let terrain = Terrain::of(graph, language);
    draw(&mut Pen::new(&terrain, language, choices))
}

/// The query for the number of ways of a route.
pub(crate) fn counted_by(route: Route, language: &dyn Language) -> Option<Tree> {
    let question = Question { pattern: route.into(), ask: Ask::Count };
    parsed(language.phraser()?.question(&question), language).ok()
}

/// How many vertices there are of a spot.
fn number_of(spot: &Spot) -> Question {
    Question { pattern: Route::at(spot.clone()).into(), ask: Ask::Count }
}

/// Whether one vertex is of the spot, to the language too.
fn is_alone(spot: &Spot, asking: &mut Asking<'_>) -> Result<bool, Unfit> {
    Ok(asking.known(&number_of(spot))? == Some(1))
}

/// Sees to it that a vertex stands alone.
fn alone(spot: &Spot, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    if is_alone(spot, asking)? { Ok(()) } else { Err(unmet("a vertex does not stand alone")) }
}

fn unspoken() -> Unfit {
    Unfit("the language has no words for it".to_owned())
}

/// What a phraser has said; nothing where the language has no words for it.
pub(crate) fn parsed(text: Option<String>, language: &dyn Language) -> Result<Tree, Unfit> {
    let text = text.ok_or_else(unspoken)?;
    language.parse(&text).map_err(|error| Unfit(error.to_string()))
}

/// Asks the target in phrases.
pub(crate) struct Asking<'a> {
    scene: &'a Scene<'a>,
    phraser: &'static dyn Phraser,
    pub(crate) terrain: Terrain,
    inquiry: Inquiry<'a>,
}

impl Asking<'_> {
    /// The answer to a question.
    pub(crate) fn ask(&mut self, question: &Question) -> Result<Term, Unfit> {
        let tree = self.tree(self.phraser.question(question))?;
        self.inquiry.ask(&tree)
    }

    /// What the reference answered to the last question, when it is one whole number.
    pub(crate) fn number(&self) -> Option<i64> {
        self.inquiry.answer().and_then(number)
    }

    /// How many rows the reference answered to the last question.
    pub(crate) fn answered_rows(&self) -> Option<usize> {
        Some(self.inquiry.answer()?.table()?.rows.len())
    }

    /// What the reference answers to a question that is not asked of the target, when it is one whole number.
    pub(crate) fn known(&mut self, question: &Question) -> Result<Option<i64>, Unfit> {
        let tree = self.tree(self.phraser.question(question))?;
        Ok(self.inquiry.known(&tree)?.as_ref().and_then(number))
    }

    /// Changes the graph.
    pub(crate) fn change(&mut self, change: &Change) -> Result<(), Unfit> {
        self.inquiry.change(change)
    }

    /// Whether the changes so far add up to none.
    pub(crate) fn is_as_before(&mut self) -> Result<bool, Unfit> {
        let left = self.inquiry.left()?;
        Ok(state::is_same(self.inquiry.graph(), &left))
    }

    /// The case's graph.
    pub(crate) fn graph(&self) -> &Graph {
        self.inquiry.graph()
    }

    /// Loads no more than a part of the graph in its place: the vertices (or quads) at these positions.
    pub(crate) fn load_part(&mut self, part: Vec<usize>) {
        self.inquiry.load(Arrangement { part, ..Arrangement::default() });
    }

    /// Whether an index that the graph has not can be declared and dropped again.
    pub(crate) fn may_pass(&self, index: &Index) -> bool {
        let can_go = |graph: &PropertyGraph| {
            !graph.indexes.contains(index) && can_go(graph, index, self.scene.target.features)
        };
        self.graph().property().is_some_and(can_go)
    }

    /// Declares an index and drops it again.
    pub(crate) fn passing_index(&mut self, index: Index) {
        self.inquiry.passing_index(index);
    }

    /// States what must hold.
    pub(crate) fn holds(&mut self, left: Term, relation: Holds, right: Term) {
        self.inquiry.law(left, relation, right);
    }

    /// True when nothing but a vertex is met where any vertex is asked for; in RDF a literal may be.
    pub(crate) fn any_is_a_vertex(&self) -> bool {
        self.scene.language.model() == Model::Property
    }

    /// True when a pattern takes no edge twice.
    pub(crate) fn trails(&self) -> bool {
        self.phraser.trails(self.scene.target.profile)
    }

    /// True when a way of any length takes no vertex twice.
    pub(crate) fn any_is_simple(&self) -> bool {
        self.phraser.any_is_simple()
    }

    fn tree(&self, text: Option<String>) -> Result<Tree, Unfit> {
        parsed(text, self.scene.language)
    }
}

/// The one whole number of an answer.
fn number(answer: &Answer) -> Option<i64> {
    match answer.table()?.rows.as_slice() {
        [row] if row.len() == 1 => match &row[0] {
            Value::Int(number) => Some(*number),
            Value::Term(Literal(literal)) => literal.lexical.parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

/// A precondition that is not met.
pub(crate) fn unmet(what: &str) -> Unfit {
    Unfit(what.to_owned())
}
