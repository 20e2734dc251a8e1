//! Where a server is, and as whom it is spoken to.

use std::fmt;

use crate::spec::decode;

/// The port that servers of the protocol listen on.
const PORT: u16 = 7687;

/// An address with its credentials, which are never shown.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// The name or the number of the host.
    pub(crate) host: String,
    /// The port.
    pub(crate) port: u16,
    /// The database, if the address names one.
    pub(crate) database: Option<String>,
    /// The user; none: the server does not ask.
    pub(crate) user: Option<String>,
    /// The user's password.
    pub(crate) password: String,
}

impl Address {
    /// A server of our own on this machine.
    pub(crate) fn local(port: u16) -> Self {
        let host = "127.0.0.1".to_owned();
        Self { host, port, database: None, user: None, password: String::new() }
    }

    /// Reads `bolt://[USER:PASSWORD@]HOST[:PORT][/DATABASE]`. No error repeats the text.
    pub(crate) fn parse(url: &str) -> Result<Self, String> {
        let (_, rest) = url.split_once("://").ok_or("the address has no protocol")?;
        // A password may itself hold a slash or an @: the last @ counts, as it does where passwords are struck.
        let (login, place) = match rest.rsplit_once('@') {
            Some((login, place)) => (Some(login), place),
            None => (None, rest),
        };
        let (place, database) = match place.split_once('/') {
            Some((place, database)) => (place, Some(database).filter(|name| !name.is_empty())),
            None => (place, None),
        };
        let (host, port) = split_port(place)?;
        let plain = |text: &str| decode(text).unwrap_or_else(|| text.to_owned());
        let (user, password) = match login.map(|login| login.split_once(':').unwrap_or((login, ""))) {
            Some((user, password)) => (Some(plain(user)), plain(password)),
            None => (None, String::new()),
        };
        Ok(Self { host, port, database: database.map(ToOwned::to_owned), user, password })
    }
}

/// Host and port; the numbers of version 6 stand in brackets.
fn split_port(place: &str) -> Result<(String, u16), String> {
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
    let port = port.map_or(Ok(PORT), str::parse);
    Ok((host.to_owned(), port.map_err(|_| "the port of the address is no port")?))
}

impl fmt::Debug for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}", self.host, self.port)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_what_else_is_said() {
        for (url, host, port, login, database) in [
            ("bolt://h", "h", 7687, None, None),
            ("bolt://127.0.0.1:17687/", "127.0.0.1", 17687, None, None),
            ("bolt://[::1]:1/x", "::1", 1, None, Some("x")),
            ("bolt://me:p%40a/s@s@h:1", "h", 1, Some(("me", "p@a/s@s")), None),
            ("bolt://me@h", "h", 7687, Some(("me", "")), None),
            ("bolt://me:100%@h", "h", 7687, Some(("me", "100%")), None),
        ] {
            let address = Address::parse(url).unwrap();
            assert_eq!((address.host.as_str(), address.port), (host, port), "{url}");
            let user = address.user.as_deref().map(|user| (user, address.password.as_str()));
            assert_eq!((user, address.database.as_deref()), (login, database), "{url}");
        }
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
