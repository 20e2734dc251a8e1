//! Steps on lists and maps.

use super::element::few;
use super::kind::Kind;
use super::literal::{argument, int};
use super::maker::{Maker, View, inner, step};
use crate::ast::{Argument, Literal, Step, StepName as S, Token};
use crate::evaluate::Value;

type Made = Option<Vec<Step>>;

fn local(name: S, mut rest: Vec<Argument>) -> Step {
    rest.insert(0, Argument::Token(Token::ScopeLocal));
    step(name, rest)
}

/// The items of the lists that are stood on.
fn items(view: &View) -> Vec<Value> {
    view.values.iter().filter_map(Value::items).flatten().take(20).collect()
}

pub(super) fn unfold(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Unfold, Vec::new())])
}

pub(super) fn index(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let mut steps = vec![step(S::Index, Vec::new())];
    if maker.choices.chance(50) && maker.allows(S::With) {
        let name = *maker.choices.pick(&[Token::WithOptionsList, Token::WithOptionsMap])?;
        let arguments = vec![Argument::Token(Token::WithOptionsIndexer), Argument::Token(name)];
        steps.push(step(S::With, arguments));
    }
    Some(steps)
}

pub(super) fn measure(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![local(S::Count, Vec::new())])
}

pub(super) fn reduce(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !items(view).iter().all(|item| Kind::of(item).fits(Kind::NUMBER)) {
        return None;
    }
    let name = *maker.choices.pick(&[S::Sum, S::Min, S::Max, S::Mean])?;
    Some(vec![local(name, Vec::new())])
}

pub(super) fn order(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !items(view).iter().all(|item| Kind::of(item).fits(Kind::PLAIN)) {
        return None;
    }
    let mut steps = vec![local(S::Order, Vec::new())];
    if maker.choices.chance(60) {
        let order = *maker.choices.pick(&[Token::OrderAsc, Token::OrderDesc])?;
        steps.push(step(S::By, vec![Argument::Token(order)]));
    }
    Some(steps)
}

pub(super) fn dedup(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![local(S::Dedup, Vec::new())])
}

pub(super) fn cut(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![match maker.choices.below(4) {
        0 => local(S::Limit, vec![few(maker, 3)]),
        1 => local(S::Skip, vec![few(maker, 2)]),
        2 => {
            let low = maker.choices.below(2);
            local(S::Range, vec![int(low), int(low + maker.choices.between(1, 3))])
        }
        _ => local(S::Tail, vec![few(maker, 3)]),
    }])
}

/// `all`, `any` and `none`.
pub(super) fn test(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let name = *maker.choices.pick(&[S::All, S::Any, S::None])?;
    // Before 3.8 `none` took nothing.
    if !maker.allows(name) || name == S::None && !maker.since(8) {
        return None;
    }
    let test = maker.predicate(&items(view), 1)?;
    Some(vec![step(name, vec![test])])
}

/// `combine` and its kin, with some of the items and others.
pub(super) fn combine(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    const NAMES: [S; 6] = [S::Combine, S::Difference, S::Disjunct, S::Intersect, S::Merge, S::Product];
    let name = *maker.choices.pick(&NAMES)?;
    if !maker.allows(name) {
        return None;
    }
    let own: Vec<Argument> = items(view).iter().filter_map(argument).collect();
    let others = &maker.data.constants;
    let count = maker.choices.between(1, 3);
    let mut pick = || {
        let place = maker.choices.below(own.len() + others.len());
        own.get(place).or_else(|| others.get(place.checked_sub(own.len())?)).cloned()
    };
    let list: Option<Vec<Argument>> = (0..count).map(|_| pick()).collect();
    let other = match maker.choices.below(10) {
        0..=1 => inner(vec![step(S::Constant, vec![Argument::List(list?)])]),
        _ => Argument::List(list?),
    };
    Some(vec![step(name, vec![other])])
}

pub(super) fn conjoin(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !items(view).iter().all(|item| Kind::of(item).fits(Kind::STRING)) {
        return None;
    }
    let text = *maker.choices.pick(&["", "+", ", "])?;
    Some(vec![step(S::Conjoin, vec![Argument::string(text)])])
}

pub(super) fn reverse(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Reverse, Vec::new())])
}

/// A small whole number, at times a negative one.
pub(super) fn small(maker: &mut Maker<'_, '_>) -> Argument {
    let number = maker.choices.below(5);
    Argument::Literal(Literal::Int(i32::try_from(number).unwrap_or(0) - 1))
}
