import { expect, test } from 'vitest';
import {
  dailyNumber,
  nameOf,
  newProgress,
  nextNumber,
  parsePuzzles,
  scoreView,
  withResult,
} from '../src/lib/puzzles';

const LINES = [
  '# games 4',
  '2\tfirst x\tb6-a7 c1\tW3\ta8-b8\t~-120\t40',
  '5\tsecond o\td1\t=-4\te1 f1\t=-6\t20',
  '11\tthird x\tg1\t~250\th1\tL4\t90',
];
const puzzles = parsePuzzles(LINES.join('\n') + '\n');

test('a line of the file is read', () => {
  expect(puzzles).toHaveLength(3);
  expect(puzzles[0]).toEqual({
    grade: 2,
    position: 'first x',
    solution: ['b6-a7', 'c1'],
    score: { kind: 'win', plies: 3 },
    other: ['a8-b8'],
    otherScore: { kind: 'estimate', pieces: -1.2 },
    lost: 40,
  });
  expect(scoreView(puzzles[1].score, 'white').value).toEqual({ code: 'pieces', pieces: 4 });
  expect(scoreView(puzzles[2].otherScore, 'black').value).toEqual({ code: 'win', side: 'white', plies: 4 });
});

test('the puzzle of a day is the one that the command line shows', () => {
  expect([dailyNumber(300, 20_000), dailyNumber(300, 20_001), dailyNumber(1, 9)]).toEqual([200, 87, 0]);
});

test('only the first answer to a puzzle counts', () => {
  let progress = withResult(newProgress(), puzzles[0], true, null);
  progress = withResult(progress, puzzles[0], false, null);
  expect([progress.streak, progress.best, progress.wanted]).toEqual([1, 1, 3.5]);
  progress = withResult(progress, puzzles[1], false, null);
  expect([progress.streak, progress.best, progress.wanted]).toEqual([0, 1, 3]);
  expect(progress.done).toEqual({ [nameOf(puzzles[0])]: true, [nameOf(puzzles[1])]: false });
});

test('days in a row are counted for the daily puzzle', () => {
  let progress = withResult(newProgress(), puzzles[0], true, 100);
  progress = withResult(progress, puzzles[1], true, 101);
  expect(progress.days).toBe(2);
  progress = withResult(progress, puzzles[2], true, 105);
  expect(progress.days).toBe(1);
});

test('the next puzzle is one of the wanted grade that was not answered', () => {
  const wanted = { ...newProgress(), wanted: 5 };
  expect(nextNumber(puzzles, wanted, 0)).toBe(1);
  const after = withResult(wanted, puzzles[1], true, null);
  expect(nextNumber(puzzles, after, 1)).toBe(0);
  const all = withResult(withResult(after, puzzles[0], true, null), puzzles[2], true, null);
  expect(nextNumber(puzzles, all, 2)).toBeNull();
});
