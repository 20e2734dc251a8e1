//! Lines of a worker: what is a reply comes back as it was written, and what is none does no harm.

use quarrel_case::choices::Choices;
use quarrel_case::graph::Model;

use crate::read_reply;

#[path = "../../support/replies.rs"]
mod random;

#[test]
fn a_reply_to_each_request_is_read() {
    for text in [
        r#"{"protocol":1,"name":"toy","version":"1.0","ops":["reset"]}"#,
        r#"{"columns":["x"],"rows":[[{"vertex":1}]]}"#,
        r#"{"boolean":true}"#,
        r#"{"triples":[["<a>","<b>","<c>"]]}"#,
        r#"{"error":{"phase":"run","class":"RowLimit","message":"m"}}"#,
        r#"{"graph":{"vertices":[],"edges":[]}}"#,
    ] {
        let written = read_reply(text.as_bytes(), Model::Property).unwrap();
        assert_eq!(read_reply(written.to_string().as_bytes(), Model::Property), Ok(written), "{text}");
    }
    assert!(read_reply(br#"{"graph":{"nquads":"<a> <b> <c> .\n"}}"#, Model::Rdf).is_ok());
}

#[test]
fn groups_of_equal_rows_whose_lengths_no_number_holds_are_no_order() {
    let line = r#"{"columns":["x"],"rows":[[1]],"order":[18446744073709551615,2]}"#;
    assert!(read_reply(line.as_bytes(), Model::Property).is_err());
}

#[test]
fn no_line_does_harm() {
    let mut choices = Choices::new(1);
    for _ in 0..20_000 {
        let mut line = random::reply(&mut choices).into_bytes();
        for _ in 0..choices.below(4) {
            let (place, byte) = (choices.below(line.len()), choices.below(256));
            line[place] = u8::try_from(byte).unwrap_or(b'{');
        }
        line.truncate(line.len() - choices.below(3));
        for model in [Model::Property, Model::Rdf] {
            let _ = read_reply(&line, model);
        }
    }
}
