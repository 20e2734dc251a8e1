//! apt as a client: it downloads packages of Debian, which are unpacked and not installed. That needs no root.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::artefacts::UNPACKED;
use super::tool::Tool;
use super::{Failure, store};

/// Fetches the packages, each alone, and gives their paths in the store. The archive keeps few versions: what the store
/// has is not asked for again.
pub(super) fn fetch(
    packages: &[(String, String)],
    store: &Path,
    tool: &mut Tool<'_>,
) -> Result<Vec<String>, Failure> {
    let paths = packages.iter().map(|(package, version)| {
        let name = format!("{package}-{version}");
        let folder = store.join(&name);
        if deb_in(&folder)?.is_none() {
            download(&format!("{package}={version}"), &folder, tool)?;
        }
        let deb = deb_in(&folder)?;
        let deb = deb.ok_or_else(|| Failure::Client(format!("apt-get gave no package {name}")))?;
        Ok(format!("{name}/{deb}"))
    });
    paths.collect()
}

/// Downloads a package into a folder of the store; apt puts it where it runs.
fn download(package: &str, folder: &Path, tool: &mut Tool<'_>) -> Result<(), Failure> {
    tool.run("apt-get", ["download", package], &[])?;
    if let Some(deb) = deb_in(tool.folder)? {
        let file = tool.folder.join(&deb);
        store::keep(&file, &folder.join(&deb))?;
        fs::remove_file(file)?;
    }
    Ok(())
}

/// The name of the package that is in a folder.
fn deb_in(folder: &Path) -> io::Result<Option<String>> {
    if !folder.exists() {
        return Ok(None);
    }
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".deb") {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Unpacks packages that were checked.
pub(super) fn unpack(paths: &[PathBuf], tool: &mut Tool<'_>) -> Result<(), Failure> {
    let unpacked = Path::new(UNPACKED);
    paths.iter().try_for_each(|deb| tool.run("dpkg-deb", [Path::new("-x"), deb, unpacked], &[]))
}
