//! Saves and loads files for a session.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

/// The largest file to read. No saved game is larger, and a session must not be made to read a whole disk.
const LARGEST: u64 = 64 << 20;

/// Writes a file. A regular file is replaced atomically, so that a crash leaves the old one or the new one.
pub(crate) fn save(path: &Path, contents: &[u8]) -> Result<(), String> {
    let is_special = fs::metadata(path).is_ok_and(|meta| !meta.is_file());
    let written = if is_special {
        File::create(path).and_then(|mut file| file.write_all(contents))
    } else {
        let mut temporary = path.as_os_str().to_owned();
        temporary.push(format!(".{}.new", std::process::id()));
        File::create(&temporary)
            .and_then(|mut file| {
                file.write_all(contents)?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&temporary, path))
            .inspect_err(|_| {
                // If the half-written file cannot be removed either, there is nothing to report beyond the error
                // itself.
                let _ = fs::remove_file(&temporary);
            })
    };
    written.map_err(|error| error.to_string())
}

/// Reads a whole file.
pub(crate) fn load(path: &str) -> Result<Vec<u8>, String> {
    let mut contents = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut contents))
        .map_err(|error| error.to_string())?;
    if contents.len() as u64 > LARGEST {
        return Err(format!("larger than {} MiB", LARGEST >> 20));
    }
    Ok(contents)
}
