// Neighbouring pieces, to draw the connection of a side that has won by it. It does not decide the result.

/** The pairs of adjacent squares, also diagonally, that both contain `what`. */
export function neighbours(cells: string, columns: number, what: string): [number, number][] {
  const pairs: [number, number][] = [];
  for (let square = 0; square < cells.length; square++) {
    if (cells[square] !== what) continue;
    const column = square % columns;
    for (const [dr, dc] of [
      [0, 1],
      [1, -1],
      [1, 0],
      [1, 1],
    ]) {
      if (column + dc < 0 || column + dc >= columns) continue;
      const other = square + dr * columns + dc;
      if (cells[other] === what) pairs.push([square, other]);
    }
  }
  return pairs;
}
