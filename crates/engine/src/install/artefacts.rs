//! What a server consists of: files with their checksums, in the order of its class path.
//!
//! The text is the one of `sha256sum`, so that anyone can check it: `cd lib && sha256sum -c ../artefacts`.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Component, Path, PathBuf};

use sha2::{Digest as _, Sha256};

/// The file in the folder of a version that says what is there.
pub(super) const FILE: &str = "artefacts";
/// The folder beside it that holds them.
pub(super) const FOLDER: &str = "lib";
/// The folder beside it that holds what was compiled against them.
pub(super) const CLASSES: &str = "classes";
/// The folder beside it in which they are unpacked.
pub(super) const UNPACKED: &str = "packages";

/// Files by their paths, each with the checksum of its content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Artefacts(Vec<(String, String)>);

impl Artefacts {
    /// Reads a text; a path that leads out of the folder is refused.
    pub fn read(text: &str) -> Result<Self, String> {
        let lines = text.lines().filter(|line| !line.is_empty()).map(|line| {
            let (sum, path) =
                line.split_once("  ").ok_or_else(|| format!("no checksum and path: {line:?}"))?;
            let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
            let is_sum = sum.len() == 64 && sum.bytes().all(|digit| digit.is_ascii_hexdigit());
            match inside && is_sum && !path.is_empty() {
                true => Ok((sum.to_owned(), path.to_owned())),
                false => Err(format!("no checksum and path: {line:?}")),
            }
        });
        lines.collect::<Result<_, _>>().map(Self)
    }

    /// The text that [`Artefacts::read`] reads.
    pub fn write(&self) -> String {
        self.0.iter().map(|(sum, path)| format!("{sum}  {path}\n")).collect()
    }

    /// The files of a version that is in a folder.
    pub fn files(&self, place: &Path) -> Vec<PathBuf> {
        self.0.iter().map(|(_, path)| place.join(FOLDER).join(path)).collect()
    }

    /// Their paths.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(_, path)| path.as_str())
    }

    /// The class path of a version that is in a folder.
    pub fn class_path(&self, place: &Path) -> Vec<PathBuf> {
        let classes = Some(place.join(CLASSES)).filter(|classes| classes.is_dir());
        classes.into_iter().chain(self.files(place)).collect()
    }

    /// Takes files out of a store, in their order, and puts them beside their list into a folder. Where there is
    /// a lock they have to be those that it names, with the content that it names.
    pub(super) fn collect(
        store: &Path,
        paths: Vec<String>,
        lock: Option<&Self>,
        place: &Path,
    ) -> Result<(), Collecting> {
        let paths = match lock {
            Some(lock) => {
                lock.compare(&paths)?;
                lock.0.iter().map(|(_, path)| path.clone()).collect()
            }
            None => paths,
        };
        let mut found = Vec::new();
        for path in paths {
            let copy = place.join(FOLDER).join(&path);
            copy.parent().map_or(Ok(()), fs::create_dir_all)?;
            // The store may be on another disk.
            fs::hard_link(store.join(&path), &copy)
                .or_else(|_| fs::copy(store.join(&path), &copy).map(drop))?;
            found.push((checksum(&copy)?, path));
        }
        let other =
            lock.into_iter().flat_map(|lock| lock.0.iter().zip(&found)).find(|(left, right)| left != right);
        if let Some(((expected, path), (sum, _))) = other {
            let what = format!(
                "{path} has the checksum {sum}, the lock has {expected}; delete {} to fetch it again",
                store.join(path).display()
            );
            return Err(Collecting::Other(what));
        }
        Ok(fs::write(place.join(FILE), Self(found).write())?)
    }

    fn compare(&self, paths: &[String]) -> Result<(), Collecting> {
        let locked: BTreeSet<&String> = self.0.iter().map(|(_, path)| path).collect();
        let got: BTreeSet<&String> = paths.iter().collect();
        let mut other = locked.symmetric_difference(&got);
        match other.next() {
            Some(path) => {
                let who = if locked.contains(path) { "only the lock has" } else { "the lock has no" };
                Err(Collecting::Other(format!("the packages are not those of the lock: {who} {path}")))
            }
            None => Ok(()),
        }
    }
}

/// Why files were not collected.
pub(super) enum Collecting {
    /// The disk.
    Io(io::Error),
    /// They are not what the lock says.
    Other(String),
}

impl From<io::Error> for Collecting {
    fn from(error: io::Error) -> Self {
        Collecting::Io(error)
    }
}

fn checksum(path: &Path) -> io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Sha256::new());
    let mut bytes = vec![0; 1 << 16];
    loop {
        match file.read(&mut bytes)? {
            0 => break,
            count => hash.update(bytes.get(..count).unwrap_or_default()),
        }
    }
    Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    fn collected(paths: &[&str], lock: Option<&str>) -> Result<String, String> {
        let folder = tempfile::tempdir().unwrap();
        let (store, place) = (folder.path().join("store"), folder.path().join("place"));
        fs::create_dir_all(store.join("a")).unwrap();
        fs::create_dir_all(&place).unwrap();
        fs::write(store.join("a/x.jar"), "abc").unwrap();
        fs::write(store.join("a/y.jar"), "abc").unwrap();
        let lock = lock.map(|lock| Artefacts::read(lock).unwrap());
        let paths = paths.iter().map(ToString::to_string).collect();
        match Artefacts::collect(&store, paths, lock.as_ref(), &place) {
            Ok(()) => {
                let text = fs::read_to_string(place.join(FILE)).unwrap();
                let all = Artefacts::read(&text).unwrap().files(&place);
                assert!(all.iter().all(|file| file.is_file()), "{all:?}");
                Ok(text)
            }
            Err(Collecting::Other(why)) => Err(why),
            Err(Collecting::Io(error)) => Err(error.to_string()),
        }
    }

    #[test]
    fn what_was_fetched_is_listed_with_its_checksums() {
        let text = format!("{ABC}  a/y.jar\n{ABC}  a/x.jar\n");
        assert_eq!(collected(&["a/y.jar", "a/x.jar"], None), Ok(text.clone()));
        assert_eq!(collected(&["a/x.jar", "a/y.jar"], Some(&text)), Ok(text), "the lock gives the order");
    }

    #[test]
    fn what_the_lock_does_not_say_is_refused() {
        let lock = format!("{ABC}  a/x.jar\n");
        let more = collected(&["a/x.jar", "a/y.jar"], Some(&lock)).unwrap_err();
        assert_eq!(more, "the packages are not those of the lock: the lock has no a/y.jar");
        let less = collected(&[], Some(&lock)).unwrap_err();
        assert_eq!(less, "the packages are not those of the lock: only the lock has a/x.jar");
        let other = collected(&["a/x.jar"], Some(&lock.replace("ba78", "ba79"))).unwrap_err();
        assert!(
            other.contains("a/x.jar has the checksum ba78") && other.contains("the lock has ba79"),
            "{other}"
        );
    }

    #[test]
    fn a_list_that_leads_out_of_its_folder_is_refused() {
        for text in ["x  a", &format!("{ABC}  ../a"), &format!("{ABC}  /a"), &format!("{ABC}  "), ABC] {
            assert!(Artefacts::read(text).is_err(), "{text}");
        }
    }
}
