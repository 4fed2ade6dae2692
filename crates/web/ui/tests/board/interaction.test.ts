import { describe, expect, it } from 'vitest';
import {
  IDLE,
  cancel,
  choose,
  deselect,
  key,
  leave,
  lines,
  mostMobile,
  move,
  movesFrom,
  origins,
  press,
  release,
  targets,
  withNewMoves,
  type Interaction,
  type Pointer,
} from '../../src/board/interaction';
import { mv } from '../views';

// Two pieces, on 0 and 1; both reach 5, and 0 reaches 6 by another line.
const line = (from: number, to: number) => ({ from, to, count: 2 });
const sliding = [
  mv('0-5', { action: 'slide', origins: [0], target: 5, line: line(0, 5) }),
  mv('0-6', { action: 'capture', origins: [0], target: 6, line: line(0, 6) }),
  mv('1-5', { action: 'slide', origins: [1], target: 5, line: line(1, 5) }),
];
const placing = [mv('d3', { target: 19, turned: [27] }), mv('c4', { target: 26, turned: [27] })];
const passing = [mv('pass', { action: 'pass' })];

/** A pointer on a square; ten pixels per square, in one row. */
function on(square: number | null, x = (square ?? -1) * 10): Pointer {
  return { client: [x, 0], at: [x * 10, 0], square };
}
const selecting = (square: number): Interaction => ({ ...IDLE, selected: square });

describe('the legal moves', () => {
  it('determine which pieces can move and where a press plays', () => {
    expect([...origins(sliding)]).toEqual([0, 1]);
    expect([...targets(sliding, null)]).toEqual([]);
    expect([...targets(sliding, 0).keys()]).toEqual([5, 6]);
    expect(targets(sliding, 1).get(5)?.text).toBe('1-5');
    expect(movesFrom(sliding, null)).toEqual([]);
  });

  it('of a game that places pieces need no selected piece', () => {
    expect(origins(placing).size).toBe(0);
    expect([...targets(placing, null).keys()]).toEqual([19, 26]);
  });

  it('determine the piece with the most moves', () => {
    expect(mostMobile(sliding)).toBe(0);
    expect(mostMobile(placing)).toBeNull();
  });

  it('have no target when the only one is to pass', () => {
    expect(targets(passing, null).size).toBe(0);
  });

  it('share their lines of action', () => {
    const there = mv('a', { line: line(0, 7) });
    const farther = mv('b', { line: line(0, 7) });
    expect(lines([there, farther, mv('c'), ...sliding.slice(0, 1)])).toEqual([line(0, 7), line(0, 5)]);
  });
});

describe('choosing', () => {
  it('plays a placing move at once', () => {
    expect(choose(IDLE, placing, 19)).toEqual({ next: IDLE, played: placing[0], wrong: null });
  });

  it('selects a piece first and then a target', () => {
    const taken = choose(IDLE, sliding, 0);
    expect(taken).toEqual({ next: selecting(0), played: null, wrong: null });
    expect(choose(taken.next, sliding, 6)).toEqual({ next: IDLE, played: sliding[1], wrong: null });
  });

  it('changes to another piece, and deselects the same one', () => {
    expect(choose(selecting(0), sliding, 1).next.selected).toBe(1);
    expect(choose(selecting(0), sliding, 0).next.selected).toBeNull();
  });

  it('plays nothing on any other square, and reports it', () => {
    expect(choose(selecting(1), sliding, 6)).toEqual({ next: selecting(1), played: null, wrong: 6 });
    expect(choose(IDLE, placing, 0)).toEqual({ next: IDLE, played: null, wrong: 0 });
  });

  it('does nothing without legal moves', () => {
    expect(choose(IDLE, [], 0)).toEqual({ next: IDLE, played: null, wrong: 0 });
  });

  it('can be cancelled', () => {
    expect(deselect(selecting(0))).toEqual(IDLE);
  });
});

describe('pointing', () => {
  it('follows the pointer and forgets it outside', () => {
    const pointing = move(IDLE, on(5));
    expect(pointing).toEqual({ ...IDLE, hovered: 5 });
    expect(move(pointing, on(null)).hovered).toBeNull();
    expect(leave(pointing)).toEqual(IDLE);
  });
});

describe('dragging', () => {
  const held = press(IDLE, sliding, on(0));
  const dragged = move(held, on(3));

  it('begins on a piece that can move, and only there', () => {
    expect(held.pressed?.square).toBe(0);
    expect(press(IDLE, sliding, on(5)).pressed).toBeNull();
    expect(press(IDLE, sliding, on(null)).pressed).toBeNull();
  });

  it('does not begin with a tiny movement', () => {
    const trembling = move(held, on(0, 6));
    expect([trembling.drag, trembling.selected]).toEqual([null, null]);
    expect(move(held, on(0, 7)).drag).toEqual({ from: 0, at: [70, 0] });
  });

  it('selects the piece and follows the pointer, back to the first pixel too', () => {
    expect(dragged).toMatchObject({ selected: 0, hovered: 3, drag: { from: 0, at: [300, 0] } });
    expect(move(dragged, on(0)).drag).toEqual({ from: 0, at: [0, 0] });
  });

  it('plays a move where it ends', () => {
    const { next, played } = release(move(dragged, on(5)), sliding, on(5));
    expect(played).toBe(sliding[0]);
    expect(next).toMatchObject({ selected: null, drag: null, pressed: null });
  });

  it.each([[3], [null]])('that ends on %s leaves the piece selected', (square) => {
    const { next, played, wrong } = release(dragged, sliding, on(square));
    expect([played, wrong]).toEqual([null, square]);
    expect(next).toMatchObject({ selected: 0, drag: null, pressed: null });
  });

  it('that ends where it began only selects', () => {
    expect(release(dragged, sliding, on(0)).wrong).toBeNull();
  });

  it('ignores the click that follows it, and no other', () => {
    const { next } = release(dragged, sliding, on(3));
    const swallowed = choose(next, sliding, 5);
    expect(swallowed.played).toBeNull();
    expect(choose(swallowed.next, sliding, 5).played).toBe(sliding[0]);
    // Browsers differ in whether they send that click: a new press or a key does not wait for it.
    expect(press(next, sliding, on(null)).swallowsClick).toBe(false);
    expect(choose(key(next), sliding, 5).played).toBe(sliding[0]);
  });

  it('ends when the browser takes over the pointer', () => {
    expect(cancel(dragged)).toMatchObject({ drag: null, pressed: null, selected: 0 });
  });

  it('does not happen when the pointer is released where it was pressed', () => {
    const { next, played } = release(held, sliding, on(0));
    expect([next, played]).toEqual([IDLE, null]);
    expect(choose(next, sliding, 0).next.selected).toBe(0);
  });
});

describe('new legal moves', () => {
  it('clear the selection', () => {
    expect(withNewMoves({ ...selecting(0), hovered: 5 }, sliding)).toEqual({ ...IDLE, hovered: 5 });
  });

  it('keep a held piece if it can still move', () => {
    const dragged = move(press(IDLE, sliding, on(0)), on(3));
    expect(move(withNewMoves(dragged, sliding), on(4)).drag?.from).toBe(0);
    expect(move(withNewMoves(dragged, sliding.slice(2)), on(4)).drag).toBeNull();
  });
});
