//! `write-pair`: two writes that differ in how they say what they read leave equal graphs.
//!
//! What a write reads before it first writes is a query of its own, and is rewritten by the rules for queries that give
//! the same rows. What it writes stays as it is: in which order it writes, and what it then sees of it, is no business of
//! rules about rows. Both are run on the same graph, and each time the engine is asked for the graph that is left.

use quarrel_case::check::Check;
use quarrel_case::choices::Choices;
use quarrel_case::language::{Language, Tree};
use quarrel_case::law::{Relation, Term};
use quarrel_case::rewriting::{Bond, Family, Rewriting};
use serde_json::Value as Json;

use super::{each, ground, plainer, read, written};
use crate::inquiry::Inquiry;
use crate::{About, Case, Oracle, Scene, Unfit};

pub(crate) struct WritePair;

static ABOUT: About = About {
    name: "write-pair",
    checks: "a write leaves the same graph, and returns the same rows, when what it reads is written in another form",
    source: "GraspDB (equivalent graph state mutations); the rules are those of cover, rewrite-clause and \
             rewrite-expression",
    preconditions: "the query reads before it writes, and the language determines what it leaves",
    cost: 4,
    needs_peer: false,
    invents: false,
    weight: 2,
};

/// How many rewritings of a write are held against it at most.
const SEVERAL: usize = 3;

/// The families whose rules keep the rows, with how often each is drawn before the others.
const FAMILIES: [(Family, usize); 3] = [(Family::Clause, 45), (Family::Expression, 35), (Family::Cover, 20)];

impl Oracle for WritePair {
    fn about(&self) -> &About {
        &ABOUT
    }

    fn speaks(&self, language: &dyn Language) -> bool {
        language.rewriter().is_some()
    }

    fn draw(&self, case: &Case, scene: &Scene<'_>, choices: &mut Choices) -> Json {
        let (Some(rewriter), ground) = (scene.language.rewriter(), ground(case, scene)) else {
            return Json::Null;
        };
        let reading = scene.language.writes(&case.tree).then(|| rewriter.reading(&case.tree, &ground));
        let Some(reading) = reading.flatten() else { return Json::Null };
        let mut families = FAMILIES.to_vec();
        let mut drawn: Vec<Rewriting> = Vec::new();
        while drawn.len() < SEVERAL && !families.is_empty() {
            let weights: Vec<usize> = families.iter().map(|(_, weight)| *weight).collect();
            let place = choices.weighted(&weights);
            match rewriter.draw(&reading, families[place].0, &ground, choices) {
                Some(rewriting) if !drawn.contains(&rewriting) => drawn.push(rewriting),
                // It has no other rule, or few.
                _ => drop(families.remove(place)),
            }
        }
        written(&drawn)
    }

    fn plainer(&self, parameters: &Json, language: &dyn Language) -> Vec<Json> {
        plainer(parameters, language)
    }

    fn check(&self, case: &Case, scene: &Scene<'_>) -> Result<Check, Unfit> {
        if !scene.language.writes(&case.tree) {
            return Err(Unfit("the query does not write".to_owned()));
        }
        if case.parameters.is_null() {
            return Err(Unfit("no rule fits what the query reads".to_owned()));
        }
        let mut inquiry = Inquiry::new(&case.graph, scene);
        let whole = inquiry.write(&case.tree)?;
        each(&read(&case.parameters)?, |rewriting| hold(case, rewriting, scene, &whole, &mut inquiry))?;
        Ok(inquiry.done())
    }
}

/// Holds one rewriting against the write: what it answers and what it leaves.
fn hold(
    case: &Case,
    rewriting: &Rewriting,
    scene: &Scene<'_>,
    (answer, graph): &(Option<Term>, Term),
    inquiry: &mut Inquiry<'_>,
) -> Result<(), Unfit> {
    let other = rewritten(case, scene, rewriting).ok_or_else(|| Unfit("the rule does not fit".to_owned()))?;
    inquiry.restore();
    let (other_answer, other_graph) = inquiry.write(&other)?;
    inquiry.law(graph.clone(), Relation::StateEqual, other_graph);
    if let (Some(answer), Some(other_answer)) = (answer, other_answer) {
        inquiry.law(answer.clone(), Relation::BagEqual, other_answer);
    }
    Ok(())
}

/// The write whose reading is rewritten.
fn rewritten(case: &Case, scene: &Scene<'_>, rewriting: &Rewriting) -> Option<Tree> {
    let (rewriter, ground) = (scene.language.rewriter()?, ground(case, scene));
    let keeps_rows = |family| FAMILIES.iter().any(|(known, _)| *known == family);
    let rule = rewriter.rules().iter().find(|rule| rule.name == rewriting.rule);
    rule.filter(|rule| keeps_rows(rule.family))?;
    let reading = rewriter.reading(&case.tree, &ground)?;
    let rewritten = rewriter.rewrite(&reading, rewriting, &ground)?;
    match (rewritten.bond, rewritten.trees.as_slice()) {
        (Bond::Same, [other]) => rewriter.with_reading(&case.tree, other, &ground),
        _ => None,
    }
}
