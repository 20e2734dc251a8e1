//! When two answers are equal, and what is different when they are not.
//!
//! Rows are bags unless the query orders them; then ties are bags. The expected side may hold open values
//! (`Bag`, `Near`, `Open`). Blank nodes and elements that the query made have no stable label, so that two
//! bags are equal when one renaming makes them equal (relations.md P6).

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use bigdecimal::BigDecimal;

use crate::answer::{Answer, Row, Table};
use crate::bare::without_contents;
use crate::renaming;
use crate::term::Term;
use crate::value::{self, Element, Value};

/// How an answer differs from the expected one; the words are stored in findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Symptom {
    /// Expected rows are missing, none is too many.
    RowsLost,
    /// Rows are too many, none is missing.
    RowsAdded,
    /// As many rows, with other values.
    ValueChanged,
    /// Rows are missing and others are too many, in different numbers.
    RowsReplaced,
    /// The right rows in a wrong order.
    Order,
    /// Other columns.
    Columns,
    /// Another kind of answer.
    Shape,
}

/// What distinguishes an answer from the expected one.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The kind of difference.
    pub symptom: Symptom,
    /// Rows that were expected and did not come.
    pub missing: Vec<Row>,
    /// Rows that came and were not expected.
    pub extra: Vec<Row>,
}

/// The outcome of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub enum Comparison {
    /// Equal, as far as the language says.
    Equal,
    /// Different.
    Different(Difference),
    /// Too much to compare, or too many renamings to try.
    Undecided,
}

impl Comparison {
    fn other(symptom: Symptom) -> Self {
        Comparison::Different(Difference { symptom, missing: Vec::new(), extra: Vec::new() })
    }
}

/// Compares a whole answer with the expected one: columns, rows, and their order where the expected has one.
pub fn answers(expected: &Answer, got: &Answer) -> Comparison {
    match (expected, got) {
        (Answer::Table(expected), Answer::Table(got)) => match without_contents(expected, got) {
            None => tables(expected, got),
            Some((expected, got)) => tables(&expected, &got),
        },
        (Answer::Boolean(expected), Answer::Boolean(got)) if expected == got => Comparison::Equal,
        (Answer::Boolean(_), Answer::Boolean(_)) => Comparison::other(Symptom::ValueChanged),
        (Answer::Triples(expected), Answer::Triples(got)) => sets(&triples(expected), &triples(got)),
        _ => Comparison::other(Symptom::Shape),
    }
}

/// The triples as rows.
pub fn triples(triples: &[[Term; 3]]) -> Vec<Row> {
    triples.iter().map(|triple| triple.iter().cloned().map(Value::Term).collect()).collect()
}

fn tables(expected: &Table, got: &Table) -> Comparison {
    // An engine that names its columns row by row says nothing of them when there is no row.
    let silent = |table: &Table| table.columns.is_empty() && table.rows.is_empty();
    let aligned = aligned(&expected.columns, got);
    let got = aligned.as_ref().unwrap_or(got);
    if !same_columns(&expected.columns, &got.columns) && !silent(expected) && !silent(got) {
        return Comparison::other(Symptom::Columns);
    }
    match &expected.order {
        None => bags(&expected.rows, &got.rows),
        Some(groups) => sequences(&expected.rows, groups, &got.rows),
    }
}

/// True when the columns are the same, but for those that came without a name.
fn same_columns(left: &[String], right: &[String]) -> bool {
    let same = |(left, right): (&String, &String)| left == right || left.is_empty() || right.is_empty();
    left.len() == right.len() && left.iter().zip(right).all(same)
}

/// A table of RDF terms with its columns in another order. A solution binds variables by their names, and `SELECT *` gives
/// these no order (SPARQL 1.1, 16.1).
fn aligned(columns: &[String], table: &Table) -> Option<Table> {
    if columns == table.columns.as_slice() || columns.len() != table.columns.len() {
        return None;
    }
    let is_term = |value: &Value| matches!(value, Value::Term(_) | Value::Null);
    if !table.rows.iter().flatten().all(is_term) {
        return None;
    }
    let place = |name: &String| table.columns.iter().position(|other| other == name);
    let places: Vec<usize> = columns.iter().map(place).collect::<Option<_>>()?;
    let row = |row: &Row| places.iter().map(|place| row.get(*place).cloned()).collect::<Option<Row>>();
    let rows = table.rows.iter().map(row).collect::<Option<_>>()?;
    Some(Table { columns: columns.to_vec(), rows, ..table.clone() })
}

/// Compares rows as bags, up to renaming.
pub fn bags(expected: &[Row], got: &[Row]) -> Comparison {
    // What is the same in the same order needs no search, and mostly it is.
    if compare_all_rows(expected, got).is_eq() {
        return Comparison::Equal;
    }
    let plain = |rows: &[Row]| !rows.iter().flatten().any(|value| value.is_open() || is_renamable(value));
    if plain(expected) && plain(got) {
        return difference_of(exact_difference(expected, got));
    }
    match renaming::renamed_bags(expected, got) {
        None => Comparison::Undecided,
        Some((missing, extra)) => difference_of((missing, extra)),
    }
}

/// Compares rows as sets, up to renaming.
pub fn sets(expected: &[Row], got: &[Row]) -> Comparison {
    bags(&distinct(expected), &distinct(got))
}

/// The rows, each once.
pub fn distinct(rows: &[Row]) -> Vec<Row> {
    let mut kept: Vec<&Row> = rows.iter().collect();
    kept.sort_by(|left, right| compare_rows(left, right));
    kept.dedup_by(|left, right| compare_rows(left, right) == Ordering::Equal);
    kept.into_iter().cloned().collect()
}

/// Compares rows group by group; the right rows in other groups are a difference of order.
pub fn sequences(expected: &[Row], groups: &[usize], got: &[Row]) -> Comparison {
    let whole = bags(expected, got);
    if whole != Comparison::Equal {
        return whole;
    }
    // One renaming must serve all groups: the group's number becomes a column.
    let numbered = |rows: &[Row]| -> Vec<Row> {
        let numbers =
            groups.iter().enumerate().flat_map(|(number, &length)| std::iter::repeat_n(number, length));
        let number = |number: usize| Value::Int(i64::try_from(number).unwrap_or(i64::MAX));
        let join =
            |(row, group): (&Row, usize)| std::iter::once(number(group)).chain(row.iter().cloned()).collect();
        rows.iter().zip(numbers).map(join).collect()
    };
    match bags(&numbered(expected), &numbered(got)) {
        Comparison::Different(_) => Comparison::other(Symptom::Order),
        equal => equal,
    }
}

fn difference_of((missing, extra): (Vec<Row>, Vec<Row>)) -> Comparison {
    let symptom = match (missing.len(), extra.len()) {
        (0, 0) => return Comparison::Equal,
        (_, 0) => Symptom::RowsLost,
        (0, _) => Symptom::RowsAdded,
        (lost, added) if lost == added => Symptom::ValueChanged,
        _ => Symptom::RowsReplaced,
    };
    Comparison::Different(Difference { symptom, missing, extra })
}

/// What is in one bag and not in the other, values taken exactly as they are.
pub fn exact_difference(expected: &[Row], got: &[Row]) -> (Vec<Row>, Vec<Row>) {
    let sorted = |rows: &[Row]| {
        let mut rows: Vec<Row> = rows.to_vec();
        rows.sort_by(|left, right| compare_rows(left, right));
        rows.into_iter().peekable()
    };
    let (mut expected, mut got) = (sorted(expected), sorted(got));
    let (mut missing, mut extra) = (Vec::new(), Vec::new());
    loop {
        let order = match (expected.peek(), got.peek()) {
            (Some(left), Some(right)) => compare_rows(left, right),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return (missing, extra),
        };
        match order {
            Ordering::Less => missing.extend(expected.next()),
            Ordering::Greater => extra.extend(got.next()),
            Ordering::Equal => {
                expected.next();
                got.next();
            }
        }
    }
}

/// A total order of rows, for canonical forms; no language's order.
pub fn compare_rows(left: &[Value], right: &[Value]) -> Ordering {
    compare_all(left, right)
}

pub(crate) fn compare_all_rows(left: &[Row], right: &[Row]) -> Ordering {
    let mut pairs = left.iter().zip(right).map(|(left, right)| compare_rows(left, right));
    pairs.find(|order| order.is_ne()).unwrap_or(left.len().cmp(&right.len()))
}

fn compare_all(left: &[Value], right: &[Value]) -> Ordering {
    let mut pairs = left.iter().zip(right).map(|(left, right)| compare(left, right));
    pairs.find(|order| order.is_ne()).unwrap_or(left.len().cmp(&right.len()))
}

/// The zeros that a decimal ends in are kept as they came, and mean nothing.
fn compare_atoms(kind: value::Atom, left: &str, right: &str) -> Ordering {
    if kind != value::Atom::Decimal {
        return left.cmp(right);
    }
    match (left.parse::<BigDecimal>(), right.parse::<BigDecimal>()) {
        (Ok(left), Ok(right)) => left.cmp(&right),
        _ => left.cmp(right),
    }
}

/// A total order of values, for canonical forms; no language's order. Equal means identical: floats by their
/// bits, but every NaN is the same.
pub fn compare(left: &Value, right: &Value) -> Ordering {
    use Value::{
        Atom, Bag, Bool, Duration, Edge, Float, Foreign, Int, LabelledPath, List, Map, Near, New, Open, Path,
        Point, Property, Set, String, Term, Vertex, Wire,
    };
    match (left, right) {
        (Bool(left), Bool(right)) => left.cmp(right),
        (Int(left), Int(right)) | (Vertex(left), Vertex(right)) | (Edge(left), Edge(right)) => {
            left.cmp(right)
        }
        (Float(left), Float(right)) | (Near(left), Near(right)) => compare_floats(*left, *right),
        (String(left), String(right)) | (Open(left), Open(right)) => left.cmp(right),
        (List(left), List(right)) | (Path(left), Path(right)) => compare_all(left, right),
        (Bag(left), Bag(right)) | (Set(left), Set(right)) => compare_all(&sorted(left), &sorted(right)),
        (Map(left), Map(right)) => compare_entries(left, right),
        (Atom(kind, left), Atom(other, right)) => {
            kind.cmp(other).then_with(|| compare_atoms(*kind, left, right))
        }
        (Duration(left), Duration(right)) => left.cmp(right),
        (Point(system, left), Point(other, right)) => system.cmp(other).then_with(|| {
            let pairs = left.iter().zip(right).map(|(left, right)| compare_floats(*left, *right));
            pairs.fold(left.len().cmp(&right.len()), Ordering::then)
        }),
        (Property(key, left), Property(other, right)) => key.cmp(other).then_with(|| compare(left, right)),
        (Foreign(kind, left), Foreign(other, right)) => kind.cmp(other).then_with(|| left.cmp(right)),
        // A node's labels are a set.
        (New(kind, left), New(other, right)) => (kind, left.number, in_order(&left.labels))
            .cmp(&(other, right.number, in_order(&right.labels)))
            .then_with(|| compare_properties(&left.properties, &right.properties)),
        (LabelledPath(left, labels), LabelledPath(right, others)) => {
            compare_all(left, right).then_with(|| label_sets(labels).cmp(&label_sets(others)))
        }
        (Term(left), Term(right)) => left.cmp(right),
        (Wire(kind, left), Wire(other, right)) => {
            kind.cmp(other).then_with(|| left.to_string().cmp(&right.to_string()))
        }
        _ => rank(left).cmp(&rank(right)),
    }
}

fn compare_floats(left: f64, right: f64) -> Ordering {
    match (left.is_nan(), right.is_nan()) {
        (true, true) => Ordering::Equal,
        (false, false) => left.total_cmp(&right),
        (left, right) => left.cmp(&right),
    }
}

fn sorted(items: &[Value]) -> Vec<Value> {
    let mut items = items.to_vec();
    items.sort_by(compare);
    items
}

/// Maps are equal whatever the order of their entries.
fn compare_entries(left: &[(Value, Value)], right: &[(Value, Value)]) -> Ordering {
    let flat = |entries: &[(Value, Value)]| {
        let mut entries = entries.to_vec();
        entries.sort_by(|left, right| compare(&left.0, &right.0));
        entries.into_iter().flat_map(|(key, value)| [key, value]).collect::<Vec<_>>()
    };
    compare_all(&flat(left), &flat(right))
}

pub(crate) fn in_order(labels: &[String]) -> Vec<&String> {
    let mut labels: Vec<&String> = labels.iter().collect();
    labels.sort();
    labels
}

/// The labels of the places of a path, of which each has a set.
pub(crate) fn label_sets(labels: &[Vec<String>]) -> Vec<Vec<&String>> {
    labels.iter().map(|set| in_order(set)).collect()
}

fn compare_properties(left: &[(String, Value)], right: &[(String, Value)]) -> Ordering {
    let flat = |properties: &[(String, Value)]| {
        let map: BTreeMap<String, Value> = properties.iter().cloned().collect();
        map.into_iter().flat_map(|(key, value)| [Value::String(key), value]).collect::<Vec<_>>()
    };
    compare_all(&flat(left), &flat(right))
}

fn rank(value: &Value) -> usize {
    match value {
        Value::Null => 0,
        Value::Bool(_) => 1,
        Value::Int(_) => 2,
        Value::Float(_) => 3,
        Value::Near(_) => 4,
        Value::String(_) => 5,
        Value::Atom(..) => 6,
        Value::Duration(_) => 7,
        Value::Point(..) => 8,
        Value::List(_) => 9,
        Value::Bag(_) => 10,
        Value::Set(_) => 11,
        Value::Map(_) => 12,
        Value::Property(..) => 13,
        Value::Vertex(_) => 14,
        Value::Edge(_) => 15,
        Value::Foreign(..) => 16,
        Value::New(..) => 17,
        Value::Path(_) => 18,
        Value::LabelledPath(..) => 19,
        Value::Term(_) => 20,
        Value::Open(_) => 21,
        Value::Wire(..) => 22,
    }
}

/// What a renaming may rename in a value: blank nodes, and elements that the query made.
pub fn renamable(value: &Value, found: &mut BTreeSet<Name>) {
    match value {
        Value::Term(term) => renamable_term(term, found),
        Value::New(kind, element) => {
            found.insert(Name::New(*kind, element.number));
        }
        _ => {}
    }
    for child in value.children() {
        renamable(child, found);
    }
}

fn renamable_term(term: &Term, found: &mut BTreeSet<Name>) {
    match term {
        Term::Blank(label) => {
            found.insert(Name::Blank(label.clone()));
        }
        Term::Triple(parts) => parts.iter().for_each(|part| renamable_term(part, found)),
        Term::Iri(_) | Term::Literal(_) => {}
    }
}

/// Whether a value has a name in it that means nothing beyond one answer.
pub(crate) fn is_renamable(value: &Value) -> bool {
    value.any(&|part| match part {
        Value::Term(Term::Blank(_)) | Value::New(..) => true,
        Value::Term(term @ Term::Triple(_)) => {
            let mut found = BTreeSet::new();
            renamable_term(term, &mut found);
            !found.is_empty()
        }
        _ => false,
    })
}

/// A name without meaning beyond one answer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Name {
    /// A blank node's label.
    Blank(String),
    /// The number of an element that the query made.
    New(Element, i64),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::graph::Model;

    fn table(model: Model, rows: serde_json::Value, order: serde_json::Value) -> Answer {
        Answer::from_json(&json!({"columns": ["a"], "rows": rows, "order": order}), model).unwrap()
    }

    fn compared(expected: serde_json::Value, order: serde_json::Value, got: serde_json::Value) -> String {
        let expected = table(Model::Property, expected, order);
        match answers(&expected, &table(Model::Property, got, json!(null))) {
            Comparison::Equal => "equal".to_owned(),
            Comparison::Different(difference) => {
                json!(difference.symptom).as_str().unwrap_or_default().to_owned()
            }
            Comparison::Undecided => "undecided".to_owned(),
        }
    }

    #[test]
    fn the_labels_of_a_place_of_a_path_are_a_set() {
        let path = |labels: serde_json::Value| json!([[{"path": {"objects": [1, 2], "labels": labels}}]]);
        let known = || path(json!([["a", "b"], []]));
        assert_eq!(compared(known(), json!(null), path(json!([["b", "a"], []]))), "equal");
        assert_ne!(compared(known(), json!(null), path(json!([[], ["b", "a"]]))), "equal");
    }

    #[test]
    fn a_decimal_is_its_number_however_many_zeros_it_ends_in() {
        let decimal = |text: &str| json!([[{"decimal": text}]]);
        assert_eq!(compared(decimal("2"), json!(null), decimal("2.0")), "equal");
        assert_ne!(compared(decimal("2"), json!(null), decimal("2.01")), "equal");
        assert_ne!(compared(decimal("2"), json!(null), json!([[{"bigint": "2"}]])), "equal");
    }

    #[test]
    fn rows_are_bags_unless_the_query_orders_them() {
        for (expected, order, got, outcome) in [
            (json!([[1], [2]]), json!(null), json!([[2], [1]]), "equal"),
            (json!([[1], [1]]), json!(null), json!([[1]]), "rows-lost"),
            (json!([[1]]), json!(null), json!([[1], [1]]), "rows-added"),
            (json!([[1]]), json!(null), json!([[1.0]]), "value-changed"),
            (json!([[1], [2]]), json!(null), json!([[3]]), "rows-replaced"),
            (json!([[1], [2], [3]]), json!([2, 1]), json!([[2], [1], [3]]), "equal"),
            (json!([[1], [2], [3]]), json!([1, 2]), json!([[2], [1], [3]]), "order"),
        ] {
            assert_eq!(compared(expected.clone(), order, got.clone()), outcome, "{expected} {got}");
        }
    }

    #[test]
    fn an_answer_without_rows_need_not_name_its_columns() {
        let silent = Answer::Table(Table::default());
        let expected = |rows: serde_json::Value| table(Model::Property, rows, json!(null));
        assert_eq!(answers(&expected(json!([])), &silent), Comparison::Equal);
        assert_eq!(answers(&silent, &expected(json!([]))), Comparison::Equal);
        assert!(matches!(answers(&expected(json!([[1]])), &silent), Comparison::Different(_)));
    }

    #[test]
    fn a_column_may_come_without_a_name() {
        let answer = |columns: &[&str]| {
            let row: Vec<usize> = (0..columns.len()).collect();
            Answer::from_json(&json!({"columns": columns, "rows": [row]}), Model::Property).unwrap()
        };
        for (left, right, is_equal) in [
            (&["a"][..], &[""][..], true),
            (&["", "b"], &["a", "b"], true),
            (&["a"], &["b"], false),
            (&["a", "b"], &["", "c"], false),
            (&["a", "b"], &[""], false),
        ] {
            let equal = answers(&answer(left), &answer(right)) == Comparison::Equal;
            assert_eq!(equal, is_equal, "{left:?} {right:?}");
        }
    }

    #[test]
    fn new_elements_that_come_by_their_ids_are_told_apart_and_no_more() {
        let new = |number: i64| json!({"vertex": {"new": number, "labels": ["A"], "properties": {}}});
        let id = |id: &str| json!({"vertex": {"foreign": id}});
        for (expected, got, outcome) in [
            (json!([[[new(1), new(2)]]]), json!([[[id("7"), id("9")]]]), "equal"),
            (json!([[new(1)], [new(2)]]), json!([[id("9")], [id("7")]]), "equal"),
            (json!([[[new(1), new(2)]]]), json!([[[id("7"), id("7")]]]), "value-changed"),
            (json!([[new(1)]]), json!([[{"edge": {"foreign": "7"}}]]), "value-changed"),
            (json!([[new(1)]]), json!([[{"vertex": 7}]]), "value-changed"),
            (json!([[{"vertex": 1}]]), json!([[id("7")]]), "value-changed"),
            (json!([[[new(1)]]]), json!([[[id("7")]]]), "equal"),
        ] {
            assert_eq!(compared(expected.clone(), json!(null), got.clone()), outcome, "{expected} {got}");
        }
    }

    #[test]
    fn the_labels_of_a_new_node_come_in_any_order() {
        let new = |labels: [&str; 2]| json!({"vertex": {"new": 1, "labels": labels, "properties": {}}});
        for (labels, outcome) in [(["B", "A"], "equal"), (["A", "C"], "value-changed")] {
            let (expected, got) = (json!([[new(["A", "B"])]]), json!([[new(labels)]]));
            assert_eq!(compared(expected, json!(null), got), outcome, "{labels:?}");
        }
    }

    #[test]
    fn columns_of_terms_go_by_their_names_and_others_by_their_order() {
        let answer = |model, columns: [&str; 2], row: [&str; 2]| {
            Answer::from_json(&json!({"columns": columns, "rows": [row]}), model).unwrap()
        };
        for (model, columns, row, is_equal) in [
            (Model::Rdf, ["b", "a"], ["<y>", "<x>"], true),
            (Model::Rdf, ["b", "a"], ["<x>", "<y>"], false),
            (Model::Rdf, ["a", "c"], ["<x>", "<y>"], false),
            (Model::Property, ["b", "a"], ["<y>", "<x>"], false),
        ] {
            let expected = answer(model, ["a", "b"], ["<x>", "<y>"]);
            let got = answer(model, columns, row);
            assert_eq!(answers(&expected, &got) == Comparison::Equal, is_equal, "{columns:?} {row:?}");
        }
    }

    #[test]
    fn what_the_language_leaves_open_is_no_difference() {
        for (expected, got, outcome) in [
            (json!([[{"bag": [1, 2]}]]), json!([[[2, 1]]]), "equal"),
            (json!([[{"bag": [1, 2]}]]), json!([[[2, 2]]]), "value-changed"),
            (json!([[{"near": 0.3}]]), json!([[0.30000000000000004]]), "equal"),
            (json!([[{"near": 0.3}]]), json!([[0.4]]), "value-changed"),
            (json!([[{"open": "id"}], [1]]), json!([[1], [7]]), "equal"),
            (json!([[{"f64": "NaN"}]]), json!([[{"f64": "NaN"}]]), "equal"),
            (json!([[{"map": [["a", 1], ["b", 2]]}]]), json!([[{"map": [["b", 2], ["a", 1]]}]]), "equal"),
            (json!([[0.0]]), json!([[-0.0]]), "value-changed"),
        ] {
            assert_eq!(compared(expected.clone(), json!(null), got.clone()), outcome, "{expected} {got}");
        }
    }
}
