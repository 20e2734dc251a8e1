//! Parameters written into a text, for a subject that is sent texts alone.

/// The text with other words in the place of these; what stands in quotes stays as it is.
pub(super) fn inlined(text: &str, words: &[(String, String)]) -> String {
    let (mut written, mut word, mut quote, mut escaped) = (String::new(), String::new(), None, false);
    // The end of the text ends a word as well.
    for letter in text.chars().chain(['\0']) {
        if quote.is_none() && (letter.is_alphanumeric() || letter == '_') {
            word.push(letter);
            continue;
        }
        let other = words.iter().find(|(name, _)| *name == word).map(|(_, other)| other);
        written += other.unwrap_or(&word);
        word.clear();
        if quote.is_none() && matches!(letter, '"' | '\'') {
            quote = Some(letter);
        } else if quote == Some(letter) && !escaped {
            quote = None;
        }
        escaped = letter == '\\' && !escaped;
        written.push(letter);
    }
    written.pop();
    written
}

#[cfg(test)]
mod tests {
    use super::inlined;

    #[test]
    fn words_are_exchanged_and_what_is_quoted_stays() {
        let words = [("x".to_owned(), "1L".to_owned()), ("xx".to_owned(), "[2]".to_owned())];
        for (text, expected) in [
            ("g.V(x).has('x', P.within(xx))", "g.V(1L).has('x', P.within([2]))"),
            ("g.inject(\"\\\"x\", x)", "g.inject(\"\\\"x\", 1L)"),
            ("g.inject(xxx, x1, x", "g.inject(xxx, x1, 1L"),
            ("", ""),
        ] {
            assert_eq!(inlined(text, &words), expected);
        }
    }
}
