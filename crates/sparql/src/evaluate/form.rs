//! Lexical forms that the language leaves open.
//!
//! Operators and functions give values (17.3, 17.4), and no section says which of a value's lexical forms the literal of
//! a result has: a sum of decimals may be `2`, `2.0` or `2.00`, a double `2.0E0` or `2e0`. What goes by values (`=`, `<`,
//! ORDER BY, arithmetic, the comparison of answers) knows all that it needs. What goes by terms (joins, DISTINCT, keys
//! of groups, sameTerm, STR, what an update stores) does not: two literals of one datatype and value of which one was
//! computed may be one term or two. So a computed term is an entry of its own, *free*, and says which term with the
//! canonical form is like it; the same operation on the same terms gives the same term. Integers have one form that
//! everybody computes, and so have NaN and the infinities; an integer, a boolean or a time is free only where an
//! operation may hand its operand on as it is.

use std::collections::{BTreeMap, BTreeSet};

use quarrel_case::term::Term;

use super::datum::Datum;
use super::number::Number;
use super::terms::{Id, Terms};
use super::{Binding, Evaluator};

/// Why what depends on such a form is open.
pub(super) const FORM: &str = "the lexical form of a computed value";

/// The cells of a row.
type Row = [Option<Id>];

impl Terms {
    /// The number that an operation gives of its operands.
    pub(super) fn result(&mut self, number: Number, by: &'static str, of: &[Id]) -> Id {
        let has_one_form = number.has_one_form();
        let canonical = self.number(number);
        match of {
            [operand] if has_one_form => self.handed_on(canonical, by, *operand),
            _ if has_one_form => canonical,
            _ => self.made(canonical, by, of),
        }
    }

    /// The literal that an operation gives of a canonical form, which may have its operand's form: that of a literal
    /// with this value and datatype, or of a string that was read as it.
    pub(super) fn handed_on(&mut self, canonical: Id, by: &'static str, operand: Id) -> Id {
        let lexical = |id: Id| self.literal(id).map(|literal| literal.lexical.as_str());
        let is_read = matches!(self.datum(operand), Datum::String) && lexical(operand) != lexical(canonical);
        let is_same = operand != canonical && self.like(operand) == canonical;
        if is_read || is_same { self.made(canonical, by, &[operand]) } else { canonical }
    }

    /// Whether two terms are the same one; none when that depends on an open form, or on an open term.
    pub(super) fn are_same(&self, left: Id, right: Id) -> Option<bool> {
        if self.as_open(left).is_some() || self.as_open(right).is_some() {
            return None;
        }
        match left == right {
            true => Some(true),
            false if self.like(left) == self.like(right) && (self.is_free(left) || self.is_free(right)) => {
                None
            }
            false => Some(false),
        }
    }

    /// Why it is open whether two terms are the same one.
    pub(super) fn reason(&self, left: Id, right: Id) -> &'static str {
        [left, right].into_iter().find_map(|id| self.as_open(id)).map_or(FORM, |open| open.reason)
    }
}

impl Evaluator {
    /// Whether two terms are the same one; where that is open, it is noted and they are not.
    pub(super) fn same_or_noted(&mut self, left: Id, right: Id) -> bool {
        let same = self.terms.are_same(left, right);
        if same.is_none() {
            self.taint(self.terms.reason(left, right));
        }
        same == Some(true)
    }

    /// Notes it when a triple of the graph at hand would match, had a computed term another form.
    pub(super) fn taint_if_alike(&mut self, terms: [Option<Id>; 3]) {
        let free = |id: &Id| self.terms.is_free(*id);
        if !terms.iter().flatten().any(free) {
            return;
        }
        let fixed = terms.map(|term| term.filter(|id| !free(id)));
        let alike = |known: Option<Id>, found: Id| {
            known.is_none_or(|known| self.terms.like(known) == self.terms.like(found))
        };
        let is_alike =
            |triple: [Id; 3]| terms.into_iter().zip(triple).all(|(known, found)| alike(known, found));
        if self.active.matching(fixed).any(is_alike) {
            self.taint(FORM);
        }
    }

    /// Notes it when a node of the graph at hand may be the computed term at an end of a path.
    pub(super) fn taint_if_node(&mut self, ends: [Option<Id>; 2]) {
        for end in ends.into_iter().flatten().filter(|id| self.terms.is_free(*id)).collect::<Vec<_>>() {
            self.taint_if_alike([Some(end), None, None]);
            self.taint_if_alike([None, None, Some(end)]);
        }
    }

    /// Whether two rows that differ may be the same, since they differ in forms that are open.
    pub(super) fn may_repeat<'r>(&self, rows: impl Iterator<Item = &'r Row>) -> bool {
        if !self.terms.any_free() {
            return false;
        }
        let mut alike: BTreeMap<Vec<Option<Id>>, BTreeSet<&Row>> = BTreeMap::new();
        for row in rows {
            let key = row.iter().map(|cell| cell.map(|id| self.terms.like(id))).collect();
            alike.entry(key).or_default().insert(row);
        }
        let may_be_one = |left: &Row, right: &Row| {
            let mut cells = left.iter().flatten().zip(right.iter().flatten());
            cells.all(|(left, right)| self.terms.are_same(*left, *right) != Some(false))
        };
        alike.values().any(|rows| {
            let mut firsts = rows.iter().enumerate();
            firsts.any(|(index, row)| rows.iter().skip(index + 1).any(|other| may_be_one(row, other)))
        })
    }

    /// Notes it when the groups of these keys may be fewer.
    pub(super) fn taint_if_repeated<'r>(&mut self, rows: impl Iterator<Item = &'r Row>) {
        if self.may_repeat(rows) {
            self.taint(FORM);
        }
    }

    /// The term to store of one that was computed, which leaves open what is stored.
    pub(super) fn taint_if_free(&mut self, row: &Binding, names: &[String]) {
        let slots = names.iter().filter_map(|name| self.find_slot(name));
        if slots.filter_map(|slot| row.get(slot)).any(|id| self.terms.is_free(id)) {
            self.taint(FORM);
        }
    }
}

/// The term of this value and datatype in its canonical form; none when the term is that.
pub(super) fn canonical(term: &Term, datum: &Datum, plain_doubles: bool) -> Option<Term> {
    let literal = term.as_literal()?;
    let canonical = datum.canonical(plain_doubles)?;
    let is_other = canonical.lexical != literal.lexical;
    is_other.then(|| Term::typed(canonical.lexical, literal.datatype().to_owned()))
}
