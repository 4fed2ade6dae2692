// Games that begin with one press, by what was chosen last.

import type { ClockSetup, Player } from '../wire';
import { parlor } from './parlor.svelte';
import { prefs } from './prefs.svelte';
import { levelFor } from './record.svelte';

export const CLOCKS: Record<string, ClockSetup | null> = {
  none: null,
  '3+2': { seconds: 180, increment: 2 },
  '5+3': { seconds: 300, increment: 3 },
  '15+10': { seconds: 900, increment: 10 },
};

/** The clock that was chosen: by name, or with other minutes and seconds. */
export function clockOf(name: string, minutes: number, increment: number): ClockSetup | null {
  return name === 'own' ? { seconds: Math.round(minutes * 60), increment } : (CLOCKS[name] ?? null);
}

/** Two players, in the order in which they move: oneself and another. */
export function seated(colour: 'black' | 'random' | 'white', other: Player): [Player, Player] {
  const first = colour === 'random' ? Math.random() < 0.5 : colour === 'black';
  return first ? [{ kind: 'me' }, other] : [other, { kind: 'me' }];
}

/** Begins a usual game against an opponent: the one of this level, or the one that suits. */
export function quickStart(game: string, level?: string): void {
  const levels = parlor.info(game)?.levels.map(({ name }) => name) ?? [];
  const { colour = 'black', clock = 'none', minutes = 5, increment = 3 } = prefs.setup;
  parlor.create({
    game,
    agreements: [],
    position: null,
    players: seated(colour, { kind: 'computer', level: level ?? levelFor(game, levels) }),
    clock: clockOf(clock, minutes, increment),
    room: null,
  });
}
