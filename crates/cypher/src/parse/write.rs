//! Updating clauses.

use super::lexer::Kind;
use super::{Parsed, Parser, UNEXPECTED};
use crate::ast::{Clause, Create, Delete, Expression, Foreach, Merge, RemoveItem, SetItem};

impl Parser<'_> {
    /// An updating clause (`UpdatingClause`), if its keyword is next.
    pub(super) fn updating_clause(&mut self) -> Parsed<Option<Clause>> {
        if self.accept_keyword("CREATE") {
            let patterns = self.comma_separated(Self::path_pattern)?;
            Ok(Some(Clause::Create(Create { patterns })))
        } else if self.accept_keyword("MERGE") {
            self.merge().map(Some)
        } else if self.accept_keyword("SET") {
            let items = self.comma_separated(Self::set_item)?;
            Ok(Some(Clause::Set(items)))
        } else if self.accept_keyword("REMOVE") {
            let items = self.comma_separated(Self::remove_item)?;
            Ok(Some(Clause::Remove(items)))
        } else if self.is_keyword(0, "DELETE") || self.is_keyword(0, "DETACH") {
            let detach = self.accept_keyword("DETACH");
            self.expect_keyword("DELETE")?;
            let expressions = self.comma_separated(Self::expression)?;
            Ok(Some(Clause::Delete(Delete { detach, expressions })))
        } else if self.accept_keyword("FOREACH") {
            self.nested(Self::foreach).map(Some)
        } else {
            Ok(None)
        }
    }

    /// What follows `MERGE`; several actions of a kind are one.
    fn merge(&mut self) -> Parsed<Clause> {
        let mut merge = Merge { pattern: self.path_pattern()?, on_create: Vec::new(), on_match: Vec::new() };
        while self.accept_keyword("ON") {
            let created = self.accept_keyword("CREATE");
            if !created {
                self.expect_keyword("MATCH")?;
            }
            self.expect_keyword("SET")?;
            let items = self.comma_separated(Self::set_item)?;
            if created { &mut merge.on_create } else { &mut merge.on_match }.extend(items);
        }
        Ok(Clause::Merge(merge))
    }

    /// Whether a variable with labels behind it is next, and nothing else of a variable.
    fn is_labelled(&self) -> bool {
        let is_name = matches!(self.peek(0), Kind::Name(_) | Kind::QuotedName(_));
        is_name && (self.is_symbol(1, ":") || self.is_keyword(1, "IS"))
    }

    fn labels_of_variable(&mut self) -> Parsed<(String, Vec<String>)> {
        let variable = self.symbolic_name("a variable")?;
        let labels = match self.accept_keyword("IS") {
            true => vec![self.schema_name("a label")?],
            false => self.label_list()?,
        };
        Ok((variable, labels))
    }

    fn set_item(&mut self) -> Parsed<SetItem> {
        if self.is_labelled() {
            let (variable, labels) = self.labels_of_variable()?;
            return Ok(SetItem::Labels { variable, labels });
        }
        let target = self.attached()?;
        let adds = self.accept("+=");
        if !adds {
            self.expect("=")?;
        }
        let value = self.expression()?;
        match target {
            Expression::Variable(variable) if adds => Ok(SetItem::Add { variable, value }),
            Expression::Variable(variable) => Ok(SetItem::Replace { variable, value }),
            Expression::Property { subject, key } if !adds => {
                Ok(SetItem::Property { subject: *subject, key, value })
            }
            Expression::Subscript { subject, index } if !adds => {
                Ok(SetItem::Subscript { subject: *subject, key: *index, value })
            }
            _ => Err(self.error(UNEXPECTED, "this cannot be set")),
        }
    }

    fn remove_item(&mut self) -> Parsed<RemoveItem> {
        if self.is_labelled() {
            let (variable, labels) = self.labels_of_variable()?;
            return Ok(RemoveItem::Labels { variable, labels });
        }
        match self.attached()? {
            Expression::Property { subject, key } => Ok(RemoveItem::Property { subject: *subject, key }),
            Expression::Subscript { subject, index } => {
                Ok(RemoveItem::Subscript { subject: *subject, key: *index })
            }
            _ => Err(self.unexpected("`.`")),
        }
    }

    /// `(variable IN list | clause ...)`.
    fn foreach(&mut self) -> Parsed<Clause> {
        self.expect("(")?;
        let (variable, list) = self.variable_in_list_before_bar()?;
        self.expect("|")?;
        let mut clauses = Vec::new();
        while clauses.is_empty() || !self.is_symbol(0, ")") {
            match self.updating_clause()? {
                Some(clause) => clauses.push(clause),
                None => return Err(self.unexpected("an updating clause")),
            }
        }
        self.expect(")")?;
        Ok(Clause::Foreach(Foreach { variable, list, clauses }))
    }
}
