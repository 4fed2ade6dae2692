//! Commands other than moves: blocks, undo, levels, files.

use std::time::Duration;

use parlor_ataxx::BlockPattern;
use parlor_core::{Color, Excerpt, GameRecord, printable};

use super::{Ataxx, Mode, PendingTask, Source, State, files};
use crate::session::Output;

impl Ataxx {
    pub(super) fn place_blocks(&mut self, pattern: BlockPattern) {
        let covered = self.record.position().add_blocks(pattern.squares());
        let start = self.record.start().add_blocks(pattern.squares());
        let start = match covered.and(start) {
            Ok(start) => start,
            Err(error) => return self.complain(error),
        };
        // The blocks are on the board from the start, so the moves made so far must be possible with them.
        let mut replayed = GameRecord::new(start);
        let refused = self.record.moves().zip(&self.texts).find_map(|(mv, text)| {
            let error = replayed.play(mv).err()?;
            Some(format!(
                "the blocks would make the earlier move {text} impossible: {error}"
            ))
        });
        match refused {
            Some(error) => self.complain(error),
            None => self.record = replayed,
        }
    }

    pub(super) fn undo(&mut self) {
        if self.mode() != Mode::Local {
            return self.complain("moves cannot be taken back in a remote game");
        }
        if self.state == State::SetUp {
            return match self.record.undo() {
                Some(_) => self.show_board(),
                None => self.complain("there is no move to take back"),
            };
        }
        let is_persons = |session: &Ataxx, color| session.source(color) == Source::Person;
        if !Color::ALL.into_iter().any(|color| is_persons(self, color)) {
            return self.complain("nobody here has made a move: the computer plays both sides");
        }
        let mut earlier = self.record.clone();
        while earlier.len() > self.n_set_up && earlier.undo().is_some() {
            if is_persons(self, earlier.turn()) {
                self.record = earlier;
                self.state = State::Playing;
                return self.show_board();
            }
        }
        self.complain("you have made no move yet that could be taken back");
    }

    pub(super) fn set_level(&mut self, wanted: Option<Excerpt>) {
        let levels = &self.config.levels;
        if let Some(wanted) = wanted {
            let by_number = wanted
                .text
                .parse()
                .ok()
                .filter(|&number: &usize| (1..=levels.len()).contains(&number));
            let by_name = || {
                levels
                    .iter()
                    .position(|name| name.eq_ignore_ascii_case(&wanted.text))
                    .map(|at| at + 1)
            };
            match by_number.or_else(by_name) {
                Some(number) => self.level = number as u8,
                None => {
                    let error = format!(
                        "{wanted} is no level: 1 to {} are, or a level's name",
                        levels.len()
                    );
                    return self.complain(error);
                }
            }
        }
        let number = usize::from(self.level);
        let name = levels.get(number.saturating_sub(1)).copied().unwrap_or_default();
        self.say(format!(
            "The computer plays at level {number} of {}: {name}",
            self.config.levels.len()
        ));
    }

    pub(super) fn set_time(&mut self, wanted: Option<Option<Duration>>) {
        if let Some(time) = wanted {
            self.time = time;
        }
        self.say(match self.time {
            Some(time) => format!("The computer thinks {} seconds about a move", time.as_secs_f64()),
            None => "The computer thinks as much about a move as its level does".to_owned(),
        });
    }

    pub(super) fn save(&mut self, path: String) {
        let contents = if files::is_position_file(&path) {
            format!("{}\n", self.record.position().fen())
        } else {
            let name = |color| match self.source(color) {
                Source::Person => "person",
                Source::Computer => "computer",
                Source::Remote => "remote",
            };
            files::write_game(
                &self.record,
                &self.texts,
                &[("Red", name(Color::Black)), ("Blue", name(Color::White))],
            )
        };
        self.pending = PendingTask::Saving;
        self.outputs.push(Output::Save {
            path: path.into(),
            contents: contents.into_bytes(),
        });
    }

    pub(super) fn file_read(&mut self, path: &str, contents: Result<Vec<u8>, String>) {
        let pending = std::mem::replace(&mut self.pending, PendingTask::None);
        let contents = match contents {
            Ok(contents) => contents,
            Err(reason) => return self.complain(format!("{} cannot be read: {reason}", printable(path))),
        };
        match pending {
            PendingTask::Loading => self.loaded.push(path, &contents),
            PendingTask::Opening => match files::read(&contents, self.config.rules) {
                Ok((record, texts)) => {
                    self.record = record;
                    self.texts = texts;
                    self.show_board();
                }
                Err(error) => self.complain(format!("{} cannot be opened: {error}", printable(path))),
            },
            other => self.pending = other,
        }
    }

    pub(super) fn file_written(&mut self, path: &str, result: Result<(), String>) {
        match result {
            Ok(()) => self.say(format!("Saved to {}.", printable(path))),
            Err(reason) => self.complain(format!("{} cannot be written: {reason}", printable(path))),
        }
    }
}
