//! Updates (productions 29 to 52).

use super::{Mode, Parser, Result, lexer::Token};
use crate::ast::{GraphTarget, Modify, Operation, QuadBlock, Transfer, TriplePattern, Update, VarOrIri};

impl Parser<'_> {
    /// Whether the word after the prologue begins an update; so does the end, since a request may do nothing.
    pub(super) fn is_update(&self) -> bool {
        const WORDS: [&str; 10] =
            ["LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "INSERT", "DELETE", "WITH"];
        let words = self.tokens.iter().map(|(token, _)| token);
        let mut after = words.skip_while(|token| match token {
            Token::Word(word) => {
                ["BASE", "PREFIX", "VERSION"].iter().any(|known| word.eq_ignore_ascii_case(known))
            }
            Token::Iri(_) | Token::Prefixed { .. } | Token::String(_) => true,
            _ => false,
        });
        match after.next() {
            Some(Token::Word(word)) => WORDS.iter().any(|known| word.eq_ignore_ascii_case(known)),
            Some(Token::Symbol(";")) => true,
            Some(Token::End) | None => self.tokens.len() > 1 || self.text.trim().is_empty(),
            _ => false,
        }
    }

    /// Production 29: Update.
    pub(super) fn update(mut self) -> Result<Update> {
        let mut operations = Vec::new();
        loop {
            self.prologue()?;
            if *self.peek() == Token::End {
                break;
            }
            operations.push(self.operation()?);
            self.operation += 1;
            if !self.eat_symbol(";") {
                break;
            }
        }
        if *self.peek() != Token::End {
            return Err(self.expected("';' or the end of the update"));
        }
        Ok(Update { prologue: std::mem::take(&mut self.prologue), operations })
    }

    /// Production 30: Update1.
    fn operation(&mut self) -> Result<Operation> {
        if self.eat_word("LOAD") {
            let silent = self.eat_word("SILENT");
            let source = self.iri()?;
            let into = if self.eat_word("INTO") { Some(self.graph()?) } else { None };
            return Ok(Operation::Load { silent, source, into });
        }
        if self.eat_word("CLEAR") {
            return Ok(Operation::Clear { silent: self.eat_word("SILENT"), target: self.target()? });
        }
        if self.eat_word("DROP") {
            return Ok(Operation::Drop { silent: self.eat_word("SILENT"), target: self.target()? });
        }
        if self.eat_word("CREATE") {
            return Ok(Operation::Create { silent: self.eat_word("SILENT"), graph: self.graph()? });
        }
        for kind in [Transfer::Add, Transfer::Move, Transfer::Copy] {
            if self.eat_word(kind.keyword()) {
                let silent = self.eat_word("SILENT");
                let from = self.graph_or_default()?;
                self.expect_word("TO")?;
                return Ok(Operation::Transfer { kind, silent, from, to: self.graph_or_default()? });
            }
        }
        self.change()
    }

    /// Production 46: GraphRef.
    fn graph(&mut self) -> Result<String> {
        self.expect_word("GRAPH")?;
        self.iri()
    }

    /// Production 45: GraphOrDefault.
    fn graph_or_default(&mut self) -> Result<Option<String>> {
        if self.eat_word("DEFAULT") {
            return Ok(None);
        }
        self.eat_word("GRAPH");
        self.iri().map(Some)
    }

    /// Production 47: GraphRefAll.
    fn target(&mut self) -> Result<GraphTarget> {
        if self.eat_word("DEFAULT") {
            Ok(GraphTarget::Default)
        } else if self.eat_word("NAMED") {
            Ok(GraphTarget::Named)
        } else if self.eat_word("ALL") {
            Ok(GraphTarget::All)
        } else {
            self.graph().map(GraphTarget::Graph)
        }
    }

    /// Productions 38 to 41: what INSERT, DELETE and WITH begin.
    fn change(&mut self) -> Result<Operation> {
        let data = |ahead: &Token<'_>, word: &str| matches!(ahead, Token::Word(found) if found.eq_ignore_ascii_case(word));
        let next = self.peek_at(1).clone();
        if self.is_word("INSERT") && data(&next, "DATA") {
            self.at += 2;
            let mode = Mode { variables: false, ..Mode::TEMPLATE };
            return self.quads(mode).map(Operation::InsertData);
        }
        if self.is_word("DELETE") && data(&next, "DATA") {
            self.at += 2;
            let mode = Mode { variables: false, blanks: false, ..Mode::TEMPLATE };
            return self.quads(mode).map(Operation::DeleteData);
        }
        if self.is_word("DELETE") && data(&next, "WHERE") {
            self.at += 2;
            let mode = Mode { blanks: false, ..Mode::TEMPLATE };
            return self.quads(mode).map(Operation::DeleteWhere);
        }
        self.modify().map(|modify| Operation::Modify(Box::new(modify)))
    }

    /// Production 41: Modify.
    fn modify(&mut self) -> Result<Modify> {
        let with = if self.eat_word("WITH") { Some(self.iri()?) } else { None };
        let mut delete = None;
        let mut insert = None;
        if self.eat_word("DELETE") {
            delete = Some(self.quads(Mode { blanks: false, ..Mode::TEMPLATE })?);
        }
        if self.eat_word("INSERT") {
            insert = Some(self.quads(Mode::TEMPLATE)?);
        }
        if delete.is_none() && insert.is_none() {
            return Err(self.expected("an update"));
        }
        let using = self.dataset("USING")?;
        self.expect_word("WHERE")?;
        let pattern = self.group()?;
        Ok(Modify { with, delete, insert, using, pattern })
    }

    /// Production 50: Quads, in braces. Their blank nodes are no variables of a basic graph pattern.
    fn quads(&mut self, mode: Mode) -> Result<Vec<QuadBlock>> {
        let outside = std::mem::replace(&mut self.mode, mode);
        let homes = std::mem::take(&mut self.homes);
        self.expect_symbol("{")?;
        let mut blocks = Vec::new();
        loop {
            if self.starts_triples() {
                blocks.push(QuadBlock { graph: None, patterns: self.triples_block()? });
            }
            if self.eat_symbol("}") {
                break;
            }
            self.expect_word("GRAPH")?;
            let graph: Option<VarOrIri> = Some(self.name()?);
            self.expect_symbol("{")?;
            let patterns: Vec<TriplePattern> =
                if self.starts_triples() { self.triples_block()? } else { Vec::new() };
            self.expect_symbol("}")?;
            blocks.push(QuadBlock { graph, patterns });
            self.eat_symbol(".");
        }
        (self.mode, self.homes) = (outside, homes);
        Ok(blocks)
    }
}
