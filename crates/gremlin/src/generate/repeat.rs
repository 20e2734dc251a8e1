//! `repeat`, with an end that every engine comes to.

use super::kind::Kind;
use super::literal::int;
use super::maker::{Maker, View, inner, step};
use crate::ast::{Argument, Predicate, PredicateName, Step, StepName as S};

type Made = Option<Vec<Step>>;

/// What is repeated: from vertices to vertices.
fn body(maker: &mut Maker<'_, '_>, view: &View) -> Option<Vec<Step>> {
    let name = *maker.choices.pick(&[S::Out, S::Out, S::In, S::Both])?;
    let mut steps = vec![step(name, maker.edge_labels())];
    match maker.choices.below(10) {
        0 if maker.paths => steps.push(step(S::SimplePath, Vec::new())),
        1 => steps.push(step(S::Dedup, Vec::new())),
        // The best few of each round, of which an order says which they are.
        5..=6 => {
            steps.extend(super::reduce::order(maker, view)?);
            let cut = *maker.choices.pick(&[S::Limit, S::Limit, S::Tail, S::Skip])?;
            steps.push(step(cut, vec![super::element::few(maker, 3)]));
        }
        3 => {
            let (key, values) = maker.key(view)?;
            steps.push(step(S::Has, vec![Argument::string(&key), maker.value_or_predicate(&values)?]));
        }
        4 => steps.push(step(S::Barrier, Vec::new())),
        _ => {}
    }
    Some(steps)
}

/// A condition that ends the repetition, whatever the graph: so many loops, or what is asked for.
pub(super) fn until(maker: &mut Maker<'_, '_>, view: &View) -> Option<Argument> {
    let count = maker.choices.between(1, 3);
    let enough = Argument::Predicate(Predicate::Test(PredicateName::Gte, vec![int(count)]));
    let loops = inner(vec![step(S::Loops, Vec::new()), step(S::Is, vec![enough])]);
    let other = match maker.choices.below(3) {
        0 => inner(vec![step(S::HasLabel, vec![Argument::string(maker.choices.pick(&maker.data.labels)?)])]),
        1 => inner(vec![step(S::Has, vec![Argument::string(&maker.key(view)?.0)])]),
        _ => return Some(loops),
    };
    Some(inner(vec![step(S::Or, vec![loops, other])]))
}

pub(super) fn repeat(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if maker.looping || !view.kind.fits(Kind::VERTEX) {
        return None;
    }
    maker.looping = true;
    let body = body(maker, view);
    maker.looping = false;
    let ends = match maker.choices.chance(55) {
        true => step(S::Times, vec![int(maker.choices.between(1, 3))]),
        false => step(S::Until, vec![until(maker, view)?]),
    };
    let mut arguments = Vec::new();
    if maker.choices.chance(10) {
        arguments.push(Argument::string(&maker.fresh('r')));
    }
    arguments.push(inner(body?));
    let mut steps = vec![step(S::Repeat, arguments)];
    steps.insert(usize::from(maker.choices.chance(60)), ends);
    if maker.choices.chance(45) {
        let condition = match maker.choices.below(3) {
            0 => vec![inner(vec![step(S::Has, vec![Argument::string(&maker.key(view)?.0)])])],
            _ => Vec::new(),
        };
        let place = if maker.choices.chance(60) { steps.len() } else { 0 };
        steps.insert(place, step(S::Emit, condition));
    }
    Some(steps)
}
