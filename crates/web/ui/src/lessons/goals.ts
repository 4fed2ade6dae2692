// What a step of a lesson asks for, and whether a move reached it. The rules say what a move does; this only compares.

import type { Action, MoveInfo, TryResult } from '../wire';
import type { Position } from '../lib/tries';

export type Goal =
  /** To play any move, or one of a kind. */
  | { kind: 'play'; action?: Action }
  /** To turn at least this many pieces, by a move of a kind if one is named. */
  | { kind: 'turn'; least: number; action?: Action }
  /** To bring a piece to one of these squares. */
  | { kind: 'land'; on: string[] }
  /** To leave the other side without a move. */
  | { kind: 'pass' }
  /** To leave the other side at most this many moves. */
  | { kind: 'replies'; most: number }
  /** To move so that this reply is impossible. */
  | { kind: 'stop'; threat: string }
  /** To move so that the game goes on. */
  | { kind: 'goOn' }
  /** To win with this move. */
  | { kind: 'win' };

/** A step of a lesson; its words are in the catalogue, by its name. */
export interface Step extends Position {
  name: string;
  goal: Goal;
  /** Squares to point at, by name. */
  spots?: string[];
  /** A move that reaches the goal: shown on request, and played by the tests. */
  solution: string;
}

/** What to ask the rules in order to judge a move: the moves to try after it. */
export function question({ goal }: Step, mv: MoveInfo): string[] {
  return goal.kind === 'stop' ? [mv.text, goal.threat] : [mv.text];
}

/** Whether a move reached the goal, by what the rules say about it. */
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
      // An impossible reply leaves only the move itself on the board.
      return board.result === null && board.plies.length === 1;
    case 'goOn':
      return board.result === null;
    case 'win':
      return board.result?.winner === turn;
  }
}
