// Generated from crates/table/src/wire.rs; do not edit.
// PARLOR_WRITE_TYPES=1 cargo test -p parlor-table --test wire_types writes it anew.

export type Side = "black" | "white";

export type ClientMessage = { "type": "create", 
/**
 * What is to be played, and by whom.
 */
setup: GameSetup, } | { "type": "open", 
/**
 * The game.
 */
game: string, 
/**
 * The secret from an invitation.
 */
seat: string | null, } | { "type": "leave" } | { "type": "join", 
/**
 * The name given to the terminal's `host` command.
 */
room: string, } | { "type": "play", 
/**
 * How many moves were played when the player decided: a stale click plays nothing.
 */
ply: number, 
/**
 * The move in the game's notation.
 */
text: string, } | { "type": "undo" } | { "type": "redo" } | { "type": "rewind", 
/**
 * How many moves are to remain.
 */
ply: number, } | { "type": "answer", 
/**
 * Whether it is accepted.
 */
accept: boolean, } | { "type": "resign" } | { "type": "rematch" } | { "type": "switch", 
/**
 * The side.
 */
side: Side, 
/**
 * Who plays it.
 */
player: Player, } | { "type": "move_now" } | { "type": "hint" } | { "type": "analyse", 
/**
 * How many moves were played then.
 */
ply: number, 
/**
 * How many best moves to compare.
 */
lines: number, } | { "type": "stop_analysis" } | { "type": "review" } | { "type": "games", 
/**
 * Only games whose game, names, result and date together hold every word of this.
 */
search: string, 
/**
 * How many to leave out at the beginning.
 */
skip: number, } | { "type": "delete", 
/**
 * The game.
 */
game: string, } | { "type": "export", 
/**
 * One of [`GameInfo::formats`].
 */
format: string, } | { "type": "export_all" } | { "type": "import", 
/**
 * The files that belong together, or one text.
 */
files: Array<ImportFile>, 
/**
 * Which game of several to open.
 */
pick: number | null, } | { "type": "check", 
/**
 * A number that comes back with the answer.
 */
id: number, 
/**
 * The board.
 */
board: Edit, } | { "type": "rename", 
/**
 * The name.
 */
name: string, } | { "type": "ping" };

export type ServerMessage = { "type": "welcome" } & Welcome | { "type": "game" } & GameView | { "type": "hint", 
/**
 * How many moves were played when it was asked for.
 */
ply: number, 
/**
 * The move.
 */
mv: MoveInfo, 
/**
 * What the engine thinks of it, in words.
 */
why: string, } | { "type": "analysis" } & Analysis | { "type": "reviewed" } & Reviewed | { "type": "review_done" } & ReviewSummary | { "type": "games", 
/**
 * The newest first.
 */
games: Array<GameSummary>, 
/**
 * Whether there are more.
 */
more: boolean, } | { "type": "exported", 
/**
 * A name for the file.
 */
file: string, 
/**
 * Its text, or base64 when `binary`.
 */
content: string, 
/**
 * Whether `content` is base64.
 */
binary: boolean, } | { "type": "choose", 
/**
 * One line for each.
 */
games: Array<string>, } | { "type": "checked" } & Checked | { "type": "joined", 
/**
 * The game, to be opened.
 */
game: string, } | { "type": "notice", 
/**
 * What.
 */
text: string, } | { "type": "refused", 
/**
 * Why.
 */
reason: string, } | { "type": "pong" };

export type Welcome = { 
/**
 * The version of Parlor.
 */
version: string, 
/**
 * The games that can be played.
 */
games: Array<GameInfo>, 
/**
 * Whether games are kept; if not, why.
 */
not_saving: string | null, 
/**
 * Games hosted from a terminal that wait for a second player.
 */
rooms: Array<string>, 
/**
 * Where others on the network find this server, if they can.
 */
address: string | null, };

export type GameInfo = { 
/**
 * The name in messages.
 */
name: string, 
/**
 * The name for people.
 */
title: string, 
/**
 * What the sides are called, the first mover first.
 */
sides: [string, string], 
/**
 * The rule sets, the usual one first.
 */
rules: Array<Choice>, 
/**
 * The sizes of the board, the usual one first; empty when there is only one.
 */
sizes: Array<string>, 
/**
 * The designations of the squares of the upper left quarter where a block can be placed, with the
 * squares each covers; empty when there are no blocks.
 */
blocks: Array<BlockInfo>, 
/**
 * The usual limit on the moves of both sides, if there is one.
 */
move_limit: number | null, 
/**
 * The strengths of the computer, the weakest first.
 */
levels: Array<Choice>, 
/**
 * The ways to write a game down.
 */
formats: Array<Choice>, 
/**
 * The start position.
 */
start: Frame, 
/**
 * How large the usual board is, and what its squares are called.
 */
shape: Shape, };

export type Choice = { 
/**
 * The name in messages.
 */
name: string, 
/**
 * The name for people.
 */
title: string, 
/**
 * What it means.
 */
text: string, };

export type BlockInfo = { 
/**
 * The letter or digit.
 */
name: string, 
/**
 * The squares it covers.
 */
squares: Array<number>, };

export type GameSetup = { 
/**
 * One of the games of the welcome.
 */
game: string, 
/**
 * Agreements by name: `rules`, `size`, `blocks`, `limit`. What is not said is as usual.
 */
agreements: Array<[string, string]>, 
/**
 * A position to begin from, in text.
 */
position: string | null, 
/**
 * Who plays black and white.
 */
players: [Player, Player], 
/**
 * The time for each side, if the game is timed.
 */
clock: ClockSetup | null, 
/**
 * A name under which a terminal program can join.
 */
room: string | null, };

export type Player = { "kind": "me" } | { "kind": "friend" } | { "kind": "computer", 
/**
 * One of the levels of the game.
 */
level: string, };

export type ClockSetup = { 
/**
 * Seconds for the whole game.
 */
seconds: number, 
/**
 * Seconds added after each move.
 */
increment: number, };

export type Frame = { 
/**
 * One character a square: `b`, `w`, `.` for empty, `#` for a block.
 */
cells: string, 
/**
 * How many pieces each side has.
 */
counts: [number, number], 
/**
 * Whose turn it is.
 */
turn: Side, 
/**
 * The position in text.
 */
position: string, };

export type Action = "place" | "extend" | "jump" | "slide" | "capture" | "pass";

export type MoveInfo = { 
/**
 * The move in the game's notation.
 */
text: string, 
/**
 * What it does.
 */
action: Action, 
/**
 * The squares it may be said to start from.
 */
origins: Array<number>, 
/**
 * The square it leads to.
 */
target: number | null, 
/**
 * The squares whose pieces change sides.
 */
turned: Array<number>, 
/**
 * The line of action it follows.
 */
line: LineOfAction | null, };

export type LineOfAction = { 
/**
 * The first square of the line.
 */
from: number, 
/**
 * The last square of the line.
 */
to: number, 
/**
 * How many pieces are on it.
 */
count: number, };

export type Ply = { 
/**
 * The move.
 */
mv: MoveInfo, 
/**
 * The board after it.
 */
after: Frame, 
/**
 * The move in words, for the screen reader.
 */
spoken: string, };

export type GameView = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * Grows with every change.
 */
version: number, 
/**
 * Which game it is.
 */
game: string, 
/**
 * What was agreed upon, in words.
 */
agreements: Array<string>, 
/**
 * How large the board is, and what its squares are called.
 */
shape: Shape, 
/**
 * The board before the first move.
 */
start: Frame, 
/**
 * The number of the first ply in `plies`: what the page knows from there on is replaced by them.
 */
from: number, 
/**
 * The moves from there.
 */
plies: Array<Ply>, 
/**
 * What the side to move may play; only for whoever plays it.
 */
legal: Array<MoveInfo>, 
/**
 * Whose turn it is and what that means, or how the game ended.
 */
status: string, 
/**
 * The result, once there is one.
 */
result: GameResult | null, 
/**
 * Both sides.
 */
seats: [SeatView, SeatView], 
/**
 * The clocks, if the game is timed.
 */
clock: ClockView | null, 
/**
 * A proposal that waits for an answer.
 */
proposal: Proposal | null, 
/**
 * Whether the computer is thinking.
 */
thinking: boolean, 
/**
 * What the receiver may ask for.
 */
may: Permissions, 
/**
 * How many others are watching.
 */
spectators: number, 
/**
 * The game that followed this one.
 */
next: string | null, 
/**
 * The name under which a terminal program can join, while it can.
 */
room: string | null, 
/**
 * The agreements that are not the usual ones, to begin a like game.
 */
setup: GameSetup, };

export type GameResult = { 
/**
 * The winner; nobody when it is drawn.
 */
winner: Side | null, 
/**
 * The result in words.
 */
text: string, };

export type SeatView = { 
/**
 * Who plays it, in words.
 */
name: string, 
/**
 * The computer's level, if the computer plays it.
 */
level: string | null, 
/**
 * Whether the receiver plays it.
 */
yours: boolean, 
/**
 * Whether somebody has yet to take it.
 */
free: boolean, 
/**
 * Whether a person plays it who is connected now.
 */
present: boolean, 
/**
 * The secret that takes this seat; only for whoever invites.
 */
invitation: string | null, };

export type ClockView = { 
/**
 * Milliseconds left for each side.
 */
left: [number, number], 
/**
 * The side whose clock runs.
 */
running: Side | null, };

export type Proposal = { 
/**
 * What was asked for.
 */
kind: ProposalKind, 
/**
 * Who asked.
 */
by: Side, 
/**
 * Whether the receiver is to answer.
 */
for_you: boolean, };

export type ProposalKind = "takeback" | "rematch";

export type Permissions = { 
/**
 * To take back a move, at once.
 */
undo: boolean, 
/**
 * To play it again.
 */
redo: boolean, 
/**
 * To ask the other player to take back a move.
 */
takeback: boolean, 
/**
 * To give up.
 */
resign: boolean, 
/**
 * To play again.
 */
rematch: boolean, 
/**
 * To let a person or the computer play a side from now on.
 */
switch: boolean, 
/**
 * To ask for a hint.
 */
hint: boolean, 
/**
 * To analyse and review.
 */
analyse: boolean, 
/**
 * To go back to an earlier moment and go on from there.
 */
rewind: boolean, };

export type ScoreView = { 
/**
 * The score in words: `+6.0`, `won by 12`, `win in 5`.
 */
text: string, 
/**
 * How likely black is to win, from 0 to 1: what the bar shows.
 */
chance: number, };

export type Analysis = { 
/**
 * The moment.
 */
ply: number, 
/**
 * How deep it looked.
 */
depth: number, 
/**
 * How many positions it looked at.
 */
nodes: number, 
/**
 * How many positions a second.
 */
speed: number, 
/**
 * The best moves, the best first.
 */
lines: Array<AnalysisLine>, 
/**
 * Whether there is nothing more to find out.
 */
done: boolean, };

export type AnalysisLine = { 
/**
 * The score.
 */
score: ScoreView, 
/**
 * The first move.
 */
mv: MoveInfo, 
/**
 * All moves of the line in text.
 */
moves: Array<string>, };

export type Reviewed = { 
/**
 * How many moves were played then.
 */
ply: number, 
/**
 * The score then.
 */
score: ScoreView, 
/**
 * The best move then, if it was another than the one played.
 */
better: string | null, 
/**
 * How much the move that led here lost.
 */
verdict: Verdict | null, 
/**
 * How many moments there are.
 */
total: number, };

export type Verdict = "inaccuracy" | "mistake" | "blunder";

export type GameSummary = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * Which game it is.
 */
game: string, 
/**
 * Who played black and white.
 */
names: [string, string], 
/**
 * How many moves were played.
 */
moves: number, 
/**
 * How it ended, in words; empty while it goes on.
 */
result: string, 
/**
 * When it was last played, in seconds since 1970.
 */
updated: number, 
/**
 * How many rows the board has.
 */
rows: number, 
/**
 * How many columns the board has.
 */
columns: number, 
/**
 * The board as it is now, as in [`Frame::cells`].
 */
cells: string, };

export type Edit = { 
/**
 * Which game it is.
 */
game: string, 
/**
 * Agreements by name, as in [`GameSetup`].
 */
agreements: Array<[string, string]>, 
/**
 * What is on it.
 */
board: Edited, };

export type Edited = { "kind": "start" } | { "kind": "squares", 
/**
 * As in [`Frame::cells`](super::Frame::cells).
 */
cells: string, 
/**
 * Who is to move.
 */
turn: Side, } | { "kind": "text", 
/**
 * The text.
 */
position: string, };

export type ImportFile = { 
/**
 * The text, or the bytes of a file in base64 when `binary`.
 */
content: string, 
/**
 * Whether `content` is base64.
 */
binary: boolean, };

export type Shape = { 
/**
 * How many rows the board has.
 */
rows: number, 
/**
 * How many columns the board has.
 */
columns: number, 
/**
 * The names of the columns, from the left.
 */
column_names: Array<string>, 
/**
 * The names of the rows, from the top.
 */
row_names: Array<string>, };

export type Checked = { 
/**
 * The number of the question.
 */
id: number, 
/**
 * The board without what is on it, if the agreements make sense.
 */
shape: Shape | null, 
/**
 * What is on it, if it can be played.
 */
frame: Frame | null, 
/**
 * Why it cannot.
 */
problem: string | null, };

export type ReviewSummary = { 
/**
 * Where the game turned, in a sentence.
 */
text: string, 
/**
 * The ply of the move that the sentence is about.
 */
ply: number | null, 
/**
 * How well black and white played, from 0 to 100; nothing for a side that never had a choice.
 */
accuracy: [number | null, number | null], };
