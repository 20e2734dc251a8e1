//! Updates.

use super::Printer;
use crate::ast::{GraphTarget, Modify, Operation, QuadBlock, Update};

impl Printer<'_> {
    /// Production 29 after its prologue.
    pub(super) fn update(&mut self, update: &Update) {
        for (index, operation) in update.operations.iter().enumerate() {
            if index > 0 {
                self.push(" ;");
                self.next_line();
            }
            self.operation(operation);
        }
    }

    /// Production 30.
    fn operation(&mut self, operation: &Operation) {
        match operation {
            Operation::InsertData(blocks) => self.quads("INSERT DATA ", blocks),
            Operation::DeleteData(blocks) => self.quads("DELETE DATA ", blocks),
            Operation::DeleteWhere(blocks) => self.quads("DELETE WHERE ", blocks),
            Operation::Modify(modify) => self.modify(modify),
            Operation::Load { silent, source, into } => {
                self.verb("LOAD", *silent);
                self.iri(source);
                if let Some(graph) = into {
                    self.push(" INTO GRAPH ");
                    self.iri(graph);
                }
            }
            Operation::Clear { silent, target } => self.target("CLEAR", *silent, target),
            Operation::Drop { silent, target } => self.target("DROP", *silent, target),
            Operation::Create { silent, graph } => {
                self.verb("CREATE", *silent);
                self.push("GRAPH ");
                self.iri(graph);
            }
            Operation::Transfer { kind, silent, from, to } => {
                self.verb(kind.keyword(), *silent);
                self.graph_or_default(from.as_deref());
                self.push(" TO ");
                self.graph_or_default(to.as_deref());
            }
        }
    }

    fn verb(&mut self, keyword: &str, silent: bool) {
        self.push(keyword);
        self.push(if silent { " SILENT " } else { " " });
    }

    /// Production 45.
    fn graph_or_default(&mut self, graph: Option<&str>) {
        match graph {
            None => self.push("DEFAULT"),
            Some(graph) => {
                self.push("GRAPH ");
                self.iri(graph);
            }
        }
    }

    /// Production 47.
    fn target(&mut self, keyword: &str, silent: bool, target: &GraphTarget) {
        self.verb(keyword, silent);
        match target {
            GraphTarget::Default => self.push("DEFAULT"),
            GraphTarget::Named => self.push("NAMED"),
            GraphTarget::All => self.push("ALL"),
            GraphTarget::Graph(graph) => self.graph_or_default(Some(graph)),
        }
    }

    /// Production 41.
    fn modify(&mut self, modify: &Modify) {
        if let Some(graph) = &modify.with {
            self.push("WITH ");
            self.iri(graph);
            self.push(" ");
        }
        for (keyword, blocks) in [("DELETE ", &modify.delete), ("INSERT ", &modify.insert)] {
            if let Some(blocks) = blocks {
                self.quads(keyword, blocks);
                self.push(" ");
            }
        }
        self.dataset("USING", &modify.using);
        self.push("WHERE ");
        self.group(&modify.pattern);
    }

    /// Production 50, in braces.
    fn quads(&mut self, keyword: &str, blocks: &[QuadBlock]) {
        self.push(keyword);
        self.push("{");
        self.indent += 1;
        for block in blocks {
            self.next_line();
            match &block.graph {
                Some(graph) => {
                    self.push("GRAPH ");
                    self.name(graph);
                    self.push(" ");
                    self.triples_in_braces(&block.patterns);
                }
                None => {
                    for (index, pattern) in block.patterns.iter().enumerate() {
                        if index > 0 {
                            self.next_line();
                        }
                        self.triple(pattern);
                    }
                }
            }
        }
        self.indent -= 1;
        self.next_line();
        self.push("}");
    }
}
