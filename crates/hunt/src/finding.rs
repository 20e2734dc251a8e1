//! A finding and its folder.
//!
//! A folder is complete: graph, check, syntax tree, answers, versions. Replay and reduction need nothing else,
//! neither the generator nor the hunt.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use fs_err as fs;
use quarrel_case::check::Check;
use quarrel_case::engine::{Identity, Limits};
use quarrel_case::graph::{Graph, Model};
use quarrel_case::language::Language;
use quarrel_case::verdict::Violation;
use quarrel_oracle::Case;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use crate::HuntError;
use crate::events::RawViolation;

/// The version of the format of `finding.json`.
pub const FORMAT: u32 = 1;

/// What must be sent before the check, where history matters.
pub const SETUP: &str = "setup.jsonl";

/// What `finding.json` holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Record {
    /// The version of this format.
    pub format: u32,
    /// Quarrel's version.
    pub quarrel: String,
    /// The id: a hash of seed, round, case, oracle and engine.
    pub id: String,
    /// The seed of the hunt.
    pub seed: u64,
    /// The round in which it was found.
    pub round: u64,
    /// The number of the case in its round.
    pub case: u64,
    /// The language.
    pub language: String,
    /// The oracle that makes the check.
    pub oracle: String,
    /// The oracle that found it, where the check is another's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_by: Option<String>,
    /// The accused engine and its exact version.
    pub engine: Identity,
    /// The engine under test, as it was named.
    pub target: String,
    /// The engine that it was compared with, as it was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peer: Option<String>,
    /// What is wrong: kind, expected, got.
    pub violation: Violation,
    /// How long an answer was waited for, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// The features of the query.
    pub features: Vec<String>,
    /// How query and graph are built beyond that.
    #[serde(default)]
    pub shape: Vec<String>,
    /// Findings with one cause have one group.
    pub group: String,
    /// The text of the query.
    pub text: String,
    /// How often the check was repeated on a fresh engine, and how often it found the same.
    pub replays: Replays,
    /// True when the case was reduced.
    pub reduced: bool,
    /// How many violations of the hunt look like this one, itself included.
    pub raw: u64,
    /// The oracles that accuse the reduced case, the one that found it among them.
    #[serde(default)]
    pub seen_by: Vec<String>,
    /// What other engines and versions answer to the reduced case.
    #[serde(default)]
    pub others: Vec<Other>,
    /// Whether the newest version known shows it.
    #[serde(default)]
    pub newest: Newest,
    /// The finding that it looks like, if one was there before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar_to: Option<String>,
    /// The known divergence or the switch that excuses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excused_by: Option<String>,
    /// Why the accusation needs a second witness, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_doubt: Option<String>,
    /// True when the reduction ended because it had cost enough: a smaller case may be there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unfinished: bool,
}

/// What another engine, or another version, answers to a finding's case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Other {
    /// The engine.
    pub engine: Identity,
    /// Its outcome, as JSON.
    pub outcome: Json,
    /// With whom it sides.
    pub side: Siding,
}

/// With whom an engine sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Siding {
    /// It answers as expected.
    Expected,
    /// It answers like the accused.
    Accused,
    /// It answers in a third way.
    Neither,
    /// It does not take the query, or cannot be asked.
    Unknown,
}

/// Whether the newest version known shows a finding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Newest {
    /// It does.
    Reproduced,
    /// It does not any more.
    Fixed,
    /// It was not asked.
    #[default]
    NotTried,
}

/// Repetitions of a check on fresh engines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replays {
    /// How often it was repeated.
    pub times: u32,
    /// How often it found the same.
    pub reproduced: u32,
}

/// A finding: the record, and the case that its folder holds beside it.
#[derive(Debug, Clone)]
pub struct Finding {
    /// `finding.json`.
    pub record: Record,
    /// The graph.
    pub graph: Arc<Graph>,
    /// The syntax tree, of `case.json`.
    pub tree: Json,
    /// What the oracle drew beside graph and query, of `case.json`; null where it drew nothing.
    pub parameters: Json,
    /// The check.
    pub check: Check,
    /// What must be sent to the engine before the check, where history matters: entries of the journal, in order.
    pub setup: Vec<Json>,
}

/// Writes what a person reads of a finding: names of files and their texts.
pub trait Presenter: Sync {
    /// The files to put beside the data of a finding.
    fn present(&self, finding: &Finding) -> Vec<(String, String)>;
}

impl Finding {
    /// A violation as a finding that is not reduced yet.
    pub fn from_raw(raw: &RawViolation, seed: u64, model: Model) -> Result<Self, HuntError> {
        let record = Record {
            format: FORMAT,
            quarrel: env!("CARGO_PKG_VERSION").to_owned(),
            id: raw.id.clone(),
            seed,
            round: raw.round,
            case: raw.case,
            language: raw.language.clone(),
            oracle: raw.oracle.clone(),
            found_by: None,
            engine: raw.engine.clone(),
            target: raw.target.clone(),
            peer: raw.peer.clone(),
            violation: raw.violation.clone(),
            timeout_ms: None,
            features: raw.features.clone(),
            shape: Vec::new(),
            group: String::new(),
            text: raw.text.clone(),
            replays: Replays::default(),
            reduced: false,
            raw: 1,
            seen_by: vec![raw.oracle.clone()],
            others: Vec::new(),
            newest: Newest::NotTried,
            similar_to: None,
            excused_by: None,
            in_doubt: None,
            unfinished: false,
        };
        let graph = Arc::new(Graph::from_json(&raw.graph, model)?);
        let check = Check::from_json(&raw.check, model)?;
        let (tree, parameters) = (raw.tree.clone(), raw.parameters.clone());
        Ok(Self { record, graph, tree, parameters, check, setup: Vec::new() })
    }

    /// The case that its check is derived from.
    ///
    /// # Errors
    ///
    /// When the stored tree is none of the language's.
    pub fn case(&self, language: &dyn Language) -> Result<Case, HuntError> {
        let tree = language.tree_from_json(&self.tree)?;
        Ok(Case { graph: Arc::clone(&self.graph), tree, parameters: self.parameters.clone() })
    }

    /// What one call of the finding's check may take.
    pub fn limits(&self) -> Limits {
        let limits = Limits::default();
        Limits { timeout: self.record.timeout_ms.map_or(limits.timeout, Duration::from_millis), ..limits }
    }

    /// Writes the folder's files.
    pub fn write(&self, folder: &Path, presenter: &dyn Presenter) -> Result<(), HuntError> {
        self.write_data(folder)?;
        for (name, text) in presenter.present(self) {
            let path = folder.join(name);
            fs::write(&path, text)?;
            make_executable(&path)?;
        }
        Ok(())
    }

    /// Writes the data alone: `finding.json`, the graph file and `case.json`.
    pub fn write_data(&self, folder: &Path) -> Result<(), HuntError> {
        fs::create_dir_all(folder)?;
        let mut json = serde_json::to_value(&self.record)?;
        if let Some(fields) = json.as_object_mut() {
            fields.insert("check".to_owned(), self.check.to_json());
            fields.insert("compare".to_owned(), json!(self.check.compare));
        }
        fs::write(folder.join("finding.json"), format!("{json:#}\n"))?;
        fs::write(folder.join(graph_file(self.graph.model())), self.graph.to_text())?;
        let parameters = if self.parameters.is_null() { json!({}) } else { self.parameters.clone() };
        let case = json!({ "language": self.record.language, "oracle": self.record.oracle,
                           "parameters": parameters, "tree": self.tree });
        fs::write(folder.join("case.json"), format!("{case:#}\n"))?;
        if !self.setup.is_empty() {
            let lines: String = self.setup.iter().map(|entry| format!("{entry}\n")).collect();
            fs::write(folder.join(SETUP), lines)?;
        }
        Ok(())
    }

    /// Reads a folder; `model` gives the graph model of a language by its name.
    pub fn read(folder: &Path, model: &dyn Fn(&str) -> Option<Model>) -> Result<Self, HuntError> {
        let json: Json = read_json(&folder.join("finding.json"))?;
        let record: Record = serde_json::from_value(json.clone()).map_err(|error| HuntError::Unreadable {
            path: folder.join("finding.json"),
            why: error.to_string(),
        })?;
        if record.format != FORMAT {
            let why = format!("format {} is not known to this version", record.format);
            return Err(HuntError::Unreadable { path: folder.join("finding.json"), why });
        }
        // It becomes the name of a folder.
        if record.id.is_empty() || !record.id.chars().all(|letter| letter.is_ascii_hexdigit()) {
            let why = format!("the id {:?} is none", record.id);
            return Err(HuntError::Unreadable { path: folder.join("finding.json"), why });
        }
        let model = model(&record.language).ok_or_else(|| {
            let why = format!("unknown language {:?}", record.language);
            HuntError::Unreadable { path: folder.join("finding.json"), why }
        })?;
        let path = folder.join(graph_file(model));
        let unreadable = |path: PathBuf| {
            move |error: quarrel_case::json::JsonError| HuntError::Unreadable { path, why: error.to_string() }
        };
        let graph = Graph::from_text(&read_text(&path)?, model).map_err(unreadable(path.clone()))?;
        let check = Check::from_json(json.get("check").unwrap_or(&Json::Null), model)
            .map_err(unreadable(folder.join("finding.json")))?;
        let case = read_json(&folder.join("case.json"))?;
        let field = |name: &str| case.get(name).cloned().unwrap_or(Json::Null);
        let parameters = Some(field("parameters")).filter(|parameters| *parameters != json!({}));
        let (tree, parameters) = (field("tree"), parameters.unwrap_or(Json::Null));
        Ok(Self { record, graph: Arc::new(graph), tree, parameters, check, setup: read_setup(folder)? })
    }
}

/// Scripts can be started as they are.
#[cfg(unix)]
fn make_executable(path: &Path) -> Result<(), HuntError> {
    use std::os::unix::fs::PermissionsExt as _;

    if path.extension().is_some_and(|ending| ending == "sh") {
        fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> Result<(), HuntError> {
    Ok(())
}

/// The journal's entries that a finding needs; none when it replays alone.
fn read_setup(folder: &Path) -> Result<Vec<Json>, HuntError> {
    let path = folder.join(SETUP);
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let unreadable =
        |error: serde_json::Error| HuntError::Unreadable { path: path.clone(), why: error.to_string() };
    read_text(&path)?.lines().map(|line| serde_json::from_str(line).map_err(unreadable)).collect()
}

/// The name of the graph file.
pub fn graph_file(model: Model) -> &'static str {
    match model {
        Model::Property => "graph.json",
        Model::Rdf => "graph.nq",
    }
}

fn read_text(path: &Path) -> Result<String, HuntError> {
    fs::read_to_string(path)
        .map_err(|error| HuntError::Unreadable { path: path.to_owned(), why: error.to_string() })
}

fn read_json(path: &Path) -> Result<Json, HuntError> {
    serde_json::from_str(&read_text(path)?)
        .map_err(|error| HuntError::Unreadable { path: path.to_owned(), why: error.to_string() })
}

/// The folders of the findings at a path: the path itself, or those below it.
pub fn folders(path: &Path) -> Result<Vec<PathBuf>, HuntError> {
    let unreadable = |why: &str| HuntError::Unreadable { path: path.to_owned(), why: why.to_owned() };
    if path.join("finding.json").is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let below = if path.join("findings").is_dir() { path.join("findings") } else { path.to_owned() };
    let entries = fs::read_dir(&below).map_err(|error| unreadable(&error.to_string()))?;
    let mut found: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let folder = entry?.path();
        if folder.join("finding.json").is_file() {
            found.push(folder);
        }
    }
    found.sort();
    if found.is_empty() { Err(unreadable("there is no finding here")) } else { Ok(found) }
}
