//! Where a server is, and as whom it is spoken to.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::spec::decode;

/// The shortest password that is looked for in texts: a shorter one is found in any.
const SHORTEST: usize = 4;

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

    /// A text of the server without the password, in whichever form it was sent: some repeat what they were told.
    pub(crate) fn conceal(&self, text: String) -> String {
        let (user, password) = (self.user.as_deref().unwrap_or_default(), self.password.as_str());
        if password.len() < SHORTEST {
            return text;
        }
        let sent =
            [format!("{user}:{password}"), format!("\0{user}\0{password}")].map(|text| STANDARD.encode(text));
        let forms = sent.iter().map(String::as_str).chain([password]);
        forms.fold(text, |text, form| text.replace(form, "***"))
    }

    /// Host and port as an address has them.
    pub(crate) fn authority(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]:{}", self.host, self.port),
            false => format!("{}:{}", self.host, self.port),
        }
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
    fn what_a_server_repeats_of_a_password_is_struck() {
        let address = Address::parse("bolt://me:secret@h").unwrap();
        for (text, shown) in [
            ("no user me with secret", "no user me with ***"),
            ("Authorization: Basic bWU6c2VjcmV0", "Authorization: Basic ***"),
            ("sasl AG1lAHNlY3JldA==", "sasl ***"),
        ] {
            assert_eq!(address.conceal(text.to_owned()), shown);
        }
        let address = Address::parse("bolt://me:s@h").unwrap();
        assert_eq!(address.conceal("syntax".to_owned()), "syntax");
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
