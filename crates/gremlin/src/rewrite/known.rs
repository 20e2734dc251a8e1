//! Conditions that are known to be true, put in where any traverser passes.
//!
//! A condition that begins with a constant, or with all vertices, is the same for every traverser, and evaluating it once
//! says which. So a filter of one that is true changes nothing, whatever it is made of: what an engine's strategies do
//! to the steps inside it is asked of any query (as GraphGenie and Dinkel do with tautologies).

use quarrel_case::choices::Choices;
use quarrel_case::graph::PropertyGraph;
use quarrel_case::value::{Element, Value};

use super::Judge;
use super::fit::{Fit, is_condition};
use super::partition::{read, written};
use super::site::{Edit, Site};
use crate::ast::{Argument, Literal, Predicate, PredicateName, Query, Step, StepName as S, Token};
use crate::build::{among, around, bare, int, named, test};
use crate::cut::place;
use crate::generate::{self, Wanted};
use crate::print::{self, Spelling};

/// Conditions about steps beside each other.
pub(super) static STEPS: &[&str] = &[
    "__.constant([1, 1]).unfold().barrier().count().is(2L)",
    "__.constant([1, 2]).unfold().order().fold().is([1, 2])",
    "__.constant([1, 1.0d]).unfold().dedup().count().is(2L)",
    "__.constant(1).repeat(__.identity()).emit().times(1).count().is(1L)",
    "__.constant(1).until(__.identity()).repeat(__.not(__.identity()))",
    "__.constant(1).not(__.constant([]).unfold().sum())",
    "__.constant(1).constant(2).constant(3).constant(2).not(__.simplePath())",
    "__.constant(1).not(__.repeat(__.constant(1).simplePath()).times(1))",
    "__.constant(1).not(__.count().is(P.lt(-1L)))",
    "__.constant(1).and(__.not(__.identity()).count().is(0L), __.identity())",
    "__.constant([1, 2, 3]).unfold().order().by(__.is(P.gt(1))).count().is(2L)",
    "__.constant([1, 2, 3]).unfold().map(__.is(P.gt(2))).limit(1)",
    "__.constant(1).group().by().by(__.not(__.identity()).order().fold()).count(Scope.local).is(1L)",
    "__.constant([2147483647, 1]).unfold().sum().is(2147483648L)",
    "__.constant([\"ab\", \"aa\", \"b\"]).unfold().order().by(__.constant(0)).by().limit(1).is(\"aa\")",
    "__.constant([1, 1]).unfold().barrier().order().limit(1).count().is(1L)",
    "__.constant([2, 1]).unfold().order().dedup().by(__.constant(1)).is(1)",
    "__.constant([2, 1]).unfold().repeat(__.order().limit(1)).times(2)",
];

/// Conditions about predicates.
pub(super) static TESTS: &[&str] = &[
    "__.constant(3).is(P.outside(4, 2))",
    "__.constant(Infinity).is(P.gt(1))",
    "__.constant(1).is(P.lt(Infinity))",
    "__.constant(3).not(__.is(P.inside(4, 2)))",
    "__.constant(1).is(P.eq(1.0d))",
    "__.constant(1).not(__.is(P.within([])))",
    "__.constant(1).is(P.without([]))",
    "__.constant(\"1\").is(P.neq(1))",
    "__.constant(-4).is(P.lte(4).and(P.eq(-4)))",
    "__.constant(-1).is(P.not(P.gte(0)))",
];

/// Where a condition may be put in.
pub(super) fn site(site: &Site<'_>, condition: &[Step]) -> Edit {
    let fits = site.chain.top && site.is_free();
    fits.then(|| (0, vec![around(S::Filter, condition.to_vec())]))
}

/// One of the conditions as a text, or one about the graph.
pub(super) fn draw(fit: &Fit<'_>, texts: &[&str], choices: &mut Choices) -> Option<String> {
    let mut all: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
    if std::ptr::eq(texts, STEPS) {
        if choices.chance(20) {
            let found = generate::condition(fit.ground, &[bare(S::V)], Wanted::Condition, choices)?;
            return Some(written([vec![bare(S::V)], found].concat()));
        }
        all.extend(fit.ground.graph.property().into_iter().flat_map(of_graph));
    }
    choices.pick(&all).cloned()
}

fn word(argument: &Argument) -> String {
    print::argument(argument, &Spelling::default())
}

/// What is true of a graph.
fn of_graph(graph: &PropertyGraph) -> Vec<String> {
    let of_vertices = graph.indexes.iter().filter(|index| index.on == Element::Vertex);
    let mut texts: Vec<String> =
        of_vertices.filter_map(|index| index.keys.first()).flat_map(|key| indexed(graph, key)).collect();
    let properties = || graph.vertices.iter().flat_map(|vertex| &vertex.properties);
    if let Some((key, Value::Int(number))) =
        properties().find(|(_, value)| matches!(value, Value::Int(-1_000..0)))
    {
        let key = word(&Argument::string(key));
        texts.push(format!("__.V().has({key}, {number}).has({key}, P.lte(0))"));
    }
    if let Some((key, _)) = properties().find(|(_, value)| matches!(value, Value::Int(_) | Value::String(_)))
    {
        let key = word(&Argument::string(key));
        texts.push(format!("__.V().as(\"q1\").as(\"q2\").where(\"q1\", P.eq(\"q2\")).by({key})"));
    }
    if let Some(edge) = graph.edges.iter().find(|edge| edge.source != edge.target) {
        let (source, target) = (edge.source, edge.target);
        texts.push(format!("__.V({target}L).inE().otherV().hasId({source}L)"));
    }
    texts
}

/// What an index finds: by a number of another type, and of several the first.
fn indexed(graph: &PropertyGraph, key: &str) -> Vec<String> {
    let values = || graph.vertices.iter().filter_map(|vertex| vertex.properties.get(key));
    let key = word(&Argument::string(key));
    let mut texts = Vec::new();
    if let Some(Value::Int(number)) = values().find(|value| matches!(value, Value::Int(0..1_000))) {
        texts.push(format!("__.V().has({key}, {number}.0d)"));
    }
    let twice = values().find(|one| values().filter(|other| other == one).count() > 1);
    let constant = twice.and_then(|value| generate::argument(&crate::evaluate::read(value)));
    if let Some(value @ Argument::Literal(_)) = constant {
        texts.push(format!("__.V().has({key}, {}).limit(1).count().is(1L)", word(&value)));
    }
    texts
}

/// The condition that a text is, if it is known to be true for every traverser.
pub(super) fn known(fit: &Fit<'_>, text: &str) -> Option<Vec<Step>> {
    let condition = read(text)?;
    let begins_anew = matches!(condition.first()?.name, S::Constant | S::V);
    // What looks at the way could see that of the whole.
    let told =
        || fit.ground.graph.property().is_some_and(|graph| of_graph(graph).iter().any(|known| known == text));
    let closed = is_condition(&condition) || STEPS.contains(&text) || told();
    let zero = Step::new(S::Inject, vec![int(0)]);
    let asked = Query { steps: vec![zero, around(S::Filter, condition.clone())] };
    let rows = Judge::new(fit.ground)?.determined(&asked)?;
    (begins_anew && closed && rows.len() == 1).then_some(condition)
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

/// What no element has. Reference, "Has Step": a key that is not there passes no test.
pub(super) fn lacks(site: &Site<'_>) -> Edit {
    let key = || Argument::string("quarrel");
    let none = |name| test(name, Argument::List(Vec::new()));
    let asked = match (site.at + site.steps.len()) % 3 {
        0 => vec![Step::new(S::Has, vec![key(), none(PredicateName::Within)])],
        1 => vec![Step::new(S::Has, vec![key(), none(PredicateName::Without)])],
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

/// Traversers that carry something, of which two at one place stay two. Reference, "Sack Step", "Barrier Step".
pub(super) fn carrying(query: &Query, fit: &Fit<'_>) -> Option<Query> {
    let condition = read(
        "__.constant([1, 2]).unfold().sack(Operator.sum).constant(0).barrier().sack().dedup().count().is(2L)",
    )?;
    let at = place::configured(&query.steps) + 1;
    let (before, after) = query.steps.split_at_checked(at)?;
    let free = after.is_empty() || !place::is_glued(&query.steps, at);
    let source = Step::new(S::WithSack, vec![int(0)]);
    let steps = [&[source], before, &[around(S::Filter, condition)], after].concat();
    (free && fit.sackless).then_some(Query { steps })
}
