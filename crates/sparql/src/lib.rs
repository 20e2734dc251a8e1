//! SPARQL: everything the project knows about the language, room by room.
//!
//! The text of a query, its tree and its meaning are kept apart, so that each can be held against the others:
//! [`mod@parse`] and [`mod@print`] turn text into the tree of [`ast`] and back without losing anything, [`evaluate`] says
//! what a query means, [`mod@generate`] makes queries, [`mod@shrink`] makes them smaller, [`mod@features`] names
//! what they are made of, `phrase` says relations of graphs in it,
//! `rewrite` writes them anew. [`language`] shows all of it to the rooms above.

pub mod ast;
mod cut;
pub mod evaluate;
pub mod features;
pub mod generate;
pub mod language;
pub mod parse;
mod phrase;
pub mod print;
mod reference;
mod rewrite;
mod rules;
pub mod shrink;
mod suite;
mod walk;
