//! Patterns as expressions: whether there is a match, the list of what comes of each, and the shortest path.

use super::Plan;
use crate::ast::{PathPattern, PathSelector, PatternComprehension};
use crate::evaluate::check::pattern_columns;
use crate::evaluate::context::{Context, Outcome, Scope};
use crate::evaluate::table::{Column, Row, position};
use crate::evaluate::taint::Why;
use crate::evaluate::truth::Truth;
use crate::evaluate::value::{List, Value};

/// The columns and rows of a pattern's matches; `Err` if they are open.
type Matches = Result<(Vec<Column>, Vec<Row>), Why>;

impl Context<'_> {
    /// `(a)-->(b)`: whether there is such a path (TCK Pattern1); `shortestPath(...)`: that path, or null;
    /// `allShortestPaths(...)`: the list of them.
    pub(in crate::evaluate) fn pattern(&self, pattern: &PathPattern, scope: &Scope<'_>) -> Outcome<Value> {
        let Some(selector) = pattern.selector else {
            let found = self.matches_of(pattern, scope, 1)?;
            return Ok(found.map_or_else(Value::Open, |(_, rows)| Value::Bool(!rows.is_empty())));
        };
        // The path's name, if it has none, is one that no query can write.
        let name = "\0path";
        let named = PathPattern { variable: Some(name.to_owned()), ..pattern.clone() };
        let (columns, rows) = match self.matches_of(&named, scope, usize::MAX)? {
            Ok(found) => found,
            Err(why) => return Ok(Value::Open(why)),
        };
        let place = position(&columns, name);
        let mut paths = rows.into_iter().filter_map(|mut row| Some(row.swap_remove(place?)));
        Ok(match selector {
            PathSelector::AllShortestPaths => Value::List(List::bag(paths.collect())),
            _ => paths.next().unwrap_or(Value::Null),
        })
    }

    /// `[pattern WHERE condition | projection]` (TCK Pattern2): one element per match, in no order.
    pub(in crate::evaluate) fn pattern_comprehension(
        &self,
        comprehension: &PatternComprehension,
        scope: &Scope<'_>,
    ) -> Outcome<Value> {
        let found = self.matches_of(&comprehension.pattern, scope, usize::MAX)?;
        let (columns, rows) = match found {
            Ok(found) => found,
            Err(why) => return Ok(Value::Open(why)),
        };
        let mut items = Vec::with_capacity(rows.len());
        let mut open = false;
        for row in &rows {
            let inner = Scope::new(&columns, row);
            let condition = match &comprehension.condition {
                Some(condition) => self.condition(condition, &inner)?,
                None => Truth::True,
            };
            let projected = self.attempt(self.evaluate(&comprehension.projection, &inner))?;
            match condition {
                Truth::True => items.push(projected?),
                Truth::Open(_) => open = true,
                Truth::False | Truth::Unknown => {}
            }
        }
        if open {
            return Ok(Value::Open(Why::Unspecified));
        }
        self.allow_depth(Value::List(List::bag(items)))
    }

    /// The matches of a pattern on one row, with their columns.
    fn matches_of(&self, pattern: &PathPattern, scope: &Scope<'_>, most: usize) -> Outcome<Matches> {
        let (columns, row) = scope.flat();
        let patterns = std::slice::from_ref(pattern);
        let after = pattern_columns(patterns, &columns);
        let open = self.open.replace(None);
        let rows = Plan::of_patterns(self, patterns, None, columns.len(), &after).matches(self, &row, most);
        let is_open = self.open.replace(open).is_some();
        let rows = rows?;
        Ok(if is_open { Err(Why::Unspecified) } else { Ok((after, rows)) })
    }
}
