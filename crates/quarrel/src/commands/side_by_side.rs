//! Answers to one query beside each other, a line for each distinct row, those marked that not all give alike.

use std::collections::BTreeSet;

use comfy_table::Table;
use quarrel_case::answer::{Answer, Row};
use quarrel_case::compare::{self, Comparison};
use quarrel_case::json;
use quarrel_case::language::{Language, comparable};
use serde_json::Value as Json;

use crate::commands::print_line;
use crate::exit::CliError;

/// Who answered, and what.
pub(crate) struct Asked {
    /// Who.
    pub(crate) name: String,
    /// The outcome as JSON.
    pub(crate) answer: Json,
    /// The rows, if it answered with rows.
    pub(crate) rows: Option<Rows>,
    /// Whether it agrees with the reference; none when the language leaves that open, and for the reference.
    pub(crate) agrees: Option<bool>,
}

/// Rows as they came and as they are compared.
pub(crate) struct Rows {
    columns: Vec<String>,
    order: Option<Vec<usize>>,
    rows: Vec<(Row, Row)>,
}

impl Rows {
    /// The rows of an answer; those without an order are sorted, so that they are shown alike each time.
    pub(crate) fn of(language: &dyn Language, answer: &Answer) -> Option<Self> {
        let compared = comparable(language, language.compare(), answer);
        let (table, compared) = (answer.table()?, compared.table()?);
        let mut rows: Vec<(Row, Row)> =
            table.rows.iter().cloned().zip(compared.rows.iter().cloned()).collect();
        if table.order.is_none() {
            rows.sort_by_cached_key(|(row, _)| text(row).join(" "));
        }
        Some(Self { columns: table.columns.clone(), order: table.order.clone(), rows })
    }
}

fn text(row: &Row) -> Vec<String> {
    row.iter().map(|value| json::write(value).to_string()).collect()
}

/// Marks a row that not all give alike.
const MARK: &str = "≠";

/// Prints the answers: first who agrees, then the rows with how often, or at which places, each engine gives them.
pub(crate) fn show(asked: &[Asked]) -> Result<(), CliError> {
    for Asked { name, answer, rows, agrees } in asked {
        let note = match agrees {
            Some(true) => "agrees",
            Some(false) => "DISAGREES",
            None if name == "reference" => "",
            None => "cannot be compared",
        };
        let shown = match rows {
            Some(Rows { rows, .. }) if rows.len() == 1 => "1 row".to_owned(),
            Some(Rows { rows, .. }) => format!("{} rows", rows.len()),
            None => answer.to_string(),
        };
        print_line(format!("{name}: {shown} {note}").trim_end())?;
    }
    let table = table(asked);
    if table.row_count() > 0 { print_line(&table.to_string()) } else { Ok(()) }
}

/// A distinct row, and the places at which each of those who answered gives it.
struct Line<'a> {
    row: &'a (Row, Row),
    places: Vec<Vec<usize>>,
}

/// The distinct rows, in the order in which they come. Rows are matched as answers are compared; who agrees with the
/// reference gives its rows, whatever a matching row by row would say.
fn lines<'a>(answers: &[(&Asked, &'a Rows)]) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::new();
    for (column, (asked, rows)) in answers.iter().enumerate() {
        if column > 0 && asked.agrees == Some(true) {
            lines.iter_mut().for_each(|line| line.places[column] = line.places[0].clone());
            continue;
        }
        for (place, row) in rows.rows.iter().enumerate() {
            let fits = |line: &Line<'_>| is_same(&line.row.1, &row.1, column > 0);
            // One of the rows that the reference gives more often yet, where several are the same.
            let wanted = |line: &Line<'_>| line.places[column].len() < line.places[0].len() && fits(line);
            let at = lines.iter().position(wanted).or_else(|| lines.iter().position(fits));
            let at = at.unwrap_or_else(|| {
                lines.push(Line { row, places: vec![Vec::new(); answers.len()] });
                lines.len() - 1
            });
            lines[at].places[column].push(place);
        }
    }
    lines
}

/// Whether two rows are the same; up to what the language leaves open and to the names of blank nodes, if that counts.
fn is_same(expected: &Row, got: &Row, up_to_names: bool) -> bool {
    let open = |row: &Row| {
        let mut names = BTreeSet::new();
        row.iter().for_each(|value| compare::renamable(value, &mut names));
        !names.is_empty() || row.iter().any(quarrel_case::value::Value::is_open)
    };
    compare::compare_rows(expected, got).is_eq()
        || up_to_names
            && (open(expected) || open(got))
            && compare::bags(std::slice::from_ref(expected), std::slice::from_ref(got)) == Comparison::Equal
}

/// A line for each distinct row.
fn table(asked: &[Asked]) -> Table {
    let answers: Vec<(&Asked, &Rows)> =
        asked.iter().filter_map(|asked| Some((asked, asked.rows.as_ref()?))).collect();
    let mut table = Table::new();
    let Some((_, first)) = answers.first() else { return table };
    let names = answers.iter().map(|(asked, _)| asked.name.clone());
    table.set_header(std::iter::once(String::new()).chain(first.columns.iter().cloned()).chain(names));
    let ties = first.order.as_deref().map(ties);
    for line in lines(&answers) {
        let given: Vec<String> = line.places.iter().map(|places| given(places, ties.as_deref())).collect();
        let alike = given.windows(2).all(|pair| pair[0] == pair[1]);
        let mark = if alike { "" } else { MARK };
        table.add_row(std::iter::once(mark.to_owned()).chain(text(&line.row.0)).chain(given));
    }
    table
}

/// What each place is called: rows that tie may stand at any place of theirs.
fn ties(groups: &[usize]) -> Vec<String> {
    let mut names = Vec::new();
    for &length in groups {
        let first = names.len() + 1;
        let name = if length > 1 { format!("#{first}-{}", first + length - 1) } else { format!("#{first}") };
        names.extend(std::iter::repeat_n(name, length));
    }
    names
}

/// How often a row is given, or at which places where the order matters.
fn given(places: &[usize], ties: Option<&[String]>) -> String {
    let name =
        |ties: &[String], place: usize| ties.get(place).cloned().unwrap_or_else(|| format!("#{}", place + 1));
    match (places.len(), ties) {
        (0, _) => "-".to_owned(),
        (_, Some(ties)) => places.iter().map(|&place| name(ties, place)).collect::<Vec<_>>().join(" "),
        (count, None) => format!("{count} x"),
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::graph::Model;
    use serde_json::json;

    use super::*;

    fn marks(rows: [Json; 2], order: &Json) -> Vec<String> {
        marks_in(&quarrel_cypher::language::Cypher, rows, order, None)
    }

    fn marks_in(language: &dyn Language, rows: [Json; 2], order: &Json, agrees: Option<bool>) -> Vec<String> {
        let [reference, engine] = rows.map(|rows| {
            let answer = json!({ "columns": ["a"], "rows": rows, "order": order });
            Rows::of(language, &Answer::from_json(&answer, language.model()).unwrap())
        });
        let asked =
            |name: &str, rows, agrees| Asked { name: name.to_owned(), answer: Json::Null, rows, agrees };
        let asked = [asked("reference", reference, None), asked("engine", engine, agrees)];
        table(&asked).lines().filter(|line| line.contains(MARK)).collect()
    }

    #[test]
    fn rows_that_not_all_give_alike_are_marked() {
        assert!(marks([json!([[1], [2]]), json!([[2], [1]])], &Json::Null).is_empty());
        let lost = marks([json!([[1], [2], [2]]), json!([[2], [1]])], &Json::Null);
        assert!(lost.len() == 1 && lost[0].contains("2 x") && lost[0].contains("1 x"), "{lost:?}");
        assert_eq!(marks([json!([[1]]), json!([[3]])], &Json::Null).len(), 2);
    }

    #[test]
    fn where_the_order_matters_places_are_compared() {
        assert_eq!(marks([json!([[1], [2]]), json!([[2], [1]])], &json!([1, 1])).len(), 2);
    }

    #[test]
    fn what_agrees_is_not_marked() {
        let none = Json::Null;
        for (reference, engine, order) in [
            (json!([[1], [2], [3]]), json!([[2], [1], [3]]), &json!([2, 1])),
            (json!([[{"bag": [1, 2]}]]), json!([[[2, 1]]]), &none),
            (json!([[{"near": 0.3}]]), json!([[0.30000000000000004]]), &none),
            (json!([[{"open": "id"}], [1]]), json!([[1], [7]]), &none),
        ] {
            assert!(marks([reference.clone(), engine], order).is_empty(), "{reference}");
        }
        let integer =
            |text: &str| json!([[format!("\"{text}\"^^<http://www.w3.org/2001/XMLSchema#integer>")]]);
        let sparql = &quarrel_sparql::language::Sparql;
        assert_eq!(sparql.model(), Model::Rdf);
        assert!(marks_in(sparql, [integer("01"), integer("1")], &none, None).is_empty());
        assert!(marks_in(sparql, [json!([["_:a"]]), json!([["_:b"]])], &none, Some(true)).is_empty());
        assert_eq!(marks_in(sparql, [integer("01"), integer("2")], &none, Some(false)).len(), 2);
    }
}
