//! What users of the language write again and again: a few steps that belong together.
//!
//! A long walk comes upon such a group of steps rarely, and hides behind the rest of it what an engine makes of the
//! group. So some traversals are short, and made around one of them. Engines know the groups too: their strategies look
//! for what often stands next to each other.

use super::kind::Kind;
use super::literal::long;
use super::maker::{Maker, View, inner, step};
use super::reduce::order;
use super::{element, filter, reduce, repeat};
use crate::ast::{Argument, Predicate, PredicateName as N, Step, StepName as S, Token};

type Made = Option<Vec<Step>>;

/// Whether there may be several: what gathers shows nothing of one alone.
fn are_several(view: &View) -> bool {
    view.count().is_none_or(|count| count > 1)
}

/// An order in which, more often than in others, no two are alike.
fn settled_order(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = order(maker, view)?;
    let id = step(S::By, vec![Argument::Token(Token::TId)]);
    if view.kind.fits(Kind::ELEMENT) && !steps.contains(&id) && maker.choices.chance(60) {
        steps.push(id);
    }
    Some(steps)
}

/// Two tests of one key.
pub(super) fn two_tests(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    filter::two_tests(maker, view, true)
}

/// Ways of which one is told by how many results it has.
pub(super) fn counted_ways(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !maker.allows(S::Count) || !maker.allows(S::Is) {
        return None;
    }
    let (mut counted, _) = maker.nested(view, 2)?;
    counted.push(step(S::Count, Vec::new()));
    counted.push(step(S::Is, vec![filter::count_test(maker)?]));
    let mut ways = vec![inner(counted), filter::criterion(maker, view)?];
    maker.choices.shuffle(&mut ways);
    let name = *maker.choices.pick(&[S::Or, S::And])?;
    let connected = step(name, ways);
    Some(match maker.choices.below(3) {
        0 => vec![step(S::Where, vec![inner(vec![connected])])],
        1 => vec![step(S::Not, vec![inner(vec![connected])])],
        _ => vec![connected],
    })
}

/// A list of all in order, or a map of such lists.
pub(super) fn sorted_list(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !are_several(view) {
        return None;
    }
    let mut steps = settled_order(maker, view)?;
    steps.push(step(S::Fold, Vec::new()));
    Some(steps)
}

/// The first few in an order, of what may have come several times to one place.
pub(super) fn top_few(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !are_several(view) {
        return None;
    }
    let mut steps = Vec::new();
    if view.kind.fits(Kind::VERTEX) && maker.choices.chance(60) {
        steps.extend(element::adjacent(maker, view)?);
    }
    steps.extend(maker.choices.chance(50).then(|| step(S::Barrier, Vec::new())));
    steps.extend(settled_order(maker, view)?);
    steps.push(step(S::Limit, vec![element::few(maker, 3)]));
    Some(steps)
}

/// Neighbours of each kind in order: a map of lists, of which some are empty.
pub(super) fn sorted_groups(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !are_several(view) {
        return None;
    }
    let key = reduce::comparable_by(maker, view)?;
    let mut values = element::adjacent(maker, view)?;
    if maker.choices.chance(40) {
        values.push(step(S::Values, vec![Argument::string(&maker.key(view)?.0)]));
    }
    values.extend([step(S::Order, Vec::new()), step(S::Fold, Vec::new())]);
    let mut steps = vec![step(S::Group, Vec::new()), key, step(S::By, vec![inner(values)])];
    if maker.choices.chance(40) && maker.allows(S::Count) {
        steps.push(step(S::Count, vec![Argument::Token(Token::ScopeLocal)]));
    }
    Some(steps)
}

/// The first of each kind in an order.
pub(super) fn first_of_each(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !are_several(view) {
        return None;
    }
    let mut steps = settled_order(maker, view)?;
    // By what some of them share, where there is anything.
    let by = match maker.shared_key(view) {
        Some(key) if maker.choices.chance(70) => step(S::By, vec![Argument::string(&key)]),
        _ => reduce::comparable_by(maker, view)?,
    };
    steps.extend([step(S::Dedup, Vec::new()), by]);
    Some(steps)
}

/// The best few at every turn.
pub(super) fn best_few(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut body = element::adjacent(maker, view)?;
    body.extend(settled_order(maker, view)?);
    let cut = *maker.choices.pick(&[S::Limit, S::Limit, S::Range, S::Tail])?;
    body.push(match cut {
        S::Range => step(S::Range, vec![super::literal::int(0), element::few(maker, 3)]),
        _ => step(cut, vec![element::few(maker, 3)]),
    });
    let turns = super::literal::int(maker.choices.between(2, 3));
    Some(vec![step(S::Repeat, vec![inner(body)]), step(S::Times, vec![turns])])
}

/// On until something is found, which may be there already.
pub(super) fn search(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = vec![step(S::Repeat, vec![inner(element::adjacent(maker, view)?)])];
    let end = step(S::Until, vec![repeat::until(maker, view)?]);
    steps.insert(usize::from(maker.choices.chance(40)), end);
    Some(steps)
}

/// Ways that do not come back, told at every turn or in the end.
pub(super) fn simple_ways(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let hop = step(*maker.choices.pick(&[S::Both, S::Both, S::Out, S::In])?, maker.edge_labels());
    let simple = step(S::SimplePath, Vec::new());
    let turns = 2 + maker.choices.weighted(&[3, 5]);
    let inside = maker.choices.chance(50);
    let mut steps = match maker.choices.chance(60) {
        true => {
            let body = [vec![hop], vec![simple.clone(); usize::from(inside)]].concat();
            vec![step(S::Repeat, vec![inner(body)]), step(S::Times, vec![super::literal::int(turns)])]
        }
        false => vec![hop; turns],
    };
    if !inside || steps.len() == turns {
        steps.push(if maker.choices.chance(80) { simple } else { step(S::CyclicPath, Vec::new()) });
    }
    steps.extend(maker.choices.chance(30).then(|| step(S::Path, Vec::new())));
    (!maker.looping && view.kind.fits(Kind::VERTEX)).then_some(steps)
}

/// A place with a name, a condition of it, and back to the place: from where it leads to, or at once.
pub(super) fn there_and_back(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let condition = filter::condition(maker, view)?;
    let name = maker.fresh('x');
    let label = Argument::string(&name);
    let mut steps = vec![step(S::As, vec![label.clone()])];
    steps.extend(condition);
    if view.kind.fits(Kind::VERTEX) && maker.choices.chance(40) {
        steps.extend(element::adjacent(maker, view)?);
    }
    steps.push(step(S::Select, vec![label]));
    maker.labels.push((name, view.kind));
    maker.allows(S::As).then_some(steps)
}

/// Whether there are so many: at most the first few are looked at.
pub(super) fn enough(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let (limit, count) = (maker.allows(S::Limit), maker.allows(S::Count));
    if view.nested > 0 || !limit || !count {
        return None;
    }
    let mut steps = vec![step(S::Limit, vec![element::few(maker, 3)]), step(S::Count, Vec::new())];
    if maker.choices.chance(20) {
        let bound = long(maker.choices.between(1, 3));
        steps.push(step(S::Is, vec![Argument::Predicate(Predicate::Test(N::Gte, vec![bound]))]));
    }
    Some(steps)
}

/// What the values of a key come to: their sum, their mean, the least or the greatest.
pub(super) fn number_of_values(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let key = maker.number_key(view.kind)?;
    let name = *maker.choices.pick(&[S::Sum, S::Min, S::Min, S::Max, S::Max, S::Mean])?;
    maker.allows(name).then(|| vec![step(S::Values, vec![Argument::string(&key)]), step(name, Vec::new())])
}

/// A number for each, summed, of several.
pub(super) fn constant_sum(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if are_several(view) { reduce::constant_sum(maker, view) } else { None }
}

/// What is there once, and how many that are.
pub(super) fn kinds(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = Vec::new();
    if view.kind.fits(Kind::ELEMENT) {
        steps.push(step(S::Values, vec![Argument::string(&maker.key(view)?.0)]));
    }
    steps.push(step(S::Dedup, Vec::new()));
    if maker.choices.chance(50) && maker.allows(S::Count) {
        steps.push(step(S::Count, Vec::new()));
    }
    Some(steps)
}
