//! Steps between elements and to their properties.

use super::literal::int;
use super::maker::{Maker, View, step};
use crate::ast::{Argument, Step, StepName as S, Token};
use crate::evaluate::Value;

type Made = Option<Vec<Step>>;
const DIRECTIONS: [Token; 3] = [Token::DirectionOut, Token::DirectionIn, Token::DirectionBoth];

fn one_of(maker: &mut Maker<'_, '_>, names: &[S]) -> Option<S> {
    let allowed: Vec<S> = names.iter().copied().filter(|name| maker.allows(*name)).collect();
    maker.choices.pick(&allowed).copied()
}

pub(super) fn adjacent(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let name = one_of(maker, &[S::Out, S::In, S::Both])?;
    Some(vec![step(name, maker.edge_labels())])
}

pub(super) fn incident(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let name = one_of(maker, &[S::OutE, S::InE, S::BothE])?;
    Some(vec![step(name, maker.edge_labels())])
}

/// `to(direction)`, and `toE(direction)` with the way to the vertices.
pub(super) fn towards(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let direction = *maker.choices.pick(&DIRECTIONS)?;
    let mut arguments = vec![Argument::Token(direction)];
    arguments.extend(maker.edge_labels());
    if maker.choices.chance(50) {
        return Some(vec![step(S::To, arguments)]);
    }
    let end = one_of(maker, &[S::InV, S::OutV, S::BothV])?;
    Some(vec![step(S::ToE, arguments), step(end, Vec::new())])
}

pub(super) fn ends(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(one_of(maker, &[S::OutV, S::InV, S::BothV])?, Vec::new())])
}

pub(super) fn end_towards(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let direction = *maker.choices.pick(&DIRECTIONS)?;
    Some(vec![step(S::ToV, vec![Argument::Token(direction)])])
}

pub(super) fn other(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let name = one_of(maker, &[S::OutE, S::InE, S::BothE])?;
    Some(vec![step(name, maker.edge_labels()), step(S::OtherV, Vec::new())])
}

/// Ids of the graph's elements as arguments.
pub(super) fn some_ids(maker: &mut Maker<'_, '_>, edges: bool) -> Option<Vec<Argument>> {
    let data = maker.data;
    let ids = if edges { &data.edge_ids } else { &data.vertex_ids };
    let count = maker.choices.between(1, 3);
    let ids = (0..count).map(|_| maker.choices.pick(ids).copied());
    ids.map(|id| id.map(|id| Argument::Literal(crate::ast::Literal::Long(id)))).collect()
}

/// `V()` in the middle, of a few.
pub(super) fn again(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let ids = if maker.choices.chance(60) { some_ids(maker, false)? } else { Vec::new() };
    Some(vec![step(S::V, ids)])
}

pub(super) fn again_edges(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let ids = if maker.choices.chance(60) { some_ids(maker, true)? } else { Vec::new() };
    Some(vec![step(S::E, ids)])
}

pub(super) fn values(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut keys: Vec<Argument> =
        maker.key(view).map(|(key, _)| Argument::string(&key)).into_iter().collect();
    match maker.choices.below(10) {
        0 => keys.clear(),
        1 => keys.extend(maker.key(view).map(|(key, _)| Argument::string(&key))),
        _ => {}
    }
    keys.dedup();
    Some(vec![step(S::Values, keys)])
}

pub(super) fn properties(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Properties, maker.some_keys(view, 2))])
}

pub(super) fn value(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Value, Vec::new())])
}

pub(super) fn key(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Key, Vec::new())])
}

pub(super) fn element(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Element, Vec::new())])
}

/// A key or a value of any element's.
fn known_key<'a>(maker: &mut Maker<'a, '_>) -> Option<&'a (String, Vec<Value>)> {
    let data = maker.data;
    let all = if maker.choices.chance(60) { &data.vertex_keys } else { &data.edge_keys };
    maker.choices.pick(all)
}

pub(super) fn has_key(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let (key, _) = known_key(maker)?;
    let mut keys = vec![Argument::string(key)];
    if maker.choices.chance(30) {
        keys.push(Argument::string(&known_key(maker)?.0));
    }
    Some(vec![step(S::HasKey, keys)])
}

pub(super) fn has_value(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let (_, values) = known_key(maker)?;
    Some(vec![step(S::HasValue, vec![maker.value_or_predicate(values)?])])
}

pub(super) fn label(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Label, Vec::new())])
}

pub(super) fn id(_: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![step(S::Id, Vec::new())])
}

pub(super) fn value_map(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut arguments = maker.some_keys(view, 2);
    let mut steps = Vec::new();
    match maker.choices.below(10) {
        0 => arguments.insert(0, Argument::Literal(crate::ast::Literal::Boolean(true))),
        1..=3 if maker.allows(S::With) => {
            let options = [
                Token::WithOptionsLabels,
                Token::WithOptionsIds,
                Token::WithOptionsAll,
                Token::WithOptionsNone,
            ];
            let mut with = vec![Argument::Token(Token::WithOptionsTokens)];
            if maker.choices.chance(70) {
                with.push(Argument::Token(*maker.choices.pick(&options)?));
            }
            steps.push(step(S::With, with));
        }
        4..=6 => {
            let last = one_of(maker, &[S::Unfold, S::Fold])?;
            let inner = super::maker::inner(vec![step(last, Vec::new())]);
            steps.push(step(S::By, vec![inner]));
        }
        _ => {}
    }
    steps.insert(0, step(S::ValueMap, arguments));
    Some(steps)
}

pub(super) fn property_map(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::PropertyMap, maker.some_keys(view, 2))])
}

pub(super) fn element_map(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::ElementMap, maker.some_keys(view, 2))])
}

/// `n` as an argument of a step that counts.
pub(super) fn few(maker: &mut Maker<'_, '_>, most: usize) -> Argument {
    int(maker.choices.between(1, most.max(1)))
}
