//! pip as a client: it fetches wheels, and unpacks the programs that they hold.

use std::fs;
use std::path::Path;

use super::Failure;
use super::tool::Tool;

/// The folder of a version in which the wheels are unpacked.
const UNPACKED: &str = "packages";

/// Fetches the packages, each alone, and gives the paths of their wheels in the store.
pub(super) fn fetch(
    packages: &[(String, String)],
    store: &Path,
    tool: &mut Tool<'_>,
) -> Result<Vec<String>, Failure> {
    let mut wheels = Vec::new();
    for (package, version) in packages {
        let name = format!("{package}-{version}");
        let folder = store.join(&name);
        fs::create_dir_all(&folder)?;
        let what =
            ["-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--disable-pip-version-check"];
        let target = ["--dest".to_owned(), folder.display().to_string(), format!("{package}=={version}")];
        tool.run("python3", what.map(ToOwned::to_owned).into_iter().chain(target), &[])?;
        for entry in fs::read_dir(&folder)? {
            wheels.push(format!("{name}/{}", entry?.file_name().to_string_lossy()));
        }
    }
    wheels.sort();
    Ok(wheels)
}

/// Unpacks wheels that were checked.
pub(super) fn unpack(wheels: &[std::path::PathBuf], tool: &mut Tool<'_>) -> Result<(), Failure> {
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
    let wheels = wheels.iter().map(|wheel| wheel.display().to_string());
    tool.run("python3", what.map(ToOwned::to_owned).into_iter().chain(wheels), &[])
}
