use expect_test::expect;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use quarrel_case::check::{Action, Form, Hole, Part, Step, Text};
use quarrel_case::verdict::{ErrorStatus, Role};

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

/// A finding with all that a report may tell.
fn whole() -> Finding {
    let fields = json!({
        "seen_by": ["reference", "differential"], "newest": "reproduced", "similar_to": "f0",
        "in_doubt": "only one witness", "features": ["match", "optional-match", "pattern.several"],
        "others": [{"engine": {"name": "other", "version": "2"}, "outcome": table(&json!([[1], [2]])),
                    "side": "expected"}],
    });
    let graph = json!({ "vertices": [{"id": 1, "labels": ["A"], "properties": {"k": 1}}],
                        "indexes": [{"on": "vertex", "label": "A", "keys": ["k"], "kind": "range"}] });
    let mut finding = finding("OPTIONAL MATCH (n), (m) RETURN n.k AS n", &graph, &fields);
    finding.setup = vec![json!({ "text": "MATCH (n) RETURN 1", "outcome": "answered" })];
    finding
}

#[test]
fn a_report_says_what_a_maintainer_asks() {
    let markdown = file(&whole(), "README.md");
    let (before, after) = markdown.split_once("\nThe rules that").unwrap();
    let (_, others) = after.split_once("\n## ").unwrap();
    expect![[r##"
        # toy: OPTIONAL MATCH with several patterns: a row is lost

        - Engine: `toy` `1.0`, embedded in a process of its own, with an empty database
        - The project's container image, not tried here: `toys/toy:1.0`
        - Newest version asked (`1.0`): this one
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

/// The README of a finding on a small graph, whose record has these fields.
fn report(graph: &Json, fields: &Json) -> String {
    file(&finding("MATCH (n) RETURN n", graph, fields), "README.md")
}

#[test]
fn the_newest_version_is_the_newest_that_was_asked() {
    let other = |version: &str, side: &str| json!({ "engine": {"name": "toy", "version": version}, "outcome": null, "side": side });
    for (newest, others, line) in [
        ("not-tried", json!([]), "- Newest version: not tried"),
        (
            "not-tried",
            json!([other("1.9", "neither")]),
            "- Newest version asked (`1.9`): answers in a third way",
        ),
        // A newer version was asked, though not the newest that there is.
        ("not-tried", json!([other("1.9", "accused")]), "- Newest version asked (`1.9`): shows it too"),
        (
            "not-tried",
            json!([other("1.9", "unknown")]),
            "- Newest version asked (`1.9`): cannot be asked this",
        ),
        ("reproduced", json!([]), "- Newest version asked (`1.0`): this one"),
        (
            "reproduced",
            json!([other("1.10", "accused"), other("1.9", "accused")]),
            "asked (`1.10`): shows it too",
        ),
        (
            "fixed",
            json!([other("0.9", "accused"), other("1.9", "expected")]),
            "asked (`1.9`): does not show it",
        ),
    ] {
        let markdown = report(&json!({}), &json!({ "newest": newest, "others": others }));
        assert!(markdown.contains(line), "{line}: {markdown}");
    }
}

#[test]
fn the_other_engine_is_named_whoever_is_accused() {
    for (accused, other) in [("target", "peer-engine"), ("peer", "toy")] {
        let mut fields = violation("wrong-result", &table(&json!([[1]])), &table(&json!([[2]])));
        fields["violation"]["accused"] = json!(accused);
        fields["peer"] = json!("peer-engine");
        let mut finding = finding("RETURN 1", &json!({}), &fields);
        let check = json!({ "laws": [{"left": {"answer": 0}, "relation": "bag=", "right": {"answer": 1}}],
            "steps": [{"role": "peer", "action": {"query": "RETURN 1"}}, {"role": "target", "action": {"query": "RETURN 1"}}] });
        finding.check = Check::from_json(&check, Model::Property).unwrap();
        let markdown = file(&finding, "README.md");
        assert!(markdown.contains(&format!("The same query on `{other}` gives")), "{markdown}");
    }
}

#[test]
fn every_kind_says_why() {
    use quarrel_case::verdict::Kind;

    for kind in Kind::ALL {
        let mut finding =
            finding("RETURN 1", &json!({}), &violation(&kind.to_string(), &Json::Null, &Json::Null));
        finding.check.constants.clear();
        let markdown = file(&finding, "README.md");
        let why = markdown.split("## Why\n\n").nth(1).unwrap();
        assert!(why.starts_with(char::is_uppercase), "{kind}: {markdown}");
        assert!(kind != Kind::Crash || !why.contains("rules"), "{markdown}");
    }
}

#[test]
fn elements_have_the_names_of_the_statements() {
    let graph = |count: i64| {
        let vertices: Vec<Json> = (7..7 + count).map(|id| json!({ "id": id })).collect();
        json!({ "vertices": vertices, "edges": [{"id": 1, "label": "T", "source": 7, "target": 7}] })
    };
    let rows = table(&json!([[[{"vertex": 7}, {"edge": 1}]], ["{\"vertex\":7}"]]));
    let mut fields = violation("wrong-result", &rows, &rows);
    // One statement, many, and the standard's.
    for (count, target, parts) in [
        (1, "toy", ["RETURN v0 e0", "[[v0,e0]]", r#"["{\"vertex\":7}"]"#]),
        (3, "toy", ["// vertex 7\nCREATE (v) RETURN v", r#"[[{"vertex":7},{"edge":1}]]"#, "// edge 1"]),
        (1, "exec:./toy", ["CREATE (v7), (v7)-[e1:T]->(v7)", "[[v7,e1]]", r#"["{\"vertex\":7}"]"#]),
    ] {
        fields["target"] = json!(target);
        let markdown = report(&graph(count), &fields);
        parts.iter().for_each(|part| assert!(markdown.contains(part), "{part}: {markdown}"));
    }
}

#[test]
fn counters_are_shown_where_they_are_what_is_wrong() {
    let counted = |nodes: i64| json!({ "columns": ["x"], "rows": [[1]], "counters": { "+nodes": nodes } });
    let markdown = report(&json!({}), &violation("wrong-counters", &counted(2), &counted(1)));
    assert!(markdown.contains("[1]\ncounters: {\"+nodes\":2}\n"), "{markdown}");
    assert!(markdown.contains("[1]\ncounters: {\"+nodes\":1}\n"), "{markdown}");
}

#[test]
fn what_excuses_a_finding_is_said_with_its_source() {
    for (by, line) in [
        ("lost-row", "- Excused: the known divergence lost-row (https://example.org/issues/1)"),
        (
            "order",
            "- Excused: what the engine does on purpose, by the switches order=own (https://example.org/manual)",
        ),
        ("gone", "- Excused: `gone`"),
    ] {
        let markdown = report(&json!({}), &json!({ "excused_by": by }));
        assert!(markdown.contains(line), "{line}: {markdown}");
    }
}

#[test]
fn a_hang_says_how_long_was_waited() {
    for (limit, words) in [
        (Json::Null, "within the time limit"),
        (json!(5000), "within 5 seconds"),
        (json!(1000), "within 1 second"),
        (json!(1500), "within 1500 milliseconds"),
    ] {
        let mut fields = violation("hang", &Json::Null, &json!({ "timed_out": true }));
        fields["timeout_ms"] = limit;
        assert!(report(&json!({}), &fields).contains(&format!("no answer {words}\n")), "{words}");
    }
}

#[test]
fn rows_without_columns_are_counted() {
    let rows = |rows: Json| json!({ "columns": [], "rows": rows, "order": null });
    let markdown = report(&json!({}), &violation("wrong-result", &rows(json!([[], []])), &rows(json!([]))));
    let shown = "## Expected\n\n```\n(2 rows without columns)\n```\n\n## Actual\n\n```\n(no row)\n```\n";
    assert!(markdown.contains(shown), "{markdown}");
}

#[test]
fn nothing_is_made_of_an_empty_graph() {
    let fields = json!({ "language": "sparql", "target": "exec:./toy" });
    let mut finding = finding("ASK {}", &json!({}), &fields);
    finding.graph = Arc::new(Graph::empty(Model::Rdf));
    let markdown = file(&finding, "README.md");
    assert!(markdown.contains("From an empty database, run\n\n```sparql\nASK {}\n```"), "{markdown}");
}

#[test]
fn what_shows_a_write_is_asked_after_it() {
    let fields = json!({ "target": "exec:./toy", "violation": {
        "kind": "wrong-result", "accused": "target", "step": 3,
        "expected": table(&json!([[0]])), "got": table(&json!([[1]])) } });
    let mut finding = finding("MATCH (n:A) REMOVE n:A", &json!({}), &fields);
    let steps = ["MATCH (n:A) REMOVE n:A", "MATCH (n:A) RETURN count(n)"];
    finding.check.steps =
        vec![Step::load(Role::Target), Step::write(Role::Target, steps[0], None), Step::dump(Role::Target)];
    finding.check.steps.push(Step::query(Role::Target, steps[1], None));
    let markdown = file(&finding, "README.md");
    let shown = format!("run\n\n```cypher\n{}\n```\n\nand then\n\n```cypher\n{}\n```\n", steps[0], steps[1]);
    assert!(markdown.contains(&shown), "{markdown}");
}

#[test]
fn a_part_that_is_accused_is_shown_after_what_it_takes_up_and_not_the_whole() {
    let fields = json!({ "target": "exec:./toy", "violation": {
        "kind": "wrong-result", "accused": "target", "step": 4,
        "expected": table(&json!([[0]])), "got": table(&json!([[1]])) } });
    let mut finding = finding("MATCH (n) WITH n RETURN n.k", &json!({}), &fields);
    let hole = Part::Hole(Hole::new(2, "n", Form::NativeId));
    let literal = |text: &str| Part::Literal(text.to_owned());
    let parts = vec![literal("MATCH (n) WHERE id(n) IN ["), hole, literal("] RETURN n.k")];
    let taking = Text { parts, element_wise: false };
    finding.check.steps = vec![
        Step::load(Role::Target),
        Step::query(Role::Target, "MATCH (n) WITH n RETURN n.k", None),
        Step::query(Role::Target, "MATCH (n) RETURN n", None),
        Step::query(Role::Target, "RETURN 1", None),
        Step::new(Role::Target, Action::Query(taking)),
    ];
    let markdown = file(&finding, "README.md");
    let shown = "run\n\nStep 2:\n\n```cypher\nMATCH (n) RETURN n\n```\n\nand then\n\nStep 4:\n\n\
                 ```cypher\nMATCH (n) WHERE id(n) IN [<n of step 2>] RETURN n.k\n```\n\n\
                 ## Expected\n\nOf the last text:\n";
    assert!(markdown.contains(shown), "{markdown}");
}

#[test]
fn an_error_of_the_engines_own_stands_beside_the_error_that_is_due() {
    let fields = json!({ "target": "exec:./toy", "violation": {
        "kind": "internal-error", "accused": "target", "step": 1, "expected": null,
        "got": { "error": { "class": "InternalError", "message": "no", "phase": "run" } } } });
    let mut finding = finding("MATCH (n) DELETE n", &json!({}), &fields);
    for (errors, expected) in
        [(ErrorStatus::Must, "an error of the language's"), (ErrorStatus::Never, "an answer")]
    {
        let text = "MATCH (n) DELETE n";
        finding.check.steps = vec![Step::load(Role::Target), Step::write(Role::Target, text, Some(errors))];
        let markdown = file(&finding, "README.md");
        assert!(markdown.contains(&format!("## Expected\n\n```\n{expected}")), "{markdown}");
    }
}
