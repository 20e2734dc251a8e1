//! When to stop: a time limit, an interrupt, or the first violation.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Asked before every case; any thread may say stop.
#[derive(Debug, Default)]
pub struct Stop {
    stopped: AtomicBool,
    interrupted: AtomicBool,
    deadline: Option<Instant>,
}

impl Stop {
    /// Stops by itself at the deadline, if there is one.
    pub fn at(deadline: Option<Instant>) -> Self {
        Self { deadline, ..Self::default() }
    }

    /// True when nothing new may begin.
    pub fn reached(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
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
