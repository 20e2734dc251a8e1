//! What is true of the neighbourhood of any node, asked of the rows.
//!
//! Two patterns that say the same in other words have as many matches, whatever the graph is; a condition that says so
//! drops no row. It makes an engine plan both beside the query.

use quarrel_case::graph::Index;
use quarrel_case::value::Value;

use super::super::scene::{Scene, Spot};
use super::predicate::star;
use crate::ast::{Clause, Query, With};
use crate::evaluate::Kind;
use crate::literal::literal;
use crate::parse::parse_expression;
use crate::print;

/// What holds of each node `<a>`; some of it hangs on a switch.
const OF_NODES: &[(&str, &str)] = &[
    ("", "COUNT { (<a>)-[*2..2]->() } = COUNT { (<a>)-->()-->() }"),
    ("", "<a> IS NULL OR COUNT { (<a>)-[*0..1]->() } = 1 + COUNT { (<a>)-->() }"),
    (
        "undirected-loop",
        "COUNT { (<a>)--() } = COUNT { (<a>)-->() } + COUNT { (<a>)<--() } - COUNT { (<a>)-->(<a>) }",
    ),
    ("", "<a>.<k> IS NULL OR NOT EXISTS { MATCH (<x>) WHERE <x> = <a> AND <a>.<k> IS NULL }"),
];

/// What holds of the nodes of a label with a value.
const OF_VALUES: &[&str] = &[
    "COUNT { (<x><l> {<k>: <v>}) } = COUNT { MATCH (<x><l>) WITH <x> WHERE <x>.<k> = <v> RETURN <x> }",
    "COUNT { MATCH (<x><l>) WHERE <x>.<k> <= <v> RETURN <x> } = \
     COUNT { MATCH (<x><l>) WITH <x> WHERE <x>.<k> <= <v> RETURN <x> }",
];

/// So many conditions on values are tried.
const MOST: usize = 12;

/// `WITH * WHERE` of what is true, after each clause behind which nodes are in scope.
pub(super) fn known(scene: &Scene<'_>) -> Vec<Query> {
    let of_values = of_values(scene);
    scene.each_clause(|spot, clause| {
        let last = spot.at + 1 == spot.clauses.len();
        let ordered = matches!(clause, Clause::With(with) if !with.projection.order.is_empty());
        if last || ordered || spot.after.is_empty() {
            return Vec::new();
        }
        let texts = of_nodes(scene, spot).into_iter().chain(of_values.iter().cloned());
        let conditions = texts.filter_map(|text| parse_expression(&text).ok());
        let with = |condition| Clause::With(With { projection: star(), condition: Some(condition) });
        conditions.map(|condition| vec![clause.clone(), with(condition)]).collect()
    })
}

fn of_nodes(scene: &Scene<'_>, spot: &Spot<'_>) -> Vec<String> {
    let node = spot.after.iter().find(|column| column.kind.kind == Kind::Node);
    let Some(node) = node.map(|column| print::name(&column.name)) else { return Vec::new() };
    let mut keys = scene.ground.graph.vertices.iter().flat_map(|vertex| vertex.properties.keys());
    let key = keys.next().map_or_else(|| "k".to_owned(), |key| print::name(key));
    let fresh = scene.fresh(0);
    let fits = |switch: &str| switch.is_empty() || scene.ground.is_standard(switch);
    let all = OF_NODES.iter().filter(|(switch, _)| fits(switch));
    all.map(|(_, text)| text.replace("<a>", &node).replace("<k>", &key).replace("<x>", &fresh)).collect()
}

/// Of the values that engines get wrong, and of those beside large integers; first of those that an index is on.
fn of_values(scene: &Scene<'_>) -> Vec<String> {
    let graph = scene.ground.graph;
    let (mut all, mut indexed): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for vertex in &graph.vertices {
        for (key, value) in &vertex.properties {
            for label in &vertex.labels {
                let on = |index: &Index| index.label == *label && index.keys.contains(key);
                let sought = if graph.indexes.iter().any(on) { &mut indexed } else { &mut all };
                sought.extend(
                    odd(value).iter().filter_map(literal).flat_map(|value| said(scene, label, key, &value)),
                );
            }
        }
    }
    indexed.extend(all);
    indexed.truncate(MOST);
    indexed
}

fn odd(value: &Value) -> Vec<Value> {
    match value {
        Value::Int(number) if number.unsigned_abs() >= 1 << 53 => {
            vec![Value::Int(number.saturating_add(1)), Value::Int(number.saturating_sub(1))]
        }
        Value::String(text) if text.is_empty() => vec![value.clone()],
        _ => Vec::new(),
    }
}

fn said(scene: &Scene<'_>, label: &str, key: &str, value: &str) -> Vec<String> {
    let (fresh, label, key) = (scene.fresh(0), format!(":{}", print::name(label)), print::name(key));
    let fill = |text: &&str| {
        let text = text.replace("<x>", &fresh).replace("<k>", &key).replace("<l>", &label);
        text.replace("<v>", value)
    };
    OF_VALUES.iter().map(fill).collect()
}
