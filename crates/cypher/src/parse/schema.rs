//! Statements: prefixes, and commands on indexes and constraints.

use super::clause::End;
use super::lexer::Kind;
use super::{Parsed, Parser};
use crate::ast::{
    Constraint, CreateIndex, ExecutionMode, IndexKind, Prefix, Requirement, SchemaCommand, SchemaElement,
    SchemaTarget, Statement, StatementBody,
};

/// What a command speaks of, before its keys are known: variable, kind, labels.
type Element = (String, SchemaElement, Vec<String>);

impl Parser<'_> {
    pub(super) fn statement(&mut self) -> Parsed<Statement> {
        let prefix = self.prefix()?;
        let body = match self.schema_command()? {
            Some(command) => StatementBody::Schema(command),
            None => StatementBody::Query(self.query(End::Action)?),
        };
        Ok(Statement { prefix, body })
    }

    fn prefix(&mut self) -> Parsed<Prefix> {
        let mut prefix = Prefix::default();
        if self.accept_keyword("CYPHER") {
            if matches!(self.peek(0), Kind::Integer(_) | Kind::Float(_)) {
                prefix.version = Some(self.token_text().to_owned());
                self.advance();
            }
            while self.is_symbol(1, "=") {
                let key = self.schema_name("an option")?;
                self.expect("=")?;
                prefix.options.push((key, self.schema_name("a value")?));
            }
        }
        if self.accept_keyword("EXPLAIN") {
            prefix.mode = Some(ExecutionMode::Explain);
        } else if self.accept_keyword("PROFILE") {
            prefix.mode = Some(ExecutionMode::Profile);
        }
        Ok(prefix)
    }

    /// The command that is next, unless a query is.
    fn schema_command(&mut self) -> Parsed<Option<SchemaCommand>> {
        if self.is_keyword(0, "CREATE") && self.is_keyword(1, "CONSTRAINT") {
            self.position += 2;
            return self.create_constraint().map(Some);
        } else if self.is_keyword(0, "CREATE") && (self.is_keyword(1, "INDEX") || self.is_keyword(2, "INDEX"))
        {
            self.advance();
            let kind = self.index_kind();
            self.expect_keyword("INDEX")?;
            return self.create_index(kind).map(Some);
        } else if !self.accept_keyword("DROP") {
            return Ok(None);
        }
        if self.accept_keyword("INDEX") {
            if self.accept_keyword("ON") {
                return Ok(Some(SchemaCommand::DropIndexOn(self.index_on()?)));
            }
            let (name, if_exists) = self.dropped()?;
            return Ok(Some(SchemaCommand::DropIndex { name, if_exists }));
        }
        self.expect_keyword("CONSTRAINT")?;
        if self.accept_keyword("ON") {
            return Ok(Some(SchemaCommand::DropConstraintOn(self.constraint("ASSERT")?)));
        }
        let (name, if_exists) = self.dropped()?;
        Ok(Some(SchemaCommand::DropConstraint { name, if_exists }))
    }

    fn dropped(&mut self) -> Parsed<(String, bool)> {
        let name = self.schema_name("a name")?;
        let if_exists = self.accept_keyword("IF");
        if if_exists {
            self.expect_keyword("EXISTS")?;
        }
        Ok((name, if_exists))
    }

    /// `RANGE` and its siblings, if one is next.
    pub(super) fn index_kind(&mut self) -> IndexKind {
        let kinds = [
            ("RANGE", IndexKind::Range),
            ("TEXT", IndexKind::Text),
            ("POINT", IndexKind::Point),
            ("LOOKUP", IndexKind::Lookup),
            ("FULLTEXT", IndexKind::Fulltext),
        ];
        let found = kinds.iter().find(|(keyword, _)| self.accept_keyword(keyword));
        found.map_or(IndexKind::Default, |(_, kind)| *kind)
    }

    /// `[name] [IF NOT EXISTS]` before a keyword.
    fn new_name(&mut self, keyword: &str) -> Parsed<(Option<String>, bool)> {
        let starts = |parser: &Self| parser.is_keyword(0, keyword) || parser.is_keyword(0, "ON");
        let conditional = self.is_keyword(0, "IF") && self.is_keyword(1, "NOT");
        let name = if starts(self) || conditional { None } else { Some(self.schema_name("a name")?) };
        let if_not_exists = self.accept_keyword("IF");
        if if_not_exists {
            self.expect_keyword("NOT")?;
            self.expect_keyword("EXISTS")?;
        }
        Ok((name, if_not_exists))
    }

    fn create_index(&mut self, kind: IndexKind) -> Parsed<SchemaCommand> {
        let (name, if_not_exists) = self.new_name("FOR")?;
        if self.accept_keyword("ON") {
            let target = self.index_on()?;
            let index = CreateIndex { kind, name, if_not_exists, target, options: Vec::new() };
            return Ok(SchemaCommand::CreateIndex(index));
        }
        self.expect_keyword("FOR")?;
        let (variable, element, labels) = self.element()?;
        self.expect_keyword("ON")?;
        let keys = match kind {
            IndexKind::Lookup => {
                self.expect_keyword("EACH")?;
                self.expect_keyword(if element == SchemaElement::Node { "labels" } else { "type" })?;
                self.expect("(")?;
                self.variable(&variable)?;
                self.expect(")")?;
                Vec::new()
            }
            IndexKind::Fulltext => {
                self.expect_keyword("EACH")?;
                self.bracketed_keys("[", &variable, "]")?
            }
            _ => self.bracketed_keys("(", &variable, ")")?,
        };
        let options = if self.accept_keyword("OPTIONS") { self.map_entries()? } else { Vec::new() };
        let target = SchemaTarget { element, labels, keys };
        Ok(SchemaCommand::CreateIndex(CreateIndex { kind, name, if_not_exists, target, options }))
    }

    /// `:Label(key, ...)`.
    fn index_on(&mut self) -> Parsed<SchemaTarget> {
        let labels = self.label_list()?;
        self.expect("(")?;
        let keys = self.comma_separated(|parser| parser.schema_name("a property key"))?;
        self.expect(")")?;
        Ok(SchemaTarget { element: SchemaElement::Node, labels, keys })
    }

    /// `(n:Label)` or `()-[r:TYPE]-()`.
    fn element(&mut self) -> Parsed<Element> {
        self.expect("(")?;
        let element = if self.accept(")") { SchemaElement::Relationship } else { SchemaElement::Node };
        if element == SchemaElement::Relationship {
            self.accept("<");
            self.expect("-")?;
            self.expect("[")?;
        }
        let variable = self.symbolic_name("a variable")?;
        let mut labels = Vec::new();
        if self.accept(":") {
            labels.push(self.schema_name("a label")?);
            while self.accept("|") {
                labels.push(self.schema_name("a label")?);
            }
        }
        if element == SchemaElement::Relationship {
            self.expect("]")?;
            self.expect("-")?;
            self.accept(">");
            self.expect("(")?;
        }
        self.expect(")")?;
        Ok((variable, element, labels))
    }

    fn variable(&mut self, wanted: &str) -> Parsed<()> {
        if !matches!(self.peek(0), Kind::Name(name) if *name == wanted)
            && !matches!(self.peek(0), Kind::QuotedName(name) if name == wanted)
        {
            return Err(self.unexpected(&format!("`{wanted}`")));
        }
        self.advance();
        Ok(())
    }

    fn bracketed_keys(&mut self, open: &str, variable: &str, close: &str) -> Parsed<Vec<String>> {
        self.expect(open)?;
        let keys = self.comma_separated(|parser| parser.key(variable))?;
        self.expect(close)?;
        Ok(keys)
    }

    /// `n.key`.
    fn key(&mut self, variable: &str) -> Parsed<String> {
        self.variable(variable)?;
        self.expect(".")?;
        self.schema_name("a property key")
    }

    fn create_constraint(&mut self) -> Parsed<SchemaCommand> {
        let (name, if_not_exists) = self.new_name("FOR")?;
        let keyword = if self.accept_keyword("ON") { "ASSERT" } else { "REQUIRE" };
        if keyword == "REQUIRE" {
            self.expect_keyword("FOR")?;
        }
        let constraint = self.constraint(keyword)?;
        Ok(SchemaCommand::CreateConstraint { name, if_not_exists, constraint })
    }

    /// The element, a keyword, and what is required.
    fn constraint(&mut self, keyword: &str) -> Parsed<Constraint> {
        let (variable, element, labels) = self.element()?;
        self.expect_keyword(keyword)?;
        let exists = self.is_keyword(0, "exists") && self.is_symbol(1, "(");
        if exists {
            self.advance();
        }
        let keys = match self.is_symbol(0, "(") {
            true => self.bracketed_keys("(", &variable, ")")?,
            false => self.comma_separated(|parser| parser.key(&variable))?,
        };
        let requirement = if exists { Requirement::NotNull } else { self.requirement()? };
        Ok(Constraint { target: SchemaTarget { element, labels, keys }, requirement })
    }

    fn requirement(&mut self) -> Parsed<Requirement> {
        self.expect_keyword("IS")?;
        if self.accept_keyword("NOT") {
            self.expect_keyword("NULL")?;
            return Ok(Requirement::NotNull);
        } else if self.accept("::") || self.accept_keyword("TYPED") {
            return self.value_type().map(Requirement::Typed);
        }
        let element = ["NODE", "RELATIONSHIP", "REL"];
        let _ = element.iter().any(|keyword| self.accept_keyword(keyword));
        if self.accept_keyword("UNIQUE") {
            return Ok(Requirement::Unique);
        }
        self.expect_keyword("KEY")?;
        Ok(Requirement::Key)
    }
}
