//! Property paths (productions 88 to 96).

use serde::{Deserialize, Serialize};

/// A property path. Brackets are not kept: the tree's shape says where they must stand.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Path {
    /// An IRI: the path of one triple. As a whole predicate it is [`super::Verb::Iri`].
    Iri(String),
    /// `^path`
    Inverse(Box<Path>),
    /// `path / path / ...`, at least two.
    Sequence(Vec<Path>),
    /// `path | path | ...`, at least two.
    Alternative(Vec<Path>),
    /// `path?`
    ZeroOrOne(Box<Path>),
    /// `path*`
    ZeroOrMore(Box<Path>),
    /// `path+`
    OneOrMore(Box<Path>),
    /// `!(iri | ^iri | ...)`; may be empty.
    Negated(Vec<NegatedStep>),
}

/// A member of a negated property set (production 96).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NegatedStep {
    /// Whether it is `^iri`.
    pub inverse: bool,
    /// The predicate that is not to be taken.
    pub iri: String,
}

impl Path {
    /// The paths directly below this one.
    pub fn children(&self) -> &[Self] {
        match self {
            Self::Iri(_) | Self::Negated(_) => &[],
            Self::Inverse(inner)
            | Self::ZeroOrOne(inner)
            | Self::ZeroOrMore(inner)
            | Self::OneOrMore(inner) => std::slice::from_ref(inner),
            Self::Sequence(parts) | Self::Alternative(parts) => parts,
        }
    }

    /// Brings the path into the shape that its own text would be read as: a sequence or an alternative of one part
    /// is that part.
    pub(super) fn normalize(&mut self) {
        match self {
            Self::Iri(_) | Self::Negated(_) => {}
            Self::Inverse(inner)
            | Self::ZeroOrOne(inner)
            | Self::ZeroOrMore(inner)
            | Self::OneOrMore(inner) => {
                inner.normalize();
            }
            Self::Sequence(parts) | Self::Alternative(parts) => {
                parts.iter_mut().for_each(Self::normalize);
                if parts.len() == 1
                    && let Some(only) = parts.pop()
                {
                    *self = only;
                }
            }
        }
    }
}
