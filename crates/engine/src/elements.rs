//! The ids of elements: the engine's own on one side, the graph file's on the other.
//!
//! Answers are compared by the graph file's ids, texts name elements by the engine's own. What an engine names
//! that was never loaded stays foreign, with the engine's id.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::answer::Answer;
use quarrel_case::graph::Graph;
use quarrel_case::term::Term;
use quarrel_case::value::{Element, ElementId, NewElement, Value};
use serde_json::Value as Json;

/// The key under which an element that comes whole has its id where that is a text. No property has it.
pub(crate) const TEXT_ID: &str = "";

/// The text of an id of a type of the engine's own that is no number: often an object around the one text that it takes
/// as an id too.
pub(crate) fn wire_id(json: &Json) -> String {
    let parts = json.as_object().filter(|parts| parts.len() == 1);
    let part = parts.and_then(|parts| parts.values().next()).unwrap_or(json);
    part.as_str().map_or_else(|| part.to_string(), ToOwned::to_owned)
}

/// An id as the engine gives it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Native {
    /// An integer.
    Number(i64),
    /// Anything else, as text.
    Text(String),
}

impl Native {
    /// The id of an element that an engine names, or the id itself.
    pub(crate) fn of(value: &Value) -> Option<Self> {
        match value {
            Value::Vertex(id) | Value::Edge(id) | Value::Int(id) => Some(Native::Number(*id)),
            Value::New(_, element) => Some(Native::of_whole(element)),
            Value::Foreign(_, text) | Value::String(text) => Some(Native::Text(text.clone())),
            Value::Wire(_, json) => {
                Some(json.as_i64().map_or_else(|| Native::Text(wire_id(json)), Native::Number))
            }
            _ => None,
        }
    }

    fn of_whole(element: &NewElement) -> Self {
        let text = element.properties.iter().find(|(key, _)| key == TEXT_ID);
        match text {
            Some((_, Value::String(text))) => Native::Text(text.clone()),
            _ => Native::Number(element.number),
        }
    }

    fn of_json(json: &Json) -> Self {
        match (json.as_i64(), json.as_str()) {
            (Some(number), _) => Native::Number(number),
            (None, Some(text)) => Native::Text(text.to_owned()),
            (None, None) => Native::Text(json.to_string()),
        }
    }

    /// The id for a person.
    fn text(self) -> String {
        match self {
            Native::Number(number) => number.to_string(),
            Native::Text(text) => text,
        }
    }

    /// The value whose literal names the element.
    pub(crate) fn value(&self) -> Value {
        match self {
            Native::Number(number) => Value::Int(*number),
            Native::Text(text) => Value::String(text.clone()),
        }
    }
}

/// What an answer says of elements by labels and properties, with the engine's own ids as their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    /// Nothing: what is numbered so is new, whatever its number.
    Never,
    /// All: what was never loaded stays foreign, since the query made nothing.
    Foreign,
    /// All: what was never loaded is new.
    New,
}

/// Vertices or edges.
#[derive(Debug, Default)]
struct Side {
    known: BTreeMap<Native, ElementId>,
    native: BTreeMap<ElementId, Native>,
}

impl Side {
    fn add(&mut self, id: ElementId, native: Native) {
        self.native.insert(id, native.clone());
        self.known.insert(native, id);
    }

    /// The id in the graph file; one that it does not have, for an element that was never loaded.
    fn id_or_fresh(&mut self, native: Native) -> ElementId {
        if let Some(id) = self.known.get(&native) {
            return *id;
        }
        let last = self.native.keys().next_back().copied().unwrap_or(0);
        let id = last.saturating_add(1);
        self.add(id, native);
        id
    }
}

/// The ids of what an engine holds.
#[derive(Debug, Default)]
pub(crate) struct Elements {
    vertices: Side,
    edges: Side,
    blanks: BTreeSet<String>,
}

impl Elements {
    /// The ids after a graph was loaded as it is: they are the graph file's.
    pub(crate) fn of_graph(graph: &Graph) -> Self {
        let mut elements = Self::default();
        match graph {
            Graph::Property(graph) => {
                for vertex in &graph.vertices {
                    elements.vertices.add(vertex.id, Native::Number(vertex.id));
                }
                for edge in &graph.edges {
                    elements.edges.add(edge.id, Native::Number(edge.id));
                }
            }
            Graph::Rdf(dataset) => {
                for quad in &dataset.quads {
                    let terms = [&quad.subject, &quad.predicate, &quad.object];
                    let terms = terms.into_iter().chain(&quad.graph);
                    terms.for_each(|term| blank_labels(term, &mut elements.blanks));
                }
            }
        }
        elements
    }

    fn side(&self, kind: Element) -> &Side {
        match kind {
            Element::Vertex => &self.vertices,
            Element::Edge => &self.edges,
        }
    }

    fn side_mut(&mut self, kind: Element) -> &mut Side {
        match kind {
            Element::Vertex => &mut self.vertices,
            Element::Edge => &mut self.edges,
        }
    }

    /// Takes down which id an element was given.
    pub(crate) fn add(&mut self, kind: Element, id: ElementId, native: Native) {
        self.side_mut(kind).add(id, native);
    }

    /// The engine's id of an element.
    pub(crate) fn native(&self, kind: Element, id: ElementId) -> Option<&Native> {
        self.side(kind).native.get(&id)
    }

    /// An answer with the graph file's ids in the place of the engine's.
    pub(crate) fn translate(&self, answer: &mut Answer, whole: Whole) {
        let mut blanks = Blanks::new(&self.blanks);
        let mut made = Made::default();
        match answer {
            Answer::Table(table) => table.change(&mut |part| match part {
                Value::New(kind, element) if whole != Whole::Never => {
                    self.translate_whole(kind, *element, whole, &mut made)
                }
                part => self.translate_part(part, &mut blanks),
            }),
            Answer::Triples(triples) => {
                triples.iter_mut().flatten().for_each(|term| blanks.rename(term));
            }
            Answer::Boolean(_) => {}
        }
    }

    /// An element that came with all there is to it: labels and properties matter only where it is new.
    fn translate_whole(
        &self,
        kind: Element,
        mut element: NewElement,
        whole: Whole,
        made: &mut Made,
    ) -> Value {
        let native = Native::of_whole(&element);
        match (kind, self.side(kind).known.get(&native), whole) {
            (Element::Vertex, Some(id), _) => Value::Vertex(*id),
            (Element::Edge, Some(id), _) => Value::Edge(*id),
            (_, None, Whole::New) => {
                let number = made.number(kind, native);
                element.properties.retain(|(key, _)| key != TEXT_ID);
                Value::New(kind, Box::new(NewElement { number, ..element }))
            }
            (_, None, _) => Value::Foreign(kind, native.text()),
        }
    }

    fn translate_part(&self, part: Value, blanks: &mut Blanks<'_>) -> Value {
        let (kind, native) = match part {
            Value::Vertex(id) => (Element::Vertex, Native::Number(id)),
            Value::Edge(id) => (Element::Edge, Native::Number(id)),
            Value::Foreign(kind, text) => (kind, Native::Text(text)),
            Value::Term(mut term) => {
                blanks.rename(&mut term);
                return Value::Term(term);
            }
            other => return other,
        };
        match (kind, self.side(kind).known.get(&native)) {
            (Element::Vertex, Some(id)) => Value::Vertex(*id),
            (Element::Edge, Some(id)) => Value::Edge(*id),
            (_, None) => Value::Foreign(kind, native.text()),
        }
    }

    /// The id in the graph file of an element that the engine holds; a fresh one for an element that was never
    /// loaded.
    pub(crate) fn id_or_fresh(&mut self, kind: Element, native: Native) -> ElementId {
        self.side_mut(kind).id_or_fresh(native)
    }

    /// A dumped property graph with the graph file's ids in the place of the engine's.
    pub(crate) fn translate_dump(&mut self, graph: &mut Json) {
        let parts = [
            ("vertices", "id", Element::Vertex),
            ("edges", "id", Element::Edge),
            ("edges", "source", Element::Vertex),
            ("edges", "target", Element::Vertex),
        ];
        for (list, key, kind) in parts {
            let elements = graph.get_mut(list).and_then(Json::as_array_mut);
            for element in elements.into_iter().flatten() {
                if let Some(id) = element.get_mut(key) {
                    *id = Json::from(self.id_or_fresh(kind, Native::of_json(id)));
                }
            }
        }
    }
}

/// The numbers of the elements of one answer that the query made, in the order in which they come.
#[derive(Default)]
struct Made(BTreeMap<(Element, Native), i64>);

impl Made {
    fn number(&mut self, kind: Element, native: Native) -> i64 {
        let next = i64::try_from(self.0.len()).unwrap_or(i64::MAX);
        *self.0.entry((kind, native)).or_insert(next)
    }
}

fn blank_labels(term: &Term, found: &mut BTreeSet<String>) {
    match term {
        Term::Blank(label) => {
            found.insert(label.clone());
        }
        Term::Triple(terms) => terms.iter().for_each(|term| blank_labels(term, found)),
        Term::Iri(_) | Term::Literal(_) => {}
    }
}

/// Renames the blank nodes of one answer that the graph does not have: engines label them at random, and the
/// same answer has to read the same in every run.
struct Blanks<'a> {
    known: &'a BTreeSet<String>,
    renamed: BTreeMap<String, String>,
    next: usize,
}

impl<'a> Blanks<'a> {
    fn new(known: &'a BTreeSet<String>) -> Self {
        Self { known, renamed: BTreeMap::new(), next: 0 }
    }

    fn rename(&mut self, term: &mut Term) {
        match term {
            Term::Blank(label) if !self.known.contains(label) => *label = self.label(label),
            Term::Triple(terms) => terms.iter_mut().for_each(|term| self.rename(term)),
            _ => {}
        }
    }

    fn label(&mut self, old: &str) -> String {
        if let Some(new) = self.renamed.get(old) {
            return new.clone();
        }
        let known = self.known;
        let mut labels = (self.next..).map(|number| (number, format!("new{number}")));
        let free = labels.find(|(_, label)| !known.contains(label));
        let (number, new) = free.unwrap_or_else(|| (self.next, old.to_owned()));
        self.next = number + 1;
        self.renamed.insert(old.to_owned(), new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use quarrel_case::answer::Table;
    use quarrel_case::graph::Model;
    use serde_json::json;

    use super::*;

    fn table(rows: &Json, model: Model) -> Answer {
        let table = Table::from_json(&json!({"columns": ["x"], "rows": rows}), model).unwrap();
        Answer::Table(table)
    }

    #[test]
    fn elements_anywhere_in_an_answer_carry_the_graphs_ids() {
        let mut elements = Elements::default();
        elements.add(Element::Vertex, 1, Native::Number(70));
        elements.add(Element::Vertex, 2, Native::Text("4:x:0".to_owned()));
        elements.add(Element::Edge, 1, Native::Number(70));
        for (came, read) in [
            (json!({"vertex": 70}), json!({"vertex": 1})),
            (json!({"edge": 70}), json!({"edge": 1})),
            (json!({"vertex": "4:x:0"}), json!({"vertex": 2})),
            (json!({"vertex": 1}), json!({"vertex": {"foreign": "1"}})),
            (json!({"edge": "y"}), json!({"edge": {"foreign": "y"}})),
            (json!(70), json!(70)),
            (json!([{"map": [["k", {"vertex": 70}]]}]), json!([{"map": [["k", {"vertex": 1}]]}])),
            (
                json!({"path": [{"vertex": 70}, {"edge": 70}, {"vertex": "4:x:0"}]}),
                json!({"path": [{"vertex": 1}, {"edge": 1}, {"vertex": 2}]}),
            ),
        ] {
            let mut answer = table(&json!([[came]]), Model::Property);
            elements.translate(&mut answer, Whole::Never);
            assert_eq!(answer.to_json()["rows"], json!([[read]]));
        }
    }

    #[test]
    fn elements_that_come_whole_are_known_new_or_foreign() {
        let mut elements = Elements::default();
        elements.add(Element::Vertex, 1, Native::Number(70));
        let whole = |number: i64| json!({"vertex": {"new": number, "labels": ["A"], "properties": {}}});
        let rows = json!([[whole(70)], [whole(9)], [whole(8)], [whole(9)]]);
        for (kind, read) in [
            (Whole::New, json!([[{"vertex": 1}], [whole(0)], [whole(1)], [whole(0)]])),
            (
                Whole::Foreign,
                json!([[{"vertex": 1}], [{"vertex": {"foreign": "9"}}], [{"vertex": {"foreign": "8"}}], [{"vertex": {"foreign": "9"}}]]),
            ),
            (Whole::Never, rows.clone()),
        ] {
            let mut answer = table(&rows, Model::Property);
            elements.translate(&mut answer, kind);
            assert_eq!(answer, table(&read, Model::Property));
        }
    }

    #[test]
    fn elements_that_come_whole_may_have_texts_for_ids() {
        let mut elements = Elements::default();
        elements.add(Element::Edge, 1, Native::Text("7-a".to_owned()));
        let whole = |id: &str| json!({"edge": {"new": 0, "labels": ["T"], "properties": {"": id, "k": 1}}});
        let rows = json!([[whole("7-b")], [whole("7-a")], [whole("7-c")], [whole("7-b")]]);
        let made = |number: i64| json!({"edge": {"new": number, "labels": ["T"], "properties": {"k": 1}}});
        let foreign = |id: &str| json!({"edge": {"foreign": id}});
        for (kind, read) in [
            (Whole::New, json!([[made(0)], [{"edge": 1}], [made(1)], [made(0)]])),
            (Whole::Foreign, json!([[foreign("7-b")], [{"edge": 1}], [foreign("7-c")], [foreign("7-b")]])),
        ] {
            let mut answer = table(&rows, Model::Property);
            elements.translate(&mut answer, kind);
            assert_eq!(answer, table(&read, Model::Property));
        }
    }

    #[test]
    fn blank_nodes_that_the_graph_does_not_have_are_numbered_as_they_come() {
        let graph = Graph::from_text("_:a <http://e/p> _:new1 .\n", Model::Rdf).unwrap();
        let elements = Elements::of_graph(&graph);
        let mut answer = table(&json!([["_:x9"], ["_:a"], ["_:x7"], ["_:x9"], ["_:new1"]]), Model::Rdf);
        elements.translate(&mut answer, Whole::Never);
        let Answer::Table(table) = answer else { panic!("a table stays one") };
        let labels: Vec<String> = table.rows.iter().map(|row| format!("{:?}", row[0])).collect();
        let expected = ["new0", "a", "new2", "new0", "new1"]
            .map(|label| format!("{:?}", Value::Term(Term::blank(label))));
        assert_eq!(labels, expected);
    }

    #[test]
    fn a_dump_has_the_loaded_ids_and_fresh_ones_for_what_is_new() {
        let mut elements = Elements::default();
        elements.add(Element::Vertex, 5, Native::Text("a".to_owned()));
        let mut dump = json!({
            "vertices": [{"id": "b"}, {"id": "a"}],
            "edges": [{"id": "a", "label": "T", "source": "a", "target": "b"}],
        });
        elements.translate_dump(&mut dump);
        let expected = json!({
            "vertices": [{"id": 6}, {"id": 5}],
            "edges": [{"id": 1, "label": "T", "source": 5, "target": 6}],
        });
        assert_eq!(dump, expected);
    }
}
