//! `quarrel gen`: graphs and queries with their answers, without an engine.

use std::path::PathBuf;
use std::sync::Arc;

use quarrel_case::answer::Answer;
use quarrel_case::choices::Choices;
use quarrel_case::graph::Graph;
use quarrel_case::language::{Candidate, Evaluation, Failure, Guidance, Language, Setting, Tree};
use quarrel_case::profile::{Dialect, Features};
use quarrel_graph::Sizes;
use quarrel_hunt::plan::Knobs;
use quarrel_hunt::workshop::View;
use serde_json::{Value as Json, json};

use crate::commands::{Running, print_line, read_graph, workshop};
use crate::exit::{CliError, Exit};
use crate::{features, languages};

/// Prints generated graphs and queries as JSON lines, each query with the answer that it must have.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The language.
    language: String,
    /// How many queries.
    #[arg(long, default_value_t = 100)]
    count: u64,
    /// The seed; drawn, and printed on stderr, when left out.
    #[arg(long)]
    seed: Option<u64>,
    /// For this engine: its profile, its dialect, and only what it offers.
    #[arg(long = "as", value_name = "NAME@VERSION")]
    engine: Option<String>,
    /// Queries on each graph.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    queries_per_round: u64,
    /// Vertices at most.
    #[arg(long)]
    vertices: Option<usize>,
    /// Edges, or triples, at most.
    #[arg(long)]
    edges: Option<usize>,
    /// Clauses, or group elements.
    #[arg(long, value_parser = crate::units::positive)]
    length: Option<usize>,
    /// Patterns in one MATCH, or triple patterns in one block, at most.
    #[arg(long, default_value_t = Knobs::default().patterns, value_parser = crate::units::positive)]
    patterns: usize,
    /// Depth of expressions.
    #[arg(long, default_value_t = Knobs::default().depth)]
    depth: usize,
    /// How guided generation is: random (not at all), graph (patterns that are in the graph), data (and conditions
    /// that are true there), full (evaluated while generated).
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    generation: Guidance,
    /// As with data, but without the expected answer.
    #[arg(long, conflicts_with = "generation")]
    no_evaluate: bool,
    /// Features to leave out (-) or to use although the engine lacks them (+).
    #[arg(long, value_name = "+A,-B", allow_hyphen_values = true, default_value = "")]
    features: String,
    /// The graph to use instead of generated ones.
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let language = languages::named(&arguments.language)?;
    let graph = match &arguments.graph {
        Some(path) => Some(Arc::new(read_graph(path, language.model())?)),
        None => None,
    };
    let (setting, dialect) = setting(&arguments, &*language)?;
    let seed = arguments.seed.unwrap_or_else(|| {
        let seed = crate::commands::hunt::drawn_seed();
        eprintln!("seed {seed}");
        seed
    });
    let sizes = Sizes { vertices: arguments.vertices, edges: arguments.edges };
    let rounds = arguments.count.div_ceil(arguments.queries_per_round);
    for round in 0..rounds {
        let choices = Choices::new(seed).numbered("round", round);
        let features = setting.features.of_a_round(&mut choices.stream("features"));
        let graph = graph.clone().unwrap_or_else(|| {
            let mut stream = choices.stream("graph");
            Arc::new(quarrel_graph::generate(&*language, sizes, &features, &mut stream))
        });
        print_line(&json!({ "round": round, "graph": graph.to_json() }).to_string())?;
        let setting = Setting { graph, features, ..setting.clone() };
        let generator = language.generator(&setting);
        let mut generator = generator.map_err(|error| CliError::usage(error.to_string()))?;
        let done = round * arguments.queries_per_round;
        for case in 0..arguments.queries_per_round.min(arguments.count - done) {
            let mut choices = choices.numbered("case", case).stream("query");
            let (tree, known) = if arguments.no_evaluate {
                (generator.unanswered(&mut choices), None)
            } else {
                let Candidate { tree, evaluation, aim } = generator.next(&mut choices);
                (tree, Some((evaluation, aim)))
            };
            print_line(&line(&*language, &dialect, &tree, known.as_ref()).to_string())?;
        }
    }
    Ok(Exit::Nothing)
}

fn setting(arguments: &Arguments, language: &dyn Language) -> Result<(Setting, Dialect), CliError> {
    let view = match &arguments.engine {
        Some(engine) => workshop(Running::default())?.view(engine, language)?,
        None => View::default(),
    };
    let choice = features::parse(&arguments.features, &[language])?;
    let left_out = Features { without: choice.without, ..Features::default() };
    let features = view.features.and(&left_out).with(&choice.with);
    let knobs = Knobs {
        length: arguments.length,
        patterns: arguments.patterns,
        depth: arguments.depth,
        guidance: if arguments.no_evaluate { Guidance::Data } else { arguments.generation },
        ..Knobs::default()
    };
    let graph = Arc::new(Graph::empty(language.model()));
    let setting = knobs.setting(language, graph, view.profile, features);
    Ok((setting, view.dialect))
}

/// The contract's line of a case; null for what is not known.
fn line(
    language: &dyn Language,
    dialect: &Dialect,
    tree: &Tree,
    known: Option<&(Evaluation, Option<String>)>,
) -> Json {
    let evaluation = known.map(|(evaluation, _)| evaluation);
    json!({
        "text": language.print(tree, dialect),
        "expected": evaluation.map(expected),
        "errors": evaluation.map(|evaluation| evaluation.errors),
        "flow": evaluation.map(|evaluation| &evaluation.flow),
        "features": language.features(tree),
        "aim": known.and_then(|(_, aim)| aim.as_ref()),
    })
}

fn expected(evaluation: &Evaluation) -> Json {
    match (&evaluation.result, &evaluation.open) {
        (Ok(answer), None) => answer.to_json(),
        (Err(Failure::Query(error)), _) => json!({ "error": error }),
        _ => Json::Null,
    }
}

/// The answer as JSON, or the query's error.
pub(crate) fn result_json(result: &Result<Answer, Failure>) -> Result<Json, CliError> {
    match result {
        Ok(answer) => Ok(answer.to_json()),
        Err(Failure::Query(error)) => Ok(json!({ "error": error })),
        Err(failure) => Err(CliError::usage(failure.to_string())),
    }
}
