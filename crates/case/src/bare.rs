//! Elements that an engine names by an id alone.
//!
//! What a query made has no id in the graph file. An engine that tells its labels and properties is compared by
//! these; of one that gives its own id and nothing else, only which of the elements are the same can be compared. The
//! graph that is dumped after a write shows the rest.

use std::collections::BTreeMap;

use crate::answer::Table;
use crate::value::{Element, NewElement, Value};

/// Both tables without labels and properties of what is new, if one of them does not tell them.
pub(crate) fn without_contents(left: &Table, right: &Table) -> Option<(Table, Table)> {
    let tells = |table: &Table| !table.rows.iter().flatten().any(|value| value.any(&is_id));
    (!tells(left) || !tells(right)).then(|| (bare(left), bare(right)))
}

fn is_id(value: &Value) -> bool {
    matches!(value, Value::Foreign(..))
}

fn bare(table: &Table) -> Table {
    let mut numbers: BTreeMap<(Element, String), i64> = BTreeMap::new();
    let mut number = |kind: Element, id: String| {
        let next = i64::try_from(numbers.len()).unwrap_or(i64::MAX);
        *numbers.entry((kind, id)).or_insert(next)
    };
    let mut plain = |kind: Element, id: String| {
        let element = NewElement { number: number(kind, id), labels: Vec::new(), properties: Vec::new() };
        Value::New(kind, Box::new(element))
    };
    let mut table = table.clone();
    table.change(&mut |part| match part {
        Value::Foreign(kind, id) => plain(kind, id),
        // No id of an engine looks like this.
        Value::New(kind, element) => plain(kind, format!("\0{}", element.number)),
        other => other,
    });
    table
}
