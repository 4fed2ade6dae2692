// The puzzle progress that this browser stores. It is never sent anywhere.

import { newProgress, type PuzzleProgress } from './puzzles';

const KEY = 'parlor-puzzles';

function load(): Record<string, PuzzleProgress> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Partial<PuzzleProgress>>;
    const entries = Object.entries(kept).filter(([, one]) => one && typeof one.done === 'object');
    return Object.fromEntries(entries.map(([game, one]) => [game, { ...newProgress(), ...one }]));
  } catch {
    return {};
  }
}

let stored: Record<string, PuzzleProgress> = $state.raw(load());

export const progressOf = (game: string): PuzzleProgress => stored[game] ?? newProgress();

export function keepProgress(game: string, progress: PuzzleProgress): void {
  stored = { ...stored, [game]: progress };
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // Without storage the page works too; it only forgets.
  }
}
