//! Terms by number: every term that an evaluation meets is kept once, together with its meaning.
//!
//! Solutions are then rows of small numbers: joining, grouping and removing duplicates compare numbers, a literal
//! is parsed once however often it is compared, and an open value can stand in a row where a term would.

use std::collections::BTreeMap;
use std::sync::Arc;

use quarrel_case::term::{Literal, Term};
use quarrel_case::value::Value;

use super::datum::{self, Datum, Open};
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
}

/// The terms of a dataset and of what is evaluated on it.
#[derive(Debug)]
pub(super) struct Terms {
    semantics: Semantics,
    entries: Vec<Entry>,
    ids: BTreeMap<Arc<Term>, Id>,
    /// How many entries outlive a query.
    base: usize,
    /// How many blank nodes the query has made.
    made: usize,
    /// How many open terms the query has met.
    opens: usize,
}

impl Terms {
    /// A table with the two booleans, which conditions give all the time.
    pub(super) fn new(semantics: Semantics) -> Self {
        let mut terms =
            Self { semantics, entries: Vec::new(), ids: BTreeMap::new(), base: 0, made: 0, opens: 0 };
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
            if let Some(term) = &entry.term {
                self.ids.remove(term);
            }
        }
        self.made = 0;
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
        let parts = match &term {
            Term::Triple(parts) => {
                let [subject, predicate, object] = &**parts;
                Some([subject, predicate, object].map(|part| self.intern_ref(part)))
            }
            _ => None,
        };
        let term = Arc::new(term);
        let id = self.push(Entry { term: Some(Arc::clone(&term)), datum, parts });
        self.ids.insert(term, id);
        id
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

    /// A result of arithmetic, open when it is not exact.
    pub(super) fn computed(&mut self, computed: Computed) -> Id {
        if computed.exact {
            self.number(computed.number)
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
        self.push(Entry { term: None, datum: Datum::Open(open), parts: None })
    }

    /// A blank node that is in no data: `_:new0` and so on.
    pub(super) fn new_blank(&mut self) -> Id {
        loop {
            let term = Term::blank(format!("new{}", self.made));
            self.made += 1;
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
