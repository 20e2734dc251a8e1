//! Whether a step gives vertices or edges, whatever the graph.

use crate::ast::{Argument, Step, StepName as S, Token, Traversal};

/// What all traversers stand on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gives {
    Vertices,
    Edges,
    /// What is not known, or no elements.
    Other,
}

/// What a traversal ends in that begins with this.
pub(crate) fn through(steps: &[Step], from: Gives) -> Gives {
    steps.iter().fold(from, |from, step| after(step, from))
}

/// What a step gives of this.
pub(crate) fn after(step: &Step, from: Gives) -> Gives {
    let all = || agreed(inner(step).map(|steps| through(steps, from)));
    match step.name {
        S::V | S::Out | S::In | S::Both | S::OutV | S::InV | S::BothV | S::OtherV | S::ToV => Gives::Vertices,
        S::E | S::OutE | S::InE | S::BothE | S::ToE => Gives::Edges,
        // `to` with a direction is a step; with a place it says where an edge ends.
        S::To if is_direction(step) => Gives::Vertices,
        S::Union | S::Coalesce | S::Local | S::FlatMap | S::Map => all(),
        S::Optional | S::Repeat => agreed([from, all()].into_iter()),
        // With a key these keep what they see; without, they end in it.
        S::Group | S::GroupCount if step.arguments.is_empty() => Gives::Other,
        S::Dedup | S::Limit | S::Range | S::Skip | S::Tail | S::Sample | S::Order if is_local(step) => {
            Gives::Other
        }
        _ if keeps(step.name) => from,
        _ => Gives::Other,
    }
}

fn agreed(mut all: impl Iterator<Item = Gives>) -> Gives {
    let first = all.next().unwrap_or(Gives::Other);
    if all.all(|next| next == first) { first } else { Gives::Other }
}

/// The traversals in a step's arguments.
pub(crate) fn inner(step: &Step) -> impl Iterator<Item = &[Step]> {
    step.arguments.iter().filter_map(|argument| match argument {
        Argument::Traversal(Traversal { steps }) => Some(steps.as_slice()),
        _ => None,
    })
}

/// Whether a `to` with a direction, which is a step, and no place of an edge.
pub(crate) fn is_direction(step: &Step) -> bool {
    let direction = Argument::Token;
    let all = [Token::DirectionOut, Token::DirectionIn, Token::DirectionBoth];
    step.arguments.first().is_some_and(|first| all.into_iter().any(|token| *first == direction(token)))
}

pub(crate) fn is_local(step: &Step) -> bool {
    step.arguments.contains(&Argument::Token(Token::ScopeLocal))
}

/// Whether what comes out of the step is some of what went in. Modulators leave what the step before them gives.
fn keeps(name: S) -> bool {
    matches!(
        name,
        S::Aggregate
            | S::And
            | S::As
            | S::Barrier
            | S::By
            | S::CyclicPath
            | S::Dedup
            | S::Emit
            | S::Filter
            | S::Group
            | S::GroupCount
            | S::Has
            | S::HasId
            | S::HasLabel
            | S::HasNot
            | S::Identity
            | S::Is
            | S::Limit
            | S::Not
            | S::Or
            | S::Order
            | S::Range
            | S::SideEffect
            | S::SimplePath
            | S::Skip
            | S::Store
            | S::Tail
            | S::Times
            | S::To
            | S::From
            | S::Until
            | S::Where
    )
}
