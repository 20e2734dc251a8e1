//! What does not show alone is looked for in what was sent before it.
//!
//! A fresh process is sent the journal up to the violation. If the violation shows then, the journal is cut by
//! delta debugging until nothing more can go, and the case is reduced behind what is left.

use serde_json::Value as Json;

use super::{CALLS, reduce};
use crate::HuntError;
use crate::bench::Bench;
use crate::finding::Finding;
use crate::stop::Stop;

/// Entries of the journal that are looked at: more would take too long to send again and again.
const ENTRIES: usize = 3_000;
/// Fresh processes that the search may cost.
const STARTS: usize = 100;

/// The finding with the part of the journal that it needs, and reduced behind it; none when it does not show
/// even after the whole journal.
pub(crate) fn with_history(
    finding: &Finding,
    bench: &mut Bench<'_>,
    journal: &[Json],
) -> Result<Option<Finding>, HuntError> {
    let recent = &journal[journal.len().saturating_sub(ENTRIES)..];
    let mut shows = |entries: &[Json]| {
        if bench.stop.is_some_and(Stop::interrupted) {
            return false;
        }
        bench.setup = entries.to_vec();
        let violation = bench.run(&finding.check, &finding.graph);
        violation.is_some_and(|violation| finding.record.violation.resembles(&violation))
    };
    let since_load = recent.iter().rposition(|entry| entry.get("load").is_some()).unwrap_or(0);
    let enough =
        [&recent[since_load..], recent].into_iter().find(|entries| !entries.is_empty() && shows(entries));
    let Some(enough) = enough else {
        bench.setup.clear();
        return Ok(None);
    };
    let needed = minimal(enough, STARTS, &mut shows);
    bench.setup = needed;
    reduce(finding, bench, CALLS)
}

/// The shortest part of a list that delta debugging finds to satisfy a condition that the whole list does.
fn minimal<T: Clone>(items: &[T], mut tries: usize, shows: &mut dyn FnMut(&[T]) -> bool) -> Vec<T> {
    let mut kept = items.to_vec();
    let mut piece = kept.len().div_ceil(2);
    while piece > 0 && tries > 0 {
        let mut from = 0;
        while from < kept.len() && tries > 0 && kept.len() > 1 {
            let end = (from + piece).min(kept.len());
            let fewer: Vec<T> = kept[..from].iter().chain(&kept[end..]).cloned().collect();
            tries -= 1;
            if !fewer.is_empty() && shows(&fewer) {
                kept = fewer;
            } else {
                from = end;
            }
        }
        piece /= 2;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_needed_is_left() {
        let items: Vec<u32> = (0..100).collect();
        let mut tries = 0;
        let kept = minimal(&items, 200, &mut |items| {
            tries += 1;
            items.contains(&7) && items.contains(&93)
        });
        assert_eq!(kept, [7, 93]);
        assert!(tries < 60, "{tries}");
    }
}
