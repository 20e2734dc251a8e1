//! Worked examples: a small case with which an oracle shows a planted fault, for a person to follow.

use quarrel_case::check::Text;
use quarrel_case::graph::{Graph, PropertyGraph};
use quarrel_case::language::Language;
use quarrel_case::played::Played;
use quarrel_case::profile::{Profile, ProfileError};
use quarrel_case::verdict::Verdict;
use quarrel_graph::Sizes;
use serde_json::Value as Json;

use super::stream::Stream;
use super::{BUDGET, Ground, check, verdict};
use crate::Oracle;

/// A case that shows a fault.
#[derive(Debug, Clone)]
pub struct Worked {
    /// The fault's id.
    pub fault: &'static str,
    /// The graph as JSON or N-Quads, without what it was generated from.
    pub graph: String,
    /// The query of the case.
    pub query: String,
    /// What the oracle drew.
    pub parameters: Json,
    /// What the engine is asked, one text after the other.
    pub asked: Vec<String>,
}

impl Worked {
    /// How much there is to read.
    pub fn length(&self) -> usize {
        self.graph.len() + self.asked.iter().map(String::len).sum::<usize>()
    }
}

/// The shortest of the cases with which an oracle shows some fault, among so many that are drawn on small graphs.
pub fn worked(
    language: &dyn Language,
    oracle: &'static dyn Oracle,
    draws: usize,
) -> Result<Option<Worked>, ProfileError> {
    let ground = Ground::new(Profile::default());
    let sizes = Sizes { vertices: Some(3), edges: Some(3) };
    let stream = Stream::new(language, Profile::default(), 1, oracle.about().name, draws);
    let mut stream = stream.small(sizes);
    let play = |fault: Option<&str>| {
        let profile = Profile { fault: fault.map(str::to_owned), ..Profile::default() };
        Played::new(language, profile, BUDGET)
    };
    let mut shortest: Option<Worked> = None;
    for _ in 0..draws {
        let drawn = stream.next()?;
        let Ok((case, check)) = check(oracle, &drawn, &ground, language) else { continue };
        let asked = check.steps.iter().filter_map(|step| step.text()).map(Text::shown);
        let mut found = Worked {
            fault: "",
            graph: plain(&case.graph),
            query: language.print(&case.tree, &ground.dialect),
            parameters: case.parameters.clone(),
            asked: asked.collect(),
        };
        if shortest.as_ref().is_some_and(|shortest| shortest.length() <= found.length()) {
            continue;
        }
        let said = |fault: Option<&str>| {
            let mut peer = play(None);
            let peer = oracle.about().needs_peer.then_some(&mut peer);
            verdict(&check, &case.graph, &ground, language, &mut play(fault), peer)
        };
        let shows =
            |fault: &&quarrel_case::profile::Fault| matches!(said(Some(fault.id)), Verdict::Violated(_));
        // An example is nothing to learn from where the law cannot be judged without the fault.
        if let Some(fault) = language.faults().iter().find(shows)
            && said(None) == Verdict::Holds
        {
            found.fault = fault.id;
            shortest = Some(found);
        }
    }
    Ok(shortest)
}

/// The graph without what it was generated from; a property graph in one line.
fn plain(graph: &Graph) -> String {
    match graph {
        Graph::Rdf(_) => graph.to_text().trim().to_owned(),
        Graph::Property(property) => {
            Graph::Property(PropertyGraph { schema: None, ..property.clone() }).to_json().to_string()
        }
    }
}
