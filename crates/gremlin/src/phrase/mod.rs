//! Relations of graphs, said in Gremlin.
//!
//! A question about pairs of vertices is walked at the top of one traversal, from the one end to the other, and the
//! ends carry the labels `a` and `b`; so a row is a map of both, whichever end the route was told from. What a
//! comparison says of what it cannot compare has changed from version to version where it stands inside a filter
//! (TINKERPOP-2940), and only there: that a second route connects the same ends is therefore walked behind the first
//! and no traversal inside `where()`, and what must not hold compares by equality alone, which is never in doubt.
//!
//! A traversal takes an edge as often as it comes to it (it has walks and no trails), so whether two legs stand in one
//! pattern or in two makes no difference. Only steps that 3.6 has are used.

mod change;
mod question;
mod route;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod walked;

use quarrel_case::phrase::{Change, Condition, Phraser, Question, Spot, Test, Truth};
use quarrel_case::profile::Profile;

use crate::ast::{Argument, PredicateName, Query, Step, StepName as S};
use crate::build::{named, test};
use crate::parse;
use crate::print::{self, Spelling};

/// Says relations in Gremlin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Phrases;

impl Phraser for Phrases {
    fn question(&self, question: &Question) -> Option<String> {
        question::steps(question).map(text)
    }

    fn change(&self, change: &Change) -> Option<String> {
        change::steps(change).map(text)
    }

    /// Reference, "The Graph Process": a traverser may come again to where it was; `simplePath()` forbids it.
    fn trails(&self, _profile: &Profile) -> bool {
        false
    }

    /// `repeat()` without a bound ends only where no vertex is taken twice.
    fn any_is_simple(&self) -> bool {
        true
    }
}

fn text(steps: Vec<Step>) -> String {
    print::print(&Query { steps }, &Spelling::default())
}

/// The filters of a vertex; of none, when anything will do.
fn filters(spot: &Spot) -> Option<Vec<Step>> {
    let label = spot.label.iter().map(|label| Some(named(S::HasLabel, [label.as_str()])));
    label.chain(spot.conditions.iter().map(condition)).collect()
}

/// The filters of a vertex that must not be: only those of which the negation is told alike by every version.
fn forbidden(spot: &Spot) -> Option<Vec<Step>> {
    let is_told = spot.conditions.iter().all(is_certain);
    filters(spot).filter(|filters| is_told && !filters.is_empty())
}

/// Whether every version says the same of what does not pass it.
fn is_certain(held: &Condition) -> bool {
    (held.test, held.truth) == (Test::Equal, Truth::True)
}

fn condition(condition: &Condition) -> Option<Step> {
    let value = literal(&condition.literal).filter(|value| matches!(value, Argument::Literal(_)))?;
    let name = match (condition.test, condition.truth) {
        (Test::Equal, Truth::True) => None,
        (Test::Equal, Truth::False) => Some(PredicateName::Neq),
        (Test::Equal, Truth::Unknown) => return Some(named(S::HasNot, [condition.key.as_str()])),
        // What does not compare is neither smaller nor not, and versions differ in it.
        (_, Truth::False | Truth::Unknown) => return None,
        (Test::Less, Truth::True) => Some(PredicateName::Lt),
        (Test::AtMost, Truth::True) => Some(PredicateName::Lte),
        (Test::Greater, Truth::True) => Some(PredicateName::Gt),
        (Test::AtLeast, Truth::True) => Some(PredicateName::Gte),
    };
    let asked = match name {
        Some(name) => test(name, value),
        None => value,
    };
    Some(Step::new(S::Has, vec![Argument::string(&condition.key), asked]))
}

/// The constant that a text is.
fn literal(text: &str) -> Option<Argument> {
    let query = parse::parse(&format!("g.inject({text})")).ok()?;
    let [Step { name: S::Inject, arguments }] = query.steps.as_slice() else { return None };
    match arguments.as_slice() {
        [value @ (Argument::Literal(_) | Argument::List(_) | Argument::Set(_) | Argument::Map(_))] => {
            Some(value.clone())
        }
        _ => None,
    }
}
