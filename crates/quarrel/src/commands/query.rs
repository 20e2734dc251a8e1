//! `quarrel query`: one query on one graph, the reference's answer and the engines' beside it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use comfy_table::Table;
use quarrel_case::answer::{Answer, Outcome, ROW_LIMIT, UNSUPPORTED};
use quarrel_case::compare::{self, Comparison};
use quarrel_case::engine::{Engine as _, Limits, Request};
use quarrel_case::graph::Graph;
use quarrel_case::language::{Budget, Evaluation, Failure, Language, Session, comparable};
use quarrel_case::profile::Profile;
use quarrel_case::value::{Element, Value};
use quarrel_case::verdict::ErrorStatus;
use quarrel_hunt::target::Target;
use quarrel_hunt::workshop::Workshop;
use serde_json::{Value as Json, json};

use crate::commands::generate::result_json;
use crate::commands::side_by_side::{self, Asked, Rows};
use crate::commands::{Running, print_json, print_line, query_text, read_graph, workshop};
use crate::exit::{CliError, Exit};
use crate::languages;

/// Gives the reference's answer to a query, and with --engine each engine's beside it.
///
/// Exits with 1 when an engine disagrees with the reference under its profile.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The language.
    language: String,
    /// The graph file; an empty graph when left out.
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// A statement to run first on the same graph; may be repeated.
    #[arg(long, value_name = "TEXT")]
    before: Vec<String>,
    /// Where to write the graph as the reference leaves it.
    #[arg(long, value_name = "FILE")]
    after: Option<PathBuf>,
    /// Answer as this engine, by its profile.
    #[arg(long = "as", value_name = "NAME@VERSION")]
    profile: Option<String>,
    /// An engine to ask; may be repeated.
    #[arg(long, value_name = "SPEC")]
    engine: Vec<String>,
    #[command(flatten)]
    running: Running,
    /// As JSON.
    #[arg(long)]
    json: bool,
    /// The query; `-` or nothing: read from standard input.
    text: Option<String>,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let language = languages::named(&arguments.language)?;
    let graph = Arc::new(match &arguments.graph {
        Some(path) => read_graph(path, language.model())?,
        None => Graph::empty(language.model()),
    });
    let asked = Script { before: arguments.before, text: query_text(arguments.text.as_deref())? };
    let workshop = workshop(arguments.running)?;
    let profile = match &arguments.profile {
        Some(engine) => workshop.view(engine, &*language)?.profile,
        None => Profile::default(),
    };
    let (reference, after) = reference(&*language, &graph, &asked, &profile)?;
    if let Some(path) = &arguments.after {
        std::fs::write(path, after.to_text())
            .map_err(|error| CliError::usage(format!("{}: {error}", path.display())))?;
    }
    if arguments.engine.is_empty() {
        return alone(&reference, arguments.json);
    }
    let rows = reference.result.as_ref().ok().and_then(|answer| Rows::of(&*language, answer));
    let answer = result_json(&reference.result)?;
    let mut asked_all = vec![Asked { name: "reference".to_owned(), answer, rows, agrees: None }];
    for spec in workshop.admit_all(&arguments.engine)? {
        asked_all.push(ask(&spec, &workshop, &language, &graph, &asked)?);
    }
    let disagree = asked_all.iter().any(|asked| asked.agrees == Some(false));
    show(&asked_all, arguments.json)?;
    Ok(Exit::found(disagree))
}

/// A query, and the statements that run before it on the same graph.
struct Script {
    before: Vec<String>,
    text: String,
}

/// What the reference says, and the graph as it is then.
fn reference(
    language: &dyn Language,
    graph: &Graph,
    asked: &Script,
    profile: &Profile,
) -> Result<(Evaluation, Graph), CliError> {
    let session = language.session(graph, profile);
    let mut session = session.map_err(|error| CliError::usage(error.to_string()))?;
    for text in &asked.before {
        if let Err(failure) = evaluation(language, &mut *session, text).result {
            return Err(CliError::usage(format!("--before {text:?}: {failure}")));
        }
    }
    let evaluation = evaluation(language, &mut *session, &asked.text);
    Ok((evaluation, session.graph()))
}

/// What the session says; a text that it cannot read is a query's own error too.
fn evaluation(language: &dyn Language, session: &mut dyn Session, text: &str) -> Evaluation {
    match language.parse(text) {
        Ok(tree) => session.run(&tree, &Budget::default()),
        Err(error) => Evaluation::refused(error),
    }
}

fn alone(reference: &Evaluation, as_json: bool) -> Result<Exit, CliError> {
    match (&reference.result, as_json) {
        (Err(Failure::Query(error)), false) => {
            let at = error.at.map(|(line, column)| format!(" at {line}:{column}")).unwrap_or_default();
            eprintln!("{}{at}: {}", error.class, error.message);
            Ok(Exit::Found)
        }
        (result, true) => {
            print_json(&result_json(result)?)?;
            Ok(Exit::Nothing)
        }
        (result, false) => {
            print_line(&table(&result_json(result)?))?;
            if let Some(why) = &reference.open {
                print_line(&format!("the language does not determine this answer: {why}"))?;
            }
            Ok(Exit::Nothing)
        }
    }
}

fn ask(
    spec: &str,
    workshop: &Workshop,
    language: &Arc<dyn Language>,
    graph: &Arc<Graph>,
    asked: &Script,
) -> Result<Asked, CliError> {
    let mut target = Target::open(spec, language, workshop, None)?;
    let limits = Limits::default();
    let (expected, _) = reference(&**language, graph, asked, &target.profile)?;
    let expected = without_made_ids(expected, graph);
    let mut outcome = target.engine.load(graph, &limits);
    if let Outcome::Rejected(error) = &outcome {
        return Err(CliError::usage(format!("{} does not take the graph: {error}", target.identity)));
    }
    for text in asked.before.iter().chain([&asked.text]) {
        if matches!(outcome, Outcome::Answered(_)) {
            let writes = language.parse(text).is_ok_and(|tree| language.writes(&tree));
            outcome = target.engine.run(&Request { text, writes, settings: &BTreeMap::new() }, &limits);
        }
    }
    if let Outcome::Absent(why) = &outcome {
        return Err(CliError::Engine(format!("{}: {why}", target.identity)));
    }
    let agrees = agrees(&**language, &expected, &outcome);
    let rows = match &outcome {
        Outcome::Answered(reply) => Rows::of(&**language, &reply.answer),
        _ => None,
    };
    Ok(Asked { name: target.identity.to_string(), answer: outcome.to_json(), rows, agrees })
}

/// The answer with the elements that the statements before made as those that no id tells: each engine gives them its
/// own.
fn without_made_ids(mut evaluation: Evaluation, graph: &Graph) -> Evaluation {
    if let (Some(graph), Ok(Answer::Table(table))) = (graph.property(), &mut evaluation.result) {
        table.change(&mut |part| match part {
            Value::Vertex(id) if graph.vertex(id).is_none() => {
                Value::Foreign(Element::Vertex, id.to_string())
            }
            Value::Edge(id) if graph.edge(id).is_none() => Value::Foreign(Element::Edge, id.to_string()),
            part => part,
        });
    }
    evaluation
}

fn agrees(language: &dyn Language, expected: &Evaluation, outcome: &Outcome) -> Option<bool> {
    match (&expected.result, outcome) {
        (_, Outcome::TimedOut | Outcome::Crashed(_) | Outcome::Broken(_)) => Some(false),
        (_, Outcome::Rejected(error)) if error.is_internal() => Some(false),
        // What the reference does not model says nothing of an engine.
        (Err(Failure::Query(error)), _) if error.class == UNSUPPORTED => None,
        (_, Outcome::Rejected(error)) if [UNSUPPORTED, ROW_LIMIT].contains(&error.class.as_str()) => None,
        (Ok(_), Outcome::Answered(_)) if expected.open.is_some() => None,
        (Ok(answer), Outcome::Answered(reply)) => {
            let form = |answer| comparable(language, language.compare(), answer);
            Some(compare::answers(&form(answer), &form(&reply.answer)) == Comparison::Equal)
        }
        (Err(Failure::Query(_)), Outcome::Rejected(_)) => Some(true),
        (Err(Failure::Query(_)), Outcome::Answered(_)) if expected.errors == ErrorStatus::Must => Some(false),
        (Ok(_), Outcome::Rejected(_)) if expected.errors == ErrorStatus::Never => Some(false),
        _ => None,
    }
}

fn show(asked: &[Asked], as_json: bool) -> Result<(), CliError> {
    if as_json {
        let list = asked.iter().map(|Asked { name, answer, agrees, .. }| {
            json!({ "engine": name, "answer": answer, "agrees": agrees })
        });
        return print_json(&json!(list.collect::<Vec<_>>()));
    }
    side_by_side::show(asked)
}

/// An answer as a table for a person.
fn table(answer: &Json) -> String {
    let parsed =
        (answer.get("columns").and_then(Json::as_array), answer.get("rows").and_then(Json::as_array));
    let (Some(columns), Some(rows)) = parsed else { return answer.to_string() };
    let mut table = Table::new();
    table.set_header(columns.iter().map(|column| column.as_str().unwrap_or_default()));
    for row in rows {
        table.add_row(row.as_array().into_iter().flatten().map(ToString::to_string));
    }
    let count = if rows.len() == 1 { "1 row".to_owned() } else { format!("{} rows", rows.len()) };
    format!("{table}\n{count}{}", if answer["order"].is_null() { "" } else { ", in this order" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_the_language_leaves_open_is_no_disagreement() {
        let answer = Answer::Boolean(true);
        let expected = Evaluation {
            result: Ok(answer),
            errors: ErrorStatus::Never,
            flow: Vec::new(),
            open: Some("order".to_owned()),
        };
        assert_eq!(
            agrees(&quarrel_cypher::language::Cypher, &expected, &Outcome::answer(Answer::Boolean(false))),
            None
        );
    }
}
