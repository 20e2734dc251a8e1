//! `SPEC`: how an engine is named on the command line (contract, "Commands").

use std::collections::BTreeMap;
use std::fmt;

/// An engine as the user names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spec {
    /// `NAME[@VERSION][?option=value&...]`: an engine of the catalogue.
    Catalogue {
        /// Its name there.
        name: String,
        /// The version asked for; none: the embedded one, else the newest.
        version: Option<String>,
        /// The options asked for.
        options: BTreeMap<String, String>,
    },
    /// `NAME[@LABEL]+URL`: a running server.
    Server {
        /// The engine's name in the catalogue.
        name: String,
        /// What the user calls it, to tell it from another one; its version is asked of the server.
        label: Option<String>,
        /// Where it listens, with its protocol as the scheme.
        url: String,
    },
    /// `exec:COMMAND`: a program that speaks the worker protocol.
    Exec {
        /// The program and its arguments.
        command: Vec<String>,
    },
    /// `reference[?as=NAME@VERSION&fault=ID]`: the reference evaluator.
    Reference {
        /// Under whose profile: name, and version unless it is the one that is meant where none is said.
        profile: Option<(String, Option<String>)>,
        /// The planted fault that is on.
        fault: Option<String>,
    },
}

/// A text that names no engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("engine {text:?}: {reason}")]
pub struct SpecError {
    /// The text, without a password.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl std::str::FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        parse(text).map_err(|reason| SpecError { text: redact(text), reason })
    }
}

impl Spec {
    /// The options as they are named, without the question mark; empty when there are none.
    pub fn options(&self) -> String {
        match self {
            Spec::Catalogue { .. } | Spec::Reference { .. } => {
                self.to_string().split_once('?').map(|(_, options)| options.to_owned()).unwrap_or_default()
            }
            Spec::Server { label: Some(label), .. } => format!("label={label}"),
            Spec::Server { .. } | Spec::Exec { .. } => String::new(),
        }
    }
}

fn parse(text: &str) -> Result<Spec, String> {
    if let Some(command) = text.strip_prefix("exec:") {
        return parse_command(command);
    }
    if let Some((before, after)) = text.split_once("://") {
        return parse_server(before, after);
    }
    let (engine, query) = match text.split_once('?') {
        Some((engine, query)) => (engine, Some(query)),
        None => (text, None),
    };
    let (name, version) = parse_version(engine)?;
    let mut options = parse_options(query)?;
    if name != "reference" {
        return Ok(Spec::Catalogue { name, version, options });
    }
    if version.is_some() {
        return Err("the reference has no versions; name the engine's with ?as=NAME@VERSION".to_owned());
    }
    let profile = match options.remove("as") {
        Some(engine) => Some(parse_version(&engine)?),
        None => None,
    };
    let fault = options.remove("fault");
    match options.keys().next() {
        Some(option) => Err(format!("the reference has no option {option:?}, only as, fault")),
        None => Ok(Spec::Reference { profile, fault }),
    }
}

fn parse_server(before: &str, after: &str) -> Result<Spec, String> {
    let (name, scheme) =
        before.rsplit_once('+').ok_or("a server is NAME+URL, such as name+bolt://127.0.0.1:7687")?;
    let (name, label) = parse_version(name)?;
    label.iter().try_for_each(|label| check_name(label))?;
    check_name(scheme)?;
    if after.is_empty() {
        return Err("the address of the server is missing".to_owned());
    }
    Ok(Spec::Server { name, label, url: format!("{scheme}://{after}") })
}

fn parse_command(command: &str) -> Result<Spec, String> {
    // Split as a shell would, but never given to one: what is run is what is written.
    let command = shlex::split(command).ok_or("a quote of the command is not closed")?;
    match command.first() {
        Some(program) if !program.is_empty() => Ok(Spec::Exec { command }),
        _ => Err("the command is missing".to_owned()),
    }
}

fn parse_version(engine: &str) -> Result<(String, Option<String>), String> {
    let (name, version) = match engine.split_once('@') {
        Some((_, "")) => return Err("the version after @ is missing".to_owned()),
        Some((name, version)) => (name, Some(version.to_owned())),
        None => (engine, None),
    };
    check_name(name)?;
    Ok((name.to_owned(), version))
}

fn check_name(name: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() {
        return Err("the name is missing".to_owned());
    }
    match name.chars().find(|c| !plain(*c)) {
        Some(c) => Err(format!("a name has no {c:?}")),
        None => Ok(()),
    }
}

fn parse_options(query: Option<&str>) -> Result<BTreeMap<String, String>, String> {
    let mut options = BTreeMap::new();
    for pair in query.into_iter().flat_map(|query| query.split('&')) {
        let (key, value) = match pair.split_once('=') {
            Some((key, value)) if !key.is_empty() => (key, value),
            _ => return Err(format!("{pair:?} is no option=value")),
        };
        let value = decode(value).ok_or_else(|| format!("the escapes of {value:?} are broken"))?;
        if options.insert(key.to_owned(), value).is_some() {
            return Err(format!("the option {key:?} is given twice"));
        }
    }
    Ok(options)
}

/// Undoes `%XX`, the one way to write `&` and `%` in a value.
pub(crate) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = digit()? * 16 + digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn encode(text: &str) -> String {
    text.replace('%', "%25").replace('&', "%26")
}

/// The text with user and password of a URL struck out: nothing that is written may hold them.
pub fn redact(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once("://") else {
        return text.to_owned();
    };
    // A password may itself hold a slash or an @, so the last @ counts: rather too much is struck than too little.
    match rest.rfind('@') {
        Some(at) => format!("{scheme}://***@{}", &rest[at + 1..]),
        None => text.to_owned(),
    }
}

impl fmt::Display for Spec {
    /// The text that reads as the same engine, but for user and password, which are struck out.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Catalogue { name, version, options } => {
                out.write_str(name)?;
                if let Some(version) = version {
                    write!(out, "@{version}")?;
                }
                let pairs = options.iter().map(|(key, value)| (key.as_str(), value.clone()));
                write_options(out, pairs.collect())
            }
            Spec::Server { name, label, url } => {
                let label = label.iter().map(|label| format!("@{label}")).collect::<String>();
                write!(out, "{name}{label}+{}", redact(url))
            }
            Spec::Exec { command } => {
                let words = shlex::try_join(command.iter().map(String::as_str));
                write!(out, "exec:{}", words.unwrap_or_else(|_| command.join(" ")))
            }
            Spec::Reference { profile, fault } => {
                let mut pairs = Vec::new();
                if let Some((name, version)) = profile {
                    let version = version.iter().map(|version| format!("@{version}"));
                    pairs.push(("as", format!("{name}{}", version.collect::<String>())));
                }
                pairs.extend(fault.iter().map(|fault| ("fault", fault.clone())));
                out.write_str("reference")?;
                write_options(out, pairs)
            }
        }
    }
}

fn write_options(out: &mut fmt::Formatter<'_>, pairs: Vec<(&str, String)>) -> fmt::Result {
    for (index, (key, value)) in pairs.into_iter().enumerate() {
        let separator = if index == 0 { '?' } else { '&' };
        write!(out, "{separator}{key}={}", encode(&value))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_reads_back_as_it_is_shown() {
        for text in [
            "alpha",
            "alpha@1.2.3",
            "alpha@1.2.3?home=/opt/a b&mode=x%26y%25",
            "alpha+bolt://127.0.0.1:7687",
            "alpha+http://127.0.0.1:8182/gremlin?x=1",
            "alpha@latest+bolt://127.0.0.1:7687",
            "exec:python3 'my worker.py' --x",
            "reference",
            "reference?as=alpha@1.2",
            "reference?as=alpha&fault=c01",
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text, "{spec:?}");
        }
    }

    #[test]
    fn a_command_is_split_as_a_shell_would() {
        let spec: Spec = r#"exec:./run "a b" 'c"d' e\ f $HOME"#.parse().unwrap();
        let words = ["./run", "a b", "c\"d", "e f", "$HOME"].map(str::to_owned);
        assert_eq!(spec, Spec::Exec { command: words.to_vec() });
    }

    #[test]
    fn a_malformed_name_says_what_is_wrong() {
        for (text, reason) in [
            ("", "the name is missing"),
            ("@1", "the name is missing"),
            ("alpha@", "the version after @ is missing"),
            ("al pha", "a name has no ' '"),
            ("alpha?", "\"\" is no option=value"),
            ("alpha?x", "\"x\" is no option=value"),
            ("alpha?=x", "\"=x\" is no option=value"),
            ("alpha?x=1&x=2", "the option \"x\" is given twice"),
            ("alpha?x=%G0", "the escapes of \"%G0\" are broken"),
            ("alpha?x=%é", "the escapes of \"%é\" are broken"),
            ("alpha?x=%FF", "the escapes of \"%FF\" are broken"),
            ("exec:", "the command is missing"),
            ("exec:''", "the command is missing"),
            ("exec:a 'b", "a quote of the command is not closed"),
            ("bolt://h", "a server is NAME+URL, such as name+bolt://127.0.0.1:7687"),
            ("alpha+bolt://", "the address of the server is missing"),
            ("+bolt://h", "the name is missing"),
            ("alpha@+bolt://h", "the version after @ is missing"),
            ("alpha@b c+bolt://h", "a name has no ' '"),
            ("reference?as=", "the name is missing"),
            ("reference?seed=1", "the reference has no option \"seed\", only as, fault"),
            ("reference@1", "the reference has no versions; name the engine's with ?as=NAME@VERSION"),
        ] {
            assert_eq!(text.parse::<Spec>().unwrap_err().reason, reason, "{text}");
        }
    }

    #[test]
    fn user_and_password_are_never_shown() {
        for text in ["alpha+bolt://user:pa:ss@h:7687/db", "alpha+bolt://user:p/a@s/s@h:7687/db"] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), "alpha+bolt://***@h:7687/db");
            let Spec::Server { url, .. } = spec else { panic!("{text} is a server") };
            assert!(url.contains("user:p"));
        }
        let error = "x://user:secret@h".parse::<Spec>().unwrap_err();
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}
