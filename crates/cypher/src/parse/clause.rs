//! Queries and clauses.

use super::{Parsed, Parser};
use crate::ast::{
    Clause, Expression, Match, Projection, ProjectionItem, Query, SingleQuery, SortItem, UnionKind, Unwind,
    With,
};

impl Parser<'_> {
    /// `SingleQuery { UNION [ALL] SingleQuery }` (`RegularQuery`).
    pub(super) fn query(&mut self) -> Parsed<Query> {
        let first = self.single_query()?;
        let mut unions: Vec<(UnionKind, SingleQuery)> = Vec::new();
        while self.accept_keyword("UNION") {
            let kind = if self.accept_keyword("ALL") { UnionKind::All } else { UnionKind::Distinct };
            if unions.first().is_some_and(|(before, _)| *before != kind) {
                return Err(
                    self.error("InvalidClauseComposition", "a query has UNION or UNION ALL, not both")
                );
            }
            unions.push((kind, self.single_query()?));
        }
        Ok(Query { first, unions })
    }

    fn single_query(&mut self) -> Parsed<SingleQuery> {
        let mut clauses = Vec::new();
        loop {
            let clause = self.clause()?;
            let last = matches!(clause, Clause::Return(_));
            clauses.push(clause);
            if last {
                return Ok(SingleQuery { clauses });
            }
        }
    }

    fn clause(&mut self) -> Parsed<Clause> {
        if self.accept_keyword("MATCH") {
            self.match_clause(false)
        } else if self.accept_keyword("OPTIONAL") {
            self.expect_keyword("MATCH")?;
            self.match_clause(true)
        } else if self.accept_keyword("UNWIND") {
            let list = self.expression()?;
            self.expect_keyword("AS")?;
            let variable = self.symbolic_name("a variable")?;
            Ok(Clause::Unwind(Unwind { list, variable }))
        } else if self.accept_keyword("WITH") {
            let projection = self.projection()?;
            Ok(Clause::With(With { projection, condition: self.optional_after("WHERE")? }))
        } else if self.accept_keyword("RETURN") {
            Ok(Clause::Return(self.projection()?))
        } else {
            Err(self.unexpected("a clause (MATCH, OPTIONAL MATCH, UNWIND, WITH or RETURN)"))
        }
    }

    fn match_clause(&mut self, optional: bool) -> Parsed<Clause> {
        let patterns = self.comma_separated(Self::path_pattern)?;
        Ok(Clause::Match(Match {
            optional,
            patterns,
            hints: Vec::new(),
            condition: self.optional_after("WHERE")?,
        }))
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
