// The user's games against the computer that this browser stores: rating, results, history. They are never sent
// anywhere.

import type { GameView } from '../wire';
import { prefs } from './prefs.svelte';
import { after, newcomer, ratingOf, suggestedLevel, type Rating } from './rating';

/** A finished game. */
export interface Played {
  id: string;
  /** When it ended, in seconds since 1970. */
  at: number;
  level: string;
  side: 'black' | 'white';
  /** 1 for a win, ½ for a draw, 0 for a loss. */
  score: number;
  /** The rating after it; `null` if the game did not count. */
  rating: number | null;
}

/** The stored data of one game. */
export interface GameRecord extends Rating {
  played: Played[];
}

export interface RatingChange {
  before: number;
  after: number;
}

interface Stored {
  games: Record<string, GameRecord>;
  /** The games in progress, and whether the user took help in them. */
  open: Record<string, { helped: boolean }>;
}

const KEY = 'parlor-record';
/** The maximum numbers of stored finished and unfinished games; older ones are dropped. */
const MOST_KEPT = 1000;
const MOST_OPEN = 200;
/** A game that was resigned sooner does not count. */
const FEWEST_MOVES = 6;

function load(): Stored {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>;
    const games: Stored['games'] = {};
    for (const [game, one] of Object.entries(kept.games ?? {}))
      if (Number.isFinite(one?.rating) && Number.isFinite(one?.deviation) && Array.isArray(one?.played))
        games[game] = one;
    return { games, open: kept.open && typeof kept.open === 'object' ? kept.open : {} };
  } catch {
    return { games: {}, open: {} };
  }
}

let stored: Stored = $state.raw(load());

function keep(next: Stored): void {
  stored = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Without storage the page works too; it only forgets.
  }
}

/** The record of a game; that of a new player if there is none. */
export function recordOf(game: string): GameRecord {
  return stored.games[game] ?? { ...newcomer(), played: [] };
}

/** Whether there is any record. */
export function hasRecord(): boolean {
  return Object.values(stored.games).some(({ played }) => played.length > 0);
}

/** The suggested level for the player at this page. */
export function levelFor(game: string, levels: string[]): string {
  return suggestedLevel(game, levels, recordOf(game));
}

/** Whether a game with this set-up counts for the rating: only default games are comparable. */
export function counts(setup: { agreements: unknown[]; position: string | null }): boolean {
  return setup.agreements.length === 0 && setup.position === null;
}

/** Notes that the user took help in a game. */
export function helped(id: string): void {
  if (stored.open[id] && !stored.open[id].helped)
    keep({ ...stored, open: { ...stored.open, [id]: { helped: true } } });
}

/** Records the current state of a game. Returns the change of the rating, if this was its end and it counted. */
export function note(view: GameView, now = Date.now()): RatingChange | null {
  if (!prefs.record) return null;
  const mine = view.seats.findIndex((seat, side) => seat.yours && view.seats[1 - side].level !== null);
  if (mine < 0 || view.seats[1 - mine].yours) return null;
  const known = stored.open[view.id];
  if (!view.result) {
    if (!known) {
      const others = Object.entries(stored.open).slice(1 - MOST_OPEN);
      const open = Object.fromEntries([...others, [view.id, { helped: !counts(view.setup) }]]);
      keep({ ...stored, open });
    }
    return null;
  }
  // A game that is viewed long after its end was counted then, or belongs to another browser.
  if (!known) return null;
  const open = { ...stored.open };
  delete open[view.id];
  if (view.plies.length < FEWEST_MOVES) {
    keep({ ...stored, open });
    return null;
  }
  const side = mine === 0 ? 'black' : 'white';
  const level = view.seats[1 - mine].level!;
  const { winner } = view.result;
  const score = winner === null ? 0.5 : winner === side ? 1 : 0;
  const before = recordOf(view.game);
  const opponent = ratingOf(view.game, level);
  const counted = !known.helped && opponent !== null;
  const rated = counted ? after(before, opponent, score) : before;
  const played: Played = {
    id: view.id,
    at: Math.round(now / 1000),
    level,
    side,
    score,
    rating: counted ? Math.round(rated.rating) : null,
  };
  keep({
    games: {
      ...stored.games,
      [view.game]: {
        rating: rated.rating,
        deviation: rated.deviation,
        played: [...before.played, played].slice(-MOST_KEPT),
      },
    },
    open,
  });
  return counted ? { before: Math.round(before.rating), after: Math.round(rated.rating) } : null;
}

/** Deletes all records. */
export function forgetRecord(): void {
  keep({ games: {}, open: {} });
}
