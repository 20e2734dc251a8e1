//! Names: labels and keys that a traversal shares with a graph, and the labels of its own steps.

use std::collections::BTreeMap;

use quarrel_case::names::{NameKind, Names, Renaming};

use crate::ast::{Argument, Literal, Predicate, Query, Step, StepName as S, Token, Traversal};
use crate::walk;

/// Shows every string of a traversal that names something of the graph, with what it may name.
fn each(steps: &mut [Step], see: &mut dyn FnMut(&[NameKind], &mut String)) {
    for step in steps {
        let kinds = |place: usize, count: usize| of_place(step.name, place, count);
        let count = step.arguments.len();
        let labelled = matches!(step.arguments.first(), Some(Argument::Token(Token::TLabel)));
        let all: Vec<&[NameKind]> = (0..count)
            .map(|place| if labelled && step.name == S::Has { ELEMENTS } else { kinds(place, count) })
            .collect();
        for (argument, kinds) in step.arguments.iter_mut().zip(all) {
            of_argument(argument, kinds, see);
        }
    }
}

const ELEMENTS: &[NameKind] = &[NameKind::Label, NameKind::Type];
const KEY: &[NameKind] = &[NameKind::Key];

/// What a string at a place of a step's arguments names.
fn of_place(name: S, place: usize, count: usize) -> &'static [NameKind] {
    match (name, place) {
        (S::Out | S::In | S::Both | S::OutE | S::InE | S::BothE | S::To | S::ToE | S::AddE, _) => {
            &[NameKind::Type]
        }
        (S::AddV, _) => &[NameKind::Label],
        (S::HasLabel, _) => ELEMENTS,
        (S::Has, 0) if count == 3 => ELEMENTS,
        (S::Has, 0) => KEY,
        (S::Has, 1) if count == 3 => KEY,
        (S::Property, _) if place + 2 == count => KEY,
        (
            S::Values
            | S::Properties
            | S::ValueMap
            | S::PropertyMap
            | S::ElementMap
            | S::HasNot
            | S::HasKey
            | S::By,
            _,
        ) => KEY,
        _ => &[],
    }
}

fn of_argument(argument: &mut Argument, kinds: &[NameKind], see: &mut dyn FnMut(&[NameKind], &mut String)) {
    match argument {
        Argument::Literal(Literal::String(text)) if !kinds.is_empty() => see(kinds, text),
        Argument::List(items) | Argument::Set(items) => {
            items.iter_mut().for_each(|item| of_argument(item, kinds, see));
        }
        Argument::Map(entries) => {
            for (key, value) in entries {
                let label = matches!(key, Argument::Token(Token::TLabel));
                of_argument(key, KEY, see);
                of_argument(value, if label { ELEMENTS } else { &[] }, see);
            }
        }
        Argument::Predicate(predicate) => of_predicate(predicate, kinds, see),
        Argument::Traversal(traversal) => each(&mut traversal.steps, see),
        _ => {}
    }
}

fn of_predicate(
    predicate: &mut Predicate,
    kinds: &[NameKind],
    see: &mut dyn FnMut(&[NameKind], &mut String),
) {
    match predicate {
        Predicate::Test(_, arguments) => {
            arguments.iter_mut().for_each(|argument| of_argument(argument, kinds, see));
        }
        Predicate::Not(inner) => of_predicate(inner, kinds, see),
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            of_predicate(left, kinds, see);
            of_predicate(right, kinds, see);
        }
    }
}

/// The names that the traversal shares with a graph.
pub fn names(query: &Query) -> Names {
    let mut names = Names::new();
    each(&mut query.clone().steps, &mut |kinds, text| {
        names.extend(kinds.iter().map(|kind| (*kind, text.clone())));
    });
    names
}

/// The traversal with names replaced.
pub fn renamed(query: &Query, names: &Renaming) -> Query {
    let mut query = query.clone();
    each(&mut query.steps, &mut |kinds, text| {
        let new = kinds.iter().find_map(|kind| names.get(&(*kind, text.clone())));
        if let Some(new) = new {
            text.clone_from(new);
        }
    });
    query
}

/// The names that the traversal gives itself: labels of steps, side effects, keys of `project`.
fn own(query: &Query) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    walk::steps(&query.steps, &mut |step| {
        let all = matches!(step.name, S::As | S::Project);
        let first = matches!(
            step.name,
            S::Aggregate | S::Store | S::Subgraph | S::Group | S::GroupCount | S::Tree | S::WithSideEffect
        );
        let strings = step.arguments.iter().filter_map(|argument| match argument {
            Argument::Literal(Literal::String(text)) => Some(text),
            _ => None,
        });
        for text in strings.take(if all { usize::MAX } else { usize::from(first) }) {
            if !found.contains(text) {
                found.push(text.clone());
            }
        }
    });
    found
}

/// The name for the thing of this number.
fn plain(number: usize) -> String {
    let letter = u8::try_from(number % 26).unwrap_or(0);
    format!("{}{}", char::from(b'a' + letter), "_".repeat(number / 26))
}

/// How many of its own names are not the plainest.
pub(super) fn oddity(query: &Query) -> usize {
    own(query).iter().enumerate().filter(|(number, name)| **name != plain(*number)).count()
}

/// The traversal with the plainest names for what it names itself; none where they are, or where a formula speaks of
/// them.
pub(super) fn relabelled(query: &Query) -> Option<Query> {
    if oddity(query) == 0 || walk::any(&query.steps, &|step| matches!(step.name, S::Math | S::Format)) {
        return None;
    }
    let names: BTreeMap<String, String> =
        own(query).into_iter().enumerate().map(|(number, name)| (name, plain(number))).collect();
    let mut query = query.clone();
    relabel(&mut query.steps, &names);
    Some(query)
}

fn relabel(steps: &mut [Step], names: &BTreeMap<String, String>) {
    for step in steps {
        step.arguments.iter_mut().for_each(|argument| relabel_argument(argument, names));
    }
}

fn relabel_argument(argument: &mut Argument, names: &BTreeMap<String, String>) {
    match argument {
        Argument::Literal(Literal::String(text)) => {
            if let Some(new) = names.get(text) {
                text.clone_from(new);
            }
        }
        Argument::Traversal(Traversal { steps }) => relabel(steps, names),
        Argument::Predicate(predicate) => relabel_predicate(predicate, names),
        _ => {}
    }
}

fn relabel_predicate(predicate: &mut Predicate, names: &BTreeMap<String, String>) {
    match predicate {
        Predicate::Test(_, arguments) => {
            arguments.iter_mut().for_each(|argument| relabel_argument(argument, names));
        }
        Predicate::Not(inner) => relabel_predicate(inner, names),
        Predicate::And(left, right) | Predicate::Or(left, right) => {
            relabel_predicate(left, names);
            relabel_predicate(right, names);
        }
    }
}
