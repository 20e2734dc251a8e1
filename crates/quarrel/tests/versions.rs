//! Versions of engines that are not embedded.

#![cfg(feature = "embedded")]

mod support;

use std::path::Path;
use std::process::{Command, Output};

use support::{program, stderr, stdout};

fn quarrel(cache: &Path, arguments: &[&str]) -> Output {
    Command::new(program()).args(arguments).env("QUARREL_CACHE", cache).output().expect("it runs")
}

#[test]
fn a_version_that_is_not_installed_names_the_command_that_installs_it() {
    let cache = tempfile::tempdir().unwrap();
    let output = quarrel(cache.path(), &["query", "sparql", "--engine", "oxigraph@0.4.11", "ASK {}"]);
    assert_eq!(output.status.code(), Some(3));
    let line = "quarrel: oxigraph@0.4.11: it is not installed; `quarrel engines install oxigraph@0.4.11` does that\n";
    assert_eq!(stderr(&output), line);
}

#[test]
fn the_list_says_what_it_takes_to_use_a_version() {
    let cache = tempfile::tempdir().unwrap();
    let list = quarrel(cache.path(), &["engines", "list", "--json"]);
    let list: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
    let engine = list.as_array().unwrap().iter().find(|engine| engine["name"] == "oxigraph").unwrap();
    assert_eq!(engine["states"]["0.5.13"], "embedded");
    assert_eq!(engine["states"]["0.4.11"], "installable");
    let table = stdout(&quarrel(cache.path(), &["engines", "list"]));
    assert!(table.contains("embedded: 0.5.13") && table.contains("can be installed: "), "{table}");
}

#[test]
fn what_is_embedded_need_not_be_installed() {
    let cache = tempfile::tempdir().unwrap();
    for engine in ["oxigraph", "oxigraph@0.5.13"] {
        let output = quarrel(cache.path(), &["engines", "install", engine]);
        assert_eq!(stdout(&output), "oxigraph@0.5.13 is embedded\n");
    }
    assert_eq!(std::fs::read_dir(cache.path()).unwrap().count(), 0);
}

/// Minutes, and the registry: not among the tests of every day.
#[test]
#[ignore = "builds an engine"]
fn an_installed_version_answers_as_that_version() {
    let cache = tempfile::tempdir().unwrap();
    let install = || quarrel(cache.path(), &["engines", "install", "oxigraph@0.4.11"]);
    let output = install();
    assert!(stdout(&output).starts_with("oxigraph@0.4.11 is installed ("), "{}", stderr(&output));
    assert_eq!(stdout(&install()), "oxigraph@0.4.11 is already installed\n");
    let query = ["query", "sparql", "--json", "--engine", "oxigraph@0.4.11", "SELECT (1 + 1 AS ?x) {}"];
    let output = quarrel(cache.path(), &query);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("oxigraph@0.4.11"), "{}", stdout(&output));
}

#[test]
fn a_folder_of_the_users_own_adds_engines_and_takes_the_place_of_others() {
    let catalogue = tempfile::tempdir().unwrap();
    let listed = || {
        let mut list = Command::new(program());
        list.args(["engines", "list", "--json"]).env("QUARREL_CATALOGUE", catalogue.path());
        list.output().expect("it runs")
    };
    let entry = |name: &str, about: &str| {
        std::fs::create_dir_all(catalogue.path().join(name)).unwrap();
        let text = format!(
            "name = \"{name}\"\nabout = \"{about}\"\nversions = []\nprotocol = \"sparql\"\nrepository = \"r\"\n\
            tracker = \"t\"\nsecurity = \"s\"\n[endpoint]\nquery = \"/q\"\nupdate = \"/u\"\n[language.sparql]\n\
            reset = [\"DROP ALL\"]\noccupied = \"ASK {{}}\"\nquads = \"SELECT * {{}}\""
        );
        std::fs::write(catalogue.path().join(name).join("engine.toml"), text).unwrap();
    };
    entry("mine", "of my own");
    entry("sparql", "another one");
    let list: serde_json::Value = serde_json::from_slice(&listed().stdout).unwrap();
    let about = |name: &str| {
        let engine = list.as_array().unwrap().iter().find(|engine| engine["name"] == name);
        engine.map(|engine| engine["about"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(
        (about("mine").as_deref(), about("sparql").as_deref()),
        (Some("of my own"), Some("another one"))
    );
    assert!(about("oxigraph").is_some(), "those that are built in stay");
    std::fs::write(catalogue.path().join("mine/engine.toml"), "name = 1").unwrap();
    let output = listed();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("quarrel: catalogue/mine/engine.toml: "), "{}", stderr(&output));
}
