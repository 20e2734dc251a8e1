//! Gremlin: the language as data, read from text and written back, evaluated, generated and shrunk.
//!
//! A traversal is a tree ([`ast`]); text becomes a tree in [`parse`] and a tree becomes text in [`mod@print`]. The
//! two are inverse: `parse(print(q)) == q`. What a traversal means on a graph says [`evaluate`]; [`generate`] writes
//! traversals guided by it, [`shrink`] makes them smaller, and [`features`] names what they use. `phrase` says relations
//! of graphs, and `rewrite` writes traversals anew that mean the same.
//! [`language::Gremlin`] is all of it behind the trait that the rooms above know.

pub mod ast;
mod build;
mod cut;
pub mod evaluate;
pub mod features;
pub mod generate;
mod groovy;
pub mod language;
pub mod parse;
mod phrase;
pub mod print;
mod reference;
mod rewrite;
mod rules;
pub mod shrink;
pub mod suite;
pub mod walk;
