//! How fast something was done so many times.

use std::time::Instant;

/// What runs: the clock on the wall, and the time that this thread has had a core, where the system tells.
pub(crate) struct Watch {
    wall: Instant,
    busy: Option<f64>,
}

impl Watch {
    /// Starts now.
    pub(crate) fn start() -> Self {
        Self { wall: Instant::now(), busy: cpu_seconds() }
    }

    /// So many cases, for a person. What else runs on the machine does not count where the system tells.
    pub(crate) fn speed(&self, count: usize) -> String {
        let wall = self.wall.elapsed().as_secs_f64();
        let busy = self.busy.zip(cpu_seconds()).map_or(wall, |(before, after)| after - before);
        let (busy, wall) = (count as f64 / busy, count as f64 / wall);
        format!("{busy:.0} cases per second ({wall:.0} by the clock on the wall)")
    }
}

fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
