//! Markdown that holds whatever text is put into it.

/// A fenced block: the fence is longer than any run of backticks inside.
pub(crate) fn block(language: &str, text: &str) -> String {
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    let text = text.trim_end();
    format!("{fence}{language}\n{text}\n{fence}\n")
}

/// Text on one line without markup.
pub(crate) fn inline(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => escaped.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '&' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_cannot_leave_its_block() {
        assert_eq!(block("", "a\n```\nb"), "````\na\n```\nb\n````\n");
        assert_eq!(inline("a`b`\n[c](d)"), "a\\`b\\` \\[c\\](d)");
    }
}
