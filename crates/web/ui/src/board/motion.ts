// How the change from one board to the next is shown. It compares pictures and knows no rules: the last move only says
// which piece went where.

import { CELL } from '../lib/draw';
import type { MoveInfo } from '../wire';
import type { Geometry } from './geometry';

export type Motion =
  | { kind: 'drop' }
  /** `was` is the piece seen before it turns, `delay` is in milliseconds, `angle` that of its line in degrees. */
  | { kind: 'flip'; was: string; delay: number; angle: number }
  /** From where it comes, relative to where it stands. */
  | { kind: 'slide'; dx: number; dy: number };

/** A piece that is gone and fades. */
export interface Ghost {
  square: number;
  what: string;
  /** Whether the piece that moved took its place. */
  taken: boolean;
}

export interface Plan {
  /** By the square where the piece stands now. */
  motions: ReadonlyMap<number, Motion>;
  ghosts: Ghost[];
}

export const STILL: Plan = { motions: new Map(), ghosts: [] };

/** A flip waits for the piece that causes it, and longer the farther it is from it. */
const FLIP_DELAY = 110;
const FLIP_DELAY_PER_SQUARE = 55;

/** What moves between the boards `was` and `now`, one character a square; nothing between boards of different sizes. */
export function plan(was: string, now: string, last: MoveInfo | null, geometry: Geometry): Plan {
  if (was.length !== now.length) return STILL;
  const target = last?.target ?? null;
  // A piece that left one square and stands on another slid there; a grown piece comes out of its origin.
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

function squaresApart(one: number, other: number, geometry: Geometry): number {
  const [x1, y1] = geometry.spot(one);
  const [x2, y2] = geometry.spot(other);
  return Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) / CELL;
}

/** In which direction one square lies from another, in degrees. */
function direction(from: number, to: number, geometry: Geometry): number {
  const [x1, y1] = geometry.spot(from);
  const [x2, y2] = geometry.spot(to);
  return Math.round((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI);
}
