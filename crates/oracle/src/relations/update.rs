//! `update`: when a property is set, what asks for the new value finds it, and what asks for the old one does not.
//!
//! The value is one that another element of the graph has under the same key, so that it is no special one: null, NaN or
//! a number that an engine stores in another form.

use quarrel_case::law::{Relation as Holds, Term};
use quarrel_case::phrase::{Change, Condition, Spot, Test};
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::terrain::{Property, Vertex};
use super::{ABOUT, Asking, Relation, number_of, plain, unmet};
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
    question: |updated| number_of(&updated.with(&updated.value)),
    state,
    plainer,
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Updated {
    /// What is updated.
    spot: Spot,
    key: String,
    /// The new value.
    value: String,
    /// A value before.
    before: String,
}

impl Updated {
    /// Those of the spot that have a value.
    fn with(&self, value: &str) -> Spot {
        let condition = Condition { key: self.key.clone(), test: Test::Equal, literal: value.to_owned() };
        let mut spot = self.spot.clone();
        spot.conditions.push(condition);
        spot
    }
}

fn draw(pen: &mut Pen<'_>) -> Option<Updated> {
    let all = pen.terrain.vertices.iter();
    let all: Vec<(&Vertex, &Property)> =
        all.flat_map(|vertex| vertex.properties.iter().map(move |property| (vertex, property))).collect();
    let indexed: Vec<_> =
        pen.terrain.indexed().into_iter().map(|(vertex, _, property)| (vertex, property)).collect();
    let from = if pen.choices.chance(50) && !indexed.is_empty() { &indexed } else { &all };
    let repeated: Vec<_> = from.iter().filter(|(_, property)| is_one_of_many(property, &all)).collect();
    let (vertex, before) = **pen.choices.pick(&repeated)?;
    let before = before.clone();
    let label = pen.choices.pick(&vertex.labels).cloned();
    let values: Vec<String> = pen
        .terrain
        .properties()
        .filter(|property| property.key == before.key && property.literal != before.literal)
        .map(|property| property.literal.clone())
        .collect();
    let value = pen.choices.pick(&values)?.clone();
    let others: Vec<_> = vertex.properties.iter().filter(|other| other.key != before.key).collect();
    let condition =
        pen.choices.pick(&others).filter(|_| pen.choices.chance(40)).map(|other| Vertex::equal(other));
    let spot = Spot { label, conditions: condition.into_iter().collect() };
    Some(Updated { spot, key: before.key, value, before: before.literal })
}

/// Whether another value of the key is there.
fn is_one_of_many(property: &Property, all: &[(&Vertex, &Property)]) -> bool {
    all.iter().any(|(_, other)| other.key == property.key && other.literal != property.literal)
}

fn state(updated: &Updated, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let Updated { spot, key, value, before } = updated;
    if spot.conditions.iter().any(|condition| condition.key == *key) || value == before {
        return Err(unmet("the update changes what chooses it"));
    }
    if *spot == Spot::default() && !asking.any_is_a_vertex() {
        return Err(unmet("what is updated may be a literal"));
    }
    let (old, new) = (number_of(&updated.with(before)), number_of(&updated.with(value)));
    let all = asking.ask(&number_of(spot))?;
    asking.ask(&old)?;
    asking.change(&Change::Set { at: spot.clone(), key: key.clone(), literal: value.clone() })?;
    let found = asking.ask(&new)?;
    let reference = asking.number();
    let left = asking.ask(&old)?;
    // Two literals may be one value.
    if asking.number() != Some(0) || reference.is_none() {
        return Err(unmet("the two values are one"));
    }
    let sum = |term| Term::Sum(Box::new(term));
    asking.holds(sum(found), Holds::Equal, sum(all));
    asking.holds(sum(left), Holds::Equal, Term::Number(0));
    Ok(())
}

fn plainer(updated: &Updated) -> Vec<Updated> {
    plain::spots(&updated.spot).into_iter().map(|spot| Updated { spot, ..updated.clone() }).collect()
}
