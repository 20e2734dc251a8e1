//! Types of expressions that look at the graph: patterns, subqueries, and maps made of elements.

use super::expression::{Aggregation, Names, body};
use super::{Check, Checked, CompileError};
use crate::ast::{
    Expression, MapProjection, MapProjectionItem, PathPattern, PathSelector, PatternComprehension,
};
use crate::evaluate::table::{Column, Kind, Type};

impl Check<'_> {
    /// The type of an expression that looks at the graph.
    pub(super) fn looking<'a>(
        &self,
        expression: &'a Expression,
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        match expression {
            Expression::MapProjection(projection) => self.map_projection(projection, names, within),
            Expression::Pattern(pattern) => self.pattern(pattern, names),
            Expression::PatternComprehension(comprehension) => {
                self.pattern_comprehension(comprehension, names, within)
            }
            Expression::Subquery(subquery) => self.subquery(subquery, &names.flat()),
            _ => Ok(Type::ANY),
        }
    }

    /// A condition must be a boolean (TCK MatchWhere1 \[15\], Pattern1 \[11\]).
    pub(in crate::evaluate) fn condition(&self, condition: &Expression, columns: &[Column]) -> Checked<()> {
        let mut names = Names { columns, locals: Vec::new() };
        let found = self.predicate(condition, &mut names, Aggregation::Forbidden)?;
        self.want(found, &[Kind::Boolean], "a condition")
    }

    /// The type of an expression where a truth value is asked for, and a pattern may stand (TCK Pattern1).
    pub(super) fn predicate<'a>(
        &self,
        expression: &'a Expression,
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        match expression {
            Expression::Pattern(pattern) if pattern.selector.is_none() => {
                self.bound_pattern(pattern, &names.flat()).map(|()| Type::of(Kind::Boolean))
            }
            other => self.kind(other, names, within),
        }
    }

    /// `shortestPath(...)` is a path, `allShortestPaths(...)` a list of them; any other pattern stands only where a
    /// truth value is asked for (TCK Pattern1 \[22\]-\[24\]).
    fn pattern<'a>(&self, pattern: &'a PathPattern, names: &Names<'a>) -> Checked<Type> {
        let kind = match pattern.selector {
            Some(PathSelector::AllShortestPaths) => Type::list(Kind::Path),
            Some(_) => Type::of(Kind::Path),
            None => {
                let message = "a pattern stands where no truth value is asked for".to_owned();
                return Err(CompileError::certain("UnexpectedSyntax", message));
            }
        };
        self.bound_pattern(pattern, &names.flat()).map(|()| kind)
    }

    fn pattern_comprehension<'a>(
        &self,
        comprehension: &'a PatternComprehension,
        names: &Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        let columns = self.patterns(std::slice::from_ref(&comprehension.pattern), &names.flat())?;
        let mut names = Names { columns: &columns, locals: Vec::new() };
        if let Some(condition) = &comprehension.condition {
            let condition = self.predicate(condition, &mut names, body(within))?;
            self.want(condition, &[Kind::Boolean], "a condition")?;
        }
        let projected = self.kind(&comprehension.projection, &mut names, body(within))?;
        Ok(Type::list(projected.kind))
    }

    fn map_projection<'a>(
        &self,
        projection: &'a MapProjection,
        names: &mut Names<'a>,
        within: Aggregation,
    ) -> Checked<Type> {
        let subject = names.lookup(&projection.variable)?;
        self.want(subject, &[Kind::Node, Kind::Relationship, Kind::Map], "what a map is made of")?;
        for item in &projection.items {
            match item {
                MapProjectionItem::Entry(_, value) => self.kind(value, names, within).map(|_| ())?,
                MapProjectionItem::Variable(name) => names.lookup(name).map(|_| ())?,
                MapProjectionItem::Property(_) | MapProjectionItem::AllProperties => {}
            }
        }
        Ok(Type::of(Kind::Map))
    }
}
