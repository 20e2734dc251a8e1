//! A query in parts that one engine is asked one after the other.
//!
//! QuDi (query disassembling): if what comes after a place in a query depends on nothing but the rows that arrive
//! there, the query may be asked up to that place, and the rest asked of those rows. Each part is plainer than the
//! whole, so an engine that optimises across the place goes another way, and both ways must end in the same rows.
//! Where such a place is, only a language knows; how it is told apart from others is in its crate.

use crate::check::{Part, Text};
use crate::language::Tree;

/// How one part hands over to the next what it gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Handover {
    /// As constants in the text of the next part.
    Parameters,
    /// Through a table in the graph, which the next part reads and which is dropped afterwards.
    Table,
    /// Within one query: everything must have arrived before anything goes on.
    Barrier,
}

/// A part of a query that is taken apart.
#[derive(Debug, Clone)]
pub struct Piece {
    /// Its text. A hole names the piece that fills it by its index.
    pub text: Text,
    /// What it does.
    pub task: Task,
}

/// What a part is there for.
#[derive(Debug, Clone)]
pub enum Task {
    /// It gives what this query gives. The last of these gives what the whole query gives.
    Ask(Tree),
    /// It changes the graph, so that a later part finds there what an earlier one gave.
    Keep,
    /// It puts the graph back, whatever happened.
    Tidy,
}

impl Piece {
    /// A part that asks.
    pub fn ask(text: Text, so_far: Tree) -> Self {
        Self { text, task: Task::Ask(so_far) }
    }
}

impl Text {
    /// The text in a list of steps before which there are `before` more.
    #[must_use]
    pub fn after(mut self, before: usize) -> Self {
        for part in &mut self.parts {
            if let Part::Hole(hole) = part {
                hole.step += before;
            }
        }
        self
    }
}
