//! How many parts a traversal has, weighed so that what is plainer weighs less.

use super::{argument, names};
use crate::ast::{Argument, Predicate, Query, Step, StepName};
use crate::walk;

/// The number of parts of some steps.
pub(super) fn parts(steps: &[Step]) -> usize {
    steps.iter().map(|step| 3 + step.arguments.iter().map(of_argument).sum::<usize>()).sum()
}

fn of_argument(argument: &Argument) -> usize {
    let all = |items: &[Argument]| items.iter().map(of_argument).sum::<usize>();
    match argument {
        Argument::Literal(_) | Argument::Token(_) | Argument::Variable(_) => 1,
        Argument::List(items) | Argument::Set(items) => 2 + all(items),
        Argument::Map(entries) => {
            2 + entries.iter().map(|(key, value)| of_argument(key) + of_argument(value)).sum::<usize>()
        }
        Argument::Cardinality(_, value) => 1 + of_argument(value),
        Argument::Predicate(predicate) => of_predicate(predicate),
        Argument::Traversal(traversal) => 1 + parts(&traversal.steps),
        Argument::Strategy(strategy) => {
            1 + strategy.settings.iter().map(|(_, value)| 1 + of_argument(value)).sum::<usize>()
        }
    }
}

fn of_predicate(predicate: &Predicate) -> usize {
    match predicate {
        Predicate::Test(_, arguments) => 2 + arguments.iter().map(of_argument).sum::<usize>(),
        Predicate::Not(inner) => 2 + of_predicate(inner),
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            2 + of_predicate(left) + of_predicate(right)
        }
    }
}

/// What could be plainer without being less.
pub(super) fn oddity(query: &Query) -> usize {
    let mut oddity = names::oddity(query);
    walk::steps(&query.steps, &mut |step| {
        oddity += rank(step.name);
        step.arguments.iter().for_each(|argument| oddity += argument::oddity(argument));
    });
    oddity
}

/// Steps of one family, the plainest first.
pub(super) const FAMILIES: &[&[StepName]] = &[
    &[StepName::Out, StepName::In, StepName::Both],
    &[StepName::OutE, StepName::InE, StepName::BothE],
    &[StepName::OutV, StepName::InV, StepName::BothV, StepName::OtherV],
    &[StepName::Limit, StepName::Tail, StepName::Skip],
    &[StepName::Sum, StepName::Min, StepName::Max, StepName::Mean],
    &[StepName::Where, StepName::Filter],
    &[StepName::Values, StepName::Properties],
    &[StepName::ValueMap, StepName::PropertyMap, StepName::ElementMap],
    &[StepName::Union, StepName::Coalesce],
    &[StepName::FlatMap, StepName::Local, StepName::Map],
];

fn rank(name: StepName) -> usize {
    FAMILIES.iter().find_map(|family| family.iter().position(|known| *known == name)).unwrap_or(0)
}
