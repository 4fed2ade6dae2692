// The meaning of some message types for the open game.

import type { ClientMessage, Refusal } from '../wire';

/** Requests for help: a game with one of these does not count for the rating. */
export const HELP: ReadonlySet<ClientMessage['type']> = new Set([
  'hint',
  'undo',
  'redo',
  'analyse',
  'review',
  'switch',
]);

/** Reasons why a move was not played: its preview is removed. */
export const UNPLAYED: ReadonlySet<Refusal['code']> = new Set([
  'not_yours',
  'not_your_turn',
  'stale',
  'over',
  'move',
  'failed',
  'unreachable',
  'nothing_open',
]);
