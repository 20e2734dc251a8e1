//! A query in parts: cut between clauses, or within a MATCH.
//!
//! A clause takes a table and gives one, so what comes after it depends on that table alone, unless its order counts.
//! `WITH *` hands over the whole table within one query. Between two queries go its rows, as constants that UNWIND
//! takes apart; nodes, relationships and paths have no constants. A MATCH is cut only between patterns no
//! relationship of which can be in both: within one MATCH no two are the same, across two they may be.

use std::collections::BTreeSet;

use quarrel_case::check::{Form, Hole, Part, Text};
use quarrel_case::disassembly::Piece;
use quarrel_case::language::{NO_CUT, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::value::Value;

use crate::ast::{
    Clause, Expression, Hop, Match, PathPattern, Projection, ProjectionItem, Query, SingleQuery, With,
};
use crate::evaluate::SWITCHES;
use crate::print::{self, Spelling};
use crate::walk;

/// More rows than this are not handed over in one text.
const MOST_ROWS: usize = 200;

/// The variable that holds a row. No query has it.
const ROW: &str = "quarrelRow";

/// The query with `WITH *` wherever it may be cut.
pub(crate) fn barriers(query: &Query, spelling: &Spelling) -> Result<Vec<Piece>, &'static str> {
    let mut cut = query.clone();
    cut.first = separated(&query.first);
    for (_, next) in &mut cut.unions {
        *next = separated(next);
    }
    if cut == *query {
        return Err(NO_CUT);
    }
    Ok(vec![Piece::ask(Text::plain(print::print(&cut, spelling)), Tree::new(cut))])
}

fn separated(query: &SingleQuery) -> SingleQuery {
    let mut clauses = Vec::new();
    let (mut named, mut ordered) = (false, false);
    for clause in query.clauses.iter().flat_map(split) {
        // Where no variable is in scope there is nothing to pass on.
        if named && !ordered && !matches!(clauses.last(), Some(Clause::With(_))) {
            clauses.push(Clause::With(With {
                projection: Projection { star: true, ..Projection::default() },
                condition: None,
            }));
        }
        named |= gives_names(&clause);
        ordered |= matches!(&clause, Clause::With(with) if !with.projection.order.is_empty());
        clauses.push(clause);
    }
    SingleQuery { clauses }
}

fn gives_names(clause: &Clause) -> bool {
    match clause {
        Clause::With(with) => !with.projection.items.is_empty(),
        other => !walk::bound_variables(other).is_empty(),
    }
}

/// A MATCH as several, where no relationship can be in two of them.
fn split(clause: &Clause) -> Vec<Clause> {
    let Clause::Match(inner) = clause else { return vec![clause.clone()] };
    let cuttable = !inner.optional && inner.hints.is_empty();
    let mut groups: Vec<Vec<PathPattern>> = Vec::new();
    for pattern in &inner.patterns {
        let apart = groups.iter().flatten().all(|before| are_apart(before, pattern));
        match groups.last_mut() {
            Some(group) if !(cuttable && apart) => group.push(pattern.clone()),
            _ => groups.push(vec![pattern.clone()]),
        }
    }
    let last = groups.len().saturating_sub(1);
    let part = |(index, patterns): (usize, Vec<PathPattern>)| {
        let (hints, condition) =
            if index == last { (inner.hints.clone(), inner.condition.clone()) } else { (Vec::new(), None) };
        Clause::Match(Match { optional: inner.optional, patterns, hints, condition })
    };
    groups.into_iter().enumerate().map(part).collect()
}

/// Whether no relationship can be in both patterns.
pub(crate) fn are_apart(left: &PathPattern, right: &PathPattern) -> bool {
    match (types(left), types(right)) {
        (Some(left), Some(right)) => left.is_disjoint(&right),
        (Some(none), None) | (None, Some(none)) => none.is_empty(),
        (None, None) => false,
    }
}

/// The types of a pattern's relationships, if each names its own.
fn types(pattern: &PathPattern) -> Option<BTreeSet<&str>> {
    let mut all = BTreeSet::new();
    for step in walk::path_steps(pattern) {
        match &step.hop {
            Hop::Relationship(hop) if hop.types.is_empty() => return None,
            Hop::Relationship(hop) => all.extend(hop.types.iter().map(String::as_str)),
            Hop::Quantified(inner) => all.extend(types(&inner.pattern)?),
        }
    }
    Some(all)
}

/// The parts of a query that is cut behind WITH.
pub(crate) fn parameters(query: &Query, spelling: &Spelling) -> Result<Vec<Piece>, &'static str> {
    let clauses = &query.first.clauses;
    let places = places(query);
    if places.is_empty() {
        return Err(NO_CUT);
    }
    let mut pieces: Vec<Piece> = Vec::new();
    let mut from = 0;
    for place in places {
        let names = columns(clauses.get(place - 1));
        let own = clauses.get(from..place).unwrap_or_default();
        let text =
            part(own, Some(&names), pieces.len(), columns(clauses.get(from.wrapping_sub(1))), spelling);
        let so_far = returning(clauses.get(..place).unwrap_or_default(), &names);
        pieces.push(Piece::ask(text, Tree::new(so_far)));
        from = place;
    }
    let rest = clauses.get(from..).unwrap_or_default();
    let text = part(rest, None, pieces.len(), columns(clauses.get(from.wrapping_sub(1))), spelling);
    pieces.push(Piece::ask(text, Tree::new(query.clone())));
    Ok(pieces)
}

/// Behind which clauses the query is cut: WITH that says what it passes on, of which nothing is sure to be an element
/// of the graph.
fn places(query: &Query) -> Vec<usize> {
    let clauses = &query.first.clauses;
    if !query.unions.is_empty() || walk::query_variables(query).contains(&ROW) {
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut elements: BTreeSet<&str> = BTreeSet::new();
    for (index, clause) in clauses.iter().enumerate() {
        elements.extend(walk::patterns(clause).into_iter().flat_map(walk::pattern_variables));
        let Clause::With(with) = clause else { continue };
        if !with.projection.order.is_empty() {
            return all;
        }
        let passed: BTreeSet<&str> = with
            .projection
            .items
            .iter()
            .filter(|item| is_of(item, &elements))
            .filter_map(walk::column)
            .collect();
        let named = with.projection.items.iter().all(|item| walk::column(item).is_some());
        if named && passed.is_empty() && !with.projection.star && index + 1 < clauses.len() {
            all.push(index + 1);
        }
        if !with.projection.star {
            elements = passed;
        }
    }
    all
}

fn is_of(item: &ProjectionItem, names: &BTreeSet<&str>) -> bool {
    matches!(&item.expression, Expression::Variable(name) if names.contains(name.as_str()))
}

/// What a WITH passes on.
fn columns(clause: Option<&Clause>) -> Vec<String> {
    match clause {
        Some(Clause::With(with)) => {
            with.projection.items.iter().filter_map(walk::column).map(ToOwned::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

fn returning(clauses: &[Clause], names: &[String]) -> Query {
    let item = |name: &String| ProjectionItem { expression: Expression::Variable(name.clone()), alias: None };
    let projection = Projection { items: names.iter().map(item).collect(), ..Projection::default() };
    Query::single(clauses.iter().cloned().chain([Clause::Return(projection)]).collect())
}

/// Clauses as a query of their own, which begins with the rows that the part before it gave and ends in what they
/// pass on.
fn part(
    clauses: &[Clause],
    ends: Option<&[String]>,
    index: usize,
    begins: Vec<String>,
    spelling: &Spelling,
) -> Text {
    let query = ends.map_or_else(|| Query::single(clauses.to_vec()), |names| returning(clauses, names));
    let rest = print::print(&query, spelling);
    if index == 0 {
        return Text::plain(rest);
    }
    let item = |(place, name): (usize, &String)| format!("{ROW}[{place}] AS {}", print::name(name));
    let items: Vec<String> = begins.iter().enumerate().map(item).collect();
    let mut names = begins.iter().cloned();
    let first = names.next().unwrap_or_default();
    let hole = Hole {
        at_most: Some(MOST_ROWS),
        none: "[]".to_owned(),
        further: names.collect(),
        ..Hole::new(index - 1, first, Form::Rows)
    };
    let parts = vec![
        Part::Literal("UNWIND ".to_owned()),
        Part::Hole(hole),
        Part::Literal(format!(" AS {ROW} WITH {} {rest}", items.join(", "))),
    ];
    Text { parts, element_wise: false }
}

/// Rows as UNWIND takes them apart.
pub(crate) fn rows(rows: &[Vec<Value>], literal: &dyn Fn(&Value) -> Option<String>) -> Option<String> {
    literal(&Value::List(rows.iter().map(|row| Value::List(row.clone())).collect()))
}

/// Whether rows leave an engine as they are, and are taken apart by positions counted from 0, as a part that takes in the
/// rows of the part before it needs.
pub(crate) fn hands_over(profile: &Profile) -> bool {
    let needed = ["list-index", "answer-floats", "answer-values"];
    let mut switches = SWITCHES.iter().filter(|switch| needed.contains(&switch.name));
    switches.all(|switch| profile.is(switch, switch.standard()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse;

    fn written(pieces: Result<Vec<Piece>, &'static str>) -> Vec<String> {
        let part = |part: &Part| match part {
            Part::Literal(text) => text.clone(),
            Part::Hole(hole) => format!("<{}: {} {}>", hole.step, hole.column, hole.further.join(" ")),
        };
        pieces.unwrap_or_default().iter().map(|piece| piece.text.parts.iter().map(part).collect()).collect()
    }

    #[test]
    fn a_query_is_cut_between_clauses_and_between_patterns_that_share_no_relationship() {
        for (text, expected) in [
            ("MATCH (a)-[:R]->(b) RETURN a", "MATCH (a)-[:R]->(b) WITH * RETURN a"),
            ("MATCH (a) MATCH (b) RETURN a", "MATCH (a) WITH * MATCH (b) WITH * RETURN a"),
            (
                "MATCH (a)-[:R]->(b), (b)-[:S]->(c), (d) WHERE a.k = 1 RETURN c",
                "MATCH (a)-[:R]->(b) WITH * MATCH (b)-[:S]->(c) WITH * MATCH (d) WHERE a.k = 1 WITH * RETURN c",
            ),
            (
                "MATCH (a)-[:R]->(b), (b)-[:R|S]->(c) RETURN c",
                "MATCH (a)-[:R]->(b), (b)-[:R|S]->(c) WITH * RETURN c",
            ),
            ("MATCH (a)-->(b), (b)-[:R]->(c) RETURN c", "MATCH (a)-->(b), (b)-[:R]->(c) WITH * RETURN c"),
            ("MATCH (a)-->(b), (c) RETURN c", "MATCH (a)-->(b) WITH * MATCH (c) WITH * RETURN c"),
            (
                "OPTIONAL MATCH (a)-[:R]->(b), (c) RETURN c",
                "OPTIONAL MATCH (a)-[:R]->(b), (c) WITH * RETURN c",
            ),
            (
                "UNWIND [1] AS x RETURN x UNION MATCH (x) RETURN x",
                "UNWIND [1] AS x WITH * RETURN x UNION MATCH (x) WITH * RETURN x",
            ),
        ] {
            let query = parse(text).unwrap();
            assert_eq!(written(barriers(&query, &Spelling::default())), [expected]);
        }
    }

    #[test]
    fn what_is_ordered_or_has_no_variable_is_not_cut() {
        for text in ["RETURN 1 AS x", "MATCH () RETURN 1 AS x", "WITH 1 AS x ORDER BY x RETURN x"] {
            assert!(barriers(&parse(text).unwrap(), &Spelling::default()).is_err(), "{text}");
        }
    }

    #[test]
    fn rows_of_constants_go_from_one_query_to_the_next() {
        let query =
            parse("MATCH (n) WITH n.k AS x, 1 AS `a b` MATCH (m) WITH DISTINCT x + 1 AS y RETURN y").unwrap();
        assert_eq!(
            written(parameters(&query, &Spelling::default())),
            [
                "MATCH (n) WITH n.k AS x, 1 AS `a b` RETURN x, `a b`",
                "UNWIND <0: x a b> AS quarrelRow WITH quarrelRow[0] AS x, quarrelRow[1] AS `a b` MATCH (m) \
                 WITH DISTINCT x + 1 AS y RETURN y",
                "UNWIND <1: y > AS quarrelRow WITH quarrelRow[0] AS y RETURN y",
            ]
        );
    }

    #[test]
    fn elements_of_the_graph_are_not_handed_over() {
        for text in [
            "MATCH (n) WITH n RETURN n",
            "MATCH (n) WITH n AS m WITH m AS o RETURN o",
            "MATCH (n) WITH * RETURN n",
            "MATCH (n) WITH n.k AS x ORDER BY x WITH x LIMIT 1 RETURN x",
        ] {
            assert!(parameters(&parse(text).unwrap(), &Spelling::default()).is_err(), "{text}");
        }
    }
}
