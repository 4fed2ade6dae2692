//! Builds the page with npm and writes the list of its files, which the server embeds.
//!
//! Cargo runs this only when a source file under `ui/` has changed, so a build without changes costs nothing.
//! `PARLOR_NO_PAGE=1` leaves out the page, for machines without Node.

#![allow(clippy::exit, reason = "cargo reads the exit code of a build script")]

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, exit};

/// The sources of the page.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// npm is a script, which Windows starts only by its whole name.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

fn main() {
    let ui = PathBuf::from(env("CARGO_MANIFEST_DIR")).join("ui");
    let out = PathBuf::from(env("OUT_DIR"));
    println!("cargo::rerun-if-env-changed=PARLOR_NO_PAGE");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", ui.join(source).display());
    }
    // The page contains the puzzles, too.
    println!("cargo::rerun-if-changed=../puzzles/data");
    let page = out.join("page");
    let left_out = std::env::var_os("PARLOR_NO_PAGE").is_some_and(|value| !value.is_empty() && value != "0");
    let mut files = Vec::new();
    if !left_out {
        build(&ui, &page);
        list(&page, &page, &mut files);
        files.sort();
    }
    if let Err(error) = fs::write(out.join("files.rs"), rust_list(&page, &files)) {
        fail(&format!("cannot write the list of the page's files: {error}"));
    }
}

/// Installs missing packages and builds the page into `page`.
fn build(ui: &Path, page: &Path) {
    // Builds with different target directories share the installed packages, so only one may run at a time.
    let lock = File::create(ui.join(".build-lock")).and_then(|file| file.lock().map(|()| file));
    let _lock = lock.unwrap_or_else(|error| fail(&format!("cannot write in {}: {error}", ui.display())));
    // npm writes this file after an installation. If it is older than package-lock.json, something has changed.
    let installed = modified(&ui.join("node_modules/.package-lock.json"));
    let wanted = modified(&ui.join("package-lock.json"));
    if installed.is_none() || installed < wanted {
        // Not `npm ci`: it refuses a lock file without the optional packages of all other platforms, and a registry
        // need not have them all. The versions are those of the lock file either way.
        let mut arguments = vec![
            "install",
            "--no-save",
            "--no-audit",
            "--no-fund",
            "--loglevel=error",
        ];
        // The tools of scripts/page-checks are not needed for a build. If they are installed, they stay.
        if !ui.join("node_modules/vitest").exists() {
            arguments.push("--omit=dev");
        }
        run(ui, NPM, &arguments);
    }
    let vite = "node_modules/vite/bin/vite.js";
    let target = page.to_string_lossy();
    run(
        ui,
        "node",
        &[
            vite,
            "build",
            "--logLevel",
            "warn",
            "--emptyOutDir",
            "--outDir",
            &target,
        ],
    );
}

fn run(ui: &Path, program: &str, arguments: &[&str]) {
    match Command::new(program).args(arguments).current_dir(ui).output() {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            let said = [output.stdout, output.stderr].concat();
            fail(&format!(
                "`{program} {}` failed while building the page:\n{}\n\
                 To go on without the page, set PARLOR_NO_PAGE=1.",
                arguments.join(" "),
                String::from_utf8_lossy(&said).trim()
            ));
        }
        Err(error) => fail(&format!(
            "Parlor's page is built with Node, and `{program}` could not be run ({error}).\n\
             Install Node 20 or newer with npm (for example: apt-get install nodejs npm) and build again,\n\
             or set PARLOR_NO_PAGE=1 to build everything but the page."
        )),
    }
}

/// Lists every file of the built page.
fn list(root: &Path, folder: &Path, files: &mut Vec<String>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| fail(&format!("no page was built: {error}")));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(root, &path, files);
        } else if let Ok(relative) = path.strip_prefix(root) {
            files.push(relative.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// Formats the files as a Rust expression.
fn rust_list(page: &Path, files: &[String]) -> String {
    let mut text = String::from("&[\n");
    for file in files
        .iter()
        .filter(|file| !file.ends_with(".br") && !file.ends_with(".gz"))
    {
        let bytes = |suffix: &str| {
            let name = format!("{file}{suffix}");
            files
                .contains(&name)
                .then(|| format!("include_bytes!({:?})", page.join(name)))
        };
        let optional =
            |suffix: &str| bytes(suffix).map_or("None".to_owned(), |found| format!("Some({found})"));
        let plain = bytes("").unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "    File {{ path: {file:?}, plain: {plain}, gzip: {}, brotli: {} }},",
            optional(".gz"),
            optional(".br")
        );
    }
    text.push_str("]\n");
    text
}

fn modified(path: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

fn env(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| fail(&format!("cargo did not set {name}")))
}

fn fail(message: &str) -> ! {
    for line in message.lines() {
        println!("cargo::error={line}");
    }
    exit(1)
}
