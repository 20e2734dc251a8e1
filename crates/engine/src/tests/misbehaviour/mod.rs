//! Every protocol against every misbehaviour that was thought of: what each comes to, how soon, and in how much memory.
//!
//! A protocol that is added has a column here, a misbehaviour a row; the compiler asks for each of the cells.

mod fake;
mod protocols;
mod worker;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use quarrel_case::engine::{Engine, Identity, Limits, Request};
use quarrel_case::graph::Model;
use quarrel_case::language::Language;

use super::{Small, TEXTS, entry, small};
use crate::catalogue::{Catalogue, Endpoint, Speech};
use crate::driver::Driver;
use crate::gremlin::Manner;
use crate::server::Servers;
use crate::station::{Conversation, Station};
use fake::{Fake, serve};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// What a server may do in the place of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    /// It dies.
    Dies,
    /// It closes the connection.
    Closes,
    /// It says nothing.
    Hangs,
    /// It begins an answer in which each byte comes after a while.
    Trickles,
    /// It says that it is still there, for ever.
    StaysAlive,
    /// It sends what is not in the protocol.
    Garbage,
    /// It sends half of an answer and closes the connection.
    Half,
    /// It sends half of an answer and says nothing more.
    HalfThenHangs,
    /// It announces two gigabytes, and sends a few bytes.
    Announces,
    /// It sends an answer that does not end.
    Endless,
    /// It nests ten thousand lists.
    Nests,
    /// It sends more values than are kept, in few bytes.
    Crowds,
}

use Deed::{
    Announces, Closes, Crowds, Dies, Endless, Garbage, Half, HalfThenHangs, Hangs, Nests, StaysAlive,
    Trickles,
};

/// The protocols, as the columns of the table.
const PROTOCOLS: [(&str, Ask); 7] = [
    ("bolt", |deed| station::<protocols::Bolt, crate::bolt::Bolt>(deed, "bolt", ())),
    ("resp", |deed| station::<protocols::Resp, crate::resp::Resp>(deed, "redis", ())),
    ("socket", |deed| station::<protocols::Socket, crate::gremlin::Gremlin>(deed, "ws", manner(false))),
    ("post", |deed| station::<protocols::Post, crate::gremlin::Gremlin>(deed, "http", manner(true))),
    ("sparql", |deed| station::<protocols::Sparql, crate::sparql::Sparql>(deed, "http", Endpoint::default())),
    ("arcade", |deed| station::<protocols::Arcade, crate::arcade::Arcade>(deed, "http", Endpoint::default())),
    ("worker", worker::start),
];

/// Starts an engine that misbehaves so, and gives the driver that speaks to it.
type Ask = fn(Deed) -> Box<dyn Engine>;

/// A line that does not end; that of a worker is nobody's but its own.
const LONG: &str = "rejected RowLimit";
const DEEP: &str = "rejected Unsupported";
/// What has no such thing, such as lengths that are announced.
const NONE: &str = "";

#[rustfmt::skip]
const TABLE: [(Deed, [&str; 7]); 12] = [
    //              bolt         resp         socket       post         sparql       arcade       worker
    (Dies,          ["crashed",    "crashed",    "crashed",    "crashed",    "crashed",    "crashed",    "crashed"]),
    (Closes,        ["broken",     "broken",     "broken",     "broken",     "broken",     "broken",     "crashed"]),
    (Hangs,         ["timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out"]),
    (Trickles,      ["timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out"]),
    (StaysAlive,    ["timed-out",  NONE,         "timed-out",  "timed-out",  "timed-out",  "timed-out",  NONE]),
    (Garbage,       ["broken",     "broken",     "broken",     "broken",     "broken",     "broken",     "broken"]),
    (Half,          ["broken",     "broken",     "broken",     "broken",     "broken",     "broken",     "crashed"]),
    (HalfThenHangs, ["timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out",  "timed-out"]),
    (Announces,     ["broken",     LONG,         LONG,         LONG,         LONG,         LONG,         NONE]),
    (Endless,       [LONG,         LONG,         LONG,         LONG,         LONG,         LONG,         "broken"]),
    (Nests,         [DEEP,         DEEP,         DEEP,         DEEP,         DEEP,         DEEP,         "broken"]),
    (Crowds,        [LONG,         LONG,         LONG,         LONG,         LONG,         LONG,         "broken"]),
];

/// What the deeds that only take time are given, and what the others are.
const SHORT: Duration = Duration::from_millis(300);
const AMPLE: Duration = Duration::from_secs(30);
/// How long an answer may take beyond its limit.
const LATE: Duration = Duration::from_secs(2);
/// The bytes that may be in use at once, those of the fake and of the tests beside this one included. An answer may
/// have 64 MiB, of which there are two while what has come grows.
const MOST: usize = 640 << 20;

fn manner(posts: bool) -> Manner {
    Manner { endpoint: Endpoint::default(), posts }
}

/// A driver of a server of the protocol.
fn station<F: Fake + 'static, C: Conversation + 'static>(
    deed: Deed,
    scheme: &str,
    manner: C::Manner,
) -> Box<dyn Engine> {
    let url = format!("{scheme}://127.0.0.1:{}/x", serve::<F>(deed));
    let station = Station::<C>::connect_to(&Servers::default(), &url, manner).unwrap();
    let (language, speech): (Arc<dyn Language>, Speech) = match C::WHOLE_ELEMENTS {
        true => (small(), speech()),
        false => (Arc::new(Small(Model::Rdf)), toml::from_str("reset = ['RESET']").unwrap()),
    };
    Box::new(Driver::new(station, Identity::new("alpha", "2.0"), language, speech).unwrap())
}

/// Texts for what loads by texts.
fn speech() -> Speech {
    let catalogue = Catalogue::from_texts([("alpha", entry(TEXTS).as_str())]).unwrap();
    catalogue.entries()[0].language["small"].clone()
}

fn asked(engine: &mut dyn Engine, text: &str, timeout: Duration) -> String {
    let request = Request { text, writes: false, settings: &BTreeMap::new() };
    let outcome = engine.run(&request, &Limits { timeout, rows: 3 });
    let class = outcome.to_json().pointer("/error/class").and_then(|class| class.as_str().map(str::to_owned));
    let word = outcome.word().replace('_', "-");
    class.map_or(word.clone(), |class| format!("{word} {class}"))
}

/// What is not as it should be in one cell.
fn try_cell(protocol: &str, ask: Ask, deed: Deed, expected: &str) -> Vec<String> {
    let mut engine = ask(deed);
    let before = asked(&mut *engine, "good", AMPLE);
    let timeout = if expected == "timed-out" { SHORT } else { AMPLE };
    MEMORY.reset_peak_usage();
    let start = Instant::now();
    let outcome = asked(&mut *engine, "bad", timeout);
    let (time, peak) = (start.elapsed(), MEMORY.peak_usage());
    // Whatever came before, the next query is answered, unless nobody is there, which is no fault of it.
    let gone = expected == "crashed" && protocol != "worker";
    let after = asked(&mut *engine, "good", AMPLE);
    let wrong = [
        (before != "answered", format!("before it comes to {before}")),
        (outcome != expected, format!("it comes to {outcome}, not {expected}")),
        (time > timeout + LATE, format!("it takes {time:?}")),
        (peak > MOST, format!("it takes {peak} bytes")),
        (after != if gone { "absent" } else { "answered" }, format!("after it comes to {after}")),
    ];
    let wrong = wrong.into_iter().filter_map(|(is_wrong, what)| is_wrong.then_some(what));
    wrong.map(|what| format!("{protocol} {deed:?}: {what}")).collect()
}

#[test]
fn whatever_a_server_does_comes_to_an_outcome_in_time_and_within_bounds() {
    let cells = TABLE.iter().flat_map(|(deed, row)| PROTOCOLS.iter().zip(row).map(move |cell| (deed, cell)));
    let cells = cells.filter(|(_, (_, expected))| **expected != NONE);
    let wrong =
        cells.flat_map(|(deed, ((protocol, ask), expected))| try_cell(protocol, *ask, *deed, expected));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_each_misbehaviour_once() {
    let deeds: Vec<String> = TABLE.iter().map(|(deed, _)| format!("{deed:?}")).collect();
    let mut once = deeds.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), deeds.len());
}
