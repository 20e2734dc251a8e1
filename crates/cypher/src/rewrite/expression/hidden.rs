//! Constants that are no constants to a planner: bound by a clause before.

use super::super::clause::predicate::star;
use super::super::scene::{Scene, variable};
use super::sites::sites;
use super::{aggregates, is_constant};
use crate::ast::{Clause, Expression, Projection, ProjectionItem, Query, Unwind, With};

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
            let mut query = query.clone();
            let part = match spot.part.checked_sub(1) {
                None => Some(&mut query.first),
                Some(part) => query.unions.get_mut(part).map(|(_, part)| part),
            };
            if let Some(part) = part {
                part.clauses.insert(spot.at, clause);
                found.push(query);
            }
        }
    }
    found
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
