//! npm as a client: it resolves packages with all that they need, and fetches each of them.
//!
//! What belongs where hangs on the day on which it is resolved. So the path of a package in the store, in the lock and in
//! the folder of a version says it: `node_modules/a/node_modules/@b/c/@b+c@1.0.0.tgz` is unpacked in the folder that it is
//! in. From the lock the same tree comes again, without a resolution.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::json;

use super::artefacts::{Artefacts, FOLDER, UNPACKED};
use super::tool::Tool;
use super::{Failure, store};

/// What npm is told whatever it does: no program of a package is run before it is checked.
const ALWAYS: [&str; 4] = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=warn"];

/// The folder of packages.
const TREE: &str = "node_modules";

/// A package in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Placed {
    /// The folder that it is unpacked in.
    folder: String,
    /// What the registry calls it, which the folder need not.
    name: String,
    version: String,
}

impl Placed {
    /// One that is placed as it is named.
    fn at_the_top(name: &str, version: &str) -> Self {
        let (name, version) = (name.to_owned(), version.to_owned());
        Self { folder: format!("{TREE}/{name}"), name, version }
    }

    fn read(path: &str) -> Option<Self> {
        let (folder, file) = path.rsplit_once('/')?;
        let (name, version) = file.strip_suffix(".tgz")?.rsplit_once('@')?;
        let name = if name.starts_with('@') { name.replacen('+', "/", 1) } else { name.to_owned() };
        Some(Self { folder: folder.to_owned(), name, version: version.to_owned() })
    }

    fn path(&self) -> String {
        format!("{}/{}@{}.tgz", self.folder, self.name.replace('/', "+"), self.version)
    }

    fn spec(&self) -> String {
        format!("{}@{}", self.name, self.version)
    }

    /// Whose it is; the empty text: nobody's.
    fn scope(&self) -> &str {
        self.name.split_once('/').map_or("", |(scope, _)| scope)
    }

    /// What npm calls the file of it: the same for `@a/b` and `a-b`.
    fn file(&self) -> String {
        format!("{}-{}.tgz", self.name.trim_start_matches('@').replace('/', "-"), self.version)
    }
}

/// Fetches the packages with all that they need, or with what the lock says they do, and gives their paths in the store.
pub(super) fn fetch(
    packages: &[(String, String)],
    lock: Option<&Artefacts>,
    store: &Path,
    tool: &mut Tool<'_>,
) -> Result<Vec<String>, Failure> {
    let placed = match lock {
        Some(lock) => read(lock)?,
        None => resolve(packages, tool)?,
    };
    let mut named = packages.iter().map(|(name, version)| Placed::at_the_top(name, version));
    if let Some(missing) = named.find(|package| !placed.contains(package)) {
        let what = format!("the packages are not those that are named: there is no {}", missing.path());
        return Err(Failure::Client(what));
    }
    let missing: Vec<&Placed> =
        placed.iter().filter(|package| !store.join(package.path()).is_file()).collect();
    pack(&missing, store, tool)?;
    Ok(placed.iter().map(Placed::path).collect())
}

fn read(lock: &Artefacts) -> Result<Vec<Placed>, Failure> {
    let placed = lock.paths().map(|path| {
        let no_package = || Failure::Client(format!("the lock has {path}, which is no package in its place"));
        Placed::read(path).ok_or_else(no_package)
    });
    placed.collect()
}

/// What npm says of a tree that it has made.
#[derive(Deserialize)]
struct Tree {
    packages: BTreeMap<String, Node>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Node {
    name: Option<String>,
    version: String,
    integrity: Option<String>,
    in_bundle: bool,
}

/// Has npm make a tree, to see what belongs where: it leaves out what is for other machines, which a list alone would not.
fn resolve(packages: &[(String, String)], tool: &mut Tool<'_>) -> Result<Vec<Placed>, Failure> {
    let folder = tool.folder.join("resolved");
    fs::create_dir_all(&folder)?;
    let wanted: BTreeMap<_, _> = packages.iter().map(|(name, version)| (name, version)).collect();
    let project = json!({ "private": true, "dependencies": wanted });
    fs::write(folder.join("package.json"), project.to_string())?;
    tool.run("npm", ["install", "--prefix=resolved"].into_iter().chain(ALWAYS), &[])?;
    let text = fs::read_to_string(folder.join(TREE).join(".package-lock.json"))?;
    fs::remove_dir_all(&folder)?;
    placed(&text)
}

fn placed(tree: &str) -> Result<Vec<Placed>, Failure> {
    let tree: Tree = serde_json::from_str(tree)
        .map_err(|error| Failure::Client(format!("npm says in no known form what it made: {error}")))?;
    // What is in the bundle of another package comes with that one.
    let own = tree.packages.into_iter().filter(|(_, node)| !node.in_bundle);
    let placed = own.map(|(folder, node)| {
        if node.integrity.is_none() {
            return Err(Failure::Client(format!("{folder} is not from the registry")));
        }
        let at = folder.rfind(TREE).map_or(0, |at| at + TREE.len() + 1);
        let name = node.name.unwrap_or_else(|| folder.get(at..).unwrap_or_default().to_owned());
        Ok(Placed { folder, name, version: node.version })
    });
    placed.collect()
}

/// Fetches packages into the store, those of a scope at once: in one folder they could have the same names.
fn pack(packages: &[&Placed], store: &Path, tool: &mut Tool<'_>) -> Result<(), Failure> {
    let mut scopes: BTreeMap<&str, Vec<&Placed>> = BTreeMap::new();
    packages.iter().for_each(|package| scopes.entry(package.scope()).or_default().push(package));
    for packages in scopes.values() {
        let folder = tool.folder.join("fetched");
        fs::create_dir_all(&folder)?;
        let specs: BTreeSet<String> = packages.iter().map(|package| package.spec()).collect();
        let what = ["pack", "--pack-destination=fetched"].into_iter().chain(ALWAYS);
        tool.run("npm", what.chain(specs.iter().map(String::as_str)), &[])?;
        for package in packages {
            store::keep(&folder.join(package.file()), &store.join(package.path()))?;
        }
        fs::remove_dir_all(&folder)?;
    }
    Ok(())
}

/// Unpacks packages that were checked, each where it belongs, and has npm link their programs.
pub(super) fn unpack(artefacts: &Artefacts, tool: &mut Tool<'_>) -> Result<(), Failure> {
    for path in artefacts.paths() {
        let file = Path::new(FOLDER).join(path).display().to_string();
        let folder = Path::new(UNPACKED).join(path);
        let folder = folder.parent().unwrap_or(&folder);
        fs::create_dir_all(tool.folder.join(folder))?;
        // All of a package is in a folder, whatever that is called.
        let how = ["--strip-components=1", "--no-same-owner", "--no-same-permissions", "-C"];
        let what = ["-xzf".to_owned(), file].into_iter().chain(how.map(ToOwned::to_owned));
        tool.run("tar", what.chain([folder.display().to_string()]), &[])?;
    }
    // In some packages nobody may read or enter everything.
    tool.run("chmod", ["-R", "u+rwX", UNPACKED], &[])?;
    let prefix = format!("--prefix={UNPACKED}");
    tool.run("npm", ["rebuild", &prefix, "--offline", "--bin-links"].into_iter().chain(ALWAYS), &[])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TREE: &str = r#"{ "name": "resolved", "lockfileVersion": 3, "packages": {
        "node_modules/@b/c": { "version": "1.0.0-rc.1", "integrity": "sha512-x" },
        "node_modules/a": { "version": "2.0.0", "integrity": "sha512-x", "dependencies": { "@b/c": "^0.9" } },
        "node_modules/a/node_modules/@b/c": { "version": "0.9.0", "integrity": "sha512-x" },
        "node_modules/a/node_modules/d": { "version": "3.0.0", "inBundle": true },
        "node_modules/e": { "name": "@f/g", "version": "4.0.0+5", "integrity": "sha512-x" } } }"#;

    #[test]
    fn a_path_says_what_belongs_where() {
        let Ok(placed) = placed(TREE) else { panic!("no tree") };
        let of = |what: fn(&Placed) -> String| placed.iter().map(what).collect::<Vec<_>>();
        let paths = of(Placed::path);
        assert_eq!(
            paths,
            [
                "node_modules/@b/c/@b+c@1.0.0-rc.1.tgz",
                "node_modules/a/a@2.0.0.tgz",
                "node_modules/a/node_modules/@b/c/@b+c@0.9.0.tgz",
                "node_modules/e/@f+g@4.0.0+5.tgz"
            ]
        );
        assert_eq!(of(Placed::spec), ["@b/c@1.0.0-rc.1", "a@2.0.0", "@b/c@0.9.0", "@f/g@4.0.0+5"]);
        assert_eq!(
            of(Placed::file),
            ["b-c-1.0.0-rc.1.tgz", "a-2.0.0.tgz", "b-c-0.9.0.tgz", "f-g-4.0.0+5.tgz"]
        );
        let read: Vec<Placed> = paths.iter().map(|path| Placed::read(path).unwrap()).collect();
        assert_eq!(read, placed);
        assert!(placed.contains(&Placed::at_the_top("@b/c", "1.0.0-rc.1")));
        for path in ["a@1.0.tgz", "node_modules/a/a-1.0.tgz", "node_modules/a/a@1.0.zip"] {
            assert_eq!(Placed::read(path), None, "{path}");
        }
    }

    #[test]
    fn what_is_not_from_the_registry_is_refused() {
        let tree = TREE.replace(r#""version": "2.0.0", "integrity": "sha512-x""#, r#""version": "2.0.0""#);
        let Err(Failure::Client(why)) = placed(&tree) else { panic!("{tree}") };
        assert_eq!(why, "node_modules/a is not from the registry");
    }
}
