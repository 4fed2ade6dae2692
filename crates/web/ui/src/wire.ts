// Generated from crates/table/src/wire.rs; do not edit.
// PARLOR_WRITE_TYPES=1 cargo test -p parlor-table --test it wire_types rewrites it.

export const PROTOCOL = 6;

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
text: string, } | { "type": "undo" } | { "type": "redo" } | { "type": "play_from", 
/**
 * The moment.
 */
at: Moment, } | { "type": "answer", 
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
 * The moment.
 */
at: Moment, 
/**
 * How many best moves to compare; 0 stands for all.
 */
lines: number, 
/**
 * Whether every move is to be given a value.
 */
values?: boolean, 
/**
 * For how long, in seconds; without it until it is stopped.
 */
seconds?: number, 
/**
 * With how many threads, as far as the server has them.
 */
threads?: number, 
/**
 * With how much memory, in mebibytes, as far as the server gives it.
 */
memory?: number, } | { "type": "stop_analysis" } | { "type": "look", 
/**
 * The moment.
 */
at: Moment, } | { "type": "branch", 
/**
 * After which moment.
 */
at: Moment, 
/**
 * The moves in the game's notation, one after the other.
 */
moves: Array<string>, } | { "type": "annotate", 
/**
 * How.
 */
edit: StudyEdit, } | { "type": "undo_edit" } | { "type": "redo_edit" } | { "type": "review" } | { "type": "judge", 
/**
 * After how many moves.
 */
ply: number, 
/**
 * The move in the game's notation.
 */
text: string, } | { "type": "games", 
/**
 * Only games whose game, names, result and date together hold every word of this.
 */
search: string, 
/**
 * Where the page begins, as the page before it said; nothing for the first.
 */
after: string | null, } | { "type": "delete", 
/**
 * The game.
 */
game: string, } | { "type": "export", 
/**
 * One of [`GameInfo::formats`].
 */
format: string, } | { "type": "import", 
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
board: Edit, } | { "type": "try", 
/**
 * A number that comes back with the answer.
 */
id: number, 
/**
 * The board.
 */
board: Edit, 
/**
 * The moves of both sides in the game's notation.
 */
moves: Array<string>, } | { "type": "rename", 
/**
 * The name.
 */
name: string, } | { "type": "ping", 
/**
 * How many messages of the conversation the page has received: they need not be sent again. The welcome, where
 * the conversation stands, and signs of life do not count.
 */
heard: number, };

export type ServerMessage = { "type": "welcome" } & Welcome | { "type": "session", 
/**
 * The secret with which the page can resume it.
 */
token: string, 
/**
 * Whether it is the conversation that the page asked to resume: nothing was lost. If not, it starts over.
 */
resumed: boolean, 
/**
 * How many messages of the page have arrived, signs of life not counted: what came after them must be sent again.
 */
handled: number, } | { "type": "game" } & GameView | { "type": "changed" } & GameChange | { "type": "study" } & StudyChange | { "type": "looked" } & Looked | { "type": "hint", 
/**
 * How many moves were played when it was asked for.
 */
ply: number, 
/**
 * The move.
 */
mv: MoveInfo, 
/**
 * What the engine thinks of it.
 */
why: Assessment, } | { "type": "analysis" } & Analysis | { "type": "reviewed" } & Reviewed | { "type": "review_done" } & ReviewSummary | { "type": "judged" } & Judged | { "type": "games", 
/**
 * The newest first.
 */
games: Array<GameSummary>, 
/**
 * Where the next page begins, if there are more.
 */
next: string | null, } | { "type": "exported", 
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
 * What is known of each.
 */
games: Array<ImportChoice>, } | { "type": "checked" } & Checked | { "type": "tried" } & TryResult | { "type": "joined", 
/**
 * The game, to be opened.
 */
game: string, } | { "type": "notice", 
/**
 * What.
 */
notice: Notice, } | { "type": "refused", 
/**
 * Why.
 */
reason: Refusal, } | { "type": "pong", 
/**
 * How many messages of the page have arrived, signs of life not counted.
 */
handled: number, };

export type Welcome = { 
/**
 * The version of these messages, which is [`PROTOCOL`]. A page of another version must be reloaded.
 */
protocol: number, 
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
not_saving: StoreFailure | null, 
/**
 * Games hosted from a terminal that wait for a second player.
 */
rooms: Array<string>, 
/**
 * Where others on the network find this server, if they can.
 */
address: string | null, 
/**
 * Whether people at other machines can join games here. They cannot where the page is its own host.
 */
others: boolean, 
/**
 * Whether the documentation is at `/book/`.
 */
book: boolean, };

export type GameInfo = { 
/**
 * The name in messages.
 */
name: string, 
/**
 * Its English name, for pages that have no other.
 */
title: string, 
/**
 * The colours of the sides, the first mover first: `black`, `white`, `red`, `blue`.
 */
sides: [string, string], 
/**
 * The codes of the rule sets, the usual one first.
 */
rules: Array<string>, 
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
 * The numbers of the computer's levels, the weakest first.
 */
levels: Array<string>, 
/**
 * The codes of the formats in which a game can be written.
 */
formats: Array<string>, 
/**
 * The start position.
 */
start: Frame, 
/**
 * How large the usual board is, and what its squares are called.
 */
shape: Shape, };

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
after: Frame, };

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
 * What the side to move may play; only for its player.
 */
legal: Array<MoveInfo>, 
/**
 * What the game waits for.
 */
status: Status, 
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
setup: GameSetup, 
/**
 * Why what happened last is not saved, as long as it is not.
 */
unsaved: StoreFailure | null, };

export type GameChange = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * If moves were played or taken back: the number of the first ply in `plies`, which replace everything from there.
 */
from?: number, 
/**
 * The moves from there.
 */
plies?: Array<NewPly>, 
/**
 * As in [`GameView`].
 */
legal?: Array<MoveInfo>, 
/**
 * As in [`GameView`]. Spectators of a running game get no new value: only the turn changes.
 */
status?: Status, 
/**
 * As in [`GameView`].
 */
result?: GameResult | null, 
/**
 * As in [`GameView`].
 */
seats?: [SeatView, SeatView], 
/**
 * As in [`GameView`].
 */
clock?: ClockView | null, 
/**
 * As in [`GameView`].
 */
proposal?: Proposal | null, 
/**
 * As in [`GameView`].
 */
thinking?: boolean, 
/**
 * What the receiver may ask for now, by the names of [`Permissions`].
 */
may?: (keyof Permissions)[], 
/**
 * As in [`GameView`].
 */
spectators?: number, 
/**
 * As in [`GameView`].
 */
next?: string | null, 
/**
 * As in [`GameView`].
 */
room?: string | null, 
/**
 * As in [`GameView`].
 */
setup?: GameSetup, 
/**
 * As in [`GameView`].
 */
unsaved?: StoreFailure | null, };

export type NewPly = { 
/**
 * As in [`MoveInfo`].
 */
text: string, 
/**
 * As in [`MoveInfo`].
 */
action: Action, 
/**
 * As in [`MoveInfo`].
 */
origins?: Array<number>, 
/**
 * As in [`MoveInfo`].
 */
target?: number, 
/**
 * As in [`MoveInfo`].
 */
turned?: Array<number>, 
/**
 * As in [`MoveInfo`].
 */
line?: LineOfAction, 
/**
 * Whose turn it is after it.
 */
turn: Side, 
/**
 * The position after it, in text.
 */
position: string, 
/**
 * The squares after it, where the move does not tell them.
 */
cells?: string, };

export type GameResult = { 
/**
 * The winner; nobody when it is drawn.
 */
winner: Side | null, 
/**
 * What decided it.
 */
ending: Ending, };

export type SeatView = { 
/**
 * Who plays it.
 */
name: PlayerName, 
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
 * The secret that takes this seat; only for the inviting side.
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
 * To begin a new game from an earlier moment of this one.
 */
play_from: boolean, 
/**
 * To add variations, comments and drawings.
 */
edit: boolean, 
/**
 * To look at the game only: a move at its end is a variation too, and does not continue the game.
 */
study: boolean, };

export type Moment = { 
/**
 * How many moves were played then.
 */
ply: number, 
/**
 * The move of a variation that led there; nothing in the game itself.
 */
node?: number, };

export type StudyEdit = { "kind": "promote", 
/**
 * Its first move.
 */
node: number, } | { "kind": "delete", 
/**
 * Its first move.
 */
node: number, } | { "kind": "comment", 
/**
 * When.
 */
at: Moment, 
/**
 * The text.
 */
text: string, } | { "kind": "annotate", 
/**
 * After the move.
 */
at: Moment, 
/**
 * Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
 */
glyphs: Array<number>, } | { "kind": "draw", 
/**
 * When.
 */
at: Moment, 
/**
 * All of them.
 */
marks: Array<Mark>, };

export type StudyChange = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * Whether this is all there is, instead of what is known.
 */
whole: boolean, 
/**
 * Moves that are new or changed, each after the move that it follows.
 */
nodes: Array<StudyNode>, 
/**
 * Moves that are not there any more.
 */
gone: Array<number>, 
/**
 * Whether the last change can be undone.
 */
undo: boolean, 
/**
 * Whether what was undone can be done again.
 */
redo: boolean, };

export type StudyNode = { 
/**
 * Its number, which no other move of the game ever has.
 */
id: number, 
/**
 * How many moves there are with it.
 */
ply: number, 
/**
 * The move of a variation, and the move before it; nothing for what was played.
 */
branch?: BranchMove, 
/**
 * The moves of variations that follow, in their order; what was played comes before them and is not among them.
 */
next?: Array<number>, 
/**
 * The remark about it.
 */
comment?: string, 
/**
 * How it is judged, as in [`StudyEdit::Annotate`].
 */
glyphs?: Array<number>, 
/**
 * Arrows and circles.
 */
marks?: Array<Mark>, };

export type BranchMove = { 
/**
 * The move before it.
 */
parent: number, 
/**
 * The move.
 */
mv: NewPly, };

export type Looked = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * The moment.
 */
at: Moment, 
/**
 * What the side to move could play.
 */
legal: Array<MoveInfo>, 
/**
 * How the game ends there, if it does.
 */
result: GameResult | null, };

export type Mark = { 
/**
 * The square, numbered as on the page.
 */
from: number, 
/**
 * The square that an arrow points to; a circle has none.
 */
to?: number, 
/**
 * Its colour.
 */
brush: Brush, };

export type Brush = "green" | "red" | "blue" | "yellow";

export type ScoreView = { 
/**
 * What it says.
 */
value: ScoreValue, 
/**
 * How likely black is to win, from 0 to 1: what the bar shows.
 */
chance: number, };

export type Analysis = { 
/**
 * The moment.
 */
at: Moment, 
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
 * What every move is worth, as far as it is known, in any order.
 */
values: Array<MoveValue>, 
/**
 * Whether there is nothing more to find out.
 */
done: boolean, 
/**
 * What is known of the end of the game, where a solver has seen it.
 */
end?: EndSeen, };

export type EndSeen = { 
/**
 * How many plies away the end is.
 */
plies: number, 
/**
 * How sure, in percent; 100 is a proof.
 */
percent: number, };

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
moves: Array<string>, 
/**
 * Whether the score is proven, and no estimate.
 */
exact: boolean, 
/**
 * How likely the score is that of the end of the game, in percent, where a solver has seen it and proven nothing yet.
 */
percent?: number, };

export type MoveValue = { 
/**
 * The move in the game's notation.
 */
text: string, 
/**
 * As in [`MoveInfo`].
 */
origins?: Array<number>, 
/**
 * As in [`MoveInfo`].
 */
target?: number, 
/**
 * The score.
 */
score: ScoreView, 
/**
 * How deep it was searched.
 */
depth: number, 
/**
 * Whether the score is proven, and no estimate.
 */
exact: boolean, };

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

export type Judged = { 
/**
 * After how many moves of the game.
 */
ply: number, 
/**
 * The move.
 */
text: string, 
/**
 * How bad it is; nothing when it is as good as the best.
 */
verdict: Verdict | null, 
/**
 * Whether the engine would play it too.
 */
is_best: boolean, 
/**
 * How much of the chances to win it loses, from 0 to 1.
 */
lost: number, 
/**
 * The score after it.
 */
score: ScoreView, 
/**
 * The move, the best answer to it, and what follows.
 */
line: Array<string>, };

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
names: [PlayerName, PlayerName], 
/**
 * How many moves were played.
 */
moves: number, 
/**
 * How it ended, once it has.
 */
result: GameResult | null, 
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
cells: string, 
/**
 * The last opening with a name that it came through.
 */
opening?: string, };

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
problem: SetupProblem | null, };

export type TryResult = { 
/**
 * The number of the question.
 */
id: number, 
/**
 * The board, if there is such a one.
 */
board: TryBoard | null, 
/**
 * Why there is no such board, or which move could not be played.
 */
problem: GameProblem | null, };

export type TryBoard = { 
/**
 * How large it is, and what its squares are called.
 */
shape: Shape, 
/**
 * What was on it before the first move.
 */
start: Frame, 
/**
 * The moves that were played.
 */
plies: Array<Ply>, 
/**
 * What the side to move may play next.
 */
legal: Array<MoveInfo>, 
/**
 * The result, if there is one.
 */
result: GameResult | null, };

export type ReviewSummary = { 
/**
 * Where the game turned.
 */
story: Story, 
/**
 * How well black and white played, from 0 to 100; nothing for a side that never had a choice.
 */
accuracy: [number | null, number | null], 
/**
 * The last opening with a name that the game came through.
 */
opening: NamedOpening | null, };

export type NamedOpening = { 
/**
 * Its name.
 */
name: string, 
/**
 * After how many plies the game was there.
 */
ply: number, };

export type ImportChoice = { 
/**
 * Its number in the file, from 1, if the file has several.
 */
number: number | null, 
/**
 * Which game it is.
 */
game: string, 
/**
 * Who played black and white, if that is known.
 */
names: [string | null, string | null], 
/**
 * How many moves it has; none for a position.
 */
moves: number, 
/**
 * How many discs each side had in the end, if the file says so.
 */
discs: [number, number] | null, 
/**
 * Where it was played, if the file says so.
 */
event: string | null, 
/**
 * When it was played, if the file says so.
 */
year: number | null, 
/**
 * What a position is worth to the side to move, if the file says so.
 */
worth: number | null, };

export type ImportReport = { 
/**
 * How many games are new.
 */
imported: number, 
/**
 * How many were here already.
 */
known: number, 
/**
 * How many could not be read.
 */
unreadable: number, 
/**
 * What is wrong with the first of those.
 */
problem: ImportProblem | null, 
/**
 * Why not all of them could be stored.
 */
failure: StoreFailure | null, };

export type Refusal = { "code": "not_yours" } | { "code": "not_your_turn" } | { "code": "stale" } | { "code": "over" } | { "code": "move", 
/**
 * Why.
 */
problem: MoveProblem, } | { "code": "nothing_to_take_back" } | { "code": "nothing_to_redo" } | { "code": "cannot_play_from" } | { "code": "cannot_edit" } | { "code": "cannot_switch" } | { "code": "nothing_asked" } | { "code": "nothing_to_resign" } | { "code": "no_rematch" } | { "code": "server_full" } | { "code": "deleted" } | { "code": "too_many", 
/**
 * Of what.
 */
what: LimitedResource, 
/**
 * Whose share it is.
 */
whose: LimitScope, 
/**
 * How many it may be.
 */
most: number, } | { "code": "failed" } | { "code": "no_such_level", 
/**
 * What was asked for.
 */
level: string, } | { "code": "no_help" } | { "code": "no_such_format" } | { "code": "nothing_open" } | { "code": "seat_taken" } | { "code": "setup", 
/**
 * Why not.
 */
problem: SetupProblem, } | { "code": "clock" } | { "code": "clock_at_terminal" } | { "code": "no_such_game" } | { "code": "not_opened" } | { "code": "unreachable" } | { "code": "not_understood", 
/**
 * The line.
 */
line: number, 
/**
 * The column.
 */
column: number, } | { "code": "too_long" } | { "code": "file_broken" } | { "code": "not_in_file" } | { "code": "import", 
/**
 * Why not.
 */
problem: ImportProblem, } | { "code": "import_failed" } | { "code": "store", 
/**
 * Why not.
 */
failure: StoreFailure, } | { "code": "room", 
/**
 * Why not.
 */
problem: RoomProblem, } | { "code": "needs_server" };

export type LimitedResource = "connections" | "tables" | "imports" | "searches";

export type LimitScope = "person" | "address";

export type StoreFailure = { "code": "database", 
/**
 * What it said.
 */
detail: string, } | { "code": "full" } | { "code": "in_use", 
/**
 * The file.
 */
file: string, 
/**
 * The number of the process; 0 if it is not known.
 */
process: number, } | { "code": "deleted", 
/**
 * The game.
 */
game: string, } | { "code": "damaged", 
/**
 * The game.
 */
game: string, 
/**
 * What cannot be read.
 */
detail: string, } | { "code": "too_new", 
/**
 * The version found.
 */
found: number, 
/**
 * The version we know.
 */
known: number, } | { "code": "folder", 
/**
 * The folder.
 */
folder: string, 
/**
 * What the system said.
 */
detail: string, } | { "code": "no_folder" } | { "code": "not_asked" } | { "code": "invited" } | { "code": "ending" };

export type RoomProblem = { "code": "no_name" } | { "code": "long_name", 
/**
 * How many it may have.
 */
most: number, } | { "code": "bad_name", 
/**
 * What.
 */
text: string, } | { "code": "taken", 
/**
 * The name.
 */
room: string, } | { "code": "no_such_room", 
/**
 * The name.
 */
room: string, } | { "code": "already_joined", 
/**
 * The name.
 */
room: string, } | { "code": "not_this_game", 
/**
 * The game.
 */
game: string, } | { "code": "misspoke" } | { "code": "not_begun", 
/**
 * What it gave as its reason, in its own words.
 */
reason: string, };

export type Notice = { "code": "declined", 
/**
 * What.
 */
kind: ProposalKind, } | { "code": "deleted" } | { "code": "joined_room", 
/**
 * The name of the room.
 */
room: string, };

export type Status = { "code": "over" } | { "code": "waiting_for_opponent" } | { "code": "skip_turn", 
/**
 * Whose turn it is.
 */
side: Side, } | { "code": "watching", 
/**
 * Whose turn it is.
 */
side: Side, } | { "code": "thinking", 
/**
 * Whose turn it is.
 */
side: Side, } | { "code": "your_turn", 
/**
 * Whose turn it is.
 */
side: Side, } | { "code": "to_move", 
/**
 * Whose turn it is.
 */
side: Side, };

export type Ending = { "code": "count", 
/**
 * How many pieces each side has.
 */
counts: [number, number], } | { "code": "no_move" } | { "code": "connected" } | { "code": "both_connected" } | { "code": "stuck" } | { "code": "move_limit", 
/**
 * How many.
 */
moves: number, } | { "code": "resigned" } | { "code": "out_of_time" } | { "code": "forfeited" } | { "code": "recorded", 
/**
 * Its words.
 */
text: string, };

export type PlayerName = { "code": "named", 
/**
 * The name.
 */
name: string, } | { "code": "you" } | { "code": "unnamed" } | { "code": "me" } | { "code": "guest" } | { "code": "terminal" } | { "code": "computer", 
/**
 * The number of its level.
 */
level: number, };

export type Assessment = { "code": "wins", 
/**
 * In how many moves of both sides.
 */
plies: number, } | { "code": "lost", 
/**
 * In how many moves of both sides.
 */
plies: number, } | { "code": "difficult" } | { "code": "behind" } | { "code": "balanced" } | { "code": "ahead" } | { "code": "clear_advantage" };

export type Story = { "code": "ahead_all_the_way", 
/**
 * The winner.
 */
winner: Side, } | { "code": "turned", 
/**
 * Its number, from 1.
 */
ply: number, 
/**
 * Who played it.
 */
mover: Side, 
/**
 * The move.
 */
played: string, 
/**
 * What was better.
 */
better: string, } | { "code": "ahead_from", 
/**
 * Its number, from 1.
 */
ply: number, 
/**
 * The move.
 */
played: string, 
/**
 * The winner.
 */
winner: Side, } | { "code": "lost_most", 
/**
 * Its number, from 1.
 */
ply: number, 
/**
 * Who played it.
 */
mover: Side, 
/**
 * The move.
 */
played: string, 
/**
 * What was better.
 */
better: string, } | { "code": "no_mistake" };

export type ScoreValue = { "code": "pieces", 
/**
 * How many.
 */
pieces: number, } | { "code": "win", 
/**
 * Which.
 */
side: Side, 
/**
 * In how many moves of both sides.
 */
plies: number, } | { "code": "result", 
/**
 * Who won; nobody when it is drawn.
 */
winner: Side | null, };

export type MoveProblem = { "code": "over" } | { "code": "missing" } | { "code": "unreadable", 
/**
 * The offending part.
 */
text: string, 
/**
 * How many characters stand before it.
 */
at: number, 
/**
 * A move as it is written.
 */
example: string, } | { "code": "off_board", 
/**
 * What was named.
 */
square: string, } | { "code": "occupied", 
/**
 * Where.
 */
square: string, } | { "code": "turns_nothing", 
/**
 * Where.
 */
square: string, } | { "code": "must_move" } | { "code": "no_piece", 
/**
 * Where.
 */
square: string, } | { "code": "opponents_piece", 
/**
 * Where.
 */
square: string, } | { "code": "blocked", 
/**
 * Where.
 */
square: string, } | { "code": "nothing_near", 
/**
 * Where.
 */
square: string, } | { "code": "too_far", 
/**
 * Where it starts.
 */
from: string, 
/**
 * Where it ends.
 */
to: string, } | { "code": "too_near", 
/**
 * Where it starts.
 */
from: string, 
/**
 * Where it ends.
 */
to: string, } | { "code": "stays_put", 
/**
 * Where.
 */
square: string, } | { "code": "own_piece", 
/**
 * Where.
 */
square: string, } | { "code": "not_straight", 
/**
 * Where it starts.
 */
from: string, 
/**
 * Where it ends.
 */
to: string, } | { "code": "wrong_distance", 
/**
 * How far it should go.
 */
needed: number, 
/**
 * How far it goes.
 */
got: number, } | { "code": "enemy_between", 
/**
 * Where.
 */
square: string, };

export type SetupProblem = { "code": "unknown_game", 
/**
 * The name.
 */
text: string, } | { "code": "unknown_rules", 
/**
 * The name.
 */
text: string, } | { "code": "bad_size", 
/**
 * The text.
 */
text: string, } | { "code": "no_such_size", 
/**
 * How many rows.
 */
rows: number, 
/**
 * How many columns.
 */
columns: number, } | { "code": "no_block_named" } | { "code": "unknown_block", 
/**
 * The name.
 */
text: string, } | { "code": "bad_limit", 
/**
 * The text.
 */
text: string, } | { "code": "limit_too_small", 
/**
 * The limit.
 */
limit: number, 
/**
 * The moves.
 */
made: number, } | { "code": "block_on_piece", 
/**
 * Where.
 */
square: string, } | { "code": "off_board", 
/**
 * What was named.
 */
square: string, } | { "code": "not_a_board" } | { "code": "empty" } | { "code": "bad_square", 
/**
 * The part.
 */
text: string, 
/**
 * How many characters stand before it.
 */
at: number, } | { "code": "wrong_squares", 
/**
 * How many there are.
 */
found: number, 
/**
 * How many there should be.
 */
needed: number, } | { "code": "wrong_row", 
/**
 * The row.
 */
text: string, 
/**
 * How many squares it has.
 */
found: number, 
/**
 * How many it should have.
 */
needed: number, } | { "code": "wrong_rows", 
/**
 * How many there are.
 */
found: number, 
/**
 * How many there should be.
 */
needed: number, } | { "code": "no_turn" } | { "code": "bad_turn", 
/**
 * What stands there.
 */
text: string, } | { "code": "bad_number", 
/**
 * What stands there.
 */
text: string, } | { "code": "trailing", 
/**
 * What.
 */
text: string, } | { "code": "two_pieces", 
/**
 * Where.
 */
square: string, } | { "code": "no_pieces" } | { "code": "clock_too_high", 
/**
 * Where the clock stands.
 */
clock: number, 
/**
 * Where the game ends.
 */
limit: number, };

export type ImportProblem = { "code": "unknown" } | { "code": "names_only" } | { "code": "unreadable", 
/**
 * The code of the format.
 */
format: string, } | { "code": "no_game", 
/**
 * The code of the format.
 */
format: string, 
/**
 * The number of the first game in the file, from 1, if there is any.
 */
game: number | null, 
/**
 * What is wrong with that game, as far as there is a code for it.
 */
problem: GameProblem | null, } | { "code": "game", 
/**
 * Why not.
 */
problem: GameProblem, };

export type GameProblem = { "code": "bad_tag", 
/**
 * The line.
 */
text: string, } | { "code": "no_game_tag" } | { "code": "setup", 
/**
 * Why not.
 */
problem: SetupProblem, } | { "code": "move", 
/**
 * Which move, from 1.
 */
number: number, 
/**
 * Its text.
 */
text: string, 
/**
 * Why not.
 */
problem: MoveProblem, } | { "code": "bad_move", 
/**
 * What.
 */
text: string, } | { "code": "out_of_turn", 
/**
 * Which move, from 1.
 */
number: number, 
/**
 * Its text.
 */
text: string, } | { "code": "open_comment" } | { "code": "too_long" };
