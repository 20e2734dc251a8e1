//! Steps that see all traversers at once: orders, numbers, lists, groups.

use super::element::few;
use super::kind::Kind;
use super::maker::{Maker, View, inner, step};
use crate::ast::{Argument, Literal, Step, StepName as S, Token};

type Made = Option<Vec<Step>>;

/// A `by` for a value of any kind; none for the value itself.
pub(super) fn any_by(maker: &mut Maker<'_, '_>, view: &View) -> Option<Step> {
    let elements = view.kind.fits(Kind::ELEMENT);
    let argument = match maker.choices.below(10) {
        0..=4 if elements => Argument::string(&maker.key(view)?.0),
        5 if elements => Argument::Token(Token::TLabel),
        6 if elements && maker.choices.chance(30) => Argument::Token(Token::TId),
        0..=3 => return Some(step(S::By, Vec::new())),
        _ => {
            let (mut steps, end) = maker.nested(view, 2)?;
            // What has several results is counted or collected: the first of them is any.
            if end.count() != Some(1) || maker.choices.chance(20) {
                let name = if maker.choices.chance(50) { S::Count } else { S::Fold };
                steps.push(step(name, Vec::new()));
            }
            inner(steps)
        }
    };
    Some(step(S::By, vec![argument]))
}

/// A `by` of which the values have an order that all engines share.
pub(super) fn comparable_by(maker: &mut Maker<'_, '_>, view: &View) -> Option<Step> {
    let elements = view.kind.fits(Kind::ELEMENT);
    let argument = match maker.choices.below(10) {
        0..=5 if elements => Argument::string(&maker.partial_key(view)?.0),
        6 if elements => Argument::Token(Token::TLabel),
        _ if elements => {
            let name = *maker.choices.pick(&[S::Out, S::In, S::Both, S::OutE])?;
            let steps = match view.kind.fits(Kind::VERTEX) {
                true => vec![step(name, maker.edge_labels()), step(S::Count, Vec::new())],
                false => vec![step(S::OutV, Vec::new()), step(S::Label, Vec::new())],
            };
            inner(steps)
        }
        0..=6 => return Some(step(S::By, Vec::new())),
        _ if view.kind.fits(Kind::STRING) && maker.since(7) && maker.allows(S::Length) => {
            inner(vec![step(S::Length, Vec::new())])
        }
        _ if view.kind.fits(Kind::NUMBER) && maker.allows(S::Math) => inner(super::map::math(maker, view)?),
        _ => inner(vec![step(S::Identity, Vec::new())]),
    };
    Some(step(S::By, vec![argument]))
}

pub(super) fn order(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = vec![step(S::Order, Vec::new())];
    let count = maker.choices.weighted(&[usize::from(view.kind.fits(Kind::SCALAR)) * 4, 8, 5]);
    for _ in 0..count {
        let mut by = comparable_by(maker, view)?;
        match maker.choices.below(10) {
            0..=3 => by.arguments.push(Argument::Token(Token::OrderDesc)),
            4 => by.arguments.push(Argument::Token(Token::OrderAsc)),
            5 if maker.choices.chance(20) => by.arguments = vec![Argument::Token(Token::OrderShuffle)],
            _ => {}
        }
        steps.push(by);
    }
    // What is alike by all of this has no order, but by what no two share.
    if view.kind.fits(Kind::ELEMENT) && maker.choices.chance(25) {
        steps.push(step(S::By, vec![Argument::Token(Token::TId)]));
    }
    Some(steps)
}

/// Elements that are sorted by what some of them may lack, and then a number that is the same in any order: how many
/// are left, of all or of the first of them.
pub(super) fn sorted_count(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !maker.allows(S::Count) {
        return None;
    }
    let mut steps = order(maker, view)?;
    match maker.choices.below(6) {
        0 if maker.allows(S::Limit) => steps.push(step(S::Limit, vec![few(maker, 6)])),
        1 if maker.allows(S::Dedup) => steps.push(step(S::Dedup, Vec::new())),
        2 if maker.allows(S::Label) => steps.push(step(S::Label, Vec::new())),
        _ => {}
    }
    steps.push(step(S::Count, Vec::new()));
    Some(steps)
}

/// `count`, now and then of what has been sorted, which optimisers leave out.
pub(super) fn count(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let sorts = view.kind.fits(Kind::PLAIN) && maker.choices.chance(25);
    let mut steps = if sorts { order(maker, view)? } else { Vec::new() };
    steps.push(step(S::Count, Vec::new()));
    Some(steps)
}

pub(super) fn fold(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if view.kind.fits(Kind::NUMBER) && maker.choices.chance(25) {
        let operator = *maker.choices.pick(&[Token::OperatorSum, Token::OperatorMin, Token::OperatorMax])?;
        let seed = Argument::Literal(Literal::Int(1));
        return Some(vec![step(S::Fold, vec![seed, Argument::Token(operator)])]);
    }
    let mut steps = vec![step(S::Fold, Vec::new())];
    if maker.choices.chance(40) && view.kind.fits(Kind::PLAIN) {
        steps.insert(0, step(S::By, Vec::new()));
        steps.insert(0, step(S::Order, Vec::new()));
    }
    Some(steps)
}

pub(super) fn number(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let name = *maker.choices.pick(&[S::Sum, S::Min, S::Max, S::Mean])?;
    Some(vec![step(name, Vec::new())])
}

/// A number for each, summed: how many there are, or how much all together cost. Numbers near the bounds of their type
/// are what a sum goes beyond.
pub(super) fn constant_sum(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let number = *maker.choices.pick(&[1, 7, -1, i32::MAX, i32::MAX, i32::MAX - 1, i32::MIN])?;
    if !maker.allows(S::Constant) {
        return None;
    }
    let number = match maker.choices.chance(80) {
        true => Literal::Int(number),
        false => Literal::Long(number.into()),
    };
    let name = *maker.choices.pick(&[S::Sum, S::Sum, S::Sum, S::Mean])?;
    Some(vec![step(S::Constant, vec![Argument::Literal(number)]), step(name, Vec::new())])
}

pub(super) fn extreme(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let name = *maker.choices.pick(&[S::Min, S::Max])?;
    Some(vec![step(name, Vec::new())])
}

/// What `by` gives for the key of a group, and for its value.
fn group_bys(maker: &mut Maker<'_, '_>, view: &View) -> Option<Vec<Step>> {
    let key = match maker.choices.chance(75) || view.kind.fits(Kind::PLAIN) {
        true => match view.kind.fits(Kind::PLAIN) {
            true => comparable_by(maker, view)?,
            false => step(S::By, vec![inner(vec![step(S::Constant, vec![Argument::string("a")])])]),
        },
        false => any_by(maker, view)?,
    };
    let mut bys = vec![key];
    match maker.choices.below(10) {
        0..=2 => {}
        3..=4 => bys.push(step(S::By, vec![inner(vec![step(S::Count, Vec::new())])])),
        5..=6 if view.kind.fits(Kind::VERTEX) => {
            let mut steps = vec![step(S::Out, maker.edge_labels())];
            if maker.choices.chance(50) {
                steps.push(step(S::Order, Vec::new()));
            }
            steps.push(step(S::Fold, Vec::new()));
            bys.push(step(S::By, vec![inner(steps)]));
        }
        _ => {
            let (mut steps, end) = maker.nested(view, 2)?;
            let name = if maker.choices.chance(60) { S::Fold } else { S::Count };
            // A list in a map is a list that a person reads: in order.
            if name == S::Fold && end.kind.fits(Kind::PLAIN) && maker.choices.chance(50) {
                steps.push(step(S::Order, Vec::new()));
            }
            steps.push(step(name, Vec::new()));
            bys.push(step(S::By, vec![inner(steps)]));
        }
    }
    Some(bys)
}

pub(super) fn group(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = vec![step(S::Group, Vec::new())];
    steps.extend(group_bys(maker, view)?);
    Some(steps)
}

pub(super) fn group_count(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = vec![step(S::GroupCount, Vec::new())];
    if maker.choices.chance(65) {
        steps.push(comparable_by(maker, view)?);
    }
    Some(steps)
}

/// `tree`, in a side effect now and then.
pub(super) fn tree(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let mut steps = vec![step(S::Tree, Vec::new())];
    if maker.choices.chance(30) {
        let name = Argument::string(&maker.fresh('s'));
        steps = vec![step(S::Tree, vec![name.clone()]), step(S::Cap, vec![name])];
    } else if maker.choices.chance(40) {
        steps.push(step(S::By, vec![inner(vec![step(S::Identity, Vec::new())])]));
    }
    Some(steps)
}

pub(super) fn barrier(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    if maker.sack && maker.choices.chance(10) {
        return Some(vec![step(S::Barrier, vec![Argument::Token(Token::BarrierNormSack)])]);
    }
    let arguments = if maker.choices.chance(25) { vec![few(maker, 5)] } else { Vec::new() };
    Some(vec![step(S::Barrier, arguments)])
}
