//! Where a server is, and as whom it is spoken to.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::spec::decode;

/// The shortest user or password that is looked for in texts: a shorter one is found in any.
const SHORTEST: usize = 4;
/// What stands in the place of what is struck.
const STRUCK: &str = "***";

/// An address with its credentials, which are never shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// The name or the number of the host.
    pub(crate) host: String,
    /// The port.
    pub(crate) port: u16,
    /// What follows the port, from its slash on; empty when nothing does.
    pub(crate) path: String,
    /// The user; none: the server does not ask.
    pub(crate) user: Option<String>,
    /// The user's password.
    pub(crate) password: String,
}

impl Address {
    /// A server of our own on this machine.
    pub(crate) fn local(port: u16) -> Self {
        let host = "127.0.0.1".to_owned();
        Self { host, port, path: String::new(), user: None, password: String::new() }
    }

    /// Reads `SCHEME://[USER:PASSWORD@]HOST[:PORT][/PATH]`. No error repeats the text.
    pub(crate) fn parse(url: &str) -> Result<Self, String> {
        let (scheme, rest) = url.split_once("://").ok_or("the address has no protocol")?;
        // A password may itself hold a slash or an @: the last @ counts, as it does where passwords are struck.
        let (login, place) = match rest.rsplit_once('@') {
            Some((login, place)) => (Some(login), place),
            None => (None, rest),
        };
        let (place, path) = place.split_at(place.find(['/', '?', '#']).unwrap_or(place.len()));
        let (host, port) = split_port(place, usual_port(scheme))?;
        let plain = |text: &str| decode(text).unwrap_or_else(|| text.to_owned());
        let (user, password) = match login.map(|login| login.split_once(':').unwrap_or((login, ""))) {
            Some((user, password)) => (Some(plain(user)), plain(password)),
            None => (None, String::new()),
        };
        Ok(Self { host, port, path: path.to_owned(), user, password })
    }

    /// A text of the server without user and password, in whichever form they were sent: some repeat what they were
    /// told.
    pub(crate) fn conceal(&self, text: String) -> String {
        let (user, password) = (self.user.as_deref().unwrap_or_default(), self.password.as_str());
        let mut forms = Vec::new();
        if password.len() >= SHORTEST {
            let sent = [format!("{user}:{password}"), format!("\0{user}\0{password}")];
            forms.extend(sent.map(|text| STANDARD.encode(text)));
            forms.push(password.to_owned());
        }
        let text = forms.iter().fold(text, |text, form| text.replace(form, STRUCK));
        if user.len() < SHORTEST { text } else { without_word(&text, user) }
    }

    /// Host and port as an address has them.
    pub(crate) fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
    }
}

/// A text without a word. A user is often called as the engine is, whose classes and files have longer names.
fn without_word(text: &str, word: &str) -> String {
    let (mut shown, mut done) = (String::new(), 0);
    for (start, _) in text.match_indices(word) {
        let end = start + word.len();
        let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
        if !goes_on(before.chars().rev()) && !goes_on(after.chars()) {
            shown.push_str(text.get(done..start).unwrap_or_default());
            shown.push_str(STRUCK);
            done = end;
        }
    }
    shown + text.get(done..).unwrap_or_default()
}

/// True when what stands beside a word is of the same name, as in `org.neo4j.kernel`.
fn goes_on(mut beside: impl Iterator<Item = char>) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    match beside.next() {
        Some('.') => beside.next().is_some_and(is_part),
        other => other.is_some_and(is_part),
    }
}

/// The port that servers of a protocol listen on where none is said.
fn usual_port(scheme: &str) -> u16 {
    match scheme {
        "http" => 80,
        "ws" => 8182,
        "redis" => 6379,
        _ => 7687,
    }
}

/// Host and port; the numbers of version 6 stand in brackets.
fn split_port(place: &str, usual: u16) -> Result<(String, u16), String> {
    let (host, port) = match place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, port)) => (host, Some(port.strip_prefix(':').ok_or("the port of the address is wrong")?)),
        None => match place.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (place, None),
        },
    };
    if host.is_empty() {
        return Err("the host of the address is missing".to_owned());
    }
    let port = port.map_or(Ok(usual), str::parse);
    Ok((host.to_owned(), port.map_err(|_| "the port of the address is no port")?))
}

impl fmt::Debug for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", self.authority(), self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_what_else_is_said() {
        for (url, host, port, login, path) in [
            ("bolt://h", "h", 7687, None, ""),
            ("bolt://127.0.0.1:17687/", "127.0.0.1", 17687, None, "/"),
            ("bolt://[::1]:1/x", "::1", 1, None, "/x"),
            ("bolt://me:p%40a/s@s@h:1", "h", 1, Some(("me", "p@a/s@s")), ""),
            ("bolt://me@h", "h", 7687, Some(("me", "")), ""),
            ("bolt://me:100%@h", "h", 7687, Some(("me", "100%")), ""),
            ("http://h", "h", 80, None, ""),
            ("http://u:p@h:3030/ds/query?x=1#/ds", "h", 3030, Some(("u", "p")), "/ds/query?x=1#/ds"),
            ("http://h?x=1", "h", 80, None, "?x=1"),
            ("ws://h/gremlin", "h", 8182, None, "/gremlin"),
            ("redis://:p@h/tests", "h", 6379, Some(("", "p")), "/tests"),
        ] {
            let address = Address::parse(url).unwrap();
            assert_eq!((address.host.as_str(), address.port), (host, port), "{url}");
            let user = address.user.as_deref().map(|user| (user, address.password.as_str()));
            assert_eq!((user, address.path.as_str()), (login, path), "{url}");
        }
    }

    #[test]
    fn what_a_server_repeats_of_user_and_password_is_struck() {
        let address = Address::parse("bolt://neo4j:secret@h").unwrap();
        for (text, shown) in [
            ("no user neo4j with secret.", "no user *** with ***."),
            ("'neo4j' is not neo4j.", "'***' is not ***."),
            ("at org.neo4j.kernel in neo4j-kernel.jar", "at org.neo4j.kernel in neo4j-kernel.jar"),
            ("Authorization: Basic bmVvNGo6c2VjcmV0", "Authorization: Basic ***"),
            ("sasl AG5lbzRqAHNlY3JldA==", "sasl ***"),
        ] {
            assert_eq!(address.conceal(text.to_owned()), shown);
        }
        let address = Address::parse("bolt://me:s@h").unwrap();
        assert_eq!(address.conceal("syntax for me".to_owned()), "syntax for me");
    }

    #[test]
    fn an_address_that_is_none_says_so_and_keeps_the_password() {
        for url in
            ["bolt://u:secret@", "bolt://u:secret@h:x", "bolt://u:secret@h:99999", "bolt://u:secret@[::1]x"]
        {
            let error = Address::parse(url).unwrap_err();
            assert!(!error.contains("secret"), "{error}");
        }
        let address = Address::parse("bolt://u:secret@h").unwrap();
        assert_eq!(format!("{address:?}"), "h:7687");
    }
}
