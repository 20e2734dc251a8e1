//! How servers are installed and started.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;

use super::Pattern;
use crate::version::Versions;

/// How a server is spoken to over HTTP or a WebSocket. Paths follow the one of its address.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Endpoint {
    /// What the address of a server that we start ends in.
    pub base: String,
    /// SPARQL: where queries go.
    pub query: String,
    /// SPARQL: where updates go.
    pub update: String,
    /// SPARQL: where the whole dataset is got as N-Quads; none: a query reads it.
    pub dump: Option<String>,
    /// What it calls itself, with its version as the first group: SPARQL in the header `Server`, RESP as a module,
    /// ArcadeDB where it is asked about itself.
    pub version: Option<Pattern>,
    /// Gremlin: what reads traversals; none: Groovy, which reads everything else too.
    pub reader: Option<String>,
    /// Gremlin: the versions that have that reader.
    #[serde(rename = "reader-versions")]
    pub reader_versions: Versions,
    /// Gremlin: the traversal source that `g` stands for; none: the one that is called so.
    pub source: Option<String>,
    /// ArcadeDB: what it calls the language of a text that names none.
    pub language: Option<String>,
    /// Of a server that we start and that asks who is there: the user.
    pub user: Option<String>,
    /// The password, which it is told when it is started. It listens on this machine only, and goes with its data.
    pub password: Option<String>,
}

impl Endpoint {
    /// How a version is spoken to.
    #[must_use]
    pub fn at(&self, version: &str) -> Self {
        let reader = self.reader.clone().filter(|_| self.reader_versions.hold(version));
        Self { reader, ..self.clone() }
    }

    /// User and password of a server that we start.
    pub(crate) fn login(&self) -> Option<(&str, &str)> {
        Some((self.user.as_deref()?, self.password.as_deref()?))
    }
}

/// The packages of some versions of a server.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Install {
    /// Who fetches them.
    pub client: Client,
    /// Their names there, each with its version after `@` where that is not the engine's.
    pub packages: Vec<String>,
    /// True when each package is all that is needed.
    #[serde(default)]
    pub alone: bool,
    /// What is left out of all that they say they need, since it cannot be had or is not needed: `GROUP:ARTIFACT` of Maven.
    #[serde(default)]
    pub exclude: Vec<String>,
    /// The Java source of the program that makes them a server, a file of the entry's folder; none: they are one.
    pub front: Option<String>,
    /// Which wheels are meant where those for the Python and the platform of this machine are not: what a wheel brings
    /// along is needed, and not the part of it that Python imports.
    pub wheels: Option<Wheels>,
    /// The folder of the unpacked wheels with the libraries of the system that they bring along (`NAME-HASH.so.1`, as
    /// auditwheel puts them there): those that this machine has itself take their place, since the others may ask for
    /// a newer library of C than the server does.
    pub libraries: Option<String>,
    /// The versions that consist of them.
    #[serde(default)]
    pub versions: Versions,
}

/// The tags of wheels.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wheels {
    /// The version of CPython, as the tags have it: `312`.
    pub python: String,
    /// The platforms, any of them.
    pub platforms: Vec<String>,
}

/// A client of a registry of packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Client {
    /// Maven; a package is `GROUP:ARTIFACT`, or `GROUP:ARTIFACT:CLASSIFIER`.
    Maven,
    /// The Python package index, by pip; a package is a wheel that holds a program.
    Pip,
    /// Debian's archive, by `apt-get download`; what a package depends on is named too.
    Apt,
    /// npm, without the scripts of packages; a package is `NAME` or `@SCOPE/NAME`.
    Npm,
}

/// How some versions of a server are started. The words of the command and the files are templates with `home` (an
/// empty folder), `port` (a free one of this machine), `place` (where it is installed), `classpath`, `version`, `java`
/// (the program that runs Java) and `option` (the options of the SPEC, each by its name; the first value where none is
/// given).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Files that it finds in its home, by their paths there.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// Files that it writes there of which the end says why it ended.
    #[serde(default)]
    pub logs: Vec<String>,
    /// How long it has until it answers.
    pub seconds: u64,
    /// Texts (over HTTP queries) that are sent to it then, for the first queries of a test to take no longer than the others. The last
    /// one leaves it empty.
    #[serde(default, rename = "warm-up")]
    pub warm_up: Vec<String>,
    /// How many calls in a row may run into their limit before it is taken for stuck and started again. 1 for a server
    /// that goes on with a query for which nobody waits any more, and is the slower for it at all that comes after.
    #[serde(default = "patience")]
    pub patience: usize,
    /// The versions that are started so.
    #[serde(default)]
    pub versions: Versions,
}

/// The versions of Java that run some versions of a server.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Java {
    /// The oldest that runs them.
    pub least: Option<u32>,
    /// The newest that runs them.
    pub most: Option<u32>,
    /// The versions of the server.
    pub versions: Versions,
}

impl Java {
    /// True when a version of Java runs them.
    pub fn takes(&self, version: u32) -> bool {
        self.least.is_none_or(|least| least <= version) && self.most.is_none_or(|most| version <= most)
    }
}

impl fmt::Display for Java {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = self.least.unwrap_or(0);
        match self.most {
            None => write!(out, "{least} or newer"),
            Some(most) => write!(out, "{least} to {most}"),
        }
    }
}

/// The patience with a server of which nothing is said.
fn patience() -> usize {
    2
}
