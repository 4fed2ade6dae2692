// Reviews from reports, stored in this browser, so that the next report needs to review only new games.

import type { ReportedGame } from '../lib/report';
import type { GameSummary } from '../wire';

const KEY = 'parlor.reviews';
/** How many games are stored. */
const MOST = 120;

/** A game changes only by more moves. */
const nameOf = (game: GameSummary, who: string) => `${game.id} ${game.moves} ${who}`;

function all(): [string, ReportedGame][] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(read) ? (read as [string, ReportedGame][]) : [];
  } catch {
    return [];
  }
}

/** The stored data of a game that was reviewed for this player before. */
export const kept = (game: GameSummary, who: string): ReportedGame | null =>
  all().find(([name]) => name === nameOf(game, who))?.[1] ?? null;

export function keep(game: GameSummary, who: string, entry: ReportedGame): void {
  const name = nameOf(game, who);
  const others = all().filter(([known]) => known !== name);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [name, entry]].slice(-MOST)));
  } catch {
    // Without storage, the game is reviewed again.
  }
}
