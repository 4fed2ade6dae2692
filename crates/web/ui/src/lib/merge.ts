// The server sends of a game only what is new; here it is put together with what the page knows already.

import type { GameView } from '../wire';

export interface Merged {
  view: GameView;
  /** Whether a move was played, taken back or replaced. */
  changed: boolean;
  /** How many of the moves known before still stand. */
  kept: number;
}

/**
 * Completes `next`, which replaces every move from `next.from` on, by the earlier moves of `before`, the same game as
 * it was known. Returns nothing when these are not known: then the whole game must be asked for.
 */
export function merge(before: GameView | null, next: GameView): Merged | null {
  const known = before?.plies ?? [];
  if (next.from > known.length) return null;
  const plies = [...known.slice(0, next.from), ...next.plies];
  return {
    view: { ...next, from: 0, plies },
    changed: !before || plies.length !== known.length || next.from < known.length,
    kept: next.from,
  };
}
