// Ratings, on one scale per game: those of the computer's levels, from measured matches, and that of the player at
// this page, from their games against the levels. record.svelte.ts stores them.

import { levelMatches } from './level-matches';

/** A rating and its deviation, both in points (Glicko). */
export interface Rating {
  rating: number;
  deviation: number;
}

/** The rating of the weakest level in every game. The scale needs an origin, and only differences matter. */
export const FIRST_RATING = 400;

/** The deviation of an unknown player's rating, and the minimum deviation. */
const NEW_DEVIATION = 300;
const LEAST_DEVIATION = 50;

/** How much stronger a suitable opponent may be: the player then wins about three games of ten. */
const REACH = 170;

const Q = Math.LN10 / 400;

/** The rating difference that a result implies. Half a game for each side keeps it finite. */
function difference(won: number, drawn: number, lost: number): number {
  const [ours, theirs] = [won + drawn / 2 + 0.5, lost + drawn / 2 + 0.5];
  return 400 * Math.log10(ours / theirs);
}

/** The ratings of the levels of a game, weakest first, rounded; empty for a game that was not measured. */
export function levelRatings(game: string): number[] {
  const matches = levelMatches[game];
  if (!matches) return [];
  let rating = FIRST_RATING;
  const all = [rating];
  for (const match of matches) all.push((rating += difference(...match)));
  return all.map((exact) => Math.round(exact / 10) * 10);
}

/** The rating of a level, by its number in messages. */
export function ratingOf(game: string, level: string): number | null {
  return levelRatings(game)[Number(level) - 1] ?? null;
}

/** An unknown player starts at the rating of the weakest level. */
export function newcomer(): Rating {
  return { rating: FIRST_RATING, deviation: NEW_DEVIATION };
}

/** A rating after a game against an opponent with a known rating: `score` is 1 for a win and ½ for a draw. */
export function after({ rating, deviation }: Rating, opponent: number, score: number): Rating {
  const expected = 1 / (1 + 10 ** ((opponent - rating) / 400));
  const information = Q * Q * expected * (1 - expected);
  const precision = 1 / (deviation * deviation) + information;
  return {
    rating: Math.max(100, rating + (Q / precision) * (score - expected)),
    deviation: Math.max(LEAST_DEVIATION, Math.sqrt(1 / precision)),
  };
}

/** The strongest level within reach of a player, as its number in messages. */
export function suggestedLevel(game: string, levels: string[], { rating }: Rating): string {
  const reachable = levels.filter((level) => (ratingOf(game, level) ?? Infinity) <= rating + REACH);
  return reachable.at(-1) ?? levels[0] ?? '';
}
