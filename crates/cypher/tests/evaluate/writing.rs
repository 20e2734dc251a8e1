//! Updating clauses: what they answer, what they count, and what they leave behind.

use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::{Budget, Evaluation, Session as _};
use quarrel_case::profile::Profile;
use quarrel_case::verdict::ErrorStatus;
use quarrel_cypher::evaluate::{CypherSession, Evaluator, Graph as Prepared, Semantics, session};
use quarrel_cypher::parse::parse;

use crate::{check, evaluate, graph, outcome};

fn begin(patterns: &str) -> CypherSession {
    session(&graph(patterns), &Profile::default()).expect("the standard's profile")
}

fn run(session: &mut CypherSession, text: &str) -> Evaluation {
    session.query(&parse(text).expect(text), &Budget::default())
}

fn left(session: &CypherSession) -> PropertyGraph {
    match session.graph() {
        Graph::Property(graph) => graph,
        Graph::Rdf(_) => unreachable!("a graph of Cypher"),
    }
}

/// The counters as `+nodes 1`, or class and detail of the error.
fn counted(evaluation: &Evaluation) -> String {
    let Ok(answer) = &evaluation.result else { return outcome(evaluation) };
    let counters = answer.table().expect("a table").counters.iter();
    counters.map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
}

const TWO: &str = "(:A {v: 1})-[:R {w: 2}]->(:B {v: 2})";

#[test]
fn counters_are_the_difference_of_the_graphs() {
    for (text, expected) in [
        ("CREATE (:C {v: 1})-[:S]->({x: null})", "+labels 1, +nodes 2, +properties 1, +relationships 1"),
        ("CREATE (n:A {v: 1}) DELETE n", ""),
        ("MATCH (n:A) SET n.v = 1", ""),
        ("MATCH (n:A) SET n.v = 1.0", "+properties 1, -properties 1"),
        ("MATCH (n) SET n = {u: 1}", "+properties 2, -properties 2"),
        ("MATCH (n:A) SET n += {v: null, u: 1}", "+properties 1, -properties 1"),
        ("MATCH (n:A) SET n:B REMOVE n:A", "-labels 1"),
        ("MATCH (n:A)-[r]->() REMOVE r.w, n.none", "-properties 1"),
        ("MATCH (n:A) DETACH DELETE n", "-labels 1, -nodes 1, -properties 2, -relationships 1"),
        ("MATCH p = (:A)-->() DELETE p", "-labels 2, -nodes 2, -properties 3, -relationships 1"),
        ("MERGE (n:A) ON MATCH SET n.m = 1 ON CREATE SET n.c = 1", "+properties 1"),
        ("MERGE (n:C) ON MATCH SET n.m = 1 ON CREATE SET n.c = 1", "+labels 1, +nodes 1, +properties 1"),
        ("UNWIND [1, 1, 2] AS x MERGE (:C {v: x})", "+labels 1, +nodes 2, +properties 2"),
        ("MATCH (a:A), (b:B) MERGE (b)-[:R]-(a)", ""),
        ("MATCH (a:A), (b:B) MERGE (b)-[:R]->(a)", "+relationships 1"),
        ("FOREACH (x IN [1, 2] | CREATE (n {v: x}) SET n.w = n.v)", "+nodes 2, +properties 4"),
        ("OPTIONAL MATCH (n:None) SET n.v = 1, n:L REMOVE n.w DELETE n", ""),
        ("MATCH (n:A) DELETE n", "ConstraintVerificationFailed DeleteConnectedNode"),
        ("MATCH (n:A)-[r]->() DELETE n DELETE r", "-labels 1, -nodes 1, -properties 2, -relationships 1"),
        ("MATCH (n:A) SET n.v = [{x: 1}]", "TypeError InvalidPropertyType"),
        ("MERGE ({v: null})", "SemanticError MergeReadOwnWrites"),
        ("OPTIONAL MATCH (n:None) CREATE (n)-[:R]->()", "EntityNotFound MissingNode"),
        ("MATCH (n) DETACH DELETE n RETURN n.v", "EntityNotFound DeletedEntityAccess"),
    ] {
        assert_eq!(counted(&evaluate(TWO, text)), expected, "{text}");
    }
}

#[test]
fn what_cannot_be_written_is_rejected_before_it_runs() {
    for (text, detail) in [
        ("MATCH (a) CREATE (a)", "VariableAlreadyBound"),
        ("CREATE (a), (a:B)-[:R]->()", "VariableAlreadyBound"),
        ("MATCH ()-[r]->() CREATE ()-[r]->()", "VariableAlreadyBound"),
        ("MATCH (a)-[r]->(b) MERGE (a)-[r:R]->(b)", "VariableAlreadyBound"),
        ("WITH 1 AS x FOREACH (x IN [1] | CREATE ())", "VariableAlreadyBound"),
        ("MATCH p = () CREATE (p)-[:R]->()", "VariableTypeConflict"),
        ("CREATE ()-->()", "NoSingleRelationshipType"),
        ("MERGE ()-[:A|B]->()", "NoSingleRelationshipType"),
        ("CREATE ()-[:A]-()", "RequiresDirectedRelationship"),
        ("CREATE ()-[:A*2]->()", "CreatingVarLength"),
        ("MERGE (n $p)", "InvalidParameterUse"),
        ("MATCH (n) DELETE n:A", "InvalidDelete"),
        ("MATCH (n) DELETE 1 + 1", "InvalidArgumentType"),
        ("CREATE (a {v: a.w})", "UndefinedVariable"),
        ("MATCH (n) SET m.v = 1", "UndefinedVariable"),
        ("MATCH (n) SET m:L", "UndefinedVariable"),
        ("MERGE (n) ON CREATE SET m.v = 1", "UndefinedVariable"),
        ("FOREACH (x IN [1] | CREATE (n)) RETURN n", "UndefinedVariable"),
    ] {
        assert_eq!(outcome(&evaluate("", text)), format!("SyntaxError {detail}"), "{text}");
    }
}

#[test]
fn a_query_answers_what_it_made_and_without_return_nothing() {
    check(
        TWO,
        &[
            ("CREATE (n)", "[]"),
            ("MATCH (n) SET n.v = 3 RETURN n.v", "[[3],[3]]"),
            (
                "MATCH (a:A) CREATE (a)-[r:S]->(n:C {v: 1}) RETURN a, r, n",
                r#"[[{"vertex":1},{"edge":{"new":1,"labels":["S"],"properties":{}}},
                    {"vertex":{"new":1,"labels":["C"],"properties":{"v":1}}}]]"#,
            ),
            ("MATCH ()-[r]->() DELETE r RETURN type(r), r", r#"[["R",{"open":"deleted"}]]"#),
            ("MATCH (n) SET n.v = n.v + 1 SET n.w = n.v RETURN n.v, n.w", "[[2,2],[3,3]]"),
            ("MATCH (n) SET n.v = 7, n.w = n.u, n.u = 1 RETURN n.v, n.w, n.u", "[[7,null,1],[7,null,1]]"),
            ("CREATE (a {v: 1}), (b {v: a.v + 1}) RETURN b.v", "[[2]]"),
            ("CREATE (n:X) WITH n MATCH (m:X) RETURN count(m)", "[[1]]"),
            ("CREATE (n:X) RETURN 1 AS x UNION MATCH (m:X) RETURN 2 AS x", "[[1],[2]]"),
            ("MATCH (n:A) SET n['a' + 'b'] = 1 RETURN n.ab", "[[1]]"),
            ("MATCH (a:A), (b:B) SET a = b RETURN a.v", "[[2]]"),
        ],
    );
}

#[test]
fn whether_an_item_of_set_sees_what_the_one_before_it_set_is_told_nowhere() {
    let told = |text: &str| outcome(&evaluate(TWO, text));
    for items in [
        "n.v = n.v + 1, n.w = n.v",
        "n.w = 1, n += properties(n)",
        "n.v = 7, n.w = size(keys(n)), n['a' + n.v] = 1",
    ] {
        let text = told(&format!("MATCH (n:A) SET {items} RETURN n.v"));
        assert!(text.contains("whether an item of SET sees"), "{items}: {text}");
    }
    assert_eq!(told("MATCH (n:A) SET n.v = n.v, n.w = n.v RETURN n.w"), "[[1]]");
}

#[test]
fn a_session_keeps_what_succeeds_and_drops_what_fails() {
    let mut session = begin(TWO);
    let before = left(&session);
    for text in
        ["MATCH (n) SET n.v = 9 WITH n RETURN n.v / 0", "CREATE (:C) WITH 1 AS x MATCH (n:A) DELETE n"]
    {
        assert!(run(&mut session, text).result.is_err(), "{text}");
        assert_eq!(left(&session), before, "{text}");
    }
    run(&mut session, "CREATE (:C {v: 3})");
    assert_eq!(outcome(&run(&mut session, "MATCH (n:C) RETURN n")), r#"[[{"vertex":3}]]"#);
    run(&mut session, "MATCH (n:C) DELETE n");
    assert_eq!(left(&session), before);
    run(&mut session, "CREATE (:C)");
    assert_eq!(left(&session).vertices.last().map(|vertex| vertex.id), Some(4), "ids are not given twice");
}

#[test]
fn where_the_order_of_rows_matters_the_case_is_open() {
    for (text, open) in [
        ("MATCH (n) SET n.x = n.v", false),
        ("MATCH (n) MATCH (a:A) SET a.x = n.v", true),
        ("MATCH (n) MATCH (a:A) SET a.x = a.v + 1", false),
        ("UNWIND [1, 2] AS x MATCH (a:A) SET a.v = a.v + x", false),
        ("UNWIND [1, 2] AS x MATCH (a:A) SET a.v = a.v * 2 + x", true),
        ("UNWIND [1, 1] AS x MATCH (n) OPTIONAL MATCH (n)-->(m) SET n.v = m.v", true),
        ("MATCH (n) WITH n LIMIT 1 SET n.x = 1", true),
        ("UNWIND [1, 2, 1] AS x MATCH (a:A) SET a.v = x", true),
        ("UNWIND [1, 2] AS x MATCH (a:A)-[r]->() SET a.v = r.w, r.w = 5", true),
        ("MATCH (a:A)-[r]->() SET a.v = r.w, r.w = 5", false),
        ("UNWIND [1, 2] AS x MATCH (a:A)-[r]->() SET a.v = r.w, r.x = 5", false),
        ("UNWIND [1, 2] AS x CREATE ({v: x})", false),
        ("UNWIND [1, 2] AS x MERGE (c:C) ON CREATE SET c.v = x", true),
        ("UNWIND [1, 2] AS x MERGE (c:C {v: x})", false),
        ("UNWIND [1, 2] AS x MERGE (c:C) ON CREATE SET c.v = 1 ON MATCH SET c.m = 1", false),
        ("UNWIND [1, 2] AS x MATCH (a:A) FOREACH (y IN [x] | SET a.v = y)", true),
        ("UNWIND [1, 2] AS x CALL (x) { CREATE ({v: x}) } RETURN x", false),
        ("UNWIND [1, 2] AS x CALL (x) { MATCH (a:A) SET a.v = a.v + x } RETURN x", false),
        ("UNWIND [1, 2] AS x CALL (x) { MATCH (a:A) SET a.v = x } RETURN x", true),
        ("UNWIND [1, 2] AS x CALL (x) { MATCH (a:A) SET a.v = a.v + x RETURN a.v AS y } RETURN y", true),
        ("UNWIND [1, 2] AS x CALL (x) { MERGE (c:C) ON CREATE SET c.v = x } RETURN x", true),
        ("MATCH (n) DETACH DELETE n", false),
        ("MATCH (n) WITH collect(n) AS l DETACH DELETE l[0]", true),
        ("MATCH (n) WITH collect(n) AS l FOREACH (m IN l | SET m.x = 1)", true),
    ] {
        assert_eq!(evaluate(TWO, text).open.is_some(), open, "{text}");
    }
}

#[test]
fn on_a_graph_that_a_statement_left_open_all_is_open() {
    let mut session = begin(TWO);
    assert!(run(&mut session, "MATCH (n) RETURN n LIMIT 1").open.is_some());
    assert!(run(&mut session, "MATCH (n:A) RETURN n").open.is_none());
    assert!(run(&mut session, "MATCH (n) WITH n LIMIT 1 SET n.x = 1").open.is_some());
    let later = run(&mut session, "MATCH (n:A) RETURN n.x");
    assert_eq!(
        (later.open.as_deref(), later.errors),
        (Some("rows cut without a total order"), ErrorStatus::May)
    );
    assert_eq!(run(&mut session, "MATCH (n) CREATE (n)").errors, ErrorStatus::Must);
}

#[test]
fn it_is_known_whether_a_write_may_raise() {
    for (text, errors) in [
        ("MATCH (n) SET n.v = 1", ErrorStatus::Never),
        ("CREATE (n {v: 1}) RETURN n.v", ErrorStatus::Never),
        ("MATCH (n) SET n.v = 1 / 0", ErrorStatus::Must),
        ("MATCH (n:A) SET n.v = {a: 1}", ErrorStatus::Must),
        ("MATCH (n:A) SET n.v = [1, null]", ErrorStatus::May),
        ("MATCH (n:A) DELETE n", ErrorStatus::Must),
        ("MATCH (n) WITH n WHERE n.v > 5 SET n.v = 1 / (n.v - 1)", ErrorStatus::May),
        ("MERGE ({v: null})", ErrorStatus::Must),
    ] {
        assert_eq!(evaluate(TWO, text).errors, errors, "{text}");
    }
}

#[test]
fn clause_by_clause_a_state_carries_its_own_graph() {
    let prepared = Prepared::new(&graph(TWO));
    let evaluator = Evaluator::new(&prepared, Semantics::default(), Budget::default());
    let text = "MATCH (a:A) CREATE (a)-[:S]->(n:C) WITH n MATCH (m)-->(n) SET n.v = m.v RETURN n, n.v";
    let mut states = vec![evaluator.start()];
    for clause in &parse(text).expect(text).first.clauses {
        states.push(evaluator.clause(clause, states.last().expect("a state")).expect(text));
    }
    assert_eq!(evaluator.finish(states.last().expect("a state")), evaluate(TWO, text));
    let count = &parse("MATCH (n) RETURN count(n) AS c").expect("a query").first.clauses;
    let counted = |place: usize| {
        let state = evaluator.clause(
            &parse("WITH 1 AS x MATCH (z) RETURN 1").expect("a query").first.clauses[0],
            &states[place],
        );
        let state = evaluator.clause(&count[0], &state.expect("a WITH"));
        state.expect("a MATCH").table.rows.len()
    };
    assert_eq!([counted(1), counted(2)], [2, 3]);
}

#[test]
fn where_ids_are_given_again_what_is_made_after_a_deletion_is_not_told_from_what_was_there() {
    let profile =
        Profile { switches: [("element-ids".to_owned(), "reused".to_owned())].into(), ..Profile::default() };
    let mut session = session(&graph(TWO), &profile).expect("the profile");
    let mut rows = |text| outcome(&run(&mut session, text));
    let open = r#"{"open":"its number may be that of a deleted one"}"#;
    assert_eq!(
        rows("MATCH (b:B) CREATE (c:C) RETURN b, c"),
        r#"[[{"vertex":2},{"vertex":{"labels":["C"],"new":1,"properties":{}}}]]"#
    );
    assert_eq!(rows("MATCH (c:C) DELETE c CREATE (d:D) RETURN labels(d) AS l"), r#"[[["D"]]]"#);
    assert_eq!(rows("MATCH (d:D) RETURN d"), r#"[[{"vertex":4}]]"#);
    assert_eq!(rows("MATCH (a:A) DETACH DELETE a"), "[]");
    assert_eq!(
        rows("MATCH (d:D), (b:B) CREATE (e) RETURN d, b, e"),
        format!(r#"[[{{"vertex":4}},{{"vertex":2}},{open}]]"#)
    );
    assert_eq!(rows("MATCH (e) WHERE size(labels(e)) = 0 RETURN e"), format!("[[{open}]]"));
}
