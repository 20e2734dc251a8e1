//! Queries written anew, by rules of the language's algebra and logic.
//!
//! A rule looks at one place of a query and says what may stand there instead; the machine here counts the places, applies a
//! rule at one of them, and sees to what all rules need: names that are free, columns that stay as they were, a text that
//! reads back. Only queries are rewritten whose answer the language determines, and only to such: the reference is asked
//! whether it does, for what `SAMPLE` takes or in which order a sum rounds no rule can say.

mod bound;
mod build;
mod chain;
mod clause;
mod counts;
mod cover;
mod determined;
mod expression;
mod forms;
mod graph;
mod group;
mod known;
mod names;
mod partition;
mod place;
mod plainer;
mod restriction;
mod unfold;
mod writing;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::LazyLock;

use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Ground, Tree};
use quarrel_case::rewriting::{Bond, Family, Rewriter, Rewriting, Rewritten, Rule};
use quarrel_case::term::Term;

use crate::ast::{Expression, Form, Group, Query, Variable};
use crate::print::{Spelling, print_expression};
use crate::shrink::is_valid;
use names::Names;
use place::{Around, Place, visit};

/// How many rewritings in 100 are chains, where there are chains.
const CHAINS: usize = 75;

/// Draws of one rewriting before none is given.
const ATTEMPTS: usize = 8;

/// Writes queries of SPARQL anew.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SparqlRewriter;

/// Queries in the place of one, and what holds between the answers.
struct Asked {
    queries: Vec<Query>,
    bond: Bond,
}

/// Where a rule fits, and what it makes of that.
#[derive(Clone, Copy)]
enum Fits {
    /// Expressions in the place of one.
    Expression(fn(&Expression, &Around<'_>) -> Vec<Expression>),
    /// Groups in the place of one.
    Group(fn(&Group, &Around<'_>) -> Vec<Group>),
    /// Queries in the place of one, which may be a sub-select.
    Query(fn(&Query, &Around<'_>) -> Vec<Query>),
    /// Queries in the place of the whole one, made with a condition.
    Asked(fn(&Query, &Expression, &Around<'_>) -> Option<Asked>),
    /// Several rules of the family, one after the other.
    Chain,
    /// Groups in the place of one, made with a condition.
    AskedGroup(fn(&Group, &Expression, &Around<'_>) -> Vec<Group>),
}

/// A rule with what it does.
struct Law {
    rule: Rule,
    fits: Fits,
}

const fn law(
    family: Family,
    name: &'static str,
    says: &'static str,
    source: &'static str,
    fits: Fits,
) -> Law {
    Law { rule: Rule { name, family, says, source }, fits }
}

fn laws() -> impl Iterator<Item = &'static Law> {
    let clause = clause::LAWS
        .iter()
        .chain(forms::LAWS)
        .chain(group::LAWS)
        .chain(graph::LAWS)
        .chain(counts::LAWS)
        .chain(known::LAWS)
        .chain(unfold::LAWS);
    let chains = chain::LAWS.iter();
    chains
        .chain(partition::LAWS)
        .chain(cover::LAWS)
        .chain(clause)
        .chain(expression::LAWS)
        .chain(restriction::LAWS)
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| laws().map(|law| law.rule).collect());

impl Rewriter for SparqlRewriter {
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
        determined::answer(query, ground)?;
        if let Some(chain) = drawn_chain(tree, query, family, ground, choices) {
            return Some(chain);
        }
        let scene = Scene::new(query, ground);
        let condition = scene.condition(query, family, ground, choices);
        let mut fitting: Vec<(&Law, usize)> = laws()
            .filter(|law| law.rule.family == family)
            .map(|law| (law, scene.places(query, law, condition.as_ref())))
            .filter(|(_, places)| *places > 0)
            .collect();
        choices.shuffle(&mut fitting);
        for attempt in 0..ATTEMPTS {
            let (law, places) = fitting.get(attempt % fitting.len().max(1))?;
            let argument = condition.as_ref().filter(|_| law.takes_condition()).map(written);
            let place = choices.below(*places);
            let rewriting = Rewriting { rule: law.rule.name.to_owned(), place, argument };
            if self.rewrite(tree, &rewriting, ground).is_some() {
                return Some(rewriting);
            }
        }
        None
    }

    fn rewrite(&self, tree: &Tree, rewriting: &Rewriting, ground: &Ground<'_>) -> Option<Rewritten> {
        let query = tree.get::<Query>()?;
        let law = laws().find(|law| law.rule.name == rewriting.rule)?;
        let is_chain = matches!(law.fits, Fits::Chain);
        let condition = match (&rewriting.argument, law.takes_condition()) {
            (Some(_), false) if is_chain && rewriting.place == 0 => None,
            (Some(text), true) => Some(plainer::read(text)?),
            (None, false) if !is_chain => None,
            _ => return None,
        };
        if !is_valid(query) || condition.as_ref().is_some_and(|condition| !determined::is_sure(condition)) {
            return None;
        }
        let answer = determined::answer(query, ground)?;
        let mut asked = match &rewriting.argument {
            Some(steps) if is_chain => chain::rewritten(query, law.rule.family, steps, ground)?,
            _ => Scene::new(query, ground).rewritten(query, law, rewriting.place, condition.as_ref())?,
        };
        asked.queries.iter_mut().for_each(Query::normalize);
        let is_new = asked.queries.iter().all(|other| other != query && is_valid(other));
        let answers: Option<Vec<_>> =
            asked.queries.iter().map(|query| determined::answer(query, ground)).collect();
        let keeps = is_new && determined::fits(asked.bond, &answer, &answers?);
        let trees = asked.queries.into_iter().map(Tree::new).collect();
        keeps.then_some(Rewritten { trees, bond: asked.bond })
    }

    fn reading(&self, tree: &Tree, _ground: &Ground<'_>) -> Option<Tree> {
        writing::reading(tree.get()?).map(Tree::new)
    }

    fn with_reading(&self, tree: &Tree, reading: &Tree, _ground: &Ground<'_>) -> Option<Tree> {
        writing::with_reading(tree.get()?, reading.get()?).map(Tree::new)
    }

    fn plainer(&self, rewriting: &Rewriting) -> Vec<Rewriting> {
        let law = laws().find(|law| law.rule.name == rewriting.rule);
        if let Some(law) = law.filter(|law| matches!(law.fits, Fits::Chain)) {
            return chain::plainer(rewriting, law.rule.family);
        }
        let Some(condition) = rewriting.argument.as_deref().and_then(plainer::read) else {
            return Vec::new();
        };
        let plainer = plainer::conditions(&condition).into_iter();
        plainer.map(|other| Rewriting { argument: Some(written(&other)), ..rewriting.clone() }).collect()
    }
}

/// Mostly a chain, where the family's rules give the same rows.
fn drawn_chain(
    tree: &Tree,
    query: &Query,
    family: Family,
    ground: &Ground<'_>,
    choices: &mut Choices,
) -> Option<Rewriting> {
    let rule = chain::LAWS.iter().find(|law| law.rule.family == family)?.rule.name;
    if !choices.chance(CHAINS) {
        return None;
    }
    let mut steps = chain::draw(query, family, ground, choices);
    while steps.len() > 1 {
        let argument = Some(chain::written(&steps));
        let rewriting = Rewriting { rule: rule.to_owned(), place: 0, argument };
        if SparqlRewriter.rewrite(tree, &rewriting, ground).is_some() {
            return Some(rewriting);
        }
        steps.truncate(steps.len() / 2);
    }
    None
}

fn written(condition: &Expression) -> String {
    print_expression(condition, &crate::generate::plainest(), &Spelling::default())
}

impl Law {
    fn takes_condition(&self) -> bool {
        matches!(self.fits, Fits::Asked(_) | Fits::AskedGroup(_))
    }
}

/// What rules know beside the query.
struct Scene {
    names: Names,
    graphs: Option<Vec<String>>,
}

impl Scene {
    fn new(query: &Query, ground: &Ground<'_>) -> Self {
        Self { names: Names::of(query), graphs: graphs(query, ground.graph) }
    }

    fn around(&self) -> Around<'_> {
        Around::whole(&self.names, self.graphs.as_deref())
    }

    /// A condition on the solutions of the query's group, where the family needs one.
    fn condition(
        &self,
        query: &Query,
        family: Family,
        ground: &Ground<'_>,
        choices: &mut Choices,
    ) -> Option<Expression> {
        if !matches!(family, Family::Partition | Family::Restriction) {
            return None;
        }
        let beyond = (self.names.beyond(), self.names.blanks_beyond());
        let condition = crate::generate::condition_on(query, ground, beyond, choices)?;
        determined::is_sure(&condition).then_some(condition)
    }

    /// At how many places a rule fits.
    fn places(&self, query: &Query, law: &Law, condition: Option<&Expression>) -> usize {
        if law.rule.family == Family::Restriction && restriction::bond(query).is_none() {
            return 0;
        }
        if let Fits::Asked(make) = law.fits {
            let around = self.around();
            return usize::from(condition.is_some_and(|condition| make(query, condition, &around).is_some()));
        }
        let mut count = 0;
        visit(&mut query.clone(), self.around(), &mut |place, around| {
            count += match (place, law.fits) {
                (Place::Expression(expression), Fits::Expression(make)) => make(expression, around).len(),
                (Place::Group(group), Fits::Group(make)) => make(group, around).len(),
                (Place::Group(group), Fits::AskedGroup(make)) => {
                    condition.map_or(0, |condition| make(group, condition, around).len())
                }
                (Place::Query(query), Fits::Query(make)) => make(query, around).len(),
                _ => 0,
            };
        });
        count
    }

    fn rewritten(
        &self,
        query: &Query,
        law: &Law,
        place: usize,
        condition: Option<&Expression>,
    ) -> Option<Asked> {
        let bond = match law.rule.family {
            Family::Restriction => restriction::bond(query)?,
            _ => Bond::Same,
        };
        if let Fits::Asked(make) = law.fits {
            return if place == 0 { make(query, condition?, &self.around()) } else { None };
        }
        let other = self.replaced(query, law, place, condition)?;
        // What binds further variables must not show them.
        let is_same = shown(&other) == shown(query) && !self.uses_free(&other);
        let other =
            if is_same { other } else { self.replaced(&names::pinned(query), law, place, condition)? };
        (shown(&other) == shown(query)).then(|| Asked { queries: vec![other], bond })
    }

    /// Whether a variable was added.
    fn uses_free(&self, other: &Query) -> bool {
        names::all(other).contains(&self.names.fresh(0))
    }

    fn replaced(
        &self,
        query: &Query,
        law: &Law,
        place: usize,
        condition: Option<&Expression>,
    ) -> Option<Query> {
        let mut query = query.clone();
        let mut left = Some(place);
        visit(&mut query, self.around(), &mut |place, around| match (place, law.fits) {
            (Place::Expression(expression), Fits::Expression(make)) => {
                put(&mut left, expression, |whole| make(whole, around));
            }
            (Place::Group(group), Fits::Group(make)) => put(&mut left, group, |whole| make(whole, around)),
            (Place::Group(group), Fits::AskedGroup(make)) => {
                if let Some(condition) = condition {
                    put(&mut left, group, |whole| make(whole, condition, around));
                }
            }
            (Place::Query(query), Fits::Query(make)) => put(&mut left, query, |whole| make(whole, around)),
            _ => {}
        });
        left.is_none().then_some(query)
    }
}

/// What a query shows, if it shows variables.
fn shown(query: &Query) -> Option<BTreeSet<&Variable>> {
    matches!(query.form, Form::Select(_)).then(|| query.visible())
}

/// Puts one of what may stand there in the place, when its turn has come.
fn put<T>(left: &mut Option<usize>, place: &mut T, make: impl FnOnce(&T) -> Vec<T>) {
    let Some(index) = *left else { return };
    let mut others = make(place);
    if index < others.len() {
        *place = others.swap_remove(index);
        *left = None;
    } else {
        *left = Some(index - others.len());
    }
}

/// The named graphs that GRAPH ranges over, if the query can name all of them.
fn graphs(query: &Query, graph: &Graph) -> Option<Vec<String>> {
    if !query.dataset.is_empty() {
        return None;
    }
    let mut names = Vec::new();
    for quad in &graph.dataset()?.quads {
        match &quad.graph {
            None => {}
            Some(Term::Iri(iri)) if names.contains(iri) => {}
            Some(Term::Iri(iri)) => names.push(iri.clone()),
            Some(_) => return None,
        }
    }
    Some(names)
}
