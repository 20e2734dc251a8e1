//! A child process that answers one line per line, each within a deadline.
//!
//! Whatever the child does — answer late or never, close its pipes, write without end, die, leave children of
//! its own behind — the call ends in time and says what happened. One `poll` watches all three pipes, so that
//! neither a child that does not read nor one that floods its stderr can block us, and no thread is needed.

mod keeper;

use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

pub(crate) use keeper::Kept;

/// How much of the log is kept: its end tells why a process died.
const LOG: usize = 2048;
/// How long a process that closed its output has until it is killed.
const DYING: Duration = Duration::from_secs(2);

/// Where a user says as whom servers are spoken to.
pub(crate) const USER: &str = "QUARREL_USER";
pub(crate) const PASSWORD: &str = "QUARREL_PASSWORD";

/// Leaves out of what a child inherits what is for servers alone.
pub(crate) fn discreet(command: &mut Command) -> &mut Command {
    command.env_remove(USER).env_remove(PASSWORD)
}

/// Why a call has no line to give.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The deadline has passed.
    TimedOut,
    /// The process has ended; the text says how.
    Ended(String),
    /// The process had ended before it was asked; the text says how.
    Gone(String),
    /// The line is not what was asked for; the text says why.
    Broken(String),
}

/// A running child. It and its whole process group are killed when it is dropped, or when this program ends.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    received: Vec<u8>,
    log: Vec<u8>,
    longest: usize,
    reaped: bool,
    kept: Option<Kept>,
}

impl Process {
    /// Starts the program in a process group of its own. No line that it answers may be longer than `longest`.
    pub(crate) fn start(command: &mut Command, longest: usize) -> io::Result<Self> {
        let pipes = || Stdio::piped();
        command.stdin(pipes()).stdout(pipes()).stderr(pipes()).process_group(0);
        let mut child = discreet(command).spawn()?;
        let missing = || io::Error::other("the child has no pipe");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take();
        let mut process = Self {
            child,
            stdin,
            stdout,
            stderr,
            received: Vec::new(),
            log: Vec::new(),
            longest,
            reaped: false,
            kept: None,
        };
        process.kept = Some(Kept::group(&process.child)?);
        // Our ends alone: the child's own ends are other descriptions and stay as they are.
        rustix::io::ioctl_fionbio(&process.stdin, true)?;
        rustix::io::ioctl_fionbio(&process.stdout, true)?;
        process.stderr.as_ref().map_or(Ok(()), |stderr| rustix::io::ioctl_fionbio(stderr, true))?;
        Ok(process)
    }

    /// Sends a line (with its end) and gives the line that comes back, without its end. After a failure the
    /// process is of no more use.
    pub(crate) fn exchange(&mut self, request: &[u8], deadline: Instant) -> Result<&[u8], Failure> {
        self.log.clear();
        self.received.clear();
        if self.has_exited() {
            return Err(Failure::Gone(self.ended(deadline)));
        }
        // What came since the last answer would else be taken for the answer to this request.
        if self.receive() && !self.received.is_empty() {
            return Err(Failure::Broken("a line came that no request asked for".to_owned()));
        }
        let mut unsent = request;
        let mut searched = 0;
        loop {
            if let Some(end) = self.received[searched..].iter().position(|byte| *byte == b'\n') {
                return self.line(searched + end, unsent.is_empty());
            }
            searched = self.received.len();
            if searched > self.longest {
                return Err(Failure::Broken(format!("the line is longer than {} bytes", self.longest)));
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.too_late());
            }
            let ready = self
                .wait(!unsent.is_empty(), left)
                .map_err(|error| Failure::Broken(format!("the pipes cannot be watched: {error}")))?;
            if ready.stdin {
                unsent = self.send(unsent);
            }
            if ready.stderr {
                self.read_log();
            }
            if ready.stdout && !self.receive() {
                return Err(Failure::Ended(self.ended(deadline)));
            }
        }
    }

    /// The deadline has passed. A child of a dead process may still hold its output open, so that no end of it
    /// was seen.
    fn too_late(&mut self) -> Failure {
        match self.has_exited() {
            true => Failure::Ended(self.ended(Instant::now())),
            false => Failure::TimedOut,
        }
    }

    fn line(&mut self, end: usize, all_sent: bool) -> Result<&[u8], Failure> {
        if !all_sent {
            return Err(Failure::Broken("the answer came before the whole request was read".to_owned()));
        }
        if self.received.len() > end + 1 {
            return Err(Failure::Broken("more than one line came for one request".to_owned()));
        }
        Ok(&self.received[..end])
    }

    fn wait(&self, sending: bool, left: Duration) -> io::Result<Ready> {
        let (readable, writable) = (PollFlags::IN, PollFlags::OUT);
        let mut pipes = vec![PollFd::new(&self.stdout, readable)];
        if sending {
            pipes.push(PollFd::new(&self.stdin, writable));
        }
        if let Some(stderr) = &self.stderr {
            pipes.push(PollFd::new(stderr, readable));
        }
        let timeout = Timespec::try_from(left).ok();
        match poll(&mut pipes, timeout.as_ref()) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = pipes.iter().map(|pipe| !pipe.revents().is_empty());
        let mut next = |is_watched: bool| is_watched && ready.next().unwrap_or(false);
        Ok(Ready { stdout: next(true), stdin: next(sending), stderr: next(self.stderr.is_some()) })
    }

    /// Sends what the pipe takes and gives the rest. A child that no longer reads is waited for in silence: it
    /// may still answer, and if it died its output ends.
    fn send<'r>(&mut self, unsent: &'r [u8]) -> &'r [u8] {
        match self.stdin.write(unsent) {
            Ok(count) => &unsent[count..],
            Err(error) if is_passing(&error) => unsent,
            Err(_) => &[],
        }
    }

    /// Receives what is there; false at the end of the output.
    fn receive(&mut self) -> bool {
        let start = self.received.len();
        // Large answers are read in few calls, small ones without much clearing of memory.
        self.received.resize(start + start.clamp(1 << 14, 1 << 20), 0);
        let read = self.stdout.read(&mut self.received[start..]);
        self.received.truncate(start + *read.as_ref().unwrap_or(&0));
        match read {
            Ok(count) => count > 0,
            Err(error) => is_passing(&error),
        }
    }

    fn read_log(&mut self) {
        let mut bytes = [0; 4096];
        while let Some(stderr) = &mut self.stderr {
            match stderr.read(&mut bytes) {
                Ok(count) if count > 0 => self.log.extend_from_slice(&bytes[..count]),
                Err(error) if is_passing(&error) => return,
                _ => self.stderr = None,
            }
            let excess = self.log.len().saturating_sub(LOG);
            self.log.drain(..excess);
        }
    }

    /// How the process ended, with the end of its log.
    fn ended(&mut self, deadline: Instant) -> String {
        let deadline = deadline.min(Instant::now() + DYING);
        let mut exited = self.has_exited();
        while !exited && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(1));
            exited = self.has_exited();
        }
        let status = self.kill();
        self.read_log();
        let how = match status {
            Some(status) if exited => describe(status),
            _ => "it closed its output and ran on".to_owned(),
        };
        let log = String::from_utf8_lossy(&self.log);
        match log.trim() {
            "" => how,
            log => format!("{how}: {log}"),
        }
    }

    /// True when the process has ended; it is not reaped yet, so that its group's id cannot belong to another.
    fn has_exited(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.reaped || matches!(waitid(WaitId::Pid(self.pid()), options), Ok(Some(_)))
    }

    /// The id of the process and of its group.
    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Kills the process with all that it started.
    pub(crate) fn kill(&mut self) -> Option<ExitStatus> {
        if !self.reaped {
            // It fails when nothing of the group is left, which is what is wanted.
            let _ = kill_process_group(self.pid(), Signal::KILL);
            self.kept = None;
            self.reaped = true;
        }
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

struct Ready {
    stdin: bool,
    stdout: bool,
    stderr: bool,
}

fn is_passing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}

/// How a process ended, in a few words.
pub(crate) fn describe(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (None, Some(code)) => format!("exit status {code}"),
        (None, None) => "it ended".to_owned(),
    }
}
