// The list of moves: the first player's and the second player's side by side.

import type { GameView } from '../wire';

export interface Row {
  /**
   * The number of the first move in the row (each side's moves are counted separately); `null` if there is only a
   * pass.
   */
  number: number | null;
  /** The plies of both sides; `null` if a side did not move. */
  plies: [number | null, number | null];
}

/** A pass appears in the column of the side that passes, and does not count as a move. */
export function moveRows({ start, plies }: Pick<GameView, 'start' | 'plies'>): Row[] {
  const rows: Row[] = [];
  let number = 0;
  plies.forEach(({ mv }, index) => {
    const side = (index === 0 ? start : plies[index - 1].after).turn === 'black' ? 0 : 1;
    let row = rows.at(-1);
    if (!row || side === 0 || row.plies[1] !== null) rows.push((row = { number: null, plies: [null, null] }));
    row.plies[side] = index + 1;
    if (mv.action === 'pass') return;
    number += 1;
    row.number ??= number;
  });
  return rows;
}
