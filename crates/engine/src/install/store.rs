//! What clients fetched that keep no store of their own, in the cache folder.

use std::fs;
use std::io;
use std::path::Path;

/// Keeps a file that was fetched whole: an interruption leaves none that is not.
pub(super) fn keep(file: &Path, kept: &Path) -> io::Result<()> {
    kept.parent().map_or(Ok(()), fs::create_dir_all)?;
    let part = kept.with_added_extension("part");
    // The store may be on another disk.
    fs::copy(file, &part)?;
    fs::rename(part, kept)
}
