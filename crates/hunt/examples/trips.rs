//! Prints generated queries and reads them again: `trips LANGUAGE [CASES]`. Ends with 1 at the first that comes back as
//! another tree. At the end it says how much memory was in use after a tenth of the cases and after all.

#[path = "../../graph/support/cases.rs"]
mod cases;
#[path = "support/languages.rs"]
mod languages;

use std::process::ExitCode;

use cases::cases;
use languages::language;
use quarrel_case::language::Guidance;
use quarrel_case::profile::Dialect;

/// As in the binary.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut words = std::env::args().skip(1);
    let language = language(&words.next().unwrap_or_default())?;
    let count: usize = words.next().map_or(Ok(10_000), |count| count.parse())?;
    let (mut done, mut refused, mut other, mut early) = (0_usize, 0_usize, None, None);
    cases(&*language, 2, count, 100, Guidance::Full, |_, generator, choices| {
        let candidate = generator.next(choices);
        let text = language.print(&candidate.tree, &Dialect::default());
        let came_back = match language.parse(&text) {
            Ok(read) => language.tree_to_json(&read) == language.tree_to_json(&candidate.tree),
            Err(_) => {
                refused += 1;
                candidate.aim.as_deref() == Some("error")
            }
        };
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
    println!("{} queries came back as they were, {refused} are refused on purpose", done - refused);
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
