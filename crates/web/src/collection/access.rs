//! A collection from the terminal: the file itself, or the server that owns it.

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
use super::{ExportRequest, FileHead, beside, with_book};
use crate::store::{Claim, Owner, Running, usual_file};

/// Why something cannot be done with a collection.
#[derive(Debug, Error)]
pub enum AccessError {
    /// There is no folder for it, or it cannot be claimed.
    #[error(transparent)]
    Store(#[from] StoreFailure),
    /// What was asked for cannot be done.
    #[error(transparent)]
    Collection(#[from] CollectionError),
    /// Another program uses the file, which does not say where it is.
    #[error("{} is in use by another Parlor", .0.display())]
    InUse(PathBuf),
    /// There is no file to look into.
    #[error("there is no collection {}: parlor collection import creates one", .0.display())]
    NotThere(PathBuf),
    /// The server that owns the file does not answer.
    #[error("Parlor at http://{address}/, which owns the collection, does not answer: {reason}")]
    Server {
        /// Where it is.
        address: std::net::SocketAddr,
        /// Why not.
        reason: io::Error,
    },
    /// The server refuses.
    #[error("{}", words(.0))]
    Refused(CollectionFailure),
    /// What is exported cannot be written.
    #[error("cannot write the games: {0}")]
    Write(io::Error),
}

fn words(failure: &CollectionFailure) -> String {
    // The server says it in codes: the page has words of its own.
    let code = serde_json::to_value(failure.code).unwrap_or_default();
    let code = code.as_str().unwrap_or_default().replace('_', " ");
    match failure.detail.as_str() {
        "" => code,
        detail => format!("{code}: {detail}"),
    }
}

/// A collection: its file, or the server that owns it.
pub struct CollectionAccess(Place);

enum Place {
    Here {
        collection: Box<Collection>,
        // Held as long as the file is used.
        _owner: Owner,
    },
    There(Running),
}

#[derive(Deserialize)]
struct Told {
    progress: Option<Progress>,
    report: Option<ImportReport>,
    failure: Option<CollectionFailure>,
}

impl CollectionAccess {
    /// The collection in this file, or in the usual one beside the user's games. Only an import makes a new one.
    pub fn open(file: Option<&Path>, makes: bool) -> Result<CollectionAccess, AccessError> {
        let file = match file {
            Some(file) => file.to_owned(),
            None => beside(&usual_file()?),
        };
        if !makes && !file.exists() {
            return Err(AccessError::NotThere(file));
        }
        Ok(CollectionAccess(match Owner::claim(&file)? {
            Claim::Own(owner) => Place::Here {
                collection: Box::new(Collection::open(&owner.file)?),
                _owner: owner,
            },
            Claim::Taken(file) => match Running::wait_for(&file) {
                Some(running) => Place::There(running),
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
            Place::Here { collection, .. } => return Ok(collection.import(&files, progress)?),
            Place::There(running) => running,
        };
        let heads: Vec<FileHead> = files
            .iter()
            .map(|file| FileHead {
                name: file.name().to_owned(),
                size: file.bytes().len(),
            })
            .collect();
        // Names and numbers always have a JSON form.
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
            let told: Told = serde_json::from_str(&line.map_err(silent)?)
                .map_err(|error| silent(io::Error::new(io::ErrorKind::InvalidData, error)))?;
            if let Some(failure) = told.failure {
                return Err(AccessError::Refused(failure));
            }
            if let Some(report) = told.report {
                return Ok(report);
            }
            // Going away ends the import: nothing of the file at which it is remains.
            if let Some(told) = told.progress
                && progress(&told).is_break()
            {
                return Ok(ImportReport {
                    interrupted: true,
                    ..ImportReport::default()
                });
            }
        }
        Err(silent(io::ErrorKind::UnexpectedEof.into()))
    }

    /// The games that a query finds.
    pub fn search(&self, query: &Query) -> Result<Found, AccessError> {
        match &self.0 {
            Place::Here { collection, .. } => Ok(collection.search(query)?),
            Place::There(running) => self.ask(running, "/collection/search", query),
        }
    }

    /// What the games say that a query finds.
    pub fn stats(&self, query: &Query) -> Result<Stats, AccessError> {
        match &self.0 {
            Place::Here { collection, .. } => Ok(collection.stats(query)?),
            Place::There(running) => self.ask(running, "/collection/stats", query),
        }
    }

    /// What was played in a position, and what our book says about it.
    pub fn explore(&self, request: &PositionRequest) -> Result<Explored, AccessError> {
        match &self.0 {
            Place::Here { collection, .. } => {
                let explored = collection.explore(request)?;
                Ok(with_book(explored, &request.game()?))
            }
            Place::There(running) => self.ask(running, "/collection/explore", request),
        }
    }

    /// Writes the games that a query finds, in the format of this code, and says how many bytes that took.
    pub fn export(&self, query: &Query, format: &str, output: &mut dyn Write) -> Result<u64, AccessError> {
        let mut n_bytes = 0;
        match &self.0 {
            Place::Here { collection, .. } => {
                for piece in collection.export(query, format)? {
                    let piece = piece?;
                    n_bytes += piece.len() as u64;
                    output.write_all(&piece).map_err(AccessError::Write)?;
                }
            }
            Place::There(running) => {
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
        // What we ask always has a JSON form.
        let question = serde_json::to_vec(question).unwrap_or_default();
        let answer = post(running, path, &[&question]).map_err(|reason| AccessError::Server {
            address: running.address,
            reason,
        })?;
        self.good(answer, running)
    }

    /// An answer that is no refusal.
    fn good(&self, mut answer: Answer, running: &Running) -> Result<Answer, AccessError> {
        if answer.is_good {
            return Ok(answer);
        }
        let mut text = String::new();
        // What was read of it says enough.
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
