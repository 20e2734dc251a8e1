//! Queries of Cypher written anew, and what then holds between the answers.
//!
//! A rule says what it makes of a query at each place where it fits, by its form alone; what the answer hangs on beside
//! the form (that nothing raises, that the language determines the rows) the reference says of the query and of what it
//! became. The bond itself is never asked of the reference: were it, a rule that is wrong would never show.

mod clause;
mod condition;
mod cover;
mod expression;
mod form;
mod partition;
mod restriction;
mod scene;
mod writing;

use std::sync::LazyLock;

use quarrel_case::choices::Choices;
use quarrel_case::language::{Ground, Tree};
use quarrel_case::rewriting::{Bond, Family, Rewriter, Rewriting, Rewritten, Rule, several};

use crate::ast::{Clause, Projection, Query, SingleQuery};
use crate::evaluate::writes;
use crate::{features, walk};
use form::Form;
use scene::{Prepared, Scene};

/// Writes queries of Cypher anew.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Anew;

/// All rules, in the order of their families.
static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let mut all: Vec<Rule> = partition::RULES.to_vec();
    all.push(cover::RULE);
    all.extend(clause::RULES.iter().map(|(rule, _)| *rule));
    all.extend(expression::RULES.iter().map(|(rule, _)| *rule));
    all.extend(restriction::RULES.iter().map(|(rule, _)| *rule));
    all
});

/// How often one rule is tried at other places before another is.
const TRIES: usize = 3;

impl Rewriter for Anew {
    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn draw(
        &self,
        tree: &Tree,
        family: Family,
        ground: &Ground<'_>,
        choices: &mut Choices,
    ) -> Option<Rewriting> {
        self.draw_several(tree, family, ground, 1, choices).pop()
    }

    fn draw_several(
        &self,
        tree: &Tree,
        family: Family,
        ground: &Ground<'_>,
        most: usize,
        choices: &mut Choices,
    ) -> Vec<Rewriting> {
        let query = tree.get::<Query>().filter(|query| is_read(query));
        let (Some(query), Some(prepared)) = (query, Prepared::new(ground)) else { return Vec::new() };
        if prepared.determined(query).is_none() {
            return Vec::new();
        }
        let Some(scene) = Scene::new(&prepared, query) else { return Vec::new() };
        several(most, || {
            ordered(family, choices).into_iter().find_map(|rule| {
                let mut tries = (0..TRIES).map_while(|_| drawn(rule, &scene, choices));
                tries.find(|rewriting| sound(&scene, rewriting).is_some())
            })
        })
    }

    fn rewrite(&self, tree: &Tree, rewriting: &Rewriting, ground: &Ground<'_>) -> Option<Rewritten> {
        let query = tree.get::<Query>().filter(|query| is_read(query))?;
        let prepared = Prepared::new(ground)?;
        let scene = Scene::new(&prepared, query)?;
        sound(&scene, rewriting)
    }

    fn reading(&self, tree: &Tree, ground: &Ground<'_>) -> Option<Tree> {
        writing::reading(tree.get()?, &Prepared::new(ground)?).map(Tree::new)
    }

    fn with_reading(&self, tree: &Tree, reading: &Tree, ground: &Ground<'_>) -> Option<Tree> {
        writing::with_reading(tree.get()?, reading.get()?, &Prepared::new(ground)?).map(Tree::new)
    }

    fn plainer(&self, rewriting: &Rewriting) -> Vec<Rewriting> {
        let Some(argument) = &rewriting.argument else { return Vec::new() };
        let with = |argument| Rewriting { argument: Some(argument), ..rewriting.clone() };
        if rewriting.rule == cover::RULE.name {
            let seed = argument.parse::<u64>().ok();
            return seed
                .filter(|seed| *seed > 0)
                .map(|seed| with((seed / 2).to_string()))
                .into_iter()
                .collect();
        }
        condition::plainer(argument).into_iter().map(with).collect()
    }
}

/// How often a rule comes before others: those that fit most queries would leave no room for the rest.
const WEIGHTS: &[(usize, &[&str])] = &[
    (15, &["count-distinct", "where-to-map", "comparison-unchained", "length-split"]),
    (25, &["table-computed", "constant-computed"]),
    (8, &["neighbourhood-known", "optional-nothing"]),
    (6, &["length-joined"]),
    (4, &["label-predicate", "member", "exclusive-or", "partition-match"]),
    (3, &["node-unfolded", "map-to-where", "bound-node", "key-before", "key-as-item", "limit-added"]),
    (3, &["quantifier", "exists-counted", "label-listed", "distinct-grouped"]),
    (2, &["order-dropped", "match-parted", "matches-joined", "pattern-exists", "null-test", "inequality"]),
    (2, &["de-morgan", "equal-to-truth", "partition-map", "partition-with", "length-narrowed", "type-added"]),
];

/// The rules of a family in a random order.
fn ordered(family: Family, choices: &mut Choices) -> Vec<&'static Rule> {
    let of_family = RULES.iter().filter(|rule| rule.family == family);
    let weight = |rule: &Rule| {
        let known = WEIGHTS.iter().find(|(_, names)| names.contains(&rule.name));
        known.map_or(1, |(weight, _)| *weight)
    };
    let mut tickets: Vec<&Rule> =
        of_family.flat_map(|rule| std::iter::repeat_n(rule, weight(rule))).collect();
    choices.shuffle(&mut tickets);
    let mut rules: Vec<&Rule> = Vec::new();
    for rule in tickets {
        if !rules.iter().any(|known| known.name == rule.name) {
            rules.push(rule);
        }
    }
    rules
}

/// Whether the query changes nothing, runs nothing that only an engine knows, and names its columns: an engine may name
/// one without a name as it likes.
fn is_read(query: &Query) -> bool {
    const FOREIGN: [&str; 4] = ["call-procedure", "function.other", "parameter", "pattern.parameter"];
    let named = |projection: &Projection| projection.items.iter().all(|item| walk::column(item).is_some());
    let returns = |part: &SingleQuery| match part.clauses.last() {
        Some(Clause::Return(projection)) => named(projection),
        _ => false,
    };
    let mut parts = std::iter::once(&query.first).chain(query.unions.iter().map(|(_, part)| part));
    let foreign = |feature: &&str| FOREIGN.contains(feature);
    !writes(query) && parts.all(returns) && !features::features(query).iter().any(foreign)
}

/// A rewriting by this rule, drawn by its form alone.
fn drawn(rule: &Rule, scene: &Scene<'_>, choices: &mut Choices) -> Option<Rewriting> {
    let of = |place, argument| Rewriting { rule: rule.name.to_owned(), place, argument };
    match rule.family {
        Family::Partition => Some(of(0, Some(partition::argument(rule.name, scene, choices)?))),
        Family::Cover => {
            let seed = choices.bits() >> 48;
            let count = cover::covers(scene, seed).len();
            (count > 0).then(|| of(choices.below(count), Some(seed.to_string())))
        }
        Family::Restriction if rule.name == "condition-added" => {
            let spots = restriction::conditioned(scene);
            let place = choices.below(spots.len());
            let spot = spots.into_iter().nth(place)?;
            // What is in scope for the condition is what the clause itself binds too.
            let after = scene::Spot { at: spot.at + 1, ..spot };
            Some(of(place, Some(condition::draw(scene, &after, choices)?)))
        }
        _ => {
            let count = count(rule.name, scene);
            (count > 0).then(|| of(choices.below(count), None))
        }
    }
}

/// At how many places a rule without an argument fits.
fn count(rule: &str, scene: &Scene<'_>) -> usize {
    match forms(rule) {
        Some(Form::Inside(make)) => expression::fitting(make, scene).len(),
        Some(Form::Whole(make)) => make(scene).len(),
        Some(Form::Placed(placed)) => (placed.count)(scene),
        None => 0,
    }
}

/// How a rule without an argument makes queries.
fn forms(rule: &str) -> Option<Form> {
    let made = clause::RULES.iter().chain(expression::RULES).map(|(known, form)| (known, Some(*form)));
    let restriction = restriction::RULES.iter().map(|(known, make)| (known, make.map(Form::Whole)));
    let mut all = made.chain(restriction);
    all.find(|(known, _)| known.name == rule).and_then(|(_, form)| form)
}

/// What the rewriting makes of the query by its form alone.
fn formed(scene: &Scene<'_>, rewriting: &Rewriting) -> Option<(Vec<Query>, Bond)> {
    let rule = RULES.iter().find(|rule| rule.name == rewriting.rule)?;
    let (place, argument) = (rewriting.place, rewriting.argument.as_deref());
    let nth = |queries: Vec<Query>| queries.into_iter().nth(place).map(|query| vec![query]);
    match rule.family {
        Family::Partition => {
            let (spot, _) = partition::last(scene)?;
            partition::parts(scene, rule.name, &condition::read(argument?, spot.before)?)
        }
        Family::Cover => Some((nth(cover::covers(scene, argument?.parse().ok()?))?, Bond::Same)),
        Family::Clause | Family::Expression => {
            let queries = match forms(rule.name)? {
                Form::Whole(make) => nth(make(scene))?,
                Form::Placed(placed) => vec![(placed.at)(scene, place)?],
                Form::Inside(make) => {
                    let (site, other) = expression::fitting(make, scene).into_iter().nth(place)?;
                    vec![site.replaced(scene, other)?]
                }
            };
            Some((queries, Bond::Same))
        }
        Family::Restriction => {
            let queries = match forms(rule.name) {
                Some(Form::Whole(make)) => nth(make(scene))?,
                _ => {
                    let spot = restriction::conditioned(scene).into_iter().nth(place)?;
                    let condition = condition::read(argument?, spot.after)?;
                    vec![restriction::with_condition(scene, &spot, condition)?]
                }
            };
            Some((queries, restriction::bond_of(scene)))
        }
    }
}

/// The same, where all answers are determined and nothing can raise.
fn sound(scene: &Scene<'_>, rewriting: &Rewriting) -> Option<Rewritten> {
    let (queries, bond) = formed(scene, rewriting)?;
    if !queries.iter().all(walk::can_end) || queries.contains(scene.query) {
        return None;
    }
    let fits = partition::holds_for(bond, scene.query, &queries, scene.ground);
    fits.then(|| Rewritten { trees: queries.into_iter().map(Tree::new).collect(), bond })
}

#[cfg(test)]
mod tests;
