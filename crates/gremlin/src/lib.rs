//! Gremlin: the language as data, read from text and written back, and evaluated.
//!
//! A traversal is a tree ([`ast`]); text becomes a tree in [`parse`] and a tree becomes text in [`mod@print`]. The
//! two are inverse: `parse(print(q)) == q`. What a traversal means on a graph says [`evaluate`].

pub mod ast;
pub mod evaluate;
pub mod features;
pub mod parse;
pub mod print;
mod reference;
pub mod suite;
pub mod walk;
