//! A server of ours that gives no answer in time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use quarrel_case::answer::{Answer, Reply, Table};
use quarrel_case::engine::Request;
use quarrel_case::graph::Model;

use super::server::recipe;
use crate::address::Address;
use crate::server::Servers;
use crate::station::{Ask, Conversation, Fault, Said, Station};
use crate::wire::Wire as _;

/// A conversation in which the text `late` gets no answer.
struct Slow;

impl Conversation for Slow {
    type Manner = ();
    const SCHEME: &'static str = "slow";
    const WHOLE_ELEMENTS: bool = false;

    fn path((): &()) -> &'static str {
        ""
    }

    fn open(_: &Address, (): &(), _: Instant) -> Said<Self> {
        Ok(Ok(Slow))
    }

    fn run(&mut self, ask: Ask<'_>, _: Instant) -> Said<Reply> {
        match ask.text {
            "late" => Err(Fault::TimedOut),
            _ => Ok(Ok(Reply { answer: Answer::Table(Table::default()), plan: None })),
        }
    }

    fn is_fit(&self) -> bool {
        true
    }
}

#[test]
fn a_server_that_does_not_come_up_again_is_started_once_more() {
    let folder = tempfile::tempdir().unwrap();
    let fails = folder.path().join("fails");
    let fails = fails.display();
    for (script, comes) in [
        (format!("if test -e {fails}; then rm {fails}; exit 1; fi; exec sleep 60"), true),
        (format!("if test -e {fails}; then exit 1; fi; exec sleep 60"), false),
    ] {
        let mut station = Station::<Slow>::start(&Servers::default(), recipe(&script), (), "ready").unwrap();
        std::fs::write(fails.to_string(), "").unwrap();
        station.give_up();
        assert_eq!(station.ensure_running().is_ok(), comes, "{script}");
        let _ = std::fs::remove_file(fails.to_string());
    }
}

#[test]
fn a_server_is_started_again_when_it_was_late_as_often_in_a_row_as_the_catalogue_says() {
    for (patience, texts, restarts) in [
        (1, &["late", "soon"][..], 1),
        (2, &["late", "soon"], 0),
        (2, &["late", "soon", "late", "soon"], 0),
        (2, &["late", "late", "soon"], 1),
    ] {
        let mut recipe = recipe("exec sleep 60");
        recipe.start.patience = patience;
        let mut station = Station::<Slow>::start(&Servers::default(), recipe, (), "ready").unwrap();
        for text in texts {
            station.ensure_running().unwrap();
            let request = Request { text, writes: false, settings: &BTreeMap::new() };
            let deadline = Instant::now() + Duration::from_secs(1);
            let answered = station.query(&request, 1, Model::Rdf, deadline).is_ok();
            assert_eq!(answered, *text == "soon");
        }
        assert_eq!(station.restarts(), restarts, "{patience} {texts:?}");
    }
}
