//! Whether the order of rows matters to an updating clause.
//!
//! The language leaves that order open. So a clause that reads what it writes is run again, last row first, with one row
//! after another as the first one, and with those together that have one element: so they come where a planner goes
//! through the clauses before in another order. If something else comes out, up to the ids of what it made, the case is
//! open. `DELETE` looks at all rows first, and `CREATE` changes nothing that it reads, unless it asks for patterns. Of several
//! items of a `SET` or `REMOVE` it is open too whether one is done for all rows before the next: planners differ.

use std::sync::Arc;

use super::{Input, Writer, Written};
use crate::ast::Clause;
use crate::evaluate::context::{Context, Outcome};
use crate::evaluate::graph::Graph;
use crate::evaluate::table::Row;
use crate::evaluate::value::Value;
use crate::evaluate::walk::looks_at_graph;
use crate::walk;

const REASON: &str = "the order of rows in an updating clause";

/// Notices if the order of rows matters.
pub(super) fn check(
    context: &Context<'_>,
    graph: &Arc<Graph>,
    clause: &Clause,
    input: Input<'_>,
    written: &Written,
) -> Outcome<()> {
    if input.rows.len() < 2 || context.open.get().is_some() {
        return Ok(());
    }
    match clause {
        Clause::Delete(_) => return Ok(()),
        Clause::Create(_) => {
            if walk::expressions(clause).into_iter().any(looks_at_graph) {
                context.depends_on(REASON);
            }
            return Ok(());
        }
        _ => {}
    }
    let trial = Trial { context, graph, clause, input };
    let seen = Seen { next: graph.next_ids() };
    let mut known = None;
    for order in orders(input.rows.len()).into_iter().chain(gathered(input.rows)) {
        let same = match trial.run(&in_order(input.rows, &order))? {
            // Mostly not even the ids differ.
            Some(other) => {
                (other.graph == written.graph && other.rows == in_order(&written.rows, &order))
                    || (seen.is_old_same(&written.graph, &other.graph)
                        && *known.get_or_insert_with(|| seen.made(written)) == seen.made(&other))
            }
            None => false,
        };
        if !same {
            context.depends_on(REASON);
            return Ok(());
        }
    }
    if !trial.is_same_by_items(written)? {
        context.depends_on(REASON);
    }
    Ok(())
}

/// A clause that may be run again.
#[derive(Clone, Copy)]
struct Trial<'t> {
    context: &'t Context<'t>,
    graph: &'t Arc<Graph>,
    clause: &'t Clause,
    input: Input<'t>,
}

impl Trial<'_> {
    /// What the clause comes to for these rows; none when it raises.
    fn run(self, rows: &[Row]) -> Outcome<Option<Written>> {
        let mut writer = Writer { context: self.context, graph: Arc::clone(self.graph) };
        let rows = writer.clause(self.clause, Input { rows, ..self.input });
        Ok(self.context.attempt(rows)?.ok().map(|rows| Written { graph: writer.graph, rows }))
    }

    /// Whether it is the same to do all of a row before the next row, and one item for all rows before the next item.
    fn is_same_by_items(self, written: &Written) -> Outcome<bool> {
        let items: Vec<Clause> = match self.clause {
            Clause::Set(items) => items.iter().map(|item| Clause::Set(vec![item.clone()])).collect(),
            Clause::Remove(items) => items.iter().map(|item| Clause::Remove(vec![item.clone()])).collect(),
            _ => return Ok(true),
        };
        if items.len() < 2 {
            return Ok(true);
        }
        let mut graph = Arc::clone(self.graph);
        for item in &items {
            match (Trial { graph: &graph, clause: item, ..self }).run(self.input.rows)? {
                Some(done) => graph = done.graph,
                None => return Ok(false),
            }
        }
        Ok(graph == written.graph)
    }
}

/// Rows of which each is tried as the first one; of more than that, as many of them.
const FIRST: usize = 64;

/// The orders that are tried: backwards, and the rows from each on, then those before it. So each is the first and each
/// the last once, also among those that write to one element. Of two rows each is that in one of the two orders.
pub(in crate::evaluate) fn orders(rows: usize) -> Vec<Vec<usize>> {
    let from = |place: usize| (place..rows).chain(0..place).collect();
    let step = rows.div_ceil(FIRST).max(1);
    let each = (1..rows).step_by(step).filter(|_| rows > 2).map(from);
    std::iter::once((0..rows).rev().collect()).chain(each).collect()
}

/// The orders in which the rows with one element in a column stand together, whichever of them comes first: by the
/// element's first row, or by its last row backwards.
fn gathered(rows: &[Row]) -> Vec<Vec<usize>> {
    let element = |value: &Value| matches!(value, Value::Node(_) | Value::Relationship(_));
    let columns = (0..rows.first().map_or(0, Vec::len))
        .filter(|&column| rows.iter().any(|row| row.get(column).is_some_and(element)));
    let mut orders = Vec::new();
    for column in columns {
        let mut groups: Vec<(Option<&Value>, Vec<usize>)> = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            let value = row.get(column);
            match groups.iter_mut().find(|(known, _)| *known == value) {
                Some((_, places)) => places.push(place),
                None => groups.push((value, vec![place])),
            }
        }
        let order: Vec<usize> = groups.into_iter().flat_map(|(_, places)| places).collect();
        // Rows that stand together already were tried.
        if !order.is_sorted() {
            orders.push(order.iter().rev().copied().collect());
            orders.push(order);
        }
    }
    orders
}

fn in_order(rows: &[Row], order: &[usize]) -> Vec<Row> {
    order.iter().filter_map(|&place| rows.get(place)).cloned().collect()
}

/// Whether two runs on a graph came to the same, up to the ids of what they made.
pub(in crate::evaluate) fn is_same(before: &Graph, one: &Written, other: &Written) -> bool {
    let seen = Seen { next: before.next_ids() };
    seen.is_old_same(&one.graph, &other.graph) && seen.made(one) == seen.made(other)
}

/// Looks at elements in such a way that ids of new ones do not matter: what was there before is compared by its id, what
/// is new is written out.
struct Seen {
    /// The first ids of new elements.
    next: (i64, i64),
}

impl Seen {
    /// Whether what was there before is the same in both graphs. New elements stand behind it, and a relationship's ends
    /// do not change.
    fn is_old_same(&self, one: &Graph, other: &Graph) -> bool {
        let nodes = |graph: &Graph| graph.nodes().iter().take_while(|node| node.id < self.next.0).count();
        let relationships =
            |graph: &Graph| graph.relationships().iter().take_while(|found| found.id < self.next.1).count();
        let (node_count, relationship_count) = (nodes(one), relationships(one));
        let mut node_pairs = one.nodes().iter().zip(other.nodes()).take(node_count);
        let mut relationship_pairs =
            one.relationships().iter().zip(other.relationships()).take(relationship_count);
        node_count == nodes(other)
            && relationship_count == relationships(other)
            && node_pairs.all(|(one, other)| {
                one.id == other.id
                    && sorted(&one.labels) == sorted(&other.labels)
                    && is_alike(one.properties(), other.properties())
            })
            && relationship_pairs
                .all(|(one, other)| one.id == other.id && is_alike(one.properties(), other.properties()))
    }

    /// All that a clause made, and its rows, in some order of its own.
    fn made(&self, written: &Written) -> Vec<String> {
        let graph = &*written.graph;
        let nodes = graph.nodes().iter().filter(|node| node.id >= self.next.0);
        let nodes = nodes.map(|node| self.node(graph, node.id));
        let relationships = graph.relationships().iter().filter(|found| found.id >= self.next.1);
        let relationships = relationships.map(|relationship| self.relationship(graph, relationship.id));
        let cells =
            |row: &Row| row.iter().map(|value| self.value(graph, value)).collect::<Vec<_>>().join(",");
        let rows = written.rows.iter().map(cells);
        let mut all: Vec<String> = nodes.chain(relationships).chain(rows).collect();
        all.sort_unstable();
        all
    }

    fn node(&self, graph: &Graph, id: i64) -> String {
        if id < self.next.0 {
            return id.to_string();
        }
        let Some(node) = graph.node(id) else { return "new".to_owned() };
        format!("(new{:?}{:?})", sorted(&node.labels), node.properties())
    }

    fn relationship(&self, graph: &Graph, id: i64) -> String {
        if id < self.next.1 {
            return format!("[{id}]");
        }
        let Some(relationship) = graph.relationship(id) else { return "[new]".to_owned() };
        let end =
            |place: usize| graph.nodes().get(place).map_or(String::new(), |node| self.node(graph, node.id));
        let (start, end) = (end(relationship.start), end(relationship.end));
        format!("{start}[new:{}{:?}]{end}", relationship.kind, relationship.properties())
    }

    fn value(&self, graph: &Graph, value: &Value) -> String {
        match value {
            Value::Node(id) => self.node(graph, *id),
            Value::Relationship(id) => self.relationship(graph, *id),
            Value::Path(path) => path.elements().map(|value| self.value(graph, &value)).collect(),
            Value::List(list) => list.items().iter().map(|value| self.value(graph, value)).collect(),
            other => format!("{other:?}"),
        }
    }
}

fn sorted(labels: &[Arc<str>]) -> Vec<&str> {
    let mut labels: Vec<&str> = labels.iter().map(|label| &**label).collect();
    labels.sort_unstable();
    labels
}

/// Whether properties are the same; what is not a number is the same as itself here.
fn is_alike(one: &[(Arc<str>, Value)], other: &[(Arc<str>, Value)]) -> bool {
    one == other || format!("{one:?}") == format!("{other:?}")
}
