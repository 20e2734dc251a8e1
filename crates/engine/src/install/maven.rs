//! Maven as a client: it resolves packages with all that they need at run time, into a repository of our own.

use std::fs;
use std::path::Path;

use super::Failure;
use super::tool::Tool;

/// What writes the class path down.
const PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath";

/// What fetches a package as it is. Later versions of it read what the package needs although it is not wanted, and fail
/// where that is not published.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:2.8:copy";

/// Fetches packages that are all that is needed, and gives their paths in the repository.
pub(super) fn fetch(
    packages: &[(String, String)],
    repository: &Path,
    tool: &mut Tool<'_>,
) -> Result<Vec<String>, Failure> {
    let paths = packages.iter().map(|(package, version)| {
        let (group, artifact) = split(package)?;
        let arguments = [
            "-B".to_owned(),
            format!("-Dmaven.repo.local={}", repository.display()),
            COPY.to_owned(),
            format!("-Dartifact={package}:{version}"),
            format!("-DoutputDirectory={}", tool.folder.join("copy").display()),
        ];
        tool.run("mvn", arguments, &[])?;
        Ok(format!("{}/{artifact}/{version}/{artifact}-{version}.jar", group.replace('.', "/")))
    });
    let paths = paths.collect::<Result<Vec<String>, Failure>>()?;
    // What it copies is in the repository too, where the checksums are taken.
    fs::remove_dir_all(tool.folder.join("copy"))?;
    Ok(paths)
}

fn split(package: &str) -> Result<(&str, &str), Failure> {
    package.split_once(':').ok_or_else(|| Failure::Client(format!("{package:?} is no GROUP:ARTIFACT")))
}

/// Fetches the packages and gives the paths of the class path in the repository, which say group, artifact and
/// version. What is left out of it is not even looked for.
pub(super) fn resolve(
    packages: &[(String, String)],
    exclude: &[String],
    repository: &Path,
    tool: &mut Tool<'_>,
) -> Result<Vec<String>, Failure> {
    fs::write(tool.folder.join("pom.xml"), project(packages, exclude)?)?;
    let list = tool.folder.join("classpath");
    let arguments = [
        "-B".to_owned(),
        format!("-Dmaven.repo.local={}", repository.display()),
        PLUGIN.to_owned(),
        format!("-Dmdep.outputFile={}", list.display()),
        "-Dmdep.pathSeparator=|".to_owned(),
        "-DincludeScope=runtime".to_owned(),
    ];
    tool.run("mvn", arguments, &[])?;
    let paths = fs::read_to_string(&list)?;
    fs::remove_file(&list)?;
    let inside = paths.trim().split('|').map(|path| {
        let inside = Path::new(path).strip_prefix(repository).ok().and_then(Path::to_str);
        inside
            .map(ToOwned::to_owned)
            .ok_or_else(|| Failure::Client(format!("{path} is not of the repository")))
    });
    inside.collect()
}

fn project(packages: &[(String, String)], exclude: &[String]) -> Result<String, Failure> {
    let exclusions = exclusions(exclude)?;
    let dependencies = packages.iter().map(|(package, version)| {
        let (group, artifact) = split(package)?;
        let (artifact, classifier) = artifact.split_once(':').unwrap_or((artifact, ""));
        let (group, artifact) = (of("groupId", group), of("artifactId", artifact));
        let classifier = if classifier.is_empty() { String::new() } else { of("classifier", classifier) };
        let version = of("version", version);
        Ok(format!("    <dependency>{group}{artifact}{version}{classifier}{exclusions}</dependency>\n"))
    });
    let dependencies = dependencies.collect::<Result<String, Failure>>()?;
    Ok(format!(
        r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>server</groupId><artifactId>server</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
{dependencies}  </dependencies>
</project>
"#
    ))
}

fn exclusions(packages: &[String]) -> Result<String, Failure> {
    let excluded = packages.iter().map(|package| {
        let (group, artifact) = split(package)?;
        Ok(format!("<exclusion>{}{}</exclusion>", of("groupId", group), of("artifactId", artifact)))
    });
    let excluded = excluded.collect::<Result<String, Failure>>()?;
    Ok(of_elements("exclusions", &excluded))
}

/// An element that holds a text.
fn of(name: &str, text: &str) -> String {
    of_elements(name, &escaped(text))
}

/// An element that holds elements.
fn of_elements(name: &str, content: &str) -> String {
    format!("<{name}>{content}</{name}>")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_project_names_each_package_with_its_version() {
        let packages = [("g.h:a", "1.0"), ("g:b", "7<&"), ("g:c:indy", "2")]
            .map(|(name, version)| (name.to_owned(), version.to_owned()));
        let Ok(text) = project(&packages, &["g:x".to_owned()]) else { panic!("no project") };
        for part in [
            "<dependency><groupId>g.h</groupId><artifactId>a</artifactId><version>1.0</version><exclusions>",
            "<exclusion><groupId>g</groupId><artifactId>x</artifactId></exclusion></exclusions></dependency>",
            "<version>7&lt;&amp;</version>",
            "<artifactId>c</artifactId><version>2</version><classifier>indy</classifier><exclusions>",
        ] {
            assert!(text.contains(part), "{text}");
        }
        assert!(project(&[("a".to_owned(), "1".to_owned())], &[]).is_err());
        assert!(project(&packages, &["x".to_owned()]).is_err());
    }
}
