//! Set-up statements: `CREATE`, with reading clauses between.
//!
//! The language under test only reads. So the patterns of `CREATE` are read as those of `MATCH`, and what they
//! describe is put into the graph here.

use std::collections::BTreeMap;

use quarrel_case::graph::{Edge, PropertyGraph, Vertex};
use quarrel_case::language::Budget;
use quarrel_cypher::ast::{Clause, Direction, Expression, NodePattern, PathPattern};
use quarrel_cypher::evaluate::{Column, Evaluator, Graph, Parameters, Semantics, State, Type, Value};
use quarrel_cypher::parse::parse;

/// Where a statement's clauses begin.
const KEYWORDS: [&str; 6] = ["CREATE", "MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN"];

/// Runs a statement on the graph; none when it is beyond what is read here.
pub(crate) fn run(graph: &mut PropertyGraph, statement: &str, parameters: &Parameters) -> Option<()> {
    let mut state = State::start();
    for part in parts(statement) {
        match part.strip_prefix("CREATE") {
            Some(patterns) => state = create(graph, patterns, &state, parameters)?,
            None => state = read(graph, &part, &state, parameters)?,
        }
    }
    Some(())
}

/// The statement cut before every `CREATE` and behind every list of patterns.
fn parts(statement: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut quote: Option<char> = None;
    let mut word_before = false;
    let statement: String =
        statement.lines().map(|line| line.split("//").next().unwrap_or(line)).collect::<Vec<_>>().join("\n");
    for (place, letter) in statement.char_indices() {
        let starts = |keyword: &&str| {
            let rest = statement.get(place..).unwrap_or_default();
            let next = rest.get(keyword.len()..).and_then(|rest| rest.chars().next());
            rest.starts_with(*keyword) && next.is_none_or(|next| !next.is_alphanumeric() && next != '_')
        };
        let keyword = KEYWORDS.iter().find(|keyword| quote.is_none() && !word_before && starts(keyword));
        let cut = keyword.is_some_and(|keyword| {
            *keyword == "CREATE" || parts.last().is_none_or(|part| part.starts_with("CREATE"))
        });
        if cut || parts.is_empty() {
            parts.push(String::new());
        }
        match quote {
            Some(open) if open == letter => quote = None,
            None if matches!(letter, '\'' | '"' | '`') => quote = Some(letter),
            _ => {}
        }
        parts.last_mut().expect("never empty").push(letter);
        word_before = letter.is_alphanumeric() || letter == '_';
    }
    parts.retain(|part| !part.trim().is_empty());
    parts
}

fn evaluator<'g>(graph: &'g Graph, parameters: &Parameters) -> Evaluator<'g> {
    let budget = Budget { rows: 100_000, steps: 100_000_000 };
    Evaluator::new(graph, Semantics::default(), budget).with_parameters(parameters.clone())
}

fn read(graph: &PropertyGraph, clauses: &str, state: &State, parameters: &Parameters) -> Option<State> {
    let query = parse(&format!("{clauses} RETURN 1")).ok()?;
    let prepared = Graph::new(graph);
    let evaluator = evaluator(&prepared, parameters);
    let (_, clauses) = query.first.clauses.split_last()?;
    let mut state = state.clone();
    for clause in clauses {
        state = evaluator.clause(clause, &state).ok()?;
    }
    state.open.is_none().then_some(state)
}

fn create(
    graph: &mut PropertyGraph,
    patterns: &str,
    state: &State,
    parameters: &Parameters,
) -> Option<State> {
    let query = parse(&format!("MATCH {patterns} RETURN 1")).ok()?;
    let [Clause::Match(clause), _] = query.first.clauses.as_slice() else { return None };
    let mut after: Option<State> = None;
    for row in &state.table.rows {
        let mut scope = State {
            table: quarrel_cypher::evaluate::Table {
                columns: state.table.columns.clone(),
                rows: vec![row.clone()],
            },
            ..State::start()
        };
        for pattern in &clause.patterns {
            path(graph, pattern, &mut scope, parameters)?;
        }
        match &mut after {
            None => after = Some(scope),
            Some(after) => after.table.rows.extend(scope.table.rows),
        }
    }
    Some(after.unwrap_or_else(|| state.clone()))
}

fn path(
    graph: &mut PropertyGraph,
    pattern: &PathPattern,
    scope: &mut State,
    parameters: &Parameters,
) -> Option<()> {
    let mut from = node(graph, &pattern.start, scope, parameters)?;
    for step in &pattern.steps {
        let to = node(graph, &step.node, scope, parameters)?;
        let relationship = step.relationship()?;
        let (source, target) = match relationship.direction {
            Direction::Right => (from, to),
            Direction::Left => (to, from),
            Direction::Undirected => return None,
        };
        let [label] = relationship.types.as_slice() else { return None };
        let properties = properties(graph, &relationship.properties, scope, parameters)?;
        let id = i64::try_from(graph.edges.len()).ok()? + 1;
        graph.edges.push(Edge { id, label: label.clone(), source, target, properties });
        if let Some(name) = &relationship.variable {
            bind(scope, name, Value::Relationship(id));
        }
        from = to;
    }
    Some(())
}

fn node(
    graph: &mut PropertyGraph,
    pattern: &NodePattern,
    scope: &mut State,
    parameters: &Parameters,
) -> Option<i64> {
    if let Some(known) = pattern.variable.as_deref().and_then(|name| scope.element(0, name)) {
        return Some(known);
    }
    // A variable that holds something else, perhaps an open value, is no node to create.
    if pattern.variable.as_deref().is_some_and(|name| scope.value(0, name).is_some()) {
        return None;
    }
    let properties = properties(graph, &pattern.properties, scope, parameters)?;
    let id = i64::try_from(graph.vertices.len()).ok()? + 1;
    graph.vertices.push(Vertex { id, labels: pattern.labels.clone(), properties });
    if let Some(name) = &pattern.variable {
        bind(scope, name, Value::Node(id));
    }
    Some(id)
}

fn bind(scope: &mut State, name: &str, value: Value) {
    let columns = scope.table.columns.iter().cloned().chain([Column::new(name, Type::of_value(&value))]);
    scope.table.columns = columns.collect::<Vec<_>>().into();
    scope.table.rows.iter_mut().for_each(|row| row.push(value.clone()));
}

fn properties(
    graph: &PropertyGraph,
    entries: &[(String, Expression)],
    scope: &State,
    parameters: &Parameters,
) -> Option<BTreeMap<String, quarrel_case::value::Value>> {
    if entries.is_empty() {
        return Some(BTreeMap::new());
    }
    let prepared = Graph::new(graph);
    let evaluator = evaluator(&prepared, parameters);
    let mut properties = BTreeMap::new();
    for (key, expression) in entries {
        let value = evaluator.expression(expression, scope, 0).ok()?;
        if !value.is_null() {
            properties.insert(key.clone(), value.to_case());
        }
    }
    Some(properties)
}
