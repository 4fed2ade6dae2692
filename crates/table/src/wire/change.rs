//! Changes of a game for a client that knows the rest: a move takes a few hundred bytes.

use serde::{Deserialize, Deserializer, Serialize};

use super::{
    Action, ClockView, Frame, GameResult, GameSetup, GameView, LineOfAction, MoveInfo, Permissions, Ply,
    Proposal, SeatView, Side, Status, StoreFailure,
};

/// A change of the watched game. Missing values are unchanged.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GameChange {
    /// The game's name in links.
    pub id: String,
    /// If moves were played or taken back: the number of the first ply in `plies`, which replace all plies from
    /// there on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub from: Option<u32>,
    /// The moves from there on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<NewPly>>"))]
    pub plies: Vec<NewPly>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub legal: Option<Vec<MoveInfo>>,
    /// As in [`GameView`]. Spectators of a game in progress get no new value: only the turn changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub status: Option<Status>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "said")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub result: Option<Option<GameResult>>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seats: Option<[SeatView; 2]>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "said")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub clock: Option<Option<ClockView>>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "said")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub proposal: Option<Option<Proposal>>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub thinking: Option<bool>,
    /// The receiver's permissions, by the names of [`Permissions`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional, type = "(keyof Permissions)[]"))]
    pub may: Option<Vec<String>>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub spectators: Option<u32>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "said")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub next: Option<Option<String>>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "said")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub room: Option<Option<String>>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub setup: Option<GameSetup>,
    /// As in [`GameView`].
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "said")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub unsaved: Option<Option<StoreFailure>>,
}

/// A move that was played, by its effect on the board: the target and the turned squares become the mover's,
/// and a piece that jumps, slides or captures leaves its origin empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NewPly {
    /// As in [`MoveInfo`].
    pub text: String,
    /// As in [`MoveInfo`].
    pub action: Action,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u16>>"))]
    pub origins: Vec<u16>,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub target: Option<u16>,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u16>>"))]
    pub turned: Vec<u16>,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub line: Option<LineOfAction>,
    /// The side to move after it.
    pub turn: Side,
    /// The position after it, as text.
    pub position: String,
    /// The squares after it, if they do not follow from the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cells: Option<String>,
}

/// Deserialises a value that may be `null` but is present.
fn said<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn letter(side: Side) -> u8 {
    match side {
        Side::Black => b'b',
        Side::White => b'w',
    }
}

impl MoveInfo {
    /// Returns the squares after this move of a side.
    pub fn applied(&self, cells: &str, mover: Side) -> String {
        let mut squares = cells.as_bytes().to_vec();
        let mut set = |square: &u16, to: u8| {
            if let Some(square) = squares.get_mut(usize::from(*square)) {
                *square = to;
            }
        };
        if matches!(self.action, Action::Jump | Action::Slide | Action::Capture) {
            for origin in &self.origins {
                set(origin, b'.');
            }
        }
        for square in self.target.iter().chain(&self.turned) {
            set(square, letter(mover));
        }
        // ASCII bytes were replaced by ASCII bytes.
        String::from_utf8(squares).unwrap_or_default()
    }
}

impl NewPly {
    /// Returns the new ply after this board.
    pub(crate) fn after(before: &Frame, ply: &Ply) -> NewPly {
        let (mv, after) = (ply.mv.clone(), &ply.after);
        let tells_all = mv.applied(&before.cells, before.turn) == after.cells;
        NewPly {
            text: mv.text,
            action: mv.action,
            origins: mv.origins,
            target: mv.target,
            turned: mv.turned,
            line: mv.line,
            turn: after.turn,
            position: after.position.clone(),
            cells: (!tells_all).then(|| after.cells.clone()),
        }
    }

    /// Returns the full ply after this board.
    fn on(self, before: &Frame) -> Ply {
        let mv = MoveInfo {
            text: self.text,
            action: self.action,
            origins: self.origins,
            target: self.target,
            turned: self.turned,
            line: self.line,
        };
        let cells = self
            .cells
            .unwrap_or_else(|| mv.applied(&before.cells, before.turn));
        let count = |side| cells.bytes().filter(|cell| *cell == letter(side)).count() as u32;
        Ply {
            mv,
            after: Frame {
                counts: [count(Side::Black), count(Side::White)],
                cells,
                turn: self.turn,
                position: self.position,
            },
        }
    }
}

impl Permissions {
    /// Returns the names of the granted permissions.
    fn names(self) -> Vec<String> {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::Object(all)) => {
                let allowed = all.into_iter().filter(|(_, allowed)| *allowed == true);
                allowed.map(|(name, _)| name).collect()
            }
            // A struct of booleans serialises to an object.
            _ => Vec::new(),
        }
    }

    /// Returns exactly the permissions with these names.
    fn named(names: &[String]) -> Permissions {
        let mut all = serde_json::to_value(Permissions::default()).unwrap_or_default();
        for name in names {
            all[name] = true.into();
        }
        serde_json::from_value(all).unwrap_or_default()
    }
}

/// Returns the new value, if it differs.
fn new<T: PartialEq + Clone>(before: &T, now: &T) -> Option<T> {
    (before != now).then(|| now.clone())
}

impl GameChange {
    /// Returns the change to `now`, whose moves begin at `now.from`, for a client that knows `before`, whose
    /// moves may be missing, and `last`, the board before those moves. Returns `None` when nothing is new.
    pub fn between(before: &GameView, now: &GameView, last: &Frame, has_moved: bool) -> Option<GameChange> {
        let mut frame = last;
        let mut plies = Vec::with_capacity(now.plies.len());
        for ply in &now.plies {
            plies.push(NewPly::after(frame, ply));
            frame = &ply.after;
        }
        let watches = matches!(
            (before.status, now.status),
            (Status::Watching { .. }, Status::Watching { side }) if side == frame.turn
        );
        let change = GameChange {
            id: now.id.clone(),
            from: has_moved.then_some(now.from),
            plies,
            legal: new(&before.legal, &now.legal),
            status: new(&before.status, &now.status).filter(|_| !watches),
            result: new(&before.result, &now.result),
            seats: new(&before.seats, &now.seats),
            clock: new(&before.clock, &now.clock),
            proposal: new(&before.proposal, &now.proposal),
            thinking: new(&before.thinking, &now.thinking),
            may: new(&before.may, &now.may).map(|may| may.names()),
            spectators: new(&before.spectators, &now.spectators),
            next: new(&before.next, &now.next),
            room: new(&before.room, &now.room),
            setup: new(&before.setup, &now.setup),
            unsaved: new(&before.unsaved, &now.unsaved),
        };
        let nothing = GameChange {
            id: now.id.clone(),
            ..GameChange::default()
        };
        (change != nothing).then_some(change)
    }
}

impl GameView {
    /// Applies a change. Returns `false` and changes nothing when moves in between are missing.
    pub fn apply(&mut self, change: GameChange) -> bool {
        if let Some(from) = change.from {
            let Some(kept) = (from as usize).checked_sub(self.from as usize) else {
                return false;
            };
            if kept > self.plies.len() || (kept == 0 && from > 0) {
                return false;
            }
            self.plies.truncate(kept);
            for ply in change.plies {
                let before = self.plies.last().map_or(&self.start, |ply| &ply.after);
                let ply = ply.on(before);
                self.plies.push(ply);
            }
        }
        let turn = self.plies.last().map_or(self.start.turn, |ply| ply.after.turn);
        if let Status::Watching { side } = &mut self.status {
            *side = turn;
        }
        set(&mut self.legal, change.legal);
        set(&mut self.status, change.status);
        set(&mut self.result, change.result);
        set(&mut self.seats, change.seats);
        set(&mut self.clock, change.clock);
        set(&mut self.proposal, change.proposal);
        set(&mut self.thinking, change.thinking);
        set(&mut self.may, change.may.map(|names| Permissions::named(&names)));
        set(&mut self.spectators, change.spectators);
        set(&mut self.next, change.next);
        set(&mut self.room, change.room);
        set(&mut self.setup, change.setup);
        set(&mut self.unsaved, change.unsaved);
        true
    }
}

fn set<T>(field: &mut T, new: Option<T>) {
    if let Some(new) = new {
        *field = new;
    }
}
