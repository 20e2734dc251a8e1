//! The features of updates.

use std::collections::BTreeSet;

use super::Found;
use crate::ast::{Operation, QuadBlock, Transfer, Update};

/// The features that an update uses, sorted, each once.
pub fn features(update: &Update) -> Vec<&'static str> {
    let mut found = Found(BTreeSet::new());
    found.add_if(update.prologue.version.is_some(), "version");
    update.operations.iter().for_each(|operation| found.operation(operation));
    found.0.into_iter().collect()
}

impl Found {
    fn operation(&mut self, operation: &Operation) {
        match operation {
            Operation::InsertData(_) => self.add("update.insert-data"),
            Operation::DeleteData(_) => self.add("update.delete-data"),
            Operation::DeleteWhere(_) => self.add("update.delete-where"),
            Operation::Modify(modify) => {
                self.add_if(modify.delete.is_some(), "update.delete");
                self.add_if(modify.insert.is_some(), "update.insert");
                self.add_if(modify.with.is_some(), "update.with");
                self.add_if(!modify.using.is_empty(), "update.using");
                self.group(&modify.pattern);
            }
            Operation::Load { .. } => self.add("update.load"),
            Operation::Clear { .. } => self.add("update.clear"),
            Operation::Drop { .. } => self.add("update.drop"),
            Operation::Create { .. } => self.add("update.create"),
            Operation::Transfer { kind: Transfer::Add, .. } => self.add("update.add"),
            Operation::Transfer { kind: Transfer::Move, .. } => self.add("update.move"),
            Operation::Transfer { kind: Transfer::Copy, .. } => self.add("update.copy"),
        }
        for QuadBlock { graph, patterns } in operation.blocks() {
            self.add_if(graph.is_some(), "update.graph");
            patterns.iter().for_each(|pattern| self.terms(pattern));
        }
    }
}
