//! What ends the children of this program when it ends itself, however that comes.
//!
//! A worker that waits for a request sees its input end; one that is busy with a query for ever sees nothing. So a shell
//! reads a pipe that is ours alone: it is told whom we start and who has ended, and kills those who are left when nobody
//! holds the pipe any more. It is one for all of them, which makes a line of what it costs to start one. (The operating
//! system's own signal for the death of a parent would come when the thread ends that started the child, and is Linux's
//! alone.)

use std::collections::BTreeSet;
use std::io::{self, Write as _};
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::discreet;

/// Reads lines: what `kill` is to be given, behind `+` when it begins and behind `-` when it has ended.
const KEEPER: &str = r#"
all=
while read -r what one; do
    rest=
    for other in $all; do [ "$other" = "$one" ] || rest="$rest $other"; done
    all=$rest
    [ "$what" = - ] || all="$all $one"
done
for one in $all; do kill -s KILL -- "$one"; done
"#;

static KEEPER_OF_ALL: Mutex<Keeper> = Mutex::new(Keeper { shell: None, kept: BTreeSet::new() });

/// The shell, and whom it is to end.
struct Keeper {
    shell: Option<Child>,
    kept: BTreeSet<String>,
}

/// A child that ends with this program at the latest. To be dropped before the child is waited for: afterwards its
/// number may be another's.
#[derive(Debug)]
pub(crate) struct Kept(String);

impl Kept {
    /// A child that has a process group of its own, with all who are in it.
    pub(super) fn group(child: &Child) -> io::Result<Self> {
        Self::new(format!("-{}", child.id()))
    }

    /// A child alone.
    pub(crate) fn process(child: &Child) -> io::Result<Self> {
        Self::new(child.id().to_string())
    }

    fn new(target: String) -> io::Result<Self> {
        let mut keeper = keeper();
        keeper.kept.insert(target.clone());
        let told = keeper.tell(&format!("+ {target}\n"));
        if told.is_err() {
            keeper.kept.remove(&target);
        }
        told.map(|()| Self(target))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut keeper = keeper();
        keeper.kept.remove(&self.0);
        // Where there is no shell any more, the next one is told only of those who are left.
        let _ = keeper.tell(&format!("- {}\n", self.0));
    }
}

/// What a panic elsewhere leaves behind is as good as before: every change is one step.
fn keeper() -> MutexGuard<'static, Keeper> {
    KEEPER_OF_ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Keeper {
    /// Tells the shell a line, or all that there is to know if there was none to hear it.
    fn tell(&mut self, line: &str) -> io::Result<()> {
        let pipe = self.shell.as_mut().and_then(|shell| shell.stdin.as_mut());
        if pipe.is_some_and(|pipe| pipe.write_all(line.as_bytes()).is_ok()) {
            return Ok(());
        }
        if let Some(mut gone) = self.shell.take() {
            gone.kill()?;
            gone.wait()?;
        }
        let mut command = Command::new("sh");
        command.args(["-c", KEEPER]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // In a group of its own, so that what the terminal sends us does not reach it.
        let shell = self.shell.insert(discreet(&mut command).process_group(0).current_dir("/").spawn()?);
        let all: String = self.kept.iter().map(|target| format!("+ {target}\n")).collect();
        shell.stdin.as_mut().map_or(Ok(()), |pipe| pipe.write_all(all.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    #[test]
    fn who_is_left_when_the_pipe_closes_is_killed_and_who_has_ended_is_not() {
        let busy = || {
            let mut command = Command::new("sh");
            command.args(["-c", "while :; do :; done"]).process_group(0).spawn().unwrap()
        };
        let (mut left, mut alone, mut ended) = (busy(), busy(), busy());
        let mut keeper = Keeper { shell: None, kept: BTreeSet::from([format!("-{}", left.id())]) };
        for line in [format!("+ -{}\n", left.id()), format!("+ {}\n", alone.id())] {
            keeper.tell(&line).unwrap();
        }
        keeper.tell(&format!("+ -{}\n", ended.id())).unwrap();
        keeper.tell(&format!("- -{}\n", ended.id())).unwrap();
        let mut shell = keeper.shell.take().unwrap();
        drop(shell.stdin.take());
        shell.wait().unwrap();
        assert_eq!(left.wait().unwrap().signal(), Some(9));
        assert_eq!(alone.wait().unwrap().signal(), Some(9));
        assert!(ended.try_wait().unwrap().is_none());
        ended.kill().unwrap();
        ended.wait().unwrap();
    }

    #[test]
    fn a_keeper_that_was_killed_is_followed_by_one_that_knows_as_much() {
        let mut child = Command::new("sleep").arg("60").process_group(0).spawn().unwrap();
        let target = format!("-{}", child.id());
        let mut keeper = Keeper { shell: None, kept: BTreeSet::from([target]) };
        keeper.tell("").unwrap();
        let shell = keeper.shell.as_mut().unwrap();
        shell.kill().unwrap();
        shell.wait().unwrap();
        keeper.tell("- 1\n").unwrap();
        drop(keeper.shell.as_mut().unwrap().stdin.take());
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        keeper.shell.take().unwrap().wait().unwrap();
    }
}
