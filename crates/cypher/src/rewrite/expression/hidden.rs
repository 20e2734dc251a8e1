//! Constants that are no constants to a planner: bound by a clause before.

use super::super::clause::computed::{beginning, called, comes_to, operations};
use super::super::clause::predicate::star;
use super::super::form::Placed;
use super::super::scene::{Scene, Spot, variable};
use super::sites::{Site, sites};
use super::{aggregates, is_constant};
use crate::ast::{Clause, Expression, Literal, Projection, ProjectionItem, Query, Unwind, With};

/// Each constant by `WITH *, c AS q` and by `UNWIND [c] AS q` before its clause.
pub(super) fn constants(scene: &Scene<'_>) -> Vec<Query> {
    let spots = scene.spots();
    let mut found = Vec::new();
    for site in sites(scene) {
        let spot = spots.iter().find(|spot| (spot.part, spot.at) == site.clause_of(scene.query));
        let Some(spot) = spot.filter(|spot| spot.may_name && sees(spot.clauses.get(spot.at))) else {
            continue;
        };
        if site.columns.is_none() || !is_constant(site.expression) || aggregates(site.expression) {
            continue;
        }
        let fresh = scene.fresh(0);
        let Some(query) = site.replaced(scene, variable(&fresh)) else { continue };
        for clause in binding(site.expression, &fresh, spot.before.is_empty()) {
            found.extend(inserted(&query, spot.part, spot.at, vec![clause]));
        }
    }
    found
}

/// Each integer by what a small table comes to before its clause.
pub(super) const COMPUTED: Placed =
    Placed { count: |scene| integers(scene).len() * operations(scene).len(), at: computed };

/// The integers for which another clause may come up, each with the place of its own.
fn integers<'s>(scene: &'s Scene<'_>) -> Vec<(Site<'s>, Spot<'s>, i64)> {
    let spots = scene.spots();
    let integer = |site: Site<'s>| {
        let Expression::Literal(Literal::Integer(constant)) = site.expression else { return None };
        let spot = spots.iter().find(|spot| (spot.part, spot.at) == site.clause_of(scene.query))?;
        // Larger ones are no longer exact where they meet a float.
        let is_small = constant.unsigned_abs() <= u64::from(u32::MAX);
        let fits = is_small && site.columns.is_some() && spot.may_name && sees(spot.clauses.get(spot.at));
        fits.then_some((site, *spot, *constant))
    };
    sites(scene).into_iter().filter_map(integer).collect()
}

fn computed(scene: &Scene<'_>, place: usize) -> Option<Query> {
    let operations = operations(scene);
    let (site, spot, constant) = integers(scene).into_iter().nth(place.checked_div(operations.len())?)?;
    let fresh = scene.fresh(0);
    let query = site.replaced(scene, variable(&fresh))?;
    let clauses = comes_to(operations.get(place % operations.len())?, constant, &fresh)?;
    let clauses = if spot.at == 0 { beginning(clauses) } else { vec![called(clauses)] };
    inserted(&query, spot.part, spot.at, clauses)
}

/// The query with clauses before one of a part.
fn inserted(query: &Query, part: usize, at: usize, clauses: Vec<Clause>) -> Option<Query> {
    let mut query = query.clone();
    let part = match part.checked_sub(1) {
        None => &mut query.first,
        Some(part) => query.unions.get_mut(part).map(|(_, part)| part)?,
    };
    part.clauses.splice(at..at, clauses);
    Some(query)
}

/// Whether the clause may read one more variable and pass it on to nobody.
fn sees(clause: Option<&Clause>) -> bool {
    match clause {
        Some(Clause::Match(_) | Clause::Unwind(_)) => true,
        Some(Clause::With(With { projection, .. }) | Clause::Return(projection)) => !projection.star,
        _ => false,
    }
}

fn binding(constant: &Expression, name: &str, first: bool) -> [Clause; 2] {
    let items = vec![ProjectionItem { expression: constant.clone(), alias: Some(name.to_owned()) }];
    let projection = Projection { items, ..if first { Projection::default() } else { star() } };
    let list = Expression::List(vec![constant.clone()]);
    [
        Clause::With(With { projection, condition: None }),
        Clause::Unwind(Unwind { list, variable: name.to_owned() }),
    ]
}
