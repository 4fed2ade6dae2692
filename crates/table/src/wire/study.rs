//! The variations of a game and the annotations of its moves.

use serde::{Deserialize, Serialize};

use super::{GameResult, MoveInfo, NewPly};
use crate::log::Mark;

/// A moment of a game or of one of its variations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Moment {
    /// The number of moves played.
    pub ply: u32,
    /// The move of the variation that led there; `null` in the game itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub node: Option<u32>,
}

/// A change of a study, other than adding moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StudyEdit {
    /// Move a variation before its siblings.
    Promote {
        /// Its first move.
        node: u32,
    },
    /// Remove a variation.
    Delete {
        /// Its first move.
        node: u32,
    },
    /// Set a comment; an empty one removes it.
    Comment {
        /// The moment.
        at: Moment,
        /// The text.
        text: String,
    },
    /// Replace the glyphs of a move.
    Annotate {
        /// The moment after the move.
        at: Moment,
        /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
        glyphs: Vec<u8>,
    },
    /// Replace the arrows and circles.
    Draw {
        /// The moment.
        at: Moment,
        /// All arrows and circles.
        marks: Vec<Mark>,
    },
}

/// A change of the variations and annotations of the watched game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StudyChange {
    /// The game's name in links.
    pub id: String,
    /// Whether this replaces everything that the client knows.
    pub whole: bool,
    /// New or changed moves, each after its parent.
    pub nodes: Vec<StudyNode>,
    /// Removed moves.
    pub gone: Vec<u32>,
    /// Whether the last change can be undone.
    pub undo: bool,
    /// Whether the last undone change can be redone.
    pub redo: bool,
}

/// A move of a variation, or a move of the game with variations or annotations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StudyNode {
    /// Its number, which is unique within the game for ever.
    pub id: u32,
    /// The number of moves up to and including it.
    pub ply: u32,
    /// The move and its parent, if it is in a variation; `null` for a move that was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub branch: Option<BranchMove>,
    /// The variations' moves that follow, in order. A move that was played precedes them and is not included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u32>>"))]
    pub next: Vec<u32>,
    /// The comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub comment: String,
    /// The glyphs, as in [`StudyEdit::Annotate`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u8>>"))]
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Mark>>"))]
    pub marks: Vec<Mark>,
}

/// A move of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BranchMove {
    /// The previous move.
    pub parent: u32,
    /// The move.
    pub mv: NewPly,
}

/// The legal moves and the result at a moment of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Looked {
    /// The game's name in links.
    pub id: String,
    /// The moment.
    pub at: Moment,
    /// The legal moves of the side to move.
    pub legal: Vec<MoveInfo>,
    /// The result of the game there, if it ends there.
    pub result: Option<GameResult>,
}
