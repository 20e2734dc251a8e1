//! Servers that are shell commands: that they start, that it shows when they end, and that they end with us.

use std::time::{Duration, Instant};

use crate::catalogue::Start;
use crate::server::{Recipe, Server, Servers};

pub(super) fn recipe(script: &str) -> Recipe {
    let start = format!(
        "command = [\"sh\", \"-c\", '''{script}''', \"{{{{ port }}}}\", \"{{{{ classpath }}}}\", \"{{{{ java }}}} {{{{ option.mode }}}}\"]\nseconds = 1\n\
        logs = [\"own.log\"]\nfiles = {{ \"conf/x\" = \"{{{{ version }}}} at {{{{ place }}}}\" }}"
    );
    Recipe {
        name: "alpha@1.0".to_owned(),
        version: "1.0".to_owned(),
        start: toml::from_str::<Start>(&start).unwrap(),
        place: "/place".into(),
        artefacts: vec!["/a.jar".into(), "/b.jar".into()],
        java: "/jvm/java".into(),
        options: [("mode".to_owned(), "off".to_owned())].into(),
    }
}

fn is_running(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn ends(pid: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(10);
    while is_running(pid) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    !is_running(pid)
}

#[test]
fn a_server_finds_its_files_its_port_and_its_class_path() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let script = format!("echo \"$0 $1 $2 $(cat conf/x)\" > {}; exec sleep 60", file.path().display());
    let mut port = 0;
    let server = Server::start(&recipe(&script), &mut |address| {
        port = address.port;
        Ok(std::fs::read_to_string(file.path()).is_ok_and(|text| text.ends_with('\n')))
    });
    drop(server.unwrap());
    let text = std::fs::read_to_string(file.path()).unwrap();
    assert_eq!(text, format!("{port} /a.jar:/b.jar /jvm/java off 1.0 at /place\n"));
}

#[test]
fn a_server_that_does_not_start_says_why() {
    let ended =
        Server::start(&recipe("echo first; echo why > own.log; exit 7"), &mut |_| Ok(false)).unwrap_err();
    assert_eq!(ended, "alpha@1.0 does not start: exit status 7: why\nfirst");
    let broken = Server::start(&recipe("exec sleep 60"), &mut |_| Err("no engine".to_owned())).unwrap_err();
    assert_eq!(broken, "alpha@1.0 does not start: no engine");
    let late = Server::start(&recipe("echo still; exec sleep 60"), &mut |_| Ok(false)).unwrap_err();
    assert_eq!(late, "alpha@1.0 does not answer in 1 s: still");
}

#[test]
fn it_shows_when_a_server_has_died_and_of_what() {
    let mut server = Server::start(&recipe("sleep 0.2; kill -SEGV $$"), &mut |_| Ok(true)).unwrap();
    let how = server.ended(Duration::from_secs(10)).unwrap();
    assert!(how.starts_with("signal 11"), "{how}");
}

#[test]
fn a_server_ends_with_whoever_started_it() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let script = format!("echo $$ > {}; exec sleep 60", file.path().display());
    let read = || std::fs::read_to_string(file.path()).unwrap().trim().to_owned();
    let server = Server::start(&recipe(&script), &mut |_| Ok(!read().is_empty())).unwrap();
    let pid = read();
    assert!(is_running(&pid));
    drop(server);
    assert!(ends(&pid), "it was dropped");
    // What is forgotten is never dropped: all that happens is that its end of the pipe is closed, as it is when the
    // program is killed.
    std::fs::write(file.path(), "").unwrap();
    let server = Server::start(&recipe(&script), &mut |_| Ok(!read().is_empty())).unwrap();
    let (pid, home) = (read(), server.home());
    server.abandon();
    assert!(ends(&pid), "its pipe was closed");
    let deadline = Instant::now() + Duration::from_secs(10);
    while home.exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(!home.exists(), "its folder is gone");
}

#[test]
fn what_a_server_has_started_ends_with_it() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let script = format!("sleep 60 & echo $! > {}; wait", file.path().display());
    let read = || std::fs::read_to_string(file.path()).unwrap().trim().to_owned();
    let server = Server::start(&recipe(&script), &mut |_| Ok(!read().is_empty())).unwrap();
    let pid = read();
    assert!(is_running(&pid));
    server.abandon();
    assert!(ends(&pid));
}

#[test]
fn a_server_that_does_not_end_when_told_is_killed_with_all_that_it_started() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let script = format!("trap '' TERM; sleep 60 & echo $! > {}; wait; wait", file.path().display());
    let read = || std::fs::read_to_string(file.path()).unwrap().trim().to_owned();
    let mut server = Server::start(&recipe(&script), &mut |_| Ok(!read().is_empty())).unwrap();
    server.kill();
    assert!(ends(&read()));
}

#[test]
fn a_server_that_nobody_uses_waits_for_the_next_who_asks_for_such_a_one() {
    let servers = Servers::default();
    let (waiting, dead, other) = (recipe("exec sleep 60"), recipe("exit 0"), recipe("exec sleep 61"));
    servers.give_back(waiting.clone(), Server::start(&waiting, &mut |_| Ok(true)).unwrap());
    let mut ended = Server::start(&dead, &mut |_| Ok(true)).unwrap();
    assert!(ended.ended(Duration::from_secs(10)).is_some());
    servers.give_back(dead.clone(), ended);
    assert!(servers.idle(&other).is_none() && servers.idle(&dead).is_none());
    assert!(servers.idle(&waiting).is_some() && servers.idle(&waiting).is_none());
}

#[test]
fn user_and_password_are_no_part_of_a_name() {
    let servers = Servers::default();
    for (text, name) in [
        ("alpha", "alpha"),
        ("alpha+bolt://h:1", "alpha+bolt://h:1"),
        ("alpha+bolt://u:p/a@s@h:1/db", "alpha+bolt://h:1/db"),
    ] {
        assert_eq!(servers.admit(text).unwrap(), name);
    }
    let address = servers.address("bolt://h:1/db").unwrap();
    assert_eq!((address.user.as_deref(), address.password.as_str()), (Some("u"), "p/a@s"));
    let error = servers.admit("alpha+bolt://u:secret@").unwrap_err();
    assert!(!error.to_string().contains("secret"), "{error}");
}
