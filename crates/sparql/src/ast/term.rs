//! The leaves of the tree: variables, constants, triple patterns.

use super::Path;
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
    /// An IRI or a literal, or a triple term of such.
    Constant(Constant),
    /// A triple term with a variable or a blank node in it (SPARQL 1.2).
    Triple(Box<TriplePattern>),
}

impl TermPattern {
    /// The triple term; a constant when all its parts are.
    pub fn triple(pattern: TriplePattern) -> Self {
        match pattern.as_term() {
            Some(term) => Self::Constant(Constant(term)),
            None => Self::Triple(Box::new(pattern)),
        }
    }

    fn as_term(&self) -> Option<Term> {
        match self {
            Self::Constant(constant) => Some(constant.0.clone()),
            Self::Triple(pattern) => pattern.as_term(),
            Self::Variable(_) | Self::Blank(_) => None,
        }
    }

    /// The variables in it, with repetitions.
    pub fn variables(&self) -> Vec<&Variable> {
        match self {
            Self::Variable(variable) => vec![variable],
            Self::Triple(pattern) => pattern.variables().collect(),
            Self::Blank(_) | Self::Constant(_) => Vec::new(),
        }
    }

    /// Whether a blank node stands in it.
    pub fn has_blank(&self) -> bool {
        match self {
            Self::Blank(_) => true,
            Self::Triple(pattern) => pattern.subject.has_blank() || pattern.object.has_blank(),
            Self::Variable(_) | Self::Constant(_) => false,
        }
    }

    fn normalize(&mut self) {
        if let Self::Triple(pattern) = self {
            pattern.normalize();
            if let Some(term) = pattern.as_term() {
                *self = Self::Constant(Constant(term));
            }
        }
    }

    /// The variable, if this is one.
    pub fn as_variable(&self) -> Option<&Variable> {
        match self {
            Self::Variable(variable) => Some(variable),
            _ => None,
        }
    }
}

/// A variable or an IRI (production 107): the name of a graph or of a service, a resource to describe.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VarOrIri {
    /// A variable.
    Variable(Variable),
    /// An IRI in full.
    Iri(String),
}

impl VarOrIri {
    /// The variable, if this is one.
    pub fn as_variable(&self) -> Option<&Variable> {
        match self {
            Self::Variable(variable) => Some(variable),
            Self::Iri(_) => None,
        }
    }
}

/// The predicate of a triple pattern (productions 78 and 84).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// A variable.
    Variable(Variable),
    /// An IRI in full.
    Iri(String),
    /// A property path that is more than an IRI; not in templates, data and triple terms.
    Path(Path),
}

impl Verb {
    /// The variable, if this is one.
    pub fn as_variable(&self) -> Option<&Variable> {
        match self {
            Self::Variable(variable) => Some(variable),
            Self::Iri(_) | Self::Path(_) => None,
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
        let subject = self.subject.variables().into_iter();
        subject.chain(self.predicate.as_variable()).chain(self.object.variables())
    }

    /// The triple term, when no part is open.
    fn as_term(&self) -> Option<Term> {
        let Verb::Iri(predicate) = &self.predicate else {
            return None;
        };
        Some(Term::triple(self.subject.as_term()?, Term::iri(predicate), self.object.as_term()?))
    }

    /// Brings the pattern into the shape that its own text would be read as.
    pub(super) fn normalize(&mut self) {
        self.subject.normalize();
        self.object.normalize();
        if let Verb::Path(path) = &mut self.predicate {
            path.normalize();
            if let Path::Iri(iri) = path {
                self.predicate = Verb::Iri(std::mem::take(iri));
            }
        }
    }
}
