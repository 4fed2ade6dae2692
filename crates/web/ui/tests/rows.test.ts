import { describe, expect, it } from 'vitest';
import { moveRows } from '../src/lib/rows';
import type { Frame, Ply, Side } from '../src/wire';
import { mv } from './views';

const frame = (turn: Side): Frame => ({ cells: '....', counts: [0, 0], turn, position: '' });

/** A game in which these sides moved: `B` and `W` play, `b` and `w` pass. */
function game(moves: string): { start: Frame; plies: Ply[] } {
  const side = (letter: string): Side => (letter.toLowerCase() === 'b' ? 'black' : 'white');
  const plies = [...moves].map((letter, i) => ({
    mv: mv('x', { action: letter === letter.toLowerCase() ? 'pass' : 'place' }),
    after: frame(i + 1 < moves.length ? side(moves[i + 1]) : 'black'),
  }));
  return { start: frame(side(moves[0] ?? 'B')), plies };
}
const shown = (moves: string) => moveRows(game(moves)).map(({ number, plies }) => [number, ...plies]);

describe('the list of moves', () => {
  it('has two moves a row, under the number of the first', () => {
    expect(shown('BWBWB')).toEqual([
      [1, 1, 2],
      [3, 3, 4],
      [5, 5, null],
    ]);
  });

  it('leaves a gap where the second side begins', () => {
    expect(shown('WBW')).toEqual([
      [1, null, 1],
      [2, 2, 3],
    ]);
  });

  it('shows a pass in its column without counting it', () => {
    expect(shown('BwBWbWB')).toEqual([
      [1, 1, 2],
      [2, 3, 4],
      [4, 5, 6],
      [5, 7, null],
    ]);
  });

  it('is empty before the first move', () => {
    expect(shown('')).toEqual([]);
  });
});
