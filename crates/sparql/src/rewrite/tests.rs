//! Rules on generated queries: each holds, under every profile, and each is drawn.

mod fits;
mod sight;
mod sound;
mod unsound;
