//! A question as a traversal.

use quarrel_case::phrase::{Ask, Pattern, Question, Route, Times};

use super::is_certain;
use super::route::{Keep, PASSED, Walk, ends};
use crate::ast::{Argument, PredicateName, Step, StepName as S, Token};
use crate::build::{around, bare, inner, int, long, named, test};
use crate::walk;

/// The traversal that asks the question.
pub(super) fn steps(question: &Question) -> Option<Vec<Step>> {
    match (&question.pattern, question.ask) {
        (Pattern::Route(route), Ask::Shortest) => shortest(route),
        (Pattern::Route(route), Ask::ShortestCount) => number_of_shortest(route),
        (_, Ask::Shortest | Ask::ShortestCount) => None,
        (Pattern::Route(route), Ask::Count) => {
            let mut walk = begin();
            walk.first(route, Keep::default())?;
            walk.steps.push(bare(S::Count));
            Some(walk.steps)
        }
        (pattern, ask) => {
            let mut steps = pairs(pattern)?;
            if ask == Ask::DistinctPairs || !matches!(pattern, Pattern::Route(_)) {
                steps.extend(each_once(&steps));
            }
            if ask == Ask::Count {
                steps.push(bare(S::Count));
            }
            Some(steps)
        }
    }
}

/// What leaves each of the pairs once. Where traversers know their ways, which of those with one pair `dedup()` keeps is
/// left open; a map of the pairs has no ways.
fn each_once(steps: &[Step]) -> Vec<Step> {
    match walk::any(steps, &|step| matches!(step.name, S::SimplePath | S::OtherV | S::Union)) {
        true => vec![bare(S::GroupCount), bare(S::Unfold), column(Token::ColumnKeys)],
        false => vec![bare(S::Dedup)],
    }
}

/// `P.eq` of what a label stands for.
pub(super) fn is(label: &str) -> Argument {
    test(PredicateName::Eq, Argument::string(label))
}

fn begin() -> Walk {
    let mut walk = Walk::default();
    walk.steps.push(bare(S::V));
    walk
}

const ENDS: Keep = Keep { ends: true, passed: false };

/// The pairs of a pattern, perhaps some of them more often than once.
fn pairs(pattern: &Pattern) -> Option<Vec<Step>> {
    match pattern {
        Pattern::Route(route) => {
            let mut walk = begin();
            walk.first(route, ENDS)?;
            walk.steps.push(selected([route])?);
            Some(walk.steps)
        }
        Pattern::Both(routes) => both(routes),
        Pattern::Either(routes) => either(routes),
        Pattern::ButNot(route, other) => but_not(route, other),
    }
}

/// The ends, in the order of their names, whichever the route begins with.
fn selected<'r>(routes: impl IntoIterator<Item = &'r Route>) -> Option<Step> {
    let points: Vec<bool> = routes.into_iter().map(|route| route.legs.is_empty()).collect();
    match points.as_slice() {
        [true, others @ ..] if others.iter().all(|point| *point) => Some(named(S::Select, ["a"])),
        [false, others @ ..] if others.iter().all(|point| !point) => Some(named(S::Select, ["a", "b"])),
        _ => None,
    }
}

fn both(routes: &[Route]) -> Option<Vec<Step>> {
    let select = selected(routes)?;
    let (first, others) = routes.split_first()?;
    let mut walk = begin();
    walk.first(first, ENDS)?;
    for route in others {
        walk.again(route)?;
    }
    walk.steps.push(select);
    Some(walk.steps)
}

fn either(routes: &[Route]) -> Option<Vec<Step>> {
    let select = selected(routes)?;
    let mut ways = Vec::new();
    for route in routes {
        let mut walk = Walk::default();
        walk.first(route, ENDS)?;
        // At its beginning a label stands for what is to be matched, in some steps.
        if walk.steps.first().is_none_or(|step| step.name == S::As) {
            walk.steps.insert(0, bare(S::Identity));
        }
        walk.steps.push(select.clone());
        ways.push(inner(walk.steps));
    }
    Some(vec![bare(S::V), Step::new(S::Union, ways)])
}

fn but_not(route: &Route, other: &Route) -> Option<Vec<Step>> {
    let select = selected([route, other])?;
    if !is_told(other) {
        return None;
    }
    let mut walk = begin();
    walk.first(route, ENDS)?;
    let mut connected = Walk::default();
    connected.again(other)?;
    walk.steps.extend([around(S::Not, connected.steps), select]);
    Some(walk.steps)
}

/// Whether every version says the same of the route inside `not()`.
fn is_told(route: &Route) -> bool {
    let spots = route.legs.iter().map(|leg| &leg.end).chain([&route.start]);
    let of_spots = spots.flat_map(|spot| &spot.conditions);
    let of_edges = route.legs.iter().filter_map(|leg| leg.hop.condition.as_ref());
    of_spots.chain(of_edges).all(is_certain)
}

/// The ways of a route between two vertices; behind each vertex but the first stands a label.
fn ways(route: &Route) -> Option<Walk> {
    let [leg] = route.legs.as_slice() else { return None };
    if !matches!(leg.hop.times, Times::Any | Times::UpTo(_) | Times::NoneTo(_)) {
        return None;
    }
    let mut walk = begin();
    walk.first(route, Keep { ends: true, passed: true })?;
    let other = test(PredicateName::Neq, Argument::string(ends(route)[0]));
    walk.steps.push(Step::new(S::Where, vec![other]));
    Some(walk)
}

/// How many edges the way has: as many as vertices behind the first.
fn length() -> Vec<Step> {
    let all = vec![Argument::Token(Token::PopAll), Argument::string(PASSED)];
    vec![Step::new(S::Select, all), Step::new(S::Count, vec![Argument::Token(Token::ScopeLocal)])]
}

fn by(steps: Vec<Step>) -> Step {
    around(S::By, steps)
}

fn column(column: Token) -> Step {
    Step::new(S::Select, vec![Argument::Token(column)])
}

/// Each pair with the least length of its ways. Which way comes first is left open, so that the first is not asked for.
fn shortest(route: &Route) -> Option<Vec<Step>> {
    let mut steps = ways(route)?.steps;
    let least = length().into_iter().chain([bare(S::Min)]).collect();
    let end = |label| by(vec![column(Token::ColumnKeys), named(S::Select, [label])]);
    steps.extend([
        bare(S::Group),
        by(vec![named(S::Select, ["a", "b"])]),
        by(least),
        bare(S::Unfold),
        named(S::Project, ["a", "b", "length"]),
        end("a"),
        end("b"),
        by(vec![column(Token::ColumnValues)]),
    ]);
    Some(steps)
}

/// The number of ways of each length, and of these the one of the least length.
fn number_of_shortest(route: &Route) -> Option<Vec<Step>> {
    let mut steps = ways(route)?.steps;
    let first = Step::new(S::Limit, vec![int(1)]);
    let of_least = vec![
        bare(S::Unfold),
        bare(S::Order),
        by(vec![column(Token::ColumnKeys)]),
        first,
        column(Token::ColumnValues),
    ];
    let none = vec![Step::new(S::Constant, vec![long(0)])];
    steps.extend([
        bare(S::GroupCount),
        by(length()),
        Step::new(S::Coalesce, vec![inner(of_least), inner(none)]),
    ]);
    Some(steps)
}
