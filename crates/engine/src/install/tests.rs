//! What is written for a version, and where it goes. Real builds are in the binary's tests.

use super::*;
use crate::Catalogue;
use crate::catalogue::Protocol;
use crate::tests::entry;

fn worker(version: &str, files: &[(&str, &str)]) -> Option<WorkerCrate> {
    let catalogue = Catalogue::from_texts([("alpha", entry("").as_str())]).unwrap();
    let (entry, version) = catalogue.find("alpha", Some(version)).unwrap();
    WorkerCrate::new(&entry, &version, files.iter().copied(), &[("main.rs", "fn main() {}")])
}

#[test]
fn a_crate_has_the_engine_at_its_version_the_host_and_the_frame() {
    let files = [
        ("engine.toml", ""),
        ("worker.rs", "mod more;"),
        ("more.rs", "//"),
        ("locks/1.0.lock", "locked"),
        ("locks/2.0.lock", "other"),
    ];
    let worker = worker("1.0", &files).unwrap();
    assert!(worker.is_locked());
    let written: Vec<(&str, &str)> =
        worker.files().iter().skip(2).map(|(path, text)| (path.as_str(), text.as_str())).collect();
    assert_eq!(
        written,
        [("src/host/mod.rs", "mod more;"), ("src/host/more.rs", "//"), ("src/main.rs", "fn main() {}")]
    );
    assert_eq!(worker.files()["Cargo.lock"], "locked");
    let manifest = &worker.files()["Cargo.toml"];
    for part in [
        "name = \"alpha-worker\"\nversion = \"1.0\"",
        "\nalpha = { version = \"=1.0\", default-features = true, features = [\"small\"] }\n",
        "\n[workspace]\n",
    ] {
        assert!(manifest.contains(part), "{manifest}");
    }
}

#[test]
fn a_version_without_a_lock_or_without_a_build_is_told_apart() {
    assert!(!worker("1.0", &[("worker.rs", "")]).unwrap().is_locked());
    assert_eq!(worker("2.0", &[("worker.rs", "")]), None);
}

#[test]
fn a_version_is_there_when_its_program_is() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().to_owned());
    let bin = folder.path().join("engines/alpha/1.0/bin");
    fs::create_dir_all(&bin).unwrap();
    assert_eq!(cache.program("alpha", "1.0"), None);
    fs::write(bin.join(format!("alpha-worker{}", std::env::consts::EXE_SUFFIX)), "").unwrap();
    assert!(cache.program("alpha", "1.0").is_some());
    assert_eq!(cache.program("alpha", "2.0"), None);
}

#[test]
fn the_files_of_another_build_are_not_taken_for_these() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) =
        (worker("1.0", &[("worker.rs", "1")]).unwrap(), worker("1.0", &[("worker.rs", "2")]).unwrap());
    assert!(!first.is_written_to(folder.path()));
    first.write_to(folder.path()).unwrap();
    fs::write(folder.path().join("src/left.rs"), "").unwrap();
    assert!(first.is_written_to(folder.path()) && !second.is_written_to(folder.path()));
    second.write_to(folder.path()).unwrap();
    assert!(second.is_written_to(folder.path()) && !folder.path().join("src/left.rs").exists());
}

#[test]
fn a_build_that_fails_leaves_no_engine_and_shows_the_end_of_its_log() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().to_owned());
    // A lock that is none: cargo refuses it at once, without a look at any registry.
    let worker = worker("1.0", &[("worker.rs", ""), ("locks/1.0.lock", "no lock")]).unwrap();
    let mut told = 0;
    let error = cache.install(&Parts::Worker(worker), &mut |_| told += 1).unwrap_err();
    assert!(error.contains("cargo could not do it") && error.contains("1.0.log"), "{error}");
    assert!(told > 0);
    assert_eq!(cache.program("alpha", "1.0"), None);
}

#[test]
fn every_shipped_version_is_embedded_or_can_be_built_from_what_is_pinned() {
    for entry in Catalogue::builtin().unwrap().entries() {
        let name = &entry.name;
        let others = entry.versions.iter().filter(|version| entry.embedded.as_ref() != Some(version));
        for version in others {
            if entry.protocol != Protocol::Worker {
                let Some(Parts::Server(packages)) = Parts::new(entry, version, entry.files(), &[]) else {
                    panic!("{name}@{version} has no packages");
                };
                let lock = packages.lock.unwrap_or_else(|| panic!("{name}@{version} has no lock"));
                let files = Artefacts::read(&lock).unwrap().files(Path::new("/"));
                // Packages that have versions of their own say so.
                let install = entry.install(version).unwrap();
                let own = match install.packages.iter().find_map(|package| package.split_once('@')) {
                    Some((_, own)) if install.packages.iter().all(|package| package.contains('@')) => own,
                    _ => version,
                };
                let own = format!("-{own}");
                assert!(files.iter().any(|file| file.to_string_lossy().contains(&own)), "{name}@{version}");
                continue;
            }
            let worker = WorkerCrate::new(entry, version, entry.files(), &[]);
            let worker = worker.unwrap_or_else(|| panic!("{name}@{version} has no build"));
            assert!(worker.files().contains_key("src/host/mod.rs"), "{name}@{version} has no host");
            assert!(worker.is_locked(), "{name}@{version} has no lock");
            let lock = &worker.files()["Cargo.lock"];
            for package in [format!("{name}-worker"), name.clone()] {
                let pinned = format!("[[package]]\nname = \"{package}\"\nversion = \"{version}\"\n");
                assert!(lock.contains(&pinned), "{name}@{version} locks another {package}");
            }
        }
    }
}

fn packages(install: &str, files: &[(&str, &str)]) -> Option<Packages> {
    let text = format!(
        "name = \"alpha\"\nabout = \"x\"\nversions = [\"1.0\"]\nprotocol = \"sparql\"\nrepository = \"r\"\n\
        tracker = \"t\"\nsecurity = \"s\"\n[[install]]\n{install}\n[[start]]\ncommand = [\"sh\"]\nseconds = 1\n\
        [language.small]\noccupied = \"ANY\""
    );
    let catalogue = Catalogue::from_texts([("alpha", text.as_str())]).unwrap();
    let (entry, version) = catalogue.find("alpha", None).unwrap();
    Packages::new(&entry, &version, files.iter().copied())
}

#[test]
fn a_front_is_part_of_what_is_installed() {
    let install = "client = \"maven\"\npackages = [\"g:a\", \"g:b@7\"]\nfront = \"F.java\"";
    assert_eq!(packages(install, &[]), None, "its source is not there");
    let packages = packages(install, &[("F.java", "class F {}")]).unwrap();
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join(artefacts::FILE), "").unwrap();
    assert!(!packages.are_in(place.path()));
    fs::create_dir(place.path().join("front")).unwrap();
    fs::write(place.path().join("front/F.java"), "class Other {}").unwrap();
    assert!(!packages.are_in(place.path()), "the source has changed");
    fs::write(place.path().join("front/F.java"), "class F {}").unwrap();
    assert!(packages.are_in(place.path()));
    let class_path = || Artefacts::default().class_path(place.path());
    assert!(class_path().is_empty());
    fs::create_dir(place.path().join("classes")).unwrap();
    assert_eq!(class_path(), [place.path().join("classes")], "what was compiled stands first");
}
