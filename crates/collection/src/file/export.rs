//! Exports games from the collection.

use parlor_games::export::{self, Written};
use rusqlite::Connection;

use super::Collection;
use super::rows::{game, row};
use crate::written::{OWN, text, written};
use crate::{CollectionError, Query};

/// How many games are read at once.
const AT_ONCE: usize = 256;

/// A selection of games that is written in chunks, so that its size does not matter.
pub struct Selection<'a> {
    collection: &'a Collection,
    ids: std::vec::IntoIter<u32>,
    format: String,
    /// Games of formats that can only be written at the end.
    parts: Vec<Written>,
    has_begun: bool,
}

impl Collection {
    /// Selects the games that a query finds, to be written in the format with this code.
    pub fn export(&self, query: &Query, format: &str) -> Result<Selection<'_>, CollectionError> {
        Ok(Selection {
            collection: self,
            ids: self.ids(query)?.into_iter(),
            format: format.to_owned(),
            parts: Vec::new(),
            has_begun: false,
        })
    }

    /// Returns one game in Parlor's own format, with all its metadata.
    pub fn text(&self, id: u32) -> Result<String, CollectionError> {
        self.read(|connection| Ok(text(game(connection, id)?, row(connection, id)?)))
    }
}

impl Selection<'_> {
    /// The number of games that are not written yet.
    pub fn remaining(&self) -> usize {
        self.ids.len()
    }
}

impl Iterator for Selection<'_> {
    type Item = Result<Vec<u8>, CollectionError>;

    fn next(&mut self) -> Option<Result<Vec<u8>, CollectionError>> {
        let ids: Vec<u32> = self.ids.by_ref().take(AT_ONCE).collect();
        if ids.is_empty() {
            let parts = std::mem::take(&mut self.parts);
            return (!parts.is_empty()).then(|| Ok(export::join(parts).into_bytes()));
        }
        let has_begun = std::mem::replace(&mut self.has_begun, true);
        let written = self.collection.read(|connection| {
            let mut bytes = Vec::new();
            for &id in &ids {
                match write(connection, id, &self.format)? {
                    Written::Text(text) => {
                        if self.format == OWN && (has_begun || !bytes.is_empty()) {
                            bytes.push(b'\n');
                        }
                        bytes.extend(text.into_bytes());
                    }
                    part @ Written::Bytes(_) => self.parts.push(part),
                }
            }
            Ok(bytes)
        });
        Some(written)
    }
}

fn write(connection: &Connection, id: u32, format: &str) -> Result<Written, CollectionError> {
    written(game(connection, id)?, row(connection, id)?, format)
}
