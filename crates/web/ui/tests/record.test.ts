import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameResult, GameView } from '../src/wire';
import { view } from './views';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});
vi.stubGlobal('document', { documentElement: { dataset: {} } });
const record = await import('../src/lib/record.svelte');
const { prefs } = await import('../src/lib/prefs.svelte');

const won: GameResult = { winner: 'black', ending: { code: 'connected' } };
const lost: GameResult = { winner: 'white', ending: { code: 'connected' } };

/** A game of a player with Black against a level. */
function game(id: string, level: string | null, change: Partial<GameView> = {}): GameView {
  const base = view(0, ['a', 'b', 'c', 'd', 'e', 'f']);
  const [black, white] = base.seats;
  return {
    ...base,
    id,
    game: 'loa',
    seats: [
      { ...black, yours: true },
      { ...white, level },
    ],
    ...change,
  };
}
/** The game is seen while it is in progress, and then at its end. */
function play(id: string, result: GameResult, level = '1', change: Partial<GameView> = {}) {
  record.note(game(id, level, change));
  return record.note(game(id, level, { ...change, result }), 1_000_000);
}

beforeEach(() => {
  prefs.record = true;
  record.forgetRecord();
});

describe('a finished game', () => {
  it('changes the rating and is in the history', () => {
    const change = play('a', won)!;
    expect(change.after).toBeGreaterThan(change.before);
    const { played, rating } = record.recordOf('loa');
    expect(played).toEqual([
      { id: 'a', at: 1000, level: '1', side: 'black', score: 1, rating: change.after },
    ]);
    expect(Math.round(rating)).toBe(change.after);
    expect(record.recordOf('othello').played).toEqual([]);
    expect(kept.get('parlor-record')).toContain('"id":"a"');
  });

  it('counts once, even when it is viewed again or taken back and ended again', () => {
    play('a', won);
    expect(record.note(game('a', '1', { result: won }))).toBeNull();
    expect(record.recordOf('loa').played).toHaveLength(1);
  });

  it('that was resigned after a few moves is not recorded', () => {
    expect(play('a', lost, '1', { plies: [] })).toBeNull();
    expect(record.hasRecord()).toBe(false);
  });

  it('that was not seen in progress does not count', () => {
    expect(record.note(game('old', '1', { result: won }))).toBeNull();
    expect(record.hasRecord()).toBe(false);
  });

  it('that was left unfinished is dropped after many others', () => {
    record.note(game('first', '1'));
    for (let i = 0; i < 200; i++) record.note(game(`g${i}`, '1'));
    expect(record.note(game('first', '1', { result: won }))).toBeNull();
    expect(record.note(game('g199', '1', { result: won }))).not.toBeNull();
  });

  it('against a person, or with one person on both sides, is not recorded', () => {
    record.note(game('a', null));
    expect(record.note(game('a', null, { result: won }))).toBeNull();
    expect(record.hasRecord()).toBe(false);
  });
});

describe('help', () => {
  it('keeps a game in the history and out of the rating', () => {
    record.note(game('a', '3'));
    record.helped('a');
    expect(record.note(game('a', '3', { result: won }))).toBeNull();
    const { played, rating } = record.recordOf('loa');
    expect(played[0]).toMatchObject({ score: 1, rating: null });
    expect(rating).toBe(400);
  });

  it('and other rules or another start do not count either', () => {
    const { setup } = view(0, []);
    play('a', won, '1', { setup: { ...setup, agreements: [['limit', '30']] } });
    play('b', won, '1', { setup: { ...setup, position: 'x' } });
    expect(record.recordOf('loa').played.map(({ rating }) => rating)).toEqual([null, null]);
  });
});

describe('the suggested opponent', () => {
  const levels = ['1', '2', '3'];

  it('follows the results', () => {
    expect(record.levelFor('loa', levels)).toBe('1');
    for (let i = 0; i < 4; i++) play(`w${i}`, won, '2');
    expect(Number(record.levelFor('loa', levels))).toBeGreaterThan(1);
    for (let i = 0; i < 12; i++) play(`l${i}`, lost, '1');
    expect(record.levelFor('loa', levels)).toBe('1');
  });
});

describe('a person who wants no record', () => {
  it('has none', () => {
    prefs.record = false;
    expect(play('a', won)).toBeNull();
    expect(record.hasRecord()).toBe(false);
  });
});
