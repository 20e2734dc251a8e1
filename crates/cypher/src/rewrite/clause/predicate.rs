//! What a pattern says, said by a `WHERE`, and the other way round.

use super::super::scene::{Scene, Spot, and, binary, is_plain, variable};
use super::path::{is_bound, node_mut, nodes};
use crate::ast::{
    BinaryOperator, Clause, ComparisonOperator, Expression, Literal, Match, NodePattern, Projection,
    Quantifier, QuantifierKind, Query, RelationshipPattern, With,
};
use crate::walk;

/// `(a:L)` as `WHERE a:L`: each node's labels.
pub(super) fn labels(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_match(|spot, inner| {
        let mut found = Vec::new();
        for (place, at, node) in nodes(inner) {
            let one_by_one = scene.ground.is_standard("several-labels") || node.labels.len() == 1;
            if node.labels.is_empty() || !one_by_one {
                continue;
            }
            let mut changed = inner.clone();
            let Some(node) = node_mut(&mut changed, place, at) else { continue };
            let Some(name) = named(node, scene, spot) else { continue };
            let labels = std::mem::take(&mut node.labels);
            let subject = Box::new(variable(&name));
            let predicate = Expression::HasLabels { subject, labels };
            changed.condition = Some(and(changed.condition.take(), predicate));
            found.push(changed);
        }
        found
    })
}

/// The node's variable, if need be a new one.
fn named(node: &mut NodePattern, scene: &Scene<'_>, spot: &Spot<'_>) -> Option<String> {
    if node.variable.is_none() && spot.may_name {
        node.variable = Some(scene.fresh(0));
    }
    node.variable.clone()
}

/// `-[r:T]->` as `WHERE type(r) = 'T'`.
pub(super) fn types(scene: &Scene<'_>) -> Vec<Query> {
    if !scene.ground.is_standard("label-case") {
        return Vec::new();
    }
    each_relationship(scene, |hop, name| {
        if hop.types.is_empty() || hop.length.is_some() {
            return None;
        }
        let types = std::mem::take(&mut hop.types).into_iter().map(|name| text(&name)).collect::<Vec<_>>();
        let subject = call("type", variable(name));
        Some(match <[Expression; 1]>::try_from(types) {
            Ok([only]) => equal(subject, only),
            Err(types) => binary(BinaryOperator::In, subject, Expression::List(types)),
        })
    })
}

/// `(a {k: v})` and `-[r {k: v}]->` as `WHERE a.k = v`; of several relationships it is true of all.
pub(super) fn maps(scene: &Scene<'_>) -> Vec<Query> {
    let mut found = scene.each_match(|spot, inner| {
        let mut found = Vec::new();
        for (place, at, node) in nodes(inner) {
            if node.properties.is_empty() {
                continue;
            }
            let mut changed = inner.clone();
            let Some(node) = node_mut(&mut changed, place, at) else { continue };
            let Some(name) = named(node, scene, spot) else { continue };
            for (key, value) in std::mem::take(&mut node.properties) {
                let condition = equal(property(&name, &key), value);
                changed.condition = Some(and(changed.condition.take(), condition));
            }
            found.push(changed);
        }
        found
    });
    found.extend(each_relationship(scene, |hop, name| {
        let element = if hop.length.is_some() { "x" } else { name };
        let free = |value: &Expression| !walk::free_variables(value).contains("x");
        if hop.properties.is_empty() || !hop.properties.iter().all(|(_, value)| free(value)) {
            return None;
        }
        let entries = std::mem::take(&mut hop.properties).into_iter();
        let condition = entries
            .map(|(key, value)| equal(property(element, &key), value))
            .reduce(|left, right| binary(BinaryOperator::And, left, right))?;
        Some(match hop.length {
            None => condition,
            Some(_) => Expression::Quantifier(Box::new(Quantifier {
                kind: QuantifierKind::All,
                variable: element.to_owned(),
                list: variable(name),
                condition,
            })),
        })
    }));
    found
}

/// For each relationship of a `MATCH` the query in which it is changed and has this condition.
fn each_relationship(
    scene: &Scene<'_>,
    change: impl Fn(&mut RelationshipPattern, &str) -> Option<Expression>,
) -> Vec<Query> {
    scene.each_match(|spot, inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate() {
            for at in 0..path.steps.len() {
                let mut changed = inner.clone();
                let steps = changed.patterns.get_mut(place).map(|path| &mut path.steps);
                let Some(hop) = steps.and_then(|steps| steps.get_mut(at)?.relationship_mut()) else {
                    continue;
                };
                if hop.variable.is_none() && spot.may_name {
                    hop.variable = Some(scene.fresh(0));
                }
                let Some(name) = hop.variable.clone() else { continue };
                let Some(condition) = change(hop, &name) else { continue };
                changed.condition = Some(and(changed.condition.take(), condition));
                found.push(changed);
            }
        }
        found
    })
}

/// `WHERE a.k = v` as `(a {k: v})`, where `v` hangs on what is bound before.
pub(super) fn into_maps(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_match(|spot, inner| {
        let all = inner.condition.as_ref().map(conjuncts).unwrap_or_default();
        let mut found = Vec::new();
        for place in 0..all.len() {
            let Some((name, key, value)) = all.get(place).and_then(|one| keyed(one)) else { continue };
            let known = |name: &&str| is_bound(name, spot.before);
            if !walk::free_variables(value).iter().all(known) || matches!(value, Expression::Pattern(_)) {
                continue;
            }
            let fits = |node: &NodePattern| {
                node.variable.as_deref() == Some(name)
                    && node.parameter.is_none()
                    && !node.properties.iter().any(|(other, _)| other == key)
            };
            let Some((path, at, _)) = nodes(inner).into_iter().find(|(_, _, node)| fits(node)) else {
                continue;
            };
            let mut changed = inner.clone();
            let rest = all.iter().enumerate().filter(|(other, _)| *other != place);
            changed.condition =
                rest.map(|(_, one)| (*one).clone()).fold(None, |all, one| Some(and(all, one)));
            if let Some(node) = node_mut(&mut changed, path, at) {
                node.properties.push((key.to_owned(), value.clone()));
                found.push(changed);
            }
        }
        found
    })
}

fn conjuncts(condition: &Expression) -> Vec<&Expression> {
    match condition {
        Expression::Binary { operator: BinaryOperator::And, left, right } => {
            let mut all = conjuncts(left);
            all.extend(conjuncts(right));
            all
        }
        other => vec![other],
    }
}

/// `a.k = v`.
pub(in super::super) fn keyed(condition: &Expression) -> Option<(&str, &str, &Expression)> {
    let Expression::Comparison { first, rest } = condition else { return None };
    let (Expression::Property { subject, key }, [(ComparisonOperator::Equal, value)]) =
        (&**first, rest.as_slice())
    else {
        return None;
    };
    match &**subject {
        Expression::Variable(name) => Some((name, key, value)),
        _ => None,
    }
}

/// A path that is nothing but a node bound before as a condition on that node.
pub(super) fn bound_nodes(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_match(|spot, inner| {
        let mut found = Vec::new();
        for (place, path) in inner.patterns.iter().enumerate() {
            let node = &path.start;
            let alone = path.steps.is_empty() && path.variable.is_none() && inner.patterns.len() > 1;
            let bound = node.variable.as_deref().filter(|name| is_bound(name, spot.before));
            let Some(name) = bound.filter(|_| alone && node.is_plain()) else { continue };
            if node.labels.len() > 1 && !scene.ground.is_standard("several-labels") {
                continue;
            }
            let mut changed = inner.clone();
            changed.patterns.remove(place);
            let mut condition = changed.condition.take();
            let exists = Expression::IsNull { operand: Box::new(variable(name)), negated: true };
            condition = Some(and(condition, exists));
            if !node.labels.is_empty() {
                let (subject, labels) = (Box::new(variable(name)), node.labels.clone());
                condition = Some(and(condition, Expression::HasLabels { subject, labels }));
            }
            for (key, value) in &node.properties {
                condition = Some(and(condition, equal(property(name, key), value.clone())));
            }
            changed.condition = condition;
            found.push(changed);
        }
        found
    })
}

/// `MATCH ... WHERE p` as `MATCH ... WITH * WHERE p`, and what follows `WITH` likewise.
pub(super) fn wheres(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_clause(|spot, clause| {
        let (bare, condition) = match clause {
            Clause::Match(inner) if !inner.optional && is_plain(inner) => {
                let bare = Match { condition: None, ..inner.clone() };
                (Clause::Match(bare), inner.condition.clone())
            }
            Clause::With(with) if !passes_on(with) => {
                let seen = |condition: &Expression| {
                    walk::free_variables(condition).iter().all(|name| is_bound(name, spot.after))
                };
                let condition = with.condition.clone().filter(seen);
                (Clause::With(With { condition: None, ..with.clone() }), condition)
            }
            _ => return Vec::new(),
        };
        let Some(condition) = condition.filter(|_| !spot.after.is_empty()) else { return Vec::new() };
        vec![vec![bare, Clause::With(With { projection: star(), condition: Some(condition) })]]
    })
}

/// Whether this is `WITH *` and no more, but for a condition.
fn passes_on(with: &With) -> bool {
    with.projection == star()
}

/// `*`.
pub(in super::super) fn star() -> Projection {
    Projection { star: true, ..Projection::default() }
}

pub(in super::super) fn property(name: &str, key: &str) -> Expression {
    Expression::Property { subject: Box::new(variable(name)), key: key.to_owned() }
}

pub(in super::super) fn equal(left: Expression, right: Expression) -> Expression {
    Expression::Comparison { first: Box::new(left), rest: vec![(ComparisonOperator::Equal, right)] }
}

pub(in super::super) fn text(value: &str) -> Expression {
    Expression::Literal(Literal::String(value.to_owned()))
}

pub(in super::super) fn call(name: &str, argument: Expression) -> Expression {
    Expression::Function { name: name.to_owned(), distinct: false, arguments: vec![argument] }
}
