//! Equality of bags when the expected rows leave something open: which row came for which is a matching.
//!
//! The first row that fits may be the one that another row needs, so rows are assigned by augmenting paths. Answers
//! have thousands of rows: equal rows are taken together with their number, a pair of them is compared once, and
//! only where their forms without order are equal. What would still be too much to compare is given up.

use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};

use crate::answer::Row;
use crate::compare::{compare, compare_rows, exact_difference, in_order, label_sets};
use crate::value::{NewElement, Value};

/// How many pairs of unlike rows are compared before the comparison is given up.
const PAIRS: usize = 500_000;

/// What is missing and what is extra; none when there was too much to compare.
pub(crate) fn difference(expected: &[Row], got: &[Row]) -> Option<(Vec<Row>, Vec<Row>)> {
    let (open, closed): (Vec<Row>, Vec<Row>) =
        expected.iter().cloned().partition(|row| row.iter().any(Value::is_open));
    // A closed row may have its equal first: an open row that loses it by that stands for the closed one that
    // would have lost it.
    let (mut missing, rest) = exact_difference(&closed, got);
    if open.is_empty() {
        return Some((missing, rest));
    }
    let mut assignment = Assignment::new(&open, &rest)?;
    assignment.fill();
    let (unserved, extra) = assignment.left();
    missing.extend(unserved);
    Some((missing, extra))
}

/// True when the engine's value is one that the expected value allows, wherever in it something is left open.
pub(crate) fn matches(expected: &Value, got: &Value) -> bool {
    match (expected, got) {
        (Value::Open(_), _) => true,
        (Value::Near(number), Value::Float(other) | Value::Near(other)) => near(*number, *other),
        (
            Value::Bag(items) | Value::Set(items),
            Value::List(others) | Value::Bag(others) | Value::Set(others),
        ) => items.len() == others.len() && same_rows(&single(items), &single(others)),
        (Value::List(left), Value::List(right)) | (Value::Path(left), Value::Path(right)) => {
            row_matches(left, right)
        }
        (Value::LabelledPath(left, labels), Value::LabelledPath(right, others)) => {
            label_sets(labels) == label_sets(others) && row_matches(left, right)
        }
        (Value::Map(left), Value::Map(right)) => {
            left.len() == right.len() && same_rows(&entries(left), &entries(right))
        }
        (Value::Property(key, left), Value::Property(other, right)) => key == other && matches(left, right),
        (Value::New(kind, left), Value::New(other, right)) => kind == other && new_matches(left, right),
        _ => compare(expected, got).is_eq(),
    }
}

fn row_matches(expected: &[Value], got: &[Value]) -> bool {
    expected.len() == got.len() && expected.iter().zip(got).all(|(expected, got)| matches(expected, got))
}

fn new_matches(expected: &NewElement, got: &NewElement) -> bool {
    let properties = |element: &NewElement| -> Vec<Row> {
        let property = |(key, value): &(String, Value)| vec![Value::string(key), value.clone()];
        element.properties.iter().map(property).collect()
    };
    (expected.number, in_order(&expected.labels), expected.properties.len())
        == (got.number, in_order(&got.labels), got.properties.len())
        && same_rows(&properties(expected), &properties(got))
}

fn single(items: &[Value]) -> Vec<Row> {
    items.iter().map(|item| vec![item.clone()]).collect()
}

fn entries(entries: &[(Value, Value)]) -> Vec<Row> {
    entries.iter().map(|(key, value)| vec![key.clone(), value.clone()]).collect()
}

/// The same rows in any order. What is too much to compare accuses nobody.
fn same_rows(expected: &[Row], got: &[Row]) -> bool {
    difference(expected, got).is_none_or(|(missing, extra)| missing.is_empty() && extra.is_empty())
}

/// Equal up to what another order of additions may change.
fn near(left: f64, right: f64) -> bool {
    if left.is_nan() || right.is_nan() || left.is_infinite() || right.is_infinite() {
        return (left.is_nan() && right.is_nan()) || left == right;
    }
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs()).max(1e-9)
}

/// The row with its lists in an order of ours: rows that fit each other have the same, where order is all that is
/// left open; none where more is.
fn form(row: &Row) -> Option<Row> {
    let more = |value: &Value| matches!(value, Value::Near(_) | Value::Open(_));
    let unordered = |value| match value {
        Value::List(mut items) | Value::Bag(mut items) | Value::Set(mut items) => {
            items.sort_by(compare);
            Value::Bag(items)
        }
        other => other,
    };
    let form = |value: &Value| (!value.any(&more)).then(|| value.clone().map(&mut |part| unordered(part)));
    row.iter().map(form).collect()
}

/// Equal rows and how many there are.
fn counted(rows: &[Row]) -> Vec<(Row, usize)> {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|left, right| compare_rows(left, right));
    let same = |left: &&Row, right: &&Row| compare_rows(left, right).is_eq();
    sorted.chunk_by(same).filter_map(|rows| Some(((*rows.first()?).clone(), rows.len()))).collect()
}

/// Places by the forms of their rows, sorted.
struct Forms(Vec<(Option<Row>, usize)>);

impl Forms {
    fn of(places: &[(Row, usize)]) -> Self {
        let mut forms: Vec<_> = places.iter().zip(0..).map(|((row, _), place)| (form(row), place)).collect();
        forms.sort_by(|(left, _), (right, _)| compare_forms(left.as_ref(), right.as_ref()));
        Self(forms)
    }

    /// The places that may fit a row of this form; all where it has none.
    fn like(&self, wanted: Option<&Row>) -> &[(Option<Row>, usize)] {
        let Some(wanted) = wanted else { return &self.0 };
        let order = |form: &Option<Row>| compare_forms(form.as_ref(), Some(wanted));
        let from = self.0.partition_point(|(form, _)| order(form).is_lt());
        let to = self.0.partition_point(|(form, _)| order(form).is_le());
        self.0.get(from..to).unwrap_or_default()
    }
}

fn compare_forms(left: Option<&Row>, right: Option<&Row>) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => compare_rows(left, right),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

/// Which rows that came stand for which open ones.
struct Assignment {
    /// Open rows, and how many of each are not served yet.
    wanted: Vec<(Row, usize)>,
    /// Rows that came, and how many of each are free.
    places: Vec<(Row, usize)>,
    /// The places that fit each wanted row.
    fits: Vec<Vec<usize>>,
    /// How many of each wanted row a place serves.
    held: Vec<BTreeMap<usize, usize>>,
}

impl Assignment {
    /// Nothing is served yet; none when there are too many pairs.
    fn new(open: &[Row], got: &[Row]) -> Option<Self> {
        let (wanted, places) = (counted(open), counted(got));
        let forms = Forms::of(&places);
        let mut pairs = 0;
        let mut fits = Vec::with_capacity(wanted.len());
        for (row, _) in &wanted {
            let candidates = forms.like(form(row).as_ref());
            pairs += candidates.len();
            if pairs > PAIRS {
                return None;
            }
            let fitting = |place: &usize| places.get(*place).is_some_and(|(got, _)| row_matches(row, got));
            fits.push(candidates.iter().map(|(_, place)| *place).filter(fitting).collect());
        }
        let held = vec![BTreeMap::new(); places.len()];
        Some(Self { wanted, places, fits, held })
    }

    /// Serves as many as can be.
    fn fill(&mut self) {
        for class in 0..self.wanted.len() {
            for place in self.fits[class].clone() {
                let count = self.wanted[class].1.min(self.places[place].1);
                if count > 0 {
                    self.wanted[class].1 -= count;
                    self.places[place].1 -= count;
                    *self.held[place].entry(class).or_default() += count;
                }
            }
        }
        for class in 0..self.wanted.len() {
            while self.wanted[class].1 > 0 && self.augment(class) {
                self.wanted[class].1 -= 1;
            }
        }
    }

    /// Serves one more of a class, moving others if needed: breadth first, from a class to the places that fit it,
    /// from a place to the classes that it serves.
    fn augment(&mut self, start: usize) -> bool {
        let mut from_class: Vec<Option<usize>> = vec![None; self.places.len()];
        let mut from_place: Vec<Option<usize>> = vec![None; self.wanted.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(class) = queue.pop_front() {
            for &place in &self.fits[class] {
                if from_class[place].is_some() {
                    continue;
                }
                from_class[place] = Some(class);
                if self.places[place].1 > 0 {
                    self.places[place].1 -= 1;
                    self.shift(place, &from_class, &from_place);
                    return true;
                }
                for &other in self.held[place].keys() {
                    if other != start && from_place[other].is_none() {
                        from_place[other] = Some(place);
                        queue.push_back(other);
                    }
                }
            }
        }
        false
    }

    /// Moves one row of each class on the way to a free place.
    fn shift(&mut self, free: usize, from_class: &[Option<usize>], from_place: &[Option<usize>]) {
        let mut place = free;
        while let Some(class) = from_class[place] {
            *self.held[place].entry(class).or_default() += 1;
            let Some(left) = from_place[class] else { return };
            if let Some(count) = self.held[left].get_mut(&class) {
                *count -= 1;
                if *count == 0 {
                    self.held[left].remove(&class);
                }
            }
            place = left;
        }
    }

    /// The open rows that nothing stands for, and the rows that stand for none.
    fn left(self) -> (Vec<Row>, Vec<Row>) {
        let all = |rows: Vec<(Row, usize)>| -> Vec<Row> {
            rows.into_iter().flat_map(|(row, count)| std::iter::repeat_n(row, count)).collect()
        };
        (all(self.wanted), all(self.places))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `*` is open, `[..]` a bag where it is expected and a list where it came, and a number is itself.
    fn rows(text: &str, bag: bool) -> Vec<Row> {
        let value = |word: &str| match word.strip_prefix('[').and_then(|word| word.strip_suffix(']')) {
            Some(items) => {
                let items = items.split('.').filter_map(|item| item.parse().ok()).map(Value::Int).collect();
                if bag { Value::Bag(items) } else { Value::List(items) }
            }
            None => word.parse().map_or_else(|_| Value::Open(word.to_owned()), Value::Int),
        };
        text.split(',').map(|row| row.split_whitespace().map(value).collect()).collect()
    }

    fn counts(expected: &str, got: &str) -> (usize, usize) {
        let (missing, extra) = difference(&rows(expected, true), &rows(got, false)).unwrap();
        (missing.len(), extra.len())
    }

    #[test]
    fn an_open_value_does_not_take_the_row_that_another_needs() {
        for (expected, got, left) in [
            ("* 1, 2 1", "2 1, 3 1", (0, 0)),
            ("* 1, 2 1", "3 1, 4 1", (1, 1)),
            ("* 1, 2 *, 2 1", "2 1, 2 1, 2 3", (0, 0)),
            ("* 1, * *, 1 *", "1 1, 1 2, 2 1", (0, 0)),
            ("* 1, * 1, 1 *, 1 *", "1 1, 1 1, 1 2, 2 1", (0, 0)),
            ("* 1, * 1, 1 *, 1 *", "1 1, 1 2, 1 3, 1 4", (1, 1)),
        ] {
            assert_eq!(counts(expected, got), left, "{expected} | {got}");
        }
    }

    #[test]
    fn a_list_in_any_order_is_compared_as_a_bag() {
        for (expected, got, left) in [
            ("[1.2], [2.1]", "[2.1], [2.1]", (0, 0)),
            ("[1.2.2]", "[2.1.1]", (1, 1)),
            ("[1.2] 1, [2.1] *", "[1.2] 2, [2.1] 1", (0, 0)),
        ] {
            assert_eq!(counts(expected, got), left, "{expected} | {got}");
        }
    }

    #[test]
    fn what_is_left_open_may_stand_anywhere_in_a_value() {
        let read = |json: &str| {
            let json: serde_json::Value = serde_json::from_str(json).unwrap();
            crate::json::read(&json, crate::graph::Model::Property).unwrap()
        };
        for shape in [
            r#"{"path": {"labels": [["x"]], "objects": [#]}}"#,
            r#"{"path": [#]}"#,
            r#"{"map": [[#, 1]]}"#,
            r#"{"map": [["k", {"map": [[#, #], [1, 2]]}]]}"#,
            r#"{"set": [#, 1]}"#,
            r#"{"property": ["k", #]}"#,
            r#"{"vertex": {"new": 1, "labels": ["a"], "properties": {"k": #}}}"#,
        ] {
            for (got, same) in [("[2, 1]", true), ("[1, 2]", true), ("[1, 1]", false), ("[1]", false)] {
                for expected in [r#"{"bag": [1, 2]}"#, r#"{"set": [1, 2]}"#] {
                    let (expected, got) = (shape.replace('#', expected), shape.replace('#', got));
                    assert_eq!(matches(&read(&expected), &read(&got)), same, "{expected} {got}");
                }
            }
        }
    }

    #[test]
    fn the_labels_beside_what_is_left_open_have_no_order() {
        let read = |json: &str| {
            let json: serde_json::Value = serde_json::from_str(json).unwrap();
            crate::json::read(&json, crate::graph::Model::Property).unwrap()
        };
        for (expected, got) in [
            (
                r#"{"path": {"labels": [["x", "y"]], "objects": [{"bag": [1]}]}}"#,
                r#"{"path": {"labels": [["y", "x"]], "objects": [[1]]}}"#,
            ),
            (
                r#"{"vertex": {"new": 1, "labels": ["a", "b"], "properties": {"k": {"bag": [1]}}}}"#,
                r#"{"vertex": {"new": 1, "labels": ["b", "a"], "properties": {"k": [1]}}}"#,
            ),
        ] {
            assert!(matches(&read(expected), &read(got)), "{got}");
            assert!(!matches(&read(expected), &read(&got.replace("[1]", "[2]"))), "{got}");
        }
    }

    #[test]
    fn keys_that_are_left_open_find_their_own_values() {
        let bag = |items: [i64; 2]| Value::Bag(items.map(Value::Int).to_vec());
        let list = |items: [i64; 2]| Value::List(items.map(Value::Int).to_vec());
        let expected = Value::Map(vec![(bag([1, 2]), Value::Int(1)), (bag([3, 4]), Value::Int(2))]);
        for (values, same) in [([2, 1], true), ([1, 2], false)] {
            let keys = [list([4, 3]), list([2, 1])];
            let got = Value::Map(keys.into_iter().zip(values.map(Value::Int)).collect());
            assert_eq!(matches(&expected, &got), same, "{got:?}");
        }
    }

    #[test]
    fn thousands_of_open_rows_are_compared_at_once() {
        let text = |turned: bool| -> String {
            let row = |number: usize| match turned {
                true => format!("[{number}.7.{}]", number % 3),
                false => format!("[7.{}.{number}]", number % 3),
            };
            (0..5_000).map(|number| row(number % 2_500)).collect::<Vec<_>>().join(",")
        };
        assert_eq!(counts(&text(true), &text(false)), (0, 0));
    }

    #[test]
    fn what_is_too_much_to_compare_is_given_up() {
        let open: Vec<Row> =
            (0..1_000).map(|number| vec![Value::Open("any".to_owned()), Value::Int(number)]).collect();
        let got: Vec<Row> = (0..1_000).map(|number| vec![Value::Null, Value::Int(-number)]).collect();
        assert_eq!(difference(&open, &got), None);
    }
}
