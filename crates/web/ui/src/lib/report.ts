// Statistics of reviewed games: the moves that lost the most, and what the games of one player have in common.
// Independent of the page and the server.

import type { GameView, PlayerName, ReviewSummary, Reviewed, Verdict } from '../wire';
import { frameOf } from './study';

/** A move that lost much, with the board after it. */
export interface TurningPoint {
  ply: number;
  /** As people count: passes do not count. */
  number: number;
  text: string;
  better: string;
  verdict: Verdict;
  /** The loss of winning chances, from 0 to 1. */
  lost: number;
  cells: string;
  target: number | null;
}

/** The data of a reviewed game for a report. */
export interface ReportedGame {
  id: string;
  game: string;
  rows: number;
  columns: number;
  /** When it was last played, in seconds since 1970. */
  updated: number;
  /** The player's side. */
  side: 0 | 1;
  opponent: PlayerName;
  result: 'won' | 'drawn' | 'lost' | null;
  accuracy: number | null;
  verdicts: Record<Verdict, number>;
  opening: string | null;
  points: TurningPoint[];
}

export type Results = Record<'won' | 'drawn' | 'lost', number>;

export interface ReportSummary {
  results: Results;
  accuracy: number | null;
  /** The mean accuracy of the earlier and of the later half, if there are enough games. */
  halves: [number, number] | null;
  verdicts: Record<Verdict, number>;
  openings: { name: string; games: number; results: Results; accuracy: number | null }[];
  /** The accuracy of each game and the moving average, earliest first. */
  trend: { value: number; mean: number }[];
}

/** The number of games in the moving average. */
export const TREND = 5;
/** With fewer games, comparing halves is meaningless. */
const FEWEST_FOR_HALVES = 4;

const VERDICTS: Verdict[] = ['inaccuracy', 'mistake', 'blunder'];

/** The moves of a game that lost much, worst first; of one side or of both. */
export function turningPoints(
  view: Pick<GameView, 'start' | 'plies'>,
  reviewed: ReadonlyMap<number, Reviewed>,
  side: 0 | 1 | null = null,
): TurningPoint[] {
  const points: TurningPoint[] = [];
  let number = 0;
  view.plies.forEach(({ mv, after }, index) => {
    if (mv.action !== 'pass') number += 1;
    const [now, before] = [reviewed.get(index + 1), reviewed.get(index)];
    const mover = frameOf(view, index).turn === 'black' ? 0 : 1;
    if (!now?.verdict || !now.better || !before || now.verdict === 'inaccuracy') return;
    if (side !== null && mover !== side) return;
    const lost = (before.score.chance - now.score.chance) * (mover === 0 ? 1 : -1);
    points.push({
      ply: index + 1,
      number,
      text: mv.text,
      better: now.better,
      verdict: now.verdict,
      lost,
      cells: after.cells,
      target: mv.target ?? null,
    });
  });
  return points.sort((one, other) => other.lost - one.lost);
}

/** How often a side made each kind of mistake. */
export function verdictsOf(
  view: Pick<GameView, 'start' | 'plies'>,
  reviewed: ReadonlyMap<number, Reviewed>,
  side: 0 | 1,
): Record<Verdict, number> {
  const counted = { inaccuracy: 0, mistake: 0, blunder: 0 };
  for (const { ply, verdict } of reviewed.values())
    if (verdict && frameOf(view, ply - 1).turn === (side === 0 ? 'black' : 'white')) counted[verdict]++;
  return counted;
}

/** The data of a game for a report. */
export function reported(
  view: GameView,
  reviewed: ReadonlyMap<number, Reviewed>,
  summary: ReviewSummary,
  side: 0 | 1,
  updated: number,
): ReportedGame {
  const own = side === 0 ? 'black' : 'white';
  const result = !view.result
    ? null
    : view.result.winner === null
      ? 'drawn'
      : view.result.winner === own
        ? 'won'
        : 'lost';
  return {
    id: view.id,
    game: view.game,
    rows: view.shape.rows,
    columns: view.shape.columns,
    updated,
    side,
    opponent: view.seats[1 - side].name,
    result,
    accuracy: summary.accuracy[side],
    verdicts: verdictsOf(view, reviewed, side),
    opening: summary.opening?.name ?? null,
    points: turningPoints(view, reviewed, side).slice(0, 6),
  };
}

const mean = (values: number[]): number | null =>
  values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;

const accuracies = (games: readonly ReportedGame[]): number[] =>
  games.flatMap(({ accuracy }) => (accuracy === null ? [] : [accuracy]));

function results(games: readonly ReportedGame[]): Results {
  const counted = { won: 0, drawn: 0, lost: 0 };
  for (const { result } of games) if (result) counted[result]++;
  return counted;
}

/** Summarises the games of a player, which must be in order, latest first. */
export function summarise(games: readonly ReportedGame[]): ReportSummary {
  const half = Math.floor(games.length / 2);
  const [later, earlier] = [mean(accuracies(games.slice(0, half))), mean(accuracies(games.slice(half)))];
  const names = [...new Set(games.flatMap(({ opening }) => (opening === null ? [] : [opening])))];
  const openings = names.map((name) => {
    const own = games.filter(({ opening }) => opening === name);
    return { name, games: own.length, results: results(own), accuracy: mean(accuracies(own)) };
  });
  const values = accuracies([...games].reverse());
  return {
    results: results(games),
    accuracy: mean(accuracies(games)),
    halves: games.length >= FEWEST_FOR_HALVES && earlier !== null && later !== null ? [earlier, later] : null,
    verdicts: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, games.reduce((sum, { verdicts }) => sum + verdicts[verdict], 0)]),
    ) as Record<Verdict, number>,
    openings: openings.sort((one, other) => other.games - one.games || one.name.localeCompare(other.name)),
    trend: values.map((value, index) => ({
      value,
      mean: mean(values.slice(Math.max(0, index + 1 - TREND), index + 1))!,
    })),
  };
}

/** The moves that lost the most in all games, with the indices of their games. */
export function worst(games: readonly ReportedGame[], most: number): { game: number; point: TurningPoint }[] {
  return games
    .flatMap(({ points }, game) => points.map((point) => ({ game, point })))
    .sort((one, other) => other.point.lost - one.point.lost)
    .slice(0, most);
}
