//! Oracles that write the case's query anew: an oracle for each family of rules, all made by the one machine here.
//!
//! Which rules are applied where is drawn and stored with the case. Each is held against the query by itself, so that the
//! query is asked once for several laws. A smaller query is rewritten by the same rule at the same place; where it does
//! not fit any more, the smaller query is no candidate. One rule is plainer than several.

mod clause;
mod cover;
mod expression;
mod partition;
mod restriction;
mod write_pair;

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::language::{Ground, Language};
use quarrel_case::law::{Relation, Term};
use quarrel_case::rewriting::{Bond, Family, Rewriter, Rewriting, Rewritten};
use serde_json::Value as Json;

use crate::inquiry::Inquiry;
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) use clause::CLAUSE;
pub(crate) use cover::COVER;
pub(crate) use expression::EXPRESSION;
pub(crate) use partition::PARTITION;
pub(crate) use restriction::RESTRICTION;
pub(crate) use write_pair::WritePair;

pub(crate) struct Rewrites {
    about: About,
    family: Family,
    /// How many rewritings of a query are held against it at most.
    several: usize,
}

impl Oracle for Rewrites {
    fn about(&self) -> &About {
        &self.about
    }

    fn speaks(&self, language: &dyn Language) -> bool {
        let rules = language.rewriter().map(Rewriter::rules);
        rules.is_some_and(|rules| rules.iter().any(|rule| rule.family == self.family))
    }

    fn draw(&self, case: &Case, scene: &Scene<'_>, choices: &mut Choices) -> Json {
        if scene.language.writes(&case.tree) {
            return Json::Null;
        }
        let Some(rewriter) = scene.language.rewriter() else { return Json::Null };
        let ground = ground(case, scene);
        let drawn = rewriter.draw_several(&case.tree, self.family, &ground, self.several, choices);
        written(&drawn)
    }

    fn plainer(&self, parameters: &Json, language: &dyn Language) -> Vec<Json> {
        plainer(parameters, language)
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if scene.language.writes(&case.tree) {
            return Err(Unfit("a write is not rewritten".to_owned()));
        }
        if case.parameters.is_null() {
            return Err(Unfit("no rule fits the query".to_owned()));
        }
        let mut inquiry = Inquiry::new(&case.graph, scene);
        let whole = inquiry.ask_known(&case.tree, scene.evaluation(case)?)?;
        each(&read(&case.parameters)?, |rewriting| self.hold(case, rewriting, scene, &whole, &mut inquiry))?;
        Ok(inquiry.done())
    }
}

impl Rewrites {
    /// Holds one rewriting against the query.
    fn hold(
        &self,
        case: &Case,
        rewriting: &Rewriting,
        scene: &Scene<'_>,
        whole: &Term,
        inquiry: &mut Inquiry<'_>,
    ) -> Result<(), Unfit> {
        let rewritten = self.rewritten(case, rewriting, scene)?;
        let parts = rewritten.trees.iter().map(|tree| inquiry.ask(tree)).collect::<Result<Vec<_>, _>>()?;
        let (left, relation, right) = law(rewritten.bond, whole.clone(), parts)?;
        inquiry.law(left, relation, right);
        Ok(())
    }

    fn rewritten(&self, case: &Case, rewriting: &Rewriting, scene: &Scene<'_>) -> Result<Rewritten, Unfit> {
        let rewriter = scene.language.rewriter();
        let rule = rewriter.and_then(|rewriter| {
            rewriter.rules().iter().find(|rule| rule.name == rewriting.rule && rule.family == self.family)
        });
        let (Some(rewriter), Some(_)) = (rewriter, rule) else {
            return Err(Unfit(format!("there is no rule {:?} here", rewriting.rule)));
        };
        let rewritten = rewriter.rewrite(&case.tree, rewriting, &ground(case, scene));
        rewritten.ok_or_else(|| Unfit("the rule does not fit".to_owned()))
    }
}

fn plainer(parameters: &Json, language: &dyn Language) -> Vec<Json> {
    let (Some(rewriter), Ok(rewritings)) = (language.rewriter(), read(parameters)) else {
        return Vec::new();
    };
    let plainer = match rewritings.as_slice() {
        [rewriting] => rewriter.plainer(rewriting),
        several => several.to_vec(),
    };
    plainer.into_iter().map(|rewriting| written(&[rewriting])).collect()
}

fn ground<'a>(case: &'a Case, scene: &Scene<'a>) -> Ground<'a> {
    Ground { graph: &case.graph, profile: scene.target.profile, budget: scene.budget }
}

/// Does it with each rewriting. One that the engine cannot be asked keeps none of the others back: there is a reason only
/// where none can.
fn each(
    rewritings: &[Rewriting],
    mut hold: impl FnMut(&Rewriting) -> Result<(), Unfit>,
) -> Result<(), Unfit> {
    let mut why = None;
    let mut held = 0;
    for rewriting in rewritings {
        match hold(rewriting) {
            Ok(()) => held += 1,
            Err(unfit) => why = why.or(Some(unfit)),
        }
    }
    match why {
        Some(unfit) if held == 0 => Err(unfit),
        _ => Ok(()),
    }
}

/// What was drawn: one rewriting, or several in a list.
fn read(parameters: &Json) -> Result<Vec<Rewriting>, Unfit> {
    let rewritings = match parameters {
        Json::Array(_) => serde_json::from_value(parameters.clone()),
        one => serde_json::from_value(one.clone()).map(|rewriting| vec![rewriting]),
    };
    rewritings.map_err(|error| Unfit(error.to_string()))
}

fn written(rewritings: &[Rewriting]) -> Json {
    let written = match rewritings {
        [] => Ok(Json::Null),
        [one] => serde_json::to_value(one),
        several => serde_json::to_value(several),
    };
    written.unwrap_or(Json::Null)
}

/// What holds between the whole and its parts, as a law.
fn law(bond: Bond, whole: Term, parts: Vec<Term>) -> Result<(Term, Relation, Term), Unfit> {
    let boxed = |whole: Term| Box::new(whole);
    let all = |add: fn(Box<Term>, Box<Term>) -> Term| {
        let together = parts.iter().cloned().reduce(|left, right| add(Box::new(left), Box::new(right)));
        together.ok_or_else(|| Unfit("nothing is left of the query".to_owned()))
    };
    let rows = || all(Term::Plus);
    Ok(match bond {
        Bond::Same | Bond::Parts => (rows()?, Relation::BagEqual, whole),
        Bond::DistinctParts => (Term::Distinct(boxed(rows()?)), Relation::BagEqual, whole),
        Bond::Sum => (Term::Sum(boxed(rows()?)), Relation::Equal, Term::Sum(boxed(whole))),
        Bond::Least => (Term::Min(boxed(rows()?)), Relation::Equal, Term::Min(boxed(whole))),
        Bond::Greatest => (Term::Max(boxed(rows()?)), Relation::Equal, Term::Max(boxed(whole))),
        Bond::NeverMore => (rows()?, Relation::Subset, whole),
        Bond::NeverGreater => (Term::Sum(boxed(rows()?)), Relation::AtMost, Term::Sum(boxed(whole))),
    })
}
