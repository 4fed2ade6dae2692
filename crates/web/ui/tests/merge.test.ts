import { describe, expect, it } from 'vitest';
import { applied, change, foreseen, merge } from '../src/lib/merge';
import type { GameView, NewPly } from '../src/wire';
import { mv, view } from './views';

const moves = (game: GameView) => game.plies.map(({ mv }) => mv.text);
const known = view(0, ['a', 'b', 'c']);

describe('merge', () => {
  it('takes a whole game as it is', () => {
    const merged = merge(null, known)!;
    expect(moves(merged.view)).toEqual(['a', 'b', 'c']);
    expect(merged.changed).toBe(true);
  });

  it('adds a new move to those that are known', () => {
    const merged = merge(known, view(3, ['d']))!;
    expect(moves(merged.view)).toEqual(['a', 'b', 'c', 'd']);
    expect(merged).toMatchObject({ changed: true, kept: 3 });
  });

  it('replaces moves that were taken back by others', () => {
    const merged = merge(known, view(1, ['x', 'y']))!;
    expect(moves(merged.view)).toEqual(['a', 'x', 'y']);
    expect(merged).toMatchObject({ changed: true, kept: 1 });
  });

  it('removes moves that were taken back', () => {
    const merged = merge(known, view(2, []))!;
    expect(moves(merged.view)).toEqual(['a', 'b']);
    expect(merged).toMatchObject({ changed: true, kept: 2 });
  });

  it('reports no change when the moves are the same', () => {
    const merged = merge(known, view(3, [], { spectators: 2, status: { code: 'to_move', side: 'black' } }))!;
    expect(moves(merged.view)).toEqual(['a', 'b', 'c']);
    expect(merged.view).toMatchObject({ spectators: 2, status: { code: 'to_move', side: 'black' } });
    expect(merged.changed).toBe(false);
  });

  it('asks for the whole game when moves in between are not known', () => {
    expect(merge(known, view(4, ['e']))).toBeNull();
    expect(merge(null, view(1, ['b']))).toBeNull();
  });

  it('changes neither of its arguments', () => {
    const sent = view(1, ['x']);
    merge(known, sent);
    expect(moves(known)).toEqual(['a', 'b', 'c']);
    expect(moves(sent)).toEqual(['x']);
  });

  it('assembles a game from many changes', () => {
    let game = merge(null, view(0, []))!.view;
    for (let n = 0; n < 60; n++) game = merge(game, view(n, [`m${n}`]))!.view;
    expect(moves(game)).toEqual(Array.from({ length: 60 }, (_, n) => `m${n}`));
  });
});

describe('what a move does to the board', () => {
  it('places a disc and turns others', () => {
    expect(applied('.wb.', mv('a1', { target: 0, turned: [1] }), 'black')).toBe('bbb.');
  });

  it('leaves the origin of a jump, a slide and a capture empty, and that of an extension as it is', () => {
    const moves = (action: 'jump' | 'slide' | 'capture' | 'extend') =>
      applied('w..b', mv('x', { action, origins: [0], target: 1, turned: [3] }), 'white');
    expect([moves('jump'), moves('slide'), moves('capture'), moves('extend')]).toEqual([
      '.w.w',
      '.w.w',
      '.w.w',
      'ww.w',
    ]);
  });

  it('is nothing for a pass', () => {
    expect(applied('.wb.', mv('pass', { action: 'pass' }), 'black')).toBe('.wb.');
  });
});

describe('a change of a game', () => {
  const news = (text: string, more: Partial<NewPly> = {}): NewPly => ({
    text,
    action: 'place',
    turn: 'white',
    position: `after ${text}`,
    ...more,
  });

  it('adds a move and computes the board from it', () => {
    const merged = change(known, { id: 'abc', from: 3, plies: [news('d', { target: 2 })] })!;
    expect(moves(merged.view)).toEqual(['a', 'b', 'c', 'd']);
    expect(merged.view.plies[3].after).toEqual({
      cells: '..b.',
      counts: [1, 0],
      turn: 'white',
      position: 'after d',
    });
    expect(merged).toMatchObject({ changed: true, kept: 3 });
  });

  it('uses the server’s board if it does not follow from the move', () => {
    const merged = change(known, { id: 'abc', from: 3, plies: [news('d', { target: 2, cells: 'bbbb' })] })!;
    expect(merged.view.plies[3].after.cells).toBe('bbbb');
  });

  it('takes moves back', () => {
    const merged = change(known, { id: 'abc', from: 1 })!;
    expect(moves(merged.view)).toEqual(['a']);
    expect(merged).toMatchObject({ changed: true, kept: 1 });
  });

  it('changes only the given values', () => {
    const merged = change({ ...known, next: 'def' }, { id: 'abc', spectators: 7, next: null })!;
    expect(merged.view).toMatchObject({ spectators: 7, next: null, status: known.status });
    expect(merged).toMatchObject({ changed: false, kept: 3 });
  });

  it('allows what is named, and nothing else', () => {
    const before = { ...known, may: { ...known.may, undo: true, resign: true } };
    const { may } = change(before, { id: 'abc', may: ['resign', 'analyse'] })!.view;
    expect(may).toEqual({ ...known.may, resign: true, analyse: true });
    expect(change(before, { id: 'abc', spectators: 1 })!.view.may).toEqual(before.may);
  });

  it('lets spectators know whose turn it is', () => {
    const watched = { ...known, status: { code: 'watching' as const, side: 'black' as const } };
    const merged = change(watched, { id: 'abc', from: 3, plies: [news('d')] })!;
    expect(merged.view.status).toEqual({ code: 'watching', side: 'white' });
  });

  it('asks for the whole game when moves in between are not known', () => {
    expect(change(known, { id: 'abc', from: 4, plies: [news('e')] })).toBeNull();
  });
});

describe('a move that was clicked', () => {
  it('is drawn before the server answers, and does not change the confirmed game', () => {
    const drawn = foreseen(known, mv('d', { target: 0, turned: [3] }));
    expect(moves(drawn)).toEqual(['a', 'b', 'c', 'd']);
    expect(drawn.plies[3].after).toMatchObject({ cells: 'b..b', counts: [2, 0], turn: 'white' });
    expect(drawn.legal).toEqual([]);
    expect(moves(known)).toEqual(['a', 'b', 'c']);
  });
});
