//! Subqueries and calls.

use super::clause::End;
use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::ast::{
    Clause, Expression, Imports, Match, ProcedureCall, Query, Subquery, SubqueryCall, SubqueryKind, Yield,
    YieldItem,
};

impl Parser<'_> {
    /// The kind of the subquery that is next.
    pub(super) fn subquery_kind(&self) -> Option<SubqueryKind> {
        use SubqueryKind::{Collect, Count, Exists};
        let kinds = [("EXISTS", Exists), ("COUNT", Count), ("COLLECT", Collect)];
        let found =
            kinds.iter().find(|(keyword, _)| self.is_keyword(0, keyword) && self.is_symbol(1, "{"))?;
        Some(found.1)
    }

    /// `EXISTS { ... }` and its siblings (`ExistentialSubquery`).
    pub(super) fn subquery(&mut self, kind: SubqueryKind) -> Parsed<Expression> {
        self.position += 2;
        let end = if kind == SubqueryKind::Collect { End::Return } else { End::Any };
        let query = self.nested(|parser| match parser.is_bare_pattern() {
            true if end == End::Any => parser.bare_pattern(),
            _ => parser.query(end),
        })?;
        self.expect("}")?;
        self.grow()?;
        Ok(Expression::Subquery(Box::new(Subquery { kind, query })))
    }

    /// Whether a pattern without a keyword before it is next.
    fn is_bare_pattern(&self) -> bool {
        let is_name = matches!(self.peek(0), Kind::Name(_) | Kind::QuotedName(_));
        let words = ["ANY", "ALL", "SHORTEST", "shortestPath", "allShortestPaths"];
        let selects = words.iter().any(|word| self.is_keyword(0, word));
        self.is_symbol(0, "(") || selects || is_name && self.is_symbol(1, "=")
    }

    fn bare_pattern(&mut self) -> Parsed<Query> {
        let patterns = self.comma_separated(Self::path_pattern)?;
        let condition = self.optional_after("WHERE")?;
        Ok(Query::single(vec![Clause::Match(Match { patterns, condition, ..Match::default() })]))
    }

    /// What follows `CALL`: a subquery or a procedure.
    pub(super) fn call_clause(&mut self, optional: bool) -> Parsed<Clause> {
        if !self.is_symbol(0, "{") && !self.is_symbol(0, "(") {
            return self.procedure_call(optional).map(Clause::Call);
        }
        let imports = if self.is_symbol(0, "(") { Some(self.imports()?) } else { None };
        self.expect("{")?;
        let query = self.nested(|parser| parser.query(End::Action))?;
        self.expect("}")?;
        Ok(Clause::Subquery(SubqueryCall { optional, imports, query }))
    }

    /// `(*)`, `(x, y)`, `()`.
    fn imports(&mut self) -> Parsed<Imports> {
        self.expect("(")?;
        let imports = if self.accept("*") {
            Imports::All
        } else if self.is_symbol(0, ")") {
            Imports::Variables(Vec::new())
        } else {
            Imports::Variables(self.comma_separated(|parser| parser.symbolic_name("a variable"))?)
        };
        self.expect(")")?;
        Ok(imports)
    }

    fn procedure_call(&mut self, optional: bool) -> Parsed<ProcedureCall> {
        let name = self.dotted_name("a procedure")?;
        let arguments = if self.accept("(") {
            let some = !self.is_symbol(0, ")");
            let arguments = if some { self.comma_separated(Self::expression)? } else { Vec::new() };
            self.expect(")")?;
            Some(arguments)
        } else {
            None
        };
        let yields = if self.accept_keyword("YIELD") { Some(self.yields()?) } else { None };
        Ok(ProcedureCall { optional, name, arguments, yields })
    }

    /// What follows `YIELD` (`YieldItems`).
    fn yields(&mut self) -> Parsed<Yield> {
        let items = if self.accept("*") {
            Vec::new()
        } else {
            self.comma_separated(|parser| {
                let column = parser.symbolic_name("a column")?;
                let alias =
                    if parser.accept_keyword("AS") { Some(parser.symbolic_name("an alias")?) } else { None };
                Ok(YieldItem { column, alias })
            })?
        };
        Ok(Yield { items, condition: self.optional_after("WHERE")? })
    }
}
