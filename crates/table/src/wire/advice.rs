//! The engine's results for a game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Moment, MoveInfo, ScoreValue, Story};

/// A score from Black's point of view.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct ScoreView {
    /// What it says.
    pub value: ScoreValue,
    /// How likely black is to win, from 0 to 1: what the bar shows.
    pub chance: f64,
}

/// What the analysis found so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Analysis {
    /// The moment.
    pub at: Moment,
    /// How deep it looked.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How many positions a second.
    pub speed: u64,
    /// The best moves, the best first.
    pub lines: Vec<AnalysisLine>,
    /// What every move is worth, as far as it is known, in any order.
    pub values: Vec<MoveValue>,
    /// Whether there is nothing more to find out.
    pub done: bool,
    /// What is known of the end of the game, where a solver has seen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub end: Option<EndSeen>,
}

/// How sure the score of the best line is that of the end of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct EndSeen {
    /// How many plies away the end is.
    pub plies: u32,
    /// How sure, in percent; 100 is a proof.
    pub percent: u8,
}

/// A move and its continuation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct AnalysisLine {
    /// The score.
    pub score: ScoreView,
    /// The first move.
    pub mv: MoveInfo,
    /// All moves of the line in text.
    pub moves: Vec<String>,
    /// Whether the score is proven, and no estimate.
    pub exact: bool,
    /// How likely the score is that of the end of the game, in percent, where a solver has seen it and proven nothing yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub percent: Option<u8>,
}

/// The score of a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct MoveValue {
    /// The move in the game's notation.
    pub text: String,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u16>>")]
    pub origins: Vec<u16>,
    /// As in [`MoveInfo`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub target: Option<u16>,
    /// The score.
    pub score: ScoreView,
    /// How deep it was searched.
    pub depth: u32,
    /// Whether the score is proven, and no estimate.
    pub exact: bool,
}

/// The review's result for one moment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Reviewed {
    /// How many moves were played then.
    pub ply: u32,
    /// The score then.
    pub score: ScoreView,
    /// The best move then, if it was another than the one played.
    pub better: Option<String>,
    /// How much the move that led here lost.
    pub verdict: Option<Verdict>,
    /// How many moments there are.
    pub total: u32,
}

/// The engine's verdict on a move that could have been played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Judged {
    /// After how many moves of the game.
    pub ply: u32,
    /// The move.
    pub text: String,
    /// How bad it is; nothing when it is as good as the best.
    pub verdict: Option<Verdict>,
    /// Whether the engine would play it too.
    pub is_best: bool,
    /// How much of the chances to win it loses, from 0 to 1.
    pub lost: f64,
    /// The score after it.
    pub score: ScoreView,
    /// The move, the best answer to it, and what follows.
    pub line: Vec<String>,
}

/// The label of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct ReviewSummary {
    /// Where the game turned.
    pub story: Story,
    /// How well black and white played, from 0 to 100; nothing for a side that never had a choice.
    pub accuracy: [Option<u32>; 2],
    /// The last opening with a name that the game came through.
    pub opening: Option<NamedOpening>,
}

/// An opening with a name that a game came through.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct NamedOpening {
    /// Its name.
    pub name: String,
    /// After how many plies the game was there.
    pub ply: u32,
}
