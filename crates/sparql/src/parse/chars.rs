//! The character classes of names (productions 139 and 164 to 168).

/// PN_CHARS_BASE (production 164).
pub(super) fn is_name_base(c: char) -> bool {
    c.is_ascii_alphabetic()
        || matches!(c, '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}'
            | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
            | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}'
            | '\u{10000}'..='\u{effff}')
}

/// PN_CHARS_U (production 165).
pub(super) fn is_name_start(c: char) -> bool {
    c == '_' || is_name_base(c)
}

/// What may follow in a variable's name (production 166).
pub(super) fn is_variable(c: char) -> bool {
    is_name_start(c)
        || c.is_ascii_digit()
        || matches!(c, '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

/// PN_CHARS (production 167).
pub(super) fn is_name(c: char) -> bool {
    c == '-' || is_variable(c)
}

/// What may stand between the angle brackets of an IRI (production 139).
pub(super) fn is_iri_char(c: char) -> bool {
    c > ' ' && !matches!(c, '<' | '>' | '"' | '{' | '}' | '|' | '^' | '`' | '\\')
}
