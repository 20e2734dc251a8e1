//! Budgets, flow, what lasts from query to query, and the parts that the generator calls.

use quarrel_case::answer::Answer;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Failure, Session, Tree};
use quarrel_case::profile::Profile;
use quarrel_case::term::Term;
use quarrel_case::verdict::ErrorStatus;

use super::{PREFIXES, dataset, evaluate};
use crate::ast::{Element, Expression, Group, Query, UnaryOperator, Variable};
use crate::evaluate::{Evaluator, ExpressionError, Semantics, Solutions, session};
use crate::parse::parse;

fn query(text: &str) -> Query {
    parse(&format!("{PREFIXES}{text}")).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn evaluator(data: &str) -> Evaluator {
    Evaluator::new(&dataset(data), Semantics::STANDARD, Budget::default())
}

#[test]
fn the_flow_counts_rows_after_every_element() {
    for (data, text, flow) in [
        (":a :p 1, 2 ; :q 3", "SELECT * { ?s :p ?o . OPTIONAL { ?s :q ?x } }", vec![2, 2, 2]),
        // A filter counts at the end of its group, where it acts.
        (":a :p 1, 2", "SELECT * { ?s :p ?o FILTER(?x > 1) BIND(?o AS ?x) }", vec![2, 1, 2, 1]),
        ("", "SELECT * { ?s ?p ?o OPTIONAL { ?s ?p ?x } }", vec![0, 0, 0]),
        ("", "SELECT * {}", vec![1, 1]),
        (":a :p 1, 2", "SELECT DISTINCT ?s { ?s :p ?o }", vec![2, 1]),
        // A global aggregate always gives a row, which says nothing.
        ("", "SELECT (COUNT(*) AS ?c) { ?s ?p ?o }", vec![0]),
        (":a :p 1, 2", "SELECT ?s (COUNT(*) AS ?c) { ?s ?p ?o } GROUP BY ?s", vec![2, 1]),
        (":a :p 1, 2", "ASK { ?s ?p ?o }", vec![2, 2]),
    ] {
        let evaluation = evaluate(&Profile::default(), data, text);
        assert_eq!(evaluation.flow, flow, "{text}");
        assert_eq!(evaluation.errors, ErrorStatus::Never);
    }
}

#[test]
fn a_spent_budget_is_said_and_not_exceeded() {
    let rows: Vec<String> = (0..40).map(|number| format!(":a :p {number} .")).collect();
    let mut session = session(&dataset(&rows.join(" ")), &Profile::default()).unwrap();
    let tree = Tree::new(query("SELECT * { ?a :p ?x . ?b :p ?y . ?c :p ?z . ?d :p ?w }"));
    for (budget, spent) in [
        (Budget { rows: 1_000, steps: 1_000_000 }, "rows"),
        (Budget { rows: 10_000_000, steps: 1_000 }, "steps"),
    ] {
        assert_eq!(session.run(&tree, &budget).result, Err(Failure::Budget(spent)));
    }
    let tree = Tree::new(query("SELECT (COUNT(*) AS ?c) { ?a :p ?x . ?b :p ?y }"));
    let answer = session.run(&tree, &Budget::default()).result.unwrap();
    assert_eq!(answer.table().unwrap().rows.len(), 1);
}

#[test]
fn a_tree_that_is_too_deep_is_refused() {
    let mut condition = Expression::variable("x");
    for _ in 0..5_000 {
        condition = Expression::unary(UnaryOperator::Not, condition);
    }
    let mut deep = query("SELECT * {}");
    deep.pattern.elements.push(Element::Filter(condition));
    let evaluation = evaluator("").query(&deep, Budget::default());
    assert_eq!(evaluation.result, Err(Failure::Budget("nesting depth")));
    let text = format!("SELECT * {{ FILTER({}1) }}", "!".repeat(150));
    assert!(evaluator("").query(&query(&text), Budget::default()).result.is_ok());
    let text = format!("SELECT * {}{}", "{".repeat(150), "}".repeat(150));
    assert!(evaluator("").query(&query(&text), Budget::default()).result.is_ok());
    let text = format!("SELECT * {{ {}{} }}", "FILTER EXISTS { ".repeat(90), "}".repeat(90));
    assert!(evaluator(":a :p 1").query(&query(&text), Budget::default()).result.is_ok());
}

#[test]
fn a_session_answers_one_query_like_the_next() {
    let mut session = session(&dataset(":a :p 1 . _:b :p 2"), &Profile::default()).unwrap();
    let first = Tree::new(query("SELECT (BNODE() AS ?b) (?o / 3 AS ?r) { ?s :p ?o }"));
    let second = Tree::new(query("SELECT ?x { VALUES ?x { 1 } FILTER(RAND() < 2) }"));
    let before = session.run(&first, &Budget::default());
    assert!(session.run(&second, &Budget::default()).open.is_some());
    assert_eq!(session.run(&first, &Budget::default()), before);
    assert!(matches!(session.graph(), Graph::Rdf(dataset) if dataset.quads.len() == 2));
    let other = session.run(&Tree::new("text"), &Budget::default());
    assert!(matches!(other.result, Err(Failure::Unmodelled(_))));
}

#[test]
fn the_parts_of_a_query_can_be_evaluated_one_by_one() {
    let mut evaluator = evaluator(":a :p 1 . :b :p 2 ; :q 3");
    let Query { pattern, .. } =
        query("SELECT * { ?s :p ?o OPTIONAL { ?s :q ?x } FILTER(?o > 1) BIND(?o / 0 AS ?e) }");
    let mut solutions = Solutions::unit();
    let counts: Vec<usize> = pattern
        .elements
        .iter()
        .map(|element| {
            solutions = evaluator.extend(&solutions, element).unwrap();
            solutions.rows.len()
        })
        .collect();
    assert_eq!(counts, [2, 2, 1, 1]);
    let whole = evaluator.group(&pattern).unwrap();
    assert_eq!(whole.rows, solutions.rows);
    let row = &whole.rows[0];
    let value = |evaluator: &Evaluator, name: &str| evaluator.value(row, &Variable::new(name)).cloned();
    assert_eq!(value(&evaluator, "s"), Some(Term::iri("http://e/b")));
    assert_eq!(value(&evaluator, "e"), None);
    assert_eq!(evaluator.expression(&Expression::variable("o"), row), Ok(Term::integer(2)));
    let error = evaluator.expression(&Expression::variable("e"), row);
    assert!(matches!(error, Err(ExpressionError::Error(_))));
    assert_eq!(evaluator.condition(&Expression::variable("o"), row), Ok(true));
    let own = evaluator.binding(&[(Variable::new("new"), Term::integer(0))]);
    assert_eq!(evaluator.condition(&Expression::variable("new"), &own), Ok(false));
    assert_eq!(evaluator.group(&Group::default()).unwrap().rows, Solutions::unit().rows);
    assert_eq!(evaluator.open(), None);
}

#[test]
fn only_the_default_graph_is_asked() {
    let quads = quarrel_case::nquads::read(
        "<http://e/a> <http://e/p> \"1\" <http://e/g> .\n<http://e/b> <http://e/p> \"1\" .\n",
    );
    let dataset = quarrel_case::graph::Dataset::new(quads.unwrap());
    let mut evaluator = Evaluator::new(&dataset, Semantics::STANDARD, Budget::default());
    let answer = evaluator.query(&query("SELECT ?s { ?s :p ?o }"), Budget::default()).result;
    assert!(matches!(answer, Ok(Answer::Table(table)) if table.rows.len() == 1));
}

#[test]
fn chains_of_doublings_end_at_a_bound() {
    for (start, step, spent) in
        [("\"ab\"", "CONCAT(?x, ?x)", "text"), ("3", "?x * ?x", "digits"), ("0.3", "?x * ?x", "")]
    {
        let mut text = format!("SELECT * {{ BIND({start} AS ?x0) ");
        for number in 1..60 {
            let expression = step.replace("?x", &format!("?x{}", number - 1));
            text.push_str(&format!("BIND({expression} AS ?x{number}) "));
        }
        let evaluation = evaluator("").query(&query(&format!("{text} }}")), Budget::default());
        match evaluation.result {
            // Decimals are cut to the digits that are sure.
            Ok(_) => assert_eq!(spent, ""),
            Err(failure) => assert_eq!(failure, Failure::Budget(spent)),
        }
    }
    let text = "x".repeat(30_000);
    let replace = format!("SELECT (REPLACE(\"{text}\", \"x\", \"{text}\") AS ?r) {{}}");
    let evaluation = evaluator("").query(&query(&replace), Budget::default());
    assert_eq!(evaluation.result, Err(Failure::Budget("text")));
}
