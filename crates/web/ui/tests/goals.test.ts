import { describe, expect, it } from 'vitest';
import { question, reached, type Goal, type Step } from '../src/lessons/goals';
import type { GameResult, MoveInfo, TryResult } from '../src/wire';
import { mv, ply } from './views';

const step = (goal: Goal): Step => ({ name: 'x', cells: '', turn: 'black', goal, solution: '' });
const frame = { cells: '', counts: [0, 0] as [number, number], turn: 'white' as const, position: '' };
const shape = { rows: 1, columns: 3, column_names: ['a', 'b', 'c'], row_names: ['1'] };
/** An answer of the server: the number of moves played, the legal moves, and the result. */
function answer(plies: number, legal: MoveInfo[] = [mv('z')], result: GameResult | null = null): TryResult {
  const board = { shape, start: frame, plies: Array.from({ length: plies }, () => ply('x')), legal, result };
  return { id: 1, board, problem: null };
}
const judge = (goal: Goal, move: MoveInfo, tried: TryResult) =>
  reached(step(goal), move, tried, (square) => `${'abc'[square]}1`);
const win = (winner: 'black' | 'white'): GameResult => ({ winner, ending: { code: 'connected' } });

describe('a goal', () => {
  it('to play is reached by any move, or by one of a kind', () => {
    expect(judge({ kind: 'play' }, mv('a'), answer(1))).toBe(true);
    expect(judge({ kind: 'play', action: 'jump' }, mv('a', { action: 'extend' }), answer(1))).toBe(false);
    expect(judge({ kind: 'play', action: 'jump' }, mv('a', { action: 'jump' }), answer(1))).toBe(true);
  });

  it('to turn counts the turned pieces', () => {
    const two = mv('a', { turned: [1, 2], action: 'jump' });
    expect(judge({ kind: 'turn', least: 2 }, two, answer(1))).toBe(true);
    expect(judge({ kind: 'turn', least: 3 }, two, answer(1))).toBe(false);
    expect(judge({ kind: 'turn', least: 2, action: 'extend' }, two, answer(1))).toBe(false);
  });

  it('to land names the square', () => {
    expect(judge({ kind: 'land', on: ['b1'] }, mv('x', { target: 1 }), answer(1))).toBe(true);
    expect(judge({ kind: 'land', on: ['b1'] }, mv('x', { target: 2 }), answer(1))).toBe(false);
  });

  it('about replies counts the legal moves', () => {
    const pass = mv('pass', { action: 'pass' });
    expect(judge({ kind: 'pass' }, mv('x'), answer(1, [pass]))).toBe(true);
    expect(judge({ kind: 'pass' }, mv('x'), answer(1, [mv('y')]))).toBe(false);
    expect(judge({ kind: 'replies', most: 1 }, mv('x'), answer(1, [mv('y')]))).toBe(true);
    expect(judge({ kind: 'replies', most: 1 }, mv('x'), answer(1, [mv('y'), mv('z')]))).toBe(false);
  });

  it('to stop a threat tries the threat', () => {
    const stop: Goal = { kind: 'stop', threat: 'a1' };
    expect(question(step(stop), mv('x'))).toEqual(['x', 'a1']);
    expect(question(step({ kind: 'win' }), mv('x'))).toEqual(['x']);
    expect(judge(stop, mv('x'), answer(1))).toBe(true);
    expect(judge(stop, mv('x'), answer(2))).toBe(false);
    expect(judge(stop, mv('x'), answer(2, [], win('white')))).toBe(false);
  });

  it('about the result asks who won', () => {
    expect(judge({ kind: 'win' }, mv('x'), answer(1, [], win('black')))).toBe(true);
    expect(judge({ kind: 'win' }, mv('x'), answer(1, [], win('white')))).toBe(false);
    expect(judge({ kind: 'goOn' }, mv('x'), answer(1))).toBe(true);
    expect(judge({ kind: 'goOn' }, mv('x'), answer(1, [], win('white')))).toBe(false);
  });

  it('is never reached where there is no board', () => {
    expect(judge({ kind: 'play' }, mv('x'), { id: 1, board: null, problem: null })).toBe(false);
  });
});
