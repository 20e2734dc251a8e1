//! Updating clauses, and calls of procedures and subqueries.

use super::name::{push_name, push_procedure};
use super::{PatternSubquery, Printer};
use crate::ast::{
    Clause, Create, Delete, Foreach, Imports, Match, Merge, ProcedureCall, Query, RemoveItem, SetItem,
    Subquery, SubqueryCall, SubqueryKind, Yield,
};

impl Printer {
    pub(super) fn create(&mut self, create: &Create) {
        self.push("CREATE ");
        self.updating = true;
        self.comma_separated(&create.patterns, Self::path_pattern);
        self.updating = false;
    }

    pub(super) fn merge(&mut self, merge: &Merge) {
        self.push("MERGE ");
        self.updating = true;
        self.path_pattern(&merge.pattern);
        self.updating = false;
        for (keyword, items) in [(" ON CREATE SET ", &merge.on_create), (" ON MATCH SET ", &merge.on_match)] {
            if !items.is_empty() {
                self.push(keyword);
                self.comma_separated(items, Self::set_item);
            }
        }
    }

    pub(super) fn set(&mut self, items: &[SetItem]) {
        self.push("SET ");
        self.comma_separated(items, Self::set_item);
    }

    fn set_item(&mut self, item: &SetItem) {
        match item {
            SetItem::Property { subject, key, value } => {
                self.property(subject, key);
                self.push(" = ");
                self.expression(value);
            }
            SetItem::Subscript { subject, key, value } => {
                self.subscript(subject, key);
                self.push(" = ");
                self.expression(value);
            }
            SetItem::Replace { variable, value } => {
                self.name(variable);
                self.push(" = ");
                self.expression(value);
            }
            SetItem::Add { variable, value } => {
                self.name(variable);
                self.push(" += ");
                self.expression(value);
            }
            SetItem::Labels { variable, labels } => {
                self.name(variable);
                self.label_list(labels);
            }
        }
    }

    pub(super) fn remove(&mut self, items: &[RemoveItem]) {
        self.push("REMOVE ");
        self.comma_separated(items, |printer, item| match item {
            RemoveItem::Property { subject, key } => printer.property(subject, key),
            RemoveItem::Subscript { subject, key } => printer.subscript(subject, key),
            RemoveItem::Labels { variable, labels } => {
                printer.name(variable);
                printer.label_list(labels);
            }
        });
    }

    pub(super) fn delete(&mut self, delete: &Delete) {
        self.push(if delete.detach { "DETACH DELETE " } else { "DELETE " });
        self.comma_separated(&delete.expressions, Self::expression);
    }

    pub(super) fn foreach(&mut self, foreach: &Foreach) {
        self.push("FOREACH (");
        self.variable_in_list(&foreach.variable, &foreach.list);
        self.push(" | ");
        for (position, clause) in foreach.clauses.iter().enumerate() {
            if position > 0 {
                self.push(" ");
            }
            self.clause(clause);
        }
        self.push(")");
    }

    pub(super) fn procedure_call(&mut self, call: &ProcedureCall) {
        self.push(if call.optional { "OPTIONAL CALL " } else { "CALL " });
        push_procedure(&mut self.out, &call.name);
        if let Some(arguments) = &call.arguments {
            self.push("(");
            self.comma_separated(arguments, Self::expression);
            self.push(")");
        }
        if let Some(yields) = &call.yields {
            self.yields(yields);
        }
    }

    fn yields(&mut self, yields: &Yield) {
        self.push(if yields.items.is_empty() { " YIELD *" } else { " YIELD " });
        self.comma_separated(&yields.items, |printer, item| {
            printer.name(&item.column);
            if let Some(alias) = &item.alias {
                printer.push(" AS ");
                printer.name(alias);
            }
        });
        self.optional(" WHERE ", yields.condition.as_ref());
    }

    pub(super) fn subquery_call(&mut self, call: &SubqueryCall) {
        self.push(if call.optional { "OPTIONAL CALL " } else { "CALL " });
        match &call.imports {
            None => {}
            Some(Imports::All) => self.push("(*) "),
            Some(Imports::Variables(names)) => {
                self.push("(");
                self.comma_separated(names, |printer, name| push_name(&mut printer.out, name));
                self.push(") ");
            }
        }
        self.braces(&call.query);
    }

    pub(super) fn subquery(&mut self, subquery: &Subquery) {
        self.push(match subquery.kind {
            SubqueryKind::Exists => "EXISTS ",
            SubqueryKind::Count => "COUNT ",
            SubqueryKind::Collect => "COLLECT ",
        });
        match pattern_alone(&subquery.query) {
            Some(inner)
                if subquery.kind != SubqueryKind::Collect
                    && self.spelling.pattern_subquery == PatternSubquery::Bare =>
            {
                self.push("{ ");
                self.comma_separated(&inner.patterns, Self::path_pattern);
                self.optional(" WHERE ", inner.condition.as_ref());
                self.push(" }");
            }
            _ => self.braces(&subquery.query),
        }
    }

    fn braces(&mut self, query: &Query) {
        self.push("{ ");
        self.query(query);
        self.push(" }");
    }
}

/// The one clause of a query that is a `MATCH` and can stand without its keyword.
fn pattern_alone(query: &Query) -> Option<&Match> {
    match query.first.clauses.as_slice() {
        [Clause::Match(inner)] if query.unions.is_empty() && !inner.optional && inner.hints.is_empty() => {
            Some(inner)
        }
        _ => None,
    }
}
