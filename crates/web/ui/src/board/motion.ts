// Plans the animation from one board to the next. It compares pictures and contains no rules: the last move only
// tells which piece moved where.

import { CELL } from '../lib/draw';
import type { MoveInfo } from '../wire';
import type { Geometry } from './geometry';

export type Motion =
  | { kind: 'drop' }
  /** `was` is the piece before it turns, `delay` is in milliseconds, `angle` is that of its line in degrees. */
  | { kind: 'flip'; was: string; delay: number; angle: number }
  /** The start relative to the end. */
  | { kind: 'slide'; dx: number; dy: number };

/** A removed piece that fades out. */
export interface Ghost {
  square: number;
  what: string;
  /** Whether the moved piece took its square. */
  taken: boolean;
}

export interface Plan {
  /** By the current square of the piece. */
  motions: ReadonlyMap<number, Motion>;
  ghosts: Ghost[];
}

export const STILL: Plan = { motions: new Map(), ghosts: [] };

/** A flip starts after the piece that causes it, and later the farther away it is. */
const FLIP_DELAY = 110;
const FLIP_DELAY_PER_SQUARE = 55;

/** Two moves add or remove at most this many pieces. */
const MOST_NEW = 2;

/**
 * The animation between the boards `was` and `now`, one character per square; none between boards of different
 * sizes, and none for a jump to another part of a game: fifty pieces that move at once show nothing and take long.
 */
export function plan(was: string, now: string, last: MoveInfo | null, geometry: Geometry): Plan {
  if (was.length !== now.length || countNew(was, now) > MOST_NEW || countNew(now, was) > MOST_NEW)
    return STILL;
  const target = last?.target ?? null;
  // A piece that left one square and is now on another slid there; an extended piece comes out of its origin.
  const origin =
    last?.origins.find((square) => was[square] === now[target ?? square] && was[square] !== '.') ?? null;
  const motions = new Map<number, Motion>();
  const ghosts: Ghost[] = [];
  for (let square = 0; square < now.length; square++) {
    const before = was[square];
    if (now[square] === before) continue;
    if (now[square] === '.') {
      if (square !== origin) ghosts.push({ square, what: before, taken: false });
    } else if (square === target && origin !== null) {
      if (before !== '.') ghosts.push({ square, what: before, taken: true });
      const [fromX, fromY] = geometry.spot(origin);
      const [x, y] = geometry.spot(square);
      motions.set(square, { kind: 'slide', dx: fromX - x, dy: fromY - y });
    } else if (before === '.') {
      motions.set(square, { kind: 'drop' });
    } else {
      const distance = target === null ? 0 : squaresApart(square, target, geometry);
      motions.set(square, {
        kind: 'flip',
        was: before,
        delay: FLIP_DELAY + distance * FLIP_DELAY_PER_SQUARE,
        angle: target === null ? 0 : direction(target, square, geometry),
      });
    }
  }
  return { motions, ghosts };
}

/** The number of pieces on squares that were empty before. */
const countNew = (was: string, now: string): number =>
  [...now].filter((what, square) => what !== '.' && was[square] === '.').length;

function squaresApart(one: number, other: number, geometry: Geometry): number {
  const [x1, y1] = geometry.spot(one);
  const [x2, y2] = geometry.spot(other);
  return Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) / CELL;
}

/** The direction from one square to another, in degrees. */
function direction(from: number, to: number, geometry: Geometry): number {
  const [x1, y1] = geometry.spot(from);
  const [x2, y2] = geometry.spot(to);
  return Math.round((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI);
}
