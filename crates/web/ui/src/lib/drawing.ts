// Arrows and circles that a user draws on the board.

import type { Brush, Mark } from '../wire';

export const BRUSHES: readonly Brush[] = ['green', 'red', 'blue', 'yellow'];
export const BRUSH_COLOURS: Record<Brush, string> = {
  green: '#2fae5d',
  red: '#e0483a',
  blue: '#2f86e0',
  yellow: '#e0a92f',
};

/**
 * The drawings with one more. Drawing one again in its colour removes it; in another colour it changes its colour.
 */
export function drawn(marks: readonly Mark[], from: number, to: number | null, brush: Brush): Mark[] {
  const isIt = (mark: Mark) => mark.from === from && (mark.to ?? null) === to;
  const others = marks.filter((mark) => !isIt(mark));
  const was = marks.find(isIt);
  if (was?.brush === brush) return others;
  return [...others, to === null ? { from, brush } : { from, to, brush }];
}
