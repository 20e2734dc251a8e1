//! Clauses that change nothing, put between others, and clauses taken together or apart.

use std::collections::BTreeSet;

use super::super::scene::{Scene, Spot, is_plain, variable};
use super::predicate::star;
use crate::ast::{
    Clause, Expression, Literal, Match, PathPattern, Projection, ProjectionItem, Query, SingleQuery,
    SubqueryCall, UnionKind, Unwind, With,
};
use crate::cut::are_apart;
use crate::walk;

/// `WITH *` after a clause. What ordered rows are used for may hang on their order, so it stands after no ordering.
pub(super) fn with_star(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_clause(|spot, clause| {
        let fits = may_follow(spot, clause) && !spot.after.is_empty();
        let with = Clause::With(With { projection: star(), condition: None });
        if fits { vec![vec![clause.clone(), with]] } else { Vec::new() }
    })
}

/// Whether another clause may stand after this one: it is not the last, and does not order.
fn may_follow(spot: &Spot<'_>, clause: &Clause) -> bool {
    match clause {
        Clause::With(with) if !with.projection.order.is_empty() => false,
        Clause::Match(_) | Clause::Unwind(_) | Clause::With(_) | Clause::Subquery(_) => {
            spot.at + 1 < spot.clauses.len()
        }
        _ => false,
    }
}

/// `UNWIND [x] AS q`, which gives each row once.
pub(super) fn unwind_one(scene: &Scene<'_>) -> Vec<Query> {
    inserted(scene, |spot| {
        let element = spot.after.first().map_or(one(), |column| variable(&column.name));
        let list = Expression::List(vec![element]);
        Clause::Unwind(Unwind { list, variable: scene.fresh(0) })
    })
}

fn one() -> Expression {
    Expression::Literal(Literal::Integer(1))
}

/// A clause after every clause after which one may stand that binds a variable which nothing sees.
fn inserted(scene: &Scene<'_>, new: impl Fn(&Spot<'_>) -> Clause) -> Vec<Query> {
    scene.each_clause(|spot, clause| {
        let fits = may_follow(spot, clause) && spot.may_name;
        if fits { vec![vec![clause.clone(), new(spot)]] } else { Vec::new() }
    })
}

/// `CALL { WITH x RETURN x AS q LIMIT 1 }`, which gives one row for each.
pub(super) fn call_one(scene: &Scene<'_>) -> Vec<Query> {
    inserted(scene, |spot| {
        let import = spot.after.first().map(|column| {
            let projection = Projection { items: vec![plain(&column.name)], ..Projection::default() };
            Clause::With(With { projection, condition: None })
        });
        let value = spot.after.first().map_or(one(), |column| variable(&column.name));
        let items = vec![ProjectionItem { expression: value, alias: Some(scene.fresh(0)) }];
        let last = Clause::Return(Projection { items, limit: Some(one()), ..Projection::default() });
        called(import.into_iter().chain([last]).collect())
    })
}

fn plain(name: &str) -> ProjectionItem {
    ProjectionItem { expression: variable(name), alias: None }
}

fn called(clauses: Vec<Clause>) -> Clause {
    Clause::Subquery(SubqueryCall { optional: false, imports: None, query: Query::single(clauses) })
}

/// `OPTIONAL MATCH` of what is nowhere, because no node has a label: of that node alone, with others, and of what it
/// was not found for. All of it is null, or none is.
pub(super) fn optional_nothing(scene: &Scene<'_>) -> Vec<Query> {
    let has = |label: &str| {
        let mut labels = scene.ground.graph.vertices.iter().flat_map(|vertex| &vertex.labels);
        labels.any(|known| known.eq_ignore_ascii_case(label))
    };
    let label = (0..).map(|number: usize| format!("Z{number}")).find(|label| !has(label)).unwrap_or_default();
    let (q, r) = (scene.fresh(0), scene.fresh(1));
    let texts = [
        format!("OPTIONAL MATCH ({q}:{label})"),
        format!("OPTIONAL MATCH ({q}), ({q}:{label})"),
        format!("OPTIONAL MATCH ({q}:{label}), ({r})"),
        format!("OPTIONAL MATCH ({q}:{label}) OPTIONAL MATCH ({q}), ({r})"),
        format!("OPTIONAL MATCH ({q})--(:{label})--({r})"),
    ];
    let clauses = |text: &String| {
        let read = crate::parse::parse(&format!("{text} RETURN 1 AS x")).map(|query| query.first.clauses);
        read.unwrap_or_default().into_iter().filter(|clause| matches!(clause, Clause::Match(_))).collect()
    };
    let all: Vec<Vec<Clause>> = texts.iter().map(clauses).collect();
    scene.each_clause(|spot, clause| {
        if !may_follow(spot, clause) || !spot.may_name {
            return Vec::new();
        }
        all.iter().map(|new| std::iter::once(clause.clone()).chain(new.iter().cloned()).collect()).collect()
    })
}

/// A constant in `WITH` that nothing uses. Where rows are merged it is one key more, which needs another beside it.
pub(super) fn unused_item(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_clause(|spot, clause| {
        let Clause::With(with) = clause else { return Vec::new() };
        let keyed = (with.projection.star && !spot.before.is_empty())
            || with.projection.items.iter().any(|item| !crate::evaluate::has_aggregate(&item.expression));
        if !spot.may_name || !keyed {
            return Vec::new();
        }
        let mut with = with.clone();
        with.projection.items.push(ProjectionItem { expression: one(), alias: Some(scene.fresh(0)) });
        vec![vec![Clause::With(with)]]
    })
}

/// `MATCH p MATCH q` as `MATCH p, q`, where no relationship can be in both.
pub(super) fn joined(scene: &Scene<'_>) -> Vec<Query> {
    let mut found = Vec::new();
    for spot in scene.spots() {
        let (Some(Clause::Match(first)), Some(Clause::Match(second))) =
            (spot.clauses.get(spot.at), spot.clauses.get(spot.at + 1))
        else {
            continue;
        };
        let plain = !first.optional && !second.optional && is_plain(first) && is_plain(second);
        if !plain || !share_nothing(scene, &first.patterns, &second.patterns) {
            continue;
        }
        let mut both = first.clone();
        both.patterns.extend(second.patterns.iter().cloned());
        if let Some(condition) = &second.condition {
            both.condition = Some(super::super::scene::and(both.condition.take(), condition.clone()));
        }
        found.push(scene.replaced(&spot, 2, vec![Clause::Match(both)]));
    }
    found
}

/// Whether no relationship can be in both. The letter case of types then has a meaning.
fn share_nothing(scene: &Scene<'_>, left: &[PathPattern], right: &[PathPattern]) -> bool {
    scene.ground.is_standard("label-case")
        && left.iter().all(|left| right.iter().all(|right| are_apart(left, right)))
}

/// `MATCH p, q` as `MATCH p MATCH q`, where no relationship can be in both.
pub(super) fn parted(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_clause(|_, clause| {
        let Clause::Match(inner) = clause else { return Vec::new() };
        let mut found = Vec::new();
        for cut in 1..inner.patterns.len() {
            let (left, right) = inner.patterns.split_at(cut);
            if inner.optional || !is_plain(inner) || !share_nothing(scene, left, right) {
                continue;
            }
            let first = Match { patterns: left.to_vec(), condition: None, ..inner.clone() };
            let second = Match { patterns: right.to_vec(), ..inner.clone() };
            found.push(vec![Clause::Match(first), Clause::Match(second)]);
        }
        found
    })
}

/// `MATCH ...` as `CALL { WITH x MATCH ... RETURN y }`, once for each row.
pub(super) fn called_match(scene: &Scene<'_>) -> Vec<Query> {
    scene.each_clause(|spot, clause| {
        let Clause::Match(inner) = clause else { return Vec::new() };
        let bound = |name: &str| spot.before.iter().any(|column| *column.name == *name);
        let mut used: BTreeSet<&str> = walk::bound_variables(clause).into_iter().collect();
        used.extend(walk::expressions(clause).into_iter().flat_map(walk::free_variables));
        let items: Vec<ProjectionItem> = used.into_iter().filter(|name| bound(name)).map(plain).collect();
        let new = spot.after.iter().filter(|column| !bound(&column.name));
        let returned: Vec<ProjectionItem> = new.map(|column| plain(&column.name)).collect();
        if returned.is_empty() || spot.at + 1 == spot.clauses.len() || !inner.hints.is_empty() {
            return Vec::new();
        }
        let import = (!items.is_empty()).then(|| {
            let projection = Projection { items, ..Projection::default() };
            Clause::With(With { projection, condition: None })
        });
        let last = Clause::Return(Projection { items: returned, ..Projection::default() });
        vec![vec![called(import.into_iter().chain([clause.clone(), last]).collect())]]
    })
}

/// The first clauses of a query as `CALL { ... RETURN x }`.
pub(super) fn called_beginning(scene: &Scene<'_>) -> Vec<Query> {
    let mut found = Vec::new();
    for spot in scene.spots() {
        let Some(clause) = spot.clauses.get(spot.at) else { continue };
        if !may_follow(&spot, clause) || spot.after.is_empty() {
            continue;
        }
        let items = spot.after.iter().map(|column| plain(&column.name)).collect();
        let mut clauses = spot.clauses.get(..=spot.at).unwrap_or_default().to_vec();
        clauses.push(Clause::Return(Projection { items, ..Projection::default() }));
        let count = clauses.len() - 1;
        let beginning = Spot { at: 0, ..spot };
        found.push(scene.replaced(&beginning, count, vec![called(clauses)]));
    }
    found
}

/// `UNION ALL` with a part that gives no row.
pub(super) fn union_nothing(scene: &Scene<'_>) -> Vec<Query> {
    let query = scene.query;
    if query.unions.iter().any(|(kind, _)| *kind != UnionKind::All) {
        return Vec::new();
    }
    let Some(columns) = columns(scene) else { return Vec::new() };
    let null = |name: &String| ProjectionItem {
        expression: Expression::Literal(Literal::Null),
        alias: Some(name.clone()),
    };
    let list = Expression::List(Vec::new());
    let clauses = vec![
        Clause::Unwind(Unwind { list, variable: scene.fresh(0) }),
        Clause::Return(Projection { items: columns.iter().map(null).collect(), ..Projection::default() }),
    ];
    let mut changed = query.clone();
    changed.unions.push((UnionKind::All, SingleQuery { clauses }));
    vec![changed]
}

/// The names of the answer's columns, where the query gives them.
fn columns(scene: &Scene<'_>) -> Option<Vec<String>> {
    let Some(Clause::Return(projection)) = scene.query.first.clauses.last() else { return None };
    let name = |item: &ProjectionItem| walk::column(item).map(ToOwned::to_owned);
    let names: Option<Vec<String>> = projection.items.iter().map(name).collect();
    names.filter(|names| !projection.star && !names.is_empty())
}

/// `UNION` of a query that gives each row once with itself.
pub(super) fn union_itself(scene: &Scene<'_>) -> Vec<Query> {
    let query = scene.query;
    let distinct = match query.first.clauses.last() {
        Some(Clause::Return(projection)) => projection.distinct && query.unions.is_empty(),
        _ => false,
    };
    if !distinct || columns(scene).is_none() {
        return Vec::new();
    }
    let mut changed = query.clone();
    changed.unions.push((UnionKind::Distinct, query.first.clone()));
    // Without DISTINCT the union does the same, unless a slice hangs on it.
    let mut plain = changed.clone();
    if let Some(Clause::Return(projection)) = plain.first.clauses.last_mut()
        && !projection.is_sliced()
    {
        projection.distinct = false;
        projection.order.clear();
        return vec![changed, plain];
    }
    vec![changed]
}
