//! Servers: a toy that is a file, and the clients of the catalogue that is compiled in.

use std::path::Path;
use std::process::{Command, Output};

use super::*;

const SERVER: &str = r#"
name = "toy"
about = "a server that is a file"
versions = []
protocol = "bolt"
container = "toys/toy:{{ version }}"
repository = "https://example.org"
tracker = "https://example.org"
security = "security@example.org"

[language.cypher]
occupied = "ANY"
reset = ["EMPTY"]
await-indexes = "WAIT"

[[language.cypher.leftovers]]
texts = "LEFT"

[[language.cypher.index]]
on = "vertex"
kind = "range"
create = "INDEX {{ label }} {{ keys[0] }}"

[language.cypher.load]
vertex = "CREATE (v) RETURN v"
edge = "CREATE [e] RETURN e"

[language.cypher.client]
about = "the toy's client"
address = "bolt://127.0.0.1:1"
docker = "-p 1:1"
program = '''
class Client(Server):
    def run(self, text):
        with open(os.environ["TOY"] + "/log", "a", encoding="utf-8") as log:
            log.write(f"{text}\n")
        if text == "ANY":
            return ["x"], [[1]] if os.path.exists(os.environ["TOY"] + "/held") else []
        if text == "LEFT":
            # What is declared there, once it was emptied: something of ours.
            with open(os.environ["TOY"] + "/log", encoding="utf-8") as log:
                ours = "EMPTY\n" in log
            return ["x"], [["DROP"]] if ours or os.path.exists(os.environ["TOY"] + "/declared") else []
        if text == "WAIT":
            # An index is not ready at once.
            with open(os.environ["TOY"] + "/log", encoding="utf-8") as log:
                return ["x"], [[1]] if log.read().count("WAIT\n") == 1 else []
        if text == "CREATE (v) RETURN v":
            return ["v"], [[{"id": 7}]]
        if text == "SLEEP":
            time.sleep(600)
        if text == "CUT":
            raise Died("the connection ended")
        return ["n"], [[1], [{"id": 7}], [{"id": 8}], [Form("date", "2020-01-01")]]

    def element(self, value):
        return ("vertex", value["id"], ["A"], {"k": 1.5}) if isinstance(value, dict) else None
'''
"#;

fn presenter() -> Readme {
    let catalogue = Catalogue::from_texts([("toy", SERVER)]).unwrap();
    Readme::new(vec![Arc::new(quarrel_cypher::language::Cypher)], catalogue)
}

fn script(finding: &Finding) -> String {
    let files = presenter().present(finding);
    files.into_iter().find(|(name, _)| name == "replay.sh").unwrap().1
}

fn run(finding: &Finding, arguments: &[&str], work: &Path) -> Output {
    let mut command = Command::new("bash");
    command.arg("-c").arg(script(finding)).arg("replay.sh").args(arguments).current_dir(work);
    command.env("TOY", work).env("QUARREL_TIMEOUT", "3").env_remove("REPLAY_SERVER").output().unwrap()
}

fn log(work: &Path) -> Vec<String> {
    let log = std::fs::read_to_string(work.join("log")).unwrap_or_default();
    log.lines().map(ToOwned::to_owned).collect()
}

const ADDRESS: &[&str] = &["bolt://127.0.0.1:9"];
/// How a server is emptied.
const EMPTIED: [&str; 3] = ["EMPTY", "LEFT", "DROP"];

fn graph() -> Json {
    json!({ "vertices": [{"id": 3}], "indexes": [{"on": "vertex", "label": "A", "keys": ["k"], "kind": "range"}] })
}

#[test]
fn a_server_is_emptied_before_and_after_and_what_it_makes_has_all_there_is_to_it() {
    let new = json!({"vertex": {"new": 4, "labels": ["A"], "properties": {"k": 1.5}}});
    let right = table(&json!([[1], [{"vertex": 3}], [new], [{"date": "2020-01-01"}]]));
    for (expected, got, status) in [(&right, table(&json!([])), 1), (&table(&json!([])), right.clone(), 0)] {
        let finding = finding("ASK", &graph(), &violation("wrong-result", expected, &got));
        let work = tempfile::tempdir().unwrap();
        let ended = run(&finding, ADDRESS, work.path());
        assert_eq!(ended.status.code(), Some(status), "{}", String::from_utf8_lossy(&ended.stderr));
        let own = ["CREATE (v) RETURN v", "INDEX A k", "WAIT", "WAIT", "ASK"];
        assert_eq!(log(work.path()), [&["ANY", "LEFT"][..], &EMPTIED, &own, &EMPTIED].concat());
    }
}

#[test]
fn a_server_that_holds_data_is_left_alone() {
    for (what, asked) in [("held", &["ANY"][..]), ("declared", &["ANY", "LEFT"])] {
        let work = tempfile::tempdir().unwrap();
        std::fs::write(work.path().join(what), "").unwrap();
        let ended = run(&finding("ASK", &json!({}), &json!({})), ADDRESS, work.path());
        assert_eq!(ended.status.code(), Some(2), "{what}");
        assert!(String::from_utf8_lossy(&ended.stderr).contains("holds data already"));
        assert_eq!(log(work.path()), asked);
    }
}

#[test]
fn a_server_is_emptied_after_a_hang_and_a_crash() {
    for (text, kind, got) in
        [("SLEEP", "hang", json!({"timed_out": true})), ("CUT", "crash", json!({"crashed": "signal 11"}))]
    {
        let work = tempfile::tempdir().unwrap();
        let finding = finding(text, &json!({}), &violation(kind, &Json::Null, &got));
        assert_eq!(run(&finding, ADDRESS, work.path()).status.code(), Some(0), "{kind}");
        assert_eq!(log(work.path()), [&["ANY", "LEFT"][..], &EMPTIED, &[text], &EMPTIED].concat());
    }
}

#[test]
fn a_script_without_an_address_says_how_to_get_a_server() {
    let work = tempfile::tempdir().unwrap();
    let finding = finding("ASK", &json!({}), &json!({}));
    for (arguments, said) in [
        (&[][..], "usage: replay.sh bolt://127.0.0.1:1\n"),
        (&[], "docker run --rm -p 1:1 toys/toy:1.0\n"),
        (&["127.0.0.1"], "the address of a server is wanted, such as bolt://127.0.0.1:1"),
        (&["http://127.0.0.1"], "the address of a server is wanted"),
    ] {
        let ended = run(&finding, arguments, work.path());
        let error = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(ended.status.code() == Some(2) && error.contains(said), "{error}");
    }
    assert_eq!(log(work.path()), [""; 0]);
}

#[test]
fn a_client_that_is_shared_is_known_and_speaks_the_engines_protocol() {
    let (head, rest) = SERVER.split_once("about = \"the toy's").unwrap();
    let with = |lines: &str| {
        let text = format!("{head}{lines}");
        Catalogue::from_texts([("toy", text.as_str())]).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(with("shared = \"bolt\""), Ok(()));
    assert!(with("shared = \"pigeon\"").unwrap_err().contains("no client is called \"pigeon\""));
    assert!(with("shared = \"sparql\"").unwrap_err().contains("a server of another protocol"));
    let whole = format!("about = \"the toy's{rest}").replace("address = \"bolt://127.0.0.1:1\"\n", "");
    assert!(with(&whole).unwrap_err().contains("get is empty"));
}

#[test]
fn no_script_has_a_password_in_it() {
    let catalogue = Catalogue::builtin().unwrap();
    let served = catalogue.entries().iter().filter(|entry| {
        entry.language.values().any(|speech| {
            speech.client.as_ref().is_some_and(|client| client.address.is_some() && client.shared.is_some())
        })
    });
    let served: Vec<_> = served.cloned().collect();
    assert!(served.len() > 10, "{}", served.len());
    let readme = Readme::new(vec![Arc::new(quarrel_cypher::language::Cypher)], catalogue);
    for entry in served.iter().filter(|entry| entry.language.contains_key("cypher")) {
        let version = entry.versions.first().map_or("1.0", String::as_str);
        let fields = json!({ "engine": {"name": entry.name, "version": version}, "target": entry.name });
        let files = readme.present(&finding("MATCH (n) RETURN n", &json!({}), &fields));
        for (name, text) in files {
            assert!(name != "replay.sh" || text.contains("class Client(Server)"), "{}", entry.name);
            let password = entry.endpoint.password.as_deref().unwrap_or("playwithdata");
            assert!(!text.contains(password), "{} {name}", entry.name);
        }
    }
}
