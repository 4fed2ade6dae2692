// Puzzles: positions with one good move. `parlor puzzles` generates them, and this module parses its files; it
// contains no rules.

import type { ScoreView, Side } from '../wire';

export interface Puzzle {
  /** The weakest level that solves it; 11 if none does. */
  grade: number;
  position: string;
  /** The solution, and the moves that follow it. */
  solution: string[];
  score: PuzzleScore;
  /** The best other move, and its refutation. */
  other: string[];
  otherScore: PuzzleScore;
  /** The minimum loss of winning chances of every other move, in percent. */
  lost: number;
}

/** The score of a move for the side to move. */
export type PuzzleScore =
  | { kind: 'exact'; discs: number }
  | { kind: 'win'; plies: number }
  | { kind: 'loss'; plies: number }
  | { kind: 'estimate'; pieces: number };

/** The highest grade: no level solves it. */
export const HARDEST = 11;

const sets = import.meta.glob<string>('../../../../puzzles/data/*.txt', { query: '?raw', import: 'default' });

/** The puzzles of a game; empty for a game without any. */
export async function loadPuzzles(game: string): Promise<Puzzle[]> {
  const load = sets[`../../../../puzzles/data/${game}.txt`];
  return load ? parsePuzzles(await load()) : [];
}

export function parsePuzzles(text: string): Puzzle[] {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.map((line) => {
    const [grade, position, solution, score, other, otherScore, lost] = line.split('\t');
    return {
      grade: Number(grade),
      position,
      solution: solution.split(' '),
      score: parseScore(score),
      other: other ? other.split(' ') : [],
      otherScore: parseScore(otherScore),
      lost: Number(lost),
    };
  });
}

function parseScore(text: string): PuzzleScore {
  const number = Number(text.slice(1));
  switch (text[0]) {
    case 'W':
      return { kind: 'win', plies: number };
    case 'L':
      return { kind: 'loss', plies: number };
    case '=':
      return { kind: 'exact', discs: number };
    default:
      return { kind: 'estimate', pieces: number / 100 };
  }
}

/** Converts a score to Black's point of view, for the texts of the page. */
export function scoreView(score: PuzzleScore, turn: Side): ScoreView {
  const other: Side = turn === 'black' ? 'white' : 'black';
  if (score.kind === 'win' || score.kind === 'loss') {
    const side = score.kind === 'win' ? turn : other;
    return { value: { code: 'win', side, plies: score.plies }, chance: side === 'black' ? 1 : 0 };
  }
  const pieces = (score.kind === 'exact' ? score.discs : score.pieces) * (turn === 'black' ? 1 : -1);
  return { value: { code: 'pieces', pieces }, chance: 0.5 };
}

const divisor = (one: number, two: number): number => (two === 0 ? one : divisor(two, one % two));

/** The number of the daily puzzle among this many; the same as in `parlor puzzles --show today`. */
export function dailyNumber(total: number, day: number): number {
  let stride = Math.max(1, Math.floor((total * 5) / 8));
  while (divisor(stride, total) !== 1) stride++;
  return ((day % total) * stride) % total;
}

/** The number of days since 1970. */
export const dayOf = (milliseconds: number): number => Math.floor(milliseconds / 86_400_000);

/** A short name of a puzzle that stays the same when others are added. */
export function nameOf({ position }: Puzzle): string {
  let hash = 2166136261;
  for (const letter of position) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return (hash >>> 0).toString(36);
}

/** A user's progress with the puzzles of a game. */
export interface PuzzleProgress {
  /** Whether the first answer was right, by the names of puzzles. */
  done: Record<string, boolean>;
  /** The current and the longest streak. */
  streak: number;
  best: number;
  /** The grade of the next puzzle. */
  wanted: number;
  /** The last day whose puzzle was solved, and the current streak of days. */
  day: number;
  days: number;
}

export const newProgress = (): PuzzleProgress => ({
  done: {},
  streak: 0,
  best: 0,
  wanted: 3,
  day: 0,
  days: 0,
});

/** The progress after one more puzzle; only the first answer to it counts. */
export function withResult(
  before: PuzzleProgress,
  puzzle: Puzzle,
  solved: boolean,
  daily: number | null,
): PuzzleProgress {
  const name = nameOf(puzzle);
  if (name in before.done) return before;
  const streak = solved ? before.streak + 1 : 0;
  // Half a grade at a time, so that one lucky guess changes little.
  const wanted = Math.max(1, Math.min(HARDEST, before.wanted + (solved ? 0.5 : -0.5)));
  const isNewDay = solved && daily !== null && daily !== before.day;
  return {
    done: { ...before.done, [name]: solved },
    streak,
    best: Math.max(before.best, streak),
    wanted,
    day: isNewDay ? daily : before.day,
    days: !isNewDay ? before.days : daily === before.day + 1 ? before.days + 1 : 1,
  };
}

/** The number of the next puzzle: an unanswered one of the wanted grade, or near it. */
export function nextNumber(puzzles: Puzzle[], progress: PuzzleProgress, current: number): number | null {
  let best: number | null = null;
  let distance = Infinity;
  for (let step = 1; step <= puzzles.length; step++) {
    const number = (current + step) % puzzles.length;
    const puzzle = puzzles[number];
    if (number === current || nameOf(puzzle) in progress.done) continue;
    const away = Math.abs(puzzle.grade - Math.round(progress.wanted));
    if (away < distance) [best, distance] = [number, away];
  }
  return best;
}
