//! JSON that comes from an engine, read with a bound on what becomes of it.
//!
//! A value in memory is many times as large as its text: `{"":0}` takes a hundred times its seven bytes. Therefore what
//! is in a text is counted before any of it is read.

use serde::de::DeserializeOwned;

use crate::station::Fault;

/// Brackets, colons and commas of one text. No answer of a hunt comes near it: rows are limited. What these come to at
/// most is a gigabyte.
const MARKS: usize = 4 << 20;

/// Why a text is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unread {
    /// It is no JSON, or not all of it.
    Broken(String),
    /// It has more values than are kept.
    TooLong,
    /// It nests deeper than is kept.
    TooDeep,
}

impl Unread {
    /// What a conversation comes to in which an answer is such a text.
    pub(crate) fn fault(self) -> Fault {
        match self {
            Unread::Broken(why) => Fault::Broken(why),
            Unread::TooLong => Fault::too_long(),
            Unread::TooDeep => Fault::too_deep(),
        }
    }

    /// Why it is not read, in words.
    pub(crate) fn why(self) -> String {
        match self {
            Unread::Broken(why) => why,
            Unread::TooLong => format!("the JSON has more than {MARKS} brackets, colons and commas"),
            Unread::TooDeep => "the JSON nests too deep: recursion limit exceeded".to_owned(),
        }
    }
}

/// Reads a text.
pub(crate) fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Unread> {
    if has_too_many(bytes) {
        return Err(Unread::TooLong);
    }
    serde_json::from_slice(bytes).map_err(|error| {
        // Only its words tell this error from others.
        if error.to_string().contains("recursion limit") {
            return Unread::TooDeep;
        }
        let end = bytes.get(bytes.len().saturating_sub(100)..).unwrap_or_default();
        let end = String::from_utf8_lossy(end);
        Unread::Broken(format!("the answer is no complete JSON: {error}; it ends in {end:?}"))
    })
}

/// True when there is more in a text than is kept.
fn has_too_many(bytes: &[u8]) -> bool {
    // Shorter than that it cannot have so many.
    if bytes.len() <= MARKS {
        return false;
    }
    let (mut marks, mut in_text, mut escaped) = (0, false, false);
    for byte in bytes {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = in_text,
            b'"' => in_text = !in_text,
            b'[' | b'{' | b',' | b':' if !in_text => marks += 1,
            _ => {}
        }
    }
    marks > MARKS
}

#[cfg(test)]
mod tests {
    use serde_json::Value as Json;

    use super::{MARKS, Unread, has_too_many};

    fn json(bytes: &[u8]) -> Result<Json, Unread> {
        super::json(bytes)
    }

    #[test]
    fn what_has_too_many_values_is_not_read_however_short_each_is() {
        for item in ["0,", "[],", "{\"\":0},", "\"\\\"[\","] {
            let text = |count: usize| format!("[{}0]", item.repeat(count));
            let marks = item.bytes().filter(|byte| b"[{,:".contains(byte)).count();
            // The bracket within the text is none.
            let marks = if item.contains('\\') { 1 } else { marks };
            let most = (MARKS - 1) / marks;
            assert!(!has_too_many(text(most).as_bytes()), "{item}");
            assert_eq!(json(text(most + 1).as_bytes()), Err(Unread::TooLong), "{item}");
        }
    }

    #[test]
    fn what_is_not_read_is_told_apart() {
        assert_eq!(json(b"[1]"), Ok(serde_json::json!([1])));
        assert_eq!(json("[".repeat(10_000).as_bytes()), Err(Unread::TooDeep));
        assert!(matches!(json(b"{\"a\":"), Err(Unread::Broken(_))));
        assert!(matches!(json(b""), Err(Unread::Broken(_))));
    }
}
