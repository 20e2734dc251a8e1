//! Crashes that an attacker may use: whom to tell first.

use quarrel_case::verdict::Kind;
use quarrel_engine::catalogue::Entry;
use quarrel_hunt::finding::Record;

use crate::markdown::inline;

/// The signals of memory that is used wrongly, as a process's end names them; by their numbers too.
const SIGNALS: [&str; 6] = ["signal 6", "signal 7", "signal 11", "SIGABRT", "SIGBUS", "SIGSEGV"];

/// True when memory was used wrongly. A panic is the engine's own check: it ends the program in time.
pub(crate) fn is_memory_error(record: &Record) -> bool {
    let message = record.violation.message.as_deref().unwrap_or_default();
    let crashed = record.violation.got.get("crashed").and_then(serde_json::Value::as_str).unwrap_or_default();
    let told = |word: &str| [message, crashed].iter().any(|text| holds(text, word));
    let checked = told("panicked at") && !told("unsafe precondition");
    record.violation.kind == Kind::Crash
        && (told("AddressSanitizer") || !checked && SIGNALS.iter().any(|signal| told(signal)))
}

/// True when the text holds the words, and no number goes on after them.
fn holds(text: &str, words: &str) -> bool {
    let mut rests = text.match_indices(words).map(|(start, _)| text.get(start + words.len()..));
    rests.any(|rest| !rest.is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit())))
}

/// What stands before everything else in the report of such a crash.
pub(crate) fn warning(record: &Record, entry: Option<&Entry>) -> String {
    if !is_memory_error(record) {
        return String::new();
    }
    let contact = match entry {
        Some(entry) => inline(&entry.security),
        None => "whoever answers for the engine's security".to_owned(),
    };
    format!(
        "> **The engine's memory may have been used wrongly. Tell the security contact before anybody else, and do \
         not paste this into a public tracker:** {contact}\n\n"
    )
}
