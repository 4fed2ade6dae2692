//! A table as it is kept, and brought back after whatever happened.

use parlor_core::{Color, Level, PerColor};
use parlor_games::{export, pgn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::clock::KeptClock;
use super::{Clock, Ended, Seat, Table};
use crate::wire::GameSummary;
use crate::{PlayerId, Timestamp};
use crate::{result, shown};

/// A table in texts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The game's name in links.
    pub id: String,
    /// The game, as [`pgn`] writes it.
    pub record: String,
    /// Everything else, in JSON.
    pub table: String,
}

/// A game with what lists and searches need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SavedGame {
    /// The game in texts.
    pub kept: Kept,
    /// How it is listed; `updated` is for the store to say.
    pub summary: GameSummary,
    /// The names of both sides and the result, as they are searched for: in English, the result empty while the game
    /// goes on.
    pub searched: [String; 3],
    /// In whose lists.
    pub people: Vec<PlayerId>,
}

/// Why a kept game cannot be brought back.
#[derive(Debug, Error)]
pub enum KeptError {
    /// The game itself.
    #[error("its moves cannot be read: {0}")]
    Record(#[from] pgn::ParseGameError),
    /// Who played and how.
    #[error("its players cannot be read: {0}")]
    Table(#[from] serde_json::Error),
}

#[derive(Serialize, Deserialize)]
struct Around {
    creator: PlayerId,
    seats: [KeptSeat; 2],
    clock: Option<KeptClock>,
    ended: Option<(How, u8)>,
    next: Option<String>,
    /// The moves that were taken back and can be played again, the next one first.
    #[serde(default)]
    taken_back: Vec<String>,
}

#[derive(Serialize, Deserialize)]
enum KeptSeat {
    Person {
        player: Option<PlayerId>,
        name: String,
        secret: String,
    },
    Computer {
        level: u8,
    },
    Terminal {
        name: String,
    },
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum How {
    Resigned,
    OutOfTime,
    Forfeited,
}

impl Table {
    /// The table in texts.
    pub fn keep(&self, now: Timestamp) -> Kept {
        let seat = |seat: &Seat| match seat.clone() {
            Seat::Person { player, name, secret } => KeptSeat::Person { player, name, secret },
            Seat::Computer { level } => KeptSeat::Computer {
                level: level.number(),
            },
            Seat::Terminal { name } => KeptSeat::Terminal { name },
        };
        let around = Around {
            creator: self.creator.clone(),
            seats: [seat(&self.seats[Color::Black]), seat(&self.seats[Color::White])],
            clock: self.clock.as_ref().map(|clock| clock.keep(now)),
            ended: self.ended.map(|ended| {
                let how = match ended {
                    Ended::Resigned(_) => How::Resigned,
                    Ended::OutOfTime(_) => How::OutOfTime,
                    Ended::Forfeited(_) => How::Forfeited,
                };
                (how, ended.loser().index() as u8)
            }),
            next: self.next.clone(),
            taken_back: self.taken_back(),
        };
        Kept {
            id: self.id.clone(),
            record: pgn::write(&export::tagged(&self.game, &self.names(), &self.termination())),
            // Strings, numbers and lists always have a JSON form.
            table: serde_json::to_string(&around).unwrap_or_default(),
        }
    }

    /// The table as it is stored.
    pub fn saved(&self, now: Timestamp) -> SavedGame {
        let game = &self.game;
        let names = self.names();
        SavedGame {
            kept: self.keep(now),
            summary: GameSummary {
                id: self.id.clone(),
                game: game.kind().name().to_owned(),
                names: Color::ALL.map(|color| result::read_name(&names[color])),
                moves: game.len() as u32,
                result: self.result(),
                updated: 0,
                rows: game.rows(),
                columns: game.columns(),
                cells: shown::frame(game).cells,
            },
            searched: [
                names[Color::Black].clone(),
                names[Color::White].clone(),
                self.termination(),
            ],
            people: self.people(),
        }
    }

    /// The table that was kept.
    pub fn from_kept(kept: &Kept, now: Timestamp) -> Result<Table, KeptError> {
        let mut game = pgn::read(&kept.record)?.game;
        let around: Around = serde_json::from_str(&kept.table)?;
        let length = game.len();
        for mv in &around.taken_back {
            // What cannot be played again is lost; the game itself is not.
            if game.play(mv).is_err() {
                break;
            }
        }
        let redoable = game.len() - length;
        while game.len() > length && game.undo() {}
        let seat = |seat: KeptSeat| match seat {
            KeptSeat::Person { player, name, secret } => Seat::Person { player, name, secret },
            KeptSeat::Computer { level } => Seat::Computer {
                level: Level::new(level).unwrap_or(Level::FULL),
            },
            KeptSeat::Terminal { name } => Seat::Terminal { name },
        };
        let [black, white] = around.seats;
        let clock = around.clock.as_ref().map(Clock::from_kept);
        let seats = PerColor([seat(black), seat(white)]);
        let mut table = Table::at(kept.id.clone(), around.creator, game, seats, clock);
        table.ended = around.ended.map(|(how, loser)| {
            let loser = if loser == 0 { Color::Black } else { Color::White };
            match how {
                How::Resigned => Ended::Resigned(loser),
                How::OutOfTime => Ended::OutOfTime(loser),
                How::Forfeited => Ended::Forfeited(loser),
            }
        });
        table.next = around.next;
        table.redoable = redoable;
        // A terminal program does not come back: its side has left the game.
        let terminal = Color::ALL
            .into_iter()
            .find(|&color| matches!(table.seats[color], Seat::Terminal { .. }));
        if let Some(color) = terminal {
            table.end(Ended::Forfeited(color), now);
        }
        table.settle_after_loading(now);
        Ok(table)
    }

    /// The moves that can be played again.
    fn taken_back(&self) -> Vec<String> {
        if self.redoable == 0 {
            return Vec::new();
        }
        let mut game = self.game.clone();
        for _ in 0..self.redoable {
            game.redo();
        }
        let moves = game.history().into_iter().skip(self.game.len());
        moves.map(|mv| mv.text).collect()
    }

    fn settle_after_loading(&mut self, now: Timestamp) {
        let (turn, over, begun) = (self.game.turn(), self.outcome().is_some(), !self.game.is_empty());
        if let Some(clock) = &mut self.clock {
            clock.run((begun && !over).then_some(turn), now);
        }
        self.refresh_legal();
    }
}
