//! Terms by number: every term that an evaluation meets is kept once, together with its meaning.
//!
//! Solutions are then rows of small numbers: joining, grouping and removing duplicates compare numbers, a literal
//! is parsed once however often it is compared, and an open value can stand in a row where a term would.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::term::{Literal, Term};
use quarrel_case::value::Value;

use super::datum::{self, Datum, Open};
use super::form;
use super::number::{Computed, Number};
use super::semantics::Semantics;

/// The number of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id(u32);

#[derive(Debug)]
struct Entry {
    /// None when the term is open.
    term: Option<Arc<Term>>,
    datum: Datum,
    /// The parts of a triple term.
    parts: Option<[Id; 3]>,
    /// The term of the same value and datatype in canonical form; none when it is this one.
    like: Option<Id>,
    /// Whether the language leaves its lexical form open.
    free: bool,
}

/// What a computed term was made by, and of which terms.
type Origin = (&'static str, Vec<Id>);

/// The terms of a dataset and of what is evaluated on it.
#[derive(Debug)]
pub(super) struct Terms {
    semantics: Semantics,
    entries: Vec<Entry>,
    ids: BTreeMap<Arc<Term>, Id>,
    /// The terms whose form is open.
    made: BTreeMap<Origin, Id>,
    /// How many entries outlive a query.
    base: usize,
    /// How many blank nodes the query has made.
    blanks: usize,
    /// How many open terms the query has met.
    opens: usize,
}

impl Terms {
    /// A table with the two booleans, which conditions give all the time.
    pub(super) fn new(semantics: Semantics) -> Self {
        let mut terms = Self {
            semantics,
            entries: Vec::new(),
            ids: BTreeMap::new(),
            made: BTreeMap::new(),
            base: 0,
            blanks: 0,
            opens: 0,
        };
        terms.intern(Term::boolean(false));
        terms.intern(Term::boolean(true));
        terms
    }

    /// What is in the table now outlives a query.
    pub(super) fn keep(&mut self) {
        self.base = self.entries.len();
    }

    /// Forgets the terms of a query.
    pub(super) fn forget(&mut self) {
        for entry in self.entries.drain(self.base..) {
            if let Some(term) = entry.term.filter(|_| !entry.free) {
                self.ids.remove(&term);
            }
        }
        self.made.clear();
        self.blanks = 0;
        self.opens = 0;
    }

    /// The number of a term, in the form in which it is stored.
    pub(super) fn intern(&mut self, term: Term) -> Id {
        let term = datum::stored(term, self.semantics);
        match self.ids.get(&term) {
            Some(id) => *id,
            None => {
                let datum = Datum::of(&term, self.semantics);
                self.add(term, datum)
            }
        }
    }

    /// The number of a term that is written in the query.
    pub(super) fn intern_ref(&mut self, term: &Term) -> Id {
        match self.ids.get(term) {
            // A term that is in the table is in its stored form.
            Some(id) => *id,
            None => self.intern(term.clone()),
        }
    }

    fn add(&mut self, term: Term, datum: Datum) -> Id {
        let (mut parts, mut like) = (None, None);
        if let Term::Triple(terms) = &term {
            let [subject, predicate, object] = &**terms;
            parts = Some([subject, predicate, object].map(|part| self.intern_ref(part)));
        }
        if !self.semantics.has_fixed_forms() {
            let canonical = match parts {
                Some(parts) => self.canonical_triple(parts),
                None => form::canonical(&term, &datum, self.semantics.plain_doubles),
            };
            like = canonical.map(|canonical| self.intern(canonical));
        }
        let term = Arc::new(term);
        let id = self.push(Entry { term: Some(Arc::clone(&term)), datum, parts, like, free: false });
        self.ids.insert(term, id);
        id
    }

    /// The triple term of these parts' canonical forms; none when they have them.
    fn canonical_triple(&self, parts: [Id; 3]) -> Option<Term> {
        let canonical = parts.map(|part| self.like(part));
        let [subject, predicate, object] = canonical.map(|part| self.term(part).cloned());
        (canonical != parts).then(|| Some(Term::triple(subject?, predicate?, object?)))?
    }

    /// A computed term that is like one in canonical form, but may have another form; the same one for the same
    /// operation on the same terms.
    pub(super) fn made(&mut self, canonical: Id, by: &'static str, of: &[Id]) -> Id {
        if self.semantics.has_fixed_forms() {
            return canonical;
        }
        let origin = (by, of.to_vec());
        if let Some(known) = self.made.get(&origin) {
            return *known;
        }
        let (term, datum) = match self.entry(canonical) {
            Some(entry) => (entry.term.clone(), entry.datum.clone()),
            None => return canonical,
        };
        let parts = self.parts(canonical).and_then(|_| of.try_into().ok());
        let id = self.push(Entry { term, datum, parts, like: Some(canonical), free: true });
        self.made.insert(origin, id);
        id
    }

    /// The term of the same value and datatype in canonical form.
    pub(super) fn like(&self, id: Id) -> Id {
        self.entry(id).and_then(|entry| entry.like).unwrap_or(id)
    }

    /// Whether the language leaves the term's lexical form open.
    pub(super) fn is_free(&self, id: Id) -> bool {
        self.entry(id).is_some_and(|entry| entry.free)
    }

    /// Whether there is a term whose form is open.
    pub(super) fn any_free(&self) -> bool {
        !self.made.is_empty()
    }

    fn push(&mut self, entry: Entry) -> Id {
        // The budget ends an evaluation long before four thousand million terms.
        let id = Id(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        self.entries.push(entry);
        id
    }

    /// A boolean.
    pub(super) fn boolean(&self, value: bool) -> Id {
        Id(u32::from(value))
    }

    /// A string.
    pub(super) fn string(&mut self, text: impl Into<String>) -> Id {
        self.intern(Term::string(text))
    }

    /// A number in its canonical form.
    pub(super) fn number(&mut self, number: Number) -> Id {
        let lexical = number.lexical(self.semantics.plain_doubles);
        let term = Term::typed(lexical, number.datatype());
        match self.ids.get(&term) {
            Some(id) => *id,
            None => self.add(term, Datum::Number(number)),
        }
    }

    /// A result of arithmetic on these terms, open when it is not exact.
    pub(super) fn computed(&mut self, computed: Computed, by: &'static str, of: &[Id]) -> Id {
        if computed.exact {
            self.result(computed.number, by, of)
        } else {
            self.about("digits beyond those that an implementation must keep", &computed.number)
        }
    }

    /// A term that is left open.
    pub(super) fn open(&mut self, reason: &'static str) -> Id {
        self.add_open(Open { reason, about: None })
    }

    /// A number that is left open but for its size.
    pub(super) fn about(&mut self, reason: &'static str, number: &Number) -> Id {
        self.add_open(Open { reason, about: Some(number.to_double()) })
    }

    fn add_open(&mut self, open: Open) -> Id {
        self.opens += 1;
        self.push(Entry { term: None, datum: Datum::Open(open), parts: None, like: None, free: false })
    }

    /// A blank node that is in no data: `_:new0` and so on.
    pub(super) fn new_blank(&mut self) -> Id {
        loop {
            let term = Term::blank(format!("new{}", self.blanks));
            self.blanks += 1;
            if !self.ids.contains_key(&term) {
                return self.intern(term);
            }
        }
    }

    /// How many terms there are.
    pub(super) fn count(&self) -> usize {
        self.entries.len()
    }

    fn entry(&self, id: Id) -> Option<&Entry> {
        self.entries.get(id.0 as usize)
    }

    /// The term; none when it is open.
    pub(super) fn term(&self, id: Id) -> Option<&Term> {
        self.entry(id)?.term.as_deref()
    }

    /// The literal, if the term is one.
    pub(super) fn literal(&self, id: Id) -> Option<&Literal> {
        self.term(id)?.as_literal()
    }

    /// The parts, if the term is a triple term.
    pub(super) fn parts(&self, id: Id) -> Option<[Id; 3]> {
        self.entry(id)?.parts
    }

    /// The meaning.
    pub(super) fn datum(&self, id: Id) -> &Datum {
        self.entry(id).map_or(&Datum::Unknown, |entry| &entry.datum)
    }

    /// The number, if the term is one.
    pub(super) fn as_number(&self, id: Id) -> Option<&Number> {
        match self.datum(id) {
            Datum::Number(number) => Some(number),
            _ => None,
        }
    }

    /// Why the term is open, if it is.
    pub(super) fn as_open(&self, id: Id) -> Option<&Open> {
        match self.datum(id) {
            Datum::Open(open) => Some(open),
            _ => None,
        }
    }

    /// Whether any term of the query is open.
    pub(super) fn any_open(&self) -> bool {
        self.opens > 0
    }

    /// The cell of an answer.
    pub(super) fn value(&self, id: Option<Id>) -> Value {
        let Some(entry) = id.and_then(|id| self.entry(id)) else {
            return Value::Null;
        };
        match (&entry.term, &entry.datum) {
            (Some(term), _) => Value::Term((**term).clone()),
            (None, Datum::Open(open)) => Value::Open(open.reason.to_owned()),
            (None, _) => Value::Null,
        }
    }
}
