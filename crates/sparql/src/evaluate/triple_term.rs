//! Functions of SPARQL 1.2: triple terms and base directions.
//!
//! A literal with a base direction is kept as a language-tagged string whose tag ends in `--ltr` or `--rtl`.

use quarrel_case::term::{LiteralKind, Term};

use super::Evaluator;
use super::expression::{Evaluated, error};
use super::terms::Id;
use crate::ast::Builtin;

/// The language and the base direction of a tag.
pub(super) fn language_and_direction(tag: &str) -> (&str, Option<&str>) {
    tag.split_once("--").map_or((tag, None), |(language, direction)| (language, Some(direction)))
}

impl Evaluator {
    /// TRIPLE: an error for what cannot be a triple.
    pub(super) fn triple_term(&mut self, parts: [Id; 3]) -> Evaluated {
        let open = parts.iter().find_map(|id| self.terms.as_open(*id)).map(|open| open.reason);
        if let Some(reason) = open {
            return Ok(self.terms.open(reason));
        }
        let [subject, predicate, object] = parts.map(|id| self.terms.term(id).cloned());
        match (subject, predicate, object) {
            (
                Some(subject @ (Term::Iri(_) | Term::Blank(_))),
                Some(predicate @ Term::Iri(_)),
                Some(object),
            ) => {
                self.meter.work(size(&object))?;
                let triple = self.terms.intern(Term::triple(subject, predicate, object));
                let is_free = parts.iter().any(|id| self.terms.is_free(*id));
                Ok(if is_free { self.terms.made(triple, "TRIPLE", &parts) } else { triple })
            }
            _ => error("terms that make no triple"),
        }
    }

    /// SUBJECT, PREDICATE, OBJECT.
    pub(super) fn part_of_triple(&mut self, builtin: Builtin, id: Id) -> Evaluated {
        match (builtin, self.terms.parts(id)) {
            (Builtin::Subject, Some([subject, ..])) => Ok(subject),
            (Builtin::Predicate, Some([_, predicate, _])) => Ok(predicate),
            (_, Some([.., object])) => Ok(object),
            (_, None) => error("not a triple term"),
        }
    }

    /// LANGDIR, hasLANG and hasLANGDIR.
    pub(super) fn direction_function(&mut self, builtin: Builtin, id: Id) -> Evaluated {
        let tag = match self.terms.literal(id).map(|literal| &literal.kind) {
            Some(LiteralKind::Language(tag)) => Some(language_and_direction(tag)),
            Some(_) => None,
            None if builtin == Builtin::Langdir => return error("LANGDIR of other than a literal"),
            None => None,
        };
        match builtin {
            Builtin::HasLang => Ok(self.terms.boolean(tag.is_some())),
            Builtin::HasLangdir => {
                Ok(self.terms.boolean(tag.is_some_and(|(_, direction)| direction.is_some())))
            }
            _ => {
                let direction = tag.and_then(|(_, direction)| direction).unwrap_or_default().to_owned();
                Ok(self.terms.string(direction))
            }
        }
    }
}

/// How many terms a term has in it.
fn size(term: &Term) -> u64 {
    match term {
        Term::Triple(parts) => 1 + parts.iter().map(size).sum::<u64>(),
        _ => 1,
    }
}
