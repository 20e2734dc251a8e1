//! Smaller and plainer arguments.

use super::steps;
use crate::ast::{Argument, Literal, Predicate, PredicateName, Step, StepName, Traversal};

/// Other arguments in the place of one.
pub(super) fn variants(argument: &Argument) -> Vec<Argument> {
    match argument {
        Argument::Traversal(traversal) => traversals(traversal),
        Argument::Predicate(predicate) => {
            let mut all: Vec<Argument> = predicates(predicate).into_iter().map(Argument::Predicate).collect();
            // A value alone is the plainest test.
            if let Predicate::Test(_, arguments) = predicate
                && let [one] = arguments.as_slice()
            {
                all.push(one.clone());
            }
            all
        }
        Argument::List(items) => lists(items).into_iter().map(Argument::List).collect(),
        Argument::Set(items) => lists(items).into_iter().map(Argument::Set).collect(),
        Argument::Map(entries) => maps(entries),
        Argument::Literal(literal) => plainer(literal).into_iter().map(Argument::Literal).collect(),
        Argument::Cardinality(_, value) => vec![(**value).clone()],
        Argument::Token(_) | Argument::Strategy(_) | Argument::Variable(_) => Vec::new(),
    }
}

fn traversals(traversal: &Traversal) -> Vec<Argument> {
    let identity = vec![Step::new(StepName::Identity, Vec::new())];
    let mut all = vec![identity];
    all.extend(steps::variants(&traversal.steps));
    let filled = all.into_iter().filter(|steps| !steps.is_empty());
    filled.map(|steps| Argument::Traversal(Traversal { steps })).collect()
}

fn predicates(predicate: &Predicate) -> Vec<Predicate> {
    let boxed = |inner: &Predicate| predicates(inner).into_iter().map(Box::new).collect::<Vec<_>>();
    match predicate {
        Predicate::Test(name, arguments) => {
            let mut all: Vec<Predicate> =
                lists(arguments).into_iter().map(|arguments| Predicate::Test(*name, arguments)).collect();
            if *name != PredicateName::Eq && arguments.len() == 1 {
                all.push(Predicate::Test(PredicateName::Eq, arguments.clone()));
            }
            all
        }
        Predicate::Not(inner) => {
            let mut all = vec![(**inner).clone()];
            all.extend(boxed(inner).into_iter().map(Predicate::Not));
            all
        }
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            let join = |left: Box<Predicate>, right: Box<Predicate>| match predicate {
                Predicate::And(..) => Predicate::And(left, right),
                _ => Predicate::Or(left, right),
            };
            let mut all = vec![(**left).clone(), (**right).clone()];
            all.extend(boxed(left).into_iter().map(|left| join(left, right.clone())));
            all.extend(boxed(right).into_iter().map(|right| join(left.clone(), right)));
            all
        }
    }
}

/// One item less, or one plainer.
fn lists(items: &[Argument]) -> Vec<Vec<Argument>> {
    let mut all = Vec::new();
    for place in 0..items.len() {
        let mut fewer = items.to_vec();
        fewer.remove(place);
        all.push(fewer);
    }
    for (place, item) in items.iter().enumerate() {
        for plainer in variants(item) {
            let mut other = items.to_vec();
            if let Some(known) = other.get_mut(place) {
                *known = plainer;
            }
            all.push(other);
        }
    }
    all
}

fn maps(entries: &[(Argument, Argument)]) -> Vec<Argument> {
    let mut all = Vec::new();
    for place in 0..entries.len() {
        let mut fewer = entries.to_vec();
        fewer.remove(place);
        all.push(Argument::Map(fewer));
    }
    for (place, (_, value)) in entries.iter().enumerate() {
        for plainer in variants(value) {
            let mut other = entries.to_vec();
            if let Some(known) = other.get_mut(place) {
                known.1 = plainer;
            }
            all.push(Argument::Map(other));
        }
    }
    all
}

/// Plainer constants: of the same type first, then others.
fn plainer(literal: &Literal) -> Vec<Literal> {
    let texts = ["", "a", "b"].map(|text| Literal::String(text.to_owned()));
    let doubles = [0.0, 1.0, 0.5].map(Literal::Double);
    let numbers = [Literal::Int(0), Literal::Int(1), Literal::Int(2)];
    let all: Vec<Literal> = match literal {
        Literal::String(_) => texts.to_vec(),
        Literal::Int(number) => numbers.into_iter().chain([Literal::Int(number / 2)]).collect(),
        Literal::Long(number) => {
            let same = i32::try_from(*number).ok().map(Literal::Int);
            numbers.into_iter().chain(same).chain([Literal::Long(number / 2)]).collect()
        }
        Literal::Double(_) => numbers.into_iter().chain(doubles).collect(),
        Literal::Null | Literal::Boolean(false) => Vec::new(),
        Literal::Boolean(true) => vec![Literal::Boolean(false)],
        _ => numbers.to_vec(),
    };
    all.into_iter().filter(|other| rank(other) < rank(literal)).collect()
}

/// How far a constant is from the plainest.
fn rank(literal: &Literal) -> usize {
    let size = |number: u64| usize::try_from(number.min(1_000)).unwrap_or(1_000);
    match literal {
        Literal::Int(number) => size(u64::from(number.unsigned_abs())) + usize::from(*number < 0),
        Literal::Boolean(flag) => usize::from(*flag),
        Literal::Null => 2,
        Literal::String(text) => match text.as_str() {
            "" => 0,
            "a" => 1,
            "b" => 2,
            text => 3 + text.chars().count(),
        },
        Literal::Long(number) => 10 + size(number.unsigned_abs()) + usize::from(*number < 0),
        Literal::Double(number) if *number == 0.0 && number.is_sign_positive() => 20,
        Literal::Double(number) if *number == 1.0 => 21,
        Literal::Double(number) if *number == 0.5 => 22,
        Literal::Double(_) => 30,
        _ => 2_000,
    }
}

/// What could be plainer in an argument; traversals inside have their own steps.
pub(super) fn oddity(argument: &Argument) -> usize {
    let own = match argument {
        Argument::Literal(literal) => rank(literal),
        Argument::Predicate(predicate) => of_predicate(predicate),
        _ => 0,
    };
    own + argument.children().into_iter().map(oddity).sum::<usize>()
}

fn of_predicate(predicate: &Predicate) -> usize {
    match predicate {
        Predicate::Test(name, _) => usize::from(*name != PredicateName::Eq),
        Predicate::Not(inner) => of_predicate(inner),
        Predicate::And(left, right) | Predicate::Or(left, right) => of_predicate(left) + of_predicate(right),
    }
}
