//! Traversals written anew.
//!
//! Every traversal has many texts with the same meaning, and an engine's strategies look at the text: at which step
//! stands next to which. A rule is a function from a place in a chain of steps to other steps (`clause`, `branches`,
//! `cuts`, `filters`, `lists`, `loops`, `cover`, `expression`), or puts a condition somewhere (`partition`,
//! `restriction`). What a rule may not disturb depends on what the rest of the traversal looks at: `fit` says so. Published forms that do not hold are left
//! out: a cut behind which a step looks back, order or merging that a later step sees (QuDi), negation where comparisons
//! have a third truth value (TINKERPOP-2940), predicates of a key with several values (GDBMeter).
//!
//! At last both texts are evaluated: where the language leaves the answer of one open, nothing is rewritten.

mod branches;
mod clause;
mod cover;
mod cuts;
mod expression;
mod filters;
mod fit;
mod known;
mod lists;
mod loops;
mod partition;
mod restriction;
mod site;
mod table;
#[cfg(test)]
mod tests;
mod writing;

use std::sync::LazyLock;

use quarrel_case::answer::{Answer, Row};
use quarrel_case::choices::Choices;
use quarrel_case::compare;
use quarrel_case::language::{Ground, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::rewriting::{Bond, Family, Rewriter, Rewriting, Rewritten, Rule};
use quarrel_case::value::Value;

use crate::ast::Query;
use crate::evaluate::{self, GremlinSession};
use crate::shrink;
use fit::Fit;
use site::{Edit, Seek, Site};
use table::{ENTRIES, Entry, How};

/// Writes traversals anew.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rewrites;

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| ENTRIES.iter().map(|entry| entry.rule).collect());

impl Rewriter for Rewrites {
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
        let query = tree.get::<Query>()?;
        let fit = Fit::new(query, ground)?;
        let parts = matches!(family, Family::Partition | Family::Restriction);
        if parts && !fit.reads_only() {
            return None;
        }
        let mut judge = Judge::new(ground)?;
        judge.determined(query)?;
        let mut offered: Vec<(&Entry, usize)> = ENTRIES
            .iter()
            .filter(|entry| entry.rule.family == family)
            .map(|entry| (entry, entry.places(query, &fit)))
            .filter(|(_, places)| *places > 0)
            .collect();
        while !offered.is_empty() {
            let weights: Vec<usize> = offered.iter().map(|(entry, _)| entry.weight).collect();
            let (entry, places) = offered.remove(choices.weighted(&weights));
            let place = choices.below(places);
            let Some(argument) = entry.argument(&fit, place, choices) else { continue };
            let applied = entry.apply(query, &fit, place, argument.as_deref());
            if applied.is_some_and(|(parts, bond)| judge.takes(query, &parts, bond)) {
                return Some(Rewriting { rule: entry.rule.name.to_owned(), place, argument });
            }
        }
        None
    }

    fn rewrite(&self, tree: &Tree, rewriting: &Rewriting, ground: &Ground<'_>) -> Option<Rewritten> {
        let query = tree.get::<Query>()?;
        let fit = Fit::new(query, ground)?;
        let entry = ENTRIES.iter().find(|entry| entry.rule.name == rewriting.rule)?;
        let (parts, bond) = entry.apply(query, &fit, rewriting.place, rewriting.argument.as_deref())?;
        let mut judge = Judge::new(ground)?;
        judge
            .takes(query, &parts, bond)
            .then(|| Rewritten { trees: parts.into_iter().map(Tree::new).collect(), bond })
    }

    fn reading(&self, tree: &Tree, ground: &Ground<'_>) -> Option<Tree> {
        writing::reading(tree.get()?, ground).map(Tree::new)
    }

    fn with_reading(&self, tree: &Tree, reading: &Tree, ground: &Ground<'_>) -> Option<Tree> {
        writing::with_reading(tree.get()?, reading.get()?, ground).map(Tree::new)
    }

    fn plainer(&self, rewriting: &Rewriting) -> Vec<Rewriting> {
        let condition = rewriting.argument.as_deref().and_then(partition::read);
        let smaller = condition.map(|condition| shrink::smaller_inside(&condition)).unwrap_or_default();
        let with =
            |condition| Rewriting { argument: Some(partition::written(condition)), ..rewriting.clone() };
        smaller.into_iter().map(with).collect()
    }
}

impl Entry {
    /// At how many places the rule fits.
    fn places(&self, query: &Query, fit: &Fit<'_>) -> usize {
        match self.how {
            How::Edit(edit) | How::Less(edit) => seek(query, fit, &edit, usize::MAX).1,
            How::Everywhere(edit) => seek(query, fit, &edit, usize::MAX).1.min(1),
            How::Whole(_) | How::Known if !fit.reads_only() => 0,
            How::Whole(whole) => usize::from(whole(query, fit).is_some()),
            How::Known => seek(query, fit, &|site| known::site(site, &[]), usize::MAX).1,
            How::Alone => usize::from(partition::each_alone(query, fit).is_some()),
            How::Condition => partition::places(fit).len(),
            How::Key => partition::element_places(fit).len(),
            How::Restriction => restriction::all_places(fit).len(),
            How::Label => {
                let any = crate::ast::Argument::string("");
                seek(query, fit, &|site| restriction::labelled(site, &any), usize::MAX).1
            }
        }
    }

    /// What the rule needs at the place beside it; none when there is nothing that it could need.
    fn argument(&self, fit: &Fit<'_>, place: usize, choices: &mut Choices) -> Option<Option<String>> {
        let at = |places: Vec<(usize, fit::Tail)>| places.get(place).map(|(at, _)| *at);
        Some(Some(match self.how {
            How::Alone | How::Edit(_) | How::Everywhere(_) | How::Less(_) | How::Whole(_) => {
                return Some(None);
            }
            How::Condition => partition::draw(fit, at(partition::places(fit))?, choices)?,
            How::Key => partition::draw_test(fit, at(partition::element_places(fit))?, choices)?,
            How::Restriction => partition::draw(fit, at(restriction::all_places(fit))?, choices)?,
            How::Label => restriction::draw_label(fit, choices)?,
            How::Known => known::draw(fit, choices)?,
        }))
    }

    /// What the rule makes of the traversal.
    fn apply(
        &self,
        query: &Query,
        fit: &Fit<'_>,
        place: usize,
        argument: Option<&str>,
    ) -> Option<(Vec<Query>, Bond)> {
        match self.how {
            How::Edit(edit) => Some((vec![seek(query, fit, &edit, place).0?], Bond::Same)),
            How::Everywhere(edit) => {
                let all = everywhere(query, fit, &edit).filter(|_| place == 0)?;
                Some((vec![all], Bond::Same))
            }
            How::Whole(whole) => Some((vec![whole(query, fit).filter(|_| place == 0)?], Bond::Same)),
            How::Known => {
                let condition = known::known(fit, argument?)?;
                let same = seek(query, fit, &|site| known::site(site, &condition), place).0?;
                Some((vec![same], Bond::Same))
            }
            How::Alone => partition::each_alone(query, fit).filter(|_| place == 0),
            How::Condition => partition::by_condition(fit, place, argument?),
            How::Key => partition::by_key(fit, place, argument?),
            How::Restriction => restriction::by_condition(fit, place, argument?),
            How::Label => {
                let label = restriction::read_label(argument?)?;
                let less = seek(query, fit, &|site| restriction::labelled(site, &label), place).0?;
                Some((vec![less], restriction::bond_of(query)))
            }
            How::Less(edit) => {
                let less = seek(query, fit, &edit, place).0?;
                Some((vec![less], restriction::bond_of(query)))
            }
        }
    }
}

/// The traversal edited at one of the places, and how many places were seen.
fn seek(
    query: &Query,
    fit: &Fit<'_>,
    edit: &dyn Fn(&Site<'_>) -> Edit,
    place: usize,
) -> (Option<Query>, usize) {
    let mut seek = Seek { fit, edit, place, found: 0 };
    let changed = seek.through(query);
    (changed, seek.found)
}

/// The traversal with steps put in at every place, the last first.
fn everywhere(query: &Query, fit: &Fit<'_>, edit: &dyn Fn(&Site<'_>) -> Edit) -> Option<Query> {
    let count = seek(query, fit, edit, usize::MAX).1;
    let mut all = query.clone();
    for place in (0..count).rev() {
        all = seek(&all, fit, edit, place).0?;
    }
    (count > 0).then_some(all)
}

/// Evaluates, to see what the language determines.
struct Judge<'g> {
    session: GremlinSession,
    ground: &'g Ground<'g>,
    profile: Profile,
}

impl<'g> Judge<'g> {
    fn new(ground: &'g Ground<'g>) -> Option<Self> {
        let profile = Profile { fault: None, ..ground.profile.clone() };
        let session = evaluate::session(ground.graph.property()?, &profile).ok()?;
        Some(Self { session, ground, profile })
    }

    /// Whether all texts read back and run, and the language determines what they give.
    fn takes(&mut self, whole: &Query, parts: &[Query], bond: Bond) -> bool {
        let Some(rows) = self.determined(whole) else { return false };
        // Properties of two vertices are told apart by what they are of, which an answer does not show.
        let told_apart = bond != Bond::DistinctParts || compare::distinct(&rows).len() == rows.len();
        let rules = evaluate::Rules::new(&self.profile).unwrap_or_default();
        let fits = |part: &Query| shrink::is_valid(part, rules) && self.determined(part).is_some();
        told_apart && parts.iter().all(fits)
    }

    /// The rows; none where the language leaves them open.
    fn determined(&mut self, query: &Query) -> Option<Vec<Row>> {
        let evaluation = self.session.try_query(query, &self.ground.budget);
        let open = |value: &Value| matches!(value, Value::Bag(_) | Value::Near(_));
        match evaluation.result {
            Ok(Answer::Table(table)) if evaluation.open.is_none() => {
                let determined = !table.rows.iter().flatten().any(|value| value.any(&open));
                determined.then_some(table.rows)
            }
            _ => None,
        }
    }
}
