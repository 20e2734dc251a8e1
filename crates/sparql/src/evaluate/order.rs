//! ORDER BY (15.1): the order that is defined, and no more.
//!
//! The recommendation orders unbound, blank node, IRI and literal; blank nodes among themselves and literals that
//! `<` cannot compare stand in any order. So sorting gives groups of rows that tie: within a group any order is
//! right, and the groups follow each other in an order that every implementation must keep.

use std::cmp::Ordering;

use bigdecimal::BigDecimal;
use quarrel_case::term::Term;

use super::datum::Datum;
use super::number::Number;
use super::relation::Order;
use super::terms::Id;
use super::{Evaluator, Fault};
use crate::ast::Direction;

/// Rows whose keys are alike up to some key, by their indexes.
type Rows = Vec<usize>;

/// Rows in the place where they stand; `tied` when the key that placed them is equal for all of them, so that
/// the next key decides, else nothing does.
struct Run {
    rows: Rows,
    tied: bool,
}

impl Run {
    fn tied(rows: Rows) -> Self {
        Self { rows, tied: true }
    }

    fn open(rows: Rows) -> Self {
        Self { rows, tied: false }
    }
}

/// Times with and without timezone are compared pair by pair: not more than this many.
const MIXED_TIMES: usize = 64;

impl Evaluator {
    /// The rows in tie groups, by the keys of each row and the directions of the keys.
    pub(super) fn arrange(&self, keys: &[Vec<Option<Id>>], directions: &[Direction]) -> Vec<Rows> {
        let mut groups = vec![(0..keys.len()).collect::<Rows>()];
        let mut settled = vec![false];
        for (index, direction) in directions.iter().enumerate() {
            let mut next = Vec::new();
            let mut next_settled = Vec::new();
            for (rows, done) in groups.into_iter().zip(settled) {
                if done || rows.len() < 2 {
                    next.push(rows);
                    next_settled.push(done);
                    continue;
                }
                let key = |row: usize| keys.get(row)?.get(index).copied().flatten();
                let mut runs = self.by_key(rows, &key);
                if *direction == Direction::Descending {
                    runs.reverse();
                } else if self.semantics.has(Fault::UnboundLast) {
                    let is_unbound = |run: &Run| run.rows.iter().all(|row| key(*row).is_none());
                    let unbound = runs.iter().take_while(|run| is_unbound(run)).count();
                    runs.rotate_left(unbound);
                }
                next_settled.extend(runs.iter().map(|run| !run.tied));
                next.extend(runs.into_iter().map(|run| run.rows));
            }
            (groups, settled) = (next, next_settled);
        }
        groups
    }

    /// The rows in ascending order of one key.
    fn by_key(&self, rows: Rows, key: &dyn Fn(usize) -> Option<Id>) -> Vec<Run> {
        let is_open = |row: &usize| key(*row).is_some_and(|id| self.terms.as_open(id).is_some());
        if rows.iter().any(is_open) {
            return vec![Run::open(rows)];
        }
        let mut ranks: [Rows; 5] = Default::default();
        for row in rows {
            let rank = key(row).map_or(0, |id| self.rank(id));
            ranks[rank.min(4)].push(row);
        }
        let [unbound, blanks, iris, literals, triples] = ranks;
        let same_or_open = |rows: Rows| {
            let mut ids = rows.iter().map(|row| key(*row));
            let first = ids.next();
            let same = ids.all(|id| Some(id) == first);
            Run { rows, tied: same }
        };
        let mut runs = vec![Run::tied(unbound), same_or_open(blanks)];
        runs.extend(self.iris(iris, key));
        runs.extend(self.literals(literals, key).unwrap_or_else(|rows| vec![same_or_open(rows)]));
        runs.push(same_or_open(triples));
        runs.retain(|run| !run.rows.is_empty());
        runs
    }

    /// The kinds of terms in their order; 0 is for unbound.
    pub(super) fn rank(&self, id: Id) -> usize {
        match self.terms.term(id) {
            None => 0,
            Some(Term::Blank(_)) => 1,
            Some(Term::Iri(_)) => 2,
            Some(Term::Literal(_)) => 3,
            Some(Term::Triple(_)) => 4,
        }
    }

    /// IRIs are compared as strings.
    fn iris(&self, rows: Rows, key: &dyn Fn(usize) -> Option<Id>) -> Vec<Run> {
        let iri = |row: usize| match key(row).and_then(|id| self.terms.term(id)) {
            Some(Term::Iri(iri)) => iri.as_str(),
            _ => "",
        };
        sorted_runs(rows, |left, right| iri(left).cmp(iri(right)))
    }

    /// Literals that `<` can all compare with each other; else the rows come back.
    fn literals(&self, rows: Rows, key: &dyn Fn(usize) -> Option<Id>) -> Result<Vec<Run>, Rows> {
        let datum = |row: usize| key(row).map_or(&Datum::Unknown, |id| self.terms.datum(id));
        let all = |test: fn(&Datum) -> bool| rows.iter().all(|row| test(datum(*row)));
        if all(|datum| matches!(datum, Datum::Number(number) if !number.is_nan())) {
            let exact: Vec<(Exact, usize)> = rows.iter().map(|row| (Exact::of(datum(*row)), *row)).collect();
            return Ok(self.numbers(exact, key));
        }
        let comparable = all(|datum| matches!(datum, Datum::String))
            || all(|datum| matches!(datum, Datum::Boolean(_)))
            || all(|datum| matches!(datum, Datum::Language))
            || self.are_comparable_times(&rows, &datum);
        let order = |left: usize, right: usize| {
            let pair = key(left).zip(key(right));
            pair.map_or(Order::None, |(left, right)| self.order(left, right))
        };
        // One language for all makes every pair comparable.
        let first = rows.first().copied();
        let with_first = |row: &usize| first.is_some_and(|first| matches!(order(first, *row), Order::Is(_)));
        if !comparable || !rows.iter().all(with_first) {
            return Err(rows);
        }
        Ok(sorted_runs(rows, |left, right| match order(left, right) {
            Order::Is(order) => order,
            _ => Ordering::Equal,
        }))
    }

    /// Whether all are times of one type, each comparable with each.
    fn are_comparable_times<'a>(&'a self, rows: &Rows, datum: &dyn Fn(usize) -> &'a Datum) -> bool {
        let mut times = Vec::new();
        for row in rows {
            match datum(*row) {
                Datum::DateTime(time) => times.push((time, false)),
                Datum::Date(time) if self.semantics.dates => times.push((time, true)),
                _ => return false,
            }
        }
        let Some((first, first_date)) = times.first() else {
            return false;
        };
        if times.iter().any(|(_, date)| date != first_date) {
            return false;
        }
        let uniform = times.iter().all(|(time, _)| time.offset.is_some() == first.offset.is_some());
        let each =
            || times.iter().all(|(left, _)| times.iter().all(|(right, _)| left.compare(right).is_some()));
        uniform || (times.len() <= MIXED_TIMES && each())
    }

    /// Numbers by their exact value. Promotion may make neighbours equal that are not (2^53 and 2^53 + 1 beside a
    /// double): `<` then leaves the order of the whole chain open.
    fn numbers(&self, mut rows: Vec<(Exact, usize)>, key: &dyn Fn(usize) -> Option<Id>) -> Vec<Run> {
        rows.sort_by(|left, right| left.0.cmp(&right.0));
        let equal = |left: usize, right: usize| {
            let number = |row: usize| key(row).and_then(|id| self.terms.as_number(id));
            number(left)
                .zip(number(right))
                .is_some_and(|(left, right)| left.compare(right) == Some(Ordering::Equal))
        };
        let mut runs: Vec<Run> = Vec::new();
        for (_, row) in rows {
            match runs.last_mut() {
                Some(run) if run.rows.last().is_some_and(|last| equal(*last, row)) => {
                    run.tied &= run.rows.first().is_some_and(|first| equal(*first, row));
                    run.rows.push(row);
                }
                _ => runs.push(Run::tied(vec![row])),
            }
        }
        runs
    }
}

/// Sorts rows by a total order and puts equal ones together.
fn sorted_runs(mut rows: Rows, compare: impl Fn(usize, usize) -> Ordering) -> Vec<Run> {
    rows.sort_by(|left, right| compare(*left, *right));
    let runs = rows.chunk_by(|left, right| compare(*left, *right).is_eq());
    runs.map(|run| Run::tied(run.to_vec())).collect()
}

/// A number's exact place on the line.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Exact {
    Least,
    Finite(BigDecimal),
    Greatest,
}

impl Exact {
    fn of(datum: &Datum) -> Self {
        let Datum::Number(number) = datum else {
            return Self::Least;
        };
        match number.to_decimal() {
            Some(value) => Self::Finite(value),
            None if Number::to_double(number) < 0.0 => Self::Least,
            None => Self::Greatest,
        }
    }
}
