//! Traversals are cut where they may be, and their parts are written as they are sent.

use quarrel_case::check::Part;
use quarrel_case::profile::Profile;

use super::*;
use crate::parse::parse;

fn reader(switches: &[(&str, &str)]) -> Reader {
    let switches = switches.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let rules = Rules::new(&Profile { switches, fault: None }).unwrap();
    Reader::plain(rules)
}

fn written(text: &str, handover: Handover, reader: &Reader) -> Vec<String> {
    let written = |part: &Part| match part {
        Part::Literal(text) => text.clone(),
        Part::Hole(hole) => format!("<{}>", hole.step),
    };
    let pieces = cut(&parse(text).unwrap(), handover, reader).unwrap_or_default();
    pieces.iter().map(|piece| piece.text.parts.iter().map(written).collect()).collect()
}

/// The traversal with a bar at every cut.
fn barred(text: &str, handover: Handover, reader: &Reader) -> String {
    let query = parse(text).unwrap();
    let places = place::places(&query.steps, handover, reader);
    let cutter = Cutter { query: &query, reader, configured: 0 };
    let ends = places.iter().map(|place| place.at).chain([query.steps.len()]);
    let starts = [0].into_iter().chain(places.iter().map(|place| place.at));
    let parts: Vec<String> = starts.zip(ends).map(|(from, to)| cutter.rest(from, to)).collect();
    format!("g{}", parts.join(" | "))
}

#[test]
fn a_traversal_is_cut_behind_elements_where_nothing_looks_back() {
    for (text, expected) in [
        ("g.V().order().by(\"k\").count()", "g.V() | .order().by(\"k\") | .count()"),
        ("g.V().outE().inV().values(\"k\").sum()", "g.V() | .outE() | .inV() | .values(\"k\").sum()"),
        ("g.V().as(\"a\").out().select(\"a\")", "g.V().as(\"a\").out().select(\"a\")"),
        ("g.V().as(\"a\").out().in()", "g.V().as(\"a\") | .out() | .in()"),
        ("g.V().out().path()", "g.V().out().path()"),
        ("g.V().outE().otherV().in()", "g.V() | .outE().otherV() | .in()"),
        ("g.V().aggregate(\"x\").out().cap(\"x\")", "g.V() | .aggregate(\"x\").out().cap(\"x\")"),
        ("g.V().order().by(\"k\").out().limit(1)", "g.V() | .order().by(\"k\").out().limit(1)"),
        ("g.V().out().order().by(\"k\").limit(1)", "g.V() | .out() | .order().by(\"k\").limit(1)"),
        ("g.V().emit().repeat(__.out()).times(2).in()", "g.V().emit().repeat(__.out()).times(2) | .in()"),
        ("g.V().out().coalesce(__.count(), __.out())", "g.V().out().coalesce(__.count(), __.out())"),
        ("g.V().out().order().by(__.out().count())", "g.V() | .out() | .order().by(__.out().count())"),
        ("g.withSack(1).V().out().sack()", "g.withSack(1).V().out().sack()"),
        ("g.V().union(__.out(), __.outE()).id()", "g.V() | .union(__.out(), __.outE()).id()"),
        ("g.inject(1).union(__.V(), __.V(1L)).count()", "g.inject(1).union(__.V(), __.V(1L)) | .count()"),
    ] {
        assert_eq!(barred(text, Handover::Parameters, &reader(&[])), expected);
    }
}

#[test]
fn a_barrier_lets_traversers_keep_their_way_and_labels() {
    for (text, expected) in [
        ("g.V().as(\"a\").out().select(\"a\")", "g.V().as(\"a\") | .out() | .select(\"a\")"),
        ("g.V().out().path()", "g.V() | .out() | .path()"),
        ("g.V().aggregate(\"x\").out().cap(\"x\")", "g.V() | .aggregate(\"x\").out().cap(\"x\")"),
    ] {
        assert_eq!(barred(text, Handover::Barrier, &reader(&[])), expected);
    }
    let text = "g.V().order().by(\"k\").count()";
    let barriers = written(text, Handover::Barrier, &reader(&[]));
    assert_eq!(barriers, ["g.V().barrier().order().by(\"k\").barrier().count()"]);
}

#[test]
fn versions_and_engines_decide_where_else() {
    let local = "g.V().out().local(__.count())";
    assert_eq!(barred(local, Handover::Barrier, &reader(&[("local-bulk", "kept")])), local);
    let edges = "g.V().outE().inV().id()";
    let table = |switches: &[(&str, &str)]| barred(edges, Handover::Table, &reader(switches));
    assert_eq!(table(&[]), "g.V() | .outE() | .inV() | .id()");
    assert_eq!(table(&[("steps", "3.6")]), "g.V() | .outE().inV() | .id()");
    let links = Reader { plain_vertex_ids: false, ..reader(&[]) };
    assert_eq!(barred(edges, Handover::Table, &links), "g.V().outE() | .inV().id()");
    let again = "g.V().V().out()";
    assert_eq!(barred(again, Handover::Table, &reader(&[])), "g.V().V() | .out()");
    let set = reader(&[("start-ids", "set")]);
    let gathered = "g.V().out().in().order().by(\"k\").count()";
    assert_eq!(barred(gathered, Handover::Parameters, &set), "g.V().out().in().order().by(\"k\").count()");
    assert_eq!(barred("g.V().out().in().id()", Handover::Parameters, &set), "g.V() | .out() | .in() | .id()");
}

#[test]
fn each_part_is_asked_of_what_the_part_before_it_gave() {
    let parts = |text, handover| written(text, handover, &reader(&[]));
    assert_eq!(
        parts("g.withPath().V().outE().inV()", Handover::Parameters),
        ["g.withPath().V()", "g.withPath().V(<0>).outE()", "g.withPath().E(<1>).inV()"]
    );
    assert_eq!(
        parts("g.V().id()", Handover::Table),
        [
            "g.V()",
            "g.inject([<0>]).index().with(WithOptions.indexer, WithOptions.map).unfold().as(\"quarrelId\")\
             .addV(\"quarrelIds\").property(\"quarrelVertex\", __.select(\"quarrelId\").select(Column.values))",
            "g.V().hasLabel(\"quarrelIds\").values(\"quarrelVertex\").as(\"quarrelId\").V().as(\"quarrelElement\").id()\
             .where(P.eq(\"quarrelId\")).select(\"quarrelElement\").id()",
            "g.V().hasLabel(\"quarrelIds\").drop()",
        ]
    );
}

#[test]
fn a_later_table_keeps_what_the_part_before_it_gave_and_not_what_was_dropped() {
    let parts = written("g.V().out().in()", Handover::Table, &reader(&[]));
    assert!(parts[1].starts_with("g.inject([<0>])") && parts[4].starts_with("g.inject([<2>])"), "{parts:?}");
}

#[test]
fn what_fills_a_hole_with_nothing_gives_nothing() {
    let pieces = cut(&parse("g.V().id()").unwrap(), Handover::Table, &reader(&[])).unwrap();
    let passed = cut(&parse("g.V().id()").unwrap(), Handover::Parameters, &reader(&[])).unwrap();
    for piece in pieces.iter().chain(&passed) {
        let text: String = piece
            .text
            .parts
            .iter()
            .map(|part| match part {
                Part::Literal(text) => text.as_str(),
                Part::Hole(hole) => hole.none.as_str(),
            })
            .collect();
        assert!(parse(&text).is_ok(), "{text}");
    }
}
