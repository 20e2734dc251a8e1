//! The leaves of the tree: variables, constants, triple patterns.

use quarrel_case::term::{Term, TermError};
use serde::{Deserialize, Serialize};

/// A variable by its name, without `?` or `$`, which mean the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Variable(pub String);

impl Variable {
    /// The variable of this name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(name.into())
    }

    /// The name without its sigil.
    pub fn name(&self) -> &str {
        &self.0
    }
}

/// An RDF term that stands in a query: an IRI or a literal, never a blank node. In JSON its N-Triples.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Constant(pub Term);

impl Constant {
    /// The constant IRI.
    pub fn iri(iri: impl Into<String>) -> Self {
        Self(Term::iri(iri))
    }

    /// The term.
    pub fn term(&self) -> &Term {
        &self.0
    }
}

impl From<Term> for Constant {
    fn from(term: Term) -> Self {
        Self(term)
    }
}

impl From<Constant> for String {
    fn from(constant: Constant) -> Self {
        constant.0.to_string()
    }
}

impl TryFrom<String> for Constant {
    type Error = TermError;

    fn try_from(text: String) -> Result<Self, TermError> {
        text.parse().map(Self)
    }
}

/// The subject or object of a triple pattern (production 106).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TermPattern {
    /// A variable.
    Variable(Variable),
    /// A blank node by its label, which in a query is a variable that cannot be named elsewhere.
    Blank(String),
    /// An IRI or a literal.
    Constant(Constant),
}

impl TermPattern {
    /// The variable, if this is one.
    pub fn as_variable(&self) -> Option<&Variable> {
        match self {
            Self::Variable(variable) => Some(variable),
            _ => None,
        }
    }
}

/// The predicate of a triple pattern (production 78); property paths will be its third kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// A variable.
    Variable(Variable),
    /// An IRI in full.
    Iri(String),
}

impl Verb {
    /// The variable, if this is one.
    pub fn as_variable(&self) -> Option<&Variable> {
        match self {
            Self::Variable(variable) => Some(variable),
            Self::Iri(_) => None,
        }
    }
}

/// A triple pattern.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TriplePattern {
    /// The subject; the grammar allows literals, which match nothing.
    pub subject: TermPattern,
    /// The predicate.
    pub predicate: Verb,
    /// The object.
    pub object: TermPattern,
}

impl TriplePattern {
    /// The variables in the order subject, predicate, object, with repetitions.
    pub fn variables(&self) -> impl Iterator<Item = &Variable> {
        [self.subject.as_variable(), self.predicate.as_variable(), self.object.as_variable()]
            .into_iter()
            .flatten()
    }
}
