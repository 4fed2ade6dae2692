// The goals of lesson steps, and whether a move reached one. The server applies the rules; this module only
// compares.

import type { Action, MoveInfo, TryResult } from '../wire';
import type { Position } from '../lib/tries';

export type Goal =
  /** Play any move, or one of a kind. */
  | { kind: 'play'; action?: Action }
  /** Turn at least this many pieces, with a move of this kind if one is given. */
  | { kind: 'turn'; least: number; action?: Action }
  /** Move a piece to one of these squares. */
  | { kind: 'land'; on: string[] }
  /** Leave the other side without a move. */
  | { kind: 'pass' }
  /** Leave the other side at most this many moves. */
  | { kind: 'replies'; most: number }
  /** Play a move after which this reply is impossible. */
  | { kind: 'stop'; threat: string }
  /** Play a move that does not end the game. */
  | { kind: 'goOn' }
  /** Win with this move. */
  | { kind: 'win' };

/** A step of a lesson. Its texts are in the catalogue, by its name. */
export interface Step extends Position {
  name: string;
  goal: Goal;
  /** Squares to point at, by name. */
  spots?: string[];
  /** A move that reaches the goal, shown on request and played by the tests. */
  solution: string;
}

/** The moves to try in order to judge a move. */
export function question({ goal }: Step, mv: MoveInfo): string[] {
  return goal.kind === 'stop' ? [mv.text, goal.threat] : [mv.text];
}

/** Whether a move reached the goal, by the server's answer. */
export function reached(
  { goal, turn }: Step,
  mv: MoveInfo,
  tried: TryResult,
  nameOf: (square: number) => string,
): boolean {
  const { board } = tried;
  if (!board) return false;
  switch (goal.kind) {
    case 'play':
      return !goal.action || mv.action === goal.action;
    case 'turn':
      return mv.turned.length >= goal.least && (!goal.action || mv.action === goal.action);
    case 'land':
      return mv.target !== null && goal.on.includes(nameOf(mv.target));
    case 'pass':
      return board.legal.length === 1 && board.legal[0].action === 'pass';
    case 'replies':
      return board.legal.length <= goal.most;
    case 'stop':
      // If the reply is impossible, only the move itself is on the board.
      return board.result === null && board.plies.length === 1;
    case 'goOn':
      return board.result === null;
    case 'win':
      return board.result?.winner === turn;
  }
}
