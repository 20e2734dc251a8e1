//! Libraries of the system that a wheel brings along, in the place of which this machine's own are put.
//!
//! A tool that repairs wheels copies libraries into a folder of the wheel and gives each a name with a hash, by which
//! what is in the wheel then asks for it. Such a copy was built where the wheel was built, and may ask for a newer
//! library of C than the program that needs it.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use super::artefacts::UNPACKED;

/// Where libraries are that every program finds.
const FOLDERS: [&str; 6] =
    ["/lib/x86_64-linux-gnu", "/usr/lib/x86_64-linux-gnu", "/lib64", "/usr/lib64", "/usr/lib", "/lib"];

/// Puts a link to the machine's own library in the place of each that a folder of unpacked wheels holds; those that the
/// machine does not have stay.
pub(super) fn link(place: &Path, folder: &str) -> io::Result<()> {
    link_in(&place.join(UNPACKED).join(folder), &FOLDERS.map(PathBuf::from))
}

fn link_in(folder: &Path, own: &[PathBuf]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let copy = entry?.path();
        let name = copy.file_name().and_then(|name| name.to_str()).and_then(without_hash);
        let found =
            name.and_then(|name| own.iter().map(|folder| folder.join(&name)).find(|path| path.is_file()));
        if let Some(library) = found {
            fs::remove_file(&copy)?;
            symlink(library, &copy)?;
        }
    }
    Ok(())
}

/// `libssl.so.3` of `libssl-1a2b3c4d.so.3`.
fn without_hash(name: &str) -> Option<String> {
    let (stem, rest) = name.split_once(".so")?;
    let (library, hash) = stem.rsplit_once('-')?;
    let is_hash = hash.len() == 8 && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_hash.then(|| format!("{library}.so{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_machine_has_takes_the_place_of_what_a_wheel_brings() {
        let folder = tempfile::tempdir().unwrap();
        let (wheel, own) = (folder.path().join("wheel"), folder.path().join("own"));
        fs::create_dir_all(&wheel).unwrap();
        fs::create_dir_all(&own).unwrap();
        fs::write(own.join("libssl.so.3"), "own").unwrap();
        for name in ["libssl-0ca2c28b.so.3", "libodd-0ca2c28b.so.1", "libssl.so.3", "libssl-plain.so.3"] {
            fs::write(wheel.join(name), "brought").unwrap();
        }
        link_in(&wheel, &[folder.path().join("nowhere"), own]).unwrap();
        for (name, content) in [
            ("libssl-0ca2c28b.so.3", "own"),
            ("libodd-0ca2c28b.so.1", "brought"),
            ("libssl.so.3", "brought"),
            ("libssl-plain.so.3", "brought"),
        ] {
            assert_eq!(fs::read_to_string(wheel.join(name)).unwrap(), content, "{name}");
        }
    }
}
