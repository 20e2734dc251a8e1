//! `repartition`: the matches of a pattern for which a test is true, false and unknown are all of its matches, before the
//! property that is tested is set and after.
//!
//! A pattern that does not ask for the property finds the same before and after; what is set moves matches from one part
//! to another, so that an engine which looks one part up in what it keeps beside the elements, such as an index or a
//! column, loses them or has them twice. In RDF a vertex may have several values: it is of the first part if one passes,
//! of the second if one can be tested and none passes, and of the third if none can be.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Ask, Change, Condition, Question, Route, Spot, Test, Truth};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::Vertex;
use super::update::{self, Setting};
use super::{ABOUT, Asking, Relation, plain, unmet};
use crate::{About, Unfit};

pub(crate) static REPARTITION: Relation<Parted> = Relation {
    about: About {
        name: "repartition",
        checks: "the matches for which a test of a property is true, false and unknown are all matches of the pattern, \
                 also after the property is set",
        source: "GAMERA, section 4.3 (data update) of its section 4.2 (pattern partitioning)",
        preconditions: "the pattern asks for the property nowhere else; the graph is put back afterwards",
        cost: 8,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    // Of the three parts a language may have no words for the second and the third.
    question: |parted| parted.part(Truth::Unknown),
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parted {
    route: Route,
    /// Which vertex of the route is tested: its start, or the end of its leg with this number, from one.
    place: usize,
    test: Condition,
    /// Pairs, or how many.
    ask: Ask,
    /// What is updated.
    at: Spot,
    value: String,
}

impl Parted {
    fn question(&self, route: Route) -> Question {
        Question { pattern: route.into(), ask: self.ask }
    }

    /// The matches for which the test comes to this.
    fn part(&self, truth: Truth) -> Question {
        let mut route = self.route.clone();
        if let Some(spot) = tested(&mut route, self.place) {
            spot.conditions.push(Condition { truth, ..self.test.clone() });
        }
        self.question(route)
    }

    /// Whether the pattern asks for the property nowhere. In RDF an edge is a triple as a property is.
    fn asks_for_others(&self, edges_are_triples: bool) -> bool {
        let key = &self.test.key;
        update::asks_for_others(&self.route.start, key)
            && update::passes_by(&self.route, key, edges_are_triples)
    }

    /// Whether the pattern finds each vertex as often with a test as without one: what nothing else is said of is found
    /// in RDF once for each triple that it stands in.
    fn is_bound(&self, edges_are_triples: bool) -> bool {
        !edges_are_triples || !self.route.legs.is_empty() || self.route.start.label.is_some()
    }
}

/// The vertex of a route at a place.
fn tested(route: &mut Route, place: usize) -> Option<&mut Spot> {
    match place.checked_sub(1) {
        None => Some(&mut route.start),
        Some(leg) => route.legs.get_mut(leg).map(|leg| &mut leg.end),
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Parted> {
    let (at, Setting { key, value, .. }) = updated(pen)?;
    let test = pen.tested(&key)?;
    // What is updated is among what is tested.
    let label = at.label.clone().filter(|_| pen.choices.chance(80));
    let is_bound = pen.edge_properties || label.is_some();
    let spot = Spot { label, conditions: Vec::new() };
    let (route, place) = match is_bound && pen.choices.chance(35) {
        true => (Route::at(spot), 0),
        false => {
            let other = pen.spot();
            let is_start = pen.choices.chance(50);
            let route = if is_start { pen.route(spot, other) } else { pen.route(other, spot) };
            let place = if is_start { 0 } else { route.legs.len() };
            (route, place)
        }
    };
    // Names of blank nodes mean nothing beyond one answer.
    let ask =
        if pen.choices.chance(if pen.edge_properties { 25 } else { 60 }) { Ask::Count } else { Ask::Pairs };
    let mut parted = Parted { route, place, test, ask, at, value };
    if !pen.edge_properties {
        let kind = pen.kind();
        let unnamed = parted.route.legs.iter_mut().filter(|leg| leg.hop.kinds.is_empty());
        unnamed.for_each(|leg| leg.hop.kinds.push(kind.clone()));
    }
    parted.asks_for_others(!pen.edge_properties).then_some(parted)
}

/// Vertices of a label, or with a property that one of them has, and what that is set to.
fn updated(pen: &mut Pen<'_>) -> Option<(Spot, Setting)> {
    let changeable = update::changeable(pen);
    let (vertex, before) = *pen.choices.pick(&changeable)?;
    let setting = update::setting(pen, before, pen.terrain.properties())?;
    let label = pen.choices.pick(&vertex.labels).cloned();
    let alone = label.is_none() || pen.choices.chance(50);
    let conditions = alone.then(|| Vertex::equal(before)).into_iter().collect();
    Some((Spot { label, conditions }, setting))
}

fn state(parted: &Parted, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let triples = !asking.any_is_a_vertex();
    if !parted.asks_for_others(triples) {
        return Err(unmet("the pattern asks for what is updated"));
    }
    if !parted.is_bound(triples) {
        return Err(unmet("a vertex is found once for each of its triples"));
    }
    if triples && parted.at == Spot::default() {
        return Err(unmet("what is updated may be a literal"));
    }
    if parted.place > parted.route.legs.len() || parted.test.truth != Truth::True {
        return Err(unmet("there is no test"));
    }
    let all = parted.counted(asking.ask(&parted.question(parted.route.clone()))?);
    let before = parts(parted, asking)?;
    let (at, key, literal) = (parted.at.clone(), parted.test.key.clone(), parted.value.clone());
    asking.change(&Change::Set { at, key, literal })?;
    let after = parts(parted, asking)?;
    let holds = if parted.ask == Ask::Count { Holds::Equal } else { Holds::BagEqual };
    asking.holds(all.clone(), holds, before);
    asking.holds(all, holds, after);
    Ok(())
}

impl Parted {
    fn counted(&self, answer: Term) -> Term {
        if self.ask == Ask::Count { Term::Sum(Box::new(answer)) } else { answer }
    }
}

/// All three parts together.
fn parts(parted: &Parted, asking: &mut Asking<'_>) -> Result<Term, Unfit> {
    let mut part = |truth| Ok(Box::new(parted.counted(asking.ask(&parted.part(truth))?)));
    let (passes, fails, unknown) = (part(Truth::True)?, part(Truth::False)?, part(Truth::Unknown)?);
    let together = if parted.ask == Ask::Count { Term::Add } else { Term::Plus };
    Ok(together(Box::new(together(passes, fails)), unknown))
}

fn plainer(parted: &Parted) -> Vec<Parted> {
    let routes = plain::routes(&parted.route).into_iter();
    // Where a leg is gone the route has its ends still, and so has the test, which is at one of them.
    let is_last = parted.place == parted.route.legs.len();
    let place = |route: &Route| if is_last { route.legs.len() } else { parted.place.min(route.legs.len()) };
    let shorter = routes.map(|route| Parted { place: place(&route), route, ..parted.clone() });
    let alone = (!parted.route.legs.is_empty()).then(|| {
        let spot = tested(&mut parted.route.clone(), parted.place).cloned().unwrap_or_default();
        Parted { route: Route::at(spot), place: 0, ..parted.clone() }
    });
    let spots = plain::spots(&parted.at).into_iter().map(|at| Parted { at, ..parted.clone() });
    let equal = (parted.test.test != Test::Equal)
        .then(|| Parted { test: Condition { test: Test::Equal, ..parted.test.clone() }, ..parted.clone() });
    alone.into_iter().chain(shorter).chain(spots).chain(equal).collect()
}
