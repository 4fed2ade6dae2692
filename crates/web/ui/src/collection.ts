// Generated from crates/collection; do not edit.
// PARLOR_WRITE_TYPES=1 cargo test -p parlor-collection --features typescript --test it page_types rewrites it.

import type { ImportProblem } from './wire';

export type Query = { 
/**
 * The name of the game.
 */
game?: string, 
/**
 * Part of the name of one of the players.
 */
player?: string, 
/**
 * Part of the name of the other player, if `player` is given.
 */
opponent?: string, 
/**
 * Part of the name of Black.
 */
black?: string, 
/**
 * Part of the name of White.
 */
white?: string, 
/**
 * Part of the name of the event.
 */
event?: string, 
/**
 * The earliest day, month or year.
 */
from?: string, 
/**
 * The latest day, month or year.
 */
to?: string, 
/**
 * The result of the game.
 */
result?: ResultFilter, 
/**
 * Part of the name of an opening. Openings that continue it are found too.
 */
opening?: string, 
/**
 * A position that the games passed through, in any symmetry.
 */
position?: PositionRequest, 
/**
 * The number of games to skip.
 */
skip?: number, 
/**
 * The maximum number of games to list or write.
 */
limit?: number, };

export type ResultFilter = "black" | "white" | "draw" | "win" | "loss" | "unknown";

export type PositionRequest = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * The agreements that differ from the defaults, by name.
 */
agreements: Array<[string, string]>, 
/**
 * The position as text; the default start if `None`.
 */
position: string | null, };

export type Found = { 
/**
 * The requested part of the list.
 */
games: Array<GameRow>, 
/**
 * The total number.
 */
total: number, };

export type GameRow = { 
/**
 * Its number in the collection.
 */
id: number, 
/**
 * The name of the game.
 */
game: string, 
/**
 * The name of Black, if known.
 */
black: string | null, 
/**
 * The name of White, if known.
 */
white: string | null, 
/**
 * Where it was played.
 */
event: string | null, 
/**
 * The date: `2026.11.16`, or as much of it as is known.
 */
date: string | null, 
/**
 * The result.
 */
result: GameResult | null, 
/**
 * Black's final margin in pieces, in games that count them.
 */
lead: number | null, 
/**
 * The number of plies, including passes.
 */
plies: number, 
/**
 * The last named opening that the game passed through.
 */
opening: string | null, 
/**
 * The ply at which it reached the position of the search.
 */
ply: number | null, };

export type GameResult = "black" | "white" | "draw";

export type Results = { 
/**
 * Black won.
 */
black: number, 
/**
 * White won.
 */
white: number, 
/**
 * The game was drawn.
 */
draws: number, 
/**
 * The result is not known.
 */
unknown: number, };

export type Stats = { 
/**
 * The results.
 */
results: Results, 
/**
 * The players with the most games. If the query has a player: that player and their opponents.
 */
players: Array<PlayerStats>, 
/**
 * The openings with the most games.
 */
openings: Array<OpeningStats>, 
/**
 * The years, in order.
 */
years: Array<YearStats>, };

export type PlayerStats = { 
/**
 * The name.
 */
name: string, 
/**
 * Whether it is the player of the query.
 */
searched: boolean, 
/**
 * The number of games.
 */
games: number, 
/**
 * The number of games as Black.
 */
as_black: number, 
/**
 * The number of wins.
 */
wins: number, 
/**
 * The number of draws.
 */
draws: number, 
/**
 * The number of losses.
 */
losses: number, 
/**
 * The number of wins as Black.
 */
wins_as_black: number, };

export type OpeningStats = { 
/**
 * The name; `null` for games without a named opening.
 */
name: string | null, 
/**
 * The results.
 */
results: Results, 
/**
 * The number of wins of the player of the query.
 */
wins: number, 
/**
 * The number of losses of that player.
 */
losses: number, };

export type YearStats = { 
/**
 * The year; 0 if unknown.
 */
year: number, 
/**
 * The results.
 */
results: Results, 
/**
 * The number of wins of the player of the query.
 */
wins: number, 
/**
 * The number of losses of that player.
 */
losses: number, };

export type Explored = { 
/**
 * The name of the opening that ends here, if there is one.
 */
opening: string | null, 
/**
 * The results of the collection's games that passed through it.
 */
results: Results, 
/**
 * The moves that were played or are in our opening book, most frequent first.
 */
moves: Array<ExploredMove>, };

export type ExploredMove = { 
/**
 * The move.
 */
text: string, 
/**
 * The other moves that are equal up to symmetry.
 */
also: Array<string>, 
/**
 * The results of the games in which it was played.
 */
results: Results, 
/**
 * The value of the move in our opening book for the side that plays it, in hundredths.
 */
book: number | null, 
/**
 * The name of the opening that it leads to.
 */
opening: string | null, };

export type Progress = { 
/**
 * The index of the file, from 0.
 */
file: number, 
/**
 * The number of games read from it.
 */
games: number, };

export type ImportReport = { 
/**
 * The reports of the files with games, in order.
 */
files: Array<FileReport>, 
/**
 * Whether it was stopped early. The file in progress and those after it are not in the collection.
 */
interrupted: boolean, };

export type FileReport = { 
/**
 * Its name.
 */
name: string, 
/**
 * The number of new games.
 */
imported: number, 
/**
 * The number of games that were already stored.
 */
known: number, 
/**
 * The number of games that cannot be replayed.
 */
unreadable: number, 
/**
 * What is wrong with the file, or with its first game that cannot be replayed, if there is a code for it.
 */
problem: ImportProblem | null, 
/**
 * The same as text.
 */
reason: string | null, };

export type CollectionFailure = { 
/**
 * The code.
 */
code: FailureCode, 
/**
 * The text that it concerns, or the error message of the system.
 */
detail: string, };

export type FailureCode = "database" | "in_use" | "none" | "not_yours" | "date" | "opening" | "position" | "result_of_nobody" | "game" | "unsuitable" | "request" | "too_large";
