//! Queries and clauses.

use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::ast::{
    Clause, Expression, Hint, Match, ProcedureCall, Projection, ProjectionItem, Query, SingleQuery, SortItem,
    UnionKind, Unwind, With,
};

/// How a query may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// With `RETURN` only.
    Return,
    /// With `RETURN` or a clause that does something by itself.
    Action,
    /// With any clause.
    Any,
}

impl End {
    fn allows(self, last: &Clause) -> bool {
        match last {
            Clause::Return(_) => true,
            _ if self == Self::Any => true,
            Clause::Match(_) | Clause::Unwind(_) | Clause::With(_) => false,
            _ => self == Self::Action,
        }
    }
}

impl Parser<'_> {
    /// `SingleQuery { UNION [ALL] SingleQuery }` (`RegularQuery`).
    pub(super) fn query(&mut self, end: End) -> Parsed<Query> {
        let first = self.single_query(end)?;
        let mut unions: Vec<(UnionKind, SingleQuery)> = Vec::new();
        while self.accept_keyword("UNION") {
            let kind = if self.accept_keyword("ALL") { UnionKind::All } else { UnionKind::Distinct };
            self.accept_keyword("DISTINCT");
            if unions.first().is_some_and(|(before, _)| *before != kind) {
                return Err(
                    self.error("InvalidClauseComposition", "a query has UNION or UNION ALL, not both")
                );
            }
            unions.push((kind, self.single_query(end)?));
        }
        Ok(Query { first, unions })
    }

    fn single_query(&mut self, end: End) -> Parsed<SingleQuery> {
        let mut clauses = Vec::new();
        while let Some(clause) = self.clause()? {
            let last = matches!(clause, Clause::Return(_) | Clause::Finish);
            clauses.push(clause);
            if last {
                break;
            }
        }
        if !clauses.last().is_some_and(|last| end.allows(last)) {
            return Err(self.unexpected("a clause (such as MATCH, CREATE, CALL, WITH or RETURN)"));
        }
        if clauses.len() > 1 {
            clauses.iter().try_for_each(|clause| self.in_query_call(clause))?;
        }
        Ok(SingleQuery { clauses })
    }

    /// Among other clauses `CALL` must name what it takes and gives (`InQueryCall`).
    fn in_query_call(&self, clause: &Clause) -> Parsed<()> {
        match clause {
            Clause::Call(ProcedureCall { arguments: None, .. }) => {
                let message = "among other clauses CALL needs its arguments";
                Err(self.error("InvalidArgumentPassingMode", message))
            }
            Clause::Call(ProcedureCall { yields: Some(yields), .. }) if yields.items.is_empty() => {
                Err(self.error(super::UNEXPECTED, "among other clauses YIELD needs its columns"))
            }
            _ => Ok(()),
        }
    }

    /// The clause that is next, if one is.
    fn clause(&mut self) -> Parsed<Option<Clause>> {
        let clause = if self.accept_keyword("MATCH") {
            self.match_clause(false)?
        } else if self.accept_keyword("OPTIONAL") {
            if self.accept_keyword("CALL") {
                self.call_clause(true)?
            } else {
                self.expect_keyword("MATCH")?;
                self.match_clause(true)?
            }
        } else if self.accept_keyword("UNWIND") {
            let list = self.expression()?;
            self.expect_keyword("AS")?;
            Clause::Unwind(Unwind { list, variable: self.symbolic_name("a variable")? })
        } else if self.accept_keyword("WITH") {
            let projection = self.projection()?;
            Clause::With(With { projection, condition: self.optional_after("WHERE")? })
        } else if self.accept_keyword("RETURN") {
            Clause::Return(self.projection()?)
        } else if self.accept_keyword("CALL") {
            self.call_clause(false)?
        } else if self.accept_keyword("FINISH") {
            Clause::Finish
        } else {
            return self.updating_clause();
        };
        Ok(Some(clause))
    }

    fn match_clause(&mut self, optional: bool) -> Parsed<Clause> {
        let patterns = self.comma_separated(Self::path_pattern)?;
        let mut hints = Vec::new();
        while self.accept_keyword("USING") {
            hints.push(self.hint()?);
        }
        Ok(Clause::Match(Match { optional, patterns, hints, condition: self.optional_after("WHERE")? }))
    }

    /// What follows `USING` (`Hint`).
    fn hint(&mut self) -> Parsed<Hint> {
        if self.accept_keyword("SCAN") {
            let (variable, label) = self.hinted()?;
            return Ok(Hint::Scan { variable, label });
        } else if self.accept_keyword("JOIN") {
            self.expect_keyword("ON")?;
            let variables = self.comma_separated(|parser| parser.symbolic_name("a variable"))?;
            return Ok(Hint::Join { variables });
        }
        let kind = self.index_kind();
        self.expect_keyword("INDEX")?;
        // A variable may be called so.
        let seek = self.is_keyword(0, "SEEK") && matches!(self.peek(1), Kind::Name(_) | Kind::QuotedName(_));
        self.position += usize::from(seek);
        let (variable, label) = self.hinted()?;
        self.expect("(")?;
        let keys = self.comma_separated(|parser| parser.schema_name("a property key"))?;
        self.expect(")")?;
        Ok(Hint::Index { kind, seek, variable, label, keys })
    }

    fn hinted(&mut self) -> Parsed<(String, String)> {
        let variable = self.symbolic_name("a variable")?;
        self.expect(":")?;
        Ok((variable, self.schema_name("a label")?))
    }

    /// The expression after a keyword, if the keyword is next.
    pub(super) fn optional_after(&mut self, keyword: &str) -> Parsed<Option<Expression>> {
        if self.accept_keyword(keyword) { self.expression().map(Some) } else { Ok(None) }
    }

    /// What follows `WITH` and `RETURN` (`ProjectionBody`).
    fn projection(&mut self) -> Parsed<Projection> {
        let distinct = self.accept_keyword("DISTINCT");
        let star = self.accept("*");
        let items =
            if !star || self.accept(",") { self.comma_separated(Self::projection_item)? } else { Vec::new() };
        let mut order = Vec::new();
        if self.accept_keyword("ORDER") {
            self.expect_keyword("BY")?;
            order = self.comma_separated(Self::sort_item)?;
        }
        let skip = self.optional_after("SKIP")?;
        let limit = self.optional_after("LIMIT")?;
        Ok(Projection { distinct, star, items, order, skip, limit })
    }

    fn projection_item(&mut self) -> Parsed<ProjectionItem> {
        let expression = self.expression()?;
        let alias = if self.accept_keyword("AS") { Some(self.symbolic_name("an alias")?) } else { None };
        Ok(ProjectionItem { expression, alias })
    }

    fn sort_item(&mut self) -> Parsed<SortItem> {
        let expression = self.expression()?;
        let descending = self.accept_keyword("DESC") || self.accept_keyword("DESCENDING");
        if !descending && !self.accept_keyword("ASC") {
            self.accept_keyword("ASCENDING");
        }
        Ok(SortItem { expression, descending })
    }
}
