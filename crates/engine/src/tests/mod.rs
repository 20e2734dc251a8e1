//! Engines and languages that are just large enough to try the drivers on.

mod catalogue;
mod driver;
pub(crate) mod listen;
mod live;
mod misbehaviour;
mod open;
pub(crate) mod random;
mod replies;
mod server;
mod statements;
mod station;
mod toy;

use std::sync::Arc;

use quarrel_case::answer::{Phase, QueryError};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::json::JsonError;
use quarrel_case::language::{Generator, Ground, Language, Session, Setting, Size, Tree};
use quarrel_case::names::{Names, Renaming};
use quarrel_case::profile::{Dialect, Fault, Profile, ProfileError, Switch};
use quarrel_case::value::Value;
use serde_json::Value as Json;

/// A language of which only names, literals and lists of features are ever asked.
pub(crate) struct Small(pub(crate) Model);

impl Language for Small {
    fn name(&self) -> &'static str {
        match self.0 {
            Model::Property => "small",
            Model::Rdf => "small-rdf",
        }
    }

    fn model(&self) -> Model {
        self.0
    }

    fn default_length(&self) -> usize {
        1
    }

    fn switches(&self) -> &'static [Switch] {
        &[Switch { name: "division", values: &["error", "null"], rule: "division by zero" }]
    }

    fn spellings(&self) -> &'static [Switch] {
        &[Switch { name: "quote", values: &["single", "double"], rule: "strings" }]
    }

    fn faults(&self) -> &'static [Fault] {
        &[Fault { id: "f1", rule: "none", witness: None, same_as: &[] }]
    }

    fn all_features(&self) -> Vec<&'static str> {
        vec!["match", "sum"]
    }

    fn features(&self, _: &Tree) -> Vec<&'static str> {
        Vec::new()
    }

    fn parse(&self, text: &str) -> Result<Tree, QueryError> {
        match text.starts_with("ASK") {
            true => Ok(Tree::new(())),
            false => Err(QueryError::new(Phase::Parse, "SyntaxError", "expected ASK")),
        }
    }

    fn print(&self, _: &Tree, _: &Dialect) -> String {
        String::new()
    }

    fn tree_to_json(&self, _: &Tree) -> Json {
        Json::Null
    }

    fn tree_from_json(&self, _: &Json) -> Result<Tree, JsonError> {
        Ok(Tree::new(()))
    }

    fn literal(&self, value: &Value, _: &Dialect) -> Option<String> {
        match value {
            Value::Int(number) => Some(number.to_string()),
            Value::String(text) => Some(format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))),
            _ => None,
        }
    }

    fn identifier(&self, name: &str) -> String {
        match !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            true => name.to_owned(),
            false => format!("`{}`", name.replace('`', "``")),
        }
    }

    fn session(&self, _: &Graph, _: &Profile) -> Result<Box<dyn Session>, ProfileError> {
        Err(ProfileError::UnknownFault("no session".to_owned()))
    }

    fn generator(&self, _: &Setting) -> Result<Box<dyn Generator>, ProfileError> {
        Err(ProfileError::UnknownFault("no generator".to_owned()))
    }

    fn shrink(&self, _: &Tree, _: &Ground<'_>) -> Vec<Tree> {
        Vec::new()
    }

    fn size(&self, _: &Tree) -> Size {
        Size::default()
    }

    fn names(&self, _: &Tree) -> Names {
        Names::new()
    }

    fn renamed(&self, tree: &Tree, _: &Renaming) -> Tree {
        tree.clone()
    }
}

pub(crate) fn small() -> Arc<dyn Language> {
    Arc::new(Small(Model::Property))
}

/// Two vertices and an edge, with ids that no engine would give.
pub(crate) fn graph() -> Graph {
    let text = r#"{"vertices":[{"id":10,"labels":["A"]},{"id":20}],
        "edges":[{"id":30,"label":"T","source":10,"target":20}],
        "indexes":[{"on":"vertex","label":"A","keys":["k"],"kind":"range"}]}"#;
    Graph::from_text(text, Model::Property).unwrap()
}

/// An entry of the catalogue with the lines added to its one language.
pub(crate) fn entry(lines: &str) -> String {
    format!(
        "name = \"alpha\"\nabout = \"x\"\nversions = [\"2.0\", \"1.0\"]\nprotocol = \"worker\"\nembedded = \"2.0\"\n\
        repository = \"r\"\ntracker = \"t\"\nsecurity = \"s\"\n\
        [[worker]]\nsource = \"worker.rs\"\nversions = [\"1.0..1.9\"]\nfeatures = [\"small\"]\n\
        [[option]]\nname = \"mode\"\nvalues = [\"on\", \"off\"]\nabout = \"x\"\n[language.small]\n{lines}"
    )
}

/// Texts that load, index and dump in a language nobody speaks.
pub(crate) const TEXTS: &str = r#"
reset = ["RESET"]
[language.small.load]
vertex = "VERTEX{% for label in labels %} :{{ label }}{% endfor %}{% for p in properties %} {{ p.key }}={{ p.literal }}{% endfor %}"
edge = "EDGE {{ source }} {{ target }} :{{ label }}{% for p in properties %} {{ p.key }}={{ p.literal }}{% endfor %}"
[[language.small.index]]
on = "vertex"
kind = "range"
keys = 2
create = "INDEX {{ label }}{% for key in keys %} {{ key }}{% endfor %}"
drop = "UNINDEX {{ label }}"
[[language.small.index]]
on = "vertex"
kind = "unique"
create = "UNIQUE {{ label }} {{ keys[0] }}"
[language.small.dump]
vertices = "VERTICES"
edges = "EDGES"
"#;
