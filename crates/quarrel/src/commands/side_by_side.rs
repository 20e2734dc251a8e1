//! Answers to one query beside each other, a line for each distinct row, those marked that not all give alike.

use std::collections::BTreeMap;

use comfy_table::Table;
use serde_json::Value as Json;

use crate::commands::print_line;
use crate::exit::CliError;

/// Who answered, what, and whether it agrees with the reference; none when the language leaves that open.
pub(crate) type Asked = (String, Json, Option<bool>);

/// Marks a row that not all give alike.
const MARK: &str = "≠";

/// Prints the answers: first who agrees, then the rows with how often, or at which places, each engine gives them.
pub(crate) fn show(asked: &[Asked]) -> Result<(), CliError> {
    for (name, answer, agrees) in asked {
        let note = match agrees {
            Some(true) => "agrees",
            Some(false) => "DISAGREES",
            None if name == "reference" => "",
            None => "cannot be compared",
        };
        let shown = match rows(answer) {
            Some(rows) if rows.len() == 1 => "1 row".to_owned(),
            Some(rows) => format!("{} rows", rows.len()),
            None => answer.to_string(),
        };
        print_line(format!("{name}: {shown} {note}").trim_end())?;
    }
    let table = table(asked);
    if table.row_count() > 0 { print_line(&table.to_string()) } else { Ok(()) }
}

fn rows(answer: &Json) -> Option<&Vec<Json>> {
    answer.get("rows").and_then(Json::as_array)
}

/// A line for each distinct row, in the order in which they come.
fn table(asked: &[Asked]) -> Table {
    let answers: Vec<&Asked> = asked.iter().filter(|(_, answer, _)| rows(answer).is_some()).collect();
    let ordered = answers.first().is_some_and(|(_, answer, _)| !answer["order"].is_null());
    let mut places: BTreeMap<String, Vec<Vec<usize>>> = BTreeMap::new();
    let mut order: Vec<&Json> = Vec::new();
    for (column, (_, answer, _)) in answers.iter().enumerate() {
        for (place, row) in rows(answer).into_iter().flatten().enumerate() {
            let places = places.entry(row.to_string()).or_insert_with(|| {
                order.push(row);
                vec![Vec::new(); answers.len()]
            });
            places[column].push(place + 1);
        }
    }
    let mut table = Table::new();
    let columns = answers.first().and_then(|(_, answer, _)| answer["columns"].as_array());
    let columns = columns.into_iter().flatten().map(|name| name.as_str().unwrap_or_default().to_owned());
    let names = answers.iter().map(|(name, _, _)| name.clone());
    table.set_header(std::iter::once(String::new()).chain(columns).chain(names));
    for row in order {
        let places = places.get(&row.to_string()).map(Vec::as_slice).unwrap_or_default();
        let given: Vec<String> = places.iter().map(|places| given(places, ordered)).collect();
        let alike = given.windows(2).all(|pair| pair[0] == pair[1]);
        let mark = if alike { "" } else { MARK };
        let cells = row.as_array().into_iter().flatten().map(ToString::to_string);
        table.add_row(std::iter::once(mark.to_owned()).chain(cells).chain(given));
    }
    table
}

/// How often a row is given, or at which places where the order matters.
fn given(places: &[usize], ordered: bool) -> String {
    match (places.len(), ordered) {
        (0, _) => "-".to_owned(),
        (_, true) => places.iter().map(|place| format!("#{place}")).collect::<Vec<_>>().join(" "),
        (count, false) => format!("{count} x"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn marks(rows: [Json; 2], order: &Json) -> Vec<String> {
        let asked = |rows: &Json| json!({ "columns": ["a"], "rows": rows, "order": order });
        let asked = [
            ("reference".to_owned(), asked(&rows[0]), None),
            ("engine".to_owned(), asked(&rows[1]), Some(false)),
        ];
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
}
