//! Oracles that ask the same query under other circumstances, which no language lets an answer depend on: with an index,
//! with the graph loaded in another order, under another plan, after changes that were undone, and once more.

mod arrangement;
mod index;
mod plan;
mod repeat;
mod round_trip;

use quarrel_case::check::Check;
use quarrel_case::law::{Relation, Term};

use crate::inquiry::Inquiry;
use crate::{About, Case, Scene, Unfit};

pub(crate) use arrangement::Arranged;
pub(crate) use index::Indexed;
pub(crate) use plan::Planned;
pub(crate) use repeat::Repeated;
pub(crate) use round_trip::RoundTrip;

const ABOUT: About = About {
    name: "",
    checks: "",
    source: "",
    preconditions: "the query reads, and the language determines its answer",
    cost: 2,
    needs_peer: false,
    invents: false,
    weight: 1,
};

/// The check that asks the case's query before and after something that must not matter.
fn twice(case: &Case, scene: &Scene<'_>, between: impl FnOnce(&mut Inquiry<'_>)) -> Result<Check, Unfit> {
    let (inquiry, _) = asked_twice(case, scene, Inquiry::new(&case.graph, scene), between)?;
    Ok(inquiry.done())
}

/// The same in an inquiry that goes on, with the first answer.
fn asked_twice<'a>(
    case: &Case,
    scene: &Scene<'_>,
    mut inquiry: Inquiry<'a>,
    between: impl FnOnce(&mut Inquiry<'a>),
) -> Result<(Inquiry<'a>, Term), Unfit> {
    if scene.language.writes(&case.tree) {
        return Err(Unfit("a write is not asked twice".to_owned()));
    }
    let evaluation = scene.evaluation(case)?;
    let first: Term = inquiry.ask_known(&case.tree, evaluation.clone())?;
    between(&mut inquiry);
    let second = inquiry.ask_known(&case.tree, evaluation)?;
    inquiry.law(first.clone(), Relation::BagEqual, second);
    Ok((inquiry, first))
}
