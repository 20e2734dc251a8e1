//! Who asks: the schemes Basic (RFC 7617) and Digest (RFC 7616, and RFC 2069 where the server knows no more).

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use md5::Md5;
use sha2::{Digest as _, Sha256};

/// What a server wants to be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Challenge {
    /// User and password as they are.
    Basic,
    /// A checksum of them and of a number that the server gave.
    Digest(Digest),
}

/// A challenge of the scheme Digest.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Digest {
    realm: String,
    nonce: String,
    opaque: Option<String>,
    /// The algorithm as the server named it.
    algorithm: Option<String>,
    checksum: Checksum,
    /// True where the password goes into the checksum together with both numbers.
    session: bool,
    /// True where the server lets the requests be counted.
    counts: bool,
    /// How many requests the server's number was used for.
    used: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Checksum {
    #[default]
    Md5,
    Sha256,
}

impl Checksum {
    fn of(self, text: &str) -> String {
        match self {
            Checksum::Md5 => hex(&Md5::digest(text)),
            Checksum::Sha256 => hex(&Sha256::digest(text)),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

impl Challenge {
    /// The best of the challenges of the headers: the one that does not send the password.
    pub(super) fn choose(headers: &[String]) -> Option<Self> {
        let challenges = || headers.iter().flat_map(|header| split(header));
        let digest = challenges().find_map(|(scheme, fields)| match scheme.eq_ignore_ascii_case("digest") {
            true => Digest::read(&fields).map(Challenge::Digest),
            false => None,
        });
        let mut schemes = challenges();
        digest.or_else(|| {
            let basic = schemes.any(|(scheme, _)| scheme.eq_ignore_ascii_case("basic"));
            basic.then_some(Challenge::Basic)
        })
    }

    /// The header of a request.
    pub(super) fn answer(&mut self, user: &str, password: &str, method: &str, path: &str) -> String {
        match self {
            Challenge::Basic => format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{password}"))),
            Challenge::Digest(digest) => digest.answer(user, password, method, path),
        }
    }
}

impl Digest {
    fn read(fields: &[(String, String)]) -> Option<Self> {
        let field = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let algorithm = field("algorithm");
        let name = algorithm.as_deref().unwrap_or("MD5").to_ascii_lowercase();
        let (name, session) = match name.strip_suffix("-sess") {
            Some(name) => (name, true),
            None => (name.as_str(), false),
        };
        let checksum = match name {
            "md5" => Checksum::Md5,
            "sha-256" => Checksum::Sha256,
            _ => return None,
        };
        let counts = match field("qop") {
            Some(offers) if offers.split(',').any(|offer| offer.trim() == "auth") => true,
            Some(_) => return None,
            None => false,
        };
        let (realm, nonce) = (field("realm").unwrap_or_default(), field("nonce")?);
        Some(Self { realm, nonce, opaque: field("opaque"), algorithm, checksum, session, counts, used: 0 })
    }

    fn answer(&mut self, user: &str, password: &str, method: &str, path: &str) -> String {
        self.used += 1;
        // A number of ours that nobody can guess who does not know the password.
        let secret = format!("{password}:{}:{}", self.nonce, self.used);
        let mut own = hex(&Sha256::digest(secret));
        own.truncate(32);
        self.answer_with(&own, user, password, method, path)
    }

    fn answer_with(&self, own: &str, user: &str, password: &str, method: &str, path: &str) -> String {
        let Self { realm, nonce, checksum, used, .. } = self;
        let mut who = checksum.of(&format!("{user}:{realm}:{password}"));
        if self.session {
            who = checksum.of(&format!("{who}:{nonce}:{own}"));
        }
        let what = checksum.of(&format!("{method}:{path}"));
        let response = match self.counts {
            true => checksum.of(&format!("{who}:{nonce}:{used:08x}:{own}:auth:{what}")),
            false => checksum.of(&format!("{who}:{nonce}:{what}")),
        };
        let mut header = format!("Digest username=\"{}\", realm=\"{}\"", quoted(user), quoted(realm));
        let _ = write!(header, ", nonce=\"{}\", uri=\"{}\"", quoted(nonce), quoted(path));
        let _ = write!(header, ", response=\"{response}\"");
        if let Some(algorithm) = &self.algorithm {
            let _ = write!(header, ", algorithm={algorithm}");
        }
        if let Some(opaque) = &self.opaque {
            let _ = write!(header, ", opaque=\"{}\"", quoted(opaque));
        }
        if self.counts {
            let _ = write!(header, ", qop=auth, nc={used:08x}");
        }
        if self.counts || self.session {
            let _ = write!(header, ", cnonce=\"{own}\"");
        }
        header
    }
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The challenges of a header, each with its scheme and its fields. Both are separated by commas: what has no `=` after
/// its first word begins a new challenge.
fn split(header: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut challenges: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for item in items(header) {
        let name = item.split('=').next().unwrap_or_default().trim_end();
        let field = match name.split_once(' ') {
            Some((scheme, _)) => {
                challenges.push((scheme.to_owned(), Vec::new()));
                item.get(scheme.len()..).unwrap_or_default().trim()
            }
            None if !item.contains('=') => {
                challenges.push((item.to_owned(), Vec::new()));
                continue;
            }
            None => item,
        };
        if let (Some((key, value)), Some((_, fields))) = (field.split_once('='), challenges.last_mut()) {
            fields.push((key.trim().to_ascii_lowercase(), unquoted(value.trim())));
        }
    }
    challenges
}

/// What stands between the commas that are not in quotes.
fn items(header: &str) -> Vec<&str> {
    let (mut quoted, mut escaped, mut start) = (false, false, 0);
    let mut items = Vec::new();
    for (at, c) in header.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ',' if !quoted => {
                items.push(header.get(start..at).unwrap_or_default().trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(header.get(start..).unwrap_or_default().trim());
    items.retain(|item| !item.is_empty());
    items
}

fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return value.to_owned();
    };
    let mut text = String::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        text.extend(if c == '\\' { rest.next() } else { Some(c) });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(header: &str) -> Digest {
        match Challenge::choose(&[header.to_owned()]) {
            Some(Challenge::Digest(digest)) => Digest { used: 1, ..digest },
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_example_of_the_standard_is_answered_as_the_standard_does() {
        // RFC 7616, section 3.9.1.
        let header = |algorithm: &str| {
            format!(
                r#"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#
            )
        };
        for (algorithm, response) in [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
        ] {
            let answer = digest(&header(algorithm)).answer_with(
                "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
                "Mufasa",
                "Circle of Life",
                "GET",
                "/dir/index.html",
            );
            assert!(answer.contains(&format!("response=\"{response}\"")), "{answer}");
            assert!(answer.contains("qop=auth, nc=00000001, cnonce="), "{answer}");
        }
    }

    #[test]
    fn the_older_form_is_answered_without_a_count() {
        // RFC 2617, section 3.2.2.1: without qop, as in RFC 2069.
        let answer =
            digest(r#"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#)
                .answer_with("x", "Mufasa", "Circle Of Life", "GET", "/dir/index.html");
        assert!(answer.contains(r#"response="670fd8c2df070c60b045671b8b24ff02""#), "{answer}");
        assert!(!answer.contains("cnonce"), "{answer}");
    }

    #[test]
    fn of_several_challenges_the_one_that_keeps_the_password_is_answered() {
        for (headers, chosen) in [
            (&[r#"Basic realm="a, b", Digest realm="c", nonce="n", qop=auth"#][..], "digest"),
            (&["Basic realm=\"x\"", "Digest nonce=n"], "digest"),
            (&["Digest nonce=n, algorithm=SHA-512", "basic"], "basic"),
            (&["Digest nonce=n, qop=auth-int", "Negotiate"], "none"),
            (&["Basic"], "basic"),
            (&["Negotiate, Basic realm=x"], "basic"),
            (&["", "=", ",,", "\"", "Digest"], "none"),
        ] {
            let headers: Vec<String> = headers.iter().map(ToString::to_string).collect();
            let word = match Challenge::choose(&headers) {
                Some(Challenge::Digest(_)) => "digest",
                Some(Challenge::Basic) => "basic",
                None => "none",
            };
            assert_eq!(word, chosen, "{headers:?}");
        }
    }

    #[test]
    fn each_request_is_counted() {
        let mut challenge = Challenge::choose(&["Digest nonce=n, qop=auth".to_owned()]).unwrap();
        let answers: Vec<String> = (0..2).map(|_| challenge.answer("u", "p", "POST", "/")).collect();
        assert!(answers[0].contains("nc=00000001") && answers[1].contains("nc=00000002"), "{answers:?}");
        assert_eq!(
            Challenge::Basic.answer("Aladdin", "open sesame", "POST", "/"),
            "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
        );
    }
}
