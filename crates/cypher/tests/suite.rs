//! The openCypher suite: what the parser reads of it survives printing, and what it must refuse it refuses.
//!
//! The suite is found by the environment's `QUARREL_SUITES`, the folder that holds `opencypher-tck`.

use std::fs;
use std::path::{Path, PathBuf};

use quarrel_cypher::parse::parse;
use quarrel_cypher::print::{Spelling, print};

/// The error details that are the parser's to find.
const PARSER_DETAILS: [&str; 7] = [
    "UnexpectedSyntax",
    "InvalidNumberLiteral",
    "InvalidUnicodeLiteral",
    "InvalidUnicodeCharacter",
    "IntegerOverflow",
    "FloatingPointOverflow",
    "InvalidRelationshipPattern",
];

/// How many of the suite's queries are within the language read so far; it only grows.
const LEAST_READ: usize = 3_400;

/// A query of the suite, and the detail of the error that it must give at compile time.
struct Sample {
    place: String,
    text: String,
    detail: Option<String>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "the suite is not part of the project: the user says where it is"
)]
fn suite() -> Option<PathBuf> {
    let folder = std::env::var("QUARREL_SUITES").ok()?;
    Some(Path::new(&folder).join("opencypher-tck/tck/features"))
}

fn feature_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a readable folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            feature_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "feature") {
            files.push(path);
        }
    }
}

/// The samples of one file, every row of an outline's examples filled in.
fn samples(path: &Path) -> Vec<Sample> {
    let text = fs::read_to_string(path).expect("a readable file");
    let text = text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    let mut samples = Vec::new();
    for scenario in text.split("\n  Scenario").skip(1) {
        let place = format!("{} {}", path.display(), scenario.lines().next().unwrap_or_default());
        let (steps, examples) = scenario.split_once("Examples:").unwrap_or((scenario, ""));
        let rows: Vec<Vec<&str>> = examples.lines().filter_map(cells).collect();
        let substitutions = rows.split_first().map_or_else(
            || vec![Vec::new()],
            |(header, rows)| {
                rows.iter().map(|row| header.iter().copied().zip(row.iter().copied()).collect()).collect()
            },
        );
        for substitution in substitutions {
            let filled =
                substitution.iter().fold(steps.to_owned(), |text: String, (name, value): &(&str, &str)| {
                    text.replace(&format!("<{name}>"), &value.replace("\\|", "|"))
                });
            let detail =
                filled.split("compile time: ").nth(1).and_then(|rest| rest.split_whitespace().next());
            let texts =
                filled.split("xecuting query:").skip(1).filter_map(|rest| rest.split("\"\"\"").nth(1));
            let detail = detail.map(str::to_owned);
            samples.extend(texts.map(|text| Sample {
                place: place.clone(),
                text: text.to_owned(),
                detail: detail.clone(),
            }));
        }
    }
    samples
}

/// The cells of a table's row; a bar within a cell is escaped.
fn cells(line: &str) -> Option<Vec<&str>> {
    let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    Some(inner.split(" |").map(str::trim).collect())
}

#[test]
fn the_suite_survives_printing() {
    let Some(folder) = suite() else {
        eprintln!("skipped: QUARREL_SUITES does not say where the openCypher suite is");
        return;
    };
    let mut files = Vec::new();
    feature_files(&folder, &mut files);
    let (mut read, mut unread) = (0, 0);
    for sample in files.iter().flat_map(|file| samples(file)) {
        let parsed = parse(&sample.text);
        if let Some(detail) = sample.detail.filter(|detail| PARSER_DETAILS.contains(&detail.as_str())) {
            assert_eq!(parsed.expect_err(&sample.text).detail, detail, "{}\n{}", sample.place, sample.text);
            continue;
        }
        let Ok(query) = parsed else {
            unread += 1;
            continue;
        };
        read += 1;
        let printed = print(&query, &Spelling::default());
        assert_eq!(parse(&printed), Ok(query), "{}\n{printed}", sample.place);
    }
    eprintln!("{read} queries of the suite read and printed, {unread} outside the language so far");
    assert!(read >= LEAST_READ, "only {read} queries of the suite were read");
}
