// Requests to the host about the collection of games, and about openings.

import { askCollection, openings } from '#host';
import type { Explored, Found, PositionRequest, Query, Stats } from '../collection';

export { addToCollection as importFiles, exportCollection as exported } from '#host';
export { Refused } from './refused';

export const search = (query: Query): Promise<Found> => askCollection('search', query);
export const stats = (query: Query): Promise<Stats> => askCollection('stats', query);
export const explore = (position: PositionRequest): Promise<Explored> => askCollection('explore', position);

/** The default name of a file of games in a format. */
export const fileName = (format: string): string =>
  ['games', { wthor: 'wtb', moves: 'txt', transcript: 'txt' }[format] ?? format].join('.');

/** How many positions from the start are looked up: no named line is longer. */
const LONGEST = 24;
const known = new Map<string, string | null>();

/**
 * The name of the last opening among positions of a game, the first of which is its start. Answers are cached.
 * `null` if the server does not answer.
 */
export async function openingOf(
  game: string,
  agreements: [string, string][],
  positions: string[],
): Promise<string | null> {
  const first = positions.slice(0, LONGEST);
  const key = (position: string) => `${game} ${position}`;
  const unknown = first.filter((position) => !known.has(key(position)));
  if (unknown.length) {
    try {
      const names = await openings({ game, agreements, positions: unknown });
      unknown.forEach((position, index) => known.set(key(position), names[index]));
    } catch {
      return null;
    }
  }
  const names = first.map((position) => known.get(key(position)) ?? null);
  return names.filter((name) => name !== null).at(-1) ?? null;
}
