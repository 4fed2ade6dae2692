//! Saving and loading on behalf of a session.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

/// No saved game is larger; a session must not be made to read a disk.
const LARGEST: u64 = 64 << 20;

/// Writes a file. A regular file is replaced in one step, so that a crash leaves the old one or the new one.
pub(crate) fn save(path: &Path, contents: &[u8]) -> Result<(), String> {
    let is_special = fs::metadata(path).is_ok_and(|meta| !meta.is_file());
    let written = if is_special {
        File::create(path).and_then(|mut file| file.write_all(contents))
    } else {
        let mut beside = path.as_os_str().to_owned();
        beside.push(format!(".{}.new", std::process::id()));
        File::create(&beside)
            .and_then(|mut file| {
                file.write_all(contents)?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&beside, path))
            .inspect_err(|_| {
                // Nothing to tell beyond the error itself when the half-written file cannot be removed either.
                let _ = fs::remove_file(&beside);
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
