// Describes a square in words, for screen readers.

import type { MoveInfo } from '../wire';
import { t } from '../words';

export interface Described {
  /** The name of the square. */
  name: string;
  /** The content, as in a frame's cells. */
  what: string;
  /** The names of the sides, first mover first. */
  sides: string[];
  selected: boolean;
  /** The move that a press on it would play. */
  target: MoveInfo | null;
  /** Whether the piece on it can be selected. */
  canMove: boolean;
  /** Whether it is the target of the last move. */
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
