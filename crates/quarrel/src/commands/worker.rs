//! `quarrel worker`: hosts an engine in this process. Called by Quarrel itself.

use crate::exit::{CliError, Exit};
use crate::worker;

/// Hosts an engine on stdin and stdout, by the worker protocol.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The engine.
    name: String,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Exit, CliError> {
    let host = worker::open(&arguments.name)
        .ok_or_else(|| CliError::usage(format!("this build hosts no engine {:?}", arguments.name)))?;
    let mut host =
        host.map_err(|failure| CliError::Engine(format!("{}: {}", arguments.name, failure.message)))?;
    let served = worker::serve(&mut *host, std::io::stdin().lock(), std::io::stdout().lock());
    match served {
        // The hunt has gone away: there is nobody left to tell.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Nothing),
    }
}
