//! What is put in order, cut, counted: the same in other words.

use super::fit::{Tail, tail};
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Step, StepName as S, Token};
use crate::build::{around, bare, int, local};
use crate::cut::gives;

/// Whether no step is seen to be on the way twice: of the local scope it makes a list anew.
fn is_short(site: &Site<'_>) -> bool {
    site.fit.is_plain() || !gives::is_local(site.here())
}

/// `dedup()` again. What has been left once stays.
pub(super) fn dedup_twice(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|_| site.is(S::Dedup) && is_short(site))?;
    Some((unit.len(), [unit, unit].concat()))
}

/// An order again. It is stable where nothing is exchanged.
pub(super) fn order_twice(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|_| site.is(S::Order) && is_short(site))?;
    Some((unit.len(), [unit, unit].concat()))
}

/// An order by what is the same for all first, and then by what else.
pub(super) fn order_by_constant(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|_| site.is(S::Order) && !gives::is_local(site.here()))?;
    let (order, bys) = unit.split_first()?;
    let mut steps = vec![order.clone(), around(S::By, vec![Step::new(S::Constant, vec![int(0)])])];
    steps.extend_from_slice(bys);
    if bys.is_empty() {
        steps.push(bare(S::By));
    }
    Some((unit.len(), steps))
}

fn cut(step: &Step) -> Option<i32> {
    match step.arguments.as_slice() {
        [Argument::Literal(Literal::Int(count))] if *count >= 0 => Some(*count),
        [Argument::Literal(Literal::Long(count))] if *count >= 0 => i32::try_from(*count).ok(),
        _ => None,
    }
}

/// A wider cut before a cut.
pub(super) fn limit_twice(site: &Site<'_>) -> Edit {
    let count = cut(site.here()).filter(|_| site.is(S::Limit))?.checked_add(1)?;
    Some((1, vec![Step::new(S::Limit, vec![int(count)]), site.here().clone()]))
}

/// `limit()` and `skip()` as `range()`. Reference, "Range Step".
pub(super) fn ranged(site: &Site<'_>) -> Edit {
    let count = cut(site.here())?;
    let bounds = match site.here().name {
        S::Limit => [0, count],
        S::Skip => [count, -1],
        _ => return None,
    };
    Some((1, vec![Step::new(S::Range, bounds.map(int).to_vec())]))
}

/// The first in an order as the last in the opposite order.
pub(super) fn from_the_end(site: &Site<'_>) -> Edit {
    let unit = site.unit().filter(|_| site.is(S::Order) && !gives::is_local(site.here()))?;
    let limit = site.near(isize::try_from(unit.len()).ok()?).filter(|step| step.name == S::Limit)?;
    cut(limit)?;
    let after = site.after().get(unit.len()..)?;
    // What comes then comes in the opposite order.
    let blind = site.chain.top && tail(after).is_some_and(|tail| tail != Tail::Distinct);
    let (order, bys) = unit.split_first().filter(|_| blind)?;
    let mut steps = vec![order.clone()];
    let bys = if bys.is_empty() { &[bare(S::By)] } else { bys };
    steps.extend(bys.iter().map(opposite));
    steps.push(Step::new(S::Tail, limit.arguments.clone()));
    Some((unit.len() + 1, steps))
}

fn opposite(by: &Step) -> Step {
    let is_order =
        |argument: &&Argument| matches!(argument, Argument::Token(token) if token.group() == "Order");
    let descends = by.arguments.contains(&Argument::Token(Token::OrderDesc));
    let mut arguments: Vec<Argument> =
        by.arguments.iter().filter(|argument| !is_order(argument)).cloned().collect();
    arguments.push(Argument::Token(if descends { Token::OrderAsc } else { Token::OrderDesc }));
    Step::new(S::By, arguments)
}

/// A number of all as the number of the items of their list.
pub(super) fn count_of_list(site: &Site<'_>) -> Edit {
    let counts = site.is(S::Count) && site.here().arguments.is_empty() && site.fit.is_plain();
    counts.then(|| (1, vec![bare(S::Fold), local(S::Count)]))
}

/// A sum, the least, the greatest of all as those of the items of their list.
pub(super) fn number_of_list(site: &Site<'_>) -> Edit {
    let name = site.here().name;
    let reduces = matches!(name, S::Sum | S::Min | S::Max | S::Mean) && site.here().arguments.is_empty();
    // Whether what came with a count is widened is another question for a list.
    let alike = site.fit.rules.sum_type == 0 && site.fit.is_plain();
    // Where nothing is added up, a group goes that has more to come, and the list of nothing stays (TINKERPOP-2971).
    let alike = alike && (site.chain.top || site.after().is_empty());
    (reduces && alike).then(|| (1, vec![bare(S::Fold), local(name)]))
}
