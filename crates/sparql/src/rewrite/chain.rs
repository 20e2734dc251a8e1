//! Several rewritings one after the other.
//!
//! One rule in one place leaves most of a query as it was. Where each step gives the same rows, so does a chain of them,
//! and a case asks of many rules at once. Its steps are its argument, so that reduction takes them away one by one; a step
//! that does not fit a smaller query is left out.

use quarrel_case::choices::Choices;
use quarrel_case::language::Ground;
use quarrel_case::rewriting::{Bond, Family, Rewriting};

use super::{Asked, Fits, Law, Scene, law, laws, restriction};
use crate::ast::Query;
use crate::print::{Spelling, print};
use crate::shrink::is_valid;

pub(super) const LAWS: &[Law] = &[
    law(Family::Cover, "p-chain", "several of these", "SPARQL 1.1, 18; GRev, section 3", Fits::Chain),
    law(Family::Clause, "c-chain", "several of these", "SPARQL 1.1, 18; Dinkel", Fits::Chain),
    law(Family::Expression, "e-chain", "several of these", "SPARQL 1.1, 17; Dinkel", Fits::Chain),
    law(
        Family::Restriction,
        "r-chain",
        "a restriction of the query in other forms",
        "SPARQL 1.1, 18",
        Fits::Chain,
    ),
];

/// No more steps than this.
const MOST_STEPS: usize = 8;

/// No longer texts than this.
const MOST_TEXT: usize = 5_000;

/// A rule and a place.
type Step = (&'static Law, usize);

/// Steps that fit one after the other.
pub(super) fn draw(query: &Query, family: Family, ground: &Ground<'_>, choices: &mut Choices) -> Vec<Step> {
    let most = choices.between(2, MOST_STEPS);
    let mut rules: Vec<&'static Law> =
        laws().filter(|law| is_step(law, family)).flat_map(|law| vec![law; weight(law)]).collect();
    choices.shuffle(&mut rules);
    if family == Family::Restriction {
        // Something is asked more in any case.
        rules.sort_by_key(|law| law.rule.family != family);
    }
    let (mut query, mut steps) = (query.clone(), Vec::new());
    for law in rules {
        if steps.len() == most {
            break;
        }
        let is_known = steps.iter().any(|(known, _): &Step| known.rule.name == law.rule.name);
        let is_restricted = law.rule.family == Family::Restriction && !steps.is_empty();
        if is_known || is_restricted {
            continue;
        }
        let places = Scene::new(&query, ground).places(&query, law, None);
        if places == 0 {
            continue;
        }
        let place = choices.below(places);
        if let Some(next) = step(&query, law, place, ground) {
            query = next;
            steps.push((law, place));
        }
    }
    steps
}

/// Whether a rule may be a step of a chain of the family: one that gives the same rows, or restricts as the chain does.
fn is_step(law: &Law, family: Family) -> bool {
    let restricts = family == Family::Restriction;
    let is_same = matches!(law.rule.family, Family::Cover | Family::Clause | Family::Expression);
    let of_family = law.rule.family == family || (restricts && is_same);
    of_family && matches!(law.fits, Fits::Expression(_) | Fits::Group(_) | Fits::Query(_))
}

/// What fits few queries, or says much, is drawn more often.
fn weight(law: &Law) -> usize {
    match law.rule.name {
        "q-ask-twice" => 12,
        "q-ask-select"
        | "q-distinct-select"
        | "q-order-added"
        | "q-having-filter"
        | "k-minus-left"
        | "k-stranger-optional" => 4,
        name if name.starts_with("k-") || name.starts_with("g-") => 2,
        _ => 1,
    }
}

/// One step; none where it does not fit.
fn step(query: &Query, law: &Law, place: usize, ground: &Ground<'_>) -> Option<Query> {
    let scene = Scene::new(query, ground);
    let places = scene.places(query, law, None);
    let asked = scene.rewritten(query, law, place % places.max(1), None)?;
    let mut other = asked.queries.into_iter().next()?;
    other.normalize();
    let fits = print(&other, &Spelling::default()).len() <= MOST_TEXT && is_valid(&other);
    fits.then_some(other)
}

/// The steps as an argument.
pub(super) fn written(steps: &[Step]) -> String {
    let step = |(law, place): &Step| format!("{} {place}", law.rule.name);
    steps.iter().map(step).collect::<Vec<_>>().join(", ")
}

fn read(argument: &str, family: Family) -> Option<Vec<Step>> {
    let step = |text: &str| {
        let (name, place) = text.trim().split_once(' ')?;
        let law = laws().find(|law| law.rule.name == name && is_step(law, family))?;
        Some((law, place.parse().ok()?))
    };
    argument.split(',').map(step).collect()
}

/// The query after all steps that fit.
pub(super) fn rewritten(query: &Query, family: Family, argument: &str, ground: &Ground<'_>) -> Option<Asked> {
    let bond = match family {
        Family::Restriction => restriction::bond(query)?,
        _ => Bond::Same,
    };
    let mut query = query.clone();
    for (law, place) in read(argument, family)?.into_iter().take(MOST_STEPS) {
        // What restricts one kind of answer says nothing of another.
        let fits = law.rule.family != Family::Restriction || restriction::bond(&query) == Some(bond);
        if let Some(next) = step(&query, law, place, ground).filter(|_| fits) {
            query = next;
        }
    }
    Some(Asked { queries: vec![query], bond })
}

/// Fewer steps; a single one is its own rule.
pub(super) fn plainer(rewriting: &Rewriting, family: Family) -> Vec<Rewriting> {
    let steps = rewriting.argument.as_deref().and_then(|argument| read(argument, family)).unwrap_or_default();
    let single =
        |(law, place): &Step| Rewriting { rule: law.rule.name.to_owned(), place: *place, argument: None };
    let own = steps.iter().filter(|(law, _)| law.rule.family == family);
    let mut found: Vec<Rewriting> = own.map(single).collect();
    if steps.len() > 2 {
        let fewer = |steps: Vec<Step>| Rewriting { argument: Some(written(&steps)), ..rewriting.clone() };
        let (left, right) = steps.split_at(steps.len() / 2);
        if steps.len() > 3 {
            found.extend([left, right].map(|half| fewer(half.to_vec())));
        }
        found.extend((0..steps.len()).map(|index| {
            let mut steps = steps.clone();
            steps.remove(index);
            fewer(steps)
        }));
    }
    found
}
