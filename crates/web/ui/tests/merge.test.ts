import { describe, expect, it } from 'vitest';
import { merge } from '../src/lib/merge';
import type { GameView } from '../src/wire';
import { view } from './views';

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

  it('forgets moves that were taken back', () => {
    const merged = merge(known, view(2, []))!;
    expect(moves(merged.view)).toEqual(['a', 'b']);
    expect(merged).toMatchObject({ changed: true, kept: 2 });
  });

  it('sees no change when only something beside the moves is new', () => {
    const merged = merge(known, view(3, [], { spectators: 2, status: { code: 'to_move', side: 'black' } }))!;
    expect(moves(merged.view)).toEqual(['a', 'b', 'c']);
    expect(merged.view).toMatchObject({ spectators: 2, status: { code: 'to_move', side: 'black' } });
    expect(merged.changed).toBe(false);
  });

  it('asks for the whole game when moves in between are not known', () => {
    expect(merge(known, view(4, ['e']))).toBeNull();
    expect(merge(null, view(1, ['b']))).toBeNull();
  });

  it('changes neither what was known nor what was sent', () => {
    const sent = view(1, ['x']);
    merge(known, sent);
    expect(moves(known)).toEqual(['a', 'b', 'c']);
    expect(moves(sent)).toEqual(['x']);
  });

  it('puts a game together that is merged again and again', () => {
    let game = merge(null, view(0, []))!.view;
    for (let n = 0; n < 60; n++) game = merge(game, view(n, [`m${n}`]))!.view;
    expect(moves(game)).toEqual(Array.from({ length: 60 }, (_, n) => `m${n}`));
  });
});
