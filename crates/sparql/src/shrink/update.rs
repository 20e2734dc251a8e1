//! Smaller updates: fewer operations, fewer triples, and patterns that are smaller as those of a query are.

use quarrel_case::language::{Ground, Size};

use super::list::{replaced, shorter, without};
use super::size;
use crate::ast::{
    DatasetClause, Duplicates, Form, GraphTarget, Group, Modifiers, Modify, Operation, Projection, Prologue,
    QuadBlock, Query, Select, Update,
};
use crate::parse::parse_update;
use crate::print::{Spelling, print_update};

/// How large an update is, and how far its patterns are from the plainest of their size.
pub fn update_size(update: &Update) -> Size {
    let patterns = update.operations.iter().filter_map(Operation::pattern);
    let oddity = patterns.map(|pattern| super::plain::oddity(&asked(pattern))).sum();
    let parts = size::prologue(&update.prologue) + update.operations.iter().map(operation).sum::<usize>();
    Size { parts, oddity }
}

/// Smaller valid updates, the boldest cuts first, each once.
pub fn shrink_update(update: &Update, ground: &Ground<'_>) -> Vec<Update> {
    let mut found = vec![Update { prologue: Prologue::default(), ..update.clone() }];
    let with = |operations| Update { operations, ..update.clone() };
    found.extend(shorter(&update.operations).into_iter().map(with));
    for (index, operation) in update.operations.iter().enumerate() {
        let smaller = variants(operation, ground).into_iter();
        found.extend(smaller.map(|operation| with(replaced(&update.operations, index, operation))));
    }
    let full = update_size(update);
    let mut kept: Vec<Update> = Vec::new();
    for mut candidate in found {
        candidate.normalize();
        let legal = || {
            parse_update(&print_update(&candidate, &Spelling::default())).is_ok_and(|read| read == candidate)
        };
        if update_size(&candidate) < full && !kept.contains(&candidate) && legal() {
            kept.push(candidate);
        }
    }
    kept
}

/// The queries for what the operations of an update find: where the pattern is to blame, no update is needed to
/// see it.
pub fn asked_by(update: &Update) -> Vec<Query> {
    let modified = update.operations.iter().filter_map(|operation| match operation {
        Operation::Modify(modify) => Some(modify),
        _ => None,
    });
    let dataset = |modify: &Modify| match &modify.with {
        Some(graph) if modify.using == DatasetClause::default() => {
            DatasetClause { default: vec![graph.clone()], named: Vec::new() }
        }
        _ => modify.using.clone(),
    };
    modified.map(|modify| Query { dataset: dataset(modify), ..asked(&modify.pattern) }).collect()
}

/// The query whose pattern this is.
fn asked(pattern: &Group) -> Query {
    Query {
        prologue: Prologue::default(),
        form: Form::Select(Select { duplicates: Duplicates::All, projection: Projection::All }),
        dataset: DatasetClause::default(),
        pattern: pattern.clone(),
        modifiers: Modifiers::default(),
    }
}

fn variants(operation: &Operation, ground: &Ground<'_>) -> Vec<Operation> {
    match operation {
        Operation::InsertData(blocks) => fewer(blocks).into_iter().map(Operation::InsertData).collect(),
        Operation::DeleteData(blocks) => fewer(blocks).into_iter().map(Operation::DeleteData).collect(),
        Operation::DeleteWhere(blocks) => fewer(blocks).into_iter().map(Operation::DeleteWhere).collect(),
        Operation::Modify(modify) => {
            let smaller = changes(modify, ground).into_iter();
            smaller.map(|modify| Operation::Modify(Box::new(modify))).collect()
        }
        other => vec![loud(other.clone())],
    }
}

fn changes(modify: &Modify, ground: &Ground<'_>) -> Vec<Modify> {
    let kept = || modify.clone();
    let mut found = vec![
        Modify { delete: None, ..kept() },
        Modify { insert: None, ..kept() },
        Modify { with: None, ..kept() },
        Modify { using: DatasetClause::default(), ..kept() },
    ];
    let lists = |blocks: &Option<Vec<QuadBlock>>| blocks.as_deref().map(fewer).unwrap_or_default();
    found.extend(lists(&modify.delete).into_iter().map(|delete| Modify { delete: Some(delete), ..kept() }));
    found.extend(lists(&modify.insert).into_iter().map(|insert| Modify { insert: Some(insert), ..kept() }));
    let all = Projection::All;
    for query in super::shrink(&asked(&modify.pattern), ground) {
        let plain = matches!(&query.form, Form::Select(select) if select.projection == all);
        if plain && query.modifiers == Modifiers::default() {
            found.push(Modify { pattern: query.pattern, ..kept() });
        }
    }
    found
}

/// The operation without SILENT.
fn loud(mut operation: Operation) -> Operation {
    match &mut operation {
        Operation::Load { silent, .. }
        | Operation::Clear { silent, .. }
        | Operation::Drop { silent, .. }
        | Operation::Create { silent, .. }
        | Operation::Transfer { silent, .. } => *silent = false,
        _ => {}
    }
    operation
}

/// Fewer blocks, fewer triples in one, a block of the default graph instead.
fn fewer(blocks: &[QuadBlock]) -> Vec<Vec<QuadBlock>> {
    let mut found = shorter(blocks);
    if blocks.len() == 1 {
        found.push(Vec::new());
    }
    for (index, block) in blocks.iter().enumerate() {
        if block.graph.is_some() {
            found.push(replaced(blocks, index, QuadBlock { graph: None, ..block.clone() }));
        }
        for triple in 0..block.patterns.len() {
            let patterns = without(&block.patterns, triple);
            found.push(replaced(blocks, index, QuadBlock { patterns, ..block.clone() }));
        }
    }
    found
}

fn operation(operation: &Operation) -> usize {
    let own = match operation {
        Operation::Modify(modify) => {
            let templates = usize::from(modify.delete.is_some()) + usize::from(modify.insert.is_some());
            3 + 2 * templates
                + usize::from(modify.with.is_some())
                + size::dataset(&modify.using)
                + size::group(&modify.pattern)
        }
        Operation::InsertData(_) | Operation::DeleteData(_) => 3,
        Operation::DeleteWhere(_) => 4,
        Operation::Load { silent, .. } | Operation::Create { silent, .. } => 3 + usize::from(*silent),
        Operation::Clear { silent, target } | Operation::Drop { silent, target } => {
            3 + usize::from(*silent) + usize::from(matches!(target, GraphTarget::Graph(_)))
        }
        Operation::Transfer { silent, .. } => 5 + usize::from(*silent),
    };
    let block = |block: &QuadBlock| {
        let name = block.graph.as_ref().map_or(0, |graph| 1 + size::name(graph));
        name + block.patterns.iter().map(size::pattern).sum::<usize>()
    };
    own + operation.blocks().map(block).sum::<usize>()
}
