//! Equality of bags up to the names of blank nodes and of elements that the query made.
//!
//! They are renamed by a search over bijections that colour refinement narrows down to almost nothing; what it
//! leaves is tried within a budget.

use std::collections::{BTreeMap, BTreeSet};

use crate::answer::Row;
use crate::compare::{Name, compare_all_rows, compare_rows, renamable};
use crate::open::difference;
use crate::term::Term;
use crate::value::Value;

/// How many renamings are tried before the comparison is given up.
const RENAMINGS: usize = 5_000;

/// What is missing and what is extra under the best renaming; none when there was too much to try.
pub(crate) fn renamed_bags(expected: &[Row], got: &[Row]) -> Option<(Vec<Row>, Vec<Row>)> {
    let (theirs, ours) = (names(got), names(expected));
    if theirs.is_empty() && ours.is_empty() {
        return difference(expected, got);
    }
    let nothing = BTreeMap::new();
    let masked = difference(&masked(expected, &nothing), &masked(got, &nothing))?;
    if masked != (Vec::new(), Vec::new()) {
        return Some(masked);
    }
    let Some(classes) = classes(expected, got, &ours, &theirs) else {
        // The names play different parts, so no renaming can do: pair them as they come, to show something.
        let pairs = theirs.into_iter().zip(ours).collect();
        return difference(expected, &renamed(got, &pairs));
    };
    let mut search = Search { expected, got, classes, tried: 0, best: None };
    search.class(0, &mut BTreeMap::new());
    match search.best {
        Some(best) if best.0.is_empty() || search.tried < RENAMINGS => Some(best),
        _ => None,
    }
}

fn names(rows: &[Row]) -> BTreeSet<Name> {
    let mut found = BTreeSet::new();
    rows.iter().flatten().for_each(|value| renamable(value, &mut found));
    found
}

type Pairs = BTreeMap<Name, Name>;
/// Names that may stand for each other: ours and theirs.
type Class = (Vec<Name>, Vec<Name>);

struct Search<'a> {
    expected: &'a [Row],
    got: &'a [Row],
    classes: Vec<Class>,
    tried: usize,
    best: Option<(Vec<Row>, Vec<Row>)>,
}

impl Search<'_> {
    /// Tries every pairing from class `index` on; true when one made the bags equal or the budget is spent.
    fn class(&mut self, index: usize, pairs: &mut Pairs) -> bool {
        let Some((ours, theirs)) = self.classes.get(index).cloned() else {
            return self.leaf(pairs);
        };
        self.pair(index, &ours, &theirs, pairs)
    }

    fn pair(&mut self, index: usize, ours: &[Name], theirs: &[Name], pairs: &mut Pairs) -> bool {
        let Some((first, rest)) = ours.split_first() else {
            return self.class(index + 1, pairs);
        };
        for name in theirs {
            pairs.insert(name.clone(), first.clone());
            let others: Vec<Name> = theirs.iter().filter(|other| *other != name).cloned().collect();
            if self.pair(index, rest, &others, pairs) {
                return true;
            }
            pairs.remove(name);
        }
        false
    }

    fn leaf(&mut self, pairs: &Pairs) -> bool {
        self.tried += 1;
        let Some(difference) = difference(self.expected, &renamed(self.got, pairs)) else {
            self.tried = RENAMINGS;
            return true;
        };
        let equal = difference.0.is_empty() && difference.1.is_empty();
        let better = self.best.as_ref().is_none_or(|best| difference.0.len() < best.0.len());
        if better {
            self.best = Some(difference);
        }
        equal || self.tried >= RENAMINGS
    }
}

/// The names in classes that every renaming must respect; none when the classes do not fit.
fn classes(
    expected: &[Row],
    got: &[Row],
    ours: &BTreeSet<Name>,
    theirs: &BTreeSet<Name>,
) -> Option<Vec<Class>> {
    let open = expected.iter().flatten().any(Value::is_open);
    let (mut left, mut right) = (colours(ours), colours(theirs));
    // With open values the rows of the two sides look different although they match: no refinement then.
    let rounds = if open { 0 } else { ours.len().min(6) };
    for _ in 0..rounds {
        let (signs, others) = (signatures(expected, &left), signatures(got, &right));
        let mut known: Vec<&Vec<Row>> = signs.values().chain(others.values()).collect();
        known.sort_by(|left, right| compare_all_rows(left, right));
        known.dedup_by(|left, right| compare_all_rows(left, right).is_eq());
        let number = |sign: &Vec<Row>| known.iter().position(|other| compare_all_rows(other, sign).is_eq());
        left = signs.iter().map(|(name, sign)| (name.clone(), number(sign).unwrap_or(0))).collect();
        right = others.iter().map(|(name, sign)| (name.clone(), number(sign).unwrap_or(0))).collect();
    }
    let mut classes: BTreeMap<usize, Class> = BTreeMap::new();
    for (name, colour) in left {
        classes.entry(colour).or_default().0.push(name);
    }
    for (name, colour) in right {
        classes.entry(colour).or_default().1.push(name);
    }
    let classes: Vec<Class> = classes.into_values().collect();
    classes.iter().all(|(ours, theirs)| ours.len() == theirs.len()).then_some(classes)
}

type Colours = BTreeMap<Name, usize>;

fn colours(names: &BTreeSet<Name>) -> Colours {
    let kind = |name: &Name| usize::from(matches!(name, Name::New(..)));
    names.iter().map(|name| (name.clone(), kind(name))).collect()
}

/// For each name the rows that hold it, other names replaced by their colours and its own marked.
fn signatures(rows: &[Row], colours: &Colours) -> BTreeMap<Name, Vec<Row>> {
    let mut signatures: BTreeMap<Name, Vec<Row>> =
        colours.keys().map(|name| (name.clone(), Vec::new())).collect();
    for row in rows {
        for name in names(std::slice::from_ref(row)) {
            let mut marked = colours.clone();
            marked.insert(name.clone(), usize::MAX);
            if let Some(signature) = signatures.get_mut(&name) {
                signature.extend(masked(std::slice::from_ref(row), &marked));
            }
        }
    }
    signatures.values_mut().for_each(|rows| rows.sort_by(|left, right| compare_rows(left, right)));
    signatures
}

/// The rows with every name replaced by its colour (no colour: all alike).
fn masked(rows: &[Row], colours: &Colours) -> Vec<Row> {
    let colour = |name: &Name| colours.get(name).map_or_else(String::new, ToString::to_string);
    rename(rows, &|name| match name {
        Name::Blank(_) => Name::Blank(colour(name)),
        Name::New(kind, _) => Name::New(*kind, colour(name).parse().unwrap_or(-1)),
    })
}

fn renamed(rows: &[Row], pairs: &Pairs) -> Vec<Row> {
    rename(rows, &|name| pairs.get(name).unwrap_or(name).clone())
}

fn rename(rows: &[Row], change: &dyn Fn(&Name) -> Name) -> Vec<Row> {
    let value = |value: &Value| value.clone().map(&mut |part| rename_value(part, change));
    rows.iter().map(|row| row.iter().map(value).collect()).collect()
}

fn rename_value(value: Value, change: &dyn Fn(&Name) -> Name) -> Value {
    match value {
        Value::Term(term) => Value::Term(rename_term(term, change)),
        Value::New(kind, mut element) => {
            if let Name::New(_, number) = change(&Name::New(kind, element.number)) {
                element.number = number;
            }
            Value::New(kind, element)
        }
        other => other,
    }
}

fn rename_term(term: Term, change: &dyn Fn(&Name) -> Name) -> Term {
    match term {
        Term::Blank(label) => match change(&Name::Blank(label)) {
            Name::Blank(label) => Term::Blank(label),
            Name::New(..) => Term::Blank(String::new()),
        },
        Term::Triple(parts) => Term::Triple(Box::new(parts.map(|part| rename_term(part, change)))),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Comparison, bags};

    fn rows(text: &str) -> Vec<Row> {
        let term = |word: &str| match word {
            "*" => Value::Open("any".to_owned()),
            word => word.strip_prefix('_').map_or_else(
                || Value::Term(Term::Iri(word.to_owned())),
                |label| Value::Term(Term::Blank(label.to_owned())),
            ),
        };
        text.split(',').map(|row| row.split_whitespace().map(term).collect()).collect()
    }

    #[test]
    fn blank_nodes_are_compared_up_to_one_renaming_of_all_rows() {
        for (expected, got, equal) in [
            ("_a x, _b y", "_1 y, _2 x", true),
            ("_a x, _a y", "_1 x, _2 y", false),
            ("_a _b, _b _a", "_1 _2, _2 _1", true),
            ("_a _b, _b _a", "_1 _1, _2 _2", false),
            ("_a _b, _b _c, _c _a, _d _e, _e _f, _f _d", "_1 _2, _2 _3, _3 _4, _4 _5, _5 _6, _6 _1", false),
            ("_a _a", "_1 _2", false),
        ] {
            let outcome = bags(&rows(expected), &rows(got));
            assert_eq!(outcome == Comparison::Equal, equal, "{expected} | {got}: {outcome:?}");
        }
    }

    #[test]
    fn many_alike_names_end_within_the_budget() {
        let alike = |label: &str| {
            let alike: Vec<String> = (0..200).map(|number| format!("_{label}{number} x")).collect();
            rows(&alike.join(","))
        };
        assert_eq!(bags(&alike("a"), &alike("b")), Comparison::Equal);
    }
}
