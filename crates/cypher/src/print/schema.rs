//! Statements: prefixes, and commands on indexes and constraints.

use super::{Printer, SchemaForm, TypePredicate};
use crate::ast::{
    Constraint, CreateIndex, ExecutionMode, IndexKind, Prefix, Requirement, SchemaCommand, SchemaElement,
    SchemaTarget, Statement, StatementBody, ValueType,
};

/// The variable of a schema command; which one has no meaning.
const VARIABLE: &str = "x";

impl Printer {
    pub(super) fn statement(&mut self, statement: &Statement) {
        self.prefix(&statement.prefix);
        match &statement.body {
            StatementBody::Query(query) => self.query(query),
            StatementBody::Schema(command) => self.schema_command(command),
        }
    }

    fn prefix(&mut self, prefix: &Prefix) {
        if prefix.version.is_some() || !prefix.options.is_empty() {
            self.push("CYPHER ");
        }
        if let Some(version) = &prefix.version {
            self.push(version);
            self.push(" ");
        }
        for (key, value) in &prefix.options {
            self.name(key);
            self.push("=");
            self.name(value);
            self.push(" ");
        }
        match prefix.mode {
            Some(ExecutionMode::Explain) => self.push("EXPLAIN "),
            Some(ExecutionMode::Profile) => self.push("PROFILE "),
            None => {}
        }
    }

    fn schema_command(&mut self, command: &SchemaCommand) {
        match command {
            SchemaCommand::CreateIndex(index) => self.create_index(index),
            SchemaCommand::DropIndex { name, if_exists } => self.drop("INDEX ", name, *if_exists),
            SchemaCommand::DropIndexOn(target) => {
                self.push("DROP INDEX ");
                self.index_on(target);
            }
            SchemaCommand::CreateConstraint { name, if_not_exists, constraint } => {
                self.push("CREATE CONSTRAINT ");
                self.new_name(name.as_ref(), *if_not_exists);
                self.constraint(constraint, self.spelling.schema);
            }
            SchemaCommand::DropConstraint { name, if_exists } => self.drop("CONSTRAINT ", name, *if_exists),
            SchemaCommand::DropConstraintOn(constraint) => {
                self.push("DROP CONSTRAINT ");
                self.constraint(constraint, SchemaForm::On);
            }
        }
    }

    fn drop(&mut self, what: &str, name: &str, if_exists: bool) {
        self.push("DROP ");
        self.push(what);
        self.name(name);
        self.push(if if_exists { " IF EXISTS" } else { "" });
    }

    fn new_name(&mut self, name: Option<&String>, if_not_exists: bool) {
        if let Some(name) = name {
            self.name(name);
            self.push(" ");
        }
        self.push(if if_not_exists { "IF NOT EXISTS " } else { "" });
    }

    fn create_index(&mut self, index: &CreateIndex) {
        self.push("CREATE ");
        self.index_kind(index.kind);
        self.push("INDEX ");
        let plain = CreateIndex {
            kind: IndexKind::Default,
            name: None,
            if_not_exists: false,
            options: Vec::new(),
            target: index.target.clone(),
        };
        let is_old = *index == plain && index.target.element == SchemaElement::Node;
        if is_old && self.spelling.schema == SchemaForm::On {
            return self.index_on(&index.target);
        }
        self.new_name(index.name.as_ref(), index.if_not_exists);
        self.push("FOR ");
        self.target(&index.target);
        self.push(match index.kind {
            IndexKind::Lookup | IndexKind::Fulltext => " ON EACH ",
            _ => " ON ",
        });
        match (index.kind, index.target.element) {
            (IndexKind::Lookup, SchemaElement::Node) => self.push("labels(x)"),
            (IndexKind::Lookup, SchemaElement::Relationship) => self.push("type(x)"),
            (IndexKind::Fulltext, _) => self.keys("[", &index.target.keys, "]"),
            _ => self.keys("(", &index.target.keys, ")"),
        }
        if !index.options.is_empty() {
            self.push(" OPTIONS ");
            self.map(&index.options);
        }
    }

    /// `RANGE ` and its siblings.
    pub(super) fn index_kind(&mut self, kind: IndexKind) {
        self.push(match kind {
            IndexKind::Default => "",
            IndexKind::Range => "RANGE ",
            IndexKind::Text => "TEXT ",
            IndexKind::Point => "POINT ",
            IndexKind::Lookup => "LOOKUP ",
            IndexKind::Fulltext => "FULLTEXT ",
        });
    }

    /// `ON :Label(key, ...)`.
    fn index_on(&mut self, target: &SchemaTarget) {
        self.push("ON ");
        self.label_list(&target.labels);
        self.push("(");
        self.comma_separated(&target.keys, |printer, key| printer.name(key));
        self.push(")");
    }

    /// `(x:Label)` or `()-[x:TYPE]-()`.
    fn target(&mut self, target: &SchemaTarget) {
        let (open, close) = match target.element {
            SchemaElement::Node => ("(", ")"),
            SchemaElement::Relationship => ("()-[", "]-()"),
        };
        self.push(open);
        self.push(VARIABLE);
        for (position, label) in target.labels.iter().enumerate() {
            self.push(if position == 0 { ":" } else { "|" });
            self.name(label);
        }
        self.push(close);
    }

    /// `x.key, ...` between brackets.
    fn keys(&mut self, open: &str, keys: &[String], close: &str) {
        self.push(open);
        self.comma_separated(keys, |printer, key| {
            printer.push(VARIABLE);
            printer.push(".");
            printer.name(key);
        });
        self.push(close);
    }

    fn constraint(&mut self, constraint: &Constraint, form: SchemaForm) {
        let is_old = form == SchemaForm::On;
        self.push(if is_old { "ON " } else { "FOR " });
        self.target(&constraint.target);
        self.push(if is_old { " ASSERT " } else { " REQUIRE " });
        if is_old && constraint.requirement == Requirement::NotNull {
            return self.keys("exists(", &constraint.target.keys, ")");
        }
        match constraint.target.keys.len() {
            1 => self.keys("", &constraint.target.keys, ""),
            _ => self.keys("(", &constraint.target.keys, ")"),
        }
        match &constraint.requirement {
            Requirement::Unique => self.push(" IS UNIQUE"),
            Requirement::NotNull => self.push(" IS NOT NULL"),
            Requirement::Key => self.push(match constraint.target.element {
                SchemaElement::Node => " IS NODE KEY",
                SchemaElement::Relationship => " IS RELATIONSHIP KEY",
            }),
            Requirement::Typed(value_type) => {
                self.push(" IS :: ");
                self.value_type(value_type);
            }
        }
    }

    /// `IS [NOT] :: type`, in the dialect's form.
    pub(super) fn is_typed(&mut self, negated: bool, value_type: &ValueType) {
        self.push(if negated { " IS NOT " } else { " IS " });
        self.push(match self.spelling.type_predicate {
            TypePredicate::Colons => ":: ",
            TypePredicate::Typed => "TYPED ",
        });
        self.value_type(value_type);
    }

    fn value_type(&mut self, value_type: &ValueType) {
        match value_type {
            ValueType::List(inner) => {
                self.push("LIST<");
                self.value_type(inner);
                self.push(">");
            }
            ValueType::NotNull(inner) => {
                self.value_type(inner);
                self.push(" NOT NULL");
            }
            ValueType::Union(types) => {
                self.push("ANY<");
                for (position, one) in types.iter().enumerate() {
                    self.push(if position > 0 { " | " } else { "" });
                    self.value_type(one);
                }
                self.push(">");
            }
            simple => self.push(simple.name()),
        }
    }
}
