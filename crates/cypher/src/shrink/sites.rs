//! The places of a query where an expression stands.

use crate::ast::{Expression, Query};
use crate::walk;

/// Where an expression stands.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// The clause, counted over all parts of the query.
    pub(super) clause: usize,
    /// Which of the clause's outermost expressions.
    root: usize,
    /// The children on the way down from there.
    path: Vec<usize>,
}

impl Site {
    /// Whether this is an outermost expression.
    pub(super) fn is_root(&self) -> bool {
        self.path.is_empty()
    }

    /// The expression here.
    pub(super) fn of_mut<'q>(&self, query: &'q mut Query) -> Option<&'q mut Expression> {
        let clause = walk::clauses_mut(query).nth(self.clause)?;
        let mut found = walk::expressions_mut(clause).into_iter().nth(self.root)?;
        for step in &self.path {
            found = walk::children_mut(found).into_iter().nth(*step)?;
        }
        Some(found)
    }

    /// The query with another expression here.
    pub(super) fn replaced(&self, query: &Query, other: Expression) -> Query {
        let mut query = query.clone();
        if let Some(place) = self.of_mut(&mut query) {
            *place = other;
        }
        query
    }
}

/// Every expression of a query with its place, each before what is inside it.
pub(super) fn sites(query: &Query) -> Vec<(Site, &Expression)> {
    let mut found = Vec::new();
    for (clause, inner) in walk::clauses(query).enumerate() {
        for (root, expression) in walk::expressions(inner).into_iter().enumerate() {
            within(expression, Site { clause, root, path: Vec::new() }, &mut found);
        }
    }
    found
}

fn within<'q>(expression: &'q Expression, site: Site, found: &mut Vec<(Site, &'q Expression)>) {
    let path = site.path.clone();
    found.push((site.clone(), expression));
    for (step, child) in walk::children(expression).into_iter().enumerate() {
        let path = path.iter().copied().chain([step]).collect();
        within(child, Site { path, ..site.clone() }, found);
    }
}
