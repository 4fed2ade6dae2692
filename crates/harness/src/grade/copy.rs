//! Copies submissions, which may contain anything: links, pipes, huge files.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::run::{RunEnvironment, Settings};
use crate::suite::Options;
use crate::suite_file::Suite;

/// The maximum number of files and folders of a submission, and its maximum size in bytes.
const MAX_ENTRIES: usize = 50_000;
const MAX_BYTES: u64 = 1 << 30;

/// Why a submission could not be copied.
#[derive(Debug, Error)]
pub enum CopyError {
    /// The submission is not a folder.
    #[error("{0}: expected a folder with the files of the submission")]
    NotAFolder(PathBuf),
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The submission is too large.
    #[error("{0}: expected at most {MAX_ENTRIES} files and 1 GiB")]
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

/// Copies a submission. Copies links as links, and skips pipes, sockets and devices.
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
            if n_entries > MAX_ENTRIES || n_bytes > MAX_BYTES {
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

/// Copies the course files into a submission, replacing files of the same name.
pub(super) fn copy_course_files(suite: &Suite, work: &Path) -> Result<(), CopyError> {
    for name in &suite.files {
        let (from, to) = (suite.folder.join(name), work.join(name));
        let failed = |error| CopyError::File {
            path: from.clone(),
            error,
        };
        // A link in this path could lead out of the submission.
        let mut path = work.to_owned();
        for part in name.components() {
            path.push(part);
            if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
                fs::remove_file(&path).map_err(failed)?;
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

/// Deletes a folder with its contents, if it exists. Changes permissions if they prevent it.
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
    make_writable(folder);
    fs::remove_dir_all(folder)
}

/// Makes a folder and all folders below it writable.
#[cfg(unix)]
fn make_writable(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    // If this fails, deleting the folder reports the reason.
    let _ = fs::set_permissions(folder, fs::Permissions::from_mode(0o700));
    for entry in fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            make_writable(&entry.path());
        }
    }
}

#[cfg(not(unix))]
fn make_writable(_folder: &Path) {}

/// A hash of the submission, the suite and the options. If it changes, the submission is graded again.
pub(super) fn fingerprint(submission: &Path, suite: &Suite, options: &Options) -> u64 {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    format!("{suite:?}").hash(&mut hasher);
    hash_options(options, &mut hasher);
    hash_folder(submission, &mut hasher);
    for test in &suite.tests {
        for script in &test.scripts {
            // A script may have any extension.
            hash_file(script, &mut hasher);
            for extension in ["std", "err"] {
                hash_file(&script.with_extension(extension), &mut hasher);
            }
        }
    }
    for name in &suite.files {
        hash_folder(&suite.folder.join(name), &mut hasher);
    }
    hasher.finish()
}

/// Hashes the options that can change a grade.
fn hash_options(options: &Options, hasher: &mut DefaultHasher) {
    // These patterns have no `..`, so that a new field cannot be forgotten here.
    let Options {
        settings,
        game,
        move_pattern,
        result_pattern,
        strictness,
        program,
        opponent,
        checks,
        update,
    } = options;
    let Settings {
        limits,
        time_factor,
        output_limit,
        environment,
    } = settings;
    // Folders, and the path of the sandbox's helper, change no grade.
    let RunEnvironment {
        folder: _,
        is_writable: _,
        sandbox,
        allowance,
        hidden: _,
    } = environment;
    format!("{limits:?} {time_factor} {output_limit} {allowance:?}").hash(hasher);
    format!("{game:?} {move_pattern:?} {result_pattern:?} {strictness:?}").hash(hasher);
    format!("{program:?} {opponent:?} {checks:?}").hash(hasher);
    (sandbox.is_some(), update).hash(hasher);
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
        for path in paths.iter().take(MAX_ENTRIES) {
            hash_folder(path, hasher);
        }
    } else if metadata.is_file() && metadata.len() <= MAX_BYTES {
        is_executable(&metadata).hash(hasher);
        hash_file(path, hasher);
    }
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_metadata: &fs::Metadata) -> bool {
    false
}

/// Hashes a file in pieces, because it may not fit into memory.
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
