// Moves on boards that are not stored, for lessons and the animated boards of the help.

import type { Edit, Side, TryBoard, TryResult } from '../wire';
import { parlor } from './parlor.svelte';

/** A position as lessons write it. */
export interface Position {
  /** The squares, row by row from the top, as in messages; spaces are for readability. */
  cells: string;
  turn: Side;
}

let asked = 0;
const waiting = new Map<number, (answer: TryResult) => void>();

/** Plays moves from a position. If the connection is lost, the promise never resolves: ask again then. */
export function tryMoves(game: string, { cells, turn }: Position, moves: string[]): Promise<TryResult> {
  const board = { kind: 'squares' as const, cells: cells.replaceAll(' ', ''), turn };
  return tryFrom({ game, agreements: [], board }, moves);
}

/** Plays moves from any board. */
export function tryFrom(board: Edit, moves: string[]): Promise<TryResult> {
  parlor.onTried = (answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  const id = ++asked;
  return new Promise((done) => {
    waiting.set(id, done);
    parlor.send({ type: 'try', id, board, moves });
  });
}

/** The board after the last legal move. */
export function frameOf({ start, plies }: TryBoard) {
  return plies.at(-1)?.after ?? start;
}
