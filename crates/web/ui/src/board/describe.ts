// A square in words, for the screen reader.

import type { MoveInfo } from '../wire';
import { t } from '../words';

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

export function describeSquare({ name, what, sides, selected, target, canMove, isLast }: Described): string {
  const w = t().square;
  const side = { b: sides[0], w: sides[1] }[what];
  const parts = [name, side === undefined ? (what === '#' ? w.block : w.empty) : w.piece(side)];
  if (selected) parts.push(w.selected);
  if (target) {
    parts.push(w.actions[target.action]);
    if (target.turned.length) parts.push(w.turns(target.turned.length));
  } else if (canMove) parts.push(w.canMove);
  if (isLast) parts.push(w.lastMove);
  return w.described(parts);
}
