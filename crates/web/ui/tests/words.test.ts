import { describe, expect, it } from 'vitest';
import * as words from '../src/words';
import { sentence, signed } from '../src/words/catalogue';
import { en } from '../src/words/en';
import type { GameInfo, Welcome } from '../src/wire';
import { PROTOCOL } from '../src/wire';
import { view } from './views';

const sides = ['Red', 'Blue'] as const;

describe('scores', () => {
  it('have a sign unless they are zero', () => {
    expect([1.25, -0.1, 0.04, -0.04, 0].map(signed)).toEqual(['+1.3', '−0.1', '0.0', '0.0', '0.0']);
  });
});

describe('results', () => {
  it('say who won and how, in the colours of the game', () => {
    const result = { winner: 'white', ending: { code: 'resigned' } } as const;
    expect(words.result(result, 'ataxx', sides)).toBe('Red resigns: blue wins.');
    const counted = { winner: 'white', ending: { code: 'count', counts: [19, 30] } } as const;
    expect(words.result({ ...counted, ending: { code: 'count', counts: [19, 30] } }, 'ataxx', sides)).toBe(
      'Blue wins 30–19.',
    );
  });

  it('use the game’s word for a draw', () => {
    const even = () => ({
      winner: null,
      ending: { code: 'count' as const, counts: [32, 32] as [number, number] },
    });
    expect(words.result(even(), 'othello', ['Black', 'White'])).toBe('A tie, 32–32.');
    expect(words.result(even(), 'ataxx', sides)).toBe('A draw, 32–32.');
  });

  it('of an older version are shown as they were written', () => {
    const old = { winner: null, ending: { code: 'recorded' as const, text: 'Tie game.' } };
    expect(words.result(old, 'loa', ['Black', 'White'])).toBe('Tie game.');
  });
});

describe('a status', () => {
  it('names the side to move', () => {
    const told = view(0, [], { status: { code: 'watching', side: 'white' } });
    expect(words.status(told, sides)).toBe('You are watching: Blue to move');
  });

  it('is replaced by the result', () => {
    const over = view(0, [], {
      status: { code: 'over' },
      result: { winner: 'black', ending: { code: 'out_of_time' } },
    });
    expect(words.status(over, sides)).toBe('Blue is out of time: red wins.');
  });
});

describe('refusals', () => {
  it('name the square and the text that they concern', () => {
    const occupied = { code: 'move', problem: { code: 'occupied', square: 'd4' } } as const;
    expect(words.refusal(occupied)).toBe('d4 is occupied');
    const unreadable = { code: 'unreadable', text: 'zz', at: 0, example: 'f5' } as const;
    expect(words.refusal({ code: 'move', problem: unreadable })).toBe(
      '“zz” at character 1 is not a move: write it like f5',
    );
    const number = { code: 'wrong_distance', needed: 1, got: 2 } as const;
    expect(sentence(en.server.moveProblem, number)).toBe(
      'this line has 1 piece, so a move along it goes 1 square, not 2',
    );
  });
});

describe('scores', () => {
  it.each([
    [{ code: 'pieces', pieces: 6 }, '+6.0'],
    [{ code: 'pieces', pieces: -0.44 }, '−0.4'],
    [{ code: 'win', side: 'white', plies: 5 }, '−#5'],
    [{ code: 'result', winner: null }, '½–½'],
  ] as const)('%j is %s', (value, text) => {
    expect(words.score({ value, chance: 0.5 })).toBe(text);
  });
});

describe('a move', () => {
  it('is announced with its side and what it turned', () => {
    const told = view(0, ['d3']);
    told.plies[0].mv.action = 'place';
    told.plies[0].mv.turned = [27];
    expect(words.move(told, 1, ['Black', 'White'])).toBe('Black plays d3 and turns 1');
  });
});

describe('the greeting', () => {
  const info: GameInfo = {
    name: 'othello',
    title: 'Othello',
    sides: ['black', 'white'],
    rules: ['pass', 'no-move-loses'],
    sizes: [],
    blocks: [],
    move_limit: null,
    levels: ['1', '10'],
    formats: ['parlor', 'position'],
    start: view(0, []).start,
    shape: view(0, []).shape,
  };
  const welcome: Welcome = {
    protocol: PROTOCOL,
    version: '0',
    games: [info, { ...info, name: 'halma', title: 'Halma', sides: ['green', 'white'], rules: ['house'] }],
    not_saving: { code: 'not_asked' },
    rooms: [],
    address: null,
    others: true,
    book: false,
  };

  it('has texts for every choice', () => {
    const [othello] = words.greeting(welcome).games;
    expect(othello.sides).toEqual(['Black', 'White']);
    expect(othello.rules.map((one) => one.title)).toEqual(['Usual rules', 'No move loses']);
    expect(othello.levels.map((one) => one.title)).toEqual(['Beginner', 'Full strength']);
    expect(othello.formats.map((one) => one.title)).toEqual(['Parlor game', 'Position']);
    expect(words.greeting(welcome).not_saving).toBe('Games are not being saved: the program was told not to');
  });

  it('shows a game without texts by its codes', () => {
    const halma = words.greeting(welcome).games[1];
    expect([halma.title, halma.sides[0], halma.rules[0].title]).toEqual(['Halma', 'green', 'house']);
  });
});
