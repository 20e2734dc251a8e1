//! What Groovy makes of a text that Gremlin reads as a traversal.
//!
//! Servers have two readers: one of Gremlin alone, and Groovy, in which a traversal is a program like any other. Groovy
//! finds code where Gremlin finds a string: it puts in what stands behind a dollar, and it reads escapes of code points
//! before all else, so that one may end the string. A text from a file is sent to no engine when it has either.

/// Whether Groovy would find code, or the end of a string, where Gremlin finds a string's letters.
pub(crate) fn hides_code(text: &str) -> bool {
    let mut escaped = false;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let next = rest.clone().next();
        let found = match c {
            '$' => !escaped && next.is_some_and(|c| c == '{' || c == '_' || c.is_alphabetic()),
            '\\' => next == Some('u') && is_ascii_escape(rest.as_str()),
            _ => false,
        };
        if found {
            return true;
        }
        escaped = c == '\\' && !escaped;
    }
    false
}

/// Whether `u`s and four digits stand for a letter that means something to a reader of programs.
fn is_ascii_escape(text: &str) -> bool {
    let digits = text.trim_start_matches('u').get(..4);
    let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    code.is_none_or(|code| (0x20..0x7f).contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_that_only_groovy_finds_is_seen() {
        for (text, hides) in [
            (r#"g.inject("a")"#, false),
            (r#"g.inject("${1}")"#, true),
            (r#"g.inject("$a")"#, true),
            (r#"g.inject("\$a")"#, false),
            (r#"g.inject("\\$a")"#, true),
            (r#"g.inject("1$", "$ 1")"#, false),
            (r#"g.inject("\u0022.execute()")"#, true),
            (r#"g.inject("\uu0024{1}")"#, true),
            (r#"g.inject("\\u0022")"#, true),
            (r#"g.inject("\u0001\u00e9\u2028")"#, false),
            (r#"g.inject("\u00")"#, true),
        ] {
            assert_eq!(hides_code(text), hides, "{text}");
        }
    }
}
