//! Planted faults, shown: what a language's reference answers with a fault and without it.
//!
//! A fault that nothing shows plants nothing. So every one has a witness, and a test of each language holds that
//! the reference answers it rightly without the fault and wrongly with it.

use serde_json::Value as Json;

use crate::graph::Graph;
use crate::language::{Budget, Evaluation, Failure, Language};
use crate::profile::{Profile, Witness};

/// What the last of some texts comes to, when the reference runs them in order on one session, as [`shown`] has it.
pub fn outcome(language: &dyn Language, graph: &Graph, fault: Option<&str>, texts: &[&str]) -> String {
    let profile = Profile { fault: fault.map(str::to_owned), ..Profile::default() };
    last(language, graph, &profile, texts).map_or_else(|error| error, |evaluation| shown(&evaluation))
}

/// What the last of some texts comes to, when the reference runs them in order on one session. What the grammar of the
/// profile refuses is an error of that text.
///
/// # Errors
/// Says why there is no answer at all: the profile is none of the language's, or there is no text.
pub fn last(
    language: &dyn Language,
    graph: &Graph,
    profile: &Profile,
    texts: &[&str],
) -> Result<Evaluation, String> {
    let mut session = language.session(graph, profile).map_err(|error| error.to_string())?;
    let mut last = Err("no text".to_owned());
    for text in texts {
        last = Ok(match language.parse_under(text, profile) {
            Ok(tree) => session.run(&tree, &Budget::default()),
            Err(error) => Evaluation::refused(error),
        });
    }
    last
}

/// An answer as JSON of the contract, or `error`, `crash`, `hang`; anything else is a failure of the reference.
pub fn shown(evaluation: &Evaluation) -> String {
    match &evaluation.result {
        Ok(answer) => answer.to_json().to_string(),
        Err(Failure::Query(_)) => "error".to_owned(),
        Err(Failure::Crashed(_)) => "crash".to_owned(),
        Err(Failure::Hung) => "hang".to_owned(),
        Err(other) => other.to_string(),
    }
}

/// The faults of a language whose witness does not show them, each with what came instead: tests hold that there are
/// none.
pub fn unproven(language: &dyn Language) -> Vec<String> {
    let unproven = language.faults().iter().filter_map(|fault| {
        let Some(Witness { graph, statements, right, wrong }) = fault.witness else {
            return Some(format!("{}: no witness", fault.id));
        };
        let Ok(graph) = Graph::from_text(graph, language.model()) else {
            return Some(format!("{}: its graph cannot be read", fault.id));
        };
        // What is left open would prove nothing.
        let tried = |fault: Option<&str>| {
            let profile = Profile { fault: fault.map(str::to_owned), ..Profile::default() };
            match last(language, &graph, &profile, statements) {
                Ok(Evaluation { open: Some(open), .. }) => format!("left open ({open})"),
                Ok(evaluation) => shown(&evaluation),
                Err(error) => error,
            }
        };
        let (without, with) = (tried(None), tried(Some(fault.id)));
        let proves = without == canonical(right) && with == canonical(wrong);
        (!proves).then(|| format!("{}: {without} without it, {with} with it", fault.id))
    });
    unproven.collect()
}

/// The text with the JSON in it written in one way.
fn canonical(text: &str) -> String {
    serde_json::from_str::<Json>(text).map_or(text.to_owned(), |json| json.to_string())
}
