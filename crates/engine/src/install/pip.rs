//! pip as a client: it fetches wheels, and unpacks the programs that they hold.

use std::fs;
use std::path::Path;

use super::Failure;
use super::artefacts::UNPACKED;
use super::tool::Tool;
use crate::catalogue::Wheels;

/// Fetches the packages, each alone, and gives the paths of their wheels in the store.
pub(super) fn fetch(
    packages: &[(String, String)],
    wheels: Option<&Wheels>,
    store: &Path,
    tool: &mut Tool<'_>,
) -> Result<Vec<String>, Failure> {
    let mut paths = Vec::new();
    for (package, version) in packages {
        let name = format!("{package}-{version}");
        let folder = store.join(&name);
        fs::create_dir_all(&folder)?;
        let what =
            ["-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check"];
        let target = ["--dest".to_owned(), folder.display().to_string(), format!("{package}=={version}")];
        tool.run("python3", what.map(ToOwned::to_owned).into_iter().chain(tags(wheels)).chain(target), &[])?;
        for entry in fs::read_dir(&folder)? {
            paths.push(format!("{name}/{}", entry?.file_name().to_string_lossy()));
        }
    }
    paths.sort();
    Ok(paths)
}

/// Unpacks wheels that were checked.
pub(super) fn unpack(
    paths: &[std::path::PathBuf],
    wheels: Option<&Wheels>,
    tool: &mut Tool<'_>,
) -> Result<(), Failure> {
    let what = [
        "-m",
        "pip",
        "install",
        "--no-deps",
        "--no-index",
        "--disable-pip-version-check",
        "--target",
        UNPACKED,
    ];
    let paths = paths.iter().map(|wheel| wheel.display().to_string());
    tool.run("python3", what.map(ToOwned::to_owned).into_iter().chain(tags(wheels)).chain(paths), &[])
}

/// True when all that a wheel says to hold is in the folder of a version.
pub(super) fn is_unpacked(place: &Path, wheel: &Path) -> bool {
    let name = wheel.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let mut parts = name.split('-');
    let (Some(package), Some(version)) = (parts.next(), parts.next()) else { return false };
    let unpacked = place.join(UNPACKED);
    let record = unpacked.join(format!("{package}-{version}.dist-info")).join("RECORD");
    let Ok(record) = fs::read_to_string(record) else { return false };
    record.lines().all(|line| {
        // Path, checksum and size; a path that holds a comma stands in quotes.
        let path = line.rsplitn(3, ',').nth(2).unwrap_or(line).trim_matches('"');
        // Programs are said to be beside the folder of packages, and are in it.
        unpacked.join(path.trim_start_matches("../")).exists()
    })
}

/// The arguments that ask for wheels of these tags. A wheel that asks for another Python than the one that unpacks it is
/// no less complete.
fn tags(wheels: Option<&Wheels>) -> Vec<String> {
    let Some(Wheels { python, platforms }) = wheels else { return Vec::new() };
    let mut arguments = vec![
        "--only-binary=:all:".to_owned(),
        "--ignore-requires-python".to_owned(),
        "--implementation=cp".to_owned(),
        format!("--python-version={python}"),
        format!("--abi=cp{python}"),
    ];
    arguments.extend(platforms.iter().map(|platform| format!("--platform={platform}")));
    arguments
}
