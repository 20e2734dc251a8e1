//! Planted faults: ways in which this evaluator can be told to be wrong, to see whether the oracles notice.
//!
//! An engine goes wrong in three places, and so do the faults. A wrong rewriting of a query is a rewriting here too
//! ([`rewrite`], [`plans`]), made before the evaluator sees the query, so that the evaluator stays as clear as the
//! recommendation. A wrong operator of the algebra is another operator ([`operators`]). A wrong value is one line
//! at the place where the right one is computed, and asks [`Semantics::has`](super::Semantics). With no fault
//! on nothing of this is reached.

mod memory;
mod operators;
mod plans;
mod rewrite;
mod table;

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::profile::Profile;

use crate::ast::Query;
use plans::Plans;

pub(super) use memory::{Memory, unfiltered_beside_optional};
pub(super) use operators::{is_constant, round_away};
use rewrite::only_in_filters;
pub use table::FAULTS;
pub(crate) use table::Fault;

/// From so many triples on filters are moved out (s37).
const MANY_TRIPLES: usize = 4;

impl Fault {
    /// The fault that is on.
    pub(crate) fn of(profile: &Profile) -> Option<Self> {
        let id = profile.fault.as_deref()?;
        let index = FAULTS.iter().position(|fault| fault.id == id)?;
        Self::ALL.get(index).copied()
    }
}

/// A fault with what it remembers beside the graph, from one load to the next.
#[derive(Debug)]
pub(super) struct Planted {
    fault: Fault,
    plans: Plans,
    /// Whether the default graph has ever held [`MANY_TRIPLES`].
    many_triples: bool,
}

impl Planted {
    pub(super) fn new(fault: Fault, triples: usize) -> Self {
        Self { fault, plans: Plans::default(), many_triples: triples >= MANY_TRIPLES }
    }

    /// The query that is evaluated in a query's place.
    pub(super) fn misread(&mut self, query: &Query) -> Result<Query, QueryError> {
        if self.fault == Fault::SecondHavingRejected && query.modifiers.having.len() > 1 {
            return Err(QueryError::new(Phase::Parse, "SyntaxError", "HAVING takes one condition"));
        }
        let mut query = query.clone();
        match self.fault {
            Fault::OptionalFilterInside => rewrite::filters_inside_optional(&mut query),
            Fault::OptionalBracesLost => rewrite::optional_without_braces(&mut query),
            Fault::FilterIntoOptional => rewrite::filters_into_optional(&mut query),
            Fault::ZeroPathOfValues => rewrite::values_into_paths(&mut query),
            Fault::FilterIntoBranch => rewrite::filters_into_branch(&mut query),
            Fault::UnusedGroupExists => rewrite::unused_groups_exist(&mut query),
            Fault::SelfEqualityFolded => rewrite::self_equalities(&mut query),
            Fault::FilterMovedOut if self.many_triples => rewrite::filters_moved_out(&mut query),
            Fault::PlanReused => self.plans.reuse(&mut query),
            _ => {}
        }
        Ok(query)
    }
}
