//! What several relations share: a way told from its start and the same way told from its end give the same pairs.
//!
//! This holds whether a pattern may take an edge twice or not, since it is the same set of edges that is taken, and for
//! pairs as a bag, each once, or counted. It needs the same bounds and the same conditions at both ends.

use quarrel_case::law::Relation as Holds;
use quarrel_case::phrase::{Ask, Pattern, Question, Route};

use super::pen::Pen;
use super::{Asking, unmet};
use crate::Unfit;

/// The question about a route: mostly its pairs, sometimes each once, sometimes how many.
pub(super) fn question(pen: &mut Pen<'_>, route: Route) -> Question {
    let ask = [Ask::DistinctPairs, Ask::Pairs, Ask::Count][pen.choices.weighted(&[40, 35, 25])];
    Question { pattern: route.into(), ask }
}

/// States that both ways of telling it give the same.
pub(super) fn state(question: &Question, asking: &mut Asking<'_>) -> Result<(), Unfit> {
    let Pattern::Route(route) = &question.pattern else { return Err(unmet("one route is needed")) };
    let told = asking.ask(question)?;
    let mirrored = asking.ask(&Question { pattern: route.mirrored().into(), ..question.clone() })?;
    asking.holds(mirrored, Holds::BagEqual, told);
    Ok(())
}
