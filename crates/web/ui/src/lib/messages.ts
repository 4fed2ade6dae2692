// What kinds of messages mean for the game that is open.

import type { ClientMessage, Refusal } from '../wire';

/** What makes a game one that does not count for a rating. */
export const HELP: ReadonlySet<ClientMessage['type']> = new Set([
  'hint',
  'undo',
  'redo',
  'analyse',
  'review',
  'switch',
]);

/** Why a move may not be played: what was drawn of it goes away again. */
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
