//! Steps that let some traversers pass.

use super::Wanted;
use super::element::{few, some_ids};
use super::kind::Kind;
use super::literal::{int, long};
use super::maker::{Maker, View, inner, step};
use super::reduce::comparable_by;
use crate::ast::{Argument, Literal, Predicate, PredicateName, Step, StepName as S, Token};
use crate::evaluate::Value;

type Made = Option<Vec<Step>>;

/// `has` in its forms, one or two of them.
pub(super) fn has(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    // Two on the same key are what engines put together.
    match maker.choices.below(100) {
        0..=11 => two_tests(maker, view, false),
        12..=31 => two_tests(maker, view, true),
        _ => Some(vec![one_has(maker, view)?]),
    }
}

/// Two tests of one key; `agree` when both speak of the same value, so that it may pass both.
pub(super) fn two_tests(maker: &mut Maker<'_, '_>, view: &View, agree: bool) -> Made {
    let (key, mut values) = maker.key(view)?;
    // A value and a bound of it are what engines hold against each other.
    if agree && maker.choices.chance(55) {
        return value_and_bound(maker, &key, &values);
    }
    if agree {
        values = vec![maker.choices.pick(&values)?.clone()].into();
    }
    let mut test = || Some(step(S::Has, vec![Argument::string(&key), maker.value_or_predicate(&values)?]));
    Some(vec![test()?, test()?])
}

/// That a key has a value, and that it is on one side of another, in either order.
fn value_and_bound(maker: &mut Maker<'_, '_>, key: &str, values: &[Value]) -> Made {
    use PredicateName as N;
    // Bounds are met at the ends: the least of all is as often meant as any other.
    let least = || values.iter().min_by(|left, right| crate::evaluate::order(left, right));
    let value = if maker.choices.chance(40) { least() } else { maker.choices.pick(values) };
    let values = std::slice::from_ref(value?);
    let name = *maker.choices.pick(&[N::Lt, N::Lte, N::Lte, N::Gt, N::Gte, N::Gte])?;
    let bound = Argument::Predicate(Predicate::Test(name, vec![maker.value_near(values)?]));
    let has = |test| step(S::Has, vec![Argument::string(key), test]);
    let mut steps = vec![has(maker.value_near(values)?), has(bound)];
    maker.choices.shuffle(&mut steps);
    Some(steps)
}

/// A test of a key that an index knows; now and then the first of those that pass are counted.
pub(super) fn by_index(maker: &mut Maker<'_, '_>) -> Option<(Vec<Step>, Kind)> {
    let data = maker.data;
    let key = maker.choices.pick(&data.indexed)?;
    let (_, values) = data.vertex_keys.iter().find(|(known, _)| known == key)?;
    let has = |test| vec![step(S::Has, vec![Argument::string(key), test])];
    // Whether there are so many is asked of what few fit or many.
    if maker.choices.chance(40) && maker.allows(S::Limit) && maker.allows(S::Count) {
        use PredicateName as N;
        let name = *maker.choices.pick(&[N::Eq, N::Lt, N::Lte, N::Gt, N::Gte])?;
        let bound = Argument::Predicate(Predicate::Test(name, vec![maker.value_near(values)?]));
        let mut steps = has(bound);
        steps.extend([step(S::Limit, vec![few(maker, 3)]), step(S::Count, Vec::new())]);
        return Some((steps, Kind::NUMBER));
    }
    Some((has(maker.value_or_predicate(values)?), Kind::VERTEX))
}

fn one_has(maker: &mut Maker<'_, '_>, view: &View) -> Option<Step> {
    let (key, values) = maker.key(view)?;
    let key = Argument::string(&key);
    let arguments = match maker.choices.below(20) {
        0..=2 => vec![key],
        3..=4 => vec![label(maker, view)?, key, maker.value_or_predicate(&values)?],
        5 => vec![Argument::Token(Token::TLabel), label(maker, view)?],
        _ => vec![key, maker.value_or_predicate(&values)?],
    };
    Some(step(S::Has, arguments))
}

/// A label of what is stood on.
fn label(maker: &mut Maker<'_, '_>, view: &View) -> Option<Argument> {
    let data = maker.data;
    let labels = if view.kind.fits(Kind::EDGE) { &data.edge_labels } else { &data.labels };
    maker.choices.pick(labels).map(|label| Argument::string(label))
}

pub(super) fn has_label(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut labels = vec![label(maker, view)?];
    match maker.choices.below(4) {
        0 => labels.push(label(maker, view)?),
        1 => {
            let name =
                *maker.choices.pick(&[PredicateName::Neq, PredicateName::Within, PredicateName::Gt])?;
            labels = vec![Argument::Predicate(Predicate::Test(name, labels))];
        }
        _ => {}
    }
    Some(vec![step(S::HasLabel, labels)])
}

pub(super) fn has_not(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::HasNot, vec![Argument::string(&maker.key(view)?.0)])])
}

pub(super) fn has_id(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let ids = some_ids(maker, view.kind.fits(Kind::EDGE))?;
    let arguments = match maker.choices.below(3) {
        0 => vec![Argument::Predicate(Predicate::Test(PredicateName::Within, vec![Argument::List(ids)]))],
        1 => vec![Argument::Predicate(Predicate::Test(PredicateName::Without, ids))],
        _ => ids,
    };
    Some(vec![step(S::HasId, arguments)])
}

pub(super) fn is(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Is, vec![maker.value_or_predicate(&view.values)?])])
}

/// A condition as a traversal, often on a count.
pub(super) fn criterion(maker: &mut Maker<'_, '_>, view: &View) -> Option<Argument> {
    // Tests of the element alone are what engines put into the step that finds it. They are not followed, so that
    // some let nothing pass.
    if view.kind.fits(Kind::ELEMENT) && maker.choices.chance(15) {
        return element_test(maker, view).map(inner);
    }
    let (mut steps, end) = maker.nested(view, 2)?;
    if maker.choices.chance(20) && maker.allows(S::Count) {
        steps.push(step(S::Count, Vec::new()));
        steps.push(step(S::Is, vec![count_test(maker)?]));
    } else if end.kind.fits(Kind::SCALAR) && maker.choices.chance(50) {
        let test = maker.value_or_predicate(&end.values)?;
        steps.push(step(S::Is, vec![test]));
    }
    Some(inner(steps))
}

/// What a number of results is asked to be: most often none.
pub(super) fn count_test(maker: &mut Maker<'_, '_>) -> Option<Argument> {
    use PredicateName as N;
    if maker.choices.chance(25) {
        return Some(long(0));
    }
    let limit = match maker.choices.chance(8) {
        true => Argument::Literal(Literal::Int(-3)),
        false => long(maker.choices.below(4)),
    };
    Some(match *maker.choices.pick(&[N::Eq, N::Lt, N::Lte, N::Gt, N::Gte])? {
        N::Eq => limit,
        name => Argument::Predicate(Predicate::Test(name, vec![limit])),
    })
}

fn element_test(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    match maker.choices.chance(40) {
        true => has_label(maker, view),
        false => one_has(maker, view).map(|step| vec![step]),
    }
}

/// What a filter has inside.
pub(super) fn wanted(maker: &mut Maker<'_, '_>, view: &View, wanted: Wanted) -> Made {
    let (element, scalar) = (view.kind.fits(Kind::ELEMENT), view.kind.fits(Kind::SCALAR));
    if wanted == Wanted::KeyTest {
        let (key, values) = maker.key(view).filter(|_| element)?;
        return Some(vec![step(S::Has, vec![Argument::string(&key), maker.predicate(&values, 2)?])]);
    }
    match maker.choices.below(10) {
        0..=3 if element => one_has(maker, view).map(|step| vec![step]),
        4 if element => has_label(maker, view),
        5 if element => has_not(maker, view),
        6..=7 if element => {
            let (key, values) = maker.key(view)?;
            let test = maker.value_or_predicate(&values)?;
            Some(vec![step(S::Values, vec![Argument::string(&key)]), step(S::Is, vec![test])])
        }
        0..=5 if scalar => is(maker, view),
        7 => or(maker, view),
        _ => match criterion(maker, view)? {
            Argument::Traversal(inner) => Some(inner.steps),
            _ => None,
        },
    }
}

fn criteria(maker: &mut Maker<'_, '_>, view: &View) -> Option<Vec<Argument>> {
    let count = maker.choices.between(1, 3);
    if view.kind.fits(Kind::ELEMENT) {
        match maker.choices.below(10) {
            0..=2 => return (0..count).map(|_| has_label(maker, view).map(inner)).collect(),
            3 => return (0..count).map(|_| element_test(maker, view).map(inner)).collect(),
            _ => {}
        }
    }
    (0..count).map(|_| criterion(maker, view)).collect()
}

pub(super) fn not(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Not, vec![criterion(maker, view)?])])
}

pub(super) fn and(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::And, criteria(maker, view)?)])
}

pub(super) fn or(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Or, criteria(maker, view)?)])
}

pub(super) fn condition(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let argument = match maker.choices.below(8) {
        0..=1 => inner(or(maker, view)?),
        2 => inner(and(maker, view)?),
        3 => inner(not(maker, view)?),
        _ => criterion(maker, view)?,
    };
    Some(vec![step(S::Where, vec![argument])])
}

pub(super) fn filter(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    Some(vec![step(S::Filter, vec![criterion(maker, view)?])])
}

/// `where` that compares with what stands under a label, or in a side effect.
pub(super) fn compared(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    use PredicateName as N;
    if view.nested > 0 {
        return None;
    }
    if !maker.sides.is_empty() && maker.choices.chance(60) {
        let side = maker.choices.pick(&maker.sides).map(|(name, _)| Argument::string(name))?;
        let name = *maker.choices.pick(&[N::Within, N::Without])?;
        return Some(vec![step(S::Where, vec![Argument::Predicate(Predicate::Test(name, vec![side]))])]);
    }
    let usable: Vec<(String, Kind)> =
        maker.labels.iter().filter(|(_, kind)| kind.fits(Kind::PLAIN)).cloned().collect();
    let (label, kind) = maker.choices.pick(&usable)?.clone();
    let name = *maker.choices.pick(&[N::Eq, N::Neq, N::Neq, N::Lt, N::Lte, N::Gt, N::Gte])?;
    let mut arguments = vec![Argument::Predicate(Predicate::Test(name, vec![Argument::string(&label)]))];
    let mut compared = View { kind: view.kind | kind, ..view.clone() };
    // Two earlier places of one kind.
    let others: Vec<_> = usable.iter().filter(|(other, of)| *other != label && *of == kind).collect();
    if let Some((other, of)) = maker.choices.pick(&others)
        && maker.choices.chance(70)
    {
        arguments.insert(0, Argument::string(other));
        compared = View { kind: *of, values: Vec::new(), ..compared };
    }
    let mut steps = vec![step(S::Where, arguments)];
    if compared.kind.fits(Kind::ELEMENT) && maker.choices.chance(75) {
        let count = if maker.choices.chance(30) { 2 } else { 1 };
        for _ in 0..count {
            steps.push(step(S::By, vec![Argument::string(&maker.key(&compared)?.0)]));
        }
    }
    Some(steps)
}

pub(super) fn dedup(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if view.nested == 0 && !maker.labels.is_empty() && maker.choices.chance(20) {
        let labels: Vec<Argument> =
            maker.labels.iter().rev().take(2).map(|(label, _)| Argument::string(label)).collect();
        return Some(vec![step(S::Dedup, labels)]);
    }
    // Which of those that are alike by something is kept is open unless they have an order.
    let sorts = !view.ordered() && view.kind.fits(Kind::PLAIN) && maker.choices.chance(35);
    let mut steps = if sorts { super::reduce::order(maker, view)? } else { Vec::new() };
    steps.push(step(S::Dedup, Vec::new()));
    if sorts || view.ordered() && maker.choices.chance(60) {
        steps.push(comparable_by(maker, view)?);
    }
    Some(steps)
}

/// `limit`, `skip`, `range` and `tail`, behind an order where there is none yet.
pub(super) fn limit(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = Vec::new();
    // Where only their number is asked, it does not matter which of them are left.
    let counted = !view.ordered() && maker.choices.chance(15) && maker.allows(S::Count);
    if !view.ordered() && !counted {
        if !view.kind.fits(Kind::PLAIN) {
            return None;
        }
        steps = super::reduce::order(maker, view)?;
    }
    let count = view.count().map_or(4, |count| usize::try_from(count).unwrap_or(1));
    steps.push(match maker.choices.below(8) {
        0..=2 => step(S::Limit, vec![few(maker, count)]),
        3 => step(S::Skip, vec![few(maker, count.saturating_sub(1))]),
        4..=5 => {
            let low = maker.choices.below(count);
            let high = if maker.choices.chance(20) {
                Argument::Literal(Literal::Int(-1))
            } else {
                int(low + maker.choices.between(1, 3))
            };
            step(S::Range, vec![int(low), high])
        }
        _ => {
            let arguments = if maker.choices.chance(40) { Vec::new() } else { vec![few(maker, count)] };
            step(S::Tail, arguments)
        }
    });
    if counted {
        steps.push(step(S::Count, Vec::new()));
    }
    Some(steps)
}

/// Random steps of which every outcome is the same.
pub(super) fn random(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    Some(vec![if maker.choices.chance(50) {
        step(S::Sample, vec![int(1_000)])
    } else {
        step(S::Coin, vec![Argument::Literal(Literal::Double(1.0))])
    }])
}

/// `simplePath` and `cyclicPath`, now and then of what a `by` gives or from a label on.
pub(super) fn simple_path(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let name = if maker.choices.chance(60) { S::SimplePath } else { S::CyclicPath };
    let mut steps = vec![step(name, Vec::new())];
    if view.nested == 0 && maker.choices.chance(20) {
        let label = maker.choices.pick(&maker.labels).map(|(label, _)| Argument::string(label))?;
        steps.push(step(S::From, vec![label]));
    }
    if maker.choices.chance(15) {
        steps.push(step(S::By, vec![Argument::Token(Token::TLabel)]));
    }
    Some(steps)
}

/// `discard` where others go on.
pub(super) fn discard(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let (kept, _) = maker.nested(view, 2)?;
    let gone = inner(vec![step(S::Discard, Vec::new())]);
    let name = *maker.choices.pick(&[S::Union, S::Coalesce])?;
    Some(vec![step(name, vec![gone, inner(kept)])])
}
