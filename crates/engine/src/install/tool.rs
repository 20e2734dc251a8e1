//! A client of a registry, run in the folder of a version.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use super::Failure;
use crate::process::{Kept, discreet};

/// Lines of the log that a failure shows.
const TAIL: usize = 12;

/// Where a client runs and who hears what it says.
pub(super) struct Tool<'a> {
    pub(super) folder: &'a Path,
    pub(super) log: File,
    pub(super) told: &'a mut dyn FnMut(&str),
}

impl Tool<'_> {
    /// Runs a client. What it says goes to the log line by line; the error ends with the last of it.
    pub(super) fn run(
        &mut self,
        program: &str,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
        variables: &[(&str, &Path)],
    ) -> Result<(), Failure> {
        let failed = |error: io::Error| Failure::Client(format!("{program} does not run: {error}"));
        let (said, says) = io::pipe().map_err(failed)?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(self.folder).envs(variables.iter().copied());
        command.stdin(Stdio::null()).stdout(says.try_clone().map_err(failed)?).stderr(says);
        let mut child = discreet(&mut command).spawn().map_err(failed)?;
        let kept = Kept::process(&child).map_err(failed)?;
        // Our own ends of the pipe: as long as they are open it does not end.
        drop(command);
        let mut tail = VecDeque::new();
        for line in BufReader::new(said).split(b'\n') {
            let line = String::from_utf8_lossy(&line.map_err(failed)?).trim_end().to_owned();
            writeln!(self.log, "{line}").map_err(failed)?;
            (self.told)(&line);
            tail.push_back(line);
            if tail.len() > TAIL {
                tail.pop_front();
            }
        }
        drop(kept);
        let status = child.wait().map_err(failed)?;
        match status.success() {
            true => Ok(()),
            false => {
                let tail = Vec::from(tail).join("\n");
                Err(Failure::Client(format!("{program} could not do it ({status}):\n{tail}")))
            }
        }
    }
}
