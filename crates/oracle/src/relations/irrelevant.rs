//! `irrelevant`: what is changed elsewhere in the graph changes nothing of an answer.
//!
//! A component of its own, a vertex of a label of its own, a key that nobody asks for, or an index that comes and goes,
//! be it on what the question asks about: an engine may plan as if it were still there. All edges of the question have
//! a kind that the graph has, so that it never meets what is new. Vertices without a condition are asked for only at the
//! ends of such edges. Where the changes add up to none ([`super::journey`]) they may touch what is asked for.

use quarrel_case::graph::{Index, IndexKind};
use quarrel_case::law::Relation as Holds;
use quarrel_case::phrase::{Ask, Change, Direction, Fresh, Hop, Pattern, Question, Route, Spot, Times};
use quarrel_case::value::Element;
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::{ABOUT, Asking, Relation, journey, mirror, plain, unmet};
use crate::{About, Unfit};

pub(crate) static IRRELEVANT: Relation<Elsewhere> = Relation {
    about: About {
        name: "irrelevant",
        checks: "a vertex, an edge or a property of a name that a question does not ask for changes nothing of its answer, \
                 nor does what is changed and changed back, or an index that is dropped again",
        source: "GAMERA, section 4.3 (irrelevant data manipulation)",
        preconditions: "every edge of the question has a kind; the graph is put back afterwards",
        cost: 3,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: |elsewhere| elsewhere.question.clone(),
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Elsewhere {
    question: Question,
    changes: Vec<Change>,
    /// Declared and dropped again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    index: Option<Index>,
}

fn draw(pen: &mut Pen<'_>) -> Option<Elsewhere> {
    let (start, end) = (pen.spot(), pen.spot());
    let mut route = pen.route(start.clone(), end.clone());
    for leg in &mut route.legs {
        if leg.hop.kinds.is_empty() {
            leg.hop.kinds.push(pen.choices.pick(&pen.terrain.edges)?.kind.clone());
        }
    }
    let question = mirror::question(pen, route);
    let (label, kind) = (pen.fresh_name("Z"), pen.fresh_name("w"));
    let property = pen.terrain.properties().next()?;
    let (key, literal) = (pen.fresh_key(&property.key), property.literal.clone());
    let index = index(pen, &[start, end]).filter(|_| pen.choices.chance(25));
    if index.is_some() {
        return Some(Elsewhere { question, changes: Vec::new(), index });
    }
    let fresh = || Fresh { label: label.clone(), properties: vec![(key.clone(), literal.clone())] };
    let new = Spot { label: Some(label.clone()), conditions: Vec::new() };
    if pen.choices.chance(45) {
        let changes = [journey::drawn(pen)?, journey::drawn(pen)?].concat();
        let question =
            if pen.choices.chance(60) { counted(pen, &changes).unwrap_or(question) } else { question };
        return Some(Elsewhere { question, changes, index: None });
    }
    if !meets_only_what_it_names(&question) {
        return None;
    }
    let changes = match pen.choices.below(4) {
        0 => vec![Change::AddVertex(fresh())],
        1 => vec![Change::AddComponent { from: fresh(), kind, to: fresh() }],
        2 => vec![Change::AddVertex(fresh()), Change::DeleteVertices(new)],
        _ => vec![Change::Set { at: pen.spot(), key, literal }],
    };
    Some(Elsewhere { question, changes, index: None })
}

/// How many vertices a label has, or edges a kind, that one of the changes is about: what an engine may keep a counter of.
fn counted(pen: &mut Pen<'_>, changes: &[Change]) -> Option<Question> {
    let at = |label: &str| Route::at(Spot { label: Some(label.to_owned()), conditions: Vec::new() });
    let along =
        |kind: &str| Route::at(Spot::default()).then(Hop::once(Direction::Out, kind), Spot::default());
    let about = |change: &Change| match change {
        Change::AddVertex(new) | Change::AddUndone(new) => vec![at(&new.label)],
        Change::MergePendant { to, .. } => vec![at(&to.label)],
        Change::SetLabel { label, .. } => vec![at(label)],
        Change::AddPendant { kind, to, .. } => vec![along(kind), at(&to.label)],
        Change::AddComponent { kind, to, .. } => vec![along(kind), at(&to.label)],
        Change::AddEdge { kind, .. } | Change::DeleteEdgesIfAny { kind, .. } => vec![along(kind)],
        _ => Vec::new(),
    };
    let routes: Vec<Route> = changes.iter().flat_map(about).collect();
    let route = pen.choices.pick(&routes)?.clone();
    Some(Question { pattern: route.into(), ask: Ask::Count })
}

/// An index on what the question asks of an end, or on what some vertex has, where one can be declared.
fn index(pen: &mut Pen<'_>, ends: &[Spot]) -> Option<Index> {
    let vertex = pen.choices.pick(&pen.terrain.vertices).filter(|_| pen.indexes)?;
    let asked = ends.iter().find_map(|end| Some((end.label.clone()?, end.conditions.first()?.key.clone())));
    let had = || Some((vertex.labels.first()?.clone(), vertex.properties.first()?.key.clone()));
    // There can be no second one on the same key.
    let is_new = |(_, key): &(String, String)| pen.terrain.indexes.iter().all(|(_, known)| known != key);
    let (label, key) = asked.filter(is_new).or_else(had).filter(is_new)?;
    Some(Index { on: Element::Vertex, label, keys: vec![key], kind: IndexKind::Range })
}

fn state(elsewhere: &Elsewhere, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let is_elsewhere = meets_only_what_it_names(&elsewhere.question) && !touches(elsewhere, asking);
    if elsewhere.index.as_ref().is_some_and(|index| !asking.may_pass(index)) {
        return Err(unmet("the index cannot come and go"));
    }
    let before = asking.ask(&elsewhere.question)?;
    if let Some(index) = &elsewhere.index {
        asking.passing_index(index.clone());
    }
    for change in &elsewhere.changes {
        asking.change(change)?;
    }
    if !is_elsewhere && !asking.is_as_before()? {
        return Err(unmet("the change is not elsewhere"));
    }
    let after = asking.ask(&elsewhere.question)?;
    asking.holds(before, Holds::BagEqual, after);
    Ok(())
}

/// Every way has an edge, and every edge has a kind.
fn meets_only_what_it_names(question: &Question) -> bool {
    let Pattern::Route(route) = &question.pattern else { return false };
    let named = |route: &Route| {
        !route.legs.is_empty()
            && route.legs.iter().all(|leg| {
                !leg.hop.kinds.is_empty() && !matches!(leg.hop.times, Times::NoneTo(_) | Times::Exactly(0))
            })
    };
    named(route) && question.ask != Ask::Shortest
}

/// Whether a change gives a name to something that the graph has already.
fn touches(elsewhere: &Elsewhere, asking: &Asking<'_>) -> bool {
    let known = |name: &str| asking.terrain.has_name(name);
    let fresh = |fresh: &Fresh| known(&fresh.label);
    elsewhere.changes.iter().any(|change| match change {
        Change::AddVertex(new) => fresh(new),
        Change::AddComponent { from, kind, to } => fresh(from) || known(kind) || fresh(to),
        Change::DeleteVertices(spot) => spot.label.as_deref().is_none_or(known),
        Change::Set { key, .. } => known(key),
        _ => true,
    })
}

fn plainer(elsewhere: &Elsewhere) -> Vec<Elsewhere> {
    let questions = plain::questions(&elsewhere.question).into_iter();
    let questions = questions.map(|question| Elsewhere { question, ..elsewhere.clone() });
    let fewer = journey::fewer(&elsewhere.changes).into_iter();
    let fewer = fewer.map(|changes| Elsewhere { changes, ..elsewhere.clone() });
    fewer.chain(questions).collect()
}
