//! A constant that a small table comes to: each operation on tables gives one row of one value (Dinkel, constants as
//! expressions).
//!
//! Queries that were generated sort, group and cut rows of a graph, and few of them come to the corners of an operation:
//! ties at a cut, keys of two types, what is not a number. Here the rows are chosen for that, and what comes out is known
//! from the language alone. A query stays as it is when one row with the right constant is put beside each of its rows,
//! and when a constant is taken from there.

use super::super::form::Placed;
use super::super::scene::{Scene, Spot, hides, variable};
use super::predicate::{equal, star};
use crate::ast::{Clause, Expression, Literal, Projection, ProjectionItem, Query, SubqueryCall, With};
use crate::parse::parse;

/// The operations: `<c>`, and the integers beside it, give `<c>` as the column `q`. Some hang on a switch.
pub(in super::super) const FORMS: &[(&str, &str)] = &[
    ("", "UNWIND [<c+1>, 0.0 / 0.0, <c>] AS x RETURN x AS q ORDER BY x LIMIT 1"),
    ("", "UNWIND [<c>, <c>, <c+1>] AS x WITH x ORDER BY x LIMIT 2 RETURN max(x) AS q"),
    ("", "UNWIND [<c-1>, <c>] AS x WITH x AS y, count(*) AS n ORDER BY x * -1 LIMIT 1 RETURN y AS q"),
    ("", "UNWIND [[<c>, 0], [0, <c>]] AS x WITH x[0] + x[1] AS q, count(*) AS n RETURN q"),
    ("", "UNWIND [1, 1.0] AS x RETURN count(DISTINCT x) + <c-1> AS q"),
    ("", "UNWIND [<c-1>, <c>] AS x WITH max(x) AS y, abs(1) AS z ORDER BY abs(1) RETURN y * z AS q"),
    (
        "",
        "UNWIND [<c-1>, <c>, <c+1>] AS x WITH x ORDER BY x LIMIT 2 WITH x WHERE x > <c-1> RETURN max(x) AS q",
    ),
    ("", "UNWIND [null, <c>] AS x WITH x ORDER BY x DESC SKIP 1 LIMIT 1 RETURN x AS q"),
    ("", "UNWIND [null, <c>] AS x RETURN max(x) + count(x) - 1 AS q"),
    ("", "UNWIND [null, <c>] AS x RETURN head(collect(x)) AS q"),
    ("", "UNWIND [] AS x RETURN sum(x) + <c> AS q"),
    ("", "UNWIND [{a: <c>}, {a: <c>}] AS x RETURN DISTINCT x.a AS q ORDER BY x.a"),
    ("", "UNWIND [<c>] AS x WITH x WHERE NOT x < 0.0 / 0.0 RETURN x AS q"),
    ("null-in-lists", "UNWIND [<c>] AS x WITH x WHERE (x IN [<c-1>, <c+1>, null]) IS NULL RETURN x AS q"),
    ("", "UNWIND [<c>] AS x WITH x WHERE (null XOR x = <c>) IS NULL RETURN x AS q"),
    ("", "UNWIND [<c>] AS x WITH x WHERE NOT 'abc' =~ 'b' RETURN x AS q"),
    ("", "UNWIND ['<c>'] AS x WITH x WHERE ([1, 'a'][0] STARTS WITH 'a') IS NULL RETURN toInteger(x) AS q"),
    ("", "UNWIND [<c>] AS x WITH x WHERE localtime('12:31:14.6') <> localtime('12:31:14') RETURN x AS q"),
    ("", "CALL { RETURN <c> AS x UNION RETURN <c> AS x } RETURN x AS q"),
    (
        "",
        "UNWIND [<c-1>, <c>] AS x CALL { WITH x UNWIND [x, x] AS y RETURN y ORDER BY y LIMIT 1 } \
         RETURN max(y) AS q",
    ),
];

/// The operations that the profile has.
pub(in super::super) fn operations(scene: &Scene<'_>) -> Vec<&'static str> {
    let fits = |switch: &str| switch.is_empty() || scene.ground.is_standard(switch);
    FORMS.iter().filter(|(switch, _)| fits(switch)).map(|(_, text)| *text).collect()
}

/// The clauses by which an operation comes to the constant as a variable of this name.
pub(in super::super) fn comes_to(operation: &str, constant: i64, name: &str) -> Option<Vec<Clause>> {
    let (less, more) = (constant.checked_sub(1)?, constant.checked_add(1)?);
    let text = operation.replace("<c>", &constant.to_string());
    let text = text.replace("<c-1>", &less.to_string()).replace("<c+1>", &more.to_string());
    let mut clauses = parse(&text).ok()?.first.clauses;
    let Some(Clause::Return(projection)) = clauses.last_mut() else { return None };
    let item = projection.items.iter_mut().find(|item| item_name(item) == Some("q"))?;
    item.alias = Some(name.to_owned());
    Some(clauses)
}

fn item_name(item: &ProjectionItem) -> Option<&str> {
    crate::walk::column(item)
}

/// The clauses as a subquery.
pub(in super::super) fn called(clauses: Vec<Clause>) -> Clause {
    Clause::Subquery(SubqueryCall { optional: false, imports: None, query: Query::single(clauses) })
}

/// The clauses as the beginning of a query.
pub(in super::super) fn beginning(mut clauses: Vec<Clause>) -> Vec<Clause> {
    if let Some(Clause::Return(projection)) = clauses.pop() {
        clauses.push(Clause::With(With { projection, condition: None }));
    }
    clauses
}

/// A row with the constant one at the beginning, and beside the rows after each clause.
pub(super) const ONE: Placed = Placed {
    count: |scene| ways(scene).iter().map(|(_, ways)| ways.len()).sum::<usize>() * operations(scene).len(),
    at: one,
};

/// Where the row is put, seen from a clause.
#[derive(Clone, Copy)]
enum Way {
    /// Before it: it is the first.
    Beginning,
    /// Beside the rows after it.
    Beside,
}

fn ways<'s>(scene: &'s Scene<'_>) -> Vec<(Spot<'s>, Vec<Way>)> {
    let ways = |spot: Spot<'s>| {
        let first = spot.at == 0 && hides(spot.clauses);
        let beside = spot.may_name && spot.at + 1 < spot.clauses.len() && !orders(&spot);
        let ways = [first.then_some(Way::Beginning), beside.then_some(Way::Beside)];
        (spot, ways.into_iter().flatten().collect())
    };
    scene.spots().into_iter().map(ways).collect()
}

fn one(scene: &Scene<'_>, place: usize) -> Option<Query> {
    let operations = operations(scene);
    let mut left = place;
    for (spot, ways) in ways(scene) {
        let here = ways.len() * operations.len();
        if left < here {
            return one_at(scene, &spot, ways[left % ways.len()], operations[left / ways.len()]);
        }
        left -= here;
    }
    None
}

fn one_at(scene: &Scene<'_>, spot: &Spot<'_>, way: Way, operation: &str) -> Option<Query> {
    let fresh = scene.fresh(0);
    let one = Expression::Literal(Literal::Integer(1));
    let is_one = Clause::With(With { projection: star(), condition: Some(equal(variable(&fresh), one)) });
    let clauses = comes_to(operation, 1, &fresh)?;
    Some(match way {
        Way::Beginning => {
            let clauses = beginning(clauses).into_iter().chain([is_one]).collect();
            scene.replaced(spot, 0, clauses)
        }
        Way::Beside => {
            let after = Spot { at: spot.at + 1, ..*spot };
            scene.replaced(&after, 0, vec![called(clauses), is_one])
        }
    })
}

fn orders(spot: &Spot<'_>) -> bool {
    matches!(
        spot.clauses.get(spot.at),
        Some(Clause::With(With { projection: Projection { order, .. }, .. })) if !order.is_empty()
    )
}
