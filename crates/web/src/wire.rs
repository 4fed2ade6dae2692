//! The messages between the page and the server, one JSON object per WebSocket frame.
//!
//! The page knows no rules: it is given squares, legal moves, results and what it may ask for. Squares are
//! numbered row by row from the top left corner, from 0. The TypeScript types of the page are generated from
//! these (`cargo test -p parlor-web --test wire_types`, with `PARLOR_WRITE_TYPES=1` to write them).

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One of the two sides: `black` is the first mover in every game (Ataxx shows it as red).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side that moves first.
    Black,
    /// The side that moves second.
    White,
}

/// What the page may say.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ClientMessage {
    /// Begin a game and watch it.
    Create {
        /// What is to be played, and by whom.
        setup: GameSetup,
    },
    /// Watch a game; with the secret of a free seat, take it.
    Open {
        /// The game.
        game: String,
        /// The secret from an invitation.
        seat: Option<String>,
    },
    /// Stop watching.
    Leave,
    /// Join a game that a terminal program hosts on this server.
    Join {
        /// The name given to the terminal's `host` command.
        room: String,
    },
    /// Play a move.
    Play {
        /// How many moves were played when the player decided: a stale click plays nothing.
        ply: u32,
        /// The move in the game's notation.
        text: String,
    },
    /// Take back the last move of this player, or ask the other player for it.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Go back to an earlier moment of the game and go on from there.
    Rewind {
        /// How many moves are to remain.
        ply: u32,
    },
    /// Answer the other player's proposal.
    Answer {
        /// Whether it is accepted.
        accept: bool,
    },
    /// Give up the game.
    Resign,
    /// Ask for another game with sides exchanged, or begin it when nobody needs to be asked.
    Rematch,
    /// Let a person or the computer play a side from now on.
    Switch {
        /// The side.
        side: Side,
        /// Who plays it.
        player: Player,
    },
    /// Let the computer stop thinking and move at once.
    MoveNow,
    /// Ask what the computer would play.
    Hint,
    /// Analyse a moment of the game, and keep telling.
    Analyse {
        /// How many moves were played then.
        ply: u32,
        /// How many best moves to compare.
        lines: u8,
    },
    /// Stop analysing.
    StopAnalysis,
    /// Judge every move of the game.
    Review,
    /// List saved games.
    Games {
        /// Only games whose names, result or date hold this.
        search: String,
        /// How many to leave out at the beginning.
        skip: u32,
    },
    /// Forget a saved game.
    Delete {
        /// The game.
        game: String,
    },
    /// Write the game down in a format.
    Export {
        /// One of [`GameInfo::formats`].
        format: String,
    },
    /// Read games or positions from text whose format is found out.
    Import {
        /// The text, or the bytes of a file in base64 when `binary`.
        content: String,
        /// Whether `content` is base64.
        binary: bool,
        /// Which game of several to open.
        pick: Option<u32>,
    },
    /// Ask whether an edited board can be played, and how it is written.
    Check {
        /// The board.
        board: Edit,
    },
    /// Tell the others a name.
    Rename {
        /// The name.
        name: String,
    },
    /// Ask for a sign of life.
    Ping,
}

/// What the server may say.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of every connection.
    Welcome(Welcome),
    /// The game that is watched, as it is now.
    Game(Box<GameView>),
    /// A move for whoever asked for a hint.
    Hint {
        /// How many moves were played when it was asked for.
        ply: u32,
        /// The move.
        mv: MoveInfo,
        /// What the engine thinks of it, in words.
        why: String,
    },
    /// What the analysis found so far.
    Analysis(Analysis),
    /// What the review of the game found at one moment.
    Reviewed(Reviewed),
    /// The review is complete.
    ReviewDone,
    /// Saved games.
    Games {
        /// The newest first.
        games: Vec<GameSummary>,
        /// Whether there are more.
        more: bool,
    },
    /// A game written down.
    Exported {
        /// A name for the file.
        file: String,
        /// Its text, or base64 when `binary`.
        content: String,
        /// Whether `content` is base64.
        binary: bool,
    },
    /// An import with several games: one must be picked.
    Choose {
        /// One line for each.
        games: Vec<String>,
    },
    /// The answer to a check.
    Checked {
        /// The position in text, if the board can be played.
        position: Option<String>,
        /// Why it cannot.
        problem: Option<String>,
    },
    /// A game that a terminal hosts has begun.
    Joined {
        /// The game, to be opened.
        game: String,
    },
    /// Something worth knowing.
    Notice {
        /// What.
        text: String,
    },
    /// Something was not done.
    Refused {
        /// Why.
        reason: String,
    },
    /// The answer to a ping.
    Pong,
}

/// The first message of every connection.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Welcome {
    /// The version of Parlor.
    pub version: String,
    /// The games that can be played.
    pub games: Vec<GameInfo>,
    /// Whether games are kept; if not, why.
    pub not_saving: Option<String>,
    /// Games hosted from a terminal that wait for a second player.
    pub rooms: Vec<String>,
    /// Where others on the network find this server, if they can.
    pub address: Option<String>,
}

/// A game that can be played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct GameInfo {
    /// The name in messages.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What the sides are called, the first mover first.
    pub sides: [String; 2],
    /// The rule sets, the usual one first.
    pub rules: Vec<Choice>,
    /// The sizes of the board, the usual one first; empty when there is only one.
    pub sizes: Vec<String>,
    /// The designations of the squares of the upper left quarter where a block can be placed, with the
    /// squares each covers; empty when there are no blocks.
    pub blocks: Vec<BlockInfo>,
    /// The usual limit on the moves of both sides, if there is one.
    pub move_limit: Option<u32>,
    /// The strengths of the computer, the weakest first.
    pub levels: Vec<Choice>,
    /// The ways to write a game down.
    pub formats: Vec<Choice>,
    /// The start position.
    pub start: Frame,
    /// How many rows the usual board has.
    pub rows: u8,
    /// How many columns the usual board has.
    pub columns: u8,
    /// The names of the columns of the usual board, from the left.
    pub column_names: Vec<String>,
    /// The names of its rows, from the top.
    pub row_names: Vec<String>,
}

/// Something that can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Choice {
    /// The name in messages.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// What it means.
    pub text: String,
}

/// A block and its mirror images.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct BlockInfo {
    /// The letter or digit.
    pub name: String,
    /// The squares it covers.
    pub squares: Vec<u16>,
}

/// What is to be played, and by whom.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct GameSetup {
    /// One of the games of the welcome.
    pub game: String,
    /// Agreements by name: `rules`, `size`, `blocks`, `limit`. What is not said is as usual.
    pub agreements: Vec<(String, String)>,
    /// A position to begin from, in text.
    pub position: Option<String>,
    /// Who plays black and white.
    pub players: [Player; 2],
    /// The time for each side, if the game is timed.
    pub clock: Option<ClockSetup>,
    /// A name under which a terminal program can join.
    pub room: Option<String>,
}

impl GameSetup {
    /// An untimed game with the usual agreements, from the usual start.
    pub fn usual(game: &str, players: [Player; 2]) -> GameSetup {
        GameSetup {
            game: game.to_owned(),
            agreements: Vec::new(),
            position: None,
            players,
            clock: None,
            room: None,
        }
    }
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Player {
    /// Whoever says this.
    Me,
    /// Whoever opens the invitation.
    Friend,
    /// The computer.
    Computer {
        /// One of the levels of the game.
        level: String,
    },
}

/// The time for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ClockSetup {
    /// Seconds for the whole game.
    pub seconds: u32,
    /// Seconds added after each move.
    pub increment: u32,
}

/// The board at one moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Frame {
    /// One character a square: `b`, `w`, `.` for empty, `#` for a block.
    pub cells: String,
    /// How many pieces each side has.
    pub counts: [u32; 2],
    /// Whose turn it is.
    pub turn: Side,
}

/// What a move does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// A disc is placed.
    Place,
    /// A piece grows into a neighbouring square.
    Extend,
    /// A piece jumps.
    Jump,
    /// A piece slides to an empty square.
    Slide,
    /// A piece captures.
    Capture,
    /// Nothing: the side is stuck.
    Pass,
}

/// A move as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct MoveInfo {
    /// The move in the game's notation.
    pub text: String,
    /// What it does.
    pub action: Action,
    /// The squares it may be said to start from.
    pub origins: Vec<u16>,
    /// The square it leads to.
    pub target: Option<u16>,
    /// The squares whose pieces change sides.
    pub turned: Vec<u16>,
    /// The line of action it follows.
    pub line: Option<LineOfAction>,
}

/// A line through the board and the pieces on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct LineOfAction {
    /// The first square of the line.
    pub from: u16,
    /// The last square of the line.
    pub to: u16,
    /// How many pieces are on it.
    pub count: u32,
}

/// A move that was played, and the board after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Ply {
    /// The move.
    pub mv: MoveInfo,
    /// The board after it.
    pub after: Frame,
    /// The move in words, for the screen reader.
    pub spoken: String,
}

/// A game as one of its players or spectators may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct GameView {
    /// The game's name in links.
    pub id: String,
    /// Grows with every change.
    pub version: u32,
    /// Which game it is.
    pub game: String,
    /// What was agreed upon, in words.
    pub agreements: Vec<String>,
    /// How many rows the board has.
    pub rows: u8,
    /// How many columns the board has.
    pub columns: u8,
    /// The names of the columns, from the left.
    pub column_names: Vec<String>,
    /// The names of the rows, from the top.
    pub row_names: Vec<String>,
    /// The board before the first move.
    pub start: Frame,
    /// The number of the first ply in `plies`: what the page knows from there on is replaced by them.
    pub from: u32,
    /// The moves from there.
    pub plies: Vec<Ply>,
    /// What the side to move may play; only for whoever plays it.
    pub legal: Vec<MoveInfo>,
    /// Whose turn it is and what that means, or how the game ended.
    pub status: String,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// Both sides.
    pub seats: [SeatView; 2],
    /// The clocks, if the game is timed.
    pub clock: Option<ClockView>,
    /// A proposal that waits for an answer.
    pub proposal: Option<Proposal>,
    /// Whether the computer is thinking.
    pub thinking: bool,
    /// What the receiver may ask for.
    pub may: Permissions,
    /// How many others are watching.
    pub spectators: u32,
    /// The game that followed this one.
    pub next: Option<String>,
    /// The name under which a terminal program can join, while it can.
    pub room: Option<String>,
    /// The position now, in text.
    pub position: String,
    /// The agreements that are not the usual ones, to begin a like game.
    pub setup: GameSetup,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct GameResult {
    /// The winner; nobody when it is drawn.
    pub winner: Option<Side>,
    /// The result in words.
    pub text: String,
}

/// One side of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct SeatView {
    /// Who plays it, in words.
    pub name: String,
    /// The computer's level, if the computer plays it.
    pub level: Option<String>,
    /// Whether the receiver plays it.
    pub yours: bool,
    /// Whether somebody has yet to take it.
    pub free: bool,
    /// Whether a person plays it who is connected now.
    pub present: bool,
    /// The secret that takes this seat; only for whoever invites.
    pub invitation: Option<String>,
}

/// The clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct ClockView {
    /// Milliseconds left for each side.
    pub left: [u32; 2],
    /// The side whose clock runs.
    pub running: Option<Side>,
}

/// What one player asked of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Proposal {
    /// What was asked for.
    pub kind: ProposalKind,
    /// Who asked.
    pub by: Side,
    /// Whether the receiver is to answer.
    pub for_you: bool,
}

/// What one player may ask of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ProposalKind {
    /// To take back a move.
    Takeback,
    /// To play again.
    Rematch,
}

/// What the receiver of a view may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
pub struct Permissions {
    /// To take back a move, at once.
    pub undo: bool,
    /// To play it again.
    pub redo: bool,
    /// To ask the other player to take back a move.
    pub takeback: bool,
    /// To give up.
    pub resign: bool,
    /// To play again.
    pub rematch: bool,
    /// To let a person or the computer play a side from now on.
    pub switch: bool,
    /// To ask for a hint.
    pub hint: bool,
    /// To analyse and review.
    pub analyse: bool,
    /// To go back to an earlier moment and go on from there.
    pub rewind: bool,
}

/// A score, from black's side.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct ScoreView {
    /// The score in words: `+6.0`, `won by 12`, `win in 5`.
    pub text: String,
    /// How likely black is to win, from 0 to 1: what the bar shows.
    pub chance: f64,
}

/// What the analysis found so far.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Analysis {
    /// The moment.
    pub ply: u32,
    /// How deep it looked.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How many positions a second.
    pub speed: u64,
    /// The best moves, the best first.
    pub lines: Vec<AnalysisLine>,
    /// Whether there is nothing more to find out.
    pub done: bool,
}

/// A move and what would follow.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct AnalysisLine {
    /// The score.
    pub score: ScoreView,
    /// The first move.
    pub mv: MoveInfo,
    /// All moves of the line in text.
    pub moves: Vec<String>,
}

/// What the review found at one moment.
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

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It lost a little.
    Inaccuracy,
    /// It lost a good deal.
    Mistake,
    /// It changed the result.
    Blunder,
}

/// A saved game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct GameSummary {
    /// The game's name in links.
    pub id: String,
    /// Which game it is.
    pub game: String,
    /// Who played black and white.
    pub names: [String; 2],
    /// How many moves were played.
    pub moves: u32,
    /// How it ended, in words; empty while it goes on.
    pub result: String,
    /// When it was last played, in seconds since 1970.
    pub updated: u64,
    /// How many rows the board has.
    pub rows: u8,
    /// How many columns the board has.
    pub columns: u8,
    /// The board as it is now, as in [`Frame::cells`].
    pub cells: String,
}

/// An edited board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Edit {
    /// Which game it is.
    pub game: String,
    /// Agreements by name, as in [`GameSetup`].
    pub agreements: Vec<(String, String)>,
    /// The squares, as in [`Frame::cells`].
    pub cells: String,
    /// Who is to move.
    pub turn: Side,
}
