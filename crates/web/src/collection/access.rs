//! Access to a collection from the terminal: through the file, or through the server that owns it.

use std::io::{self, BufRead, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use parlor_collection::{
    Collection, CollectionError, CollectionFailure, Explored, Found, ImportReport, PositionRequest, Progress,
    Query, SourceFile, Stats,
};
use parlor_table::wire::StoreFailure;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::http::{Answer, post};
use super::{ExportRequest, FileHead, collection_path, with_book};
use crate::store::{Claim, Owner, Running, default_file};

/// Why an operation on a collection failed.
#[derive(Debug, Error)]
pub enum AccessError {
    /// There is no folder for the file, or it cannot be claimed.
    #[error(transparent)]
    Store(#[from] StoreFailure),
    /// The operation is invalid or failed.
    #[error(transparent)]
    Collection(#[from] CollectionError),
    /// Another program owns the file and has not left a notice of its address.
    #[error("{} is in use by another Parlor", .0.display())]
    InUse(PathBuf),
    /// The file does not exist.
    #[error("there is no collection {}: parlor collection import creates one", .0.display())]
    NotThere(PathBuf),
    /// The server that owns the file does not answer.
    #[error("Parlor at http://{address}/, which owns the collection, does not answer: {reason}")]
    Server {
        /// Its address.
        address: std::net::SocketAddr,
        /// The reason.
        reason: io::Error,
    },
    /// The server refused the request.
    #[error("{}", words(.0))]
    Refused(CollectionFailure),
    /// The exported games cannot be written.
    #[error("cannot write the games: {0}")]
    Write(io::Error),
}

fn words(failure: &CollectionFailure) -> String {
    // The server sends codes, because the page has its own texts.
    let code = serde_json::to_value(failure.code).unwrap_or_default();
    let code = code.as_str().unwrap_or_default().replace('_', " ");
    match failure.detail.as_str() {
        "" => code,
        detail => format!("{code}: {detail}"),
    }
}

/// A collection: its file, or the server that owns it.
pub struct CollectionAccess(Backend);

enum Backend {
    File {
        collection: Box<Collection>,
        // Held as long as the file is in use.
        _owner: Owner,
    },
    Server(Running),
}

#[derive(Deserialize)]
struct ImportLine {
    progress: Option<Progress>,
    report: Option<ImportReport>,
    failure: Option<CollectionFailure>,
}

impl CollectionAccess {
    /// Opens the collection in this file, or in the default one next to the user's games. Creates the file only if
    /// `makes` is set, which is for imports.
    pub fn open(file: Option<&Path>, makes: bool) -> Result<CollectionAccess, AccessError> {
        let file = match file {
            Some(file) => file.to_owned(),
            None => collection_path(&default_file()?),
        };
        if !makes && !file.exists() {
            return Err(AccessError::NotThere(file));
        }
        Ok(CollectionAccess(match Owner::claim(&file)? {
            Claim::Own(owner) => Backend::File {
                collection: Box::new(Collection::open(&owner.file)?),
                _owner: owner,
            },
            Claim::Taken(file) => match Running::wait_for(&file) {
                Some(running) => Backend::Server(running),
                None => return Err(AccessError::InUse(file)),
            },
        }))
    }

    /// Imports files; see [`Collection::import`].
    pub fn import(
        &self,
        files: Vec<SourceFile>,
        progress: &mut dyn FnMut(&Progress) -> ControlFlow<()>,
    ) -> Result<ImportReport, AccessError> {
        let running = match &self.0 {
            Backend::File { collection, .. } => return Ok(collection.import(&files, progress)?),
            Backend::Server(running) => running,
        };
        let heads: Vec<FileHead> = files
            .iter()
            .map(|file| FileHead {
                name: file.name().to_owned(),
                size: file.bytes().len(),
            })
            .collect();
        // Names and sizes can always be serialised.
        let head = serde_json::to_string(&heads).unwrap_or_default() + "\n";
        let mut parts = vec![head.as_bytes()];
        parts.extend(files.iter().map(SourceFile::bytes));
        let silent = |reason| AccessError::Server {
            address: running.address,
            reason,
        };
        let answer = self.good(
            post(running, "/collection/import", &parts).map_err(silent)?,
            running,
        )?;
        for line in answer.body.lines() {
            let line: ImportLine = serde_json::from_str(&line.map_err(silent)?)
                .map_err(|error| silent(io::Error::new(io::ErrorKind::InvalidData, error)))?;
            if let Some(failure) = line.failure {
                return Err(AccessError::Refused(failure));
            }
            if let Some(report) = line.report {
                return Ok(report);
            }
            // Disconnecting stops the import. The file in progress is not imported at all.
            if let Some(new) = line.progress
                && progress(&new).is_break()
            {
                return Ok(ImportReport {
                    interrupted: true,
                    ..ImportReport::default()
                });
            }
        }
        Err(silent(io::ErrorKind::UnexpectedEof.into()))
    }

    /// Returns the games that a query finds.
    pub fn search(&self, query: &Query) -> Result<Found, AccessError> {
        match &self.0 {
            Backend::File { collection, .. } => Ok(collection.search(query)?),
            Backend::Server(running) => self.ask(running, "/collection/search", query),
        }
    }

    /// Returns statistics of the games that a query finds.
    pub fn stats(&self, query: &Query) -> Result<Stats, AccessError> {
        match &self.0 {
            Backend::File { collection, .. } => Ok(collection.stats(query)?),
            Backend::Server(running) => self.ask(running, "/collection/stats", query),
        }
    }

    /// Returns the moves played in a position, with those of our opening book.
    pub fn explore(&self, request: &PositionRequest) -> Result<Explored, AccessError> {
        match &self.0 {
            Backend::File { collection, .. } => {
                let explored = collection.explore(request)?;
                Ok(with_book(explored, &request.game()?))
            }
            Backend::Server(running) => self.ask(running, "/collection/explore", request),
        }
    }

    /// Writes the games that a query finds, in the format with this code. Returns the number of bytes.
    pub fn export(&self, query: &Query, format: &str, output: &mut dyn Write) -> Result<u64, AccessError> {
        let mut n_bytes = 0;
        match &self.0 {
            Backend::File { collection, .. } => {
                for piece in collection.export(query, format)? {
                    let piece = piece?;
                    n_bytes += piece.len() as u64;
                    output.write_all(&piece).map_err(AccessError::Write)?;
                }
            }
            Backend::Server(running) => {
                let request = ExportRequest {
                    query: query.clone(),
                    format: format.to_owned(),
                };
                let mut answer = self.posted(running, "/collection/export", &request)?;
                n_bytes = io::copy(&mut answer.body, output).map_err(AccessError::Write)?;
            }
        }
        Ok(n_bytes)
    }

    fn ask<A: DeserializeOwned>(
        &self,
        running: &Running,
        path: &str,
        question: &impl Serialize,
    ) -> Result<A, AccessError> {
        let answer = self.posted(running, path, question)?;
        serde_json::from_reader(answer.body).map_err(|error| AccessError::Server {
            address: running.address,
            reason: error.into(),
        })
    }

    fn posted(
        &self,
        running: &Running,
        path: &str,
        question: &impl Serialize,
    ) -> Result<Answer, AccessError> {
        // Our requests can always be serialised.
        let question = serde_json::to_vec(question).unwrap_or_default();
        let answer = post(running, path, &[&question]).map_err(|reason| AccessError::Server {
            address: running.address,
            reason,
        })?;
        self.good(answer, running)
    }

    /// Turns a refusal into an error.
    fn good(&self, mut answer: Answer, running: &Running) -> Result<Answer, AccessError> {
        if answer.is_good {
            return Ok(answer);
        }
        let mut text = String::new();
        // If reading fails, what was read is informative enough.
        let _ = answer.body.read_to_string(&mut text);
        Err(match serde_json::from_str(&text) {
            Ok(failure) => AccessError::Refused(failure),
            Err(_) => AccessError::Server {
                address: running.address,
                reason: io::Error::other(text),
            },
        })
    }
}
