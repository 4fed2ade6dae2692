//! What happened in a game, as it is kept: a list of events that only grows.
//!
//! Every event has a sequence number, from 1; the first is [`GameEvent::Begun`]. A store keeps events and never changes
//! one. [`replay`] makes a game of them again, with its [tree](GameTree) of variations, comments and drawings. This module
//! knows no table and no store.

mod tree;

use parlor_core::{Color, PerColor};
use parlor_games::{AnyGame, export, pgn};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use tree::{Brush, EditError, GameTree, Mark, Node, NodeId, TreeEdit};

use crate::table::{EarlyEnd, Seat, StoredClock};
use crate::wire::{GameResult, ProposalKind, Side};
use crate::{PlayerId, result};

/// Something that happened in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GameEvent {
    /// The game began, or came here with moves that were played elsewhere.
    Begun(Box<GameStart>),
    /// A move, a pass included.
    Played {
        /// The move in the game's notation.
        mv: String,
        /// The clocks after it, if the game is timed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// Moves were taken back. They can be played again until another move is played.
    TakenBack {
        /// How many remained.
        to: u32,
        /// The clocks then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// Moves that had been taken back were played again.
    PlayedAgain {
        /// How many there were then.
        to: u32,
        /// The clocks then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// A player asked the other for something.
    Proposed {
        /// What.
        kind: ProposalKind,
        /// Who asked.
        by: Side,
    },
    /// The other player answered.
    Answered {
        /// Whether they agreed.
        accept: bool,
    },
    /// The game ended other than by its rules.
    Ended {
        /// How.
        how: EndCause,
        /// Who lost by it.
        loser: Side,
        /// The clocks then.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clock: Option<StoredClock>,
    },
    /// Somebody plays a side from now on, or is called something else.
    Seated {
        /// The side.
        side: Side,
        /// Who plays it.
        seat: StoredSeat,
    },
    /// Another game followed this one.
    Followed {
        /// Its name in links.
        by: String,
    },
    /// The tree of variations was edited. Moves that were played never change by that.
    Edited {
        /// How.
        edit: TreeEdit,
    },
    /// An edit, or the reversal of one, does not hold any more.
    Reverted {
        /// Its sequence number.
        seq: u64,
    },
}

/// How a game began.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameStart {
    /// The game as [`pgn`] writes it, with the moves that were played before it came here.
    pub record: String,
    /// Everything else.
    pub table: GameMetadata,
}

/// Who plays, and what else there is about a game besides its moves. The first version stored this with every move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameMetadata {
    /// Who began it.
    pub creator: PlayerId,
    /// Black and white.
    pub seats: [StoredSeat; 2],
    /// The clocks, if the game is timed.
    pub clock: Option<StoredClock>,
    /// How it ended and the index of the loser, if it ended other than by its rules.
    pub ended: Option<(EndCause, u8)>,
    /// The game that followed.
    pub next: Option<String>,
    /// The moves that were taken back and can be played again, the next one first.
    #[serde(default)]
    pub taken_back: Vec<String>,
    /// Whether it was played elsewhere: its moves cannot be taken back here.
    #[serde(default)]
    pub imported: bool,
}

/// One side as it is kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum StoredSeat {
    /// A person, or nobody yet.
    Person {
        /// Who it is.
        player: Option<PlayerId>,
        /// What they are called.
        name: String,
        /// What an invitation holds.
        secret: String,
    },
    /// The computer.
    Computer {
        /// The number of its level.
        level: u8,
    },
    /// Somebody at a terminal program.
    Terminal {
        /// What they are called.
        name: String,
    },
}

/// How a game ends other than by its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EndCause {
    /// Somebody gave up.
    Resigned,
    /// Somebody's time ran out.
    OutOfTime,
    /// Somebody left, or their program said what it may not.
    Forfeited,
}

/// All events of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLog {
    /// The game's name in links.
    pub id: String,
    /// The events, the first one first.
    pub events: Vec<GameEvent>,
    /// When the last one happened, in milliseconds since 1970.
    pub updated: u64,
}

/// Why the events of a game cannot be followed.
#[derive(Debug, Error)]
pub enum LogError {
    /// It does not begin.
    #[error("its first event is not its beginning")]
    NoBeginning,
    /// The game that it begins with.
    #[error("its moves cannot be read: {0}")]
    Record(#[from] pgn::ParseGameError),
    /// An event that cannot have happened.
    #[error("event {seq} cannot have happened: {reason}")]
    Event {
        /// Its number.
        seq: u64,
        /// Why not.
        reason: String,
    },
}

/// A game out of its events.
#[derive(Clone, Debug)]
pub(crate) struct Replayed {
    /// The game, at its last move; what was taken back can be played again.
    pub(crate) game: AnyGame,
    pub(crate) tree: GameTree,
    pub(crate) creator: PlayerId,
    pub(crate) seats: PerColor<Seat>,
    pub(crate) clock: Option<StoredClock>,
    pub(crate) ended: Option<EarlyEnd>,
    pub(crate) proposal: Option<(ProposalKind, Color)>,
    pub(crate) next: Option<String>,
    /// How many moves can be played again.
    pub(crate) redoable: usize,
    /// How many moves were played elsewhere.
    pub(crate) n_imported: usize,
}

impl Replayed {
    /// How the game ended, as it is stored: in English; empty while it goes on.
    pub(crate) fn termination(&self) -> String {
        termination(&self.game, self.ended)
    }

    /// The game in Parlor's own form.
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

/// How a game ended, as it is stored: in English; empty while it goes on.
pub(crate) fn termination(game: &AnyGame, ended: Option<EarlyEnd>) -> String {
    result_of(game, ended).map_or_else(String::new, |ended| result::write(game.kind(), &ended))
}

/// How a game ended, once it has.
pub(crate) fn result_of(game: &AnyGame, ended: Option<EarlyEnd>) -> Option<GameResult> {
    match ended {
        Some(ended) => Some(ended.result()),
        None => game.outcome().map(|outcome| result::by_rules(game, outcome)),
    }
}

/// Follows the events of a game.
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
        // What cannot be played again is lost; the game itself is not.
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
                self.tell_clock(clock);
            }
            GameEvent::TakenBack { to, clock } => {
                while self.game.len() > *to as usize && self.game.undo() {
                    self.redoable += 1;
                }
                self.ended = None;
                self.proposal = None;
                self.tell_clock(clock);
            }
            GameEvent::PlayedAgain { to, clock } => {
                while self.game.len() < *to as usize && self.redoable > 0 && self.game.redo() {
                    self.redoable -= 1;
                }
                self.proposal = None;
                self.tell_clock(clock);
            }
            GameEvent::Proposed { kind, by } => self.proposal = Some((*kind, (*by).into())),
            GameEvent::Answered { .. } => self.proposal = None,
            GameEvent::Ended { how, loser, clock } => {
                self.ended = Some(how.of((*loser).into()));
                self.proposal = None;
                self.tell_clock(clock);
            }
            GameEvent::Seated { side, seat } => self.seats[Color::from(*side)] = seat.clone().into(),
            GameEvent::Followed { by } => self.next = Some(by.clone()),
            // These concern the tree alone.
            GameEvent::Edited { .. } | GameEvent::Reverted { .. } => {}
        }
        Ok(())
    }

    fn tell_clock(&mut self, clock: &Option<StoredClock>) {
        if clock.is_some() {
            self.clock.clone_from(clock);
        }
    }
}

impl EndCause {
    /// A game that this side lost by it.
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
    fn a_game_is_what_its_events_made_of_it() {
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
        // The form in which they are kept holds all of it.
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
    fn events_that_cannot_have_happened_are_named() {
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
