//! Rules by which a query is written anew, and what then holds between the answers.
//!
//! A rule is known by its name and applied at a place; what it needs to know beside them is its argument. So a
//! rewriting is plain data that is stored with a case and applied again to a smaller query: where it no longer fits, the
//! smaller query is no candidate. Whether a rule is sound is its language's business; the self-test asks.

use serde::{Deserialize, Serialize};

use crate::choices::Choices;
use crate::language::{Ground, Tree};

/// What a rule is about; each family has its oracle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The answer is put together from the answers to the query under a condition, under its negation, and where it is
    /// neither (ternary logic partitioning).
    Partition,
    /// The same pattern is walked in other paths (GRev).
    Cover,
    /// A clause, a traversal step or a group element in another form (Dinkel; the algebra's equivalences).
    Clause,
    /// An expression in another form with the same value (Dinkel).
    Expression,
    /// A condition is added, so that there are never more rows (GraphGenie).
    Restriction,
}

/// A rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    /// Its name, unique in the language.
    pub name: &'static str,
    /// What it is about.
    pub family: Family,
    /// What it does, in one sentence.
    pub says: &'static str,
    /// Where it comes from, and what makes it sound.
    pub source: &'static str,
}

/// A rule at a place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewriting {
    /// The rule's name.
    pub rule: String,
    /// Which of the places at which the rule fits, counted from 0 in the order of the text.
    pub place: usize,
    /// What the rule needs beside its place: a text in the language, such as a condition.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<String>,
}

/// What a rewriting gives.
#[derive(Debug, Clone)]
pub struct Rewritten {
    /// The queries, one or more.
    pub trees: Vec<Tree>,
    /// What holds between the query's answer and theirs.
    pub bond: Bond,
}

/// What holds between a query's answer and those of what it was rewritten to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bond {
    /// The same bag of rows.
    Same,
    /// The rows of all parts together, as a bag.
    Parts,
    /// The rows of all parts together, each once.
    DistinctParts,
    /// One exact number, the sum of the parts' numbers; null counts as 0.
    Sum,
    /// One exact number, the least of the parts' numbers, null left out.
    Least,
    /// One exact number, the greatest of the parts' numbers, null left out.
    Greatest,
    /// No row that the query does not give, and none more often.
    NeverMore,
    /// One exact number that is not greater than the query's.
    NeverGreater,
}

/// Rewrites the queries of a language. Only what reads, and what is determined, is rewritten.
pub trait Rewriter: Send + Sync {
    /// The rules, by name within their families.
    fn rules(&self) -> &'static [Rule];

    /// Draws a rewriting of that family that fits the query; none when none does.
    fn draw(
        &self,
        tree: &Tree,
        family: Family,
        ground: &Ground<'_>,
        choices: &mut Choices,
    ) -> Option<Rewriting>;

    /// Draws so many different rewritings, fewer where they do not come.
    fn draw_several(
        &self,
        tree: &Tree,
        family: Family,
        ground: &Ground<'_>,
        most: usize,
        choices: &mut Choices,
    ) -> Vec<Rewriting> {
        several(most, || self.draw(tree, family, ground, choices))
    }

    /// The query rewritten; none where the rule does not fit, or is not sound under the ground's profile.
    fn rewrite(&self, tree: &Tree, rewriting: &Rewriting, ground: &Ground<'_>) -> Option<Rewritten>;

    /// What a query that writes reads before it first writes, as a query: its rows are all that the writing knows of what
    /// was read. None where there is no such part, or where what is written shows in what is read.
    fn reading(&self, _tree: &Tree, _ground: &Ground<'_>) -> Option<Tree> {
        None
    }

    /// The query that writes, with another reading that gives the same rows in the place of its own.
    fn with_reading(&self, _tree: &Tree, _reading: &Tree, _ground: &Ground<'_>) -> Option<Tree> {
        None
    }

    /// Plainer arguments to try in the place of the rewriting's, the boldest first; each leads to another sooner or
    /// later, and never back.
    fn plainer(&self, rewriting: &Rewriting) -> Vec<Rewriting>;
}

/// Draws until there are so many different rewritings: what was drawn before is drawn again now and then, so that it is
/// tried twice as often.
pub fn several(most: usize, mut draw: impl FnMut() -> Option<Rewriting>) -> Vec<Rewriting> {
    let mut drawn: Vec<Rewriting> = Vec::new();
    for _ in 0..2 * most {
        if drawn.len() == most {
            break;
        }
        match draw() {
            Some(rewriting) if drawn.contains(&rewriting) => {}
            Some(rewriting) => drawn.push(rewriting),
            None => break,
        }
    }
    drawn
}
