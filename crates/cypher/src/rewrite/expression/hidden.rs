//! Constants that are no constants to a planner: bound by a clause before.

use super::super::clause::computed::{beginning, called, forms};
use super::super::clause::predicate::star;
use super::super::scene::{Scene, variable};
use super::sites::sites;
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
pub(super) fn computed(scene: &Scene<'_>) -> Vec<Query> {
    let spots = scene.spots();
    let mut found = Vec::new();
    for site in sites(scene) {
        let Expression::Literal(Literal::Integer(constant)) = site.expression else { continue };
        let spot = spots.iter().find(|spot| (spot.part, spot.at) == site.clause_of(scene.query));
        let Some(spot) = spot.filter(|spot| spot.may_name && sees(spot.clauses.get(spot.at))) else {
            continue;
        };
        // Larger ones are no longer exact where they meet a float.
        if site.columns.is_none() || constant.unsigned_abs() > u64::from(u32::MAX) {
            continue;
        }
        let fresh = scene.fresh(0);
        let Some(query) = site.replaced(scene, variable(&fresh)) else { continue };
        for form in forms(scene, *constant, &fresh) {
            let clauses = if spot.at == 0 { beginning(form) } else { vec![called(form)] };
            found.extend(inserted(&query, spot.part, spot.at, clauses));
        }
    }
    found
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
