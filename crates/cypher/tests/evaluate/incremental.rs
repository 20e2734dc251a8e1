//! Going clause by clause gives what the whole query gives.

use quarrel_case::language::Budget;
use quarrel_cypher::ast::{Expression, Query};
use quarrel_cypher::evaluate::{Evaluator, Graph, Kind, Semantics, Value};
use quarrel_cypher::parse::{parse, parse_expression};

use crate::{evaluate, graph};

const PATTERNS: &str = "(a:A {v: 1})-[:R {w: 2}]->(b:B {v: 2}), (b)-[:S]->(c:A {v: 3})";

fn read(text: &str) -> Query {
    parse(text).expect(text)
}

fn expression(text: &str) -> Expression {
    parse_expression(text).expect(text)
}

#[test]
fn clause_by_clause_is_the_whole() {
    let prepared = Graph::new(&graph(PATTERNS));
    let text = "MATCH (n)-[r]->(m) WITH m, r.w AS w WHERE m.v > 1 OPTIONAL MATCH (m)--(o:A) \
                RETURN o.v AS v, count(*) AS c ORDER BY v";
    let evaluator = Evaluator::new(&prepared, Semantics::default(), Budget::default());
    let mut state = evaluator.start();
    for clause in &read(text).first.clauses {
        state = evaluator.clause(clause, &state).expect(text);
    }
    assert_eq!(evaluator.finish(&state), evaluate(PATTERNS, text));
}

#[test]
fn a_state_shows_rows_types_and_values_and_is_not_changed_by_what_follows() {
    let prepared = Graph::new(&graph(PATTERNS));
    let evaluator = Evaluator::new(&prepared, Semantics::default(), Budget::default());
    let query = read("MATCH (n:A)-[r]->(m) RETURN 1 / 0 AS x");
    let state = evaluator.clause(&query.first.clauses[0], &evaluator.start()).expect("a match");
    let before = state.clone();
    assert!(evaluator.clause(&query.first.clauses[1], &state).is_err());
    assert_eq!(state, before);
    assert_eq!(state.element(0, "n"), Some(1));
    assert_eq!(
        state.table.columns.iter().map(|column| column.kind.kind).collect::<Vec<_>>(),
        [Kind::Node, Kind::Relationship, Kind::Node]
    );
    let value = evaluator.expression(&expression("n.v + m.v + r.w"), &state, 0);
    assert_eq!(value, Ok(Value::Integer(5)));
    assert!(evaluator.expression(&expression("x + 1"), &state, 0).is_err());
    assert_eq!(evaluator.kind(&expression("n.v = 1"), &state).map(|kind| kind.kind), Ok(Kind::Boolean));
}
