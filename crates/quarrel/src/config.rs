//! `--config`: a TOML file with the names of the flags, or by its ending a JSON file that names running servers.
//! What is given on the command line counts more.

use std::path::{Path, PathBuf};

use quarrel_case::language::Guidance;
use quarrel_engine::Catalogue;
use serde::Deserialize;

use crate::composite;
use crate::exit::CliError;

/// The options of a hunt as the file has them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    pub(crate) languages: Option<Vec<String>>,
    pub(crate) engine: Option<Vec<String>>,
    pub(crate) oracle: Option<Vec<String>>,
    pub(crate) seed: Option<u64>,
    pub(crate) time: Option<String>,
    pub(crate) rounds: Option<u64>,
    pub(crate) jobs: Option<usize>,
    pub(crate) out: Option<PathBuf>,
    pub(crate) queries_per_round: Option<u64>,
    pub(crate) vertices: Option<usize>,
    pub(crate) edges: Option<usize>,
    pub(crate) length: Option<usize>,
    pub(crate) patterns: Option<usize>,
    pub(crate) depth: Option<usize>,
    pub(crate) generation: Option<Guidance>,
    pub(crate) features: Option<String>,
    pub(crate) graph: Option<PathBuf>,
    pub(crate) weights: Option<PathBuf>,
    pub(crate) query_timeout: Option<String>,
    pub(crate) row_limit: Option<usize>,
    pub(crate) fail_fast: Option<bool>,
    pub(crate) strict: Option<bool>,
    pub(crate) wipe: Option<bool>,
    pub(crate) events: Option<PathBuf>,
}

impl Config {
    /// The name of a number that must be at least 1 and is not.
    fn zero(&self) -> Option<&'static str> {
        let numbers = [
            ("jobs", self.jobs),
            ("queries-per-round", self.queries_per_round.map(|number| usize::from(number > 0))),
            ("length", self.length),
            ("patterns", self.patterns),
            ("row-limit", self.row_limit),
        ];
        numbers.into_iter().find(|(_, number)| *number == Some(0)).map(|(name, _)| name)
    }
}

/// Reads a configuration file.
pub(crate) fn read(path: &Path, catalogue: &Catalogue) -> Result<Config, CliError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| CliError::usage(format!("{}: {}", path.display(), error.kind())))?;
    if path.extension().is_some_and(|ending| ending == "json") {
        let engine = composite::read(&text, catalogue);
        let engine = engine.map_err(|error| CliError::usage(format!("{}: {error}", path.display())))?;
        return Ok(Config { engine: Some(engine), ..Config::default() });
    }
    from_toml(path, &text)
}

fn from_toml(path: &Path, text: &str) -> Result<Config, CliError> {
    let config: Config = toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let line = line.map(|line| format!(" line {line}:")).unwrap_or_default();
        CliError::usage(format!("{}:{line} {}", path.display(), error.message()))
    })?;
    match config.zero() {
        Some(name) => Err(CliError::usage(format!("{}: {name} must be at least 1", path.display()))),
        None => Ok(config),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_configuration_is_read_and_shows_every_option() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/quarrel.toml");
        let text = std::fs::read_to_string(&path).unwrap();
        let read = from_toml(&path, &text);
        assert!(read.is_ok(), "{read:?}");
        // With every comment that shows an option switched on it must be right as well.
        let shown: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix("# ").filter(|rest| is_option(rest)).unwrap_or(line))
            .collect();
        let config: Config = toml::from_str(&shown.join("\n")).unwrap();
        let all = format!("{config:?}");
        assert!(!all.contains("None"), "every option is shown: {all}");
    }

    #[test]
    fn every_example_is_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
        let catalogue = Catalogue::builtin().unwrap();
        let mut count = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "toml" || ending == "json") {
                read(&path, &catalogue).unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
                count += 1;
            }
        }
        assert!(count >= 4, "{count}");
    }

    fn is_option(line: &str) -> bool {
        line.split_once(" = ")
            .is_some_and(|(key, _)| key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'))
    }
}
