//! What the catalogue says of one engine: the form of `engine.toml`.
//!
//! Unknown keys are refused, so that a misspelt one cannot be passed over. Everything that depends on the
//! language stands under `[language.NAME]`, because one engine may speak several, each with its own semantics.

use std::collections::BTreeMap;

use quarrel_case::compare::Symptom;
use quarrel_case::graph::{Index, IndexKind, PropertyGraph};
use quarrel_case::profile::{Dialect, Features, Profile};
use quarrel_case::value::Element;
use quarrel_case::verdict::Kind;
use regex::Regex;
use serde::Deserialize;

use super::{Build, Endpoint, Install, Start};
use crate::version::Versions;

/// One engine.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name on the command line, which is also its folder's.
    pub name: String,
    /// What it is, in one sentence.
    pub about: String,
    /// The versions that are pinned, the newest first.
    pub versions: Vec<String>,
    /// The version that this project's own binary hosts (`quarrel worker NAME`).
    pub embedded: Option<String>,
    /// How the workers of versions that are not embedded are built.
    #[serde(default)]
    pub worker: Vec<Build>,
    /// How it is spoken to.
    pub protocol: Protocol,
    /// How versions of a server are installed.
    #[serde(default)]
    pub install: Vec<Install>,
    /// How versions of a server are started.
    #[serde(default)]
    pub start: Vec<Start>,
    /// How a server is spoken to over HTTP or a WebSocket.
    #[serde(default)]
    pub endpoint: Endpoint,
    /// Where its source is.
    pub repository: String,
    /// Where its bugs are reported.
    pub tracker: String,
    /// Whom to tell of a crash that may be a security problem, before anybody else.
    pub security: String,
    /// The options that its worker knows (`NAME?option=value`).
    #[serde(default)]
    pub option: Vec<EngineOption>,
    /// What depends on the language, by the language's name.
    pub language: BTreeMap<String, Speech>,
}

/// A protocol that a driver speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Protocol {
    /// JSON lines on stdin and stdout of a child process.
    Worker,
    /// Bolt, to a server.
    Bolt,
    /// The SPARQL 1.1 Protocol over HTTP, to a server.
    Sparql,
    /// Gremlin Server's, over WebSocket or HTTP.
    Gremlin,
}

impl Protocol {
    /// How the addresses of servers begin that speak it; nothing where there are no servers.
    pub fn schemes(self) -> &'static [&'static str] {
        match self {
            Protocol::Worker => &[],
            Protocol::Bolt => &["bolt"],
            Protocol::Sparql => &["http"],
            Protocol::Gremlin => &["ws", "http"],
        }
    }
}

/// An option of an engine, given when it starts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineOption {
    /// Its name.
    pub name: String,
    /// Its values, the engine's own default first; none: any text.
    #[serde(default)]
    pub values: Vec<String>,
    /// What it does.
    pub about: String,
}

/// How an engine speaks one language.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Speech {
    /// The engine of which all that is said of its semantics holds here too: it is the same one in another form.
    pub like: Option<String>,
    /// How its texts are spelled, where that is not the standard's way.
    pub dialect: Vec<Spelling>,
    /// What it does differently on purpose.
    pub profile: Vec<Setting>,
    /// What it does not offer.
    pub without: Vec<Lack>,
    /// What it offers but stumbles over: bugs that are known, and met in few rounds only.
    pub seldom: Vec<Lack>,
    /// Errors that mean no harm.
    pub benign: Vec<Benign>,
    /// Errors by which it says that it is at fault itself.
    pub internal: Vec<Internal>,
    /// Bugs that are known already.
    pub divergence: Vec<Divergence>,
    /// The texts that empty the database, where the engine has no operation for it.
    pub reset: Vec<String>,
    /// What is left after them, and how it is dropped.
    pub leftovers: Vec<Leftovers>,
    /// The text that gives a row if a database holds any element: one that is not ours is not emptied unasked.
    pub occupied: Option<String>,
    /// The text that gives the engine's version, where the one that is meant is not known.
    pub version: Option<String>,
    /// How a graph is put in, where the worker has no operation for it.
    pub load: Option<Load>,
    /// How indexes are declared and dropped, where the worker has no operation for it.
    pub index: Vec<IndexTexts>,
    /// The text that waits until every index can be used, where they are built in the background.
    #[serde(rename = "await-indexes")]
    pub await_indexes: Option<String>,
    /// How the graph is read out, where the worker has no operation for it.
    pub dump: Option<Dump>,
    /// The query that gives a row per statement of a dataset, where the engine has no operation for it: graph (not bound
    /// for the default graph), subject, predicate, object.
    pub quads: Option<String>,
    /// The vendor's own client.
    pub client: Option<Client>,
}

/// The vendor's own client: what a script needs to show a finding to someone who does not have this tool. Values
/// of a finding reach the two programs as variables and files, never as their text.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Client {
    /// What it is, in a few words.
    pub about: String,
    /// Shell commands that put its version `$version` into the folder `$client`.
    pub get: String,
    /// The Python that runs `program`: a path in the client's folder. None: the system's.
    pub python: Option<String>,
    /// A Python class `Client`. `Client()` is an empty database, `run(text)` gives columns (or None) and rows, or
    /// raises; `load(text)` puts in a graph file, where the catalogue has no texts that load a graph;
    /// `element(value)` gives the kind and the id of a vertex or an edge, `value(value)` the form of the contract
    /// for what JSON does not have, `blur(value)` what is left of a value when the client has shown it.
    pub program: String,
    /// Where it does not behave as the engine that is hosted here.
    #[serde(default)]
    pub differs: Vec<Difference>,
}

/// Queries that a client does not answer as the engine does: such a finding is not shown by it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    /// The features of such a query, all of them.
    pub features: Vec<String>,
    /// Why, as the end of a sentence: "..., because {reason}".
    pub reason: String,
}

/// A switch of the language that does not have the standard's value. It predicts one answer, says where that is
/// promised, and can be asked again: an observation alone is no source but a finding.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// The switch, as the language declares it.
    pub switch: String,
    /// Its value.
    pub value: String,
    /// Documentation or a maintainer's word.
    pub source: String,
    /// What shows it.
    pub probe: Probe,
    /// The versions that do so.
    #[serde(default)]
    pub versions: Versions,
}

/// One way in which texts are spelled.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spelling {
    /// The switch, as the language declares it.
    pub switch: String,
    /// Its value.
    pub value: String,
    /// Where that is known from.
    pub source: String,
    /// The versions for which texts are spelled so.
    #[serde(default)]
    pub versions: Versions,
}

/// A query that shows the value of a switch.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Probe {
    /// The text of the graph's file.
    pub graph: String,
    /// The query.
    pub query: String,
    /// The answer as JSON.
    pub answer: String,
}

/// Features that an engine does not offer, or stumbles over, for one reason.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lack {
    /// The features.
    pub features: Vec<String>,
    /// What happens instead.
    pub reason: String,
    /// Where that is known from.
    pub source: String,
    /// The versions of which that is so.
    #[serde(default)]
    pub versions: Versions,
}

/// Errors that mean no harm.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Benign {
    /// What the error's `class: message` looks like.
    pub pattern: Pattern,
    /// The class that it becomes; [`INDEX_EXISTS`] has a meaning of its own.
    #[serde(default = "unsupported")]
    pub class: String,
    /// Where that is known from.
    pub source: String,
}

/// The class by which the catalogue marks the error that there is such an index already: one declared twice, in
/// the eyes of an engine that does not tell kinds of index apart, does not make a graph impossible to load.
pub const INDEX_EXISTS: &str = "IndexExists";

fn unsupported() -> String {
    quarrel_case::answer::UNSUPPORTED.to_owned()
}

/// Errors by which an engine says that it is at fault itself.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Internal {
    /// What the error's `class: message` looks like.
    pub pattern: Pattern,
}

/// A regular expression.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub struct Pattern(pub Regex);

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(text: String) -> Result<Self, regex::Error> {
        Regex::new(&text).map(Self)
    }
}

/// A bug that is known already: findings that look so are excused, counted by its id.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Divergence {
    /// Its name in the summary.
    pub id: String,
    /// The features that a query has that shows it, all of them.
    pub features: Vec<String>,
    /// How it shows.
    pub symptom: Sign,
    /// What the message of the error looks like, where it shows as one.
    pub message: Option<Pattern>,
    /// The versions that have it.
    #[serde(default)]
    pub versions: Versions,
    /// Where it is reported.
    pub source: String,
}

/// How a divergence shows: how the rows differ, or the kind of violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Sign {
    /// The rows differ so.
    Rows(Symptom),
    /// The violation is of this kind.
    Kind(Kind),
}

/// How a graph is put in: templates of texts that return the elements that they make, or their ids. Labels,
/// types and keys reach a template as the language writes them, values as literals.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// Makes one vertex and returns it. Context: `id` (its number in the graph's file), `labels`, `properties` with `key` and `literal`.
    pub vertex: String,
    /// Makes one edge and returns it. Context: `id`, `source`, `target` (literals of the ends' own ids), `label`,
    /// `properties`.
    pub edge: String,
    /// Makes a whole graph in one text and returns one row: the vertices, then the edges. Context: `vertices`
    /// and `edges`, each as above with a `name`; the ends of an edge are names.
    pub graph: Option<String>,
    /// Elements at most that `graph` is used for.
    #[serde(default = "at_most")]
    pub at_most: usize,
}

fn at_most() -> usize {
    200
}

impl Load {
    /// True when one text makes the whole graph.
    pub fn takes(&self, graph: &PropertyGraph) -> bool {
        let elements = graph.vertices.len() + graph.edges.len();
        self.graph.is_some() && elements <= self.at_most && !graph.vertices.is_empty()
    }
}

/// Constraints, indexes and other things that are no elements.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leftovers {
    /// The text that gives a row with a text for each of them, which drops it.
    pub texts: String,
    /// The versions in which that is said so.
    #[serde(default)]
    pub versions: Versions,
}

/// How indexes of one kind are declared and dropped. Context of the templates: `label`, `keys`, and a `name` that
/// no other index has.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IndexTexts {
    /// What is indexed.
    pub on: Element,
    /// What kind of index.
    pub kind: IndexKind,
    /// How many keys one may have.
    #[serde(default = "one")]
    pub keys: usize,
    /// Declares it.
    pub create: String,
    /// Drops it, where that can be said.
    pub drop: Option<String>,
    /// The versions in which that is said so.
    #[serde(default)]
    pub versions: Versions,
}

fn one() -> usize {
    1
}

impl IndexTexts {
    /// True when the texts are for such an index.
    pub(crate) fn fit(&self, index: &Index) -> bool {
        (self.on, self.kind) == (index.on, index.kind) && index.keys.len() <= self.keys
    }
}

/// How the graph is read out. In a language whose answers have one column a map or a list stands for a row.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Dump {
    /// Gives a row per vertex: id, labels, properties.
    pub vertices: String,
    /// Gives a row per edge: id, type, id of the source, id of the target, properties.
    pub edges: String,
}

impl Speech {
    /// Adds what is said of another engine.
    pub(super) fn extend(&mut self, other: &Self) {
        self.profile.extend_from_slice(&other.profile);
        self.without.extend_from_slice(&other.without);
        self.seldom.extend_from_slice(&other.seldom);
        self.benign.extend_from_slice(&other.benign);
        self.internal.extend_from_slice(&other.internal);
        self.divergence.extend_from_slice(&other.divergence);
        if self.client.is_none() {
            self.client.clone_from(&other.client);
        }
    }

    /// What is said of one version only: the rest of what depends on versions is left out.
    #[must_use]
    pub fn at(&self, version: &str) -> Self {
        let mut speech = self.clone();
        speech.dialect.retain(|spelling| spelling.versions.hold(version));
        speech.profile.retain(|setting| setting.versions.hold(version));
        speech.without.retain(|lack| lack.versions.hold(version));
        speech.seldom.retain(|lack| lack.versions.hold(version));
        speech.divergence.retain(|known| known.versions.hold(version));
        speech.leftovers.retain(|leftovers| leftovers.versions.hold(version));
        speech.index.retain(|index| index.versions.hold(version));
        speech
    }

    /// The profile of a version.
    pub fn profile(&self, version: &str) -> Profile {
        let settings = self.profile.iter().filter(|setting| setting.versions.hold(version));
        Profile {
            switches: settings.map(|setting| (setting.switch.clone(), setting.value.clone())).collect(),
            fault: None,
        }
    }

    /// How texts are spelled, for what is said of one version only.
    pub fn dialect(&self) -> Dialect {
        let settings = self.dialect.iter().map(|spelling| (spelling.switch.clone(), spelling.value.clone()));
        Dialect(Profile { switches: settings.collect(), fault: None })
    }

    /// What a version offers.
    pub fn features(&self, version: &str) -> Features {
        let of = |lacks: &[Lack]| {
            let lacks = lacks.iter().filter(|lack| lack.versions.hold(version));
            lacks.flat_map(|lack| lack.features.iter().cloned()).collect()
        };
        Features { without: of(&self.without), seldom: of(&self.seldom) }
    }

    /// What it does not offer, and what it stumbles over.
    pub(super) fn lacks(&self) -> impl Iterator<Item = &Lack> {
        self.without.iter().chain(&self.seldom)
    }

    /// The known bugs of a version.
    pub fn divergences(&self, version: &str) -> Vec<Divergence> {
        let known = self.divergence.iter().filter(|known| known.versions.hold(version));
        known.cloned().collect()
    }
}

impl Entry {
    /// The newest version.
    pub fn newest(&self) -> &str {
        self.versions.first().map_or("", String::as_str)
    }

    /// The version that is meant where none is said: the one that is always there, else the newest.
    pub fn default_version(&self) -> &str {
        self.embedded.as_deref().unwrap_or_else(|| self.newest())
    }

    /// How the worker of a version is built.
    pub fn build(&self, version: &str) -> Option<&Build> {
        self.worker.iter().find(|build| build.versions.hold(version))
    }

    /// How a version of a server is installed.
    pub fn install(&self, version: &str) -> Option<&Install> {
        self.install.iter().find(|install| install.versions.hold(version))
    }

    /// How a version of a server is started.
    pub fn start(&self, version: &str) -> Option<&Start> {
        self.start.iter().find(|start| start.versions.hold(version))
    }

    /// True when this project can put a version of the engine in its place.
    pub fn is_installable(&self, version: &str) -> bool {
        match self.protocol {
            Protocol::Worker => self.build(version).is_some(),
            Protocol::Bolt | Protocol::Sparql | Protocol::Gremlin => {
                self.install(version).is_some() && self.start(version).is_some()
            }
        }
    }
}
