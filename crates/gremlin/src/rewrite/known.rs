//! Conditions that are known to be true, put in where any traverser passes.
//!
//! A condition that begins with all vertices is the same for every traverser, and evaluating it once
//! says which. So a filter of one that is true changes nothing, whatever it is made of: what an engine's strategies do
//! to the steps inside it is asked of any query (as GraphGenie and Dinkel do with tautologies).

use quarrel_case::choices::Choices;

use super::Judge;
use super::fit::{Fit, is_condition};
use super::partition::{read, written};
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Predicate, PredicateName, Query, Step, StepName as S, Token};
use crate::build::{among, around, bare, int, named, test};
use crate::cut::place;
use crate::generate::{self, Wanted};

/// Where a condition may be put in.
pub(super) fn site(site: &Site<'_>, condition: &[Step]) -> Edit {
    let fits = site.chain.top && site.is_free();
    fits.then(|| (0, vec![around(S::Filter, condition.to_vec())]))
}

/// A condition on what the graph has, as a text.
pub(super) fn draw(fit: &Fit<'_>, choices: &mut Choices) -> Option<String> {
    let found = generate::condition(fit.ground, &[bare(S::V)], Wanted::Condition, choices)?;
    Some(written([vec![bare(S::V)], found].concat()))
}

/// The condition that a text is, if it is known to be true for every traverser.
pub(super) fn known(fit: &Fit<'_>, text: &str) -> Option<Vec<Step>> {
    let condition = read(text)?;
    // What looks at the way could see that of the whole.
    let closed = condition.first()?.name == S::V && is_condition(&condition);
    let zero = Step::new(S::Inject, vec![int(0)]);
    let asked = Query { steps: vec![zero, around(S::Filter, condition.clone())] };
    let rows = Judge::new(fit.ground)?.determined(&asked)?;
    (closed && rows.len() == 1).then_some(condition)
}

/// A label that goes through a filter which every element passes. Reference, "As Step".
pub(super) fn label_kept(site: &Site<'_>) -> Edit {
    let fits =
        site.chain.top && site.is_free() && site.on_elements() && site.fit.is_plain() && site.fit.bulkless;
    let label = || Argument::string("quarrel");
    let none = || Argument::Predicate(Predicate::Test(PredicateName::Neq, vec![label()]));
    let way = |argument| vec![Step::new(S::HasLabel, vec![argument])];
    fits.then(|| {
        let any = among(S::Or, vec![way(label()), way(none())]);
        (0, vec![named(S::As, ["quarrel"]), around(S::Where, vec![any]), named(S::Select, ["quarrel"])])
    })
}

/// What no element has. Reference, "Has Step": a key that is not there passes no test. "Sum Step": nothing has
/// no sum.
pub(super) fn lacks(site: &Site<'_>) -> Edit {
    let key = || Argument::string("quarrel");
    let none = |name| test(name, Argument::List(Vec::new()));
    let reduced = [S::Sum, S::Min, S::Max, S::Mean];
    let asked = match (site.at + site.steps.len()) % 4 {
        3 => vec![Step::new(S::Has, vec![key(), none(PredicateName::Within)])],
        1 => vec![Step::new(S::Has, vec![key(), none(PredicateName::Without)])],
        // Of no numbers there is no number.
        2 => vec![
            Step::new(S::Values, vec![key()]),
            bare(reduced.get(site.at % reduced.len()).copied().unwrap_or(S::Sum)),
        ],
        _ => vec![Step::new(S::Values, vec![key()]), Step::new(S::Is, vec![int(1)])],
    };
    let fits = site.is_free() && site.on_elements() && site.chain.top;
    fits.then(|| (0, vec![around(S::Not, asked)]))
}

/// The source as a union of one, behind which the way is one element long. Reference, "Union Step".
pub(super) fn source_in_union(site: &Site<'_>) -> Edit {
    let begins = site.chain.top && site.at == place::configured(site.steps);
    let fits = begins && matches!(site.here().name, S::V | S::E) && site.fit.rules.minor() >= 7;
    let length = vec![
        bare(S::Path),
        Step::new(S::Count, vec![Argument::Token(Token::ScopeLocal)]),
        Step::new(S::Is, vec![Argument::Literal(Literal::Long(1))]),
    ];
    fits.then(|| (1, vec![around(S::Union, vec![site.here().clone()]), around(S::Filter, length)]))
}
