//! An update, taken for what it reads and what it then does with the solutions.
//!
//! The group of `DELETE ... INSERT ... WHERE` is evaluated once, before anything is written, and the templates are filled
//! from its solutions, each as often as it comes (SPARQL 1.1 Update, 3.1.3). So a query with the same solutions may stand
//! in the group's place. Of several operations the first alone reads the graph as it was loaded.

use crate::ast::{DatasetClause, Duplicates, Form, Modifiers, Modify, Operation, Query, Select, Update};
use crate::parse::{Request, parse_request};
use crate::print::{Spelling, print_update};

use super::build::{columns, group, scope, select, sub_select};
use super::names;

/// The first operation, if it reads the default graph through a group.
fn first(update: &Update) -> Option<&Modify> {
    match update.operations.first() {
        Some(Operation::Modify(modify)) => {
            (modify.with.is_none() && modify.using == DatasetClause::default()).then_some(modify)
        }
        _ => None,
    }
}

/// What is read before anything is written.
pub(super) fn reading(update: &Update) -> Option<Query> {
    let pattern = first(update)?.pattern.clone();
    let variables = scope(&pattern.elements);
    (!variables.is_empty()).then(|| select(Duplicates::All, columns(variables), pattern))
}

/// The update with another reading in the place of its own.
pub(super) fn with_reading(update: &Update, reading: &Query) -> Option<Update> {
    let own = self::reading(update)?;
    if !matches!(reading.form, Form::Select(Select { .. })) || reading.dataset != DatasetClause::default() {
        return None;
    }
    let plain = reading.form == own.form && reading.modifiers == Modifiers::default();
    // The templates could name a variable that the other reading has for itself.
    let pattern = match plain && names::all(reading).is_subset(&names::all(&own)) {
        true => reading.pattern.clone(),
        false => group(vec![sub_select(Query { prologue: Default::default(), ..reading.clone() })]),
    };
    let mut update = update.clone();
    let Some(Operation::Modify(modify)) = update.operations.first_mut() else { return None };
    modify.pattern = pattern;
    reads_back(&update).then_some(update)
}

fn reads_back(update: &Update) -> bool {
    let text = print_update(update, &Spelling::default());
    matches!(parse_request(&text), Ok(Request::Update(read)) if read == *update)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{parse, parse_update};

    fn update(text: &str) -> Update {
        parse_update(text).expect("it is an update")
    }

    fn written(text: &str, reading: &str) -> Option<String> {
        let whole = with_reading(&update(text), &parse(reading).expect("it is a query"))?;
        Some(print_update(&whole, &Spelling::default()))
    }

    #[test]
    fn a_query_with_the_same_solutions_stands_in_the_place_of_the_group() {
        let text = "INSERT { ?a <http://e/q> ?c . } WHERE { ?a <http://e/p> ?b . }";
        let same = "SELECT ?a ?b WHERE { { ?a <http://e/p> ?b . } }";
        let whole = "INSERT { ?a <http://e/q> ?c . } WHERE { { ?a <http://e/p> ?b . } }";
        assert_eq!(written(text, same).as_deref(), Some(whole));
        // The template must not see what the other reading has for itself.
        let hiding = "SELECT ?a ?b WHERE { ?a <http://e/p> ?b . BIND (1 AS ?c) }";
        let whole = "INSERT { ?a <http://e/q> ?c . } WHERE { \
                     { SELECT ?a ?b WHERE { ?a <http://e/p> ?b . BIND (1 AS ?c) } } }";
        assert_eq!(written(text, hiding).as_deref(), Some(whole));
    }

    #[test]
    fn what_reads_another_graph_or_nothing_has_no_reading() {
        let read = |text: &str| reading(&update(text)).is_some();
        assert!(read("DELETE { ?a ?b 1 . } WHERE { ?a ?b 1 . }"));
        assert!(!read("WITH <http://e/g> DELETE { ?a ?b 1 . } WHERE { ?a ?b 1 . }"));
        assert!(!read("CLEAR DEFAULT ; DELETE { ?a ?b 1 . } WHERE { ?a ?b 1 . }"));
        assert!(!read("INSERT DATA { <http://e/a> <http://e/p> 1 . }"));
    }
}
