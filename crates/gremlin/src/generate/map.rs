//! Steps that make a value of a value, whatever it is.

use super::kind::Kind;
use super::maker::{Maker, View, step};
use crate::ast::{Argument, Step, StepName as S};

type Made = Option<Vec<Step>>;

pub(super) fn identity(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Identity, Vec::new())])
}

pub(super) fn constant(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let data = maker.data;
    let value = if maker.choices.chance(15) { maker.moment() } else { maker.value_near(&data.values)? };
    Some(vec![step(S::Constant, vec![value])])
}

pub(super) fn inject(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let count = maker.choices.between(1, 2);
    let values: Option<Vec<Argument>> = (0..count).map(|_| maker.value_near(&view.values)).collect();
    Some(vec![step(S::Inject, values?)])
}

const FORMULAS: [&str; 10] =
    ["_ + 1", "_ * 2", "_ - 1", "_ / 2", "_ * _", "-_", "abs(_)", "floor(_ / 2)", "_ % 3", "sin(_) * 0 + _"];

pub(super) fn math(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let numbers: Vec<String> = maker
        .labels
        .iter()
        .filter(|(_, kind)| kind.fits(Kind::NUMBER))
        .map(|(label, _)| label.clone())
        .collect();
    if view.nested == 0
        && maker.choices.chance(30)
        && let Some(label) = maker.choices.pick(&numbers)
    {
        return Some(vec![step(S::Math, vec![Argument::string(&format!("_ + {label}"))])]);
    }
    let formula = maker.choices.pick(&FORMULAS)?;
    Some(vec![step(S::Math, vec![Argument::string(formula)])])
}

/// `math` of the values of a key.
pub(super) fn math_of_keys(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let key = maker.number_key(view.kind)?;
    let formula = maker.choices.pick(&FORMULAS)?;
    Some(vec![step(S::Math, vec![Argument::string(formula)]), step(S::By, vec![Argument::string(&key)])])
}
