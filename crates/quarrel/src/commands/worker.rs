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
    let hosted = worker::find(&arguments.name)
        .ok_or_else(|| CliError::usage(format!("this build hosts no engine {:?}", arguments.name)))?;
    worker::end_with_parent();
    let unavailable = |why| CliError::Engine(format!("{}: {why}", arguments.name));
    let mut host = hosted.open().map_err(unavailable)?;
    let (input, output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let served = worker::serve(hosted.identity, &mut *host, input, output);
    match served {
        // The hunt has gone away: there is nobody left to tell.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Nothing),
    }
}
