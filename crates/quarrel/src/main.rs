//! The binary: one file per subcommand, and the workers that host embedded engines.

mod commands;
mod composite;
mod config;
mod exit;
mod features;
mod languages;
mod progress;
mod trig;
mod units;
mod worker;

use clap::{Parser, Subcommand};

use crate::exit::CliError;

/// Finds bugs in graph database engines: wrong answers first, then crashes, hangs and errors.
#[derive(Parser)]
#[command(name = "quarrel", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// Generation and evaluation make many small things and drop them soon.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Subcommand)]
enum Command {
    Hunt(Box<commands::hunt::Arguments>),
    Gen(commands::generate::Arguments),
    Query(commands::query::Arguments),
    Check(commands::check::Arguments),
    Conformance(commands::conformance::Arguments),
    Replay(commands::replay::Arguments),
    Reduce(commands::reduce::Arguments),
    Triage(commands::triage::Arguments),
    Engines(commands::engines::Arguments),
    Oracles(commands::oracles::Arguments),
    #[command(hide = true)]
    Worker(commands::worker::Arguments),
}

fn main() -> std::process::ExitCode {
    let command = Arguments::parse().command;
    run(command).map_or_else(|error: CliError| error.report(), exit::Exit::code)
}

fn run(command: Command) -> Result<exit::Exit, CliError> {
    // A hunt writes down what it has; a worker is ended by whoever started it.
    if !matches!(command, Command::Hunt(_) | Command::Worker(_)) {
        exit::end_when_interrupted()?;
    }
    match command {
        Command::Hunt(arguments) => commands::hunt::run(*arguments),
        Command::Gen(arguments) => commands::generate::run(arguments),
        Command::Query(arguments) => commands::query::run(arguments),
        Command::Check(arguments) => commands::check::run(arguments),
        Command::Conformance(arguments) => commands::conformance::run(arguments),
        Command::Replay(arguments) => commands::replay::run(arguments),
        Command::Reduce(arguments) => commands::reduce::run(arguments),
        Command::Triage(arguments) => commands::triage::run(arguments),
        Command::Engines(arguments) => commands::engines::run(arguments),
        Command::Oracles(arguments) => commands::oracles::run(arguments),
        Command::Worker(arguments) => commands::worker::run(&arguments),
    }
}
