//! What stays the same when one cause shows twice: messages without what changes, crashes without addresses.

use std::collections::BTreeSet;

use quarrel_case::verdict::Violation;

/// The message of the error that came, without what changes from case to case. What a parser would have taken in
/// the place of what it found depends on where it stopped, not on why: that goes too.
pub fn error(violation: &Violation, query: &str) -> String {
    let said = message(violation.message.as_deref().unwrap_or_default(), query);
    match said.find(EXPECTED) {
        Some(from) if violation.is_of_parser() => said[..from + EXPECTED.len()].to_owned(),
        _ => said,
    }
}

/// How parsers begin to say what they would have taken.
const EXPECTED: &str = "expected";

/// The first line of a message without what changes from case to case: quoted parts, numbers, and the names that
/// stand in the query.
pub fn message(text: &str, query: &str) -> String {
    let names = names(query);
    let line: String = text.lines().next().unwrap_or_default().chars().take(2000).collect();
    let mut blank = String::new();
    let mut rest = line.as_str();
    while let Some(letter) = rest.chars().next() {
        let length = rest.find(|letter: char| !is_word(letter)).unwrap_or(rest.len());
        if length > 0 {
            let (word, after) = rest.split_at(length);
            // One letter is as good as a name: it must not depend on the query whether `a` is an article.
            let named = names.contains(word) || (word.len() == 1 && word.starts_with(char::is_alphabetic));
            blank.push_str(&if named { "_".to_owned() } else { without_numbers(word) });
            rest = after;
        } else if let Some(passage) = passage(rest, query) {
            blank.push('_');
            rest = &rest[passage.len()..];
        } else if ['"', '\'', '`'].contains(&letter) {
            blank.push('_');
            let after = &rest[letter.len_utf8()..];
            rest = after.split_once(letter).map_or("", |(_, after)| after);
        } else {
            blank.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    without_repeats(&blank).chars().take(200).collect()
}

/// The longest part in brackets that a text begins with and that the query has word for word: a message may name an
/// expression by its text. A short one comes by chance.
fn passage<'t>(text: &'t str, query: &str) -> Option<&'t str> {
    const LEAST: usize = 8;
    if !text.starts_with(['[', '(', '{']) {
        return None;
    }
    let ends = text.rmatch_indices([']', ')', '}']).map(|(place, _)| place + 1);
    ends.take_while(|end| *end >= LEAST).find_map(|end| text.get(..end).filter(|part| query.contains(part)))
}

/// How many arguments of one type a message lists depends on the graph, not on the cause.
fn without_repeats(text: &str) -> String {
    let mut parts: Vec<&str> = text.split(", ").collect();
    parts.dedup();
    parts.join(", ")
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The words that a query chose itself. What is called is no name of the query's: a message may well speak of
/// relationships or types without meaning the function.
fn names(query: &str) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut rest = query;
    while let Some(start) = rest.find(is_word) {
        let from = &rest[start..];
        let (word, after) = from.split_at(from.find(|letter| !is_word(letter)).unwrap_or(from.len()));
        if is_name(word) && !after.starts_with('(') {
            names.insert(word);
        }
        rest = after;
    }
    names
}

/// True for a word that a query chose itself, and not for the language's own: keywords are long and in capitals.
fn is_name(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
        || (word.len() <= 3 && !word.starts_with(|letter: char| letter.is_ascii_digit()))
}

fn without_numbers(word: &str) -> String {
    let mut blank = String::new();
    for letter in word.chars() {
        if !letter.is_ascii_digit() {
            blank.push(letter);
        } else if !blank.ends_with('#') {
            blank.push('#');
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
            parts.push(place(line).unwrap_or_else(|| message(line, "")));
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
        for (text, query, expected) in [
            ("variable `n12` not defined at 3:14", "RETURN n12", "variable _ not defined at #:#"),
            ("unbound variable: n12", "MATCH (n12) RETURN n12", "unbound variable: _"),
            ("a0 Ge a0: only = and <>", "WITH 1 AS a0 WHERE a0 >= a0", "_ Ge _: only = and <>"),
            ("type error: comparing nodes", "RETURN type(r), nodes(p)", "type error: comparing nodes"),
            ("expected 'one", "RETURN 1", "expected _"),
            ("no E (Source, string, string, string)", "RETURN 1", "no _ (Source, string, string)"),
            ("MATCH after 12 rows", "MATCH (n) RETURN 1", "MATCH after # rows"),
            ("no alias [(a)-->(b) | 1] there", "RETURN [(a)-->(b) | 1] AS x", "no alias _ there"),
            (
                "no alias [(a)--(:B) | 1] there",
                "RETURN [(a)-->(b) | 1] AS x",
                "no alias [(_)--(:_) | #] there",
            ),
        ] {
            assert_eq!(message(text, query), expected);
        }
    }

    #[test]
    fn what_a_parser_expected_says_nothing_of_the_cause() {
        let violation = |phase: &str, message: &str| -> Violation {
            let got = serde_json::json!({ "error": { "phase": phase, "class": "SyntaxError" } });
            serde_json::from_value(
                serde_json::json!({ "kind": "unexpected-error", "accused": "target", "step": 1,
                "expected": null, "got": got, "message": message }),
            )
            .unwrap()
        };
        let of = |phase: &str, message: &str| error(&violation(phase, message), "ASK {} GROUP BY ?x");
        assert_eq!(of("parse", "error at 1:24: expected one of ABS, AVG"), "error at #:#: expected");
        assert_eq!(
            of("parse", "error at 1:9: expected NOT"),
            of("parse", "error at 2:12: expected DISTINCT")
        );
        assert_eq!(of("compile", "expected a node, got a path"), "expected _ node, got _ path");
    }

    #[test]
    fn a_crash_is_told_by_its_signal_its_assertion_and_its_top_frames() {
        let first = "thread 'main' panicked at /home/a/src/sort.rs:120:9:\nindex 7 out of bounds\n   0: std::panicking::begin\n   1: engine::sort::merge::h0123456789abcdef\n   2: engine::run\nsignal: 6 (SIGABRT)";
        let second = "thread 'main' panicked at /home/b/src/sort.rs:120:33:\nindex 9 out of bounds\n   0: std::panicking::begin\n   1: engine::sort::merge::hfedcba9876543210\n   2: engine::run\nsignal: 6 (SIGABRT)";
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
