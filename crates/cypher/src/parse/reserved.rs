//! The reserved words.

/// The length of the longest reserved word.
const LONGEST: usize = 10;

/// Whether a variable of this name must be quoted (openCypher 9, `ReservedWord`), in any letter case.
///
/// Every name in every text is asked about, so the words are a pattern and not a list to search.
#[rustfmt::skip]
pub(crate) fn is_reserved(word: &str) -> bool {
    let mut upper = [0_u8; LONGEST];
    let Some(upper) = upper.get_mut(..word.len()) else { return false };
    upper.copy_from_slice(word.as_bytes());
    upper.make_ascii_uppercase();
    matches!(
        &*upper,
        b"ADD" | b"ALL" | b"AND" | b"AS" | b"ASC" | b"ASCENDING" | b"BY" | b"CASE" | b"CONSTRAINT" | b"CONTAINS"
            | b"CREATE" | b"DELETE" | b"DESC" | b"DESCENDING" | b"DETACH" | b"DISTINCT" | b"DO" | b"DROP"
            | b"ELSE" | b"END" | b"ENDS" | b"EXISTS" | b"FALSE" | b"FOR" | b"IN" | b"IS" | b"LIMIT"
            | b"MANDATORY" | b"MATCH" | b"MERGE" | b"NOT" | b"NULL" | b"OF" | b"ON" | b"OPTIONAL" | b"OR"
            | b"ORDER" | b"REMOVE" | b"REQUIRE" | b"RETURN" | b"SCALAR" | b"SET" | b"SKIP" | b"STARTS"
            | b"THEN" | b"TRUE" | b"UNION" | b"UNIQUE" | b"UNWIND" | b"WHEN" | b"WHERE" | b"WITH" | b"XOR"
    )
}
