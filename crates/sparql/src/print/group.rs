//! Groups and their elements.

use super::Printer;
use crate::ast::{Element, Group, InlineData, TriplePattern};

impl Printer<'_> {
    /// Production 53.
    pub(super) fn group(&mut self, group: &Group) {
        self.push("{");
        self.indent += 1;
        for element in &group.elements {
            self.element(element);
        }
        self.indent -= 1;
        self.next_line();
        self.push("}");
    }

    fn element(&mut self, element: &Element) {
        if let Element::Triples(patterns) = element {
            for pattern in patterns {
                self.next_line();
                self.triple(pattern);
            }
            return;
        }
        self.next_line();
        match element {
            Element::Triples(_) => {}
            Element::Filter(expression) => {
                self.push("FILTER ");
                self.bracketed_as(expression, None);
            }
            Element::Optional(group) => {
                self.push("OPTIONAL ");
                self.group(group);
            }
            Element::Minus(group) => {
                self.push("MINUS ");
                self.group(group);
            }
            Element::Group(group) => self.group(group),
            Element::Union(branches) => self.union(branches),
            Element::Bind { expression, variable } => {
                self.push("BIND ");
                self.bracketed_as(expression, Some(variable));
            }
            Element::Values(data) => self.values(data),
            Element::Graph { name, group } => {
                self.push("GRAPH ");
                self.name(name);
                self.push(" ");
                self.group(group);
            }
            Element::Service { silent, name, group } => {
                self.push(if *silent { "SERVICE SILENT " } else { "SERVICE " });
                self.name(name);
                self.push(" ");
                self.group(group);
            }
            Element::Select(query) => self.query(query),
        }
    }

    /// Triples of a template or of data.
    pub(super) fn triples_in_braces(&mut self, patterns: &[TriplePattern]) {
        self.push("{");
        self.indent += 1;
        for pattern in patterns {
            self.next_line();
            self.triple(pattern);
        }
        self.indent -= 1;
        self.next_line();
        self.push("}");
    }

    /// Production 67.
    fn union(&mut self, branches: &[Group]) {
        let Some((first, others)) = branches.split_first() else {
            self.push("{ }");
            return;
        };
        self.group(first);
        for branch in others {
            self.push(" UNION ");
            self.group(branch);
        }
    }

    /// Production 62.
    pub(super) fn values(&mut self, data: &InlineData) {
        let short = self.spelling.short_values && data.variables.len() == 1;
        let (open, close) = if short { ("", "") } else { ("(", ")") };
        self.push("VALUES ");
        self.push(open);
        for (index, variable) in data.variables.iter().enumerate() {
            self.push(if index > 0 { " " } else { "" });
            self.variable(variable);
        }
        self.push(close);
        self.push(" { ");
        for row in &data.rows {
            self.push(open);
            for (index, value) in row.iter().enumerate() {
                self.push(if index > 0 { " " } else { "" });
                match value {
                    Some(constant) => self.constant(constant),
                    None => self.push("UNDEF"),
                }
            }
            self.push(close);
            self.push(" ");
        }
        self.push("}");
    }
}
