//! Digest authentication as a server checks it (RFC 7616, section 3.4).

use md5::{Digest as _, Md5};

use super::toy::Heard;

/// How many requests one number of the server's is good for.
const USES: u32 = 3;

/// Who knows one user and the password, and believes each request once.
pub(super) struct Keeper {
    user: &'static str,
    password: &'static str,
    realm: &'static str,
    /// How many numbers were given out; the last of them counts.
    given: u32,
    /// How many requests were answered by it.
    used: u32,
}

impl Keeper {
    pub(super) fn new(realm: &'static str, user: &'static str, password: &'static str) -> Self {
        Self { user, password, realm, given: 0, used: 0 }
    }

    /// The challenge to a request that does not prove who asks.
    pub(super) fn challenge(&mut self, heard: &Heard) -> Option<String> {
        let stale = match heard.header("authorization") {
            Some(said) if self.admits(said, &heard.line) && self.used < USES => {
                self.used += 1;
                return None;
            }
            said => said.is_some() && self.used >= USES,
        };
        (self.given, self.used) = (self.given + 1, 0);
        let (realm, nonce) = (self.realm, self.nonce());
        Some(format!(
            "Digest realm=\"{realm}\", qop=\"auth\", nonce=\"{nonce}\", opaque=\"o, \\\"p\\\"\", stale={stale}"
        ))
    }

    fn nonce(&self) -> String {
        format!("number {}", self.given)
    }

    /// Whether it is the checksum of the password, of the number that counts and of this request.
    fn admits(&self, said: &str, line: &str) -> bool {
        let field = |name: &str| {
            let (_, rest) = said.split_once(&format!(" {name}="))?;
            Some(rest.split(',').next()?.trim_matches('"').to_owned())
        };
        let Some((method, path)) = line.split_once(' ') else { return false };
        let (nonce, count) = (self.nonce(), format!("{:08x}", self.used + 1));
        let own = field("cnonce").unwrap_or_default();
        let who = checksum(&format!("{}:{}:{}", self.user, self.realm, self.password));
        let what = checksum(&format!("{method}:{path}"));
        let due = checksum(&format!("{who}:{nonce}:{count}:{own}:auth:{what}"));
        let is = |name: &str, value: &str| field(name).as_deref() == Some(value);
        said.starts_with("Digest ")
            && said.contains(" opaque=\"o, \\\"p\\\"\"")
            && is("username", self.user)
            && is("realm", self.realm)
            && is("nonce", &nonce)
            && is("uri", path)
            && is("nc", &count)
            && is("qop", "auth")
            && is("response", &due)
    }
}

fn checksum(text: &str) -> String {
    Md5::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}
