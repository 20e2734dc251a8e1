//! Putting an RDF dataset into an engine that has no operation for it, and reading it out.
//!
//! The protocol of SPARQL has no more than queries and updates that every server takes, so a dataset goes in as one
//! update. Its blank nodes get the server's own labels: answers are compared up to renaming.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

use quarrel_case::answer::{Outcome, UNSUPPORTED};
use quarrel_case::graph::Dataset;
use quarrel_case::term::{Quad, Term};
use quarrel_case::value::Value;

use super::{DUMP_ROWS, Driver, rejected};
use crate::wire::{Step, Wire};

impl<W: Wire> Driver<W> {
    /// Replaces what the engine holds, in one request.
    pub(super) fn load_dataset(&mut self, dataset: &Dataset, deadline: Instant) -> Step<()> {
        if self.speech.reset.is_empty() {
            return Err(rejected(UNSUPPORTED, "the engine cannot be emptied".to_owned()));
        }
        let mut texts = self.speech.reset.clone();
        texts.extend(insertion(dataset));
        self.table(&texts.join(" ;\n"), 1, deadline).map(drop)
    }

    pub(super) fn dump_dataset(&mut self, deadline: Instant) -> Step<Dataset> {
        let Some(text) = self.speech.quads.clone() else {
            return Err(rejected(UNSUPPORTED, "the engine cannot tell what it holds".to_owned()));
        };
        let rows = self.rows(&text, DUMP_ROWS, deadline)?;
        let quads = rows.into_iter().map(quad).collect::<Option<_>>();
        let what = || Box::new(Outcome::Broken("a row of a dump is no statement".to_owned()));
        quads.map(Dataset::new).ok_or_else(what)
    }
}

/// The update that adds the statements; none where there are none.
fn insertion(dataset: &Dataset) -> Option<String> {
    let mut graphs: BTreeMap<Option<&Term>, String> = BTreeMap::new();
    for Quad { subject, predicate, object, graph } in &dataset.quads {
        let triples = graphs.entry(graph.as_ref()).or_default();
        let _ = writeln!(triples, "{subject} {predicate} {object} .");
    }
    let blocks = graphs.into_iter().map(|(graph, triples)| match graph {
        Some(graph) => format!("GRAPH {graph} {{\n{triples}}}\n"),
        None => triples,
    });
    let blocks: String = blocks.collect();
    (!blocks.is_empty()).then(|| format!("INSERT DATA {{\n{blocks}}}"))
}

fn quad(row: Vec<Value>) -> Option<Quad> {
    let [graph, subject, predicate, object] = <[Value; 4]>::try_from(row).ok()?;
    let term = |value| match value {
        Value::Term(term) => Some(term),
        _ => None,
    };
    let graph = if graph == Value::Null { None } else { Some(term(graph)?) };
    Some(Quad { subject: term(subject)?, predicate: term(predicate)?, object: term(object)?, graph })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dataset_is_one_update_graph_by_graph() {
        let text = "_:b <http://e/p> \"x\"@en .\n_:b <http://e/q> _:b <http://e/g> .\n<http://e/a> <http://e/p> _:b .\n";
        let dataset = Dataset::new(quarrel_case::nquads::read(text).unwrap());
        assert_eq!(
            insertion(&dataset).unwrap(),
            "INSERT DATA {\n_:b <http://e/p> \"x\"@en .\n<http://e/a> <http://e/p> _:b .\n\
             GRAPH <http://e/g> {\n_:b <http://e/q> _:b .\n}\n}"
        );
        assert_eq!(insertion(&Dataset::default()), None);
    }

    #[test]
    fn a_row_of_a_dump_is_a_statement() {
        let term = |text: &str| Value::Term(text.parse().unwrap());
        let row = |graph| vec![graph, term("<a>"), term("<p>"), term("\"x\"")];
        assert_eq!(quad(row(Value::Null)).unwrap().to_string(), "<a> <p> \"x\" .");
        assert_eq!(quad(row(term("<g>"))).unwrap().to_string(), "<a> <p> \"x\" <g> .");
        assert_eq!(quad(vec![Value::Null; 4]), None);
        assert_eq!(quad(Vec::new()), None);
    }
}
