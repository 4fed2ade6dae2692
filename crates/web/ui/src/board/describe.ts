// A square in words, for the screen reader.

import type { Action, MoveInfo } from '../wire';

export interface Described {
  /** What the square is called. */
  name: string;
  /** What is on it, as in a frame's cells. */
  what: string;
  /** What the sides are called, the first mover first. */
  sides: string[];
  selected: boolean;
  /** The move that a press on it would play. */
  target: MoveInfo | null;
  /** Whether the piece on it could be chosen. */
  canMove: boolean;
  /** Whether the last move led here. */
  isLast: boolean;
}

const WORDS: Record<Action, string> = {
  place: 'can be played',
  extend: 'extend here',
  jump: 'jump here',
  slide: 'move here',
  capture: 'capture here',
  pass: '',
};

export function describeSquare({ name, what, sides, selected, target, canMove, isLast }: Described): string {
  const parts = [name, ({ b: sides[0], w: sides[1], '#': 'block' }[what] ?? 'empty').toLowerCase()];
  if (selected) parts.push('selected');
  if (target) {
    parts.push(WORDS[target.action]);
    if (target.turned.length) parts.push(`turns ${target.turned.length}`);
  } else if (canMove) parts.push('can move');
  if (isLast) parts.push('last move');
  return parts.join(', ');
}
