//! The engine's results for a game.

use serde::{Deserialize, Serialize};

use super::{Moment, MoveInfo, ScoreValue, Story};

/// A score from Black's point of view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScoreView {
    /// The value.
    pub value: ScoreValue,
    /// Black's chance of winning, from 0 to 1, for the evaluation bar.
    pub chance: f64,
}

/// Intermediate results of the analysis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Analysis {
    /// The moment.
    pub at: Moment,
    /// The search depth.
    pub depth: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of positions per second.
    pub speed: u64,
    /// The best lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// The value of every move, as far as it is known, in no particular order.
    pub values: Vec<MoveValue>,
    /// Whether the analysis is complete.
    pub done: bool,
    /// How certain the result of the game is, if a solver has reached the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub end: Option<EndSeen>,
}

/// The confidence that the score of the best line is that of the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EndSeen {
    /// The number of plies to the end.
    pub plies: u32,
    /// The confidence in percent; 100 is a proof.
    pub percent: u8,
}

/// A move and its continuation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AnalysisLine {
    /// The score.
    pub score: ScoreView,
    /// The first move.
    pub mv: MoveInfo,
    /// All moves of the line.
    pub moves: Vec<String>,
    /// Whether the score is proven, not estimated.
    pub exact: bool,
    /// The confidence, in percent, that the score is that of the end of the game, if a solver has reached it and
    /// not yet proven it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub percent: Option<u8>,
}

/// The score of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MoveValue {
    /// The move in the game's notation.
    pub text: String,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<u16>>"))]
    pub origins: Vec<u16>,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub target: Option<u16>,
    /// The score.
    pub score: ScoreView,
    /// The depth to which it was searched.
    pub depth: u32,
    /// Whether the score is proven, not estimated.
    pub exact: bool,
}

/// The review's result for one moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Reviewed {
    /// The number of moves played at this moment.
    pub ply: u32,
    /// The score at this moment.
    pub score: ScoreView,
    /// The best move, if another one was played.
    pub better: Option<String>,
    /// The label of the move that led here, if it was bad.
    pub verdict: Option<Verdict>,
    /// The total number of moments.
    pub total: u32,
}

/// The engine's verdict on a move that could have been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Judged {
    /// The number of moves of the game before it.
    pub ply: u32,
    /// The move.
    pub text: String,
    /// How bad it is; `null` if it is as good as the best.
    pub verdict: Option<Verdict>,
    /// Whether it is the engine's best move.
    pub is_best: bool,
    /// The loss of winning chances, from 0 to 1.
    pub lost: f64,
    /// The score after it.
    pub score: ScoreView,
    /// The move, the best reply, and the moves that follow.
    pub line: Vec<String>,
}

/// The label of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The move lost a little.
    Inaccuracy,
    /// The move lost a good deal.
    Mistake,
    /// The move changed the result.
    Blunder,
}

/// The review's summary of the whole game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ReviewSummary {
    /// Where the game turned.
    pub story: Story,
    /// The accuracy of Black and White, from 0 to 100; `null` for a side that never had a choice.
    pub accuracy: [Option<u32>; 2],
    /// The last named opening that the game passed through.
    pub opening: Option<NamedOpening>,
}

/// A named opening that a game passed through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedOpening {
    /// Its name.
    pub name: String,
    /// The ply at which the game reached it.
    pub ply: u32,
}
