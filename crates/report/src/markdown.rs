//! Markdown that holds whatever text is put into it.
//!
//! Text of a finding stands in fenced blocks and code spans only: there a tracker sees no markup, no mention of a
//! person and no number of an issue.

/// The longest text of a block: a tracker takes no more than 65,536 letters in all.
const LONGEST: usize = 12_000;

/// True when a letter is not seen, or changes how others are seen: a terminal's commands and the marks by which
/// a text is shown in another order than it has.
pub(crate) fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// The text with every hidden letter, but tabs and ends of lines, made visible.
fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\t' => shown.push(letter),
            letter if is_hidden(letter) => {
                shown.push_str(&format!("\u{27e8}U+{:04X}\u{27e9}", u32::from(letter)));
            }
            letter => shown.push(letter),
        }
    }
    shown
}

/// A run of backticks longer than any in the text.
fn fence(text: &str, at_least: usize) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
    "`".repeat((longest + 1).max(at_least))
}

/// A fenced block.
pub(crate) fn block(language: &str, text: &str) -> String {
    let text = visible(text.trim_end());
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push_str(&format!("\n... {} letters in all: finding.json has them", text.chars().count()));
    }
    let fence = fence(&shown, 3);
    format!("{fence}{language}\n{shown}\n{fence}\n")
}

/// A code span in a cell of a table, where a bar would end the cell.
pub(crate) fn cell(text: &str, longest: usize) -> String {
    code(text, longest).replace('|', "\\|")
}

/// A code span on one line, cut to a length.
pub(crate) fn code(text: &str, longest: usize) -> String {
    let text = visible(text).replace(['\n', '\t'], " ");
    let mut shown: String = text.chars().take(longest).collect();
    if shown.len() < text.len() {
        shown.push_str("...");
    }
    let shown = shown.trim();
    if shown.is_empty() {
        return String::new();
    }
    let fence = fence(shown, 1);
    // The spaces are no part of the span; they keep a backtick of the text from the fence.
    let space = if shown.contains('`') { " " } else { "" };
    format!("{fence}{space}{shown}{space}{fence}")
}

/// Text on one line without markup.
pub(crate) fn inline(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            letter if is_hidden(letter) => escaped.push(' '),
            // A mention of a person cannot be escaped, only broken.
            '@' => escaped.push_str("@\u{2060}"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' | '$' | '~' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}
