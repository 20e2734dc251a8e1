//! Public conformance suites: cases whose right answer others have written down.
//!
//! A language reads its suite into cases; a case is put to a subject, which is the reference or an engine. So the
//! same reading and the same judging serve both, and an engine's figure means what the reference's does.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::answer::{Outcome, QueryError, Reply};
use crate::graph::Graph;
use crate::language::Evaluation;
use crate::profile::{Dialect, Profile};
use crate::value::Value;

/// The files of a suite: paths below its folder, with `/`, and texts.
pub type Files = BTreeMap<String, String>;

/// What a language says of its suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// The folder below the one that holds all suites.
    pub folder: &'static str,
    /// The endings of the files that it is made of.
    pub endings: &'static [&'static str],
    /// Where to get it, for a person.
    pub get: &'static str,
}

/// A version of a suite that has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SuiteVersion {
    /// Its name on the command line.
    pub name: &'static str,
    /// Where its files begin below the suite's folder; files below no version's are of all.
    pub folder: &'static str,
    /// The switches by which the reference has the semantics of this version: what was other before each of the
    /// versions that came after it.
    pub switches: &'static [&'static [(&'static str, &'static str)]],
}

impl SuiteVersion {
    /// The semantics of this version.
    pub fn profile(&self) -> Profile {
        let switches = self.switches.iter().copied().flatten();
        let switches = switches.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Profile { switches, fault: None }
    }
}

/// What a case needs beside its graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Given {
    /// The values of parameters by name.
    pub parameters: BTreeMap<String, Value>,
    /// Procedures that the query may call.
    pub procedures: Vec<Procedure>,
}

/// A procedure that answers from a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Procedure {
    /// Its name and its inputs and outputs with their types, as the suite writes them.
    pub signature: String,
    /// Its table: inputs, then outputs. A call gives the outputs of the rows that begin with the arguments.
    pub rows: Vec<Vec<Value>>,
}

/// Who is put to a suite.
pub trait Subject {
    /// Begins a case; the error says why this subject cannot be put to it.
    fn begin(&mut self, graph: &Arc<Graph>, given: &Given) -> Result<(), String>;

    /// Answers a text on the graph as it is now.
    fn run(&mut self, text: &str) -> Outcome;

    /// Answers a text that the suite says to change the graph, whether it can be read or not.
    fn write(&mut self, text: &str) -> Outcome {
        self.run(text)
    }

    /// The graph as it is now; none when the subject cannot tell.
    fn graph(&mut self) -> Option<Graph>;

    /// How texts are spelled for it.
    fn dialect(&self) -> Dialect {
        Dialect::default()
    }

    /// How a text names an element of the graph by its id; none when this subject has no such element.
    fn id_text(&self, _element: &Value) -> Option<String> {
        None
    }

    /// Why nothing more can be asked of it, once that is so.
    fn gone(&self) -> Option<&str> {
        None
    }

    /// True for the reference, which is held to the suite's names of errors, to orders that it promises and to its
    /// counters. Engines are not.
    fn is_reference(&self) -> bool {
        false
    }
}

/// A reference evaluator on the graph of a case, fed with texts.
pub trait TextSession: Sized {
    /// Begins a case; the error says why it cannot be put to it.
    fn begin(graph: &Graph, profile: &Profile, given: &Given) -> Result<Self, String>;

    /// What a text comes to; the error when it cannot be read.
    fn answer(&mut self, text: &str) -> Result<Evaluation, QueryError>;

    /// The graph as it is now.
    fn graph(&self) -> Graph;
}

/// The reference under a profile, as a suite's subject.
pub struct Reference<S> {
    profile: Profile,
    session: Option<S>,
}

impl<S: TextSession> Reference<S> {
    /// The reference under a profile.
    pub fn new(profile: Profile) -> Self {
        Self { profile, session: None }
    }
}

impl<S: TextSession> Subject for Reference<S> {
    fn begin(&mut self, graph: &Arc<Graph>, given: &Given) -> Result<(), String> {
        self.session = Some(S::begin(graph, &self.profile, given)?);
        Ok(())
    }

    fn run(&mut self, text: &str) -> Outcome {
        let Some(session) = &mut self.session else { return Outcome::Broken("no case has begun".to_owned()) };
        match session.answer(text).map(|evaluation| evaluation.result) {
            Ok(Ok(answer)) => Outcome::Answered(Reply { answer, plan: None }),
            Ok(Err(failure)) => failure.into(),
            Err(error) => Outcome::Rejected(error),
        }
    }

    fn graph(&mut self) -> Option<Graph> {
        self.session.as_ref().map(S::graph)
    }

    fn is_reference(&self) -> bool {
        true
    }
}

/// A language's suite.
pub trait Suite: Send + Sync {
    /// What a person needs to know.
    fn about(&self) -> &'static About;

    /// The versions of the suite, the newest first; none when there is only one.
    fn versions(&self) -> &'static [SuiteVersion] {
        &[]
    }

    /// The cases.
    ///
    /// # Errors
    ///
    /// The file that cannot be read, and where.
    fn cases(&self, files: &Files) -> Result<Vec<Box<dyn SuiteCase>>, String>;

    /// The reference under a profile, to be put to it.
    fn reference(&self, profile: &Profile) -> Box<dyn Subject>;
}

/// What came of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ruling {
    /// The subject answers as the suite says.
    Passed,
    /// It answers otherwise.
    Failed(String),
    /// The subject cannot be put to it.
    Skipped(String),
}

/// A case of a suite.
pub trait SuiteCase: Send {
    /// Where it is in the suite, unlike any other's.
    fn place(&self) -> String;

    /// Why the reference fails it on purpose, if it does.
    fn excuse(&self) -> Option<&str>;

    /// Puts a subject to it.
    fn run(&self, subject: &mut dyn Subject) -> Ruling;
}
