import { describe, expect, it } from 'vitest';
import { Geometry } from '../../src/board/geometry';
import { STILL, plan } from '../../src/board/motion';
import { mv } from '../views';

const names = { column_names: ['a', 'b', 'c', 'd'], row_names: ['1', '2'] };
const board = new Geometry({ rows: 2, columns: 4, ...names }, false);
const flipped = new Geometry({ rows: 2, columns: 4, ...names }, true);
const motions = (...parts: Parameters<typeof plan>) => Object.fromEntries(plan(...parts).motions);

describe('plan', () => {
  it('drops a placed disc and turns others one after the other, the nearest first', () => {
    const last = mv('a1', { target: 0, turned: [1, 2] });
    expect(plan('.wwb....', 'bbbb....', last, board)).toEqual({
      motions: new Map([
        [0, { kind: 'drop' }],
        [1, { kind: 'flip', was: 'w', delay: 165, angle: 0 }],
        [2, { kind: 'flip', was: 'w', delay: 220, angle: 0 }],
      ]),
      ghosts: [],
    });
  });

  it('slides a moved piece from its origin', () => {
    const last = mv('a1-c1', { action: 'slide', origins: [0], target: 2 });
    expect(plan('b.......', '..b.....', last, board)).toEqual({
      motions: new Map([[2, { kind: 'slide', dx: -200, dy: 0 }]]),
      ghosts: [],
    });
    expect(motions('b.......', '..b.....', last, flipped)).toEqual({ 2: { kind: 'slide', dx: 200, dy: 0 } });
  });

  it('throws a captured piece off the board', () => {
    const last = mv('a1-c1', { action: 'capture', origins: [0], target: 2 });
    expect(plan('b.w.....', '..b.....', last, board)).toEqual({
      motions: new Map([[2, { kind: 'slide', dx: -200, dy: 0 }]]),
      ghosts: [{ square: 2, what: 'w', taken: true }],
    });
  });

  it('lets an extended piece come out of one of its origins, which stays', () => {
    const last = mv('b2', { action: 'extend', origins: [0, 1], target: 5, turned: [6] });
    expect(motions('bb....w.', 'bb...bb.', last, board)).toEqual({
      5: { kind: 'slide', dx: -100, dy: -100 },
      6: { kind: 'flip', was: 'w', delay: 165, angle: 0 },
    });
  });

  it('shows a takeback: the pieces turn, and the placed one fades out', () => {
    expect(plan('bbbb....', '.wwb....', null, board)).toEqual({
      motions: new Map([
        [1, { kind: 'flip', was: 'b', delay: 110, angle: 0 }],
        [2, { kind: 'flip', was: 'b', delay: 110, angle: 0 }],
      ]),
      ghosts: [{ square: 0, what: 'b', taken: false }],
    });
  });

  it('turns every disc along its own line', () => {
    const placed = mv('a1', { target: 0, turned: [1, 4, 5] });
    const turned = motions('.w..ww..', 'bb..bb..', placed, board);
    expect([1, 4, 5].map((square) => turned[square])).toMatchObject([
      { angle: 0 },
      { angle: 90 },
      { angle: 45 },
    ]);
  });

  it('moves nothing after a pass', () => {
    expect(plan('bw......', 'bw......', mv('pass', { action: 'pass' }), board)).toEqual(STILL);
  });

  it('moves nothing when there was no board, or one of another size', () => {
    expect(plan('', 'bw......', null, board)).toEqual(STILL);
    expect(plan('bwbw', 'bw......', null, board)).toEqual(STILL);
  });

  it('is still for a jump of many moves, in both directions', () => {
    expect(plan('bw......', 'bwbwb...', mv('e1', { target: 4 }), board)).toEqual(STILL);
    expect(plan('bwbwb...', 'bw......', null, board)).toEqual(STILL);
    expect(motions('bw......', 'bwbw....', mv('d1', { target: 3 }), board)).toEqual({
      2: { kind: 'drop' },
      3: { kind: 'drop' },
    });
  });
});
