//! What is sent to the accused engine, from an empty database: the texts that the driver sends.
//!
//! They are shown to a person and put into a script, so they are made once, here. What a script cannot do is
//! said in words.

use std::collections::BTreeMap;

use quarrel_case::check::{Action, Arrangement, PLAN, Part, Text};
use quarrel_case::graph::{Graph, Index, PropertyGraph};
use quarrel_case::value::{Element, ElementId};
use quarrel_case::verdict::Kind;
use quarrel_engine::catalogue::Speech;
use quarrel_engine::statements::{Statements, Writer};
use quarrel_hunt::finding::Finding;
use serde_json::Value as Json;

/// One thing that is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// An empty database in the place of what was there.
    Fresh,
    /// A graph file.
    Graph(String),
    /// A text that makes elements and returns them.
    Make {
        /// The text.
        text: String,
        /// Column, kind and id in the graph file of each.
        elements: Vec<(String, Element, ElementId)>,
        /// True when the ids of the engine must be filled in, as in `{id of vertex 1}`.
        holes: bool,
    },
    /// A text whose answer does not matter.
    Text(String),
    /// A text that is sent until it gives no row.
    Wait(String),
    /// A text whose answer is looked at.
    Query(String),
}

/// The steps that come before the check, and those of the check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Steps {
    /// What the engine must have been sent before.
    pub before: Vec<Step>,
    /// The graph, its indexes, and the query.
    pub check: Vec<Step>,
}

/// How texts are made for an engine.
struct Maker<'a> {
    speech: &'a Speech,
    statements: Statements,
    writer: Writer<'a>,
}

/// The steps of a finding; the error says in words why there are none.
pub(crate) fn of(finding: &Finding, speech: &Speech, writer: Writer<'_>) -> Result<Steps, String> {
    let kind = finding.record.violation.kind;
    if matches!(kind, Kind::WrongState | Kind::WrongCounters | Kind::Load | Kind::Protocol) {
        return Err(format!("the client does not show what a violation of the kind {kind} is about"));
    }
    let statements = Statements::new(speech)?;
    let maker = Maker { speech, statements, writer };
    let mut before = Vec::new();
    for entry in &finding.setup {
        maker.entry(entry, finding, &mut before)?;
    }
    Ok(Steps { before, check: maker.check(finding)? })
}

impl Maker<'_> {
    /// What an entry of the journal says was sent.
    fn entry(&self, entry: &Json, finding: &Finding, steps: &mut Vec<Step>) -> Result<(), String> {
        if let Some(graph) = entry.get("load") {
            let graph = Graph::from_json(graph, finding.graph.model());
            return self.load(&graph.map_err(|error| error.to_string())?, &Arrangement::default(), steps);
        }
        if let Some(index) = entry.get("index") {
            let index: Index = serde_json::from_value(index.clone()).map_err(|error| error.to_string())?;
            let drop = entry.get("drop").and_then(Json::as_bool).unwrap_or_default();
            steps.push(self.index(&index, drop)?);
            steps.extend(self.waiting());
        }
        if let Some(text) = entry.get("text").and_then(Json::as_str) {
            let settings = entry.get("settings").cloned().map(serde_json::from_value).transpose();
            let settings = settings.map_err(|error| error.to_string())?.unwrap_or_default();
            steps.push(Step::Text(self.sent(&settings, text.to_owned())?));
        }
        Ok(())
    }

    /// The steps that talk to the accused, up to the one that shows the violation.
    fn check(&self, finding: &Finding) -> Result<Vec<Step>, String> {
        let violation = &finding.record.violation;
        let mut steps = Vec::new();
        let mut loaded = &Arrangement::default();
        let own = finding.check.steps.iter().take(violation.step + 1);
        for step in own.filter(|step| step.role == violation.accused) {
            match &step.action {
                Action::Load(arrangement) => {
                    loaded = arrangement;
                    self.load(&finding.graph, arrangement, &mut steps)?;
                }
                Action::Restore => self.load(&finding.graph, loaded, &mut steps)?,
                Action::Query(text) | Action::Write(text) => {
                    steps.push(Step::Query(self.sent(&step.settings, plain(text)?)?));
                }
                Action::Index(index) => {
                    steps.push(self.index(index, false)?);
                    steps.extend(self.waiting());
                }
                Action::DropIndex(index) => {
                    steps.push(self.index(index, true)?);
                    steps.extend(self.waiting());
                }
                Action::Dump => {}
            }
        }
        Ok(steps)
    }

    fn load(&self, graph: &Graph, arrangement: &Arrangement, steps: &mut Vec<Step>) -> Result<(), String> {
        let arranged = arrangement.apply(graph);
        steps.push(Step::Fresh);
        match (&arranged, &self.speech.load) {
            (Graph::Property(graph), Some(_)) => {
                self.elements(graph, arrangement, steps)?;
                for index in &graph.indexes {
                    steps.push(self.index(index, false)?);
                }
                if !graph.indexes.is_empty() {
                    steps.extend(self.waiting());
                }
            }
            _ => steps.push(Step::Graph(arranged.to_text())),
        }
        Ok(())
    }

    fn elements(
        &self,
        graph: &PropertyGraph,
        arrangement: &Arrangement,
        steps: &mut Vec<Step>,
    ) -> Result<(), String> {
        let vertex = |id| (Element::Vertex, arrangement.original(id));
        let vertices = graph.vertices.iter().map(|found| vertex(found.id));
        let edges = graph.edges.iter().map(|edge| (Element::Edge, edge.id));
        let at_once = self.speech.load.as_ref().is_some_and(|load| load.takes(graph));
        if at_once {
            let text = self.statements.graph(graph, self.writer).map_err(|error| error.to_string())?;
            let vertices = vertices.zip(0..).map(|((kind, id), position)| (format!("v{position}"), kind, id));
            let edges = edges.zip(0..).map(|((kind, id), position)| (format!("e{position}"), kind, id));
            steps.push(Step::Make { text, elements: vertices.chain(edges).collect(), holes: false });
            return Ok(());
        }
        for (found, (kind, id)) in graph.vertices.iter().zip(vertices) {
            let text = self.statements.vertex(found, self.writer).map_err(|error| error.to_string())?;
            steps.push(Step::Make { text, elements: vec![("v".to_owned(), kind, id)], holes: false });
        }
        for (edge, (kind, id)) in graph.edges.iter().zip(edges) {
            let hole = |end| format!("{HOLE}{} {}}}", Element::Vertex.key(), arrangement.original(end));
            let say = |source, target| {
                let text = self.statements.edge(edge, (source, target), self.writer);
                text.map_err(|error| error.to_string())
            };
            if say(String::new(), String::new())?.contains(HOLE) {
                return Err("the graph's own texts look like the holes of a script".to_owned());
            }
            let text = say(hole(edge.source), hole(edge.target))?;
            steps.push(Step::Make { text, elements: vec![("e".to_owned(), kind, id)], holes: true });
        }
        Ok(())
    }

    /// What is really sent of a text that goes with settings.
    fn sent(&self, settings: &BTreeMap<String, String>, text: String) -> Result<String, String> {
        match settings.is_empty() {
            true => Ok(text),
            false => sent(&self.statements, self.speech, settings, &text).ok_or_else(|| SETTINGS.to_owned()),
        }
    }

    /// The text that waits for indexes that are built in the background.
    fn waiting(&self) -> Option<Step> {
        self.speech.await_indexes.clone().map(Step::Wait)
    }

    fn index(&self, index: &Index, drop: bool) -> Result<Step, String> {
        let text = self.statements.index(self.speech, index, drop, self.writer);
        text.map(Step::Text).map_err(|error| error.to_string())
    }
}

/// The text that asks for what its settings say, where it alone can: for a plan of the catalogue.
pub(crate) fn sent(
    statements: &Statements,
    speech: &Speech,
    settings: &BTreeMap<String, String>,
    text: &str,
) -> Option<String> {
    let only = settings.keys().all(|name| name == PLAN);
    statements.planned(speech, settings, text).filter(|_| only)?.ok()
}

/// How a hole begins that an id of the engine fills.
const HOLE: &str = "{id of ";

const SETTINGS: &str = "the finding needs settings of the engine's switches that the client does not have";

fn plain(text: &Text) -> Result<String, String> {
    let part = |part: &Part| match part {
        Part::Literal(text) => Ok(text.clone()),
        Part::Hole(_) => Err("a text of the check is filled in from an earlier answer".to_owned()),
    };
    match text.element_wise {
        true => Err("a text of the check is run once for each value of an earlier answer".to_owned()),
        false => text.parts.iter().map(part).collect(),
    }
}
