//! Maven as a client: it resolves packages with all that they need at run time, into a repository of our own.

use std::fs;
use std::path::Path;

use super::Failure;
use super::tool::Tool;

/// What writes the class path down.
const PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath";

/// Fetches the packages and gives the paths of the class path in the repository, which say group, artifact and
/// version.
pub(super) fn resolve(
    packages: &[String],
    version: &str,
    repository: &Path,
    tool: &mut Tool<'_>,
) -> Result<Vec<String>, Failure> {
    fs::write(tool.folder.join("pom.xml"), project(packages, version)?)?;
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

fn project(packages: &[String], version: &str) -> Result<String, Failure> {
    let dependencies = packages.iter().map(|package| {
        let split = package.split_once(':');
        let (group, artifact) =
            split.ok_or_else(|| Failure::Client(format!("{package:?} is no GROUP:ARTIFACT")))?;
        let of = |name: &str, text: &str| format!("<{name}>{}</{name}>", escaped(text));
        let (group, artifact) = (of("groupId", group), of("artifactId", artifact));
        Ok(format!("    <dependency>{group}{artifact}{}</dependency>\n", of("version", version)))
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
