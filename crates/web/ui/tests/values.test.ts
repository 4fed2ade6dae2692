import { describe, expect, it } from 'vitest';
import { ranked, squareValues, valueText } from '../src/lib/values';
import type { MoveValue, ScoreView } from '../src/wire';

const pieces = (number: number, chance: number): ScoreView => ({
  value: { code: 'pieces', pieces: number },
  chance,
});
const value = (text: string, score: ScoreView, more: Partial<MoveValue> = {}): MoveValue => ({
  text,
  score,
  depth: 10,
  exact: false,
  ...more,
});

describe('values', () => {
  it('are those of the side to move', () => {
    expect(valueText(pieces(4.25, 0.7), 'black', false)).toBe('+4.3');
    expect(valueText(pieces(4.25, 0.7), 'white', false)).toBe('−4.3');
    expect(valueText(pieces(-12, 0.1), 'white', true)).toBe('+12');
    expect(valueText(pieces(0, 0.5), 'black', true)).toBe('0');
    const win: ScoreView = { value: { code: 'win', side: 'white', plies: 5 }, chance: 0 };
    expect(valueText(win, 'white', true)).toBe('+#3');
    expect(valueText(win, 'black', true)).toBe('−#3');
  });

  it('are ranked for the side to move', () => {
    const moves = [value('a', pieces(2, 0.6)), value('b', pieces(-3, 0.3)), value('c', pieces(5, 0.8))];
    expect(ranked(moves, 'black').map(({ text }) => text)).toEqual(['c', 'a', 'b']);
    expect(ranked(moves, 'white').map(({ text }) => text)).toEqual(['b', 'a', 'c']);
  });

  it('are shown on the target squares, the best of several', () => {
    const moves = [
      value('a-x', pieces(1, 0.5), { origins: [0], target: 9 }),
      value('b-x', pieces(3, 0.7), { origins: [1], target: 9, exact: true }),
      value('a-y', pieces(-2, 0.4), { origins: [0], target: 8 }),
      value('pass', pieces(-9, 0.1)),
    ];
    const all = squareValues(moves, 'black', null);
    expect(all.get(9)).toEqual({ text: '+3', loss: 0, exact: true });
    expect(all.get(8)?.loss).toBeCloseTo(0.3);
    expect(squareValues(moves, 'black', 0).get(9)?.text).toBe('+1.0');
    expect(all.size).toBe(2);
  });
});
