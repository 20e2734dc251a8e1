//! Versions of engines: their order, and ranges of them in the catalogue.
//!
//! Engines number themselves in many ways (`5.26.0`, `2025.10.1`, `v4.0-rc1`), so a version is a sequence of
//! numbers and words and nothing more is asked of it.

use std::cmp::Ordering;

use serde::Deserialize;

/// The order of two versions: number by number, then words (a pre-release) before the release.
pub fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (parts(left), parts(right));
    for index in 0..left.len().max(right.len()) {
        // A missing part is a zero, so that 1.0 and 1.0.0 are one version.
        let part = |parts: &[Part]| parts.get(index).cloned().unwrap_or(Part::Number(0));
        let order = part(&left).cmp(&part(&right));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// A word sorts before every number: `1.0-rc1` comes before `1.0`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Word(String),
    Number(u64),
}

fn parts(version: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = version.strip_prefix('v').unwrap_or(version);
    while let Some(first) = rest.chars().next() {
        let digits = first.is_ascii_digit();
        let same = |c: char| c.is_alphanumeric() && c.is_ascii_digit() == digits;
        let end = rest.find(|c| !same(c)).unwrap_or(rest.len());
        let (part, after) = match end {
            0 => ("", &rest[first.len_utf8()..]),
            end => rest.split_at(end),
        };
        match part.parse() {
            Ok(number) => parts.push(Part::Number(number)),
            Err(_) if part.is_empty() => {}
            Err(_) => parts.push(Part::Word(part.to_ascii_lowercase())),
        }
        rest = after;
    }
    parts
}

/// Some versions of an engine: each item is a version or a range `FROM..TO` that holds both its ends, either of
/// which may be left out. No item at all means every version.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(transparent)]
pub struct Versions(Vec<String>);

impl Versions {
    /// True when the version is one of them.
    pub fn hold(&self, version: &str) -> bool {
        let within = |item: &String| match item.split_once("..") {
            None => compare(item, version).is_eq(),
            Some((from, to)) => {
                (from.is_empty() || compare(from, version).is_le())
                    && (to.is_empty() || compare(version, to).is_le())
            }
        };
        self.0.is_empty() || self.0.iter().any(within)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_ordered_part_by_part() {
        let ordered = ["0.5.9", "0.5.13", "1.0-rc1", "1.0-rc2", "1.0", "1.0.1", "2025.9", "2025.10"];
        for pair in ordered.windows(2) {
            assert_eq!(compare(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
        for same in [("1.0", "1.0.0"), ("v2", "2"), ("1.0-RC1", "1.0-rc1")] {
            assert_eq!(compare(same.0, same.1), Ordering::Equal, "{same:?}");
        }
        // Text that is no version at all is compared somehow and does no harm.
        let _ = compare("é..", "99999999999999999999999");
    }

    #[test]
    fn a_range_holds_both_its_ends() {
        for (items, version, held) in [
            (&[][..], "1.0", true),
            (&["1.0"], "1.0.0", true),
            (&["1.0"], "1.1", false),
            (&["..1.2"], "1.2", true),
            (&["..1.2"], "1.2.1", false),
            (&["1.2.."], "1.2", true),
            (&["1.2..1.4"], "1.1", false),
            (&["0.9", "1.2..1.4"], "0.9", true),
        ] {
            let versions = Versions(items.iter().map(ToString::to_string).collect());
            assert_eq!(versions.hold(version), held, "{items:?} {version}");
        }
    }
}
