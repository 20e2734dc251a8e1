//! Conditions that a rewriting puts into a query: drawn, kept as texts, made plainer.

use std::collections::BTreeSet;

use quarrel_case::choices::Choices;
use quarrel_case::graph::{Graph, Index, Model, Vertex};
use quarrel_case::language::{Budget, Ground};
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;

use super::clause::path::nodes;
use super::scene::{Scene, Spot, binary};
use crate::ast::{BinaryOperator, Clause, Expression, Literal, Match, Projection, ProjectionItem, Query};
use crate::evaluate::Column;
use crate::generate::Alone;
use crate::literal::literal;
use crate::parse::parse_expression;
use crate::print::{self, Spelling};
use crate::{shrink, walk};

/// How often a condition is drawn until one fits.
const TRIES: usize = 4;

/// A condition on the rows before a clause, as a text.
pub(super) fn draw(scene: &Scene<'_>, spot: &Spot<'_>, choices: &mut Choices) -> Option<String> {
    let state = scene.state_before(spot)?;
    let used = walk::query_variables(scene.query);
    let evaluator = scene.ground.evaluator();
    let alone = Alone { graph: scene.ground.graph, evaluator: &evaluator, state: &state, used: &used };
    let drawn = (0..TRIES).find_map(|_| alone.condition(choices).filter(says_something))?;
    Some(written(&as_value(drawn)))
}

/// A property of a node of a `MATCH`, with the values that it may have.
pub(super) struct Known<'s> {
    name: &'s str,
    key: &'s str,
    /// Its values at the nodes that have the labels of the pattern.
    pub(super) values: Vec<&'s Value>,
}

/// The properties of the named nodes of a `MATCH`: those that an index is on, otherwise all.
pub(super) fn properties<'s>(inner: &'s Match, scene: &Scene<'s>) -> Vec<Known<'s>> {
    let graph = scene.ground.graph;
    let (mut all, mut indexed): (Vec<Known<'s>>, Vec<Known<'s>>) = (Vec::new(), Vec::new());
    for (_, _, node) in nodes(inner) {
        let Some(name) = node.variable.as_deref() else { continue };
        let has = |vertex: &&Vertex| node.labels.iter().all(|label| vertex.labels.contains(label));
        let vertices: Vec<&Vertex> = graph.vertices.iter().filter(has).collect();
        let keys: BTreeSet<&String> = vertices.iter().flat_map(|vertex| vertex.properties.keys()).collect();
        for key in keys {
            let values = vertices.iter().filter_map(|vertex| vertex.properties.get(key)).collect();
            let on = |index: &Index| node.labels.contains(&index.label) && index.keys.contains(key);
            let sought = if graph.indexes.iter().any(on) { &mut indexed } else { &mut all };
            sought.push(Known { name, key, values });
        }
    }
    if indexed.is_empty() { all } else { indexed }
}

/// `n.k`.
pub(super) fn property_text(known: &Known<'_>) -> String {
    format!("{}.{}", print::name(known.name), print::name(known.key))
}

/// A comparison of a property with one of its values, or one beside it; rather with one that engines get wrong.
pub(super) fn about_property(known: &Known<'_>, equal: bool, choices: &mut Choices) -> Option<String> {
    let odd = |value: &&&Value| match value {
        Value::String(text) => text.is_empty(),
        Value::Int(number) => number.unsigned_abs() >= 1 << 53,
        _ => false,
    };
    let odd: Vec<&&Value> = known.values.iter().filter(odd).collect();
    let value = match choices.pick(&odd).filter(|_| choices.chance(70)) {
        Some(value) => **value,
        None => choices.pick(&known.values)?,
    };
    let value = match value {
        Value::Int(number) if choices.chance(60) => {
            Value::Int(if choices.chance(50) { number.checked_add(1)? } else { number.checked_sub(1)? })
        }
        other => other.clone(),
    };
    let held = literal(&value)?;
    let operators = ["=", "=", "<", "<=", ">", ">="];
    let operator = if equal { "=" } else { choices.pick(&operators)? };
    Some(format!("{} {operator} {held}", property_text(known)))
}

/// Whether a condition reads anything.
fn says_something(condition: &Expression) -> bool {
    !walk::free_variables(condition).is_empty() || !walk::children(condition).is_empty()
}

/// A pattern is no value, and `IS NULL` asks for one.
fn as_value(condition: Expression) -> Expression {
    match condition {
        Expression::Pattern(_) => {
            binary(BinaryOperator::And, condition, Expression::Literal(Literal::Boolean(true)))
        }
        other => other,
    }
}

fn written(condition: &Expression) -> String {
    print::expression(condition, &Spelling::default())
}

/// The condition of a text; none where it is none, or reads what is not in scope.
pub(super) fn read(text: &str, scope: &[Column]) -> Option<Expression> {
    let condition = parse_expression(text).ok()?;
    let known = |name: &&str| scope.iter().any(|column| *column.name == **name);
    walk::free_variables(&condition).iter().all(known).then_some(condition)
}

/// Plainer texts, the boldest first. A reducer of queries knows how to make a condition plainer: one that returns it
/// over variables of which nothing is known.
pub(super) fn plainer(text: &str) -> Vec<String> {
    let Ok(condition) = parse_expression(text) else { return Vec::new() };
    let free = walk::free_variables(&condition);
    let null = |name: &&str| ProjectionItem {
        expression: Expression::Literal(Literal::Null),
        alias: Some((*name).to_owned()),
    };
    let items: Vec<ProjectionItem> = free.iter().map(null).collect();
    let returned =
        ProjectionItem { expression: condition.clone(), alias: Some("quarrelCondition".to_owned()) };
    let last = Clause::Return(Projection { items: vec![returned], ..Projection::default() });
    let first = (!items.is_empty()).then(|| {
        let projection = Projection { items, ..Projection::default() };
        Clause::With(crate::ast::With { projection, condition: None })
    });
    let query = Query::single(first.into_iter().chain([last]).collect());
    let (graph, profile) = (Graph::empty(Model::Property), Profile::default());
    let ground = Ground { graph: &graph, profile: &profile, budget: Budget::default() };
    let size = |expression: &Expression| shrink::size(&alone(expression.clone()));
    let mut found: Vec<String> = Vec::new();
    for candidate in shrink::shrink(&query, &ground) {
        let Some(Clause::Return(projection)) = candidate.first.clauses.last() else { continue };
        let [item] = projection.items.as_slice() else { continue };
        let inside = walk::free_variables(&item.expression).is_subset(&free);
        if inside && size(&item.expression) < size(&condition) {
            let text = written(&as_value(item.expression.clone()));
            if !found.contains(&text) {
                found.push(text);
            }
        }
    }
    found
}

fn alone(expression: Expression) -> Query {
    let items = vec![ProjectionItem { expression, alias: Some("x".to_owned()) }];
    Query::single(vec![Clause::Return(Projection { items, ..Projection::default() })])
}
