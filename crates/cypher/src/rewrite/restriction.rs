//! Something more is asked of the rows of a `MATCH`, so that there are never more (GraphGenie, restricted queries).
//!
//! Each clause after it makes its rows of one row at a time, whether it extends or drops them; so fewer rows come to fewer
//! rows, up to the first clause that looks at several rows together. A count at the end is as monotone; a slice or any
//! other aggregation is not.

use quarrel_case::rewriting::{Bond, Family, Rule};

use super::scene::{Scene, Spot, aggregates, and, is_plain};
use crate::ast::{
    Clause, Direction, Expression, Hop, Match, NodePattern, PathLength, Projection, Query,
    RelationshipPattern, With,
};
use crate::walk;

/// A rule, and what makes the queries; one that needs a condition has none.
pub(super) type Entry = (Rule, Option<fn(&Scene<'_>) -> Vec<Query>>);

const fn rule(name: &'static str, says: &'static str) -> Rule {
    const SOURCE: &str =
        "GraphGenie, restricted queries; openCypher 9, MATCH: a pattern drops rows and adds none";
    Rule { name, family: Family::Restriction, says, source: SOURCE }
}

/// The rules.
pub(super) const RULES: &[Entry] = &[
    (rule("direction-added", "an undirected relationship gets a direction"), Some(directed)),
    (rule("type-added", "a relationship gets a type, or loses one of several"), Some(typed)),
    (rule("label-added", "a node gets a label"), Some(labelled)),
    (rule("length-narrowed", "a variable length gets narrower bounds"), Some(narrowed)),
    (rule("condition-added", "the WHERE of a MATCH gets one more condition"), None),
    (rule("distinct-added", "RETURN or a count becomes DISTINCT"), Some(distinct)),
];

/// What holds when the rows of a clause are fewer; none where that says nothing.
pub(super) fn bond(spot: &Spot<'_>, scene: &Scene<'_>) -> Option<Bond> {
    let later = spot.clauses.get(spot.at + 1..)?;
    let (last, between) = later.split_last()?;
    let row_by_row = |clause: &Clause| match clause {
        Clause::Match(_) | Clause::Unwind(_) => true,
        Clause::With(With { projection, .. }) => !projection.is_sliced() && !aggregates(projection),
        Clause::Subquery(_) => true,
        _ => false,
    };
    let Clause::Return(projection) = last else { return None };
    if !between.iter().all(row_by_row) || projection.is_sliced() {
        return None;
    }
    if !aggregates(projection) {
        // Which parts of a union a row comes from does not show, and each part is as monotone.
        return Some(Bond::NeverMore);
    }
    (scene.query.unions.is_empty() && is_count(projection)).then_some(Bond::NeverGreater)
}

/// Whether this is one count and no more.
fn is_count(projection: &Projection) -> bool {
    let [item] = projection.items.as_slice() else { return false };
    let counts = match &item.expression {
        Expression::CountStar => true,
        Expression::Function { name, .. } => name.eq_ignore_ascii_case("count"),
        _ => false,
    };
    counts && !projection.star
}

/// For every `MATCH` whose rows are counted on to be no fewer: other clauses in its place.
fn each_match(scene: &Scene<'_>, change: impl Fn(&Match) -> Vec<Match>) -> Vec<Query> {
    let fits = |spot: &Spot<'_>, inner: &Match| !inner.optional && bond(spot, scene).is_some();
    scene.each_match(|spot, inner| if fits(spot, inner) { change(inner) } else { Vec::new() })
}

fn each_relationship(
    scene: &Scene<'_>,
    change: impl Fn(&RelationshipPattern) -> Vec<RelationshipPattern>,
) -> Vec<Query> {
    each_match(scene, |inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate() {
            for (at, step) in path.steps.iter().enumerate() {
                for hop in step.relationship().map(&change).unwrap_or_default() {
                    let mut changed = inner.clone();
                    let steps = changed.patterns.get_mut(place).map(|path| &mut path.steps);
                    if let Some(step) = steps.and_then(|steps| steps.get_mut(at)) {
                        step.hop = Hop::Relationship(hop);
                        found.push(changed);
                    }
                }
            }
        }
        found
    })
}

fn directed(scene: &Scene<'_>) -> Vec<Query> {
    each_relationship(scene, |hop| match hop.direction {
        Direction::Undirected => [Direction::Right, Direction::Left]
            .map(|direction| RelationshipPattern { direction, ..hop.clone() })
            .to_vec(),
        _ => Vec::new(),
    })
}

fn typed(scene: &Scene<'_>) -> Vec<Query> {
    let mut known: Vec<&String> = scene.ground.graph.edges.iter().map(|edge| &edge.label).collect();
    known.sort();
    known.dedup();
    each_relationship(scene, |hop| {
        let with = |types: Vec<String>| RelationshipPattern { types, ..hop.clone() };
        match hop.types.as_slice() {
            [] if hop.label_expression.is_none() => {
                known.iter().map(|name| with(vec![(*name).clone()])).collect()
            }
            [] | [_] => Vec::new(),
            several => several.iter().map(|name| with(vec![name.clone()])).collect(),
        }
    })
}

fn labelled(scene: &Scene<'_>) -> Vec<Query> {
    let graph = scene.ground.graph;
    let mut known: Vec<&String> = graph.vertices.iter().flat_map(|vertex| &vertex.labels).collect();
    known.sort();
    known.dedup();
    each_match(scene, |inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate() {
            for at in 0..=path.steps.len() {
                for label in &known {
                    let mut changed = inner.clone();
                    let Some(node) = super::clause::path::node_mut(&mut changed, place, at) else { continue };
                    if may_have(node, label, scene) {
                        node.labels.push((*label).clone());
                        found.push(changed);
                    }
                }
            }
        }
        found
    })
}

/// Whether one label more is one condition more.
fn may_have(node: &NodePattern, label: &str, scene: &Scene<'_>) -> bool {
    let all = scene.ground.is_standard("several-labels") || node.labels.is_empty();
    all && node.label_expression.is_none() && !node.labels.iter().any(|known| known == label)
}

fn narrowed(scene: &Scene<'_>) -> Vec<Query> {
    each_relationship(scene, |hop| {
        let Some(length) = hop.length else { return Vec::new() };
        let least = length.minimum.unwrap_or(1);
        let mut found = Vec::new();
        let mut push = |minimum: u64, maximum: Option<u64>| {
            let length = Some(PathLength { minimum: Some(minimum), maximum });
            found.push(RelationshipPattern { length, ..hop.clone() });
        };
        match length.maximum {
            Some(most) if most > least => {
                push(least, Some(most - 1));
                push(least + 1, Some(most));
            }
            Some(_) => {}
            None => {
                push(least, Some(least.saturating_add(1)));
                push(least.saturating_add(1), None);
            }
        }
        let once = least <= 1 && length.maximum.is_none_or(|most| most >= 1);
        if once && hop.variable.is_none() && hop.condition.is_none() {
            found.push(RelationshipPattern { length: None, ..hop.clone() });
        }
        found
    })
}

fn distinct(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_clause(|spot, clause| {
        let Clause::Return(projection) = clause else { return Vec::new() };
        let is_last = spot.at + 1 == spot.clauses.len();
        if !is_last || projection.is_sliced() || projection.distinct {
            return Vec::new();
        }
        let mut changed = projection.clone();
        changed.order.clear();
        match changed.items.as_mut_slice() {
            [item] if is_count(projection) && scene.query.unions.is_empty() => match &mut item.expression {
                Expression::Function { distinct, .. } if !*distinct => {
                    let column = spot.after.first().map(|column| column.name.to_string());
                    item.alias = item.alias.take().or(column);
                    *distinct = true;
                }
                _ => return Vec::new(),
            },
            _ if aggregates(projection) => return Vec::new(),
            _ => changed.distinct = true,
        }
        vec![vec![Clause::Return(changed)]]
    })
}

/// The `MATCH` clauses that may get a condition, each with what is in scope for it.
pub(super) fn conditioned<'s>(scene: &'s Scene<'_>) -> Vec<Spot<'s>> {
    let fits = |spot: &Spot<'_>| match spot.clauses.get(spot.at) {
        Some(Clause::Match(inner)) => {
            !inner.optional && is_plain(inner) && !spot.after.is_empty() && bond(spot, scene).is_some()
        }
        _ => false,
    };
    scene.spots().into_iter().filter(fits).collect()
}

/// The query with a condition in the `WHERE` of a `MATCH`.
pub(super) fn with_condition(scene: &Scene<'_>, spot: &Spot<'_>, condition: Expression) -> Option<Query> {
    let Some(Clause::Match(inner)) = spot.clauses.get(spot.at) else { return None };
    let condition = Some(and(inner.condition.clone(), condition));
    Some(scene.replaced(spot, 1, vec![Clause::Match(Match { condition, ..inner.clone() })]))
}

/// What holds between a query and its restriction: the count, if it is one, otherwise the rows.
pub(super) fn bond_of(scene: &Scene<'_>) -> Bond {
    match walk::clauses(scene.query).last() {
        Some(Clause::Return(projection)) if scene.query.unions.is_empty() && is_count(projection) => {
            Bond::NeverGreater
        }
        _ => Bond::NeverMore,
    }
}
