//! The session's games in files: saving, loading, and the transcript that is written after every move.

use std::path::{Path, PathBuf};

use parlor_core::PerColor;
use parlor_othello::formats::wthor;
use parlor_othello::{GridMove, Position};

use super::command::Source;
use super::files::{self, LoadedGame, SavedGame};
use super::messages;
use super::session::{Othello, Settings};
use crate::Output;

/// The request that the next file event answers.
#[derive(Debug)]
pub(super) enum Awaited {
    Saved,
    TranscriptSaved,
    Game(Source),
    Players(Source, Box<LoadedGame>),
    Tournaments(Source, Box<LoadedGame>, Option<String>),
}

impl Othello {
    pub(super) fn saved_game(&self) -> SavedGame {
        SavedGame {
            record: self.record.clone(),
            resigned: self.resigned,
            players: PerColor(self.settings.players.0.map(|player| player.to_string())),
        }
    }

    /// Writes the games of the session to the transcript file, if there is one.
    pub(super) fn write_transcript(&mut self, out: &mut Vec<Output>) {
        let Some(path) = self.settings.transcript.clone() else {
            return;
        };
        let current = self.saved_game();
        match files::write(&path, self.earlier.iter().chain([&current])) {
            Ok(contents) => {
                self.awaited.push_back(Awaited::TranscriptSaved);
                out.push(Output::Save { path, contents });
            }
            Err(error) => self.transcript_failure(&error.to_string(), out),
        }
    }

    /// Reports a failure once, not after every move.
    fn transcript_failure(&mut self, reason: &str, out: &mut Vec<Output>) {
        if !self.transcript_failed {
            let path = self.settings.transcript.as_deref().unwrap_or(Path::new(""));
            let path = messages::file(path);
            out.push(Output::Complain(format!(
                "The transcript {path} is not kept: {reason}."
            )));
        }
        self.transcript_failed = true;
    }

    pub(super) fn save(&mut self, path: PathBuf, out: &mut Vec<Output>) {
        match files::write(&path, [&self.saved_game()].into_iter()) {
            Ok(contents) => {
                self.awaited.push_back(Awaited::Saved);
                out.push(Output::Save { path, contents });
            }
            Err(error) => {
                let path = messages::file(&path);
                out.push(Output::Complain(format!("{path} is not saved: {error}.")));
            }
        }
    }

    pub(super) fn saved(&mut self, path: &Path, result: Result<(), String>, out: &mut Vec<Output>) {
        match (self.awaited.pop_front(), result) {
            (Some(Awaited::TranscriptSaved), Err(reason)) => self.transcript_failure(&reason, out),
            (Some(Awaited::TranscriptSaved), Ok(())) => self.transcript_failed = false,
            (_, Ok(())) => out.push(Output::Print(format!("Saved {}.", messages::file(path)))),
            (_, Err(reason)) => {
                out.push(Output::Complain(format!(
                    "{} is not saved: {reason}.",
                    messages::file(path)
                )));
            }
        }
    }

    pub(super) fn loaded(&mut self, contents: Result<Vec<u8>, String>, out: &mut Vec<Output>) {
        match self.awaited.pop_front() {
            Some(Awaited::Game(source)) => {
                let Settings { size, rules, .. } = self.settings;
                let found = contents.and_then(|bytes| {
                    files::read(&bytes, source.number, size, rules).map_err(|error| error.to_string())
                });
                match found {
                    Ok(found) if found.numbers.is_some() => {
                        let path = files::in_same_folder(&source.path, "WTH.JOU");
                        self.awaited.push_back(Awaited::Players(source, Box::new(found)));
                        out.push(Output::Load { path });
                    }
                    Ok(found) => self.continue_loaded(&source, found, out),
                    Err(reason) => {
                        let path = messages::file(Path::new(&source.path));
                        out.push(Output::Complain(format!("{path} is not loaded: {reason}.")));
                    }
                }
            }
            Some(Awaited::Players(source, found)) => {
                let names = names_in(contents);
                let name = |index: u16| names.get(usize::from(index)).cloned();
                let both = found
                    .numbers
                    .and_then(|[_, black, white]| Some(format!("{} against {}", name(black)?, name(white)?)));
                let path = files::in_same_folder(&source.path, "WTH.TRN");
                self.awaited.push_back(Awaited::Tournaments(source, found, both));
                out.push(Output::Load { path });
            }
            Some(Awaited::Tournaments(source, mut found, both)) => {
                let names = names_in(contents);
                let index = found
                    .numbers
                    .map_or(0, |[tournament, ..]| usize::from(tournament));
                let about: Vec<String> = both.into_iter().chain(names.get(index).cloned()).collect();
                found.about = (!about.is_empty()).then(|| about.join(", "));
                self.continue_loaded(&source, *found, out);
            }
            Some(Awaited::Saved | Awaited::TranscriptSaved) | None => {}
        }
    }

    /// Replaces the current game by a game from a file.
    fn continue_loaded(&mut self, source: &Source, found: LoadedGame, out: &mut Vec<Output>) {
        let LoadedGame {
            record,
            resigned,
            of,
            about,
            ..
        } = found;
        let moves = match record.moves().filter(|&mv| mv != GridMove::PASS).count() {
            1 => "1 move".to_owned(),
            n => format!("{n} moves"),
        };
        let about = about.map_or_else(String::new, |about| format!(" {}.", files::shown(&about)));
        out.push(Output::Print(format!(
            "Loaded {}, game {} of {of}, {moves}.{about}",
            messages::file(Path::new(&source.path)),
            source.number,
        )));
        self.settings.size = record.position().size();
        self.replace(record, resigned);
        out.push(self.drawn_plain());
        self.settle(out);
    }
}

/// The names in a file, or none if the file is missing or unreadable.
fn names_in(contents: Result<Vec<u8>, String>) -> Vec<String> {
    let names = contents.ok().and_then(|bytes| wthor::read_names(&bytes).ok());
    names.unwrap_or_default()
}
