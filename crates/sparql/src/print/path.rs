//! Property paths, with brackets exactly where the tree needs them.

use super::Printer;
use crate::ast::Path;

/// Where a path stands, from the loosest place to the tightest.
const ALTERNATIVE: u8 = 0;
const SEQUENCE: u8 = 1;
const ELEMENT: u8 = 2;
const PRIMARY: u8 = 3;

impl Printer<'_> {
    /// Production 88.
    pub(super) fn path(&mut self, path: &Path) {
        self.path_at(path, ALTERNATIVE);
    }

    fn path_at(&mut self, path: &Path, least: u8) {
        if tightness(path) < least {
            self.push("(");
            self.path(path);
            return self.push(")");
        }
        match path {
            Path::Iri(iri) => self.predicate(iri),
            Path::Inverse(inner) => {
                self.push("^");
                // What has its own `^` cannot have a second one before it.
                let twice = matches!(**inner, Path::Inverse(_));
                self.path_at(inner, if twice { PRIMARY } else { ELEMENT });
            }
            Path::Sequence(parts) => self.path_list(parts, "/", ELEMENT),
            Path::Alternative(parts) => self.path_list(parts, "|", SEQUENCE),
            Path::ZeroOrOne(inner) => self.path_with(inner, "?"),
            Path::ZeroOrMore(inner) => self.path_with(inner, "*"),
            Path::OneOrMore(inner) => self.path_with(inner, "+"),
            Path::Negated(steps) => {
                let many = steps.len() != 1;
                self.push(if many { "!(" } else { "!" });
                for (index, step) in steps.iter().enumerate() {
                    self.push(if index > 0 { "|" } else { "" });
                    self.push(if step.inverse { "^" } else { "" });
                    self.predicate(&step.iri);
                }
                self.push(if many { ")" } else { "" });
            }
        }
    }

    fn path_with(&mut self, inner: &Path, modifier: &str) {
        self.path_at(inner, PRIMARY);
        self.push(modifier);
    }

    fn path_list(&mut self, parts: &[Path], separator: &str, least: u8) {
        for (index, part) in parts.iter().enumerate() {
            self.push(if index > 0 { separator } else { "" });
            self.path_at(part, least);
        }
    }
}

fn tightness(path: &Path) -> u8 {
    match path {
        Path::Alternative(_) => ALTERNATIVE,
        Path::Sequence(_) => SEQUENCE,
        Path::Inverse(_) | Path::ZeroOrOne(_) | Path::ZeroOrMore(_) | Path::OneOrMore(_) => ELEMENT,
        Path::Iri(_) | Path::Negated(_) => PRIMARY,
    }
}
