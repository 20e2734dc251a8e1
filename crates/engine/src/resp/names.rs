//! The names that a graph has for the numbers of its labels, types and keys.
//!
//! A number is given once and kept as long as the graph is there, so that what is known of one graph never becomes
//! wrong; what is not known yet is asked for when it comes.

use std::cell::Cell;

/// The bytes of names that one answer may come to: a number is short, and the name that it stands for may be long.
const MOST: usize = 64 << 20;

/// What is numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Numbered {
    /// Labels of nodes.
    Label,
    /// Types of relationships.
    Type,
    /// Keys of properties.
    Key,
}

impl Numbered {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Label, Self::Type, Self::Key];

    /// The query that gives the names in the order of their numbers.
    pub(crate) fn query(self) -> &'static str {
        match self {
            Self::Label => "CALL db.labels()",
            Self::Type => "CALL db.relationshipTypes()",
            Self::Key => "CALL db.propertyKeys()",
        }
    }
}

/// The names of one graph.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Names {
    labels: Vec<String>,
    types: Vec<String>,
    keys: Vec<String>,
    /// What the answer that is being read may still have.
    left: Cell<usize>,
}

impl Names {
    /// Puts the names in the place of those that were known.
    pub(crate) fn set(&mut self, of: Numbered, names: Vec<String>) {
        match of {
            Numbered::Label => self.labels = names,
            Numbered::Type => self.types = names,
            Numbered::Key => self.keys = names,
        }
    }

    /// Another answer begins.
    pub(crate) fn begin(&self) {
        self.left.set(MOST);
    }

    /// The name once more, unless the answer has too much of names already.
    pub(crate) fn spend(&self, name: &str) -> Option<String> {
        self.left.set(self.left.get().checked_sub(name.len())?);
        Some(name.to_owned())
    }

    /// The name of a number.
    pub(crate) fn get(&self, of: Numbered, number: i64) -> Option<&str> {
        let names = match of {
            Numbered::Label => &self.labels,
            Numbered::Type => &self.types,
            Numbered::Key => &self.keys,
        };
        usize::try_from(number).ok().and_then(|place| names.get(place)).map(String::as_str)
    }
}
