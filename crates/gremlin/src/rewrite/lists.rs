//! What gathers traversers, as what is done with the list, or with groups, of all of them.
//!
//! Semantics: "Comparability, Equality, Orderability, and Equivalence": doubles are found by equivalence, in `dedup()` as
//! among the keys of a map and in a set, and both scopes of `order()` sort alike. A list of all has no labels and no way.

use super::site::{Edit, Site};
use crate::ast::{Argument, Step, StepName as S, Token};
use crate::build::{around, bare, int, local};
use crate::cut::gives;
use crate::walk;

/// Whether all traversers may be gathered there: nothing looks at where they were or what they carry, or at how they are
/// merged, and nothing is repeated, where a list of all would be one of each iteration.
fn may_gather(site: &Site<'_>) -> bool {
    let labelled = || walk::any(site.fit.steps, &|step| step.name == S::As);
    site.fit.is_plain() && site.fit.bulkless && !site.chain.looping && !site.chain.pattern && !labelled()
}

/// What is sorted before it is put into a list as what is sorted in the list. Reference, "Order Step".
pub(super) fn sorted_in_list(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|_| site.is(S::Order) && !gives::is_local(site.here()))?;
    let fold = site.near(isize::try_from(unit.len()).ok()?)?;
    // Of nothing some versions make no list where it is sorted first (TINKERPOP-2971), and a `by()` that gives nothing
    // is another question before 3.6.
    let alike = site.fit.rules.empty_group == 0 && site.fit.rules.unproductive_by == 0;
    let folds = fold.name == S::Fold && fold.arguments.is_empty();
    (alike && folds && site.fit.is_plain() && !site.chain.looping).then(|| {
        let bys = unit.get(1..).unwrap_or_default();
        (unit.len() + 1, [&[bare(S::Fold), local(S::Order)], bys].concat())
    })
}

/// Whether it is `dedup()` of what traversers stand on.
fn is_plain_dedup(site: &Site<'_>) -> bool {
    site.is(S::Dedup) && site.here().arguments.is_empty()
}

/// How many are left of each once as how many keys there are. Reference, "GroupCount Step".
pub(super) fn kinds_counted(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|unit| is_plain_dedup(site) && unit.len() == 1 && may_gather(site))?;
    let counts = site.near(1).is_some_and(|next| next.name == S::Count && next.arguments.is_empty());
    counts.then(|| (unit.len() + 1, vec![bare(S::GroupCount), local(S::Count)]))
}

/// Each once as the items of the set of all. Reference, "Dedup Step".
pub(super) fn dedup_of_list(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|unit| is_plain_dedup(site) && unit.len() == 1 && may_gather(site))?;
    site.chain.top.then(|| (unit.len(), vec![bare(S::Fold), local(S::Dedup), bare(S::Unfold)]))
}

/// The first of those alike by something as the first of each group. Reference, "Dedup Step": the first stays.
pub(super) fn first_of_groups(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|_| is_plain_dedup(site) && site.chain.top && may_gather(site))?;
    let [_, by] = unit else { return None };
    // One item that is unfolded would be taken apart if it were a list itself.
    let alike = site.on_elements() && site.fit.rules.unproductive_by == 0 && site.fit.rules.dedup_kept == 0;
    let keyed = by.name == S::By && by.arguments.len() == 1;
    (alike && keyed).then(|| {
        let values = Step::new(S::Select, vec![Argument::Token(Token::ColumnValues)]);
        let first = Step::new(S::Limit, vec![Argument::Token(Token::ScopeLocal), int(1)]);
        let list = around(S::By, vec![bare(S::Fold)]);
        (2, vec![bare(S::Group), by.clone(), list, values, bare(S::Unfold), first, bare(S::Unfold)])
    })
}
