//! Ternary logic partitioning: every row satisfies a condition, or its negation, or leaves it null (Rigger and Su,
//! OOPSLA 2020).
//!
//! The condition stands where it drops rows and does nothing else: behind `WITH *` before the last `RETURN`, or in the
//! `WHERE` of a `MATCH` there. In an `OPTIONAL MATCH` it would decide which rows are extended with nulls, and under a
//! slice or an aggregation which rows are cut or come together.

use quarrel_case::rewriting::{Bond, Family, Rule};
use quarrel_case::value::Value;

use super::clause::predicate::star;
use super::scene::{Prepared, Scene, Spot, aggregates, and, is_plain};
use crate::ast::{Clause, Expression, Match, Projection, Query, UnaryOperator, With};

const SOURCE: &str =
    "Rigger and Su, OOPSLA 2020; openCypher 9, ternary logic: a condition is true, false or null";

/// The rules.
pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "partition-with",
        family: Family::Partition,
        says: "WITH * WHERE before the last RETURN holds the condition, its negation, and that it is null",
        source: SOURCE,
    },
    Rule {
        name: "partition-match",
        family: Family::Partition,
        says: "the WHERE of the last MATCH holds the condition, its negation, and that it is null",
        source: SOURCE,
    },
];

/// The `RETURN` before which a condition may be put, and how the parts make the whole.
pub(super) fn last<'s>(scene: &'s Scene<'_>) -> Option<(Spot<'s>, Bond)> {
    let spot = scene.spots().pop()?;
    let Some(Clause::Return(projection)) = spot.clauses.get(spot.at) else { return None };
    let sliced = projection.is_sliced() || spot.before.is_empty() || !scene.query.unions.is_empty();
    let bond = bond(projection).filter(|_| !sliced)?;
    Some((spot, bond))
}

/// How the answers to the parts make the answer to the whole.
fn bond(projection: &Projection) -> Option<Bond> {
    if !aggregates(projection) {
        return Some(if projection.distinct { Bond::DistinctParts } else { Bond::Parts });
    }
    let [item] = projection.items.as_slice() else { return None };
    if projection.star {
        return None;
    }
    match &item.expression {
        Expression::CountStar => Some(Bond::Sum),
        Expression::Function { name, distinct, .. } => match (name.to_ascii_lowercase().as_str(), distinct) {
            ("count" | "sum", false) => Some(Bond::Sum),
            ("min", _) => Some(Bond::Least),
            ("max", _) => Some(Bond::Greatest),
            _ => None,
        },
        _ => None,
    }
}

/// The parts under the condition.
pub(super) fn parts(scene: &Scene<'_>, rule: &str, condition: &Expression) -> Option<(Vec<Query>, Bond)> {
    let (spot, bond) = last(scene)?;
    let Some(Clause::Return(projection)) = spot.clauses.get(spot.at) else { return None };
    // The order of a part says nothing of the whole, and a sort key must fit what is merged.
    let answer = Clause::Return(Projection { order: Vec::new(), ..projection.clone() });
    let negated = Expression::Unary { operator: UnaryOperator::Not, operand: Box::new(condition.clone()) };
    let is_null = Expression::IsNull { operand: Box::new(condition.clone()), negated: false };
    let mut queries = Vec::new();
    for condition in [condition.clone(), negated, is_null] {
        queries.push(match rule {
            "partition-with" => {
                let with = Clause::With(With { projection: star(), condition: Some(condition) });
                scene.replaced(&spot, 1, vec![with, answer.clone()])
            }
            _ => in_match(scene, &spot, condition, answer.clone())?,
        });
    }
    Some((queries, bond))
}

fn in_match(scene: &Scene<'_>, spot: &Spot<'_>, condition: Expression, answer: Clause) -> Option<Query> {
    let at = spot.at.checked_sub(1)?;
    let Some(Clause::Match(inner)) = spot.clauses.get(at) else { return None };
    if inner.optional || !is_plain(inner) {
        return None;
    }
    let condition = Some(and(inner.condition.clone(), condition));
    let narrowed = Clause::Match(Match { condition, ..inner.clone() });
    Some(scene.replaced(&Spot { at, ..*spot }, 2, vec![narrowed, answer]))
}

/// Whether the answers are such as the bond can be held against: for numbers, those that are exact.
pub(super) fn holds_for(bond: Bond, whole: &Query, parts: &[Query], ground: &Prepared<'_>) -> bool {
    let Some(table) = ground.determined(whole) else { return false };
    let is_number = matches!(table.rows.as_slice(), [row] if matches!(row.as_slice(), [Value::Int(_)]));
    let answers = parts.iter().map(|part| ground.determined(part));
    let exact = |row: &Vec<Value>| matches!(row.as_slice(), [Value::Int(_) | Value::Null]);
    match bond {
        Bond::Same | Bond::Parts | Bond::DistinctParts | Bond::NeverMore => {
            answers.into_iter().all(|part| part.is_some())
        }
        Bond::Sum | Bond::Least | Bond::Greatest | Bond::NeverGreater => {
            is_number && answers.into_iter().all(|part| part.is_some_and(|part| part.rows.iter().all(exact)))
        }
    }
}
