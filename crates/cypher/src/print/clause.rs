//! Queries and clauses.

use super::{Layout, Printer};
use crate::ast::{
    Clause, Expression, Hint, Match, Projection, ProjectionItem, Query, SingleQuery, SortItem, UnionKind,
};

impl Printer {
    pub(super) fn query(&mut self, query: &Query) {
        self.single_query(&query.first);
        for (kind, single) in &query.unions {
            self.separator();
            self.push(match kind {
                UnionKind::Distinct => "UNION",
                UnionKind::All => "UNION ALL",
            });
            self.separator();
            self.single_query(single);
        }
    }

    /// What stands between clauses.
    fn separator(&mut self) {
        self.push(match self.spelling.layout {
            Layout::OneLine => " ",
            Layout::ClausePerLine => "\n",
        });
    }

    fn single_query(&mut self, query: &SingleQuery) {
        for (position, clause) in query.clauses.iter().enumerate() {
            if position > 0 {
                self.separator();
            }
            self.clause(clause);
        }
    }

    pub(super) fn clause(&mut self, clause: &Clause) {
        match clause {
            Clause::Match(clause) => self.match_clause(clause),
            Clause::Unwind(clause) => {
                self.push("UNWIND ");
                self.expression(&clause.list);
                self.push(" AS ");
                self.name(&clause.variable);
            }
            Clause::With(clause) => {
                self.push("WITH ");
                self.projection(&clause.projection);
                self.optional(" WHERE ", clause.condition.as_ref());
            }
            Clause::Return(projection) => {
                self.push("RETURN ");
                self.projection(projection);
            }
            Clause::Create(create) => self.create(create),
            Clause::Merge(merge) => self.merge(merge),
            Clause::Set(items) => self.set(items),
            Clause::Remove(items) => self.remove(items),
            Clause::Delete(delete) => self.delete(delete),
            Clause::Foreach(foreach) => self.foreach(foreach),
            Clause::Call(call) => self.procedure_call(call),
            Clause::Subquery(call) => self.subquery_call(call),
            Clause::Finish => self.push("FINISH"),
        }
    }

    fn match_clause(&mut self, clause: &Match) {
        self.push(if clause.optional { "OPTIONAL MATCH " } else { "MATCH " });
        self.comma_separated(&clause.patterns, Self::path_pattern);
        clause.hints.iter().for_each(|hint| self.hint(hint));
        self.optional(" WHERE ", clause.condition.as_ref());
    }

    fn hint(&mut self, hint: &Hint) {
        self.push(" USING ");
        match hint {
            Hint::Index { kind, seek, variable, label, keys } => {
                self.index_kind(*kind);
                self.push(if *seek { "INDEX SEEK " } else { "INDEX " });
                self.name(variable);
                self.push(":");
                self.name(label);
                self.push("(");
                self.comma_separated(keys, |printer, key| printer.name(key));
                self.push(")");
            }
            Hint::Scan { variable, label } => {
                self.push("SCAN ");
                self.name(variable);
                self.push(":");
                self.name(label);
            }
            Hint::Join { variables } => {
                self.push("JOIN ON ");
                self.comma_separated(variables, |printer, name| printer.name(name));
            }
        }
    }

    /// A keyword and an expression, if there is one.
    pub(super) fn optional(&mut self, keyword: &str, expression: Option<&Expression>) {
        if let Some(expression) = expression {
            self.push(keyword);
            self.expression(expression);
        }
    }

    fn projection(&mut self, projection: &Projection) {
        if projection.distinct {
            self.push("DISTINCT ");
        }
        if projection.star {
            self.push(if projection.items.is_empty() { "*" } else { "*, " });
        }
        self.comma_separated(&projection.items, Self::projection_item);
        if !projection.order.is_empty() {
            self.push(" ORDER BY ");
            self.comma_separated(&projection.order, Self::sort_item);
        }
        self.optional(" SKIP ", projection.skip.as_ref());
        self.optional(" LIMIT ", projection.limit.as_ref());
    }

    fn projection_item(&mut self, item: &ProjectionItem) {
        self.expression(&item.expression);
        if let Some(alias) = &item.alias {
            self.push(" AS ");
            self.name(alias);
        }
    }

    fn sort_item(&mut self, item: &SortItem) {
        self.expression(&item.expression);
        if item.descending {
            self.push(" DESC");
        }
    }
}
