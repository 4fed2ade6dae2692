import { describe, expect, it } from 'vitest';
import { neighbours } from '../../src/board/links';

describe('neighbours', () => {
  it('are pairs sideways, downwards and diagonally, each once', () => {
    expect(neighbours('bb.' + '.b.' + '..b', 3, 'b')).toEqual([
      [0, 1],
      [0, 4],
      [1, 4],
      [4, 8],
    ]);
  });

  it('do not reach around the edge, nor over other pieces', () => {
    expect(neighbours('..b' + 'b..', 3, 'b')).toEqual([]);
    expect(neighbours('bwb', 3, 'b')).toEqual([]);
    expect(neighbours('bw.', 3, 'w')).toEqual([]);
  });
});
