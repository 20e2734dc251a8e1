//! A server of ours that gives no answer in time.

use std::cell::Cell;
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

thread_local! {
    /// Until when no conversation can be begun.
    static REFUSES: Cell<Option<Instant>> = const { Cell::new(None) };
}

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
        match REFUSES.get() {
            Some(until) if Instant::now() < until => Err(Fault::Cut("refused".to_owned())),
            _ => Ok(Ok(Slow)),
        }
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
    // A start has a second.
    for (refuses, comes) in [(1_300, true), (60_000, false)] {
        let (servers, recipe) = (Servers::default(), recipe("exec sleep 60"));
        let mut station = Station::<Slow>::start(&servers, recipe, (), "ready").unwrap();
        station.give_up();
        REFUSES.set(Some(Instant::now() + Duration::from_millis(refuses)));
        assert_eq!(station.ensure_running().is_ok(), comes, "{refuses}");
        REFUSES.set(None);
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
