//! Servers that we start: a process, its folder and its port, for as long as somebody needs it.
//!
//! A server takes long to start, so one that nobody uses any more is kept for the next who asks for the same, who
//! empties it. It listens on this machine only, everything it writes is in a folder that goes with it, and it ends
//! when this program ends, however that comes: a shell beside it reads a pipe that is ours alone, and ends the
//! server, what that has started, and the folder when nobody holds the pipe any more. (The operating system's own signal
//! for the death of a parent would come when the thread ends that started the server; it removes no folder, does not
//! reach what the server has started, and is Linux's alone.)

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::net::TcpListener;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use minijinja::{Environment, UndefinedBehavior, context};
use rustix::process::{Pid, Signal, kill_process_group};
use tempfile::TempDir;

use crate::address::Address;
use crate::catalogue::Start;
use crate::process::{PASSWORD, USER, describe, discreet};
use crate::spec::{Spec, SpecError};

/// How long a server has to end by itself.
const ENDING: Duration = Duration::from_secs(10);
/// How often a server that starts is asked whether it answers.
const PATIENCE: Duration = Duration::from_millis(100);
/// How much of each log is shown when a server has ended.
const LOG: u64 = 1000;
/// Runs the server beside a reader of standard input, which ends the server, and removes its folder, when the input
/// ends; what is left of the group, which is its own, goes with it. Called as `sh -c KEEPER keeper HOME COMMAND...`.
const KEEPER: &str = r#"
home=$1; shift
exec 3<&0 </dev/null
"$@" 3<&- &
server=$!
{ read -r line <&3; : > "$home/ended"; kill "$server"; sleep 10; kill -9 "$server"; } 2>/dev/null &
reader=$!
exec 3<&-
wait "$server"; status=$?
kill "$reader" 2>/dev/null
[ -e "$home/ended" ] && { rm -rf -- "$home"; kill -9 0; }
exit $status
"#;

/// How a server is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Recipe {
    /// What tells it from others: name, version and options.
    pub(crate) name: String,
    /// The version.
    pub(crate) version: String,
    /// What the catalogue says of starting it.
    pub(crate) start: Start,
    /// The folder in which it is installed.
    pub(crate) place: PathBuf,
    /// Its class path.
    pub(crate) artefacts: Vec<PathBuf>,
    /// The program that runs Java.
    pub(crate) java: PathBuf,
    /// The options, each with its value.
    pub(crate) options: BTreeMap<String, String>,
}

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    /// While it is open the server runs.
    pipe: Option<ChildStdin>,
    home: TempDir,
    logs: Vec<String>,
    port: u16,
}

impl Server {
    /// Starts a server and waits until it answers.
    pub(crate) fn start(
        recipe: &Recipe,
        ready: &mut dyn FnMut(&Address) -> Result<bool, String>,
    ) -> Result<Self, String> {
        let mut server = Self::spawn(recipe)?;
        let address = server.address();
        let deadline = Instant::now() + Duration::from_secs(recipe.start.seconds);
        while !ready(&address).map_err(|why| format!("{} does not start: {why}", recipe.name))? {
            if let Some(how) = server.ended(Duration::ZERO) {
                return Err(format!("{} does not start: {how}", recipe.name));
            }
            if Instant::now() > deadline {
                let log = server.log();
                return Err(format!("{} does not answer in {} s: {log}", recipe.name, recipe.start.seconds));
            }
            std::thread::sleep(PATIENCE);
        }
        Ok(server)
    }

    fn spawn(recipe: &Recipe) -> Result<Self, String> {
        let failed = |error: io::Error| format!("{} does not start: {error}", recipe.name);
        let home = tempfile::Builder::new().prefix("quarrel-server-").tempdir().map_err(failed)?;
        let port = free_port().map_err(failed)?;
        let command = recipe.render(home.path(), port)?;
        for (path, text) in recipe.files(home.path(), port)? {
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::write(path, text).map_err(failed)?;
        }
        let log = File::create(home.path().join("output.log")).map_err(failed)?;
        let errors = log.try_clone().map_err(failed)?;
        let mut keeper = Command::new("sh");
        keeper.args(["-c", KEEPER, "keeper"]).arg(home.path()).args(command).current_dir(home.path());
        // In a group of its own, so that what the terminal sends us does not reach it.
        keeper.stdin(Stdio::piped()).stdout(log).stderr(errors).process_group(0);
        let mut child = discreet(&mut keeper).spawn().map_err(failed)?;
        let pipe = child.stdin.take();
        let logs = recipe.start.logs.iter().cloned().chain(["output.log".to_owned()]).collect();
        Ok(Self { child, pipe, home, logs, port })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> Address {
        Address::local(self.port)
    }

    /// How it ended, if it has ended or does so within the time.
    pub(crate) fn ended(&mut self, within: Duration) -> Option<String> {
        let deadline = Instant::now() + within;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    // The shell tells a signal by a number above 128.
                    let how = match status.code() {
                        Some(code @ 129..=192) => format!("signal {}", code - 128),
                        _ => describe(status),
                    };
                    let log = self.log();
                    return Some(if log.is_empty() { how } else { format!("{how}: {log}") });
                }
                Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(5)),
                Ok(None) => return None,
                Err(error) => return Some(error.to_string()),
            }
        }
    }

    /// The ends of its logs.
    fn log(&self) -> String {
        let ends = self.logs.iter().filter_map(|log| {
            let end = end_of(&self.home.path().join(log)).ok()?;
            Some(String::from_utf8_lossy(&end).trim().to_owned())
        });
        ends.filter(|end| !end.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Where its files are.
    #[cfg(test)]
    pub(crate) fn home(&self) -> PathBuf {
        self.home.path().to_owned()
    }

    /// Goes as a program goes that is killed: nothing is ended or removed, the pipe closes.
    #[cfg(test)]
    pub(crate) fn abandon(mut self) {
        self.pipe = None;
        self.home.disable_cleanup(true);
        std::mem::forget(self);
    }

    /// Ends it at once.
    pub(crate) fn kill(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            // The keeper is not reaped yet, so the group is still its own.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            let _ = self.child.wait();
        }
    }
}

impl Drop for Server {
    /// Has the keeper end it, and does so itself if that takes too long.
    fn drop(&mut self) {
        self.pipe = None;
        if self.ended(ENDING).is_none() {
            self.kill();
        }
    }
}

/// The end of a file, which may be large.
fn end_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(file.metadata()?.len().saturating_sub(LOG)))?;
    let mut end = Vec::new();
    // The server may write on.
    file.take(LOG).read_to_end(&mut end)?;
    Ok(end)
}

/// A port that nobody listens on. Somebody may take it before the server does, which then does not start.
fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

impl Recipe {
    fn text(&self, template: &str, home: &Path, port: u16) -> Result<String, String> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        let artefacts: Vec<String> = self.artefacts.iter().map(|path| path.display().to_string()).collect();
        let context = context! {
            home => home.display().to_string(), place => self.place.display().to_string(),
            port, version => self.version, classpath => artefacts.join(":"),
            java => self.java.display().to_string(), option => self.options,
        };
        environment.render_str(template, context).map_err(|error| format!("{}: {error:#}", self.name))
    }

    /// The command.
    pub(crate) fn render(&self, home: &Path, port: u16) -> Result<Vec<String>, String> {
        self.start.command.iter().map(|word| self.text(word, home, port)).collect()
    }

    /// The files that it finds in its home.
    pub(crate) fn files(&self, home: &Path, port: u16) -> Result<Vec<(PathBuf, String)>, String> {
        let files = self.start.files.iter();
        files.map(|(path, text)| Ok((home.join(path), self.text(text, home, port)?))).collect()
    }
}

/// The servers of this program: those that wait for somebody, and whose turn it is where several share one.
#[derive(Debug, Clone, Default)]
pub struct Servers(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    idle: Mutex<Vec<(Recipe, Server)>>,
    /// Whether a running server that holds something may be emptied.
    wipe: bool,
    /// The running servers that were found empty, or that may be emptied: what they hold now is ours.
    cleared: Mutex<BTreeSet<String>>,
    /// Who spoke last to each running server.
    turns: Mutex<BTreeMap<String, u64>>,
    next: AtomicU64,
    /// The addresses with user and password by the addresses without.
    logins: Mutex<BTreeMap<String, String>>,
}

/// What a panic elsewhere leaves behind is as good as before: every change is one step.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Servers {
    /// Servers of which a running one may be emptied whatever it holds.
    pub fn wiping(wipe: bool) -> Self {
        Self(Arc::new(Shared { wipe, ..Shared::default() }))
    }

    /// Reads how a user names an engine and gives the name without user and password, which are kept: nothing
    /// that is written later can hold them.
    pub fn admit(&self, text: &str) -> Result<String, SpecError> {
        let Spec::Server { name, label, url } = text.parse()? else {
            return Ok(text.to_owned());
        };
        let Some(((scheme, rest), at)) = url.split_once("://").zip(url.rfind('@')) else {
            return Ok(text.to_owned());
        };
        let after = rest.len() - (url.len() - at - 1);
        let bare = format!("{scheme}://{}", rest.get(after..).unwrap_or_default());
        let spec = Spec::Server { name, label, url: bare.clone() }.to_string();
        spec.parse::<Spec>()?;
        lock(&self.0.logins).insert(bare, url);
        Ok(spec)
    }

    /// The address that a URL names, with the user and the password that belong to it.
    pub(crate) fn address(&self, url: &str) -> Result<Address, String> {
        let full = lock(&self.0.logins).get(url).cloned();
        let mut address = Address::parse(full.as_deref().unwrap_or(url))?;
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        if let (None, Some(user)) = (&address.user, variable(USER)) {
            address.user = Some(user);
            address.password = variable(PASSWORD).unwrap_or_default();
        }
        Ok(address)
    }

    /// True when what a running server holds may be removed.
    pub(crate) fn may_empty(&self, url: &str) -> bool {
        self.0.wipe || lock(&self.0.cleared).contains(url)
    }

    /// Takes note that a running server holds nothing but what is ours.
    pub(crate) fn clear(&self, url: &str) {
        lock(&self.0.cleared).insert(url.to_owned());
    }

    /// A server of that kind that nobody uses, if it still runs.
    pub(crate) fn idle(&self, recipe: &Recipe) -> Option<Server> {
        loop {
            let mut idle = lock(&self.0.idle);
            let place = idle.iter().position(|(other, _)| other == recipe)?;
            let (_, mut server) = idle.swap_remove(place);
            drop(idle);
            if server.ended(Duration::ZERO).is_none() {
                return Some(server);
            }
        }
    }

    /// Keeps a server for the next who asks for such a one.
    pub(crate) fn give_back(&self, recipe: Recipe, server: Server) {
        lock(&self.0.idle).push((recipe, server));
    }

    /// A place in the line of those who speak to a running server.
    pub(crate) fn turn(&self, url: &str) -> Turn {
        let number = self.0.next.fetch_add(1, Ordering::Relaxed);
        Turn { servers: self.clone(), url: url.to_owned(), number }
    }
}

/// One of those who speak to a running server, which has one database for all of them.
#[derive(Debug)]
pub(crate) struct Turn {
    servers: Servers,
    url: String,
    number: u64,
}

impl Turn {
    /// True when nobody else has spoken to the server since this one did.
    pub(crate) fn is_mine(&self) -> bool {
        lock(&self.servers.0.turns).get(&self.url) == Some(&self.number)
    }

    /// Takes note that this one speaks now.
    pub(crate) fn take(&self) {
        lock(&self.servers.0.turns).insert(self.url.clone(), self.number);
    }
}
