//! Steps and arguments as they are written most often.

use crate::ast::{Argument, Literal, Predicate, PredicateName, Step, StepName as S, Token, Traversal};

/// A step without arguments.
pub(crate) fn bare(name: S) -> Step {
    Step::new(name, Vec::new())
}

/// A step with strings: labels, keys, names.
pub(crate) fn named<'n>(name: S, words: impl IntoIterator<Item = &'n str>) -> Step {
    Step::new(name, words.into_iter().map(Argument::string).collect())
}

/// A step with a traversal inside.
pub(crate) fn around(name: S, steps: Vec<Step>) -> Step {
    Step::new(name, vec![inner(steps)])
}

/// A step with several traversals inside.
pub(crate) fn among(name: S, ways: Vec<Vec<Step>>) -> Step {
    Step::new(name, ways.into_iter().map(inner).collect())
}

/// A step of the local scope.
pub(crate) fn local(name: S) -> Step {
    Step::new(name, vec![Argument::Token(Token::ScopeLocal)])
}

/// A traversal as an argument.
pub(crate) fn inner(steps: Vec<Step>) -> Argument {
    Argument::Traversal(Traversal { steps })
}

/// A predicate of one value as an argument.
pub(crate) fn test(name: PredicateName, value: Argument) -> Argument {
    Argument::Predicate(Predicate::Test(name, vec![value]))
}

/// A whole number.
pub(crate) fn int(number: i32) -> Argument {
    Argument::Literal(Literal::Int(number))
}

/// A whole number, as counts are.
pub(crate) fn long(number: i64) -> Argument {
    Argument::Literal(Literal::Long(number))
}
