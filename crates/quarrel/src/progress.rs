//! What is shown on a terminal of work under way: of a hunt, as a listener of its events, and of an installation.

use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressFinish, ProgressStyle};
use quarrel_hunt::events::{Event, Listener};
use quarrel_hunt::plan::Until;
use quarrel_hunt::tally::Tally;

/// All that is shown at once: a hunt may install an engine.
static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);
/// How often what is shown moves.
const TICK: Duration = Duration::from_millis(250);

/// Shows what an installation says until what this gives is dropped.
pub(crate) fn installation(title: &str) -> Box<dyn FnMut(&str)> {
    let bar = BARS.add(ProgressBar::new_spinner().with_finish(ProgressFinish::AndClear));
    let style = ProgressStyle::with_template("{spinner} {elapsed} {prefix}: {wide_msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_prefix(title.to_owned());
    bar.enable_steady_tick(TICK);
    if bar.is_hidden() {
        eprintln!("{title} is being installed");
    }
    Box::new(move |line| bar.set_message(line.trim().to_owned()))
}

/// Shows rate, share of non-empty cases and violations on stderr, when it is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    until: Until,
    start: Instant,
    rounds: u64,
    tally: Tally,
    reduced: u64,
    violations: u64,
    kinds: BTreeSet<String>,
}

impl Progress {
    pub(crate) fn new(until: Until) -> Self {
        let length = match until {
            Until::Rounds(rounds) => rounds,
            Until::Time(time) => time.as_secs(),
        };
        let bar = BARS.add(ProgressBar::new(length));
        let style = ProgressStyle::with_template("{elapsed_precise} [{bar:20}] {wide_msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(TICK);
        let (start, tally) = (Instant::now(), Tally::default());
        Self { bar, until, start, rounds: 0, tally, violations: 0, reduced: 0, kinds: BTreeSet::new() }
    }

    fn show(&self) {
        let elapsed = self.start.elapsed().as_secs_f64();
        self.bar.set_position(match self.until {
            Until::Rounds(_) => self.rounds,
            Until::Time(_) => self.start.elapsed().as_secs(),
        });
        let rate = if elapsed > 0.0 { self.tally.replies() as f64 / elapsed } else { 0.0 };
        self.bar.set_message(format!(
            // What matters most stands first: a terminal may cut the rest.
            "{} violations of {} kinds · round {} · {rate:.0} queries/s · {:.1} % non-empty",
            self.violations,
            self.kinds.len(),
            self.rounds,
            100.0 * self.tally.nonempty_ratio(),
        ));
    }
}

impl Listener for Progress {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::RoundEnded { tally, .. } => {
                self.rounds += 1;
                self.tally.add(tally);
                self.show();
            }
            Event::Violation(raw) => {
                self.violations += 1;
                self.kinds.insert(raw.bucket());
            }
            Event::Reducing { violations } => {
                self.bar.set_message(format!("reducing {violations} violations"));
            }
            Event::Reduced { id, seconds } => {
                self.reduced += 1;
                let (reduced, all) = (self.reduced, self.violations);
                self.bar.set_message(format!("{reduced} of {all} reduced, the last {id} in {seconds:.1} s"));
            }
            Event::Settled { id, state } => self.bar.set_message(format!("{state} {id}")),
            Event::Ended { .. } => self.show(),
            _ => {}
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
