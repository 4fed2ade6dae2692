// The server sends only changes of a game; this module merges them into what the page knows. A clicked move is
// drawn before the server answers, because its effect on the board is part of the move.

import type { Frame, GameChange, GameView, MoveInfo, NewPly, Permissions, Ply, Side } from '../wire';

export interface Merged {
  view: GameView;
  /** Whether a move was played, taken back or replaced. */
  changed: boolean;
  /** The number of earlier moves that are unchanged. */
  kept: number;
}

const letter = (side: Side) => (side === 'black' ? 'b' : 'w');
const other = (side: Side): Side => (side === 'black' ? 'white' : 'black');
const LEAVES_ORIGIN: ReadonlySet<MoveInfo['action']> = new Set(['jump', 'slide', 'capture']);

/** The squares after a move of a side. */
export function applied(cells: string, mv: MoveInfo, mover: Side): string {
  const squares = [...cells];
  if (LEAVES_ORIGIN.has(mv.action)) for (const origin of mv.origins) squares[origin] = '.';
  for (const square of [...mv.turned, ...(mv.target === null ? [] : [mv.target])])
    squares[square] = letter(mover);
  return squares.join('');
}

function framed(cells: string, turn: Side, position: string): Frame {
  const count = (side: Side) => [...cells].filter((cell) => cell === letter(side)).length;
  return { cells, counts: [count('black'), count('white')], turn, position };
}

const last = (view: GameView, plies: Ply[]): Frame => plies.at(-1)?.after ?? view.start;

/** Expands an abbreviated move after a board. */
export function plyAfter(before: Frame, news: NewPly): Ply {
  const mv: MoveInfo = {
    text: news.text,
    action: news.action,
    origins: news.origins ?? [],
    target: news.target ?? null,
    turned: news.turned ?? [],
    line: news.line ?? null,
  };
  return {
    mv,
    after: framed(news.cells ?? applied(before.cells, mv, before.turn), news.turn, news.position),
  };
}

/**
 * Completes `next`, which replaces every move from `next.from` on, with the earlier moves of `before`, the known
 * state of the same game. Returns `null` if these are not known: then the whole game must be requested.
 */
export function merge(before: GameView | null, next: GameView): Merged | null {
  const known = before?.plies ?? [];
  if (next.from > known.length) return null;
  const plies = [...known.slice(0, next.from), ...next.plies];
  return {
    view: { ...next, from: 0, plies },
    changed: !before || plies.length !== known.length || next.from < known.length,
    kept: next.from,
  };
}

/** Exactly these permissions, and no others. */
function allowing(all: Permissions, names: (keyof Permissions)[]): Permissions {
  const entries = Object.keys(all).map((name) => [name, names.includes(name as keyof Permissions)]);
  return Object.fromEntries(entries) as Permissions;
}

/** Applies a change to a game. Returns `null` if moves in between are missing. */
export function change(before: GameView, news: GameChange): Merged | null {
  const { from, plies: added = [], may: names, ...rest } = news;
  const kept = from ?? before.plies.length;
  if (kept > before.plies.length) return null;
  const plies = before.plies.slice(0, kept);
  for (const ply of added) plies.push(plyAfter(last(before, plies), ply));
  // Spectators do not get this with every move.
  const status =
    before.status.code === 'watching' ? { ...before.status, side: last(before, plies).turn } : before.status;
  const may = names ? allowing(before.may, names) : before.may;
  return { view: { ...before, status, may, ...rest, plies }, changed: from !== undefined, kept };
}

/** The expected state of the game after the server has confirmed a move of the side to move. */
export function foreseen(view: GameView, mv: MoveInfo): GameView {
  const before = last(view, view.plies);
  const turn = other(before.turn);
  const after = framed(applied(before.cells, mv, before.turn), turn, before.position);
  return {
    ...view,
    plies: [...view.plies, { mv, after }],
    legal: [],
    status: { code: 'to_move', side: turn },
  };
}
