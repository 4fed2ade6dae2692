// The list of moves: the first player's and the second player's side by side.

import type { GameView } from '../wire';

export interface Row {
  /** The number of the first move in the row, each counted by itself as everywhere else; nothing beside a pass alone. */
  number: number | null;
  /** The plies of both sides; nothing where a side did not move. */
  plies: [number | null, number | null];
}

/** A pass appears in the column of the side that passes, and is not counted: it is no move. */
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
