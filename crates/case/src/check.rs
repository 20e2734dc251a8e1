//! Checks: steps and laws, plain data.
//!
//! An oracle makes a check from a case; from then on nothing but the check is needed. It is run by the one
//! executor, stored, replayed without the generator, and judged on the reference as on any engine. The graph
//! is not in the check but beside it: many checks share one.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::answer::Answer;
use crate::graph::{Dataset, Edge, Graph, Index, Model, PropertyGraph};
use crate::json::JsonError;
use crate::law::Law;
use crate::value::{ElementId, Value};
use crate::verdict::{ErrorStatus, Role};

/// The setting of a step that names one of the plans which the catalogue has for the engine.
pub const PLAN: &str = "plan";

/// Steps and laws.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Check {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// What must hold; none when it is enough that every step is answered as its error status says.
    pub laws: Vec<Law>,
    /// The answers that the laws name.
    pub constants: Vec<Answer>,
    /// The graphs that the laws name.
    pub graphs: Vec<Graph>,
    /// How values are compared.
    pub compare: Compare,
}

/// How values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Compare {
    /// As they are.
    #[default]
    Term,
    /// By what they mean: each value is replaced by the one that stands for all with its meaning.
    Value,
}

/// One step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Whom it talks to.
    pub role: Role,
    /// What it does.
    pub action: Action,
    /// Settings of the engine's switches for this step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// What is known of the errors of its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<ErrorStatus>,
    /// Which constant, of a dump which graph, the reference gives. A law between steps uses it only to say which of them
    /// is accused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<usize>,
    /// Runs whatever happened before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub finally: bool,
}

/// What a step does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Loads the case's graph, unless the engine holds it unchanged.
    Load(Arrangement),
    /// Runs a text that does not change the graph.
    Query(Text),
    /// Runs a text that may change the graph.
    Write(Text),
    /// Declares an index.
    Index(Index),
    /// Drops an index.
    DropIndex(Index),
    /// Asks for the graph as the engine holds it.
    Dump,
    /// Puts the loaded graph back.
    Restore,
}

/// How the graph is arranged before it is loaded. Answers carry the ids of the graph as it was before.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    /// The positions of the vertices (or quads) that are loaded at all, with the edges between them; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub part: Vec<usize>,
    /// The positions of vertices (or quads) in the order in which they are loaded; empty: as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vertices: Vec<usize>,
    /// The positions of edges in the order in which they are loaded; empty: as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub edges: Vec<usize>,
    /// Old and new id of each renumbered vertex.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub renumbered: Vec<(ElementId, ElementId)>,
}

/// A text with holes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "TextForm", into = "TextForm")]
pub struct Text {
    /// Literal text and holes in turn.
    pub parts: Vec<Part>,
    /// The text is run once for each value of its one hole, and the rows are added up, each repeated by the
    /// multiplicity of its value.
    pub element_wise: bool,
}

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Part {
    /// As it stands.
    Literal(String),
    /// Filled from the answer to an earlier step of this run.
    Hole(Hole),
}

/// What is filled in, from this run's answers and never from recorded ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hole {
    /// The index of the step whose answer is used.
    pub step: usize,
    /// The column of the answer.
    pub column: String,
    /// The columns after it, of rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub further: Vec<String>,
    /// In which form.
    pub form: Form,
    /// Each value once.
    #[serde(default)]
    pub distinct: bool,
    /// More values than this are inconclusive, unless the text is element-wise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<usize>,
    /// The text when there is no value.
    #[serde(default)]
    pub none: String,
}

/// The form in which a hole is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// The elements' own ids, as this engine writes them, separated by commas.
    NativeId,
    /// The values as literals, separated by commas.
    Value,
    /// The number of values.
    Count,
    /// The rows of the column and those after it, as the language writes rows of constants.
    Rows,
}

impl Hole {
    /// A hole that takes all values of a column, each as often as it came.
    pub fn new(step: usize, column: impl Into<String>, form: Form) -> Self {
        let (further, none) = (Vec::new(), String::new());
        Self { step, column: column.into(), further, form, distinct: false, at_most: None, none }
    }
}

/// The stored form of a text: a plain string where there is no hole.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum TextForm {
    Plain(String),
    Parts(Vec<Part>),
    Full { element_wise: bool, parts: Vec<Part> },
}

impl From<Text> for TextForm {
    fn from(text: Text) -> Self {
        match (text.element_wise, text.parts.as_slice()) {
            (true, _) => TextForm::Full { element_wise: true, parts: text.parts },
            (false, [Part::Literal(plain)]) => TextForm::Plain(plain.clone()),
            (false, _) => TextForm::Parts(text.parts),
        }
    }
}

impl From<TextForm> for Text {
    fn from(form: TextForm) -> Self {
        match form {
            TextForm::Plain(plain) => Text::plain(plain),
            TextForm::Parts(parts) => Text { parts, element_wise: false },
            TextForm::Full { element_wise, parts } => Text { parts, element_wise },
        }
    }
}

impl Text {
    /// A text without holes.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { parts: vec![Part::Literal(text.into())], element_wise: false }
    }

    /// The text, if it has no holes.
    pub fn whole(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [Part::Literal(text)] if !self.element_wise => Some(text),
            _ => None,
        }
    }

    /// The text with this in the place of each hole.
    pub fn filled(&self, fill: impl Fn(&Hole) -> String) -> String {
        let part = |part: &Part| match part {
            Part::Literal(text) => text.clone(),
            Part::Hole(hole) => fill(hole),
        };
        self.parts.iter().map(part).collect()
    }

    /// What is filled in from earlier answers.
    pub fn holes(&self) -> impl Iterator<Item = &Hole> {
        self.parts.iter().filter_map(|part| match part {
            Part::Hole(hole) => Some(hole),
            Part::Literal(_) => None,
        })
    }

    /// The text as it is shown to a person, holes in angle brackets.
    pub fn shown(&self) -> String {
        self.filled(|hole| format!("<{} of step {}>", hole.column, hole.step))
    }
}

impl Step {
    /// A step of the target without settings.
    pub fn new(role: Role, action: Action) -> Self {
        Self { role, action, settings: BTreeMap::new(), errors: None, reference: None, finally: false }
    }

    /// Loads the case's graph as it is.
    pub fn load(role: Role) -> Self {
        Self::new(role, Action::Load(Arrangement::default()))
    }

    /// Runs a reading text whose errors are known.
    pub fn query(role: Role, text: impl Into<String>, errors: Option<ErrorStatus>) -> Self {
        Self { errors, ..Self::new(role, Action::Query(Text::plain(text))) }
    }

    /// Runs a text that may change the graph, whose errors are known.
    pub fn write(role: Role, text: impl Into<String>, errors: Option<ErrorStatus>) -> Self {
        Self { errors, ..Self::new(role, Action::Write(Text::plain(text))) }
    }

    /// Asks for the graph as the engine holds it.
    pub fn dump(role: Role) -> Self {
        Self::new(role, Action::Dump)
    }

    /// The step with what the reference gives.
    #[must_use]
    pub fn knowing(self, reference: Option<usize>) -> Self {
        Self { reference, ..self }
    }

    /// The text of the step, if it has one.
    pub fn text(&self) -> Option<&Text> {
        match &self.action {
            Action::Query(text) | Action::Write(text) => Some(text),
            _ => None,
        }
    }
}

impl Check {
    /// The check as it is stored.
    pub fn to_json(&self) -> Json {
        let constants: Vec<Json> = self.constants.iter().map(Answer::to_json).collect();
        let graphs: Vec<Json> = self.graphs.iter().map(Graph::to_json).collect();
        json!({ "steps": self.steps, "laws": self.laws, "constants": constants, "graphs": graphs, "compare": self.compare })
    }

    /// Reads a stored check.
    pub fn from_json(json: &Json, model: Model) -> Result<Self, JsonError> {
        let field = |key: &str| json.get(key).cloned().unwrap_or(Json::Null);
        let error = |error: serde_json::Error| JsonError(error.to_string());
        let list = |key: &str| field(key).as_array().cloned().unwrap_or_default();
        Ok(Self {
            steps: serde_json::from_value(field("steps")).map_err(error)?,
            laws: list("laws")
                .into_iter()
                .map(serde_json::from_value)
                .collect::<Result<_, _>>()
                .map_err(error)?,
            constants: list("constants")
                .iter()
                .map(|json| Answer::from_json(json, model))
                .collect::<Result<_, _>>()?,
            graphs: list("graphs")
                .iter()
                .map(|json| Graph::from_json(json, model))
                .collect::<Result<_, _>>()?,
            compare: match field("compare") {
                Json::Null => Compare::Term,
                compare => serde_json::from_value(compare).map_err(error)?,
            },
        })
    }
}

impl Arrangement {
    /// True when the graph stays as it is.
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }

    /// The graph so arranged.
    pub fn apply(&self, graph: &Graph) -> Graph {
        match graph {
            Graph::Rdf(dataset) => {
                Graph::Rdf(Dataset { quads: arranged(&self.taken(&dataset.quads), &self.vertices) })
            }
            Graph::Property(graph) => Graph::Property(self.apply_property(graph)),
        }
    }

    fn apply_property(&self, graph: &PropertyGraph) -> PropertyGraph {
        let vertices = self.taken(&graph.vertices);
        let is_taken = |id| self.part.is_empty() || vertices.iter().any(|vertex| vertex.id == id);
        let between = |edge: &&Edge| is_taken(edge.source) && is_taken(edge.target);
        let edges: Vec<Edge> = graph.edges.iter().filter(between).cloned().collect();
        let mut arranged_graph = PropertyGraph {
            vertices: arranged(&vertices, &self.vertices),
            edges: arranged(&edges, &self.edges),
            ..graph.clone()
        };
        for vertex in &mut arranged_graph.vertices {
            vertex.id = self.renumber(vertex.id);
        }
        for edge in &mut arranged_graph.edges {
            edge.source = self.renumber(edge.source);
            edge.target = self.renumber(edge.target);
        }
        arranged_graph
    }

    /// What is loaded at all, in its order.
    fn taken<T: Clone>(&self, items: &[T]) -> Vec<T> {
        let is_taken = |(position, _): &(usize, &T)| self.part.is_empty() || self.part.contains(position);
        items.iter().enumerate().filter(is_taken).map(|(_, item)| item.clone()).collect()
    }

    fn renumber(&self, id: ElementId) -> ElementId {
        self.renumbered.iter().find(|(old, _)| *old == id).map_or(id, |(_, new)| *new)
    }

    /// The answer with the old ids in the place of the new ones.
    pub fn originals(&self, mut answer: Answer) -> Answer {
        if let (Answer::Table(table), false) = (&mut answer, self.renumbered.is_empty()) {
            table.change(&mut |part| match part {
                Value::Vertex(id) => Value::Vertex(self.original(id)),
                other => other,
            });
        }
        answer
    }

    /// The old id of a vertex with this new one.
    pub fn original(&self, id: ElementId) -> ElementId {
        self.renumbered.iter().find(|(_, new)| *new == id).map_or(id, |(old, _)| *old)
    }
}

/// The items in the order of the positions; positions that do not fit leave them as they are.
fn arranged<T: Clone>(items: &[T], positions: &[usize]) -> Vec<T> {
    let mut seen = vec![false; items.len()];
    for &position in positions {
        match seen.get_mut(position) {
            Some(seen) => *seen = true,
            None => return items.to_vec(),
        }
    }
    if positions.len() != items.len() || seen.contains(&false) {
        return items.to_vec();
    }
    positions.iter().map(|&position| items[position].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_comes_back_as_it_went() {
        let text = r#"{"compare":"value","constants":[{"columns":["a"],"order":null,"rows":[[1]]}],"graphs":[],"laws":[{"left":{"constant":0},"relation":"bag=","right":{"answer":1}}],"steps":[{"action":{"load":{}},"role":"target"},{"action":{"query":"RETURN 1 AS a"},"errors":"never","reference":0,"role":"target"},{"action":{"query":{"element_wise":true,"parts":["g.V(",{"column":"a","distinct":true,"form":"native-id","none":"","step":1},")"]}},"role":"peer"},{"action":"dump","finally":true,"role":"target"}]}"#;
        let check = Check::from_json(&serde_json::from_str(text).unwrap(), Model::Property).unwrap();
        assert_eq!(check.to_json().to_string(), text);
    }

    #[test]
    fn an_arranged_graph_is_the_same_up_to_ids() {
        let graph = r#"{"vertices":[{"id":1,"labels":["A"]},{"id":2}],"edges":[{"id":1,"label":"T","source":1,"target":2}]}"#;
        let graph = Graph::from_text(graph, Model::Property).unwrap();
        let arrangement =
            Arrangement { vertices: vec![1, 0], renumbered: vec![(1, 5)], ..Arrangement::default() };
        let arranged = arrangement.apply(&graph);
        assert_eq!(arranged.property().unwrap().vertices[1].id, 5);
        assert_eq!(crate::state::compare(&graph, &arranged), crate::compare::Comparison::Equal);
        assert_eq!(arrangement.original(5), 1);
    }

    #[test]
    fn a_part_of_a_graph_has_the_edges_between_its_vertices() {
        let graph = r#"{"vertices":[{"id":1},{"id":2},{"id":3}],"edges":[{"id":1,"label":"T","source":1,"target":3},{"id":2,"label":"T","source":1,"target":2}]}"#;
        let graph = Graph::from_text(graph, Model::Property).unwrap();
        let part = Arrangement { part: vec![0, 2], ..Arrangement::default() }.apply(&graph);
        let part = part.property().unwrap();
        assert_eq!(part.vertices.iter().map(|vertex| vertex.id).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(part.edges.iter().map(|edge| edge.id).collect::<Vec<_>>(), [1]);
        let quads = "<http://e/a> <http://e/p> <http://e/b> .\n<http://e/c> <http://e/p> <http://e/d> .\n";
        let dataset = Graph::from_text(quads, Model::Rdf).unwrap();
        let part = Arrangement { part: vec![1], ..Arrangement::default() }.apply(&dataset);
        assert_eq!(part.to_text().trim(), "<http://e/c> <http://e/p> <http://e/d> .");
    }
}
