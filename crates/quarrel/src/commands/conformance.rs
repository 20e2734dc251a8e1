//! `quarrel conformance`: a language's public suite, put to the reference or to an engine.

use std::path::{Path, PathBuf};

use quarrel_case::conformance::{About, Files, Ruling, Subject, Suite, SuiteVersion};
use quarrel_case::engine::Limits;
use quarrel_hunt::subject::EngineSubject;
use quarrel_hunt::target::Target;

use crate::commands::{Running, print_line, workshop};
use crate::exit::{CliError, Exit};
use crate::languages;

/// Puts the reference, or an engine, to the language's public conformance suite.
///
/// Lists the cases that fail and ends with the counts. Exits with 1 when a case fails that is not listed as one that
/// the reference fails on purpose.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The language.
    language: String,
    /// The suite's folder; found below the environment's `QUARREL_SUITES` when left out.
    #[arg(long, value_name = "DIR")]
    suite: Option<PathBuf>,
    /// The version of the suite, where it has several; the newest when left out.
    #[arg(long, value_name = "V")]
    suite_version: Option<String>,
    /// The engine to put to it; the reference when left out.
    #[arg(long, value_name = "SPEC", conflicts_with = "profile")]
    engine: Option<String>,
    /// The reference as this engine, by its profile.
    #[arg(long = "as", value_name = "NAME@VERSION")]
    profile: Option<String>,
    #[command(flatten)]
    running: Running,
    /// Also list the cases that are skipped, with the reason.
    #[arg(long)]
    skipped: bool,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, CliError> {
    let suite = languages::suite(&arguments.language)?;
    let version = version(suite, arguments.suite_version.as_deref())?;
    let folder = folder(arguments.suite, suite.about())?;
    let mut files = Files::new();
    read(&folder, "", suite.about(), &mut files)?;
    let of_other = |path: &str| {
        let others = suite.versions().iter().filter(|other| Some(*other) != version);
        others.into_iter().any(|other| path.starts_with(other.folder))
    };
    files.retain(|path, _| !of_other(path));
    let unreadable = |why: String| CliError::usage(format!("{}: {why}", folder.display()));
    let cases = suite.cases(&files).map_err(unreadable)?;
    if cases.is_empty() {
        return Err(unreadable("no cases of the suite are here".to_owned()));
    }
    let mut subject: Box<dyn Subject> = match (&arguments.engine, &arguments.profile) {
        (Some(spec), _) => {
            let language = languages::named(&arguments.language)?;
            let target = Target::open(spec, &language, &workshop(arguments.running)?, None)?;
            Box::new(EngineSubject::new(target, Limits::default()))
        }
        (None, Some(engine)) => {
            let language = languages::named(&arguments.language)?;
            suite.reference(&workshop(arguments.running)?.view(engine, &*language)?.profile)
        }
        (None, None) => suite.reference(&version.map(SuiteVersion::profile).unwrap_or_default()),
    };
    let (mut passed, mut failed, mut skipped, mut beyond) = (0, 0, 0, 0);
    for case in &cases {
        let listed = case.excuse().filter(|_| subject.is_reference());
        let ruling = case.run(&mut *subject);
        if let Some(why) = subject.gone() {
            return Err(CliError::Engine(format!("{}: {why}", case.place())));
        }
        match (ruling, listed) {
            (Ruling::Passed, _) => passed += 1,
            (Ruling::Skipped(why), _) => {
                skipped += 1;
                if arguments.skipped {
                    print_line(&format!("{} skipped: {why}", case.place()))?;
                }
            }
            (Ruling::Failed(_), Some(reason)) => {
                failed += 1;
                print_line(&format!("{} fails as listed: {reason}", case.place()))?;
            }
            (Ruling::Failed(why), None) => {
                (failed, beyond) = (failed + 1, beyond + 1);
                print_line(&format!("{} fails: {why}", case.place()))?;
            }
        }
    }
    print_line(&format!("{passed} passed, {failed} failed, {skipped} skipped"))?;
    Ok(Exit::found(beyond > 0))
}

/// The version that the user names, or the newest; none when the suite has no versions.
fn version(suite: &dyn Suite, named: Option<&str>) -> Result<Option<&'static SuiteVersion>, CliError> {
    let versions = suite.versions();
    let Some(named) = named else { return Ok(versions.first()) };
    if let Some(version) = versions.iter().find(|version| version.name == named) {
        return Ok(Some(version));
    }
    let known: Vec<&str> = versions.iter().map(|version| version.name).collect();
    Err(CliError::usage(match known.is_empty() {
        true => "this suite has no versions".to_owned(),
        false => format!("unknown version {named:?} of the suite; known are {}", known.join(", ")),
    }))
}

fn folder(named: Option<PathBuf>, about: &About) -> Result<PathBuf, CliError> {
    let folder =
        named.or_else(|| std::env::var_os("QUARREL_SUITES").map(|all| Path::new(&all).join(about.folder)));
    let get = || format!("get the suite from {} and name its folder with --suite", about.get);
    match folder {
        Some(folder) if folder.is_dir() => Ok(folder),
        Some(folder) => Err(CliError::usage(format!("{}: no such folder; {}", folder.display(), get()))),
        None => Err(CliError::usage(format!("neither --suite nor QUARREL_SUITES is there; {}", get()))),
    }
}

/// Reads the suite's files below a folder.
fn read(folder: &Path, below: &str, about: &About, files: &mut Files) -> Result<(), CliError> {
    for entry in fs_err::read_dir(folder)? {
        let entry = entry?;
        let (path, name) = (entry.path(), format!("{below}{}", entry.file_name().to_string_lossy()));
        let ending = path.extension().map(|ending| ending.to_string_lossy().into_owned()).unwrap_or_default();
        if path.is_dir() {
            read(&path, &format!("{name}/"), about, files)?;
        } else if about.endings.contains(&ending.as_str()) {
            files.insert(name, fs_err::read_to_string(&path)?);
        }
    }
    Ok(())
}
