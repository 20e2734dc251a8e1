//! Prints generated traversals and reads them again: `trips [CASES]`. Ends with 1 at the first that comes back as another
//! tree. At the end it says how much memory was in use after a tenth of the cases and after all.

#[path = "support/cases.rs"]
mod cases;

use std::process::ExitCode;

use cases::cases;
use quarrel_case::language::{Guidance, Language as _};
use quarrel_case::profile::{Dialect, ProfileError};
use quarrel_gremlin::ast::Query;
use quarrel_gremlin::language::Gremlin;
use quarrel_gremlin::parse::parse;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<ExitCode, ProfileError> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let (mut done, mut other, mut early) = (0_usize, None, None);
    cases(2, count, 100, Guidance::Full, |_, generator, choices| {
        let tree = generator.next(choices).tree;
        let text = Gremlin.print(&tree, &Dialect::default());
        let Some(query) = tree.get::<Query>() else { return };
        // A query that is made to be rejected may be one that the parser rejects.
        let came_back = parse(&text).is_ok_and(|read| read == *query);
        if !came_back && other.is_none() {
            other = Some(text);
        }
        done += 1;
        if done == count / 10 {
            early = resident();
        }
    })?;
    if let Some(text) = other {
        println!("another query comes back: {text}");
        return Ok(ExitCode::FAILURE);
    }
    println!("{done} traversals came back as they were");
    if let (Some(early), Some(late)) = (early, resident()) {
        println!("memory: {early} MB after {} cases, {late} MB after all", count / 10);
    }
    Ok(ExitCode::SUCCESS)
}

/// The memory in use in megabytes, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}
