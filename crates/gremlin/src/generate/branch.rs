//! Steps with traversals inside that traversers go through.

use super::kind::Kind;
use super::maker::{Maker, View, inner, step};
use crate::ast::{Argument, Step, StepName as S, Token};

type Made = Option<Vec<Step>>;

pub(super) fn local(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Local, vec![maker.nested_argument(view, 3)?])])
}

pub(super) fn map(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    map_then(maker, view, 40, 35)
}

/// The first few of what comes of each, which may be nothing.
pub(super) fn map_few(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    map_then(maker, view, 75, 85)
}

/// `map`, so often as a filter and so often with a cut behind it, of a hundred.
fn map_then(maker: &mut Maker<'_, '_>, view: &View, filters: usize, cuts: usize) -> Made {
    // What gives nothing for some is a filter too.
    let filters = maker.choices.chance(filters);
    let argument = match filters {
        true if view.kind.fits(Kind::SCALAR) => inner(super::filter::is(maker, view)?),
        true if view.kind.fits(Kind::ELEMENT) => {
            let key = maker.partial_key(view)?.0;
            inner(vec![step(S::Values, vec![Argument::string(&key)])])
        }
        _ => maker.nested_argument(view, 2)?,
    };
    let mut steps = vec![step(S::Map, vec![argument])];
    // The first few of them; where nothing says which these are, how many there are.
    let counts = !view.ordered();
    if maker.choices.chance(cuts) && (!counts || view.nested == 0 && maker.allows(S::Count)) {
        steps.push(step(S::Limit, vec![super::element::few(maker, 3)]));
        steps.extend(counts.then(|| step(S::Count, Vec::new())));
    }
    Some(steps)
}

pub(super) fn flat_map(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::FlatMap, vec![maker.nested_argument(view, 2)?])])
}

pub(super) fn side_effect(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::SideEffect, vec![maker.nested_argument(view, 2)?])])
}

fn ways(maker: &mut Maker<'_, '_>, view: &View) -> Option<Vec<Argument>> {
    let count = maker.choices.between(2, 3);
    (0..count).map(|_| maker.nested_argument(view, 2)).collect()
}

pub(super) fn union(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Union, ways(maker, view)?)])
}

pub(super) fn coalesce(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut ways = ways(maker, view)?;
    if maker.choices.chance(10) && maker.allows(S::Fail) {
        // A way that is never taken.
        let last = ways.len() - 1;
        ways.truncate(last);
        ways.push(inner(vec![step(S::Identity, Vec::new())]));
        ways.push(inner(vec![step(S::Fail, Vec::new())]));
    }
    Some(vec![step(S::Coalesce, ways)])
}

pub(super) fn optional(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Optional, vec![maker.nested_argument(view, 2)?])])
}

/// What a choice is made by, and values of it.
fn selector(maker: &mut Maker<'_, '_>, view: &View) -> Option<(Argument, Vec<Argument>)> {
    let data = maker.data;
    if view.kind.fits(Kind::ELEMENT) {
        if maker.choices.chance(40) {
            let labels = if view.kind.fits(Kind::EDGE) { &data.edge_labels } else { &data.labels };
            let options = labels.iter().map(|label| Argument::string(label)).collect();
            return Some((inner(vec![step(S::Label, Vec::new())]), options));
        }
        let (key, values) = maker.key(view)?;
        let options = values.iter().filter_map(super::argument).collect();
        return Some((inner(vec![step(S::Values, vec![Argument::string(&key)])]), options));
    }
    let options = view.values.iter().filter_map(super::argument).collect();
    Some((inner(vec![step(S::Identity, Vec::new())]), options))
}

fn options(maker: &mut Maker<'_, '_>, view: &View, picks: &[Argument], any: bool) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for _ in 0..maker.choices.between(1, 2) {
        let pick = maker.choices.pick(picks)?.clone();
        steps.push(step(S::Option, vec![pick, maker.nested_argument(view, 2)?]));
    }
    if maker.choices.chance(50) {
        steps.push(step(S::Option, vec![Argument::Token(Token::PickNone), maker.nested_argument(view, 2)?]));
    }
    if any && maker.choices.chance(40) {
        steps.push(step(S::Option, vec![Argument::Token(Token::PickAny), maker.nested_argument(view, 1)?]));
    }
    Some(steps)
}

/// `choose`: by a condition, or by a value with options.
pub(super) fn choose(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if maker.choices.chance(45) {
        let (by, picks) = selector(maker, view)?;
        let mut steps = vec![step(S::Choose, vec![by])];
        steps.extend(options(maker, view, &picks, false)?);
        return Some(steps);
    }
    let condition = match view.kind.fits(Kind::SCALAR) && maker.choices.chance(50) {
        true => maker.predicate(&view.values, 1)?,
        false => maker.nested_argument(view, 2)?,
    };
    let mut arguments = vec![condition, maker.nested_argument(view, 2)?];
    if maker.choices.chance(65) {
        arguments.push(maker.nested_argument(view, 2)?);
    }
    Some(vec![step(S::Choose, arguments)])
}

pub(super) fn branch(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let (by, picks) = selector(maker, view)?;
    let mut steps = vec![step(S::Branch, vec![by])];
    steps.extend(options(maker, view, &picks, true)?);
    Some(steps)
}
