//! Steps on strings, and from one type to another.

use super::kind::Kind;
use super::list::small;
use super::literal::int;
use super::maker::{Maker, View, inner, step};
use crate::ast::{Argument, Step, StepName as S, Token};

type Made = Option<Vec<Step>>;

pub(super) fn length(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Length, Vec::new())])
}

/// `toUpper` and its kin.
pub(super) fn change(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    const NAMES: [S; 7] = [S::ToUpper, S::ToLower, S::Trim, S::LTrim, S::RTrim, S::Substring, S::Replace];
    let name = *maker.choices.pick(&NAMES)?;
    if !maker.allows(name) {
        return None;
    }
    let arguments = match name {
        S::Substring => {
            let from = small(maker);
            match maker.choices.chance(50) {
                true => vec![from, int(maker.choices.between(1, 4))],
                false => vec![from],
            }
        }
        S::Replace => {
            let part = maker.part_of(&view.values);
            vec![Argument::string(&part), Argument::string(maker.choices.pick(&["", "x", "ab"])?)]
        }
        _ => Vec::new(),
    };
    Some(vec![step(name, arguments)])
}

pub(super) fn split(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let part = maker.part_of(&view.values);
    Some(vec![step(S::Split, vec![Argument::string(&part)])])
}

pub(super) fn concat(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let argument = match maker.choices.below(3) {
        0 => inner(vec![step(S::Constant, vec![Argument::string("c")])]),
        _ => Argument::string(&maker.part_of(&view.values)),
    };
    Some(vec![step(S::Concat, vec![argument])])
}

pub(super) fn format(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let text = match maker.choices.chance(70) {
        true => format!("a %{{{}}}", maker.key(view)?.0),
        false => "plain".to_owned(),
    };
    Some(vec![step(S::Format, vec![Argument::string(&text)])])
}

/// `asString` of what all engines write down alike.
pub(super) fn as_string(_: &mut Maker<'_, '_>, view: &View) -> Made {
    use crate::evaluate::{Number, Value};
    let float = |value: &Value| matches!(value, Value::Number(Number::Double(_) | Number::Float(_)));
    (!view.values.iter().any(float)).then(|| vec![step(S::AsString, Vec::new())])
}

pub(super) fn as_number(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let types = [Token::GTypeLong, Token::GTypeDouble, Token::GTypeInt, Token::GTypeBigint];
    let arguments = match maker.choices.chance(60) {
        true => vec![Argument::Token(*maker.choices.pick(&types)?)],
        false => Vec::new(),
    };
    Some(vec![step(S::AsNumber, arguments)])
}

pub(super) fn as_bool(_: &mut Maker<'_, '_>, view: &View) -> Made {
    let fits = view.kind.fits(Kind::NUMBER) || view.kind.fits(Kind::BOOLEAN) || view.kind.fits(Kind::STRING);
    fits.then(|| vec![step(S::AsBool, Vec::new())])
}

/// A date, from one that is written down.
pub(super) fn as_date(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let day = maker.choices.between(1, 28);
    let text = Argument::string(&format!("2023-08-{day:02}T00:00:00Z"));
    Some(vec![step(S::Constant, vec![text]), step(S::AsDate, Vec::new())])
}

pub(super) fn date_add(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let unit = *maker.choices.pick(&[Token::DTSecond, Token::DTMinute, Token::DTHour, Token::DTDay])?;
    Some(vec![step(S::DateAdd, vec![Argument::Token(unit), small(maker)])])
}

pub(super) fn date_diff(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::DateDiff, vec![maker.moment()])])
}
