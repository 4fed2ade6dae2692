//! The event log of a game: a list of events that only grows.
//!
//! Every event has a sequence number, from 1; the first is [`GameEvent::Begun`]. A store only adds events and never
//! changes one. [`replay`] reconstructs the game, with its [tree](GameTree) of variations, comments and drawings.
//! This module depends on neither tables nor stores.

mod tree;

use parlor_core::{Color, PerColor};
use parlor_games::{AnyGame, export, pgn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use tree::{Brush, EditError, GameTree, Mark, Node, NodeId, TreeEdit};

use crate::table::{EarlyEnd, Seat, StoredClock};
use crate::wire::{GameResult, ProposalKind, Side};
use crate::{PlayerId, result};

/// An event of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameEvent {
    /// The game began, or was imported with moves that were played elsewhere.
    Begun(Box<GameStart>),
    /// A move, including a pass.
    Played {
        /// The move in the game's notation.
        mv: String,
        /// The clocks after it, if the game is timed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// Moves were taken back. They can be replayed until another move is played.
    TakenBack {
        /// The number of moves that remained.
        to: u32,
        /// The clocks at that time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// Moves that had been taken back were replayed.
    PlayedAgain {
        /// The number of moves at that time.
        to: u32,
        /// The clocks at that time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// A player made a proposal to the other.
    Proposed {
        /// The kind of proposal.
        kind: ProposalKind,
        /// The side that made it.
        by: Side,
    },
    /// The other player answered.
    Answered {
        /// Whether they accepted.
        accept: bool,
    },
    /// The game ended other than by its rules.
    Ended {
        /// The cause.
        how: EndCause,
        /// The side that lost.
        loser: Side,
        /// The clocks at that time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// A side has a new player, or its player a new name.
    Seated {
        /// The side.
        side: Side,
        /// The player.
        seat: StoredSeat,
    },
    /// Another game followed this one.
    Followed {
        /// Its name in links.
        by: String,
    },
    /// The tree of variations was edited. This never changes the moves that were played.
    Edited {
        /// The edit.
        edit: TreeEdit,
    },
    /// An edit, or the reversal of one, was reverted.
    Reverted {
        /// Its sequence number.
        seq: u64,
    },
}

impl GameEvent {
    /// Returns the event as stores keep it. Not generic, so that it is compiled once, here.
    pub fn to_json(&self) -> String {
        // Strings, numbers and lists always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads the event of a store.
    pub fn from_json(text: &str) -> serde_json::Result<GameEvent> {
        serde_json::from_str(text)
    }
}

/// The start of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameStart {
    /// The game as [`pgn`] writes it, with the moves that were played before it was imported.
    pub record: String,
    /// The players and everything else besides the moves.
    pub table: GameMetadata,
}

/// The players and everything else about a game besides its moves. The first version stored this with every
/// move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameMetadata {
    /// The creator of the game.
    pub creator: PlayerId,
    /// Black's and White's seats.
    pub seats: [StoredSeat; 2],
    /// The clocks, if the game is timed.
    pub clock: Option<StoredClock>,
    /// The cause of the end and the index of the loser, if the game ended other than by its rules.
    pub ended: Option<(EndCause, u8)>,
    /// The game that followed.
    pub next: Option<String>,
    /// The moves that were taken back and can be replayed, the next one first.
    #[serde(default)]
    pub taken_back: Vec<String>,
    /// Whether it was played elsewhere. If so, its moves cannot be taken back here.
    #[serde(default)]
    pub imported: bool,
}

/// A seat in stored form.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum StoredSeat {
    /// A person, or a free seat.
    Person {
        /// The person.
        player: Option<PlayerId>,
        /// The person's name.
        name: String,
        /// The secret of an invitation.
        secret: String,
    },
    /// The computer.
    Computer {
        /// The number of its level.
        level: u8,
    },
    /// A person at a terminal program.
    Terminal {
        /// The person's name.
        name: String,
    },
}

/// How a game ends other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EndCause {
    /// A player resigned.
    Resigned,
    /// A player's time ran out.
    OutOfTime,
    /// A player left, or their program violated the protocol.
    Forfeited,
}

/// All events of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLog {
    /// The game's name in links.
    pub id: String,
    /// The events, the first one first.
    pub events: Vec<GameEvent>,
    /// The time of the last event, in milliseconds since 1970.
    pub updated: u64,
}

/// The reason why the events of a game cannot be replayed.
#[derive(Debug, Error)]
pub enum LogError {
    /// The first event is not the start.
    #[error("its first event is not its beginning")]
    NoBeginning,
    /// The record of the start is malformed.
    #[error("its moves cannot be read: {0}")]
    Record(#[from] pgn::ParseGameError),
    /// An event is impossible.
    #[error("event {seq} cannot have happened: {reason}")]
    Event {
        /// Its sequence number.
        seq: u64,
        /// The reason.
        reason: String,
    },
}

/// A game reconstructed from its events.
#[derive(Clone, Debug)]
pub(crate) struct Replayed {
    /// The game, at its last move; the moves taken back can be replayed.
    pub(crate) game: AnyGame,
    pub(crate) tree: GameTree,
    pub(crate) creator: PlayerId,
    pub(crate) seats: PerColor<Seat>,
    pub(crate) clock: Option<StoredClock>,
    pub(crate) ended: Option<EarlyEnd>,
    pub(crate) proposal: Option<(ProposalKind, Color)>,
    pub(crate) next: Option<String>,
    /// The number of moves that can be replayed.
    pub(crate) redoable: usize,
    /// The number of moves that were played elsewhere.
    pub(crate) n_imported: usize,
}

impl Replayed {
    /// Returns how the game ended in stored form: in English; empty while it is in progress.
    pub(crate) fn termination(&self) -> String {
        termination(&self.game, self.ended)
    }

    /// Returns the game in Parlor's own format.
    pub(crate) fn record(&self) -> String {
        let names = PerColor(Color::ALL.map(|color| self.seats[color].name()));
        let tagged = export::tagged(&self.game, &names, &self.termination());
        let annotated = self.tree.annotated();
        if annotated.has_notes() {
            pgn::write_annotated(&tagged, &annotated)
        } else {
            pgn::write(&tagged)
        }
    }
}

/// Returns how a game ended in stored form: in English; empty while it is in progress.
pub(crate) fn termination(game: &AnyGame, ended: Option<EarlyEnd>) -> String {
    result_of(game, ended).map_or_else(String::new, |ended| result::write(game.kind(), &ended))
}

/// Returns the result of a game, once it has ended.
pub(crate) fn result_of(game: &AnyGame, ended: Option<EarlyEnd>) -> Option<GameResult> {
    match ended {
        Some(ended) => Some(ended.result()),
        None => game.outcome().map(|outcome| result::by_rules(game, outcome)),
    }
}

/// Replays the events of a game.
pub(crate) fn replay(events: &[GameEvent]) -> Result<Replayed, LogError> {
    let Some((GameEvent::Begun(beginning), rest)) = events.split_first() else {
        return Err(LogError::NoBeginning);
    };
    let mut replayed = begin(beginning)?;
    for (seq, event) in (2..).zip(rest) {
        replayed.follow(seq, event)?;
    }
    Ok(replayed)
}

fn begin(beginning: &GameStart) -> Result<Replayed, LogError> {
    let GameStart { record, table } = beginning;
    let (tagged, annotated) = pgn::read_annotated(record)?;
    let mut game = tagged.game;
    let length = game.len();
    for mv in &table.taken_back {
        // Moves that cannot be replayed are lost, but not the game.
        if game.play(mv).is_err() {
            break;
        }
    }
    let moves: Vec<String> = game.history().into_iter().map(|mv| mv.text).collect();
    let tree = if annotated.has_notes() {
        GameTree::of_annotated(&annotated)
    } else {
        GameTree::of_line(&moves, length)
    };
    let redoable = game.len() - length;
    while game.len() > length && game.undo() {}
    let [black, white] = table.seats.clone();
    Ok(Replayed {
        game,
        tree,
        creator: table.creator.clone(),
        seats: PerColor([black.into(), white.into()]),
        clock: table.clock.clone(),
        ended: table.ended.map(|(how, loser)| {
            let loser = if loser == 0 { Color::Black } else { Color::White };
            how.of(loser)
        }),
        proposal: None,
        next: table.next.clone(),
        redoable,
        n_imported: if table.imported { length } else { 0 },
    })
}

impl Replayed {
    fn follow(&mut self, seq: u64, event: &GameEvent) -> Result<(), LogError> {
        let impossible = |reason: String| LogError::Event { seq, reason };
        self.tree
            .follow(seq, event)
            .map_err(|error| impossible(error.to_string()))?;
        match event {
            GameEvent::Begun(_) => return Err(impossible("a game begins once".to_owned())),
            GameEvent::Played { mv, clock } => {
                self.game
                    .play(mv)
                    .map_err(|error| impossible(format!("{mv}: {error}")))?;
                self.redoable = 0;
                self.proposal = None;
                self.set_clock(clock);
            }
            GameEvent::TakenBack { to, clock } => {
                while self.game.len() > *to as usize && self.game.undo() {
                    self.redoable += 1;
                }
                self.ended = None;
                self.proposal = None;
                self.set_clock(clock);
            }
            GameEvent::PlayedAgain { to, clock } => {
                while self.game.len() < *to as usize && self.redoable > 0 && self.game.redo() {
                    self.redoable -= 1;
                }
                self.proposal = None;
                self.set_clock(clock);
            }
            GameEvent::Proposed { kind, by } => self.proposal = Some((*kind, (*by).into())),
            GameEvent::Answered { .. } => self.proposal = None,
            GameEvent::Ended { how, loser, clock } => {
                self.ended = Some(how.of((*loser).into()));
                self.proposal = None;
                self.set_clock(clock);
            }
            GameEvent::Seated { side, seat } => self.seats[Color::from(*side)] = seat.clone().into(),
            GameEvent::Followed { by } => self.next = Some(by.clone()),
            // These concern only the tree.
            GameEvent::Edited { .. } | GameEvent::Reverted { .. } => {}
        }
        Ok(())
    }

    fn set_clock(&mut self, clock: &Option<StoredClock>) {
        if clock.is_some() {
            self.clock.clone_from(clock);
        }
    }
}

impl EndCause {
    /// Returns this end of a game with this loser.
    pub(crate) fn of(self, loser: Color) -> EarlyEnd {
        match self {
            EndCause::Resigned => EarlyEnd::Resigned(loser),
            EndCause::OutOfTime => EarlyEnd::OutOfTime(loser),
            EndCause::Forfeited => EarlyEnd::Forfeited(loser),
        }
    }
}

impl From<EarlyEnd> for EndCause {
    fn from(ended: EarlyEnd) -> EndCause {
        match ended {
            EarlyEnd::Resigned(_) => EndCause::Resigned,
            EarlyEnd::OutOfTime(_) => EndCause::OutOfTime,
            EarlyEnd::Forfeited(_) => EndCause::Forfeited,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beginning(record: &str) -> GameEvent {
        let seat = |name: &str| StoredSeat::Terminal { name: name.into() };
        GameEvent::Begun(Box::new(GameStart {
            record: record.into(),
            table: GameMetadata {
                creator: crate::Secrets::from_seed(1).player(),
                seats: [seat("Ann"), seat("Bob")],
                clock: None,
                ended: None,
                next: None,
                taken_back: Vec::new(),
                imported: false,
            },
        }))
    }

    fn played(mv: &str) -> GameEvent {
        GameEvent::Played {
            mv: mv.into(),
            clock: None,
        }
    }

    #[test]
    fn a_game_is_reconstructed_from_its_events() {
        let events = [
            beginning("[Game \"othello\"]\n\n1. d3\n"),
            played("c3"),
            played("c4"),
            GameEvent::TakenBack { to: 1, clock: None },
            GameEvent::PlayedAgain { to: 2, clock: None },
            GameEvent::Proposed {
                kind: ProposalKind::Takeback,
                by: Side::Black,
            },
            GameEvent::Ended {
                how: EndCause::Resigned,
                loser: Side::White,
                clock: None,
            },
        ];
        let game = replay(&events).unwrap();
        assert_eq!((game.game.len(), game.redoable, game.proposal), (2, 1, None));
        assert_eq!(game.ended, Some(EarlyEnd::Resigned(Color::White)));
        assert_eq!(game.termination(), "White resigns: black wins.");
        // The stored form preserves all of it.
        for event in &events {
            let text = serde_json::to_string(event).unwrap();
            assert_eq!(
                serde_json::from_str::<GameEvent>(&text).unwrap(),
                *event,
                "{text}"
            );
        }
    }

    #[test]
    fn impossible_events_are_reported_by_number() {
        let begun = || beginning("[Game \"othello\"]\n\n");
        assert!(matches!(replay(&[]), Err(LogError::NoBeginning)));
        assert!(matches!(replay(&[played("d3")]), Err(LogError::NoBeginning)));
        let wrong = [
            vec![begun(), played("a1")],
            vec![begun(), begun()],
            vec![begun(), GameEvent::Reverted { seq: 1 }],
        ];
        for events in wrong {
            let error = replay(&events).unwrap_err();
            assert!(matches!(error, LogError::Event { seq: 2, .. }), "{error}");
        }
    }
}
