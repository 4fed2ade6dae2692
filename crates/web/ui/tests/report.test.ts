import { describe, expect, it } from 'vitest';
import { summarise, turningPoints, verdictsOf, worst, type ReportedGame } from '../src/lib/report';
import type { Frame, Ply, Reviewed } from '../src/wire';

const frame = (turn: 'black' | 'white'): Frame => ({ turn, cells: turn, position: '' }) as unknown as Frame;
const ply = (text: string, turn: 'black' | 'white', action = 'place'): Ply =>
  ({ mv: { text, action, target: 3 }, after: frame(turn) }) as unknown as Ply;
const reviewed = (ply: number, chance: number, verdict: Reviewed['verdict'] = null): [number, Reviewed] => [
  ply,
  {
    ply,
    score: { value: { code: 'pieces', pieces: 0 }, chance },
    better: verdict && 'x1',
    verdict,
    total: 5,
  },
];

/** White passes, Black blunders with its second move, and White gives half of it back. */
const game = {
  start: frame('black'),
  plies: [ply('a1', 'white'), ply('pass', 'black', 'pass'), ply('b1', 'white'), ply('c1', 'black')],
};
const review = new Map([
  reviewed(0, 0.5),
  reviewed(1, 0.5, 'inaccuracy'),
  reviewed(2, 0.5),
  reviewed(3, 0.1, 'blunder'),
  reviewed(4, 0.3, 'mistake'),
]);

describe('a report', () => {
  it('finds the moves that lost most, by side and by the numbers that people count', () => {
    const points = turningPoints(game, review);
    expect(points.map(({ text, number }) => [text, number])).toEqual([
      ['b1', 2],
      ['c1', 3],
    ]);
    expect(points.map(({ lost }) => Math.round(lost * 100))).toEqual([40, 20]);
    expect(turningPoints(game, review, 1).map(({ text }) => text)).toEqual(['c1']);
    expect(verdictsOf(game, review, 0)).toEqual({ inaccuracy: 1, mistake: 0, blunder: 1 });
  });

  it('summarises the games of a player', () => {
    const one = (accuracy: number, result: ReportedGame['result'], opening: string | null): ReportedGame => ({
      id: String(accuracy),
      game: 'othello',
      rows: 8,
      columns: 8,
      updated: 0,
      side: 0,
      opponent: { code: 'guest' },
      result,
      accuracy,
      verdicts: { inaccuracy: 1, mistake: 0, blunder: 2 },
      opening,
      points: turningPoints(game, review, 0),
    });
    // Latest first.
    const games = [
      one(90, 'won', 'Tiger'),
      one(80, 'won', 'Cow'),
      one(60, 'lost', 'Tiger'),
      one(50, 'drawn', null),
    ];
    const sum = summarise(games);
    expect(sum.results).toEqual({ won: 2, drawn: 1, lost: 1 });
    expect([sum.accuracy, sum.halves]).toEqual([70, [55, 85]]);
    expect(sum.verdicts).toEqual({ inaccuracy: 4, mistake: 0, blunder: 8 });
    expect(sum.openings[0]).toEqual({
      name: 'Tiger',
      games: 2,
      results: { won: 1, drawn: 0, lost: 1 },
      accuracy: 75,
    });
    expect(sum.trend.map(({ value }) => value)).toEqual([50, 60, 80, 90]);
    expect(sum.trend.at(-1)!.mean).toBe(70);
    expect(worst(games, 3)).toHaveLength(3);
    expect(summarise([]).accuracy).toBeNull();
  });
});
