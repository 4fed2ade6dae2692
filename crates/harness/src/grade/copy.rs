//! Copies of submissions. What is handed in may hold anything: links, pipes, more than a disk takes.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::suite::Options;
use crate::suite_file::Suite;

/// The limits of a submission: files and folders, and bytes.
const MOST_ENTRIES: usize = 50_000;
const MOST_BYTES: u64 = 1 << 30;

/// Why a submission could not be copied.
#[derive(Debug, Error)]
pub enum CopyError {
    /// It is no folder.
    #[error("{0}: expected a folder with the files of the submission")]
    NotAFolder(PathBuf),
    /// Something in it cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// What.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// It is too large.
    #[error("{0}: expected at most {MOST_ENTRIES} files and 1 GiB")]
    TooLarge(PathBuf),
}

impl CopyError {
    pub(super) fn path(&self) -> &Path {
        match self {
            CopyError::NotAFolder(path) | CopyError::TooLarge(path) | CopyError::File { path, .. } => path,
        }
    }

    pub(super) fn reason(&self) -> String {
        let text = self.to_string();
        let prefix = format!("{}: ", self.path().display());
        text.strip_prefix(&prefix).unwrap_or(&text).to_owned()
    }
}

/// Copies a submission. Links are copied as links, and pipes, sockets and devices are left out.
pub(super) fn copy_submission(from: &Path, to: &Path) -> Result<(), CopyError> {
    if !from.is_dir() {
        return Err(CopyError::NotAFolder(from.to_owned()));
    }
    let file_error = |path: &Path| {
        let path = path.to_owned();
        move |error| CopyError::File { path, error }
    };
    remove(to).map_err(file_error(to))?;
    let (mut n_entries, mut n_bytes) = (0, 0);
    let mut folders = vec![(from.to_owned(), to.to_owned())];
    while let Some((from_folder, to_folder)) = folders.pop() {
        fs::create_dir_all(&to_folder).map_err(file_error(&to_folder))?;
        for entry in fs::read_dir(&from_folder).map_err(file_error(&from_folder))? {
            let entry = entry.map_err(file_error(&from_folder))?;
            let (path, target) = (entry.path(), to_folder.join(entry.file_name()));
            let metadata = fs::symlink_metadata(&path).map_err(file_error(&path))?;
            n_entries += 1;
            n_bytes += if metadata.is_file() { metadata.len() } else { 0 };
            if n_entries > MOST_ENTRIES || n_bytes > MOST_BYTES {
                return Err(CopyError::TooLarge(from.to_owned()));
            }
            if metadata.is_dir() {
                folders.push((path, target));
            } else if metadata.is_symlink() {
                let link = fs::read_link(&path).map_err(file_error(&path))?;
                #[cfg(unix)]
                std::os::unix::fs::symlink(link, &target).map_err(file_error(&path))?;
                #[cfg(not(unix))]
                let _ = (link, target);
            } else if metadata.is_file() {
                fs::copy(&path, &target).map_err(file_error(&path))?;
            }
        }
    }
    Ok(())
}

/// Puts the files of the course into a submission, over what it has of the same name.
pub(super) fn provide(suite: &Suite, work: &Path) -> Result<(), CopyError> {
    for name in &suite.files {
        let (from, to) = (suite.folder.join(name), work.join(name));
        let failed = |error| CopyError::File {
            path: from.clone(),
            error,
        };
        // A link in the way could lead out of the submission.
        let mut way = work.to_owned();
        for part in name.components() {
            way.push(part);
            if fs::symlink_metadata(&way).is_ok_and(|metadata| metadata.is_symlink()) {
                fs::remove_file(&way).map_err(failed)?;
            }
        }
        if from.is_dir() {
            remove(&to).map_err(failed)?;
            copy_submission(&from, &to)?;
        } else {
            if let Some(folder) = to.parent() {
                fs::create_dir_all(folder).map_err(failed)?;
            }
            fs::copy(&from, &to).map_err(failed)?;
        }
    }
    Ok(())
}

/// Removes a folder with all that is in it, if there is one. Folders that forbid it are made to allow it.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(metadata) if !metadata.is_dir() => return fs::remove_file(folder),
        Ok(_) => {}
    }
    if fs::remove_dir_all(folder).is_ok() {
        return Ok(());
    }
    allow(folder);
    fs::remove_dir_all(folder)
}

/// Lets us write in every folder below one.
#[cfg(unix)]
fn allow(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    // Where this fails, removing says why.
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            allow(&entry.path());
        }
    }
}

#[cfg(not(unix))]
fn allow(_folder: &Path) {}

/// A number that is another when the submission, the suite or the way to run it is another.
pub(super) fn fingerprint(submission: &Path, suite: &Suite, options: &Options) -> u64 {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    // All that the suite says, and the options, but not where the sandbox's helper is.
    format!("{suite:?}").hash(&mut hasher);
    let environment = &options.settings.environment;
    format!(
        "{:?} {} {} {:?} {:?} {:?} {:?} {:?} {:?}",
        options.settings.limits,
        options.settings.time_factor,
        options.settings.output_limit,
        options.game,
        options.manner,
        options.program,
        options.opponent,
        environment.allowance,
        environment.sandbox.is_some(),
    )
    .hash(&mut hasher);
    hash_folder(submission, &mut hasher);
    for test in &suite.tests {
        for script in &test.scripts {
            for extension in ["in", "std", "err"] {
                hash_file(&script.with_extension(extension), &mut hasher);
            }
        }
    }
    for name in &suite.files {
        hash_folder(&suite.folder.join(name), &mut hasher);
    }
    hasher.finish()
}

fn hash_folder(path: &Path, hasher: &mut DefaultHasher) {
    path.file_name().hash(hasher);
    let Ok(metadata) = fs::symlink_metadata(path) else {
        return;
    };
    if metadata.is_symlink() {
        fs::read_link(path).ok().hash(hasher);
    } else if metadata.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().filter_map(Result::ok);
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths.len().hash(hasher);
        for path in paths.iter().take(MOST_ENTRIES) {
            hash_folder(path, hasher);
        }
    } else if metadata.is_file() && metadata.len() <= MOST_BYTES {
        hash_file(path, hasher);
    }
}

/// Hashes a file piece by piece: it may be larger than the memory.
fn hash_file(path: &Path, hasher: &mut DefaultHasher) {
    use std::io::Read;
    let Ok(mut file) = fs::File::open(path) else {
        return false.hash(hasher);
    };
    let mut buffer = vec![0; 64 << 10];
    while let Ok(n) = file.read(&mut buffer) {
        if n == 0 {
            break;
        }
        hasher.write(&buffer[..n]);
    }
    true.hash(hasher);
}
