//! From a SPEC to an engine, and every way in which there is none.

use std::sync::Arc;

use quarrel_case::graph::Model;
use quarrel_case::language::Language;

use super::{Small, TEXTS, entry, small};
use crate::install::Cache;
use crate::{Catalogue, Launcher, OpenEngine, OpenError, Servers, Spec, open};

/// A worker that says that it is alpha 2.0, and keeps what it was asked.
const HELLO: &str = r#"read -r line
echo '{"protocol":1,"name":"inner","version":"2.0","ops":["load","query"],"without":["sum"]}'
while read -r next; do echo "{\"error\":{\"phase\":\"run\",\"class\":\"$1\",\"message\":\"$(echo "$line" | tr '"' "'")\"}}"; done"#;

fn catalogue() -> Catalogue {
    let lines = format!(
        "{TEXTS}\
        [[language.small.dialect]]\nswitch = \"quote\"\nvalue = \"double\"\nsource = \"url\"\n\
        [[language.small.profile]]\nswitch = \"division\"\nvalue = \"null\"\nsource = \"url\"\n\
        probe = {{ graph = \"{{}}\", query = \"ASK\", answer = \"{{}}\" }}\n\
        [[language.small.without]]\nfeatures = [\"match\"]\nreason = \"x\"\nsource = \"url\""
    );
    let beta = entry("").replace("\"alpha\"", "\"beta\"");
    let delta = "name = \"delta\"\nabout = \"x\"\nversions = []\nprotocol = \"bolt\"\nrepository = \"r\"\n\
        tracker = \"t\"\nsecurity = \"s\"\n[language.small]\noccupied = \"ANY\"";
    Catalogue::from_texts([("alpha", entry(&lines).as_str()), ("beta", &beta), ("delta", delta)]).unwrap()
}

fn launcher(script: &str) -> Launcher {
    Launcher {
        program: "sh".into(),
        args: ["-c", script, "worker"].map(str::to_owned).to_vec(),
        hosts: vec!["alpha".to_owned()],
        cache: Cache::at("/no/such/folder".into()),
        servers: Servers::default(),
    }
}

fn try_open(spec: &str, script: &str) -> Result<OpenEngine, OpenError> {
    let spec: Spec = spec.parse()?;
    open(&spec, &catalogue(), &small(), &launcher(script))
}

/// What the worker was asked in its `hello`, with the name that it was called by.
fn hello(engine: &mut OpenEngine) -> String {
    let graph = Arc::new(super::graph());
    format!("{:?}", engine.engine.load(&graph, &quarrel_case::engine::Limits::default()))
}

#[test]
fn an_engine_of_the_catalogue_comes_with_all_that_is_known_of_it() {
    let mut engine = try_open("alpha@2.0?mode=off", HELLO).unwrap();
    assert_eq!(engine.identity.to_string(), "alpha@2.0");
    assert_eq!(engine.spec.to_string(), "alpha@2.0?mode=off");
    assert_eq!(engine.profile.switches["division"], "null");
    assert_eq!(engine.dialect.0.switches["quote"], "double");
    let without: Vec<&String> = engine.features.without.iter().collect();
    // One of its indexes has no text that drops it.
    assert_eq!(without, ["index.drop", "match", "sum"]);
    assert_eq!(engine.entry.as_ref().unwrap().name, "alpha");
    let hello = hello(&mut engine);
    assert!(hello.contains("class: \"alpha\""), "{hello}");
    assert!(hello.contains("'language':'small'") && hello.contains("'options':{'mode':'off'}"), "{hello}");
}

#[test]
fn the_reference_gets_the_profile_of_the_engine_that_it_stands_for() {
    let mut engine = try_open("reference?as=alpha&fault=f1", HELLO).unwrap();
    assert_eq!(engine.identity.name, "reference");
    assert_eq!(engine.profile.fault, None, "who judges the answers must not know the fault");
    assert_eq!(engine.dialect.0.switches["quote"], "double");
    assert!(!engine.features.allow("match"));
    let hello = hello(&mut engine);
    assert!(hello.contains("'options':{'profile':{'fault':'f1','switches':{'division':'null'}}}"), "{hello}");
    let planted = try_open("reference?fault=drop-row", HELLO).unwrap();
    assert_eq!(planted.profile.fault, None);
    assert!(try_open("reference", HELLO).unwrap().profile.switches.is_empty());
}

#[test]
fn a_command_is_taken_to_follow_the_standard() {
    let engine = try_open(&format!("exec:sh -c {} x", shlex::try_quote(HELLO).unwrap()), "").unwrap();
    assert_eq!(engine.identity.to_string(), "inner@2.0");
    assert!(engine.profile.switches.is_empty() && engine.entry.is_none());
}

#[test]
fn wrong_usage_and_engines_that_cannot_be_had_are_told_apart() {
    let answer = |reply: &str| format!("read -r line; echo '{reply}'; sleep 1");
    let hello = |version: &str, more: &str| {
        answer(&format!(
            r#"{{"protocol":1,"name":"inner","version":"{version}","ops":["load","query"]{more}}}"#
        ))
    };
    for (spec, script, code, message) in [
        ("", "", 2, "engine \"\": the name is missing"),
        (
            "gamma",
            "",
            2,
            "unknown engine \"gamma\"; known are alpha, beta, delta, reference and exec:COMMAND",
        ),
        ("alpha@3.0", "", 2, "alpha has no version \"3.0\" here; known are 2.0, 1.0"),
        ("alpha@1.0", "", 3, "alpha@1.0: it is not installed; `quarrel engines install alpha@1.0` does that"),
        ("alpha?x=1", "", 2, "alpha@2.0 has no option \"x\"; known are mode"),
        ("alpha?mode=1", "", 2, "the option \"mode\" of alpha@2.0 has no value \"1\"; known are on, off"),
        (
            "reference?as=gamma",
            "",
            2,
            "unknown engine \"gamma\"; known are alpha, beta, delta, reference and exec:COMMAND",
        ),
        ("reference?fault=f9", "", 2, "reference: unknown fault \"f9\""),
        ("alpha+telnet://u:p@h", "", 2, "alpha+telnet://***@h: there is no driver for telnet"),
        ("alpha+bolt://u:p@h", "", 2, "alpha is no server that speaks bolt"),
        ("delta+bolt://u:p@h:1:x/db", "", 2, "delta+bolt://***@h:1:x/db: the port of the address is no port"),
        ("delta+bolt:///fresh", "", 2, "delta+bolt:///fresh: the host of the address is missing"),
        ("gamma+bolt://h", "", 2, "unknown engine \"gamma\""),
        ("beta", "", 3, "beta: this build does not host it; build with the feature `embedded`"),
        ("exec:/no/such/program", "", 3, "does not start: No such file or directory"),
        ("alpha", "echo 'no memory' >&2; exit 1", 3, "alpha: sh does not start: exit status 1: no memory"),
        ("alpha", "read -r line; echo hello; sleep 1", 3, "alpha: sh does not speak the worker protocol"),
        ("alpha", "read -r line; echo '{}'; sleep 1", 3, "missing field `protocol`"),
        (
            "alpha",
            &answer(r#"{"error":{"phase":"run","class":"BadRequest","message":"not this language"}}"#),
            3,
            "alpha: not this language",
        ),
        (
            "alpha",
            &hello("2.0", "").replace("\"protocol\":1", "\"protocol\":2"),
            3,
            "alpha: it speaks version 2 of the worker protocol, not 1",
        ),
        ("alpha", &hello("2.1", ""), 3, "alpha: it is version 2.1, not the one that was asked for"),
        (
            "alpha",
            &hello("2.0", ",\"without\":[\"taste\"]"),
            3,
            "alpha: it says to lack \"taste\", which is no feature",
        ),
        (
            "reference",
            &hello("1", "").replace("\"load\",", ""),
            3,
            "reference: the worker has no operation load, and the catalogue has no texts for it",
        ),
        ("alpha", &hello("2.0", "").replace(",\"query\"", ""), 3, "alpha: the worker has no operation query"),
    ] {
        let error = try_open(spec, script).unwrap_err();
        assert!(error.to_string().contains(message), "{spec}: {error}");
        assert_eq!(error.exit_code(), code, "{spec}: {error}");
        assert_eq!(error.to_string().lines().count(), 1, "{spec}: {error}");
    }
}

#[test]
fn an_engine_is_asked_for_a_language_that_it_speaks() {
    let rdf: Arc<dyn Language> = Arc::new(Small(Model::Rdf));
    let spec: Spec = "alpha".parse().unwrap();
    let error = open(&spec, &catalogue(), &rdf, &launcher(HELLO)).unwrap_err();
    assert_eq!(error.to_string(), "alpha speaks small, not small-rdf");
    assert_eq!(crate::check(&spec, &catalogue(), &*rdf, &launcher(HELLO)).unwrap_err(), error);
}

#[test]
fn a_worker_that_was_made_of_something_else_names_the_line_that_makes_it_anew() {
    let catalogue = Catalogue::builtin().unwrap();
    let (entry, version) = catalogue.find("oxigraph", Some("0.4.11")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("engines/oxigraph/0.4.11");
    std::fs::create_dir_all(place.join("bin")).unwrap();
    std::fs::write(place.join("bin/oxigraph-worker"), "").unwrap();
    let launcher = Launcher { cache: Cache::at(folder.path().to_owned()), ..launcher("") };
    let way = || launcher.worker(&entry, &version);
    assert!(way().unwrap_err().ends_with("`quarrel engines install oxigraph@0.4.11` does that"));
    let lock = entry.files().find(|(path, _)| *path == "locks/0.4.11.lock").unwrap().1;
    std::fs::write(place.join("Cargo.lock"), lock).unwrap();
    assert!(way().is_ok());
}
