//! Ternary logic partitioning: every row satisfies a condition, or its negation, or leaves it null (Rigger and Su,
//! OOPSLA 2020).
//!
//! The condition stands where it drops rows and does nothing else: behind `WITH *` before the last `RETURN`, or in the
//! `WHERE` of a `MATCH` there. In an `OPTIONAL MATCH` it would decide which rows are extended with nulls, and under a
//! slice or an aggregation which rows are cut or come together.

use quarrel_case::choices::Choices;
use quarrel_case::rewriting::{Bond, Family, Rule};
use quarrel_case::value::Value;

use super::clause::path::{node_mut, nodes};
use super::clause::predicate::{keyed, star};
use super::condition::{self, Known, properties};
use super::scene::{Prepared, Scene, Spot, aggregates, and, is_plain};
use crate::ast::{
    Clause, ComparisonOperator, Expression, Literal, Match, NodePattern, Projection, Query, UnaryOperator,
    With,
};

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
    Rule {
        name: BY_MAP,
        family: Family::Partition,
        says: "a property map of the last MATCH says an equality, its WHERE the negation, and that it is null",
        source: SOURCE,
    },
    Rule {
        name: BY_RANGE,
        family: Family::Partition,
        says: "the WHERE of the last MATCH holds one half of a range, the other half, and what is in neither",
        source: SOURCE,
    },
];

/// The rule that says the condition by a property map.
const BY_MAP: &str = "partition-map";
/// The rule that cuts a range in two.
const BY_RANGE: &str = "partition-range";

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
    let conditions =
        if rule == BY_RANGE { of_range(condition)? } else { ternary(condition, condition.clone()) };
    let mut queries = Vec::new();
    for (place, condition) in conditions.into_iter().enumerate() {
        queries.push(match rule {
            "partition-with" => {
                let with = Clause::With(With { projection: star(), condition: Some(condition) });
                scene.replaced(&spot, 1, vec![with, answer.clone()])
            }
            BY_MAP if place == 0 => in_map(scene, &spot, &condition, answer.clone())?,
            _ => in_match(scene, &spot, condition, answer.clone())?,
        });
    }
    Some((queries, bond))
}

/// A condition, and when it is false or null.
fn ternary(condition: &Expression, held: Expression) -> Vec<Expression> {
    let negated = Expression::Unary { operator: UnaryOperator::Not, operand: Box::new(condition.clone()) };
    let is_null = Expression::IsNull { operand: Box::new(condition.clone()), negated: false };
    vec![held, negated, is_null]
}

/// `[e, a, b, c]` stands for `a <= e AND e < b`, `b <= e AND e < c`, and what is in neither, where `a <= b <= c`: whatever
/// `e` is, a number is in one of the halves or in none, and of anything else nothing is known.
fn of_range(range: &Expression) -> Option<Vec<Expression>> {
    let Expression::List(items) = range else { return None };
    let [e, a, b, c] = items.as_slice() else { return None };
    let number = |bound: &Expression| match bound {
        Expression::Literal(Literal::Integer(number)) => Some(*number),
        _ => None,
    };
    if number(a)? > number(b)? || number(b)? > number(c)? {
        return None;
    }
    let compare = |left: &Expression, operator, right: &Expression| Expression::Comparison {
        first: Box::new(left.clone()),
        rest: vec![(operator, right.clone())],
    };
    let between = |low: &Expression, high: &Expression| {
        let from = compare(low, ComparisonOperator::LessEqual, e);
        and(Some(from), compare(e, ComparisonOperator::Less, high))
    };
    let mut all = ternary(&between(a, c), between(a, b));
    all.insert(1, between(b, c));
    Some(all)
}

/// The part in which a property map of the last `MATCH` says the equality.
fn in_map(scene: &Scene<'_>, spot: &Spot<'_>, condition: &Expression, answer: Clause) -> Option<Query> {
    let at = spot.at.checked_sub(1)?;
    let Some(Clause::Match(inner)) = spot.clauses.get(at) else { return None };
    let (name, key, value) = keyed(condition)?;
    if inner.optional || !is_plain(inner) || !matches!(value, Expression::Literal(_)) {
        return None;
    }
    let mut narrowed = inner.clone();
    let fits = |node: &NodePattern| {
        let named = node.variable.as_deref() == Some(name) && node.parameter.is_none();
        named && !node.properties.iter().any(|(known, _)| known == key)
    };
    let (path, place, _) = nodes(inner).into_iter().find(|(_, _, node)| fits(node))?;
    node_mut(&mut narrowed, path, place)?.properties.push((key.to_owned(), value.clone()));
    Some(scene.replaced(&Spot { at, ..*spot }, 2, vec![Clause::Match(narrowed), answer]))
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

/// Draws what the rule puts into the query.
pub(super) fn argument(rule: &str, scene: &Scene<'_>, choices: &mut Choices) -> Option<String> {
    let (spot, _) = last(scene)?;
    let by_key = match rule {
        BY_MAP => 100,
        "partition-match" => 45,
        _ => 0,
    };
    if rule != BY_RANGE && !choices.chance(by_key) {
        return condition::draw(scene, &spot, choices);
    }
    let Some(Clause::Match(inner)) = spot.clauses.get(spot.at.checked_sub(1)?) else { return None };
    let found = properties(inner, scene);
    if rule == BY_RANGE {
        return range(&found, choices);
    }
    let found = choices.pick(&found)?;
    condition::about_property(found, rule == BY_MAP, choices)
}

/// `[e, a, b, c]` for a property that is an integer somewhere.
fn range(found: &[Known<'_>], choices: &mut Choices) -> Option<String> {
    let numbers = |known: &Known<'_>| -> Vec<i64> {
        let integers = known.values.iter().filter_map(|value| match value {
            Value::Int(number) => Some(*number),
            _ => None,
        });
        integers.collect()
    };
    let numeric: Vec<&Known<'_>> = found.iter().filter(|known| !numbers(known).is_empty()).collect();
    let known = choices.pick(&numeric)?;
    let all = numbers(known);
    let (least, greatest) = (all.iter().min()?, all.iter().max()?);
    let middle = choices.pick(&all)?;
    let (low, high) = (least.saturating_sub(1), greatest.saturating_add(1));
    Some(format!("[{}, {low}, {middle}, {high}]", condition::property_text(known)))
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
