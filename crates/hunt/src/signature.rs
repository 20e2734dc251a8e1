//! What stays the same when one cause shows twice: messages without what changes, crashes without addresses.

/// The first line of a message without what changes from case to case: quoted parts and numbers are blanked.
pub fn message(text: &str) -> String {
    let mut blank = String::new();
    let mut quote: Option<char> = None;
    for letter in text.lines().next().unwrap_or_default().chars().take(200) {
        match quote {
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if ['"', '\'', '`'].contains(&letter) => {
                quote = Some(letter);
                blank.push('_');
            }
            None if letter.is_ascii_digit() => {
                if !blank.ends_with('#') {
                    blank.push('#');
                }
            }
            None => blank.push(letter),
        }
    }
    blank
}

/// Frames of a stack that tell crashes apart; deeper ones differ with what led there.
const FRAMES: usize = 3;

/// What tells one crash from another: how the process ended, what was asserted, where, and the top frames of the
/// stack, without addresses and without what changes from case to case.
pub fn crash(text: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut frames = 0;
    for line in text.lines() {
        let line = line.trim();
        if let Some(frame) = frame(line) {
            if frames < FRAMES && !is_machinery(&frame) {
                frames += 1;
                parts.push(frame);
            }
        } else if tells(line) || parts.is_empty() {
            parts.push(place(line).unwrap_or_else(|| message(line)));
        }
    }
    parts.dedup();
    parts.join("; ")
}

/// True for the lines that say what went wrong.
fn tells(line: &str) -> bool {
    const WORDS: [&str; 9] = [
        "panicked at",
        "assert",
        "signal",
        "overflow",
        "Sanitizer",
        "SUMMARY",
        "exception",
        "unreachable",
        "abort",
    ];
    WORDS.iter().any(|word| line.contains(word))
}

/// The file and the line of a panic: the best name that a crash has. The folder and the column go.
fn place(line: &str) -> Option<String> {
    let (_, after) = line.split_once("panicked at ")?;
    let mut parts = after.splitn(3, ':');
    let (file, row) = (parts.next()?, parts.next()?);
    let file = file.rsplit('/').next().unwrap_or(file);
    Some(format!("panicked at {file}:{row}"))
}

/// The function of a stack frame: `3: name`, `#3 0x... in name`, `    at name`.
fn frame(line: &str) -> Option<String> {
    let rest = match line.strip_prefix('#') {
        Some(rest) => rest.trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start(),
        None => {
            let (number, rest) = line.split_once(": ")?;
            let numbered = !number.is_empty() && number.trim().chars().all(|letter| letter.is_ascii_digit());
            numbered.then_some(rest)?
        }
    };
    let rest = match rest.strip_prefix("0x") {
        Some(address) => address.split_once(" in ").map_or(address, |(_, name)| name),
        None => rest,
    };
    let name = rest.split(['(', '+', ' ']).next().unwrap_or_default();
    let name = name.split("::h").next().unwrap_or(name);
    (!name.is_empty()).then(|| name.to_owned())
}

/// Frames of the machinery that every crash goes through.
fn is_machinery(frame: &str) -> bool {
    const PREFIXES: [&str; 8] =
        ["std::", "core::", "rust_begin_unwind", "rust_panic", "raise", "abort", "__", "gsignal"];
    PREFIXES.iter().any(|prefix| frame.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_blanked_of_what_changes_from_case_to_case() {
        assert_eq!(message("variable `n12` not defined at 3:14"), "variable _ not defined at #:#");
    }

    #[test]
    fn a_crash_is_told_by_its_signal_its_assertion_and_its_top_frames() {
        let first = "thread 'main' panicked at /home/a/src/sort.rs:120:9:\nindex 7 out of bounds\n   0: std::panicking::begin\n   1: engine::sort::merge::h0123456789abcdef\n   2: engine::run\nsignal: 6 (SIGABRT)";
        let second = "thread 'main' panicked at /root/b/src/sort.rs:120:33:\nindex 9 out of bounds\n   0: std::panicking::begin\n   1: engine::sort::merge::hfedcba9876543210\n   2: engine::run\nsignal: 6 (SIGABRT)";
        assert_eq!(crash(first), crash(second));
        let elsewhere = first.replace("sort.rs:120", "sort.rs:121");
        assert_ne!(crash(first), crash(&elsewhere));
    }

    #[test]
    fn frames_of_debuggers_and_sanitizers_are_read_without_addresses() {
        assert_eq!(frame("#3 0x7f00 in Record_Get (rec=0x1)").as_deref(), Some("Record_Get"));
        assert_eq!(frame("12: engine::eval+0x19").as_deref(), Some("engine::eval"));
        assert_eq!(frame("no frame"), None);
    }
}
