// The value of each move, for the board and for lists: from the point of view of the side to move, with its loss
// against the best move.

import type { MoveValue, ScoreView, Side } from '../wire';

export interface ShownValue {
  text: string;
  /** The loss of winning chances, from 0 to 1. */
  loss: number;
  /** Whether it is proven, not estimated. */
  exact: boolean;
}

/** The winning chance of the side to move. */
export const chanceOf = (score: ScoreView, mover: Side): number =>
  mover === 'black' ? score.chance : 1 - score.chance;

/**
 * A score in a few characters, from the point of view of the side to move: pieces, or moves to the end of the game.
 */
export function valueText({ value }: ScoreView, mover: Side, exact: boolean): string {
  const sign = mover === 'black' ? 1 : -1;
  if (value.code === 'pieces') {
    const pieces = value.pieces * sign;
    const text = exact || Math.abs(pieces) >= 10 ? String(Math.round(pieces)) : pieces.toFixed(1);
    return Number(text) > 0 ? `+${text}` : Number(text) === 0 ? '0' : text.replace('-', '−');
  }
  if (value.code === 'win') return `${value.side === mover ? '+' : '−'}#${Math.ceil(value.plies / 2)}`;
  return value.winner === null ? '=' : value.winner === mover ? '+' : '−';
}

/** The moves, best first. */
export function ranked(values: readonly MoveValue[], mover: Side): MoveValue[] {
  const worth = ({ score: { value, chance } }: MoveValue) => {
    const pieces = value.code === 'pieces' ? value.pieces * (mover === 'black' ? 1 : -1) : 0;
    return [mover === 'black' ? chance : 1 - chance, pieces] as const;
  };
  return [...values].sort((one, other) => {
    const [a, b] = [worth(one), worth(other)];
    return b[0] - a[0] || b[1] - a[1];
  });
}

export function shownValue(value: MoveValue, best: MoveValue, mover: Side): ShownValue {
  const loss = chanceOf(best.score, mover) - chanceOf(value.score, mover);
  return { text: valueText(value.score, mover, value.exact), loss: Math.max(0, loss), exact: value.exact };
}

/** The values on the target squares: the best of several moves; with a selected piece, only its own moves. */
export function squareValues(
  values: readonly MoveValue[],
  mover: Side,
  selected: number | null,
): Map<number, ShownValue> {
  const all = ranked(values, mover);
  const shown = new Map<number, ShownValue>();
  for (const value of all) {
    const { target, origins } = value;
    if (target === undefined || shown.has(target)) continue;
    if (selected !== null && origins?.length && !origins.includes(selected)) continue;
    shown.set(target, shownValue(value, all[0], mover));
  }
  return shown;
}

/** A colour from green (no loss) to red. */
export function lossColour(loss: number): string {
  if (loss < 0.005) return '#58d68d';
  const hue = 95 * (1 - Math.min(1, loss / 0.3));
  return `hsl(${hue.toFixed(0)} 82% 58%)`;
}
