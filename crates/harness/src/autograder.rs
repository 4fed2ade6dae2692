//! Writes an autograder folder for Gradescope: the suite, this program, and the two scripts that Gradescope runs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::suite_file::Suite;

/// Runs once, when Gradescope builds the image.
const SETUP: &str = r#"#!/usr/bin/env bash
# Run by Gradescope when it makes the image. Add what your students' programs need, such as:
#   apt-get update && apt-get install -y openjdk-21-jdk-headless
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
chmod +x "$root/source/parlor"
# Bubblewrap makes the sandbox where namespaces are allowed; a container that forbids both is one itself.
if command -v apt-get > /dev/null && [ "$root" = /autograder ]; then
  apt-get update && apt-get install -y bubblewrap || true
fi
"#;

/// Runs for every submission.
const RUN: &str = r#"#!/usr/bin/env bash
# Run by Gradescope for every submission: grades it and leaves results/results.json.
set -uo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"
mkdir -p "$root/results"
check() {
  "$root/source/parlor" check "$root/source/suite/SUITE" --submission "$root/submission" \
    --gradescope "$root/results/results.json" --jobs 1 "$@"
}
check
code=$?
# 1 is that tests failed, which is a result. Anything else with no results: the container forbids a sandbox.
# It is thrown away after this one submission, so the submission may run in it as it is.
if [ ! -s "$root/results/results.json" ]; then
  check --no-sandbox
  code=$?
fi
if [ ! -s "$root/results/results.json" ]; then
  printf '{"score": 0, "output": "The autograder failed (exit code %s). Please tell the staff."}\n' "$code" \
    > "$root/results/results.json"
fi
exit 0
"#;

/// Writes the folder and returns its files. The folder must be empty or not exist.
pub fn write_autograder(
    suite: &Suite,
    suite_file: &Path,
    program: &Path,
    folder: &Path,
) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!("{} is not empty", folder.display()),
        ));
    }
    let name = suite_file
        .file_name()
        .unwrap_or(suite_file.as_os_str())
        .to_string_lossy();
    // The whole folder of the suite: scripts, expected outputs, course files.
    copy_all(&suite.folder, &folder.join("suite"), folder)?;
    fs::copy(program, folder.join("parlor"))?;
    let scripts = [
        ("setup.sh", SETUP.to_owned()),
        ("run_autograder", RUN.replace("SUITE", &name)),
    ];
    for (name, text) in scripts {
        let path = folder.join(name);
        fs::write(&path, text)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
    }
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    files.sort();
    Ok(files)
}

/// Copies a folder, except the folder `except` inside it.
fn copy_all(from: &Path, to: &Path, except: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    let except = except.canonicalize()?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        let metadata = fs::metadata(&path)?;
        if metadata.is_dir() {
            if path.canonicalize()? != except {
                copy_all(&path, &target, &except)?;
            }
        } else if metadata.is_file() {
            fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
