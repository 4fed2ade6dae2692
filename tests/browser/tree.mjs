// A game of Ataxx with thousands of variations: a page that redraws them all at every step would be slow.

const SIDE = 7;
const name = ([column, row]) => `${'abcdefg'[column]}${row + 1}`;
const around = ([column, row], reach) => {
  const places = [];
  for (let c = column - reach; c <= column + reach; c++)
    for (let r = row - reach; r <= row + reach; r++)
      if (c >= 0 && c < SIDE && r >= 0 && r < SIDE && Math.max(Math.abs(c - column), Math.abs(r - row)) === reach) places.push([c, r]);
  return places;
};

/** The pieces by square; red moves first. */
const start = () => new Map([['a7', 0], ['g1', 0], ['a1', 1], ['g7', 1]]);
const placeOf = (text) => ['abcdefg'.indexOf(text[0]), Number(text[1]) - 1];

function moves(board, side) {
  const found = [];
  for (const [from, owner] of board)
    if (owner === side)
      for (const reach of [1, 2])
        for (const to of around(placeOf(from), reach)) if (!board.has(name(to))) found.push({ from, to: name(to), reach });
  return found;
}

function played(board, side, { from, to, reach }) {
  const next = new Map(board);
  if (reach === 2) next.delete(from);
  next.set(to, side);
  for (const place of around(placeOf(to), 1)) if (next.has(name(place))) next.set(name(place), side);
  return next;
}

/** The text of a game with about this many moves in its variations; deterministic. */
export function bigTree(nodes, plies = 24, length = 5) {
  let random = 12345;
  const pick = (list) => list[(random = (random * 1103515245 + 12345) % 2147483648) % list.length];
  const write = ({ from, to }) => `${from}-${to}`;
  const beside = Math.ceil(nodes / plies / length);
  let board = start();
  const words = [];
  for (let ply = 0; ply < plies; ply++) {
    const side = ply % 2;
    // Only extensions in the game itself, so that neither side runs out of moves.
    const main = pick(moves(board, side).filter(({ reach }) => reach === 1));
    const number = (at) => `${Math.floor(at / 2) + 1}${at % 2 ? '...' : '.'}`;
    words.push(number(ply), write(main));
    const others = moves(board, side).filter((mv) => mv.to !== main.to);
    const firsts = new Map(others.map((mv) => [mv.reach === 1 ? mv.to : write(mv), mv]));
    for (const first of [...firsts.values()].slice(0, beside)) {
      let branch = played(board, side, first);
      const line = [number(ply), write(first)];
      for (let at = ply + 1; at < ply + length; at++) {
        const legal = moves(branch, at % 2);
        if (!legal.length) break;
        const mv = pick(legal);
        line.push(write(mv));
        branch = played(branch, at % 2, mv);
      }
      words.push(`(${line.join(' ')})`);
    }
    board = played(board, side, main);
  }
  return `[Game "ataxx"]\n\n${words.join(' ')}\n`;
}
