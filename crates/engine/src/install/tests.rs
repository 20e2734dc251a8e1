//! What is written for a version, and where it goes. Real builds are in the binary's tests.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    static TOLD: AtomicUsize = AtomicUsize::new(0);
    let cache = Cache::at(folder.path().to_owned())
        .telling(|_| Box::new(|_| _ = TOLD.fetch_add(1, Ordering::Relaxed)));
    // A lock that is none: cargo refuses it at once, without a look at any registry.
    let worker = worker("1.0", &[("worker.rs", ""), ("locks/1.0.lock", "no lock")]).unwrap();
    let error = cache.install(&Parts::Worker(worker)).unwrap_err();
    assert!(error.contains("cargo could not do it") && error.contains("1.0.log"), "{error}");
    assert!(TOLD.load(Ordering::Relaxed) > 0);
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
    assert!(!packages.are_in(place.path()), "it is not compiled");
    let class_path = || Artefacts::default().class_path(place.path());
    assert!(class_path().is_empty());
    fs::create_dir(place.path().join("classes")).unwrap();
    assert!(!packages.are_in(place.path()), "nothing of it is there");
    fs::write(place.path().join("classes/F.class"), "").unwrap();
    assert!(packages.are_in(place.path()));
    assert_eq!(class_path(), [place.path().join("classes")], "what was compiled stands first");
}

/// A wheel of a program, unpacked in the folder of a version, and what is pinned of it.
fn unpacked(place: &Path) -> Packages {
    let lock = format!("{}  a-1.0/a-1.0-py3-none-any.whl\n", "0".repeat(64));
    let packages =
        packages("client = \"pip\"\npackages = [\"a\"]", &[("locks/1.0.lock", lock.as_str())]).unwrap();
    let record = "../../bin/a,sha256=x,1\na/lib.so,sha256=x,1\na-1.0.dist-info/RECORD,,\n";
    for (path, text) in [
        ("artefacts", lock.as_str()),
        ("lib/a-1.0/a-1.0-py3-none-any.whl", ""),
        ("packages/bin/a", ""),
        ("packages/a/lib.so", ""),
        ("packages/a-1.0.dist-info/RECORD", record),
    ] {
        fs::create_dir_all(place.join(path).parent().unwrap()).unwrap();
        fs::write(place.join(path), text).unwrap();
    }
    packages
}

#[test]
fn what_is_damaged_or_no_longer_pinned_is_not_installed() {
    let place = tempfile::tempdir().unwrap();
    let whole = unpacked(place.path());
    assert!(whole.are_in(place.path()));
    let mut other = whole.clone();
    other.lock = whole.lock.as_ref().map(|lock| lock.replace("00", "11"));
    assert!(!other.are_in(place.path()), "the lock has changed");
    for path in ["artefacts", "lib", "packages", "packages/bin/a", "packages/a"] {
        let path = place.path().join(path);
        let away = place.path().join("away");
        fs::rename(&path, &away).unwrap();
        assert!(!whole.are_in(place.path()), "without {}", path.display());
        fs::rename(&away, &path).unwrap();
    }
    assert!(whole.are_in(place.path()));
}

#[test]
fn whoever_needs_nothing_waits_for_no_installation_and_who_waits_is_told_for_what() {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path().to_owned()).telling(|title| {
        TOLD.lock().unwrap().push(title.to_owned());
        Box::new(|line| TOLD.lock().unwrap().push(line.to_owned()))
    });
    let place = folder.path().join("engines/alpha/1.0");
    let parts = Parts::Server(unpacked(&place));
    fs::create_dir(folder.path().join("build")).unwrap();
    let turn = File::create(folder.path().join("build/turn")).unwrap();
    turn.lock().unwrap();
    assert_eq!(cache.install(&parts), Ok(Installed::Before));
    assert!(TOLD.lock().unwrap().is_empty());
    let away = folder.path().join("away");
    fs::rename(&place, &away).unwrap();
    let waiting = std::thread::spawn(move || cache.install(&parts));
    while TOLD.lock().unwrap().len() < 2 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(*TOLD.lock().unwrap(), ["alpha@1.0", "waiting for another installation to end"]);
    // The other one has installed the same.
    fs::rename(&away, &place).unwrap();
    drop(turn);
    assert_eq!(waiting.join().unwrap(), Ok(Installed::Before));
}

#[test]
fn a_new_folder_takes_the_place_of_an_old_one_whole() {
    let folder = tempfile::tempdir().unwrap();
    let of = |name: &str| folder.path().join(name);
    for name in ["1.0", "1.0.old", "1.0.part"] {
        fs::create_dir(of(name)).unwrap();
        fs::write(of(name).join(name), "").unwrap();
    }
    put(&of("1.0.part"), &of("1.0"), &of("1.0.old")).unwrap();
    assert!(of("1.0/1.0.part").exists() && !of("1.0/1.0").exists());
    assert!(!of("1.0.old").exists() && !of("1.0.part").exists());
}

#[test]
fn what_was_unpacked_is_listed_and_missed_when_it_is_gone_or_cut_short() {
    for client in ["apt", "npm"] {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        let install = format!("client = \"{client}\"\npackages = [\"@s/a@2:1+b\"]");
        let whole = packages(&install, &[]).unwrap();
        for path in ["artefacts", "packages/bin/a", "packages/share/a/b"] {
            fs::create_dir_all(place.join(path).parent().unwrap()).unwrap();
            fs::write(place.join(path), if path == "artefacts" { "" } else { "text" }).unwrap();
        }
        std::os::unix::fs::symlink("/no/such/file", place.join("packages/link")).unwrap();
        assert!(!whole.are_in(place), "it is not unpacked to the end");
        contents::write(place).unwrap();
        assert!(whole.are_in(place));
        for path in ["packages/link", "packages/bin", "packages/share/a/b", "unpacked"] {
            fs::rename(place.join(path), place.join("away")).unwrap();
            assert!(!whole.are_in(place), "{client} without {path}");
            fs::rename(place.join("away"), place.join(path)).unwrap();
        }
        fs::write(place.join("packages/bin/a"), "te").unwrap();
        assert!(!whole.are_in(place), "a file is cut short");
    }
}

#[test]
fn what_a_store_has_is_unpacked_without_a_registry_and_checked_first() {
    let folder = tempfile::tempdir().unwrap();
    let (store, place) = (folder.path().join("store"), folder.path().join("place"));
    let deb = "a-2:1/a_2%3a1_all.deb";
    fs::create_dir_all(store.join("a-2:1")).unwrap();
    fs::write(store.join(deb), "no package").unwrap();
    fs::write(store.join("a-2:1/a_2%3a1_all.part"), "half").unwrap();
    let fetch = |lock: &str| {
        let packages =
            packages("client = \"apt\"\npackages = [\"a@2:1\"]", &[("locks/1.0.lock", lock)]).unwrap();
        let log = File::create(folder.path().join("log")).unwrap();
        let tool = Tool { folder: &place, log, told: &mut |_| {} };
        match packages.fetch(&store, tool) {
            Err(Failure::Client(why)) => why,
            _ => panic!("it was unpacked"),
        }
    };
    let other = fetch(&format!("{}  {deb}\n", "0".repeat(64)));
    assert!(other.starts_with(&format!("{deb} has the checksum ")), "{other}");
    let less = fetch("");
    assert_eq!(less, format!("the packages are not those of the lock: the lock has no {deb}"));
    assert!(!place.join("packages").exists(), "nothing was unpacked");
}

#[test]
fn a_lock_of_npm_that_lacks_what_is_named_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("place");
    for (lock, reason) in [
        ("node_modules/@s/a/@s+a@2.0.0.tgz", "there is no node_modules/@s/a/@s+a@1.0.tgz"),
        ("node_modules/a/a.tgz", "the lock has node_modules/a/a.tgz, which is no package in its place"),
    ] {
        let lock = format!("{}  {lock}\n", "0".repeat(64));
        let named = "client = \"npm\"\npackages = [\"@s/a\"]";
        let packages = packages(named, &[("locks/1.0.lock", lock.as_str())]).unwrap();
        let log = File::create(folder.path().join("log")).unwrap();
        let tool = Tool { folder: &place, log, told: &mut |_| {} };
        let Err(Failure::Client(why)) = packages.fetch(&folder.path().join("store"), tool) else {
            panic!("it was fetched")
        };
        assert!(why.contains(reason), "{why}");
    }
}
