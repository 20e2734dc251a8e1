//! Relations of graphs, said in Cypher.
//!
//! The oracles about relations (GAMERA's and those derived from them) hold questions and changes as data; here they
//! become texts. The law of such an oracle is about what a pattern means, so the text must say exactly the question:
//! what stands in one `MATCH` takes no relationship twice, so the seams of a route decide where a clause ends
//! (openCypher 9, uniqueness), and what must not hold of a path is said so that an unknown counts as "it does not hold",
//! because a condition that is null would drop the row either way.
//!
//! The texts use old and common forms only (no `SHORTEST`, no quantified paths), and name nothing that need not be
//! named, because engines take other ways for elements without a variable.

mod change;
mod route;
#[cfg(test)]
mod tests;

use quarrel_case::phrase::{Ask, Change, Pattern, Phraser, Question, Route, Times};
use quarrel_case::profile::Profile;

use crate::evaluate::SWITCHES;
use crate::parse::parse;
use route::{Ends, Fresh};

/// Says relations in Cypher.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Words;

impl Phraser for Words {
    fn question(&self, question: &Question) -> Option<String> {
        readable(text(question)?)
    }

    fn change(&self, change: &Change) -> Option<String> {
        readable(change::text(change)?)
    }

    fn trails(&self, profile: &Profile) -> bool {
        let uniqueness = SWITCHES.iter().find(|switch| switch.name == "relationship-uniqueness");
        uniqueness.is_none_or(|switch| profile.is(switch, switch.standard()))
    }
}

/// A literal comes from outside: where it is none, nothing is said.
fn readable(text: String) -> Option<String> {
    parse(&text).is_ok().then_some(text)
}

fn text(question: &Question) -> Option<String> {
    match (&question.pattern, question.ask) {
        (Pattern::Route(route), Ask::Shortest) => {
            let found = shortest("shortestPath", route)?;
            Some(format!("{found} RETURN a, b, length(p) AS length"))
        }
        (Pattern::Route(route), Ask::ShortestCount) => {
            let found = shortest("allShortestPaths", route)?;
            Some(format!("{found} RETURN count(p) AS n"))
        }
        (_, Ask::Shortest | Ask::ShortestCount) => None,
        (Pattern::Route(route), ask) => {
            let ends = Ends::of(route);
            Some(asked(&route::matches(route, ends, &mut Fresh::default()), ends, ask, false))
        }
        (Pattern::Both(routes), ask) => both(routes, ask),
        (Pattern::Either(routes), ask) => either(routes, ask),
        (Pattern::ButNot(first, second), ask) => Some(but_not(first, second, ask)),
    }
}

/// What is asked of the rows that the clauses give.
fn asked(clauses: &str, ends: Ends, ask: Ask, once: bool) -> String {
    let columns = ends.columns();
    match (ask, once) {
        (Ask::Count, true) => format!("{clauses} WITH DISTINCT {columns} RETURN count(*) AS n"),
        (Ask::Count, false) => format!("{clauses} RETURN count(*) AS n"),
        (Ask::Pairs, false) => format!("{clauses} RETURN {columns}"),
        _ => format!("{clauses} RETURN DISTINCT {columns}"),
    }
}

/// One `MATCH` each, because in one clause they would have to differ in their relationships.
fn both(routes: &[Route], ask: Ask) -> Option<String> {
    let ends = routes.iter().map(Ends::of).reduce(Ends::or)?;
    let mut fresh = Fresh::default();
    let clauses: Vec<String> =
        routes.iter().map(|route| route::matches(route, Ends::of(route), &mut fresh)).collect();
    Some(asked(&clauses.join(" "), ends, ask, true))
}

fn either(routes: &[Route], ask: Ask) -> Option<String> {
    let ends = Ends::of(routes.first()?);
    if routes.iter().any(|route| Ends::of(route) != ends) {
        return None;
    }
    let branch = |route| {
        let clauses = route::matches(route, ends, &mut Fresh::default());
        format!("{clauses} RETURN {}", ends.columns())
    };
    match (routes, ask) {
        ([route], _) => Some(asked(&route::matches(route, ends, &mut Fresh::default()), ends, ask, true)),
        (_, Ask::Count) => match routes.iter().map(route::predicate).collect::<Option<Vec<String>>>() {
            // Without a subquery, which fewer engines know.
            Some(all) => Some(format!("MATCH (a), (b) WHERE {} RETURN count(*) AS n", all.join(" OR "))),
            None => {
                let branches: Vec<String> = routes.iter().map(branch).collect();
                Some(format!("CALL {{ {} }} RETURN count(*) AS n", branches.join(" UNION ")))
            }
        },
        _ => Some(routes.iter().map(branch).collect::<Vec<String>>().join(" UNION ")),
    }
}

/// The second route is asked about where the first has bound the ends: it takes relationships of the first again.
fn but_not(first: &Route, second: &Route, ask: Ask) -> String {
    let ends = Ends::of(first);
    let mut fresh = Fresh::default();
    let mut segments = route::segments(first, ends, &mut fresh);
    let inner = match route::predicate(second).filter(|_| ends.both) {
        Some(pattern) => pattern,
        None => format!("EXISTS {{ {} }}", route::matches(second, ends, &mut fresh)),
    };
    if let Some(last) = segments.last_mut() {
        last.conditions.push(format!("NOT {inner}"));
    }
    asked(&route::clauses(&segments), ends, ask, true)
}

/// The clauses that find the shortest paths, named `p`, between two nodes bound before.
fn shortest(function: &str, route: &Route) -> Option<String> {
    let [leg] = route.legs.as_slice() else { return None };
    if !matches!(leg.hop.times, Times::UpTo(_) | Times::NoneTo(_) | Times::Any) {
        return None;
    }
    let (start, end) = if route.turned { ("b", "a") } else { ("a", "b") };
    let name = leg.hop.condition.as_ref().map(|_| "r1");
    let (hop, on_hop) = route::hop(&leg.hop, name);
    let mut ends = vec![format!("{start} <> {end}")];
    ends.extend(route::conditions(start, &route.start));
    ends.extend(route::conditions(end, &leg.end));
    let nodes = [
        route::node(Some(start), route.start.label.as_deref()),
        route::node(Some(end), leg.end.label.as_deref()),
    ];
    let mut on_path: Vec<String> = on_hop.into_iter().collect();
    on_path.extend(route.avoiding.as_ref().map(|spot| route::avoids("p", spot)));
    let found = format!("MATCH p = {function}(({start}){hop}({end})){}", route::filter(&on_path));
    Some(format!("MATCH {}{} {found}", nodes.join(", "), route::filter(&ends)))
}
