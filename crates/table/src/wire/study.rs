//! The variations of a game and the annotations of its moves.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{GameResult, MoveInfo, NewPly};
use crate::log::Mark;

/// A moment of a game or of one of its variations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
pub struct Moment {
    /// How many moves were played then.
    pub ply: u32,
    /// The move of a variation that led there; nothing in the game itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub node: Option<u32>,
}

/// A change of a study, other than adding moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
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
        /// When.
        at: Moment,
        /// The text.
        text: String,
    },
    /// Replace the glyphs of a move.
    Annotate {
        /// After the move.
        at: Moment,
        /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
        glyphs: Vec<u8>,
    },
    /// Replace the arrows and circles.
    Draw {
        /// When.
        at: Moment,
        /// All of them.
        marks: Vec<Mark>,
    },
}

/// A change of the variations and annotations of the watched game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct StudyChange {
    /// The game's name in links.
    pub id: String,
    /// Whether this is all there is, instead of what is known.
    pub whole: bool,
    /// Moves that are new or changed, each after the move that it follows.
    pub nodes: Vec<StudyNode>,
    /// Moves that are not there any more.
    pub gone: Vec<u32>,
    /// Whether the last change can be undone.
    pub undo: bool,
    /// Whether what was undone can be done again.
    pub redo: bool,
}

/// A move of a variation, or a move of the game with variations or annotations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct StudyNode {
    /// Its number, which no other move of the game ever has.
    pub id: u32,
    /// How many moves there are with it.
    pub ply: u32,
    /// The move of a variation, and the move before it; nothing for what was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub branch: Option<BranchMove>,
    /// The moves of variations that follow, in their order; what was played comes before them and is not among them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u32>>")]
    pub next: Vec<u32>,
    /// The remark about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub comment: String,
    /// How it is judged, as in [`StudyEdit::Annotate`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pub glyphs: Vec<u8>,
    /// Arrows and circles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Mark>>")]
    pub marks: Vec<Mark>,
}

/// A move of a variation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BranchMove {
    /// The move before it.
    pub parent: u32,
    /// The move.
    pub mv: NewPly,
}

/// The legal moves and the result at a moment of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Looked {
    /// The game's name in links.
    pub id: String,
    /// The moment.
    pub at: Moment,
    /// What the side to move could play.
    pub legal: Vec<MoveInfo>,
    /// How the game ends there, if it does.
    pub result: Option<GameResult>,
}
