//! All games of a player as one file, and import of such a file.

use std::collections::HashSet;

use parlor_games::import::{self, ImportError, Imported, NoGame, Splitter};
use parlor_table::store::{LogPage, Store};
use parlor_table::wire::{ImportFile, ImportReport, StoreFailure};
use parlor_table::{Append, PlayerId, Secrets, base64, transfer};

use crate::store::{BrowserStore, Fingerprint};

/// Writes all games of a player to one file, newest first. Comments at its end name the games that cannot be read.
pub(crate) async fn save_all(store: BrowserStore, who: PlayerId) -> Option<String> {
    let (mut text, mut unreadable, mut after) = (String::new(), String::new(), None);
    loop {
        let LogPage { games, next } = store.logs(&who, after).await.ok()?;
        for game in games {
            let written = game.and_then(|log| {
                transfer::written(&log).map_err(|error| StoreFailure::Damaged {
                    game: log.id.clone(),
                    detail: error.to_string(),
                })
            });
            match written {
                Ok(written) => {
                    if !text.is_empty() {
                        text.push('\n');
                    }
                    text.push_str(&written);
                }
                Err(failure) => {
                    let line = failure.to_string().replace(['\n', '\r'], " ");
                    unreadable.push_str(&format!("; {line}\n"));
                }
            }
        }
        if next.is_none() {
            text.push_str(&unreadable);
            return Some(text);
        }
        after = next;
    }
}

/// Stores every game of a file that the player does not have yet.
pub(crate) async fn import_all(
    store: BrowserStore,
    who: PlayerId,
    mut secrets: Secrets,
    file: ImportFile,
) -> ImportReport {
    let mut report = ImportReport::default();
    let found = match read(file) {
        Ok(found) => found,
        Err(error) => {
            report.problem = Some(error.problem());
            return report;
        }
    };
    let mut known = match store.fingerprints(&who).await {
        Ok(known) => known,
        Err(failure) => {
            report.failure = Some(failure);
            return report;
        }
    };
    for (number, one) in (1..).zip(found) {
        let append = match one {
            Ok(found) => Append::imported(&mut secrets, &who, found),
            Err(problem) => {
                report.unreadable += 1;
                let number = Some(number);
                let first = ImportError::Parlors(NoGame { number, ..problem });
                report.problem.get_or_insert_with(|| first.problem());
                continue;
            }
        };
        if is_known(&mut known, &append) {
            report.known += 1;
            continue;
        }
        match store.append(append).await {
            Ok(()) => report.imported += 1,
            Err(failure) => {
                report.failure = Some(failure);
                return report;
            }
        }
    }
    report
}

fn is_known(known: &mut HashSet<Fingerprint>, append: &Append) -> bool {
    // A game without a date is never a duplicate.
    append.played_at.is_some_and(|played_at| {
        !known.insert(Fingerprint::new(played_at, &append.summary, &append.searched))
    })
}

/// Parses the games of a file. In Parlor's own format, an unreadable game does not affect the others.
fn read(file: ImportFile) -> Result<Vec<Result<Imported, NoGame>>, ImportError> {
    if !file.binary {
        let text = file.content.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('[') {
            let mut splitter = Splitter::default();
            let mut games = splitter.push(text);
            games.extend(splitter.finish());
            let read = |text: &String| {
                import::read_parlor_game(text).map_err(|error| NoGame::because(&error, Some(error.problem())))
            };
            return Ok(games.iter().map(read).collect());
        }
    }
    let bytes = if file.binary {
        base64::decode(&file.content).unwrap_or_default()
    } else {
        file.content.into_bytes()
    };
    Ok(import::read(&bytes)?.into_iter().map(Ok).collect())
}
