//! When two engines answer alike: the same rows as values are compared, or the same failure.

use quarrel_case::answer::Answer;
use quarrel_case::language::{Language, comparable};
use quarrel_case::verdict::{Kind, Violation};
use serde_json::Value as Json;

/// An outcome in the form in which two are the same: rows in any order, values as they are compared, of an error
/// its class.
pub(crate) fn form(language: &dyn Language, outcome: &Json) -> String {
    rows(language, outcome, false).unwrap_or_else(|| {
        match outcome.as_object().and_then(|fields| fields.keys().next()) {
            Some(kind) => format!("{kind} {}", outcome["error"]["class"]),
            None => "nothing".to_owned(),
        }
    })
}

/// True when two engines fail in the same way: the same rows, or the same kind of failure where there are none.
/// Engines name the classes of errors differently, so that classes do not count.
pub(crate) fn is_like(language: &dyn Language, other: &Violation, accused: &Violation) -> bool {
    let rows = |violation: &Violation| rows(language, &violation.got, accused.kind == Kind::WrongOrder);
    other.kind == accused.kind && rows(other) == rows(accused)
}

/// What an answer holds, whatever its columns are called; none of what is no answer.
fn rows(language: &dyn Language, outcome: &Json, ordered: bool) -> Option<String> {
    let answer = Answer::from_json(outcome, language.model()).ok()?;
    let mut json = comparable(language, language.compare(), &answer).to_json();
    if let Some(rows) = json["rows"].as_array_mut()
        && !ordered
    {
        rows.sort_by_key(ToString::to_string);
    }
    Some(json["rows"].to_string() + &json["boolean"].to_string() + &json["triples"].to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_the_same_whatever_the_order_of_their_rows() {
        let cypher = quarrel_cypher::language::Cypher;
        let form = |text: &str| form(&cypher, &serde_json::from_str(text).unwrap());
        assert_eq!(
            form(r#"{"columns":["a"],"order":[1,1],"rows":[[2],[1]]}"#),
            form(r#"{"columns":["a"],"order":null,"rows":[[1],[2]]}"#)
        );
        assert_eq!(
            form(r#"{"error":{"phase":"run","class":"T","message":"a"}}"#),
            form(r#"{"error":{"phase":"run","class":"T","message":"b"}}"#)
        );
    }
}
