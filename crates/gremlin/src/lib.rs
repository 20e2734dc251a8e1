//! Gremlin: the language as data, read from text and written back, and evaluated.
//!
//! A traversal is a tree ([`ast`]); text becomes a tree in [`parse`] and a tree becomes text in [`mod@print`]. The
//! two are inverse: `parse(print(q)) == q`.

pub mod ast;
pub mod parse;
pub mod print;
