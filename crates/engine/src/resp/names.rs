//! The names that a graph has for the numbers of its labels, types and keys.
//!
//! A number is given once and kept as long as the graph is there, so that what is known of one graph never becomes
//! wrong; what is not known yet is asked for when it comes.

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
