use expect_test::expect;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::*;
use crate::danger::is_memory_error;

/// What a reader of the Markdown sees outside of code: kinds of its parts, each once, and the headings.
fn seen(markdown: &str) -> (Vec<String>, Vec<String>) {
    let (mut parts, mut headings, mut heading) = (Vec::new(), Vec::new(), None);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => headings.extend(heading.take()),
            Event::Start(Tag::CodeBlock(_)) => parts.push("block".to_owned()),
            Event::Start(tag) => parts.push(format!("{tag:?}").split(['(', ' ']).next().unwrap().to_owned()),
            Event::Text(text) if heading.is_some() => heading.as_mut().unwrap().push_str(&text),
            Event::Html(text) | Event::InlineHtml(text) => parts.push(format!("html {text}")),
            _ => {}
        }
    }
    parts.sort();
    parts.dedup();
    (parts, headings)
}

#[test]
fn nothing_leaves_its_block() {
    let other = |text: &str| {
        json!({ "engine": {"name": "other", "version": text},
                                     "outcome": table(&json!([[text]])), "side": "expected" })
    };
    for text in HOSTILE {
        let rows = table(&json!([[text]]));
        let mut fields = violation("wrong-result", &rows, &rows);
        fields["others"] = json!([other(text)]);
        fields["engine"] = json!({ "name": text, "version": text });
        fields["features"] = json!([text]);
        fields["in_doubt"] = json!(text);
        fields["similar_to"] = json!(text);
        fields["seen_by"] = json!(["reference", text]);
        let markdown = file(&finding(text, &hostile_graph(), &fields), "README.md");
        let (parts, headings) = seen(&markdown);
        let wanted =
            ["Item", "List", "Paragraph", "Strong", "Table", "TableCell", "TableHead", "TableRow", "block"];
        assert_eq!(parts, wanted, "{markdown}");
        let headings: Vec<&str> = headings[1..].iter().map(String::as_str).collect();
        assert_eq!(headings, ["To see it", "Expected", "Actual", "Why", "Other engines and versions"]);
        let hidden = |letter: char| letter != '\n' && letter != '\t' && crate::markdown::is_hidden(letter);
        let hidden: String =
            markdown.chars().filter(|letter| hidden(*letter) && *letter != '\u{2060}').collect();
        assert_eq!(hidden, "");
    }
}

#[test]
fn a_text_is_shown_in_full_in_its_block() {
    for text in HOSTILE {
        let markdown = file(&finding(text, &json!({}), &json!({})), "README.md");
        let (mut inside, mut blocks) = (false, Vec::new());
        for event in Parser::new(&markdown) {
            match event {
                Event::Start(Tag::CodeBlock(_)) => {
                    inside = true;
                    blocks.push(String::new());
                }
                Event::End(TagEnd::CodeBlock) => inside = false,
                Event::Text(text) if inside => blocks.last_mut().unwrap().push_str(&text),
                _ => {}
            }
        }
        let hidden =
            text.chars().any(|letter| letter != '\n' && letter != '\t' && crate::markdown::is_hidden(letter));
        let whole = blocks.iter().any(|block| block.trim_end() == text.trim_end());
        assert!(hidden || whole, "{text:?} is not in {blocks:?}");
    }
}

#[test]
fn a_report_says_what_a_maintainer_asks() {
    let mut fields = json!({
        "seen_by": ["reference", "differential"], "newest": "reproduced", "similar_to": "f0",
        "in_doubt": "only one witness",
        "others": [{"engine": {"name": "other", "version": "2"}, "outcome": table(&json!([[1], [2]])),
                    "side": "expected"}],
    });
    fields["features"] = json!(["match", "optional-match", "pattern.several"]);
    let graph = json!({ "vertices": [{"id": 1, "labels": ["A"], "properties": {"k": 1}}],
                        "indexes": [{"on": "vertex", "label": "A", "keys": ["k"], "kind": "range"}] });
    let mut finding = finding("OPTIONAL MATCH (n), (m) RETURN n.k AS n", &graph, &fields);
    finding.setup = vec![json!({ "text": "MATCH (n) RETURN 1", "outcome": "answered" })];
    let markdown = file(&finding, "README.md");
    let (before, after) = markdown.split_once("\nThe rules that").unwrap();
    let (_, others) = after.split_once("\n## ").unwrap();
    expect![[r##"
        # toy: OPTIONAL MATCH with several patterns: a row is lost

        - Engine: `toy` `1.0`, embedded in a process of its own, with an empty database
        - Newest version: shows it too
        - Replayed on a fresh engine: 5 of 5 times the same
        - Found by Quarrel 0.1.0, a fuzzer: seed 4, round 2, case 7, oracle `reference`
        - Also seen by the oracles `differential`
        - Similar to the finding `f0`; the cause may be another
        - **In doubt**: only one witness

        ## To see it

        `replay.sh` beside this file does all of it with a toy. By hand, from an empty database:

        What must have been sent before, or the answer is another:

        ```cypher
        MATCH (n) RETURN 1
        ```

        Then, from an empty database again:

        ```cypher
        CREATE (v0:A {k: 1}) RETURN v0
        ```

        ```cypher
        INDEX A k
        ```

        ```cypher
        OPTIONAL MATCH (n), (m) RETURN n.k AS n
        ```

        `quarrel replay` on this folder does the same; the language is `cypher`.

        ## Expected

        ```
        ["n"]
        [1]
        [2]
        ```

        ## Actual

        ```
        ["n"]
        [1]
        ```

        ## Why

        The expected answer follows from the specification, clause by clause.

        ...
        ## Other engines and versions

        | engine | answers | answer |
        |---|---|---|
        | `other@2` | as expected | `2 rows: [[1],[2]]` |
    "##]]
    .assert_eq(&format!("{before}\n...\n## {others}"));
}

#[test]
fn wrong_use_of_memory_is_told_to_the_security_contact_first() {
    for (message, memory) in [
        ("signal 11", true),
        ("signal 6: thread 'main' has overflowed its stack", true),
        ("signal 6: thread 'main' panicked at src/a.rs: unsafe precondition(s) violated", true),
        ("signal 6: thread 'main' panicked at src/a.rs", false),
        ("exit status 1: ERROR: AddressSanitizer: heap-use-after-free", true),
        ("exit status 101: thread 'main' panicked at src/a.rs", false),
        ("signal 9", false),
        ("signal 60", false),
    ] {
        let got = json!({ "crashed": message });
        let finding = finding("RETURN 1", &json!({}), &violation("crash", &Json::Null, &got));
        assert_eq!(is_memory_error(&finding.record), memory, "{message}");
        let markdown = file(&finding, "README.md");
        let told = markdown.lines().nth(2).unwrap().contains("security@");
        assert!(told == memory || !memory && !markdown.contains("security"), "{markdown}");
        assert_eq!(markdown.contains("security contact before anybody else"), memory);
    }
}

#[test]
fn a_long_text_does_not_make_a_report_too_long_to_paste() {
    let text = "RETURN 1 // ".to_owned() + &"a".repeat(200_000);
    let long = finding(&text, &json!({}), &json!({}));
    assert!(file(&long, "README.md").len() < 65_536);
    assert!(file(&long, "replay.sh").contains(&text));
}
