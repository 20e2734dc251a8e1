//! The client against a server that is a thread and misbehaves in every way that was thought of.

mod digest;
mod keeper;
#[path = "../../../support/results.rs"]
mod random;
mod toy;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use quarrel_case::answer::Outcome;
use quarrel_case::choices::Choices;
use quarrel_case::engine::{Engine as _, Identity, Limits, Request};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::Language;

use super::{Sparql, read_results};
use crate::catalogue::{Endpoint, Speech};
use crate::driver::Driver;
use crate::install::Cache;
use crate::server::Servers;
use crate::station::Station;
use crate::tests::Small;
use crate::{Catalogue, Launcher, Spec};
use toy::Toy;

fn endpoint() -> Endpoint {
    toml::from_str("query = '/query'\nupdate = '/update'").unwrap()
}

fn driver(toy: &Toy, servers: &Servers) -> Driver<Station<Sparql>> {
    let speech: Speech = toml::from_str("reset = ['DROP ALL']\nquads = 'SELECT ?g'").unwrap();
    let station = Station::connect_to(servers, &toy.url(), endpoint()).unwrap();
    let language: Arc<dyn Language> = Arc::new(Small(Model::Rdf));
    Driver::new(station, Identity::new("alpha", "2.0"), language, speech).unwrap()
}

fn limits() -> Limits {
    Limits { timeout: Duration::from_millis(700), rows: 3 }
}

fn run(driver: &mut Driver<Station<Sparql>>, text: &str) -> Outcome {
    driver.run(&Request { text, writes: false, settings: &BTreeMap::new() }, &limits())
}

fn shown(outcome: &Outcome) -> String {
    format!("{} {}", outcome.word(), outcome.to_json())
}

#[test]
fn answers_errors_and_faults_are_what_they_are() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy, &Servers::default());
    let row_limit = r#"rejected {"error":{"class":"RowLimit","message":"the answer has more than 3 rows","phase":"run"}}"#;
    for (text, expected) in [
        ("yes", r#"answered {"boolean":true}"#),
        ("one", r#"answered {"columns":["x"],"order":null,"rows":[["_:new0"]]}"#),
        ("four", row_limit),
        ("triples", r#"answered {"triples":[["<a>","<b>","_:new0"]]}"#),
        ("no triples", r#"answered {"triples":[]}"#),
        ("bad triples", "broken"),
        (
            "empty",
            r#"rejected {"error":{"class":"EmptyBody","message":"status 200 without an answer","phase":"run"}}"#,
        ),
        ("html", "broken"),
        ("half", "broken"),
        (
            "syntax",
            r#"rejected {"error":{"at":[1,7],"class":"SyntaxError","message":"Lexical error at line 1, column 7. Oh","phase":"parse"}}"#,
        ),
        ("fault", r#"rejected {"error":{"class":"Http500","message":"java.lang.NullPointerException"#),
        ("busy", r#"rejected {"error":{"class":"Http503","message":"status 503","phase":"run"}}"#),
        ("moved", r#"rejected {"error":{"class":"Http302","message":"status 302","phase":"run"}}"#),
        ("late", "timed-out"),
        ("slow", "timed-out"),
        ("cut", "broken"),
        ("close", "broken"),
        ("noise", "broken"),
    ] {
        let outcome = shown(&run(&mut driver, text));
        assert!(outcome.starts_with(expected), "{text}: {outcome}");
        assert!(shown(&run(&mut driver, "one")).starts_with("answered"), "after {text}");
    }
}

#[test]
fn an_answer_that_is_too_long_is_read_no_further_and_accuses_nobody() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy, &Servers::default());
    let request = Request { text: "endless", writes: false, settings: &BTreeMap::new() };
    let outcome = driver.run(&request, &Limits { timeout: Duration::from_secs(60), rows: 3 });
    assert!(shown(&outcome).starts_with(r#"rejected {"error":{"class":"RowLimit""#), "{outcome:?}");
}

#[test]
fn an_answer_that_comes_slowly_ends_with_the_limit() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy, &Servers::default());
    let start = Instant::now();
    assert_eq!(run(&mut driver, "slow").word(), "timed-out");
    assert!(start.elapsed() < Duration::from_millis(1200), "{:?}", start.elapsed());
}

#[test]
fn queries_and_updates_go_where_the_catalogue_says() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy, &Servers::default());
    let text = "_:b <http://e/p> \"é\" <http://e/g> .\n";
    let graph = Arc::new(Graph::from_text(text, Model::Rdf).unwrap());
    assert_eq!(driver.load(&graph, &limits()), Outcome::done());
    assert_eq!(driver.holds(), Some(&graph));
    let dump = driver.dump(&limits()).unwrap();
    assert_eq!(dump.to_text(), "<http://e/a> <http://e/p> \"x\" .\n");
    drop(driver);
    let heard = toy.heard();
    let lines: Vec<&str> = heard.iter().map(|heard| heard.line.as_str()).collect();
    assert_eq!(
        lines,
        ["POST /ds/update", "POST /ds/query", "POST /ds/update"],
        "the last one leaves it empty"
    );
    assert_eq!(
        heard[0].body,
        "DROP ALL ;\nINSERT DATA {\nGRAPH <http://e/g> {\n_:b <http://e/p> \"é\" .\n}\n}"
    );
    assert_eq!(heard[0].header("content-type"), Some("application/sparql-update; charset=utf-8"));
    assert_eq!(heard[1].header("content-type"), Some("application/sparql-query; charset=utf-8"));
    assert!(heard[1].header("accept").unwrap().starts_with("application/sparql-results+json,"));
    assert_eq!(heard[2].body, "DROP ALL");
}

#[test]
fn a_server_that_takes_no_body_gets_a_form() {
    let toy = Toy::new(None);
    let mut driver = driver(&toy, &Servers::default());
    assert!(shown(&run(&mut driver, "body")).starts_with("answered"));
    assert!(shown(&run(&mut driver, "body é&=")).starts_with("answered"));
    let heard = toy.heard();
    let bodies: Vec<&str> = heard.iter().map(|heard| heard.body.as_str()).collect();
    assert_eq!(bodies, ["body", "query=body", "query=body%20%C3%A9%26%3D"]);
    assert_eq!(heard[2].header("content-type"), Some("application/x-www-form-urlencoded"));
}

#[test]
fn who_asks_is_said_in_the_way_that_the_server_wants_and_only_then() {
    for (challenge, answer) in [
        ("Basic realm=\"x\"", "Basic bWU6c2VjcmV0"),
        (
            "Digest realm=\"x\", nonce=\"n\", qop=\"auth\"",
            "Digest username=\"me\", realm=\"x\", nonce=\"n\", uri=\"/ds/query\"",
        ),
    ] {
        let toy = Toy::new(Some(challenge));
        let servers = Servers::default();
        servers.admit(&toy.url().replace("http://", "alpha+http://me:secret@")).unwrap();
        let mut driver = driver(&toy, &servers);
        assert!(shown(&run(&mut driver, "one")).starts_with("answered"));
        assert!(shown(&run(&mut driver, "one")).starts_with("answered"));
        let heard = toy.heard();
        assert_eq!((heard.len(), heard[0].header("authorization")), (3, None));
        for heard in &heard[1..] {
            let said = heard.header("authorization").unwrap();
            assert!(said.starts_with(answer) && !said.contains("secret"), "{said}");
        }
        assert_ne!(heard[1].header("authorization"), Some("x"));
    }
}

#[test]
fn a_server_that_knows_nobody_of_that_name_is_an_error_and_not_asked_again() {
    let toy = Toy::new(Some("Negotiate"));
    let servers = Servers::default();
    servers.admit(&toy.url().replace("http://", "alpha+http://me:secret@")).unwrap();
    let outcome = run(&mut driver(&toy, &servers), "one");
    assert!(shown(&outcome).contains("Http401"), "{outcome:?}");
    let asked = toy.heard().iter().filter(|heard| heard.body == "one").count();
    assert_eq!(asked, 1);
    let nobody = Toy::new(Some("Basic realm=\"x\""));
    let outcome = run(&mut driver(&nobody, &Servers::default()), "one");
    assert!(shown(&outcome).contains("Http401"), "{outcome:?}");
}

#[test]
fn a_server_that_is_not_there_is_said_so() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/ds", listener.local_addr().unwrap());
    drop(listener);
    let why = Station::<Sparql>::connect_to(&Servers::default(), &url, endpoint()).map(drop).unwrap_err();
    assert!(why.contains("refused"), "{why}");
}

#[test]
fn what_the_server_calls_itself_is_kept() {
    let toy = Toy::new(None);
    let mut station = Station::<Sparql>::connect_to(&Servers::default(), &toy.url(), endpoint()).unwrap();
    assert_eq!(station.server(), None);
    station.ask("one").unwrap();
    assert_eq!(station.server(), Some("Toy/2.5"));
}

fn open(spec: &str) -> Result<(String, String), String> {
    let entry = |name: &str, version: &str| {
        format!(
            "name = \"{name}\"\nabout = \"x\"\nversions = []\nprotocol = \"sparql\"\nrepository = \"r\"\n\
            tracker = \"t\"\nsecurity = \"s\"\n{version}\n\
            [language.small-rdf]\noccupied = \"ANY\"\nreset = [\"DROP ALL\"]\n\
            [[language.small-rdf.without]]\nfeatures = [\"sum\"]\nreason = \"x\"\nsource = \"u\"\nversions = [\"2.5\"]"
        )
    };
    let says = entry("says", "[endpoint]\nversion = '^Toy/(\\S+)'");
    let texts = [("says", says), ("silent", entry("silent", ""))];
    let catalogue = Catalogue::from_texts(texts.iter().map(|(name, text)| (*name, text.as_str()))).unwrap();
    let language: Arc<dyn Language> = Arc::new(Small(Model::Rdf));
    let launcher = Launcher {
        program: "false".into(),
        args: Vec::new(),
        hosts: Vec::new(),
        cache: Cache::at("/no/such/folder".into()),
        servers: Servers::default(),
    };
    let spec: Spec = spec.parse().unwrap();
    let opened = crate::open(&spec, &catalogue, &language, &launcher).map_err(|error| error.to_string())?;
    let without: Vec<String> = opened.features.without.into_iter().collect();
    Ok((opened.identity.to_string(), without.join(" ")))
}

#[test]
fn a_running_server_has_the_version_that_it_says_or_that_the_user_says() {
    let toy = Toy::new(None);
    for (name, identity, without) in [
        ("says", "says@2.5", "sum"),
        ("says@1.0", "says@2.5", "sum"),
        ("silent", "silent@unknown", ""),
        ("silent@2.5", "silent@2.5", "sum"),
        ("silent@mine", "silent@mine", ""),
    ] {
        let opened = open(&format!("{name}+{}", toy.url())).unwrap();
        assert_eq!(opened, (identity.to_owned(), without.to_owned()), "{name}");
    }
}

#[test]
fn no_bytes_do_harm() {
    let mut choices = Choices::new(1);
    for _ in 0..20_000 {
        let mut bytes = random::answer(&mut choices).into_bytes();
        for _ in 0..choices.below(4) {
            let (place, byte) = (choices.below(bytes.len()), choices.below(256));
            bytes[place] = u8::try_from(byte).unwrap_or(b'{');
        }
        bytes.truncate(bytes.len() - choices.below(3));
        let _ = read_results(&bytes);
    }
}
