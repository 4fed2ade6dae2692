// Generated from crates/table/src/wire.rs; do not edit.
// PARLOR_WRITE_TYPES=1 cargo test -p parlor-table --features typescript --test it wire_types rewrites it.

export const PROTOCOL = 6;

export type Side = "black" | "white";

export type ClientMessage = { "type": "create", 
/**
 * The game, its agreements and its players.
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
 * The number of moves played when the player decided. If moves were played since, the request is refused.
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
 * The new player.
 */
player: Player, } | { "type": "move_now" } | { "type": "hint" } | { "type": "analyse", 
/**
 * The moment.
 */
at: Moment, 
/**
 * The number of best lines to compare; 0 means all.
 */
lines: number, 
/**
 * Whether to give every move a value.
 */
values?: boolean, 
/**
 * The time limit in seconds. Without it, the analysis runs until it is stopped.
 */
seconds?: number, 
/**
 * The number of threads, as far as the server has them.
 */
threads?: number, 
/**
 * The memory in mebibytes, as far as the server allows it.
 */
memory?: number, } | { "type": "stop_analysis" } | { "type": "look", 
/**
 * The moment.
 */
at: Moment, } | { "type": "branch", 
/**
 * The moment after which to add them.
 */
at: Moment, 
/**
 * The moves in the game's notation, one after the other.
 */
moves: Array<string>, } | { "type": "annotate", 
/**
 * The change.
 */
edit: StudyEdit, } | { "type": "undo_edit" } | { "type": "redo_edit" } | { "type": "review" } | { "type": "judge", 
/**
 * The number of moves before it.
 */
ply: number, 
/**
 * The move in the game's notation.
 */
text: string, } | { "type": "games", 
/**
 * The words that the game's name, player names, result and date together must contain.
 */
search: string, 
/**
 * The cursor from the previous page; `null` for the first.
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
 * The number of the game to open, if there are several.
 */
pick: number | null, } | { "type": "check", 
/**
 * A number that the answer repeats.
 */
id: number, 
/**
 * The board.
 */
board: Edit, } | { "type": "try", 
/**
 * A number that the answer repeats.
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
 * The number of messages of the session that the page has received, which need not be sent again. The
 * welcome, the state of the session, and answers to heartbeats do not count.
 */
heard: number, };

export type ServerMessage = { "type": "welcome" } & Welcome | { "type": "session", 
/**
 * The secret with which the page can resume the session.
 */
token: string, 
/**
 * Whether this is the session that the page asked to resume, and nothing was lost. If not, it is a new
 * session.
 */
resumed: boolean, 
/**
 * The number of messages received from the page, without heartbeats. The page must send later ones again.
 */
handled: number, } | { "type": "game" } & GameView | { "type": "changed" } & GameChange | { "type": "study" } & StudyChange | { "type": "looked" } & Looked | { "type": "hint", 
/**
 * The number of moves played at the time of the request.
 */
ply: number, 
/**
 * The move.
 */
mv: MoveInfo, 
/**
 * The engine's assessment of the move.
 */
why: Assessment, } | { "type": "analysis" } & Analysis | { "type": "reviewed" } & Reviewed | { "type": "review_done" } & ReviewSummary | { "type": "judged" } & Judged | { "type": "games", 
/**
 * The games, newest first.
 */
games: Array<GameSummary>, 
/**
 * The cursor of the next page, if there are more.
 */
next: string | null, } | { "type": "exported", 
/**
 * A suggested file name.
 */
file: string, 
/**
 * The text, or base64 if `binary`.
 */
content: string, 
/**
 * Whether `content` is base64.
 */
binary: boolean, } | { "type": "choose", 
/**
 * A description of each game.
 */
games: Array<ImportChoice>, } | { "type": "checked" } & Checked | { "type": "tried" } & TryResult | { "type": "joined", 
/**
 * The game to open.
 */
game: string, } | { "type": "notice", 
/**
 * The notification.
 */
notice: Notice, } | { "type": "refused", 
/**
 * The reason.
 */
reason: Refusal, } | { "type": "pong", 
/**
 * The number of messages received from the page, without heartbeats.
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
 * Why games are not saved, if they are not.
 */
not_saving: StoreFailure | null, 
/**
 * Games hosted from a terminal that wait for a second player.
 */
rooms: Array<string>, 
/**
 * The address of this server for others on the network, if they can reach it.
 */
address: string | null, 
/**
 * Whether people on other machines can join games here. They cannot if the page is its own host.
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
 * The English name, for pages that have no other.
 */
title: string, 
/**
 * The colours of the sides, first mover first: `black`, `white`, `red`, `blue`.
 */
sides: [string, string], 
/**
 * The codes of the rule sets, the default first.
 */
rules: Array<string>, 
/**
 * The sizes of the board, the default first; empty if there is only one.
 */
sizes: Array<string>, 
/**
 * The designations of the squares of the upper left quarter on which a block can be placed, with the squares
 * that each covers; empty if there are no blocks.
 */
blocks: Array<BlockInfo>, 
/**
 * The default limit on the moves of both sides, if there is one.
 */
move_limit: number | null, 
/**
 * The numbers of the computer's levels, weakest first.
 */
levels: Array<string>, 
/**
 * The codes of the formats in which the game can be exported.
 */
formats: Array<string>, 
/**
 * The start position.
 */
start: Frame, 
/**
 * The default board's size and the names of its squares.
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
 * Agreements by name: `rules`, `size`, `blocks`, `limit`. Missing ones have their default values.
 */
agreements: Array<[string, string]>, 
/**
 * A position to begin from, as text.
 */
position: string | null, 
/**
 * The players of Black and White.
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
 * One character per square: `b`, `w`, `.` for empty, `#` for a block.
 */
cells: string, 
/**
 * The number of pieces of each side.
 */
counts: [number, number], 
/**
 * The side to move.
 */
turn: Side, 
/**
 * The position as text.
 */
position: string, };

export type Action = "place" | "extend" | "jump" | "slide" | "capture" | "pass";

export type MoveInfo = { 
/**
 * The move in the game's notation.
 */
text: string, 
/**
 * The kind of the move.
 */
action: Action, 
/**
 * The squares that it can start from. An extension of Ataxx may have several.
 */
origins: Array<number>, 
/**
 * The square that it leads to.
 */
target: number | null, 
/**
 * The squares whose pieces change sides.
 */
turned: Array<number>, 
/**
 * The line of action that it follows.
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
 * The number of pieces on it.
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
 * Increases with every change.
 */
version: number, 
/**
 * The name of the game, such as `othello`.
 */
game: string, 
/**
 * The size of the board and the names of its squares.
 */
shape: Shape, 
/**
 * The board before the first move.
 */
start: Frame, 
/**
 * The number of the first ply in `plies`, which replace all plies that the page has from there on.
 */
from: number, 
/**
 * The moves from there on.
 */
plies: Array<Ply>, 
/**
 * The legal moves of the side to move; only for its player.
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
 * The receiver's permissions.
 */
may: Permissions, 
/**
 * The number of other spectators.
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
 * The setup of a similar game: the agreements that differ from the defaults, the players and the clock.
 */
setup: GameSetup, 
/**
 * Why the latest events are not saved, if they are not.
 */
unsaved: StoreFailure | null, };

export type GameChange = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * If moves were played or taken back: the number of the first ply in `plies`, which replace all plies from
 * there on.
 */
from?: number, 
/**
 * The moves from there on.
 */
plies?: Array<NewPly>, 
/**
 * As in [`GameView`].
 */
legal?: Array<MoveInfo>, 
/**
 * As in [`GameView`]. Spectators of a game in progress get no new value: only the turn changes.
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
 * The receiver's permissions, by the names of [`Permissions`].
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
 * The side to move after it.
 */
turn: Side, 
/**
 * The position after it, as text.
 */
position: string, 
/**
 * The squares after it, if they do not follow from the move.
 */
cells?: string, };

export type GameResult = { 
/**
 * The winner; `null` for a draw.
 */
winner: Side | null, 
/**
 * How the game ended.
 */
ending: Ending, };

export type SeatView = { 
/**
 * The player.
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
 * Whether the seat is still free.
 */
free: boolean, 
/**
 * Whether a person plays it and is connected.
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
 * The kind of proposal.
 */
kind: ProposalKind, 
/**
 * The side that made it.
 */
by: Side, 
/**
 * Whether the receiver has to answer.
 */
for_you: boolean, };

export type ProposalKind = "takeback" | "rematch";

export type Permissions = { 
/**
 * May take back a move without asking.
 */
undo: boolean, 
/**
 * May replay moves that were taken back.
 */
redo: boolean, 
/**
 * May ask the other player to take back a move.
 */
takeback: boolean, 
/**
 * May resign.
 */
resign: boolean, 
/**
 * May start or ask for a rematch.
 */
rematch: boolean, 
/**
 * May let a person or the computer play a side.
 */
switch: boolean, 
/**
 * May ask for a hint.
 */
hint: boolean, 
/**
 * May analyse and review.
 */
analyse: boolean, 
/**
 * May begin a new game from an earlier moment of this one.
 */
play_from: boolean, 
/**
 * May add variations, comments and drawings.
 */
edit: boolean, 
/**
 * May only view the game: even a move at its end is a variation and does not continue the game.
 */
study: boolean, };

export type Moment = { 
/**
 * The number of moves played.
 */
ply: number, 
/**
 * The move of the variation that led there; `null` in the game itself.
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
 * The moment.
 */
at: Moment, 
/**
 * The text.
 */
text: string, } | { "kind": "annotate", 
/**
 * The moment after the move.
 */
at: Moment, 
/**
 * Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
 */
glyphs: Array<number>, } | { "kind": "draw", 
/**
 * The moment.
 */
at: Moment, 
/**
 * All arrows and circles.
 */
marks: Array<Mark>, };

export type StudyChange = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * Whether this replaces everything that the client knows.
 */
whole: boolean, 
/**
 * New or changed moves, each after its parent.
 */
nodes: Array<StudyNode>, 
/**
 * Removed moves.
 */
gone: Array<number>, 
/**
 * Whether the last change can be undone.
 */
undo: boolean, 
/**
 * Whether the last undone change can be redone.
 */
redo: boolean, };

export type StudyNode = { 
/**
 * Its number, which is unique within the game for ever.
 */
id: number, 
/**
 * The number of moves up to and including it.
 */
ply: number, 
/**
 * The move and its parent, if it is in a variation; `null` for a move that was played.
 */
branch?: BranchMove, 
/**
 * The variations' moves that follow, in order. A move that was played precedes them and is not included.
 */
next?: Array<number>, 
/**
 * The comment.
 */
comment?: string, 
/**
 * The glyphs, as in [`StudyEdit::Annotate`].
 */
glyphs?: Array<number>, 
/**
 * Arrows and circles.
 */
marks?: Array<Mark>, };

export type BranchMove = { 
/**
 * The previous move.
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
 * The legal moves of the side to move.
 */
legal: Array<MoveInfo>, 
/**
 * The result of the game there, if it ends there.
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
 * The value.
 */
value: ScoreValue, 
/**
 * Black's chance of winning, from 0 to 1, for the evaluation bar.
 */
chance: number, };

export type Analysis = { 
/**
 * The moment.
 */
at: Moment, 
/**
 * The search depth.
 */
depth: number, 
/**
 * The number of positions searched.
 */
nodes: number, 
/**
 * The number of positions per second.
 */
speed: number, 
/**
 * The best lines, best first.
 */
lines: Array<AnalysisLine>, 
/**
 * The value of every move, as far as it is known, in no particular order.
 */
values: Array<MoveValue>, 
/**
 * Whether the analysis is complete.
 */
done: boolean, 
/**
 * How certain the result of the game is, if a solver has reached the end.
 */
end?: EndSeen, };

export type EndSeen = { 
/**
 * The number of plies to the end.
 */
plies: number, 
/**
 * The confidence in percent; 100 is a proof.
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
 * All moves of the line.
 */
moves: Array<string>, 
/**
 * Whether the score is proven, not estimated.
 */
exact: boolean, 
/**
 * The confidence, in percent, that the score is that of the end of the game, if a solver has reached it and
 * not yet proven it.
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
 * The depth to which it was searched.
 */
depth: number, 
/**
 * Whether the score is proven, not estimated.
 */
exact: boolean, };

export type Reviewed = { 
/**
 * The number of moves played at this moment.
 */
ply: number, 
/**
 * The score at this moment.
 */
score: ScoreView, 
/**
 * The best move, if another one was played.
 */
better: string | null, 
/**
 * The label of the move that led here, if it was bad.
 */
verdict: Verdict | null, 
/**
 * The total number of moments.
 */
total: number, };

export type Judged = { 
/**
 * The number of moves of the game before it.
 */
ply: number, 
/**
 * The move.
 */
text: string, 
/**
 * How bad it is; `null` if it is as good as the best.
 */
verdict: Verdict | null, 
/**
 * Whether it is the engine's best move.
 */
is_best: boolean, 
/**
 * The loss of winning chances, from 0 to 1.
 */
lost: number, 
/**
 * The score after it.
 */
score: ScoreView, 
/**
 * The move, the best reply, and the moves that follow.
 */
line: Array<string>, };

export type Verdict = "inaccuracy" | "mistake" | "blunder";

export type GameSummary = { 
/**
 * The game's name in links.
 */
id: string, 
/**
 * The name of the game, such as `othello`.
 */
game: string, 
/**
 * The players of Black and White.
 */
names: [PlayerName, PlayerName], 
/**
 * The number of moves played.
 */
moves: number, 
/**
 * The result, once the game has ended.
 */
result: GameResult | null, 
/**
 * When it was last played, in seconds since 1970.
 */
updated: number, 
/**
 * The number of rows of the board.
 */
rows: number, 
/**
 * The number of columns of the board.
 */
columns: number, 
/**
 * The current board, as in [`Frame::cells`].
 */
cells: string, 
/**
 * The last named opening that the game passed through.
 */
opening?: string, };

export type Edit = { 
/**
 * The name of the game, such as `othello`.
 */
game: string, 
/**
 * Agreements by name, as in [`GameSetup`].
 */
agreements: Array<[string, string]>, 
/**
 * The contents of the board.
 */
board: Edited, };

export type Edited = { "kind": "start" } | { "kind": "squares", 
/**
 * As in [`Frame::cells`](super::Frame::cells).
 */
cells: string, 
/**
 * The side to move.
 */
turn: Side, } | { "kind": "text", 
/**
 * The text.
 */
position: string, };

export type ImportFile = { 
/**
 * The text, or the contents of a file as base64 if `binary`.
 */
content: string, 
/**
 * Whether `content` is base64.
 */
binary: boolean, };

export type Shape = { 
/**
 * The number of rows.
 */
rows: number, 
/**
 * The number of columns.
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
 * The number of the request.
 */
id: number, 
/**
 * The size and names of the board, if the agreements are valid.
 */
shape: Shape | null, 
/**
 * The board, if it can be played.
 */
frame: Frame | null, 
/**
 * Why it cannot.
 */
problem: SetupProblem | null, };

export type TryResult = { 
/**
 * The number of the request.
 */
id: number, 
/**
 * The board, if it is valid.
 */
board: TryBoard | null, 
/**
 * Why the board is invalid, or which move is illegal.
 */
problem: GameProblem | null, };

export type TryBoard = { 
/**
 * The size of the board and the names of its squares.
 */
shape: Shape, 
/**
 * The board before the first move.
 */
start: Frame, 
/**
 * The moves that were played.
 */
plies: Array<Ply>, 
/**
 * The legal moves of the side to move.
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
 * The accuracy of Black and White, from 0 to 100; `null` for a side that never had a choice.
 */
accuracy: [number | null, number | null], 
/**
 * The last named opening that the game passed through.
 */
opening: NamedOpening | null, };

export type NamedOpening = { 
/**
 * Its name.
 */
name: string, 
/**
 * The ply at which the game reached it.
 */
ply: number, };

export type ImportChoice = { 
/**
 * Its number in the file, from 1, if the file has several.
 */
number: number | null, 
/**
 * The name of the game, such as `othello`.
 */
game: string, 
/**
 * The names of Black and White, if known.
 */
names: [string | null, string | null], 
/**
 * The number of moves; 0 for a position.
 */
moves: number, 
/**
 * The number of discs of each side at the end, if the file has it.
 */
discs: [number, number] | null, 
/**
 * Where it was played, if the file has it.
 */
event: string | null, 
/**
 * The year in which it was played, if the file has it.
 */
year: number | null, 
/**
 * The value of a position for the side to move, if the file has it.
 */
worth: number | null, };

export type ImportReport = { 
/**
 * The number of new games.
 */
imported: number, 
/**
 * The number of games that were already stored.
 */
known: number, 
/**
 * The number of games that could not be read.
 */
unreadable: number, 
/**
 * The problem of the first of those.
 */
problem: ImportProblem | null, 
/**
 * Why some games could not be stored.
 */
failure: StoreFailure | null, };

export type Refusal = { "code": "not_yours" } | { "code": "not_your_turn" } | { "code": "stale" } | { "code": "over" } | { "code": "move", 
/**
 * The problem.
 */
problem: MoveProblem, } | { "code": "nothing_to_take_back" } | { "code": "nothing_to_redo" } | { "code": "cannot_play_from" } | { "code": "cannot_edit" } | { "code": "cannot_switch" } | { "code": "nothing_asked" } | { "code": "nothing_to_resign" } | { "code": "no_rematch" } | { "code": "server_full" } | { "code": "deleted" } | { "code": "too_many", 
/**
 * The resource.
 */
what: LimitedResource, 
/**
 * The scope of the limit.
 */
whose: LimitScope, 
/**
 * The limit.
 */
most: number, } | { "code": "failed" } | { "code": "no_such_level", 
/**
 * The requested level.
 */
level: string, } | { "code": "no_help" } | { "code": "no_such_format" } | { "code": "nothing_open" } | { "code": "seat_taken" } | { "code": "setup", 
/**
 * The problem.
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
 * The problem.
 */
problem: ImportProblem, } | { "code": "import_failed" } | { "code": "store", 
/**
 * The failure.
 */
failure: StoreFailure, } | { "code": "room", 
/**
 * The problem.
 */
problem: RoomProblem, } | { "code": "needs_server" };

export type LimitedResource = "connections" | "tables" | "imports" | "searches";

export type LimitScope = "person" | "address";

export type StoreFailure = { "code": "database", 
/**
 * The error message.
 */
detail: string, } | { "code": "full" } | { "code": "in_use", 
/**
 * The file.
 */
file: string, 
/**
 * The process id; 0 if it is not known.
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
 * The newest version that this program supports.
 */
known: number, } | { "code": "folder", 
/**
 * The folder.
 */
folder: string, 
/**
 * The error message of the system.
 */
detail: string, } | { "code": "no_folder" } | { "code": "not_asked" } | { "code": "invited" } | { "code": "ending" };

export type RoomProblem = { "code": "no_name" } | { "code": "long_name", 
/**
 * The maximum length.
 */
most: number, } | { "code": "bad_name", 
/**
 * The invalid text.
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
 * The reason that it gave, as text.
 */
reason: string, };

export type Notice = { "code": "declined", 
/**
 * The kind of proposal.
 */
kind: ProposalKind, } | { "code": "deleted" } | { "code": "joined_room", 
/**
 * The name of the room.
 */
room: string, };

export type Status = { "code": "over" } | { "code": "waiting_for_opponent" } | { "code": "skip_turn", 
/**
 * The side to move.
 */
side: Side, } | { "code": "watching", 
/**
 * The side to move.
 */
side: Side, } | { "code": "thinking", 
/**
 * The side to move.
 */
side: Side, } | { "code": "your_turn", 
/**
 * The side to move.
 */
side: Side, } | { "code": "to_move", 
/**
 * The side to move.
 */
side: Side, };

export type Ending = { "code": "count", 
/**
 * The number of pieces of each side.
 */
counts: [number, number], } | { "code": "no_move" } | { "code": "connected" } | { "code": "both_connected" } | { "code": "stuck" } | { "code": "move_limit", 
/**
 * The limit.
 */
moves: number, } | { "code": "resigned" } | { "code": "out_of_time" } | { "code": "forfeited" } | { "code": "recorded", 
/**
 * The text.
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
 * The number of plies.
 */
plies: number, } | { "code": "lost", 
/**
 * The number of plies.
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
 * The side that played it.
 */
mover: Side, 
/**
 * The move.
 */
played: string, 
/**
 * The best move.
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
 * The side that played it.
 */
mover: Side, 
/**
 * The move.
 */
played: string, 
/**
 * The best move.
 */
better: string, } | { "code": "no_mistake" };

export type ScoreValue = { "code": "pieces", 
/**
 * The number of pieces.
 */
pieces: number, } | { "code": "win", 
/**
 * The side.
 */
side: Side, 
/**
 * The number of plies.
 */
plies: number, } | { "code": "result", 
/**
 * The winner; `null` for a draw.
 */
winner: Side | null, };

export type MoveProblem = { "code": "over" } | { "code": "missing" } | { "code": "unreadable", 
/**
 * The part that is wrong.
 */
text: string, 
/**
 * The number of characters before it.
 */
at: number, 
/**
 * A move in the expected notation.
 */
example: string, } | { "code": "off_board", 
/**
 * The name that was given.
 */
square: string, } | { "code": "occupied", 
/**
 * The square.
 */
square: string, } | { "code": "turns_nothing", 
/**
 * The square.
 */
square: string, } | { "code": "must_move" } | { "code": "no_piece", 
/**
 * The square.
 */
square: string, } | { "code": "opponents_piece", 
/**
 * The square.
 */
square: string, } | { "code": "blocked", 
/**
 * The square.
 */
square: string, } | { "code": "nothing_near", 
/**
 * The square.
 */
square: string, } | { "code": "too_far", 
/**
 * The origin.
 */
from: string, 
/**
 * The target.
 */
to: string, } | { "code": "too_near", 
/**
 * The origin.
 */
from: string, 
/**
 * The target.
 */
to: string, } | { "code": "stays_put", 
/**
 * The square.
 */
square: string, } | { "code": "own_piece", 
/**
 * The square.
 */
square: string, } | { "code": "not_straight", 
/**
 * The origin.
 */
from: string, 
/**
 * The target.
 */
to: string, } | { "code": "wrong_distance", 
/**
 * The required distance.
 */
needed: number, 
/**
 * The distance of the move.
 */
got: number, } | { "code": "enemy_between", 
/**
 * The square.
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
 * The number of rows.
 */
rows: number, 
/**
 * The number of columns.
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
 * The square.
 */
square: string, } | { "code": "off_board", 
/**
 * The name that was given.
 */
square: string, } | { "code": "not_a_board" } | { "code": "empty" } | { "code": "bad_square", 
/**
 * The part.
 */
text: string, 
/**
 * The number of characters before it.
 */
at: number, } | { "code": "wrong_squares", 
/**
 * The number that was found.
 */
found: number, 
/**
 * The number that is required.
 */
needed: number, } | { "code": "wrong_row", 
/**
 * The row.
 */
text: string, 
/**
 * The number of its squares.
 */
found: number, 
/**
 * The number of squares that it needs.
 */
needed: number, } | { "code": "wrong_rows", 
/**
 * The number that was found.
 */
found: number, 
/**
 * The number that is required.
 */
needed: number, } | { "code": "no_turn" } | { "code": "bad_turn", 
/**
 * The text that was found.
 */
text: string, } | { "code": "bad_number", 
/**
 * The text that was found.
 */
text: string, } | { "code": "trailing", 
/**
 * The text.
 */
text: string, } | { "code": "two_pieces", 
/**
 * The square.
 */
square: string, } | { "code": "no_pieces" } | { "code": "clock_too_high", 
/**
 * The value of the clock.
 */
clock: number, 
/**
 * The value at which the game ends.
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
 * The reason.
 */
problem: GameProblem, };

export type GameProblem = { "code": "bad_tag", 
/**
 * The line.
 */
text: string, } | { "code": "no_game_tag" } | { "code": "setup", 
/**
 * The reason.
 */
problem: SetupProblem, } | { "code": "move", 
/**
 * The number of the move, from 1.
 */
number: number, 
/**
 * Its text.
 */
text: string, 
/**
 * The reason.
 */
problem: MoveProblem, } | { "code": "bad_move", 
/**
 * The text.
 */
text: string, } | { "code": "out_of_turn", 
/**
 * The number of the move, from 1.
 */
number: number, 
/**
 * Its text.
 */
text: string, } | { "code": "open_comment" } | { "code": "too_long" };
