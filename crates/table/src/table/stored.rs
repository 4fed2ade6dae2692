//! Storing a table, and restoring it after a restart or crash.

use parlor_core::{Color, Level, PerColor};
use parlor_games::annotated::Annotated;
use parlor_games::import::Imported;
use parlor_games::{AnyGame, export, opening, pgn};

use super::{Clock, EarlyEnd, Seat, StoredClock, Table};
use crate::log::{
    self, EndCause, GameEvent, GameLog, GameMetadata, GameStart, GameTree, LogError, StoredSeat,
};
use crate::wire::GameSummary;
use crate::{PlayerId, Secrets, Timestamp};
use crate::{result, views};

/// The events of a game since it was last stored, and the data for lists and searches.
#[derive(Clone, PartialEq, Debug)]
pub struct Append {
    /// The sequence number of the first event.
    pub first: u64,
    /// The events.
    pub events: Vec<GameEvent>,
    /// The game's entry in lists; the store sets `updated`.
    pub summary: GameSummary,
    /// The names of both sides and the result, as text for searches: in English, the result empty while the
    /// game is in progress.
    pub searched: [String; 3],
    /// The people whose lists contain it.
    pub people: Vec<PlayerId>,
    /// When it was played, in milliseconds since 1970, if not now.
    pub played_at: Option<u64>,
}

impl Append {
    /// Returns the game's name in links.
    pub fn id(&self) -> &str {
        &self.summary.id
    }

    /// Returns a game that was played elsewhere, to store without opening: the start of [`Table::imported`],
    /// without the cost of a table.
    pub fn imported(secrets: &mut Secrets, creator: &PlayerId, found: Imported) -> Append {
        let Imported { details, game, names } = found;
        let seats = Seat::imported(secrets, creator, &names);
        let ended = ended_elsewhere(&game, details.termination.as_deref());
        let names = PerColor(Color::ALL.map(|color| seats[color].name()));
        let (summary, searched) = listed(secrets.game_id(), &game, &names, ended);
        Append {
            first: 1,
            events: vec![begun(&game, &names, ended, details.notes.as_ref(), |record| {
                GameMetadata {
                    creator: creator.clone(),
                    seats: seats.0.map(StoredSeat::from),
                    clock: None,
                    ended: record,
                    next: None,
                    taken_back: Vec::new(),
                    imported: true,
                }
            })],
            summary,
            searched,
            people: vec![creator.clone()],
            played_at: details.played_at,
        }
    }

    /// Returns the sequence number of the last event.
    pub fn last(&self) -> u64 {
        self.first + self.events.len() as u64 - u64::from(!self.events.is_empty())
    }
}

impl From<Seat> for StoredSeat {
    fn from(seat: Seat) -> StoredSeat {
        match seat {
            Seat::Person { player, name, secret } => StoredSeat::Person { player, name, secret },
            Seat::Computer { level } => StoredSeat::Computer {
                level: level.number(),
            },
            Seat::Terminal { name } => StoredSeat::Terminal { name },
        }
    }
}

impl From<StoredSeat> for Seat {
    fn from(seat: StoredSeat) -> Seat {
        match seat {
            StoredSeat::Person { player, name, secret } => Seat::Person { player, name, secret },
            StoredSeat::Computer { level } => Seat::Computer {
                level: Level::new(level).unwrap_or(Level::FULL),
            },
            StoredSeat::Terminal { name } => Seat::Terminal { name },
        }
    }
}

impl Table {
    /// Returns the moves of the game with its variations, comments and drawings.
    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// Returns whether there are events that are not known to be stored.
    pub fn is_unsaved(&self) -> bool {
        !self.unsaved.is_empty()
    }

    /// Returns all events that are not known to be stored.
    pub fn append(&self) -> Append {
        let (summary, searched) = listed(self.id.clone(), &self.game, &self.names(), self.ended);
        Append {
            first: self.n_stored + 1,
            events: self.unsaved.clone(),
            summary,
            searched,
            people: self.people(),
            played_at: None,
        }
    }

    /// Records that the events up to this one are stored.
    pub fn stored(&mut self, last: u64) {
        let n = last.saturating_sub(self.n_stored).min(self.unsaved.len() as u64);
        self.unsaved.drain(..n as usize);
        self.n_stored += n;
    }

    /// Restores the table of a stored game.
    pub fn from_log(log: &GameLog, now: Timestamp) -> Result<Table, LogError> {
        let replayed = log::replay(&log.events)?;
        let clock = replayed.clock.as_ref().map(Clock::from_stored);
        let mut table = Table::at(
            log.id.clone(),
            replayed.creator,
            replayed.game,
            replayed.seats,
            clock,
        );
        table.ended = replayed.ended;
        table.proposal = replayed.proposal;
        table.next = replayed.next;
        table.redoable = replayed.redoable;
        table.n_imported = replayed.n_imported;
        table.tree = replayed.tree;
        table.find_variations();
        table.n_stored = log.events.len() as u64;
        // A terminal program does not come back, so its side forfeits.
        let terminal = Color::ALL
            .into_iter()
            .find(|&color| matches!(table.seats[color], Seat::Terminal { .. }));
        if let Some(color) = terminal {
            table.end(EarlyEnd::Forfeited(color), now);
        }
        table.settle_after_loading(now);
        Ok(table)
    }

    /// Records an event.
    pub(super) fn note(&mut self, event: GameEvent) {
        let seq = self.n_stored + self.unsaved.len() as u64 + 1;
        // Every event was checked before it is recorded.
        let followed = self.tree.follow(seq, &event);
        debug_assert_eq!(followed, Ok(()));
        self.unsaved.push(event);
    }

    /// Starts the event log with the current game.
    pub(super) fn begin_log(&mut self) {
        let moves: Vec<String> = self.plies.iter().map(|ply| ply.mv.text.clone()).collect();
        self.tree = GameTree::of_line(&moves, moves.len());
        self.n_stored = 0;
        self.unsaved = vec![begun(&self.game, &self.names(), self.ended, None, |ended| {
            GameMetadata {
                creator: self.creator.clone(),
                seats: self.seats.0.clone().map(StoredSeat::from),
                clock: self.stored_clock(Timestamp::default()),
                ended,
                next: self.next.clone(),
                taken_back: Vec::new(),
                imported: self.n_imported > 0,
            }
        })];
    }

    /// Returns the clocks in stored form.
    pub(super) fn stored_clock(&self, now: Timestamp) -> Option<StoredClock> {
        self.clock.as_ref().map(|clock| clock.to_stored(now))
    }

    fn settle_after_loading(&mut self, now: Timestamp) {
        self.run_clock(now);
        self.refresh_legal();
    }
}

/// Returns how a game that was played elsewhere ended, if not by its rules.
pub(super) fn ended_elsewhere(game: &AnyGame, termination: Option<&str>) -> Option<EarlyEnd> {
    let termination = termination.filter(|_| game.outcome().is_none())?;
    result::read_ended(game.kind(), termination)
}

fn begun(
    game: &AnyGame,
    names: &PerColor<String>,
    ended: Option<EarlyEnd>,
    notes: Option<&Annotated>,
    around: impl FnOnce(Option<(EndCause, u8)>) -> GameMetadata,
) -> GameEvent {
    let tagged = export::tagged(game, names, &log::termination(game, ended));
    GameEvent::Begun(Box::new(GameStart {
        record: match notes {
            Some(notes) => pgn::write_annotated(&tagged, notes),
            None => pgn::write(&tagged),
        },
        table: around(ended.map(|ended| (ended.into(), ended.loser().index() as u8))),
    }))
}

/// Returns the list entry of a game, and its names and result for searches.
fn listed(
    id: String,
    game: &AnyGame,
    names: &PerColor<String>,
    ended: Option<EarlyEnd>,
) -> (GameSummary, [String; 3]) {
    let summary = GameSummary {
        id,
        game: game.kind().name().to_owned(),
        names: Color::ALL.map(|color| result::read_name(&names[color])),
        moves: game.len() as u32,
        result: log::result_of(game, ended),
        updated: 0,
        rows: game.rows(),
        columns: game.columns(),
        cells: views::cells_text(&game.cells()),
        opening: opening::of(game).map(|found| found.name.to_owned()),
    };
    let searched = [
        names[Color::Black].clone(),
        names[Color::White].clone(),
        log::termination(game, ended),
    ];
    (summary, searched)
}
