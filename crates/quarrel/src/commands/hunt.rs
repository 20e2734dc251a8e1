//! `quarrel hunt`: the main job.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use quarrel_case::engine::Limits;
use quarrel_case::language::{Guidance, Language};
use quarrel_case::profile::Features;
use quarrel_engine::Spec;
use quarrel_graph::Sizes;
use quarrel_hunt::events::{EventLog, Listener};
use quarrel_hunt::plan::{Front, Knobs, Plan, Until};
use quarrel_hunt::settle::Effort;
use quarrel_hunt::stop::Stop;
use quarrel_hunt::weights::Weights;
use quarrel_hunt::workshop::Workshop;
use quarrel_hunt::{Hunt, hunt};
use quarrel_oracle::Oracle;
use quarrel_report::Readme;

use crate::commands::{Running, catalogue, ending, read_graph, workshop};
use crate::config::{self, Config};
use crate::exit::{CliError, Exit};
use crate::progress::Progress;
use crate::{features, languages, units};

/// Generates graphs and queries, asks the engines, and reports what is wrong.
///
/// Exits with 0 when nothing was found, 1 when something was, 2 for wrong usage, 3 when an engine cannot be
/// had, 4 for a failure of Quarrel's own, 130 when interrupted.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The languages; all when left out.
    languages: Vec<String>,
    /// An engine; may be repeated. The embedded engines of the languages when left out.
    #[arg(long, value_name = "SPEC")]
    engine: Vec<String>,
    #[command(flatten)]
    running: Running,
    /// The oracles to draw from; all when left out.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    oracle: Vec<String>,
    /// The seed; drawn, and printed, when left out.
    #[arg(long)]
    seed: Option<u64>,
    /// Ask for so long: 500ms, 60s, 10m, 2h. The default is 60s. Reducing and replaying what was found comes on top.
    #[arg(long, value_name = "TIME", value_parser = units::duration, conflicts_with = "rounds")]
    time: Option<Duration>,
    /// Stop after so many rounds.
    #[arg(long, value_name = "N")]
    rounds: Option<u64>,
    /// Rounds at once; the number of cores when left out.
    #[arg(long, value_name = "N", value_parser = units::positive)]
    jobs: Option<usize>,
    /// Where everything is written: a new or empty folder; quarrel-out/SEED when left out.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Cases on each graph.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    queries_per_round: Option<u64>,
    /// Vertices of a graph at most.
    #[arg(long, value_name = "N")]
    vertices: Option<usize>,
    /// Edges, or triples, of a graph at most.
    #[arg(long, value_name = "N")]
    edges: Option<usize>,
    /// Clauses in Cypher, group elements in SPARQL.
    #[arg(long, value_name = "N", value_parser = units::positive)]
    length: Option<usize>,
    /// Patterns in one MATCH, or triple patterns in one block, at most.
    #[arg(long, value_name = "N", value_parser = units::positive)]
    patterns: Option<usize>,
    /// Depth of expressions.
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// How guided generation is: random (not at all), graph (patterns that are in the graph), data (and conditions
    /// that are true there), full (evaluated while generated). The default is full.
    #[arg(long, value_name = "LEVEL")]
    generation: Option<Guidance>,
    /// Features to leave out (-) or to use although an engine lacks them (+).
    #[arg(long, value_name = "+A,-B", allow_hyphen_values = true)]
    features: Option<String>,
    /// The graph of every round, instead of generated ones.
    #[arg(long, value_name = "FILE")]
    graph: Option<PathBuf>,
    /// How often each oracle is drawn: a file that `quarrel triage` wrote into the folder of an earlier hunt.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// What one query may take before the engine is cut off. The default is 5s.
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    query_timeout: Option<Duration>,
    /// Rows that one query may give.
    #[arg(long, value_name = "N", value_parser = units::positive)]
    row_limit: Option<usize>,
    /// Judge every engine by the standard: what it does differently on purpose is reported too, each once.
    #[arg(long)]
    strict: bool,
    /// Stop at the first violation.
    #[arg(long)]
    fail_fast: bool,
    /// Write the events here too; `-` is standard output.
    #[arg(long, value_name = "FILE|-")]
    events: Option<PathBuf>,
    /// A TOML file with the same names as the flags, or a JSON file of running servers as GDsmith has it.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let file = match &arguments.config {
        Some(path) => config::read(path, &catalogue()?)?,
        None => Config::default(),
    };
    let sink = arguments.events.clone().or_else(|| file.events.clone());
    let quiet = sink.as_deref().is_some_and(|path| path.as_os_str() == "-");
    let workshop = workshop(arguments.running.or(file.wipe.unwrap_or(false)))?;
    let plan = plan(&arguments, file, &workshop)?;
    let workshop = if plan.strict { workshop.strictly() } else { workshop };
    let stop = stop(&plan)?;
    // Nothing is made yet: an engine that cannot be had leaves nothing behind.
    if let Some(file) = plan.out.ancestors().find(|path| path.exists()).filter(|path| !path.is_dir()) {
        return Err(CliError::usage(format!(
            "--out {}: {} is no folder",
            plan.out.display(),
            file.display()
        )));
    }
    // Not before all else is right: what was in the file is gone then.
    let events = sink.as_deref().map(|path| open_events(path, quiet)).transpose()?;
    eprintln!("seed {}, writing to {}", plan.seed, plan.out.display());
    let presenter = Readme::new(languages::all(), workshop.catalogue().clone());
    let mut progress = Progress::new(plan.until);
    let work = Hunt { plan: &plan, workshop: &workshop, presenter: &presenter, stop: &stop, events };
    let mut summary = hunt(work, &mut [&mut progress as &mut dyn Listener])?;
    drop(progress);
    if !quiet {
        ending::show(&summary, &plan)?;
    }
    if stop.interrupted() {
        return Ok(Exit::Interrupted);
    }
    if let Some(gone) = summary.gone.take() {
        return Err(gone.into());
    }
    Ok(Exit::found(summary.findings().next().is_some()))
}

fn open_events(path: &Path, on_output: bool) -> Result<EventLog, CliError> {
    if on_output {
        return Ok(EventLog::stdout());
    }
    EventLog::create(path).map_err(|error| CliError::usage(format!("{}: {}", path.display(), error.kind())))
}

/// Stops after the time, or when the user wants it: what was found is written then.
fn stop(plan: &Plan) -> Result<Arc<Stop>, CliError> {
    let time = match plan.until {
        Until::Time(time) => Some(time),
        Until::Rounds(_) => None,
    };
    let stop = Arc::new(Stop::after(time));
    let handler = Arc::clone(&stop);
    ctrlc::set_handler(move || handler.interrupt()).map_err(|error| CliError::Own(error.into()))?;
    Ok(stop)
}

/// A seed that nobody chose.
pub(crate) fn drawn_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id()) << 32) % 1_000_000_000
}

fn plan(arguments: &Arguments, file: Config, workshop: &Workshop) -> Result<Plan, CliError> {
    let names = if arguments.oracle.is_empty() { file.oracle.as_deref() } else { Some(&*arguments.oracle) };
    let oracles = oracles(names)?;
    let weights = weights(arguments.weights.as_ref().or(file.weights.as_ref()))?;
    let drawn: Vec<&'static dyn Oracle> =
        oracles.iter().filter(|oracle| weights.of(**oracle) > 0).copied().collect();
    let named = [Some(&arguments.languages), file.languages.as_ref()]
        .into_iter()
        .flatten()
        .any(|names| !names.is_empty());
    let fronts = judged(fronts(arguments, &file, workshop)?, &drawn, named)?;
    let seed = arguments.seed.or(file.seed).unwrap_or_else(drawn_seed);
    let timeout = match (arguments.query_timeout, &file.query_timeout) {
        (Some(timeout), _) => Some(timeout),
        (None, Some(text)) => Some(units::duration(text).map_err(CliError::Usage)?),
        (None, None) => None,
    };
    let limits = Limits::default();
    Ok(Plan {
        knobs: knobs(arguments, &file, &fronts)?,
        oracles: drawn,
        weights,
        seed,
        until: until(arguments, &file)?,
        jobs: jobs(arguments.jobs.or(file.jobs), &fronts)?,
        out: arguments
            .out
            .clone()
            .or(file.out)
            .unwrap_or_else(|| PathBuf::from(format!("quarrel-out/{seed}"))),
        limits: Limits {
            timeout: timeout.unwrap_or(limits.timeout),
            rows: arguments.row_limit.or(file.row_limit).unwrap_or(limits.rows),
        },
        fail_fast: arguments.fail_fast || file.fail_fast.unwrap_or(false),
        strict: arguments.strict || file.strict.unwrap_or(false),
        effort: Effort::default(),
        fronts,
    })
}

/// How often oracles are drawn, by a file.
fn weights(path: Option<&PathBuf>) -> Result<Weights, CliError> {
    let read = |path: &PathBuf| Weights::read(path).map_err(|error| CliError::usage(error.to_string()));
    path.map(read).transpose().map(Option::unwrap_or_default)
}

/// Rounds at once. A running server has one database for all of them, so there is one at a time.
fn jobs(asked: Option<usize>, fronts: &[Front]) -> Result<usize, CliError> {
    let is_running = |spec: &String| matches!(spec.parse(), Ok(Spec::Server { .. }));
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    match (fronts.iter().flat_map(|front| &front.specs).any(is_running), asked) {
        (true, Some(2..)) => Err(CliError::usage("a running server takes one round at a time: --jobs 1")),
        (true, _) => Ok(1),
        (false, asked) => Ok(asked.unwrap_or_else(cores)),
    }
}

fn until(arguments: &Arguments, file: &Config) -> Result<Until, CliError> {
    match (arguments.time, arguments.rounds, &file.time, file.rounds) {
        (Some(time), _, _, _) => Ok(Until::Time(time)),
        (None, Some(rounds), _, _) => Ok(Until::Rounds(rounds)),
        (None, None, Some(_), Some(_)) => Err(CliError::usage("the configuration has both time and rounds")),
        (None, None, Some(time), None) => Ok(Until::Time(units::duration(time).map_err(CliError::Usage)?)),
        (None, None, None, Some(rounds)) => Ok(Until::Rounds(rounds)),
        (None, None, None, None) => Ok(Until::Time(Duration::from_secs(60))),
    }
}

/// The languages with their engines.
fn fronts(arguments: &Arguments, file: &Config, workshop: &Workshop) -> Result<Vec<Front>, CliError> {
    let names = match &file.languages {
        Some(names) if arguments.languages.is_empty() => names.clone(),
        _ => arguments.languages.clone(),
    };
    let asked: Vec<Arc<dyn Language>> = if names.is_empty() {
        languages::all()
    } else {
        names.iter().map(|name| languages::named(name)).collect::<Result<_, _>>()?
    };
    let specs = workshop.admit_all(match &file.engine {
        Some(specs) if arguments.engine.is_empty() => specs,
        _ => &arguments.engine,
    })?;
    let mut seen = BTreeSet::new();
    let mut fronts = Vec::new();
    for language in asked {
        if !seen.insert(language.name()) {
            continue;
        }
        let own = if specs.is_empty() {
            workshop.embedded(language.name())
        } else {
            let mut own = Vec::new();
            for spec in &specs {
                if workshop.speaks(spec, language.name())? {
                    own.push(spec.clone());
                }
            }
            own
        };
        if own.is_empty() && !names.is_empty() {
            return Err(CliError::usage(format!(
                "there is no engine for {}: name one with --engine",
                language.name()
            )));
        }
        for spec in &own {
            workshop.check(spec, &*language)?;
        }
        if !own.is_empty() {
            fronts.push(Front { language, specs: own });
        }
    }
    if fronts.is_empty() {
        return Err(CliError::usage("there is no engine to hunt in: name one with --engine"));
    }
    let is_idle = |spec: &&String| !fronts.iter().any(|front| front.specs.contains(*spec));
    if let Some(idle) = specs.iter().find(is_idle) {
        let hunted: Vec<&str> = fronts.iter().map(|front| front.language.name()).collect();
        return Err(CliError::usage(format!("{idle} does not speak {}", hunted.join(" or "))));
    }
    Ok(fronts)
}

/// The languages in which one of the oracles can judge: some need two engines. A language that was named is not left out.
fn judged(fronts: Vec<Front>, oracles: &[&'static dyn Oracle], named: bool) -> Result<Vec<Front>, CliError> {
    let usable = |front: &Front| {
        let can = |oracle: &&'static dyn Oracle| {
            (!oracle.about().needs_peer || front.specs.len() > 1) && oracle.speaks(&*front.language)
        };
        oracles.iter().any(can)
    };
    let (judged, left): (Vec<Front>, Vec<Front>) = fronts.into_iter().partition(usable);
    let none = "none of the oracles can judge";
    match (judged.is_empty(), left.first()) {
        (true, _) => Err(CliError::usage(format!("{none}: name more oracles, or a second engine"))),
        (false, Some(front)) if named => {
            Err(CliError::usage(format!("{none} {}: leave it out, or name more", front.language.name())))
        }
        _ => Ok(judged),
    }
}

/// The oracles of these names; all without names.
pub(crate) fn oracles(names: Option<&[String]>) -> Result<Vec<&'static dyn Oracle>, CliError> {
    let Some(names) = names else { return Ok(quarrel_oracle::all()) };
    let find = |name: &String| {
        quarrel_oracle::find(name).ok_or_else(|| {
            CliError::usage(format!(
                "unknown oracle {name:?}; `quarrel oracles list` shows those that there are"
            ))
        })
    };
    names.iter().map(find).collect()
}

fn knobs(arguments: &Arguments, file: &Config, fronts: &[Front]) -> Result<Knobs, CliError> {
    let knobs = Knobs::default();
    let text = arguments.features.as_ref().or(file.features.as_ref()).map_or("", String::as_str);
    let all: Vec<&dyn Language> = fronts.iter().map(|front| &*front.language).collect();
    let choice = features::parse(text, &all)?;
    let graph = match (arguments.graph.as_ref().or(file.graph.as_ref()), fronts) {
        (None, _) => None,
        (Some(path), [front]) => Some(Arc::new(read_graph(path, front.language.model())?)),
        (Some(_), _) => return Err(CliError::usage("--graph needs exactly one language")),
    };
    Ok(Knobs {
        queries_per_round: arguments
            .queries_per_round
            .or(file.queries_per_round)
            .unwrap_or(knobs.queries_per_round),
        sizes: Sizes {
            vertices: arguments.vertices.or(file.vertices),
            edges: arguments.edges.or(file.edges),
        },
        length: arguments.length.or(file.length),
        patterns: arguments.patterns.or(file.patterns).unwrap_or(knobs.patterns),
        depth: arguments.depth.or(file.depth).unwrap_or(knobs.depth),
        guidance: arguments.generation.or(file.generation).unwrap_or(knobs.guidance),
        features: Features { without: choice.without, ..Features::default() },
        with: choice.with,
        graph,
        ..knobs
    })
}
