//! Cypher: the language as data, read from text and written back, evaluated, generated and shrunk.
//!
//! A query is a tree ([`ast`]); text becomes a tree in [`parse`] and a tree becomes text in [`mod@print`]. The
//! two are inverse: `parse(print(q)) == q` for every tree that text can express. What a query means on a graph
//! says [`evaluate`]; [`generate`] writes queries guided by it, [`shrink`] makes them smaller, and
//! [`features`] names what they use. [`language::Cypher`] is all of it behind the trait that the rooms above
//! know.

pub mod ast;
mod creation;
mod cut;
pub mod evaluate;
pub mod features;
pub mod generate;
pub mod language;
mod literal;
pub mod parse;
mod phrase;
pub mod print;
mod reference;
mod rewrite;
mod rules;
pub mod shrink;
mod suite;
mod walk;
