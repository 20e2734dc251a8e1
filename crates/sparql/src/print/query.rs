//! Queries and sub-selects: forms, datasets, modifiers.

use super::Printer;
use crate::ast::{
    Column, DatasetClause, Described, Direction, Duplicates, Expression, Form, GroupKey, Modifiers,
    Projection, Query, Select, VarOrIri,
};

impl Printer<'_> {
    /// Production 2 after its prologue, and production 8.
    pub(super) fn query(&mut self, query: &Query) {
        match &query.form {
            Form::Select(select) => self.select(select),
            Form::Ask => self.push("ASK "),
            Form::Construct(None) => {
                self.push("CONSTRUCT ");
                self.dataset("FROM", &query.dataset);
                self.push("WHERE ");
                self.group(&query.pattern);
                return self.modifiers(&query.modifiers);
            }
            Form::Construct(Some(template)) => {
                self.push("CONSTRUCT ");
                self.triples_in_braces(template);
                self.push(" ");
            }
            Form::Describe(described) => self.describe(described),
        }
        self.dataset("FROM", &query.dataset);
        if !matches!(query.form, Form::Describe(_)) || !query.pattern.elements.is_empty() {
            if self.spelling.where_keyword {
                self.push("WHERE ");
            }
            self.group(&query.pattern);
        }
        self.modifiers(&query.modifiers);
    }

    /// Production 11, with a space at the end.
    fn describe(&mut self, described: &Described) {
        self.push("DESCRIBE ");
        match described {
            Described::All => self.push("* "),
            Described::Resources(resources) => {
                for resource in resources {
                    self.name(resource);
                    self.push(" ");
                }
            }
        }
    }

    /// Production 107.
    pub(super) fn name(&mut self, name: &VarOrIri) {
        match name {
            VarOrIri::Variable(variable) => self.variable(variable),
            VarOrIri::Iri(iri) => self.iri(iri),
        }
    }

    /// Productions 13 and 44, with a space at the end of each.
    pub(super) fn dataset(&mut self, keyword: &str, dataset: &DatasetClause) {
        for (graphs, named) in [(&dataset.default, " "), (&dataset.named, " NAMED ")] {
            for graph in graphs {
                self.push(keyword);
                self.push(named);
                self.iri(graph);
                self.push(" ");
            }
        }
    }

    /// Production 9, with a space at the end.
    fn select(&mut self, select: &Select) {
        self.push(match select.duplicates {
            Duplicates::All => "SELECT ",
            Duplicates::Distinct => "SELECT DISTINCT ",
            Duplicates::Reduced => "SELECT REDUCED ",
        });
        match &select.projection {
            Projection::All => self.push("* "),
            Projection::Columns(columns) => {
                for column in columns {
                    match column {
                        Column::Variable(variable) => self.variable(variable),
                        Column::Expression { expression, variable } => {
                            self.bracketed_as(expression, Some(variable));
                        }
                    }
                    self.push(" ");
                }
            }
        }
    }

    /// Productions 18 and 28.
    fn modifiers(&mut self, modifiers: &Modifiers) {
        if !modifiers.group_by.is_empty() {
            self.next_line();
            self.push("GROUP BY");
            modifiers.group_by.iter().for_each(|key| self.group_key(key));
        }
        if !modifiers.having.is_empty() {
            self.next_line();
            self.push("HAVING");
            for condition in &modifiers.having {
                self.push(" ");
                self.bracketed_as(condition, None);
            }
        }
        if !modifiers.order_by.is_empty() {
            self.next_line();
            self.push("ORDER BY");
            for key in &modifiers.order_by {
                self.push(match key.direction {
                    Direction::Ascending => " ASC",
                    Direction::Descending => " DESC",
                });
                self.bracketed_as(&key.expression, None);
            }
        }
        for (keyword, count) in [("LIMIT ", modifiers.limit), ("OFFSET ", modifiers.offset)] {
            if let Some(count) = count {
                self.next_line();
                self.push(keyword);
                self.push(&count.to_string());
            }
        }
        if let Some(values) = &modifiers.values {
            self.next_line();
            self.values(values);
        }
    }

    /// Production 20, with a space before it.
    fn group_key(&mut self, key: &GroupKey) {
        self.push(" ");
        match (&key.expression, &key.variable) {
            (Expression::Variable(variable), None) => self.variable(variable),
            (expression, variable) => self.bracketed_as(expression, variable.as_ref()),
        }
    }
}
