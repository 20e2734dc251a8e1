//! Traversals that raise on purpose, or find nothing on purpose.

use quarrel_case::choices::Choices;

use super::data::Data;
use super::literal::int;
use super::maker::{inner, step};
use crate::ast::{Argument, Literal, Predicate, PredicateName, Query, StepName as S, Token};

/// Makes a traversal one that every evaluation must refuse.
pub(super) fn spoil(query: &mut Query, choices: &mut Choices) {
    let text = Argument::string;
    let label = |name: &str| (Argument::Token(Token::TLabel), text(name));
    let steps = match choices.below(8) {
        // What is created contradicts what is searched for.
        0..=2 => vec![
            step(S::MergeV, vec![Argument::Map(vec![label("none"), (text("none"), int(1))])]),
            step(S::Option, vec![Argument::Token(Token::MergeOnCreate), Argument::Map(vec![label("other")])]),
        ],
        3 => vec![step(S::Inject, vec![text("a")]), step(S::Out, Vec::new())],
        4 => vec![step(S::Inject, vec![text("a")]), step(S::Sum, Vec::new())],
        5 => vec![step(S::AddV, vec![Argument::Literal(Literal::Null)])],
        6 => {
            let name = text("a");
            vec![step(S::Inject, vec![int(1)]), step(S::Project, vec![name.clone(), name])]
        }
        _ => vec![
            step(S::Inject, vec![int(1)]),
            step(S::Map, vec![inner(vec![step(S::Identity, Vec::new()), step(S::By, Vec::new())])]),
        ],
    };
    *query = Query { steps };
}

/// Makes a traversal find nothing in the end: by a value that is nowhere, or by a list of values that has none.
pub(super) fn empty(query: &mut Query, data: &Data, choices: &mut Choices) {
    let elements = query.steps.iter().position(|step| matches!(step.name, S::V | S::E));
    let key = choices.pick(&data.vertex_keys).map(|(key, _)| Argument::string(key));
    if let (Some(elements), Some(key)) = (elements, key)
        && choices.chance(50)
    {
        let none = Predicate::Test(PredicateName::Within, vec![Argument::List(Vec::new())]);
        query.steps.truncate(elements + 1);
        query.steps.push(step(S::Has, vec![key, Argument::Predicate(none)]));
        return;
    }
    query.steps.push(step(S::Is, vec![Argument::string("none of these")]));
}
