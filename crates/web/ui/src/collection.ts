// Generated from crates/collection; do not edit.
// PARLOR_WRITE_TYPES=1 cargo test -p parlor-collection --test it page_types rewrites it.

import type { ImportProblem } from './wire';

export type Query = { 
/**
 * The name of the game.
 */
game?: string, 
/**
 * A part of the name of one of the players.
 */
player?: string, 
/**
 * A part of the name of the other one, if one is given.
 */
opponent?: string, 
/**
 * A part of the name of black's player.
 */
black?: string, 
/**
 * A part of the name of white's player.
 */
white?: string, 
/**
 * A part of the name of the event.
 */
event?: string, 
/**
 * The first day, month or year.
 */
from?: string, 
/**
 * The last one.
 */
to?: string, 
/**
 * How the game ended.
 */
result?: ResultFilter, 
/**
 * A part of the name of an opening; those that go on from it are found too.
 */
opening?: string, 
/**
 * A position that the games came through, in any symmetry.
 */
position?: PositionRequest, 
/**
 * How many of the games to leave out at the beginning.
 */
skip?: number, 
/**
 * How many to list or write at most.
 */
limit?: number, };

export type ResultFilter = "black" | "white" | "draw" | "win" | "loss" | "unknown";

export type PositionRequest = { 
/**
 * The name of the game.
 */
game: string, 
/**
 * What was agreed on, by name, where it is not the usual.
 */
agreements: Array<[string, string]>, 
/**
 * The position in the text form of the game; the usual start if there is none.
 */
position: string | null, };

export type Found = { 
/**
 * Those that were asked for.
 */
games: Array<GameRow>, 
/**
 * How many there are in all.
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
 * Who played black, if it is known.
 */
black: string | null, 
/**
 * Who played white.
 */
white: string | null, 
/**
 * Where it was played.
 */
event: string | null, 
/**
 * When: `2026.11.16`, or as much of it as is known.
 */
date: string | null, 
/**
 * How it ended.
 */
result: GameResult | null, 
/**
 * The pieces that black had more than white in the end, where they count.
 */
lead: number | null, 
/**
 * How many plies it has, passes included.
 */
plies: number, 
/**
 * The last opening with a name that it came through.
 */
opening: string | null, 
/**
 * After how many plies it came to the position that was searched.
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
 * Nobody won.
 */
draws: number, 
/**
 * The result is not known.
 */
unknown: number, };

export type Stats = { 
/**
 * How the games ended.
 */
results: Results, 
/**
 * The players with the most games. Where a player is searched for: that player and the opponents.
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
 * Whether it is the player who is searched for.
 */
searched: boolean, 
/**
 * How many games.
 */
games: number, 
/**
 * How many of them as black.
 */
as_black: number, 
/**
 * Won.
 */
wins: number, 
/**
 * Drawn.
 */
draws: number, 
/**
 * Lost.
 */
losses: number, 
/**
 * Won as black.
 */
wins_as_black: number, };

export type OpeningStats = { 
/**
 * The name; nothing stands for games without a named opening.
 */
name: string | null, 
/**
 * How they ended.
 */
results: Results, 
/**
 * Of how many of them the player who is searched for won.
 */
wins: number, 
/**
 * And lost.
 */
losses: number, };

export type YearStats = { 
/**
 * The year; 0 if it is not known.
 */
year: number, 
/**
 * How they ended.
 */
results: Results, 
/**
 * Of how many of them the player who is searched for won.
 */
wins: number, 
/**
 * And lost.
 */
losses: number, };

export type Explored = { 
/**
 * The name of the opening that it ends, if it has one.
 */
opening: string | null, 
/**
 * How the games of the collection ended that came through it.
 */
results: Results, 
/**
 * The moves that were played or are in our book, the most frequent first.
 */
moves: Array<ExploredMove>, };

export type ExploredMove = { 
/**
 * The move.
 */
text: string, 
/**
 * The moves that are the same in a mirror.
 */
also: Array<string>, 
/**
 * How the games ended in which it was played.
 */
results: Results, 
/**
 * What our book says that it is worth to the side that plays it, in hundredths.
 */
book: number | null, 
/**
 * The name of the opening that it leads to.
 */
opening: string | null, };

export type Progress = { 
/**
 * The place of the file among all, from 0.
 */
file: number, 
/**
 * How many games of it were read.
 */
games: number, };

export type ImportReport = { 
/**
 * Each file with games, in the order in which they were given.
 */
files: Array<FileReport>, 
/**
 * Whether it was ended early. The file at which that happened is not in the collection, nor are those after it.
 */
interrupted: boolean, };

export type FileReport = { 
/**
 * Its name.
 */
name: string, 
/**
 * How many games are new.
 */
imported: number, 
/**
 * How many were there already.
 */
known: number, 
/**
 * How many cannot be replayed.
 */
unreadable: number, 
/**
 * What is wrong with the file, or with the first game that cannot be replayed, as far as there is a code for it.
 */
problem: ImportProblem | null, 
/**
 * The same in words.
 */
reason: string | null, };

export type CollectionFailure = { 
/**
 * What is wrong.
 */
code: FailureCode, 
/**
 * The text that it is about, or what the system says.
 */
detail: string, };

export type FailureCode = "database" | "in_use" | "none" | "not_yours" | "date" | "opening" | "position" | "result_of_nobody" | "game" | "unsuitable" | "request" | "too_large";
