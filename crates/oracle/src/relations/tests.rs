//! What the relations ask on graphs small enough to see that it is right.

mod changes;
mod patterns;
