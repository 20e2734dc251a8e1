//! What a query language offers to the rooms above it.
//!
//! A syntax tree is opaque outside its language: the hunt stores it as JSON and hands it back. Each language
//! has the same rooms behind this trait: parse, print, evaluate, generate, shrink.

use std::any::Any;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use serde_json::Value as Json;

use crate::answer::{Answer, Outcome, QueryError};
use crate::check::Compare;
use crate::choices::Choices;
use crate::class::Class;
use crate::conformance::Suite;
use crate::disassembly::{Handover, Piece};
use crate::graph::{Graph, Model};
use crate::json::JsonError;
use crate::names::{Names, Renaming};
use crate::phrase::Phraser;
use crate::profile::{Dialect, Fault, Features, Profile, ProfileError, Switch};
use crate::rewriting::Rewriter;
use crate::value::Value;
use crate::verdict::{ErrorStatus, Kind};

/// A syntax tree of some language.
#[derive(Clone)]
pub struct Tree(Arc<dyn Any + Send + Sync>);

impl Tree {
    /// Wraps a language's own tree.
    pub fn new<T: Any + Send + Sync>(tree: T) -> Self {
        Self(Arc::new(tree))
    }

    /// The language's own tree; none when it is of another language.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Tree")
    }
}

/// How much an evaluation may cost. It says when it is spent; it never hangs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Rows in any table on the way.
    pub rows: usize,
    /// Elementary steps: rows visited, elements tried, expressions evaluated.
    pub steps: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { rows: 20_000, steps: 2_000_000 }
    }
}

/// Why there is no answer to give.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The query's own error.
    #[error("{0}")]
    Query(#[from] QueryError),
    /// The budget is spent; the text says which.
    #[error("the budget of {0} is spent")]
    Budget(&'static str),
    /// The evaluator does not model a construct.
    #[error("{0} is not modelled")]
    Unmodelled(String),
    /// A planted fault ends the process here; the text is what it would say of itself.
    #[error("crashed: {0}")]
    Crashed(&'static str),
    /// A planted fault never ends here.
    #[error("does not end")]
    Hung,
}

impl From<Failure> for Outcome {
    /// What an engine would show that fails so.
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Query(error) => Outcome::Rejected(error),
            Failure::Hung => Outcome::TimedOut,
            Failure::Crashed(how) => Outcome::Crashed(how.to_owned()),
            other @ (Failure::Budget(_) | Failure::Unmodelled(_)) => Outcome::Broken(other.to_string()),
        }
    }
}

/// What the reference says of a query on a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Evaluation {
    /// The answer or why there is none.
    pub result: Result<Answer, Failure>,
    /// What is known of the query's errors.
    pub errors: ErrorStatus,
    /// Rows after every clause, step or group element, before any global aggregation.
    pub flow: Vec<u64>,
    /// Why the answer is not determined by the language, when what it leaves open reached a condition.
    pub open: Option<String>,
}

impl Evaluation {
    /// Of a text that is no query of the language: every engine must reject it.
    pub fn refused(error: QueryError) -> Self {
        Self { result: Err(error.into()), errors: ErrorStatus::Must, flow: Vec::new(), open: None }
    }
}

/// The reference evaluator with a graph: answers queries one after another and keeps what they write.
pub trait Session: Send {
    /// Evaluates a query; a write changes the session's graph.
    fn run(&mut self, tree: &Tree, budget: &Budget) -> Evaluation;

    /// The graph as it is now.
    fn graph(&self) -> Graph;
}

/// How guided the generation is (GDsmith's two ablations, GDsmith, ours).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Guidance {
    /// No guidance.
    Random,
    /// Patterns from the graph.
    Graph,
    /// Patterns and conditions from the graph.
    Data,
    /// Evaluated while it is generated.
    #[default]
    Full,
}

impl Guidance {
    /// All, the least guided first, with their names on the command line.
    pub const ALL: [(&str, Self); 4] =
        [("random", Self::Random), ("graph", Self::Graph), ("data", Self::Data), ("full", Self::Full)];
}

/// No level of guidance has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no level of generation, only random, graph, data and full")]
pub struct UnknownGuidance;

impl FromStr for Guidance {
    type Err = UnknownGuidance;

    fn from_str(name: &str) -> Result<Self, UnknownGuidance> {
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, guidance)| *guidance).ok_or(UnknownGuidance)
    }
}

/// What cases are generated for.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The round's graph.
    pub graph: Arc<Graph>,
    /// Whose answers are expected.
    pub profile: Profile,
    /// What may be used.
    pub features: Features,
    /// Clauses in Cypher, steps in Gremlin, group elements in SPARQL.
    pub length: usize,
    /// Patterns in one MATCH, triple patterns in one block: at most.
    pub patterns: usize,
    /// Depth of expressions.
    pub depth: usize,
    /// How guided.
    pub guidance: Guidance,
    /// What the evaluation of one case may cost.
    pub budget: Budget,
}

/// A generated query and what is known of it.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The query.
    pub tree: Tree,
    /// What the reference says, under the setting's profile.
    pub evaluation: Evaluation,
    /// What the query was made for when it is not an ordinary one: `empty` (no rows on purpose), `error`
    /// (raises on purpose), `relation` (an oracle asks it, whatever it gives).
    pub aim: Option<String>,
}

/// Makes the queries of one round.
pub trait Generator: Send {
    /// The next query, a function of the choices and of what was observed.
    fn next(&mut self, choices: &mut Choices) -> Candidate;

    /// The same query without what the reference says of it, for a setting that does not need that to generate.
    fn unanswered(&mut self, choices: &mut Choices) -> Tree {
        self.next(choices).tree
    }
}

/// How large a query is: by its parts, and among queries of as many parts by how far it is from the plainest of
/// them. Reduction keeps only what makes a query smaller, so it ends, and ends with the same query for many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// The number of its parts, plain constants weighing least.
    pub parts: usize,
    /// What could be plainer without being less: an operator that is not the first of its family, a literal
    /// that is not the simplest of its type, a variable or a name that is not the first free one, parts out of
    /// order.
    pub oddity: usize,
}

/// What reduction knows beside a query: where its values can be computed.
#[derive(Debug, Clone, Copy)]
pub struct Ground<'a> {
    /// The graph that the query runs on.
    pub graph: &'a Graph,
    /// The profile under which it is judged.
    pub profile: &'a Profile,
    /// What an evaluation may cost.
    pub budget: Budget,
}

/// Why a query stays whole.
pub const NO_CUT: &str = "there is no place to cut the query";

/// A query language with its reference.
pub trait Language: Send + Sync {
    /// Its name on the command line.
    fn name(&self) -> &'static str;

    /// The graph model that it works on.
    fn model(&self) -> Model;

    /// `--length` when none is given.
    fn default_length(&self) -> usize;

    /// The switches of its semantics.
    fn switches(&self) -> &'static [Switch];

    /// The choices of its spelling.
    fn spellings(&self) -> &'static [Switch];

    /// The faults that its evaluator can be told to have.
    fn faults(&self) -> &'static [Fault];

    /// The names of all features that [`Language::features`] may give.
    fn all_features(&self) -> Vec<&'static str>;

    /// Of the features of graphs those that no graph of the language has.
    fn graphs_without(&self) -> &'static [&'static str] {
        &[]
    }

    /// The features that a query uses, sorted, each once.
    fn features(&self, tree: &Tree) -> Vec<&'static str>;

    /// How the query is built beyond its features: shapes of patterns, classes of constants, what stands next to
    /// what. What tells causes apart, and what generation cannot be told to leave out.
    fn shape(&self, _tree: &Tree) -> Vec<&'static str> {
        Vec::new()
    }

    /// True when the query may change the graph.
    fn writes(&self, _tree: &Tree) -> bool {
        false
    }

    /// True when the language has what a query wrote undone when it fails, so that the graph is determined then.
    fn undoes_failed_writes(&self) -> bool {
        true
    }

    /// True when, under this profile, a pattern has a match for each of several edges between the same two vertices.
    fn counts_each_edge(&self, _profile: &Profile) -> bool {
        true
    }

    /// True when the query runs what is no part of the language and only the engine knows, such as a procedure, which
    /// could do anything.
    fn runs_foreign_code(&self, _tree: &Tree) -> bool {
        false
    }

    /// True when an engine could take the text for a program of another language, or for one that holds such a
    /// program, and run it.
    fn may_run_code(&self, _text: &str) -> bool {
        false
    }

    /// The names of the graphs that the query says it reads. An engine that does not hold one may fetch it by its name.
    fn graphs_read(&self, _tree: &Tree) -> Vec<String> {
        Vec::new()
    }

    /// The names of the graphs that an engine may read which accepts a text though the language rejects it; none where
    /// the text could make it fetch from elsewhere, as far as can be told.
    fn graphs_named(&self, _text: &str) -> Option<Vec<String>> {
        None
    }

    /// Reads a text.
    fn parse(&self, text: &str) -> Result<Tree, QueryError>;

    /// Reads a text as a target of this profile does: a planted fault may accept what the language rejects.
    fn parse_under(&self, text: &str, _profile: &Profile) -> Result<Tree, QueryError> {
        self.parse(text)
    }

    /// Writes a text that [`Language::parse`] reads as the same tree.
    fn print(&self, tree: &Tree, dialect: &Dialect) -> String;

    /// The tree as JSON, for storing.
    fn tree_to_json(&self, tree: &Tree) -> Json;

    /// Reads what [`Language::tree_to_json`] writes.
    fn tree_from_json(&self, json: &Json) -> Result<Tree, JsonError>;

    /// An expression that gives the value; none when the language has no literal for it.
    fn literal(&self, value: &Value, dialect: &Dialect) -> Option<String>;

    /// Rows of constants as a text takes them in; none when one of the values has no literal.
    fn rows(&self, _rows: &[Vec<Value>], _dialect: &Dialect) -> Option<String> {
        None
    }

    /// The ways in which parts of a query can hand over to each other what they give.
    fn handovers(&self) -> &'static [Handover] {
        &[]
    }

    /// The query in parts; a reason when there is no place at which it may be cut.
    fn disassemble(
        &self,
        _tree: &Tree,
        _handover: Handover,
        _profile: &Profile,
        _dialect: &Dialect,
    ) -> Result<Vec<Piece>, &'static str> {
        Err(NO_CUT)
    }

    /// What says relations of graphs in this language.
    fn phraser(&self) -> Option<&'static dyn Phraser> {
        None
    }

    /// What writes queries of this language anew.
    fn rewriter(&self) -> Option<&'static dyn Rewriter> {
        None
    }

    /// A label, a type or a key as it is written in a text.
    fn identifier(&self, name: &str) -> String;

    /// One statement that makes the graph in an empty database, for a person to run; none when the language
    /// has no such statement.
    fn creation(&self, _graph: &Graph, _dialect: &Dialect) -> Option<String> {
        None
    }

    /// The query that asks how many elements a class has, so plainly that an engine may take the way of the class; none
    /// for a class of the other graph model.
    fn count_of(&self, _class: &Class) -> Option<Tree> {
        None
    }

    /// What no conformance suite covers: a feature, and the kind of failure in which the reference is then the only
    /// witness. Such an accusation needs another one.
    fn uncovered(&self) -> &'static [(&'static str, Kind)] {
        &[]
    }

    /// What says what a feature means: the section of the specification, or the case of the suite.
    fn rule(&self, _feature: &str) -> Option<&'static str> {
        None
    }

    /// How answers in this language are compared.
    fn compare(&self) -> Compare {
        Compare::Term
    }

    /// The value that stands for all with its meaning, for [`Compare::Value`].
    fn normalise(&self, value: Value) -> Value {
        value
    }

    /// The public suite that its reference is checked against.
    fn suite(&self) -> Option<&'static dyn Suite> {
        None
    }

    /// The reference on a graph.
    fn session(&self, graph: &Graph, profile: &Profile) -> Result<Box<dyn Session>, ProfileError>;

    /// A generator for a round.
    fn generator(&self, setting: &Setting) -> Result<Box<dyn Generator>, ProfileError>;

    /// Smaller queries to try in its place, the boldest first, each a valid query.
    fn shrink(&self, tree: &Tree, ground: &Ground<'_>) -> Vec<Tree>;

    /// How large a query is: reduction keeps only what makes it smaller.
    fn size(&self, tree: &Tree) -> Size;

    /// The names that the query shares with a graph: labels, types, keys; or IRIs.
    fn names(&self, tree: &Tree) -> Names;

    /// The query with names replaced; what the map does not have stays.
    fn renamed(&self, tree: &Tree, names: &Renaming) -> Tree;
}

/// The answer in the form in which it is compared.
pub fn comparable(language: &dyn Language, compare: Compare, answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    match (compare, &mut answer) {
        (Compare::Value, Answer::Table(table)) => {
            for value in table.rows.iter_mut().flatten() {
                *value = language.normalise(std::mem::replace(value, Value::Null));
            }
        }
        (Compare::Value, Answer::Triples(triples)) => {
            for term in triples.iter_mut().flatten() {
                if let Value::Term(normal) = language.normalise(Value::Term(term.clone())) {
                    *term = normal;
                }
            }
        }
        _ => {}
    }
    answer
}

/// Evaluates one query on a graph that nothing has changed.
pub fn evaluate(
    language: &dyn Language,
    graph: &Graph,
    tree: &Tree,
    profile: &Profile,
    budget: &Budget,
) -> Result<Evaluation, ProfileError> {
    Ok(language.session(graph, profile)?.run(tree, budget))
}
