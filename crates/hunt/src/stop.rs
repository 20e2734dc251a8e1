//! When to stop: a time limit, an interrupt, or the first violation.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Asked before every case; any thread may say stop.
#[derive(Debug, Default)]
pub struct Stop {
    stopped: AtomicBool,
    interrupted: AtomicBool,
    time: Option<Duration>,
    begun: OnceLock<Instant>,
}

impl Stop {
    /// Stops by itself after this time, if there is one.
    pub fn after(time: Option<Duration>) -> Self {
        Self { time, ..Self::default() }
    }

    /// The time begins to run: what it takes to start engines does not count.
    pub fn begin(&self) {
        self.begun.get_or_init(Instant::now);
    }

    /// True when nothing new may begin.
    pub fn reached(&self) -> bool {
        let is_over = |(begun, time): (&Instant, Duration)| begun.elapsed() >= time;
        self.stopped.load(Ordering::Relaxed) || self.begun.get().zip(self.time).is_some_and(is_over)
    }

    /// Nothing new may begin.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// The user wants to stop.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// True when the user wanted to stop.
    pub fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_runs_from_when_it_begins() {
        let stop = Stop::after(Some(Duration::ZERO));
        assert!(!stop.reached());
        stop.begin();
        assert!(stop.reached() && !stop.interrupted());
        let endless = Stop::default();
        endless.begin();
        assert!(!endless.reached());
        endless.interrupt();
        assert!(endless.reached() && endless.interrupted());
    }
}
