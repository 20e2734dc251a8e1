//! TriG, the form in which people write datasets by hand. It is read once and kept as N-Quads.

use std::collections::BTreeMap;

use oxttl::TriGParser;
use quarrel_case::graph::{Dataset, Graph};
use quarrel_case::nquads;
use quarrel_case::term::Term;

/// Reads a TriG file's text, or a Turtle file's, which is a part of it.
///
/// # Errors
/// In one line, with the place, where it is not TriG.
pub(crate) fn read(text: &str) -> Result<Graph, String> {
    let quads = TriGParser::new().for_reader(text.as_bytes());
    let lines = quads.map(|quad| quad.map(|quad| format!("{quad} .\n")));
    let lines: String = lines.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let mut quads = nquads::read(&lines).map_err(|error| error.to_string())?;
    // The reader gives nodes without a label another one each time; a graph must be the same each time.
    let mut labels: BTreeMap<String, String> = BTreeMap::new();
    for quad in &mut quads {
        let graph = quad.graph.iter_mut();
        for term in [&mut quad.subject, &mut quad.object].into_iter().chain(graph) {
            if let Term::Blank(label) = term
                && !text.contains(&format!("_:{label}"))
            {
                let number = labels.len();
                *label = labels.entry(label.clone()).or_insert_with(|| free(text, number)).clone();
            }
        }
    }
    Ok(Graph::Rdf(Dataset::new(quads)))
}

/// A label that the text does not have.
fn free(text: &str, number: usize) -> String {
    let label = format!("anonymous{number}");
    if text.contains(&format!("_:{label}")) { format!("{label}x{}", text.len()) } else { label }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dataset_is_read_the_same_each_time() {
        let text = "@prefix e: <http://e/> .\ne:a e:p 1, [ e:q _:b ] .\ne:g { _:b a \"x\"@en }";
        let lines = [
            r#"<http://e/a> <http://e/p> "1"^^<http://www.w3.org/2001/XMLSchema#integer> ."#,
            "_:anonymous0 <http://e/q> _:b .",
            "<http://e/a> <http://e/p> _:anonymous0 .",
            r#"_:b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "x"@en <http://e/g> ."#,
        ];
        let read = read(text).unwrap().to_text();
        let (mut got, mut wanted): (Vec<&str>, _) = (read.lines().collect(), lines.to_vec());
        got.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(got, wanted);
    }

    #[test]
    fn what_is_no_dataset_is_one_line() {
        for text in ["e:a e:p 1 .", "<http://e/a> <http://e/p>", "<a> <b> <c> ."] {
            assert_eq!(read(text).unwrap_err().lines().count(), 1, "{text}");
        }
    }
}
