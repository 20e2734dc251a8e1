//! An engine of the catalogue that is reached by its address and asks who is there by Digest, as it was told to.

use std::sync::Arc;

use quarrel_case::answer::Outcome;
use quarrel_case::engine::{Engine as _, Identity};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::Language;

use super::super::Sparql;
use super::keeper::Keeper;
use super::toy::{Heard, Toy};
use super::{limits, run, shown};
use crate::Catalogue;
use crate::driver::Driver;
use crate::server::Servers;
use crate::station::Station;
use crate::tests::Small;

/// The engine as the catalogue describes it, at the toy's address and asked for by this user.
fn driver(toy: &Toy, user: &str) -> Driver<Station<Sparql>> {
    let catalogue = Catalogue::builtin().unwrap();
    let entry = catalogue.entries().iter().find(|entry| entry.name == "marklogic").unwrap();
    let servers = Servers::default();
    servers.admit(&toy.root().replace("http://", &format!("marklogic+http://{user}@"))).unwrap();
    let station = Station::connect_to(&servers, &toy.root(), entry.endpoint.clone()).unwrap();
    let language: Arc<dyn Language> = Arc::new(Small(Model::Rdf));
    let speech = entry.language["sparql"].clone();
    Driver::new(station, Identity::new("marklogic", "unknown"), language, speech).unwrap()
}

fn media(heard: &Heard) -> &str {
    heard.header("content-type").and_then(|media| media.split(';').next()).unwrap_or_default()
}

#[test]
fn queries_and_updates_go_to_one_address_and_prove_who_asks() {
    let toy = Toy::kept(Keeper::new("public", "admin", "s3cret,\"x"));
    let mut driver = driver(&toy, "admin:s3cret%2C%22x");
    let graph = Arc::new(Graph::from_text("<http://e/a> <http://e/p> \"x\" .\n", Model::Rdf).unwrap());
    assert_eq!(driver.load(&graph, &limits()), Outcome::done());
    assert_eq!(driver.dump(&limits()).unwrap().to_text(), graph.to_text());
    for _ in 0..5 {
        assert_eq!(shown(&run(&mut driver, "yes")), r#"answered {"boolean":true}"#);
    }
    drop(driver);
    let heard = toy.heard();
    assert!(heard.iter().all(|heard| heard.line == "POST /v1/graphs/sparql"), "{heard:?}");
    let medias: Vec<&str> = heard.iter().map(media).collect();
    let (query, update) = ("application/sparql-query", "application/sparql-update");
    // The first request is refused, and so is each one behind three that one number of the server's was good for.
    assert_eq!(
        medias,
        [update, update, query, query, query, query, query, query, query, query, update],
        "{heard:?}"
    );
    assert!(heard.iter().all(|heard| !format!("{heard:?}").contains("s3cret")), "{heard:?}");
}

#[test]
fn a_wrong_password_is_an_error_and_asked_for_no_more_than_twice() {
    let toy = Toy::kept(Keeper::new("public", "admin", "right"));
    let mut driver = driver(&toy, "admin:wrong");
    let outcome = run(&mut driver, "yes");
    assert!(shown(&outcome).contains("Http401"), "{outcome:?}");
    assert_eq!(toy.heard().iter().filter(|heard| heard.body == "yes").count(), 2);
}
