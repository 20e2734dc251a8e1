//! How the program ends. The codes are a contract.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use quarrel_engine::spec::redact;
use quarrel_hunt::HuntError;

/// How a command ended that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing was found.
    Nothing,
    /// A violation that counts, a replay that reproduces, a disagreement, a query's own error.
    Found,
    /// The user interrupted what had more to do; everything was written.
    Interrupted,
}

const INTERRUPTED: u8 = 130;

/// Whether somebody looks whether the user has interrupted the program, and whether that is so.
static AWAITED: AtomicBool = AtomicBool::new(false);
static CAME: AtomicBool = AtomicBool::new(false);

/// Ends the program when the user interrupts it, unless somebody awaits that: the engines that it has started end with
/// it, as they do when it is killed.
pub(crate) fn end_when_interrupted() -> Result<(), CliError> {
    let ended = || match AWAITED.load(Ordering::SeqCst) {
        true => CAME.store(true, Ordering::SeqCst),
        false => std::process::exit(INTERRUPTED.into()),
    };
    ctrlc::set_handler(ended).map_err(|error| CliError::Own(error.into()))
}

/// From now on an interruption does not end the program: what this gives says whether there was one.
pub(crate) fn await_interruption() -> impl Fn() -> bool {
    AWAITED.store(true, Ordering::SeqCst);
    || CAME.load(Ordering::SeqCst)
}

impl Exit {
    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Exit::Nothing => 0,
            Exit::Found => 1,
            Exit::Interrupted => INTERRUPTED,
        })
    }

    pub(crate) fn found(found: bool) -> Self {
        if found { Exit::Found } else { Exit::Nothing }
    }
}

/// Why a command did not do its work.
#[derive(Debug)]
pub(crate) enum CliError {
    /// Wrong usage: 2.
    Usage(String),
    /// An engine could not be had: 3.
    Engine(String),
    /// Our own failure: 4.
    Own(anyhow::Error),
}

impl CliError {
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        CliError::Usage(message.into())
    }

    /// One line on stderr, and the code.
    pub(crate) fn report(&self) -> ExitCode {
        let (message, code) = match self {
            CliError::Usage(message) => (message.clone(), 2),
            CliError::Engine(message) => (message.clone(), 3),
            CliError::Own(error) => (format!("{error:#}"), 4),
        };
        let message: Vec<&str> = message.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        // An address may stand where none is looked for, and be repeated as what it is not.
        let words: String = message.join("; ").split_inclusive(char::is_whitespace).map(redact).collect();
        eprintln!("quarrel: {words}");
        ExitCode::from(code)
    }
}

impl From<anyhow::Error> for CliError {
    fn from(error: anyhow::Error) -> Self {
        CliError::Own(error)
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        CliError::Own(error.into())
    }
}

impl From<HuntError> for CliError {
    fn from(error: HuntError) -> Self {
        match error {
            HuntError::Engine(error) => error.into(),
            HuntError::Unreadable { .. } | HuntError::OutputInUse(_) => CliError::Usage(error.to_string()),
            other => CliError::Own(other.into()),
        }
    }
}

impl From<quarrel_engine::OpenError> for CliError {
    fn from(error: quarrel_engine::OpenError) -> Self {
        match error {
            quarrel_engine::OpenError::Usage(message) => CliError::Usage(message),
            unavailable => CliError::Engine(unavailable.to_string()),
        }
    }
}
