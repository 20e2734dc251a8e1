//! Steps that look back: at labels, paths, side effects and sacks; and maps that are made of what is there.

use super::kind::Kind;
use super::literal::int;
use super::maker::{Maker, View, inner, step};
use super::reduce::{any_by, comparable_by};
use crate::ast::{Argument, Predicate, PredicateName, Step, StepName as S, Token};
use crate::evaluate::Value;

type Made = Option<Vec<Step>>;

/// What a side effect collects of each traverser.
fn collecting(
    maker: &mut Maker<'_, '_>,
    view: &View,
    name: S,
    mut arguments: Vec<Argument>,
    key: &str,
) -> Vec<Step> {
    arguments.push(Argument::string(key));
    let mut steps = vec![step(name, arguments)];
    if view.kind.fits(Kind::ELEMENT) && maker.choices.chance(35) {
        steps.extend(comparable_by(maker, view));
    }
    steps
}

pub(super) fn aggregate(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let key = maker.fresh('s');
    let steps = collecting(maker, view, S::Aggregate, Vec::new(), &key);
    maker.sides.push((key, view.kind));
    Some(steps)
}

/// What is filled one by one is looked at when all is there.
pub(super) fn local_aggregate(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let key = maker.fresh('s');
    let scope = vec![Argument::Token(Token::ScopeLocal)];
    let mut steps = collecting(maker, view, S::Aggregate, scope, &key);
    steps.push(step(S::Cap, vec![Argument::string(&key)]));
    Some(steps)
}

pub(super) fn store(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let key = maker.fresh('s');
    let mut steps = collecting(maker, view, S::Store, Vec::new(), &key);
    steps.push(step(S::Cap, vec![Argument::string(&key)]));
    Some(steps)
}

pub(super) fn cap(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let mut keys = vec![maker.choices.pick(&maker.sides)?.0.clone()];
    if maker.choices.chance(20) {
        keys.push(maker.choices.pick(&maker.sides)?.0.clone());
    }
    keys.dedup();
    Some(vec![step(S::Cap, keys.iter().map(|key| Argument::string(key)).collect())])
}

/// `group` and `groupCount` in a side effect, and what is there in the end.
pub(super) fn keyed(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let key = Argument::string(&maker.fresh('s'));
    let counts = maker.choices.chance(50);
    let name = if counts { S::GroupCount } else { S::Group };
    let mut steps = vec![step(name, vec![key.clone()])];
    if !view.kind.fits(Kind::PLAIN) || !maker.allows(name) {
        return None;
    }
    steps.push(comparable_by(maker, view)?);
    steps.push(step(S::Cap, vec![key]));
    Some(steps)
}

pub(super) fn subgraph(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let key = Argument::string(&maker.fresh('s'));
    Some(vec![step(S::Subgraph, vec![key.clone()]), step(S::Cap, vec![key])])
}

/// `select` of one label or several, with what modulates it.
pub(super) fn select(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if view.nested > 0 && maker.choices.chance(60) {
        return None;
    }
    let count = maker.choices.weighted(&[0, 6, 3]);
    let mut labels: Vec<(String, Kind)> = maker.labels.clone();
    maker.choices.shuffle(&mut labels);
    labels.truncate(count);
    let mut arguments: Vec<Argument> = labels.iter().map(|(label, _)| Argument::string(label)).collect();
    let elements = !labels.is_empty() && labels.iter().all(|(_, kind)| kind.fits(Kind::ELEMENT));
    if arguments.is_empty() {
        return None;
    }
    if maker.choices.chance(25) {
        let pop = *maker.choices.pick(&[Token::PopFirst, Token::PopLast, Token::PopAll, Token::PopMixed])?;
        arguments.insert(0, Argument::Token(pop));
    }
    let pops = matches!(arguments.first(), Some(Argument::Token(Token::PopAll | Token::PopMixed)));
    let mut steps = vec![step(S::Select, arguments)];
    if elements && !pops && maker.choices.chance(35) {
        let of = View { kind: labels.first()?.1, values: Vec::new(), crowd: None, nested: view.nested };
        steps.push(step(S::By, vec![Argument::string(&maker.key(&of)?.0)]));
    }
    Some(steps)
}

/// `select` of a key of a map.
pub(super) fn select_key(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let Some(Value::Map(entries)) = maker.choices.pick(&view.values) else { return None };
    let keys: Vec<&str> = entries.iter().filter_map(|(key, _)| key.text()).collect();
    let key = *maker.choices.pick(&keys)?;
    Some(vec![step(S::Select, vec![Argument::string(key)])])
}

pub(super) fn column(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let column = *maker.choices.pick(&[Token::ColumnKeys, Token::ColumnValues])?;
    Some(vec![step(S::Select, vec![Argument::Token(column)])])
}

pub(super) fn project(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let count = maker.choices.between(1, 3);
    let names: Vec<String> = (0..count).map(|_| maker.fresh('p')).collect();
    let mut steps = vec![step(S::Project, names.iter().map(|name| Argument::string(name)).collect())];
    for _ in 0..count {
        steps.push(any_by(maker, view)?);
    }
    Some(steps)
}

pub(super) fn path(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let mut steps = vec![step(S::Path, Vec::new())];
    if view.nested == 0
        && maker.choices.chance(30)
        && let Some(label) = maker.choices.pick(&maker.labels).map(|(label, _)| Argument::string(label))
    {
        steps.push(step(if maker.choices.chance(60) { S::From } else { S::To }, vec![label]));
    }
    if maker.choices.chance(20) {
        steps.push(step(S::By, vec![Argument::Token(Token::TLabel)]));
    }
    Some(steps)
}

/// Two hops on from a labelled place to another, and the two compared by what they have: others of the same kind,
/// as recommendations look for them.
pub(super) fn fellows(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    use PredicateName as N;
    let allowed = [S::As, S::Where, S::Out, S::In].into_iter().all(|name| maker.allows(name));
    if view.nested > 0 || !allowed {
        return None;
    }
    let (from, to) = (maker.fresh('x'), maker.fresh('x'));
    let labels = maker.edge_labels();
    let (there, back) = *maker.choices.pick(&[(S::Out, S::In), (S::In, S::Out), (S::Out, S::Out)])?;
    let name = *maker.choices.pick(&[N::Eq, N::Neq, N::Neq, N::Lt, N::Gte])?;
    let label = |name: &str| step(S::As, vec![Argument::string(name)]);
    let other = Argument::Predicate(Predicate::Test(name, vec![Argument::string(&to)]));
    let mut steps = vec![label(&from), step(there, labels.clone()), step(back, labels), label(&to)];
    steps.push(step(S::Where, vec![Argument::string(&from), other]));
    if maker.choices.chance(75) {
        steps.push(step(S::By, vec![Argument::string(&maker.key(view)?.0)]));
    }
    maker.labels.extend([(from, Kind::VERTEX), (to, Kind::VERTEX)]);
    Some(steps)
}

/// A chain of `match`: from a variable over edges to another.
fn chain(maker: &mut Maker<'_, '_>, from: &str, to: &str) -> Option<Argument> {
    let name = *maker.choices.pick(&[S::Out, S::In, S::Both])?;
    let variable = |name: &str| step(S::As, vec![Argument::string(name)]);
    let mut steps = vec![variable(from), step(name, maker.edge_labels())];
    if maker.choices.chance(25) {
        let label = maker.choices.pick(&maker.data.labels)?.clone();
        steps.push(step(S::HasLabel, vec![Argument::string(&label)]));
    }
    steps.push(variable(to));
    Some(inner(steps))
}

pub(super) fn matching(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    let (a, b, c) = (maker.fresh('m'), maker.fresh('m'), maker.fresh('m'));
    let mut patterns = vec![chain(maker, &a, &b)?];
    match maker.choices.below(5) {
        0 => patterns.push(chain(maker, &b, &c)?),
        1 => patterns.push(chain(maker, &a, &c)?),
        2 => patterns.push(inner(vec![step(S::Not, vec![chain(maker, &b, &a)?])])),
        3 => {
            let (mut steps, _) = maker.nested(&View { kind: Kind::VERTEX, ..view.clone() }, 1)?;
            steps.insert(0, step(S::As, vec![Argument::string(&a)]));
            patterns.push(inner(steps));
        }
        _ => {}
    }
    let both = [Argument::string(&a), Argument::string(&b)];
    let mut steps = vec![step(S::Match, patterns)];
    if maker.choices.chance(60) {
        steps.push(step(S::Select, both.to_vec()));
    }
    Some(steps)
}

/// Over an edge to the next vertex, with what the edge costs added to what the sack holds: the sack's own idiom.
pub(super) fn weighed(maker: &mut Maker<'_, '_>, _: &View) -> Made {
    let (edge, end) = *maker.choices.pick(&[(S::OutE, S::InV), (S::OutE, S::InV), (S::InE, S::OutV)])?;
    if !maker.allows(edge) || !maker.allows(end) {
        return None;
    }
    let operators = [Token::OperatorSum, Token::OperatorSum, Token::OperatorMult, Token::OperatorMax];
    let operator = *maker.choices.pick(&operators)?;
    let by = weight(maker, Kind::EDGE)?;
    let mut steps = vec![step(edge, maker.edge_labels()), step(S::Sack, vec![Argument::Token(operator)])];
    steps.extend([step(S::By, vec![by]), step(end, Vec::new())]);
    // What ways of several lengths cost, to places that some of them share.
    if maker.depth > 0 && maker.allows(S::Repeat) && maker.choices.chance(40) {
        let mut ways = vec![step(S::Repeat, vec![inner(steps)])];
        ways.extend((maker.choices.chance(50)).then(|| step(S::Emit, Vec::new())));
        ways.push(step(S::Times, vec![int(2)]));
        steps = ways;
    }
    if maker.choices.chance(60) && maker.allows(S::Barrier) {
        steps.push(step(S::Barrier, Vec::new()));
    }
    if maker.choices.chance(65) {
        steps.push(step(S::Sack, Vec::new()));
    }
    Some(steps)
}

/// A number of what is stood on: that of a key, or the same for all.
fn weight(maker: &mut Maker<'_, '_>, kind: Kind) -> Option<Argument> {
    Some(match maker.number_key(kind) {
        Some(key) if maker.choices.chance(80) => Argument::string(&key),
        _ => inner(vec![step(S::Constant, vec![int(maker.choices.between(1, 3))])]),
    })
}

/// What the sack holds, or more in it.
pub(super) fn sack(maker: &mut Maker<'_, '_>, view: &View) -> Made {
    if !maker.sack {
        return None;
    }
    if maker.choices.chance(30) {
        let mut steps = vec![step(S::Sack, Vec::new())];
        // Those at one place that carry different sacks stay apart.
        if maker.choices.chance(50) && maker.allows(S::Barrier) {
            steps.insert(0, step(S::Barrier, Vec::new()));
        }
        return Some(steps);
    }
    let operators = [Token::OperatorSum, Token::OperatorMult, Token::OperatorMinus, Token::OperatorMax];
    let operator = *maker.choices.pick(&operators)?;
    let mut steps = vec![step(S::Sack, vec![Argument::Token(operator)])];
    if view.kind.fits(Kind::ELEMENT) {
        steps.push(step(S::By, vec![weight(maker, view.kind)?]));
    } else if !view.kind.fits(Kind::NUMBER) {
        steps.push(step(S::By, vec![inner(vec![step(S::Constant, vec![int(2)])])]));
    }
    Some(steps)
}
