//! `update`: when a property is set, what asks for the new value finds it, and what asks for the old one does not.
//!
//! * *vertices*, or *edges* of a property graph: all that were to get the value are counted by it, and none by the value
//!   before;
//! * *compound*: several patterns that start at what is updated find by the new value what they found without it, and
//!   nothing by the value before. This holds of any pattern that asks for the key nowhere else.
//!
//! The value is one that another element of the graph has, under the same key where graphs are property graphs, so that
//! it is no special one: null, NaN or a number that an engine stores in another form.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{
    Ask, Change, Condition, Direction, Hop, Pattern, Question, Route, Spot, Test, Times,
};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::{Edge, Property, Vertex};
use super::way::between;
use super::{ABOUT, Asking, Relation, compound, number_of, plain, unmet};
use crate::{About, Unfit};

pub(crate) static UPDATE: Relation<Updated> = Relation {
    about: About {
        name: "update",
        checks: "after a property is set, all that were to get the value are found by it and none by the value before",
        source: "GAMERA, section 4.3 (data update)",
        preconditions: "the conditions that choose what is updated are on other keys; the graph is put back afterwards",
        cost: 4,
        ..ABOUT
    },
    property_graphs_only: false,
    draw,
    question: Updated::question,
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Updated {
    /// The edges of a hop.
    Edges { from: Spot, hop: Hop, to: Spot, setting: Setting },
    /// The vertices of a spot, as the start of a pattern.
    Compound { spot: Spot, setting: Setting, pattern: Pattern },
    /// The vertices of a spot.
    #[serde(untagged)]
    Vertices {
        spot: Spot,
        #[serde(flatten)]
        setting: Setting,
    },
}

/// What a property is set to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Setting {
    pub(super) key: String,
    /// The new value.
    pub(super) value: String,
    /// A value before.
    before: String,
}

impl Setting {
    fn holds(&self, value: &str) -> Condition {
        Condition::new(&self.key, Test::Equal, value)
    }

    /// Those of the spot that have a value.
    fn at(&self, spot: &Spot, value: &str) -> Spot {
        let mut spot = spot.clone();
        spot.conditions.push(self.holds(value));
        spot
    }

    fn along(&self, hop: &Hop, value: &str) -> Hop {
        Hop { condition: Some(self.holds(value)), ..hop.clone() }
    }
}

impl Updated {
    fn setting(&self) -> &Setting {
        match self {
            Updated::Edges { setting, .. }
            | Updated::Compound { setting, .. }
            | Updated::Vertices { setting, .. } => setting,
        }
    }

    fn question(&self) -> Question {
        self.asked(Some(&self.setting().value))
    }

    /// What is asked of those that have a value, or of all.
    fn asked(&self, value: Option<&str>) -> Question {
        let at = |spot: &Spot| value.map_or_else(|| spot.clone(), |value| self.setting().at(spot, value));
        match self {
            Updated::Vertices { spot, .. } => number_of(&at(spot)),
            Updated::Compound { spot, pattern, .. } => {
                let start = at(spot);
                compound::question(&compound::each(pattern, |route| route.start = start.clone()))
            }
            Updated::Edges { from, hop, to, setting } => {
                let hop = value.map_or_else(|| hop.clone(), |value| setting.along(hop, value));
                between(from, &hop, to, Ask::Count)
            }
        }
    }

    fn change(&self) -> Change {
        let Setting { key, value, .. } = self.setting().clone();
        match self {
            Updated::Vertices { spot, .. } | Updated::Compound { spot, .. } => {
                Change::Set { at: spot.clone(), key, literal: value }
            }
            Updated::Edges { from, hop, to, .. } => {
                let (from, hop, to) = (from.clone(), hop.clone(), to.clone());
                Change::SetOnEdges { from, hop, to, key, literal: value }
            }
        }
    }

    /// Whether what chooses the elements, and what else is asked of them, is not changed. In RDF an edge is a triple as
    /// a property is.
    fn chooses_by_others(&self, edges_are_triples: bool) -> bool {
        let key = &self.setting().key;
        let other = |spot: &Spot| asks_for_others(spot, key);
        match self {
            Updated::Vertices { spot, .. } => other(spot),
            Updated::Edges { hop, .. } => hop.condition.is_none() && hop.times == Times::Once,
            Updated::Compound { spot, pattern, .. } => {
                let routes = compound::parts(pattern);
                other(spot) && routes.iter().all(|route| passes_by(route, key, edges_are_triples))
            }
        }
    }
}

/// Whether a spot asks for other keys only.
pub(super) fn asks_for_others(spot: &Spot, key: &str) -> bool {
    spot.conditions.iter().all(|condition| condition.key != key)
}

/// Whether the legs of a route ask for other keys only. In RDF an edge is a triple as a property is.
pub(super) fn passes_by(route: &Route, key: &str, edges_are_triples: bool) -> bool {
    let named = |hop: &Hop| !hop.kinds.is_empty() && hop.kinds.iter().all(|kind| kind != key);
    let mut legs = route.legs.iter();
    legs.all(|leg| asks_for_others(&leg.end, key) && (!edges_are_triples || named(&leg.hop)))
}

fn draw(pen: &mut Pen<'_>) -> Option<Updated> {
    let weights = [50, 25, if pen.edge_properties { 25 } else { 0 }];
    match pen.choices.weighted(&weights) {
        0 => {
            let (spot, setting) = vertices(pen)?;
            Some(Updated::Vertices { spot, setting })
        }
        1 => several(pen),
        _ => edges(pen),
    }
}

/// Vertices of a spot, and what one of them has and others as well.
fn vertices(pen: &mut Pen<'_>) -> Option<(Spot, Setting)> {
    // Where nothing is asked of an RDF vertex it may be a literal.
    let typed = pen.edge_properties;
    let is_told = |(vertex, before): &&(&Vertex, &Property)| {
        typed || !vertex.labels.is_empty() || vertex.properties.iter().any(|other| other.key != before.key)
    };
    let changeable = changeable(pen);
    let fitting: Vec<_> = changeable.iter().filter(is_told).collect();
    let (vertex, before) = **pen.choices.pick(&fitting)?;
    let label = pen.choices.pick(&vertex.labels).cloned();
    let setting = setting(pen, before, pen.terrain.properties())?;
    let others: Vec<_> = vertex.properties.iter().filter(|other| other.key != before.key).collect();
    let must = !typed && label.is_none();
    let condition = pen.choices.pick(&others).filter(|_| must || pen.choices.chance(40));
    let spot = Spot { label, conditions: condition.map(|other| Vertex::equal(other)).into_iter().collect() };
    Some((spot, setting))
}

/// Vertices with a property that may take another value of the graph: those of indexes alone, or all.
pub(super) fn changeable<'t>(pen: &mut Pen<'t>) -> Vec<(&'t Vertex, &'t Property)> {
    let (terrain, typed) = (pen.terrain, pen.edge_properties);
    let all = terrain.vertices.iter();
    let all: Vec<(&Vertex, &Property)> =
        all.flat_map(|vertex| vertex.properties.iter().map(move |property| (vertex, property))).collect();
    let indexed: Vec<_> =
        terrain.indexed().into_iter().map(|(vertex, _, property)| (vertex, property)).collect();
    let from = if pen.choices.chance(50) && !indexed.is_empty() { &indexed } else { &all };
    let is_other =
        |(_, before): &&(&Vertex, &Property)| all.iter().any(|(_, other)| differs(other, before, typed));
    from.iter().filter(is_other).copied().collect()
}

/// Whether it may take the place of a value: another one, of the same key where a key may have one type alone.
fn differs(other: &Property, before: &Property, typed: bool) -> bool {
    (!typed || other.key == before.key) && other.literal != before.literal
}

/// A value that another element has.
pub(super) fn setting<'t>(
    pen: &mut Pen<'_>,
    before: &Property,
    all: impl Iterator<Item = &'t Property>,
) -> Option<Setting> {
    let values: Vec<&Property> = all.filter(|other| differs(other, before, pen.edge_properties)).collect();
    let value = pen.choices.pick(&values)?.literal.clone();
    Some(Setting { key: before.key.clone(), value, before: before.literal.clone() })
}

/// Patterns of several routes that start at what is updated.
fn several(pen: &mut Pen<'_>) -> Option<Updated> {
    let (spot, setting) = vertices(pen)?;
    let end = pen.spot();
    let mut pattern = compound::drawn(pen, &spot, &end);
    if !pen.edge_properties {
        let kind = pen.kind();
        let name = |hop: &mut Hop| {
            if hop.kinds.is_empty() {
                hop.kinds.push(kind.clone());
            }
        };
        pattern = compound::each(&pattern, |route| route.legs.iter_mut().for_each(|leg| name(&mut leg.hop)));
    }
    let updated = Updated::Compound { spot, setting, pattern };
    updated.chooses_by_others(!pen.edge_properties).then_some(updated)
}

/// The edges of one kind, or of any, between vertices of some labels.
fn edges(pen: &mut Pen<'_>) -> Option<Updated> {
    let terrain = pen.terrain;
    let all: Vec<(&Edge, &Property)> =
        terrain.edges.iter().flat_map(|edge| edge.properties.iter().map(move |own| (edge, own))).collect();
    let is_other = |before: &Property| all.iter().any(|(_, other)| differs(other, before, true));
    let fitting: Vec<_> = all.iter().filter(|(_, before)| is_other(before)).collect();
    let (edge, before) = **pen.choices.pick(&fitting)?;
    let setting = setting(pen, before, all.iter().map(|(_, property)| *property))?;
    let mut hop = Hop::once(Direction::Out, edge.kind.clone());
    if pen.choices.chance(20) {
        hop.kinds.clear();
    }
    let mut spot = |vertex: usize| {
        let label = terrain.vertices.get(vertex).and_then(|vertex| pen.choices.pick(&vertex.labels));
        Spot { label: label.cloned().filter(|_| pen.choices.chance(50)), conditions: Vec::new() }
    };
    Some(Updated::Edges { from: spot(edge.source), hop, to: spot(edge.target), setting })
}

fn state(updated: &Updated, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let Setting { value, before, .. } = updated.setting();
    if !updated.chooses_by_others(!asking.any_is_a_vertex()) || value == before {
        return Err(unmet("the update changes what chooses it"));
    }
    if let Updated::Vertices { spot, .. } | Updated::Compound { spot, .. } = updated
        && *spot == Spot::default()
        && !asking.any_is_a_vertex()
    {
        return Err(unmet("what is updated may be a literal"));
    }
    let (old, new) = (updated.asked(Some(before)), updated.asked(Some(value)));
    let all = asking.ask(&updated.asked(None))?;
    asking.ask(&old)?;
    asking.change(&updated.change())?;
    let found = asking.ask(&new)?;
    let left = asking.ask(&old)?;
    // Two literals may be one value.
    let one = unmet("the two values are one");
    let sum = |term| Term::Sum(Box::new(term));
    if matches!(updated, Updated::Compound { .. }) {
        asking.answered_rows().filter(|rows| *rows == 0).ok_or(one)?;
        asking.holds(found, Holds::BagEqual, all);
        asking.holds(Term::Count(Box::new(left)), Holds::Equal, Term::Number(0));
    } else {
        asking.number().filter(|number| *number == 0).ok_or(one)?;
        asking.holds(sum(found), Holds::Equal, sum(all));
        asking.holds(sum(left), Holds::Equal, Term::Number(0));
    }
    Ok(())
}

fn plainer(updated: &Updated) -> Vec<Updated> {
    match updated {
        Updated::Vertices { spot, setting } => {
            let spots = plain::spots(spot).into_iter();
            spots.map(|spot| Updated::Vertices { spot, setting: setting.clone() }).collect()
        }
        Updated::Compound { spot, setting, pattern } => {
            let with =
                |spot: Spot, pattern: Pattern| Updated::Compound { spot, setting: setting.clone(), pattern };
            let alone = Updated::Vertices { spot: spot.clone(), setting: setting.clone() };
            let spots = plain::spots(spot).into_iter().map(|spot| with(spot, pattern.clone()));
            let patterns = compound::plainer(pattern).into_iter();
            let patterns = patterns.map(|pattern| with(spot.clone(), pattern));
            std::iter::once(alone).chain(spots).chain(patterns).collect()
        }
        Updated::Edges { from, hop, to, setting } => {
            let with = |from: &Spot, hop: &Hop, to: &Spot| Updated::Edges {
                from: from.clone(),
                hop: hop.clone(),
                to: to.clone(),
                setting: setting.clone(),
            };
            let starts = plain::spots(from).into_iter().map(|from| with(&from, hop, to));
            let hops = plain::hops(hop).into_iter().map(|hop| with(from, &hop, to));
            let ends = plain::spots(to).into_iter().map(|to| with(from, hop, &to));
            starts.chain(hops).chain(ends).collect()
        }
    }
}
