//! Questions and changes with what they say, and what that answers.

use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::language::{Budget, Language};
use quarrel_case::phrase::Direction::{Both, In, Out};
use quarrel_case::phrase::{Ask, Change, Condition, Fresh, Hop, Leg, Pattern, Question, Route, Seam, Spot};
use quarrel_case::phrase::{Phraser, Test, Times, Truth};
use quarrel_case::profile::Profile;
use quarrel_case::term::{Quad, RDF_TYPE, Term};
use quarrel_case::value::Value;

use super::SparqlPhraser;
use crate::language::Sparql;

/// `a -p-> b -p-> c -p-> a`, `a -q-> b`, `c -p-> c`; `a` and `b` are of class `L`; `a` has `k` 1 and 5, `b` has 3.
const GRAPH: &[(&str, &str, &str)] = &[
    ("a", "p", "b"),
    ("b", "p", "c"),
    ("c", "p", "a"),
    ("a", "q", "b"),
    ("c", "p", "c"),
    ("a", RDF_TYPE, "L"),
    ("b", RDF_TYPE, "L"),
    ("a", "k", "1"),
    ("a", "k", "5"),
    ("b", "k", "3"),
];

fn iri(name: &str) -> String {
    if name.contains(':') { name.to_owned() } else { format!("http://e/{name}") }
}

fn graph() -> Graph {
    let object = |name: &str| name.parse::<i64>().map_or_else(|_| Term::iri(iri(name)), Term::integer);
    let quad = |(subject, predicate, end): &(&str, &str, &str)| Quad {
        subject: Term::iri(iri(subject)),
        predicate: Term::iri(iri(predicate)),
        object: object(end),
        graph: None,
    };
    Graph::Rdf(Dataset::new(GRAPH.iter().map(quad).collect()))
}

fn any() -> Spot {
    Spot::default()
}

fn labelled(label: &str) -> Spot {
    Spot { label: Some(iri(label)), conditions: Vec::new() }
}

fn with(key: &str, test: Test, literal: &str) -> Spot {
    let condition = Condition::new(iri(key), test, literal);
    Spot { label: None, conditions: vec![condition] }
}

fn hop(direction: quarrel_case::phrase::Direction, kind: &str) -> Hop {
    Hop::once(direction, iri(kind))
}

fn from(spot: Spot) -> Route {
    Route::at(spot)
}

fn to_b(hop: Hop) -> Route {
    from(any()).then(hop, any())
}

/// The rows of an answer by their last names.
fn asked(pattern: impl Into<Pattern>, ask: Ask) -> Option<String> {
    let text = SparqlPhraser.question(&Question { pattern: pattern.into(), ask })?;
    Some(answered(&graph(), &text))
}

fn answered(graph: &Graph, text: &str) -> String {
    let tree = Sparql.parse(text).unwrap();
    let mut session = Sparql.session(graph, &Profile::default()).unwrap();
    let evaluation = session.run(&tree, &Budget::default());
    assert_eq!(evaluation.open, None, "{text}");
    let answer = evaluation.result.unwrap();
    let rows = answer.table().unwrap().rows.iter();
    let mut rows: Vec<String> = rows.map(|row| row.iter().map(shown).collect::<String>()).collect();
    rows.sort();
    rows.join(" ")
}

fn shown(value: &Value) -> String {
    match value {
        Value::Term(Term::Iri(iri)) => iri.rsplit(['/', '#']).next().unwrap_or_default().to_owned(),
        Value::Term(Term::Literal(literal)) => literal.lexical.clone(),
        Value::Term(Term::Blank(_)) => "_".to_owned(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_route_gives_its_ends_once_for_each_way() {
    let times = |times| to_b(hop(Out, "p").times(times));
    let mut two = hop(Out, "p");
    two.kinds.push(iri("q"));
    for (route, expected) in [
        (to_b(hop(Out, "p")), "ab bc ca cc"),
        (to_b(hop(In, "p")), "ac ba cb cc"),
        (to_b(hop(Both, "q")), "ab ba"),
        (to_b(hop(Both, "p")), "ab ac ba bc ca cb cc cc"),
        (to_b(two.clone()), "ab ab bc ca cc"),
        (to_b(two.reversed()), "ac ba ba cb cc"),
        (times(Times::Exactly(2)), "ac ba bc ca cb cc"),
        (times(Times::UpTo(2)), "ab ac ba bc bc ca ca cb cc cc"),
        (to_b(hop(Out, "p")).mirrored(), "ab bc ca cc"),
        (from(labelled("L")).then(hop(Out, "p"), any()), "ab bc"),
        (from(labelled("L")).then(hop(Out, "p"), any()).mirrored(), "ab bc"),
        (from(with("k", Test::Greater, "0")).then(hop(Out, "q"), any()), "ab"),
        (from(with("k", Test::Equal, "3")).then(hop(Out, "p"), any()).then(hop(Out, "p"), any()), "ba bc"),
        (Route { avoiding: Some(labelled("L")), ..to_b(hop(Out, "p").times(Times::Exactly(2))) }, "cc"),
    ] {
        assert_eq!(asked(route.clone(), Ask::Pairs).as_deref(), Some(expected), "{route:?}");
        let count = expected.split(' ').count().to_string();
        assert_eq!(asked(route.clone(), Ask::Count), Some(count), "{route:?}");
    }
}

#[test]
fn a_vertex_passes_a_test_or_fails_it_or_cannot_be_put_to_it() {
    for (test, literal, parts) in [
        (Test::Less, "2", ["ab", "bc", "ca cc"]),
        (Test::Greater, "5", ["", "ab bc", "ca cc"]),
        (Test::Equal, "3", ["bc", "ab", "ca cc"]),
        (Test::Less, "\"x\"", ["", "", "ab bc ca cc"]),
    ] {
        for (truth, expected) in [Truth::True, Truth::False, Truth::Unknown].into_iter().zip(parts) {
            let mut spot = with("k", test, literal);
            spot.conditions[0].truth = truth;
            let route = from(spot).then(hop(Out, "p"), any());
            assert_eq!(asked(route, Ask::Pairs).as_deref(), Some(expected), "{test:?} {truth:?}");
        }
    }
}

#[test]
fn the_vertices_of_a_spot_are_there_once() {
    for (spot, expected) in [
        (labelled("L"), "a b"),
        (with("k", Test::AtLeast, "1"), "a b"),
        (with("k", Test::Less, "3"), "a"),
        (Spot { conditions: with("k", Test::AtMost, "3").conditions, ..labelled("L") }, "a b"),
        (any(), "1 3 5 L a b c"),
    ] {
        assert_eq!(asked(from(spot.clone()), Ask::Pairs).as_deref(), Some(expected), "{spot:?}");
        let count = expected.split(' ').count().to_string();
        assert_eq!(asked(from(spot), Ask::Count), Some(count));
    }
    let route = Route { avoiding: Some(with("k", Test::Equal, "5")), ..from(labelled("L")) };
    assert_eq!(asked(route, Ask::Pairs).as_deref(), Some("b"));
}

#[test]
fn what_gives_each_pair_once_is_asked_for_pairs_that_count_once() {
    let times = |times| to_b(hop(Out, "p").times(times));
    let anything = Hop { kinds: Vec::new(), ..hop(Out, "p") };
    for (route, expected) in [
        (times(Times::UpTo(2)), "ab ac ba bc ca cb cc"),
        (times(Times::Any), "aa ab ac ba bb bc ca cb cc"),
        (from(labelled("L")).then(hop(Out, "q").times(Times::NoneTo(2)), any()), "aa ab bb"),
        (from(labelled("L")).then(anything.clone(), labelled("L")), "ab"),
        (from(labelled("L")).then(anything.times(Times::UpTo(3)), labelled("L")), "aa ab ba bb"),
    ] {
        assert_eq!(asked(route, Ask::DistinctPairs).as_deref(), Some(expected));
    }
    for unsaid in [Times::Any, Times::NoneTo(2)] {
        assert_eq!(asked(times(unsaid), Ask::Pairs), None);
        assert_eq!(asked(times(unsaid), Ask::Count), None);
    }
}

#[test]
fn any_kind_of_edge_is_one_of_a_variable_predicate() {
    let route = from(labelled("L"))
        .then(Hop { kinds: Vec::new(), ..hop(Both, "p") }.times(Times::Exactly(1)), labelled("L"));
    assert_eq!(asked(route, Ask::Pairs).as_deref(), Some("ab ab ba ba"));
}

#[test]
fn patterns_of_several_routes_give_each_pair_once() {
    let (p, q) = (to_b(hop(Out, "p")), to_b(hop(Out, "q")));
    for (pattern, expected) in [
        (Pattern::Both(vec![p.clone(), q.clone()]), "ab"),
        (Pattern::Either(vec![p.clone(), q.clone()]), "ab bc ca cc"),
        (Pattern::ButNot(p.clone(), q.clone()), "bc ca cc"),
        (Pattern::ButNot(from(labelled("L")), from(with("k", Test::Equal, "5"))), "b"),
        (Pattern::Either(vec![from(labelled("L")), from(with("k", Test::Equal, "5"))]), "a b"),
    ] {
        assert_eq!(asked(pattern.clone(), Ask::Pairs).as_deref(), Some(expected), "{pattern:?}");
        let count = expected.split(' ').count().to_string();
        assert_eq!(asked(pattern, Ask::Count), Some(count));
    }
    assert_eq!(asked(Pattern::Both(vec![p, from(any())]), Ask::Pairs), None);
    assert_eq!(asked(Pattern::Both(Vec::new()), Ask::Pairs), None);
}

#[test]
fn what_the_language_has_no_words_for_is_not_said() {
    let leg = |seam| Leg { hop: hop(Out, "p"), end: any(), seam };
    let two = |seam| Route { legs: vec![leg(Seam::Within), leg(seam)], ..from(any()) };
    assert_eq!(asked(two(Seam::Apart), Ask::Pairs), asked(two(Seam::Within), Ask::Pairs));
    let p = || to_b(hop(Out, "p"));
    let condition = with("k", Test::Less, "1").conditions.pop();
    for (route, ask) in [
        (two(Seam::OtherEdges), Ask::Pairs),
        (two(Seam::OtherVertices), Ask::Pairs),
        (p(), Ask::Shortest),
        (p(), Ask::ShortestCount),
        (Route { simple: true, ..p() }, Ask::Pairs),
        (Route { avoiding: Some(any()), ..p() }, Ask::Pairs),
        (
            Route { avoiding: Some(labelled("L")), ..to_b(hop(Out, "p").times(Times::Any)) },
            Ask::DistinctPairs,
        ),
        (to_b(Hop { condition, ..hop(Out, "p") }), Ask::Pairs),
        (to_b(hop(Out, "p").times(Times::Exactly(0))), Ask::Pairs),
        (to_b(hop(Out, "p").times(Times::UpTo(1_000_000))), Ask::Pairs),
        (to_b(Hop::once(Out, "no IRI> ?b . ?x <p")), Ask::Pairs),
        (from(with("k", Test::Less, "1) } #")), Ask::Pairs),
    ] {
        assert_eq!(asked(route.clone(), ask), None, "{route:?}");
    }
}

/// What a query finds after a change.
fn left_by(change: &Change, query: &str) -> String {
    let text = SparqlPhraser.change(change).expect("SPARQL has words for it");
    let mut session = Sparql.session(&graph(), &Profile::default()).expect("the graph is loaded");
    let update = Sparql.parse(&text).expect("the text is an update");
    let evaluation = session.run(&update, &Budget::default());
    assert!(evaluation.result.is_ok() && evaluation.open.is_none(), "{text}");
    answered(&session.graph(), query)
}

#[test]
fn keys_labels_and_graphs_are_changed_as_well() {
    let fresh = || Fresh { label: iri("M"), properties: vec![(iri("k"), "7".to_owned())] };
    for (change, query, expected) in [
        (
            Change::RenameKey { at: labelled("L"), key: iri("k"), to: iri("l") },
            "SELECT ?s ?v { ?s <http://e/l> ?v MINUS { ?s <http://e/k> ?w } }",
            "a1 a5 b3",
        ),
        (
            Change::SetLabel { at: with("k", Test::Equal, "3"), label: iri("M") },
            "SELECT ?s ?c { ?s a ?c }",
            "aL bL bM",
        ),
        (
            Change::RemoveLabel { at: with("k", Test::Equal, "3"), label: iri("L") },
            "SELECT ?s ?c { ?s a ?c }",
            "aL",
        ),
        (
            Change::DeleteEdgesIfAny { from: any(), kind: iri("p"), to: labelled("L") },
            "SELECT ?a ?b { ?a <http://e/p> ?b }",
            "bc cc",
        ),
        (Change::AddApart(fresh()), "SELECT ?g ?v { GRAPH ?g { ?s <http://e/k> ?v } }", "apart7"),
    ] {
        assert_eq!(left_by(&change, query), expected);
    }
    assert_eq!(SparqlPhraser.change(&Change::DropApart).as_deref(), Some("DROP GRAPH <http://e/apart>"));
    assert_eq!(SparqlPhraser.change(&Change::AddUndone(fresh())), None);
}

#[test]
fn changes_leave_what_they_say() {
    let fresh = || Fresh { label: iri("M"), properties: vec![(iri("k"), "7".to_owned())] };
    let ask = |what: &'static str| what;
    for (change, query, expected) in [
        (Change::AddVertex(fresh()), ask("SELECT ?s ?v { ?s a <http://e/M> ; <http://e/k> ?v }"), "new7"),
        (
            Change::AddPendant { from: labelled("L"), kind: iri("q"), to: fresh() },
            "SELECT ?s ?n { ?s <http://e/q> ?n . ?n a <http://e/M> ; <http://e/k> 7 }",
            "a_ b_",
        ),
        (
            Change::AddPendant { from: any(), kind: iri("q"), to: fresh() },
            "SELECT ?s ?n { ?s <http://e/q> ?n . ?n a <http://e/M> }",
            "L_ a_ b_ c_",
        ),
        (
            Change::AddEdge { from: labelled("L"), kind: iri("r"), to: with("k", Test::Less, "4") },
            "SELECT ?a ?b { ?a <http://e/r> ?b }",
            "aa ab ba bb",
        ),
        (
            Change::AddComponent { from: fresh(), kind: iri("r"), to: fresh() },
            "SELECT ?a ?b { ?a <http://e/r> ?b . ?a a <http://e/M> . ?b a <http://e/M> }",
            "newnewer",
        ),
        (
            Change::DeleteVertices(with("k", Test::Greater, "3")),
            "SELECT ?s ?p ?o { ?s ?p ?o }",
            "bk3 bpc btypeL cpc",
        ),
        (
            Change::DeleteEdges { from: labelled("L"), hop: hop(Both, "p"), to: any() },
            "SELECT ?a ?b { ?a <http://e/p> ?b }",
            "cc",
        ),
        (
            Change::DeleteEdges {
                from: any(),
                hop: Hop { kinds: Vec::new(), ..hop(In, "p") },
                to: labelled("L"),
            },
            "SELECT ?a ?b { ?a ?p ?b FILTER(isIRI(?b)) }",
            "ca cc",
        ),
        (
            Change::Set { at: labelled("L"), key: iri("k"), literal: "9".to_owned() },
            "SELECT ?s ?v { ?s <http://e/k> ?v }",
            "a9 b9",
        ),
    ] {
        assert_eq!(left_by(&change, query), expected);
    }
    let two = hop(Out, "p").times(Times::Exactly(2));
    assert_eq!(SparqlPhraser.change(&Change::DeleteEdges { from: any(), hop: two, to: any() }), None);
}
