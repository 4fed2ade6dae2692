// Games that start with one press, with the last settings.

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

/** The chosen clock: by name, or with custom minutes and seconds. */
export function clockOf(name: string, minutes: number, increment: number): ClockSetup | null {
  return name === 'own' ? { seconds: Math.round(minutes * 60), increment } : (CLOCKS[name] ?? null);
}

/** The two players, first mover first: the user and another. */
export function seated(colour: 'black' | 'random' | 'white', other: Player): [Player, Player] {
  const first = colour === 'random' ? Math.random() < 0.5 : colour === 'black';
  return first ? [{ kind: 'me' }, other] : [other, { kind: 'me' }];
}

/** Begins a default game against this level, or against the suggested one. */
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
